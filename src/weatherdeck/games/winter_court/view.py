"""What a seat or a spectator may see of Winter Court, as plain data for screens."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from typing_extensions import TypedDict

from ..game import LAST_STEP
from ..seen import Aside, Grid, Names, SeatNumber
from . import court, rules
from .court import Letter, Power, SuitName
from .notation import LETTERS, SUIT_LETTERS, SUIT_NAMES, SWAYING, SuitLetters, card_text, cards_in, play_of, text
from .reach import CARDS, LOW, NONE, RANKS, STEWARD, ranks_of
from .rules import COURT, MEMBERS, SEATS, State
from .transcript import By, by

CARD_STEPS = ("knight", "lover", "matchmaker", "boost")
STEPS = ("fool", *CARD_STEPS)  # of a play, in the order in which the rules ask for them
Phase: TypeAlias = Literal["start", "build", "after", "second", "keep", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
POWER_TEXTS: dict[Power, str] = {
    "fool": "influence with a lower rank",
    "knight": "add a Might card",
    "lover": "add a Devotion card",
    "matchmaker": "add a card of the other suit",
    "steward": "draw {n} {cards}",
    "sage": "take a card from the discard pile",
    "charlatan": "discard the influence on an unclaimed member",
    "wizard": "make a second play",
}
SHORT_POWERS: dict[Power, str] = {  # where a tile has room for a dozen letters
    "fool": "go lower",
    "knight": "add Might",
    "lover": "add Devotion",
    "matchmaker": "add 2nd suit",
    "steward": "draw {n}",
    "sage": "take discard",
    "charlatan": "clear a card",
    "wizard": "play twice",
}


class Card(TypedDict):
    """A card: its notation, suit and rank; a low one may be a boost."""

    card: Annotated[str, Names("card")]
    suit: SuitLetters
    suit_name: SuitName
    rank: int
    boost: bool


class Influence(TypedDict):
    """The cards on a member, on whose side they lie, and their rank together."""

    seat: SeatNumber
    cards: list[Card]
    rank: int


class Tile(TypedDict):
    """What the tile of a member says."""

    letter: Annotated[Letter, Names("member")]
    name: str
    royal: bool
    suits: list[SuitLetters]
    status: int
    power: Power | None
    power_text: str | None
    power_short: str | None
    """The same in two or three words."""


class Member(Tile):
    """A member of the court: who it is, who controls it, and what influence lies on whose side."""

    pawn: SeatNumber | None
    """The seat that controls the member; None while nobody does."""
    influence: Influence | None


class Seat(TypedDict):
    """A player: whom they control, and their hand."""

    status: int
    members: list[Letter]
    royals: list[Letter]
    hand_size: int
    hand: list[Card] | None
    """None while it is hidden from this viewer."""
    known: list[Card]
    """Cards of this hand that both players know."""


class Play(TypedDict):
    """The play being built: what is in it, its total, and what it has to beat."""

    seat: SeatNumber
    member: Letter
    card: Card
    added: list[Card]
    boosts: list[Card]
    total: int
    stays: int
    """The rank that will be left in place."""
    beat: int
    lower: bool
    """With the Fool, the total must be lower than what lies there."""
    enough: bool
    may_join: list[Power]
    """The powers that may still be added to the play."""


class Drawn(TypedDict):
    """The two cards of which one is to be discarded; only the drawer sees which they are."""

    seat: SeatNumber
    size: int
    cards: Annotated[list[Card], Names("drawn")] | None


class Result(TypedDict):
    """Who won, and what decided it."""

    winner: SeatNumber | None
    by: By


class View(TypedDict):
    """The whole table."""

    phase: Annotated[Phase, Aside()]
    to_move: SeatNumber | None
    members: Annotated[list[Member], Grid(6)]
    seats: list[Seat]
    ready: list[Annotated[Power, Names("power")]]
    """The powers that the player to move may still use this turn."""
    play: Play | None
    drawn: Drawn | None
    discard: Annotated[list[Card], Names("old")]
    pile: int
    """Cards left to draw."""
    result: Result | None
    royals_to_win: Annotated[int, Aside()]
    """How many royals win at once (WC-19)."""
    play_draws: Annotated[int, Aside()]
    """How many cards may be drawn after a play (WC-5)."""


def view(s: State, seat: int | None) -> View:
    """The table as a seat sees it: its own hand, and everything face up."""
    return {
        "phase": PHASES[s.phase],
        "to_move": None if s.phase == rules.OVER else s.to_move,
        "members": [_member(s, member) for member in range(MEMBERS)],
        "seats": [_seat(s, other, seat) for other in range(SEATS)],
        "ready": [court.POWERS[power] for power in range(rules.POWERS) if s.ready >> power & 1],
        "play": _play(s),
        "drawn": _drawn(s, seat),
        "discard": _cards(s.discard),
        "pile": s.pile_size,
        "result": _result(s),
        "royals_to_win": s.royals_to_win,
        "play_draws": s.play_draws,
    }


def card(n: int) -> Card:
    """A card: its notation, suit and rank; a low one may be a boost."""
    suit, rank = n // RANKS, n % RANKS + 1
    return {
        "card": card_text(n),
        "suit": SUIT_LETTERS[suit],
        "suit_name": SUIT_NAMES[suit],
        "rank": rank,
        "boost": rank <= LOW,
    }


FACES = {"card": tuple(card(n) for n in range(CARDS)), "member": LETTERS}


def things(s: State, action: int) -> tuple[str, ...]:
    """A card and a member; or a power and what it is used on."""
    notation = text(action)
    if ">" in notation:
        return _things_of_play(s, action)
    word, colon, what = notation.partition(":")
    if word in CARD_STEPS:
        step = (f"card:{what}", f"power:{word}")
        # A card that no power can add is more likely meant as a boost.
        return step if word == "boost" or _is_open(s, action) else step[::-1]
    if word == "discard":
        return (f"drawn:{what}",)
    if word == "charlatan":
        return (f"power:{word}", f"member:{what}")
    return (f"power:{word}", f"old:{what}") if colon else (f"power:{word}",)


def _is_open(s: State, action: int) -> bool:
    if s.phase != rules.BUILD:
        return False
    out = [0] * rules.MAX_LEGAL
    return action in out[: rules.legal(s, out)]


def _things_of_play(s: State, action: int) -> tuple[str, ...]:
    """The card and the member of a play; only the card if it is not in the hand, so that a member means one that is."""
    played, member = play_of(action)
    hand = s.hand[s.to_move]
    named, whom = f"card:{card_text(played)}", f"member:{LETTERS[member]}"
    if not hand >> played & 1 and hand & SWAYING[member]:
        return (named,)
    return (whom, named) if s.phase == rules.BUILD else (named, whom)  # while one play is built, a card adds to it


def step_place(action: int) -> int | None:
    """A play is built in steps: a card on a member, powers, boosts, and the commit that completes it."""
    notation = text(action)
    if ">" in notation:
        return 0
    word = notation.partition(":")[0]
    if word == "commit":
        return LAST_STEP
    return STEPS.index(word) + 1 if word in STEPS else None


def _cards(cards: int) -> list[Card]:
    return [card(n) for n in cards_in(cards)]


def _member(s: State, member: int) -> Member:
    influence: Influence | None = None
    if s.owner[member] != NONE:
        influence = {"seat": s.owner[member], "cards": _cards(s.influence[member]), "rank": s.rank[member]}
    return {**tile(member, s), "pawn": None if s.pawn[member] == NONE else s.pawn[member], "influence": influence}


def tile(member: int, s: State | None = None) -> Tile:
    """The tile of a member, with the numbers of the rulebook or of a game."""
    who = COURT[member]
    power = None if who.power is None else court.POWERS[who.power]
    return {
        "letter": who.letter,
        "name": who.name,
        "royal": member < rules.ROYALS,
        "suits": [SUIT_LETTERS[suit] for suit in who.suits],
        "status": who.status,
        "power": power,
        "power_text": _with_numbers(POWER_TEXTS[power], s) if power else None,
        "power_short": _with_numbers(SHORT_POWERS[power], s) if power else None,
    }


def _with_numbers(said: str, s: State | None) -> str:
    """What a power does, where only the Steward's has a number (WC-16)."""
    n = rules.STEWARD_DRAWS if s is None else s.steward_draws
    return said.format(n=n, cards="card" if n == 1 else "cards")


