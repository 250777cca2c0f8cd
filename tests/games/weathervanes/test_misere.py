"""WV-30 as the greedy player knows it: the last cards of the game are placed so that the final tableau is small."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulebook import rule
from weatherdeck.games import registry
from weatherdeck.games.weathervanes import greedy, rules
from weatherdeck.kernel import count, new_rng

GAME = registry.load("weathervanes")


@rule("WV-30")
def test_the_last_card_of_the_last_trick_is_placed_so_that_the_display_card_does_not_fit() -> None:
    """Wherever there is a choice, the taught player keeps out the card that would make the final tableau larger."""
    choices = 0
    for seed in range(12):
        state, rng = GAME.new_state(4, {"partial_misere": True}), new_rng(seed)
        rules.deal(state, rng)
        while not rules.is_over(state):
            legal = GAME.legal(state)
            likes = [0.0] * len(legal)
            greedy.prefer(state.copy(), legal, len(legal), likes)
            best = likes.index(max(likes))
            last = state.round == state.rounds - 1 and state.hand_size[state.to_move] == 0 and not state.ending
            if state.phase == rules.PLACE and last and len(legal) > 1:
                choices += 1
                ends = [ending(state, action) for action in legal]
                assert ends[best] == max(ends)
            rules.apply(state, legal[best], rng)
    assert choices > 3


def ending(state: Any, action: int) -> int:
    """What the seat to move has at the end if it places the card there, and its Display card as well as it can."""
    seat, after = state.to_move, state.copy()
    cell = rules.CELL[action - rules.FIRST_PLACE]
    after.tableau[seat, cell] = state.to_place
    after.occupied[seat] |= 1 << cell
    scored: int = rules.worth(after, seat, False)
    card = state.played[seat]
    if count(after.occupied[seat]) == 4:
        return scored - 1
    cells = [at for at in range(rules.CELLS) if rules.open_cells(after, seat, card) >> at & 1]
    if not cells:
        return scored - 1
    found = []
    for at in cells:
        laid = after.copy()
        laid.tableau[seat, at] = card
        laid.occupied[seat] |= 1 << at
        found.append(rules.worth(laid, seat, True))
    return max(found)


def test_the_rest_of_the_last_round_is_worth_more_with_more_cards_to_come() -> None:
    points = [[greedy.CLOSING[to_come, n] / 4 for n in range(4)] for to_come in range(greedy.MOST_TO_COME + 1)]
    assert points[0] == [0, -1, -4, -9], "no card to come: the tableau counts negative"
    assert all(points[to_come][1] > points[to_come - 1][1] for to_come in range(3, greedy.MOST_TO_COME + 1))
    assert all(greedy.SIGN[0, n] == -1 for n in range(4))
    assert all(greedy.SIGN[greedy.MOST_TO_COME, n] == 1 for n in range(4))


@pytest.mark.parametrize("seed", range(3))
def test_without_the_option_nothing_closes(seed: int) -> None:
    state, rng = GAME.new_state(4), new_rng(seed)
    rules.deal(state, rng)
    while not rules.is_over(state):
        assert not greedy.closes(state)
        rules.apply(state, GAME.legal(state)[0], rng)
