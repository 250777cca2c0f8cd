"""What a redeal of Tradewinds fills in: the other hands, uniformly, and nothing else."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import combinations

import pytest

from tests.playouts import played
from tests.rulebook import rule
from tests.worlds import assert_uniform
from weatherdeck.games.tradewinds import GAME, rules
from weatherdeck.games.tradewinds.rules import SEATS, State
from weatherdeck.kernel import count, new_rng


def after(turns: int, *, seed: int = 1, open_hands: bool = False) -> State:
    """A random game after some turns."""
    state: State = played(GAME, seed, decisions=turns, options={"open_hands": open_hands}).state
    return state


def hands(s: State) -> Hashable:
    return tuple(s.hand)


def worlds(s: State, seat: int) -> dict[Hashable, int]:
    """All ways to deal what the seat cannot see, each of weight 1, by brute force."""
    seen = [*s.covering, *(c for c in range(27) if s.discard >> c & 1)]
    if seat >= 0:
        seen += [c for c in range(27) if s.hand[seat] >> c & 1]
    unseen = [c for c in range(27) if c not in seen]
    others = [other for other in range(SEATS) if other != seat]
    found: dict[Hashable, int] = {}
    for dealt in _dealt(unseen, [count(s.hand[other]) for other in others]):
        world = list(s.hand)
        for other, hand in zip(others, dealt, strict=True):
            world[other] = sum(1 << c for c in hand)
        found[tuple(world)] = 1
    return found


def _dealt(cards: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    if not sizes:
        assert cards == []
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        for rest in _dealt([c for c in cards if c not in hand], sizes[1:]):
            yield [hand, *rest]


@rule("TW-9")
@pytest.mark.parametrize(("turns", "seed"), [(16, 1), (17, 2), (18, 3), (19, 4), (20, 5), (22, 6)])
def test_the_other_hands_are_dealt_uniformly(turns: int, seed: int) -> None:
    s = after(turns, seed=seed)
    for seat in range(SEATS):
        possible = worlds(s, seat)
        if len(possible) > 1:
            assert_uniform(GAME, s, seat, possible, hands, seed=seat + 1)


@rule("TW-9")
def test_for_a_spectator_all_hands_are_dealt_uniformly() -> None:
    s = after(19, seed=7)
    redacted = GAME.redacted(s, None)
    rng = new_rng(1)
    possible = worlds(s, -1)
    seen = set()
    for _ in range(2000):
        dealt = redacted.copy()
        rules.redeal(dealt, -1, rng)
        seen.add(hands(dealt))
    assert seen == set(possible)


@rule("TW-9")
def test_with_open_hands_there_is_nothing_to_redeal() -> None:
    s = after(9, open_hands=True)
    for seat in range(SEATS):
        dealt = GAME.redacted(s, seat)
        rng = new_rng(1)
        rules.redeal(dealt, seat, rng)
        assert dealt == s
        assert rng == new_rng(1), "nothing is drawn"


@pytest.mark.parametrize("open_hands", [False, True])
def test_a_redeal_changes_nothing_that_the_seat_knows_and_leaves_a_sound_state(open_hands: bool) -> None:
    rng = new_rng(5)
    for turns in range(25):
        s = after(turns, seed=turns, open_hands=open_hands)
        for seat in (*range(SEATS), -1):
            redacted = s.copy()
            rules.redact(redacted, seat)
            dealt = redacted.copy()
            rules.redeal(dealt, seat, rng)
            assert GAME.audit.audit(dealt) == []
            rules.redact(dealt, seat)
            assert dealt.to_bytes() == redacted.to_bytes()


def test_the_true_hands_are_always_among_the_possible_ones() -> None:
    for seed in range(15):
        for turns in range(0, 24, 3):
            s = after(turns, seed=seed)
            for seat in range(SEATS):
                others = [s.hand[other] for other in range(SEATS) if other != seat]
                assert sum(others) == rules.hidden_completes(GAME.redacted(s, seat), seat)
                assert [count(hand) for hand in s.hand] == list(s.hand_size)
