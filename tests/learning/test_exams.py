"""Exams: bots play as they are, on the same deals each time, and a player who plays like them gains nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import networks
from weatherdeck import kernel
from weatherdeck.bots.levels import policy_of
from weatherdeck.bots.policy import GREEDY, NETWORK, RANDOM, Policy, searching
from weatherdeck.games import network, registry

torch: Any = pytest.importorskip("torch")
if not kernel.can_compile():
    pytest.skip("Numba is not available", allow_module_level=True)

from weatherdeck.learning.course import BY_LOOK, BY_SEARCH, Course, Settings, haste_at  # noqa: E402
from weatherdeck.learning.exam import Deals, Exam, meaning, play  # noqa: E402
from weatherdeck.learning.experts import SearchExam  # noqa: E402
from weatherdeck.learning.opponents import moves_of  # noqa: E402
from weatherdeck.learning.school import Place, School  # noqa: E402
from weatherdeck.learning.student import Student, masked  # noqa: E402

CLUB = Policy(kind=GREEDY)


@pytest.mark.parametrize("name", registry.ours())
def test_a_bot_gains_nothing_over_itself(name: str) -> None:
    """The deals and the luck are the same, so this holds to the last digit."""
    game = registry.load(name)
    place = Place(game, on_gpu=False)
    exam = Exam(place, Deals([game.new_state()], 24), [CLUB], 5, response=True)
    usual = play(place, game.new_state(), 24, 5, CLUB, None)
    same = play(place, game.new_state(), 24, 5, CLUB, lambda school: school.favourites)
    np.testing.assert_array_equal(usual, same)
    assert len(set(usual.tolist())) > 1, "the games differ"
    beginner = Student(game.rules.OBSERVATION.size, game.rules.ACTIONS, 8, 4)
    assert abs(exam.take(beginner)[game.new_state().players].mean) < 8, "it plays like greedy, but for equal moves"


def test_sides_have_no_fair_share_and_are_compared_with_the_bot_in_the_same_seat() -> None:
    game = registry.load("four-seasons")
    blank = game.new_state(5)
    place = Place(game, on_gpu=False)
    student = Student(game.rules.OBSERVATION.size, game.rules.ACTIONS, 8, 4)
    found = Exam(place, Deals([blank], 400), [CLUB], 5).take(student)[5]
    assert abs(found.mean) < 4 * found.error + 0.01, "greedy among greedy players gains nothing, though most seats lose"
    assert "same seat" in meaning(game, blank, "club")
    assert "fair share" in meaning(game, game.new_state(5, {"rounds": 4}), "club"), "over several rounds there is one"


def test_bots_at_the_tables_play_as_their_policies_do() -> None:
    game = registry.load("winter-court")
    assert game.network is not None
    school = School(Place(game, on_gpu=False), 64, [game.new_state()], 3, spread=True)
    by_network = moves_of(school, Policy(kind=NETWORK))
    at_random = moves_of(school, Policy(kind=RANDOM))
    erring = moves_of(school, Policy(kind=GREEDY, noise=0.6))
    school.show()
    chosen, anything = by_network().numpy().copy(), at_random().numpy().copy()
    compared = 0
    for i in range(school.n):
        state: Any = game.rules.State.unpack(school.tables.states[i])
        legal = game.legal(state)
        assert chosen[i] in legal
        assert anything[i] in legal
        if len(legal) > 1:
            answered = networks.advised(game.network, game.redacted(state, state.to_move), legal)
            assert answered[legal.index(chosen[i])] == max(answered)
            compared += 1
    assert compared > 30
    assert (anything != chosen).sum() > compared / 3
    errors = (erring() != school.favourites).numpy()
    assert 0 < errors.sum() < 0.6 * compared


def test_a_student_made_of_a_network_chooses_its_moves() -> None:
    game = registry.load("winter-court")
    assert game.network is not None
    school = School(Place(game, on_gpu=False), 512, [game.new_state()], 3, spread=True)
    by_network = moves_of(school, Policy(kind=NETWORK))
    student = Student.of(game.network)
    school.show()
    with torch.no_grad():
        likes, values = student(school.seen, school.likes)
    several = (school.legal > 1).numpy()
    same = (masked(likes, school.masks).argmax(-1) == by_network()).numpy()[several]
    assert same.mean() > 0.97
    state: Any = game.rules.State.unpack(school.tables.states[0])
    assert networks.foretold(game.network, state, state.to_move) == pytest.approx(float(values[0]), abs=0.03)


def test_searching_experts_are_met_in_whole_numbers_on_the_same_deals() -> None:
    game = registry.load("four-seasons")
    blanks = [game.new_state(3), game.new_state(4)]
    quick = searching(game.search, 6, game.rules.MAX_LEGAL, noise=0.05)
    made = network.untrained(game, 16, 8, seed=2)
    exam = SearchExam(Deals(blanks, 8), [quick, quick], 7)
    first = exam.take(made)
    assert {players: mark.games for players, mark in first.items()} == {3: 8, 4: 8}
    assert exam.take(made) == first
    assert SearchExam(Deals(blanks, 8), [quick, quick], 7).take(made) == first
    assert any(mark.mean < 0 for mark in first.values()), "random weights do not win against a search"


def test_experts_are_what_they_are_in_the_game(tmp_path: Path) -> None:
    small: dict[str, Any] = {"tables": 8, "units": 8, "last": 4, "exam_games": 4, "expert_games": 4, "lessons": 20}
    by_look = Course(registry.load("winter-court"), Settings(players=(2,), **small), tmp_path, on_gpu=False)
    assert set(by_look.exams) == {"marks", BY_LOOK}
    game = registry.load("weathervanes")
    by_search = Course(game, Settings(players=(4,), **small), tmp_path, on_gpu=False)
    exam = by_search.exams[BY_SEARCH]
    assert isinstance(exam, SearchExam)
    assert list(exam.bots) == [policy_of("expert", game, game.new_state())]
    assert set(by_search.examine()) == {"marks"}, "not before the first lesson: the student is a club player"


def test_searching_experts_take_a_twentieth_of_the_time_and_are_met_at_the_end(tmp_path: Path) -> None:
    settings = Settings(players=(4,), tables=8, units=8, last=4, exam_games=4, lessons=20)
    run = Course(registry.load("weathervanes"), settings, tmp_path, on_gpu=False)
    run.record.lesson, run.record.seconds = 5, 100.0
    assert run._has_time_for_experts()
    run.record.expert_seconds, run._longest_search_exam = 3.0, 3.0
    assert not run._has_time_for_experts(), "6 of 100 seconds"
    run.record.seconds = 130.0
    assert run._has_time_for_experts()
    run.record.lesson, run.record.expert_seconds = 20, 1000.0
    assert run._has_time_for_experts(), "the last exam"


def test_the_rate_rises_in_the_first_lessons_and_then_falls() -> None:
    rates = [haste_at(lesson, 200) for lesson in range(200)]
    assert rates[0] == pytest.approx(0.1)
    assert rates[:9] == sorted(rates[:9])
    assert rates[10:] == sorted(rates[10:], reverse=True)
    assert max(rates) > 0.9
    assert rates[-1] == pytest.approx(0.02)
    assert haste_at(0, 1) == 1
