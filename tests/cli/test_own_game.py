"""A designer's own game in the lab, on paper and on the ladder: the same commands as for ours, whatever it lacks.

The example is run by its dotted name and as an installed entry point. A copy of it without its optional files (no
greedy.py, figures.py, faces.py or art.json) stands for a game on the day its rules run.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.lab.sheets import texts
from weatherdeck import bots
from weatherdeck.cli import main
from weatherdeck.games import registry
from weatherdeck.lab.printing import paper

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "high_card"
OPTIONAL = ("greedy.py", "figures.py", "faces.py", "art.json")
INSTALLED = "own_game_as_installed"


def copy(folder: Path, name: str, *, without: tuple[str, ...] = ()) -> None:
    """The example as a package of another name."""
    shutil.copytree(EXAMPLE, folder / name, ignore=shutil.ignore_patterns("__pycache__", *without))
    made = folder / name / "__init__.py"
    text = made.read_text(encoding="utf-8").replace('name="high_card"', f'name="{name}"')
    if "greedy.py" in without:
        text = text.replace("audit, greedy, rules", "audit, rules").replace("    greedy=greedy,\n", "")
    made.write_text(text, encoding="utf-8")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In a folder of its own, without the time that compiling another game takes."""
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for module in [name for name in sys.modules if name.split(".")[0] in ("day_one", INSTALLED)]:
        del sys.modules[module]


@pytest.fixture
def day_one(tmp_path: Path) -> str:
    """The name of a game that has nothing but what it must have."""
    copy(tmp_path, "day_one", without=OPTIONAL)
    game = registry.load("day_one")
    assert game.greedy is None
    assert game.faces is None
    assert game.art is None
    return "day_one"


@pytest.fixture
def installed(tmp_path: Path) -> str:
    """The name of a game that another package offers as an entry point."""
    copy(tmp_path, INSTALLED)
    about = tmp_path / "own_game-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: own-game\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[weatherdeck.games]\nown-game = {INSTALLED}\n")
    assert "own-game" in registry.names()
    return "own-game"


@pytest.fixture
def dotted(monkeypatch: pytest.MonkeyPatch) -> str:
    """The dotted name of the example."""
    monkeypatch.syspath_prepend(str(ROOT))
    return "examples.high_card"


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main([*arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


# ---------------------------------------------------------------- the lab
@pytest.mark.parametrize("how", ["dotted", "installed"])
def test_a_study_of_a_game_of_ones_own(
    how: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = request.getfixturevalue(how)
    arguments = ["lab", name, "--play", "greedy:40", "--play", "greedy,random:16", "--out", "study"]
    status, out, err = run(*arguments, "--processes", "1", capsys=capsys)
    assert (status, err) == (0, "")
    assert "40 games by greedy, 16 games by one greedy among random" in out
    assert "High Card: how it plays" in (tmp_path / "study" / "report.html").read_text(encoding="utf-8")


def test_a_game_without_greedy_and_figures_is_studied_with_random_players(
    day_one: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run("lab", day_one, "--games", "40", "--processes", "1", capsys=capsys)
    assert (status, err) == (0, "")
    assert "Played: 40 games by random, 40 games by random with 2 players, 40 games by random with 3 players." in out
    assert "The starting player wins" in out
    assert "The lead changes" not in out, "nothing says who leads"
    text = (tmp_path / "lab" / day_one / "report.html").read_text(encoding="utf-8")
    headings = [title for title in ("Key numbers", "Who wins", "Drama", "Scores") if f">{title}</h2>" in text]
    assert headings == ["Key numbers", "Who wins"], "no section about what is not known"
    assert ">By number of players</h2>" in text


def test_variants_of_a_game_without_greedy_are_compared(
    day_one: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["lab", "compare", day_one, "--with", "free_play=true", "--games", "60", "--processes", "1"]
    status, out, err = run(*arguments, capsys=capsys)
    assert (status, err) == (0, "")
    assert "free_play=true, compared with the game as shipped" in out
    assert "legal actions per decision" in out
    assert "lead changes" not in out
    assert "score" not in out
    assert (tmp_path / "lab" / f"{day_one}-compared" / "report.html").exists()


def test_a_bot_that_needs_greedy_is_refused_with_help(day_one: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["lab", day_one, "--play", "expert:5"], ["ladder", day_one]):
        status, out, err = run(*arguments, capsys=capsys)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
        assert "High Card has no greedy.py, which every bot but random needs" in err
        assert "docs/add-a-game.md" in err


# ---------------------------------------------------------------- on paper
@pytest.mark.parametrize("how", ["dotted", "installed", "day_one"])
def test_cards_of_a_game_of_ones_own_are_printed(
    how: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = request.getfixturevalue(how)
    status, out, err = run("print", name, "--out", "cards.pdf", capsys=capsys)
    assert (status, err) == (0, "")
    assert "20 pieces of High Card on 3 sheets" in out
    written = texts(tmp_path / "cards.pdf")
    for number in range(1, 11):
        assert written.count(str(number)) >= 2 * 3, "two copies, with the number in the middle and in two corners"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_plain_cards_have_as_many_copies_as_the_deck(players: int, day_one: str) -> None:
    pieces = paper.pieces(registry.load(day_one), players)
    assert [(piece.name, piece.copies) for piece in pieces] == [(str(number), 2) for number in range(1, 11)]


# ---------------------------------------------------------------- the ladder
@pytest.mark.parametrize("how", ["dotted", "installed"])
def test_a_ladder_in_a_game_of_ones_own(
    how: str, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    name = request.getfixturevalue(how)
    status, out, err = run("ladder", name, "random", "greedy", "--deals", "4", "--processes", "1", capsys=capsys)
    assert (status, err) == (0, "")
    assert "High Card, 4 players: 4 paired deals" in out
    assert [line.split()[0] for line in out.splitlines()[3:5]] == ["random", "greedy"]


def test_a_ladder_without_greedy_takes_bots_that_need_none(
    day_one: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    point = EntryPoint("another", "weatherdeck.bots.random_bot:RandomBot", bots.ENTRY_POINTS)
    monkeypatch.setattr(bots, "entry_points", lambda group: [point] if group == point.group else [])
    arguments = ["ladder", day_one, "random", "another", "--deals", "4", "--processes", "1"]
    status, out, err = run(*arguments, capsys=capsys)
    assert (status, err) == (0, "")
    assert "High Card, 4 players: 4 paired deals" in out
