"""What must be true of every state of Tweedy Tricksters."""

from __future__ import annotations

from ...kernel import count
from . import rules
from .rules import ALL_CARDS, BITS, COPIES, KINDS, NONE, OVER, PLAY, SEATS, TAKE_CARD, TRICKS, State
from .words import CARD_TEXTS


def audit(s: State) -> list[str]:
    """What is wrong with a state."""
    wrong = [*_cards(s), *_round(s)]
    if s.round < 0 or s.round >= rules.most_rounds(s):
        wrong.append(f"round is {s.round}: a game has at most {rules.most_rounds(s)} rounds")
    if (s.target != 0) != (s.round + (s.phase == OVER) >= s.target_after):
        wrong.append(f"the target is {s.target} in round {s.round + 1}")
    best = rules.highest_score(s)
    if best > rules.most_points(s):
        wrong.append(f"a score of {best} is more than there can be, {rules.most_points(s)}")
    if (s.phase == OVER) != (s.target != 0 and best >= s.target):
        wrong.append(f"the phase is {s.phase} with a best score of {best} and a target of {s.target}")
    if s.phase == OVER and (s.leader != s.dealer or s.to_move != s.dealer):
        wrong.append("the game is over, but it still tells who took the last trick")
    return wrong


def _cards(s: State) -> list[str]:
    """Every card is where it should be, and no copy is told from another."""
    wrong = []
    piles = {"market": s.market, "shown": s.shown}
    piles |= {f"hidden[{seat}]": s.hidden[seat] for seat in range(SEATS)}
    piles |= {f"drafted[{seat}]": s.drafted[seat] for seat in range(SEATS)}
    for name, pile in piles.items():
        if pile & ~ALL_CARDS or rules.stacked(pile) != pile:
            wrong.append(f"{name} is not a multiset of cards")
    gone = 0
    for kind in range(KINDS):
        shown = count(s.shown & BITS[kind])
        copies = shown + sum(count(s.hidden[seat] & BITS[kind]) for seat in range(SEATS))
        if copies != COPIES[kind]:
            wrong.append(f"there are {copies} copies of card {CARD_TEXTS[kind]}, not {COPIES[kind]}")
        held = count(s.market & BITS[kind]) + sum(count(s.drafted[seat] & BITS[kind]) for seat in range(SEATS))
        if shown - held < s.played.count(kind):
            wrong.append(f"card {CARD_TEXTS[kind]} was seen {shown} times, but lies or is held in more places")
        gone += shown - held
    if gone != s.trick * SEATS + s.n_played:
        wrong.append(f"{gone} cards were played in {s.trick} tricks and {s.n_played} cards")
    return wrong + [
        f"hidden_size[{seat}] is {s.hidden_size[seat]}, with {count(s.hidden[seat])} cards hidden"
        for seat in range(SEATS)
        if s.hidden_size[seat] != count(s.hidden[seat])
    ]


def _round(s: State) -> list[str]:
    """Turns, suits, partners and tricks fit the phase."""
    wrong = []
    left = [s.hidden_size[seat] + count(s.drafted[seat]) for seat in range(SEATS)]
    if s.phase == TAKE_CARD:
        if sum(left) + count(s.market) != rules.CARDS or not s.market:
            wrong.append(f"{sum(left)} cards are held and {count(s.market)} lie face up while drafting")
    elif s.market:
        wrong.append("cards lie face up after the draft")
    if s.phase in (PLAY, OVER):
        wrong += [
            f"seat {seat} holds {left[seat]} cards in trick {s.trick + 1}"
            for seat in range(SEATS)
            if left[seat] != TRICKS - s.trick - (s.played[seat] != NONE)
        ]
        if sorted(s.suit) != list(range(SEATS)):
            wrong.append("the Suit cards are not one for each seat")
        if s.tricks[0] + s.tricks[next(seat for seat in (1, 2) if seat != s.pairing)] != s.trick:
            wrong.append(f"the partnerships have taken {s.tricks} of {s.trick} tricks")
        if any(s.tricks[seat] != s.tricks[seat ^ s.pairing] for seat in range(SEATS)):
            wrong.append(f"partners have not taken the same tricks: {s.tricks}")
    elif s.trick or s.n_played or any(s.tricks) or s.leader != s.dealer:
        wrong.append("a trick was begun before the partners were made")
    if (s.pairing != 0) != (s.phase in (PLAY, OVER)) or not 0 <= s.pairing <= rules.PAIRINGS:
        wrong.append(f"the pairing is {s.pairing} in phase {s.phase}")
    if s.n_played != SEATS - s.played.count(NONE):
        wrong.append(f"n_played is {s.n_played}, with the cards {s.played} in the trick")
    if s.phase == PLAY and s.to_move != (s.leader + s.n_played) % SEATS:
        wrong.append(f"seat {s.to_move} is to play after {s.n_played} cards led by seat {s.leader}")
    return wrong
