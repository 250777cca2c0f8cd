"""`make strength`: intervals that hold, results that count only for what they were played with, runs that resume."""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import filelock
import numpy as np
import pytest
from benchmarks.strength import __main__ as command
from benchmarks.strength import (
    agenda,
    chart,
    figures,
    gap,
    ismcts,
    knowing,
    learned,
    network_pages,
    page,
    playing,
    published,
    roles,
)
from benchmarks.strength.parts import CLUB, Match, Part, Section
from benchmarks.strength.results import Results, Stale

from weatherdeck import kernel
from weatherdeck.bots.evidence import Estimate
from weatherdeck.bots.hall import Hall
from weatherdeck.bots.levels import SEES_ALL
from weatherdeck.bots.strengths import path_of, read_strengths
from weatherdeck.errors import Problem
from weatherdeck.games import registry

QUICK = "tweedy-tricksters"
ROOT = Path(__file__).parents[2]


def match(game: str = QUICK, bot: str = "novice", among: str = CLUB, **more: Any) -> Match:
    section: Section = more.pop("section", "levels")
    players = more.pop("players", None)
    return Match(game, players, bot, section, more.pop("least", 3), more.pop("most", 3), among)


def open_(part: Part, folder: Path) -> Results:
    return Results(folder / f"{part.name}.jsonl", part.header, part.games)


def play(parts: list[Part], folder: Path, engine: playing.Engine | None = None) -> dict[Part, Results]:
    books = {part: open_(part, folder) for part in parts}
    wanted = lambda: {part: part.wants(book) for part, book in books.items()}  # noqa: E731  # it is short
    assert playing.play(books, engine or playing.Cores(parts, None, 1), wanted, math.inf)
    return books


def without_times(results: Results) -> dict[Any, Any]:
    return {key: {**row, "seconds": 0} for key, row in results.rows.items()}


# ---------------------------------------------------------------- the covered way
@pytest.mark.parametrize("spread", [0.1, 0.6])
def test_the_interval_of_the_covered_way_holds_the_truth_as_often_as_it_says(spread: float) -> None:
    """Deals share their luck, as paired ones do, and results are lumpy, as those of games are."""
    rng = np.random.default_rng(1)
    low, bot, high = -0.2, 0.3, 0.6
    held = 0
    for _ in range(2000):
        luck = rng.normal(0, spread, 120)
        noise = rng.choice((-0.2, 0.2), (3, 120))
        drawn = (low + luck * 0.2 + noise[0], bot + luck + noise[1], high + luck + noise[2])
        found = gap.covered(*drawn, 1.0)
        held += found.low <= (bot - low) / (high - low) <= found.high
    assert 0.935 < held / 2000 < 0.965


def test_the_interval_is_unbounded_if_there_may_be_no_way() -> None:
    rng = np.random.default_rng(2)
    low, bot, high = rng.normal(0, 1, (3, 50))
    assert gap.covered(low, bot, high, 1.0).width == float("inf")
    assert gap.covered(low[:1], bot[:1], high[:1], 1.0).width == float("inf")


def test_equal_deals_are_no_proof() -> None:
    same = gap.covered(np.full(30, -0.5), np.full(30, 0.5), np.full(30, 0.5), 1.0)
    assert same.ratio == 1.0
    assert same.width == pytest.approx(2 * 2 * 3 / 30)


# ---------------------------------------------------------------- results
def test_results_of_another_network_or_other_settings_are_refused(tmp_path: Path) -> None:
    part = match()
    header = dict(part.header)
    Results(tmp_path / "a.jsonl", header, 1).add([{"deal": 0, "game": 0}])
    assert Results(tmp_path / "a.jsonl", header, 1).deals == 1
    for name, words in (("network", "another network"), ("bots", "other settings"), ("version", "another version")):
        with pytest.raises(Stale, match=words):
            Results(tmp_path / "a.jsonl", {**header, name: "other"}, 1)


def test_the_header_knows_the_network_only_where_somebody_plays_by_it() -> None:
    learned_games = [name for name in registry.ours() if registry.load(name).network is not None]
    assert learned_games, "some game has a network"
    name = learned_games[0]
    network = registry.load(name).network
    assert network is not None
    assert match(name, "network", section="growth").header["network"].startswith(network.fingerprint[:16])
    assert match(name, "novice").header["network"] is None
    header = match(name, "network-search@7", section="growth").header
    assert header["bots"]["network-search@7"]["learned"] == 1
    assert header["network"] is not None


