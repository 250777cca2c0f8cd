"""Tweedy Tricksters in words: notation, names, sentences, reasons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from ...kernel import count
from ..events import Event
from ..game import Refusal, Standing
from ..story import Story
from . import rules
from .rules import BITS, FIRST_PAIRS, FIRST_SUIT, FIRST_TAKE, KIND, KINDS, PAIRINGS, SEATS, SUITS, VALUE, State

Suit: TypeAlias = Literal["ravens", "foxes", "rats", "toads"]
SUIT_WORDS: tuple[Suit, ...] = get_args(Suit)
SUIT_NAMES = tuple(word.capitalize() for word in SUIT_WORDS)
_TEXTS = ["".join(str(value) for value in card) for card in VALUE.tolist()]
CARD_TEXTS = tuple(  # [kind]; a number that stands for no card, because an equal one is before it, is in no move
    text + (f"/{bit - KIND[bit] + 1}" if bit != KIND[bit] else "") for bit, text in enumerate(_TEXTS)
)
PAIRS_WORDS = ("01-23", "02-13", "03-12")  # of pairing 1, 2 and 3


# ---------------------------------------------------------------- notation
def text(action: int) -> str:
    """`1312`: play that card; `take:1312`: draft it; `suit:foxes`; `pairs:02-13`."""
    if not 0 <= action < rules.ACTIONS:
        raise ValueError(f"actions of Tweedy Tricksters are numbered 0 to {rules.ACTIONS - 1}, not {action}")
    if action >= FIRST_PAIRS:
        return "pairs:" + PAIRS_WORDS[action - FIRST_PAIRS]
    if action >= FIRST_SUIT:
        return "suit:" + SUIT_WORDS[action - FIRST_SUIT]
    if action >= FIRST_TAKE:
        return "take:" + CARD_TEXTS[action - FIRST_TAKE]
    return CARD_TEXTS[action]


def parse(notation: str) -> int:
    """The action of a notation."""
    if notation in CARD_TEXTS:
        return CARD_TEXTS.index(notation)
    verb, _, what = notation.partition(":")
    for word, first, choices in (
        ("take", FIRST_TAKE, CARD_TEXTS),
        ("suit", FIRST_SUIT, SUIT_WORDS),
        ("pairs", FIRST_PAIRS, PAIRS_WORDS),
    ):
        if verb == word and what in choices:
            return first + choices.index(what)
    if re.fullmatch(r"(take:)?\d{4}", notation, re.ASCII):
        raise ValueError(f"there is no card {notation[-SUITS:]} in the deck")
    raise ValueError(
        f"{notation!r} is not a Tweedy Tricksters move: expected a card by its values in Ravens, Foxes, Rats and "
        f"Toads, such as {CARD_TEXTS[0]} to play it or take:{CARD_TEXTS[0]} to draft it; a Suit card, such as "
        f"suit:foxes; or partners, such as pairs:02-13"
    )


def card_texts(cards: int) -> list[str]:
    """A multiset of cards in notation, sorted as text."""
    return [CARD_TEXTS[kind] for kind in range(KINDS) for _ in range(count(cards & BITS[kind]))]


# ---------------------------------------------------------------- for people
def listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def plural(n: int, thing: str) -> str:
    """`1 point`, `2 points`."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def values(kind: int) -> str:
    """What a card is worth in each suit."""
    return ", ".join(f"{name} {value}" for name, value in zip(SUIT_NAMES, VALUE[kind], strict=True))


def pairs(pairing: int) -> list[tuple[int, int]]:
    """The two partnerships of a pairing, the lowest seat first."""
    return [(seat, seat ^ pairing) for seat in range(SEATS) if seat < seat ^ pairing]


def against(pairing: int, names: Sequence[str]) -> str:
    """Who plays against whom in a pairing."""
    return " against ".join(f"{names[one]} and {names[other]}" for one, other in pairs(pairing))


