"""4 Seasons: tricks with hidden roles, tokens and a Pit. See RULES.md."""

import sys

from ..contest import Sides
from ..game import Game
from ..options import Option, parameter
from . import audit, deck, figures, greedy, rules, transcript, view, words

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
        parameter(
            "cards_dealt",
            "cards dealt to each player; the others lie in the Pit (FS-4)",
            default=rules.HAND,
            low=rules.LEAST_HAND,
            high=rules.MOST_HAND,
        ),
        parameter(
            "season_cards",
            "cards of each season; without it 9, 9, 11 or 13 with 3, 4, 5 or 6 players (FS-2)",
            default=None,
            low=7,
            high=deck.RANKS,
        ),
        parameter(
            "wilds",
            "wilds in the deck; without it 4, 4, 5 or 6 with 3, 4, 5 or 6 players (FS-2)",
            default=None,
            low=0,
            high=deck.WILDS,
            unset=rules.NONE,
        ),
        parameter(
            "darknesses",
            "how many roles are Darkness; others without a season are Light; without it 1, or 2 with 6 players (FS-3)",
            default=None,
            low=1,
            high=2,
        ),
        parameter(
            "token_uses",
            "the most tokens that a player may play in a round (FS-10)",
            default=deck.SEASONS,
            low=0,
            high=deck.SEASONS,
        ),
        parameter(
            "season_lead",
            "how many more of their season a season player needs than anyone else; 0: a tie is enough (FS-20)",
            default=1,
            low=0,
            high=4,
        ),
        parameter(
            "dark_lead",
            "how many more of a season Darkness needs than it is compared with; 0: a tie is enough (FS-21)",
            default=1,
            low=0,
            high=4,
        ),
        parameter(
            "dark_tricks",
            "the most tricks that Darkness may win for its third goal; -1: there is no such goal (FS-21)",
            default=0,
            low=rules.NONE,
            high=3,
        ),
    ),
    contest=Sides(
        names=words.ROLE_NAMES,
        role_of=lambda s, seat: s.role[seat],
        in_rounds=lambda s: s.rounds > 0,
    ),
    longest=lambda s: (2 * s.cards_dealt + 3) * s.players * max(1, s.rounds),  # as the head of rules.py shows
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
