"""One batch of a run as tables: a pure function of the plan and the batch's number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

from ...bots.levels import policy_of
from ...games.game import Game
from . import by_hand, recorder
from .columns import card_sets, figures_of, schema, tables
from .kept import Kept, Numbers, Takes
from .plan import RunPlan
from .studio import Studio, studio_of


def play(plan: RunPlan, number: int) -> dict[str, pa.Table]:
    """Play a batch, and return its tables."""
    game, numbers = plan.load(), np.array(plan.span(number))
    policies = [policy_of(name, game) for name in plan.bots]
    given = [policy for policy in policies if policy is not None]
    if len(given) == len(policies):
        kept = studio_of(plan.ref).play(given, plan, numbers).kept()
    else:
        kept = by_hand.play(game, plan, numbers)
    return _tables(game, plan, kept)


def play_together(
    studio: Studio, plan: RunPlan, numbers: Sequence[int]
) -> Iterator[tuple[int, Callable[[], dict[str, pa.Table]]]]:
    """Play several batches at once, by policies only. Making the tables of each is left to do."""
    game = plan.load()
    policies = [policy for name in plan.bots if (policy := policy_of(name, game)) is not None]
    spans = [plan.span(number) for number in numbers]
    takes = studio.play(policies, plan, np.concatenate([np.array(span) for span in spans]))
    first = 0
    for number, span in zip(numbers, spans, strict=True):
        yield number, partial(_cut, plan, takes, first, first + len(span))
        first += len(span)


def _cut(plan: RunPlan, takes: Takes, first: int, last: int) -> dict[str, pa.Table]:
    return _tables(plan.load(), plan, takes.kept(first, last))


# ---------------------------------------------------------------- as tables
def _tables(game: Game, plan: RunPlan, kept: Kept) -> dict[str, pa.Table]:
    columns = {
        "games": _game_columns(game, plan, kept),
        "seats": _seat_columns(game, plan, kept),
        "hands": _hand_columns(game, plan, kept),
    }
    if plan.decisions:
        columns["decisions"] = _decision_columns(kept)
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


def _game_columns(game: Game, plan: RunPlan, kept: Kept) -> dict[str, Any]:
    numbers = kept.numbers
    names = ("first", "decisions", "choices", "forced", "rounds", "lead_changes", "settled", "winners")
    figures = {figure.name: kept.counts[:, place] for place, figure in enumerate(figures_of(game).game)}
    return (
        {"game": numbers, "seed": plan.first_seed + numbers // plan.repeats, "replay": numbers % plan.repeats}
        | {name: kept.games[:, place] for place, name in enumerate(names)}
        | figures
    )


def _seat_columns(game: Game, plan: RunPlan, kept: Kept) -> dict[str, Any]:
    numbers = np.repeat(kept.numbers, plan.players)
    seats = np.tile(np.arange(plan.players), len(kept.numbers))
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


def _hand_columns(game: Game, plan: RunPlan, kept: Kept) -> dict[str, Any]:
    sets = {"dealt": recorder.H_DEALT, "held": recorder.H_HELD, "played": recorder.H_PLAYED}
    chapters = kept.games[:, recorder.G_CHAPTERS]
    return {
        "game": np.repeat(kept.numbers, chapters * plan.players),
        "round": np.repeat(_counted(chapters), plan.players),
        "seat": np.tile(np.arange(plan.players), chapters.sum()),
        "gain": kept.hands[:, recorder.H_GAIN],
    } | {name: kept.hands[:, sets[name]] for name in card_sets(game)}


def _decision_columns(kept: Kept) -> dict[str, Any]:
    made = kept.games[:, recorder.G_DECISIONS]
    return {"game": np.repeat(kept.numbers, made), "number": _counted(made)} | {
        name: kept.decisions[:, place] for place, name in enumerate(("round", "seat", "legal", "action"))
    }


def _counted(lengths: Numbers) -> Numbers:
    """Numbers from 0 up to each length, one after the other."""
    ends = np.cumsum(lengths)
    counted: Numbers = np.arange(ends[-1]) - np.repeat(ends - lengths, lengths)
    return counted
