"""Tradewinds: four winds blow cards over one board, together. See RULES.md."""

import sys

from ..contest import Team
from ..game import Game
from ..options import Option
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
    ),
    contest=Team(points=rules.points, score=lambda s: s.score, won=rules.won),
    longest=lambda _: rules.TURNS,
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
