"""What the greedy player of Tradewinds knows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.tradewinds.positions import GENEROUS, blow, position
from tests.playouts import random_states
from weatherdeck.games.tradewinds import GAME, greedy, rules
from weatherdeck.games.tradewinds.board import face_up
from weatherdeck.games.tradewinds.rules import FACING, PILES, SEATS, SHOWN, State
from weatherdeck.games.tradewinds.words import parse, text
from weatherdeck.kernel import can_compile, compiled

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not available")


def likes(s: State) -> list[float]:
    """What the seat to move thinks of each legal action."""
    actions = GAME.legal(s)
    out = [0.0] * len(actions)
    greedy.prefer(s, actions, len(actions), out)
    return out


def wish(s: State, *cards: str) -> list[float]:
    """What the seat to move thinks of these Completes, which it has."""
    s.hand[s.to_move] = sum(1 << parse(card) for card in cards)
    out = [0.0] * len(cards)
    greedy.prefer(s, [parse(card) for card in cards], len(cards), out)
    return out


def states(seed: int, *, open_hands: bool = False) -> Iterator[State]:
    """The states of a random game in which a decision is asked for."""
    for s in random_states(GAME, seed, options={"open_hands": open_hands}):
        if not rules.is_over(s):
            yield s


@pytest.mark.parametrize("open_hands", [False, True])
def test_it_looks_only_at_what_the_seat_may_know_and_changes_nothing(open_hands: bool) -> None:
    for seed in range(10):
        for s in states(seed, open_hands=open_hands):
            before = bytes(s.pack())
            seen = s.copy()
            rules.redact(seen, s.to_move)
            assert likes(s) == likes(seen)
            assert bytes(s.pack()) == before


@needs_numba
def test_it_is_the_same_compiled() -> None:
    fast = compiled(greedy, checked=True)
    for seed in range(10):
        for s in states(seed):
            actions = GAME.legal(s)
            loaded = fast.load(s)
            row = fast.ints(len(actions))
            row[:] = actions
            out = fast.floats(len(actions))
            fast.prefer(loaded, row, len(actions), out)
            assert list(out) == likes(s)
            assert bytes(loaded) == bytes(s.pack())
            value, fast_value = [0.0] * SEATS, fast.floats(SEATS)
            greedy.value(s, value)
            fast.value(loaded, fast_value)
            assert list(fast_value) == value
            assert fast.chapter(loaded) == greedy.chapter(s) == 0


def test_its_wind_is_the_wind_of_the_rules() -> None:
    for seed in range(30):
        for s in states(seed):
            tops, nexts, gaps = _looked_at(s)
            for action in GAME.legal(s):
                foreseen = greedy.wind(s, s.to_move, SHOWN[action], tops, nexts, gaps)
                after = s.copy()
                blow(after, text(action))
                assert foreseen == (after.score - s.score, *_looked_at(after))


def _looked_at(s: State) -> tuple[int, int, int]:
    """The tops, what lies next to them and the gaps, as greedy has them."""
    tops = nexts = gaps = 0
    for place in range(PILES):
        pile = FACING[s.to_move, place]
        seen = face_up(s, pile) or [greedy.FACE_DOWN] * (s.down[pile] > 0)
        tops |= (seen[-1] if seen else 0) << 4 * place
        nexts |= (seen[-2] if len(seen) > 1 else 0) << 4 * place
        gaps |= (not seen) << place
    return tops, nexts, gaps


# ---------------------------------------------------------------- positions
# North's wind blows south; for South all scores here but Partial, Blue and Square.
def test_it_takes_what_scores_and_leaves_what_deducts() -> None:
    s = position("xxxP xxxB xxxS xxxH xxxG xxxT xxxF xxxB xxxR", true=GENEROUS)
    scores, deducts = wish(s, "FRS", "PBC")
    assert scores > deducts + 1


def test_it_brings_a_single_to_the_edge_where_it_scores() -> None:
    s = position("xxxP xxxP xxxB xxxS xxxG xxxS xxxB xxxB xxxS", true=GENEROUS)
    nearer, stays = wish(s, "FGC", "FRC")  # Green goes from the middle to the pile before South
    assert nearer > stays


def test_it_keeps_the_complete_that_suits_the_receiving_player() -> None:
    s = position("xxxF xxxG xxxC xxxF xxxG xxxC xxxF xxxG xxxC", to_move=rules.SOUTH)
    suits, does_not = wish(s, "PRT", "HRT")  # nothing moves; Partial scores for North, and Hollow does not
    assert suits < does_not


def test_at_the_last_turn_only_points_count() -> None:
    for s in states(3):
        if s.turn == rules.TURNS - 1:
            (only,) = likes(s)
            after = s.copy()
            blow(after, text(GAME.legal(s)[0]))
            assert only == after.score - s.score


# ---------------------------------------------------------------- strength
def test_the_value_is_one_for_all_and_grows_with_the_score() -> None:
    s = position("xxxF xxxG xxxC xxxF xxxG xxxC xxxF xxxG xxxC")
    before = -9.0
    for score in range(-36, 37):
        s.score = score
        out = [0.0] * SEATS
        greedy.value(s, out)
        assert len(set(out)) == 1
        assert out[0] > before
        before = out[0]


@needs_numba
def test_four_greedy_players_do_far_better_than_chance() -> None:
    fast = compiled(greedy)
    game = compiled(rules)
    total = wins = 0
    for seed in range(300):
        rng = game.rng(seed)
        s = game.load(GAME.new_state())
        game.deal(s, rng)
        actions, wishes = game.ints(rules.MAX_LEGAL), game.floats(rules.MAX_LEGAL)
        while not game.is_over(s):
            n = game.legal(s, actions)
            fast.prefer(s, actions, n, wishes)
            game.apply(s, int(actions[wishes[:n].argmax()]), rng)
        total += int(s["score"])
        wins += bool(game.won(s))
    assert total / 300 > 11  # chance makes 0, and taking the most points at once 10.5
    assert wins > 270