def describe(s: State, action: int, names: Sequence[str]) -> str:
    """What a legal action would do."""
    if action >= FIRST_PAIRS:
        return f"make partners: {against(action - FIRST_PAIRS + 1, names)}"
    if action >= FIRST_SUIT:
        suit = SUIT_NAMES[action - FIRST_SUIT]
        return f"take the {suit} card, to lead {suit} all round"
    if action >= FIRST_TAKE:
        return f"take {CARD_TEXTS[action - FIRST_TAKE]} ({values(action - FIRST_TAKE)})"
    led = s.suit[s.leader]
    verb = "lead" if s.n_played == 0 else "follow with"
    return f"{verb} {CARD_TEXTS[action]}: {SUIT_NAMES[led]} {VALUE[action, led]}"


def label(s: State, action: int) -> str:
    """A legal action on a button."""
    if action >= FIRST_PAIRS:
        return "Play as these partners"
    if action >= FIRST_SUIT:
        return f"Take {SUIT_NAMES[action - FIRST_SUIT]}"
    if action >= FIRST_TAKE:
        return f"Take {CARD_TEXTS[action - FIRST_TAKE]}"
    led = s.suit[s.leader]
    return f"{'Lead' if s.n_played == 0 else 'Play'} {SUIT_NAMES[led]} {VALUE[action, led]}"


def prompt(s: State, names: Sequence[str]) -> str:
    """Whose turn it is and what to do now."""
    if s.phase == rules.OVER:
        return ending(s, names)
    who = names[s.to_move]
    if s.phase == rules.TAKE_CARD:
        return f"{who}: take one of the face-up cards"
    if s.phase == rules.TAKE_SUIT:
        return f"{who}: take the suit you will lead"
    if s.phase == rules.PAIR:
        return f"{who}: choose who plays with whom"
    suit = SUIT_NAMES[s.suit[s.leader]]
    if s.n_played == 0:
        return f"{who}: lead any card; {suit} will count"
    return f"{who}: follow with any card; {suit} count"


def sentence(event: Event, names: Sequence[str]) -> str | None:
    """What happened, for the log."""
    e = event
    who = names[e["seat"]] if "seat" in e.numbers else ""
    if e.name == "dealt":
        market, deals = (
            ", ".join(card_texts(e["market"])),
            f"{names[e['dealer']]} deals {e['cards']} cards to each player",
        )
        return f"Round {e['round'] + 1}: {deals} and turns up {market}."
    if e.name == "drafted":
        return f"{who} takes {CARD_TEXTS[e['card']]}."
    if e.name == "took_suit":
        return f"{who} takes the {SUIT_NAMES[e['suit']]} card."
    if e.name == "paired":
        return f"{who} hands out the Partner cards: {against(e['pairing'], names)}."
    if e.name == "led":
        return f"{who} leads {CARD_TEXTS[e['card']]}: {_value(e)}."
    if e.name == "followed":
        return f"{who} follows with {CARD_TEXTS[e['card']]}: {_value(e)}."
    if e.name == "won":
        return _won(e, who, names[e["partner"]])
    if e.name == "leads_next":
        return _leads_next(e, who)
    if e.name == "scored":
        tricks, points = plural(e["tricks"], "trick"), plural(e["points"], "point")
        return f"{who} and {names[e['partner']]} took {tricks}: {points} each."
    if e.name == "target_set":
        when = "Everyone has dealt once" if e["rounds"] == SEATS else f"After {plural(e['rounds'], 'round')}"
        return f"{when}: the target is {e['target']} points."
    if e.name == "passed_dealer":
        return f"The Dealer card passes to {who}."
    return None


def _value(e: Event) -> str:
    return f"{SUIT_NAMES[e['suit']]} {VALUE[e['card'], e['suit']]}"


