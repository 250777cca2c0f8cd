"""PettingZoo: every game as an AEC environment, in which the agents take turns.

    from weatherdeck.env.pettingzoo import two_words_v1

    env = two_words_v1.env(render_mode="ansi", players=4)
    env = pettingzoo.make("aec", "weatherdeck/two_words-v1", players=4)  # the same

There is a name for each game, ours and those of other packages, with a version that grows with every change of
behaviour. `env("two-words")` and `raw_env("two-words")` take a game's name instead. The guide is
`docs/environments.md`.
"""

from __future__ import annotations

import copy
import os
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ..errors import Problem
from ..extras import library
from ..games import registry
from ..games.options import Value
from ..games.reference import Deck
from .game import load
from .names import NAMESPACE, known_games, loadable_games, snake_case
from .rendering import Renderer, RenderSeat, metadata

library("pettingzoo", "this environment")

import pettingzoo  # noqa: E402
from gymnasium import spaces  # noqa: E402  # PettingZoo needs it, so it is there if PettingZoo is
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

ILLEGAL_REWARD = -1.0
"""What an agent gets for an illegal action, which ends the game."""

Mask = npt.NDArray[np.int8]


class TableEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """One table of a game. Illegal actions raise IllegalMove with the reason, and change nothing.

    `masks` says where an agent finds its legal actions: with "observation", an observation is a dictionary with
    `observation` and `action_mask`; with "info", it is the array alone. The mask is in `infos` either way.
    """

    def __init__(
        self,
        name: str,
        *,
        render_mode: str | None = None,
        render_seat: RenderSeat = "to_move",
        masks: Literal["observation", "info"] = "observation",
        deck: str | os.PathLike[str] | Deck | None = None,
        players: int | None = None,
        **options: Value,
    ) -> None:
        super().__init__()
        if masks not in ("observation", "info"):
            raise Problem(f'masks must be "observation" or "info", not {masks!r}')
        self.game = load(name, deck=deck, players=players, **options)
        played = self.game._game
        self.metadata = metadata(name=snake_case(played), is_parallelizable=False)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.render_mode = render_mode
        self._renderer = Renderer(played, render_mode, render_seat, self.possible_agents)
        self._masks = masks
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._chance = np.random.default_rng()  # of deals without a seed
        self._no_actions: Mask = np.zeros(self.game.actions, np.int8)
        self._no_actions.flags.writeable = False
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        layout = self.game.observation
        each = self.game.players
        self.state_space = spaces.Box(np.tile(layout.low, each), np.tile(layout.high, each), dtype=np.float32)

    def _observation_space(self) -> spaces.Space[Any]:
        layout = self.game.observation
        seen = spaces.Box(layout.low, layout.high, dtype=np.float32)
        if self._masks == "info":
            return seen
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do: the same object each time."""
        return self.action_spaces[agent]

    # ------------------------------------------------------------ play
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. A seed deals what `weatherdeck.load(...).deal(seed)` deals.

        Without one, games follow from the last seed; before the first seed, they are random. `options` is ignored:
        a game's options are arguments of the environment.
        """
        del options
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.position = self.game.deal(int(self._chance.integers(1 << 63)) if seed is None else seed)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._no_actions} for agent in self.agents}
        self._skip_agent_selection = None
        self._turn()

    def step(self, action: Any) -> None:
        """Carry out the action of `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = self.position.apply(action)
        self.infos[agent] = {"action_mask": self._no_actions}
        if self.position.over:
            self.rewards = dict(zip(self.possible_agents, self.position.returns, strict=True))
            self._accumulate_rewards()
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
            if self.render_mode == "human":
                self.render()
        else:
            self._turn()

    def _turn(self) -> None:
        """Let the seat to move be asked next, with its legal actions."""
        seat = self.position.to_move
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        self._mask = self.position.mask()
        self.infos[self.agent_selection] = {"action_mask": self._mask.copy()}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """What an agent sees now, in new arrays."""
        seat = self._seats[agent]
        seen = self.position.observe(seat)
        if self._masks == "info":
            return seen
        mask = self._mask if seat == self.position.to_move else self._no_actions
        return {"observation": seen, "action_mask": mask.copy()}

    def state(self) -> npt.NDArray[np.float32]:
        """What all agents see, one after another: for critics that may look over everyone's shoulder."""
        return np.concatenate([self.position.observe(seat) for seat in range(self.game.players)])

    def clone(self) -> TableEnv:
        """Another environment in the same position, with the same deals to come; without the window."""
        return copy.deepcopy(self)

    # ------------------------------------------------------------ show
    def render(self) -> Any:
        """Show the table, as chosen by `render_mode` and `render_seat`."""
        return self._renderer.render(self.position.state, self.position.to_move)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._renderer.close()


def raw_env(name: str, **settings: Any) -> TableEnv:
    """A table of a game by its name, in which illegal actions raise an error."""
    return TableEnv(name, **settings)


def env(name: str, **settings: Any) -> AECEnv[str, Any, Any]:
    """A table of a game by its name, in PettingZoo's usual wrappers: an illegal action ends the game with -1."""
    ended = wrappers.TerminateIllegalWrapper(raw_env(name, **settings), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


class Environment:
    """What stands for one of PettingZoo's modules: `env` and `raw_env` of a game."""

    def __init__(self, name: str, game: str) -> None:
        self.__name__, self._game = f"{__name__}.{name}", game

    def env(self, **settings: Any) -> AECEnv[str, Any, Any]:
        """A table, in PettingZoo's usual wrappers."""
        return env(self._game, **settings)

    def raw_env(self, **settings: Any) -> TableEnv:
        """A table, in which illegal actions raise an error."""
        return raw_env(self._game, **settings)

    def __repr__(self) -> str:
        return f"<{self.__name__}>"


def __getattr__(name: str) -> Environment:
    words, _, number = name.rpartition("_v")
    if words not in known_games() or not number.isdigit():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    game = known_games()[words]
    current = snake_case(registry.load(game))
    if name != current:
        raise Problem(f"this version of weatherdeck has {current}, not {name}: the game behaves differently now")
    return Environment(name, game)


def __dir__() -> list[str]:
    return [*globals(), *(snake_case(game) for _, game in loadable_games())]


def register_all() -> None:
    """Register every game, ours and those of other packages, once."""
    for name, game in loadable_games():
        identity = f"{NAMESPACE}/{'-v'.join(snake_case(game).rsplit('_v', 1))}"
        if identity not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identity, entry_point=f"{__name__}:env", kwargs={"name": name})


register_all()
