"""`python -m benchmarks.strength`: measure how strong the bots are, and write docs/strength.md.

Each part of the page is a ladder whose results are kept in build/strength. Results that exist are not played again, so
run the same command to resume a stopped run. `--write` only writes the page from the results so far.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from weatherdeck import __version__
from weatherdeck.bots import LEVELS, ladder
from weatherdeck.bots.evidence import Estimate
from weatherdeck.bots.hall import Hall
from weatherdeck.bots.ladder import Ladder
from weatherdeck.cli.progress import Progress
from weatherdeck.games import registry
from weatherdeck.games.contest import Sides, Team

RESULTS = Path("build/strength")
PAGE = Path("docs/strength.md")
SEED = 11
DEALS = 400
GAMES = [registry.load(name) for name in registry.ours()]
SIDES = " and ".join(game.title for game in GAMES if isinstance(game.contest, Sides))
TEAMS = " and ".join(game.title for game in GAMES if isinstance(game.contest, Team))
POINTS = ", ".join(
    f"1 is {game.contest.points(1.0) - game.contest.points(0.0):g} points of {game.title}"
    for game in GAMES
    if isinstance(game.contest, Team) and game.contest.points
)
EDGE = f"""\
The edge is what the stronger bot gains over the weaker one, with its 95% confidence interval. If players compete, it is
the win share of one seat of the first bot among seats of the second, minus the same with the bots exchanged (for a
master, to save time, minus a fair share). In {SIDES} it is the chance of winning that a seat gains (for expert and
master: one seat among the weaker bots). In {TEAMS} it is the difference of the results, where {POINTS}.
A sequential test decides *is stronger*; it wrongly prefers one of two equal bots in at most 5% of tournaments."""
SIGHT = f"""\
How would the same search do if it saw all cards, which no player can? Each bot sits alone among `club` players (in
{TEAMS} with three of its own kind). The table shows the edge over `club`, and how much of the distance from random
to all-seeing the bot covers. With few deals this is rough: look at the intervals. More than 100% is due to chance."""


@dataclass(frozen=True)
class Part:
    """A ladder of the page."""

    game: str
    name: str  # of its results
    bots: tuple[str, ...]
    pairs: Literal["neighbours", "last"]
    players: int | None = None
    deals: int = DEALS
    minutes: float = math.inf  # after which no deal is begun
    one_way: bool = False

    @property
    def path(self) -> Path:
        players = f"-{self.players}" if self.players else ""
        return RESULTS / f"{self.game}{players}-{self.name}.json"


def parts(minutes: float) -> Iterator[Part]:
    """All that is measured; so many minutes for each ladder with bots that search."""
    tables = [(name, players) for name in registry.ours() for players in _players(name)]
    for game, players in tables:
        yield Part(game, "levels", ("random", "novice", "club"), "neighbours", players)
    for game, players in tables:
        if registry.load(game).contest.pairing == "sides":  # a seat shares its side's result: alone is 5 times as fast
            yield Part(game, "expert", ("expert", "club"), "last", players, DEALS, minutes, one_way=True)
        else:
            yield Part(game, "expert", ("club", "expert"), "neighbours", players, DEALS, minutes)
    for game, players in tables:
        yield Part(
            game, "sight", ("random", "expert", "expert-sees-all", "club"), "last", players, 100, minutes, one_way=True
        )
    for game in registry.ours():
        yield Part(game, "master", ("master", "expert"), "last", None, DEALS, minutes, one_way=True)
        sight = ("random", "master", "master-sees-all", "club")
        yield Part(game, "master-sight", sight, "last", None, DEALS, minutes, one_way=True)


def _players(name: str) -> list[int | None]:
    players = registry.load(name).players
    return [None] if len(players) == 1 else list(players)


def play(part: Part, engine: str) -> None:
    """Play a part on this machine's cores or on its GPU."""
    game = registry.load(part.game)
    plan = ladder.plan(
        game, part.bots, deals=part.deals, seed=SEED, players=part.players, pairs=part.pairs, one_way=part.one_way
    )
    tournament = Ladder(plan)
    started = time.monotonic()
    total = part.deals * len(plan.lineups)
    with Progress(f"{part.path.stem}, games", total) as progress:
        games = Hall(plan).play_all() if engine == "gpu" else ladder.play_all(plan, ladder.sensible_processes(plan))
        for done, played in enumerate(games, 1):
            tournament.add(played)
            progress.show(done)
            if done % len(plan.lineups) == 0 and time.monotonic() - started > part.minutes * 60:
                break
    part.path.parent.mkdir(parents=True, exist_ok=True)
    part.path.write_text(json.dumps(tournament.document()), encoding="utf-8")


