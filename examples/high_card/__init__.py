"""High Card: the smallest complete game of weatherdeck, made to be copied. See docs/add-a-game.md."""

import sys

from weatherdeck.games.contest import Rivals
from weatherdeck.games.game import Game
from weatherdeck.games.options import Option

from . import audit, greedy, rules, transcript, view, words

GAME = Game(
    name="high_card",
    title="High Card",
    designer="nobody: it is an example",
    summary="Beat the best card if you can; the highest card wins the trick, the most tricks win the game.",
    minutes="2",
    players=(2, 3, 4),
    options=(Option("free_play", "nobody has to beat the best card (HC-8)"),),
    contest=Rivals(),
    longest=lambda s: 5 * s.players,  # five tricks
    rules=rules,
    words=words,
    view=view,
    transcript=transcript,
    audit=audit,
    package=sys.modules[__name__],
    greedy=greedy,
)
