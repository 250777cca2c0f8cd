"""Winter Court in words: what is said to people. The notation is in `notation.py`, reasons are in `refusals.py`."""

from __future__ import annotations

from collections.abc import Sequence

from ..events import Event
from ..game import Standing
from ..story import Story
from . import rules
from .notation import SHORT, card_name, cards_in, holder, member_name, parse, play_of, text, with_card
from .reach import CHARLATAN, FOOL, KNIGHT, LOVER, MATCHMAKER, NONE, RANKS, SAGE, STEWARD, WIZARD
from .refusals import why_not
from .rules import MEMBERS, State

__all__ = ["describe", "ending", "label", "parse", "prompt", "sentence", "standing", "status", "text", "why_not"]
_NUMBERS = ("no", "one", "two", "three", "four")


def describe(s: State, action: int, names: Sequence[str]) -> str:
    """What a legal action would do."""
    if action < rules.A_FOOL:
        card, member = play_of(action)
        against = f", against {names[s.owner[member]]}'s {s.rank[member]}" if s.rank[member] else ""
        return f"play {card_name(card)} on {member_name(member)}{against}"
    if rules.A_CHARLATAN <= action < rules.A_CHARLATAN + MEMBERS:
        member = action - rules.A_CHARLATAN
        what = " and ".join(card_name(card) for card in cards_in(s.influence[member]))
        return f"return {holder(CHARLATAN)} and discard {what} from {member_name(member)}"
    if action in SHORT:
        return _describe_short(s, action)
    word, card = with_card(action)
    name = card_name(card)
    if word == "sage":
        return f"return {holder(SAGE)} and take {name} from the discard pile"
    if word == "discard":
        return f"discard {name} and keep {_kept(s, card)}"
    total = s.play_total + card % RANKS + 1
    if word == "boost":
        return f"boost with {name}, for a total of {total}"
    power = {"knight": KNIGHT, "lover": LOVER, "matchmaker": MATCHMAKER}[word]
    return f"return {holder(power)} and add {name}, for a total of {total}"


def _kept(s: State, card: int) -> str:
    kept = cards_in(s.drawn & ~(1 << card))
    return card_name(kept[0]) if kept else "the other card"


def _describe_short(s: State, action: int) -> str:
    if action == rules.A_COMMIT:
        return f"make the play, with a total of {s.play_total}"
    return {
        rules.A_FOOL: f"return {holder(FOOL)}: the play must be lower",
        rules.A_STEWARD: f"return {holder(STEWARD)} and draw {_cards(min(s.steward_draws, s.pile_size))}",
        rules.A_WIZARD: f"return {holder(WIZARD)} and make a second play",
        rules.A_PASS1: "pass and draw a card",
        rules.A_PASS2: "pass, draw 2 cards and discard one of them",
        rules.A_DRAW0: "end the turn without a card",
        rules.A_DRAW1: f"draw {_after_play(s)} and end the turn",
    }[action]


def _cards(n: int) -> str:
    return f"{n} card{'s' if n > 1 else ''}"


def _after_play(s: State) -> str:
    """What may be drawn after a play."""
    n = min(s.play_draws, s.pile_size)
    return "a card" if n == 1 else _cards(n)


def label(s: State, action: int) -> str:
    """A legal action on a button."""
    if action < rules.A_FOOL:
        card, member = play_of(action)
        return f"Play {card_name(card)} on {_title(member)}"
    if rules.A_CHARLATAN <= action < rules.A_CHARLATAN + MEMBERS:
        return f"Clear {member_name(action - rules.A_CHARLATAN)}"
    if action in SHORT:
        return _label_short(s, action)
    word, card = with_card(action)
    verb = {"sage": "Take", "discard": "Discard", "boost": "Boost with"}.get(word, "Add")
    return f"{verb} {card_name(card)}"


def _label_short(s: State, action: int) -> str:
    if action == rules.A_COMMIT:
        return f"Play {s.play_total} on {member_name(s.play_member)}"
    return {
        rules.A_FOOL: f"{_title(rules.HOLDER[FOOL])}: go lower",
        rules.A_STEWARD: f"{_title(rules.HOLDER[STEWARD])}: draw {min(s.steward_draws, s.pile_size)}",
        rules.A_WIZARD: f"{_title(rules.HOLDER[WIZARD])}: a second play",
        rules.A_PASS1: "Pass, draw 1",
        rules.A_PASS2: "Pass, draw 2, keep 1",
        rules.A_DRAW0: "End without drawing",
        rules.A_DRAW1: f"Draw {min(s.play_draws, s.pile_size)} and end",
    }[action]


def _title(member: int) -> str:
    return rules.COURT[member].name


def prompt(s: State, names: Sequence[str]) -> str:
    """Whose turn it is and what to do now."""
    if s.phase == rules.OVER:
        return ending(s, names)
    beside = s.ready & (1 << STEWARD | 1 << CHARLATAN) or (s.ready >> SAGE & 1 and s.discard)
    return f"{names[s.to_move]}: {_what_to_do(s, bool(beside))}"


