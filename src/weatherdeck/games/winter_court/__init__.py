"""Winter Court: two courtiers, twelve members of a court, and the powers of those they sway. See RULES.md."""

import sys

from ..contest import Rivals
from ..game import Game
from ..options import Option
from . import audit, figures, greedy, rules, transcript, view, words

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
    ),
    contest=Rivals(),
    longest=lambda _: 4 * 730 + 60 + 73,  # as the head of rules.py shows
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
)
