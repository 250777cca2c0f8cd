"""docs/strength.md, from the results and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from weatherdeck import __version__
from weatherdeck.bots import LEVELS
from weatherdeck.bots.evidence import Estimate
from weatherdeck.bots.exploitation import SIMULATIONS
from weatherdeck.bots.levels import policy_of
from weatherdeck.games import registry
from weatherdeck.games.contest import Sides, Team

from . import agenda, chart, gap, ismcts, learned
from .knowing import Response
from .parts import SEED, TUNING, Match, Part, Verdict
from .results import Results, Stale
from .roles import TOGETHER, by_role
from .tables import edge_cells, gain, interval, line, listed, table

Found = Mapping[Part, Results]
PICTURES = "pictures"


def write(folder: Path, found: Found, missing: Sequence[Part], path: Path) -> None:
    """Write the page and its pictures from results (as `read` gives them) and the learned responses in a folder."""
    text = "\n".join(_page(found, missing, learned.read(folder))) + "\n"
    (path.parent / PICTURES).mkdir(parents=True, exist_ok=True)
    for name, picture in _pictures(found).items():
        (path.parent / PICTURES / name).write_text(picture, encoding="utf-8")
    path.write_text(text, encoding="utf-8")


def read(folder: Path, parts: Sequence[Part]) -> tuple[dict[Part, Results], list[Part]]:
    """The results of all parts that have some, and the parts that have none, or only those of something else."""
    found, missing = dict[Part, Results](), list[Part]()
    for part in parts:
        try:
            results = Results(folder / f"{part.name}.jsonl", part.header, part.games)
        except Stale:
            missing.append(part)
            continue
        if results.deals < 2:
            missing.append(part)
        else:
            found[part] = results
    return found, missing


def _page(found: Found, missing: Sequence[Part], answers: Sequence[learned.Answer]) -> Iterator[str]:
    yield from _head()
    yield from _levels()
    yield from _ladder(found)
    yield from _scores(found)
    yield from _roles(found)
    yield from _gap(found)
    yield from _growth(found)
    yield from _networks(found)
    yield from _others(found)
    yield from _exploited(found, answers)
    yield from _missing(found, missing, answers)
    yield "## Speed"
    yield ""
    yield (
        "[How fast it is](speed.md) has the simulations per second and the time to the first move; `make bench` "
        "measures them."
    )


def _head() -> Iterator[str]:
    yield "# How strong the bots are"
    yield ""
    yield (
        "`make strength` (`python -m benchmarks.strength`) plays all these games and writes this page. It takes many "
        "hours on two cores: `--only` and `--minutes` play parts of it, on several machines if you like, and "
        "`--help` says more. Results count only for the network and the settings that they were played with."
    )
    yield ""
    yield (
        f"Version {__version__}, seed {SEED:,}. Settings were chosen on other deals, of the seeds {TUNING}, and "
        "networks were trained on others again."
    )
    yield ""


def _levels() -> Iterator[str]:
    yield "## The levels"
    yield ""
    yield (
        "A level may be something else in each game: where a game has a network, `expert` may take a single look "
        "by it. A master at a table stops when its simulations or its seconds are used up; here it always has its "
        "simulations."
    )
    yield ""
    yield from table("level", "it plays by", "mistakes", "games, and simulations a move")
    for level in LEVELS:
        for (basis, mistakes), games in _kinds(level).items():
            yield line(f"`{level}`", basis, mistakes, "; ".join(games))
    yield ""


def _kinds(level: str) -> dict[tuple[str, str], list[str]]:
    """By what a level plays and how often it errs, and where: the games, with simulations if it has some."""
    found: dict[tuple[str, str], list[str]] = {}
    for game in _games():
        here: dict[tuple[str, str, int], list[int]] = {}
        for players in game.players:
            state = game.new_state(players)
            policy, noise = policy_of(level, game, state), LEVELS[level].here(game, state).noise
            simulations = 0 if policy is None else policy.simulations
            kind = LEVELS[level].basis(game, state), f"{noise:.0%}" if noise else "none", simulations
            here.setdefault(kind, []).append(players)
        for (basis, mistakes, simulations), players in here.items():
            where = game.title if len(here) == 1 else f"{game.title}, {listed(players)} players"
            found.setdefault((basis, mistakes), []).append(f"{where}: {simulations:,}" if simulations else where)
    return found


# ---------------------------------------------------------------- the ladder
def _matches(found: Found, *sections: str) -> Iterator[tuple[Match, Results]]:
    for part, results in found.items():
        if isinstance(part, Match) and part.section in sections:
            yield part, results


def _ladder(found: Found) -> Iterator[str]:
    sides = listed([game.title for game in _games() if isinstance(game.contest, Sides)])
    teams = listed([game.title for game in _games() if isinstance(game.contest, Team)])
    points = listed(
        [
            f"1 is {game.contest.points(1.0) - game.contest.points(0.0):g} points of {game.title}"
            for game in _games()
            if isinstance(game.contest, Team) and game.contest.points
        ]
    )
    yield "## Each level against the one below, and a master against club players"
    yield ""
    yield (
        "One seat of the first bot among seats of the second, in each seat of every deal in turn. The edge is what "
        "that seat gains, with its 95% confidence interval: its share of the victory, minus a fair share. "
        f"In {sides} it is the chance of winning, minus that of the second bot in the same seat of the same deal. "
        f"In {teams} all seats are of one kind, and the edge is the difference of the results on the same deal, where "
        f"{points}. A sequential test decides *is stronger*: it wrongly prefers one of two equal bots in at most 5% of "
        f"matches. Where {agenda.QUICK_DEALS:,} deals ({agenda.DEALS:,} if a bot searches, {agenda.MASTER_DEALS} if a "
        f"master does) do not decide, more are played, up "
        "to a limit."
    )
    yield ""
    yield from table("game", "bot", "among", "deals", "edge", "95% interval", "verdict")
    every = sorted(_matches(found, "levels"), key=lambda one: one[0].title)
    for part, results in every:
        verdict = part.verdict(results)
        yield line(
            part.title, part.bot, part.among, f"{results.deals:,}", *edge_cells(verdict.edge), _shown(part.bot, verdict)
        )
    yield ""


def _shown(bot: str, verdict: Verdict) -> str:
    if verdict.after is not None and (verdict.below is None or verdict.after < verdict.below):
        return f"{bot} is stronger, after {verdict.after:,} deals"
    return "not shown" if verdict.below is None else f"**{bot} is weaker**, after {verdict.below:,} deals"


def _scores(found: Found) -> Iterator[str]:
    """The scores of cooperative games, with the same bot in all seats."""
    rows: dict[tuple[str, str], tuple[int, str]] = {}
    for part, results in _matches(found, "levels", "gap"):
        if part.plan.kind == "team":
            for rung in part.tournament(results).rungs():
                if rung.score and rung.wins and rows.get((part.title, rung.bot), (0, ""))[0] < results.deals:
                    score = f"{rung.score.mean:.2f}", interval(rung.score, ".2f"), f"{rung.wins.mean:.0%}"
                    rows[part.title, rung.bot] = results.deals, line(part.title, rung.bot, f"{results.deals:,}", *score)
    if rows:
        yield "The score of a team whose seats are all of one kind:"
        yield ""
        yield from table("game", "bot", "deals", "mean score", "95% interval", "games won")
        yield from (rows[key][1] for key in sorted(rows, key=lambda key: (key[0], _strength(key[1]))))
        yield ""


def _strength(bot: str) -> int:
    order = [*agenda.LADDER, agenda.TOP]
    return order.index(bot) if bot in order else len(order)


# ---------------------------------------------------------------- roles
def _roles(found: Found) -> Iterator[str]:
    every = [(part, results) for part, results in _matches(found, "levels") if part.plan.kind == "sides"]
    for title in dict.fromkeys(registry.load(part.game).title for part, _ in every):
        here = [(part, results) for part, results in every if registry.load(part.game).title == title]
        gains = {part: by_role(part, results) for part, results in here}
        columns = sorted(
            {role for roles in gains.values() for role in roles}, key=lambda role: (role == TOGETHER, role)
        )
        yield (
            f"{title} by role: what a seat of this role gains over one of the second kind, in its chance of winning. "
            f"*{TOGETHER}* are the roles that win together. Bold gains are above 0 with their whole interval."
        )
        yield ""
        yield from table("players", "bot", "among", *columns)
        for part, _ in here:
            cells = [gain(gains[part][role]) if role in gains[part] else "" for role in columns]
            yield line(str(part.plan.players), part.bot, part.among, *cells)
        yield ""


# ---------------------------------------------------------------- the way to one who sees all
def _gap(found: Found) -> Iterator[str]:
    ways = [(way, edges) for way in agenda.ways(list(found)) if (edges := way.edges(lambda part: found[part]))]
    if not ways:
        return
    yield "## How much hidden cards cost"
    yield ""
    yield (
        "How would the master's search do if it saw all cards, which no player can? Each bot sits alone among `club` "
        "players, or in a team with its own kind. The last column says how much of the way from random to all-seeing "
        "the bot covers, with its 95% interval (Fieller's, on the deals that all three have). Deals are played until "
        f"the interval is narrower than {agenda.WIDTH * 100:g} percentage points, up to a limit."
    )
    yield ""
    yield from table("game", "bot", "deals", "random", "bot", "seeing all", "covered")
    for way, edges in ways:
        share = gap.covered(*edges, bound=way.high.plan.bound)
        means = (f"{edge.mean():+.3f}" for edge in edges)
        covered = f"**{share.ratio:.0%}** ({share.low:.1%} to {share.high:.1%})"
        yield line(way.high.title, way.bot, f"{share.n:,}", *means, covered)
    yield ""


# ---------------------------------------------------------------- growth
def _curves(found: Found) -> dict[str, dict[str, list[tuple[int, Estimate]]]]:
    """The edges among club players by the number of simulations, by game and kind of search."""
    curves: dict[str, dict[str, list[tuple[int, Estimate]]]] = {}
    for part, results in _matches(found, "growth"):
        kind, _, step = part.bot.partition("@")
        effort = part.policies[0].simulations
        assert step.isdecimal()
        curves.setdefault(part.game, {}).setdefault(kind, []).append((effort, part.verdict(results).edge))
    return {game: {kind: sorted(points) for kind, points in kinds.items()} for game, kinds in curves.items()}


def _growth(found: Found) -> Iterator[str]:
    curves = _curves(found)
    if not curves:
        return
    yield "## How strength grows with simulations"
    yield ""
    yield (
        "One seat of a search among `club` players, as above, without mistakes: by the game's rules of thumb "
        "(`search`), and by its network (`network-search`)."
    )
    yield ""
    yield from table("game", "search", "simulations a move", "deals", "edge", "95% interval")
    for name, kinds in curves.items():
        for kind, points in kinds.items():
            for simulations, edge in points:
                yield line(registry.load(name).title, kind, f"{simulations:,}", str(edge.n), *edge_cells(edge))
    yield ""
    for name in curves:
        yield f"![{registry.load(name).title}: edge by simulations]({PICTURES}/strength-{name}.svg)"
        yield ""


def _pictures(found: Found) -> dict[str, str]:
    return {
        f"strength-{name}.svg": chart.growth(registry.load(name).title, kinds) for name, kinds in _curves(found).items()
    }


# ---------------------------------------------------------------- others, and exploitation
def _networks(found: Found) -> Iterator[str]:
    every = list(_matches(found, "network"))
    if not every:
        return
    yield "## What a network adds to a master"
    yield ""
    yield (
        "One seat of a master that searches by its network, among searches by rules of thumb with a master's "
        "simulations. The edge is as above; among rivals, the share of the victory is shown too."
    )
    yield ""
    yield from table("game", "among", "deals", "share of the victory", "edge", "95% interval", "verdict")
    for part, results in every:
        verdict = part.verdict(results)
        share = f"{verdict.edge.mean + 1 / part.plan.players:.1%}" if part.plan.kind == "rivals" else ""
        cells = part.title, part.among, f"{results.deals:,}", share, *edge_cells(verdict.edge)
        yield line(*cells, _shown(part.bot, verdict))
    yield ""


def _others(found: Found) -> Iterator[str]:
    every = list(_matches(found, "ismcts"))
    if not every:
        return
    yield "## Against OpenSpiel's search, at equal time"
    yield ""
    yield (
        "OpenSpiel's information-set Monte Carlo tree search (`open_spiel.python.algorithms.ismcts`, Python) plays our "
        f"games through their OpenSpiel interface, with random rollouts and a weight of exploration of "
        f"{ismcts.EXPLORATION:g}. It has {ismcts.SECONDS:g} seconds for each move on one core, and so has our "
        f"`{ismcts.BOT}`. The edge is that of one seat of ours among seats of OpenSpiel's, as above, with another seat "
        "in each deal. A few dozen deals often do not satisfy the sequential test, even where the interval is far "
        "above 0."
    )
    yield ""
    yield from table("game", "bot", "deals", "games", "edge", "95% interval", "verdict")
    for part, results in every:
        verdict, games = part.verdict(results), results.deals * part.games
        deals = f"{results.deals:,}", f"{games:,}"
        yield line(part.title, part.bot, *deals, *edge_cells(verdict.edge), _shown(part.bot, verdict))
    yield ""


def _exploited(found: Found, answers: Sequence[learned.Answer]) -> Iterator[str]:
    searched = [(part, results) for part, results in found.items() if isinstance(part, Response)]
    if not searched and not answers:
        return
    yield "## How far a bot can be exploited"
    yield ""
    yield (
        "What a responder gains in the place of one bot, while the others stay: in the chance of winning or, in a "
        "cooperative game, in points. *A search that knows it* simulates exactly these others "
        f"({SIMULATIONS} simulations a move, `weatherdeck exploit`). *A learned response* is a network that played "
        "against them until it had learned what gains most (`weatherdeck learn --against`). Both are lower bounds: "
        "another responder may gain more, and a gain that is not above 0 says nothing."
    )
    yield ""
    yield from table("game", "bot", "responder", "games", "gain", "95% interval")
    rows: list[tuple[str, int, str]] = []
    for part, results in searched:
        edge, games = part.verdict(results).edge, results.deals * part.plan.players
        cells = line(part.title, part.bot, "a search that knows it", f"{games:,}", *edge_cells(edge))
        rows.append((part.title, _strength(part.bot), cells))
    for answer in answers:
        if not answer.stale:
            cells = line(answer.title, answer.bot, "a learned response", f"{answer.gain.n:,}", *edge_cells(answer.gain))
            rows.append((answer.title, _strength(answer.bot), cells))
    yield from (row for *_, row in sorted(rows))
    yield ""


def _missing(found: Found, missing: Sequence[Part], answers: Sequence[learned.Answer]) -> Iterator[str]:
    """What the page does not show, or shows on too few deals."""
    lines = [f"- {part.name}" for part in missing]
    for part, results in found.items():
        if results.deals < part.least:
            lines.append(f"- {part.name}: {results.deals:,} of {part.least:,} deals")
    lines += [f"- {name}" for name in learned.missing(answers)]
    lines += [f"- {answer.path.name}: {answer.stale}" for answer in answers if answer.stale]
    if lines:
        yield "## Not played yet"
        yield ""
        yield from lines
        yield ""


def _games() -> list[Any]:
    return [registry.load(name) for name in registry.ours()]
