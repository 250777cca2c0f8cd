"""A run of learning: it learns, stops, goes on, and writes a network that plays like the student."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import networks
from weatherdeck import kernel
from weatherdeck.errors import Problem
from weatherdeck.games import network, registry

torch: Any = pytest.importorskip("torch")
if not kernel.can_compile():
    pytest.skip("Numba is not available", allow_module_level=True)

from weatherdeck.cli import main  # noqa: E402  # only where PyTorch is
from weatherdeck.learning.course import CHECKPOINT, Course, Settings  # noqa: E402
from weatherdeck.learning.page import page  # noqa: E402
from weatherdeck.learning.practice import Pace, Practice  # noqa: E402
from weatherdeck.learning.rounding import check_size, fitting_units  # noqa: E402
from weatherdeck.learning.school import Place, School  # noqa: E402
from weatherdeck.learning.student import Student  # noqa: E402
from weatherdeck.learning.tuition import Plan, Tuition  # noqa: E402

GAME = "tweedy-tricksters"
SMALL: dict[str, Any] = {"players": (4,), "tables": 16, "units": 24, "last": 8, "exam_games": 8, "lessons": 2,
                         "expert_games": 0}  # fmt: skip


def course(folder: Path, **changed: Any) -> Course:
    return Course(registry.load(GAME), Settings(**{**SMALL, **changed}), folder, on_gpu=False)


@pytest.mark.parametrize("teacher", ["self-play", "search"])
def test_a_run_learns_writes_a_network_and_goes_on(tmp_path: Path, teacher: Any) -> None:
    run = course(tmp_path, teacher=teacher, times=2)
    before = {name: weights.clone() for name, weights in run.student.state_dict().items()}
    run.examine()
    assert [record.lesson for record in run.lessons()] == [1, 2]
    assert any(not torch.equal(before[name], weights) for name, weights in run.student.state_dict().items())
    run.examine()
    run.save()
    made = run.network()
    made.write(tmp_path / network.FILE)
    read = network.read(tmp_path / network.FILE, run.game)
    assert read.fingerprint == made.fingerprint
    assert read.about["command"].startswith(f"weatherdeck learn {GAME}")
    told = page(run, made)
    assert "over a fair share among club players" in told.lower()
    assert "over a fair share among expert players (one look by the network)" in told.lower()
    assert told.count("<polyline") == 2, "a curve for each exam"
    again = course(tmp_path, teacher=teacher, times=2, lessons=3)
    assert again.record.lesson == 2
    assert [record.lesson for record in again.lessons()] == [3]


def test_a_student_that_has_learned_nothing_is_a_network_that_plays_like_greedy(tmp_path: Path) -> None:
    made = course(tmp_path).network()
    assert not made.arrays["actions"].any()
    assert made.about["trust"] == 256


def test_layers_fit_into_a_file_by_default() -> None:
    for name in registry.ours():
        game = registry.load(name)
        units = fitting_units(game, 128)
        assert 256 <= units <= 512
        check_size(game, units, 128)
        with pytest.raises(Problem, match="would take at least"):
            check_size(game, 4000, 128)


def test_a_student_begins_with_what_greedy_likes(tmp_path: Path) -> None:
    run = course(tmp_path)
    run.school.show()
    with torch.no_grad():
        likes, _ = run.student(run.school.seen, run.school.likes)
    assert torch.equal(likes, run.school.likes)
    sharper = course(tmp_path, trust=8.0)
    with torch.no_grad():
        likes, _ = sharper.student(run.school.seen, run.school.likes)
    assert torch.equal(likes, 8 * run.school.likes)
    assert sharper.network().about["trust"] == 8 * 256
    assert "--trust 8.0" in sharper.settings.as_command(run.game)


def test_the_network_of_a_run_answers_like_the_student(tmp_path: Path) -> None:
    run = course(tmp_path)
    list(run.lessons())
    made = run.network()
    run.school.show()
    with torch.no_grad():
        likes, values = run.student(run.school.seen, run.school.likes)
    for i in range(run.school.n):
        state: Any = run.game.rules.State.unpack(run.school.tables.states[i])
        assert networks.foretold(made, state, state.to_move) == pytest.approx(float(values[i]), abs=0.05)
        legal = run.game.legal(state)
        if len(legal) > 1:
            known = run.game.redacted(state, state.to_move)
            answered = networks.advised(made, known, legal)
            assert answered == pytest.approx([float(likes[i][action]) for action in legal], abs=0.15)


def test_a_run_with_other_settings_and_a_damaged_checkpoint_are_refused(tmp_path: Path) -> None:
    course(tmp_path).save()
    with pytest.raises(Problem, match=r"units was 24"):
        course(tmp_path, units=32)
    (tmp_path / CHECKPOINT).write_bytes(b"nothing")
    with pytest.raises(Problem, match="damaged"):
        course(tmp_path)
    assert main(["learn", GAME, "--engine", "cpu", "--output", str(tmp_path / CHECKPOINT)]) != 0, "it is a file"


def test_a_stopped_run_can_be_resumed_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["learn", GAME, "--engine", "cpu", "--tables", "8", "--units", "8", "--last", "4", "--lessons", "2",
            "--exams", "1", "--exam-games", "4", "--output", str(tmp_path)]  # fmt: skip
    lessons = Course.lessons

    def interrupted(self: Course) -> Any:
        yield next(lessons(self))
        raise KeyboardInterrupt

    monkeypatch.setattr(Course, "lessons", interrupted)
    assert main(line) == 130
    assert "Stopped after lesson 1 of 2" in capsys.readouterr().out
    monkeypatch.undo()
    assert main(line) == 0
    out = capsys.readouterr().out
    assert "Going on after lesson 1 of 2" in out
    assert (tmp_path / network.FILE).exists()
    assert (tmp_path / "learning.html").exists()


def test_advantages_are_what_was_gained_over_the_values() -> None:
    """With full reach they are the result at the end of the chapter less the value, whoever moved in between."""
    game = registry.load("winter-court")
    place = Place(game, on_gpu=False)
    school = School(place, 32, [game.new_state()], 1, spread=True)
    practice = Practice(
        school, Student(game.rules.OBSERVATION.size, game.rules.ACTIONS, 8, 4), Pace(steps=60, reach=1.0)
    )
    practice.play()
    found, kept = practice.advantages(), practice.kept
    compared = 0
    for table in range(32):
        ends = torch.nonzero(kept["ended"][:, table]).squeeze(1).tolist()
        for end in ends[:1]:
            for at in range(end + 1):
                seat = int(kept["seats"][at, table])
                expected = float(kept["worths"][end, table, seat] - kept["values"][at, table])
                assert float(found[at, table]) == pytest.approx(expected, abs=1e-4)
                compared += 1
    assert compared > 100


def test_a_new_student_learns_values_first(tmp_path: Path) -> None:
    run = course(tmp_path, lessons=50)
    lessons = run.lessons()
    before = run.student.value.weight.clone()
    next(lessons)
    assert not run.student.actions.weight.any(), "it still plays like greedy"
    assert run.student.trust == 1
    assert not torch.equal(before, run.student.value.weight)
    next(lessons)
    assert run.student.actions.weight.any()


def test_a_lesson_without_decisions_changes_nothing(tmp_path: Path) -> None:
    run = course(tmp_path)
    assert isinstance(run.teacher, Practice)
    run.teacher.play()
    for open_decisions in (0, 1):
        run.teacher.kept["open"][:] = False
        run.teacher.kept["open"].view(-1)[:open_decisions] = True
        before = {name: weights.clone() for name, weights in run.student.state_dict().items()}
        assert run.teacher.learn(run.optimiser) == {}
        assert all(torch.equal(before[name], weights) for name, weights in run.student.state_dict().items())


def test_club_players_have_all_seats_but_one_at_their_tables() -> None:
    game = registry.load("four-seasons")
    blanks = [game.new_state(players) for players in game.players]
    school = School(Place(game, on_gpu=False), 200, blanks, 1)
    practice = Practice(school, Student(game.rules.OBSERVATION.size, game.rules.ACTIONS, 8, 4), Pace(steps=8))
    practice.play()
    lone = practice.lone.numpy()
    assert lone.mean() == pytest.approx(0.3, abs=0.01)
    opened = practice.kept["open"].numpy()
    seats = practice.kept["seats"].numpy()
    own = practice.own.numpy()
    assert not (opened & lone & (seats != own)).any(), "the student learns from its own decisions only"
    assert (opened & ~lone & (seats != own)).any()
    for place, blank in enumerate(blanks):
        assert set(own[place :: len(blanks)]) == set(np.arange(blank.players))


@pytest.mark.parametrize("name", ["tweedy-tricksters", "tradewinds"])
def test_a_student_that_knows_nothing_yet_plays_on_like_greedy(name: str) -> None:
    """The two ways to try out a move agree, as far as luck lets them: the new student is greedy."""
    game = registry.load(name)
    school = School(Place(game, on_gpu=False), 64, [game.new_state()], 1, spread=True)
    student = Student(game.rules.OBSERVATION.size, game.rules.ACTIONS, 8, 4)
    times = 48
    plan = Plan(times=times, own_moves=game.rules.MAX_LEGAL, rehearsals=1 << 14, kept=64)
    tuition = Tuition(school, student, plan)
    school.show()
    tables = torch.nonzero(school.legal > 1).squeeze(1)[:16]
    with torch.no_grad():
        _, by_greedy, legal = tuition._by_greedy(tables, 7)
        fitting, by_student, tried = tuition._by_student(tables, 7)
    assert torch.equal(fitting, tables)
    assert torch.equal(legal.bool(), tried.bool())
    both = torch.stack([by_greedy[tried.bool()], by_student[tried.bool()]])
    assert float(torch.corrcoef(both)[0, 1]) > 0.98
    assert float((both[0] - both[1]).abs().max()) < 6 / times**0.5 * max(1.0, float(both.std()))


def test_moves_of_a_table_meet_the_same_luck_and_the_true_cards() -> None:
    game = registry.load("tweedy-tricksters")
    place = Place(game, on_gpu=False)
    school = School(place, 8, [game.new_state()], 1, spread=True)
    school.show()
    rehearsal = School(place, 64, [game.new_state()], 2)
    table = int(torch.nonzero(school.legal > 1)[0])
    moves = torch.tensor([[table, place_] for place_ in range(int(school.legal[table]))])
    rehearsal.branch(school, moves, 2, 5)
    for row, (_, at) in enumerate(moves.tolist()):
        for time_ in range(2):
            there: Any = game.rules.State.unpack(rehearsal.tables.states[2 * row + time_])
            state: Any = game.rules.State.unpack(school.tables.states[table])
            chance = [0] * kernel.RNG_WORDS
            kernel.rng_stream(chance, 5 + table * 2 + time_, 0)
            game.rules.apply(state, int(school.choices[table][at]), chance)
            assert there.pack().tobytes() == state.pack().tobytes()
            assert rehearsal.tables.chance[2 * row + time_].tolist() == chance


def test_a_run_remembers_the_runs_that_it_goes_on_from(tmp_path: Path) -> None:
    first = course(tmp_path / "first", teacher="search", expert_games=0, own_after=0.5)
    next(first.lessons())
    first.save()
    again = Course(
        registry.load(GAME),
        Settings(**{**SMALL, "lessons": 1, "expert_games": 0}),
        tmp_path / "second",
        on_gpu=False,
        starting=tmp_path / "first" / CHECKPOINT,
    )
    list(again.lessons())
    about = again.network().about
    assert about["before"] == [first.settings.as_command(first.game) + " (stopped after 1)"]
    assert "--teacher search" in about["before"][0]
    assert "--teacher" not in about["command"]
