"""The network of a game: weights in a file, `network.npz`, which `weatherdeck learn` writes.

The file holds whole numbers only (`SHAPES`), and says about itself on what it was trained, by which command, and what
its fingerprint is. It is checked when it is read: a network of another game, of other rules or of another deck would
play nonsense. `learned.py` has the rules that use it.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..errors import Problem
from ..kernel import Weights
from . import learned
from .data import original_of
from .options import OptionError

if TYPE_CHECKING:
    from .game import Game

FILE = "network.npz"
"""The name of the file in a game's folder."""
LARGEST = 500_000
"""The most bytes of a file. Every game's is part of the package."""
UNPACKED = 8_000_000
"""The most bytes of the arrays in it."""
UNITS = 4096
"""The most units of a layer."""
ABOUT = "about"
SHAPES: dict[str, tuple[type[np.signedinteger[Any]], str]] = {
    "first": (np.int8, "features, first"),
    "first_bias": (np.int16, "first"),
    "second": (np.int8, "first, last"),
    "second_bias": (np.int32, "last"),
    "actions": (np.int8, "actions, last"),
    "actions_bias": (np.int32, "actions"),
    "value": (np.int8, "last"),
    "value_bias": (np.int32, ""),
    "scales": (np.int32, "scales"),
}
"""The arrays of a network: their types and shapes. `first` and `last` are the numbers of units of the two layers."""
MOST_TRUST = 1 << 20
MOST_FEATURES = 1 << 15
"""Features, and 64ths of one, are counted in 16 bits."""

MOST_SHIFT = 30
"""Sums have 32 bits."""

Arrays = Mapping[str, npt.NDArray[Any]]


class NetworkError(Problem):
    """A network that cannot be used."""


class OutdatedError(NetworkError):
    """A network of this game, but of other rules or another deck than it has now: the game can be played without it."""