def read(part: Part) -> Ladder | None:
    """The results of a part, if there are some."""
    if not part.path.exists():
        return None
    return Ladder.read(json.loads(part.path.read_text(encoding="utf-8")))


# ---------------------------------------------------------------- the page
def page(minutes: float) -> str:
    """The page, from what was played."""
    done = {part: found for part in parts(minutes) if (found := read(part)) is not None and found.deals}
    missing = [part for part in parts(minutes) if part not in done]
    return "\n".join([*_head(), *_levels(done), *_sight(done), *_missing(missing), *_tail()]) + "\n"


def _head() -> Iterator[str]:
    yield "# How strong the bots are"
    yield ""
    yield "This page is written by `make strength` (`python -m benchmarks.strength`), which plays all the games."
    cores = os.cpu_count()
    yield f"Version {__version__}, Python {platform.python_version()}, {cores} cores, seed {SEED}."
    yield ""
    yield "| level | what it is | simulations | seconds | moves without search | weight of what others did |"
    yield "|---|---|---|---|---|---|"
    for level in LEVELS.values():
        simulations = f"{level.simulations:,}" if level.simulations else "none"
        reading = f"{level.reading:.0%}" if level.policy == "search" else ""
        yield (
            f"| {level.name} | {level.help} | {simulations} | {level.seconds or ''} | {level.noise:.0%} | {reading} |"
        )
    yield ""
    efforts = [(game.title, game.search.effort) for game in map(registry.load, registry.ours())]
    times = ", ".join(f"{effort} in {title}" for title, effort in efforts)
    yield f"The number of simulations is multiplied by the game's effort: {times}."
    yield "A master at a table stops when its simulations or seconds are used up. Here it always has its simulations."
    yield "`club` is the game's greedy player. All deals are paired: the same cards, with the seats exchanged."
    yield ""


def _levels(done: dict[Part, Ladder]) -> Iterator[str]:
    yield "## Each level against the one below"
    yield ""
    yield EDGE
    yield ""
    yield "| game | pair | deals | edge | 95% interval | verdict |"
    yield "|---|---|---|---|---|---|"
    for part, tournament in done.items():
        if part.name in ("levels", "expert", "master"):
            for a, b in tournament.plan.pairs:
                yield _row(part, tournament, *((a, b) if part.one_way else (b, a)))
    yield ""
    scores = [(part, found) for part, found in done.items() if found.plan.kind == "team" and "sight" not in part.name]
    if scores:
        yield f"{TEAMS}: the score of all players together."
        yield ""
        yield "| bot | deals | mean score | 95% interval | games won |"
        yield "|---|---|---|---|---|"
        for part, found in scores:
            for rung in found.rungs():
                if rung.score and rung.wins and (part.name == "levels" or rung.bot == part.name):
                    yield (
                        f"| {rung.bot} | {rung.score.n} | {rung.score.mean:.2f} | {_interval(rung.score, '.2f')} | "
                        f"{rung.wins.mean:.0%} |"
                    )
        yield ""
    yield from _roles(done)


