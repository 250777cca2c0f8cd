"""What must be true of every state of 4 Seasons."""

from __future__ import annotations

from ...kernel import count
from . import rules
from .deck import CARDS, ROLE, ROLE_SETS, SEASONS, SEATS, SUIT_CARDS, SUITS, WINTER
from .rules import AFTER, NONE, OVER, PLAY, State
from .words import SUIT_NAMES, card_text


def audit(s: State) -> list[str]:
    """What is wrong with a state."""
    return [*_cards(s), *_hands(s), *_tokens(s), *_roles(s), *_turn(s), *_points(s)]


def _cards(s: State) -> list[str]:
    """Every card of the deck is in one place (FS-2, FS-4)."""
    places = [s.pit, *s.hand, *s.won, *(1 << card for card in s.played if card != NONE)]
    wrong = []
    deck = rules.deck_of(s)
    for card in range(CARDS):
        found = sum(pile >> card & 1 for pile in places)
        expected = deck >> card & 1
        if found != expected:
            wrong.append(f"{card_text(card)} is in {found} places, not {expected}")
    return wrong


def _hands(s: State) -> list[str]:
    wrong = []
    for seat in range(SEATS):
        hidden = s.hand[seat] & ~s.known[seat]
        if s.hand_size[seat] != count(s.hand[seat]):
            wrong.append(f"hand_size[{seat}] is {s.hand_size[seat]}, with {count(s.hand[seat])} cards in the hand")
        if s.known[seat] & ~s.hand[seat]:
            wrong.append(f"seat {seat} is known to hold a card that it does not hold")
        for suit in range(SUITS):
            if s.void[seat] >> suit & 1 and hidden & SUIT_CARDS[suit]:
                wrong.append(f"seat {seat} showed to be out of {SUIT_NAMES[suit]}, but is not")
        if seat >= s.players and (s.hand[seat] or s.won[seat] or s.tokens[seat] or s.role[seat] != NONE):
            wrong.append(f"there is nobody at seat {seat}, but something lies there")
    return wrong


def _tokens(s: State) -> list[str]:
    """Each player brought one token of each season (FS-5)."""
    wrong = []
    for season in range(SEASONS):
        unused = sum(tokens >> season & 1 for tokens in s.tokens)
        won = sum(s.won_tokens[:, season].tolist())
        found = unused + won + s.token_played.count(season) + s.lost_tokens[season]
        if found != s.players:
            wrong.append(f"there are {found} {SUIT_NAMES[season]} tokens, not {s.players}")
    for seat in range(s.players):
        if SEASONS - count(s.tokens[seat]) > s.token_uses:
            wrong.append(f"seat {seat} has played {SEASONS - count(s.tokens[seat])} tokens, of at most {s.token_uses}")
    for seat, token in enumerate(s.token_played):
        if token != NONE and s.tokens[seat] >> token & 1:
            wrong.append(f"seat {seat} has a token in the trick that counts as unused")
        if token == WINTER and s.played[seat] != NONE:
            wrong.append(f"seat {seat} skipped the trick, but has a card in it")
    return wrong


def _roles(s: State) -> list[str]:
    """One role to each player, one aside (FS-3)."""
    dealt = sorted([*s.role[: s.players], s.aside])
    if dealt != sorted(ROLE[n] for n in range(len(ROLE)) if ROLE_SETS[s.players, s.darknesses] >> n & 1):
        return [f"the roles dealt and set aside are {dealt}"]
    return []


def _turn(s: State) -> list[str]:
    wrong = []
    if s.phase == OVER:
        if any(s.hand):
            wrong.append("the game is over, but there are cards in hand")
        if s.round + 1 != max(1, s.rounds):
            wrong.append(f"the game is over in round {s.round + 1} of {max(1, s.rounds)}")
        return wrong
    seat = s.to_move
    if seat != (s.leader + s.turn) % s.players:
        wrong.append(f"it is seat {seat}'s turn, out of order")
    if s.phase == PLAY and (s.played[seat] != NONE or s.hand_size[seat] == 0):
        wrong.append(f"seat {seat} is to play a card, but has played one or has none")
    if s.phase == AFTER and (s.played[seat] == NONE or not rules.open_tokens(s, seat)):
        wrong.append(f"seat {seat} is asked for a token, but has played no card or could play no token")
    for turn in range(s.turn + 1, s.players):
        other = (s.leader + turn) % s.players
        if s.played[other] != NONE or s.token_played[other] != NONE:
            wrong.append(f"seat {other} has played before its turn")
    if s.lead_suit == NONE and any(card != NONE for card in s.played):
        wrong.append("there are cards in the trick, but no lead suit")
    return wrong


def _points(s: State) -> list[str]:
    wrong = []
    if sum(s.tricks) > s.trick:
        wrong.append(f"{sum(s.tricks)} tricks are won, of {s.trick}")
    for seat in range(SEATS):
        rest = s.tenths[seat] - s.spared[seat]
        if rest % rules.POINT or not 0 <= rest <= rules.POINT * s.rounds:
            wrong.append(f"seat {seat} has {s.tenths[seat]} tenths, {s.spared[seat]} of them for tokens")
    return wrong