def _seat(s: State, other: int, seat: int | None) -> Seat:
    members = [member for member in range(MEMBERS) if s.pawn[member] == other]
    return {
        "status": rules.status(s, other),
        "members": [LETTERS[member] for member in members],
        "royals": [LETTERS[member] for member in members if member < rules.ROYALS],
        "hand_size": s.hand_size[other],
        "hand": _cards(s.hand[other]) if other == seat else None,
        "known": _cards(s.known[other]),
    }


def _play(s: State) -> Play | None:
    if s.play_member == NONE:
        return None
    beat = s.rank[s.play_member]
    lower = bool(s.play_fool)
    return {
        "seat": s.to_move,
        "member": LETTERS[s.play_member],
        "card": card(s.play_card),
        "added": _cards(s.play_cards & ~(1 << s.play_card)),
        "boosts": _cards(s.boosts),
        "total": s.play_total,
        "stays": ranks_of(s.play_cards),
        "beat": beat,
        "lower": lower,
        "enough": s.play_total < beat if lower else s.play_total > beat,
        "may_join": [court.POWERS[power] for power in range(STEWARD) if s.play_powers >> power & 1],
    }


def _drawn(s: State, seat: int | None) -> Drawn | None:
    if s.phase != rules.KEEP:
        return None
    return {"seat": s.to_move, "size": rules.PASS_DRAWS, "cards": _cards(s.drawn) if s.to_move == seat else None}


def _result(s: State) -> Result | None:
    if s.phase != rules.OVER:
        return None
    winner = rules.winner(s)
    return {"winner": None if winner == NONE else winner, "by": by(s)}
