"""Is what a lesson calls right right? Every position is replayed, and a master's search judges every answer.

The search looks for the best move, as a master does. What it finds is measured as in a review: moves are played out in
the same worlds, with the same luck. All of it is from what the reader's seat may know, and repeatable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..errors import MoveRefused
from ..games.contest import Unit
from ..games.game import Game
from ..games.lesson import Lesson, LessonError, LessonStep
from ..match import Match
from .evidence import Estimate
from .review import Oracle
from .search_bot import SearchBot
from .seeds import seed_for

SIMULATIONS = 1000
"""A master's, multiplied by the game's effort."""
WORLDS = 600
SEED = 15
ONE_SIDED = 0.84
"""A wrong answer is behind in one direction: this is how wide a one-sided 95% interval is, beside a two-sided one."""


@dataclass(frozen=True)
class Judged:
    """A legal move, as the search sees it."""

    action: int
    move: str
    visits: int  # of the search
    result: Estimate  # what the seat can expect, in what people count
    behind: Estimate  # by how much it is behind the search's preferred move


def position(game: Game, lesson: Lesson, step: LessonStep, opening: Sequence[str] | None = None) -> Match:
    """The match at a position of a step; LessonError says which move is not legal."""
    match = Match(game, seed=step.seed, players=lesson.players, options=dict(lesson.options))
    for number, move in enumerate(step.page.opening if opening is None else opening, 1):
        try:
            match.play(move)
        except MoveRefused as problem:
            raise LessonError(f"{step.title}: move {number} of the position is not legal: {problem}") from None
    return match


def judge(match: Match, simulations: int = SIMULATIONS, worlds: int = WORLDS) -> tuple[list[Judged], Unit]:
    """What a master thinks of every legal move, the preferred one first, and what is counted."""
    game, seat = match.game, match.to_move
    if seat is None:
        raise LessonError("the match is over: there is nothing to decide")
    # Without a network, so that lessons need not be checked anew whenever one is trained.
    view, oracle = game.redacted(match.state, seat), Oracle(game, SEED, learned=False)
    oracle.follow(seat, match.history)
    legal = game.legal(view)
    bot = SearchBot(seed_for("lesson", SEED), simulations, scaled="effort", onlooker=oracle.onlooker)
    thoughts = sorted(bot.think(game, view, legal), key=lambda thought: thought.merit, reverse=True)
    # The worlds that are drawn depend on the order of the moves, and must not depend on what the search prefers.
    place = {action: column for column, action in enumerate(legal)}
    found = oracle.compare(view, legal, worlds)
    first = place[thoughts[0].action]
    judged = [
        Judged(
            thought.action,
            game.words.text(thought.action),
            thought.visits,
            found.level(place[thought.action]),
            found.lead(first, place[thought.action]),
        )
        for thought in thoughts
    ]
    return judged, oracle.unit


def flaws(game: Game, lesson: Lesson) -> Iterator[str]:
    """Everything that is wrong with a lesson; nothing, if it can be taught."""
    for number, step in enumerate(lesson.steps, 1):
        for flaw in step_flaws(game, lesson, step):
            yield f"step {number} ({step.title}): {flaw}"


def step_flaws(game: Game, lesson: Lesson, step: LessonStep) -> Iterator[str]:
    """What is wrong with a step."""
    try:
        match = position(game, lesson, step)
        for page in step.then:
            position(game, lesson, step, page.opening)
    except LessonError as problem:
        yield str(problem)
        return
    if step.asks not in ("best", "do", "legal"):
        return
    if match.to_move != lesson.seat:
        yield f"the reader (seat {lesson.seat}) is asked for a move, and seat {match.to_move} is to move"
        return
    yield from _illegal(match, step)
    if step.asks != "legal" and game.greedy is not None:
        yield from _misjudged(game, lesson, step)


def _illegal(match: Match, step: LessonStep) -> Iterator[str]:
    """Answers that cannot be given; for a question about legal moves, those that are sorted wrongly."""
    legal = {match.game.words.text(action) for action in match.legal()}
    for answer in (*step.right, *step.wrong):
        is_right = answer in step.right
        if step.asks == "legal" and not is_right:
            if answer.moves[0] in legal:
                yield f"{answer.moves[0]} is called illegal, and it is legal"
            continue
        if answer.moves[0] not in legal:
            yield f"the answer {' '.join(answer.moves)} is not legal; legal are: {', '.join(sorted(legal))}"


def _misjudged(game: Game, lesson: Lesson, step: LessonStep) -> Iterator[str]:
    """Answers that a master would not agree with, at each step of a longer move."""
    for depth in range(max(len(answer.moves) for answer in step.right)):
        stem = step.right[0].moves[:depth]
        right = {one.moves[depth] for one in step.right if len(one.moves) > depth and one.moves[:depth] == stem}
        if not right:
            return
        judged, _ = judge(position(game, lesson, step, step.page.opening + stem))
        wrong = {one.moves[depth] for one in step.wrong if one.moves[:depth] == stem and len(one.moves) == depth + 1}
        yield from _disagreements(step, judged, game.contest.unit, right, wrong - right)


def _disagreements(
    step: LessonStep, judged: Sequence[Judged], unit: Unit, right: set[str], wrong: set[str]
) -> Iterator[str]:
    best = judged[0]
    if step.asks == "best" and best.move not in right:
        yield f"a master plays {best.move}, which is not called right (right: {', '.join(sorted(right))})"
    for one in judged:
        said = f"{one.move} is {one.behind.mean:.2f} {unit.name} behind {best.move}"
        sure = f"({one.behind.low:.2f} to {one.behind.high:.2f})"
        if one.move in right and one is not best and one.behind.low > 0:
            yield f"{said} {sure}, but it is called right"
        elif (
            step.asks == "best"
            and one.move in wrong
            and one.behind.mean <= ONE_SIDED * (one.behind.mean - one.behind.low)
        ):
            yield f"{said} {sure}: it is called wrong, but a master is not sure"
        elif step.asks == "best" and one.move not in right | wrong and one.behind.mean <= 0:
            yield f"{said} {sure}: it is as good, but it is not called right"
