"""Learned best responses, and options that vary: what they show, what they write, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.networks import seen_by
from weatherdeck import kernel
from weatherdeck.errors import Problem
from weatherdeck.games import network, registry

torch: Any = pytest.importorskip("torch")
if not kernel.can_compile():
    pytest.skip("Numba is not available", allow_module_level=True)

from weatherdeck.cli import main  # noqa: E402
from weatherdeck.learning import response, variants  # noqa: E402
from weatherdeck.learning.course import CHECKPOINT, Course, Settings  # noqa: E402
from weatherdeck.learning.practice import Practice  # noqa: E402

SMALL: dict[str, Any] = {"tables": 32, "units": 16, "last": 8, "exam_games": 32, "lessons": 4}
LINE = ["--engine", "cpu", "--tables", "8", "--units", "8", "--last", "4", "--lessons", "1", "--exams", "1",
        "--exam-games", "8"]  # fmt: skip


def course(name: str, folder: Path, **changed: Any) -> Course:
    game = registry.load(name)
    return Course(game, Settings(**{"players": game.players, **SMALL, **changed}), folder, on_gpu=False)


def test_a_response_to_random_gains_clearly_and_is_no_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["learn", "winter-court", "--against", "random", *LINE, "--output", str(tmp_path)]
    assert main(line) == 0
    assert "the response gains" in capsys.readouterr().out
    found = json.loads((tmp_path / response.FILE).read_text())
    assert (found["game"], found["bot"], found["network"]) == ("winter-court", "random", None)
    (gain,) = found["gains"]
    assert gain["players"] == 2
    assert gain["games"] == 32
    assert gain["mean"] > 5 * gain["error"] > 0
    assert "--against random" in found["command"]
    assert not (tmp_path / network.FILE).exists(), "a response must not be shipped by mistake"
    assert "Winter Court: a response to the random bot" in (tmp_path / "learning.html").read_text()


def test_all_seats_but_one_are_the_bots_also_in_a_team(tmp_path: Path) -> None:
    run = course("tradewinds", tmp_path, against="novice", lessons=1)
    list(run.lessons())
    assert isinstance(run.teacher, Practice)
    kept: Any = run.teacher.kept
    own: Any = run.teacher.own
    assert (kept["open"] & (kept["seats"] != own)).sum() == 0
    assert kept["open"].sum() > 0


def test_a_response_to_the_network_begins_as_the_network(tmp_path: Path) -> None:
    game = registry.load("winter-court")
    assert game.network is not None
    units, last = game.network.arrays["second"].shape
    run = course("winter-court", tmp_path, against="network", units=units, last=last)
    gain = run.examine()["marks"][2]
    assert abs(gain.mean) <= 0.1, "it plays the same moves, up to rounding"
    assert response.document(run, {2: gain})["network"] == game.network.fingerprint
    assert "--units" not in run.settings.as_command(game), "the network says how large the layers are"


def test_a_resumed_run_learns_the_same(tmp_path: Path) -> None:
    whole = course("winter-court", tmp_path / "whole", against="club")
    list(whole.lessons())
    part = course("winter-court", tmp_path / "part", against="club")
    lessons = part.lessons()
    next(lessons)
    next(lessons)
    part.examine()
    part.network()
    part.save()
    again = course("winter-court", tmp_path / "part", against="club")
    assert again.record.lesson == 2
    list(again.lessons())
    for name, weights in whole.student.state_dict().items():
        assert torch.equal(weights, again.student.state_dict()[name]), name
    assert whole.examine() == again.examine()
    with pytest.raises(Problem, match="against was club"):
        course("winter-court", tmp_path / "part")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (["winter-court", "--against", "master"], "random, novice, club or network, not to 'master'"),
        (["weathervanes", "--against", "network"], "has no network"),
        (["winter-court", "--units", "4000"], "at least"),
        (["winter-court", "--option", "first=0,1"], "option first cannot vary in training"),
        (["weathervanes", "--option", "rounds=4,8"], "option rounds cannot vary in training"),
        (["weathervanes", "--option", "partial_misere=true,yes"], "twice"),
        (["weathervanes", "--option", "partial=true"], "has no option 'partial'"),
        (["weathervanes", "--option", "rounds="], "rounds must be a whole number"),
    ],
)
def test_what_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: list[str], reason: str
) -> None:
    assert main(["learn", *line, "--engine", "cpu", "--output", str(tmp_path)]) != 0
    assert reason in capsys.readouterr().err


def test_files_of_other_games_and_forged_ones_are_refused(tmp_path: Path) -> None:
    game = registry.load("winter-court")
    settings = Settings(players=(2,), **SMALL)
    other = network.untrained(registry.load("tweedy-tricksters"), 16, 8, seed=1)
    other.write(tmp_path / "other.npz")
    with pytest.raises(Problem, match="network of the game 'tweedy-tricksters'"):
        Course(game, settings, tmp_path / "a", False, tmp_path / "other.npz")
    (tmp_path / "forged.npz").write_bytes(b"PK nothing")
    with pytest.raises(Problem, match="not a network"):
        Course(game, settings, tmp_path / "a", False, tmp_path / "forged.npz")
    network.untrained(game, 24, 8, seed=1).write(tmp_path / "larger.npz")
    with pytest.raises(Problem, match="--units 24 --last 8"):
        Course(game, settings, tmp_path / "a", False, tmp_path / "larger.npz")
    run = Course(game, settings, tmp_path / "a", False)
    run.save()
    checkpoint = tmp_path / "a" / CHECKPOINT
    with pytest.raises(Problem, match="checkpoint of winter-court"):
        Course(registry.load("tweedy-tricksters"), Settings(players=(4,), **SMALL), tmp_path / "c", False, checkpoint)
    with pytest.raises(Problem, match="other layers"):
        Course(game, Settings(players=(2,), **{**SMALL, "units": 24}), tmp_path / "c", False, checkpoint)
    content = torch.load(checkpoint, weights_only=True)
    torch.save({**content, "record": {"nonsense": 1}}, checkpoint)
    with pytest.raises(Problem, match="damaged"):
        Course(game, settings, tmp_path / "a", False)


# ---------------------------------------------------------------- options
def test_options_that_players_observe_vary_over_the_tables(tmp_path: Path) -> None:
    game = registry.load("weathervanes")
    read = variants.read(game, game.players, ["constrained_lead=no,yes", "partial_misere=true", "points_of_2=6"])
    assert read == {"constrained_lead": (False, True), "partial_misere": (True,), "points_of_2": (6,)}
    run = course("weathervanes", tmp_path, options=read, lessons=1, expert_games=0)
    states: list[Any] = [game.rules.State.unpack(state) for state in run.school.tables.states]
    assert [state.constrained_lead for state in states[:4]] == [0, 1, 0, 1]
    assert {(state.partial_misere, state.points_of_2) for state in states} == {(1, 6)}
    made = run.network()
    assert made.about["options"] == {name: list(values) for name, values in read.items()}
    assert made.knows(game.new_state(None, {"constrained_lead": True, "partial_misere": True, "points_of_2": 6}))
    assert not made.knows(game.new_state())
    assert "--option constrained_lead=false,true" in made.about["command"]
    one, two = states[0], states[0].copy()
    two.constrained_lead = 1
    assert (seen_by(made, one, 0) != seen_by(made, two, 0)).any()
    marks = run.examine()["marks"][4]
    assert marks.games == 32, "shared among both values"


@pytest.mark.parametrize(
    ("name", "option", "seen"),
    [
        ("weathervanes", "constrained_lead=false,true", True),
        ("weathervanes", "partial_misere=false,true", True),
        ("weathervanes", "bonus_no_kens=false,true", True),
        ("tradewinds", "open_hands=false,true", True),
        ("four-seasons", "rounds=1,4", True),
        ("tradewinds", "deduction=1,2", False),
        ("winter-court", "play_draws=1,2", False),
    ],
)
def test_which_options_players_observe(name: str, option: str, seen: bool) -> None:
    game = registry.load(name)
    if seen:
        assert len(variants.read(game, game.players, [option])) == 1
    else:
        with pytest.raises(Problem, match="could not tell"):
            variants.read(game, game.players, [option])
