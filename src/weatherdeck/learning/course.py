"""One run of learning: lessons, marks, and a folder from which it can be resumed at any time.

    folder/checkpoint.pt   everything that is needed to go on
    folder/network.npz     the network so far (`games/network.py`)
    folder/response.json   instead of it, where a best response is learned: how far the bot can be exploited
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

from ..bots.levels import policy_of
from ..bots.policy import GREEDY, Policy, searches
from ..errors import Problem
from ..games import learned, network
from ..games.game import Game
from ..games.network import Network
from ..games.options import Value, as_texts
from . import response, variants
from .exam import Deals, Exam, Mark, meaning
from .experts import SearchExam
from .opponents import moves_of
from .practice import Pace, Practice
from .rounding import rounded
from .school import Place, School
from .student import Student, masked
from .tuition import Plan, Tuition

CHECKPOINT = "checkpoint.pt"
FORMAT = 1
LAST_HASTE = 0.02
"""What is left of the rate of learning at the end: it falls in a straight line."""
WARM_UP = 0.05
"""The share of lessons in which the rate rises to its full height: the first steps are the least certain ones."""
VALUES_FIRST = 0.02
"""The share of lessons in which a new student learns values only: policy gradients need them."""
EXAM_SEED = 1 << 40
"""The deals of exams are far from those of lessons."""
SAMPLE = 8192
SAMPLE_TABLES = 1024
SAMPLE_SEED = 1 << 42
"""Positions by which a network is rounded, the tables they are from, and the seed of those."""
SPENT_ON_EXPERTS = 0.05
"""Exams among experts that search may take this share of the time of lessons, and once more at the end."""
BY_LOOK, BY_SEARCH = "network_experts", "search_experts"
"""Exams among experts, in the history: where those take one look by the shipped network, and where they search."""
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
    times: int = 1
    own_after: float = 0.4
    seed: int = 1
    exam_games: int = 16384
    expert_games: int = 256
    options: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    against: str = ""
    trust: float = 1.0  # the weight of what greedy likes, for a new student

    def as_command(self, game: Game) -> str:
        """The command that learns like this, wherever exams are played."""
        default = Settings()
        parts = [f"weatherdeck learn {game.name}"]
        if self.players != game.players:
            parts += [f"--players {n}" for n in self.players]
        for name, values in self.options.items():
            texts = [as_texts({name: value})[0].partition("=")[2] for value in values]
            parts.append(f"--option {name}={','.join(texts)}")
        given_by_bot = ("units", "last") if self.against == response.NETWORK else ()
        for name, value in asdict(self).items():
            if name not in ("players", "options", "expert_games", *given_by_bot) and value != getattr(default, name):
                parts.append(f"--{name.replace('_', '-')} {value}")
        return " ".join(parts)


@dataclass
class Record:
    """What happened so far."""

    lesson: int = 0
    seconds: float = 0.0
    decisions: int = 0  # that were learned from
    simulations: int = 0  # of the search that taught
    before: list[str] = field(default_factory=list)  # the commands of the runs that it goes on from
    expert_seconds: float = 0.0  # that exams among experts took, where those search
    history: list[dict[str, Any]] = field(default_factory=list)  # marks by lesson


class Course:
    """A student, its teacher, and a folder."""

    def __init__(
        self, game: Game, settings: Settings, folder: Path, on_gpu: bool, starting: Path | None = None
    ) -> None:
        self.game, self.settings, self.folder = game, settings, folder
        self.record = Record()
        torch.manual_seed(settings.seed)
        self.blanks = variants.blanks(game, settings.players, settings.options)
        bot = response.bot_of(settings.against, game, self.blanks) if settings.against else None
        self.place = Place(game, on_gpu)
        self.student = self._beginner(starting).to(self.place.device)
        self.optimiser = torch.optim.Adam(self.student.parameters(), settings.rate, eps=1e-5)
        kept = self._resume() if (folder / CHECKPOINT).exists() else None
        self.school = School(
            self.place, settings.tables, self.blanks, settings.seed + (self.record.lesson << 20), spread=True, kept=kept
        )
        self.teacher: Practice | Tuition
        if settings.teacher == "self-play":
            pace = Pace(rate=settings.rate, with_club=settings.with_club)
            rival = None if bot is None else moves_of(self.school, bot)
            self.teacher = Practice(self.school, self.student, pace, rival)
        else:
            self.teacher = Tuition(
                self.school,
                self.student,
                Plan(rate=settings.rate, times=settings.times, with_club=settings.with_club),
            )
        self.exams = self._exams(bot)
        self._longest_search_exam = 0.0  # in seconds, as far as we know

    def _beginner(self, starting: Path | None) -> Student:
        """The student before the first lesson: as greedy or the network plays, or as another run left it."""
        game, settings = self.game, self.settings
        if starting is None and settings.against == response.NETWORK and game.network is not None:
            return Student.of(game.network)
        if starting is not None and starting.suffix == ".npz":
            begun = network.read(starting, game)
            self.record.before = [*begun.about.get("before", []), str(begun.about.get("command", starting.name))]
            student = Student.of(begun)
            if (student.units, student.last) != (settings.units, settings.last):
                raise Problem(f"{starting}: this network has layers of {student.units} and {student.last} units: "
                              f"give --units {student.units} --last {student.last}")  # fmt: skip
            return student
        student = Student(game.rules.OBSERVATION.size, game.rules.ACTIONS, settings.units, settings.last)
        student.trust.data.fill_(settings.trust)
        if starting is not None:
            found = self._read(starting)
            self._put(starting, found, student)
            self.record.before = list(found.get("commands", []))
        return student

    def _exams(self, bot: Policy | None) -> dict[str, Exam | SearchExam]:
        """The exams, by what they are called in the history."""
        game, settings = self.game, self.settings
        deals = Deals(self.blanks, settings.exam_games)
        if bot is not None:
            return {"marks": Exam(self.place, deals, [bot] * len(self.blanks), EXAM_SEED, response=True)}
        greedy = [Policy(kind=GREEDY)] * len(self.blanks)
        found: dict[str, Exam | SearchExam] = {"marks": Exam(self.place, deals, greedy, EXAM_SEED, absolute=True)}
        experts = [(blank, policy_of("expert", game, blank)) for blank in self.blanks]
        by_look = [(blank, policy) for blank, policy in experts if policy is not None and not searches(policy)]
        by_search = [(blank, policy) for blank, policy in experts if policy is not None and searches(policy)]
        if by_look:
            deals = Deals([blank for blank, _ in by_look], settings.exam_games)
            found[BY_LOOK] = Exam(self.place, deals, [policy for _, policy in by_look], EXAM_SEED)
        if by_search and settings.expert_games:
            deals = Deals([blank for blank, _ in by_search], settings.expert_games)
            found[BY_SEARCH] = SearchExam(deals, [policy for _, policy in by_search], EXAM_SEED)
        return found

    def lessons(self) -> Iterator[Record]:
        """Give the lessons that are left, one by one."""
        while self.record.lesson < self.settings.lessons:
            started = time.monotonic()
            haste = haste_at(self.record.lesson, self.settings.lessons)
            if isinstance(self.teacher, Practice):
                self.teacher.play()
                self.teacher.learn(self.optimiser, haste, self._learns_values_only())
                self.record.decisions += self.teacher.learned
            else:
                before = self.teacher.taught, self.teacher.simulations
                self.teacher.teach(
                    self.settings.seed + self.record.lesson * self.settings.tables * self.settings.times,
                    own=self.record.lesson >= self.settings.own_after * self.settings.lessons,
                )
                self.teacher.learn(self.optimiser, haste)
                self.record.decisions += self.teacher.taught - before[0]
                self.record.simulations += self.teacher.simulations - before[1]
            self.place.wait()
            self.record.lesson += 1
            self.record.seconds += time.monotonic() - started
            yield self.record

    def _learns_values_only(self) -> bool:
        """Whether this is an early lesson of a new student: by values that mean nothing it would unlearn greedy."""
        early = self.record.lesson < VALUES_FIRST * self.settings.lessons
        return early and not bool(self.student.actions.weight.any())

    def examine(self) -> dict[str, dict[int, Mark]]:
        """Measure the student, and remember it: marks by exam and by the number of players."""
        found = {}
        for name, exam in self.exams.items():
            if isinstance(exam, Exam):
                found[name] = exam.take(self.student)
            elif self._has_time_for_experts():
                started = time.monotonic()
                found[name] = exam.take(self.network())
                took = time.monotonic() - started
                self.record.expert_seconds += took
                self._longest_search_exam = max(self._longest_search_exam, took)
        self.record.history.append(
            {
                "lesson": self.record.lesson,
                "seconds": round(self.record.seconds, 1),
                **{
                    name: {str(players): asdict(mark) for players, mark in marks.items()}
                    for name, marks in found.items()
                },
            }
        )
        return found

    def _has_time_for_experts(self) -> bool:
        """Whether an exam among experts that search fits into their share of the time; the last always does."""
        if self.record.lesson >= self.settings.lessons:
            return True
        spent = self.record.expert_seconds + self._longest_search_exam
        return self.record.lesson > 0 and spent <= SPENT_ON_EXPERTS * self.record.seconds

    def respond(self) -> dict[int, Mark]:
        """What the student gains over the bot that it learned to exploit, on deals that nothing else has seen."""
        bot = response.bot_of(self.settings.against, self.game, self.blanks)
        deals = Deals(self.blanks, response.TIMES * self.settings.exam_games)
        return Exam(self.place, deals, [bot] * len(self.blanks), response.SEED, response=True).take(self.student)

    # ------------------------------------------------------------ what is kept
    def save(self) -> None:
        """Write everything that is needed to go on. A run that is killed here keeps the checkpoint before."""
        self.folder.mkdir(parents=True, exist_ok=True)
        content = {
            "format": FORMAT,
            "game": self.game.name,
            "ruleset": self.game.rules.RULESET,
            "commands": [*self.record.before, self._command()],
            "settings": asdict(self.settings),
            "record": asdict(self.record),
            "student": self.student.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "tables": self.school.keep(),
            "luck": torch.get_rng_state(),
            "luck_of_gpu": torch.cuda.get_rng_state() if self.place.on_gpu else None,
        }
        half_written = self.folder / f"{CHECKPOINT}.new"
        torch.save(content, half_written)
        half_written.replace(self.folder / CHECKPOINT)

    @property
    def where(self) -> str:
        """On what it learns."""
        return torch.cuda.get_device_name() if self.place.on_gpu else "without a GPU"

    def network(self) -> Network:
        """The student as the network that plays: whole numbers, with what it says about itself."""
        arrays = rounded(self.student.layers(), self._sample())
        trust = max(0, round(float(self.student.trust.detach()) * learned.TRUSTED))
        about: dict[str, Any] = {
            "players": list(self.settings.players),
            "options": {name: list(values) for name, values in self.settings.options.items()},
            "trust": trust,
            "before": self.record.before,
            "command": self._command(),
            "lessons": self.record.lesson,
            "decisions": self.record.decisions,
            "simulations": self.record.simulations,
            "seconds": round(self.record.seconds),
            "where": self.where,
            "made": time.strftime("%Y-%m-%d", time.gmtime()),
        }
        return network.make(self.game, arrays, about)

    def _command(self) -> str:
        """The command of this run, and how far it came."""
        lesson, lessons = self.record.lesson, self.settings.lessons
        return self.settings.as_command(self.game) + (f" (stopped after {lesson:,})" if lesson < lessons else "")

    @torch.no_grad()
    def _sample(self) -> Any:
        """What seats observe where the student plays: at tables of its own, so that lessons go on undisturbed."""
        school = School(self.place, SAMPLE_TABLES, self.blanks, SAMPLE_SEED, spread=True)
        rows = []
        count = 0
        while count < SAMPLE:
            school.show()
            rows.append(school.seen[school.legal > 1].float().cpu())
            count += len(rows[-1])
            logits, _ = self.student(school.seen, school.likes)
            school.step(masked(logits, school.masks).argmax(-1))
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

    def _put(self, path: Path, found: Mapping[str, Any], student: Student) -> None:
        """Give a student the weights of a checkpoint."""
        try:
            student.load_state_dict(found["student"])
        except (RuntimeError, KeyError, TypeError, AttributeError):
            raise Problem(
                f"{path}: its student has other layers than {self.settings.units} and {self.settings.last} units, or "
                f"the file is damaged: give the --units and --last of that run"
            ) from None

    def _resume(self) -> Mapping[str, torch.Tensor] | None:
        """Go on from the folder's checkpoint; what it kept of the tables, if it did."""
        path = self.folder / CHECKPOINT
        found = self._read(path)
        try:
            before = Settings(**{**found["settings"], "players": tuple(found["settings"]["players"])})
            record = Record(**found["record"])
        except (KeyError, TypeError) as problem:
            raise Problem(f"{path}: the checkpoint is damaged ({problem}): choose another folder") from None
        changed = [
            f"{name.replace('_', ' ')} was {value if value not in ('', {}) else 'not set'}"
            for name, value in asdict(before).items()
            if value != getattr(self.settings, name) and name not in ("lessons", "exam_games", "expert_games")
        ]
        if changed:
            raise Problem(
                f"{self.folder} holds a run with other settings ({', '.join(changed)}): choose another folder, or "
                f"give the same settings to go on with it"
            )
        self._put(path, found, self.student)
        self.optimiser.load_state_dict(found["optimiser"])
        self.record = record
        if found.get("luck") is not None:
            torch.set_rng_state(found["luck"].cpu())
        if found.get("luck_of_gpu") is not None and self.place.on_gpu:
            torch.cuda.set_rng_state(found["luck_of_gpu"].cpu())
        kept: Mapping[str, torch.Tensor] | None = found.get("tables")
        return kept


def haste_at(lesson: int, lessons: int) -> float:
    """By how much the rate of learning is scaled: it rises in the first lessons, and then falls."""
    rising = (lesson + 1) / max(1.0, WARM_UP * lessons)
    return min(rising, max(LAST_HASTE, 1 - lesson / lessons))


def meanings(course: Course) -> dict[str, str]:
    """What the marks of each exam are, for people."""
    game, blank, against = course.game, course.blanks[0], course.settings.against
    if against:
        return {"marks": f"gained over the {against} bot in the same seat"}
    return {
        "marks": meaning(game, blank, "club", absolute=True),
        BY_LOOK: f"{meaning(game, blank, 'expert')} (one look by the network)",
        BY_SEARCH: f"{meaning(game, blank, 'expert')} (search)",
    }


def told(course: Course, found: Mapping[str, Mapping[int, Mark]]) -> str:
    """Marks for people."""
    means = meanings(course)
    return "; ".join(
        f"{players} players: {mark} {means[name]}" for name, marks in found.items() for players, mark in marks.items()
    )
