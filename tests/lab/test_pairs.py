"""Pairs of cards: synergy is found where there is some, and noise is masked."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.lab.test_report import frame, studied
from weatherdeck.games import registry
from weatherdeck.lab.measuring.moments import Figure, Moments
from weatherdeck.lab.measuring.pairs import SEPARATOR, synergy
from weatherdeck.lab.reporting import sections
from weatherdeck.lab.reporting.charts import chart
from weatherdeck.lab.reporting.exhibits import Exhibit, LabelledFigure


def made_up(rng: np.random.Generator, together: float, deals: int = 4000) -> Moments:
    """Hands of which each card is worth 10 games per hundred, and both so much more; four hands to a deal."""
    one, other = rng.random((2, deals, 4)) < 0.4
    won = rng.random((deals, 4)) < 0.3 + 0.1 * one + 0.1 * other + together * (one & other)
    parts = [won & one & other, one & other, won & one, one, won & other, other, won, np.ones_like(won)]
    return Moments.of(np.stack([part.sum(axis=1) for part in parts], axis=1).astype(float))


@pytest.mark.parametrize("together", [0.0, 0.2, -0.15])
def test_the_interval_covers_the_synergy(together: float) -> None:
    rng = np.random.default_rng(7)
    found = [synergy(made_up(rng, together, 400)) for _ in range(400)]
    covered = np.mean([figure.low <= together <= figure.high for figure in found])
    assert 0.92 <= covered <= 0.98
    assert np.mean([figure.mean for figure in found]) == pytest.approx(together, abs=0.01)


def test_synergy_is_that_of_the_tables(tmp_path: Path) -> None:
    run = studied(tmp_path, "winter-court", "greedy", games=300)
    name = next(name for name in run.findings.under("pair") if synergy(run.findings[f"pair/{name}"]).n > 8)
    cards = registry.load("winter-court").figures.CARDS
    hands = frame(tmp_path, "hands").join(frame(tmp_path, "seats").select("game", "seat", "won"), on=["game", "seat"])
    hands = hands.with_columns(above=pl.col("won").cast(float) - pl.col("won").cast(float).mean().over("game", "round"))
    first = registry.load("winter-court").figures.CARD_SETS[0]
    one, other = (
        hands[first].to_numpy() & sum(1 << bit for bit, card in enumerate(cards) if card == kind) != 0
        for kind in name.split(SEPARATOR)
    )
    above = hands["above"].to_numpy()
    expected = (
        above[one & other].mean()
        - above[one & ~other].mean()
        - above[~one & other].mean()
        + above[~one & ~other].mean()
    )
    assert synergy(run.findings[f"pair/{name}"]).mean == pytest.approx(expected, abs=1e-5)


def test_only_significant_pairs_have_a_colour() -> None:
    sizes = {("a", "b"): (0.2, 0.01), ("a", "c"): (0.02, 0.02), ("b", "c"): (-0.2, 0.01), ("c", "d"): (0.3, 0.3)}
    rows = tuple(LabelledFigure(*pair, Figure(mean, error, 500, 500)) for pair, (mean, error) in sizes.items())
    drawn = chart(Exhibit("Made up", rows, "heat", True, "", True))
    (cells,) = drawn["datasets"].values()
    coloured = {(cell["label"], cell["who"]) for cell in cells if cell["shown"] is not None}
    assert coloured == {("a", "b"), ("b", "a"), ("b", "c"), ("c", "b")}
    assert "d" not in json.dumps([cell["label"] for cell in cells])  # it is in no significant pair


def test_random_players_have_no_pairs(tmp_path: Path) -> None:
    run = studied(tmp_path, "winter-court", games=100)
    assert not run.findings.under("pair")
    titles = [one.title for part in sections.sections(registry.load("winter-court"), [run]) for one in part.exhibits]
    assert not any(title.startswith("Pairs") for title in titles)
