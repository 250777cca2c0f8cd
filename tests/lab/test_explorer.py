"""The explorer: what it finds is what a plain count in Python finds, and what it plays again is what was played."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from weatherdeck import lab
from weatherdeck.errors import Problem
from weatherdeck.lab.explorer import Explorer, Query
from weatherdeck.lab.explorer.conditions import CardCondition, Condition
from weatherdeck.lab.playing.run import Run

GAME = "winter-court"
GAMES = 60


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with three runs."""
    target = tmp_path_factory.mktemp("study")
    design = [f"random:{GAMES}", f"greedy:{GAMES}", "greedy,random:24"]
    lab.study(GAME, design, folder=target, engine=lab.Here()).write_report()
    return target


@pytest.fixture(scope="module")
def explorer(folder: Path) -> Explorer:
    return Explorer(folder)


def rows(run: Run, table: str) -> list[dict[str, Any]]:
    return [row for one in run.tables(table) for row in one.to_pylist()]


def count(
    explorer: Explorer, fits: Callable[[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]], bool]
) -> int:
    """How many games fit, by looking at each of them: the game, its seats, its hands."""
    found = 0
    for run in explorer.runs:
        seats, hands = rows(run, "seats"), rows(run, "hands")
        for game in rows(run, "games"):
            number = game["game"]
            own = [[one for one in table if one["game"] == number] for table in (seats, hands)]
            found += fits(game, *own)
    return found


def bit(explorer: Explorer, card: str) -> int:
    names = list(explorer.runs[0].plan.load().figures.CARDS)
    return 1 << names.index(card)


def test_the_study_says_what_it_can_be_filtered_by(explorer: Explorer) -> None:
    about = explorer.about()
    assert [run["games"] for run in about["runs"]] == [run.games for run in explorer.runs]
    fields = {(one["of"], one["name"]): one for one in about["fields"]}
    assert fields["game", "ending"]["choices"][0] == {"value": 0, "label": "all four royals"}
    assert {choice["value"] for choice in fields["seat", "bot"]["choices"]} == {"greedy", "random"}
    assert fields["game", "decisions"]["kind"] == "number"
    assert about["sets"] == ["dealt", "held", "played"]
    json.dumps(about)


def test_the_report_says_how_to_explore_its_games(folder: Path) -> None:
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"<code>weatherdeck lab explore {folder}</code>" in page


def test_every_kind_of_filter_finds_what_a_plain_count_finds(explorer: Explorer) -> None:
    about = explorer.about()
    card = about["cards"][3]
    mask = bit(explorer, card)
    cases: list[tuple[Query, Callable[..., bool]]] = [
        (Query(), lambda *_: True),
        (Query(conditions=(Condition("game", "decisions", 30, 60),)), lambda game, *_: 30 <= game["decisions"] <= 60),
        (Query(conditions=(Condition("game", "ending", any_of=(0, 2)),)), lambda game, *_: game["ending"] in (0, 2)),
        (
            Query(
                conditions=(
                    Condition("seat", "won", any_of=(True,)),
                    Condition("seat", "bot", any_of=("random",)),
                    Condition("seat", "score", high=12),
                )
            ),
            lambda _, seats, __: any(one["won"] and one["bot"] == "random" and one["score"] <= 12 for one in seats),
        ),
        (
            Query(cards=(CardCondition("played", card),), conditions=(Condition("seat", "won", any_of=(True,)),)),
            lambda _, seats, hands: any(hand["played"] & mask and seats[hand["seat"]]["won"] for hand in hands),
        ),
        (
            Query(cards=(CardCondition("dealt", card), CardCondition("played", card))),
            lambda _, __, hands: any(
                any(hand["dealt"] & mask for hand in hands if hand["seat"] == seat)
                and any(hand["played"] & mask for hand in hands if hand["seat"] == seat)
                for seat in range(2)
            ),
        ),
        (Query(conditions=(Condition("game", "decisions", low=100_000),)), lambda *_: False),
    ]
    counts = []
    for query, fits in cases:
        found = explorer.find(query)
        assert found["matching"] == count(explorer, fits), query
        counts.append(found["matching"])
        assert found["total"] == sum(run.games for run in explorer.runs)
    assert len(set(counts)) > 4, "the cases tell games apart"


def test_figures_of_those_found_are_theirs(explorer: Explorer) -> None:
    found = explorer.find(Query(runs=(0,), conditions=(Condition("game", "ending", any_of=(0,)),)))
    games = rows(explorer.runs[0], "games")
    royal = [game for game in games if game["ending"] == 0]
    figures = {one["label"]: one for one in found["figures"]}
    decisions = figures["Decisions in a game"]
    assert decisions["all"] == pytest.approx(sum(game["decisions"] for game in games) / len(games))
    assert decisions["these"] == pytest.approx(sum(game["decisions"] for game in royal) / len(royal))
    ending = next(one for label, one in figures.items() if label.endswith("all four royals"))
    assert ending["these"] == 1
    assert ending["all"] == pytest.approx(len(royal) / len(games))
    nothing = explorer.find(Query(conditions=(Condition("game", "decisions", low=1e6),)))
    assert {one["these"] for one in nothing["figures"]} == {None}


def test_games_are_sorted_and_paged(explorer: Explorer) -> None:
    pages = [explorer.find(Query(sort="decisions", descending=True, offset=at, limit=50)) for at in (0, 50, 100)]
    listed = [row for page in pages for row in page["rows"]]
    assert len({(row["run"], row["game"]) for row in listed}) == len(listed) == sum(run.games for run in explorer.runs)
    values = [row["sorted"] for row in listed]
    assert values == sorted(values, reverse=True)
    assert explorer.find(Query(offset=10**9))["rows"] == []
    row = listed[0]
    seats = [one for one in rows(explorer.runs[row["run"]], "seats") if one["game"] == row["game"]]
    assert row["seats"] == [{key: one[key] for key in ("seat", "bot", "score", "won")} for one in seats]


