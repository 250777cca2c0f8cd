"""Weathervanes in words: notation, names, sentences, reasons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from .. import multisets
from ..events import Event
from ..game import Refusal, Standing
from ..story import Story
from . import rules
from .rules import BOX, CELL, CORNER, CORNERS, FIRST_PLACE, NUMBERS, PLACE, PLACE_OF, SHOWING, SUIT, State

Suit: TypeAlias = Literal["r", "y", "g", "b"]
Direction: TypeAlias = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
SUIT_LETTERS: tuple[Suit, ...] = get_args(Suit)
SUIT_NAMES = ("red", "yellow", "green", "blue")
CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")
PLACES: tuple[Direction, ...] = get_args(Direction)
PLACE_NAMES = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


# ---------------------------------------------------------------- notation
def text(action: int) -> str:
    """`5b`: card 5 with blue at the centre; `@ne`: the place north-east of the tableau's first card."""
    if not 0 <= action < rules.ACTIONS:
        raise ValueError(f"actions of Weathervanes are numbered 0 to {rules.ACTIONS - 1}, not {action}")
    if action >= FIRST_PLACE:
        return "@" + PLACES[action - FIRST_PLACE]
    card, corner = divmod(action, CORNERS)
    return f"{card + 1}{SUIT_LETTERS[SUIT[card, corner]]}"


def parse(notation: str) -> int:
    """The action of a notation."""
    if notation.startswith("@") and notation[1:] in PLACES:
        return FIRST_PLACE + PLACES.index(notation[1:])
    played = re.fullmatch(r"([1-9]\d?)([rygb])", notation, re.ASCII)
    if played and int(played[1]) <= NUMBERS:
        card = int(played[1]) - 1
        return card * CORNERS + int(CORNER[card, SUIT_LETTERS.index(played[2])])
    raise ValueError(
        f"{notation!r} is not a Weathervanes move: expected a number from 1 to 24 and a suit (r, y, g or b), "
        f"such as 5b, or a place, such as @ne"
    )


# ---------------------------------------------------------------- for people
def card_name(card: int) -> str:
    """The number that is printed on a card."""
    return str(card + 1)


def pointing(heading: int, names: Sequence[str]) -> str:
    """Where a trick points."""
    return f"between {names[heading]} and {names[(heading + 1) % rules.SEATS]}"


def describe(s: State, action: int, names: Sequence[str]) -> str:
    """What a legal action would do."""
    if action >= FIRST_PLACE:
        place = PLACE_NAMES[action - FIRST_PLACE]
        return f"place {card_name(s.to_place)} {place} of the first card"
    card, corner = divmod(action, CORNERS)
    suit = SUIT_NAMES[SUIT[card, corner]]
    if s.n_played == 0:
        heading = rules.corner_at_centre(s.to_move, corner)
        return f"lead {card_name(card)} with {suit} at the centre, pointing {pointing(heading, names)}"
    if SUIT[card, corner] == s.lead_suit:
        return f"follow with {card_name(card)}, {suit} at the centre"
    return f"discard {card_name(card)}, which shows {suit} at the centre"


def label(s: State, action: int) -> str:
    """A legal action on a button."""
    if action >= FIRST_PLACE:
        worth = rules.worth(placed(s, action - FIRST_PLACE), s.to_move, bool(s.ending))
        return f"Place {card_name(s.to_place)}: worth {worth}"
    card, corner = divmod(action, CORNERS)
    suit = SUIT_NAMES[SUIT[card, corner]]
    verb = "Lead" if s.n_played == 0 else "Play" if suit == SUIT_NAMES[s.lead_suit] else "Discard"
    return f"{verb} {card_name(card)}, {suit}"


