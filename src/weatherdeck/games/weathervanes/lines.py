"""The log of Weathervanes, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from ..events import Event
from ..lines import Line, Tone, marked, signed
from . import rules
from .rules import CORNERS, PLACE_OF, SUIT
from .words import PLACE_NAMES, SUIT_NAMES, card_name, points_for_cards, text


def line(event: Event, names: Sequence[str]) -> Line | None:
    """An event in the log; None if it needs no line."""
    e = event
    seat = e.numbers.get("seat")
    who = names[seat] if seat is not None else ""
    match e.name:
        case "dealt":
            begins = f"Round {e['round'] + 1}"
            each = f"{e['cards']} cards each"
            left = f", {e['aside']} left over" if e["aside"] else ""
            return Line(each + left, tag="Deal", tone="draw", banner=f"{begins}: {each}", heading=begins)
        case "led":
            suit = SUIT_NAMES[SUIT[e["card"], e["corner"]]]
            number = card_name(e["card"])
            banner = f"{who} leads {number}, {suit}"
            return Line(f"{_played(e)} leads, {suit}", seat, banner=banner, heading="Trick #")
        case "followed":
            return Line(_played(e), seat, banner=f"{who} follows with {card_name(e['card'])}")
        case "discarded":
            suit = SUIT_NAMES[SUIT[e["card"], e["corner"]]]
            return Line(f"{_played(e)} as {suit}: cannot follow", seat, banner=f"{who} discards {card_name(e['card'])}")
        case "won":
            banner = f"{who} wins with {card_name(e['card'])}"
            return Line(f"{who}, with {_card(e)}", tag="Won", tone="won", banner=banner)
        case "took" if e["from"] != seat:  # where their own card goes says enough
            whose = f"{names[e['from']]}’s Display"
            return Line(f"{_card(e)} from {whose}", seat, banner=f"{who} rakes up the {card_name(e['card'])}")
        case "placed":
            return _placed(e, seat, who)
        case "scored":
            return _scored(e, seat, who)
        case "passed_tokens":
            passed = "each moves one seat left"
            return Line(passed, tag="Tokens", tone="power", banner="The Bonus Tokens move one seat left")
    return None


def _card(e: Event) -> str:
    return marked(card_name(e["card"]))


def _played(e: Event) -> str:
    """A card as it lies in the trick: with the suit at the centre."""
    return marked(text(e["card"] * CORNERS + e["corner"]), card_name(e["card"]))


def _placed(e: Event, seat: int | None, who: str) -> Line:
    number = card_name(e["card"])
    if e["cell"] == rules.MIDDLE:
        return Line(f"{_card(e)} starts a tableau", seat, banner=f"{who} starts a tableau with {number}")
    place = PLACE_NAMES[PLACE_OF[e["cell"]]]
    return Line(f"{_card(e)} to the {place}", seat, banner=f"{who} places {number} {place}")


def _scored(e: Event, seat: int | None, who: str) -> Line:
    points, cards = e["points"], points_for_cards(e)
    outer = f" + {e['matches']} outer" if e["matches"] else ""
    token = f" + {e['bonus']} token" if e["bonus"] else ""
    total = signed(points)
    sign = "−" if points < 0 else ""
    worth = f"{sign}({cards}{outer}{token})" if sign and (outer or token) else f"{sign}{cards}{outer}{token}"
    tone: Tone = "loss" if points < 0 else "gain"
    return Line(f"tableau of {e['cards']}: {worth}", seat, total, tone, f"{total} for {who}: {worth}")
