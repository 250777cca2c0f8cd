"""Tweedy Tricksters: every card carries every suit, and your partner changes each round. See RULES.md."""

import sys

from ..contest import Rivals
from ..game import Game
from . import audit, figures, greedy, rules, transcript, view, words

GAME = Game(
    name="tweedy-tricksters",
    title="Tweedy Tricksters",
    designer="Brandon Hrkman",
    summary="Draft cards that carry all four suits, choose the one you lead, and win tricks with a new partner each "
    "round.",
    minutes="30-45",
    players=(4,),
    options=(),
    contest=Rivals(),
    longest=lambda _: rules.LONGEST * 33,  # as the head of rules.py shows
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
