"""How strong a level is, in the terms of somebody who plays against it: a sentence such as "beats a good club player
four times in five".

The figures are data: `strengths.json` in the folder of a game, with one entry for each number of players and level,
measured with the shipped deck and the usual options. A game without this file is described without figures.

    {"format": "weatherdeck strengths 1",
     "strengths": [{"game": "my-game", "players": 2, "level": "expert", "network": "f1992785...", "deals": 1000,
                    "result": [0.81, 0.79, 0.83], "gain": [0.31, 0.29, 0.33]}]}

`result`   the mean and its 95% confidence interval, in what the game's contest counts. It is the chance of winning of
           one seat of the level among `club` players, over all seats. In a cooperative game it is the team's score,
           with the level in all seats.
`gain`     the same, compared with `club` in the same seats on the same deals (where one victory is shared out, with a
           fair share)
`network`  the fingerprint of the network that the level played by; null if it used none

`make strength` writes the files of our games with `write_strengths`. An entry counts only while
the level plays by that network.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..errors import Problem
from ..games.game import Game
from ..games.numerals import in_words
from ..games.reference import GameRef
from .evidence import Estimate
from .levels import LEVELS

FORMAT = "weatherdeck strengths 1"
FILE = "strengths.json"

RARE = 1 / 6
"""Below this a share is told as one in so many, since people compare small shares by their ratio."""
RATIOS = (*range(6, 11), 12, 15, 20, 30, 50)
"""These are the numbers that are used for it,"""
ALMOST_NEVER = 1 / 80
"""and below this it is not counted."""
PARTS = (2, 3, 4, 5, 8, 10, 20)
"""Denominators of other fractions,"""
CLOSE = (0.015, 0.026)
"""and how far a fraction may be from the share that it stands for: the first that is close, else close enough."""
UNSURE = 0.1
"""Half the width of an interval from which on a share is given as a range,"""
UNSURE_POINTS = 1.0
"""and a score."""


class StrengthsError(Problem):
    """Figures that cannot be used. The message says which."""


@dataclass(frozen=True)
class Strength:
    """How strong a level is in a game with some number of players. The docstring of this module says what is meant."""

    game: str
    players: int
    level: str
    deals: int
    result: tuple[float, float, float]  # mean, low and high
    gain: tuple[float, float, float]
    network: str | None = None

    @classmethod
    def measured(cls, game: Game, players: int, level: str, result: Estimate, gain: Estimate, deals: int) -> Strength:
        """The figures of a level as it plays now, with the shipped deck and the usual options."""
        network = network_of(level, game, game.new_state(players))
        return cls(game.name, players, level, deals, _rounded(result), _rounded(gain), network)

    @property
    def of_club(self) -> float:
        """The mean result of `club` in the same seats."""
        return self.result[0] - self.gain[0]


# ---------------------------------------------------------------- the file
def path_of(game: Game) -> Path:
    """The file of a game, which may not be there."""
    return Path(str(game.package.__file__)).parent / FILE


def write_strengths(path: Path, strengths: Iterable[Strength]) -> None:
    """Write figures, checked and in a fixed order, one entry per line."""
    ordered = sorted(strengths, key=lambda one: (one.game, one.players, [*LEVELS, one.level].index(one.level)))
    rows = [asdict(one) for one in ordered]
    _checked({"format": FORMAT, "strengths": json.loads(json.dumps(rows))}, str(path))
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    path.write_text(f'{{\n "format": {json.dumps(FORMAT)},\n "strengths": [\n{lines}\n ]\n}}\n', encoding="utf-8")


def read_strengths(path: Path) -> list[Strength]:
    """Read figures; StrengthsError if there is something wrong with them."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise StrengthsError(f"{path} cannot be read: {problem}") from None
    return _checked(document, str(path))


def _checked(document: Any, source: str) -> list[Strength]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise StrengthsError(f"{source} does not have the format {FORMAT!r}")
    found: dict[tuple[str, int, str], Strength] = {}
    for row in document.get("strengths", []):
        try:
            one = Strength(**{**row, "result": tuple(row["result"]), "gain": tuple(row["gain"])})
        except (TypeError, KeyError) as problem:
            raise StrengthsError(f"{source} has an entry with other fields than expected ({problem}): {row}") from None
        for flaw in _flaws(one):
            raise StrengthsError(f"{source}: {one.level} in {one.game} with {one.players} players: {flaw}")
        key = one.game, one.players, one.level
        if key in found:
            raise StrengthsError(f"{source} has two entries for {one.level} in {one.game} with {one.players} players")
        found[key] = one
    return list(found.values())


def _flaws(one: Strength) -> Iterable[str]:
    if one.level not in LEVELS:
        yield f"the levels are {', '.join(LEVELS)}"
    if type(one.players) is not int or type(one.deals) is not int or one.deals < 2:
        yield "players and deals are whole numbers, with at least two deals"
    for name, numbers in (("result", one.result), ("gain", one.gain)):
        if [type(number) in (int, float) for number in numbers] != [True] * 3:
            yield f"{name} is a mean with the ends of its interval, not {numbers}"
        elif not numbers[1] <= numbers[0] <= numbers[2]:
            yield f"the mean of {name} is not within its interval: {numbers}"


def _rounded(estimate: Estimate) -> tuple[float, float, float]:
    return round(estimate.mean, 4), round(estimate.low, 4), round(estimate.high, 4)


