"""The public face of a game: `weatherdeck.load` gives one. It is thin: the rules and everything else are below."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

from ..errors import IllegalMove, Problem
from ..games import registry
from ..games.discovery import UnknownGame
from ..games.game import Game
from ..games.layout import Layout
from ..games.options import Value
from ..games.reference import Deck
from .desk import Engine, engine_of
from .position import Origin, Position, whole_number

if TYPE_CHECKING:  # who looks at a position does not wait for them
    from .batch import Batch
    from .bot import Bot
    from .gpu import GpuBatch

SEED_BITS = 96
SEAL_BYTES = 16


class Variant:
    """A game with its deck, number of players and options: what `weatherdeck.load` gives.

    Two of them are equal if all of these are. They can be hashed, pickled and sent to other processes.
    """

    def __init__(self, game: Game, players: int | None = None, options: Mapping[str, object] | None = None) -> None:
        self._game = game
        self._players = game.check_players(players)
        self._options = game.check_options(options or {})

    # ------------------------------------------------------------ what it is
    @property
    def name(self) -> str:
        """The name that `load` takes."""
        return self._game.ref.name

    @property
    def title(self) -> str:
        """The name as printed."""
        return self._game.title

    @property
    def deck(self) -> Deck | None:
        """The deck of one's own; None for the deck that ships with the game."""
        return self._game.deck

    @property
    def players(self) -> int:
        """How many players it is set up for. Seats are numbered from 0."""
        return self._players

    @property
    def options(self) -> Mapping[str, Value]:
        """The value of every option."""
        return MappingProxyType(
            {option.name: self._options.get(option.name, option.default) for option in self._game.options}
        )

    @property
    def ruleset(self) -> int:
        """A number that grows whenever the game plays differently: results under different rulesets do not compare."""
        return self._game.rules.RULESET

    @property
    def rules(self) -> str:
        """How to play, for people, in Markdown."""
        return self._game.rulebook

    @property
    def cooperative(self) -> bool:
        """Whether all players win or lose together."""
        return self._game.cooperative

    @property
    def actions(self) -> int:
        """How many actions there are: they are numbered from 0."""
        return self._game.rules.ACTIONS

    @property
    def max_legal(self) -> int:
        """How many actions can be legal at once, at most."""
        return self._game.rules.MAX_LEGAL

    @property
    def longest(self) -> int:
        """The most decisions that a game can take, as proven in its rules."""
        return self._game.longest(self._game.new_state(self._players, self._options))

    @property
    def observation(self) -> Layout:
        """The layout of the array that `Position.observe` gives: its parts, their places and meanings."""
        return self._game.rules.OBSERVATION

    def text(self, action: SupportsIndex) -> str:
        """An action in notation."""
        number = self._number(action)
        if not 0 <= number < self.actions:
            raise IllegalMove(str(number), f"actions are numbered from 0 to {self.actions - 1}")
        return self._game.words.text(number)

    def action(self, text: str) -> int:
        """The number of an action in notation. IllegalMove says what was expected instead."""
        try:
            return self._game.words.parse(text)
        except ValueError as problem:
            raise IllegalMove(repr(text), str(problem)) from None

    # ------------------------------------------------------------ what it gives
    def deal(self, seed: int | None = None) -> Position:
        """A new game. The same seed gives the same deal everywhere; without one, a random seed is drawn."""
        return self._at(secrets.randbits(63) if seed is None else self._seed(seed), None)

    def from_bytes(self, data: bytes) -> Position:
        """The position that `Position.to_bytes` gave the bytes of, in the same game, options and ruleset."""
        if not isinstance(data, bytes | bytearray | memoryview):
            raise Problem(f"from_bytes takes the bytes that Position.to_bytes gave, not a {type(data).__name__}")
        data = bytes(data)
        viewer, packed = data[SEAL_BYTES : SEAL_BYTES + 1], data[SEAL_BYTES + 1 :]
        if len(packed) != self._engine.size or data[:SEAL_BYTES] != self._seal(viewer, packed):
            raise Problem(
                f"these bytes are not a position of {self.title} with these players, options and deck under ruleset "
                f"{self.ruleset}: they are damaged, or belong to another game"
            )
        whose = int.from_bytes(viewer, "big", signed=True)
        return self._at(packed, None if whose == _EVERYTHING else whose)

    def batch(self, n: int, *, seed: int = 0, again: bool = True, observed: bool = True, masked: bool = True) -> Batch:
        """Many tables at once, in NumPy arrays, stepped by compiled code over all cores. See `Batch`.

        With `again`, a table whose game ends is dealt the next one. Without `observed` or `masked`, it leaves out
        observations or masks, which take time.
        """
        from .batch import Batch

        return Batch(
            self._game,
            n,
            players=self._players,
            options=self._options,
            seed=seed,
            again=again,
            observed=observed,
            masked=masked,
        )

    def gpu_batch(
        self,
        n: int,
        *,
        seed: int = 0,
        again: bool = True,
        observed: bool | Literal["compact"] = True,
        masked: bool = True,
    ) -> GpuBatch:
        """Many tables at once on this machine's GPU, in arrays that PyTorch, JAX and CuPy share. See `GpuBatch`.

        It raises NoGpu, which says what is missing, where there is no device. `observed="compact"` observes in float16.
        """
        from .gpu import GpuBatch

        return GpuBatch(
            self._game,
            n,
            players=self._players,
            options=self._options,
            seed=seed,
            again=again,
            observed=observed,
            masked=masked,
        )

    def batch_of(
        self,
        positions: Sequence[Position],
        *,
        seed: int = 0,
        again: bool = False,
        observed: bool = True,
        masked: bool = True,
    ) -> Batch:
        """A batch that continues from positions, one to a table, with their futures. The seed is for new deals."""
        if not positions:
            raise Problem("a batch has at least one table: give at least one position")
        for position in positions:
            if position.viewer is not None:
                raise Problem("a redacted position cannot be played in a batch: redeal it first")
            if position.game != self:
                raise Problem(f"all positions of this batch must be positions of {self!r}, not of {position.game!r}")
        batch = self.batch(len(positions), seed=seed, again=again, observed=observed, masked=masked)
        states, generators = self._engine.split([position._packed for position in positions])
        batch.replace(range(len(positions)), states, generators=generators, audited=True)
        return batch

    def position_of(self, batch: Batch, table: int) -> Position:
        """The position at a table of a batch, without its history."""
        if batch.game.ref != self._game.ref or batch._blank.to_bytes() != self._blank:
            raise Problem(f"this batch does not play {self!r}")
        number = whole_number(table)
        if number is None or not 0 <= number < len(batch):
            raise Problem(f"a table of this batch is a number from 0 to {len(batch) - 1}, not {table!r}")
        return self._at(batch.states[number].tobytes() + batch.generators[number].tobytes(), None)

    def bot(self, name: str, seed: int = 0) -> Bot:
        """A bot by its name (`list_bots`): a player that chooses actions."""
        from .bot import Bot

        return Bot(self, name, self._seed(seed))

    # ------------------------------------------------------------ as a value
    def __repr__(self) -> str:
        given = [repr(self.name)]
        if self.deck is not None:
            given.append(f"deck=weatherdeck.Deck({self.deck.title!r}, {self.deck.text!r})")
        if len(self._game.players) > 1:
            given.append(f"players={self._players}")
        given += [f"{name}={value!r}" for name, value in self._options.items()]
        return f"weatherdeck.load({', '.join(given)})"

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return self._game.ref, self._players, tuple(sorted(self._options.items()))

    def __eq__(self, other: object) -> bool:
        return self is other or (self._key == other._key if isinstance(other, Variant) else NotImplemented)

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Variant, (self._game, self._players, self._options)

    # ------------------------------------------------------------ inside
    @cached_property
    def _engine(self) -> Engine:
        return engine_of(self._game)

    @cached_property
    def _blank(self) -> bytes:
        """The state before the deal."""
        return bytes(self._game.new_state(self._players, self._options).to_bytes())

    def _at(self, origin: Origin, viewer: int | None) -> Position:
        """The position where a history begins."""
        packed = origin if isinstance(origin, bytes) else self._engine.deal(self._blank, self._engine.words(origin))
        return Position(self, packed, self._found(packed, viewer), origin, None, viewer)

    def _found(self, packed: bytes, viewer: int | None) -> tuple[int, tuple[int, ...] | None]:
        """The seat to move, and what is legal there unless the viewer may not know."""
        if viewer is not None:
            seat = self._engine.whose(packed)
            if viewer != seat:
                return seat, None if seat >= 0 else ()
        return self._engine.look(packed)

    def _sealed(self, packed: bytes, viewer: int | None) -> bytes:
        """A packed position with a seal. Compiled rules trust a state, so nothing may reach them that was damaged."""
        whose = (_EVERYTHING if viewer is None else viewer).to_bytes(1, "big", signed=True)
        return self._seal(whose, packed) + whose + packed

    def _seal(self, whose: bytes, packed: bytes) -> bytes:
        known = repr((self.name, self._game.fingerprint, self.ruleset, *self._key[1:])).encode()
        return hashlib.sha256(known + whose + packed).digest()[:SEAL_BYTES]

    def _number(self, action: object) -> int:
        """The number of an action that is given in any way."""
        if isinstance(action, str):
            return self.action(action)
        number = whole_number(action)
        if number is None:
            raise IllegalMove(
                repr(action),
                f"an action is a whole number from 0 to {self.actions - 1} or a text such as {self.text(0)!r}, "
                f"not a {type(action).__name__}",
            )
        return number

    def _seed(self, seed: object) -> int:
        number = whole_number(seed)
        if number is None or not 0 <= number < 1 << SEED_BITS:
            raise Problem(f"a seed is a whole number from 0 to 2**{SEED_BITS} - 1, not {seed!r}")
        return number


_EVERYTHING = -2
"""In a sealed position, instead of the viewer of one that hides nothing."""


def load(
    name: str, *, deck: str | os.PathLike[str] | Deck | None = None, players: int | None = None, **options: Value
) -> Variant:
    """A game by its name, with a deck of your own (a file), a number of players, and the game's options.

    `list_games` has the names. The dotted name of a package that holds a game works, too.
    """
    if not isinstance(name, str):
        raise UnknownGame(f"a game is loaded by its name, such as {registry.ours()[0]!r}, not by {name!r}")
    chosen = Deck.read(Path(deck)) if deck is not None and not isinstance(deck, Deck) else deck
    return Variant(registry.load(name, chosen), players, options)


def list_games() -> list[str]:
    """The names of all games: ours, then those of other packages."""
    return registry.names()
