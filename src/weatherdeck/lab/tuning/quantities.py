"""What can be measured in a game, and so be wished for: everything that the lab measures as a mean or a share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...errors import Problem
from ...games.figures import Means, Rates, Wins
from ...games.game import Game
from ..comparing.pairing import SHARES, of_any_game

Numbers = npt.NDArray[np.float64]
SAME = {
    **dict.fromkeys(("win", "wins", "winning", "winner"), "won"),
    **dict.fromkeys(("begins", "begin", "beginning", "starter", "starts", "starting", "first", "who"), "start"),
    **dict.fromkeys(("opposite", "across"), "across"),
    **dict.fromkeys(("moves", "move"), "move"),
}
"""Words that mean the same here."""
IGNORED = frozenset(
    ["a", "an", "and", "are", "average", "by", "for", "from", "has", "have", "in", "is", "mean", "of", "per", "player"]
) | {"rate", "share", "the", "to", "with"}
"""Words that tell no quantity from another."""
ORDINALS = ("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Quantity:
    """A number that the lab measures: a ratio of two sums per deal."""

    key: str  # the lab's name of it
    name: str
    is_share: bool = False
    is_win_rate: bool = False  # of a seat: it can be compared with the mean of all
    from_fair: bool = False  # that difference

    @property
    def label(self) -> str:
        """Its name, with what it is compared with."""
        return f"{self.name}, minus the mean of all players" if self.from_fair else self.name

    def vectors(self, found: Mapping[str, Numbers], deals: int) -> Numbers:
        """Its sums, deal by deal: `[sum, count]`, or that and the same of all players."""
        mine = found.get(self.key, np.zeros((deals, 2)))  # what did not occur counts as nothing
        if not self.from_fair:
            return mine
        whole = self.key.partition("/")[0]
        everyone = sum((vectors for key, vectors in found.items() if key.startswith(whole + "/")), np.zeros((deals, 2)))
        return np.concatenate([mine, everyone], axis=1)

    @property
    def width(self) -> int:
        """The number of sums."""
        return 4 if self.from_fair else 2


def quantities(game: Game, players: int) -> list[Quantity]:
    """Everything that can be wished for in a game with this number of players."""
    return [*_of_any_game(game), *_of_who_wins(game, players), *_of_this_game(game)]


def _of_any_game(game: Game) -> Iterator[Quantity]:
    yield from (Quantity(key, name, is_share=key in SHARES) for key, name in of_any_game(game).items())


def _of_who_wins(game: Game, players: int) -> Iterator[Quantity]:
    if game.cooperative:
        yield Quantity("seat/0", "games won", is_share=True)
        return
    yield Quantity("turn/0", "the starting player wins", True, True)
    for turn in range(1, players):
        across = players % 2 == 0 and turn == players // 2 and players > 2
        name = "across from the starting player" if across else f"{ORDINALS[turn]} in turn order"
        yield Quantity(f"turn/{turn}", f"the player {name} wins", True, True)
    for seat in range(players):
        yield Quantity(f"seat/{seat}", f"seat {seat} wins", True, True)


def _of_this_game(game: Game) -> Iterator[Quantity]:
    for panel in game.figures.PANELS:
        if isinstance(panel, Rates):
            for label, figure, of in panel.parts:
                yield Quantity(f"rate/{figure}/{of}", f"{panel.title}: {label}", panel.is_share)
        elif isinstance(panel, Means):
            for label, figure in panel.parts:
                yield Quantity(f"mean/{figure}", f"{panel.title}: {label}")
        elif isinstance(panel, Wins):
            for value, label in enumerate(panel.labels):
                yield Quantity(f"wins/{panel.figure}/{value}", f"{panel.title}: {label}", is_share=True)


def find(text: str, known: Sequence[Quantity]) -> Quantity:
    """The quantity that a text names, by its words; the error lists what there is."""
    wanted = _words(text)
    fitting = [one for one in known if wanted and wanted <= _words(one.name)]
    if fitting:
        extra = [len(_words(one.name) - wanted) for one in fitting]
        best = [one for one, more in zip(fitting, extra, strict=True) if more == min(extra)]
        if len(best) == 1:
            return best[0]
        raise Problem(f"{text!r} can be {_listed(best)}: which one?")
    raise Problem(f"{text!r} is not measured in this game; measured are: {_listed(known)}")


def _listed(some: Sequence[Quantity]) -> str:
    return ", ".join(f"“{one.name}”" for one in some)


def _words(text: str) -> frozenset[str]:
    found = (SAME.get(word, word) for word in re.findall(r"[a-z0-9]+", text.lower().replace("'s", "")))
    return frozenset(_singular(word) for word in found) - IGNORED


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
