"""The search on made figures whose best candidate is known, and what is kept when it stops."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

from weatherdeck import kernel
from weatherdeck.errors import Problem
from weatherdeck.games.options import Value
from weatherdeck.lab import Engine, Gpu, Here, Processes
from weatherdeck.lab.tuning import Brief, brief, tune
from weatherdeck.lab.tuning.bench import Bench, Stage
from weatherdeck.lab.tuning.estimates import Seen, TableSums, seen
from weatherdeck.lab.tuning.evidence import confirm
from weatherdeck.lab.tuning.search import Outcome, search
from weatherdeck.lab.tuning.space import RULEBOOK, Candidate

T = TypeVar("T")
MADE = {
    "game": "weathervanes",
    "goals": ["the starting player wins 46..54%", "40..50 decisions"],
    "change": {"rounds": "1..8", "cards_dealt": "4..11", "points_of_2": "1..9", "points_of_3": "4..14"},
    "budget": {"candidates": 96, "deals": 400},
}


class MadeBench(Bench):
    """Plays nothing: figures are made from what a candidate changes, with the noise that deals have."""

    def __init__(self, asked: Brief, folder: Path, shift: float = 0.0) -> None:
        super().__init__(asked, folder, Here())
        self.shift = shift  # by how much a stronger bot sees another share
        self.played: list[tuple[Candidate, str, int, int]] = []

    def play(self, _what: str, candidates: Sequence[Candidate], stage: Stage, deals: int, seed: int) -> None:
        self.played += [(candidate, stage.bot, deals, seed) for candidate in candidates]

    def truth(self, candidate: Candidate, bot: str) -> tuple[float, float]:
        values = self.brief.space.values(candidate)
        share = 0.5 - 0.06 * (number(values, "rounds") - 6) + 0.02 * abs(number(values, "points_of_2", 4) - 4)
        share += self.shift if bot != "greedy" else 0.0
        return min(max(share, 0.01), 0.99), 45 + 5 * (number(values, "cards_dealt") - 9)

    def seen(self, candidate: Candidate, stage: Stage, deals: int, seed: int) -> Seen:
        share, length = self.truth(candidate, stage.bot)
        random = np.random.default_rng(seed)  # the same deals for all candidates
        won = random.random(deals) < share
        decisions = length + random.normal(0, 3, deals)
        ones = np.ones(deals)
        return seen(2, [TableSums(np.stack([won, ones, decisions, ones], axis=1), ((0, 0, 2), (1, 2, 2)))])


def number(values: Mapping[str, Value], name: str, usual: int = 0) -> int:
    value = values.get(name, usual)
    assert isinstance(value, int)
    return value


def searched(tmp_path: Path, shift: float = 0.0, **more: Any) -> tuple[Outcome, MadeBench]:
    asked = brief({**MADE, **more})
    with MadeBench(asked, tmp_path, shift) as bench:
        return search(asked, bench), bench


# ---------------------------------------------------------------- it finds
def test_the_known_best_candidate_is_found(tmp_path: Path) -> None:
    outcome, _ = searched(tmp_path)
    best = outcome.frontier[0]
    changed = dict(best.options)
    assert set(changed) == {"rounds", "cards_dealt"}  # the other dials do not help, so they are left alone
    assert (changed["rounds"], changed["cards_dealt"]) == (6, 9)
    assert outcome.miss(best) == 0
    assert len(outcome.cheap) <= 96 < outcome.brief.space.size


def test_a_small_space_is_tried_as_a_whole(tmp_path: Path) -> None:
    outcome, _ = searched(tmp_path, change={"rounds": "3..6", "cards_dealt": "8..11"})
    assert outcome.is_whole_space
    assert len(outcome.cheap) == 16


def test_the_frontier_trades_distance_for_change(tmp_path: Path) -> None:
    outcome, _ = searched(tmp_path)
    ranks = [outcome.rank(one) for one in outcome.frontier]
    assert len(ranks) > 1
    first = [rank for rank in ranks if not any(o[0] <= rank[0] and o[1] < rank[1] for o in ranks)]
    assert first == sorted(first, key=lambda rank: (rank[0], -rank[1]))


def test_a_stronger_bot_sees_other_figures_and_the_search_follows_it(tmp_path: Path) -> None:
    outcome, bench = searched(tmp_path, shift=0.12, bot="expert")
    best = outcome.frontier[0]
    share, length = bench.truth(best, "expert")
    assert 0.45 <= share <= 0.55
    assert 40 <= length <= 50
    assert not 0.45 <= bench.truth(best, "greedy")[0] <= 0.55  # what the cheap bot alone would have chosen
    strong = {candidate for candidate, bot, _, _ in bench.played if bot == "expert"}
    assert len(strong) == outcome.brief.budget.finalists


def test_all_candidates_play_the_same_deals_and_the_last_ones_most(tmp_path: Path) -> None:
    outcome, bench = searched(tmp_path)
    assert {seed for _, _, _, seed in bench.played} == {1}
    deals = [deals for deals, _ in outcome.raced]
    running = [running for _, running in outcome.raced]
    assert deals == [400, 800, 1600]
    assert running == sorted(running, reverse=True)
    assert running[-1] < running[0]


def test_the_same_seed_searches_the_same_way(tmp_path: Path) -> None:
    one, _ = searched(tmp_path / "one")
    other, _ = searched(tmp_path / "other")
    assert list(one.costs) == list(other.costs)
    assert one.frontier == other.frontier
    third, _ = searched(tmp_path / "third", seed=5)
    assert list(third.costs) != list(one.costs)


def test_what_cannot_be_played_is_refused_with_the_reason_and_not_fatal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = brief(MADE)
    real = type(asked.space).refusal

    def refusal(self: Any, candidate: Candidate, players: Sequence[int]) -> str | None:
        if dict(candidate.options).get("rounds") == 6:
            return "there are no six seasons"
        return real(self, candidate, players)

    monkeypatch.setattr(type(asked.space), "refusal", refusal)
    with MadeBench(asked, tmp_path) as bench:
        outcome = search(asked, bench)
    assert set(outcome.refused.values()) == {"there are no six seasons"}
    assert all(dict(one.options).get("rounds") != 6 for one in outcome.cheap)
    assert dict(outcome.frontier[0].options)["rounds"] in (5, 7)


def test_the_evidence_is_played_on_deals_that_the_search_never_saw(tmp_path: Path) -> None:
    asked = brief(MADE)
    with MadeBench(asked, tmp_path) as bench:
        outcome = search(asked, bench)
        before = {seed for _, _, _, seed in bench.played}
        found = confirm(asked, outcome, bench)
        after = {seed for _, _, _, seed in bench.played[-len(found) :]}
    assert before.isdisjoint(after)
    assert found[0].candidate.is_rulebook
    assert [one.verdict for one in found[0].judged] == ["not met", "not met"]
    assert [one.verdict for one in found[1].judged][1] == "met"


# ---------------------------------------------------------------- it stops and resumes
REAL = {
    "game": "tradewinds",
    "goals": ["games won 45..55%"],
    "change": {"open_hands": True, "first": True},
    "cheap": "random",
    "budget": {"candidates": 6, "deals": 20, "confirm": 40, "compare": 20, "race": 2},
}


class Stopped(Exception):
    pass


def test_a_tuning_that_was_killed_resumes_with_the_same_result(tmp_path: Path) -> None:
    chunks: list[int] = []

    def stop_after(most: int) -> Any:
        def on_progress(what: str, done: int, total: int) -> None:
            if not what.startswith("compiling") and "chunks" in what and done:
                chunks.append(done)
                if len(chunks) == most:
                    raise Stopped

        return on_progress

    whole = tune(REAL, folder=tmp_path / "whole", engine=Here(), on_progress=stop_after(-1), parcels=False)
    played = len(chunks)
    chunks.clear()
    with pytest.raises(Stopped):
        tune(REAL, folder=tmp_path / "parts", engine=Here(), on_progress=stop_after(4), parcels=False)
    assert len(chunks) == 4
    again = tune(REAL, folder=tmp_path / "parts", engine=Here(), on_progress=stop_after(-1), parcels=False)
    assert again.document() == whole.document()
    assert len(chunks) == played  # nothing was played twice
    with pytest.raises(Problem, match="holds another tuning"):
        tune({**REAL, "seed": 2}, folder=tmp_path / "parts", engine=Here(), parcels=False)


class Remote:
    """An engine like Ray's: it gets the work once, as bytes, and gives results in another order."""

    def map(self, work: Callable[[int], T], numbers: Sequence[int]) -> Iterator[tuple[int, T]]:
        there = pickle.loads(pickle.dumps(work))
        for number in reversed(numbers):
            yield number, there(number)


@pytest.mark.parametrize(
    "engine", [Processes(2), Remote(), Gpu(kernel.compiled, 0)], ids=["processes", "a cluster", "a GPU"]
)
def test_every_engine_gives_the_same_result(engine: Engine, tmp_path: Path) -> None:
    here = tune(REAL, folder=tmp_path / "here", engine=Here(), parcels=False)
    assert tune(REAL, folder=tmp_path / "there", engine=engine, parcels=False).document() == here.document()


def test_one_bot_against_another_plays_each_deal_from_every_seat(tmp_path: Path) -> None:
    asked = brief({"game": "weathervanes", "goals": ["greedy beats random at least 60%", "200..300 decisions"]})
    stage = Stage(asked.goals, "random")
    with Bench(asked, tmp_path, Here()) as bench:
        bench.play("", [RULEBOOK], stage, 20, 1)
        found = bench.seen(RULEBOOK, stage, 20, 1)
    assert found.values[0] > 0.6
    assert found.deals(0) == found.deals(1) == 250  # a whole chunk each, of deals and not of games
    assert {table.bots for table in stage.tables} == {("greedy", "random"), ("random",)}
