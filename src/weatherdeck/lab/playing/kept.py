"""What is kept of some games, as arrays: what the recorder wrote, without the room that was left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...kernel import Twin
from .recorder import DECISION, G_CHAPTERS, G_DECISIONS, GAME, HAND, Records

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Space:
    """How much of a game there is room for."""

    chapters: int
    decisions: int  # 0: none are kept

    def records(self, twin: Twin, games: int, players: int, figures: int) -> Records:
        """Make the records of so many games, with so many figures each."""
        return twin.make(
            Records,
            games=(games, GAME),
            counts=(games, figures),
            scores=(games, players),
            returned=(games, players),
            hands=(games, self.chapters * players * HAND),
            decisions=(games, self.decisions * DECISION),
        )


@dataclass(frozen=True)
class Kept:
    """The records of some games, game by game."""

    numbers: Numbers  # [game] their numbers in the run
    games: Numbers  # [game, GAME]
    counts: Numbers  # [game, figure]
    scores: Numbers  # [game, seat]
    returned: npt.NDArray[np.float64]  # [game, seat]
    hands: Numbers  # [hand, HAND]
    decisions: Numbers  # [decision, DECISION]; none if they were not to be kept

    @property
    def hands_of(self) -> Numbers:
        """How many entries of `hands` each game has."""
        return hands_of(self.games, self.scores.shape[1])

    @property
    def decisions_of(self) -> Numbers:
        """How many entries of `decisions` each game has."""
        made: Numbers = self.games[:, G_DECISIONS]
        return made if len(self.decisions) else np.zeros_like(made)

    def stretch(self, first: int, last: int) -> Kept:
        """The records of the games from one place up to another."""
        games = slice(first, last)
        hands = slice(self.hands_of[:first].sum(), self.hands_of[:last].sum())
        decisions = slice(self.decisions_of[:first].sum(), self.decisions_of[:last].sum())
        return Kept(
            self.numbers[games],
            self.games[games],
            self.counts[games],
            self.scores[games],
            self.returned[games],
            self.hands[hands],
            self.decisions[decisions],
        )


def hands_of(games: Numbers, players: int) -> Numbers:
    """How many entries of `hands` each game has."""
    of: Numbers = games[:, G_CHAPTERS] * players
    return of


def too_long(games: Numbers, space: Space) -> tuple[Numbers, Space]:
    """Which games did not fit, by place, and a space in which they do."""
    chapters, decisions = games[:, G_CHAPTERS], games[:, G_DECISIONS]
    cut = (chapters > space.chapters) | ((decisions > space.decisions) & (space.decisions > 0))
    needed = Space(chapters.max(), decisions.max() if space.decisions else 0)
    return np.flatnonzero(cut), needed


@dataclass(frozen=True)
class Takes:
    """What was recorded of some games, before it is put in order; longer games were played again."""

    numbers: Numbers
    records: Records  # in this machine's memory
    space: Space
    cut: Numbers  # the places of the games that did not fit,
    again: Kept | None = None  # and what was recorded of them with more room

    @classmethod
    def of(cls, numbers: Numbers, records: Records, space: Space) -> tuple[Takes, Space]:
        """What was recorded, and the space that all games need."""
        cut, needed = too_long(_rows(records.games, GAME), space)
        return cls(numbers, records, space, cut), needed

    def kept(self, first: int = 0, last: int | None = None) -> Kept:
        """What is kept of the games from one place up to another."""
        chosen = slice(first, len(self.numbers) if last is None else last)
        some = _kept(self.numbers[chosen], Records._make(rows[chosen] for rows in self.records), self.space)
        if self.again is None:
            return some
        ends = np.searchsorted(self.cut, [chosen.start, chosen.stop])
        return _completed(some, self.cut[slice(*ends)] - first, self.again.stretch(*ends))


def _kept(numbers: Numbers, records: Records, space: Space) -> Kept:
    """Keep what was written; of games that did not fit, no hands and no decisions."""
    games = _rows(records.games, GAME)
    scores = np.array(records.scores, np.int64)
    cut, _ = too_long(games, space)
    hands, decisions = hands_of(games, scores.shape[1]), games[:, G_DECISIONS].copy()
    hands[cut] = 0
    decisions[cut] = 0
    if not space.decisions:
        decisions[:] = 0
    return Kept(
        numbers,
        games,
        np.array(records.counts, np.int64).reshape(len(numbers), -1),
        scores,
        np.array(records.returned, np.float64),
        _entries(records.hands, hands, HAND),
        _entries(records.decisions, decisions, DECISION),
    )


def _completed(some: Kept, places: Numbers, others: Kept) -> Kept:
    """The same with the hands and decisions of the games at some places, which were played again with more room."""
    rest = np.setdiff1d(np.arange(len(some.numbers)), places)

    def merged(mine: Numbers, theirs: Numbers, lengths: Numbers) -> Numbers:
        owners = np.concatenate([np.repeat(rest, lengths[rest]), np.repeat(places, lengths[places])])
        joined: Numbers = np.concatenate([mine, theirs])[np.argsort(owners, kind="stable")]
        return joined

    hands = merged(some.hands, others.hands, some.hands_of)
    decisions = some.decisions
    if len(others.decisions):
        decisions = merged(some.decisions, others.decisions, some.games[:, G_DECISIONS])
    return Kept(some.numbers, some.games, some.counts, some.scores, some.returned, hands, decisions)


def _rows(rows: Any, width: int) -> Numbers:
    return np.array(rows, np.int64).reshape(-1, width)


def _entries(rows: Any, lengths: Numbers, width: int) -> Numbers:
    """The entries of all games that are filled, one below the other."""
    entries = np.asarray(rows, np.int64).reshape(-1, width)
    room = len(entries) // len(lengths)
    filled: Numbers = entries.take(np.flatnonzero(np.arange(room) < lengths[:, None]), axis=0)
    return filled
