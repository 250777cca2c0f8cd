"""A match in the terminal: who is looking, what happened, undo and saving. It draws nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...bots import Briefing
from ...bots.levels import basis_of
from ...bots.review import Adviser
from ...bots.strengths import strength_said
from ...errors import IllegalMove, NothingToUndo
from ...games.events import Event
from ...games.game import LAST_STEP, Standing
from ...games.lines import Line, headed, plain, tag_of
from ...games.terminal import Preview
from ...match import Draft, Match, preview
from ...match import save as saving
from ...match.match import Step
from .seats import Seat, remember


@dataclass(frozen=True)
class Moment:
    """The table at one moment, as the viewer may see it."""

    view: dict[str, Any]
    status: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True)
class Told:
    """One step in the log: each line with the heading above it (or ""), what stands before it, and its text."""

    version: int
    lines: tuple[tuple[str, str, str], ...]


def unused_beside(path: Path) -> Path:
    """A file name that is not used yet: `game-2.json`, then `game-3.json`, and so on."""
    first = re.sub(r"-\d$", "", path.stem)
    number = 2
    while (free := path.with_stem(f"{first}-{number}")).exists():
        number += 1
    return free


class Session:
    """A match, its players, and the viewer: the person who is looking at the screen now."""

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        save_path: Path | None = None,
        about: Mapping[str, Any] | None = None,
    ) -> None:
        if len(seats) != match.players:
            raise ValueError(f"{match.game.title} was set up for {match.players} players, not for {len(seats)}")
        self.match, self.seats, self.save_path = match, list(seats), save_path
        self.names = [seat.name for seat in seats]
        self.about = {**(about or {}), "seats": remember(seats)}
        self.persons = [number for number, seat in enumerate(seats) if seat.is_person]
        # With several people, nobody is the viewer until the screen is handed over.
        self.viewer: int | None = self.persons[0] if len(self.persons) == 1 else None
        self.save_problem: str | None = None
        self.draft = Draft(match.game)
        self._advisers: dict[int, Adviser] = {}
        self._briefings = {
            number: Briefing(seat.bot, match.game, number) for number, seat in enumerate(seats) if seat.bot is not None
        }
        self._lines: dict[int | None, list[list[Line]]] = {}  # by viewer: each step is put into words once

    # ------------------------------------------------------------ what is seen
    @property
    def bot_to_move(self) -> bool:
        """Whether it is a bot's turn."""
        seat = self.match.to_move
        return seat is not None and not self.seats[seat].is_person

    @property
    def is_viewers_turn(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.match.to_move is not None and self.match.to_move == self.viewer

    def bases(self) -> str:
        """How strong the bots are and by what they play, as far as the deck, the players and the options decide it."""
        game, state = self.match.game, self.match.state
        names = sorted({seat.bot.name for seat in self.seats if seat.bot is not None})
        told = []
        for name in names:
            parts = [said for said in (strength_said(name, game, state), basis_of(name, game, state)) if said]
            if parts:
                told.append(f"{name.capitalize()}: {'; '.join(parts).rstrip('.')}.")
        return " ".join(told)

    def must_hand_over(self) -> bool:
        """Whether the screen must be handed to another person before the game continues."""
        seat = self.match.to_move
        return seat is not None and self.seats[seat].is_person and seat != self.viewer

    def view(self) -> dict[str, Any]:
        """What the viewer may see, including the move that they are putting together."""
        return dict(self.match.game.view.view(self._drafted() if self.draft else self.match.state, self.viewer))

    def moment(self) -> Moment:
        """The table as the viewer may see it now."""
        state, words = self._drafted(), self.match.game.words
        standings = tuple(words.standing(state, seat) for seat in range(self.match.players))
        return Moment(self.view(), words.status(state), standings)

    def prompt(self) -> str:
        """Whose turn it is and what to do now."""
        return self.match.game.words.prompt(self._drafted(), self.names)

    def describe(self, action: int) -> str:
        """What a legal action would do."""
        return self.match.game.words.describe(self._drafted(), action, self.names)

    def ending(self) -> str:
        """How the game ended, and why."""
        return self.match.game.words.ending(self.match.state, self.names)

    def rulebook(self) -> str:
        """The rules; a note if the game has no rules page."""
        try:
            return self.match.game.rulebook_for_terminals
        except FileNotFoundError:
            game = self.match.game
            return f"# {game.title}\n\n{game.summary}\n\nThis game has no rules page."

    def told(self) -> list[Told]:
        """Everything that happened so far, as the viewer may know it."""
        lines, steps = self._lines.setdefault(self.viewer, []), self.match.steps
        lines += [self._read(step) for step in steps[len(lines) :]]
        rows = headed(line for found in lines for line in found)
        told = []
        for step, found in zip(steps, lines, strict=True):
            here = [next(rows) for _ in found]
            told.append(
                Told(step.version, tuple((above, tag_of(one, self.names), plain(one.text)) for above, one in here))
            )
        return told

    def seen(self, step: Step) -> list[Event]:
        """The events of a step, as the viewer may know them."""
        return [self.match.game.rules.EVENTS.seen_by(event, self.viewer) for event in step.events]

    def _read(self, step: Step) -> list[Line]:
        found = (self.match.game.line(event, self.names) for event in self.seen(step))
        return [line for line in found if line is not None]

    def preview(self, action: int) -> Preview:
        """What a legal action would lead to, computed only from what the player to move knows."""
        seat = self.match.to_move
        assert seat is not None, "the match is not over"
        ahead = preview(self.match.game, self._drafted(), seat, action)
        return Preview(dict(ahead.view), ahead.events)

    def position(self) -> tuple[Any, list[int]]:
        """What the viewer knows, and the actions that are legal next: what a hint is based on."""
        state = self._drafted()
        return state, self.match.game.legal(state)

    def adviser(self, seat: int) -> Adviser:
        """Gives hints to a seat; it stays, so that each hint takes in only the moves since the last one."""
        return self._advisers.setdefault(seat, Adviser(self.match.game, seat))

    def _redacted(self) -> Any:
        return self.match.game.redacted(self.match.state, self.viewer)

    def _drafted(self) -> Any:
        """What the viewer knows, after the steps of their move so far."""
        return self.draft.after(self._redacted()) if self.draft else self._redacted()

    def legal(self) -> list[int]:
        """What can be chosen now; the steps of one move can be chosen in any order."""
        return self.draft.legal(self._redacted) if self.draft else self.match.legal()

    def things(self, action: int) -> tuple[str, ...]:
        """The things on the table that an action names."""
        return self.match.game.view.things(self._drafted(), action)

    def why_not(self, thing: str) -> str | None:
        """Why a click on a thing is not a move now; None where it would never be one."""
        game, state = self.match.game, self._drafted()
        action = game.meant(state, [thing])
        return None if action is None else f"{game.words.text(action)}: {game.words.why_not(state, action)}"

    # ------------------------------------------------------------ what is done
    def play(self, move: int | str) -> Step | None:
        """Make a move for the seat to move, and save. None if it is a step of a move that is not complete yet."""
        action = self._step_of(move)
        if action is None:
            return self.make(move)
        if self.draft.place(action) != LAST_STEP:
            self.draft.name(action)
            return None
        steps = [*self.draft.sorted(), action]
        self.draft.clear()
        return [self.make(one) for one in steps][-1]

    def make(self, move: int | str) -> Step:
        """Make a complete move, and save."""
        step = self.match.play(move)
        self.save()
        return step

    def _step_of(self, move: int | str) -> int | None:
        """The action of a move, if it is a step of a longer move that a person puts together."""
        if self.match.to_move not in self.persons:
            return None
        try:
            action = self.match.game.words.parse(move) if isinstance(move, str) else move
        except ValueError:
            return None  # the match will say what is wrong with it
        if self.draft.place(action) is None and not self.draft:
            return None
        if action not in self.legal():
            if not self.draft:
                return None
            refusal = self.match.game.words.why_not(self._drafted(), action)
            raise IllegalMove(self.match.game.words.text(action), refusal.sentence, refusal.clause)
        return action

    def bot_choice(self) -> int:
        """The choice of the bot to move, which gets only what its seat may know."""
        seat = self.match.to_move
        assert seat is not None
        bot = self.seats[seat].bot
        assert bot is not None
        self._briefings[seat].update(self.match.history)
        return bot.choose(self.match.game, self.match.game.redacted(self.match.state, seat), self.match.legal())

    def undo(self) -> str:
        """Undo the last decision of a person and the bots' moves since, if nobody learned anything from them.

        Return its notation. A step of a move that is not complete yet can always be undone.
        """
        if self.draft:
            return self.match.game.words.text(self.draft.take_back())
        since = self._steps_since_a_person()
        for step in reversed(since):
            if step.reveals:
                who = self.names[step.seat] if step.seat is not None else "the deal"
                raise NothingToUndo(f"cannot undo: {step.text} by {who} revealed something new to somebody")
        for _ in since:
            undone = self.match.undo()
        self._lines.clear()
        self.save()
        return undone.text

    def _steps_since_a_person(self) -> list[Step]:
        steps = self.match.steps[1:]
        for index in range(len(steps) - 1, -1, -1):
            if steps[index].seat in self.persons:
                return steps[index:]
        raise NothingToUndo("cannot undo: no move has been made yet")

    def save(self) -> bool:
        """Write the game to its file. If that fails, the game goes on."""
        if self.save_path is None:
            self.save_problem = "this game is not saved: it has no file"
            return False
        try:
            self.save_path.parent.mkdir(parents=True, exist_ok=True)
            saving.write(self.save_path, self.match, self.about)
        except OSError as problem:
            self.save_problem = f"not saved: {self.save_path} cannot be written ({problem.strerror or problem})"
            return False
        self.save_problem = None
        return True
