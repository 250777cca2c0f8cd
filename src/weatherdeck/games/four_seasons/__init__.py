"""4 Seasons: tricks with hidden roles, tokens and a Pit. See RULES.md."""

import sys

from ..contest import Sides
from ..game import Game
from ..options import Option
from . import audit, figures, greedy, rules, transcript, view, words

GAME = Game(
    name="four-seasons",
    title="4 Seasons",
    designer="not named in its rulebook",
    summary="Four seasons must all win most of their own suit, not knowing who is who, while Darkness works alone.",
    minutes="20-40",
    players=(3, 4, 5, 6),
    options=(
        Option(
            "rounds",
            "play this many rounds (4 are suggested) for points: 1 for each round won, 0.1 for each unused token "
            "(FS-24); without it, one round is won or lost",
            kind="number",
            default=None,
            low=1,
            high=rules.MOST_ROUNDS,
            unset=0,
        ),
    ),
    contest=Sides(
        names=words.ROLE_NAMES,
        role_of=lambda s, seat: s.role[seat],
        in_rounds=lambda s: s.rounds > 0,
    ),
    longest=lambda s: 21 * s.players * max(1, s.rounds),  # as the head of rules.py shows
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
