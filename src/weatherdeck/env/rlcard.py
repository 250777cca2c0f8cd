"""RLCard: every game as an environment, registered on import.

    import rlcard
    import weatherdeck.env.rlcard

    env = rlcard.make("weatherdeck-<name>", config={"seed": 7, "game_num_players": 4})

The settings of a game begin with `game_`, as RLCard has it: `game_num_players`, `game_deck` (the path of a file), and
`game_` with the name of an option.
"""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..errors import Problem
from ..games import registry
from ..games.game import Game
from .game import Variant
from .position import Position

try:
    from rlcard.envs import Env, register
    from rlcard.envs.registration import registry as registered
except ImportError:
    raise Problem("the RLCard environments need RLCard: install it with pip install rlcard") from None

PREFIX = "weatherdeck-"
SETTING = "game_"


class Table:
    """What RLCard calls a game: one that is being played, and can be taken back."""

    allow_step_back: bool  # set by RLCard's Env, as is
    np_random: np.random.RandomState  # which deals are drawn from

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.position: Position
        self._before: list[Position] = []

    def init_game(self) -> tuple[int, int]:
        """Deal; whose state to show, and who moves."""
        words = self.np_random.randint(1 << 31, size=2)
        self.position = self.variant.deal(seed=int(words[0]) << 31 | int(words[1]))
        self._before = []
        return self.get_player_id(), self.get_player_id()

    def step(self, action: int | str) -> tuple[int, int]:
        """Make a move, by its number or in notation; an illegal one is refused and changes nothing."""
        after = self.position.apply(action)
        self._before.append(self.position)
        self.position = after
        return self.get_player_id(), self.get_player_id()

    def step_back(self) -> bool:
        """Take the last move back, with all that was drawn for it; False if there is none."""
        if not self._before:
            return False
        self.position = self._before.pop()
        return True

    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    def get_player_id(self) -> int:
        """The seat to move or, when the game is over, the last that did."""
        position = self._before[-1] if self.position.over else self.position
        assert position.to_move is not None
        return position.to_move

    def get_state(self, player_id: int) -> int:
        """Whose state to show: the environment extracts it from the position."""
        return player_id

    def get_num_players(self) -> int:
        """The number of players."""
        return self.variant.players

    def get_num_actions(self) -> int:
        """The number of actions."""
        return self.variant.actions


class WeatherdeckEnv(Env):  # type: ignore[misc]  # RLCard has no types
    """A game of weatherdeck. `register_games` makes a class of its own for each.

    A state has what RLCard's agents expect. `obs` is the observation of `observe`, `raw_obs` what the browser shows the
    seat, as plain data, and `raw_legal_actions` are moves in notation. A seat that is not to move has no legal actions.
    """

    game_name: ClassVar[str]

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.name = PREFIX + self.game_name
        settings = {key.removeprefix(SETTING): value for key, value in config.items() if key.startswith(SETTING)}
        players, deck = settings.pop("num_players", None), settings.pop("deck", None)
        self.rules = registry.load_with(self.game_name, None if deck is None else Path(deck))
        self.game = Table(Variant(self.rules, players, settings))
        super().__init__(config)
        self.state_shape = [[self.rules.rules.OBSERVATION.size] for _ in range(self.num_players)]
        self.action_shape = [None for _ in range(self.num_players)]

    def step(self, action: int | str, raw_action: bool = False) -> tuple[dict[str, Any], int]:
        """Make a move, by its number or, if it is a raw action, in notation; an illegal one changes nothing."""
        seat = self.get_player_id()
        move = str(action) if raw_action else self._decode_action(int(action))
        _, player = self.game.step(move if raw_action else int(action))
        self.timestep += 1
        self.action_recorder.append((seat, move))
        return self._extract_state(player), player

    def step_back(self) -> Any:
        """Take the last move back: the state and the player then, or False if there is none."""
        before = super().step_back()
        if before:
            self.action_recorder.pop()
            before = self.get_state(before[1]), before[1]
        return before

    def get_payoffs(self) -> Any:
        """Each seat's result, from -1 to 1; 0 until the game is over."""
        return np.array(self.game.position.returns)

    def get_perfect_information(self) -> dict[str, Any]:
        """Everything, hidden cards too: the fields of the state, who moves, and the legal actions."""
        state = self.game.position.state
        fields = {name: getattr(state, name) for name in state.fields}
        return {
            **{name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields.items()},
            "current_player": self.game.position.to_move,
            "legal_actions": list(self.game.position.legal_texts),
        }

    def _extract_state(self, state: int) -> dict[str, Any]:
        """What the seat with this number sees."""
        position, seat = self.game.position, state
        legal = position.legal if position.to_move == seat else ()
        return {
            "legal_actions": OrderedDict.fromkeys(legal),
            "obs": position.observe(seat),
            "raw_obs": self.rules.view.view(position.redact(seat).state, seat),
            "raw_legal_actions": [self._decode_action(action) for action in legal],
            "action_record": list(self.action_recorder),
        }

    def _decode_action(self, action_id: int) -> str:
        return self.game.variant.text(action_id)

    def _get_legal_actions(self) -> list[int]:
        return list(self.game.position.legal)


def register_games() -> list[str]:
    """Register every game that is not registered yet, also those of other packages; return the names of all."""
    found = []
    for name in registry.names():
        try:
            game = registry.load(name)
        except Problem as problem:  # of another package: the others can still be played
            warnings.warn(f"not registered with RLCard: {problem}", stacklevel=2)
            continue
        if PREFIX + name not in registered.env_specs:
            register(PREFIX + name, f"{__name__}:{_class_of(game, name)}")
        found.append(PREFIX + name)
    return found


def _class_of(game: Game, name: str) -> str:
    """Make the class of a game an attribute of this module, where RLCard and pickle find it; return its name."""
    title = "".join(word.capitalize() for word in name.replace("-", "_").split("_")) + "Env"
    members = {"game_name": name, "__module__": __name__, "__doc__": f"{game.title}, as an environment of RLCard."}
    globals()[title] = type(title, (WeatherdeckEnv,), members)
    return title


register_games()
