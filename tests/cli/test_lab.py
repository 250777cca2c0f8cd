"""`weatherdeck lab` and `weatherdeck print`, as a person runs them."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherdeck.cli import main
from weatherdeck.lab.playing.run import Run

DECK = Path(__file__).parents[2] / "src/weatherdeck/games/weathervanes/deck.toml"


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    status = main([*arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_study_tells_what_it_found_and_where_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", "weathervanes", "--play", "random:60", "--play", "greedy,random:16", "--out", str(tmp_path)]
    status, out, err = run(*arguments, "--processes", "1", capsys=capsys)
    assert (status, err) == (0, "")
    assert out.startswith("- Played: 60 games by random, 16 games by one greedy among random.")
    assert (tmp_path / "report.html").exists()
    assert Run.open(tmp_path / "random").games == 60
    assert Run.open(tmp_path / "one-greedy-among-random").plan.rotating
    assert run(*arguments, capsys=capsys)[1] == out  # nothing is played again


def test_decisions_are_kept_where_they_are_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", "tradewinds", "--play", "random:4", "--decisions", "--out", str(tmp_path)]
    assert run(*arguments, capsys=capsys)[0] == 0
    assert Run.open(tmp_path / "random").read("decisions", 0).num_rows == 4 * 24


def test_a_designer_sees_what_a_deck_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.toml"
    text = DECK.read_text().replace('1 = "R Y G B"\n2 = "B R Y G"', '1 = "B R Y G"\n2 = "R Y G B"')
    mine.write_text(text)
    arguments = ["lab", "compare", "weathervanes", "--play", "random:40", "--with", str(mine), "--with", "bots=greedy"]
    status, out, err = run(*arguments, "--out", str(tmp_path / "out"), "--processes", "1", capsys=capsys)
    assert (status, err) == (0, "")
    assert "compared with the game as shipped" in out
    assert "differences were tested together" in out
    assert "variants compared" in (tmp_path / "out" / "report.html").read_text()


def test_a_quick_look_at_an_edited_deck_opens_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    mine = tmp_path / "mine.toml"
    arguments = ["lab", "compare", "weathervanes", "--with", str(mine), "--quick", "--play", "random:20"]
    for first, second in (("R Y G B", "B R Y G"), ("B R Y G", "R Y G B")):
        mine.write_text(DECK.read_text().replace(f'1 = "{first}"\n2 = "{second}"', f'1 = "{second}"\n2 = "{first}"'))
        assert run(*arguments, "--processes", "1", capsys=capsys)[0] == 0, "an edited deck is not refused"
    page = tmp_path / "lab" / "weathervanes-compared" / "report.html"
    assert opened == [page.as_uri()] * 2
    assert run(*arguments, "--no-open", capsys=capsys)[0] == 0
    assert len(opened) == 2


@pytest.mark.parametrize("command", [["lab", "tradewinds"], ["ladder", "tradewinds", "random", "club"]])
def test_a_machine_without_a_gpu_says_so_before_any_work(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("weatherdeck.kernel.cuda.why_not", lambda: "numba-cuda is not installed")
    status, out, err = run(*command, "--engine", "gpu", capsys=capsys)
    assert (status, out) == (2, "")
    assert "needs a GPU, and numba-cuda is not installed" in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lab", "nothing"], "there is no game 'nothing'"),
        (["lab", "weathervanes", "--play", "nobody:5"], "there is no bot 'nobody'"),
        (["lab", "weathervanes", "--play", "greedy:many"], "expected WHO or WHO:GAMES"),
        (["lab", "weathervanes", "--option", "nonsense=1"], "no option 'nonsense'"),
        (["lab", "weathervanes", "--players", "7"], "is for 4 players, not 7"),
        (["lab", "weathervanes", "--data", "no-such-file.toml"], "no-such-file.toml: cannot be read"),
        (["lab", "weathervanes", "--address", "there:1"], "use it with --engine ray"),
        (["lab", "weathervanes", "--engine", "gpu", "--processes", "2"], "--processes is for --engine local"),
        (["lab", "compare", "weathervanes"], "there is nothing to compare"),
        (["lab", "compare", "weathervanes", "--with", "nonsense"], "expected OPTION=VALUE"),
        (["lab", "weathervanes", "tradewinds"], "expected one game"),
        (
            ["lab", "weathervanes", "--with", "partial_misere=true"],
            "--with has no effect in a study: it is for 'weatherdeck lab compare GAME --with VARIANT'",
        ),
        (["print", "weathervanes", "--out", "/no-such-folder/cards.pdf"], "cannot be written"),
    ],
)
def test_bad_input_gives_one_clear_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*arguments, capsys=capsys)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not list(tmp_path.rglob("*.parquet"))


def test_another_study_in_the_same_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["lab", "tradewinds", "--play", "random:20", "--out", str(tmp_path)]
    assert run(*arguments, capsys=capsys)[0] == 0
    status, _, err = run(*arguments, "--seed", "2", capsys=capsys)
    assert status == 2
    assert "holds another run (seed 1 there, 2 here)" in err


def test_cards_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "cards.pdf"
    status, out, err = run("print", "weathervanes", "--paper", "letter", "--out", str(target), capsys=capsys)
    assert (status, err) == (0, "")
    assert "55 pieces of Weathervanes on 8 sheets" in out
    assert target.read_bytes().startswith(b"%PDF")


def test_a_game_for_several_numbers_of_players_is_studied_with_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["lab", "four-seasons", "--games", "20", "--out", str(tmp_path), "--processes", "1"]
    status, out, _ = run(*arguments, capsys=capsys)
    assert status == 0
    for number in (3, 5, 6):
        assert f"20 games by greedy with {number} players" in out
    assert "By number of players" in (tmp_path / "report.html").read_text()


def test_an_interrupted_study_says_how_to_resume_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")
    kept = Run.keep

    def interrupted(self: Run, number: int, files: dict[str, bytes]) -> None:
        kept(self, number, files)
        raise KeyboardInterrupt

    arguments = ["lab", "tradewinds", "--play", "random:10", "--out", str(tmp_path), "--processes", "1"]
    with monkeypatch.context() as patched:
        patched.setattr(Run, "keep", interrupted)
        status, out, err = run(*arguments, capsys=capsys)
    assert status == 130
    assert "10 games by random" in out, "what was played is reported"
    assert err == "Interrupted. The finished games are kept: run the same command to resume.\n"
    assert run(*arguments, capsys=capsys)[0] == 0
