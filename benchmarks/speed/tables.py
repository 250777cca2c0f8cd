"""The sections of the page on play, search, calls, learners and cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from benchmarks.beside.cases import LOOKS, OPENSPIEL, PETTINGZOO, RLCARD, SEARCHES, WEATHERDECK, C
from benchmarks.beside.ours import VERB_TIMES

from .words import between, listed, measured, number, rounds_of, seconds, table, times, title

Part = dict[str, Any]
Case = dict[str, Any]
GOAL = 2.5
"""Times OpenSpiel's fastest: what we ask of every game."""


def cases(part: Part, project: str | None = None, what: str | None = None) -> list[Case]:
    """The cases of a part that could be measured, fastest first."""
    found = [
        case
        for case in part["figures"]["cases"]
        if "best" in case and project in (None, case["project"]) and what in (None, case["what"])
    ]
    return sorted(found, key=lambda case: -case["best"])


def versions(part: Part) -> str:
    """The other projects with their versions."""
    names = {"open-spiel": "OpenSpiel", "rlcard": "RLCard", "pettingzoo": "PettingZoo"}
    found = part["figures"]["projects"]
    return listed([f"{names[project]} {version}" for project, version in found.items()])


# ---------------------------------------------------------------- play
def play(part: Part) -> Iterator[str]:
    """Random play beside OpenSpiel and C."""
    ours, whole, dealt = (
        cases(part, WEATHERDECK, "random"),
        cases(part, OPENSPIEL, "whole games"),
        cases(part, OPENSPIEL, "from a deal"),
    )
    yield "## Random play on one core"
    yield ""
    yield (
        "Everyone plays whole games of uniformly random legal actions in machine code, with no Python in between. "
        "OpenSpiel's loops are C++ ([`openspiel.cc`](../benchmarks/beside/openspiel.cc)): the loop of its own "
        "`RandomRolloutEvaluator`, linked against the library in its Python package."
    )
    yield ""
    fastest = dealt[0]["best"] if dealt else None
    yield from table(
        ("project", "game", "decisions per second", "median", "times OpenSpiel's fastest"),
        (
            (case["project"], _told(case), number(case["best"]), number(case["median"]), _ratio(case, fastest))
            for case in [*ours, *dealt, *whole]
        ),
    )
    yield from measured(part, f"{rounds_of(part)} {versions(part)}.")
    if fastest:
        ratios = [case["best"] / fastest for case in ours]
        enough = sum(ratio >= GOAL for ratio in ratios)
        yield (
            f"OpenSpiel's fastest of these games is {title(dealt[0]['game'])}, played out from dealt positions: 100 "
            "games "
            f"from each deal, so that dealing hardly counts. Our games deal anew for every game, and make "
            f"**{between(ratios)} times** as many decisions. "
            + (
                f"All are at least {GOAL} times as fast."
                if enough == len(ratios)
                else f"{enough} of {len(ratios)} are at least {GOAL} times as fast."
            )
        )
    if whole:
        best = whole[0]
        yield (
            f"Whole games, dealt as ours are, are the like-for-like comparison. OpenSpiel's fastest there is "
            f"{title(best['game'])}; ours make {between(case['best'] / best['best'] for case in ours)} times as many "
            "decisions."
        )
        yield (
            "Bridge is measured with its cards played. By default OpenSpiel ends it after the bidding and asks a "
            "solver "
            "what the cards would have brought."
        )
    yield ""
    yield from limit(part)
    yield from greedy(part)


def _told(case: Case) -> str:
    dealt = {"whole games": ", whole games", "from a deal": ", from dealt positions"}
    return title(case["game"]) + dealt.get(case["what"], "")


def _ratio(case: Case, fastest: float | None) -> str:
    return times(case["best"] / fastest) if fastest else ""


def limit(part: Part) -> Iterator[str]:
    """Our rules beside C."""
    yield "### The limit: hand-written C"
    yield ""
    yield (
        "For two games we wrote the whole of random play by hand in C (`benchmarks/limit`, `-O3 -march=native`). "
        "Before "
        "it is measured, it must play the rules' games: the same seeds must give the same final states, byte for byte."
    )
    yield ""
    rules = {case["game"]: case for case in cases(part, WEATHERDECK, "random")}
    written = cases(part, C)
    yield from table(
        ("game", "compiled rules", "median", "C", "median", "rules / C"),
        (
            (
                title(c["game"]),
                *(number(rules[c["game"]][which]) for which in ("best", "median")),
                *(number(c[which]) for which in ("best", "median")),
                f"**{rules[c['game']]['best'] / c['best']:.0%}**",
            )
            for c in written
        ),
    )
    if not written:
        yield "This was not measured: it needs a C compiler."
        yield ""