def test_a_new_judgement_makes_results_of_searches_stale_and_no_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = "tradewinds"
    for bot in ("search@3", "novice"):
        header = match(name, bot, section="growth").header
        Results(tmp_path / f"{bot}.jsonl", header, 1).add([{"deal": 0, "game": 0}])
    monkeypatch.setattr(registry.load(name).greedy, "REVISION", 7, raising=False)
    with pytest.raises(Stale, match="another judgement"):
        Results(tmp_path / "search@3.jsonl", match(name, "search@3", section="growth").header, 1)
    kept = Results(tmp_path / "novice.jsonl", match(name, "novice", section="growth").header, 1)
    assert kept.deals == 1, "nobody searches there"


def test_a_part_that_is_stale_is_not_on_the_page_and_is_played_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part = match()
    play([part], tmp_path)
    path = tmp_path / f"{part.name}.jsonl"
    header, *rows = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(header), "network": "of yesterday"}), *rows]) + "\n")
    found, missing = page.read(tmp_path, [part])
    assert not found
    assert missing == [part]
    assert command._book(tmp_path, part, renew=False) is None
    book = command._book(tmp_path, part, renew=True)
    assert book is not None
    assert not book.rows
    assert path.with_suffix(".stale").exists()
    assert "played anew" in capsys.readouterr().out


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    part = match()
    whole = without_times(play([part], tmp_path)[part])
    path = tmp_path / f"{part.name}.jsonl"
    path.write_text(path.read_text()[:-9])
    assert len(open_(part, tmp_path).rows) == len(whole) - 1
    assert without_times(play([part], tmp_path)[part]) == whole
    assert without_times(open_(part, tmp_path)) == whole, "the file is whole again"
    path.write_text(path.read_text().replace("returns", "retu", 1).replace('{"deal"', "{deal", 1))
    with pytest.raises(Problem, match="damaged"):
        open_(part, tmp_path)


def test_deals_after_a_gap_do_not_count(tmp_path: Path) -> None:
    results = Results(tmp_path / "a.jsonl", {}, 2)
    results.add([{"deal": deal, "game": game} for deal in (0, 1, 3) for game in (0, 1)])
    assert results.deals == 2
    assert results.missing(4) == [(2, 0), (2, 1)]


# ---------------------------------------------------------------- playing
KILLED = """
import math
import sys
from pathlib import Path
from benchmarks.strength import playing
from tests.benchmarks.test_strength import match, open_
if __name__ == "__main__":
    part = match(least=4000, most=4000)
    book = open_(part, Path(sys.argv[1]))
    playing.SAVED = 0.1
    with playing.cores([part], 2) as cores:
        playing.play({part: book}, cores, lambda: {part: 4000}, math.inf)
"""


def test_a_killed_run_resumes_with_equal_results(tmp_path: Path) -> None:
    part = match(least=4000, most=4000)
    path = tmp_path / f"{part.name}.jsonl"
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen([sys.executable, str(script), str(tmp_path)], cwd=ROOT, env=environment)
    while child.poll() is None and (not path.exists() or path.stat().st_size < 20_000):
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.wait()
    kept = open_(part, tmp_path)
    assert len(kept.rows) > 100
    assert kept.missing(4000), "it was killed before the end"
    few = [key for key in kept.missing(4000) if key[0] < kept.deals + 3]
    kept.add([part.play(*key) for key in few])
    assert kept.deals >= 3
    for key in [*list(kept.rows)[:20], *few]:
        assert {**kept.rows[key], "seconds": 0} == json.loads(json.dumps({**part.play(*key), "seconds": 0}))


