"""What must be true of every state of Winter Court."""

from __future__ import annotations

from collections import Counter

from ...kernel import count
from . import rules
from .notation import LETTERS, card_text, cards_in
from .reach import CARDS, NONE, ranks_of
from .rules import BUILD, KEEP, MEMBERS, OVER, POWER, SEATS, SECOND, State


def audit(s: State) -> list[str]:
    """What is wrong with a state."""
    return [*_cards(s), *_court(s), *_turn(s)]


def _cards(s: State) -> list[str]:
    wrong = []
    piles = [*s.hand, s.discard, *s.influence, s.play_cards, s.boosts, s.drawn]
    places = Counter(card for pile in piles for card in cards_in(pile))
    wrong += [f"{card_text(card)} is in {n} places" for card, n in places.items() if n > 1]
    if any(pile < 0 or pile >> CARDS for pile in piles):
        wrong.append("a pile holds more than the cards there are")
    if s.pile_size != CARDS - len(places) - s.left_out:
        elsewhere = f"{CARDS - len(places)} cards nowhere else, {s.left_out} of them left out"
        wrong.append(f"pile_size is {s.pile_size}, with {elsewhere}")
    for seat in range(SEATS):
        if s.hand_size[seat] != count(s.hand[seat]):
            wrong.append(f"hand_size[{seat}] is {s.hand_size[seat]}, with {count(s.hand[seat])} cards in the hand")
        if s.known[seat] & ~s.hand[seat]:
            wrong.append(f"a card is known to be in the hand of seat {seat}, but is not")
    return wrong


def _court(s: State) -> list[str]:
    wrong = []
    for member in range(MEMBERS):
        letter = LETTERS[member]
        if s.rank[member] != ranks_of(s.influence[member]):
            wrong.append(f"the rank on {letter} is {s.rank[member]}, not that of its cards")
        if (s.owner[member] == NONE) != (s.influence[member] == 0):
            wrong.append(f"the influence on {letter} lies on no side, or a side has none")
        if s.pawn[member] not in (NONE, s.owner[member]):
            wrong.append(f"seat {s.pawn[member]} controls {letter} without influence there")
    return wrong


def _turn(s: State) -> list[str]:
    wrong = []
    building = s.phase == BUILD
    if building != (s.play_card != NONE) or building != (s.play_member != NONE) or building != (s.play_cards != 0):
        wrong.append("a play is being put together, but not now; or now, but there is none")
    if not building and (s.boosts or s.play_total or s.play_suits or s.play_powers or s.play_fool or s.boost_from):
        wrong.append("something is left over of an earlier play")
    if building and s.play_total != ranks_of(s.play_cards | s.boosts):
        wrong.append(f"the total of the play is {s.play_total}, not that of its cards")
    if s.play_powers & ~s.ready:
        wrong.append("a power that is not ready may join the play")
    if count(s.drawn) != (rules.PASS_DRAWS if s.phase == KEEP else 0):
        wrong.append(f"{count(s.drawn)} cards are drawn and not yet kept")
    if (s.phase == OVER) != (s.pile_size == 0 or any(rules.has_enough_royals(s, seat) for seat in range(SEATS))):
        wrong.append("the game is over without a reason, or goes on in spite of one")
    for member in range(MEMBERS):
        if POWER[member] != NONE and s.ready >> POWER[member] & 1 and s.pawn[member] != s.to_move:
            wrong.append(f"the power of {LETTERS[member]} is ready, but its pawn is not the mover's")
    if s.phase in (BUILD, SECOND) and not rules.can_go_on(s, s.hand[s.to_move]):
        wrong.append(f"seat {s.to_move} has begun a play that it cannot make")
    if s.players != SEATS:
        wrong.append(f"there are {s.players} players, not {SEATS}")
    return wrong
