"""The log of 4 Seasons, line by line.

A token may come before the card that leads, so a trick begins where the last one ended.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..events import Event
from ..lines import Line, marked
from ..numerals import counted, in_words
from .deck import WILD
from .rules import NONE
from .words import ROLE_NAMES, SUIT_NAMES, card_name, card_text, in_points, listed, seats_in, tricks_won

TRICK = "Trick #"
ROLES = "The roles"
SCORES = "The score"


def line(event: Event, names: Sequence[str]) -> Line | None:
    """An event in the log; None if it needs no line."""
    seat = event.numbers.get("seat")
    who = names[seat] if seat is not None else ""
    return (
        _card_played(event, seat, who)
        or _token(event, seat, who, names)
        or _trick(event, seat, who, names)
        or _roles(event, seat, who)
        or _round(event, seat, who, names)
    )


def _card_played(e: Event, seat: int | None, who: str) -> Line | None:
    match e.name:
        case "opens":
            why = (
                f"{_card(e)}, the highest wild in a hand"
                if e["card"] != NONE
                else "left of the dealer, no wild in a hand"
            )
            return Line(f"{why}: first to lead", seat, banner=f"{who} leads first", then=TRICK)
        case "led":
            return Line(f"{_card(e)} leads", seat, banner=f"{who} leads {_name(e)}")
        case "followed":
            return Line(_card(e), seat, banner=f"{who} follows with {_name(e)}")
        case "strayed":
            suit = "wilds" if e["suit"] == WILD else SUIT_NAMES[e["suit"]]
            return Line(f"{_card(e)}: no {suit}", seat, banner=f"{who} has no {suit}: {_name(e)}")
    return None


def _token(e: Event, seat: int | None, who: str, names: Sequence[str]) -> Line | None:
    match e.name:
        case "discarded":
            return Line(f"token Autumn: {_card(e)} to the Pit", seat, banner=f"{who} discards {_name(e)}")
        case "picked_up":
            return Line(f"token Spring: {_card(e)} from the Pit", seat, banner=f"{who} takes {_name(e)} from the Pit")
        case "captured":
            whose = "own" if e["from"] == seat else f"{names[e['from']]}’s"
            return Line(f"token Summer: {whose} {_card(e)}", seat, banner=f"{who} captures {_name(e)}")
        case "skipped":
            return Line("token Winter: skips", seat, banner=f"{who} skips this trick")
    return None


def _trick(e: Event, seat: int | None, who: str, names: Sequence[str]) -> Line | None:
    match e.name:
        case "plays_none" | "passed_over":
            return Line("no cards left", seat, banner=f"{who} has no cards left")
        case "won":
            tokens = f" and {_tokens(e['tokens'])}" if e["tokens"] else ""
            won = f"{who}, with {_card(e)}{tokens}"
            return Line(won, tag="Won", tone="won", banner=f"{who} wins with {_name(e)}", then=TRICK)
        case "unwon":
            where = "cards to the Pit" if e["cards"] else "no card in it"
            tokens = f", {_tokens(e['tokens'])} out of the game" if e["tokens"] else ""
            return Line(
                f"by nobody: {where}{tokens}", tag="Won", tone="loss", banner="Nobody wins the trick", then=TRICK
            )
        case "leads_instead":
            why = f"to lead: {names[e['other']]} has no cards"
            return Line(why, seat, banner=f"{who} leads")
    return None


def _roles(e: Event, seat: int | None, who: str) -> Line | None:
    match e.name:
        case "revealed":
            role = ROLE_NAMES[e["role"]]
            return Line(role, seat, banner=f"{who} was {role}", heading=ROLES)
        case "set_aside":
            return Line(f"{ROLE_NAMES[e['role']]} was set aside", tag="Aside", tone="draw", heading=ROLES)
        case "season_judged":
            counts = f"counts {e['mine']} for {SUIT_NAMES[e['season']]}, the others at most {e['best']}"
            if e["reached"]:
                return Line(counts, seat, "Goal", "gain", f"{who} reaches their goal")
            return Line(counts, seat, "Missed", "loss", f"{who} misses their goal")
        case "dark_in_play":
            counts = f"counts {e['mine']} for {SUIT_NAMES[e['season']]}, the others at most {e['best']}"
            return Line(counts, seat, "Goal", "gain", f"{who} reaches a Darkness goal")
        case "dark_not_in_play":
            counts = f"counts {e['mine']} for {SUIT_NAMES[e['season']]}, all seasons together {e['together']}"
            return Line(counts, seat, "Goal", "gain", f"{who} reaches a Darkness goal")
        case "dark_no_trick":
            return Line(tricks_won(e["tricks"]), seat, "Goal", "gain", f"{who} reaches a Darkness goal")
        case "dark_failed":
            return Line("no Darkness goal", seat, "Missed", "loss", f"{who} reaches no Darkness goal")
    return None


def _round(e: Event, seat: int | None, who: str, names: Sequence[str]) -> Line | None:
    match e.name:
        case "dealt":
            begins = f"Round {e['round'] + 1}"
            deal = f"{names[e['dealer']]} deals {counted(e['cards'], 'card')} each, {in_words(e['pit'])} to the Pit"
            return Line(deal, tag="Deal", tone="draw", banner=f"{names[e['dealer']]} deals", heading=begins)
        case "round_won":
            winning = [names[seat] for seat in seats_in(e["seats"])]
            who = listed(winning) if winning else "nobody"
            verb = "wins" if len(winning) < 2 else "win"
            banner = f"{who[0].upper()}{who[1:]} {verb} the round"
            return Line(who, tag="Round", tone="won", banner=banner, heading=SCORES)
        case "scored":
            unused = _tokens(e["unused"], "unused ") if e["unused"] else "no unused token"
            points = f"+{in_points(e['tenths'])}"
            text = f"{unused}; {in_points(e['total'])} in all"
            return Line(text, seat, points, "gain", f"{points} for {who}", heading=SCORES)
    return None


def _card(e: Event) -> str:
    return marked(card_text(e["card"]), card_name(e["card"]))


def _name(e: Event) -> str:
    return card_name(e["card"])


def _tokens(n: int, kind: str = "") -> str:
    return f"1 {kind}token" if n == 1 else f"{n} {kind}tokens"
