"""What the greedy player of Tweedy Tricksters knows."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from tests.games.tweedy_tricksters.positions import TWICE, cards, dealt, do, game_with, playing, random_game
from weatherdeck.games.tweedy_tricksters import GAME, greedy, rules
from weatherdeck.games.tweedy_tricksters.rules import SEATS, State
from weatherdeck.games.tweedy_tricksters.words import parse, text
from weatherdeck.kernel import can_compile, compiled, rng_below

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not available")


def likes(s: State) -> dict[int, float]:
    """What the seat to move thinks of each legal action."""
    actions = GAME.legal(s)
    out = [0.0] * len(actions)
    greedy.prefer(s, actions, len(actions), out)
    return dict(zip(actions, out, strict=True))


def favourite(s: State) -> str:
    """The action that the seat to move likes best."""
    wishes = likes(s)
    return text(max(wishes, key=lambda action: wishes[action]))


def values(s: State) -> list[float]:
    """What a position is worth to each seat."""
    out = [0.0] * SEATS
    greedy.value(s, out)
    return out


def test_it_looks_only_at_what_the_seat_may_know_and_changes_nothing() -> None:
    for seed in range(4):
        for s, _ in random_game(GAME, seed):
            if not rules.is_over(s):
                before = bytes(s.pack())
                seen = s.copy()
                rules.redact(seen, s.to_move)
                assert likes(s) == likes(seen)
                assert bytes(s.pack()) == before


@needs_numba
def test_it_is_the_same_compiled() -> None:
    fast = compiled(greedy, checked=True)
    for seed in range(4):
        for s, _ in random_game(GAME, seed):
            loaded = fast.load(s)
            value, fast_value = [0.0] * SEATS, fast.floats(SEATS)
            greedy.value(s, value)
            fast.value(loaded, fast_value)
            assert list(fast_value) == value
            assert fast.chapter(loaded) == greedy.chapter(s) == s.round
            wishes = likes(s)
            row, out = fast.ints(len(wishes)), fast.floats(len(wishes))
            row[:] = list(wishes)
            fast.prefer(loaded, row, len(wishes), out)
            assert list(out) == list(wishes.values())
            assert bytes(loaded) == bytes(s.pack())


# ---------------------------------------------------------------- before the tricks
def test_it_drafts_a_high_card_where_it_has_none() -> None:
    hands = (("1312", "1321", "1411"), ("1123", "1141", "3112"), ("1132", "2113", "3211"), ("1114", "2131", "2221"))
    market = ("1213", "1222", "1231", "2122", "2212", "2311", "3121", "4111")
    s = dealt(dealer=1, hands=hands, market=market)
    assert s.to_move == 0
    assert favourite(s) == "take:4111"
    wishes = likes(s)
    assert wishes[parse("take:3121")] > wishes[parse("take:2311")]  # it has Foxes enough


def test_it_takes_the_suit_in_which_it_is_strongest() -> None:
    s = dealt(dealer=3)
    while s.phase == rules.TAKE_CARD:
        do(s, text(GAME.legal(s)[0]))
    s.hidden[0] = cards("4111", "3211", "3112")
    assert s.to_move == 0
    assert favourite(s) == "suit:ravens"


def test_it_makes_a_partner_of_who_drafted_well_and_not_of_who_leads() -> None:
    s = dealt(dealer=2)
    while s.phase != rules.PAIR:
        do(s, text(GAME.legal(s)[0]))
    assert s.to_move == 0
    s.suit[:] = [rules.RAVENS, rules.FOXES, rules.RATS, rules.TOADS]
    s.drafted[:] = [cards("1222", "1231"), cards("1141", "4111"), cards("1312", "1321"), cards("2122", "2212")]
    assert favourite(s) == "pairs:01-23"
    s.drafted[:] = [cards("1222", "1231"), cards("1321", "2122"), cards("1213", "1312"), cards("2212", "1132")]
    wishes = likes(s)
    assert min(wishes, key=lambda action: wishes[action]) == parse("pairs:02-13")


# ---------------------------------------------------------------- tricks
def test_who_plays_last_wins_if_a_card_can() -> None:
    s = playing([["1114", "1123"], ["1411", "3112"], ["2122", "2212"], ["1321", "4111"]], leader=0, pairs="02-13")
    do(s, "1114", "1411", "2122")  # Ravens: 3 against 1 and mine
    assert favourite(s) == "4111"


def test_who_cannot_win_keeps_the_high_cards() -> None:
    s = playing([["4111", "1213"], ["1141", "1132"], ["3112", "1222"], ["1411", "1231"]], leader=0, pairs="02-13")
    do(s, "4111", "1132", "3112")  # 7 against 1 and mine
    assert favourite(s) == "1231"


def test_who_has_won_already_keeps_the_high_cards() -> None:
    s = playing([["1213", "1141"], ["4111", "3112"], ["1222", "1132"], ["3211", "1231"]], leader=0, pairs="02-13")
    do(s, "1213", "4111", "1222")  # 2 against 4 and mine
    assert favourite(s) == "1231"


def test_the_fourth_trick_of_three_is_worth_less_than_the_third_of_two() -> None:
    assert greedy.STAKE[2, 2] > greedy.STAKE[3, 0]


# ---------------------------------------------------------------- strength
def test_the_value_follows_the_scores() -> None:
    s = dealt()
    s.score[:] = [5, 3, 3, 1]
    out = values(s)
    assert out[0] > out[1] == out[2] > out[3]
    assert sum(out) == pytest.approx(0)


def test_at_the_end_the_value_is_what_was_won() -> None:
    s = dealt()
    s.score[:] = [9, 8, 7, 3]
    s.phase = rules.OVER
    assert values(s) == pytest.approx([1 / 3, 1 / 3, -1 / 3, -1 / 3])


@needs_numba
def test_one_greedy_player_beats_three_who_play_at_random() -> None:
    fast = compiled(greedy)
    game = compiled(rules)
    actions, wishes, result = game.ints(rules.MAX_LEGAL), game.floats(rules.MAX_LEGAL), game.floats(SEATS)
    total = 0.0
    for seed in range(100):
        rng = game.rng(seed)
        s = game.load(GAME.new_state())
        game.deal(s, rng)
        while not game.is_over(s):
            n = game.legal(s, actions)
            if s["to_move"] == seed % SEATS:
                fast.prefer(s, actions, n, wishes)
                action = int(actions[wishes[:n].argmax()])
            else:
                action = int(actions[rng_below(rng, n)])
            game.apply(s, action, rng)
        game.returns(s, result)
        total += float(result[seed % SEATS])
    assert total / 100 > 0.25  # two who share the victory have 1/3 each; chance makes 0


def test_it_takes_an_owners_deck(tmp_path: Path) -> None:
    game = game_with(tmp_path, sorted(TWICE * 2))
    theirs = importlib.import_module(f"{game.package.__name__}.greedy")
    assert max(theirs.BEST) == 9
    for s, _ in random_game(game, 1):
        actions = game.legal(s)
        seen = s.copy()
        game.rules.redact(seen, s.to_move)
        wishes, others = [0.0] * len(actions), [0.0] * len(actions)
        theirs.prefer(s, actions, len(actions), wishes)
        theirs.prefer(seen, actions, len(actions), others)
        assert wishes == others
