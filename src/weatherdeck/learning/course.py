"""One run of learning: lessons, marks, and a folder from which it can be resumed at any time.

    folder/checkpoint.pt   everything that is needed to go on
    folder/network.npz     the network so far (`games/network.py`)
    folder/learning.html   how it learned

The work is counted in lessons, not in seconds, so that a run does not depend on how fast the machine is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

import torch

from ..errors import Problem
from ..games import learned, network
from ..games.game import Game
from ..games.network import Network
from .exam import Mark, marks
from .practice import Pace, Practice
from .rounding import rounded
from .school import Place, School
from .student import Student, masked
from .tuition import Plan, Tuition

CHECKPOINT = "checkpoint.pt"
FORMAT = 1
LAST_HASTE = 0.02
"""What is left of the rate of learning at the end: it falls in a straight line."""
EXAM_SEED = 1 << 40
"""The deals of exams are far from those of lessons."""
SAMPLE = 8192
"""Positions by which a network is rounded."""
Teacher = Literal["self-play", "search"]


@dataclass(frozen=True)
class Settings:
    """What is learned, and how much; runs with the same settings can be resumed."""

    teacher: Teacher = "self-play"
    players: tuple[int, ...] = ()
    lessons: int = 2000
    tables: int = 32768
    units: int = 512
    last: int = 128
    rate: float = 1e-3
    with_club: float = 0.4
    worlds: int = 64
    seed: int = 1
    exam_games: int = 16384

    def as_command(self, game: Game) -> str:
        """The command that learns like this."""
        default = Settings()
        parts = [f"weatherdeck learn {game.name}"]
        if self.players != game.players:
            parts += [f"--players {n}" for n in self.players]
        for name, value in asdict(self).items():
            if name != "players" and value != getattr(default, name):
                parts.append(f"--{name.replace('_', '-')} {value}")
        return " ".join(parts)


@dataclass
class Record:
    """What happened so far."""

    lesson: int = 0
    seconds: float = 0.0
    decisions: int = 0  # that were learned from
    simulations: int = 0  # of the search that taught
    history: list[dict[str, Any]] = field(default_factory=list)  # marks by lesson


class Course:
    """A student, its teacher, and a folder."""

    def __init__(
        self, game: Game, settings: Settings, folder: Path, on_gpu: bool, starting: Path | None = None
    ) -> None:
        self.game, self.settings, self.folder = game, settings, folder
        self.record = Record()
        torch.manual_seed(settings.seed)
        self.place = Place(game, on_gpu)
        self.blanks = [game.new_state(players) for players in settings.players]
        rules = game.rules
        self.student = Student(rules.OBSERVATION.size, rules.ACTIONS, settings.units, settings.last)
        self.student.to(self.place.device)
        self.optimiser = torch.optim.Adam(self.student.parameters(), settings.rate, eps=1e-5)
        if starting is not None:
            self.student.load_state_dict(self._read(starting)["student"])
        if (folder / CHECKPOINT).exists():
            self._resume()
        self.school = School(
            self.place, settings.tables, self.blanks, settings.seed + (self.record.lesson << 20), spread=True
        )
        self.teacher: Practice | Tuition
        if settings.teacher == "self-play":
            self.teacher = Practice(self.school, self.student, Pace(rate=settings.rate, with_club=settings.with_club))
        else:
            self.teacher = Tuition(self.school, self.student, Plan(rate=settings.rate, worlds=settings.worlds))

    def lessons(self) -> Iterator[Record]:
        """Give the lessons that are left, one by one."""
        while self.record.lesson < self.settings.lessons:
            started = time.monotonic()
            haste = max(LAST_HASTE, 1 - self.record.lesson / self.settings.lessons)
            if isinstance(self.teacher, Practice):
                self.teacher.play()
                self.teacher.learn(self.optimiser, haste)
                self.record.decisions += self.teacher.learned
            else:
                before = self.teacher.taught, self.teacher.simulations
                self.teacher.teach(
                    self.settings.seed + self.record.lesson * self.settings.tables * self.settings.worlds
                )
                self.teacher.learn(self.optimiser, haste)
                self.record.decisions += self.teacher.taught - before[0]
                self.record.simulations += self.teacher.simulations - before[1]
            self.place.wait()
            self.record.lesson += 1
            self.record.seconds += time.monotonic() - started
            yield self.record

    def examine(self, games: int | None = None) -> dict[int, Mark]:
        """Measure the student among club players, and remember it."""
        found = marks(self.place, self.student, self.blanks, games or self.settings.exam_games, EXAM_SEED)
        self.record.history.append(
            {
                "lesson": self.record.lesson,
                "seconds": round(self.record.seconds, 1),
                "marks": {str(players): asdict(mark) for players, mark in found.items()},
            }
        )
        return found

    # ------------------------------------------------------------ what is kept
    def save(self) -> None:
        """Write everything that is needed to go on. A run that is killed here keeps the checkpoint before."""
        self.folder.mkdir(parents=True, exist_ok=True)
        content = {
            "format": FORMAT,
            "game": self.game.name,
            "ruleset": self.game.rules.RULESET,
            "settings": asdict(self.settings),
            "record": asdict(self.record),
            "student": self.student.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        half_written = self.folder / f"{CHECKPOINT}.new"
        torch.save(content, half_written)
        half_written.replace(self.folder / CHECKPOINT)

    def network(self) -> Network:
        """The student as the network that plays: whole numbers, with what it says about itself."""
        arrays = rounded(self.student.layers(), self._sample())
        trust = max(0, round(float(self.student.trust.detach()) * learned.TRUSTED))
        about: dict[str, Any] = {
            "players": list(self.settings.players),
            "options": {},
            "trust": trust,
            "command": self.settings.as_command(self.game),
            "lessons": self.record.lesson,
            "decisions": self.record.decisions,
            "simulations": self.record.simulations,
            "seconds": round(self.record.seconds),
            "where": torch.cuda.get_device_name() if self.place.on_gpu else "without a GPU",
            "made": time.strftime("%Y-%m-%d", time.gmtime()),
        }
        return network.make(self.game, arrays, about)

    @torch.no_grad()
    def _sample(self) -> Any:
        """What seats observe where the student plays."""
        rows = []
        count = 0
        while count < SAMPLE:
            self.school.show()
            seen = self.school.seen[self.school.legal > 1].float().cpu()
            rows.append(seen[:1024])
            count += len(rows[-1])
            logits, _ = self.student(self.school.seen, self.school.likes)
            self.school.step(masked(logits, self.school.masks).argmax(-1))
        return torch.cat(rows).double().numpy()

    def _read(self, path: Path) -> Mapping[str, Any]:
        try:
            found: dict[str, Any] = torch.load(path, map_location=self.place.device, weights_only=True)
            known = found["format"], found["game"], found["ruleset"]
        except Exception as problem:  # a damaged file fails in many ways, all of which mean the same
            raise Problem(
                f"{path}: this is not a checkpoint of weatherdeck learn, or it is damaged ({problem})"
            ) from None
        expected = FORMAT, self.game.name, self.game.rules.RULESET
        if known != expected:
            raise Problem(f"{path}: this is a checkpoint of {known[1]}, ruleset {known[2]}, not of {self.game.name}, "
                          f"ruleset {self.game.rules.RULESET}: choose another folder")  # fmt: skip
        return found

    def _resume(self) -> None:
        found = self._read(self.folder / CHECKPOINT)
        before = Settings(**{**found["settings"], "players": tuple(found["settings"]["players"])})
        changed = [
            f"{name.replace('_', ' ')} was {value}"
            for name, value in asdict(before).items()
            if value != getattr(self.settings, name) and name not in ("lessons", "exam_games")
        ]
        if changed:
            raise Problem(
                f"{self.folder} holds a run with other settings ({', '.join(changed)}): choose another folder, or "
                f"give the same settings to go on with it"
            )
        self.student.load_state_dict(found["student"])
        self.optimiser.load_state_dict(found["optimiser"])
        self.record = Record(**found["record"])


def told(found: Mapping[int, Mark], game: Game) -> str:
    """Marks for people."""
    what = "points for a team of it" if game.cooperative else "over a fair share among club players"
    return "; ".join(f"{players} players: {mark} {what}" for players, mark in found.items())