@pytest.mark.parametrize(
    "query",
    [
        Query(conditions=(Condition("game", "no_such_column", 1),)),
        Query(conditions=(Condition("game", "pl.col('x')", 1),)),
        Query(conditions=(Condition("seat", "decisions", 1),)),
        Query(conditions=(Condition("game", "decisions", any_of=(3,)),)),
        Query(conditions=(Condition("game", "decisions", low=float("nan")),)),
        Query(conditions=(Condition("game", "decisions", low=float("inf")),)),
        Query(conditions=(Condition("game", "ending", any_of=(99,)),)),
        Query(conditions=(Condition("game", "ending", 0, 1),)),
        Query(conditions=(Condition("seat", "won", any_of=(1,)),)),
        Query(conditions=(Condition("seat", "bot", any_of=("'; drop",)),)),
        Query(conditions=(Condition("game", "decisions", 1),) * 21),
        Query(cards=(CardCondition("stolen", "x"),)),
        Query(cards=(CardCondition("held", "no such card"),)),
        Query(runs=(7,)),
        Query(runs=(-1,)),
        Query(sort="winners; --"),
    ],
)
def test_a_hostile_filter_is_refused_with_a_sentence(explorer: Explorer, query: Query) -> None:
    with pytest.raises(Problem) as refused:
        explorer.find(query)
    assert 10 < len(str(refused.value)) < 300


def test_any_game_is_played_again_as_it_was(explorer: Explorer) -> None:
    for run, number in ((0, 0), (0, 7), (1, 5), (2, 11)):
        match = explorer.watch(run, number)
        game = next(one for one in rows(explorer.runs[run], "games") if one["game"] == number)
        assert match.is_over
        assert match.version == game["decisions"]
        assert match.seed == game["seed"]
        assert len(explorer.bots(run, number)) == 2


def test_a_run_that_kept_its_decisions_is_watched_without_its_bots(tmp_path: Path) -> None:
    design = replace(lab.Design.of("random:6"), decisions=True)
    lab.study("tradewinds", design, folder=tmp_path, engine=lab.Here())
    assert Explorer(tmp_path).watch(0, 3).is_over


def test_a_game_that_is_not_there_or_does_not_end_as_recorded_is_refused(folder: Path, tmp_path: Path) -> None:
    explorer = Explorer(folder)
    for run, game in ((0, GAMES), (0, -1), (9, 0), (-1, 0)):
        with pytest.raises(Problem):
            explorer.watch(run, game)
    changed = tmp_path / "changed"
    lab.study(GAME, ["random:8"], folder=changed, engine=lab.Here())
    plan = changed / "random" / "plan.json"
    plan.write_text(plan.read_text().replace('"random"', '"greedy"'))
    with pytest.raises(Problem, match="cannot be watched"):
        Explorer(changed).watch(0, 1)


def test_folders_without_a_study_get_a_clear_error(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(Problem, match="no such folder"):
        Explorer(tmp_path / "nowhere")
    with pytest.raises(Problem, match="no study in it"):
        Explorer(tmp_path)
    broken = tmp_path / "broken" / "run"
    broken.mkdir(parents=True)
    (broken / "plan.json").write_text("{")
    with pytest.raises(Problem, match=r"plan\.json"):
        Explorer(tmp_path / "broken")
    damaged = tmp_path / "damaged"
    lab.study(GAME, ["random:8"], folder=damaged, engine=lab.Here())
    (damaged / "random" / "seats" / "000000.parquet").write_bytes(b"not Parquet at all")
    with pytest.raises(Problem, match="cannot be read"):
        Explorer(damaged).find(Query())
    several = tmp_path / "several"
    for game in (GAME, "tradewinds"):
        lab.study(game, ["random:4"], folder=several / game, engine=lab.Here())
    with pytest.raises(Problem, match="name the folder of one study"):
        Explorer(several)
    assert len(Explorer(folder / "random").runs) == 1, "a single run can be explored, too"


@pytest.mark.parametrize(
    "changed",
    [
        {"batch": 0},
        {"games": 1 << 62},
        {"games": "many"},
        {"players": 0},
        {"bots": [3, 3]},
        {"options": 3},
        {"game": 3},
    ],
    ids=str,
)
def test_a_plan_that_no_run_can_have_is_refused(folder: Path, tmp_path: Path, changed: dict[str, Any]) -> None:
    shutil.copytree(folder / "random", tmp_path / "random")
    path = tmp_path / "random" / "plan.json"
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **changed}), encoding="utf-8")
    with pytest.raises(Problem, match="is damaged"):
        Explorer(tmp_path)


def test_a_table_with_missing_seats_or_columns_is_refused(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "random", tmp_path / "random")
    path = tmp_path / "random" / "seats" / "000000.parquet"
    whole = pq.read_table(path)
    for damaged in (whole.slice(0, 4), whole.select(["game"]), whole.drop_columns(["result"])):
        pq.write_table(damaged, path)
        explorer = Explorer(tmp_path)
        if "result" in damaged.column_names or "score" not in damaged.column_names:
            with pytest.raises(Problem, match="cannot be read"):
                explorer.find(Query())
        with pytest.raises(Problem, match=r"cannot be read|is missing"):
            explorer.watch(0, GAMES - 1)


def test_a_run_that_is_named_twice_is_counted_once(explorer: Explorer) -> None:
    assert explorer.find(Query(runs=(1, 0, 1, 1))) == explorer.find(Query(runs=(0, 1)))
