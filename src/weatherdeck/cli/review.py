"""`weatherdeck review`: a saved game, move by move, as a player saw it."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..bots import review as reviewing
from ..bots.evidence import Estimate
from ..bots.review import Decision, Review
from ..errors import Problem, SaveRefused
from ..games import registry
from ..games.contest import Unit
from ..games.game import NoJudgement
from ..match import Match, save
from ..parsing import is_whole
from . import sitters
from .arguments import add_data, add_seed, count, examples
from .chart import MARKS, Chart, Pen
from .files import Document
from .progress import Progress
from .sitters import Sitter

FORMAT = "weatherdeck review 1"
WIDTH = 80
"""The most columns to use: longer lines are hard to read."""


@dataclass(frozen=True)
class Effort:
    """The effort of a review, and the seed that makes it repeatable."""

    simulations: int
    worlds: int
    seed: int


@dataclass(frozen=True)
class Reviewed:
    """A match, its players, and its review for one seat."""

    match: Match
    sitters: Sequence[Sitter]
    review: Review

    @property
    def names(self) -> list[str]:
        """The players, by seat."""
        return [sitter.name for sitter in self.sitters]

    @property
    def name(self) -> str:
        """The player whose game is reviewed."""
        return self.names[self.review.seat]

    @cached_property
    def _phrases(self) -> dict[tuple[int, int], str]:
        """The moves played and the best moves in words, by version and action, from what the seat knew."""
        game = self.match.game
        replay = Match(game, seed=self.match.seed, players=self.match.players, options=self.match.options)
        found = {}
        for decision in self.review.decisions:
            while replay.version < decision.version:
                replay.play(self.match.moves[replay.version])
            view = game.redacted(replay.state, decision.seat)
            for action in {decision.played, decision.best}:
                found[decision.version, action] = game.words.describe(view, action, self.names)
        return found

    def phrase(self, decision: Decision, action: int) -> str:
        """An action in words."""
        return self._phrases[decision.version, action]

    def text(self, action: int) -> str:
        """An action in notation."""
        return self.match.game.words.text(action)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Which game, whose, and how thoroughly."""
    command.description = (
        "Go through a saved game move by move: the expected result, which decisions cost something, what would have "
        "been better, and how certain that is. Everything is judged from what the player could see at the time. An "
        "unfinished game is reviewed up to its last move."
    )
    command.epilog = examples(
        ("weatherdeck review game.json", "your own game: the decisions that mattered"),
        ("weatherdeck review game.json --seat Alberta --all", "every decision of another player"),
        ("weatherdeck review game.json --json review.json", "everything as JSON (see docs/review.md)"),
    )
    command.epilog += "\n\nIn 'weatherdeck play', press s to see where the game is saved."
    command.add_argument(
        "file", type=Path, metavar="SAVED-GAME", help="a game saved by 'weatherdeck play'; - for stdin"
    )
    command.add_argument(
        "--seat", metavar="N|NAME", help="whose game: a name, or a seat number from 0 (default: every person's)"
    )
    command.add_argument("--all", action="store_true", help="list every decision, not only those that mattered")
    command.add_argument(
        "--simulations", type=count, metavar="N", help="search effort for each decision: more finds better moves"
    )
    command.add_argument(
        "--worlds", type=count, metavar="N", help="deals on which moves are compared: more narrows the intervals"
    )
    add_seed(command, "the same seed gives the same review")
    add_data(command, "the deck file that the game was played with, if the save does not hold it")
    command.add_argument("--json", type=Path, metavar="FILE", help="write everything to this file, as JSON (-: stdout)")


def run(options: argparse.Namespace) -> int:
    """Review a saved game."""
    match, seated = _read(options.file, options.data)
    seats = _seats(match, seated, options.seat)
    simulations, worlds = reviewing.sensible_effort(match)
    effort = Effort(options.simulations or simulations, options.worlds or worlds, options.seed)
    with Document(options.json) as output:
        reviewed = [Reviewed(match, seated, review) for review in _review(match, seats, effort)]
        output.write(json.dumps(document(reviewed, effort)) + "\n")
        show(reviewed, effort, every=options.all)
    return 0


