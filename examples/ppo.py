"""Learn a game against random players: proximal policy optimisation (PPO) in one file, with NumPy alone.

python examples/ppo.py GAME --minutes 5

One network plays one seat at each of many tables, and random players play the others. After every few thousand of its
decisions, the network is improved. From time to time it plays new deals, each from its own seat, and the result is
compared with that of a random player in the same seats on the same deals. `docs/science.md` shows a curve.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

# Before NumPy is loaded: for matrices as small as these, threads cost more than they bring on a busy machine.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import numpy.typing as npt

import weatherdeck
from weatherdeck import IDLE, Game

Array: TypeAlias = npt.NDArray[Any]
FORBIDDEN = -1e9
"""The logit of an illegal action."""
FRESH = 1 << 40
"""Seeds from here on are for measuring: training never sees these deals."""


@dataclass(frozen=True)
class Settings:
    """The usual settings of PPO. They were not tuned for any game."""

    tables: int = 256
    rollout: int = 64  # decisions at each table between two improvements
    epochs: int = 4
    minibatch: int = 2048
    hidden: int = 128
    rate: float = 5e-4  # of Adam
    decay: float = 0.95  # GAE's lambda; results count in full, however late they come
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    longest_step: float = 0.5  # of the gradient's norm


# ---------------------------------------------------------------- the network
class Passed(NamedTuple):
    """What a forward pass found, and what the backward pass needs of it."""

    inputs: Array
    first: Array
    second: Array
    logs: Array  # logarithms of the actions' probabilities
    values: Array


class Network:
    """Two hidden layers, and from them the probabilities of the actions and the value of the position."""

    def __init__(
        self, inputs: int, actions: int, hidden: int, rng: np.random.Generator, kind: Any = np.float32
    ) -> None:
        def layer(rows: int, columns: int, scale: float) -> list[Array]:
            weights = rng.standard_normal((rows, columns)) * scale / math.sqrt(rows)
            return [weights.astype(kind), np.zeros(columns, kind)]

        self.weights = [
            *layer(inputs, hidden, math.sqrt(2)),
            *layer(hidden, hidden, math.sqrt(2)),
            *layer(hidden, actions, 0.01),  # at first all actions are about equally likely
            *layer(hidden, 1, 1.0),
        ]

    def forward(self, inputs: Array, masks: Array) -> Passed:
        """The logarithms of the probabilities of the legal actions, and the values."""
        w1, b1, w2, b2, w3, b3, w4, b4 = self.weights
        first = np.maximum(inputs @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        logits = np.where(masks > 0, second @ w3 + b3, np.asarray(FORBIDDEN, w3.dtype))
        logits -= logits.max(axis=1, keepdims=True)
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return Passed(inputs, first, second, logs, (second @ w4 + b4)[:, 0])

    def backward(self, passed: Passed, logits: Array, values: Array) -> list[Array]:
        """The gradient of a loss by the weights, from its gradients by the logits and by the values."""
        _, _, w2, _, w3, _, w4, _ = self.weights
        wide = values[:, None]
        second = (logits @ w3.T + wide @ w4.T) * (passed.second > 0)
        first = (second @ w2.T) * (passed.first > 0)
        pairs = ((passed.inputs, first), (passed.first, second), (passed.second, logits), (passed.second, wide))
        return [part for below, above in pairs for part in (below.T @ above, above.sum(axis=0))]

    def sample(self, logs: Array, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """An action for each row, by its probabilities (the greatest of the logarithms with Gumbel noise)."""
        noise = rng.gumbel(size=logs.shape).astype(logs.dtype)
        return np.asarray((logs + noise).argmax(axis=1), np.int64)


class Adam:
    """Adam's method of gradient descent."""

    def __init__(self, weights: list[Array], rate: float) -> None:
        self.weights, self.rate, self.steps = weights, rate, 0
        self.means = [np.zeros_like(part) for part in weights]
        self.squares = [np.zeros_like(part) for part in weights]

    def step(self, gradient: list[Array], longest: float) -> None:
        """Change the weights in place; a longer gradient is shortened."""
        self.steps += 1
        norm = math.sqrt(sum(float(np.vdot(part, part)) for part in gradient))
        scale = min(1.0, longest / (norm + 1e-8))
        rate = self.rate * math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, mean, square, part in zip(self.weights, self.means, self.squares, gradient, strict=True):
            part = part * scale
            mean += 0.1 * (part - mean)
            square += 0.001 * (part * part - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


# ---------------------------------------------------------------- the loss
class Decisions(NamedTuple):
    """Decisions of the network, one a row."""

    observations: Array
    masks: Array
    actions: Array
    logs: Array  # of the chosen action, when it was chosen
    advantages: Array
    targets: Array  # of the value

    def at(self, rows: Array) -> Decisions:
        """Some of them."""
        return Decisions(*(part[rows] for part in self))


def loss(network: Network, chosen: Decisions, settings: Settings) -> tuple[float, list[Array]]:
    """The loss of PPO, which descent makes smaller, and its gradient by the weights."""
    n = len(chosen.actions)
    rows = np.arange(n)
    passed = network.forward(chosen.observations, chosen.masks)
    chances = np.exp(passed.logs)
    ratios = np.exp(passed.logs[rows, chosen.actions] - chosen.logs)
    free = ratios * chosen.advantages
    clipped = np.clip(ratios, 1 - settings.clip, 1 + settings.clip) * chosen.advantages
    entropies = -(chances * passed.logs).sum(axis=1)
    errors = passed.values - chosen.targets
    total = (
        -np.minimum(free, clipped).mean()
        - settings.entropy * entropies.mean()
        + settings.value * 0.5 * (errors * errors).mean()
    )
    # Where the clipped term is the smaller one, it is constant: no gradient.
    by_log = np.where(free <= clipped, -free, 0) / n
    logits = -by_log[:, None] * chances
    logits[rows, chosen.actions] += by_log
    logits += settings.entropy / n * chances * (passed.logs + entropies[:, None])
    return float(total), network.backward(passed, logits, settings.value * errors / n)


# ---------------------------------------------------------------- the tables
class Tables:
    """Tables at which one seat learns (seat 0 at the first, seat 1 at the next, ...) and the others are random."""

    def __init__(self, game: Game, n: int, seed: int, *, again: bool = True) -> None:
        self.batch = game.batch(n, seed=seed, again=again)
        self.seats = np.arange(n) % self.batch.players
        self.rows = np.arange(n)

    def wait(self) -> tuple[Array, Array]:
        """Let the others play until the learner is to move (or the game is over, if there is no other)."""
        results, ended = np.zeros(self.batch.n, np.float32), np.zeros(self.batch.n, bool)
        self._collect(results, ended)
        while True:
            others = (self.batch.seats != self.seats) & (self.batch.seats != IDLE)
            if not others.any():
                return results, ended
            self.batch.step(np.where(others, self.batch.random_actions(), IDLE))
            self._collect(results, ended)

    def _collect(self, results: Array, ended: Array) -> None:
        new = (self.batch.done > 0) & ~ended  # a game in which the learner had nothing to decide does not count
        results[new] = self.batch.rewards[self.rows, self.seats][new]
        ended |= new


def collect(tables: Tables, network: Network, rng: np.random.Generator, settings: Settings) -> Decisions:
    """Play a rollout; the learner's decisions, with how much better each turned out than expected."""
    steps, n = settings.rollout, tables.batch.n
    batch = tables.batch
    observations = np.empty((steps, *batch.observations.shape), np.float32)
    masks = np.empty((steps, *batch.masks.shape), np.int8)
    actions = np.empty((steps, n), np.int64)
    logs, values, results = (np.empty((steps, n), np.float32) for _ in range(3))
    ended = np.empty((steps, n), bool)
    for step in range(steps):
        observations[step], masks[step] = batch.observations, batch.masks
        passed = network.forward(batch.observations, batch.masks)
        actions[step] = network.sample(passed.logs, rng)
        logs[step], values[step] = passed.logs[tables.rows, actions[step]], passed.values
        batch.step(actions[step])
        results[step], ended[step] = tables.wait()
    following = network.forward(batch.observations, batch.masks).values
    advantages = np.empty((steps, n), np.float32)
    ahead = np.zeros(n, np.float32)
    for step in reversed(range(steps)):  # generalised advantage estimation
        surprise = results[step] + np.where(ended[step], 0, following) - values[step]
        ahead = surprise + settings.decay * np.where(ended[step], 0, ahead)
        advantages[step], following = ahead, values[step]
    flat = (observations, masks, actions, logs, advantages, advantages + values)
    return Decisions(*(part.reshape(steps * n, *part.shape[2:]) for part in flat))


def improve(network: Network, adam: Adam, decisions: Decisions, rng: np.random.Generator, settings: Settings) -> None:
    """Descend on the loss, several times over all decisions."""
    for _ in range(settings.epochs):
        for rows in np.array_split(
            rng.permutation(len(decisions.actions)), len(decisions.actions) // settings.minibatch
        ):
            chosen = decisions.at(rows)
            advantages = chosen.advantages - chosen.advantages.mean()
            chosen = chosen._replace(advantages=advantages / (advantages.std() + 1e-8))
            adam.step(loss(network, chosen, settings)[1], settings.longest_step)


# ---------------------------------------------------------------- measuring
def shares(game: Game, network: Network | None, games: int) -> Array:
    """The learner's share of the victory in each of some new deals; without a network, it plays at random.

    The seats with the best result win and share the victory equally; nobody wins if that result is below 0.
    """
    tables = Tables(game, games, FRESH, again=False)
    batch = tables.batch
    results = np.zeros((games, batch.players), np.float32)
    while not (batch.seats == IDLE).all():
        mine = batch.seats == tables.seats
        actions = batch.random_actions().copy()
        if network is not None and mine.any():
            actions[mine] = network.forward(batch.observations[mine], batch.masks[mine]).logs.argmax(axis=1)
        batch.step(actions)
        over = batch.done > 0
        results[over] = batch.rewards[over]
    best = results.max(axis=1, keepdims=True)
    winning = (results == best) & (best >= 0)
    return np.asarray(winning[tables.rows, tables.seats] / np.maximum(1, winning.sum(axis=1)))


class Estimate(NamedTuple):
    """A mean of independent games and its 95% confidence interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:5.1%} ({self.low:.1%} to {self.high:.1%})"


def estimate(values: Array) -> Estimate:
    """The mean of some games."""
    mean, half = float(values.mean()), 1.96 * float(values.std(ddof=1)) / math.sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


class Point(NamedTuple):
    """A point of the learning curve."""

    minutes: float
    decisions: int
    share: Estimate  # of the victory
    wins: Estimate  # alone or with others


def measured(game: Game, network: Network | None, games: int, minutes: float = 0.0, decisions: int = 0) -> Point:
    """How well a network plays after so much learning."""
    found = shares(game, network, games)
    return Point(round(minutes, 3), decisions, estimate(found), estimate((found > 0).astype(np.float64)))


def learn(game: Game, minutes: float, seed: int, games: int, settings: Settings) -> Iterator[tuple[Network, Point]]:
    """Learn for some minutes; the network and how well it plays, some thirty times."""
    rng = np.random.default_rng(seed)
    network = Network(game.observation.size, game.actions, settings.hidden, rng)
    adam = Adam(network.weights, settings.rate)
    tables = Tables(game, settings.tables, seed << 20)
    tables.wait()
    decisions, learnt, due = 0, 0.0, 0.0
    yield network, measured(game, network, games)
    while learnt < minutes:
        started = time.monotonic()
        new = collect(tables, network, rng, settings)
        improve(network, adam, new, rng, settings)
        decisions += len(new.actions)
        learnt += (time.monotonic() - started) / 60
        if learnt >= due or learnt >= minutes:
            due = learnt + minutes / 30
            yield network, measured(game, network, games, learnt, decisions)


def main() -> None:
    """Learn, show progress, and record the curve."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(weatherdeck.list_games())}")
    parser.add_argument("--minutes", type=float, default=5.0, help="of learning, without the measuring (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="of the deals and the first weights (default: 1)")
    parser.add_argument("--games", type=int, default=2000, help="new deals for each measurement (default: 2000)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the curve to this file, as JSON")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the weights to this file, as NumPy's .npz")
    options = parser.parse_args()
    game = weatherdeck.load(options.game)
    baseline = measured(game, None, options.games)
    print(f"{game.title}: share of the victory and win rate of one seat among random players")
    print(f"a random player:                  {shown(baseline)}", flush=True)
    curve = []
    for network, point in learn(game, options.minutes, options.seed, options.games, Settings()):
        curve.append(point)
        print(f"{point.minutes:5.1f} min  {point.decisions:>10,} decisions  {shown(point)}", flush=True)
        if options.save is not None:
            np.savez(options.save, *network.weights)
        if options.record is not None:
            document = {
                "game": game.name,
                "title": game.title,
                "games": options.games,
                "seed": options.seed,
                "random": plain(baseline),
                "curve": [plain(point) for point in curve],
            }
            options.record.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def shown(point: Point) -> str:
    """How well somebody plays, for people, with 95% confidence intervals."""
    return f"share {point.share}   wins {point.wins}"


def plain(point: Point) -> dict[str, Any]:
    """A point as plain data."""
    return point._asdict() | {"share": point.share._asdict(), "wins": point.wins._asdict()}


if __name__ == "__main__":
    main()
