"""Variants compared on the same deals: what changes, by how much, and is the change statistically significant?

Each variant is a run of its own with the same seed, so game n has the same cards in all of them (as far as the variant
itself leaves the cards alone). `pairing.py` takes the differences deal by deal; `comparison_page.py` shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import Problem
from ...games.game import Game
from ...games.options import as_texts
from ..files import write
from ..playing.design import PAIRED, Design, LineUp, design_of
from ..playing.engines import Engine, Processes
from ..playing.plan import RunPlan, names_of
from ..playing.run import Run
from ..playing.setup import AnyGame, Setup, setup_of
from ..playing.simulation import check
from ..reporting import report
from ..studies import OnProgress, folder_name, notes_on, play_together
from . import comparison_page
from .knowledge import doubts
from .pairing import Change, cards_apart, changes, pair

if TYPE_CHECKING:
    import polars as pl  # loaded when a frame is asked for


@dataclass(frozen=True)
class Variant:
    """A way to play, and its run. The first of several is the baseline."""

    name: str
    run: Run


@dataclass(frozen=True)
class Comparison:
    """Variants of a game, compared with a baseline."""

    game: Game
    folder: Path
    variants: tuple[Variant, ...]  # the baseline first
    changes: dict[str, list[Change]]  # by variant, the largest effect first
    interrupted: bool = False  # whether games are missing because somebody pressed Ctrl-C

    @property
    def base(self) -> str:
        """The name of the baseline."""
        return self.variants[0].name

    @property
    def notes(self) -> list[str]:
        """What a reader must know: what the bots do not know, which cards were matched, which games were there."""
        base, *others = self.variants
        told = []
        for variant in others:
            told += [f"{variant.name}: {doubt}" for doubt in doubts(base.run.plan, variant.run.plan)]
            told += [f"{variant.name}: {note}" for note in _matched(base.run.plan, variant.run.plan)]
        return told + notes_on([variant.run for variant in self.variants])

    def summary(self) -> list[str]:
        """The significant differences in sentences, and what a reader must know about them."""
        return [*comparison_page.summary(self.changes, self.base), *self.notes]

    def lines(self) -> list[str]:
        """The summary and the differences, as text for a terminal."""
        return [*self.summary(), *comparison_page.lines(self.changes, self.base)]

    def frame(self) -> pl.DataFrame:
        """All differences as a Polars frame."""
        import polars as pl

        return pl.DataFrame(
            [
                {
                    "variant": name,
                    "figure": change.name,
                    "base": change.base.mean,
                    "value": change.other.mean,
                    "difference": change.difference.mean,
                    "low": change.difference.low,
                    "high": change.difference.high,
                    "effect_size": change.size,
                    "significant": change.shown,
                }
                for name, changes in self.changes.items()
                for change in changes
            ],
            schema=dict.fromkeys(("variant", "figure"), pl.String)
            | dict.fromkeys(("base", "value", "difference", "low", "high", "effect_size"), pl.Float64)
            | {"significant": pl.Boolean},
        )

    def write_report(self, path: Path | str | None = None, command: str = "") -> Path:
        """Write the report as one HTML file, by default `report.html` in the folder, and return its path."""
        target = Path(path) if path is not None else self.folder / "report.html"
        base = self.variants[0].run
        about = (
            f"{self.game.title}: {', '.join(self.changes)} compared with {self.base}; {base.games:,} games each by "
            f"{base.plan.label}, on the same deals."
        )
        heading = report.Heading(f"{self.game.title}: variants compared", about, command)
        tables = comparison_page.tables(self.changes)
        write(target, report.page(heading, self.summary(), comparison_page.sections(self.changes), tables))
        return target


def compare(
    game: AnyGame,
    variants: Sequence[str],
    design: Design | Sequence[str] = PAIRED,
    *,
    folder: Path | str | None = None,
    engine: Engine | None = None,
    on_progress: OnProgress | None = None,
) -> Comparison:
    """Play variants of a game on the same deals and compare them with the game as it is set up.

    A variant is a text: `OPTION=VALUE`, `bots=BOT`, a deck file (`my-deck.toml`), or several separated by commas.
    `design` has one line-up, such as `["greedy:2000"]`. Games are kept in the folder, by default `lab/GAME-compared`.
    """
    setup, designed, engine = setup_of(game), design_of(design), engine or Processes()
    loaded = setup.load()
    line_ups = designed.fitted(loaded)
    if not variants:
        raise Problem("there is nothing to compare: name a variant, such as OPTION=VALUE, bots=BOT or a deck file")
    if len(line_ups) != 1:
        raise Problem("a comparison has one line-up; to compare bots, make them a variant: bots=expert")
    target = Path(folder) if folder is not None else Path("lab") / f"{loaded.name}-compared"
    plans = {base_name(setup): designed.plan(setup, line_ups[0])}
    for text in variants:
        plans[text] = _variant(setup, line_ups[0], designed, text)
    begun = begin(target, plans, engine)
    interrupted = not play_together([variant.run for variant in begun], engine, on_progress)
    return Comparison(loaded, target, tuple(begun), changes_of(begun, engine), interrupted)


def begin(folder: Path, plans: dict[str, RunPlan], engine: Engine) -> list[Variant]:
    """Begin or resume the runs of some variants, cut into batches of the same games, so that they can be paired."""
    size = min(plan.batch for plan in plans.values())
    alike = {name: replace(plan, batch=size) for name, plan in plans.items()}
    for plan in alike.values():
        check(engine, plan)
    return [Variant(name, Run.begin(folder / run_folder(name, plan), plan)) for name, plan in alike.items()]


def run_folder(name: str, plan: RunPlan) -> str:
    """The folder of a variant. A deck that was edited, and other bots or another seed, have another one."""
    deck = f"-{plan.deck.fingerprint}" if plan.deck is not None else ""
    seed = f"-seed-{plan.seed}" if plan.seed != 1 else ""
    return f"{folder_name(name)}{deck}-{folder_name(plan.label)}{seed}"


def changes_of(variants: Sequence[Variant], engine: Engine) -> dict[str, list[Change]]:
    """The changes of each variant from the first one, by its name."""
    base, *others = variants
    found = pair(base.run, [variant.run for variant in others], engine)
    return changes(base.run.plan.load(), dict(zip((variant.name for variant in others), found, strict=True)))


def base_name(setup: Setup) -> str:
    """What the baseline is called."""
    parts = as_texts(setup.options)
    if setup.deck is not None:
        parts.append(Path(setup.deck).name)
    return ", ".join(parts) or "the game as shipped"


def _variant(setup: Setup, line_up: LineUp, design: Design, text: str) -> RunPlan:
    """The plan of a variant: the baseline with some things changed."""
    settings: list[str] = []
    for part in map(str.strip, text.split(",")):
        key, equals, value = part.partition("=")
        if part.endswith(".toml"):
            setup = replace(setup, deck=Path(part))
        elif key == "bots" and equals:
            line_up = replace(line_up, bots=tuple(names_of(value.replace("+", ","))))
        elif equals:
            settings.append(part)
        else:
            raise Problem(f"expected OPTION=VALUE, bots=BOT or a deck file (.toml) as a variant, not {part!r}")
    options = {**setup.options, **setup.load().read_options(settings)}
    return design.plan(replace(setup, options=options), line_up)


def _matched(base: RunPlan, other: RunPlan) -> list[str]:
    """How the cards of two decks were matched, if they are two."""
    if base.ref == other.ref:
        return []
    gone, new = cards_apart(base.load(), other.load())
    if not gone and not new:
        return ["cards are matched by name, and both decks have the same names."]
    parts = [
        f"only the {whose} has {', '.join(cards)}" for whose, cards in (("baseline", gone), ("variant", new)) if cards
    ]
    return [f"cards are matched by name; {' and '.join(parts)}, so that they cannot be compared."]
