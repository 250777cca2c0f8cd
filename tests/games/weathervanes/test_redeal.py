"""Weathervanes: a redeal is uniform over the worlds that agree with all that was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from itertools import combinations

import pytest

from tests.games.weathervanes.positions import GAME, cards, numbers, table
from tests.playouts import random_states
from tests.worlds import assert_uniform
from weatherdeck.games import multisets
from weatherdeck.games.weathervanes import rules
from weatherdeck.games.weathervanes.rules import ALL_CARDS, BLUE, GREEN, RED, SEATS, SHOWING, YELLOW, State
from weatherdeck.kernel import count, lowest, new_rng
from weatherdeck.match import Match


def small(hands: list[list[int]], aside: list[int], shown_out: dict[int, list[tuple[int, int]]]) -> State:
    """A position in which everything but these hands and the cards left over has been seen (it is discarded)."""
    s = table(hands)
    s.aside, s.aside_size = cards(aside), len(aside)
    for seat, shown in shown_out.items():
        for corner, suit in shown:
            s.cannot_hold[seat] |= SHOWING[corner, suit]
        assert s.hand[seat] & s.cannot_hold[seat] == 0, "the true hand must agree with what was shown"
    there = Counter([n for hand in hands for n in hand] + aside + [card + 1 for card in s.display])
    for number in range(1, 25):
        for _ in range(2 - there[number]):
            s.discard = multisets.with_one(s.discard, number - 1)
    assert GAME.audit.audit(s) == []
    return s


def world(s: State) -> Hashable:
    return (*(tuple(numbers(hand)) for hand in s.hand), tuple(numbers(s.aside)))


def worlds(s: State, seat: int) -> Counter[Hashable]:
    """Every way to deal the unseen cards (two copies of a number are two cards), by brute force."""
    hidden = rules.unseen_cards(s, seat)
    unseen = [card for card in range(48) if hidden >> card & 1]
    others = [other for other in range(SEATS) if other != seat]
    found: Counter[Hashable] = Counter()

    def fill(at: int, left: list[int], hands: dict[int, list[int]]) -> None:
        if at == len(others):
            printed = [tuple(sorted(card // 2 + 1 for card in hands[other])) for other in range(SEATS)]
            found[(*printed, tuple(sorted(card // 2 + 1 for card in left)))] += 1
            return
        other = others[at]
        may = [card for card in left if not s.cannot_hold[other] >> 2 * (card // 2) & 1]
        for hand in combinations(may, s.hand_size[other]):
            fill(at + 1, [card for card in left if card not in hand], {**hands, other: list(hand)})

    mine = [n - 1 for n in numbers(s.hand[seat])]
    fill(0, unseen, {seat: [2 * n for n in mine]})
    return found


POSITIONS = {
    "nothing shown": small([[20], [5, 6], [7, 8], [9, 10]], [], {}),
    "a card left over": small([[20], [5, 6], [7, 8], [9]], [11], {}),
    "two copies": small([[20, 21], [5, 5], [6, 7], [8, 9]], [], {}),
    "one has shown out": small([[20], [5, 6], [7, 8], [9, 10]], [], {2: [(0, BLUE)]}),
    "all have shown out": small(
        [[20], [5, 6], [7, 8, 13], [9, 10]], [11], {1: [(0, RED)], 2: [(0, BLUE)], 3: [(1, RED)]}
    ),
    "two suits in two corners": small(
        [[20], [5, 6], [7, 12], [9, 10]], [11, 1], {1: [(0, RED), (1, YELLOW)], 3: [(1, RED), (0, BLUE)]}
    ),
    "uneven hands in the middle of a trick": small([[20, 3], [5, 6], [7], [9]], [14, 17], {2: [(2, GREEN)]}),
    "forced": small([[20], [5, 6], [7], [9]], [], {1: [(0, RED), (0, YELLOW)], 3: [(0, BLUE), (0, GREEN)]}),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seat", range(SEATS))
def test_a_redeal_is_uniform_over_the_worlds_counted_by_brute_force(name: str, seat: int) -> None:
    s = POSITIONS[name]
    counted = worlds(s, seat)
    assert_uniform(GAME, s, seat, counted, world)


def test_the_true_world_is_always_among_those_a_redeal_may_give() -> None:
    """Along whole games, what a seat cannot see is just what is hidden, and no hand breaks what it showed."""
    for seed in range(12):
        for s in random_states(GAME, seed):
            for seat in range(SEATS):
                hidden = s.aside
                for other in range(SEATS):
                    if other != seat:
                        hidden = multisets.merged(hidden, s.hand[other])
                        assert s.hand[other] & s.cannot_hold[other] == 0
                assert multisets.stacked(rules.unseen_cards(s, seat)) == hidden


def test_a_redeal_of_a_full_hand_uses_every_unseen_card_once() -> None:
    match = Match(GAME, seed=9)
    rng = new_rng(2)
    seen: Counter[int] = Counter()
    for _ in range(400):
        s = GAME.redacted(match.state, 1)
        rules.redeal(s, 1, rng)
        assert GAME.audit.audit(s) == []
        seen.update(numbers(s.hand[0]))
    expected = 400 * 11 / 33
    unseen = rules.unseen_cards(match.state, 1)
    copies = Counter(lowest(1 << card) // 2 + 1 for card in range(48) if unseen >> card & 1)
    for number, n in copies.items():
        assert abs(seen[number] - n * expected) < 6 * (n * expected) ** 0.5, number
    assert count(unseen & ALL_CARDS) == 33
