"""`weatherdeck lab`, `lab compare`, `lab what-if`, `lab explore`: read the arguments, call the lab, print results."""

from __future__ import annotations

import argparse
import asyncio
import shlex
import sys
import webbrowser
from dataclasses import replace
from functools import partial
from pathlib import Path

from .. import bots
from ..errors import Problem
from ..games import registry
from ..lab import FULL, GLANCE, PAIRED, QUICK, TRIES, Comparison, Design, Setup, Study, WhatIf, compare, study
from ..lab.comparing.what_if import KINDS, what_if
from ..lab.playing import dataset
from ..lab.playing.design import USUAL_GAMES
from ..lab.playing.plan import LARGEST_SEED
from ..lab.reporting import skill
from ..lab.reporting.timing import FEWEST, Timing, timing
from ..reading import is_standard
from ..spelling import did_you_mean
from . import completing
from .arguments import (
    add_seed,
    add_table,
    chosen,
    command_line,
    count,
    examples,
    folder,
    game_name,
    game_names,
    names,
    port,
    sample_game,
)
from .completing import offering
from .engines import add_engine, engine_of
from .files import Document
from .parser import given, without_effect
from .progress import Stages


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What is played, and where the results go."""
    command.description = (
        "Let bots play many games, on all cores, and write a report (one HTML file) and tables (Parquet). Finished "
        "batches are kept: run the same command to resume a stopped run."
    )
    game = sample_game(with_deck=True)
    command.epilog = examples(
        (f"weatherdeck lab {game}", "a study of a minute or two"),
        (f"weatherdeck lab {game} --full", "a study like those in docs/lab; takes hours"),
        (f"weatherdeck lab {game} --play greedy:5000 --seed 7", "5,000 games by greedy"),
        (f"weatherdeck lab {game} --play expert,greedy:2000", "one expert among greedy players, in each seat"),
        (f"weatherdeck lab {game} --depth --export charts", "with the depth of skill; the charts as files, too"),
        (f"weatherdeck lab {game} --play greedy:200 --observations", "a dataset of 200 games by greedy"),
        (f"weatherdeck lab compare {game} --with OPTION=VALUE --with OTHER=VALUE", "what do these options change?"),
        (f"weatherdeck lab compare {game} --with my-deck.toml --quick", "what does my deck change? In half a minute"),
        (f"weatherdeck lab compare {game} --play greedy:2000 --with bots=expert", "what do better players change?"),
        (f"weatherdeck lab what-if {game}", "which card, option, parameter or power matters most?"),
        (f"weatherdeck lab what-if {game} --try options,powers --quick", "only options and powers, at a glance"),
        (f"weatherdeck lab explore lab/{game}", "which games were these? Filter them, and watch any of them"),
    )
    words = command.add_argument(
        "game",
        nargs="+",
        metavar="GAME",
        help=f"{game_names()}; or the dotted name of a package that holds a game; 'compare GAME' compares variants, "
        "'what-if GAME' tries every small change and ranks them by effect, and 'explore FOLDER' shows the games of a "
        "study in the browser: filter them, and watch any of them",
    )
    offering(words, completing.lab_words)
    played = command.add_argument_group("what is played")
    add_table(played)
    line_up = played.add_argument(
        "--play",
        action="append",
        metavar="WHO:GAMES",
        help=f"a bot for all seats, or one per seat with commas, and the number of games; bots: "
        f"{', '.join(bots.names())}; with two bots, the first plays alone among the second; may be repeated",
    )
    offering(line_up, completing.line_ups)
    played.add_argument(
        "--games", type=count, metavar="N", help="games for every --play that does not say (default: 1000)"
    )
    played.add_argument(
        "--fixed-seats", action="store_true", help="bots stay in their seats; by default each plays in every seat"
    )
    add_seed(played, "the same seed gives the same games", LARGEST_SEED)
    _add_study(command.add_argument_group("a study"))
    _add_changes(command.add_argument_group("compare and what-if"))
    pages = command.add_argument_group("results")
    pages.add_argument("--out", type=folder, metavar="FOLDER", help="the folder for everything (default: lab/GAME)")
    pages.add_argument(
        "--report", type=Path, metavar="FILE", help="the report (default: report.html in that folder; -: stdout)"
    )
    pages.add_argument(
        "--open", action="store_true", help="open the page in your browser when it is ready (--quick does that too)"
    )
    pages.add_argument("--no-open", action="store_true", help="with --quick, or explore: do not open the page")
    pages.add_argument(
        "--port", type=port, default=0, metavar="N", help="explore: the port on this machine (default: any free one)"
    )
    add_engine(command.add_argument_group("where it is played"))


def _add_study(group: argparse._ArgumentGroup) -> None:
    """What only a study takes."""
    group.add_argument("--full", action="store_true", help="a million games by random, many by greedy, some by experts")
    group.add_argument(
        "--depth",
        action="store_true",
        help="also measure how deep the skill is (the same search with more and more simulations) and how decisions "
        "weigh over a game (takes minutes)",
    )
    group.add_argument(
        "--timings",
        metavar="STORE",
        help="the store of a table server: how long people took there turns decisions into minutes",
    )
    group.add_argument(
        "--export", type=folder, metavar="FOLDER", help="also write every chart of the report as PNG, SVG and CSV"
    )
    group.add_argument("--decisions", action="store_true", help="keep a row for each decision too")
    group.add_argument(
        "--observations",
        action="store_true",
        help="keep what each decision saw too: observations, masks and results, for machine learning (docs/science.md)",
    )


def _add_changes(group: argparse._ArgumentGroup) -> None:
    """What only comparisons take."""
    group.add_argument(
        "--with",
        dest="variant",
        action="append",
        default=[],
        metavar="VARIANT",
        help="compare: a variant, OPTION=VALUE, bots=BOT or a deck file (.toml), or several with commas (repeatable)",
    )
    group.add_argument(
        "--try",
        dest="kinds",
        type=names,
        default=list(KINDS),
        metavar="KINDS",
        help=f"what-if: which changes to try, some of {', '.join(KINDS)} (default: all)",
    )
    group.add_argument(
        "--matching", default="", metavar="TEXT", help="what-if: only changes with this text in their name"
    )
    group.add_argument(
        "--quick",
        action="store_true",
        help="a quick look with 2,000 games each; open the page in your browser when it is ready",
    )


PLAYED = frozenset(
    {"--players", "--option", "--data", "--play", "--games", "--fixed-seats", "--seed", "--out", "--report", "--open",
     "--processes", "--engine", "--address"}
)  # fmt: skip
"""What all but explore take."""
TAKES = {
    "": PLAYED | {"--full", "--depth", "--timings", "--export", "--decisions", "--observations"},
    "compare": PLAYED | {"--with", "--quick", "--no-open", "--decisions"},
    "what-if": PLAYED | {"--try", "--matching", "--quick", "--no-open"},
    "explore": frozenset({"--port", "--no-open"}),
}
"""Which options each use of the lab takes; "" is a study. All others have no effect there, and are refused."""
USAGE = {
    "compare": "weatherdeck lab compare GAME --with VARIANT",
    "what-if": "weatherdeck lab what-if GAME",
    "explore": "weatherdeck lab explore FOLDER",
}


def run(options: argparse.Namespace) -> int:
    """Study a game, or compare variants of it."""
    words: list[str] = options.game
    use = words[0] if words[0] in USAGE else ""
    if use and len(words) != 2:
        raise Problem(f"expected '{USAGE[use]}'")
    if not use and len(words) != 1:
        raise Problem(
            "expected one game, 'compare' or 'what-if' and a game, or 'explore' and a folder, "
            f"not {' '.join(words)}.{did_you_mean(words[0], USAGE)}"
        )
    _refuse_without_effect(options, use)
    if use == "explore":
        return _explore(options, words[-1])
    work = {"compare": _compare, "what-if": _what_if, "": _study}[use]
    return work(options, game_name(words[-1]))


def _refuse_without_effect(options: argparse.Namespace, use: str) -> None:
    """Refuse options that this use of the lab does not take, and those that others override."""
    for name in sorted(given(options) - TAKES[use]):
        uses = [one for one, taken in TAKES.items() if name in taken]
        raise Problem(
            f"{name} has no effect {f'with {use!r}' if use else 'in a study'}: it is for "
            + " and ".join(f"'{USAGE[one]}'" if one else "a study, 'weatherdeck lab GAME'" for one in uses)
        )
    reasons = {}
    if options.play:
        reasons["--full"] = "--play says who plays"
        if all(":" in play for play in options.play):
            reasons["--games"] = "every --play says how many games"
    if options.no_open:
        reasons["--open"] = "--no-open says the opposite"
    if use and not options.quick and use != "explore":
        reasons["--no-open"] = "only --quick opens the page by itself"
    without_effect(options, reasons)


def _explore(options: argparse.Namespace, folder: str) -> int:
    from .explore import explore  # it needs the table server

    return explore(Path(folder), options.port, in_browser=not options.no_open)


def _study(options: argparse.Namespace, name: str) -> int:
    setup, engine = _setup(options, name), engine_of(options)
    design = _design(options, FULL if options.full else QUICK)
    timed = None if options.timings is None else _timing(options.timings, setup.load().name)
    if options.depth:
        design = replace(design, line_ups=(*design.line_ups, *skill.line_ups(setup.load())))
    with Stages() as stages:
        found = study(setup, design, folder=options.out, engine=engine, on_progress=stages.show)
        if options.observations:
            for run in found.runs:
                dataset.write(run, partial(stages.show, f"{run.plan.label}: batches of observations"))
        if options.depth and not found.interrupted:
            found = found.weighed(on_progress=stages.show)
    if timed is not None:
        found = found.with_timing(timed)
    with _page(options) as page:
        target = _written(found, options, page)
        for sentence in found.summary():
            print(f"- {sentence}")
        print(f"\nReport: {target}\nTables: {found.folder} (docs/lab/columns.md describes their columns)")
        print(f"Explore these games: weatherdeck lab explore {shlex.quote(str(found.folder))}")
        for note in found.notes:
            print(note)
        if options.export is not None:
            print(f"Charts: {found.export(options.export)} in {options.export} (each as PNG, SVG and CSV)")
    _show(options, target)
    return _status(found)


def _page(options: argparse.Namespace) -> Document:
    """Standard output, if the report is wanted there."""
    return Document(options.report if is_standard(options.report) else None)


def _written(found: Study | Comparison | WhatIf, options: argparse.Namespace, page: Document) -> Path:
    """Write the report: where it is wanted, or in the folder and to standard output."""
    target = found.write_report(None if page.is_standard else options.report, command_line())
    if page.is_standard:
        page.copy(target)
    return target


def _timing(store: str, game: str) -> Timing:
    """How long people took for a decision, from the store of a table server."""
    from ..table.store.timings import seconds_by_match  # the table's packages are not needed otherwise

    found = timing(asyncio.run(seconds_by_match(store, game)), f"the store {Path(store).name}")
    if found is None:
        raise Problem(f"{store}: people have made fewer than {FEWEST} moves of {game} there; leave out --timings")
    return found


def _compare(options: argparse.Namespace, name: str) -> int:
    if not options.variant:
        raise Problem("there is nothing to compare: name one or more variants, like --with OPTION=VALUE (see --help)")
    setup, engine = _setup(options, name), engine_of(options)
    design = _design(options, GLANCE if options.quick else PAIRED)
    with Stages() as stages:
        found = compare(setup, options.variant, design, folder=options.out, engine=engine, on_progress=stages.show)
    return _told(options, found)


def _what_if(options: argparse.Namespace, name: str) -> int:
    setup, engine = _setup(options, name), engine_of(options)
    design = _design(options, GLANCE if options.quick else TRIES)
    with Stages() as stages:
        found = what_if(
            setup,
            options.kinds,
            design,
            matching=options.matching,
            folder=options.out,
            engine=engine,
            on_progress=stages.show,
        )
    return _told(options, found)


def _told(options: argparse.Namespace, found: Comparison | WhatIf) -> int:
    """Write the page of something that was found, say it, and show it if that is wanted."""
    with _page(options) as page:
        target = _written(found, options, page)
        for line in found.lines():
            print(line)
        print(f"\nReport: {target}")
    _show(options, target)
    return _status(found)


def _show(options: argparse.Namespace, page: Path) -> None:
    """Open a page in the browser, if that is wanted."""
    if (options.open or options.quick) and not options.no_open:
        webbrowser.open(page.resolve().as_uri())


def _setup(options: argparse.Namespace, name: str) -> Setup:
    game = registry.load_with(name, options.data)
    return Setup(name, options.players, chosen(game, options.option), options.data)


def _design(options: argparse.Namespace, usual: Design) -> Design:
    if options.play:
        design = Design.of(*options.play, games=options.games or USUAL_GAMES)
    else:
        design = usual if options.games is None else usual.with_games(options.games)
    if options.fixed_seats and not any(one.is_mixed for one in design.line_ups):
        raise Problem("--fixed-seats has no effect here: the same bot plays in every seat")
    return replace(
        design, seed=options.seed, rotating=not options.fixed_seats, decisions=options.decisions or options.observations
    )


def _status(found: Study | Comparison | WhatIf) -> int:
    """The exit status, and what to do after Ctrl-C."""
    if not found.interrupted:
        return 0
    print("Interrupted. The finished games are kept: run the same command to resume.", file=sys.stderr)
    return 130
