"""What is measured beside what."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.limit.build import compiler, in_c

from .turns import OURS, Case

WEATHERDECK, C, OPENSPIEL, RLCARD, PETTINGZOO = "weatherdeck", "C", "OpenSpiel", "RLCard", "PettingZoo"

BRIDGE = "bridge(use_double_dummy_result=false)"
NATIVE = ("hearts", "spades", BRIDGE, "oh_hell", "euchre")
"""OpenSpiel's card games that are measured natively. Bridge plays its cards: by default it ends after the bidding, and
a solver says what the cards would have brought."""
OPENSPIEL_STEPS = (
    *("kuhn_poker", "leduc_poker", "blackjack", "hearts", "spades", "euchre", "oh_hell", "gin_rummy", BRIDGE, "skat"),
)
RLCARD_STEPS = (
    "blackjack",
    "leduc-holdem",
    "limit-holdem",
    "no-limit-holdem",
    "uno",
    "doudizhu",
    "gin-rummy",
    "bridge",
)
PETTINGZOO_STEPS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
VERBS = ("nothing", "legal", "copy", "redeal", "observe")
LOOKS = ("network, moves", "network, value")
SEARCHES = ("grow, random", "grow, greedy", "look, greedy")


def random_play(names: Sequence[str], others: Sequence[str] = NATIVE) -> list[Case]:
    """Random play: our rules, hand-written C, OpenSpiel without Python."""
    written = [name for name in names if name in in_c() and compiler() is not None]
    return [
        *(Case(WEATHERDECK, "random", name, OURS) for name in names),
        *(Case(C, "c", name, OURS) for name in written),
        *(Case(OPENSPIEL, what, game) for what in ("whole games", "from a deal") for game in others),
    ]


def searches(names: Sequence[str], others: Sequence[str] = NATIVE) -> list[Case]:
    """Search: ours in three ways, OpenSpiel's ISMCTS."""
    return [
        *(Case(WEATHERDECK, what, name, OURS) for what in SEARCHES for name in names),
        *(Case(OPENSPIEL, "ismcts", game) for game in others),
    ]


def verbs(names: Sequence[str], others: Sequence[str] = NATIVE) -> list[Case]:
    """Single calls."""
    return [
        *(Case(WEATHERDECK, what, name, OURS) for name in names for what in VERBS),
        *(Case(OPENSPIEL, what, game) for game in others for what in VERBS),
    ]


def steps(names: Sequence[str], *, few: bool = False) -> list[Case]:
    """Steps of learners: with an observation and a mask of the legal actions."""
    most = 1 if few else None
    return [
        *(Case(WEATHERDECK, "batch steps", name, OURS) for name in names),
        *(Case(WEATHERDECK, "pettingzoo steps", name, OURS) for name in names),
        *(Case(OPENSPIEL, "openspiel steps", game) for game in OPENSPIEL_STEPS[:most]),
        *(Case(RLCARD, "rlcard steps", game) for game in RLCARD_STEPS[:most]),
        *(Case(PETTINGZOO, "pettingzoo steps", game) for game in PETTINGZOO_STEPS[:most]),
    ]
