"""The court of Winter Court, read from its data file and checked (WC-2, WC-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from ..data import Data

Letter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
SuitName: TypeAlias = Literal["Lands", "Might", "Wealth", "Knowledge", "Devotion", "Wit"]
Power: TypeAlias = Literal["fool", "knight", "lover", "matchmaker", "steward", "sage", "charlatan", "wizard"]
LETTERS: tuple[Letter, ...] = get_args(Letter)
ROYALS = "ABCD"
SUITS: tuple[SuitName, ...] = get_args(SuitName)  # in the order of WC-1
MEMBERS_PER_SUIT = 3
POWERS: tuple[Power, ...] = get_args(Power)
HIGHEST_STATUS = 9


@dataclass(frozen=True)
class Member:
    """One member of the court; suits and power are numbers in the lists above, the power of a royal is None."""

    letter: Letter
    name: str
    suits: tuple[int, ...]
    status: int
    power: int | None


def members(data: Data) -> list[Member]:
    """The twelve members, A to L."""
    court = data.table("court", "lists the members A to L")
    for key in court:
        if key not in LETTERS:
            raise data.error(f"there is no member {key!r}: the court is A to L", key)
    found: list[Member] = []
    for letter in LETTERS:
        if letter not in court:
            raise data.error(f"member {letter} is missing: all of A to L are needed", "court")
        found.append(_member(data, letter, court[letter], found))
    for suit, name in enumerate(SUITS):
        swayed = [member.letter for member in found if suit in member.suits]
        if len(swayed) != MEMBERS_PER_SUIT:
            listed = ", ".join(swayed) or "none"
            raise data.error(f"{name} must sway exactly three members, not {len(swayed)} ({listed})", "court")
    return found


def _member(data: Data, letter: Letter, entry: object, others: list[Member]) -> Member:
    if not isinstance(entry, dict):
        raise data.error(f'member {letter} must be like {{ name = "Ruler", suits = ["Lands"], status = 5 }}', letter)
    for key in entry:
        if key not in ("name", "suits", "status", "power"):
            raise data.error(f"member {letter} has {key!r}: expected name, suits, status and power", letter)
    member = Member(
        letter,
        _name(data, letter, entry.get("name")),
        _suits(data, letter, entry.get("suits")),
        _status(data, letter, entry.get("status")),
        _power(data, letter, entry.get("power")),
    )
    for other in others:
        if other.name == member.name:
            raise data.error(f"members {other.letter} and {letter} are both called {member.name}", letter)
        if member.power is not None and other.power == member.power:
            raise data.error(f"{POWERS[member.power]} is the power of {other.letter} and of {letter}", letter)
    return member


def _name(data: Data, letter: str, name: Any) -> str:
    if not isinstance(name, str) or not name.strip():
        raise data.error(f"member {letter} needs a name", letter)
    if not name.strip().isprintable():  # in logs and terminals, it would be taken for something else
        raise data.error(f"member {letter} has a name with characters that cannot be printed", letter)
    return name.strip()


def _suits(data: Data, letter: str, suits: Any) -> tuple[int, ...]:
    if not isinstance(suits, list) or not 1 <= len(suits) <= 2:
        raise data.error(f"member {letter} must have one or two suits", letter)
    for suit in suits:
        if suit not in SUITS:
            raise data.error(f"member {letter} has the suit {suit!r}: suits are {', '.join(SUITS)}", letter)
    if len(set(suits)) < len(suits):
        raise data.error(f"member {letter} has the suit {suits[0]} twice", letter)
    return tuple(sorted(SUITS.index(suit) for suit in suits))


def _status(data: Data, letter: str, status: Any) -> int:
    if not isinstance(status, int) or isinstance(status, bool) or not 1 <= status <= HIGHEST_STATUS:
        raise data.error(f"member {letter} needs a status from 1 to {HIGHEST_STATUS}", letter)
    return status


def _power(data: Data, letter: str, power: Any) -> int | None:
    if letter in ROYALS:
        if power is not None:
            raise data.error(f"member {letter} is a royal and has no power, not {power!r}", letter)
        return None
    if power not in POWERS:
        raise data.error(f"member {letter} needs one of the powers {', '.join(POWERS)}, not {power!r}", letter)
    return POWERS.index(power)
