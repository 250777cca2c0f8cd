"""Weathervanes: components, setup and the trick (WV-1 to WV-15)."""

from __future__ import annotations

from collections import Counter
from math import comb

from tests.games.weathervanes.positions import GAME, dealt, lay, legal, numbers, play, table, tableau
from tests.playouts import played
from tests.rulebook import rule
from tests.worlds import assert_frequencies
from weatherdeck.games.weathervanes import rules, words
from weatherdeck.games.weathervanes.rules import NONE, SUIT
from weatherdeck.match import Match

PRINTED = {
    1: "RYGB", 2: "BRYG", 3: "GBRY", 4: "YGBR", 5: "BGRY", 6: "GRYB", 7: "RYBG", 8: "YBGR",
    9: "YBRG", 10: "GYBR", 11: "RGYB", 12: "BRGY", 13: "GBYR", 14: "RGBY", 15: "YRGB", 16: "BYRG",
    17: "BYGR", 18: "YGRB", 19: "GRBY", 20: "RBYG", 21: "YRBG", 22: "RBGY", 23: "BGYR", 24: "GYRB",
}  # fmt: skip


@rule("WV-1")
def test_four_players_play_four_rounds() -> None:
    assert GAME.players == (4,)
    deals = [e for step in played(GAME).steps for e in step.events if e.name == "dealt"]
    assert [deal["round"] for deal in deals] == [0, 1, 2, 3]


@rule("WV-2")
def test_the_deck_is_two_copies_of_24_different_arrangements_of_four_suits() -> None:
    assert len({tuple(row) for row in SUIT.tolist()}) == 24
    assert all(sorted(row) == [0, 1, 2, 3] for row in SUIT.tolist())
    s = dealt()
    everything = Counter([n for hand in s.hand for n in numbers(hand)] + [card + 1 for card in s.display])
    assert everything == dict.fromkeys(range(1, 25), 2)


@rule("WV-3")
def test_the_cards_are_those_of_the_table_and_favour_no_corner_and_no_suit() -> None:
    letters = "RYGB"
    assert {n + 1: "".join(letters[suit] for suit in SUIT[n]) for n in range(24)} == PRINTED
    for block in range(0, 24, 4):
        for corner in range(4):
            assert sorted(SUIT[n, corner] for n in range(block, block + 4)) == [0, 1, 2, 3]
    for corner in range(4):
        for suit in range(4):
            assert sum(n + 1 for n in range(24) if SUIT[n, corner] == suit) == 75


@rule("WV-4", "WV-5")
def test_the_setup_gives_everyone_a_token_a_display_card_and_eleven_cards() -> None:
    arrangements = set()
    for seed in range(300):
        s = dealt(seed)
        arrangements.add(tuple(s.token))
        assert sorted(s.token) == [rules.RED, rules.YELLOW, rules.GREEN, rules.BLUE]
        assert [len(numbers(hand)) for hand in s.hand] == [11, 11, 11, 11]
        assert NONE not in s.display
        assert s.occupied == [0, 0, 0, 0]
        assert s.discard == s.aside == 0
    assert len(arrangements) == 24


@rule("WV-5")
def test_tokens_displays_and_hands_are_dealt_at_random() -> None:
    deals = [dealt(seed) for seed in range(3000)]
    for seat in range(4):
        tokens: Counter[int] = Counter(s.token[seat] for s in deals)
        assert_frequencies(tokens, dict.fromkeys(range(4), 1))
        displays: Counter[int] = Counter(s.display[seat] + 1 for s in deals)
        assert_frequencies(displays, dict.fromkeys(range(1, 25), 1))
        for number in (1, 12, 24):
            copies: Counter[int] = Counter(numbers(s.hand[seat]).count(number) for s in deals)
            assert_frequencies(copies, {k: comb(2, k) * comb(46, 11 - k) for k in range(3)})


