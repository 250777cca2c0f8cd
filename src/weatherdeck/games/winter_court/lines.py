"""The log of Winter Court, line by line; each turn has a heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..events import Event
from ..lines import Line, marked
from .notation import LETTERS, card_name, card_text, member_name


def line(event: Event, names: Sequence[str]) -> Line | None:
    """An event in the log; None if it needs no line."""
    seat = event.numbers.get("seat")
    if seat is None:
        return _unowned(event, names)
    who = names[seat]
    found = _play(event, seat, who) or _power_or_draw(event, seat, who)
    return found and replace(found, heading=f"{who}’s turn")


def _unowned(e: Event, names: Sequence[str]) -> Line | None:
    if e.name == "dealt":
        first, second = names[e["first"]], names[1 - e["first"]]
        hands = f"{first} begins, with {e['cards']} cards; {second} has {e['other_cards']}"
        return Line(hands, tag="Deal", tone="draw", banner=f"{first} begins")
    if e.name == "exhausted":
        return Line("the draw pile is empty", tag="Draw", tone="draw", banner="The draw pile is empty")
    return None


def _play(e: Event, seat: int, who: str) -> Line | None:
    member = member_name(e["member"]) if "member" in e.numbers else ""
    match e.name:
        case "played":
            return Line(f"{_card(e)} on {_member(e)}", seat, banner=f"{who} plays {_name(e)} on {member}")
        case "boosted":
            return Line(f"{_card(e)} as a boost", seat, banner=f"{who} boosts with {_name(e)}")
        case "made" if e["fool"]:
            return Line(f"{e['total']} goes below {e['beaten']}", seat, banner=f"{e['total']} goes below {e['beaten']}")
        case "made" if e["beaten"]:
            return Line(f"{e['total']} beats {e['beaten']}", seat, banner=f"{e['total']} beats {e['beaten']}")
        case "shifted" if e["claimed"]:
            return Line(f"{who}: {_member(e)}", tag="Claimed", tone="won", banner=f"{who} claims {member}")
        case "shifted":
            home = f"{member[0].upper()}{member[1:]} goes back to its tile"
            return Line(f"{_member(e)}, back to its tile", tag="Freed", tone="loss", banner=home)
        case "held":
            return Line(f"{who}: {_member(e)}", tag="Kept", tone="won", banner=f"{who} keeps {member}")
    return None


def _power_or_draw(e: Event, seat: int, who: str) -> Line | None:
    match e.name:
        case "returned":
            banner = f"{who} returns {member_name(e['member'])}"
            return Line(f"{_member(e)} returned", tag="Power", tone="power", banner=banner)
        case "added":
            return Line(f"adds {_card(e)}", tag="Power", tone="power", banner=f"{who} adds {_name(e)}")
        case "called_wizard":
            return Line("a second play", tag="Power", tone="power", banner=f"{who} will make a second play")
        case "took":
            old = f"{_card(e)} from the discard pile"
            return Line(old, tag="Power", tone="power", banner=f"{who} takes back {_name(e)}")
        case "removed":
            gone = f"{_card(e)} discarded from {_member(e)}"
            return Line(gone, tag="Power", tone="power", banner=f"{_name(e)} is discarded")
        case "passed":
            return Line("a pass", seat, banner=f"{who} passes")
        case "declined":
            return Line("no card", tag="Draw", tone="draw", banner=f"{who} draws no card")
        case "drew":
            known = e.numbers["card"] is not None
            what = _card(e) if known else "a card"
            return Line(what, tag="Draw", tone="draw", banner=f"{who} draws {_name(e) if known else 'a card'}")
        case "discarded":
            return Line(f"{_card(e)} discarded, one kept", tag="Draw", tone="draw", banner=f"{who} discards {_name(e)}")
    return None


def _card(e: Event) -> str:
    return marked(card_text(e["card"]), card_name(e["card"]))


def _name(e: Event) -> str:
    return card_name(e["card"])


def _member(e: Event) -> str:
    return marked(LETTERS[e["member"]], member_name(e["member"]))
