"""Positions of Weathervanes put together by hand, in printed numbers and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from weatherdeck.games import multisets, registry
from weatherdeck.games.events import Event
from weatherdeck.games.weathervanes import rules, words
from weatherdeck.games.weathervanes.rules import NONE, SEATS, State
from weatherdeck.kernel import count, listening, new_rng

GAME = registry.load("weathervanes")
CELLS = {"nw": 0, "n": 1, "ne": 2, "w": 3, "first": 4, "e": 5, "sw": 6, "s": 7, "se": 8}


def dealt(seed: int = 1, **options: int) -> State:
    """A game just dealt."""
    state: State = GAME.new_state(4, options)
    rules.deal(state, new_rng(seed))
    return state


def cards(numbers: Sequence[int]) -> int:
    """A multiset of printed numbers."""
    found = 0
    for number in numbers:
        found = multisets.with_one(found, number - 1)
    return found


def table(
    hands: Sequence[Sequence[int]],
    *,
    display: Sequence[int] = (1, 2, 3, 4),
    tokens: str = "rygb",
    leader: int = 0,
    round_: int = 0,
    **options: int,
) -> State:
    """A trick about to be led, with empty tableaux."""
    state = dealt(1, **options)
    for seat in range(SEATS):
        state.hand[seat] = cards(hands[seat])
        state.hand_size[seat] = len(hands[seat])
        state.display[seat] = display[seat] - 1
        state.token[seat] = words.SUIT_LETTERS.index(tokens[seat])
    state.round = round_
    state.aside = 0
    state.aside_size = 0
    rules.start_trick(state, leader)
    return state


def lay(state: State, seat: int, tableau: Mapping[str, int]) -> None:
    """Lay a tableau, by place."""
    rules.clear_tableau(state, seat)
    for place, number in tableau.items():
        state.tableau[seat, CELLS[place]] = number - 1
        state.occupied[seat] |= 1 << CELLS[place]


def tableau(state: State, seat: int) -> dict[str, int]:
    """What lies in a tableau, by place."""
    return {
        place: int(state.tableau[seat, cell]) + 1 for place, cell in CELLS.items() if state.tableau[seat, cell] != NONE
    }


def legal(state: State) -> set[str]:
    """The legal actions, in notation; each must be there once."""
    actions = GAME.legal(state)
    assert len(set(actions)) == len(actions), "an action is offered twice"
    return {words.text(action) for action in actions}


def play(state: State, *moves: str, seed: int = 1) -> list[Event]:
    """Make moves, each of which must be legal; what was told."""
    rng = new_rng(seed)
    with listening() as told:
        for move in moves:
            assert move in legal(state), f"{move} is not among {sorted(legal(state))}"
            rules.apply(state, words.parse(move), rng)
    return [rules.EVENTS.read(one) for one in told]


def places(first: Mapping[str, int], number: int) -> set[str]:
    """Where a card may lie beside a tableau."""
    state = dealt()
    lay(state, 0, first)
    open_cells = rules.open_cells(state, 0, number - 1)
    return {place for place, cell in CELLS.items() if open_cells >> cell & 1}


def worth(tableau: Mapping[str, int], token: str, *, final: bool = False, **options: int) -> int:
    """What a tableau scores with a Bonus Token."""
    state = dealt(1, **options)
    lay(state, 0, tableau)
    state.token[0] = words.SUIT_LETTERS.index(token)
    return rules.worth(state, 0, final)


def numbers(multiset: int) -> list[int]:
    """The printed numbers of a multiset."""
    return [n + 1 for n in range(24) for _ in range(count(multiset >> 2 * n & 3))]
