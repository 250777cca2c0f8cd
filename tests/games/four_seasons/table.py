"""Positions of 4 Seasons laid out by hand, and moves on them in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from weatherdeck.games.events import Event
from weatherdeck.games.four_seasons import GAME, rules
from weatherdeck.games.four_seasons.deck import CARDS, DECK, ROLE, ROLE_CARDS, SEATS
from weatherdeck.games.four_seasons.rules import State
from weatherdeck.games.four_seasons.words import ROLE_WORDS, SUIT_WORDS, card_text, parse_card
from weatherdeck.kernel import listening, new_rng

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


def cards(texts: str) -> int:
    """A set of cards, given as `Sp3 Wd1`."""
    return sum(1 << parse_card(text) for text in texts.split())


def texts(cards: int) -> set[str]:
    """A set of cards, as texts."""
    return {card_text(card) for card in range(CARDS) if cards >> card & 1}


def position(
    *hands: str,
    pit: str = "",
    leader: int = 0,
    roles: Sequence[str] = (),
    aside: str = "",
    won: Mapping[int, str] | None = None,
    rest: int | None = None,
    rounds: int = 0,
) -> State:
    """A table at the start of a trick, nothing known or shown yet. The cards that are named nowhere are out of the
    game, or won by the seat `rest`."""
    s: State = GAME.new_state(len(hands), {"rounds": rounds or None})
    rules.deal(s, new_rng(1))
    for seat, hand in enumerate(hands):
        s.hand[seat] = cards(hand)
        s.hand_size[seat] = len(hand.split())
        s.won[seat] = cards((won or {}).get(seat, ""))
    s.known[:] = [0] * SEATS
    s.pit = cards(pit)
    if rest is not None:
        named = s.pit
        for pile in (*s.hand, *s.won):
            named |= pile
        s.won[rest] |= DECK[s.players] & ~named
    if roles:
        give_roles(s, roles, aside)
    rules.start_trick(s, leader)
    return s


def give_roles(s: State, roles: Sequence[str], aside: str = "") -> None:
    """Roles by seat; the one left over is set aside."""
    left = [ROLE_WORDS[ROLE[n]] for n in range(len(ROLE)) if ROLE_CARDS[s.players] >> n & 1]
    for role in roles:
        left.remove(role)
    assert not aside or left == [aside]
    s.role[: s.players] = [ROLE_WORDS.index(role) for role in roles]
    s.aside = ROLE_WORDS.index(left[0])


def legal(s: State) -> set[str]:
    """The open actions, in notation; each must be there once."""
    actions = GAME.legal(s)
    assert len(set(actions)) == len(actions), "an action is offered twice"
    return {GAME.words.text(action) for action in actions}


def do(s: State, *moves: str) -> list[Event]:
    """Make legal moves; what was told of them."""
    events: list[Event] = []
    for move in moves:
        assert move in legal(s), f"{move} is not among {sorted(legal(s))}"
        with listening() as told:
            rules.apply(s, GAME.words.parse(move), new_rng(5))
        events += [rules.EVENTS.read(one) for one in told]
    return events


def names_of(events: Sequence[Event]) -> list[str]:
    """What happened, by name."""
    return [event.name for event in events]


def without_tokens(s: State, *seats: int) -> State:
    """Take the unused tokens of some seats (of all, if none is named) out of the game, so that only cards matter."""
    for seat in seats or range(s.players):
        s.tokens[seat] = 0
    return s


def only_token(s: State, seat: int, *seasons: str) -> State:
    """Leave a seat these tokens, and the others none."""
    without_tokens(s)
    s.tokens[seat] = sum(1 << SUIT_WORDS.index(season) for season in seasons)
    return s