@rule("WV-6")
def test_the_red_token_leads_the_first_trick_of_each_round_and_then_the_winner_leads() -> None:
    match = played(GAME, 3)
    red_leads, last_winner = True, None
    state = Match(GAME, seed=3)
    for step in match.steps[1:]:
        if any(e.name == "led" for e in step.events):
            expected = state.state.token.index(rules.RED) if red_leads else last_winner
            assert step.seat == expected
            red_leads = False
        state.play(step.text)
        for e in step.events:
            if e.name == "won":
                last_winner = e["seat"]
            if e.name == "dealt":
                red_leads = True


@rule("WV-7")
def test_the_leader_plays_any_card_with_any_corner_at_the_centre() -> None:
    s = table([[5, 22], [1, 2], [3, 4], [6, 7]])
    assert legal(s) == {"5r", "5y", "5g", "5b", "22r", "22y", "22g", "22b"}
    play(s, "5g")
    assert s.lead_suit == rules.GREEN


@rule("WV-8")
def test_heading_h_points_between_seat_h_and_the_next_and_turns_every_card_alike() -> None:
    for seat in range(4):
        for corner in range(4):
            heading = (seat + 2 - corner) % 4
            s = table([[1], [2], [3], [4]], leader=seat)
            card = seat + 1
            play(s, f"{card}{words.SUIT_LETTERS[SUIT[card - 1, corner]]}")
            assert s.heading == heading
            for other in range(4):
                assert rules.corner_at_centre(other, heading) == (other + 2 - heading) % 4
    # A card with its bottom right corner at the centre stands upright in front of seat 0 and points between 0 and 1:
    # the seats' corners go round with the seats.
    assert [rules.corner_at_centre(seat, 0) for seat in range(4)] == [rules.BR, rules.BL, rules.TL, rules.TR]


@rule("WV-9")
def test_the_others_follow_clockwise_and_their_cards_can_lie_only_one_way() -> None:
    s = table([[5, 9], [1, 2, 2], [3, 9, 9], [7, 8, 8]], leader=0)
    play(s, "5b")
    for seat in (1, 2, 3):
        assert s.to_move == seat
        actions = legal(s)
        assert len(actions) == 2, "nobody can follow: either of two numbers, each in one way"
        centre = rules.corner_at_centre(seat, s.heading)
        assert all(words.parse(text) % 4 == centre for text in actions)
        play(s, sorted(actions)[0])


@rule("WV-9")
def test_two_equal_cards_in_a_hand_are_one_action() -> None:
    s = table([[5, 5, 9], [2, 2, 1], [3, 9, 4], [6, 7, 8]], leader=0)
    as_leader = [words.text(action) for action in GAME.legal(s)]
    assert sorted(as_leader) == ["5b", "5g", "5r", "5y", "9b", "9g", "9r", "9y"]
    play(s, "5b")
    as_follower = [words.parse(words.text(action)) // 4 + 1 for action in GAME.legal(s)]
    assert sorted(as_follower) == [1, 2]


@rule("WV-10")
def test_a_follower_must_show_the_lead_suit_if_they_can_and_else_may_play_anything() -> None:
    s = table([[5, 9], [22, 24], [24, 23], [15, 1]])
    play(s, "5b")  # heading 2: seat 1 shows its top right corner
    assert legal(s) == {"22b"}
    play(s, "22b")
    assert legal(s) == {"24r", "23y"}, "no card shows blue in the bottom right corner: any card"
    play(s, "24r")
    assert s.cannot_hold[2] == rules.SHOWING[rules.BR, rules.BLUE]


@rule("WV-11")
def test_the_highest_number_showing_the_lead_suit_wins_however_high_the_discards_are() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]])
    events = play(s, "5b", "22b", "24r", "15b")
    assert [e["seat"] for e in events if e.name == "won"] == [1]


