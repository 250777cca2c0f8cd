"""Gymnasium: one seat of a table as an environment, at one table or at many tables at once.

    import gymnasium, weatherdeck.env.gymnasium  # registers every game

    env = gymnasium.make("weatherdeck/TwoWords-v1", seat=0, opponents="club")
    envs = gymnasium.make_vec("weatherdeck/TwoWords-v1", num_envs=1024, opponents="greedy")

Bots play the other seats. With `opponents=None` the caller plays every seat: `info["seat"]` says which one is to move,
and a reward is that of the seat that made the move. `docs/environments.md` is the guide.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import Problem
from ..extras import library
from ..games.picture import picture
from .bot import Bot
from .game import load
from .learners import ILLEGAL_REWARD, Learners, Opponents, Outcome, Seat, check_opponents, check_seat
from .names import NAMESPACE, camel_case, loadable_games
from .quick import QuickBot, quick_policy
from .rendering import Renderer, RenderSeat, as_pixels, as_text, metadata

library("gymnasium", "this environment")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

Observation = npt.NDArray[np.float32]
Info = dict[str, Any]


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a table. Bots, if there are any, play the others.

    An illegal action ends the game with a reward of -1 and `info["illegal_action"]`. The legal ones are in
    `info["action_mask"]` and in `action_masks()`. At the end, `info["results"]` has every seat's result.
    """

    metadata = metadata()

    def __init__(
        self,
        name: str,
        *,
        seat: Seat = 0,
        opponents: Opponents = "random",
        render_mode: str | None = None,
        render_seat: RenderSeat | None = None,
        **settings: Any,
    ) -> None:
        """A game by its name. `settings` are its deck, players and options; by default the learner's view is shown."""
        self.game = load(name, **settings)
        self._seat = check_seat(self.game, seat)
        names = check_opponents(self.game, opponents)
        self._bots = [self._bot(bot, place) for place, bot in enumerate(names)]
        self._render_seat = render_seat
        shown: RenderSeat = "to_move" if render_seat is None else render_seat
        self._renderer = Renderer(self.game._game, render_mode, shown, [f"seat {n}" for n in range(self.game.players)])
        self.render_mode = render_mode
        layout = self.game.observation
        self.observation_space = spaces.Box(layout.low, layout.high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.game.actions)
        self._over = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal a new game. A seed deals what `weatherdeck.load(...).deal(seed)` deals. `options` is ignored."""
        super().reset(seed=seed)
        del options
        deal = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self.seat = int(self.np_random.integers(self.game.players)) if self._seat == "random" else self._seat
        self.position = self.game.deal(deal)
        self._wait()
        while self.position.over:  # before the learner's first turn
            self.position = self.game.deal(int(self.np_random.integers(1 << 62)))
            self._wait()
        self._over = False
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Carry out the learner's action, and the moves of the others until its next turn."""
        if self._over:
            raise Problem("the game is over: call reset() to deal the next one")
        number = int(action)
        if number not in self.position.legal:
            self._over = True
            seen, info = self._seen()
            return seen, ILLEGAL_REWARD, True, False, {**info, "illegal_action": True}
        acting = self.seat
        self.position = self.position.apply(number)
        self._wait()
        if not self.position.over:
            seen, info = self._seen()
            return seen, 0.0, False, False, info
        self._over = True
        seen, info = self._seen()
        results = self.position.returns
        return seen, results[acting], True, False, {**info, "results": np.array(results, np.float32)}

    def action_masks(self) -> npt.NDArray[np.int8]:
        """1 for each legal action, in a new array: as libraries ask that mask actions."""
        return np.zeros(self.game.actions, np.int8) if self._over else self.position.mask()

    def render(self) -> Any:
        """Show the table, as chosen by `render_mode` and `render_seat`."""
        to_move = self.position.to_move
        own = self._bots and self._render_seat is None and to_move is not None
        return self._renderer.render(self.position.state, self.seat if own else to_move)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()

    def _bot(self, name: str, seed: int) -> Bot | QuickBot:
        policy = quick_policy(self.game, name)
        return self.game.bot(name, seed=seed) if policy is None else QuickBot(self.game, policy, seed)

    def _wait(self) -> None:
        """Let the bots play until the learner's turn or the end; without bots, the learner goes to the seat to move."""
        while (to_move := self.position.to_move) is not None and to_move != self.seat:
            if not self._bots:
                self.seat = to_move
                return
            self._show()
            bot = self._bots[(to_move - self.seat) % self.game.players - 1]
            self.position = self.position.apply(bot.choose(self.position))

    def _seen(self) -> tuple[Observation, Info]:
        """What the learner sees now, and what it may do."""
        self._show()
        info = {"action_mask": self.action_masks(), "seat": self.seat, "illegal_action": False}
        return self.position.observe(self.seat), info

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


class TableVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """One seat at each of many tables, stepped by compiled code over all cores.

    A table whose game ends is dealt the next one in the same step; what the learner saw at the end is in
    `info["final_obs"]`, and every seat's result in `info["final_info"]`. With `copy=False`, observations and masks
    are the batch's own arrays, which change in place with every step.
    """

    metadata = metadata(("rgb_array", "ansi"), autoreset_mode=AutoresetMode.SAME_STEP)

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        seat: Seat = 0,
        opponents: Opponents = "random",
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """Tables of a game by its name. `settings` are its deck, players and options."""
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Problem(f"many tables can be shown as rgb_array or ansi, not as {render_mode!r}")
        self.game = load(name, **settings)
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        self.learners = Learners(self.game, num_envs, seat=seat, opponents=opponents)
        layout = self.game.observation
        self.single_observation_space = spaces.Box(layout.low, layout.high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Deal new games: with a seed, table i from seed + i (or give one for each).

        `options={"reset_mask": ...}` names the tables; all others go on with their games.
        """
        mask = None if options is None else options.get("reset_mask")
        if mask is not None and (not isinstance(mask, np.ndarray) or mask.shape != (self.num_envs,)):
            raise Problem(f"reset_mask must be an array of {self.num_envs} flags, not {mask!r}")
        self.learners.reset(seed, None if mask is None else mask.astype(np.bool_))
        super().reset(seed=seed if isinstance(seed, int) else None)
        return self._seen(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """Carry out the learner's action at each table, and everything until its next turn."""
        acting = self.learners.seats.copy()
        outcome = self.learners.step(actions)
        info = self._info()
        if outcome.last_seen is not None:
            info.update(self._final(outcome, acting))
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._seen(), outcome.rewards.astype(np.float64), outcome.ended, truncated, info

    def action_masks(self) -> npt.NDArray[np.int8]:
        """1 for each legal action of each table, in a new array."""
        return self.learners.masks.copy()

    def render(self) -> tuple[Any, ...] | None:
        """All tables, each as the learner sees it."""
        if self.render_mode is None:
            return None
        batch, game = self.learners.batch, self.game._game
        states = [game.rules.State.unpack(state) for state in batch.states]
        seen = zip(states, (int(seat) for seat in self.learners.seats), strict=True)
        if self.render_mode == "ansi":
            return tuple(as_text(game, state, seat) for state, seat in seen)
        return tuple(as_pixels(picture(game, state, seat)) for state, seat in seen)

    def _seen(self) -> Observation:
        return self.learners.observations.copy() if self.copy else self.learners.observations

    def _info(self) -> Info:
        masks = self.learners.masks.copy() if self.copy else self.learners.masks
        seats = self.learners.seats.copy()
        return {"action_mask": masks, "_action_mask": self._all.copy(), "seat": seats, "_seat": self._all.copy()}

    def _final(self, outcome: Outcome, acting: npt.NDArray[np.int64]) -> Info:
        """What Gymnasium wants to know of the games that ended."""
        assert outcome.last_seen is not None
        seen = np.full(self.num_envs, None, object)
        for table in np.flatnonzero(outcome.ended):
            seen[table] = outcome.last_seen[table]
        told = {"results": outcome.results, "illegal_action": outcome.illegal, "seat": acting}
        masks = {f"_{key}": outcome.ended.copy() for key in told}
        ended = {"_final_obs": outcome.ended.copy(), "_final_info": outcome.ended.copy()}
        return {"final_obs": seen, "final_info": {**told, **masks}, **ended}


def register_all() -> None:
    """Register every game, ours and those of other packages, once."""
    for name, game in loadable_games():
        identity = f"{NAMESPACE}/{camel_case(game)}"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point=f"{__name__}:TableEnv",
                vector_entry_point=f"{__name__}:TableVectorEnv",
                kwargs={"name": name},
            )


register_all()
