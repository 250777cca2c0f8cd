"""Why an action of Winter Court is not legal now: a sentence for people, and the clause that says so."""

from __future__ import annotations

from ..game import Refusal
from . import rules
from .notation import SUIT_NAMES, SWAYING, card_name, holder, member_name, play_of, with_card
from .reach import (
    CARDS,
    CHARLATAN,
    FOOL,
    JOINING,
    KNIGHT,
    LOVER,
    MATCHMAKER,
    NONE,
    RANKS,
    SAGE,
    STEWARD,
    SUITS,
    WIZARD,
    rank_of,
    reach,
)
from .rules import AFTER, BUILD, KEEP, OVER, SECOND, START, State

ADDING_WORDS = {"knight": KNIGHT, "lover": LOVER, "matchmaker": MATCHMAKER}


def unplayable(blank: State) -> str | None:
    """Why the options do not go together."""
    if rules.whole_pile(blank) < 1:
        dealt = blank.first_hand + blank.second_hand
        used = f"of {CARDS} cards {dealt} are dealt and {blank.left_out} left out"
        return f"{used}, which leaves no draw pile, whose last card ends the game (WC-20)"
    return None


def why_not(s: State, action: int) -> Refusal:
    """Why an action is not legal now."""
    if s.phase == OVER:
        return Refusal("the game is over")
    if s.phase == KEEP:
        return _why_not_keep(action)
    if action < rules.A_FOOL:
        return _why_not_play(s, *play_of(action))
    if action <= rules.A_COMMIT:
        return _why_not_step(s, action)
    if s.phase == BUILD:
        return Refusal(f"finish the play on {member_name(s.play_member)} first: commit, or add to it", "WC-23")
    if action <= rules.A_WIZARD:
        return _why_not_power(s, action)
    return _why_not_end(s, action)


def _why_not_keep(action: int) -> Refusal:
    if action < rules.A_DISCARD:
        return Refusal("first discard one of the two cards you drew", "WC-25")
    return Refusal(f"{card_name(action - rules.A_DISCARD)} is not one of the two cards you drew", "WC-25")


# ---------------------------------------------------------------- plays
def _why_not_play(s: State, card: int, member: int) -> Refusal:
    if s.phase == BUILD:
        return Refusal(f"finish the play on {member_name(s.play_member)} first: commit, or add to it", "WC-23")
    if s.phase == AFTER:
        return Refusal(f"you have already made a play this turn; only {holder(WIZARD)} allows a second one", "WC-5")
    hand = s.hand[s.to_move]
    if not hand & SWAYING[member]:
        return Refusal(f"no card in your hand sways {member_name(member)}", "WC-9")
    if not hand >> card & 1:
        return Refusal(f"{card_name(card)} is not in your hand")
    beat, suit = s.rank[member], card // RANKS
    other = rules.OTHER_SUIT[SUITS * member + suit]
    # What the hand reaches with this card: the card itself and the rest of the hand.
    most = rank_of(card) + reach(hand & ~(1 << card), 1 << suit, s.ready & JOINING, other)
    there = f"{beat} lies on {member_name(member)}, and {card_name(card)} reaches {most} at most"
    if s.ready >> FOOL & 1:
        return Refusal(f"{there}; it is not lower either, as {holder(FOOL)} would need", "WC-14")
    return Refusal(f"{there}, with everything you can add", "WC-9")


# ---------------------------------------------------------------- steps of a play
def _why_not_step(s: State, action: int) -> Refusal:
    if s.phase != BUILD:
        return Refusal("start with a card and a member, such as Kn9>B", "WC-24")
    beat, total = s.rank[s.play_member], s.play_total
    if action == rules.A_COMMIT:
        return Refusal(f"the play makes {total} and must be above {beat}", "WC-9")
    if action == rules.A_FOOL:
        return _why_not_joining(s, FOOL) or _why_not_fool(s, beat, total)
    word, card = with_card(action)
    if word == "boost":
        return _why_not_boost(s, card)
    power = ADDING_WORDS[word]
    other = rules.other_suit(s)
    if power == MATCHMAKER and other == NONE:
        return Refusal(f"only one suit sways {member_name(s.play_member)}, so there is no other suit to add", "WC-12")
    refusal = _why_not_joining(s, power)
    if refusal:
        return refusal
    if power == MATCHMAKER and card // RANKS != other:
        return Refusal(f"here {holder(power)} adds {SUIT_NAMES[other]}, the member's other suit", "WC-12")
    if not s.hand[s.to_move] >> card & 1:
        return Refusal(f"{card_name(card)} is not in your hand")
    if s.play_fool:
        return Refusal(f"with {card_name(card)} the play would not be lower than {beat}", "WC-14")
    return Refusal(f"with {card_name(card)} the play could no longer get above {beat}", "WC-24")


