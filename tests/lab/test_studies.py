"""Studies and comparisons as a notebook uses them; the page about them is run as it is written."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import polars as pl
import pytest

from weatherdeck import lab
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.lab import FULL, QUICK, Design, Here, LineUp, Setup, compare, load, simulate, study
from weatherdeck.lab.playing.run import Run

PAGE = Path(__file__).parents[2] / "docs" / "lab" / "README.md"
DECK = Path(registry.__file__).parent / "weathervanes" / "deck.toml"
T = TypeVar("T")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---------------------------------------------------------------- the page
def test_the_example_of_the_page_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 1
    found: dict[str, object] = {}
    exec(examples[0], found)
    assert "Played: 200 games by random, 100 games by greedy." in capsys.readouterr().out
    assert (tmp_path / "report.html").exists()
    seats, by_turn, by_run = (found[name] for name in ("seats", "by_turn", "by_run"))
    assert isinstance(seats, pl.DataFrame)
    assert isinstance(by_turn, pl.DataFrame)
    assert isinstance(by_run, pl.DataFrame)
    assert len(seats) == 50 * 5
    expected = [seats.filter(turn=turn)["won"].mean() for turn in range(5)]
    assert by_turn["won"].to_list() == pytest.approx(expected)
    assert by_turn["won"].n_unique() > 1, "of each place, not of all"
    assert by_run["won"].n_unique() == 2


def test_the_page_names_every_function_that_the_lab_offers() -> None:
    text = PAGE.read_text(encoding="utf-8")
    functions = [name for name in lab.__all__ if inspect.isfunction(getattr(lab, name))]
    assert sorted(functions) == ["compare", "load", "replay", "simulate", "study", "what_if"]
    assert all(f"`{name}(" in text for name in functions)


# ---------------------------------------------------------------- designs
def test_a_line_up_says_who_plays_and_how_often() -> None:
    assert LineUp.read("greedy:5_000") == LineUp(("greedy",), 5000)
    assert LineUp.read("expert, greedy", games=7) == LineUp(("expert", "greedy"), 7)
    assert LineUp.read("expert,greedy").seats(4) == ["expert", "greedy", "greedy", "greedy"]
    assert LineUp.read("expert,greedy").seats(2) == ["expert", "greedy"]
    assert LineUp.read("random").seats(3) == ["random"] * 3
    for text in ("greedy:", "greedy:many", "greedy:0", "greedy:-5", "greedy:٣"):
        with pytest.raises(Problem, match="expected WHO or WHO:GAMES"):
            LineUp.read(text)


def test_the_usual_studies_fit_the_game() -> None:
    rivals, together = registry.load("weathervanes"), registry.load("tradewinds")
    assert QUICK.fitted(rivals) == QUICK.line_ups
    assert [one.bots for one in FULL.fitted(together)] == [("random",), ("novice",), ("greedy",), ("expert",)]
    assert Design.of("greedy,random:8").fitted(together) == (LineUp(("greedy", "random"), 8),), "as it was asked for"
    assert {one.games for one in QUICK.with_games(30).line_ups} == {30}


def test_a_usual_study_is_also_played_with_other_numbers_of_players() -> None:
    numbers = [(plan.bots[0], plan.players) for plan in QUICK.plans(Setup("four-seasons"))]
    usual = [("random", 4), ("novice", 4), ("greedy", 4), ("greedy", 4)]
    assert numbers == [*usual, ("greedy", 3), ("greedy", 5), ("greedy", 6)]
    assert {plan.players for plan in QUICK.plans(Setup("four-seasons", players=5))} == {5}
    assert {plan.players for plan in Design.of("greedy:8").plans(Setup("four-seasons"))} == {4}


def test_bots_of_a_mixed_line_up_change_seats_unless_told_otherwise() -> None:
    assert Design.of("greedy,random:8").plans(Setup("weathervanes"))[0].rotating
    assert not Design((LineUp(("greedy", "random"), 8),), rotating=False).plans(Setup("weathervanes"))[0].rotating


# ---------------------------------------------------------------- studies
class Interrupted:
    """An engine at which somebody presses Ctrl-C after some batches."""

    def __init__(self, after: int) -> None:
        self.left = after

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        for number in numbers:
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            yield number, work(number)


def test_a_study_is_resumed_and_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("weatherdeck.lab.playing.plan", fromlist=["BATCH"]).BATCH, "random", 20)
    played: list[tuple[str, int, int]] = []

    def on_progress(what: str, done: int, total: int) -> None:
        if what == "random: games":
            played.append((what, done, total))

    with pytest.raises(KeyboardInterrupt):  # the measuring, too, is interrupted: nothing more is left
        study("tradewinds", ["random:60"], folder="kept", engine=Interrupted(2))
    assert Run.open(tmp_path / "kept" / "random").games == 40
    resumed = study("tradewinds", ["random:60"], folder="kept", engine=Here(), on_progress=on_progress)
    assert [done for _, done, _ in played] == [40, 60]
    assert not resumed.interrupted
    whole = study("tradewinds", ["random:60"], folder="whole", engine=Here())
    assert resumed.summary() == whole.summary()
    longer = study("tradewinds", ["random:100"], folder="kept", engine=Here())
    assert longer.measured[0].findings.games == 100


def test_an_interrupted_study_reports_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("weatherdeck.lab.playing.plan", fromlist=["BATCH"]).BATCH, "random", 20)
    found = study("tradewinds", ["random:60"], engine=Interrupting(after=40))
    assert found.interrupted
    assert found.measured[0].findings.games == 40
    assert found.folder == Path("lab/tradewinds")


class Interrupting(Here):
    """An engine at which somebody presses Ctrl-C while games are played, once."""

    def __init__(self, after: int) -> None:
        self.batches: int | None = after // 20

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        for number, done in super().map(work, numbers):
            if self.batches == 0:
                self.batches = None
                raise KeyboardInterrupt
            if self.batches is not None:
                self.batches -= 1
            yield number, done


def test_a_study_that_was_interrupted_before_the_first_batch_has_no_result() -> None:
    with pytest.raises(KeyboardInterrupt):
        study("tradewinds", ["random:60"], engine=Interrupted(0))


def test_a_study_is_loaded_as_it_was(tmp_path: Path) -> None:
    made = study("four-seasons", QUICK.with_games(8), folder=tmp_path / "kept", engine=Here())
    again = load(tmp_path / "kept", engine=Here())
    assert again.summary() == made.summary()
    assert {run.plan.label for run in again.runs} == {run.plan.label for run in made.runs}
    assert again.table("games").sort("run", "game").equals(made.table("games").sort("run", "game"))
    assert set(again.table("seats")["run"]) == {run.plan.label for run in made.runs}


def test_a_folder_without_a_study_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="there is no study in it"):
        load(tmp_path)


def test_a_deck_of_ones_own_is_studied(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(DECK.read_text().replace('1 = "R Y G B"\n2 = "B R Y G"', '1 = "B R Y G"\n2 = "R Y G B"'))
    found = study(Setup("weathervanes", deck=mine), ["random:8"], engine=Here())
    assert found.game.deck is not None
    assert "the deck mine" in found.write_report().read_text(encoding="utf-8")


def test_an_edited_deck_has_a_folder_of_its_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    folders = set()
    text = DECK.read_text()
    for pair in (("1", "2"), ("3", "4")):
        rows = [re.search(rf'^{number} = (".*")$', text, re.MULTILINE) for number in pair]
        assert rows[0] is not None
        assert rows[1] is not None
        text = text.replace(rows[0].group(), f"{pair[0]} = {rows[1].group(1)}", 1)
        text = text.replace(rows[1].group(), f"{pair[1]} = {rows[0].group(1)}", 1)
        mine.write_text(text)
        found = study(Setup("weathervanes", deck=mine), ["random:8"], engine=Here())
        assert found.game.deck is not None
        assert found.game.deck.fingerprint in found.folder.name
        assert len(found.notes) == 1
        assert f"({found.game.deck.fingerprint}) has a folder of its own: {found.folder}." in found.notes[0]
        folders.add(found.folder)
        changes = compare("weathervanes", [str(mine)], ["random:8"], engine=Here())
        assert changes.variants[1].run.plan.deck == found.game.deck
    assert len(folders) == 2
    plain = study("weathervanes", ["random:8"], engine=Here())
    assert plain.folder == Path("lab/weathervanes")
    assert plain.notes == ()


def test_other_options_in_the_usual_place_are_not_refused() -> None:
    study("tradewinds", ["random:8"], engine=Here())
    found = study(Setup("tradewinds", options={"open_hands": True}), ["random:8"], engine=Here())
    assert found.folder == Path("lab/tradewinds-open_hands=true")


def test_a_study_that_asks_for_less_than_there_is_says_so() -> None:
    study("tradewinds", ["random:60"], engine=Here())
    found = study("tradewinds", ["random:40"], engine=Here())
    assert found.measured[0].findings.games == 60
    assert found.notes == ("random: 60 games are there, more than the 40 asked for; all are measured.",)


# ---------------------------------------------------------------- comparisons
def test_a_comparison_is_a_frame_with_a_row_for_each_difference() -> None:
    setup = Setup("weathervanes", options={"partial_misere": True})
    found = compare(setup, ["bonus_no_kens=true", "partial_misere=false,bots=greedy"], ["random:60"], engine=Here())
    assert found.base == "partial_misere=true"
    plans = [variant.run.plan for variant in found.variants]
    assert [plan.options for plan in plans] == [
        {"partial_misere": True},
        {"partial_misere": True, "bonus_no_kens": True},
        {},
    ]
    assert [plan.bots[0] for plan in plans] == ["random", "random", "greedy"]
    assert len({plan.batch for plan in plans}) == 1, "so that batches can be paired"
    frame = found.frame()
    assert set(frame["variant"]) == {"bonus_no_kens=true", "partial_misere=false,bots=greedy"}
    for row in frame.iter_rows(named=True):
        assert row["difference"] == pytest.approx(row["value"] - row["base"], abs=1e-9)
        assert row["low"] <= row["difference"] <= row["high"]


@pytest.mark.parametrize(
    ("variants", "line_ups", "message"),
    [
        ([], ["random:8"], "there is nothing to compare"),
        (["nonsense"], ["random:8"], "expected OPTION=VALUE, bots=BOT or a deck file"),
        (["nonsense=1"], ["random:8"], "no option 'nonsense'"),
        (["bots=nobody"], ["random:8"], "there is no bot 'nobody'"),
        (["partial_misere=true"], ["random:8", "greedy:8"], "a comparison has one line-up"),
    ],
)
def test_a_comparison_that_makes_no_sense_is_refused(variants: list[str], line_ups: list[str], message: str) -> None:
    with pytest.raises(Problem, match=message):
        compare("weathervanes", variants, line_ups, engine=Here())


# ---------------------------------------------------------------- tables alone
def test_a_table_that_is_kept_is_only_extended(tmp_path: Path) -> None:
    first = simulate("tradewinds", games=20, table="games", folder=tmp_path / "run")
    longer = simulate("tradewinds", games=30, table="games", folder=tmp_path / "run")
    assert longer.head(20).equals(first)
    assert longer.equals(simulate("tradewinds", games=30, table="games"))
