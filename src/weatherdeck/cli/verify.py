"""`weatherdeck verify`: check transcripts against the rules, and a table's game against its commitment."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from ..errors import Problem, SaveRefused
from ..games import registry
from ..games.game import Game
from ..games.reference import Deck, GameRef
from ..match import save, transcript
from ..parsing import from_json
from ..reading import ENCODING, is_standard, read_text, standard_input
from .arguments import add_data, examples, sample_game
from .progress import Progress
from .streams import one_line

Load = Callable[[GameRef], Game]
FORMAT = "weatherdeck verify 1"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What to check."""
    command.description = (
        "Replay transcripts and report the first difference of each: an impossible deal, other legal actions, another "
        "result. Or take a game that was downloaded from a table after its end, and check that its cards were dealt as "
        "the table promised before the first one. Exit status 1 if anything is wrong."
    )
    command.epilog = examples(
        ("weatherdeck verify games.jsonl", ""),
        (f"weatherdeck transcript {sample_game()} --games 1000 | weatherdeck verify -", ""),
        ("weatherdeck verify game.json --receipt receipt.json", ""),
        ("weatherdeck verify game.json --commitment 5f2c...", ""),
        ("weatherdeck verify games.jsonl --json", "for scripts (docs/command-line.md)"),
    )
    command.add_argument("file", metavar="FILE", help="transcripts, one per line, or a game from a table; - for stdin")
    command.add_argument("--commitment", metavar="HEX", help="the commitment that the table showed you: compare it too")
    command.add_argument(
        "--receipt", metavar="FILE", help="the receipt that your browser saved: compare your own entropy and all shares"
    )
    add_data(command, "the deck file that the games were played with")
    command.add_argument("--json", action="store_true", help="print JSON at the end, for scripts")


def run(options: argparse.Namespace) -> int:
    """Check transcripts, or a game that was downloaded from a table."""
    _check_commitment(options.commitment)
    load = registry.loader(options.data)
    options.told = told = Told(options.file, as_json=options.json)
    try:
        status = _checked(load, options)
    except SaveRefused as problem:
        raise SaveRefused(f"{options.file}: {problem}") from None
    told.finish(ok=status == 0)
    return status


def _checked(load: Load, options: argparse.Namespace) -> int:
    with _open(options.file) as lines:
        first = next((line for line in lines if line.strip()), "")
        if _is_json(first):  # a transcript, or a saved game on one line
            if save.is_save(first):
                return _fair(first, load, options)
            return _transcripts(chain([first], lines), load, options)
        text = first + lines.read()
    return _fair(text, load, options) if save.is_save(text) else _transcripts(text.splitlines(), load, options)


class Told:
    """What was found, for people as it is found, or for scripts as one JSON object at the end."""

    def __init__(self, file: str, *, as_json: bool) -> None:
        self._as_json = as_json
        self._data: dict[str, Any] = {"format": FORMAT, "file": file}

    def line(self, text: str) -> None:
        """Say something to people."""
        if not self._as_json:
            print(one_line(text))

    def note(self, **data: Any) -> None:
        """Note something for scripts."""
        self._data |= data

    def finish(self, *, ok: bool) -> None:
        """Print the object, if it is wanted; docs/command-line.md describes it."""
        if self._as_json:
            print(json.dumps({**self._data, "ok": ok}, indent=1))

    def unfair(self, text: object) -> int:
        """Say that a game from a table is not what was promised; return the exit status."""
        self.line(f"{self._data['file']}: {text}")
        self.note(problem=str(text))
        return 1


def _check_commitment(text: str | None) -> None:
    """Refuse a text that no table shows: nothing could be compared with it."""
    from ..table.fairness import HEX

    if text is not None and not HEX.fullmatch(text.strip().lower()):
        raise Problem(f"--commitment: expected the 64 hex digits that the table showed you, not {text!r}")


def _is_json(line: str) -> bool:
    try:
        from_json(line)
    except ValueError:
        return False
    return True


def _fair(text: str, load: Load, options: argparse.Namespace) -> int:
    from ..table import fairness  # transcripts need no server

    other = _under_other_rules(text, load)
    if other is not None:
        return _only_shuffle(save.read_document(text), other, options)
    match, about = save.loads(text, load)
    told: Told = options.told
    told.note(kind="game", game=match.game.ref.name, moves=match.version, moves_checked=True, checked=[], problem=None)
    dealt = fairness.Dealt(match.seed, match.players, match.game.deck)
    try:
        if "fairness" not in about:
            return _without_record(about, options)
        receipt = None if options.receipt is None else _receipt(options.receipt)
        found = fairness.check(about["fairness"], dealt, options.commitment, receipt)
        _same_match(about, about["fairness"])
    except fairness.Unfair as problem:
        return told.unfair(problem)
    told.note(checked=list(found))
    for sentence in found:
        told.line(sentence)
    deck = f" with the deck {match.game.deck.title!r}" if match.game.deck is not None else ""
    told.line(
        f"{match.game.title}{deck}, {match.version} moves: the deal matches the commitment, and every move is legal"
    )
    return 0


