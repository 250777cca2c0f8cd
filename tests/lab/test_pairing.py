"""Differences on the same deals: what counts as a test, what is certain, and what comes first."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.decks import WITH_DECKS, another_deck
from weatherdeck.games import registry
from weatherdeck.lab import Here, compare
from weatherdeck.lab.comparing import comparison_page, pairing
from weatherdeck.lab.measuring.measure import Findings
from weatherdeck.lab.measuring.moments import p_value
from weatherdeck.lab.playing.plan import plan
from weatherdeck.lab.playing.run import Run
from weatherdeck.lab.playing.simulation import fill

GAME = registry.load("weathervanes")
DEALS = 400


def findings(**pairs: tuple[np.ndarray, np.ndarray]) -> Findings:
    """Made figures: for each key the values of the variant's deals and of the baseline's."""
    found, ones = Findings(deals=DEALS), np.ones(DEALS)
    for key, (mine, theirs) in pairs.items():
        found.add(key, np.stack([mine, ones, theirs, ones], axis=1))
    return found


def made() -> Findings:
    rng = np.random.default_rng(5)
    wide, narrow = rng.normal(100, 20, DEALS), rng.normal(5, 1, DEALS)
    return findings(
        rounds=(np.full(DEALS, 4.0), np.full(DEALS, 4.0)),  # a constant
        lead_changes=(narrow, narrow),  # the same in every deal
        decisions=(np.full(DEALS, 170.0), np.full(DEALS, 180.0)),  # another constant: certain
        score=(wide + 2 + rng.normal(0, 0.5, DEALS), wide),  # a tenth of a standard deviation, measured very precisely
        margin=(narrow + 1 + rng.normal(0, 2, DEALS), narrow),  # a whole one, measured less precisely
        choices=(narrow + rng.normal(0, 1, DEALS), narrow),  # nothing
    )


def test_constants_are_left_out_and_certain_differences_need_no_test() -> None:
    rows = {row.key: row for row in pairing.changes(GAME, {"it": made()})["it"]}
    assert set(rows) == {"decisions", "score", "margin", "choices"}
    assert rows["decisions"].is_certain
    assert rows["decisions"].shown
    told = comparison_page.summary({"it": list(rows.values())}, "base")
    assert told[0].startswith("3 differences were tested together.")


def test_only_what_is_tested_counts_in_the_correction() -> None:
    """With three tests, a p-value of 0.016 of the smallest is significant; with six it would not be."""
    rng = np.random.default_rng(0)
    base = rng.normal(0, 1, DEALS)
    noise = rng.normal(0, 1, DEALS)
    noise = (noise - noise.mean()) / noise.std(ddof=1)
    found = made()
    found.sums.pop("score")
    found.sums.pop("margin")
    found.sums |= findings(score=(base + noise + 2.55 / math.sqrt(DEALS), base)).sums
    figure = pairing.change(found, "score")
    assert 0.05 / 6 < p_value(figure) < 0.05 / 2
    assert {row.key: row.shown for row in pairing.changes(GAME, {"it": found})["it"]}["score"]


def test_the_largest_effect_comes_first_however_precisely_others_are_known() -> None:
    rows = pairing.changes(GAME, {"it": made()})["it"]
    assert [row.key for row in rows] == ["decisions", "margin", "score", "choices"]
    by_key = {row.key: row for row in rows}
    assert by_key["margin"].size == pytest.approx(1.0, abs=0.2)
    assert by_key["score"].size == pytest.approx(0.1, abs=0.02)
    z = {row.key: abs(row.difference.mean) / row.difference.error for row in rows if not row.is_certain}
    assert z["score"] > z["margin"], "or else the order would show nothing"
    told = comparison_page.summary({"it": rows}, "base")[1]
    assert told.index("decisions per game") < told.index("winning margin") < told.index("score per seat")


@pytest.mark.parametrize("name", [name for name in WITH_DECKS if registry.load(name).figures.CARD_SETS])
def test_another_deck_is_compared_card_by_card(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deck = another_deck(name)
    Path("mine.toml").write_text(deck.text)
    found = compare(name, ["mine.toml"], ["random:60"], engine=Here())
    game, other = registry.load(name), registry.load(name, deck)
    both = set(game.figures.CARDS) & set(other.figures.CARDS)
    cards = {row.key.rpartition("/")[2] for row in found.changes["mine.toml"] if row.is_of_a_card}
    assert cards <= both
    assert len(cards) > len(both) / 4, "those whose players win as before in every deal are left out"
    note = next(note for note in found.notes if "matched by name" in note)
    for card in set(game.figures.CARDS) ^ set(other.figures.CARDS):
        assert card in note
    for row in found.changes["mine.toml"]:
        assert row.difference.mean == pytest.approx(row.other.mean - row.base.mean, abs=1e-9)


def test_runs_with_batches_of_different_games_are_paired_as_far_as_they_agree(tmp_path: Path) -> None:
    runs = []
    for name, games in (("short", 50), ("long", 100)):
        planned = replace(plan("tradewinds", "random", games=games, repeats=2), batch=20)
        runs.append(Run.begin(tmp_path / name, planned))
        fill(runs[-1], Here())
    assert pairing.common_batches(*runs) == [0, 1], "the third batch of the short run has ten games"
    assert pairing.pair(runs[0], runs[1:], Here())[0].deals == 20


def test_the_restricted_seat_changes_with_the_deal() -> None:
    planned = plan("weathervanes", "random", games=24, repeats=3)
    seats = planned.restricted_seat(np.arange(24))
    assert seats.tolist() == [deal % 4 for deal in range(8) for _ in range(3)]
