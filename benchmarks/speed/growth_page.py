"""The section of the page on how cost grows: a curve, its exponent, and what it says for a hundred times more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .charts import Series, curve, exponent
from .words import between, measured, seconds, size, table, times, title

Part = dict[str, Any]
FOLDER = "pictures"
MORE = 100


@dataclass(frozen=True)
class Section:
    """A curve with its text."""

    name: str
    heading: str
    picture: str
    points: list[str]  # the same as a table
    text: str


def sections(growth: Part | None, cores: Part | None) -> list[Section]:
    """All curves that could be measured."""
    curves = {} if growth is None else growth["figures"]
    drawn = [
        make(curves[name])
        for name, make in MAKERS.items()
        if "points" in curves.get(name, {}) and curves[name]["points"]
    ]
    if cores is not None and len(cores["figures"]["games"][0]["cores"]) > 1:
        drawn.insert(1, _cores(cores))
    return drawn


def page(growth: Part | None, cores: Part | None) -> Iterator[str]:
    """The section."""
    found = sections(growth, cores)
    if not found:
        return
    yield "## How cost grows"
    yield ""
    yield (
        "The same work in growing sizes, on logarithmic axes. The dashed line is the power of the size that fits best: "
        "with an exponent of 1, twice the work takes twice as long."
    )
    yield ""
    for section in found:
        yield f"### {section.heading}"
        yield ""
        yield f"![{section.heading}: the measured points and the fitted line]({FOLDER}/growth-{section.name}.svg)"
        yield ""
        yield section.text
        yield ""
        yield from section.points
    if growth is not None:
        yield from measured(
            growth,
            "Games, simulations and cards: processor time on one core, the best of 3 rounds. Rows: the best of 5 "
            "rounds "
            "of 100 moves or 10 matches. Tables: one run of 8 s for each size, after a first one; the load came from "
            "the "
            "same machine. Cores: see above.",
        )
        for name, found_curve in growth["figures"].items():
            if "problem" in found_curve:
                yield f"*{name} could not be measured: {found_curve['problem']}*"
                yield ""


def _hundredfold(points: list[Any]) -> tuple[float, int, float]:
    """The exponent, and from the largest size that was measured: a hundred times it, and its cost."""
    power = exponent([(x, y) for x, y in points])
    largest, cost = points[-1]
    return power, largest * MORE, cost * MORE**power


def _games(found: dict[str, Any]) -> Section:
    points = found["points"]
    power, more, cost = _hundredfold(points)
    text = (
        f"Random games of {title(found['game'])} grow with exponent **{power:.2f}**. Games share nothing, so a hundred "
        f"times more than the largest run here, {more:,} games, take about {seconds(cost)} on one core and no more "
        "memory."
    )
    return Section(
        "games", "Games", _picture("Random games", "games", {"": points}), _listed("games", {"": points}), text
    )


def _cores(part: Part) -> Section:
    games = sorted(part["figures"]["games"], key=lambda game: float(game["cores"][0]["best"]))
    points = {game["game"]: [(one["cores"], one["best"]) for one in game["cores"]] for game in games}
    shown = {title(name): points[name] for name in dict.fromkeys((games[-1]["game"], games[0]["game"]))}
    most = games[0]["cores"][-1]["cores"]
    shares = [game["cores"][-1]["best"] / game["cores"][0]["best"] / most for game in games]
    text = (
        f"Decisions per second grow with exponents **{between(map(exponent, points.values()), '{:.2f}'.format)}** of "
        "the "
        f"cores (the picture shows the fastest and the slowest game). With {most} cores, each does "
        f"{between(shares, '{:.0%}'.format)} of what one does alone. Games share nothing, so what is lost is the "
        "hand-over "
        f"between threads and what cores share: caches and clock rate. The machine has {most} cores, so a hundred "
        "times "
        "more was not measured. On such machines the lab uses a process for each core, or Ray."
    )
    return Section("cores", "Cores", _picture("Cores", "cores", shown, "decisions per second"), [], text)


def _simulations(found: dict[str, Any]) -> Section:
    points = found["points"]
    power, more, cost = _hundredfold(points)
    first, last = points[0][1] / points[0][0], points[-1][1] / points[-1][0]
    why = ": the tree gets deeper and outgrows the caches" if last > 1.1 * first else ""
    text = (
        f"A search of {title(found['game'])} with a growing tree grows with exponent **{power:.2f}**. A simulation "
        "takes "
        f"{seconds(first)} in the smallest tree and {seconds(last)} in the largest{why}. A hundred times more, "
        f"{more:,} "
        f"simulations for one move, would take about {seconds(cost)} and {size(more * found['node'])} of memory for a "
        "tree to which each adds a node."
    )
    picture = _picture("One search", "simulations", {"": points})
    return Section("simulations", "Simulations", picture, _listed("simulations", {"": points}), text)


def _deck(found: dict[str, Any]) -> Section:
    series = {"a game": found["points"], "a redeal": found["redeals"]}
    game, redeal = (exponent(points) for points in series.values())
    text = (
        f"In {title(found['game'])}, a game grows with exponent **{game:.2f}** of the cards dealt, since more cards "
        "are more "
        f"decisions, and dealing the hidden cards anew with **{redeal:.2f}**. A hundred times more cards are "
        "impossible: a "
        "set of cards is one integer, for at most 63 cards. A larger deck would need several integers for each hand, "
        "which "
        "multiplies the cost of every copy and every set operation."
    )
    across = "cards dealt in a round"
    return Section("deck", "Cards", _picture("Cards dealt", across, series), _listed(across, series), text)


def _rows(found: dict[str, Any]) -> Section:
    series = {"write a move": found["points"], "read a match": found["opens"]}
    (power, more, cost), (again, _, open_cost) = (_hundredfold(points) for points in series.values())
    text = (
        f"With {found['store']}, writing a move grows with exponent **{power:.2f}** of the moves stored, and reading "
        "a match "
        f"of 200 moves with **{again:.2f}**: both go through indexes. A store with a hundred times more, {more:,} "
        "moves, "
        f"would write one in about {seconds(cost)} and read a match in about {seconds(open_cost)}. Its file would "
        "grow from "
        f"{size(found['bytes'])} to about {size(found['bytes'] * MORE)}."
    )
    picture = _picture("The store", "moves stored", series)
    return Section("rows", "Rows in the store", picture, _listed("moves stored", series), text)


def _tables(found: dict[str, Any]) -> Section:
    points, sizes = found["points"], found["sizes"]
    power, more, cost = _hundredfold(points)
    beyond = (
        "more than the one core that a server uses: [How much a server takes](capacity.md) says how many servers and "
        "stores "
        "that is"
        if cost > 1
        else "which one server still has"
    )
    text = (
        f"One server with SQLite and four people at each table of {title(found['game'])}, who move every "
        f"{found['every']:g} s: the processor time grows with exponent **{power:.2f}**. A hundred times more than "
        "the most "
        f"measured, {more:,} tables, would need {times(cost)} cores, {beyond}."
    )
    rows = [
        (
            f"{one['tables']:,}",
            f"{one['core']:.1%}",
            f"{one['median']:.1f} ms",
            f"{one['p99']:.0f} ms",
            f"{one['memory']:.0f} MB",
        )
        for one in sizes
    ]
    head = ("tables", "share of a core", "a move reaches everyone: median", "99%", "memory of the server")
    shares = [(n, 100 * share) for n, share in points]
    picture = _picture("Tables at one server", "tables", {"": shares}, "% of a core")
    return Section("tables", "Tables in play", picture, list(table(head, rows)), text)


def _picture(name: str, across: str, series: dict[str, Any], up: str = "seconds") -> str:
    return curve(name, across, up, [Series(told, points) for told, points in series.items()])


def _listed(across: str, series: dict[str, Any]) -> list[str]:
    """The points of some series with the same sizes, as a table."""
    columns = list(series.values())
    rows = [
        (f"{columns[0][number][0]:,}", *(seconds(column[number][1]) for column in columns))
        for number in range(len(columns[0]))
    ]
    return list(table((across, *(told or "time" for told in series)), rows))


MAKERS = {"games": _games, "simulations": _simulations, "deck": _deck, "rows": _rows, "tables": _tables}
