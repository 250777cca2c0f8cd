"""What must be true of every state of Tradewinds."""

from __future__ import annotations

from ...kernel import count
from . import rules
from .board import face_up
from .rules import COMPLETES, COPIES, DIGITS, FACE_DOWN, FULL, NONE, PILES, SEATS, SHOWN, State
from .words import LETTERS, brought, text


def audit(s: State) -> list[str]:
    """What is wrong with a state."""
    return [*_singles(s), *_piles(s), *_completes(s), *_scoring(s), *_turns(s)]


def _singles(s: State) -> list[str]:
    """TW-3: four of each, on the board or collected or not seen yet."""
    wrong = []
    for c in range(1, DIGITS):
        lying = sum(face_up(s, pile).count(c) for pile in range(PILES))
        collected = sum(s.collected[seat, c] for seat in range(SEATS))
        if s.unseen[c] < 0 or s.unseen[c] + lying + collected != COPIES:
            wrong.append(f"of {LETTERS[c]} there are {s.unseen[c]} unseen, {lying} face up, {collected} collected")
    if s.unseen[0] or any(s.collected[seat, 0] for seat in range(SEATS)):
        wrong.append("Singles without a characteristic are counted")
    if sum(s.unseen) != sum(s.down):
        wrong.append(f"{sum(s.unseen)} Singles are unseen, but {sum(s.down)} lie face down")
    return wrong


def _piles(s: State) -> list[str]:
    wrong = []
    for pile in range(PILES):
        if not 0 <= s.down[pile] <= FACE_DOWN:
            wrong.append(f"{s.down[pile]} Singles lie face down in pile {pile}")
        if s.top[pile] == 0 and (s.down[pile] or s.under[pile]):
            wrong.append(f"pile {pile} has no face-up card on top (TW-16)")
        if s.under[pile] and "0" in str(s.under[pile]):
            wrong.append(f"pile {pile} has a hole")
        if s.deep[pile] and (s.under[pile] == 0 or s.deep[pile] < FULL or "0" in str(s.deep[pile])):
            wrong.append(f"pile {pile} is not written as it should be")
    return wrong


def _completes(s: State) -> list[str]:
    """TW-3, TW-7: each Complete in one place, or left over."""
    places = [rules.covering_set(s), s.discard, *s.hand]
    found = [sum(place >> complete & 1 for place in places) for complete in range(COMPLETES)]
    wrong = [f"{text(complete)} is in {n} places" for complete, n in enumerate(found) if n > 1]
    left_over = COMPLETES - s.completes_laid - SEATS * s.cards_dealt
    if found.count(0) != left_over:
        wrong.append(f"{found.count(0)} Completes are left over, not {left_over}")
    sizes = [count(hand) for hand in s.hand]
    if list(s.hand_size) != sizes:
        wrong.append(f"the hands have {sizes} cards, but hand_size is {list(s.hand_size)}")
    return wrong


def _scoring(s: State) -> list[str]:
    """TW-5, TW-6, TW-15, TW-17."""
    wrong = []
    laid = [complete for complete in s.covering if complete != NONE]
    shown = [SHOWN[complete] for complete in laid]
    if any(complete not in (NONE, 9 * place + complete % 9) for place, complete in enumerate(s.covering)):
        wrong.append("the covering Completes are not in order")
    if sum(shown).bit_count() != rules.KINDS * s.completes_laid or len(laid) != s.completes_laid:
        wrong.append("the covering Completes do not show everything once")
    if any(s.scoring[seat] & one not in (0, one) for seat in range(SEATS) for one in shown):
        wrong.append("a Complete scores for a seat in part")
    trues = sum(count(rules.true_sides(s, complete)) for complete in laid)
    if not SEATS * s.completes_laid - s.falses <= trues <= s.trues:
        wrong.append(f"there are {trues} True cards on the table")
    score = sum(brought(s, seat) for seat in range(SEATS))
    if s.score != score:
        wrong.append(f"the score is {s.score}, but the Singles collected make {score}")
    return wrong


def _turns(s: State) -> list[str]:
    wrong = []
    began = (s.to_move - s.turn) % SEATS
    if count(s.discard) != s.turn:
        wrong.append(f"{count(s.discard)} Completes are discarded after {s.turn} turns")
    if s.first not in (NONE, began):
        wrong.append(f"seat {began} began, not seat {s.first}")
    for seat in range(SEATS):
        played = (s.turn + SEATS - 1 - (seat - began) % SEATS) // SEATS
        if s.hand_size[seat] != s.cards_dealt - played:
            wrong.append(f"seat {seat} has {s.hand_size[seat]} cards after {played} turns of its own")
    return wrong
