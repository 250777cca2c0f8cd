"""OpenSpiel: every game as a Python game, registered on import.

    import pyspiel
    import weatherdeck.env.openspiel

    game = pyspiel.load_game("weatherdeck_<name>(players=4)")

The players, the options and the deck (`deck`, the path of a file) are parameters. OpenSpiel has no None, so an option
that is not set has a value that it cannot have otherwise: an empty text, or the number that the game's state holds.

Chance is explicit. Where the rules draw at random, DICE chance nodes of SIDES outcomes follow, the deal included, and
together they seed the draw. So a state does not hold what will be drawn: clones have futures of their own.

Information-state strings come from the log of what a seat has seen (`memory.py`), observations from `redact` and
`observe`. There is no information-state tensor: no array of a fixed size holds such a log.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np

from ..errors import IllegalMove, Problem
from ..games import registry
from ..games.contest import Utility
from ..games.game import Game
from ..games.options import Option, Value
from ..kernel import new_rng
from .desk import NO_CHANCE, WORDS, Engine, engine_of
from .memory import EVERYTHING, Lens, Moment, move_text, story, view
from .position import SPECTATOR

try:
    import pyspiel
except ImportError:
    raise Problem("the OpenSpiel games need OpenSpiel: install it with pip install open-spiel") from None

PREFIX = "weatherdeck_"
DICE = 4
"""Chance nodes for each draw. Each outcome has a string and a place in the mask, so one node of 2**32 is too many."""
SIDES = 256
OUTCOMES = [(side, 1 / SIDES) for side in range(SIDES)]
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
DEAL = -1
"""What waits for chance in a new state, in the place of an action."""
UNTOUCHED = WORDS.pack(*new_rng(0))
"""A generator to try actions with: it changes if anything is drawn."""
Parameter: TypeAlias = bool | int | str


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of weatherdeck. `register` makes a class of its own for each."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Parameter] | None = None) -> None:
        defaults = _specification(registry.load(self.name))
        given = {**defaults, **(params or {})}
        deck = str(given["deck"])
        game = registry.load_with(self.name, Path(deck) if deck else None)
        options = {option.name: _value(option, given[option.name]) for option in game.options}
        blank = game.new_state(int(given["players"]), options)
        self.engine: Engine = engine_of(game)
        self.blank: bytes = blank.to_bytes()
        self.longest: int = game.longest(blank)
        utility = game.contest.utility(blank)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.ACTIONS,
            max_chance_outcomes=SIDES,
            num_players=blank.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if utility is Utility.ZERO_SUM else None,
            max_game_length=self.longest,
        )
        changed = {name: value for name, value in given.items() if value != defaults[name]}
        super().__init__(_type(game, utility), info, changed)

    def new_initial_state(self) -> SpielState:
        """A game before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """At most every decision draws at random, and the deal."""
        return DICE * (self.longest + 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> SpielObserver:
        """Something that looks at states; by default as the seat of a player does, without a memory."""
        return SpielObserver(self.engine, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # as above
    """A game being played. OpenSpiel copies and pickles its attributes, so the game is not among them."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment: Moment | None = None  # None before the deal
        self._player = CHANCE
        self._legal: tuple[int, ...] = ()
        self._waiting: int | None = DEAL  # the action that waits for chance; DEAL at the start
        self._dice: tuple[int, ...] = ()  # those rolled for it so far
        self._mover: int | None = None  # who made the last move; None after the deal

    # ------------------------------------------------------------ what OpenSpiel asks

    def current_player(self) -> int:
        """The seat to move, or CHANCE or TERMINAL."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._player == TERMINAL

    def returns(self) -> list[float]:
        """Each seat's result; 0 until the game is over."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return list(self._engine.returns(self._state, self.num_players()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One die of those that seed the next draw."""
        return list(OUTCOMES)

    def _legal_actions(self, player: int) -> list[int]:
        """The legal actions of the seat to move, ascending."""
        assert player == self._player, "OpenSpiel asks for nobody else"
        return list(self._legal)

    def _apply_action(self, action: int) -> None:
        if self._waiting is None:
            if action not in self._legal:
                raise self._refusal(action)
            self._mover = self._player
            packed, player, legal = self._engine.advance(self._state[: -WORDS.size] + UNTOUCHED, action)
            if packed.endswith(UNTOUCHED):
                self._go_to(packed, player, legal, action)
            else:
                self._player, self._legal, self._waiting = CHANCE, (), action
            return
        if not 0 <= action < SIDES:
            raise Problem(f"a chance outcome is a number from 0 to {SIDES - 1}, not {action}")
        self._dice += (action,)
        if len(self._dice) == DICE:
            rng = new_rng(int.from_bytes(bytes(self._dice), "big"))
            if self._waiting == DEAL:
                packed = self._engine.deal(self.get_game().blank, rng)
                self._go_to(packed, *self._engine.look(packed), None)
            else:
                drawing = self._state[: -WORDS.size] + WORDS.pack(*rng)
                self._go_to(*self._engine.advance(drawing, self._waiting), self._waiting)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"roll {action}"
        return self._engine.game.words.text(action)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """A state that a player cannot tell from this one: a world that is uniform among those it may be in.

        The history of OpenSpiel stays that of the true game: nobody knows the moves of chance in an imagined one.
        """
        other: SpielState = self.clone()
        if self.moment is not None:
            known = self._engine.redact(self._state, player_id)
            rng = new_rng(int(probability_sampler() * (1 << 53)))
            world = _without_chance(self._engine.redeal(known, player_id, rng))
            other.moment = Moment(world, self.moment, imagined_by=player_id)
            other._legal = self._engine.look(world)[1] if self._legal else ()
        return other

    def __str__(self) -> str:
        return self.seen(Lens(EVERYTHING), recall=False)

    # ------------------------------------------------------------ beyond OpenSpiel

    def seen(self, lens: Lens, recall: bool) -> str:
        """What there is to see now or, with recall, what there was to see up to now."""
        if self.moment is None:
            now = "before the deal" if lens.public else ""
        elif recall:
            now = story(self._engine, self.moment, lens)
        else:
            now = view(self._engine, self._state, lens)
        if self._waiting is not None and self._waiting != DEAL and lens.public:
            now += "\n" + move_text(self._engine, self._mover, self._waiting)
        return now + f"\nrolled {self._dice}" if self._dice and lens.seat == EVERYTHING else now

    @property
    def _engine(self) -> Engine:
        engine: Engine = self.get_game().engine
        return engine

    @property
    def _state(self) -> bytes:
        assert self.moment is not None, "the cards have been dealt"
        return self.moment.state

    def _go_to(self, packed: bytes, player: int, legal: tuple[int, ...], action: int | None) -> None:
        """Go on to the state that an action (None: the deal) led to."""
        self.moment = Moment(_without_chance(packed), self.moment, self._mover, action)
        self._waiting, self._dice = None, ()
        self._player, self._legal = player if legal else TERMINAL, legal

    def _refusal(self, action: int) -> IllegalMove:
        game = self._engine.game
        if not 0 <= action < game.rules.ACTIONS:
            return IllegalMove(str(action), f"actions are numbered from 0 to {game.rules.ACTIONS - 1}")
        refusal = game.words.why_not(self._engine.unpack(self._state), action)
        return IllegalMove(game.words.text(action), refusal.sentence, refusal.clause)


class SpielObserver:
    """What is seen of a state, for every kind of observation that OpenSpiel knows.

    A tensor exists where `observe` gives one: for what a single player sees now. `dict` has its parts by name.
    """

    def __init__(self, engine: Engine, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise Problem(f"observations have no parameters, but these were given: {', '.join(params)}")
        self._engine = engine
        self._public, self._recall, self._private = kind.public_info, kind.perfect_recall, kind.private_info
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._public and not self._recall and self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            layout = engine.game.rules.OBSERVATION
            self.tensor = np.zeros(layout.size, np.float32)
            self.dict = {part.name: self.tensor[part.offset : part.offset + part.size] for part in layout.parts}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor; zeros before the deal."""
        if self.tensor is None:
            return
        if state.moment is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._engine.observe(state.moment.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as a text."""
        seats = {
            pyspiel.PrivateInfoType.SINGLE_PLAYER: player,
            pyspiel.PrivateInfoType.NONE: SPECTATOR,
            pyspiel.PrivateInfoType.ALL_PLAYERS: EVERYTHING,
        }
        seen = state.seen(Lens(seats[self._private], self._public), self._recall)
        # Two players who have seen the same are still not in the same information state.
        return f"player {player}\n{seen}" if self._recall and seats[self._private] == player else seen


def _without_chance(packed: bytes) -> bytes:
    """A packed position that does not know what will be drawn."""
    return packed[: -WORDS.size] + WORDS.pack(*NO_CHANCE)


# ---------------------------------------------------------------- types and parameters


def _type(game: Game, utility: Utility) -> Any:
    kind = pyspiel.GameType
    utilities = {
        Utility.ZERO_SUM: kind.Utility.ZERO_SUM,
        Utility.IDENTICAL: kind.Utility.IDENTICAL,
        Utility.GENERAL_SUM: kind.Utility.GENERAL_SUM,
    }
    return kind(
        short_name=short_name(game.ref.name),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=utilities[utility],
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_specification(game),
    )


def _specification(game: Game) -> dict[str, Parameter]:
    """All parameters of a game with their defaults."""
    options = {option.name: _parameter(option, option.default) for option in game.options}
    return {"players": game.check_players(None), **options, "deck": ""}


def _parameter(option: Option, value: Value) -> Parameter:
    """The value of an option as a parameter: OpenSpiel has no None, and a parameter has one type for all values."""
    if value is not None:
        return value
    return "" if option.kind == "choice" and isinstance(option.choices[0], str) else option.unset


def _value(option: Option, parameter: Parameter) -> Value:
    return None if option.default is None and parameter == _parameter(option, None) else option.check(parameter)


# ---------------------------------------------------------------- registration


def short_name(name: str) -> str:
    """What OpenSpiel calls a game."""
    return PREFIX + name.replace("-", "_").replace(".", "_")


def register() -> list[str]:
    """Register every game that is not registered yet, also those of other packages; return the names of all."""
    found = []
    for name in registry.names():
        try:
            game = registry.load(name)
        except Problem as problem:  # of another package: the others can still be played
            warnings.warn(f"not registered with OpenSpiel: {problem}", stacklevel=2)
            continue
        if short_name(name) not in pyspiel.registered_names():
            pyspiel.register_game(_type(game, game.contest.utility(game.new_state())), _class_of(game, name))
        found.append(short_name(name))
    return found


def _class_of(game: Game, name: str) -> type[SpielGame]:
    """The class of a game: an attribute of this module, where pickle finds it again.

    OpenSpiel keeps what it is given until after Python has ended, when only a class can be dropped safely.
    """
    title = "".join(word.capitalize() for word in short_name(name).split("_"))
    members = {"name": name, "__module__": __name__, "__doc__": f"{game.title}, as a game of OpenSpiel."}
    globals()[title] = type(title, (SpielGame,), members)
    made: type[SpielGame] = globals()[title]
    return made


register()