def _why_not_joining(s: State, power: int) -> Refusal | None:
    """Why a power cannot join the play, if that is the reason."""
    if s.play_powers >> power & 1:
        return None
    if s.ready >> power & 1:
        return Refusal(
            f"{holder(power)} has to come before what is already in the play: Fool, Knight, Lover, Matchmaker, boosts",
            "WC-24",
        )
    return _not_ready(s, power)


def _not_ready(s: State, power: int) -> Refusal:
    if s.pawn[rules.HOLDER[power]] == s.to_move:
        return Refusal(
            f"you did not control {holder(power)} at the start of the turn, or have already used its power", "WC-7"
        )
    return Refusal(f"you do not control {holder(power)}, so you cannot use its power", "WC-7")


def _why_not_fool(s: State, beat: int, total: int) -> Refusal:
    if beat == 0:
        return Refusal(f"there is no card on {member_name(s.play_member)} to go below", "WC-14")
    return Refusal(f"{total} is not lower than the {beat} in place", "WC-14")


def _why_not_boost(s: State, card: int) -> Refusal:
    if s.play_fool:
        return Refusal(f"a play with {holder(FOOL)} cannot be boosted", "WC-14")
    if not s.hand[s.to_move] >> card & 1:
        return Refusal(f"{card_name(card)} is not in your hand")
    if not s.play_suits >> card // RANKS & 1:
        return Refusal(f"a boost must have a suit of the play, and {SUIT_NAMES[card // RANKS]} is not one", "WC-11")
    if card < s.boost_from:
        return Refusal("add boosts in ascending order, by suit and then by rank", "WC-24")
    beat = s.rank[s.play_member]
    return Refusal(f"after {card_name(card)}, higher boosts alone could not get the play above {beat}", "WC-24")


# ---------------------------------------------------------------- powers
def _why_not_power(s: State, action: int) -> Refusal:
    if action == rules.A_STEWARD:
        return _not_ready(s, STEWARD)
    if action == rules.A_WIZARD:
        return _why_not_wizard(s)
    if action < rules.A_CHARLATAN:
        if not s.ready >> SAGE & 1:
            return _not_ready(s, SAGE)
        return Refusal(f"{card_name(action - rules.A_SAGE)} is not in the discard pile", "WC-16")
    if not s.ready >> CHARLATAN & 1:
        return _not_ready(s, CHARLATAN)
    member = action - rules.A_CHARLATAN
    if s.rank[member] == 0:
        return Refusal(f"there is no card on {member_name(member)}", "WC-16")
    return Refusal(f"{member_name(member)} is claimed: only the card on an unclaimed member can be removed", "WC-16")


def _why_not_wizard(s: State) -> Refusal:
    if not s.ready >> WIZARD & 1:
        return _not_ready(s, WIZARD)
    if s.phase == START:
        return Refusal(f"{holder(WIZARD)} allows a second play: make the first one first", "WC-15")
    return Refusal("no second play would be possible with this hand", "WC-23")


# ---------------------------------------------------------------- the end of the turn
def _why_not_end(s: State, action: int) -> Refusal:
    if action >= rules.A_DISCARD:
        return Refusal("you discard a card only after pass2, which draws two", "WC-25")
    if s.phase == SECOND:
        return Refusal("make the second play first", "WC-23")
    if s.phase == AFTER:
        return Refusal("you made a play, so you cannot pass: end the turn with draw0 or draw1", "WC-5")
    if action == rules.A_PASS2:
        return Refusal("only one card is left to draw: pass1", "WC-25")
    return Refusal("you draw after a play; without one, pass with pass1 or pass2", "WC-5")
