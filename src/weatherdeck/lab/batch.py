"""One batch of a run as tables: a pure function of the plan and the batch's number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .. import kernel
from ..bots.bot import tell
from ..bots.levels import policy_of
from ..bots.policy import Policy
from ..bots.thinking import new_mind, new_pad
from ..games.game import Game, as_module
from ..games.reference import GameRef
from ..kernel import Progress, Twin, new_rng
from . import plain, players, recorder
from .columns import card_sets, figures_of, schema, tables
from .plan import RunPlan
from .recorder import DECISION, GAME, HAND, Book, Ledger, Order, Summary, Table

Numbers = npt.NDArray[np.int64]
CHAPTERS = 5
"""Average rounds of a game that there is room for at first,"""
DECISIONS = 260
"""and decisions."""


def roles(game: Game) -> list[ModuleType]:
    """The modules that the recorder is joined to. The figures come first: they may replace functions of the others."""
    return [as_module(game.figures), game.module, plain if game.greedy is None else as_module(game.greedy)]


def compile_for(game: Game, progress: Progress | None = None) -> None:
    """Compile what a game needs in the lab: once, with progress shown, and not in each process."""
    if kernel.can_compile():
        kernel.compiled(recorder, *roles(game), progress=progress)


@dataclass
class Kept:
    """The records of some games, as tables of numbers."""

    games: Numbers  # [game, GAME]
    counts: Numbers  # [game, figure]
    scores: Numbers  # [game, seat]
    returned: npt.NDArray[np.float64]  # [game, seat]
    hands: Numbers  # [hand, HAND]
    decisions: Numbers  # [decision, DECISION]


def play(plan: RunPlan, number: int) -> dict[str, pa.Table]:
    """Play a batch, and return its tables."""
    game, span = plan.load(), plan.span(number)
    policies = [policy_of(name, game) for name in plan.bots]
    given = [policy for policy in policies if policy is not None]
    if len(given) == len(policies):
        kept = _studio(plan.ref).play(given, plan, span)
    else:
        kept = _by_hand(game, plan, span)
    return _tables(game, plan, span, kept)


# ---------------------------------------------------------------- without Python in the loop
class Studio:
    """A game compiled with everything that it takes to play and record it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        if kernel.can_compile():
            self._twin: Twin = kernel.compiled(recorder, *roles(game))
        else:
            self._twin = kernel.interpreted(recorder, *roles(game))

    def play(self, policies: Sequence[Policy], plan: RunPlan, span: range) -> Kept:
        """Play the games of a span and record them."""
        twin, game = self._twin, self.game
        blank = twin.load(game.new_state(plan.players, plan.options))
        table = twin.make(
            Table,
            blank=blank,
            policies=twin.load_all(policies),
            seats=twin.load_all(policies),
            rng=kernel.RNG_WORDS,
            thoughts=kernel.RNG_WORDS,
        )
        pad = new_pad(game, twin, max(policy.simulations for policy in policies))
        mind = new_mind(twin, blank)
        width = figures_of(game).size(plan.players)
        room = Room(len(span) * plan.players * CHAPTERS, len(span) * DECISIONS if plan.decisions else 0)
        parts: list[Kept] = []
        done = 0
        while done < len(span):
            left = len(span) - done
            book, summary = room.book(twin, width), new_summary(twin, left, plan.players, width)
            order = Order(
                first=span[done], games=left, seed=plan.first_seed, repeats=plan.repeats, rotating=int(plan.rotating)
            )
            fitted = int(twin.record_games(twin.load(order), book, summary, table, pad, mind))
            if fitted == 0:  # there is too little room for even one long game
                room = Room(2 * room.hands + plan.players, 2 * room.decisions)
                continue
            parts.append(_kept(twin, book, summary, fitted, plan.players))
            done += fitted
        return _joined(parts)


@dataclass(frozen=True)
class Room:
    """For how many hands and decisions there is room in a book."""

    hands: int
    decisions: int

    def book(self, twin: Twin, width: int) -> Book:
        """Make a book with so many figures for each game."""
        return twin.make(
            Book,
            ledger=twin.load(Ledger(all_hands=self.hands, all_decisions=self.decisions)),
            figures=width,
            hands=self.hands * HAND,
            decisions=self.decisions * DECISION,
        )


def new_summary(twin: Twin, games: int, players: int, width: int) -> Summary:
    """Make the summary of so many games, with so many figures each."""
    return twin.make(
        Summary,
        results=players,
        games=games * GAME,
        counts=games * width,
        scores=games * players,
        returned=games * players,
    )


@cache
def _studio(ref: GameRef) -> Studio:
    """The studio of a game; there is one per process."""
    return Studio(ref.load())


def _kept(twin: Twin, book: Book, summary: Summary, games: int, seats: int) -> Kept:
    """The rows as far as they are filled, one entry below the other."""

    def cut(row: Any, entries: int, width: int, kind: type = np.int64) -> npt.NDArray[Any]:
        return np.array(row[: entries * width], kind).reshape(entries, width)

    return Kept(
        cut(summary.games, games, GAME),
        cut(summary.counts, games, len(book.figures)),
        cut(summary.scores, games, seats),
        cut(summary.returned, games, seats, np.float64),
        cut(book.hands, twin.get(book.ledger, "hands"), HAND),
        cut(book.decisions, twin.get(book.ledger, "kept_decisions"), DECISION),
    )


