"""What a seat or a spectator may see of 4 Seasons, as plain data for screens."""

from __future__ import annotations

from typing import Any

from ...kernel import lowest
from . import rules
from .deck import AUTUMN, CARDS, DARKNESS, DECK, LIGHT, RANKS, ROLE, ROLE_CARDS, SEASONS, SPRING, SUITS, SUMMER
from .rules import DONE, NO_TRICKS, NONE, SKIP, State
from .words import ROLE_WORDS, SUIT_WORDS, card_text, seats_in, text, token_of

PHASES = ("play", "after", "over")


def view(s: State, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it: its own hand and role, what lies open, and for Light all roles."""
    over = s.phase == rules.OVER
    best = rules.winning_seat(s)
    sees_roles = rules.sees_roles(s, NONE if seat is None else seat)
    return {
        "phase": PHASES[s.phase],
        "players": s.players,
        "round": s.round + 1,
        "rounds": s.rounds or None,  # None: one round, won or lost
        "trick": s.trick + 1,
        "dealer": rules.dealer(s),
        "leader": s.leader,
        "to_move": None if over else s.to_move,
        "lead_suit": None if s.lead_suit == NONE else SUIT_WORDS[s.lead_suit],
        "winning": None if best == NONE else best,
        "pit": _cards(s.pit),
        "deck": _cards(DECK[s.players]),
        "roles": sorted(ROLE_WORDS[ROLE[n]] for n in range(len(ROLE)) if ROLE_CARDS[s.players] >> n & 1),
        "aside": _role(s.aside) if sees_roles else None,
        "seats": [_seat(s, other, seat, sees_roles) for other in range(s.players)],
        "lost_tokens": _by_season(s.lost_tokens),
        "can": _can(s) if not over and seat == s.to_move else None,
        "last_round": _last_round(s),
        "winners": seats_in(rules.winners(s)) if over else None,
    }


def card(n: int) -> dict[str, Any]:
    """A card: its notation, suit and number."""
    return {"text": card_text(n), "suit": SUIT_WORDS[n // RANKS], "number": n % RANKS + 1}


FACES = {
    "card": tuple(card(n) for n in range(CARDS)),
    "suit": SUIT_WORDS,
    "season": SUIT_WORDS,
    "role": ROLE_WORDS,
}
TOKEN_PLACES = {"autumn": "drop", "spring": "pit", "summer": "trick"}
"""Where the card lies that a token is used on: it is dropped from the hand, taken from the Pit or from the trick."""


def things(s: State, action: int) -> tuple[str, ...]:
    """A card of the hand; or a token and what it is used on."""
    del s
    notation = text(action)
    token, colon, what = notation.partition(":")
    if colon:
        return (f"token:{token}", f"{TOKEN_PLACES[token]}:{what}")
    if notation == "done":
        return (notation,)
    return (f"token:{notation}",) if notation == "winter" else (f"card:{notation}",)


def place(action: int) -> int | None:
    """No move has several steps."""
    del action
    return None


def _seat(s: State, other: int, seat: int | None, sees_roles: bool) -> dict[str, Any]:
    return {
        "role": _role(s.role[other]) if sees_roles or other == seat else None,
        "hand_size": s.hand_size[other],
        "hand": _cards(s.hand[other]) if other == seat else None,
        "known": _cards(s.known[other]),  # what everyone knows to be in the hand
        "void": [SUIT_WORDS[suit] for suit in range(SUITS) if s.void[other] >> suit & 1],  # of the rest of the hand
        "tokens": _seasons(s.tokens[other]),
        "played": None if s.played[other] == NONE else card(s.played[other]),
        "token_played": None if s.token_played[other] == NONE else SUIT_WORDS[s.token_played[other]],
        "won": {SUIT_WORDS[suit]: rules.won_of(s, other, suit) for suit in range(SUITS)},  # cards and tokens
        "won_cards": _cards(s.won[other]),
        "won_tokens": _by_season(s.won_tokens[other].tolist()),
        "tricks": s.tricks[other],
        "tenths": s.tenths[other],
        "spared": s.spared[other],
    }


def _can(s: State) -> dict[str, Any]:
    """What the player to move may do: before the card play it or a token, after it a token or be done."""
    out = [0] * rules.MAX_LEGAL
    actions = out[: rules.legal(s, out)]
    cards: dict[int, list[dict[str, Any]]] = {token: [] for token in (NONE, AUTUMN, SPRING, SUMMER)}
    for action in actions:
        if action not in (SKIP, DONE):
            cards[token_of(action)].append(card(action % CARDS))
    return {
        "play": cards[NONE],
        "autumn": cards[AUTUMN],
        "spring": cards[SPRING],
        "summer": cards[SUMMER],
        "winter": SKIP in actions,
        "done": DONE in actions,
    }


def _last_round(s: State) -> dict[str, Any] | None:
    """The last finished round: roles, what counted, who reached which goal, and who won."""
    if s.last_aside == NONE:
        return None
    return {
        "round": s.round + (1 if s.phase == rules.OVER else 0),
        "aside": _role(s.last_aside),
        "winners": seats_in(s.last_winners),
        "seats": [
            {
                "role": _role(s.last_role[seat]),
                "won": {SUIT_WORDS[suit]: s.last_count[seat, suit] for suit in range(SUITS)},
                "tricks": s.last_tricks[seat],
                "goals": _goals(s, seat),
                "wins": bool(s.last_winners >> seat & 1),
            }
            for seat in range(s.players)
        ],
    }


def _goals(s: State, seat: int) -> list[dict[str, Any]]:
    """Each goal that a role has: what the player has for it, what that was against, and whether it was reached."""
    role = s.last_role[seat]
    if role == LIGHT:
        return []
    reached = rules.goals_reached(s, seat)
    goals = []
    for season in range(SEASONS):
        in_play = rules.in_play(s, season)
        if season == role or (role == DARKNESS and (in_play or season == s.last_aside)):
            goals.append(
                {
                    "goal": "most" if season == role else "most_in_play" if in_play else "most_not_in_play",
                    "season": SUIT_WORDS[season],
                    "mine": rules.counted(s, seat, season),
                    "against": rules.best_of_others(s, seat, season)
                    if in_play
                    else rules.season_players_together(s, season),
                    "reached": bool(reached >> season & 1),
                }
            )
    if role == DARKNESS:
        tricks = s.last_tricks[seat]
        goals.append({"goal": "no_trick", "tricks": tricks, "reached": bool(reached & NO_TRICKS)})
    return goals


def _role(role: int) -> str | None:
    return None if role == NONE else ROLE_WORDS[role]


def _cards(cards: int) -> list[dict[str, Any]]:
    """A set of cards, by suit and number."""
    out = []
    while cards:
        out.append(card(lowest(cards)))
        cards &= cards - 1
    return out


def _seasons(seasons: int) -> list[str]:
    return [SUIT_WORDS[season] for season in range(SEASONS) if seasons >> season & 1]


def _by_season(numbers: Any) -> dict[str, int]:
    return {SUIT_WORDS[season]: numbers[season] for season in range(SEASONS)}
