"""Tweedy Tricksters: every card carries every suit, and your partner changes each round. See RULES.md."""

import sys

from ..contest import Rivals
from ..game import Game
from ..options import parameter
from . import audit, figures, greedy, rules, transcript, view, words

GAME = Game(
    name="tweedy-tricksters",
    title="Tweedy Tricksters",
    designer="Brandon Hrkman",
    summary="Draft cards that carry all four suits, choose the one you lead, and win tricks with a new partner each "
    "round.",
    minutes="30-45",
    players=(4,),
    options=(
        parameter(
            "cards_dealt",
            "cards dealt to each player, hidden; the others lie face up and are drafted (TT-3)",
            default=rules.HIDDEN,
            low=rules.LEAST_HIDDEN,
            high=rules.MOST_HIDDEN,
        ),
        parameter(
            "drafts_first",
            "who begins the draft: so many seats to the left of the dealer, 3 is on their right (TT-4)",
            default=3,
            low=0,
            high=3,
        ),
        parameter(
            "pairs_by",
            "who hands out the Partner cards: so many seats to the left of the dealer, 2 is across (TT-6)",
            default=2,
            low=0,
            high=3,
        ),
        parameter(
            "points_of_2",
            "points for two tricks (TT-10)",
            default=rules.POINTS[2],
            low=0,
            high=6,
        ),
        parameter(
            "points_of_3",
            "points for three tricks (TT-10)",
            default=rules.POINTS[3],
            low=1,
            high=6,
        ),
        parameter(
            "points_of_4",
            "points for four tricks (TT-10)",
            default=rules.POINTS[4],
            low=1,
            high=6,
        ),
        parameter(
            "points_of_5",
            "points for five tricks (TT-10)",
            default=rules.POINTS[5],
            low=1,
            high=6,
        ),
        parameter(
            "target_after",
            "the rounds after which the target is set; after 4, everyone has dealt once (TT-12)",
            default=rules.SEATS,
            low=1,
            high=8,
        ),
        parameter(
            "to_target",
            "how far the target is above the highest score then; 0: the game ends at once (TT-12)",
            default=rules.TO_TARGET,
            low=0,
            high=8,
        ),
    ),
    contest=Rivals(),
    longest=lambda s: rules.most_rounds(s) * (33 + rules.SEATS * (rules.HIDDEN - s.cards_dealt)),  # as rules.py shows
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
