"""Tradewinds: four winds blow cards over one board, together. See RULES.md."""

import sys

from ..contest import Team
from ..game import Game
from ..options import Option, parameter
from . import audit, figures, greedy, rules, transcript, view, words

GAME = Game(
    name="tradewinds",
    title="Tradewinds",
    designer="Gnomon Games",
    summary="Four winds share one board: blow each card to a player for whom it scores, and win or lose together.",
    minutes="20-30",
    players=(4,),
    options=(
        Option(
            "first",
            "who begins, by side; by default a random player (TW-8)",
            kind="choice",
            default=None,
            choices=("N", "E", "S", "W"),
            unset=rules.NONE,
        ),
        Option("open_hands", "all hands lie face up, for a friendly or teaching game (TW-9)"),
        parameter(
            "cards_dealt",
            "Completes dealt to each player, and so turns for each; the others are left over, unseen (TW-7)",
            default=rules.HAND,
            low=2,
            high=rules.HAND,
        ),
        parameter(
            "completes_laid",
            "Completes beside the board; what none of them shows scores for nobody (TW-5)",
            default=rules.COVERING,
            low=1,
            high=rules.COVERING,
        ),
        parameter(
            "trues",
            "True cards to draw from (TW-6)",
            default=rules.TRUES,
            low=0,
            high=20,
        ),
        parameter(
            "falses",
            "False cards to draw from (TW-6)",
            default=rules.FALSES,
            low=0,
            high=20,
        ),
        parameter(
            "deduction",
            "points that a Single costs which does not score for the player who collects it (TW-15)",
            default=1,
            low=0,
            high=rules.MOST_DEDUCTION,
        ),
        parameter(
            "target",
            "the score that wins (TW-17)",
            default=1,
            low=-10,
            high=25,
        ),
    ),
    contest=Team(points=rules.points, score=lambda s: s.score, won=rules.won, offset=lambda s: s.target - 1),
    longest=rules.turns,
    unplayable=words.unplayable,
    rules=rules,
    words=words,
    view=view,
    transcript=transcript,
    audit=audit,
    package=sys.modules[__name__],
    story=words.story,
    greedy=greedy,
    figures=figures,
)
