"""Sections on start-up, the first card, the lab, other decks and GPUs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .words import between, measured, number, seconds, size, table, title

Part = dict[str, Any]


def start(part: Part) -> Iterator[str]:
    """Start-up and memory."""
    figures = part["figures"]
    yield "## Start-up and memory"
    yield ""
    yield (
        "From the start of a new process to its end, by the clock. *Cold* is with an empty cache of compiled code, "
        "as after "
        "an installation; *warm* is every other time. Memory is the most that the process had."
    )
    yield ""
    rows = [(one["what"], "", one) for one in figures["ours"]]
    for what, told in (
        ("position", "deal and show a position (public API)"),
        ("game", "play a random game, compiled"),
        ("move", "a master's first move at a table"),
    ):
        for heat in ("warm", "cold"):
            rows += [
                (f"{told}, {heat}", title(game["game"]), game[f"{what}, {heat}"])
                for game in figures["games"]
                if f"{what}, {heat}" in game
            ]
    rows += [(f"{one['what']}: import and play a random game", title(one["game"]), one) for one in figures["theirs"]]
    yield from table(
        ("what", "game", "best", "median", "memory"), ((what, game, *_figures(one)) for what, game, one in rows)
    )
    yield from measured(part, f"The best of {figures['rounds']} starts, and the median; cold starts: one each.")
    sentence = _first_game(figures)
    if sentence:
        yield sentence
        yield ""


def _figures(one: dict[str, Any]) -> tuple[str, str, str]:
    if "problem" in one:
        return "failed", "", ""
    memory = f"{one['megabytes']} MB" if "megabytes" in one else ""
    return seconds(one["best"]), seconds(one["median"]), memory


def _first_game(figures: dict[str, Any]) -> str:
    warm = [game["game, warm"]["best"] for game in figures["games"] if "best" in game.get("game, warm", {})]
    theirs = [one for one in figures["theirs"] if "best" in one]
    if not warm or not theirs:
        return ""
    told = ", ".join(f"{one['what']} {seconds(one['best'])}" for one in theirs)
    return f"To the end of a first random game, warm: weatherdeck {between(warm, seconds)}; {told}."


def first_seconds(part: Part) -> Iterator[str]:
    """What a person waits for."""
    figures = part["figures"]
    yield "## To the first card"
    yield ""
    yield (
        "What you wait for after a command, by the clock. `weatherdeck serve`: until a card can be clicked in "
        "Chromium, at a table with `master` bots; the server's page is there earlier. `weatherdeck play`: until the "
        "terminal shows the table. *Cold* is with an empty cache of compiled code: the game begins at once, and its "
        "code is compiled in the background."
    )
    yield ""
    rows = [
        (
            title(one["game"]),
            *(seconds(one[f"serve, {heat}"][what]) for heat in ("cold", "warm") for what in ("server", "first card")),
            *(seconds(one[f"play, {heat}"]["first screen"]) for heat in ("cold", "warm")),
        )
        for one in figures["games"]
    ]
    head = [f"{what}, {heat}" for heat in ("cold", "warm") for what in ("`serve`: page", "`serve`: first card")]
    yield from table(("game", *head, "`play`: table, cold", "`play`: table, warm"), rows)
    yield from measured(part, f"Warm: the best of {figures['rounds']} starts; cold: one start each.")


def lab(part: Part) -> Iterator[str]:
    """The lab on the cores."""
    found = part["figures"]
    yield "## The lab"
    yield ""
    yield (
        f"{found['games']:,} random games of {title(found['game'])} in {found['processes']} processes: simulated "
        "with all "
        f"their tables in {seconds(found['simulated'])} ({size(found['bytes'])} of files), measured and reported in "
        f"{seconds(found['reported'])}. The most memory was {found['memory']} MB, and {found['worker memory']} MB in "
        "a worker."
    )
    yield ""
    yield from measured(part, "One run by the clock (`python -m benchmarks.lab`); compiled before.")


def decks(part: Part) -> Iterator[str]:
    """Decks of one's own."""
    yield "## Another deck"
    yield ""
    yield (
        "A deck of one's own compiles nothing: compiled rules are handed its tables (decision "
        "[0054](decisions/0054-decks-without-compiling.md)). The compiler cannot compute with these tables in "
        "advance, so "
        "the same games are played with tables as constants and with tables handed over, in turns: "
        "`python -m benchmarks.decks`."
    )
    yield ""
    yield from table(
        ("decisions per second", "play", "constants", "handed", "ratio"),
        (
            (
                title(one["game"]),
                one["play"],
                number(one["constants"]),
                number(one["handed"]),
                f"{one['handed'] / one['constants']:.2f}",
            )
            for one in part["figures"]["compared"]
        ),
    )
    yield from measured(part, "The best of 40 short turns of each.")
    waits = part["figures"]["first games"]
    if waits:
        yield (
            "From a deck that has never been seen to the end of its first game, in a process that has played with the "
            f"shipped deck: {between([one['new'] for one in waits], seconds)}."
        )
        yield ""


def gpu(part: Part) -> Iterator[str]:
    """One GPU."""
    figures = part["figures"]
    yield f"## One {figures['device']}"
    yield ""
    yield (
        "`python -m benchmarks.gpu` needs a device and `pip install 'weatherdeck[gpu]'`. Random play is "
        f"{figures['games']:,} whole games, a thread each; the bytes of the first {figures['compared']:,} final "
        "states are "
        f"compared with those of the CPU. A step is {figures['tables']:,} tables at once: random actions are drawn, "
        "checked "
        "and carried out, and observations and masks are written for whoever is to move. Kernels were compiled before."
    )
    yield ""
    yield from table(
        (
            "game",
            "equal bytes",
            "random decisions per second",
            "steps per second",
            "with compact observations",
            "unchecked",
        ),
        (
            (
                title(one["game"]),
                f"{one['equal']:,} of {figures['compared']:,}",
                *(f"{one[what] / 1e6:,.0f} million" for what in ("random", "steps", "compact", "unchecked")),
            )
            for one in sorted(figures["rates"], key=lambda one: -one["random"])
        ),
    )
    yield from measured(part, "The best of 3 rounds, after a first one.")


def gpu_lab(part: Part) -> Iterator[str]:
    """The lab on a GPU."""
    figures = part["figures"]
    yield f"The lab on it plays {figures['games']:,} games by `{figures['bot']}` (`python -m benchmarks.gpu_lab`):"
    yield ""
    yield from table(
        ("game", "playing alone", "with all tables measured and written"),
        (
            (title(one["game"]), seconds(one["alone"]), seconds(one["written"]))
            for one in sorted(figures["times"], key=lambda one: one["alone"])
        ),
    )
    yield from measured(part, "One run, after a small one that compiles.")
