"""High Card in words: notation, sentences, reasons."""

from __future__ import annotations

from collections.abc import Sequence

from weatherdeck.games.events import Event
from weatherdeck.games.game import Refusal, Standing
from weatherdeck.games.multisets import COPIES

from . import rules
from .rules import NUMBERS, UP_TO, State

TEXTS = tuple(str(card + 1) for card in range(NUMBERS))


# ---------------------------------------------------------------- notation
def text(action: int) -> str:
    """`7`: the card with that number."""
    if not 0 <= action < NUMBERS:
        raise ValueError(f"actions of High Card are numbered 0 to {NUMBERS - 1}, not {action}")
    return TEXTS[action]


def parse(notation: str) -> int:
    """The action of a notation."""
    if notation not in TEXTS:
        raise ValueError(f"{notation!r} is not a High Card move: expected a number from 1 to {NUMBERS}, such as 7")
    return TEXTS.index(notation)


# ---------------------------------------------------------------- for people
def describe(s: State, action: int, names: Sequence[str]) -> str:
    """What a legal action would do."""
    if s.n_played == 0:
        return f"lead {text(action)}"
    best = s.played[s.winner]
    if action > best:
        return f"play {text(action)}, which beats {names[s.winner]}'s {text(best)}"
    return f"play {text(action)}, which does not beat {names[s.winner]}'s {text(best)}"


def label(s: State, action: int) -> str:
    """A legal action on a button."""
    return f"{'Lead' if s.n_played == 0 else 'Play'} {text(action)}"


def prompt(s: State, names: Sequence[str]) -> str:
    """Whose turn it is and what to do now; it needs nobody's hand."""
    if rules.is_over(s):
        return ending(s, names)
    who = names[s.to_move]
    if s.n_played == 0:
        return f"{who}: lead any card"
    if s.free_play:
        return f"{who}: play any card; the best so far is {text(s.played[s.winner])}"
    return f"{who}: beat {text(s.played[s.winner])} if you can; otherwise play any card"


def sentence(event: Event, names: Sequence[str]) -> str | None:
    """What happened, for the log."""
    if event.name == "dealt":
        left = f"; {event['aside']} stay face down" if event["aside"] else ""
        return f"Each player gets {event['cards']} cards{left}. {names[event['first']]} leads."
    if event.name == "played":
        return f"{names[event['seat']]} plays {text(event['card'])}."
    if event.name == "won":
        return f"{names[event['seat']]} wins the trick with {text(event['card'])}."
    return None


def ending(s: State, names: Sequence[str]) -> str:
    """Who won, and by what (HC-7)."""
    winning = rules.winners(s)
    seats = [seat for seat in range(s.players) if winning >> seat & 1]
    won = _tricks(s.tricks[seats[0]])
    if len(seats) == 1:
        return f"{names[seats[0]]} wins with {won}."
    return f"{' and '.join(names[seat] for seat in seats)} share the victory with {won} each."


# ---------------------------------------------------------------- how it stands
def status(s: State) -> str:
    """Which trick it is."""
    return "Game over" if rules.is_over(s) else f"Trick {sum(s.tricks) + 1} of {rules.HAND}"


def standing(s: State, seat: int) -> Standing:
    """Tricks won, and in the end, whether that was enough."""
    return Standing(_tricks(s.tricks[seat]), won=bool(rules.winners(s) >> seat & 1) if rules.is_over(s) else None)


def _tricks(n: int) -> str:
    return f"{n} trick{'' if n == 1 else 's'}"


# ---------------------------------------------------------------- why not
def why_not(s: State, action: int) -> Refusal:
    """Why an action is not legal now."""
    if rules.is_over(s):
        return Refusal("the game is over", "HC-7")
    if not s.hand[s.to_move] >> COPIES * action & 1:
        return Refusal(f"{text(action)} is not in your hand")
    best = s.played[s.winner]
    assert s.hand[s.to_move] & ~UP_TO[best], "nothing else makes a card of the hand illegal"
    return Refusal(f"you can beat {text(best)}, and {text(action)} does not", "HC-5")