def _what_to_do(s: State, beside: bool) -> str:
    """In at most 40 characters; `beside` says whether a power can be used beside a play."""
    if s.phase == rules.START:
        if s.hand_size[s.to_move] == 0:
            return "no cards: use a power or pass" if beside else "no cards: pass"
        return "play a card, use a power or pass" if beside else "play a card or pass"
    if s.phase == rules.BUILD:
        return _prompt_play(s)
    if s.phase == rules.SECOND:
        return "make the second play" + (", or use a power" if beside else "")
    if s.phase == rules.KEEP:
        return "discard one of the two cards drawn"
    if beside or s.ready >> WIZARD & 1:
        return "draw or not, or use a power first"
    return "draw a card, or end without one" if s.play_draws == 1 else f"draw {_after_play(s)}, or end without"


def _prompt_play(s: State) -> str:
    total, beat = s.play_total, s.rank[s.play_member]
    where = member_name(s.play_member)
    if s.play_fool:
        return f"play {total} on {where}: below {beat}"
    if total > beat:
        return f"play {total} on {where}" + (f": it beats {beat}" if beat else "")
    if s.play_powers >> FOOL & 1 and total < beat:
        return f"raise {total} above {beat}, or use {holder(FOOL)}"
    return f"raise {total} above {beat} on {where}"


def sentence(event: Event, names: Sequence[str]) -> str | None:
    """What happened, for the log."""
    e = event
    who = names[e["seat"]] if "seat" in e.numbers else ""
    member = member_name(e["member"]) if "member" in e.numbers else ""
    card = card_name(e["card"]) if e.numbers.get("card") is not None else "a card"
    if e.name == "dealt":
        first, second = names[e["first"]], names[1 - e["first"]]
        return f"{first} goes first, with {e['cards']} cards; {second} gets {e['other_cards']}."
    if e.name == "made":
        return _made(e, member)
    if e.name == "shifted":
        return f"{who} claims {member}." if e["claimed"] else f"{_capital(member)} goes back to its tile."
    sentences = {
        "passed": f"{who} passes.",
        "played": f"{who} plays {card} on {member}.",
        "returned": f"{who} returns {member} to use its power.",
        "added": f"{who} adds {card}.",
        "boosted": f"{who} boosts with {card}.",
        "replaced": f"{card} is discarded from {member}.",
        "held": f"{who} keeps {member}.",
        "called_wizard": f"{who} will make a second play.",
        "took": f"{who} takes {card} from the discard pile.",
        "removed": f"{card} is discarded from {member}.",
        "declined": f"{who} draws no card.",
        "drew": f"{who} draws {card}.",
        "discarded": f"{who} discards {card} and keeps the other card.",
        "exhausted": "The draw pile is empty.",
    }
    return sentences.get(e.name)


def _made(e: Event, member: str) -> str:
    if e["fool"]:
        return f"That makes {e['total']}, lower than the {e['beaten']} on {member}."
    if e["beaten"]:
        return f"That makes {e['total']} against the {e['beaten']} on {member}."
    return f"That makes {e['total']} on {member}."


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]


def ending(s: State, names: Sequence[str]) -> str:
    """Who won, and by what (WC-19 to WC-21)."""
    winner = rules.winner(s)
    status = [rules.status(s, seat) for seat in range(rules.SEATS)]
    if winner == NONE:
        return "A draw: nobody controls anyone at court."
    if rules.has_enough_royals(s, winner):
        royals = "all four" if s.royals_to_win == rules.ROYALS else _NUMBERS[s.royals_to_win]
        return f"{names[winner]} wins: {royals} royals are on their side."
    score = f"{status[winner]} to {status[1 - winner]}"
    if status[0] != status[1]:
        return f"{names[winner]} wins with more status, {score}."
    earliest = next(member for member in range(MEMBERS) if s.pawn[member] != NONE)
    return f"{names[winner]} wins the tie, {score}, by controlling {member_name(earliest)}, the first in the row."


# ---------------------------------------------------------------- how it stands
def status(s: State) -> str:
    """How many cards are left: the game ends when the draw pile is empty."""
    if s.phase == rules.OVER:
        return "Game over"
    return f"{s.pile_size} to draw"


def standing(s: State, seat: int) -> Standing:
    """Status, and the royals, since enough of them win at once."""
    royals = sum(s.pawn[member] == seat for member in range(rules.ROYALS))
    note = f"{royals} royal{'' if royals == 1 else 's'}" if royals else ""
    return Standing(str(rules.status(s, seat)), note, rules.winner(s) == seat if s.phase == rules.OVER else None)


def story(_: State) -> Story:
    """Status: there are no rounds, but the draw pile runs down."""
    return Story(
        chapter="card drawn",
        counted="status",
        done=lambda s: rules.whole_pile(s) - s.pile_size,
        amounts=lambda s: [rules.status(s, seat) for seat in range(rules.SEATS)],
    )
