"""Tradewinds in words: notation, names, sentences, reasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from ..events import Event
from ..game import Refusal, Standing
from ..numerals import counted, in_words
from ..story import Story
from . import rules
from .board import foresee, piles_of
from .rules import COMPLETES, SEATS, State

Letter: TypeAlias = Literal["F", "P", "H", "R", "G", "B", "C", "S", "T"]
Side: TypeAlias = Literal["North", "East", "South", "West"]
SideLetter: TypeAlias = Literal["N", "E", "S", "W"]
LETTERS = "-" + "".join(get_args(Letter))  # by characteristic, which count from 1
CHARACTERISTICS = ("", "Filled", "Partial", "Hollow", "Red", "Green", "Blue", "Circle", "Square", "Triangle")
SIDES: tuple[Side, ...] = get_args(Side)
SIDE_LETTERS: tuple[SideLetter, ...] = get_args(SideLetter)
PILES = ("north-west", "north", "north-east", "west", "centre", "east", "south-west", "south", "south-east")


# ---------------------------------------------------------------- notation
def text(action: int) -> str:
    """`FRC`: play the Complete that is Filled, Red and a Circle."""
    if not 0 <= action < rules.ACTIONS:
        raise ValueError(f"actions of Tradewinds are numbered 0 to {rules.ACTIONS - 1}, not {action}")
    return "".join(LETTERS[c] for c in shown(action))


def parse(notation: str) -> int:
    """The action of a notation."""
    if notation in _ACTIONS:
        return _ACTIONS[notation]
    raise ValueError(
        f"{notation!r} is not a Tradewinds move: expected a Complete by its pattern (F, P or H), its colour "
        f"(R, G or B) and its shape (C, S or T), such as FRC"
    )


def shown(complete: int) -> tuple[int, int, int]:
    """The pattern, the colour and the shape of a Complete."""
    return 1 + complete // 9, 4 + complete // 3 % 3, 7 + complete % 3


_ACTIONS = {text(action): action for action in range(rules.ACTIONS)}


def texts(completes: int) -> list[str]:
    """A set of Completes in notation, sorted as text."""
    return sorted(text(complete) for complete in range(COMPLETES) if completes >> complete & 1)


# ---------------------------------------------------------------- for people
def complete_name(complete: int) -> str:
    """A Complete by its three characteristics."""
    return "-".join(CHARACTERISTICS[c] for c in shown(complete))


def describe(s: State, action: int, names: Sequence[str]) -> str:
    """What a legal action would do."""
    wind = foresee(s, action)
    what = f"play {complete_name(action)}"
    if not wind.moves:
        return f"{what}: nothing moves"
    moving = _number(len(wind.moves), "Single moves", "Singles move")
    leaving = [event["points"] for event in wind.moves if event.name == "collected"]
    if not leaving:
        return f"{what}: {moving}, none leaves the board"
    receiver = names[(s.to_move + 2) % SEATS]
    which = "" if len(wind.moves) == 1 else "all " if len(leaving) == len(wind.moves) else f"{len(leaving)} of them "
    return f"{what}: {moving}, {which}to {receiver} for {_points(sum(leaving))}"


def label(s: State, action: int) -> str:
    """A legal action on a button."""
    return f"Blow {text(action)} {SIDES[(s.to_move + 2) % SEATS].lower()}"


def prompt(s: State, names: Sequence[str]) -> str:
    """Whose turn it is and what to do now."""
    if rules.is_over(s):
        return ending(s, names)
    receiver = (s.to_move + 2) % SEATS
    return f"{names[s.to_move]}: blow a card {SIDES[receiver].lower()}, to {names[receiver]}"


def sentence(event: Event, names: Sequence[str]) -> str | None:
    """What happened, for the log."""
    e = event
    if e.name == "dealt":
        hand = counted(e["cards"], "Complete")
        return f"The board is laid out, and everyone has {hand}. {names[e['seat']]} begins."
    if e.name == "covered":
        pattern, colour, shape = (CHARACTERISTICS[c] for c in shown(e["complete"]))
        return f"{pattern}, {colour} and {shape} score for {whom(e['true'], names)}."
    if e.name in ("played", "played_open"):
        toward = SIDES[(e["seat"] + 2) % SEATS].lower()
        return f"{names[e['seat']]} plays {complete_name(e['complete'])}; the wind blows {toward}."
    if e.name == "blown":
        return f"{_flight(e)} and lands on the {PILES[e['onto']]} pile."
    if e.name == "collected":
        return f"{_flight(e)} and off the board to {names[e['seat']]}: {_points(e['points'])}."
    if e.name == "emptied":
        return f"The {PILES[e['pile']]} pile is empty and leaves a gap."
    if e.name == "calmed":
        return "Nothing moves."
    if e.name == "flipped":
        return f"{CHARACTERISTICS[e['single']]} is turned up on the {PILES[e['pile']]} pile."
    return None


def _flight(e: Event) -> str:
    """The path of a Single up to where it lands."""
    over = piles_of(e["gaps"])
    start = f"{CHARACTERISTICS[e['single']]} blows from the {PILES[e['pile']]} pile"
    if not over:
        return start
    return f"{start} over {'the gap' if len(over) == 1 else 'two gaps'}"


def whom(seats: int, names: Sequence[str]) -> str:
    """A set of seats, by their names."""
    who = [names[seat] for seat in range(SEATS) if seats >> seat & 1]
    if not who:
        return "nobody"
    if len(who) == SEATS:
        return "everybody"
    return f"{', '.join(who[:-1])} and {who[-1]}" if len(who) > 1 else who[0]


def _number(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def signed(n: int) -> str:
    """A number with its sign; the minus is as wide as the plus."""
    return f"+{n}" if n > 0 else f"−{-n}" if n else "0"


def _points(n: int) -> str:
    return f"{signed(n)} {'point' if abs(n) == 1 else 'points'}"


def ending(s: State, names: Sequence[str]) -> str:  # noqa: ARG001  # the contract hands names to every ending
    """Whether everyone won, and by what (TW-17)."""
    scored, deducted = (sum(tally(s, seat)[i] for seat in range(SEATS)) for i in range(2))
    singles = f"{_number(scored, 'Single', 'Singles')} scored, {deducted} deducted"
    if rules.won(s):
        return f"Everyone wins with a score of {signed(s.score)}: {singles}."
    return f"Everyone loses with a score of {signed(s.score)}; a win takes more than {signed(s.target - 1)}: {singles}."


def tally(s: State, seat: int) -> tuple[int, int]:
    """How many Singles that score, and how many that deduct, a seat has collected (TW-15)."""
    scored = deducted = 0
    for single in range(1, rules.DIGITS):
        if rules.worth(s, seat, single) > 0:
            scored += s.collected[seat, single]
        else:
            deducted += s.collected[seat, single]
    return scored, deducted


def brought(s: State, seat: int) -> int:
    """What the Singles count that a seat has collected."""
    scored, deducted = tally(s, seat)
    return scored - s.deduction * deducted


# ---------------------------------------------------------------- how it stands
def status(s: State) -> str:
    """The turn, and the score of all players together."""
    turn = "Game over" if rules.is_over(s) else f"Turn {s.turn + 1} of {rules.turns(s)}"
    return f"{turn} · team score {signed(s.score)}"


def standing(s: State, seat: int) -> Standing:
    """What a player has brought in; all win or lose together."""
    return Standing(signed(brought(s, seat)), won=rules.won(s) if rules.is_over(s) else None)


def story(_: State) -> Story:
    """What each player has brought in, after every player's turn."""
    return Story(
        chapter="round",
        short="rd",
        counted="points",
        done=lambda s: s.turn // SEATS,
        amounts=lambda s: [brought(s, seat) for seat in range(SEATS)],
        is_shared=True,
    )


# ---------------------------------------------------------------- why not
def why_not(s: State, action: int) -> Refusal:
    """Why an action is not legal now."""
    if rules.is_over(s):
        return Refusal("the game is over")
    name = complete_name(action)
    if rules.covering_set(s) >> action & 1:
        number = in_words(s.completes_laid)
        return Refusal(f"{name} is one of the {number} Completes beside the board that say what scores", "TW-5")
    if s.discard >> action & 1:
        return Refusal(f"{name} has already been played", "TW-16")
    return Refusal(f"{name} is not in your hand", "TW-10")


# ---------------------------------------------------------------- parameters
def unplayable(blank: State) -> str | None:
    """Why the numbers of a designer do not go together (TW-6)."""
    needed, cards = SEATS * blank.completes_laid, blank.trues + blank.falses
    if cards < needed:
        return (
            f"{counted(blank.completes_laid, 'Complete')} beside the board need {needed} True and False cards, one for "
            f"each side, and there are {cards}: add some (trues, falses) or lay fewer Completes (completes_laid)"
        )
    return None