def greedy(part: Part) -> Iterator[str]:
    """Our greedy players."""
    rules = {case["game"]: case for case in cases(part, WEATHERDECK, "random")}
    yield "### Greedy play"
    yield ""
    yield "The same games, with every seat played by the game's greedy player. Searches play like this to the end."
    yield ""
    yield from table(
        ("game", "decisions per second", "median", "random play is faster by"),
        (
            (
                title(case["game"]),
                number(case["best"]),
                number(case["median"]),
                f"{times(rules[case['game']]['best'] / case['best'])} times",
            )
            for case in cases(part, WEATHERDECK, "greedy")
        ),
    )


def cores(part: Part) -> Iterator[str]:
    """One core and more."""
    yield "## All cores"
    yield ""
    games = part["figures"]["games"]
    numbers = [one["cores"] for one in games[0]["cores"]]
    if len(numbers) == 1:
        yield "The machine has one core, so there is nothing to compare."
        yield ""
        return
    yield from table(
        ("game", *(f"{n} core{'s' if n > 1 else ''}" for n in numbers), "speed-up"),
        (
            (
                title(game["game"]),
                *(f"{number(one['best'])} ({number(one['median'])})" for one in game["cores"]),
                times_two(game["cores"][-1]["best"] / game["cores"][0]["best"]),
            )
            for game in sorted(games, key=lambda game: -game["cores"][0]["best"])
        ),
    )
    yield from measured(
        part,
        f"Random decisions per second by the clock, threads of one process; the best of {part['figures']['rounds']} "
        "rounds, in turns, and the median in brackets.",
    )


def times_two(ratio: float) -> str:
    """A speed-up with two decimals."""
    return f"{ratio:.2f} times"


# ---------------------------------------------------------------- search
def search(part: Part) -> Iterator[str]:
    """Simulations beside ISMCTS."""
    yield "## Search on one core"
    yield ""
    yield (
        "A simulation deals the hidden cards anew, goes down a tree and plays to the end. OpenSpiel's native ISMCTS "
        "bot "
        "does the same with random play, at the first choice of a game. Our `grow` with random play is its "
        "counterpart; "
        "our bots search with greedy play, which is slower and stronger."
    )
    yield ""
    rows = {what: {case["game"]: case for case in cases(part, WEATHERDECK, what)} for what in SEARCHES}
    yield from table(
        (
            "weatherdeck, simulations per second",
            *(f"`{what.split(',')[0]}`,{what.split(',')[1]} play" for what in SEARCHES),
        ),
        ((title(name), *(_with_median(rows[what].get(name)) for what in SEARCHES)) for name in rows[SEARCHES[0]]),
    )
    theirs = cases(part, OPENSPIEL, "ismcts")
    yield from table(
        ("OpenSpiel, native ISMCTS", "simulations per second"),
        ((title(case["game"]), _with_median(case)) for case in theirs),
    )
    yield from measured(part, f"{rounds_of(part)} Medians in brackets. {versions(part)}.")
    if theirs:
        ratios = {
            what: [case["best"] / theirs[0]["best"] for case in rows[what].values()] for what in SEARCHES if rows[what]
        }
        yield (
            f"Beside OpenSpiel's fastest search here ({title(theirs[0]['game'])}), our games make "
            + listed([f"{between(found)} times as many simulations with `{what}`" for what, found in ratios.items()])
            .replace(", random`", "` and random play")
            .replace(", greedy`", "` and greedy play")
            + "."
        )
        yield "Games differ in length, so this compares what a search of a second can look at, not the same work."
        yield ""


def _with_median(case: Case | None) -> str:
    return f"{number(case['best'])} ({number(case['median'])})" if case else ""


# ---------------------------------------------------------------- networks
def networks(part: Part) -> Iterator[str]:
    """Looks of the games' networks."""
    yield "## Networks on one core"
    yield ""
    yield (
        "A network looks at a position: `observe` writes what the seat sees, and two layers of integers say how much "
        "the network likes each legal move (on top of `prefer`, the greedy judgement, which is timed too), or what "
        "result the seat can expect. In games without a network of their own the weights are random, which takes as "
        "long."
    )
    yield ""
    moves, values = ({case["game"]: case for case in cases(part, WEATHERDECK, what)} for what in LOOKS)
    sizes = part["figures"]["networks"]
    yield from table(
        (
            "game",
            "features",
            "units",
            "weights",
            "moves: positions per second",
            "value: positions per second",
            "a look",
        ),
        (
            (
                title(game),
                str(sizes[game]["features"]),
                f"{sizes[game]['first']} and {sizes[game]['last']}",
                "learned" if sizes[game]["learned"] else "random",
                f"{number(case['best'])} ({number(case['median'])})",
                f"{number(values[game]['best'])} ({number(values[game]['median'])})",
                seconds(1 / values[game]["best"]),
            )
            for game, case in moves.items()
            if game in values
        ),
    )
    yield from measured(part, f"{rounds_of(part)} Here it is in brackets.")


# ---------------------------------------------------------------- calls
VERBS = ("legal", "copy", "redeal", "observe")


