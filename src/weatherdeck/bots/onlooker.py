"""One who follows a game and keeps what the others did, for whoever weighs worlds by it."""

from __future__ import annotations

from typing import Any

from .. import kernel
from ..games.game import Game
from ..games.reference import GameRef
from .belief import SAMPLES, Mind

COLD_SAMPLES = 4
"""In how many worlds a move is looked at where nothing is compiled."""


class Onlooker:
    """Keeps what seats saw, chapter by chapter; `reading` is how much of it is taken in.

    It works with any twin whose engine knows `remember` and `learn`, and with several of them in turn.
    """

    def __init__(self, seed: int, reading: float) -> None:
        self.reading = reading
        self._seed, self._seen = seed, 0
        self._kept: tuple[tuple[GameRef, str, int], Mind] | None = None

    def forget(self) -> None:
        """Moves were taken back: what they told is not known any more."""
        self._kept = None

    def watch(self, game: Game, twin: kernel.Twin, state: Any, seat: int, action: int) -> None:
        """A move is about to be made in a state, which is redacted for a seat."""
        if self.reading == 0 or seat == state.to_move:
            return
        mind, view = self.mind(game, twin, state), twin.load(state)
        twin.remember(mind.memory, mind.moves, seat, view, action)
        if game.hides_kinds:
            self._learn(game, twin, mind, view, seat, action)

    def mind(self, game: Game, twin: kernel.Twin, state: Any) -> Mind:
        """What is kept of this chapter of the game."""
        now = game.ref, twin.mode, game.judgement.chapter(state)
        if self._kept is None or self._kept[0] != now:
            n_kinds = int(twin.kinds(twin.load(state)))
            self._kept = now, Mind(twin, game.rules.State, state.players, n_kinds)
        return self._kept[1]

    def _learn(self, game: Game, twin: kernel.Twin, mind: Mind, view: Any, seat: int, action: int) -> None:
        self._seen += 1
        twin.learn(
            view,
            seat,
            action,
            mind.guesses,
            twin.record(game.rules.State),
            twin.ints(game.rules.MAX_LEGAL),
            twin.floats(game.rules.MAX_LEGAL),
            twin.rng((self._seed + self._seen * 7_000_003) % (1 << 62)),
            COLD_SAMPLES if twin.mode == "interpreted" else SAMPLES,
            self.reading,
        )
