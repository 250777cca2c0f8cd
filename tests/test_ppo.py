"""The learning example: its gradient is right, its bookkeeping is right, and it runs."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import weatherdeck

SCRIPT = Path(__file__).parent.parent / "examples" / "ppo.py"
CHEAP = "tradewinds"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ppo", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ppo"] = module
    spec.loader.exec_module(module)
    return module


def decisions(ppo: Any, rng: np.random.Generator, n: int = 12, inputs: int = 5, actions: int = 4) -> Any:
    """Made-up decisions, with ratios on both sides of the clip."""
    masks = (rng.random((n, actions)) < 0.6).astype(np.int8)
    chosen = rng.integers(0, actions, n)
    masks[np.arange(n), chosen] = 1
    logs, advantages, targets = -1.4 + 0.6 * rng.standard_normal(n), rng.standard_normal(n), rng.standard_normal(n)
    return ppo.Decisions(rng.standard_normal((n, inputs)), masks, chosen, logs, advantages, targets)


@pytest.mark.parametrize("part", range(8))
def test_the_gradient_of_the_loss_is_that_of_finite_differences(ppo: Any, part: int) -> None:
    rng = np.random.default_rng(part)
    network = ppo.Network(5, 4, 7, rng, np.float64)
    network.weights[4] *= 100  # away from equal probabilities
    given, settings = decisions(ppo, rng), ppo.Settings(entropy=0.3)
    _, gradient = ppo.loss(network, given, settings)
    ratios = np.exp(network.forward(given.observations, given.masks).logs[np.arange(12), given.actions] - given.logs)
    assert (np.abs(ratios - 1) > settings.clip).any()
    weights, step = network.weights[part], 1e-6
    for place in np.ndindex(weights.shape):
        before = weights[place]
        weights[place] = before + step
        above = ppo.loss(network, given, settings)[0]
        weights[place] = before - step
        below = ppo.loss(network, given, settings)[0]
        weights[place] = before
        assert gradient[part][place] == pytest.approx((above - below) / (2 * step), abs=1e-7)


def test_only_legal_actions_are_drawn_each_as_often_as_it_should_be(ppo: Any) -> None:
    rng = np.random.default_rng(1)
    network = ppo.Network(3, 4, 8, rng)
    masks = np.tile(np.array([1, 0, 1, 1], np.int8), (20_000, 1))
    logs = network.forward(np.ones((20_000, 3), np.float32), masks).logs
    drawn = np.bincount(network.sample(logs, rng), minlength=4) / 20_000
    assert drawn[1] == 0
    assert np.abs(drawn - np.exp(logs[0])).max() < 0.015


def test_a_rollout_credits_each_result_to_the_decisions_of_its_game(ppo: Any) -> None:
    """With a value of 0 everywhere and no decay, the target of a decision is the result of its game."""
    game, settings = weatherdeck.load(CHEAP), ppo.Settings(tables=8, rollout=30, decay=1.0)
    rng = np.random.default_rng(1)
    network = ppo.Network(game.observation.size, game.actions, 8, rng)
    for part in network.weights[6:]:
        part[...] = 0
    tables = ppo.Tables(game, 8, 1)
    tables.wait()
    results: list[tuple[Any, Any]] = []
    wait = tables.wait

    def listened() -> tuple[Any, Any]:
        results.append(wait())
        return results[-1]

    tables.wait = listened
    found = ppo.collect(tables, network, rng, settings)
    targets = found.targets.reshape(30, 8)
    assert found.masks[np.arange(240), found.actions].all()
    for table in range(8):
        ends = [step for step in range(30) if results[step][1][table]]
        assert ends, "a table finishes a game in so many decisions"
        first = 0
        for end in ends:
            assert (targets[first : end + 1, table] == results[end][0][table]).all()
            first = end + 1
        assert (targets[first:, table] == 0).all()


def test_the_example_runs_and_records_its_curve(tmp_path: Path) -> None:
    record, saved = tmp_path / "curve.json", tmp_path / "weights.npz"
    arguments = [CHEAP, "--minutes", "0.001", "--games", "40", "--record", str(record), "--save", str(saved)]
    done = subprocess.run([sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=True)
    assert "a random player:" in done.stdout
    document = json.loads(record.read_text(encoding="utf-8"))
    assert document["curve"][-1]["decisions"] > 0
    assert len(np.load(saved)) == 8