def prompt(s: State, names: Sequence[str]) -> str:
    """Whose turn it is and what to do now."""
    if s.phase == rules.OVER:
        return ending(s, names)
    who = names[s.to_move]
    if s.phase == PLACE:
        return f"{who}: place {card_name(s.to_place)} in the tableau"
    if s.n_played == 0:
        if s.constrained_lead:
            return f"{who}: lead {SUIT_NAMES[s.token[s.to_move]]}, the Bonus Token's suit"
        return f"{who}: lead any card, with any corner"
    corner = rules.corner_at_centre(s.to_move, s.heading)
    asked = f"{SUIT_NAMES[s.lead_suit]} at {CORNER_NAMES[corner]}"
    hand = s.hand[s.to_move]  # empty where this viewer cannot see it
    if hand and not hand & SHOWING[corner, s.lead_suit]:
        return f"{who}: no {asked}: play any card"
    return f"{who}: follow with {asked}"


def placed(s: State, place: int) -> State:
    """The position with the card that is being placed in a place; nothing is scored or cleared."""
    after = s.copy()
    after.tableau[s.to_move, CELL[place]] = s.to_place
    after.occupied[s.to_move] |= 1 << CELL[place]
    return after


def sentence(event: Event, names: Sequence[str]) -> str | None:
    """What happened, for the log."""
    e = event
    who = names[e["seat"]] if "seat" in e.numbers else ""
    if e.name == "dealt":
        left = f"; {e['aside']} are left over, face down" if e["aside"] else ""
        return f"Round {e['round'] + 1}: each player gets {e['cards']} cards{left}."
    if e.name == "led":
        heading = rules.corner_at_centre(e["seat"], e["corner"])
        suit = SUIT_NAMES[SUIT[e["card"], e["corner"]]]
        return f"{who} leads {card_name(e['card'])} with {suit} at the centre, pointing {pointing(heading, names)}."
    if e.name == "followed":
        return f"{who} follows with {card_name(e['card'])}."
    if e.name == "discarded":
        suit = SUIT_NAMES[SUIT[e["card"], e["corner"]]]
        return f"{who} cannot follow and plays {card_name(e['card'])} as {suit}."
    if e.name == "won":
        return f"{who} wins the trick with {card_name(e['card'])}."
    if e.name == "took":
        whose = "their own" if e["seat"] == e["from"] else f"{names[e['from']]}'s"
        return f"{who} takes {whose} Display card, {card_name(e['card'])}."
    if e.name == "placed":
        if e["cell"] == rules.MIDDLE:
            return f"{who} starts a tableau with {card_name(e['card'])}."
        return f"{who} places {card_name(e['card'])} to the {PLACE_NAMES[PLACE_OF[e['cell']]]}."
    if e.name == "scored":
        return _scored(e, who)
    if e.name == "passed_tokens":
        return "Every Bonus Token moves one seat to the left."
    return None


def _scored(e: Event, who: str) -> str:
    n, points = e["cards"], e["points"]
    parts = [f"{points_for_cards(e)} for {n} card{'s' if n > 1 else ''}"]
    if e["matches"]:
        parts.append(f"{e['matches']} for outer matches")
    if e["bonus"]:
        parts.append(f"{e['bonus']} for the Bonus Token")
    gains = "loses" if points < 0 else "scores"
    return f"{who} {gains} {abs(points)} point{'s' if abs(points) != 1 else ''}: {', '.join(parts)}."


def points_for_cards(scored: Event) -> int:
    """Of the points that a tableau scored, those for the number of its cards."""
    return abs(scored["points"]) - scored["matches"] - scored["bonus"]


def ending(s: State, names: Sequence[str]) -> str:
    """Who won, and by what (WV-28)."""
    winning = rules.winners(s)
    seats = [seat for seat in range(rules.SEATS) if winning >> seat & 1]
    who = " and ".join(names[seat] for seat in seats)
    best = s.score[seats[0]]
    level = [seat for seat in range(rules.SEATS) if s.score[seat] == best]
    if len(seats) > 1:
        return f"{who} share the victory with {best} points each, tied on every tie-break."
    if len(level) == 1:
        return f"{who} wins with {best} points."
    quality = "smallest" if s.partial_misere else "largest"
    if len({s.final_cards[seat] for seat in level}) > 1 and _alone(s.final_cards, level, seats[0], s.partial_misere):
        return f"{who} wins with {best} points; the tie goes to the {quality} final tableau."
    fewest = "fewest" if s.partial_misere else "most"
    return f"{who} wins with {best} points; the tie goes to the {fewest} outer matches in the final tableau."


