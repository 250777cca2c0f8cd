"""Goals, as a designer says them: "Darkness wins 45 to 55% at every number of players".

A wish has a quantity, a range and, if it matters, a number of players and who plays:

    WHAT 45..55%            WHAT 45 to 55%         40..50 WHAT
    WHAT at least 60%       WHAT at most 3         WHAT within 0.5 points of fair
    ... at 3 and 4 players  ... at every number of players
    ... by expert           expert beats club ...
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ... import bots
from ...errors import Problem
from ...games.game import Game
from ..playing.players import check
from .quantities import Quantity, find, quantities

NUMBER = r"[-+]?(?:\d+(?:\.\d+)?|\.\d+|half an?|one|an?)"
POINTS = r"(?:percentage[ -]?points?|points?|pp)"
PLAYERS = re.compile(
    r"\b(?:at|with|for)\s+(?:(?P<every>every|each|any|all)\s+(?:number|numbers)\s+of\s+players"
    r"|(?P<numbers>\d+(?:\s*(?:,|and|or|\s)\s*\d+)*)\s+players)",
    re.IGNORECASE,
)
BY = re.compile(r"\b(?:by|among)\s+(?P<bot>[\w.:+-]+?)(?:\s+players)?\s*$", re.IGNORECASE)
BEATS = re.compile(r"^(?:an?\s+)?(?P<one>[\w.:+-]+)\s+beats?\s+(?:an?\s+)?(?P<other>[\w.:+-]+)$", re.IGNORECASE)
NEAR = re.compile(
    rf"\b(?:is\s+|be\s+|wins\s+)?within\s+(?P<by>{NUMBER})\s*(?:%|{POINTS})?\s+(?:of\s+(?:a\s+)?)?"
    rf"(?P<of>fair(?:\s+share)?|half|{NUMBER}\s*%?)",
    re.IGNORECASE,
)
BETWEEN = re.compile(
    rf"\b(?:between\s+)?(?<![\w.])(?P<low>{NUMBER})\s*%?\s*(?:\.\.|…|–|-|\bto\b|\band\b)\s*(?P<high>{NUMBER})(?P<unit>\s*%)?",
    re.IGNORECASE,
)
LEAST = re.compile(
    rf"(?:\bat\s+least|\bno\s+less\s+than|>=|≥)\s*(?P<at>{NUMBER})(?P<unit>\s*(?:%|{POINTS}))?(?P<fair>\s+(?:from|of|above|below)\s+fair)?",
    re.IGNORECASE,
)
MOST = re.compile(
    rf"(?:\bat\s+most|\bno\s+more\s+than|<=|≤)\s*(?P<at>{NUMBER})(?P<unit>\s*(?:%|{POINTS}))?(?P<fair>\s+(?:from|of|above|below)\s+fair)?",
    re.IGNORECASE,
)
FORMS = "“WHAT 45..55%”, “WHAT at least 60%”, “WHAT at most 3” or “WHAT within 0.5 points of fair”"


@dataclass(frozen=True)
class Range:
    """Where a figure should lie."""

    low: float = -math.inf
    high: float = math.inf

    @property
    def middle(self) -> Range:
        """Its middle half; a range with one end is left as it is."""
        margin = (self.high - self.low) / 4
        return Range(self.low + margin, self.high - margin) if math.isfinite(margin) else self


@dataclass(frozen=True)
class Goal:
    """A figure at one number of players, and the range in which it should be."""

    quantity: Quantity
    range: Range
    players: int
    bots: tuple[str, ...] = ()  # who plays; nobody named: the bots of the study
    text: str = ""  # as it was said

    @property
    def is_mixed(self) -> bool:
        """Whether different bots meet."""
        return len(set(self.bots)) > 1

    @property
    def name(self) -> str:
        """What is measured, and where."""
        who = f", by {self.bots[0]}" if self.bots and not self.is_mixed else ""  # else the quantity says who
        return f"{self.quantity.label}{who}, {self.players} players"

    def miss(self, value: float) -> float:
        """How far a figure is from the range: percentage points for shares, else percent of the nearer end."""
        return float(self.misses(np.array([value]), self.range)[0])

    def misses(self, values: npt.NDArray[np.float64], wanted: Range | None = None) -> npt.NDArray[np.float64]:
        """The same for many figures, by default from the middle half of the range.

        That is what a search aims at, so that what it finds can be confirmed: an interval around a figure at the end
        of the range never is in it. What was never seen counts as far off.
        """
        low, high = (wanted.low, wanted.high) if wanted else (self.range.middle.low, self.range.middle.high)
        distance = 100 * np.maximum(0.0, np.maximum(low - values, values - high))
        if not self.quantity.is_share:
            end = np.abs(np.where(values < low, low, high))
            distance = distance / np.where(np.isfinite(end), np.maximum(end, 1.0), 1.0)
        found: npt.NDArray[np.float64] = np.nan_to_num(distance, nan=100.0)
        return found

    @property
    def wanted(self) -> str:
        """The range, in words."""
        low, high = (self._end(end) for end in (self.range.low, self.range.high))
        if math.isinf(self.range.low):
            return f"at most {high}"
        return f"at least {low}" if math.isinf(self.range.high) else f"{low} to {high}"

    def _end(self, value: float) -> str:
        if math.isinf(value):
            return ""
        sign = "+" if self.quantity.from_fair else ""
        unit = (" points" if self.quantity.from_fair else "%") if self.quantity.is_share else ""
        return f"{round(value * (100 if self.quantity.is_share else 1), 6):{sign}g}{unit}"


def read_goal(text: str, game: Game, players: Sequence[int]) -> list[Goal]:
    """The goals in a text, one for each number of players; `players` are those of a text that names none."""
    rest = text.strip().rstrip(".")
    numbers: tuple[int, ...] = tuple(players)
    named = PLAYERS.search(rest)
    if named:
        every = named["every"] is not None
        numbers = game.players if every else tuple(int(one) for one in re.findall(r"\d{1,9}", named["numbers"]))
        rest = _without(rest, named)
    for number in numbers:
        game.check_players(number)
    rest, line_up = _line_up(rest, text, game)
    rest, wanted, unit, from_fair = _range(rest, text)
    if not rest:
        raise Problem(f"{text!r} does not say what should be in this range; expected {FORMS}")
    return [_goal(text, game, number, rest, wanted, unit, from_fair, line_up) for number in numbers]


def _goal(
    text: str,
    game: Game,
    players: int,
    what: str,
    wanted: Range,
    is_percent: bool,
    from_fair: bool,
    line_up: tuple[str, ...],
) -> Goal:
    beats = BEATS.match(what)
    if beats:
        return Goal(_duel(game, beats), _scaled(wanted), players, (beats["one"].lower(), beats["other"].lower()), text)
    quantity = find(what, quantities(game, players))
    if from_fair:
        if not quantity.is_win_rate:
            raise Problem(f"{text!r}: only the win rate of a seat or a place in the turn order has a fair share")
        quantity = replace(quantity, from_fair=True)
    if is_percent and not quantity.is_share:
        raise Problem(f"{text!r}: “{quantity.name}” is a number, not a percentage: leave out the % sign")
    return Goal(quantity, _scaled(wanted) if quantity.is_share else wanted, players, line_up, text)


def _duel(game: Game, beats: re.Match[str]) -> Quantity:
    for name in (beats["one"].lower(), beats["other"].lower()):
        if name not in bots.names() and ":" not in name and "." not in name:
            raise bots.unknown(name)
        check(name, game)
    if game.cooperative:
        raise Problem(
            f"{game.title} is cooperative, so no bot beats another: ask for “games won” by each of them, such as "
            f"“games won 40..60% by {beats['one'].lower()}”"
        )
    one, other = beats["one"].lower(), beats["other"].lower()
    return Quantity(f"bot/{one}", f"{one} beats {other}", is_share=True)


def _line_up(rest: str, text: str, game: Game) -> tuple[str, tuple[str, ...]]:
    named = BY.search(rest)
    if named is None:
        return rest, ()
    name = named["bot"].lower()
    if name not in bots.names() and name.removesuffix("s") in bots.names():
        name = name.removesuffix("s")
    if name not in bots.names() and ":" not in name and "." not in name:
        raise Problem(f"{text!r}: {bots.unknown(name)}")
    check(name, game)
    return _without(rest, named), (name,)


def _range(rest: str, text: str) -> tuple[str, Range, bool, bool]:
    """What is left of a text, its range, whether that is in percent, and whether it is about the fair share."""
    near = NEAR.search(rest)
    if near:
        by = _number(near["by"])
        if near["of"].lower().startswith("fair"):
            return _without(rest, near), Range(-by, by), True, True
        is_half = near["of"].lower() == "half"
        middle = 50.0 if is_half else _number(near["of"].rstrip("% "))
        is_percent = is_half or near["of"].endswith("%")
        return _without(rest, near), Range(middle - by, middle + by), is_percent, False
    for pattern, is_least in ((LEAST, True), (MOST, False)):
        found = pattern.search(rest)
        if found:
            wanted = _one_end(_number(found["at"]), is_least, (found["fair"] or "").split()[:1], text)
            return _without(rest, found), wanted, bool(found["unit"]), bool(found["fair"])
    between = BETWEEN.search(rest)
    if between:
        low, high = _number(between["low"]), _number(between["high"])
        if low > high:
            raise Problem(f"{text!r}: the range ends below its start")
        is_percent = bool(between["unit"]) or "%" in between[0]
        return _without(rest, between), Range(low, high), is_percent, False
    raise Problem(f"{text!r} has no range; expected {FORMS}")


def _one_end(at: float, is_least: bool, side: Sequence[str], text: str) -> Range:
    """The range of "at least" or "at most"; `side` is where it lies of the fair share, if it is about that."""
    where = side[0].lower() if side else "above"
    if where == "below":  # at most 1 point below fair is -1 or more
        return Range(high=-at) if is_least else Range(low=-at)
    if where == "above":
        return Range(low=at) if is_least else Range(high=at)
    if is_least:
        raise Problem(f"{text!r}: say whether that is above or below fair")
    return Range(-at, at)


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()]} {text[found.end() :]}".strip(" ,")


def _number(text: str) -> float:
    words = {"a": 1.0, "an": 1.0, "one": 1.0, "half a": 0.5, "half an": 0.5}
    number = words[text.lower()] if text.lower() in words else float(text)
    if not math.isfinite(number):
        raise Problem(f"{text!r} is too large a number")
    return number


def _scaled(wanted: Range) -> Range:
    return Range(wanted.low / 100, wanted.high / 100)