@rule("WV-11")
def test_a_trick_cannot_be_tied() -> None:
    """Equal cards in different seats show different suits at the centre, whatever the heading."""
    for card in range(24):
        for heading in range(4):
            shown = [SUIT[card, rules.corner_at_centre(seat, heading)] for seat in range(4)]
            assert len(set(shown)) == 4


@rule("WV-12")
def test_displays_are_taken_from_where_the_trick_points_starting_with_the_winner() -> None:
    for corner in range(4):
        s = table([[24, 1], [2, 3], [4, 5], [6, 7]], display=(10, 11, 12, 13))
        play(s, f"24{words.SUIT_LETTERS[SUIT[23, corner]]}")
        heading = s.heading
        events = play(s, *_any(s)) + play(s, *_any(s)) + play(s, *_any(s))
        taken = [(e["seat"], e["from"]) for e in events if e.name == "took"]
        assert taken == [(k, (heading + 1 + k) % 4) for k in range(4)], "seat 0 wins with its 24"
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(10, 11, 12, 13))
    events = play(s, "5b", "22b", "24r", "15b")  # heading 2: it points between seats 2 and 3
    taken = [(e["seat"], e["from"]) for e in events if e.name == "took"]
    assert taken == [(1, 3), (2, 0), (3, 1), (0, 2)], "seat 0 led, but seat 1 won"


def _any(s: rules.State) -> list[str]:
    return [sorted(legal(s))[0]]


@rule("WV-13")
def test_a_taken_card_is_placed_before_the_next_player_takes() -> None:
    s = table([[24, 1], [22, 3], [24, 5], [15, 7]], display=(5, 6, 7, 8))
    lay(s, 0, {"first": 1})
    events = play(s, "24b", *_any_until_placing(s))
    assert s.phase == rules.PLACE
    assert [e["seat"] for e in events if e.name == "took"] == [0], "the others wait until the card is placed"
    assert list(s.display).count(NONE) == 1
    events += play(s, *_any(s))
    order = [(e.name, e["seat"]) for e in events if e.name in ("took", "placed")]
    assert order == [(name, seat) for seat in range(4) for name in ("took", "placed")]


def _any_until_placing(s: rules.State) -> list[str]:
    copy = s.copy()
    play(copy, "24b")
    moves = []
    while copy.phase != rules.PLACE:
        moves += _any(copy)
        play(copy, moves[-1])
    return moves


@rule("WV-14")
def test_the_cards_of_the_trick_become_the_new_displays_of_those_who_played_them() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 11))
    play(s, "5b", "22b", "24r", "15b")
    assert [card + 1 for card in s.display] == [5, 22, 24, 15]
    assert s.played == [NONE] * 4
    assert [tableau(s, seat)["first"] for seat in range(4)] == [10, 11, 8, 9]


@rule("WV-15")
def test_a_round_ends_when_the_hands_are_empty() -> None:
    s = table([[5, 9], [22, 1], [24, 2], [15, 2]])
    assert "dealt" not in [e.name for e in play(s, "5b", "22b", "24r", "15b")]
    s = table([[5], [22], [24], [15]])
    assert "dealt" in [e.name for e in play(s, "5b", "22b", "24r", "15b")]


@rule("WV-E1")
def test_the_example_trick() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 11))
    events = play(s, "5b")
    assert words.parse("5b") % 4 == rules.TL
    assert s.heading == 2
    events += play(s, "22b")
    assert legal(s) >= {"24r"}, "Cecil cannot follow"
    events += play(s, "24r", "15b")
    corners = {e["seat"]: e["corner"] for e in events if e.name in ("led", "followed", "discarded")}
    assert corners == {0: rules.TL, 1: rules.TR, 2: rules.BR, 3: rules.BL}
    taken = [(e["seat"], e["from"]) for e in events if e.name == "took"]
    assert taken == [(1, 3), (2, 0), (3, 1), (0, 2)]
    assert s.to_move == 1
    assert s.n_played == 0