# ---------------------------------------------------------------- which game, which seats
def _read(path: Path, data: Path | None) -> tuple[Match, list[Sitter]]:
    match, about = save.read(path, registry.loader(data))
    try:
        _ = match.game.judgement
    except NoJudgement as problem:
        raise Problem(f"{path}: cannot be reviewed: {problem}") from None
    if match.version == 0:
        raise Problem(f"{path}: no move has been made, so there is nothing to review")
    return match, _sitters(about, match.players)


def _sitters(about: Mapping[str, Any], players: int) -> list[Sitter]:
    """Who sat where; if the saved game does not say so, seats have numbers for names, and no person."""
    try:
        return sitters.from_data(about, players)
    except SaveRefused:
        return [Sitter(f"seat {number}", "unknown") for number in range(players)]


def _seats(match: Match, sitters: Sequence[Sitter], wanted: str | None) -> list[int]:
    """The seats to review: the one that is named, or those of the people.

    A review reveals the cards of a hand, so while the game is not over, it shows nobody the hand of another player.
    """
    people = [seat for seat, sitter in enumerate(sitters) if sitter.bot is None]
    if wanted is None:
        if len(people) > 1 and not match.is_over:
            names = " or ".join(sitters[seat].name for seat in people)
            raise Problem(f"the game is not over, and a review reveals cards: say whose to review with --seat {names}")
        return people or [0]
    seat = _seat(sitters, wanted)
    if people and seat not in people and not match.is_over:
        raise Problem(f"the game is not over: a review of {sitters[seat]} would reveal cards that you may not see yet")
    return [seat]


def _seat(sitters: Sequence[Sitter], wanted: str) -> int:
    names = [sitter.name for sitter in sitters]
    if wanted in names:
        return names.index(wanted)
    if is_whole(wanted) and int(wanted) < len(sitters):
        return int(wanted)
    there = ", ".join(f"{seat} {sitter}" for seat, sitter in enumerate(sitters))
    raise Problem(f"nobody called {wanted!r} sat at this table; give one of these names or numbers: {there}")


def _review(match: Match, seats: Sequence[int], effort: Effort) -> list[Review]:
    with Progress(f"compiling {match.game.title}") as progress:
        reviewing.prepare(match.game, progress.compiling)
    found: list[Review] = []
    with Progress("moves reviewed", match.version * len(seats)) as progress:
        for seat in seats:
            found.append(
                reviewing.review(
                    match,
                    seat,
                    simulations=effort.simulations,
                    worlds=effort.worlds,
                    seed=effort.seed,
                    progress=lambda done, total: progress.show(len(found) * total + done),
                )
            )
    return found


# ---------------------------------------------------------------- as a file
def document(reviewed: Sequence[Reviewed], effort: Effort) -> dict[str, Any]:
    """Reviews of one match as plain data; docs/review.md describes it."""
    match = reviewed[0].match
    return {
        "format": FORMAT,
        "game": match.game.name,
        "ruleset": match.game.rules.RULESET,
        "players": match.players,
        "options": match.options,
        "moves": match.moves,
        "over": match.is_over,
        "effort": asdict(effort),
        "reviews": [_as_data(one) for one in reviewed],
    }


def _as_data(reviewed: Reviewed) -> dict[str, Any]:
    review = reviewed.review
    return {
        "seat": review.seat,
        "name": reviewed.name,
        "unit": review.unit.name,
        "curve": [asdict(estimate) for estimate in review.curve],
        "decisions": [_decision_as_data(reviewed, decision) for decision in review.decisions],
        "best_found": review.best_found,
        "lost": asdict(review.total),
    }


def _decision_as_data(reviewed: Reviewed, decision: Decision) -> dict[str, Any]:
    return {
        "move": decision.version + 1,
        **{
            key: {"move": reviewed.text(action), "words": reviewed.phrase(decision, action)}
            for key, action in (("played", decision.played), ("best", decision.best))
        },
        "lost": asdict(decision.loss),
        "mattered": decision.mattered,
        "thoughts": [{**asdict(thought), "action": reviewed.text(thought.action)} for thought in decision.thoughts],
    }