def _under_other_rules(text: str, load: Load) -> str | None:
    """Why the moves of a game cannot be checked by this version; None if they can, or if the file is damaged."""
    document = save.read_document(text)
    try:
        game = load(GameRef(document["game"], _deck(document)))
    except Problem as problem:
        return str(problem)
    if document["ruleset"] == game.rules.RULESET:
        return None
    return f"it was played under ruleset {document['ruleset']} of {game.title}; this version has {game.rules.RULESET}"


def _deck(document: Mapping[str, Any]) -> Deck | None:
    return Deck.from_data(document["deck"]) if "deck" in document else None


def _only_shuffle(document: Mapping[str, Any], reason: str, options: argparse.Namespace) -> int:
    """Check the shuffle of a game whose rules this version does not have: that needs no rules."""
    from ..table import fairness

    about, told = document["about"], options.told
    told.note(
        kind="game", game=document["game"], moves=len(document["moves"]), moves_checked=False, checked=[], problem=None
    )
    if "fairness" not in about:
        return _without_record(about, options)
    dealt = fairness.Dealt(int(document["seed"]), document["players"], _deck(document))
    receipt = None if options.receipt is None else _receipt(options.receipt)
    try:
        found = fairness.check(about["fairness"], dealt, options.commitment, receipt)
    except fairness.Unfair as problem:
        return int(told.unfair(problem))
    told.note(checked=list(found))
    for sentence in found:
        told.line(sentence)
    made_with = about.get("made_with")
    version = f"weatherdeck {made_with}" if isinstance(made_with, str) else "the version that it was played with"
    told.line(f"the deal matches the commitment. The moves were not checked: {reason}. To check them, use {version}")
    return 0


def _without_record(about: Mapping[str, Any], options: argparse.Namespace) -> int:
    """A game that promises nothing about its cards: whoever holds a promise was deceived."""
    if options.receipt is not None or options.commitment is not None:
        told: Told = options.told
        return told.unfair("this game has no fairness record, but the table had promised you a fair shuffle")
    if about.get("practice"):
        raise Problem(
            f"{options.file}: this game was played at a practice table. Its host chose the deal and may have known the "
            "cards, so there is no shuffle to check"
        )
    raise Problem(f"{options.file}: this game has no fairness record, so there is no commitment to check")


def _same_match(about: Mapping[str, Any], record: Mapping[str, Any]) -> None:
    """A saved game says which match it is; records of version 1 do not."""
    from ..table.fairness import Unfair

    if about.get("practice"):
        raise Unfair("the saved game says that it was played at a practice table, but it has a fairness record")
    for key in ("table", "match"):
        if key in record and about.get(key) != record[key]:
            raise Unfair(f"the {key} of the saved game is {about.get(key)!r}, but its record is for {record[key]!r}")


def _receipt(name: str) -> Any:
    """A receipt from its file."""
    try:
        return from_json(read_text(name))
    except OSError as problem:
        raise Problem(f"{name}: cannot be read ({problem.strerror})") from None
    except ValueError:
        raise Problem(f"{name}: this is not a receipt: expected the file that the table's page saved for you") from None


def _transcripts(lines: Iterable[str], load: Load, options: argparse.Namespace) -> int:
    """Check transcripts; report the first difference of each."""
    for option in ("commitment", "receipt"):
        if getattr(options, option) is not None:
            raise Problem(
                f"{options.file}: holds transcripts, which have no commitment; --{option} is for a game that was "
                "downloaded from a table"
            )
    told, games, decisions = options.told, 0, 0
    differences: list[dict[str, Any]] = []
    with Progress("transcripts") as progress:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            games += 1
            try:
                decisions += transcript.verify(line, load)
            except transcript.Difference as difference:
                differences.append({"line": number, "what": str(difference)})
                told.line(f"line {number}: {difference}")
            progress.show(games)
    if games == 0:
        raise Problem(f"{options.file}: there are no transcripts in it")
    found = f"{len(differences):,} with a difference" if differences else "no difference"
    told.line(f"{games:,} transcript{'s' if games != 1 else ''}, {decisions:,} decisions checked: {found}")
    told.note(kind="transcripts", transcripts=games, decisions=decisions, differences=differences)
    return 1 if differences else 0


def _open(name: str) -> TextIO:
    if is_standard(name):
        return standard_input(errors="replace")
    try:
        return Path(name).open(encoding=ENCODING, errors="replace")
    except OSError as problem:
        raise Problem(f"{name}: cannot be read ({problem.strerror})") from None
