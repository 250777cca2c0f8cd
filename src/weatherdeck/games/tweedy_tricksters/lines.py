"""The log of Tweedy Tricksters, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from ..events import Event
from ..lines import Line, Tone, marked
from . import rules
from .rules import VALUE
from .words import CARD_TEXTS, SUIT_NAMES, against, card_texts, plural


def line(event: Event, names: Sequence[str]) -> Line | None:
    """An event in the log; None if it needs no line."""
    seat = event.numbers.get("seat")
    who = names[seat] if seat is not None else ""
    return _drafting(event, seat, who, names) or _trick(event, seat, who, names) or _round(event, who, names)


def _drafting(e: Event, seat: int | None, who: str, names: Sequence[str]) -> Line | None:
    match e.name:
        case "dealt":
            begins, market = f"Round {e['round'] + 1}", " ".join(map(marked, card_texts(e["market"])))
            dealer = names[e["dealer"]]
            banner = f"{begins}: {dealer} deals"
            return Line(f"{dealer} deals and turns up {market}", tag="Deal", tone="draw", banner=banner, heading=begins)
        case "drafted":
            return Line(f"{marked(CARD_TEXTS[e['card']])} drafted", seat, banner=f"{who} takes {CARD_TEXTS[e['card']]}")
        case "took_suit":
            suit = SUIT_NAMES[e["suit"]]
            return Line(f"Suit card: {suit}", seat, banner=f"{who} takes the {suit} card")
        case "paired":
            return Line(against(e["pairing"], names), tag="Partners", tone="power", banner=f"{who} makes the partners")
    return None


def _trick(e: Event, seat: int | None, who: str, names: Sequence[str]) -> Line | None:
    match e.name:
        case "led":
            return Line(f"{_value(e)} leads {_card(e)}", seat, banner=f"{who} leads {_value(e)}", heading="Trick #")
        case "followed":
            return Line(f"{_value(e)} {_card(e)}", seat, banner=f"{who} follows with {_value(e)}")
        case "won":
            both, score = f"{who} and {names[e['partner']]}", f"{e['sum']} to {e['against']}"
            tie = ": they did not lead" if e["sum"] == e["against"] else ""
            return Line(f"{both}, {score}{tie}", tag="Won", tone="won", banner=f"{both} win {score}")
        case "leads_next":
            why = {
                rules.HIGHER: "the higher card",
                rules.STAYS: "equal cards, led before",
                rules.NEAREST: "equal cards, next clockwise",
            }[e["why"]]
            return Line(f"next to lead: {why}", seat, banner=f"{who} leads next")
    return None


def _round(e: Event, who: str, names: Sequence[str]) -> Line | None:
    match e.name:
        case "scored":
            tone: Tone = "gain" if e["points"] else "who"
            both = f"{who} and {names[e['partner']]}"
            banner = f"+{e['points']} for {both}"
            return Line(f"{both}: {plural(e['tricks'], 'trick')}", tag=f"+{e['points']}", tone=tone, banner=banner)
        case "target_set":
            target = plural(e["target"], "point")
            return Line(target, tag="Target", tone="power", banner=f"The target is {target}")
        case "passed_dealer":
            return Line(f"{who} deals next", tag="Dealer", tone="draw", banner=f"{who} deals next")
    return None


def _card(e: Event) -> str:
    return marked(CARD_TEXTS[e["card"]])


def _value(e: Event) -> str:
    return f"{SUIT_NAMES[e['suit']]} {VALUE[e['card'], e['suit']]}"