@dataclass(frozen=True, eq=False)
class Network:
    """The network of a game, checked: its weights, and what it says about itself."""

    game: Game = field(repr=False)
    arrays: Arrays = field(repr=False)
    about: Mapping[str, Any]

    @property
    def fingerprint(self) -> str:
        """A name for exactly these weights."""
        return str(self.about["fingerprint"])

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that it was trained with."""
        return tuple(self.about["players"])

    def knows(self, state: Any) -> bool:
        """Whether it was trained with the players and options of a state."""
        return self.why_not(state) is None

    def why_not(self, state: Any) -> str | None:
        """Why it should not play with the players and options of a state, as a sentence; None if it should."""
        if state.players not in self.players:
            trained = " and ".join(str(n) for n in self.players)
            return f"The {self.game.title} network was trained with {trained} players, not with {state.players}."
        for option in self.game.options:
            values = self.about["options"].get(option.name, [option.default])
            if getattr(state, option.name) not in [option.encode(value) for value in values]:
                told = option.name.replace("_", " ")
                return f"The {self.game.title} network was not trained with this setting of the option {told!r}."
        return None

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """The roles of the game with this network, for engines."""
        return (*self.game.judged, self.weights, learned)  # the first that has a name counts: learned has all stand-ins

    @cached_property
    def weights(self) -> ModuleType:
        """The weights as a module, which takes the places of the stand-ins in `verbs.py`."""
        package = self.game.package.__name__
        trust = self.about["trust"]  # two networks may differ in nothing else
        module = ModuleType(f"{package}.weights_{self.fingerprint[:24]}_{trust}")
        made: dict[str, Any] = {name: Weights(np.atleast_1d(array)) for name, array in self.arrays.items()}
        vars(module).update(
            __edition_of__=f"{package}.weights",  # the compiled code is the same for all networks of these sizes
            NET_INPUTS=len(made["first"]),
            NET_UNITS=len(made["second"]),
            NET_LAST=len(made["value"]),
            NET_FIRST=made["first"],
            NET_FIRST_BIAS=made["first_bias"],
            NET_SECOND=made["second"],
            NET_SECOND_BIAS=made["second_bias"],
            NET_LIKES=made["actions"],
            NET_LIKES_BIAS=made["actions_bias"],
            NET_WORTH=made["value"],
            NET_WORTH_BIAS=made["value_bias"],
            NET_SCALES=made["scales"],
            NET_TRUST=Weights(np.array([trust], np.int32)),
        )
        sys.modules[module.__name__] = module  # where the kernel looks for the modules of roles
        return module

    def write(self, path: Path) -> None:
        """Write it to a file, unless that would be too large."""
        text = io.BytesIO()
        np.savez_compressed(text, allow_pickle=False, **self.arrays, **{ABOUT: np.array(json.dumps(dict(self.about)))})
        content = text.getvalue()
        if len(content) > LARGEST:
            raise NetworkError(
                f"the network would take {len(content):,} bytes, more than the {LARGEST:,} that are allowed: "
                f"use smaller layers"
            )
        path.write_bytes(content)


def make(game: Game, arrays: Arrays, about: Mapping[str, Any]) -> Network:
    """A network of a game. `about` needs `players`, `options` (the values of those that varied) and `trust`.

    What it says about the game, its rules and its deck is added, and so is the fingerprint.
    """
    known = {"game": game.name, "ruleset": game.rules.RULESET, "deck": game.fingerprint}
    return _checked(game, arrays, {**about, **known, "fingerprint": fingerprint(arrays)}, "this network")


def untrained(game: Game, first: int, last: int, seed: int, trust: int = 256) -> Network:
    """A network with random weights, for measurements and tests. Its units reach both of their limits."""
    rng = np.random.default_rng(seed)
    sizes = {"features": game.rules.OBSERVATION.size, "actions": game.rules.ACTIONS, "first": first, "last": last}
    widest = {np.int8: 128, np.int16: 300, np.int32: 30_000}
    arrays = {
        name: np.asarray(rng.integers(-widest[kind], widest[kind], [sizes[axis] for axis in _axes(shape)], kind))
        for name, (kind, shape) in SHAPES.items()
        if name != "scales"
    }
    arrays["first_bias"][0] = 5_000  # more than a unit passes on
    arrays["scales"] = np.array([6, 1024, 1024], np.int32)
    return make(game, arrays, {"players": list(game.players), "options": {}, "trust": trust})


def shipped(game: Game) -> Network | None:
    """The network in a game's folder; None if there is none, or if the game is played with another deck.

    OutdatedError if it is not of the rules and the deck in this folder, which somebody may have changed.
    """
    if game.deck is not None or game.greedy is None:
        return None
    path = Path(str(game.package.__file__)).parent / FILE
    if not path.exists():
        return None
    found = read(path, game)
    sys.modules[f"{game.package.__name__}.weights"] = found.weights  # by this name the cache knows what it keeps
    return found


def roles(game: Game) -> tuple[ModuleType, ...]:
    """What an engine that plays the game is joined to.

    A game with another deck gets the weights of the shipped one, which nobody asks there: it then shares its code.
    """
    network = game.network
    if network is None and game.deck is not None:
        network = sys.modules[original_of(game.package.__name__)].GAME.network
        if network is not None and _sizes(network.game) != _sizes(game):
            network = None
    return game.judged if network is None else (*game.judged, *network.modules[len(game.judged) :])


def _sizes(game: Game) -> tuple[int, int]:
    return game.rules.OBSERVATION.size, game.rules.ACTIONS


def read(path: Path, game: Game) -> Network:
    """The network in a file, if it is one of this game, of its rules and its deck."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise NetworkError(f"{path}: a network has at most {LARGEST:,} bytes, and this file has {size:,}")
        arrays, about = _unpacked(path)
    except OSError as problem:
        raise NetworkError(f"{path}: the network cannot be read: {problem.strerror or problem}") from None
    return _checked(game, arrays, about, str(path))


def fingerprint(arrays: Arrays) -> str:
    """The SHA-256 of all arrays with their names, types and shapes."""
    digest = hashlib.sha256()
    for name, (kind, _) in SHAPES.items():
        array = np.ascontiguousarray(arrays[name], np.dtype(kind).newbyteorder("<"))
        digest.update(f"{name} {array.dtype.str[1:]} {arrays[name].shape}\0".encode() + array.tobytes())
    return digest.hexdigest()


def _unpacked(path: Path) -> tuple[Arrays, Any]:
    try:
        with zipfile.ZipFile(path) as packed:
            size = sum(info.file_size for info in packed.infolist())
        if size > UNPACKED:
            raise NetworkError(f"{path}: a network unpacks to at most {UNPACKED:,} bytes, and this one to {size:,}")
        with np.load(path, allow_pickle=False) as found:
            missing = [name for name in (*SHAPES, ABOUT) if name not in found]
            if missing:
                raise NetworkError(f"{path}: this is not a network: it has no {' and no '.join(missing)}")
            return {name: found[name] for name in SHAPES}, json.loads(str(found[ABOUT]))
    except (ValueError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError) as problem:
        raise NetworkError(
            f"{path}: this is not a network, or it is damaged ({problem}). Write it again with `weatherdeck learn`"
        ) from None


