"""What one seat (or a spectator) is told. Everything here is built from what that seat may know and from nothing else:
from a redacted state, and from events as that seat sees them.

The dictionaries are those of `messages.py`. They are built by hand because this runs for every seat after every move;
tests validate every message against its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...games.events import Event
from ...games.game import Game
from ...games.lines import Line
from ...match import preview
from ...match.match import Step

Json: TypeAlias = dict[str, Any]
"""A message, or a part of one."""
LARGEST = 1 << 53
"""Numbers from here on are sent as text: JavaScript cannot represent them."""


@dataclass(frozen=True)
class Perspective:
    """What a seat (None: a spectator) may know."""

    game: Game
    seat: int | None
    names: Sequence[str]

    def view(self, state: Any) -> Json:
        """The table as this seat sees it."""
        return dict(self.game.view.view(self.game.redacted(state, self.seat), self.seat))

    def position(self, state: Any, version: int, step: int, *, undo: str = "no", clocks: Json | None = None) -> Json:
        """The position in a state, which stored versions and steps of the rules led to."""
        known = self.game.redacted(state, self.seat)
        over = self.game.rules.is_over(known)
        mine = not over and known.to_move == self.seat
        return {
            "version": version,
            "step": step,
            "view": self.game.view.view(known, self.seat),
            "status": self.game.words.status(known),
            "standings": [self._standing(known, seat) for seat in range(known.players)],
            "to_move": None if over else known.to_move,
            "prompt": self.game.words.prompt(known, self.names),
            "choices": self.choices(known, self.game.legal(known)) if mine else [],
            "undo": undo,
            "clocks": clocks,
        }

    def _standing(self, known: Any, seat: int) -> Json:
        standing = self.game.words.standing(known, seat)
        return {"score": standing.score, "note": standing.note, "won": standing.won}

    def choices(self, known: Any, legal: Iterable[int]) -> list[Json]:
        """Legal actions, each with its words and things."""
        return [{**self.named(known, action), "place": self.game.place(action)} for action in legal]

    def named(self, known: Any, action: int) -> Json:
        """An action: its notation, its words, its label, and the things on the table that name it."""
        return {
            "move": self.game.words.text(action),
            "words": self.game.words.describe(known, action, self.names),
            "label": self.game.words.label(known, action),
            "things": list(self.game.view.things(known, action)),
        }

    def steps(self, steps: Sequence[Step], states: Sequence[Any], bot: str | None) -> list[Json]:
        """Steps of the rules, with the view after each but the last, whose view is the position's."""
        views = [self.view(state) for state in states[:-1]]
        return [self.step(step, view, bot) for step, view in zip(steps, [*views, None], strict=True)]

    def step(self, step: Step, view: Json | None, bot: str | None) -> Json:
        """One step of the rules."""
        by = "deal" if step.seat is None else "person" if bot is None else "bot"
        return {
            "step": step.version,
            "seat": step.seat,
            "move": step.text,
            "by": by,
            "happened": self.happened(step.events),
            "view": view,
        }

    def happened(self, events: Iterable[Event]) -> list[Json]:
        """Events, as this seat saw them."""
        return [self._happening(self.game.rules.EVENTS.seen_by(event, self.seat)) for event in events]

    def _happening(self, event: Event) -> Json:
        line = self.game.line(event, self.names)
        return {
            "name": event.name,
            "parts": {part: self._face(part, number) for part, number in event.numbers.items()},
            "sentence": self.game.words.sentence(event, self.names),
            "line": _line(line) if line else None,
            "banner": line.banner if line else "",
        }

    def _face(self, part: str, number: int | None) -> Any:
        faces = self.game.view.FACES.get(part)
        if faces is not None:
            return faces[number] if number is not None and 0 <= number < len(faces) else None
        return str(number) if number is not None and abs(number) >= LARGEST else number

    def log_line(self, step: Step) -> Json:
        """A step of the rules, for the log."""
        seen = [self.game.rules.EVENTS.seen_by(event, self.seat) for event in step.events]
        sentences = (self.game.words.sentence(event, self.names) for event in seen)
        lines = (self.game.line(event, self.names) for event in seen)
        return {
            "step": step.version,
            "seat": step.seat,
            "move": step.text,
            "sentences": [sentence for sentence in sentences if sentence],
            "lines": [_line(line) for line in lines if line],
        }

    def preview(self, known: Any, action: int) -> tuple[list[Json], Json]:
        """What a legal action would lead to, from what this seat knows: the events up to chance, and the view then."""
        assert self.seat is not None, "spectators have no actions"
        ahead = preview(self.game, known, self.seat, action)
        return self.happened(ahead.events), dict(ahead.view)


def _line(line: Line) -> Json:
    return {
        "seat": line.seat,
        "tag": line.tag,
        "tone": line.tone,
        "text": line.text,
        "heading": line.heading,
        "then": line.then,
    }
