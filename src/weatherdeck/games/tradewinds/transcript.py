"""Tradewinds in transcripts: the deal, each Single turned up, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..entries import list_of, number_below
from ..events import Event
from . import rules
from .rules import COPIES, COVERING, NONE, PILES, SEATS, State
from .words import LETTERS, SIDES, parse, text, texts

DEAL = ("first", "completes", "true", "hands", "tops")


def chance(s: State, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The deal, or the Singles that were turned up."""
    if any(event.name == "dealt" for event in events):
        return [{"deal": _deal(s)}]
    return [{"chance": {"flip": [e["pile"], LETTERS[e["single"]]]}} for e in events if e.name == "flipped"]


def _deal(s: State) -> dict[str, Any]:
    completes = sorted((complete for complete in s.covering if complete != NONE), key=text)
    sides = [rules.true_sides(s, complete) for complete in completes]
    return {
        "first": s.to_move,
        "completes": [text(complete) for complete in completes],
        "true": [[bool(of_one >> seat & 1) for seat in range(SEATS)] for of_one in sides],
        "hands": [texts(hand) for hand in s.hand],
        "tops": [LETTERS[single] for single in s.top],
    }


def force(s: State, events: Sequence[Event], entries: Sequence[Mapping[str, Any]]) -> None:
    """Deal, or turn up, as the transcript says."""
    if any(event.name == "dealt" for event in events):
        (entry,) = entries
        _force_deal(s, entry.get("deal"))
    else:
        _force_flips(s, [event["pile"] for event in events if event.name == "flipped"], entries)


# ---------------------------------------------------------------- the deal
def _force_deal(s: State, deal: object) -> None:
    if not isinstance(deal, dict) or set(deal) != set(DEAL):
        raise ValueError(f"expected a deal with {', '.join(DEAL)}")
    _force_first(s, deal["first"])
    _force_covering(s, deal["completes"], deal["true"])
    _force_hands(s, deal["hands"])
    _force_tops(s, deal["tops"])


def _force_first(s: State, first: object) -> None:
    seat = number_below(first, SEATS, "first")
    if s.first not in (NONE, seat):
        raise ValueError(f"the option first says that seat {s.first} ({SIDES[s.first]}) begins, not {seat}")
    s.to_move = seat


def _force_covering(s: State, completes: object, true: object) -> None:
    covering = _completes(completes, s.completes_laid, "completes")
    seen = 0
    for complete in covering:
        if seen & rules.SHOWN[complete]:
            raise ValueError(f"{', '.join(map(text, covering))} do not cover: a characteristic is on two of them")
        seen |= rules.SHOWN[complete]
    scoring = [0] * SEATS
    sides = list_of(true, s.completes_laid, "true")
    for complete, of_one in zip(covering, sides, strict=True):
        for seat, is_true in enumerate(list_of(of_one, SEATS, f"true of {text(complete)}")):
            if not isinstance(is_true, bool):
                raise ValueError(  # noqa: TRY004  # the contract of `force`: whatever is wrong is a ValueError
                    f"expected true or false on each side of {text(complete)}, not {is_true!r}"
                )
            if is_true:
                scoring[seat] |= rules.SHOWN[complete]
    trues = sum(of_one.count(True) for of_one in sides)
    cards = SEATS * s.completes_laid
    if trues > s.trues or cards - trues > s.falses:
        raise ValueError(f"there are {s.trues} True and {s.falses} False cards: {trues} True of {cards} cannot be")
    s.covering[:] = [NONE] * COVERING
    for complete in covering:
        s.covering[complete // 9] = complete  # by pattern
    s.scoring[:] = scoring


def _force_hands(s: State, hands: object) -> None:
    out = rules.covering_set(s)
    for seat, hand in enumerate(list_of(hands, SEATS, "hands")):
        s.hand[seat] = 0
        for complete in _completes(hand, s.cards_dealt, f"the hand of seat {seat}"):
            if out >> complete & 1:
                raise ValueError(f"{text(complete)} is dealt twice: there is one of each Complete")
            out |= 1 << complete
            s.hand[seat] |= 1 << complete


def _force_tops(s: State, tops: object) -> None:
    for c in range(1, rules.DIGITS):
        s.unseen[c] = COPIES
    for pile, letter in enumerate(list_of(tops, PILES, "tops")):
        s.top[pile] = _draw(s, letter)


# ---------------------------------------------------------------- turning up
def _force_flips(s: State, piles: Sequence[int], entries: Sequence[Mapping[str, Any]]) -> None:
    for pile in piles:  # what our generator turned up goes back among the unseen
        s.unseen[s.top[pile]] += 1
    for pile, entry in zip(piles, entries, strict=True):
        event = entry.get("chance")
        flip = event.get("flip") if isinstance(event, dict) and set(event) == {"flip"} else None
        if not isinstance(flip, list) or len(flip) != 2:
            raise ValueError('expected a chance like {"flip": [4, "R"]}')
        if number_below(flip[0], PILES, "the pile of a flip") != pile:
            raise ValueError(f"flip: expected pile {pile}, found {flip[0]}")
        s.top[pile] = _draw(s, flip[1])


def _draw(s: State, letter: object) -> int:
    """A Single, out of those that nobody has seen."""
    if not isinstance(letter, str) or len(letter) != 1 or letter not in LETTERS[1:]:
        raise ValueError(f"expected a Single, one of {' '.join(LETTERS[1:])}, not {letter!r}")
    single = LETTERS.index(letter)
    if s.unseen[single] == 0:
        raise ValueError(f"there are {COPIES} Singles {letter}, and all of them have been turned up already")
    s.unseen[single] -= 1
    return single


def result(s: State) -> dict[str, Any]:
    """The common score, and whether it wins."""
    return {"score": s.score, "won": rules.won(s)}


# ---------------------------------------------------------------- reading
def _completes(value: object, size: int, what: str) -> list[int]:
    words = list_of(value, size, what)
    if not all(isinstance(word, str) for word in words):
        raise ValueError(f"expected Completes like FRC in {what}, not {words}")
    completes = [parse(word) for word in words]
    if words != sorted(set(words)):
        raise ValueError(f"expected {what} in the order of the alphabet, each once, not {', '.join(words)}")
    return completes