# ---------------------------------------------------------------- for people
def show(reviewed: Sequence[Reviewed], effort: Effort, *, every: bool = False) -> None:
    """Print the reviews of one match."""
    match, sitters = reviewed[0].match, reviewed[0].sitters
    _say(f"{match.game.title}: {', '.join(str(sitter) for sitter in sitters)}")
    if match.is_over:
        _say(f"The game ended after {match.version} moves. {match.game.words.ending(match.state, reviewed[0].names)}")
    else:
        _say(f"The game is not over. This review covers the {match.version} moves so far.")
    if all(sitter.bot for sitter in sitters):
        _say(f"The file names no person at this table. This is a review of {reviewed[0].name}.")
    for one in reviewed:
        print()
        _show_curve(one)
        _show_what_mattered(one)
        if every:
            _show_all(one)
        print()
        _say(_summary(one))
    print()
    _say(
        f"The better moves come from a search with {effort.simulations:,} simulations, based on what the player could "
        f"see. The losses were then measured on {effort.worlds:,} random deals that agree with it, on which both moves "
        "were played to the end of the game. Each 95% confidence interval is for one decision: of the moves that lost "
        "nothing, about one in forty looks as if it did."
    )


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDTH)


def _say(text: str, first: str = "", rest: str | None = None) -> None:
    print(textwrap.fill(text, _width(), initial_indent=first, subsequent_indent=first if rest is None else rest))


def _show_curve(reviewed: Reviewed) -> None:
    review, pen = reviewed.review, Pen.for_encoding(sys.stdout.encoding)
    whose = f"{reviewed.name}'s chance of winning" if review.unit.is_share else f"Expected {review.unit.name}"
    half = max(max(one.high - one.mean, one.mean - one.low) for one in review.curve)
    _say(
        f"{whose}, from what {reviewed.name} could see ({pen.haze} up to the upper end of the 95% confidence interval, "
        f"which is at most {review.unit.text(half)} away)"
    )
    print()
    for line in Chart(review.curve, review.unit, _width(), pen).lines([one.version for one in review.that_mattered]):
        print(line)


def _show_what_mattered(reviewed: Reviewed) -> None:
    review = reviewed.review
    print()
    if not review.that_mattered:
        _say("No decision had a statistically significant cost.")
        return
    counted = "percentage points of win probability" if review.unit.is_share else review.unit.name
    _say(
        f"The decisions that mattered (numbered below the curve), largest loss first, in {counted} with 95% confidence "
        "intervals:"
    )
    for rank, decision in enumerate(review.that_mattered[:MARKS], 1):
        print(f"\n{rank:>3}. move {decision.version + 1}: lost {_with_interval(review.unit, decision.loss)}")
        for word, action in (("played", decision.played), ("better", decision.best)):
            indent = " " * 5
            _say(f"{word}  {reviewed.text(action)}: {reviewed.phrase(decision, action)}", indent, indent + " " * 8)
    more = len(review.that_mattered) - MARKS
    if more > 0:
        print(f"\n     and {more} more: --all lists every decision")


def _with_interval(unit: Unit, estimate: Estimate) -> str:
    return f"{unit.finely(estimate.mean)} ({unit.finely(estimate.low)} to {unit.finely(estimate.high)})"


def _show_all(reviewed: Reviewed) -> None:
    decisions = reviewed.review.decisions
    width = max(len("played"), *(len(reviewed.text(a)) for one in decisions for a in (one.played, one.best)))
    print(f"\n  move  {'played':{width}}  {'better':{width}}  lost (95% confidence interval)")
    for one in decisions:
        better, lost = "", "nothing better found"
        if one.best != one.played:
            better, lost = reviewed.text(one.best), _with_interval(reviewed.review.unit, one.loss)
        print(f"{one.version + 1:>6}  {reviewed.text(one.played):{width}}  {better:{width}}  {lost}")


def _summary(reviewed: Reviewed) -> str:
    review = reviewed.review
    if not review.decisions:
        return f"{reviewed.name} had nothing to decide."
    return (
        f"{reviewed.name}: {len(review.decisions)} decisions with a choice. In {review.best_found} of them, the search "
        f"found nothing better. Total loss: {_with_interval(review.unit, review.total)}."
    )
