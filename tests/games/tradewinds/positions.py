"""Positions of Tradewinds for tests, written as one would draw them.

A board is three rows of three piles, each from the bottom up: `x` for a card that lies face down, a letter for one
whose face was seen; `.` is a gap. So `xxxC` is a pile as it is dealt, and `xBF` has Filled on a covered Blue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weatherdeck.games.events import Event
from weatherdeck.games.tradewinds import GAME, rules, words
from weatherdeck.games.tradewinds.board import face_up
from weatherdeck.games.tradewinds.rules import COPIES, DIGITS, LINE, PILES, SEATS, State
from weatherdeck.games.tradewinds.words import LETTERS, parse
from weatherdeck.kernel import listening, new_rng

RULEBOOK = {"FGC": "EW", "HRT": "EW", "PBS": "NE"}
"""The covering Completes of the rulebook's first picture, and the sides with a True."""
GENEROUS = {"FGC": "NESW", "HRT": "NESW", "PBS": "EW"}
"""All ten Trues are on the table."""


def position(
    board: str,
    *,
    to_move: int = rules.NORTH,
    card: str | None = None,
    true: dict[str, str] = RULEBOOK,
    unseen: str | None = None,
    open_hands: bool = False,
) -> State:
    """A game before its first turn, but with this board; the seat to move holds the card.

    The Singles that lie neither open nor covered are unseen: those named, or all. What is left North has collected.
    """
    s: State = GAME.new_state(options={"open_hands": open_hands})
    s.to_move = to_move
    s.covering[:] = sorted(parse(complete) for complete in true)
    for complete, sides in true.items():
        for side in sides:
            s.scoring["NESW".index(side)] |= rules.SHOWN[parse(complete)]
    for pile, cards in enumerate(board.split()):
        s.down[pile] = cards.count("x")
        for letter in cards.strip("x."):
            rules.lay(s, pile, LETTERS.index(letter))
    for c in range(1, DIGITS):
        left = COPIES - sum(face_up(s, pile).count(c) for pile in range(PILES))
        s.unseen[c] = left if unseen is None else unseen.count(LETTERS[c])
        s.collected[rules.NORTH, c] = left - s.unseen[c]
    assert sum(s.unseen) == sum(s.down), "name as many unseen Singles as lie face down"
    s.score = sum(scored - deducted for scored, deducted in (words.tally(s, seat) for seat in range(SEATS)))
    _deal(s, card)
    assert GAME.audit.audit(s) == []
    return s


def _deal(s: State, card: str | None) -> None:
    """Six Completes for each seat, in order; the seat to move gets the card first."""
    left = [complete for complete in range(rules.COMPLETES) if not rules.covering_set(s) >> complete & 1]
    if card is not None:
        left.remove(parse(card))
        left.insert(rules.HAND * s.to_move, parse(card))
    for seat in range(SEATS):
        s.hand[seat] = sum(1 << complete for complete in left[rules.HAND * seat :][: rules.HAND])
        s.hand_size[seat] = rules.HAND


def board(s: State) -> str:
    """The board of a state, as `position` takes it."""
    piles = ["x" * s.down[pile] + "".join(LETTERS[c] for c in face_up(s, pile)) or "." for pile in range(PILES)]
    return " / ".join(" ".join(piles[row : row + LINE]) for row in range(0, PILES, LINE))


def drawn(text: str) -> str:
    """A board written over three lines, as `board` gives it."""
    piles = text.split()
    return " / ".join(" ".join(piles[row : row + LINE]) for row in range(0, PILES, LINE))


def blow(s: State, card: str) -> list[Event]:
    """Only the wind of a card: nothing is discarded or turned up."""
    with listening() as told:
        rules.blow(s, s.to_move, parse(card))
    return [rules.EVENTS.read(one) for one in told]


def turn(s: State, card: str, flips: Sequence[tuple[int, str]] | None = None, seed: int = 1) -> list[Event]:
    """A whole turn; with flips, chance turns up these Singles."""
    with listening() as told:
        rules.apply(s, parse(card), new_rng(seed))
    events = [rules.EVENTS.read(one) for one in told]
    if flips is not None:
        GAME.transcript.force(s, events, [{"chance": {"flip": list(flip)}} for flip in flips])
    return events


def named(events: Sequence[Event], *names: str) -> list[Event]:
    """The events of these names."""
    return [event for event in events if event.name in names]


def flights(events: Sequence[Event]) -> list[tuple[Any, ...]]:
    """The ways of all Singles: letter, from where, over which gaps, onto which pile or to which side for how much."""
    found: list[tuple[Any, ...]] = []
    for e in named(events, "blown", "collected"):
        gaps = [pile for pile in range(PILES) if e["gaps"] >> pile & 1]
        end = (e["onto"],) if e.name == "blown" else ("NESW"[e["seat"]], e["points"])
        found.append((LETTERS[e["single"]], e["pile"], gaps, *end))
    return found
