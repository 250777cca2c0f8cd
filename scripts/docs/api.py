"""The API reference: which names are on which page. mkdocstrings reads their docstrings from the source."""

from __future__ import annotations

from dataclasses import dataclass

import weatherdeck


@dataclass(frozen=True)
class ApiPage:
    """A page of the reference: what it is about, and the names or modules on it."""

    name: str
    title: str
    about: str
    names: tuple[str, ...]
    are_constructed: bool = False
    """Whether people call these classes. Most of ours come from functions, and how they are made is private."""


def _ours(*names: str) -> tuple[str, ...]:
    return tuple(f"weatherdeck.{name}" for name in names)


PAGES = (
    ApiPage(
        "weatherdeck",
        "weatherdeck",
        "What `import weatherdeck` gives you first. [The guide](../api.md) shows it by examples.",
        _ours("load", "list_games", "list_bots", "SPECTATOR", "IDLE"),
    ),
    ApiPage(
        "game", "Game", "A game with its deck, number of players and options, as `load` returns it.", _ours("Game")
    ),
    ApiPage("position", "Position", "One moment of a game. It never changes.", _ours("Position")),
    ApiPage("batch", "Batch", "Many tables of one game at once, in arrays.", _ours("Batch", "GpuBatch", "DeviceArray")),
    ApiPage("bot", "Bot", "Players that are programs. [Bots](../bots.md) says how they play.", _ours("Bot")),
    ApiPage(
        "deck",
        "Decks and layouts",
        "Decks of your own, and what an observation holds.",
        _ours("Deck", "Layout", "Part"),
    ),
    ApiPage(
        "errors",
        "Errors",
        "Everything that the package refuses, with a message that says what was expected.",
        _ours(
            "Problem", "IllegalMove", "IllegalActions", "UnknownGame", "UnknownBot", "OptionError", "DataError", "NoGpu"
        ),
    ),
    ApiPage(
        "environments",
        "Environments",
        "Our games behind the interfaces of other projects. [The guide](../environments.md) shows each by an example.",
        tuple(f"weatherdeck.env.{name}" for name in ("pettingzoo", "gymnasium", "sb3", "openspiel", "rlcard")),
        are_constructed=True,
    ),
    ApiPage(
        "lab",
        "The lab",
        "Simulate, measure, compare and replay. [The lab](../lab/index.md) explains it.",
        ("weatherdeck.lab",),
    ),
    ApiPage(
        "bots",
        "Bots of your own",
        "What a bot is handed, and what it answers. [Bots](../bots.md) has a whole one.",
        ("weatherdeck.bots.bot",),
    ),
    ApiPage(
        "contract",
        "The contract of a game",
        "What a game declares. [Add a game](../add-a-game.md) builds one.",
        ("weatherdeck.games.game",),
    ),
)


def page(one: ApiPage) -> str:
    """A page of the reference, for mkdocstrings."""
    options = "    options:\n      merge_init_into_class: true\n" if one.are_constructed else ""
    return "\n".join([f"# {one.title}\n", f"{one.about}\n", *(f"::: {name}\n{options}" for name in one.names)])


def names() -> set[str]:
    """The names that the reference covers, without their modules where they are the package's own."""
    return {name.removeprefix("weatherdeck.") for one in PAGES for name in one.names}


def missing() -> set[str]:
    """Public names that are on no page."""
    return set(weatherdeck.__all__) - names() - {"__version__"}
