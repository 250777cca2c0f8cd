"""Transcripts: whole games with nothing hidden, for checking one implementation of the rules against another.

`docs/notation.md` defines the format: one JSON object per line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import Problem
from ..games import registry
from ..games.events import Event
from ..games.game import Game
from ..games.options import Value
from ..games.reference import Deck, GameRef
from ..kernel import listening, new_rng
from ..parsing import from_json

Policy = Callable[[Any, Sequence[int]], int]
"""Chooses one of the legal actions of a state."""


def record(game: Game, *, seed: int, players: int | None, options: Mapping[str, Value], policy: Policy) -> str:
    """Play a game by a policy and record it: one line of JSON."""
    state = game.new_state(players, options)
    rng = new_rng(seed)
    log: list[dict[str, Any]] = game.transcript.chance(state, _told(game, lambda: game.rules.deal(state, rng)))
    while not game.rules.is_over(state):
        legal = game.legal(state)
        action = policy(state, legal)
        texts = sorted(game.words.text(a) for a in legal)
        log.append({"seat": state.to_move, "legal": texts, "act": game.words.text(action)})
        events = _told(game, lambda action=action: game.rules.apply(state, action, rng))  # type: ignore[misc]
        log += game.transcript.chance(state, events)
    return json.dumps(
        {
            "game": game.ref.name,
            **({"deck": game.deck.as_data()} if game.deck is not None else {}),
            "players": state.players,
            "options": game.check_options(options),
            "log": log,
            "result": game.transcript.result(state),
        }
    )


class Difference(Problem):
    """The first place where a transcript and the rules disagree."""


def verify(line: str, load: Callable[[GameRef], Game] = registry.load) -> int:
    """Replay a transcript and compare everything. Return the number of decisions, or raise the first Difference."""
    transcript = _read(line)
    try:
        deck = Deck.from_data(transcript["deck"]) if "deck" in transcript else None
        game = load(GameRef(transcript["game"], deck))
        state = game.new_state(transcript["players"], transcript["options"])
        set_options = game.check_options(transcript["options"])
    except Problem as problem:
        raise Difference(str(problem)) from None
    if set_options != transcript["options"]:
        raise Difference(f"options: expected only those that were set, {set_options}, found {transcript['options']}")
    return _Replay(game, state, transcript["log"]).run(transcript["result"])


class _Replay:
    """A replay of the log of a transcript."""

    def __init__(self, game: Game, state: Any, log: list[Any]) -> None:
        self.game, self.state, self.log = game, state, log
        self.at = 0
        self.rng = new_rng(0)  # what it draws is replaced by what the transcript says

    def run(self, result: object) -> int:
        decisions = 0
        self.happen(lambda: self.game.rules.deal(self.state, self.rng))
        while not self.game.rules.is_over(self.state):
            action = self.decision()
            self.happen(lambda action=action: self.game.rules.apply(self.state, action, self.rng))  # type: ignore[misc]
            decisions += 1
        if self.at < len(self.log):
            raise self.difference("the game is over by our rules, but the log goes on")
        expected = self.game.transcript.result(self.state)
        if result != expected:
            raise Difference(f"result: expected {json.dumps(expected)}, found {json.dumps(result)}")
        return decisions

    def happen(self, what: Callable[[], None]) -> None:
        """Carry something out, with every random outcome taken from the transcript."""
        events = _told(self.game, what)
        wanted = len(self.game.transcript.chance(self.state, events))
        entries: list[Any] = []
        while self.at + len(entries) < len(self.log) and _is_chance(self.log[self.at + len(entries)]):
            entries.append(self.log[self.at + len(entries)])
        if len(entries) != wanted:
            expected = "nothing random" if wanted == 0 else f"{wanted} entries of deal or chance"
            raise self.difference(f"expected {expected} here, found {len(entries)}")
        try:
            self.game.transcript.force(self.state, events, entries)
        except (ValueError, TypeError, KeyError, AttributeError) as problem:
            raise self.difference(str(problem)) from None
        self.at += wanted

    def decision(self) -> int:
        if self.at >= len(self.log):
            raise self.difference(f"the log ends, but by our rules seat {self.state.to_move} has to decide")
        entry = self.log[self.at]
        if not isinstance(entry, dict) or set(entry) != {"seat", "legal", "act"}:
            raise self.difference("expected a decision with the keys seat, legal, act")
        if entry["seat"] != self.state.to_move:
            raise self.difference(f"seat: expected {self.state.to_move}, found {entry['seat']!r}")
        by_text = {self.game.words.text(action): action for action in self.game.legal(self.state)}
        if entry["legal"] != sorted(by_text):
            raise self.difference(_legal_difference(sorted(by_text), entry["legal"]))
        if not isinstance(entry["act"], str) or entry["act"] not in by_text:
            raise self.difference(f"act: {entry['act']!r} is not among the legal actions")
        self.at += 1
        return by_text[entry["act"]]

    def difference(self, message: str) -> Difference:
        return Difference(f"log entry {self.at}: {message}")


def _is_chance(entry: object) -> bool:
    return isinstance(entry, dict) and ("deal" in entry or "chance" in entry)


def _legal_difference(expected: list[str], found: object) -> str:
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        return "legal: expected a list of texts"
    missing = [text for text in expected if text not in found]
    extra = [text for text in found if text not in expected]
    if not missing and not extra:
        return "legal: the right actions, but not each once and sorted as text"
    return f"legal: missing {missing or 'none'}, not legal by our rules {extra or 'none'}"


def _read(line: str) -> dict[str, Any]:
    try:
        transcript = from_json(line)
    except ValueError as problem:
        raise Difference(f"not a transcript: not valid JSON ({problem})") from None
    kinds: dict[str, type] = {"game": str, "players": int, "options": dict, "log": list, "result": dict}
    if not isinstance(transcript, dict):
        raise Difference("not a transcript: expected a JSON object")
    if set(transcript) - {"deck"} != set(kinds):
        raise Difference(f"not a transcript: expected the keys {', '.join(kinds)}, found {', '.join(transcript)}")
    for key, kind in kinds.items():
        if not isinstance(transcript[key], kind):
            raise Difference(f"not a transcript: {key} has the wrong type")
    return transcript


def _told(game: Game, what: Callable[[], None]) -> list[Event]:
    with listening() as told:
        what()
    return [game.rules.EVENTS.read(one) for one in told]
