"""`weatherdeck ladder`: a tournament between bots, and its results."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterable
from pathlib import Path

from .. import bots, kernel
from ..bots import ladder
from ..bots.arena import Arena
from ..bots.evidence import ERROR, Estimate
from ..bots.hall import Hall
from ..bots.ladder import Ladder, Played, Verdict
from ..errors import Problem
from ..games import registry
from ..games.game import Game
from ..parsing import from_json
from ..reading import is_standard, read_text
from . import completing
from .arguments import add_seed, add_table, chosen, count, examples, game_name, game_names, sample_game
from .completing import offering
from .files import Document
from .parser import given, without_effect
from .progress import Progress, time_text

USUAL = ("random", "novice", "club", "expert")
"""Who plays if nobody is named."""

HOW = {
    "rivals": "In each deal, one copy of a bot plays against copies of the other bot in all other seats, once from\n"
    "each seat, and the other way round. The edge is the difference between the two win rates: -1 to 1.",
    "sides": "In each deal, each seat is played once by either bot, with everything else the same. The edge is the\n"
    "difference in win probability: -1 to 1.",
    "team": "In each deal, one bot plays all seats, then the other bot does. The edge is the difference between their\n"
    "results, which lie between -1 and 1: -2 to 2.",
}
TEST = f"""\
The verdict comes from a sequential test (by betting; Ville's inequality). For two equally strong bots it is wrong in
at most {ERROR:.0%} of tournaments, however often you look and whenever you stop. The 95% confidence intervals are for
the deals played."""
REPORTS = 10


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Who plays, how much, and where the results go."""
    command.description = (
        "Hold a tournament between bots on paired deals: the same deals with the seats swapped. Prints ratings with "
        "95% confidence intervals, and which bot is stronger by a sequential test that stays valid whenever you look. "
        "Press Ctrl-C to stop the tournament and see the results so far."
    )
    command.epilog = examples(
        (f"weatherdeck ladder {sample_game()}", ""),
        (f"weatherdeck ladder {sample_game()} club expert --deals 400 --output club-expert.json", ""),
        ("weatherdeck ladder club-expert.json", "show the tables of a results file again"),
        (f"weatherdeck ladder {sample_game()} random greedy --json", "for scripts (docs/command-line.md)"),
    )
    game = command.add_argument(
        "game",
        type=game_name,
        metavar="GAME",
        help=f"{game_names()}; or a results file to show again (.json, or - for stdin)",
    )
    offering(game, completing.games)
    players = command.add_argument(
        "bots", nargs="*", metavar="BOT", help=f"the bots: {', '.join(bots.names())} (default: {' '.join(USUAL)})"
    )
    offering(players, completing.bots)
    add_table(command)
    command.add_argument("--deals", type=count, default=100, metavar="N", help="paired deals (default: 100)")
    add_seed(command, "the same seed gives the same deals")
    command.add_argument("--neighbours", action="store_true", help="only each bot against the next one, not all pairs")
    command.add_argument(
        "--one-way",
        action="store_true",
        help="only the first bot of a pair plays alone among others: faster, less exact",
    )
    command.add_argument(
        "--processes",
        type=count,
        metavar="K",
        help="games in parallel (default: one per core; 1 if a bot thinks by the clock)",
    )
    command.add_argument(
        "--engine",
        choices=("local", "gpu"),
        default="local",
        help="this machine's cores (default), or its GPU, which plays many games at once (bots that are ours)",
    )
    command.add_argument(
        "--output", type=Path, metavar="FILE", help="write every game and all results to this file, as JSON (-: stdout)"
    )
    command.add_argument(
        "--json", action="store_true", help="print the ratings and verdicts as JSON instead of tables, for scripts"
    )


def run(options: argparse.Namespace) -> int:
    """Hold a tournament, or show the results of one."""
    if is_standard(options.output):
        without_effect(options, {"--json": "--output - prints everything as JSON"})
    if options.game.endswith(".json") or is_standard(options.game):
        if options.bots:
            raise Problem(f"{options.game} is a results file: leave out {' '.join(options.bots)}")
        without_effect(options, dict.fromkeys(given(options) - {"--json"}, "the results of a file are only shown"))
        _tell(_read(Path(options.game)), as_json=options.json)
        return 0
    game, plan = _plan(options)
    with Document(options.output) as document:
        return _play(options, game, plan, document)


def _play(options: argparse.Namespace, game: Game, plan: ladder.Plan, document: Document) -> int:
    """Hold the tournament of a plan."""
    hall = _hall(options, plan)
    if hall is None and game.greedy is not None and kernel.can_compile():
        with Progress(f"compiling {game.title}") as progress:  # once and with progress, instead of in each process
            Arena(game, progress.compiling)
    tournament = Ladder(plan)
    try:
        if hall is not None:
            status = _hold(tournament, hall.play_all())
        else:
            status = _hold(tournament, ladder.play_all(plan, options.processes or ladder.sensible_processes(plan)))
    finally:  # hours of play must not be lost, whatever happens
        document.write(json.dumps(tournament.document()) + "\n")
    _tell(tournament, as_json=options.json)
    return status


def _tell(tournament: Ladder, *, as_json: bool) -> None:
    """Print the results as JSON (without the games, which a results file has) or as tables."""
    if as_json:
        print(json.dumps({name: part for name, part in tournament.document().items() if name != "games"}, indent=1))
    else:
        show(tournament)


def _plan(options: argparse.Namespace) -> tuple[Game, ladder.Plan]:
    game = registry.load_with(options.game, options.data)
    if game.contest.pairing == "team":
        without_effect(options, {"--one-way": f"in {game.title} all players are on one team, so nobody plays alone"})
    if len(options.bots or USUAL) == 2:
        without_effect(options, {"--neighbours": "two bots are a single pair"})
    return game, ladder.plan(
        game,
        options.bots or USUAL,
        deals=options.deals,
        seed=options.seed,
        players=options.players,
        options=chosen(game, options.option),
        pairs="neighbours" if options.neighbours else "all",
        one_way=options.one_way,
    )


def _hall(options: argparse.Namespace, plan: ladder.Plan) -> Hall | None:
    """Where a GPU plays; None if processes do."""
    if options.engine != "gpu":
        return None
    if options.processes is not None:
        raise Problem("--processes is for --engine local: the GPU plays all games")
    return Hall(plan)


def _hold(tournament: Ladder, games: Iterable[Played]) -> int:
    """Play all games; return 130 if interrupted."""
    total = tournament.plan.deals * len(tournament.plan.lineups)
    started = time.monotonic()
    with Progress(f"{tournament.plan.title} games", total) as progress:
        try:
            progress.show(0)
            for done, played in enumerate(games, 1):
                tournament.add(played)
                progress.show(done, f"({time_text((time.monotonic() - started) / done * (total - done))} left)")
        except KeyboardInterrupt:
            return 130
    return 0


def _read(path: Path) -> Ladder:
    try:
        return Ladder.read(from_json(read_text(path)))
    except OSError as problem:
        raise Problem(f"{path}: cannot be read ({problem.strerror})") from None
    except UnicodeDecodeError:
        raise Problem(f"{path}: is not a text file in UTF-8") from None
    except json.JSONDecodeError as problem:
        raise Problem(f"{path}: is not JSON ({problem})") from None
    except ValueError as problem:
        raise Problem(f"{path}: {problem}") from None


# ---------------------------------------------------------------- the tables
def show(tournament: Ladder) -> None:
    """Print the results of a tournament."""
    plan = tournament.plan
    if tournament.deals == 0:
        print("No deal was finished, so there are no results.")
        return
    settings = "".join(f", {name}={value}" for name, value in plan.options.items())
    of = f" of {plan.deals:,}" if tournament.deals < plan.deals else ""
    print(f"{plan.title}, {plan.players} players{settings}: {tournament.deals:,}{of} paired deals, seed {plan.seed}\n")
    for row in _rungs(tournament):
        print(row)
    verdicts = tournament.verdicts()
    width = max(len(_pair(verdict)) for verdict in verdicts)
    print(f"\n{'pair':{width}}      edge   95% interval     verdict")
    for verdict in verdicts:
        print(f"{_pair(verdict):{width}}  {_signed(verdict.edge)}  {_judged(verdict)}")
        for role, edge in verdict.roles.items():
            print(f"{'  as ' + role:{width}}  {_signed(edge)}  {edge.n:,} deals")
    print(f"\n{HOW[plan.kind]}\n{TEST}")
    reports = tournament.reports
    if reports:
        print(f"\nMoves made by a stand-in because a bot failed: {len(reports):,}")
        for line in reports[:REPORTS]:
            print(f"  {line}")
        if len(reports) > REPORTS:
            print(f"  and {len(reports) - REPORTS:,} more")


def _rungs(tournament: Ladder) -> list[str]:
    rungs = tournament.rungs()
    width = max(len("bot"), *(len(rung.bot) for rung in rungs))
    if tournament.plan.kind == "team":
        rows = [f"{'bot':{width}}   score   95% interval       wins   95% interval"]
        for rung in rungs:
            assert rung.score is not None
            assert rung.wins is not None
            score, wins = rung.score, rung.wins
            between = f"{_end(score.low, '.2f')} to {_end(score.high, '.2f')}"
            rows.append(
                f"{rung.bot:{width}}  {score.mean:6.2f}   {between:16}  {wins.mean:5.1%}   "
                f"{wins.low:.1%} to {wins.high:.1%}"
            )
        return rows
    rows = [f"{'bot':{width}}  rating   95% interval"]
    for rung in rungs:
        assert rung.rating is not None
        rating = rung.rating
        rows.append(
            f"{rung.bot:{width}}  {rating.mean:+6.0f}   {_end(rating.low, '+.0f')} to {_end(rating.high, '+.0f')}"
        )
    return rows


def _pair(verdict: Verdict) -> str:
    return " - ".join(verdict.pair)


def _signed(edge: Estimate) -> str:
    return f"{edge.mean:+8.3f}   {edge.low:+.3f} to {edge.high:+.3f}"


def _judged(verdict: Verdict) -> str:
    if verdict.stronger is None:
        return "not shown"
    return f"{verdict.stronger} is stronger (shown after {verdict.after:,} deals)"


def _end(value: float, form: str) -> str:
    return format(value, form) if math.isfinite(value) else "?"
