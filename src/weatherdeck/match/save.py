"""Saved games: a match as one small JSON document with its game, ruleset, options, seed and moves.

Loading a document replays its moves. A game with a deck of one's own carries the deck, so it loads anywhere.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import MoveRefused, Problem, SaveRefused
from ..games import registry
from ..games.game import Game
from ..games.reference import Deck, GameRef
from ..parsing import from_json
from ..reading import read_text
from .match import Match

MARK = "weatherdeck"
"""The first key of every saved game; its value is the format."""
FORMAT = 1
Load: TypeAlias = Callable[[GameRef], Game]
"""Finds the game of a reference."""


def dumps(match: Match, about: dict[str, Any] | None = None) -> str:
    """The document of a match. `about` is stored with it (who sits where); the match does not read it."""
    deck = match.game.deck
    document = {
        MARK: FORMAT,
        "game": match.game.ref.name,
        "ruleset": match.game.rules.RULESET,
        "data": match.game.fingerprint,
        **({"deck": deck.as_data()} if deck is not None else {}),
        "players": match.players,
        "options": match.options,
        "seed": str(match.seed),
        "moves": match.moves,
        "state": _digest(match),
        "about": about or {},
    }
    return json.dumps(document, indent=1) + "\n"


def loads(text: str, load: Load = registry.load) -> tuple[Match, dict[str, Any]]:
    """The match of a document, and what was stored with it. `load` finds the game."""
    document = _read(text)
    try:
        deck = Deck.from_data(document["deck"]) if "deck" in document else None
        game = load(GameRef(document["game"], deck))
        _check_ruleset(document, game)
        match = Match(game, seed=int(document["seed"]), players=document["players"], options=document["options"])
    except (Problem, ValueError) as problem:
        raise SaveRefused(f"the saved game cannot be used: {problem}") from None
    for number, move in enumerate(document["moves"], 1):
        try:
            match.play(move)
        except MoveRefused as problem:
            raise SaveRefused(f"the saved game is damaged: move {number} is not legal: {problem}") from None
    if _digest(match) != document["state"]:
        raise SaveRefused("the saved game is damaged: its moves do not lead to the position it was saved in")
    return match, document["about"]


def read_document(text: str) -> dict[str, Any]:
    """The document of a saved game, checked for its form only: its rules need not be installed."""
    return _read(text)


def is_save(text: str) -> bool:
    """Whether a text is a saved game, perhaps a damaged one, by its mark: the key `weatherdeck`."""
    try:
        document = from_json(text)
    except ValueError:
        return re.match(rf'\s*{{\s*"{MARK}"\s*:', text) is not None
    return isinstance(document, dict) and MARK in document


def write(path: Path, match: Match, about: dict[str, Any] | None = None) -> None:
    """Save to a file. An existing file is replaced only once the new one is complete."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(dumps(match, about))
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path, load: Load = registry.load) -> tuple[Match, dict[str, Any]]:
    """Load from a file."""
    try:
        text = read_text(path)
    except OSError as problem:
        raise SaveRefused(f"{path}: cannot be read ({problem.strerror})") from None
    except UnicodeDecodeError:
        raise SaveRefused(f"{path}: is not a saved game (it is not text)") from None
    try:
        return loads(text, load)
    except SaveRefused as problem:
        raise SaveRefused(f"{path}: {problem}") from None


def _read(text: str) -> dict[str, Any]:
    try:
        document = from_json(text)
    except ValueError as problem:
        raise SaveRefused(f"is not a saved game, or is damaged (it is not valid JSON: {problem})") from None
    if not isinstance(document, dict) or MARK not in document:
        raise SaveRefused("is not a saved game of weatherdeck")
    if document[MARK] != FORMAT:
        raise SaveRefused(f"was saved in format {document[MARK]!r}; this version reads format {FORMAT}")
    kinds: dict[str, type | tuple[type, ...]] = {
        "game": str,
        "ruleset": int,
        "data": (str, type(None)),
        "players": int,
        "options": dict,
        "seed": str,
        "moves": list,
        "state": str,
        "about": dict,
    }
    for key, kind in kinds.items():
        if key not in document or not isinstance(document[key], kind):
            raise SaveRefused(f"the saved game is damaged: {key!r} is missing or has the wrong type")
    if not all(isinstance(move, str) for move in document["moves"]):
        raise SaveRefused("the saved game is damaged: 'moves' holds something that is not a move")
    if not (document["seed"].isascii() and document["seed"].isdigit() and len(document["seed"]) <= 30):
        raise SaveRefused("the saved game is damaged: 'seed' is not a whole number")
    return document


def _check_ruleset(document: dict[str, Any], game: Game) -> None:
    if document["ruleset"] != game.rules.RULESET:
        raise SaveRefused(
            f"was saved under ruleset {document['ruleset']} of {game.title}; this version plays ruleset "
            f"{game.rules.RULESET}, under which the same moves can lead elsewhere"
        )
    if document["data"] != game.fingerprint:
        if "deck" in document:
            raise SaveRefused(f"was saved with another deck of {game.title} than the one it is loaded with")
        raise SaveRefused(f"was saved with another deck of {game.title}: name that deck's file with --data")


def _digest(match: Match) -> str:
    """What the state is checked by, without parameters: a saved game names them, and a game may gain some later."""
    parameters = [option.name for option in match.game.options if option.is_parameter]
    return hashlib.sha256(match.state.stable_bytes(without=parameters)).hexdigest()[:16]
