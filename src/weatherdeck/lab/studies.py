"""A study: let bots play many games, measure what happened, and report it; stop and resume at any time.

The command line (`weatherdeck lab`) and notebooks use the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ..errors import Problem
from ..games.game import Game
from ..games.options import as_texts
from ..games.reference import Deck
from .files import write
from .measuring.luck import measure_luck
from .measuring.measure import bar_widths, measure
from .measuring.moments import ratio
from .playing.design import QUICK, Design, design_of
from .playing.engines import Engine, Processes
from .playing.plan import RunPlan
from .playing.run import PLAN_FILE, Run
from .playing.setup import AnyGame, Setup, setup_of
from .playing.simulation import OnBatch, TableName, check, fill, fill_all, frame, prepare
from .reporting import report, skill, stages
from .reporting.exhibits import MeasuredRun
from .reporting.prose import strength
from .reporting.summary import summary
from .reporting.timing import Timing

if TYPE_CHECKING:
    import polars as pl  # loaded when a frame is asked for

OnProgress: TypeAlias = Callable[[str, int, int], None]
"""Called as long work advances: what is being done, how much of it is done, and how much there is to do."""


@dataclass(frozen=True)
class Study:
    """The runs of a study, measured as far as they were played."""

    game: Game
    folder: Path
    runs: tuple[Run, ...]  # those of which something was played
    measured: tuple[MeasuredRun, ...]  # what each of them shows
    interrupted: bool = False  # whether games are missing because somebody pressed Ctrl-C
    notes: tuple[str, ...] = ()  # where the games are, and why, if that is not as usual
    extras: report.Extras | None = None  # what the report shows besides the runs

    def summary(self) -> list[str]:
        """The main results in sentences, each with its 95% confidence interval."""
        return summary(self.game, skill.apart(self.measured)[1])

    def table(self, name: TableName = "seats") -> pl.DataFrame:
        """A table of all runs; the column `run` says who played."""
        import polars as pl

        return pl.concat([frame(run, name).with_columns(run=pl.lit(run.plan.label)) for run in self.runs])

    def write_report(self, path: Path | str | None = None, command: str = "") -> Path:
        """Write the report as one HTML file, by default `report.html` in the folder, and return its path."""
        target = Path(path) if path is not None else self.folder / "report.html"
        known = replace(self.extras or report.Extras(), folder=self.folder)
        write(target, report.report(self.game, self.measured, command, known))
        return target

    def export(self, folder: Path | str) -> int:
        """Write every chart of the report as PNG, SVG and CSV into a folder; return how many charts there are."""
        return report.export(Path(folder), self.game, self.measured, self.extras)

    def with_timing(self, timing: Timing) -> Study:
        """The same study with the seconds that people took for a decision: its report tells lengths in minutes."""
        return replace(self, extras=replace(self.extras or report.Extras(), timing=timing))

    def weighed(self, deals: int = stages.DEALS, on_progress: OnProgress | None = None) -> Study:
        """The same study with how much decisions weigh over a game: plays deals with a tenth at random, or reads them
        from the folder."""
        usual = [run for run in self.measured if run.is_pure and skill.rung(run) is None]
        if not usual or self.game.greedy is None:
            return self
        told = next((run for run in usual if set(run.plan.bots) == {"greedy"}), usual[0])
        length = ratio(told.findings["decisions"]).mean
        advance = stage(on_progress, "what a random tenth costs: deals")
        costs = stages.load_or_weigh(self.folder, told.plan, length, deals, advance)
        return replace(self, extras=replace(self.extras or report.Extras(), costs=tuple(costs)))


def study(
    game: AnyGame,
    design: Design | Sequence[str] = QUICK,
    *,
    folder: Path | str | None = None,
    engine: Engine | None = None,
    on_progress: OnProgress | None = None,
) -> Study:
    """Study a game: play what is missing in the folder, and measure everything that is there.

    `design` is QUICK, FULL, or line-ups such as `["greedy:5000", "expert,greedy:2000"]`. Games are kept in the folder
    (by default `lab/GAME`; options and decks of your own have folders of their own), so an interrupted study resumes
    with the same call, and a longer one plays only the rest. A shorter one measures what is there.
    """
    setup, engine = setup_of(game), engine or Processes()
    loaded = setup.load()
    target = Path(folder) if folder is not None else default_folder(setup, loaded)
    plans = design_of(design).plans(setup)
    for plan in plans:
        check(engine, plan)
    runs = [Run.begin(target / folder_name(plan.label), plan) for plan in plans]
    interrupted = not play(runs, engine, on_progress)
    own = [] if folder is not None or loaded.deck is None else [own_folder(loaded.deck, target)]
    found = _measured(target, runs, engine, on_progress, interrupted)
    return replace(found, notes=tuple(own + notes_on(runs)))


def default_folder(setup: Setup, game: Game) -> Path:
    """Where a study is kept if nobody says where. Options and decks have folders of their own: a deck that was edited
    is another deck, and its games are others."""
    options = as_texts(game.check_options(setup.options))
    deck = [f"{game.deck.title}-{game.deck.fingerprint}"] if game.deck is not None else []
    return Path("lab") / folder_name("-".join([game.name, *options, *deck]))


def own_folder(deck: Deck, folder: Path) -> str:
    """Say where the games of a deck are kept."""
    return (
        f"The deck {deck.title} ({deck.fingerprint}) has a folder of its own: {folder}. Edit it, and it gets another."
    )


def notes_on(runs: Sequence[Run]) -> list[str]:
    """What is to be said about runs that hold more games than were asked for."""
    return [
        f"{run.plan.label}: {run.games:,} games are there, more than the {run.wanted:,} asked for; all are measured."
        for run in runs
        if run.games > run.wanted
    ]


def load(folder: Path | str, *, engine: Engine | None = None, on_progress: OnProgress | None = None) -> Study:
    """Measure a study that was played before, without playing any game."""
    found = sorted(path.parent for path in Path(folder).glob(f"*/{PLAN_FILE}"))
    if not found:
        raise Problem(f"{folder}: there is no study in it (a folder for each run, with a {PLAN_FILE})")
    runs = [Run.open(path) for path in found]
    usual = runs[0].plan.load().check_players(None)
    runs.sort(key=lambda run: _order(run.plan, usual))
    return _measured(Path(folder), runs, engine or Processes(), on_progress)


def play(runs: Sequence[Run], engine: Engine, on_progress: OnProgress | None) -> bool:
    """Play the missing games of some runs. Return whether all were played: Ctrl-C ends it, and nothing is lost."""
    try:
        for plan in {(run.plan.ref, run.plan.searches): run.plan for run in runs}.values():
            compile_for(plan, engine, on_progress)
        for run in runs:
            fill(run, engine, stage(on_progress, f"{run.plan.label}: games"))
    except KeyboardInterrupt:
        return False
    return True


def play_together(runs: Sequence[Run], engine: Engine, on_progress: OnProgress | None) -> bool:
    """The same for many short runs, which are played side by side."""
    try:
        for plan in {(run.plan.ref, run.plan.searches): run.plan for run in runs if run.missing()}.values():
            compile_for(plan, engine, on_progress)
        fill_all(runs, engine, stage(on_progress, "games"))
    except KeyboardInterrupt:
        return False
    return True


def compile_for(plan: RunPlan, engine: Engine, on_progress: OnProgress | None) -> None:
    """Compile a game here, so that its progress shows and the processes only have to load it."""
    advance = stage(on_progress, f"compiling {plan.load().title}")
    prepare(engine, plan, None if advance is None else lambda done, total, _: advance(done, total))


def stage(on_progress: OnProgress | None, what: str) -> OnBatch | None:
    """The progress of one thing."""
    return None if on_progress is None else partial(on_progress, what)


def folder_name(text: str) -> str:
    """A text as the name of a folder."""
    return "".join(letter if letter.isalnum() or letter in "._=" else "-" for letter in text).strip("-")[:80]


def _order(plan: RunPlan, usual: int) -> tuple[bool, int, bool, tuple[float, ...], str]:
    """As in a usual study: the usual number of players first, pure line-ups before mixed ones, weak bots first."""
    return plan.players != usual, plan.players, len(set(plan.bots)) > 1, strength(plan), plan.label


def _measured(
    folder: Path, runs: Sequence[Run], engine: Engine, on_progress: OnProgress | None, interrupted: bool = False
) -> Study:
    played = [run for run in runs if run.done()]
    if not played:
        if interrupted:
            raise KeyboardInterrupt
        raise Problem("no batch of games was finished, so there is nothing to report")
    widths = bar_widths(played)
    found = [measure(run, engine, stage(on_progress, f"{run.plan.label}: batches measured"), widths) for run in played]
    usual = [(run, findings) for run, findings in zip(played, found, strict=True) if skill.rung(run) is None]
    measure_luck([run for run, _ in usual], [findings for _, findings in usual], engine)
    measured = [MeasuredRun(run.plan, findings) for run, findings in zip(played, found, strict=True)]
    extras = report.Extras(costs=tuple(stages.load(folder) or ()))
    return Study(played[0].plan.load(), folder, tuple(played), tuple(measured), interrupted, extras=extras)
