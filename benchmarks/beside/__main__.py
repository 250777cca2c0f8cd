"""Compare weatherdeck with other projects on one core, in turns, and print the ratios.

python -m benchmarks.beside                  # random play: our rules, hand-written C, OpenSpiel's native loops
python -m benchmarks.beside --what search    # search, beside OpenSpiel's native ISMCTS
python -m benchmarks.beside --quick GAME     # a rough look at one game, in a few seconds
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from weatherdeck.games import registry

from . import cases, turns

WHAT: dict[str, Callable[[Sequence[str]], list[turns.Case]]] = {
    "play": cases.random_play,
    "search": cases.searches,
    "calls": cases.verbs,
    "steps": cases.steps,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.beside", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", default=registry.ours(), help="our games to measure (default: all)")
    parser.add_argument("--what", choices=WHAT, default="play", help="what to compare (default: random play)")
    parser.add_argument("--rounds", type=int, default=9, help="times around (default: 9)")
    parser.add_argument("--seconds", type=float, default=0.2, help="of each measurement (default: 0.2)")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.05 seconds")
    options = parser.parse_args()
    rounds, seconds = (3, 0.05) if options.quick else (options.rounds, options.seconds)
    measured = WHAT[options.what](options.game)
    turns.take_turns(measured, rounds, seconds)
    theirs = turns.fastest(case for case in measured if case.side == turns.THEIRS)
    print(f"Best of {rounds} rounds of {seconds} s on one core, per second of processor time.")
    print(f"{'project':12} {'what':18} {'game':40} {'rate':>14} {'median':>14} {'times theirs':>13}")
    for case in measured:
        if case.rates:
            median = case.document()["median"]
            times = f"{case.best / theirs.best:13.2f}" if theirs else ""
            print(f"{case.project:12} {case.what:18} {case.game:40} {case.best:>14,.0f} {median:>14,.0f} {times}")
    if theirs:
        print(f"The fastest of the others: {theirs.project}, {theirs.game}, {theirs.what}.")


if __name__ == "__main__":
    main()