def calls(part: Part) -> Iterator[str]:
    """The time of single verbs, from the time of a decision with and without them."""
    yield "## Single calls"
    yield ""
    yield (
        "The mean time of a call over the positions of random games: the legal actions, a copy of the state, the "
        "hidden "
        "cards dealt anew, and what a seat sees as numbers for a learner. OpenSpiel's calls are made in C++, too."
    )
    yield ""
    names = dict.fromkeys((case["project"], case["game"]) for case in part["figures"]["cases"])
    found = {pair: verb_times(part, *pair) for pair in names}
    yield from table(
        ("project", "game", *VERBS),
        (
            (project, title(game), *(seconds(of[verb]) if verb in of else "not implemented" for verb in VERBS))
            for (project, game), of in found.items()
        ),
    )
    yield from measured(part, f"{rounds_of(part)} Times are differences of the best rounds. {versions(part)}.")
    sentences = []
    for verb in VERBS:
        ours = [of[verb] for (project, _), of in found.items() if project == WEATHERDECK and verb in of]
        theirs = [of[verb] for (project, _), of in found.items() if project == OPENSPIEL and verb in of]
        if ours and theirs:
            sentences.append(f"`{verb}` {between(min(theirs) / mine for mine in ours)}")
    if sentences:
        yield f"Times as fast as OpenSpiel's fastest game: {listed(sentences)}."
        yield ""


def verb_times(part: Part, project: str, game: str) -> dict[str, float]:
    """Seconds of each verb: a redeal includes a copy, which is taken off."""
    rate = {case["what"]: case["best"] for case in cases(part, project) if case["game"] == game}
    if "nothing" not in rate:
        return {}
    each = {verb: (1 / rate[verb] - 1 / rate["nothing"]) / VERB_TIMES for verb in VERBS if verb in rate}
    if project == WEATHERDECK and "redeal" in each:
        each["redeal"] -= each["copy"]
    return {verb: max(took, 1e-10) for verb, took in each.items()}


# ---------------------------------------------------------------- learners
def steps(part: Part) -> Iterator[str]:
    """Steps with observations and masks."""
    ours, aec = cases(part, WEATHERDECK, "batch steps"), cases(part, WEATHERDECK, "pettingzoo steps")
    theirs = [case for project in (RLCARD, OPENSPIEL, PETTINGZOO) for case in cases(part, project)]
    yield "## Steps of a learner"
    yield ""
    yield (
        "Everybody plays random legal actions and produces, at each step, what the player to move sees and a mask of "
        "the "
        "legal actions. Ours is a batch of 1,024 tables; the others step one table at a time, which is all they offer."
    )
    yield ""
    best = max((case["best"] for case in theirs), default=None)
    yield from table(
        ("project", "game", "steps per second", "median", "times the fastest of the others"),
        (
            (_source(case), title(case["game"]), number(case["best"]), number(case["median"]), _ratio(case, best))
            for case in [*ours, *aec, *theirs]
        ),
    )
    yield from measured(part, f"{rounds_of(part)} {versions(part)}.")
    if best is not None:
        fastest = max(theirs, key=lambda case: case["best"])
        yield (
            f"Our batch makes {between(case['best'] / best for case in ours)} times as many steps as the fastest of "
            "the "
            f"others, {fastest['project']}'s {title(fastest['game'])}."
        )
    zoo = [case for case in theirs if case["project"] == PETTINGZOO]
    if zoo and aec:
        yield (
            f"Through PettingZoo's interface, our games make {between(case['best'] / zoo[0]['best'] for case in aec)} "
            "times as many steps as the fastest of PettingZoo's own card games; there, nearly all of the time is spent "
            "in Python and in PettingZoo's wrappers."
        )
    yield ""


def _source(case: Case) -> str:
    kinds = {"batch steps": "weatherdeck, batch", "pettingzoo steps": "weatherdeck, PettingZoo"}
    return kinds[case["what"]] if case["project"] == WEATHERDECK else str(case["project"])


def api(part: Part) -> Iterator[str]:
    """Python scripts."""
    yield "## In Python"
    yield ""
    yield (
        "A short script of random play on one core, with one position at a time. A `Match` checks and narrates every "
        "move; the interpreted rules check nothing; positions of the [public API](api.md) check every move."
    )
    yield ""
    columns = ("match", "rules", "positions", "observed")
    yield from table(
        ("decisions per second", "`Match`", "rules alone", "positions", "positions with observation and mask"),
        ((title(game["game"]), *(number(game[column]) for column in columns)) for game in part["figures"]["games"]),
    )
    yield from measured(part, "One core, one run of a second of processor time each.")


SECTIONS: Iterable[tuple[str, Any]] = (
    ("play", play),
    ("cores", cores),
    ("search", search),
    ("networks", networks),
    ("calls", calls),
    ("steps", steps),
    ("api", api),
)