# ---------------------------------------------------------------- which figures apply
@cache
def shipped(ref: GameRef) -> dict[tuple[int, str], Strength]:
    """The figures that come with a game, by number of players and level. With another deck there are none."""
    game = ref.load()
    if game.deck is not None or not path_of(game).exists():
        return {}
    return {(one.players, one.level): one for one in read_strengths(path_of(game)) if one.game == game.name}


def network_of(level: str, game: Game, state: Any) -> str | None:
    """The fingerprint of the network that a level plays by with the players and options of a state."""
    plays_by = LEVELS[level].here(game, state).policy
    return game.network.fingerprint if game.network is not None and plays_by in ("network", "network search") else None


def strength_of(name: str | None, game: Game, state: Any) -> Strength | None:
    """The figures for a level with the deck, players and options of a state; None where it was not measured so."""
    found = shipped(game.ref).get((int(state.players), name or ""))
    if found is None or found.network != network_of(found.level, game, state):
        return None
    usual = all(getattr(state, option.name) == option.encode(option.default) for option in game.options)
    return found if usual else None


# ---------------------------------------------------------------- in words
def strength_said(name: str | None, game: Game, state: Any) -> str | None:
    """What somebody meets who plays against a level, in words; None where it was not measured well enough."""
    found = strength_of(name, game, state)
    return None if found is None or not tells(found, game) else said(found, game)


def described(name: str, game: Game, state: Any) -> str:
    """A level with the deck, players and options of a state: how strong it is, where that is known, and how it plays.

    The first letter is small, as in the help of levels, and there is no full stop at the end.
    """
    level = LEVELS[name].here(game, state)
    met = strength_said(name, game, state)
    return level.help if met is None else f"{met}. {level.help[0].upper()}{level.help[1:]}"


def said(strength: Strength, game: Game) -> str:
    """A strength in words, with a small first letter and no full stop."""
    if game.contest.pairing == "team":
        return _of_a_team(strength, game)
    if game.contest.pairing == "sides":
        return _of_a_side(strength)
    if strength.level == "club":
        return "the good club player that the other levels are measured against"
    return _among_rivals(strength)


def _among_rivals(strength: Strength) -> str:
    mean, low, high = strength.result
    others = strength.players - 1
    club = "a good club player" if others == 1 else f"{in_words(others)} good club players"
    if _is_level(strength):
        return "about as strong as a good club player"
    if (high - low) / 2 > UNSURE:
        return f"wins between {low:.0%} and {high:.0%} of games against {club}"
    if others == 1:
        return f"beats {club} {often(mean, 'time')}" if mean > 0.5 else f"loses to {club} {often(1 - mean, 'time')}"
    return f"wins {often(mean, 'game')} against {club}; a fair share is {often(1 / strength.players)}"


def _of_a_side(strength: Strength) -> str:
    mean, low, high = strength.result
    if strength.level == "club":
        return f"wins {mean:.0%} of games, over all roles"
    if _is_level(strength):
        return "wins about as often as a good club player"
    if (high - low) / 2 > UNSURE:
        return f"wins between {low:.0%} and {high:.0%} of games; a good club player wins {strength.of_club:.0%}"
    return f"wins {mean:.0%} of games where a good club player wins {strength.of_club:.0%}"


def _of_a_team(strength: Strength, game: Game) -> str:
    mean, low, high = strength.result
    unit = game.contest.unit
    team = f"{in_words(strength.players)} of them"
    if unit.name != "points":
        return f"{team} reach {unit.text(mean)} as a team"
    if (high - low) / 2 > UNSURE_POINTS:
        scored = f"{team} score between {low:.0f} and {high:.0f} points as a team"
    else:
        scored = f"{team} score about {mean:.0f} points as a team"
    same = strength.level == "club" or round(mean) == round(strength.of_club)
    return scored if same else f"{scored}; good club players score about {strength.of_club:.0f}"


def tells(strength: Strength, game: Game) -> bool:
    """Whether a measurement is good enough to be told: it compares the level with a club player, or gives a score."""
    _, low, high = strength.gain
    return game.contest.pairing == "team" or not low <= 0 <= high or (high - low) / 2 <= UNSURE / 2


def _is_level(strength: Strength) -> bool:
    """Whether the measurement cannot tell it from a club player."""
    return strength.gain[1] <= 0 <= strength.gain[2]


def often(share: float, noun: str = "") -> str:
    """A share as a fraction that people say: `four times in five`, `two games in three`, `one in four`."""
    least = min(share, 1 - share)
    if least < ALMOST_NEVER:
        return f"almost {'every' if share > 0.5 else 'no'} {noun}"
    if least < RARE:
        parts = min(RATIOS, key=lambda ratio: abs(math.log(ratio * least)))
        hits = 1 if share < 0.5 else parts - 1
    else:
        fractions = [(round(share * parts), parts) for parts in PARTS]
        hits, parts = next(
            (hits, parts) for close in CLOSE for hits, parts in fractions if abs(hits / parts - share) <= close
        )
    counted = f"{_number(hits, parts)} {noun if hits == 1 else noun + 's'}" if noun else _number(hits, parts)
    return f"{counted} in {_number(parts, parts)}"


def _number(n: int, parts: int) -> str:
    return in_words(n) if parts <= 10 or n == 1 else str(n)


__all__ = [
    "FILE",
    "Strength",
    "StrengthsError",
    "described",
    "network_of",
    "often",
    "path_of",
    "read_strengths",
    "said",
    "strength_of",
    "strength_said",
    "tells",
    "write_strengths",
]
