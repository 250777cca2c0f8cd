"""Weathervanes: four-suited cards that point; tricks and tableaux. See RULES.md."""

import sys

from ..contest import Rivals
from ..game import Game
from ..options import Option, parameter
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
        parameter("rounds", "rounds of the game (WV-1)", rules.ROUNDS, 1, 8),
        parameter("cards_dealt", "cards in each hand, while there are enough (WV-5)", rules.HAND, 4, rules.HAND),
        parameter("points_of_2", "points for the cards of a tableau of two (WV-23)", 4, 1, 12),
        parameter("points_of_3", "points for the cards of a tableau of three (WV-23)", 9, 1, 24),
        parameter("points_of_4", "points for the cards of a full tableau (WV-23)", 16, 1, 40),
        parameter("points_per_match", "points for each outer match (WV-23)", 1, 0, 3),
        parameter("bonus_per_card", "points for each card, for the central suit (WV-23)", rules.BONUS_PER_CARD, 0, 2),
    ),
    contest=Rivals(),
    longest=lambda s: s.rounds * s.cards_dealt * 8 + 4,  # tricks of 4 cards and 4 placements each, and 4 at the end
    rules=rules,
    words=words,
    view=view,
    transcript=transcript,
    audit=audit,
    package=sys.modules[__name__],
    story=words.story,
    greedy=greedy,
    figures=figures,
    unplayable=words.unplayable,
)
