"""Weathervanes: the tableau and its scores (WV-16 to WV-25)."""

from __future__ import annotations

from itertools import permutations

from tests.games.weathervanes.positions import CELLS, dealt, lay, legal, numbers, places, play, table, tableau, worth
from tests.rulebook import rule
from weatherdeck.games.weathervanes import rules
from weatherdeck.games.weathervanes.rules import BL, BR, SUIT, TL, TR

SIDES = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


def by_the_book(laid: dict[str, int], number: int) -> set[str]:
    """Where a card may lie, worked out from the words of the rules: try every place, look at every 2 x 2."""
    cells = {(CELLS[place] % 3 - 1, CELLS[place] // 3 - 1): n for place, n in laid.items()}
    found = set()
    for place, cell in CELLS.items():
        spot = (cell % 3 - 1, cell // 3 - 1)
        if spot in cells:
            continue
        if not any((spot[0] + dx, spot[1] + dy) in cells for dx, dy in SIDES.values()):
            continue
        if _fits({**cells, spot: number}):
            found.add(place)
    return found


def _fits(cells: dict[tuple[int, int], int]) -> bool:
    """Whether some 2 x 2 holds all cards, with one suit at its centre."""
    for x in (-1, 0):
        for y in (-1, 0):
            inner = {(x, y): BR, (x + 1, y): BL, (x, y + 1): TR, (x + 1, y + 1): TL}
            if set(cells) <= set(inner):
                if len({SUIT[number - 1, inner[spot]] for spot, number in cells.items()}) == 1:
                    return True
    return False


@rule("WV-16", "WV-17", "WV-18")
def test_the_open_places_are_those_of_the_rulebook_for_every_pair_of_cards() -> None:
    for first in range(1, 25):
        for second in range(1, 25):
            assert places({"first": first}, second) == by_the_book({"first": first}, second), (first, second)


@rule("WV-16", "WV-17", "WV-18", "WV-19")
def test_the_open_places_are_those_of_the_rulebook_for_three_and_four_cards() -> None:
    for first, second, third in list(permutations(range(1, 25), 3))[::37]:
        for place in sorted(places({"first": first}, second)):
            two = {"first": first, place: second}
            assert places(two, third) == by_the_book(two, third), (two, third)
            for spot in sorted(places(two, third)):
                three = {**two, spot: third}
                for fourth in (1, 9, 14, 20):
                    assert places(three, fourth) == by_the_book(three, fourth), (three, fourth)


@rule("WV-16")
def test_a_tableau_never_grows_beyond_two_by_two_and_cards_never_move() -> None:
    assert places({"first": 1, "s": 5}, 1) <= {"e", "w", "se", "sw"}, "nothing above or below a column of two"
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 5))
    lay(s, 1, {"first": 1})
    play(s, "5b", "22b", "24r", "15b", "@s")
    assert tableau(s, 1) == {"first": 1, "s": 5}


@rule("WV-17")
def test_a_second_card_must_share_an_edge_with_the_first() -> None:
    for first in range(1, 25):
        for second in range(1, 25):
            assert places({"first": first}, second) <= {"n", "e", "s", "w"}


@rule("WV-18")
def test_the_shared_edge_of_two_cards_must_match_in_at_least_one_pair() -> None:
    # 1 is R Y / B G; 5 is B G / Y R. Below 1, both pairs of 5 match; to its right 5 shows B Y against Y G.
    assert "s" in places({"first": 1}, 5)
    assert "e" not in places({"first": 1}, 5)
    assert "e" in places({"first": 1}, 21), "21 is Y R / G B: both pairs match Y G"
    assert "e" in places({"first": 1}, 4), "4 is Y G / R B: Y matches, R does not match G"


@rule("WV-19")
def test_an_open_centre_is_decided_by_the_third_card() -> None:
    two = {"first": 1, "s": 5}  # the shared edge is B G on both: blue on the west end, green on the east end
    east = [n for n in range(1, 25) if "e" in places(two, n) or "se" in places(two, n)]
    west = [n for n in range(1, 25) if "w" in places(two, n) or "sw" in places(two, n)]
    assert east
    assert west
    fourth = next(n for n in range(1, 25) if "e" in places(two, n))
    assert places({**two, "e": fourth}, 5) <= {"se"}, "the centre is in the east now"


@rule("WV-19", "WV-23")
def test_an_open_centre_counts_as_the_suit_that_is_better_for_the_player() -> None:
    two = {"first": 1, "s": 5}
    assert worth(two, "g") == worth(two, "b") == 7
    assert worth(two, "r") == worth(two, "y") == 5
    final = {token: worth(two, token, final=True, partial_misere=True) for token in "rygb"}
    assert final == {"r": -5, "y": -5, "g": -5, "b": -5}, "counted against the player, without the bonus"


@rule("WV-20")
def test_a_player_chooses_among_the_legal_places_and_must_place_if_there_is_one() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 4))
    lay(s, 1, {"first": 1})
    before = s.score[1]
    play(s, "5b", "22b", "24r", "15b")
    assert s.phase == rules.PLACE
    assert legal(s) == {"@" + place for place in places({"first": 1}, 4)}
    assert all(text.startswith("@") for text in legal(s)), "there is no action that scores early"
    assert s.score[1] == before


