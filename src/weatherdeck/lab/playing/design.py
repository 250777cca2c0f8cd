"""The design of a study: which bots play, and how many games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...errors import Problem
from ...games.game import Game
from ...parsing import is_whole
from .plan import RunPlan, names_of, plan
from .setup import Setup

USUAL_GAMES = 1000
"""Games of a line-up that does not say how many."""


@dataclass(frozen=True)
class LineUp:
    """Who plays, and how many games: a bot for all seats, or one bot per seat.

    Two bots in a game with more seats: the first plays alone among copies of the second.
    """

    bots: tuple[str, ...]
    games: int = USUAL_GAMES

    @classmethod
    def read(cls, text: str, games: int = USUAL_GAMES) -> LineUp:
        """The line-up in a text like `greedy`, `greedy:5000` or `expert,greedy:2000`."""
        who, colon, number = text.partition(":")
        digits = number.replace("_", "")
        if colon and not (is_whole(digits) and int(digits) > 0):
            raise Problem(f"expected WHO or WHO:GAMES, like greedy:5000, not {text!r}")
        return cls(tuple(names_of(who)), int(digits) if colon else games)

    @property
    def is_mixed(self) -> bool:
        """Whether different bots meet."""
        return len(set(self.bots)) > 1

    def seats(self, players: int) -> list[str]:
        """The bot in each seat."""
        if len(self.bots) == 2 and players > 2:
            return [self.bots[0], *[self.bots[1]] * (players - 1)]
        return list(self.bots) * (players if len(self.bots) == 1 else 1)


@dataclass(frozen=True)
class Design:
    """What a study plays: line-ups, each as a run of its own on the same deals."""

    line_ups: tuple[LineUp, ...]
    seed: int = 1
    rotating: bool = True  # whether bots of a mixed line-up change seats, so that each deal is played in every rotation
    decisions: bool = False  # whether a row is kept for each decision
    adapts: bool = False  # whether it is fitted to the game: see `fitted`

    @classmethod
    def of(cls, *texts: str, games: int = USUAL_GAMES, adapts: bool = False) -> Design:
        """A design from texts like `greedy:5000`; `games` is for those that do not say how many."""
        return cls(tuple(LineUp.read(text, games) for text in texts), adapts=adapts)

    def with_games(self, games: int) -> Design:
        """The same line-ups with this number of games each."""
        return replace(self, line_ups=tuple(replace(one, games=games) for one in self.line_ups))

    def fitted(self, game: Game) -> tuple[LineUp, ...]:
        """The line-ups that make sense for a game, where the design adapts.

        A game without a greedy.py can only be played by random bots. In a cooperative game a better player among worse
        ones does not compete with them.
        """
        if not self.adapts:
            return self.line_ups
        found = [one for one in self.line_ups if not (game.cooperative and one.is_mixed)]
        if game.greedy is None:
            found = [one for one in found if set(one.bots) == {"random"}]
        return tuple(found) or (LineUp(("random",), self.line_ups[0].games),)

    def plans(self, setup: Setup) -> list[RunPlan]:
        """The runs of the study.

        Where the design adapts and the set-up does not say how many play, one bot (greedy, if the game has it) plays
        with every other possible number of players too.
        """
        game = setup.load()
        line_ups = self.fitted(game)
        plans = [self.plan(setup, one) for one in line_ups]
        if self.adapts and setup.players is None:
            everywhere = "random" if game.greedy is None else "greedy"
            others = [number for number in game.players if number != game.check_players(None)]
            plans += [
                self.plan(replace(setup, players=number), one)
                for one in line_ups
                if one.bots == (everywhere,)
                for number in others
            ]
        return plans

    def plan(self, setup: Setup, line_up: LineUp) -> RunPlan:
        """The run of one line-up. No deal is repeated but to change seats: games on different deals teach most."""
        rotating = line_up.is_mixed and self.rotating
        return plan(
            setup,
            line_up.seats(setup.load().check_players(setup.players)),
            games=line_up.games,
            seed=self.seed,
            rotating=rotating,
            decisions=self.decisions,
        )


QUICK = Design.of("random:100000", "novice:10000", "greedy:10000", "greedy,random:4000", adapts=True)
"""A study of a minute or two."""
FULL = Design.of(
    "random:1000000",
    "novice:20000",
    "greedy:100000",
    "expert:2000",
    "greedy,random:20000",
    "expert,greedy:1000",
    adapts=True,
)
"""The studies in `docs/lab`: hours."""
PAIRED = Design.of("greedy:10000", adapts=True)
"""What `compare` plays with each variant."""
GLANCE = Design.of("greedy:2000", adapts=True)
"""What `compare` plays for a quick look: seconds. The same deals make up for the small number."""


TRIES = Design.of("greedy:4000", adapts=True)
"""What `what_if` plays with each variation."""


def design_of(what: Design | Sequence[str]) -> Design:
    """A design, from line-ups as texts too."""
    return what if isinstance(what, Design) else Design.of(*([what] if isinstance(what, str) else what))
