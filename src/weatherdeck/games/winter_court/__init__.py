"""Winter Court: two courtiers, twelve members of a court, and the powers of those they sway. See RULES.md."""

import sys

from ..contest import Rivals
from ..game import Game
from ..options import Option, parameter
from . import audit, figures, greedy, refusals, rules, transcript, view, words

GAME = Game(
    name="winter-court",
    title="Winter Court",
    designer="Tom Lehmann",
    summary="Two courtiers sway a court of twelve: the royals for status, the others for what they can do.",
    minutes="30-45",
    players=(2,),
    options=(
        Option(
            "first", "who goes first (WC-4); by default either", kind="choice", default=None, choices=(0, 1), unset=-1
        ),
        parameter("first_hand", "cards dealt to the first player (WC-4)", rules.FIRST_HAND, 3, 10),
        parameter("second_hand", "cards dealt to the second player (WC-4)", rules.SECOND_HAND, 3, 10),
        parameter("left_out", "cards left out of the draw pile, face down (WC-4)", 0, 0, 40),
        parameter("play_draws", "cards that may be drawn after a play (WC-5)", rules.PLAY_DRAWS, 1, 3),
        parameter("steward_draws", "cards that the Steward draws (WC-16)", rules.STEWARD_DRAWS, 1, 4),
        parameter("royals_to_win", "royals that win at once (WC-19)", rules.ROYALS, 2, rules.ROYALS),
    ),
    contest=Rivals(),
    longest=lambda s: 4 * 730 + 60 + 3 * rules.whole_pile(s) // 2,  # as the head of rules.py shows
    rules=rules,
    words=words,
    view=view,
    transcript=transcript,
    audit=audit,
    package=sys.modules[__name__],
    story=words.story,
    greedy=greedy,
    figures=figures,
    place=view.step_place,
    unplayable=refusals.unplayable,
)
