"""What one seat (or a spectator) is told. Everything here is made from what that seat may know, and from nothing else:
from a redacted state, and from events as they are seen by that seat.

The dictionaries are those of `messages.py`; they are built by hand because it is done for every seat after every move.
Tests read every message that is sent with the types of that page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..games.events import Event
from ..games.game import Game
from ..kernel import listening, new_rng
from ..match.match import Step
from .play import Told

Plain = dict[str, Any]
LARGEST = 1 << 53
"""Numbers from here on are sent as text: JavaScript could not read them."""


@dataclass(frozen=True)
class Eyes:
    """The eyes of a seat (None: of a spectator)."""

    game: Game
    seat: int | None
    names: Sequence[str]

    def view(self, state: Any) -> Plain:
        """The table as these eyes see it."""
        return dict(self.game.view.view(self.game.redacted(state, self.seat), self.seat))

    def position(self, told: Told, *, undo: str, clocks: Plain | None) -> Plain:
        """How the game stands after something happened."""
        known = self.game.redacted(told.states[-1], self.seat)
        over = self.game.rules.is_over(known)
        mine = not over and known.to_move == self.seat
        return {
            "version": told.version,
            "step": told.step,
            "view": self.game.view.view(known, self.seat),
            "to_move": None if over else known.to_move,
            "prompt": self.game.words.prompt(known, self.names),
            "choices": self.choices(known, self.game.legal(known)) if mine else [],
            "undo": undo,
            "clocks": clocks,
        }

    def choices(self, known: Any, legal: Iterable[int]) -> list[Plain]:
        """Legal actions, with their words and things."""
        return [{**self.named(known, action), "place": self.game.view.place(action)} for action in legal]

    def named(self, known: Any, action: int) -> Plain:
        """An action in notation, in words, and by the things that name it."""
        return {
            "move": self.game.words.text(action),
            "words": self.game.words.describe(known, action, self.names),
            "things": list(self.game.view.things(known, action)),
        }

    def steps(self, told: Told) -> list[Plain]:
        """What happened, step by step."""
        last = len(told.steps) - 1
        bot = None if told.entry is None else told.entry.bot
        return [
            self.step(step, None if number == last else self.view(told.states[number]), bot)
            for number, step in enumerate(told.steps)
        ]

    def step(self, step: Step, view: Plain | None, bot: str | None) -> Plain:
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

    def happened(self, events: Iterable[Event]) -> list[Plain]:
        """Events, as these eyes saw them."""
        return [self._happening(self.game.rules.EVENTS.seen_by(event, self.seat)) for event in events]

    def _happening(self, event: Event) -> Plain:
        return {
            "name": event.name,
            "parts": {part: self._face(part, number) for part, number in event.numbers.items()},
            "sentence": self.game.words.sentence(event, self.names),
        }

    def _face(self, part: str, number: int | None) -> Any:
        faces = self.game.view.FACES.get(part)
        if faces is not None:
            return faces[number] if number is not None and 0 <= number < len(faces) else None
        return str(number) if number is not None and abs(number) >= LARGEST else number

    def log_line(self, step: Step) -> Plain:
        """A step in sentences."""
        seen = (self.game.rules.EVENTS.seen_by(event, self.seat) for event in step.events)
        sentences = (self.game.words.sentence(event, self.names) for event in seen)
        return {
            "step": step.version,
            "seat": step.seat,
            "move": step.text,
            "sentences": [sentence for sentence in sentences if sentence],
        }

    def preview(self, known: Any, action: int) -> tuple[list[Plain], Plain]:
        """What a legal action would lead to, from what these eyes know: what happens, and the view then."""
        with listening() as told:
            self.game.rules.apply(known, action, new_rng(0))
        events = [self.game.rules.EVENTS.read(one) for one in told]
        return self.happened(events), self.view(known)
