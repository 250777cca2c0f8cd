"""Weathervanes: rounds, the end, the winner and the variants (WV-26 to WV-31)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.weathervanes.positions import GAME, cards, dealt, lay, legal, numbers, play, table, tableau, worth
from tests.playouts import played
from tests.rulebook import rule
from tests.worlds import assert_frequencies
from weatherdeck.games import multisets
from weatherdeck.games.weathervanes import rules, words
from weatherdeck.games.weathervanes.rules import NONE, State
from weatherdeck.match import Match

LAST_TRICK = ("5b", "22b", "24r", "15b")


def last_trick(**options: bool) -> State:
    """The last trick of the last round about to be led."""
    return table([[5], [22], [24], [15]], display=(8, 9, 10, 11), tokens="rygb", round_=3, **options)


@rule("WV-26")
def test_a_new_round_deals_the_discard_pile_equally_and_leaves_tableaux_and_displays() -> None:
    s = table([[5], [22], [24], [15]], display=(8, 9, 10, 11), tokens="rygb")
    pile = [1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 6]
    for number in pile:
        s.discard = multisets.with_one(s.discard, number - 1)
    events = play(s, *LAST_TRICK)
    assert [len(numbers(hand)) for hand in s.hand] == [2, 2, 2, 2]
    assert s.aside_size == 3
    dealt_again = sorted(n for hand in (*s.hand, s.aside) for n in numbers(hand))
    assert dealt_again == pile
    assert s.discard == 0
    assert [card + 1 for card in s.display] == [5, 22, 24, 15]
    assert [tableau(s, seat)["first"] for seat in range(4)] == [10, 11, 8, 9]
    assert s.token == [rules.BLUE, rules.RED, rules.YELLOW, rules.GREEN], "each token one seat to the left"
    assert s.to_move == 1, "the new holder of red leads"
    assert s.cannot_hold == [0, 0, 0, 0]
    deal = next(e for e in events if e.name == "dealt")
    assert (deal["round"], deal["cards"], deal["aside"]) == (1, 2, 3)


@rule("WV-26")
@pytest.mark.parametrize(("tokens", "leads"), [("rygb", 1), ("yrgb", 2), ("ygrb", 3), ("ygbr", 0)])
def test_the_new_holder_of_red_leads_the_new_round_whoever_won_the_last_trick(tokens: str, leads: int) -> None:
    s = table([[5], [22], [24], [15]], display=(8, 9, 10, 11), tokens=tokens)
    s.discard = cards([1, 2, 3, 4])
    play(s, *LAST_TRICK)
    assert s.winner == 1
    assert (s.to_move, s.leader) == (leads, leads)


@rule("WV-26")
def test_the_cards_left_over_are_shuffled_in_again() -> None:
    s = table([[5], [22], [24], [15]], display=(8, 9, 10, 11))
    s.discard = cards([1, 2, 3, 4, 6, 6])
    s.aside, s.aside_size = cards([7, 7]), 2
    play(s, *LAST_TRICK)
    assert sorted(n for hand in s.hand for n in numbers(hand)) == [1, 2, 3, 4, 6, 6, 7, 7]
    assert s.aside == s.aside_size == 0


@rule("WV-26")
def test_a_new_round_is_dealt_at_random() -> None:
    s = table([[5], [22], [24], [15]], display=(8, 9, 10, 11))
    s.discard = cards([1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 16])
    deals = []
    for seed in range(1000):
        deals.append(s.copy())
        play(deals[-1], *LAST_TRICK, seed=seed)
    for number in (1, 7, 16):  # two cards go to each seat, and three are left over
        places: Counter[int] = Counter(
            next(at for at, pile in enumerate((*after.hand, after.aside)) if number in numbers(pile)) for after in deals
        )
        assert_frequencies(places, {0: 2, 1: 2, 2: 2, 3: 2, 4: 3})


@rule("WV-26")
def test_nobody_knows_which_cards_were_left_over() -> None:
    s = dealt(4)
    s.aside, s.aside_size = 0b101, 2
    for seat in (-1, 0, 1, 2, 3):
        redacted = s.copy()
        rules.redact(redacted, seat)
        assert redacted.aside == 0
        assert redacted.aside_size == 2


@rule("WV-27")
def test_after_the_last_round_each_places_their_own_display_and_scores_the_final_tableau() -> None:
    s = last_trick()
    events = play(s, *LAST_TRICK)
    # taken: 1 has 11, 2 has 8, 3 has 9, 0 has 10; the own Displays are now 5, 22, 24, 15
    order = []
    while not rules.is_over(s):
        assert s.phase == rules.PLACE
        order.append(s.to_move)
        assert s.to_place + 1 == {0: 5, 1: 22, 2: 24, 3: 15}[s.to_move]
        events += play(s, sorted(legal(s))[0])
    assert order == [seat for seat in (1, 2, 3, 0) if seat in order], "from the last trick's winner, clockwise"
    assert s.display == [NONE] * 4
    scored = [e["seat"] for e in events if e.name == "scored"]
    assert set(scored) == {0, 1, 2, 3}
    assert all(s.final_cards[seat] == len(tableau(s, seat)) for seat in range(4)), "the final tableaux stay"


@rule("WV-27")
def test_a_final_tableau_completed_to_four_cards_is_scored_once_and_not_cleared() -> None:
    s = last_trick()
    s.played[:] = [NONE] * 4
    from tests.games.weathervanes.test_tableaux import _full

    full = _full("g", 0)
    last = full.pop("se")
    for seat in range(4):
        lay(s, seat, {"first": 1})
        s.display[seat] = 0  # a second 1 fits nowhere
    lay(s, 1, full)
    s.display[1] = last - 1
    s.hand[:] = [0] * 4
    s.hand_size[:] = [0] * 4
    s.winner, s.ending, s.n_taken = 1, 1, 0
    rules.place_last_displays(s)
    assert s.to_move == 1
    events = play(s, "@se")
    mine = [e for e in events if e.name == "scored" and e["seat"] == 1]
    assert [e["points"] for e in mine] == [16]
    assert s.final_cards == [1, 4, 1, 1]
    assert len(tableau(s, 1)) == 4


@rule("WV-27", "WV-30")
@pytest.mark.parametrize("misere", [False, True])
def test_the_tableau_that_a_last_display_displaces_is_an_ordinary_one(misere: bool) -> None:
    s = last_trick(partial_misere=misere)
    for seat in range(4):
        lay(s, seat, {"first": 1, "s": 5})
        s.display[seat] = 22  # 23 fits nowhere beside 1 above 5
    s.hand_size[:] = [0] * 4
    s.score[:] = [0] * 4
    s.token[:] = [rules.RED] * 4  # no bonus
    s.winner, s.ending, s.n_taken = 0, 1, 0
    rules.place_last_displays(s)
    assert rules.is_over(s)
    assert s.score == [5 + (-1 if misere else 1)] * 4
    assert s.final_cards == [1, 1, 1, 1]


def ended(scores: list[int], cards: list[int], matches: list[int], **options: bool) -> State:
    s = dealt(1, **options)
    s.phase = rules.OVER
    s.score[:], s.final_cards[:], s.final_matches[:] = scores, cards, matches
    return s


def won(s: State) -> list[int]:
    winners: list[int] = GAME.transcript.result(s)["winners"]
    return winners


@rule("WV-28")
def test_the_highest_total_wins_then_most_cards_then_most_outer_matches_then_it_is_shared() -> None:
    assert won(ended([50, 61, 60, 9], [4, 1, 4, 4], [4, 0, 4, 4])) == [1]
    assert won(ended([60, 60, 60, 9], [2, 3, 3, 4], [1, 0, 1, 0])) == [2]
    assert won(ended([60, 60, 9, 9], [3, 3, 4, 4], [1, 1, 4, 4])) == [0, 1]
    assert GAME.returns(ended([60, 60, 9, 9], [3, 3, 4, 4], [1, 1, 4, 4])) == pytest.approx(
        [1 / 3, 1 / 3, -1 / 3, -1 / 3]
    )


@rule("WV-29")
def test_constrained_lead_leads_the_suit_of_the_token() -> None:
    s = table([[5, 22], [1, 2], [3, 4], [6, 7]], tokens="byrg", constrained_lead=True)
    assert legal(s) == {"5b", "22b"}
    play(s, "5b")
    assert all(words.parse(text) % 4 == rules.TR for text in legal(s)), "followers are not constrained by a token"


@rule("WV-30")
def test_partial_misere_counts_the_final_tableau_negative_and_ties_go_to_the_fewest() -> None:
    assert worth({"first": 5}, "b", final=True, partial_misere=True) == -1
    assert worth({"first": 1, "e": 4}, "y", final=True, partial_misere=True) == -6
    assert worth({"first": 1, "e": 4}, "y", final=False, partial_misere=True) == 6
    assert won(ended([60, 60, 60, 9], [2, 3, 3, 1], [1, 0, 1, 0], partial_misere=True)) == [0]
    assert won(ended([60, 60, 60, 9], [3, 3, 3, 1], [1, 0, 1, 0], partial_misere=True)) == [1]
    assert won(ended([60, 61, 60, 9], [3, 4, 3, 1], [1, 4, 1, 0], partial_misere=True)) == [1], "high score still wins"


@rule("WV-31")
def test_bonus_no_kens_gives_no_bonus_for_the_central_suit() -> None:
    assert worth({"first": 1, "s": 5}, "g", bonus_no_kens=True) == 5
    assert worth({"first": 1, "e": 4}, "y", bonus_no_kens=True) == 4


@rule("WV-29", "WV-30", "WV-31")
def test_the_variants_can_be_combined_in_any_way() -> None:
    for bits in range(8):
        flags = [option.name for option in GAME.options if option.kind == "flag"]
        options = {name: bool(bits >> k & 1) for k, name in enumerate(flags)}
        match = played(GAME, bits, options=options)
        assert match.is_over
        assert GAME.audit.audit(match.state) == []
        leads = [e for step in match.steps for e in step.events if e.name == "led"]
        if options["constrained_lead"]:
            state = Match(GAME, seed=bits, options=options)
            for step in match.steps[1:]:
                if any(e.name == "led" for e in step.events):
                    lead = next(e for e in step.events if e.name == "led")
                    suit = rules.SUIT[lead["card"], lead["corner"]]
                    assert step.seat is not None
                    assert suit == state.state.token[step.seat]
                state.play(step.text)
        assert len(leads) == sum(1 for step in match.steps for e in step.events if e.name == "won")


def test_every_game_ends_within_the_bound_of_the_docstring() -> None:
    assert max(played(GAME, seed).version for seed in range(20)) <= 4 * 11 * 8 + 4
