"""Positions of Winter Court for tests, written as one would lay them out.

Cards are in notation, `Kn9`; influence is `{"B": "1 Kn9"}`, on the side of seat 1, and a combined card
`{"B": "0 Kn4 Wi4"}`. Who has influence on a member controls it, unless it is named in `unclaimed`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from weatherdeck.games.events import Event
from weatherdeck.games.winter_court import GAME, rules
from weatherdeck.games.winter_court.notation import LETTERS, card_of, card_text, cards_in, parse, text
from weatherdeck.games.winter_court.reach import NONE, ranks_of
from weatherdeck.games.winter_court.rules import ALL_CARDS, State
from weatherdeck.kernel import count, listening, new_rng

__all__ = ["GAME", "act", "card_set", "legal", "on", "position", "shown", "some_position", "steps", "told"]


def card_set(cards: str) -> int:
    """Some cards in notation, as a set."""
    found = 0
    for card in cards.split():
        assert not found >> card_of(card) & 1, f"{card} is named twice"
        found |= 1 << card_of(card)
    return found


def shown(cards: int) -> str:
    """A set of cards in notation."""
    return " ".join(card_text(card) for card in cards_in(cards))


def position(
    mine: str = "",
    others: str = "",
    *,
    influence: Mapping[str, str] | None = None,
    unclaimed: str = "",
    discard: str = "",
    pile: str | None = None,
    known: str = "",
    seat: int = 0,
) -> State:
    """A turn's start: the seat's own hand and the other's. The draw pile is all that lies nowhere else; or, where it
    is named, the rest is discarded. `known` are cards that the other player took with the Sage."""
    s: State = GAME.new_state()
    rules.deal(s, new_rng(1))
    s.hand[seat], s.hand[1 - seat] = card_set(mine), card_set(others)
    s.known[1 - seat] = card_set(known)
    for letter, there in (influence or {}).items():
        side, cards = there.split(maxsplit=1)
        member = LETTERS.index(letter)
        s.influence[member] = card_set(cards)
        s.rank[member] = ranks_of(s.influence[member])
        s.owner[member] = int(side)
        s.pawn[member] = NONE if letter in unclaimed else int(side)
    s.discard = card_set(discard)
    left = ALL_CARDS & ~(rules.open_cards(s) | s.hand[0] | s.hand[1])
    if pile is not None:
        assert card_set(pile) & ~left == 0, "a card of the pile lies elsewhere"
        s.discard |= left & ~card_set(pile)
        left = card_set(pile)
    s.pile_size = count(left)
    s.hand_size[:] = [count(hand) for hand in s.hand]
    rules.start_turn(s, seat)
    assert GAME.audit.audit(s) == []
    return s


def some_position(seed: int) -> State:
    """A position at random, with high influence and some of the powers, in which plays are hard to make."""
    rng = random.Random(seed)
    deck = [shown(1 << card) for card in range(60)]
    rng.shuffle(deck)
    mine, yours = rng.choice("01"), rng.choice("01")
    influence: dict[str, str] = {}
    for letter in LETTERS:
        if letter in "EFGHIJKL" and rng.random() < 0.45:
            influence[letter] = f"0 {deck.pop()}"
        elif rng.random() < 0.85:
            cards = [deck.pop() for _ in range(rng.choice([1, 1, 2, 2, 3]))]
            influence[letter] = f"{rng.choice([mine, yours])} {' '.join(cards)}"
    if all(influence.get(letter, "").startswith("0") for letter in "ABCD"):
        del influence["A"]
    elif all(influence.get(letter, "").startswith("1") for letter in "ABCD"):
        del influence["B"]
    size = rng.choice([1, 2, 3, 4, 5, 6, 7, 8])
    low = [card for card in deck if int(card[2:]) <= 3]
    hand = (low[: rng.choice([0, 0, 2, 3, 4])] + [card for card in deck if card not in low])[:size]
    return position(" ".join(hand), influence=influence)


def legal(s: State) -> list[str]:
    """The open actions, sorted as text."""
    return sorted(text(action) for action in GAME.legal(s))


def steps(s: State, *, but: Sequence[str] = ()) -> list[str]:
    """The open actions without those that start with one of some words."""
    return [action for action in legal(s) if not action.startswith(tuple(but))]


def told(s: State, action: str, seed: int = 1) -> list[Event]:
    """Carry out a legal action; what it told."""
    assert action in legal(s), f"{action} is not legal: {GAME.words.why_not(s, parse(action))}"
    with listening() as notes:
        rules.apply(s, parse(action), new_rng(seed))
    assert GAME.audit.audit(s) == []
    return [rules.EVENTS.read(note) for note in notes]


def act(s: State, *actions: str, seed: int = 1) -> State:
    """Carry out legal actions, one after another."""
    for number, action in enumerate(actions):
        told(s, action, seed + number)
    return s


def on(s: State, letter: str) -> tuple[str, int, int | None]:
    """What lies on a member, with which rank, and who controls it."""
    member = LETTERS.index(letter)
    pawn = s.pawn[member]
    return shown(s.influence[member]), s.rank[member], None if pawn == NONE else pawn
