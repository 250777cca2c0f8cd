"""What a seat or a spectator may see of Weathervanes, as plain data for screens."""

from __future__ import annotations

from typing import Any

from ...kernel import count, lowest
from . import rules
from .rules import CELL, COPIES, FIRST_COPIES, MIDDLE, NONE, PLACE_OF, PLACES, SEATS, SUIT, State
from .words import PLACES as PLACE_WORDS
from .words import SUIT_LETTERS, text

PHASES = ("play", "place", "over")


def view(s: State, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it: its own hand, and what lies open."""
    return {
        "phase": PHASES[s.phase],
        "ending": bool(s.ending),
        "round": s.round + 1,
        "rounds": rules.ROUNDS,
        "trick": s.trick + 1,
        "tricks": s.trick + s.hand_size[s.leader] + (1 if s.played[s.leader] != NONE else 0),
        "to_move": None if s.phase == rules.OVER else s.to_move,
        "leader": s.leader,
        "heading": s.heading if s.n_played else None,
        "lead_suit": SUIT_LETTERS[s.lead_suit] if s.n_played else None,
        "winning": s.winner if s.n_played else None,
        "seats": [_seat(s, other, seat) for other in range(SEATS)],
        "placing": _placing(s),
        "discarded": _cards(s.discard),
        "left_over": s.aside_size,
        "options": {
            "constrained_lead": bool(s.constrained_lead),
            "partial_misere": bool(s.partial_misere),
            "bonus_no_kens": bool(s.bonus_no_kens),
        },
        "winners": [w for w in range(SEATS) if rules.winners(s) >> w & 1] if s.phase == rules.OVER else None,
    }


def card(n: int) -> dict[str, Any]:
    """A card: its number, and its suits clockwise from the top left corner."""
    return {"number": n + 1, "suits": "".join(SUIT_LETTERS[suit] for suit in SUIT[n])}


FACES = {"card": tuple(card(n) for n in range(len(SUIT)))}


def things(s: State, action: int) -> tuple[str, ...]:
    """`5b` names card 5 and, for the leader, its blue corner; `@ne` names a place."""
    notation = text(action)
    if notation.startswith("@"):
        return (f"place:{notation[1:]}",)
    named = f"card:{notation[:-1]}"
    return (named,) if s.n_played else (named, f"corner:{notation[-1]}")


def place(action: int) -> int | None:
    """No move has several steps."""
    del action
    return None


def _seat(s: State, other: int, seat: int | None) -> dict[str, Any]:
    centre = rules.corner_at_centre(other, s.heading)
    return {
        "score": s.score[other],
        "token": SUIT_LETTERS[s.token[other]],
        "display": _card(s.display[other]),
        "played": _card(s.played[other]),
        "corner": centre if s.n_played else None,  # the corner at the centre of this seat's card
        "takes": _takes(s, other) if s.n_played else None,  # whose Display, if what wins now wins (WV-12)
        "tableau": [
            {"cell": cell, "place": PLACE_WORDS[PLACE_OF[cell]] if cell != MIDDLE else None, "card": _card(n)}
            for cell, n in enumerate(s.tableau[other].tolist())
            if n != NONE
        ],
        "worth": rules.worth(s, other, False) if s.occupied[other] else 0,
        "hand_size": s.hand_size[other],
        "hand": _cards(s.hand[other]) if other == seat else None,
    }


def _takes(s: State, seat: int) -> int:
    return (s.heading + 1 + (seat - s.winner) % SEATS) % SEATS


def _placing(s: State) -> dict[str, Any] | None:
    """The card being placed, where it may lie, and what the tableau would then be worth."""
    if s.to_place == NONE:
        return None
    places = []
    for place in range(PLACES):
        if s.open_cells >> CELL[place] & 1:
            after = s.copy()
            after.tableau[s.to_move, CELL[place]] = s.to_place
            after.occupied[s.to_move] |= 1 << CELL[place]
            worth = rules.worth(after, s.to_move, bool(s.ending))
            complete = count(after.occupied[s.to_move]) == rules.CORNERS
            word = PLACE_WORDS[place]
            places.append({"place": word, "cell": CELL[place], "worth": worth, "complete": complete})
    return {"seat": s.to_move, "card": card(s.to_place), "places": places}


def _card(n: int) -> dict[str, Any] | None:
    return None if n == NONE else card(n)


def _cards(cards: int) -> list[dict[str, Any]]:
    """A multiset of cards, by number."""
    out = []
    firsts = cards & FIRST_COPIES
    while firsts:
        n = lowest(firsts) >> 1
        firsts &= firsts - 1
        out += [card(n)] * count(cards >> COPIES * n & 3)
    return out