def _checked(game: Game, arrays: Arrays, about: Any, source: str) -> Network:
    """A network, if everything about it is right."""

    def refused(reason: str) -> NetworkError:
        return NetworkError(f"{source}: {reason}")

    if not isinstance(about, dict):
        raise refused("it does not say on what it was trained: `about` is a JSON object")
    if about.get("game") != game.name:
        raise refused(f"it is a network of the game {about.get('game')!r}, not of {game.name!r}")
    for name, current, told in (
        ("ruleset", game.rules.RULESET, "it was trained with ruleset {!r}, and the rules are ruleset {!r} now"),
        ("deck", game.fingerprint, "it was trained with the deck {!r}, and the deck is {!r} now"),
    ):
        if about.get(name) != current:
            raise OutdatedError(f"{source}: {told.format(about.get(name), current)}")
    _check_sizes(game, arrays, refused)
    if about.get("fingerprint") != fingerprint(arrays):
        raise refused("its weights are not those of its fingerprint: the file was changed or damaged")
    _check_training(game, about, refused)
    return Network(game, dict(arrays), about)


def _check_sizes(game: Game, arrays: Arrays, refused: Any) -> None:
    sizes = {"features": game.rules.OBSERVATION.size, "actions": game.rules.ACTIONS, "scales": 3}
    for name, (kind, shape) in SHAPES.items():
        array = arrays[name]
        if array.dtype != kind:
            raise refused(f"{name} has numbers of the type {array.dtype}, not {np.dtype(kind)}")
        axes = _axes(shape)
        if array.ndim != len(axes):
            raise refused(f"{name} has {array.ndim} dimensions, not {len(axes)}")
        for axis, length in zip(axes, array.shape, strict=True):
            expected = sizes.setdefault(axis, length)  # the first array with a layer says how large the layer is
            if length != expected:
                raise refused(f"{name} has {length} {_axis(axis)}, and {game.title} needs {expected}")
    shift, *per_one = arrays["scales"].tolist()
    if not 0 <= shift <= MOST_SHIFT or min(per_one) < 1:
        raise refused(f"its scales are {[shift, *per_one]}: a shift of 0 to {MOST_SHIFT} bits, and two numbers above 0")
    for axis in ("first", "last"):
        if not 1 <= sizes[axis] <= UNITS:
            raise refused(f"the {axis} layer has {sizes[axis]} units, and a layer has 1 to {UNITS:,}")
    if sizes["features"] >= MOST_FEATURES:
        raise refused(
            f"{game.title} observes {sizes['features']:,} numbers, and a network takes less than {MOST_FEATURES:,}"
        )
    widest = max(abs(float(game.rules.OBSERVATION.low.min())), float(game.rules.OBSERVATION.high.max()))
    if learned.FRACTIONS * widest >= MOST_FEATURES:
        raise refused(f"{game.title} observes numbers of up to {widest:g}, too large for a network")


def _axes(shape: str) -> list[str]:
    return shape.split(", ") if shape else []


def _axis(axis: str) -> str:
    return axis if axis in ("features", "actions", "scales") else f"units of the {axis} layer"


def _check_training(game: Game, about: Mapping[str, Any], refused: Any) -> None:
    """What it says about its training has the right types, and is about options that the game has."""
    players, options, trust = (about.get(name) for name in ("players", "options", "trust"))
    if not isinstance(players, list) or not players or any(n not in game.players for n in players):
        raise refused(f"it was trained with {players!r} players, and {game.title} is for {list(game.players)}")
    if type(trust) is not int or not 0 <= trust <= MOST_TRUST:
        raise refused(f"its trust is a number of 256ths from 0 to {MOST_TRUST:,}, not {trust!r}")
    if not isinstance(options, dict) or not all(isinstance(values, list) for values in options.values()):
        raise refused("its options are a list of values for each option that was varied")
    for name, values in options.items():
        for value in values:
            try:
                game.check_options({name: value})
            except OptionError as problem:
                raise refused(f"it was trained with an option that the game does not have: {problem}") from None


__all__ = [
    "FILE",
    "LARGEST",
    "SHAPES",
    "Arrays",
    "Network",
    "NetworkError",
    "OutdatedError",
    "fingerprint",
    "make",
    "read",
    "roles",
    "shipped",
    "untrained",
]
