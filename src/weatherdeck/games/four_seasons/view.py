"""What a seat or a spectator may see of 4 Seasons, as plain data for screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias, get_args

from typing_extensions import TypedDict

from ...kernel import lowest
from ..seen import Aside, Names, SeatNumber
from . import rules
from .deck import (
    AUTUMN,
    CARDS,
    DARKNESS,
    LIGHT,
    RANKS,
    ROLE,
    ROLE_SETS,
    SEASONS,
    SPRING,
    SUITS,
    SUMMER,
    WILD,
    WINTER,
)
from .rules import DONE, NO_TRICKS, NONE, SKIP, State
from .words import (
    ROLE_WORDS,
    SEASON_WORDS,
    SUIT_WORDS,
    Role,
    Season,
    Suit,
    card_text,
    seats_in,
    text,
    token_of,
)

Phase: TypeAlias = Literal["play", "after", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)


class Card(TypedDict):
    """A card: its notation, suit and number."""

    text: Annotated[str, Names("card")]
    suit: Suit
    number: int


class BySeason(TypedDict):
    """A number for each season."""

    autumn: int
    winter: int
    spring: int
    summer: int


class BySuit(BySeason):
    """A number for each suit."""

    wild: int


class Seat(TypedDict):
    """What everyone knows of a player, and their hand."""

    role: Role | None
    """None while it is hidden from this viewer."""
    hand_size: int
    hand: list[Card] | None
    """None while it is hidden from this viewer."""
    known: list[Card]
    """Cards that everyone knows to be in the hand."""
    void: list[Suit]
    """Suits that everyone knows to be missing from the rest of the hand."""
    tokens: list[Annotated[Season, Names("token")]]
    played: Annotated[Card, Names("trick")] | None
    token_played: Season | None
    won: BySuit
    """Cards and tokens won, by suit."""
    won_cards: list[Card]
    won_tokens: BySeason
    tricks: int
    tenths: int
    """The score, in tenths of a point."""
    spared: int
    """Tokens left unused in all rounds so far; they break a tie."""


class Can(TypedDict):
    """What the player to move may do: the cards they may play, and the cards that each token may be used on."""

    play: list[Card]
    autumn: list[Card]
    spring: list[Card]
    summer: list[Card]
    winter: bool
    done: bool


class MostGoal(TypedDict):
    """A goal of having the most of a suit: the player's count, the count to beat, and whether the goal was reached."""

    goal: Literal["most", "most_in_play", "most_not_in_play"]
    season: Season
    mine: int
    against: int
    reached: bool


class NoTrickGoal(TypedDict):
    """The goal of winning no tricks."""

    goal: Literal["no_trick"]
    tricks: int
    reached: bool


Goal: TypeAlias = MostGoal | NoTrickGoal


class LastSeat(TypedDict):
    """A player in the last finished round."""

    role: Role | None
    won: BySuit
    tricks: int
    goals: list[Goal]
    wins: bool


class LastRound(TypedDict):
    """The last finished round: roles, what counted, who reached which goal, and who won."""

    round: int
    aside: Role | None
    winners: list[SeatNumber]
    seats: list[LastSeat]


class Needs(TypedDict):
    """What the goals need; a designer may have changed it."""

    season_lead: int
    """How many more of their season than anyone else; 0: a tie is enough."""
    dark_lead: int
    """How many more of a season Darkness needs; 0: a tie is enough."""
    dark_tricks: int | None
    """The most tricks that Darkness may win; None: there is no such goal."""


class View(TypedDict):
    """The whole table."""

    phase: Annotated[Phase, Aside()]
    players: Annotated[int, Aside()]
    round: Annotated[int, Aside()]
    rounds: Annotated[int | None, Aside()]
    """None in a game of a single round, which is won or lost."""
    trick: Annotated[int, Aside()]
    dealer: SeatNumber
    leader: SeatNumber
    to_move: SeatNumber | None
    lead_suit: Suit | None
    winning: SeatNumber | None
    pit: Annotated[list[Card], Names("pit")]
    deck: Annotated[list[Card], Aside()]
    cards_dealt: Annotated[int, Aside()]
    """Dealt to each player."""
    token_uses: Annotated[int, Aside()]
    """The most tokens that a player may play in a round."""
    needs: Annotated[Needs, Aside()]
    roles: Annotated[list[Role], Aside()]
    """The roles in the game, in alphabetical order."""
    aside: Role | None
    """The role card that was set aside; None while it is hidden from this viewer."""
    seats: list[Seat]
    lost_tokens: Annotated[BySeason, Aside()]
    can: Annotated[Can | None, Aside()]
    """Only for the player to move."""
    last_round: Annotated[LastRound | None, Aside()]
    winners: list[SeatNumber] | None