def _joined(parts: Sequence[Kept]) -> Kept:
    return parts[0] if len(parts) == 1 else Kept(*(np.concatenate(row) for row in zip(*map(_rows, parts), strict=True)))


def _rows(kept: Kept) -> Iterable[npt.NDArray[Any]]:
    return kept.games, kept.counts, kept.scores, kept.returned, kept.hands, kept.decisions


# ---------------------------------------------------------------- with Python in the loop
def _by_hand(game: Game, plan: RunPlan, span: range) -> Kept:
    """Play with bots that are not policies: the recorder runs interpreted, game by game."""
    twin = kernel.interpreted(recorder, *roles(game))
    width = figures_of(game).size(plan.players)
    parts: list[Kept] = []
    for number in span:
        room = Room(plan.players * CHAPTERS, DECISIONS if plan.decisions else 0)
        while True:
            book = room.book(twin, width)
            book.ledger.game = number
            state = _play_by_hand(twin, game, plan, book)
            if not book.ledger.full:
                break
            room = Room(2 * room.hands, 2 * room.decisions)
        summary = new_summary(twin, 1, plan.players, width)
        twin.close_game(book, summary, state, 0)
        parts.append(_kept(twin, book, summary, 1, plan.players))
    return _joined(parts)


def _play_by_hand(twin: Twin, game: Game, plan: RunPlan, book: Book) -> Any:
    """Play a game to its end, with the same deal as without Python in the loop."""
    number, seed = book.ledger.game, plan.first_seed + book.ledger.game // plan.repeats
    book.ledger.seed = seed
    table = [
        players.seated(plan.bot_in(seat, number), seed, number % plan.repeats, seat, plan.bots)
        for seat in range(plan.players)
    ]
    state, view = game.new_state(plan.players, plan.options), game.rules.State()
    rng = new_rng(seed)
    game.rules.deal(state, rng)
    twin.open_game(book, state, view)
    while not game.rules.is_over(state):
        legal, seat = game.legal(state), state.to_move
        action = legal[0] if len(legal) == 1 else table[seat].choose(game, game.redacted(state, seat), legal)
        for place, bot in enumerate(table):
            tell(bot, game, state, place, action)
        before = state.copy()
        game.rules.apply(state, action, rng)
        twin.after_move(book, len(legal), action, before, state, view)
    return state


# ---------------------------------------------------------------- as tables
def _tables(game: Game, plan: RunPlan, span: range, kept: Kept) -> dict[str, pa.Table]:
    columns = {
        "games": _game_columns(game, plan, span, kept),
        "seats": _seat_columns(game, plan, span, kept),
        "hands": _hand_columns(game, kept),
        "decisions": _decision_columns(kept),
    }
    return {
        name: pa.Table.from_arrays(
            [_array(columns[name][column.name], column.type) for column in described], schema=schema(described)
        )
        for name, described in tables(game, plan.decisions).items()
    }


def _array(values: Any, kind: pa.DataType) -> pa.Array:
    if isinstance(values, pa.Array):
        return values
    return pa.array(values.astype(kind.to_pandas_dtype()), kind)


def _game_columns(game: Game, plan: RunPlan, span: range, kept: Kept) -> dict[str, Any]:
    numbers = np.array(span)
    names = ("seed", "first", "decisions", "choices", "forced", "rounds", "lead_changes", "settled", "winners")
    figures = {figure.name: kept.counts[:, place] for place, figure in enumerate(figures_of(game).game)}
    return (
        {"game": numbers, "replay": numbers % plan.repeats}
        | {name: kept.games[:, place] for place, name in enumerate(names)}
        | figures
    )


def _seat_columns(game: Game, plan: RunPlan, span: range, kept: Kept) -> dict[str, Any]:
    numbers, seats = np.repeat(np.array(span), plan.players), np.tile(np.arange(plan.players), len(span))
    shift = numbers % plan.repeats % plan.players if plan.rotating else 0
    names = sorted(set(plan.bots))
    places = np.array([names.index(name) for name in plan.bots], np.int8)
    bots = pa.DictionaryArray.from_arrays(pa.array(places[(seats - shift) % plan.players]), pa.array(names))
    figures = figures_of(game)
    counts = kept.counts[:, len(figures.game) :].reshape(len(numbers), len(figures.seat))
    first = np.repeat(kept.games[:, recorder.G_FIRST], plan.players)
    return {
        "game": numbers,
        "seat": seats,
        "bot": bots,
        "turn": (seats - first) % plan.players,
        "score": kept.scores.ravel(),
        "result": kept.returned.ravel(),
        "won": (np.repeat(kept.games[:, recorder.G_WINNERS], plan.players) >> seats & 1).astype(bool),
    } | {figure.name: counts[:, place] for place, figure in enumerate(figures.seat)}


def _hand_columns(game: Game, kept: Kept) -> dict[str, Any]:
    sets = {"dealt": recorder.H_DEALT, "held": recorder.H_HELD, "played": recorder.H_PLAYED}
    places = {
        "game": recorder.H_GAME,
        "round": recorder.H_CHAPTER,
        "seat": recorder.H_SEAT,
        "gain": recorder.H_GAIN,
    } | {name: sets[name] for name in card_sets(game)}
    return {name: kept.hands[:, place] for name, place in places.items()}


def _decision_columns(kept: Kept) -> dict[str, Any]:
    names = ("game", "number", "round", "seat", "legal", "action")
    return {name: kept.decisions[:, place] for place, name in enumerate(names)}
