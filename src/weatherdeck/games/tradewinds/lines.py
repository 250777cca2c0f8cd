"""The log of Tradewinds, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from ..events import Event
from ..lines import Line, Tone, marked, signed
from ..numerals import counted
from .rules import SEATS
from .words import CHARACTERISTICS, LETTERS, PILES, SIDES, complete_name, text, whom


def line(event: Event, names: Sequence[str]) -> Line | None:
    """An event in the log; None if it needs no line. Where each Single lands is seen on the board."""
    e = event
    seat = e.numbers.get("seat")
    who = names[seat] if seat is not None else ""
    match e.name:
        case "dealt":
            return Line(
                f"{counted(e['cards'], 'Complete')} each; {who} begins", tag="Deal", tone="draw", banner=f"{who} begins"
            )
        case "covered":
            return Line(f"{_complete(e)} for {whom(e['true'], names)}", tag="Scores", tone="power")
        case "played" | "played_open":
            toward = SIDES[(e["seat"] + 2) % SEATS].lower()
            banner = f"{who} blows {text(e['complete'])} {toward}"
            return Line(f"{_complete(e)} blows {toward}", seat, banner=banner, heading="Turn #")
        case "collected":
            points = signed(e["points"])
            single = CHARACTERISTICS[e["single"]]
            leaves = f"{_single(e)} leaves at the {SIDES[e['seat']].lower()}"
            tone: Tone = "gain" if e["points"] > 0 else "loss"
            return Line(leaves, seat, points, tone, f"{points} for {who}: {single}")
        case "emptied":
            return Line(f"the {PILES[e['pile']]} pile is empty", tag="Gap", tone="draw")
        case "calmed":
            return Line("nothing moves", seat, banner="Nothing moves")
        case "flipped":
            return Line(f"{_single(e)} on the {PILES[e['pile']]} pile", tag="Turned up", tone="draw")
    return None


def _complete(e: Event) -> str:
    return marked(text(e["complete"]), complete_name(e["complete"]))


def _single(e: Event) -> str:
    return marked(LETTERS[e["single"]], CHARACTERISTICS[e["single"]])