def _row(part: Part, tournament: Ladder, a: str, b: str) -> str:
    verdict = next(one for one in tournament.verdicts() if set(one.pair) == {a, b})
    sign = 1 if verdict.pair == (a, b) else -1
    edge = verdict.edge
    low, high = sorted((sign * edge.low, sign * edge.high))
    shown = f"{verdict.stronger} is stronger, after {verdict.after} deals" if verdict.stronger else "not shown"
    return (
        f"| {_title(part)} | {a} - {b} | {tournament.deals} | {sign * edge.mean:+.3f} | {low:+.3f} to {high:+.3f} | "
        f"{shown} |"
    )


def _roles(done: dict[Part, Ladder]) -> Iterator[str]:
    found = [
        (part, one) for part, one in done.items() if one.plan.kind == "sides" and part.name in ("levels", "master")
    ]
    if not found:
        return
    yield f"{SIDES} by role: how much the chance of winning of a seat grows if the stronger bot plays it."
    yield ""
    yield "| players | pair | role | seats | gain | 95% interval |"
    yield "|---|---|---|---|---|---|"
    for _, tournament in found:
        for pair in tournament.plan.pairs:
            a, b = pair if tournament.plan.one_way else (pair[1], pair[0])
            verdict = next(one for one in tournament.verdicts() if set(one.pair) == {a, b})
            sign = 1 if verdict.pair == (a, b) else -1
            for role, edge in verdict.roles.items():
                low, high = sorted((sign * edge.low, sign * edge.high))
                yield (
                    f"| {tournament.plan.players} | {a} - {b} | {role} | {edge.n} | {sign * edge.mean:+.3f} | "
                    f"{low:+.3f} to {high:+.3f} |"
                )
    yield ""


def _sight(done: dict[Part, Ladder]) -> Iterator[str]:
    yield "## How much hidden cards cost"
    yield ""
    yield SIGHT
    yield ""
    yield "| game | bot | deals | random | bot | seeing all | covered |"
    yield "|---|---|---|---|---|---|---|"
    for part, tournament in done.items():
        if part.name in ("sight", "master-sight"):
            low, bot, high = (_edge(tournament, name) for name in part.bots[:3])
            way = (bot.mean - low.mean) / (high.mean - low.mean)
            yield (
                f"| {_title(part)} | {part.bots[1]} | {tournament.deals} | {low.mean:+.3f} | {_spread(bot)} | "
                f"{_spread(high)} | **{way:.0%}** |"
            )
    yield ""


def _edge(tournament: Ladder, name: str) -> Estimate:
    verdict = next(one for one in tournament.verdicts() if set(one.pair) == {name, "club"})
    edge = verdict.edge
    return edge if verdict.pair[0] == name else Estimate(-edge.mean, -edge.high, -edge.low, edge.n)


def _missing(parts: list[Part]) -> Iterator[str]:
    if parts:
        yield "## Not played yet"
        yield ""
        for part in parts:
            yield f"- {_title(part)}: {', '.join(part.bots)} ({part.name})"
        yield ""


def _tail() -> Iterator[str]:
    yield "## Speed"
    yield ""
    yield (
        "[How fast it is](speed.md) has the simulations per second and the time to the first move; `make bench` "
        "measures them."
    )


def _title(part: Part) -> str:
    title = registry.load(part.game).title
    return f"{title}, {part.players} players" if part.players else title


def _interval(estimate: Estimate, form: str) -> str:
    return f"{estimate.low:{form}} to {estimate.high:{form}}"


def _spread(estimate: Estimate) -> str:
    return f"{estimate.mean:+.3f} ({_interval(estimate, '+.3f')})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="for each ladder with bots that search (default: 30)")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only parts whose file (as in build/strength) has this in its name"
    )
    parser.add_argument("--engine", choices=("local", "gpu"), default="local", help="who plays (default: the cores)")
    parser.add_argument("--write", action="store_true", help="play nothing, only write the page")
    options = parser.parse_args()
    for part in parts(options.minutes):
        if not options.write and options.only in part.path.name and not part.path.exists():
            play(part, options.engine)
            PAGE.write_text(page(options.minutes), encoding="utf-8")
    PAGE.write_text(page(options.minutes), encoding="utf-8")
    print(f"{PAGE} is written")


if __name__ == "__main__":
    main()
