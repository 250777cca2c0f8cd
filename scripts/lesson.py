"""Helps to write a lesson: shows positions, what a master thinks of every move there, and what is wrong with a lesson.

    python -m scripts.lesson GAME                                  check the whole lesson
    python -m scripts.lesson GAME --step 4                         a step: the table, and every move as a master sees it
    python -m scripts.lesson GAME --seed 7 --moves "5b 12r" --play 6
                                                                   look for a position: club bots go on for 6 moves

`docs/lessons.md` explains the file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from weatherdeck.bots import load
from weatherdeck.bots.lesson_check import SIMULATIONS, WORLDS, judge, position, step_flaws
from weatherdeck.bots.seating import free_names
from weatherdeck.env.sketch import sketch
from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.lesson import Lesson
from weatherdeck.match import Match

WIDTH = 110


def show(match: Match, seat: int, simulations: int, worlds: int) -> None:
    """Print a position as a seat sees it, the moves that led to it, and what a master thinks."""
    names = [name for name, _ in zip(free_names(()), range(match.players), strict=False)]
    print(sketch(match.game, match.state, seat, names, WIDTH))
    print(f'\nseed = {match.seed}\nmoves = "{" ".join(match.moves)}"\n')
    if match.is_over:
        print("The match is over.")
        return
    print(f"Seat {match.to_move} is to move" + ("." if match.to_move == seat else ", not the reader."))
    judged, unit = judge(match, simulations, worlds)
    print(f"\n{'move':<14}{'visits':>8}{unit.name:>20}{'behind the first':>22}   95% interval")
    for one in judged:
        interval = f"{unit.finely(one.behind.low)} to {unit.finely(one.behind.high)}"
        print(
            f"{one.move:<14}{one.visits:>8}{unit.finely(one.result.mean):>20}"
            f"{unit.finely(one.behind.mean):>22}   {interval}"
        )


def check(game: Game, lesson: Lesson, numbers: Sequence[int]) -> int:
    """Print what is wrong with some steps; the exit status."""
    failed = False
    for number in numbers:
        step = lesson.steps[number - 1]
        found = list(step_flaws(game, lesson, step))
        failed = failed or bool(found)
        print(f"{'WRONG' if found else 'ok   '} {number:>2} {step.title} [{step.asks}]", flush=True)
        for flaw in found:
            print(f"         {flaw}")
    return 1 if failed else 0


def played_on(match: Match, moves: int, seed: int) -> None:
    """Let bots go on for some moves."""
    bot = load("club", seed)
    for _ in range(moves):
        if match.to_move is not None:
            match.play(bot.choose(match.game, match.game.redacted(match.state, match.to_move), match.legal()))


def main() -> int:
    """Read the command line, and show or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=registry.names())
    parser.add_argument("--step", type=int, help="show this step, from 1")
    parser.add_argument("--seed", type=int, help="show a position of this deal instead of the lesson's")
    parser.add_argument("--moves", default="", help="the moves after the deal")
    parser.add_argument("--play", type=int, default=0, metavar="N", help="moves that club bots make after them")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seat", type=int, help="as this seat sees it (default: the reader's)")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    options = parser.parse_args()
    game = registry.load(options.game)
    lesson = game.lesson
    if options.seed is not None:
        match = Match(game, seed=options.seed, players=options.players or (lesson.players if lesson else None))
        for move in options.moves.split():
            match.play(move)
        played_on(match, options.play, options.seed)
        seat = options.seat if options.seat is not None else (lesson.seat if lesson else 0)
        show(match, seat, options.simulations, options.worlds)
        return 0
    if lesson is None:
        print(f"{game.title} has no lesson.toml.")
        return 1
    if options.step is None:
        return check(game, lesson, range(1, len(lesson.steps) + 1))
    step = lesson.steps[options.step - 1]
    seat = options.seat if options.seat is not None else lesson.seat
    show(position(game, lesson, step), seat, options.simulations, options.worlds)
    print()
    return check(game, lesson, [options.step])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Problem as problem:
        sys.exit(str(problem))
