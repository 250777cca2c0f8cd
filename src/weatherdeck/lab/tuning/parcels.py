"""The files of a candidate: its settings, its deck, how to play it, a comparison with the rulebook, cards to print."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ...games.options import Value, as_texts
from ...games.variations import deck_text
from ..comparing.comparison import compare
from ..files import write
from ..playing.design import Design
from ..playing.engines import Engine
from ..playing.setup import Setup
from ..studies import OnProgress
from .brief import Brief
from .evidence import Confirmed


@dataclass(frozen=True)
class Parcel:
    """The files of a candidate, in its own folder."""

    folder: Path
    play: str  # the command that plays it
    settings: Path
    deck: Path | None  # None: the game's own
    comparison: Path | None  # None: not made
    cards: Path | None


def parcel(
    brief: Brief, found: Confirmed, folder: Path, engine: Engine | None = None, on_progress: OnProgress | None = None
) -> Parcel:
    """Write everything about a candidate into a folder."""
    space, candidate = brief.space, found.candidate
    options, deck = space.options(candidate), space.deck(candidate)
    players = brief.game.check_players(None)
    players = players if players in brief.players else brief.players[0]
    deck_file = None
    if deck is not None:
        deck_file = folder / "deck.toml"
        write(deck_file, deck.text)
    settings = folder / "settings.toml"
    write(settings, _settings(brief, found, options))
    return Parcel(
        folder,
        play_command(brief, options, players, deck_file),
        settings,
        deck_file,
        _comparison(brief, found, folder, players, engine, on_progress),
        _cards(brief, found, folder),
    )


def play_command(brief: Brief, options: Mapping[str, Value], players: int, deck: Path | None) -> str:
    """The command that plays a candidate in the terminal."""
    words = ["weatherdeck", "play", brief.game.ref.name]
    if len(brief.game.players) > 1:
        words += ["--players", str(players)]
    for text in as_texts(options):
        words += ["--option", text]
    if deck is not None:
        words += ["--data", str(deck)]
    return shlex.join(words)


def _settings(brief: Brief, found: Confirmed, options: Mapping[str, Value]) -> str:
    changes = "".join(f"# {change}\n" for change in found.changes)
    return changes + deck_text(f"{brief.game.title}, tuned", {"options": dict(options)})


def variant_text(found: Confirmed, deck: Path | None) -> str:
    """A candidate as `weatherdeck lab compare --with` takes it."""
    parts = as_texts(dict(found.candidate.options))
    return ", ".join([*parts, *([str(deck)] if found.candidate.steps and deck is not None else [])])


def _comparison(
    brief: Brief,
    found: Confirmed,
    folder: Path,
    players: int,
    engine: Engine | None,
    on_progress: OnProgress | None,
) -> Path:
    """Everything else that the candidate changes, on the same unseen deals as the rulebook, by the cheap bot."""
    base = Setup(brief.game, players, brief.space.base)
    design = replace(Design.of(f"{brief.cheap}:{brief.budget.compare}"), seed=brief.seed + 1)
    text = variant_text(found, folder / "deck.toml")
    made = compare(base, [text], design, folder=folder / "compared", engine=engine, on_progress=on_progress)
    if made.interrupted:
        raise KeyboardInterrupt
    return made.write_report(folder / "comparison.html")


def _cards(brief: Brief, found: Confirmed, folder: Path) -> Path:
    """The pieces to print, for the largest number of players."""
    from ..printing import paper  # it loads what draws and writes a PDF

    game = brief.space.ref(found.candidate).load()
    options = brief.space.options(found.candidate)
    return paper.write(game, folder / "cards.pdf", players=max(brief.players), options=options).path