@rule("WV-21", "WV-E4")
def test_a_second_five_never_fits_beside_the_first_and_starts_over() -> None:
    for number in range(1, 25):
        assert places({"first": number}, number) == set()
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 5), tokens="rbgy")
    lay(s, 1, {"first": 5})
    events = play(s, "5b", "22b", "24r", "15b")
    scored = next(e for e in events if e.name == "scored")
    assert (scored["seat"], scored["points"], scored["bonus"]) == (1, 1, 0)
    assert tableau(s, 1) == {"first": 5}
    assert numbers(s.discard) == [5]


@rule("WV-21")
def test_the_first_card_of_an_empty_tableau_is_not_asked_for() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]])
    play(s, "5b", "22b", "24r", "15b")
    assert s.phase == rules.PLAY
    assert all(set(tableau(s, seat)) == {"first"} for seat in range(4))


@rule("WV-22", "WV-25")
def test_a_card_that_fits_nowhere_scores_and_clears_the_tableau_and_starts_the_new_one() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 23), tokens="rgyb")
    lay(s, 1, {"first": 1, "s": 5})
    play(s, "5b", "22b", "24r", "15b")
    assert s.score[1] == 7
    assert tableau(s, 1) == {"first": 23}
    assert numbers(s.discard) == [1, 5], "everyone has seen what was scored"


@rule("WV-22")
def test_a_second_and_a_third_card_complete_nothing() -> None:
    three, _ = _three_and_a_fourth()
    *laid, third = three.items()
    for seat_has, taken in ((dict(laid[:1]), laid[1][1]), (dict(laid), third[1])):
        s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, taken))
        lay(s, 1, seat_has)
        place = next(place for place, number in three.items() if number == taken)
        play(s, "5b", "22b", "24r", "15b", f"@{place}")
        assert tableau(s, 1) == {**seat_has, place: taken}
        assert s.score[1] == 0


@rule("WV-22")
def test_a_fourth_card_completes_scores_and_clears_the_tableau_at_once() -> None:
    three, fourth = _three_and_a_fourth()
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, fourth))
    lay(s, 1, three)
    play(s, "5b", "22b", "24r", "15b")
    place = next(iter(legal(s)))
    play(s, place)
    assert s.score[1] >= 16
    assert tableau(s, 1) == {}
    assert numbers(s.discard) == sorted([*three.values(), fourth])


def _three_and_a_fourth() -> tuple[dict[str, int], int]:
    for n in range(2, 25):
        for m in range(2, 25):
            if "e" in places({"first": 1}, n) and "s" in places({"first": 1, "e": n}, m):
                three = {"first": 1, "e": n, "s": m}
                for fourth in range(6, 8):
                    if places(three, fourth):
                        return three, fourth
    raise AssertionError("there is no such tableau")


def _full(centre: str, matches: int) -> dict[str, int]:
    """A full tableau with a centre of one suit and so many outer matches."""
    suit = "rygb".index(centre)
    corner = {"first": BR, "e": BL, "s": TR, "se": TL}
    choices = {place: [n + 1 for n in range(24) if SUIT[n, k] == suit] for place, k in corner.items()}
    for first in choices["first"]:
        for east in choices["e"]:
            for south in choices["s"]:
                for last in choices["se"]:
                    laid = {"first": first, "e": east, "s": south, "se": last}
                    if len(set(laid.values())) == 4 and _outer(laid) == matches:
                        return laid
    raise AssertionError("there is no such tableau")


def _outer(laid: dict[str, int]) -> int:
    """Outer matches, edge by edge, of a full tableau whose first card is the north-west one."""
    suits = {place: SUIT[number - 1] for place, number in laid.items()}
    return sum(
        (
            suits["first"][TR] == suits["e"][TL],
            suits["s"][BR] == suits["se"][BL],
            suits["first"][BL] == suits["s"][TL],
            suits["e"][BR] == suits["se"][TR],
        )
    )


@rule("WV-23")
def test_n_cards_score_n_times_n_and_the_bonus_needs_two_cards() -> None:
    assert worth({"first": 5}, "b") == 1
    assert worth({"first": 1, "e": 4}, "r") == 4
    assert worth({"first": 1, "e": 4}, "y") == 4 + 2, "the pair that matches is yellow"
    assert worth(_full("r", 0), "r") == 16 + 4


@rule("WV-24")
def test_each_outer_match_scores_one_and_a_tableau_scores_at_most_24() -> None:
    for matches in range(5):
        assert worth(_full("g", matches), "r") == 16 + matches
    assert worth(_full("g", 4), "g") == 24


@rule("WV-24")
def test_a_match_toward_the_centre_is_no_outer_match() -> None:
    assert worth({"first": 1, "e": 4}, "r") == 4
    assert worth({"first": 1, "s": 5}, "r") == 5


@rule("WV-E2")
def test_the_example_of_one_above_five() -> None:
    assert places({"first": 1, "s": 5}, 23) == set()
    assert worth({"first": 1, "s": 5}, "g") == 7


@rule("WV-E3")
def test_the_example_of_a_full_tableau_with_a_red_centre() -> None:
    assert worth(_full("r", 2), "g") == 18


@rule("WV-25")
def test_scored_cards_are_known_to_be_discarded() -> None:
    s = dealt(3)
    lay(s, 1, {"first": 1, "s": 5})
    rules.discard_tableau(s, 1)
    assert numbers(s.discard) == [1, 5]
    redacted = s.copy()
    rules.redact(redacted, 0)
    assert redacted.discard == s.discard