def _alone(values: Sequence[int], level: Sequence[int], seat: int, fewest: int) -> bool:
    best = min(values[other] for other in level) if fewest else max(values[other] for other in level)
    return [other for other in level if values[other] == best] == [seat]


# ---------------------------------------------------------------- how it stands
def status(s: State) -> str:
    """Round and trick."""
    if s.phase == rules.OVER:
        return "Game over"
    round = f"Round {s.round + 1} of {s.rounds}"
    if s.ending:
        return f"{round} · last Display cards"
    return f"{round} · trick {s.trick + 1} of {tricks(s)}"


def tricks(s: State) -> int:
    """How many tricks the round has: those before this one, and one for each card of the leader."""
    return s.trick + s.hand_size[s.leader] + (1 if s.played[s.leader] != rules.NONE else 0)


def standing(s: State, seat: int) -> Standing:
    """Points."""
    won = bool(rules.winners(s) >> seat & 1) if s.phase == rules.OVER else None
    return Standing(str(s.score[seat]), won=won)


def story(_: State) -> Story:
    """Points, round by round."""
    return Story(
        chapter="round",
        short="rd",
        counted="points",
        done=lambda s: s.rounds if s.phase == rules.OVER else s.round,
        amounts=lambda s: s.score,
    )


# ---------------------------------------------------------------- why not
def unplayable(blank: State) -> str | None:
    """Why the options do not go together."""
    if blank.bonus_no_kens and blank.bonus_per_card != rules.BONUS_PER_CARD:
        return "bonus_no_kens takes the bonus away (WV-31), so bonus_per_card has nothing to change"
    return None


def why_not(s: State, action: int) -> Refusal:
    """Why an action is not legal now."""
    if s.phase == rules.OVER:
        return Refusal("the game is over")
    if action >= FIRST_PLACE:
        return _why_not_place(s, action - FIRST_PLACE)
    return _why_not_play(s, *divmod(action, CORNERS))


def _why_not_place(s: State, place: int) -> Refusal:
    if s.phase != PLACE:
        return Refusal("there is nothing to place now: play a card, such as 5b", "WV-13")
    name, cell, occupied = PLACE_NAMES[place], CELL[place], s.occupied[s.to_move]
    if occupied >> cell & 1:
        return Refusal(f"there is already a card to the {name}, and cards never move", "WV-16")
    if not any((occupied | 1 << cell) & ~BOX[box] == 0 for box in range(rules.BOXES)):
        return Refusal(f"a card to the {name} would make the tableau larger than 2 x 2", "WV-16")
    if not rules.BESIDE[occupied] >> cell & 1:
        return Refusal(f"a card to the {name} would share no edge with another card", "WV-17")
    return Refusal(f"to the {name}, {card_name(s.to_place)} would not show the suit at the centre", "WV-18")


def _why_not_play(s: State, card: int, corner: int) -> Refusal:
    if s.phase == PLACE:
        return Refusal(f"place {card_name(s.to_place)} first: choose a place, such as @e", "WV-13")
    if not s.hand[s.to_move] >> multisets.COPIES * card & 1:
        return Refusal(f"{card_name(card)} is not in your hand")
    if s.n_played == 0:
        token = SUIT_NAMES[s.token[s.to_move]]
        return Refusal(f"you must lead {token}, the suit of your Bonus Token", "WV-29")
    centre = rules.corner_at_centre(s.to_move, s.heading)
    if corner != centre:
        shown = text(card * CORNERS + centre)
        return Refusal(f"the trick's heading puts your {CORNER_NAMES[centre]} corner at the centre: {shown}", "WV-9")
    lead = SUIT_NAMES[s.lead_suit]
    return Refusal(f"{lead} was led, and you have a card that shows {lead} at the centre", "WV-10")
