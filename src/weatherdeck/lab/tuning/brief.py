"""A tuning as a designer writes it down: the game, the goals, what may change, and how much may be played.

In a file (`tune.toml`):

    game = "GAME"
    players = [3, 4, 5]                    # of goals that do not say; by default the usual number
    bot = "expert"                         # who must confirm the goals; the search begins with cheaper bots
    goals = ["SOMEBODY wins 45..55%", "40..50 decisions at 4 players"]

    [change]                               # by default all parameters, each in its whole range
    hand_size = "4..7"
    some_option = true
    deck = 2                               # up to so many of the neighbouring decks' steps

    [set]                                  # options that all candidates have
    rounds = 4

    [budget]
    candidates = 100
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from ... import __version__, bots
from ...bots.levels import policy_of
from ...errors import Problem
from ...games import registry
from ...games.game import Game
from ...games.reference import Deck
from ...parsing import from_toml
from ...reading import read_text
from ..playing.plan import LARGEST_SEED
from ..playing.players import check
from .decks import deck_changes
from .goals import Goal, read_goal
from .space import Space, parameters_of, read_dial

FORMAT = "weatherdeck tuning 1"
DECK = "deck"


@dataclass(frozen=True)
class Budget:
    """How much is played. A deal counts once, whatever number of games it takes."""

    candidates: int = 96  # tried by the cheap bot
    deals: int = 500  # for each of them, at each table
    rounds: int = 3  # of exploring and promoting, where a stronger bot confirms
    finalists: int = 12  # promoted to the stronger bot
    strong_deals: int = 100  # for each of them, at each table
    race: int = 4  # how many times as many deals the last candidates of the race play
    shown: int = 4  # candidates at the end
    confirm: int = 2000  # unseen deals for each of these, at each table
    compare: int = 4000  # games of each comparison with the rulebook

    @classmethod
    def read(cls, document: Mapping[str, object]) -> Budget:
        """A budget; what is not said is as usual."""
        known = [one.name for one in fields(cls)]
        for name, value in document.items():
            if name not in known:
                raise Problem(f"[budget] has no {name!r}; it has: {', '.join(known)}")
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise Problem(f"[budget] {name} must be a whole number from 1, not {value!r}")
        return cls(**document)  # type: ignore[arg-type]  # checked above


@dataclass(frozen=True)
class Brief:
    """What a tuning is asked to do. Equal briefs give equal results."""

    game: Game
    goals: tuple[Goal, ...]
    space: Space
    bot: str
    cheap: str
    budget: Budget = field(default_factory=Budget)
    seed: int = 1
    document: Mapping[str, Any] = field(default_factory=dict)  # as it is kept, to compare

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players of all goals."""
        return tuple(sorted({goal.players for goal in self.goals}))

    @property
    def text(self) -> str:
        """What the results depend on; the numbers of unseen deals and comparisons may grow later."""
        return json.dumps({"format": FORMAT, **self.document}, indent=1, sort_keys=True) + "\n"


KEYS = ("game", "players", "bot", "cheap", "goals", "change", "set", "budget", "seed", "data")


def read_file(path: Path) -> dict[str, Any]:
    """The document in a file."""
    try:
        document = from_toml(read_text(path))
    except OSError as problem:
        raise Problem(f"{path}: cannot be read ({problem.strerror})") from None
    except UnicodeDecodeError:
        raise Problem(f"{path}: is not a text file in UTF-8") from None
    except ValueError as problem:
        raise Problem(f"{path}: is not valid TOML: {problem}") from None
    for key in document:
        if key not in KEYS:
            raise Problem(f"{path}: {key!r} is unknown; a tuning has: {', '.join(KEYS)}")
    if isinstance(document.get("data"), str):
        document["data"] = str(path.parent / document["data"])
    return document


def brief(document: Mapping[str, Any]) -> Brief:
    """Check a document, and make a brief of it."""
    game = _game(document)
    base = game.check_options(_table(document, "set"))
    usual = document.get("players") or [game.check_players(None)]
    players = [usual] if isinstance(usual, int) else list(usual)
    for number in players:
        game.check_players(number)
    cheap = document.get("cheap") or ("random" if game.greedy is None else "greedy")
    bot = document.get("bot") or cheap
    for name in (cheap, bot):
        if name not in bots.names() and ":" not in name and "." not in name:
            raise bots.unknown(name)
        check(name, game)
    seed = document.get("seed", 1)
    if not isinstance(seed, int) or not 0 <= seed < LARGEST_SEED:
        raise Problem(f"a seed for a tuning is a whole number from 0 to {LARGEST_SEED - 1}, not {seed!r}")
    goals = _goals(document.get("goals", []), game, players)
    space = _space(game, _table(document, "change"), base)
    budget = Budget.read(_table(document, "budget"))
    kept = {
        "version": __version__,
        "game": game.ref.name,
        "ruleset": game.rules.RULESET,
        "deck": game.fingerprint,
        "goals": [[goal.text, goal.players] for goal in goals],
        "change": {dial.name: list(dial.values) for dial in space.dials},
        "deck steps": space.most_steps,
        "set": dict(base),
        "bots": [cheap, bot],
        "policies": _policies(game, {cheap, bot, *(name for goal in goals for name in goal.bots)}),
        "seed": seed,
        "budget": asdict(replace(budget, confirm=0, compare=0, shown=0)),
    }
    return Brief(game, tuple(goals), space, bot, cheap, budget, seed, kept)


def _policies(game: Game, names: set[str]) -> dict[str, dict[str, float]]:
    """The settings of our bots, which may change with the version; games of other settings do not fit."""
    found = {name: policy_of(name, game) for name in sorted(names)}
    return {
        name: {setting: getattr(policy, setting) for setting in policy.fields}
        for name, policy in found.items()
        if policy is not None
    }


def _game(document: Mapping[str, Any]) -> Game:
    name = document.get("game")
    if not isinstance(name, str):
        raise Problem('a tuning needs a game: game = "NAME"')
    deck = document.get("data")
    return registry.load(name, None if deck is None else Deck.read(Path(deck)))


def _table(document: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = document.get(name, {})
    if not isinstance(found, dict):
        raise Problem(f"[{name}] must be a table, not {found!r}")
    return found


def _goals(texts: Sequence[object], game: Game, players: Sequence[int]) -> list[Goal]:
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Problem('goals must be a list of texts, such as goals = ["40..50 decisions"]')
    if not texts:
        raise Problem("there is nothing to aim for: say what you want, such as “40..50 decisions” (see --help)")
    return [goal for text in texts for goal in read_goal(str(text), game, players)]


def _space(game: Game, change: Mapping[str, Any], base: Mapping[str, Any]) -> Space:
    said = dict(change) or dict.fromkeys(parameters_of(game), True)
    most = said.pop(DECK, 0)
    if not isinstance(most, int) or isinstance(most, bool) or most < 0:
        raise Problem(f"deck must be the number of changes of the deck that may be combined, not {most!r}")
    steps = deck_changes(game) if most else {}
    if most and not steps:
        raise Problem(f"{game.title} declares no neighbouring decks, so its deck cannot be searched")
    if not said and not steps:
        options = ", ".join(option.name for option in game.options) or "none"
        raise Problem(f"{game.title} has no parameters: say what may change (its options: {options})")
    dials = tuple(read_dial(game, name, values, base) for name, values in said.items())
    return Space(game, dials, base, steps, most)