def _won(e: Event, who: str, partner: str) -> str:
    if e["sum"] == e["against"]:
        return f"{who} and {partner} take the trick: it is {e['sum']} to {e['sum']}, and they did not lead."
    return f"{who} and {partner} take the trick, {e['sum']} to {e['against']}."


def _leads_next(e: Event, who: str) -> str:
    if e["why"] == rules.HIGHER:
        return f"{who} has the higher of the two cards and leads next."
    if e["why"] == rules.STAYS:
        return f"The two cards are equal; {who} led and leads again."
    return f"The two cards are equal; {who} is first clockwise from the last leader and leads next."


def ending(s: State, names: Sequence[str]) -> str:
    """Who won, and why (TT-13, TT-14)."""
    winning = rules.winners(s)
    best = rules.highest_score(s)
    first = [seat for seat in range(SEATS) if s.score[seat] == best]
    others = [seat for seat in range(SEATS) if winning >> seat & 1 and seat not in first]
    reached = f"The target of {s.target} points is reached."
    if len(first) > 1:
        return f"{reached} {listed([names[seat] for seat in first])} share the victory with {best} points each."
    if others:
        scores = f"{best} and {s.score[others[0]]} points"
        who = f"{names[first[0]]} and {names[others[0]]}"
        return f"{reached} {who} share the victory: the two highest scores, {scores}."
    second = max(s.score[seat] for seat in range(SEATS) if seat not in first)
    tied = listed([names[seat] for seat in range(SEATS) if s.score[seat] == second])
    return f"{reached} {names[first[0]]} wins alone with {best} points: {tied} tie for second place with {second}."


# ---------------------------------------------------------------- how it stands
def status(s: State) -> str:
    """Round, what is going on in it, and the score that ends the game."""
    if s.phase == rules.OVER:
        return "Game over"
    doing = {rules.TAKE_CARD: "draft", rules.TAKE_SUIT: "Suit cards", rules.PAIR: "Partner cards"}
    now = doing.get(s.phase, f"trick {s.trick + 1} of {rules.TRICKS}")
    target = f"target {s.target}" if s.target else f"target set after round {s.target_after}"
    return f"Round {s.round + 1} · {now} · {target}"


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
        done=lambda s: s.round + (s.phase == rules.OVER),
        amounts=lambda s: s.score,
    )


# ---------------------------------------------------------------- why not
def why_not(s: State, action: int) -> Refusal:
    """Why an action is not legal now."""
    if s.phase == rules.OVER:
        return Refusal("the game is over")
    wanted, first, size = _asked_for(s)
    if not first <= action < first + size:
        return wanted
    if s.phase == rules.TAKE_CARD:
        return Refusal(f"{CARD_TEXTS[action - FIRST_TAKE]} is not one of the face-up cards", "TT-4")
    if s.phase == rules.TAKE_SUIT:
        suit = action - FIRST_SUIT
        return Refusal(f"the {SUIT_NAMES[suit]} card has already been taken", "TT-5")
    return Refusal(f"{CARD_TEXTS[action]} is not in your hand", "TT-7")


def _asked_for(s: State) -> tuple[Refusal, int, int]:
    """What to say to an action of another kind; the first action of the kind that is asked for, and their number."""
    if s.phase == rules.TAKE_CARD:
        example = card_texts(s.market)[0]
        return Refusal(f"take a face-up card now, such as take:{example}", "TT-4"), FIRST_TAKE, KINDS
    if s.phase == rules.TAKE_SUIT:
        example = next(SUIT_WORDS[suit] for suit in range(SUITS) if suit not in s.suit)
        return Refusal(f"take a Suit card now, such as suit:{example}", "TT-5"), FIRST_SUIT, SUITS
    if s.phase == rules.PAIR:
        refusal = Refusal("hand out the Partner cards now, such as pairs:02-13", "TT-6")
        return refusal, FIRST_PAIRS, PAIRINGS
    return Refusal(f"play a card now, by its four values, such as {CARD_TEXTS[0]}", "TT-7"), 0, KINDS