def test_a_process_with_threads_is_not_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches leave threads behind. A fork would have none of them, but wait for them."""
    release = threading.Event()

    class Threaded(Match):
        def prepare(self) -> None:
            threading.Thread(target=release.wait, daemon=True).start()

    asked: list[str] = []

    def context(name: str) -> Any:
        asked.append(name)
        raise KeyboardInterrupt  # this is enough

    monkeypatch.setattr(playing, "_compile_apart", lambda *_: None)
    monkeypatch.setattr(multiprocessing, "get_context", context)
    part = Threaded(QUICK, None, "novice", "levels", 1, 1)
    try:
        with pytest.raises(KeyboardInterrupt), playing.cores([part], 2):
            pass
    finally:
        release.set()
    assert asked == ["spawn"]


def test_a_gpu_has_the_same_results_as_the_cores(tmp_path: Path) -> None:
    part = match(bot="random")
    on_cores = without_times(play([part], tmp_path / "cores")[part])
    device = playing.Device(lambda plan: Hall(plan, kernel.compiled, memory=1 << 21))
    assert without_times(play([part], tmp_path / "gpu", device)[part]) == on_cores
    assert not playing.can_play(next(knowing.parts([(QUICK, None)])))


def test_no_game_begins_after_the_time(tmp_path: Path) -> None:
    part = match()
    books: dict[Part, Results] = {part: open_(part, tmp_path)}
    assert not playing.play(books, playing.Cores([part], None, 1), lambda: {part: 3}, until=0.0)
    assert not books[part].rows


def test_more_deals_are_played_until_they_show_something(tmp_path: Path) -> None:
    part = match(bot="greedy", among="club", least=4, most=9)  # the same player twice
    assert play([part], tmp_path)[part].deals == 9
    clear = match(bot="club", among="random", least=40, most=80)
    assert play([clear], tmp_path)[clear].deals == 40


def test_ways_ask_for_deals_until_their_interval_is_narrow(tmp_path: Path) -> None:
    low, high = (match(bot=bot, section="gap", least=4, most=500) for bot in ("random", "search@1"))
    books: dict[Part, Results] = play([low, high], tmp_path)
    way = agenda.Way(CLUB, low, None, high)
    more = agenda.wanted(books, [way])
    assert 4 < more[low] == more[high] <= 8
    assert agenda.wanted({low: books[low]}, [way]) == {low: 4}


# ---------------------------------------------------------------- the list and the page
def test_all_pairs_of_neighbours_are_measured_at_all_numbers_of_players() -> None:
    parts = {(part.game, part.players, part.bot, part.among) for part in agenda.every() if isinstance(part, Match)}
    pairs = [("novice", "random"), ("club", "novice"), ("expert", "club"), ("master", "expert"), ("master", "club")]
    for name in registry.ours():
        numbers = registry.load(name).players
        for players in numbers:
            for pair in pairs:
                assert (name, players if len(numbers) > 1 else None, *pair) in parts
    names = [part.name for part in agenda.every()]
    assert len(names) == len(set(names))
    for part in agenda.every():
        if isinstance(part, Match) and part.section == "levels":
            assert part.least >= (400 if "master" in part.name else 1000)


def test_the_page_tells_levels_roles_scores_and_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agenda, "TOP", f"expert{SEES_ALL}")  # a master takes seconds for each game
    sides = next(name for name in registry.ours() if registry.load(name).contest.pairing == "sides")
    team = next(name for name in registry.ours() if registry.load(name).contest.pairing == "team")
    parts: list[Part] = [
        match(sides, "club", "novice", players=4, least=40, most=40),
        match(team, "club", "random"),
        match(QUICK, "random", section="gap"),
        match(QUICK, agenda.TOP, section="gap", least=2, most=2),
        match(QUICK, "search@1", section="growth"),
        match(QUICK, "club", "random", section="network"),
    ]
    found = play(parts, tmp_path)
    unplayed = match(QUICK, "expert")
    path = tmp_path / "docs" / "strength.md"
    page.write(tmp_path, found, [unplayed], path)
    text = path.read_text()
    masters = "".join(line for line in text.splitlines() if line.startswith("| `master` |"))
    assert all(registry.load(name).title in masters for name in registry.ours())
    assert "| 4 | club | novice |" in text
    assert roles.TOGETHER in text
    assert "| random | 3 |" in text, "scores of the team"
    assert "percentage points" in text
    assert f"- {unplayed.name}" in text
    edge = parts[-1].verdict(found[parts[-1]]).edge.mean  # type: ignore[attr-defined]  # a match
    assert f"| random | 3 | {edge + 0.25:.1%} |" in text
    assert f"strength-{QUICK}.svg" in text
    assert (tmp_path / "docs" / "pictures" / f"strength-{QUICK}.svg").exists()


def test_roles_that_win_together_are_found_in_the_results(tmp_path: Path) -> None:
    results = Results(tmp_path / "a.jsonl", {}, 1)
    for deal, returns in enumerate([[1, 1, -1], [-1, -1, -1], [1, 1, 1]]):
        results.add([{"deal": deal, "game": 0, "returns": returns, "roles": ["a", "b", "c"]}])
    assert roles.sides_of(results) == [["a", "b"]]


def test_the_chart_is_a_picture_with_all_curves() -> None:
    points = [(20, Estimate(0.1, 0.0, 0.2, 9)), (200, Estimate(0.3, 0.2, 0.4, 9))]
    picture = chart.growth("A & B", {"search": points, "network-search": points})
    assert picture.startswith("<svg")
    assert "A &amp; B" in picture
    assert picture.count('class="mark"') == 4


# ---------------------------------------------------------------- responses, figures and OpenSpiel
def test_a_learned_response_to_another_network_does_not_count(tmp_path: Path) -> None:
    name = next(name for name in registry.ours() if registry.load(name).network is not None)
    game = registry.load(name)
    assert game.network is not None
    document = {
        "format": learned.FORMAT,
        "game": name,
        "ruleset": game.rules.RULESET,
        "bot": "network",
        "network": game.network.fingerprint,
        "options": {},
        "gains": [{"players": min(game.players), "mean": 0.05, "error": 0.01, "games": 1000}],
    }
    path = tmp_path / f"{name}-response-network.json"
    path.write_text(json.dumps(document))
    (answer,) = learned.read(tmp_path)
    assert answer.stale == ""
    assert answer.gain.low == pytest.approx(0.05 - 0.0196, abs=1e-4)
    assert f"{name}-response-network" not in learned.missing([answer])
    assert f"{name}-response-club" in learned.missing([answer])
    path.write_text(json.dumps({**document, "network": "another"}))
    assert "another network" in learned.read(tmp_path)[0].stale
    path.write_text("{}")
    with pytest.raises(Problem, match="learn --against"):
        learned.read(tmp_path)


def test_a_search_that_knows_a_bot_is_measured(tmp_path: Path) -> None:
    part = next(knowing.parts([(QUICK, None)]))
    row = part.play(0, 0)
    assert len(row["gains"]) == 4
    results = open_(part, tmp_path)
    results.add([row, part.play(1, 0)])
    assert part.verdict(results).edge.n == 2


@pytest.mark.parametrize("pairing", ["rivals", "sides", "team"])
def test_figures_for_people_are_written_from_matches_among_club_players(tmp_path: Path, pairing: str) -> None:
    name = next(name for name in registry.ours() if registry.load(name).contest.pairing == pairing)
    players = 4 if len(registry.load(name).players) > 1 else None
    part = match(name, "novice", players=players, least=30, most=30)
    results = play([part], tmp_path)
    path = tmp_path / "strengths.json"
    path.write_text(path_of(registry.load(name)).read_text(encoding="utf-8"), encoding="utf-8")
    before = len(read_strengths(path))
    figures.write(results, lambda _: path)
    found = {(one.game, one.players, one.level): one for one in read_strengths(path)}
    assert len(found) >= before
    mine = found[name, part.plan.players, "novice"]
    assert mine.deals == 30
    edge = part.verdict(results[part]).edge.mean
    scale = 1.0
    if pairing == "team":
        contest: Any = registry.load(name).contest
        scale = contest.points(1.0) - contest.points(0.0)
        assert found[name, part.plan.players, "club"].gain == (0, 0, 0)
    assert mine.gain[0] == pytest.approx(edge * scale, abs=1e-3)


@pytest.mark.parametrize("first", [0, 1])
def test_club_players_are_told_by_the_part_with_the_most_deals(tmp_path: Path, first: int) -> None:
    """They play games of their own in every part of a team, and whichever part is written last says nothing better."""
    parts = [match("tradewinds", bot, least=deals, most=deals) for bot, deals in (("novice", 12), ("random", 5))]
    results = play(list(parts), tmp_path)
    path = tmp_path / "strengths.json"
    figures.write({part: results[part] for part in (parts[first], parts[1 - first])}, lambda _: path)
    assert {one.level: one.deals for one in read_strengths(path)} == {"novice": 12, "club": 12}


@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel is missing")
def test_openspiels_search_plays_our_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ismcts, "SECONDS", 0.001)
    (part,) = ismcts.parts([("tradewinds", None)])
    part.prepare()
    rows = [part.play(0, game) for game in range(part.games)]
    results = open_(part, tmp_path)
    results.add(rows)
    assert results.deals == 1
    assert part.edges(results)[0] == pytest.approx(rows[0]["returns"][0] - rows[1]["returns"][0])


def test_results_of_other_machines_are_joined(tmp_path: Path) -> None:
    part = match()
    whole = play([part], tmp_path / "whole")[part]
    rows = list(whole.rows.values())
    for folder, some in (("a", rows[:7]), ("b", rows[4:])):
        open_(part, tmp_path / folder).add(some)
    command._take(tmp_path / "b", tmp_path / "a", [part])
    assert open_(part, tmp_path / "a").rows == whole.rows


# ---------------------------------------------------------------- what is published
def test_published_results_come_back_as_they_were_and_stale_ones_go(tmp_path: Path) -> None:
    one, other = match(), match(bot="random")
    found = play([one, other], tmp_path / "played")
    response = tmp_path / f"{QUICK}-response-club.json"
    response.write_text("{}")
    packed, unpacked = tmp_path / "packed", tmp_path / "unpacked"
    unpacked.mkdir()
    published.pack(found.items(), [response], packed)
    published.unpack(unpacked, packed)
    for part, results in found.items():
        assert open_(part, unpacked).rows == results.rows
    assert (unpacked / response.name).read_text() == "{}"
    published.pack([(one, found[one])], [], packed)
    assert [path.name for path in packed.iterdir()] == [f"{one.name}.jsonl.xz"]


def test_the_page_says_what_the_published_results_say(tmp_path: Path) -> None:
    """Whoever changes a setting or a network writes the page anew: `python -m benchmarks.strength --write`."""
    published.unpack(tmp_path)
    found, missing = page.read(tmp_path, agenda.every())
    page.write(tmp_path, found, missing, tmp_path / "strength.md")
    assert (tmp_path / "strength.md").read_text() == command.PAGE.read_text()
    for picture in (tmp_path / page.PICTURES).iterdir():
        assert picture.read_text() == (command.PAGE.parent / page.PICTURES / picture.name).read_text()
    network_pages.write(found, learned.read(tmp_path), tmp_path / "networks")
    pages = {path.name: path.read_text() for path in (tmp_path / "networks").iterdir()}
    assert pages == {path.name: path.read_text() for path in command.NETWORKS.iterdir()}
    assert len(pages) == sum(registry.load(name).network is not None for name in registry.ours())


def test_a_run_of_one_part_knows_the_others_that_say_how_many_deals_it_needs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A machine that plays only the one who sees all must see how wide the intervals of the covered ways are."""
    asked: list[set[str]] = []

    def play(books: dict[Part, Results], *_: object) -> bool:
        asked.append({part.name for part, book in books.items() if book.rows})
        return True

    monkeypatch.setattr(agenda, "WIDTH", 1e-6)  # so that there is something to play, however much is published
    monkeypatch.setattr(playing, "play", play)
    monkeypatch.setattr(playing, "cores", lambda *_: nullcontext())
    chosen = ["--only", f"{QUICK}-master-sees-all", "--no-page", "--processes", "1", "--results", str(tmp_path)]
    assert command.main(chosen) == 0
    assert asked
    assert f"{QUICK}-random-among-club" in asked[0]
    assert f"{QUICK}-novice-among-random" not in asked[0], "what says nothing about it stays packed"


def test_a_second_run_for_the_same_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--only", f"{QUICK}-novice-among-random", "--no-page", "--minutes", "0", "--results", str(tmp_path)]
    with filelock.FileLock(str(tmp_path / command.LOCK)):
        assert command.main(options) == 2
        assert f"another run is playing for {tmp_path}" in capsys.readouterr().err
        assert command.main([*options, "--list"]) == 0, "one can look"
    assert command.main(options) == 0


def test_parts_that_need_openspiel_are_left_out_without_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(ismcts, "find_spec", lambda _: None)
    assert command.main(["--only", "ismcts", "--no-page", "--results", str(tmp_path)]) == 0
    assert "needs OpenSpiel" in capsys.readouterr().out


def test_only_names_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--only", "no such part", "--list"]) == 2
    assert "--list shows all names" in capsys.readouterr().err
