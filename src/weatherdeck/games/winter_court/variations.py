"""What a designer may try in Winter Court: another status, exchanged suits or powers, and powers that are forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from ..variations import DeckStep, Power
from .court import HIGHEST_STATUS, LETTERS, ROYALS, Letter
from .rules import (
    A_BOOST,
    A_CHARLATAN,
    A_COMMIT,
    A_FOOL,
    A_KNIGHT,
    A_LOVER,
    A_MATCHMAKER,
    A_PASS1,
    A_SAGE,
    A_STEWARD,
    A_WIZARD,
)

POWERS = (
    Power("the Fool's power", A_FOOL, A_KNIGHT),
    Power("the Knight's power", A_KNIGHT, A_LOVER),
    Power("the Lover's power", A_LOVER, A_MATCHMAKER),
    Power("the Matchmaker's power", A_MATCHMAKER, A_BOOST),
    Power("boosts", A_BOOST, A_COMMIT),
    Power("the Steward's power", A_STEWARD, A_SAGE),
    Power("the Sage's power", A_SAGE, A_CHARLATAN),
    Power("the Charlatan's power", A_CHARLATAN, A_WIZARD),
    Power("the Wizard's power", A_WIZARD, A_PASS1),
)


def neighbours(values: Mapping[str, Any]) -> Iterator[DeckStep]:
    """Each status one higher and one lower; the suits, and the powers, of neighbours exchanged.

    Every suit sways three members (WC-2), so that a member can only exchange its suits.
    """
    court: Mapping[str, Mapping[str, Any]] = values["court"]
    for letter in LETTERS:
        member = court[letter]
        for step, word in ((1, "higher"), (-1, "lower")):
            status = member["status"] + step
            if 1 <= status <= HIGHEST_STATUS:
                changed = {letter: {**member, "status": status}}
                yield _step(f"the status of the {member['name']} one {word}", values, changed)
    for first, second in pairwise(LETTERS):
        one, other = court[first], court[second]
        names = f"the {one['name']} and the {other['name']}"
        if sorted(one["suits"]) != sorted(other["suits"]):
            exchanged = {first: {**one, "suits": other["suits"]}, second: {**other, "suits": one["suits"]}}
            yield _step(f"{names} exchange their suits", values, exchanged)
        if first not in ROYALS and second not in ROYALS:
            exchanged = {first: {**one, "power": other["power"]}, second: {**other, "power": one["power"]}}
            yield _step(f"{names} exchange their powers", values, exchanged)


def _step(name: str, values: Mapping[str, Any], members: Mapping[Letter, Any]) -> DeckStep:
    return DeckStep(name, {**values, "court": {**values["court"], **members}})
