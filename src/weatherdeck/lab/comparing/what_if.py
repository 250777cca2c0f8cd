"""What if? Every small change that a game allows, tried on the same deals and ranked by what it does to who wins.

The changes are decks one step from the deck (`variations.py` of the game), every option and parameter one step up and
down, and powers that one seat may not use: restricted play, in another seat with each deal.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from ...bots.evidence import student
from ...errors import Problem
from ...games.game import Game
from ...games.options import OptionError, as_texts
from ...games.reference import GameRef
from ...games.variations import option_steps
from ..files import write
from ..measuring.measure import Findings
from ..measuring.moments import FEWEST, Figure
from ..playing.design import TRIES, Design, LineUp, design_of
from ..playing.engines import Engine, Processes
from ..playing.plan import RunPlan
from ..playing.setup import AnyGame, Setup, setup_of
from ..studies import OnProgress, notes_on, play_together, stage
from . import what_if_page
from .comparison import Variant, base_name, begin
from .knowledge import ignored
from .pairing import RESTRICTED, both, change, is_nothing, is_there, pair, wins_of

if TYPE_CHECKING:
    import polars as pl  # loaded when a frame is asked for

Kind: TypeAlias = Literal["cards", "options", "parameters", "powers"]
KINDS: tuple[Kind, ...] = ("cards", "options", "parameters", "powers")
ERROR = 0.05
"""The family-wise error rate of all intervals together."""
RESTRICTED_SEAT = "win rate of the seat without it"


@dataclass(frozen=True)
class Try:
    """A variation to try."""

    name: str
    kind: Kind
    plan: RunPlan


@dataclass(frozen=True)
class Tries:
    """What is tried, and what the rules do not allow."""

    base: RunPlan
    tries: tuple[Try, ...]
    refused: tuple[tuple[str, str], ...] = ()  # the name of a variation, and why it cannot be played


@dataclass(frozen=True)
class Effect:
    """What a variation does to who wins: of the figures that say so, the one that changes most (significantly)."""

    name: str
    kind: Kind
    figure: str
    base: Figure
    other: Figure
    difference: Figure
    half: float  # half the width of its interval, which holds together with those of all others
    bound: float  # the largest change of any of the figures that say who wins, as far as their intervals reach
    decisions: Figure  # the change in decisions per game
    ignored: tuple[str, ...] = ()  # the options that it changes and the bots do not know: it may be about the bots

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.difference.mean - self.half

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.difference.mean + self.half

    @property
    def shown(self) -> bool:
        """Whether it is significant, with everything that was tried taken into account."""
        return self.difference.deals >= FEWEST and (self.low > 0 or self.high < 0)


@dataclass(frozen=True)
class WhatIf:
    """Everything that was tried, the largest effect first."""

    game: Game
    folder: Path
    base: Variant
    effects: tuple[Effect, ...]
    tested: int  # figures that the intervals hold for together
    refused: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    interrupted: bool = False

    def summary(self) -> list[str]:
        """The largest effects in sentences, and what a reader must know about them."""
        return what_if_page.summary(self)

    def lines(self) -> list[str]:
        """The summary and the table, as text for a terminal."""
        return what_if_page.lines(self)

    def frame(self) -> pl.DataFrame:
        """All effects as a Polars frame, in games per hundred."""
        import polars as pl

        return pl.DataFrame(
            [
                {
                    "variation": effect.name,
                    "kind": effect.kind,
                    "figure": effect.figure,
                    "base": effect.base.mean,
                    "value": effect.other.mean,
                    "games_per_hundred": 100 * effect.difference.mean,
                    "low": 100 * effect.low,
                    "high": 100 * effect.high,
                    "significant": effect.shown,
                    "about_the_bot": bool(effect.ignored),
                }
                for effect in self.effects
            ]
        )

    def write_report(self, path: Path | str | None = None, command: str = "") -> Path:
        """Write the page as one HTML file, by default `report.html` in the folder, and return its path."""
        target = Path(path) if path is not None else self.folder / "report.html"
        write(target, what_if_page.page(self, command))
        return target


def what_if(
    game: AnyGame,
    kinds: Collection[str] = KINDS,
    design: Design | Sequence[str] = TRIES,
    *,
    matching: str = "",
    folder: Path | str | None = None,
    engine: Engine | None = None,
    on_progress: OnProgress | None = None,
) -> WhatIf:
    """Try every variation of a game on the same deals, and rank them by their effect on who wins.

    `kinds` are some of "cards", "options", "parameters" and "powers"; `matching` is a text that the name of a variation
    must contain. Games are kept in the folder, by default `lab/GAME-what-if`, so a stopped call resumes.
    """
    setup, engine = setup_of(game), engine or Processes()
    loaded = setup.load()
    tried = tries(setup, design_of(design), kinds, matching)
    target = Path(folder) if folder is not None else Path("lab") / f"{loaded.name}-what-if"
    plans = {base_name(setup): tried.base} | {one.name: one.plan for one in tried.tries}
    base, *others = begin(target, plans, engine)
    interrupted = not play_together([base.run, *(variant.run for variant in others)], engine, on_progress)
    played = [
        (one, variant.run)
        for one, variant in zip(tried.tries, others, strict=True)
        if set(variant.run.done()) & set(base.run.done())
    ]
    if not played:
        if interrupted:
            raise KeyboardInterrupt
        raise Problem("no batch of games was finished, so there is nothing to report")
    runs = [run for _, run in played]
    found = pair(base.run, runs, engine, stage(on_progress, "batches measured"), cards=False)
    effects, tested = ranked(loaded, tried.base, list(zip((one for one, _ in played), found, strict=True)))
    told = tuple(notes_on([base.run]))
    return WhatIf(loaded, target, base, tuple(effects), tested, tried.refused, told, interrupted)


# ---------------------------------------------------------------- what is tried
def tries(setup: Setup, design: Design, kinds: Collection[str] = KINDS, matching: str = "") -> Tries:
    """The variations of a game, as plans."""
    game = setup.load()
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise Problem(f"expected some of {', '.join(KINDS)}, not {unknown[0]!r}")
    line_ups = design.fitted(game)
    if len(line_ups) != 1 or line_ups[0].is_mixed:
        raise Problem("what-if has one line-up, with the same bot in all seats")
    line_up = line_ups[0]
    base = design.plan(setup, line_up)
    found: list[Try] = []
    if "cards" in kinds:
        found += [
            Try(name, "cards", design.plan(replace(setup, game=GameRef(base.game, deck), deck=None), line_up))
            for name, deck in game.neighbours()
            if matching in name
        ]
    stepped, refused = _options(setup, design, line_up, base, kinds)
    found += [one for one in stepped if matching in one.name]
    if "powers" in kinds:
        found += [
            Try(f"one seat without {power.name}", "powers", replace(base, forbidden=power.name))
            for power in game.powers
            if matching in power.name
        ]
    if not found:
        having = f" with {matching!r} in its name" if matching else ""
        raise Problem(f"{game.title} has nothing to try of {', '.join(kinds)}{having}")
    return Tries(base, tuple(found), tuple(pair for pair in refused if matching in pair[0]))


def _options(
    setup: Setup, design: Design, line_up: LineUp, base: RunPlan, kinds: Collection[str]
) -> tuple[list[Try], list[tuple[str, str]]]:
    game, found, refused = setup.load(), [], []
    for option in game.options:
        kind: Kind = "parameters" if option.is_parameter else "options"
        if kind not in kinds:
            continue
        now = setup.options.get(option.name, option.default)
        for value in option_steps(option, now):
            (name,) = as_texts({option.name: value})
            options = {**setup.options, option.name: value}
            try:
                game.new_state(base.players, options)
            except OptionError as problem:
                refused.append((name, str(problem)))
                continue
            plan = design.plan(replace(setup, options=options), line_up)
            found.append(Try(name, kind, plan))
    return found, refused


# ---------------------------------------------------------------- ranked
def ranked(game: Game, base: RunPlan, found: Sequence[tuple[Try, Findings]]) -> tuple[list[Effect], int]:
    """The effects, significant ones first and the largest first; and how many figures were looked at.

    The intervals are simultaneous (Bonferroni over all figures of all variations), so they hold for whichever figure
    and whichever variation is singled out afterwards.
    """
    names = wins_of(game)
    figures = [
        {key: change(findings, key) for key in _figures(game, one, names) if _is_there(findings, key)}
        for one, findings in found
    ]
    tested = sum(map(len, figures))
    effects = []
    for (one, findings), some in zip(found, figures, strict=True):
        if not some:
            continue
        halves = {key: _half(figure, tested) for key, figure in some.items()}
        sizes = {key: abs(figure.mean) for key, figure in some.items()}
        clear = {key for key, figure in some.items() if figure.deals >= FEWEST and sizes[key] > halves[key]}
        key = max(clear or some, key=sizes.__getitem__)
        name = RESTRICTED_SEAT if key == RESTRICTED else names[key]
        before_and_after = both(findings, key)
        decisions = change(findings, "decisions")
        told = tuple(ignored(base, one.plan))
        bound = max(sizes[key] + halves[key] for key in some)
        effect = Effect(one.name, one.kind, name, *before_and_after, some[key], halves[key], bound, decisions, told)
        effects.append(effect)
    return sorted(effects, key=lambda effect: (not effect.shown, -abs(effect.difference.mean))), tested


def _figures(game: Game, one: Try, names: dict[str, str]) -> Iterator[str]:
    """Which figures say who wins in a variation."""
    if one.kind == "powers" and not game.cooperative:
        yield RESTRICTED
    else:
        yield from names


def _is_there(findings: Findings, key: str) -> bool:
    return key in findings and is_there(findings, key)


def _half(figure: Figure, tested: int) -> float:
    """Half the width of an interval that holds together with those of so many figures."""
    each = ERROR / tested
    if is_nothing(figure):  # no deal differed: the rule of three, for a smaller error, bounds how many may
        return min(1.0, -math.log(each) / figure.deals)
    return student(figure.deals - 1, each) * figure.error
