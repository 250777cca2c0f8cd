"""Weathervanes: four-suited cards that point; tricks and tableaux. See RULES.md."""

import sys

from ..contest import Rivals
from ..game import Game
from ..options import Option
from . import audit, figures, greedy, rules, transcript, view, words

GAME = Game(
    name="weathervanes",
    title="Weathervanes",
    designer="not named in its rulebook",
    summary="Cards carry all four suits and point where the wind blows; tricks decide who rakes which card.",
    minutes="40-60",
    players=(4,),
    options=(
        Option("constrained_lead", "the leader must lead the suit of their Bonus Token (WV-29)"),
        Option("partial_misere", "the final tableau counts negative (WV-30)"),
        Option("bonus_no_kens", "no bonus for the central suit (WV-31)"),
    ),
    contest=Rivals(),
    longest=lambda _: rules.ROUNDS * 11 * 8 + 4,  # tricks of 4 cards and 4 placements each, and 4 final placements
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