def view(s: State, seat: int | None) -> View:
    """The table as a seat sees it: its own hand and role, everything face up and, for Light, all roles."""
    over = s.phase == rules.OVER
    best = rules.winning_seat(s)
    sees_roles = rules.sees_roles(s, NONE if seat is None else seat)
    return {
        "phase": PHASES[s.phase],
        "players": s.players,
        "round": s.round + 1,
        "rounds": s.rounds or None,
        "trick": s.trick + 1,
        "dealer": rules.dealer(s),
        "leader": s.leader,
        "to_move": None if over else s.to_move,
        "lead_suit": None if s.lead_suit == NONE else SUIT_WORDS[s.lead_suit],
        "winning": None if best == NONE else best,
        "pit": _cards(s.pit),
        "deck": _cards(rules.deck_of(s)),
        "cards_dealt": s.cards_dealt,
        "token_uses": s.token_uses,
        "needs": {
            "season_lead": s.season_lead,
            "dark_lead": s.dark_lead,
            "dark_tricks": None if s.dark_tricks == NONE else s.dark_tricks,
        },
        "roles": sorted(ROLE_WORDS[ROLE[n]] for n in range(len(ROLE)) if ROLE_SETS[s.players, s.darknesses] >> n & 1),
        "aside": _role(s.aside) if sees_roles else None,
        "seats": [_seat(s, other, seat, sees_roles) for other in range(s.players)],
        "lost_tokens": _by_season(s.lost_tokens),
        "can": _can(s) if not over and seat == s.to_move else None,
        "last_round": _last_round(s),
        "winners": seats_in(rules.winners(s)) if over else None,
    }


def card(n: int) -> Card:
    """A card: its notation, suit and number."""
    return {"text": card_text(n), "suit": SUIT_WORDS[n // RANKS], "number": n % RANKS + 1}


FACES = {
    "card": tuple(card(n) for n in range(CARDS)),
    "suit": SUIT_WORDS,
    "season": SUIT_WORDS,
    "role": ROLE_WORDS,
}
TOKEN_PLACES = {"autumn": "drop", "spring": "pit", "summer": "trick"}
"""Where the card is that a token acts on: dropped from the hand, taken from the Pit, or taken from the trick."""


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


def _seat(s: State, other: int, seat: int | None, sees_roles: bool) -> Seat:
    return {
        "role": _role(s.role[other]) if sees_roles or other == seat else None,
        "hand_size": s.hand_size[other],
        "hand": _cards(s.hand[other]) if other == seat else None,
        "known": _cards(s.known[other]),
        "void": [SUIT_WORDS[suit] for suit in range(SUITS) if s.void[other] >> suit & 1],
        "tokens": _seasons(s.tokens[other]),
        "played": None if s.played[other] == NONE else card(s.played[other]),
        "token_played": None if s.token_played[other] == NONE else SEASON_WORDS[s.token_played[other]],
        "won": _by_suit([rules.won_of(s, other, suit) for suit in range(SUITS)]),
        "won_cards": _cards(s.won[other]),
        "won_tokens": _by_season(s.won_tokens[other].tolist()),
        "tricks": s.tricks[other],
        "tenths": s.tenths[other],
        "spared": s.spared[other],
    }


def _can(s: State) -> Can:
    out = [0] * rules.MAX_LEGAL
    actions = out[: rules.legal(s, out)]
    cards: dict[int, list[Card]] = {token: [] for token in (NONE, AUTUMN, SPRING, SUMMER)}
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


def _last_round(s: State) -> LastRound | None:
    if s.last_aside == NONE:
        return None
    return {
        "round": s.round + (1 if s.phase == rules.OVER else 0),
        "aside": _role(s.last_aside),
        "winners": seats_in(s.last_winners),
        "seats": [
            {
                "role": _role(s.last_role[seat]),
                "won": _by_suit([s.last_count[seat, suit] for suit in range(SUITS)]),
                "tricks": s.last_tricks[seat],
                "goals": _goals(s, seat),
                "wins": bool(s.last_winners >> seat & 1),
            }
            for seat in range(s.players)
        ],
    }


def _goals(s: State, seat: int) -> list[Goal]:
    """Each goal of a player's role."""
    role = s.last_role[seat]
    if role == LIGHT:
        return []
    reached = rules.goals_reached(s, seat)
    goals: list[Goal] = []
    for season in range(SEASONS):
        in_play = rules.in_play(s, season)
        if season == role or (role == DARKNESS and (in_play or season == s.last_aside)):
            goals.append(
                {
                    "goal": "most" if season == role else "most_in_play" if in_play else "most_not_in_play",
                    "season": SEASON_WORDS[season],
                    "mine": rules.counted(s, seat, season),
                    "against": rules.best_of_others(s, seat, season)
                    if in_play
                    else rules.season_players_together(s, season),
                    "reached": bool(reached >> season & 1),
                }
            )
    if role == DARKNESS and s.dark_tricks != NONE:
        tricks = s.last_tricks[seat]
        goals.append({"goal": "no_trick", "tricks": tricks, "reached": bool(reached & NO_TRICKS)})
    return goals


def _role(role: int) -> Role | None:
    return None if role == NONE else ROLE_WORDS[role]


def _cards(cards: int) -> list[Card]:
    """A set of cards, by suit and number."""
    out: list[Card] = []
    while cards:
        out.append(card(lowest(cards)))
        cards &= cards - 1
    return out


def _seasons(seasons: int) -> list[Season]:
    return [SEASON_WORDS[season] for season in range(SEASONS) if seasons >> season & 1]


def _by_season(numbers: Sequence[int]) -> BySeason:
    return {
        "autumn": numbers[AUTUMN],
        "winter": numbers[WINTER],
        "spring": numbers[SPRING],
        "summer": numbers[SUMMER],
    }


def _by_suit(numbers: Sequence[int]) -> BySuit:
    return {**_by_season(numbers), "wild": numbers[WILD]}
