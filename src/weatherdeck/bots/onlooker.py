"""Following a game as a seat sees it: what the others did makes some hidden worlds likelier than others."""

from __future__ import annotations

from typing import Any

from .. import kernel
from ..games.game import Game
from ..games.reference import GameRef
from . import belief
from .belief import SAMPLES, Mind
from .bot import History, is_continued
from .network_bot import why_not
from .pad import Pad
from .thinking import more_entries, new_mind, new_pad

COLD_SAMPLES = 4
"""Number of sampled worlds per move while nothing is compiled."""


class Onlooker:
    """Remembers the others' moves of the current chapter; `reading` is how much weight they get (0 to 1).

    They are judged by the game's greedy.py. If this is `learned` and the game's network knows the deck, players and
    options, it finds out who plays by the network, in all chapters, and judges those players by it. One that is
    `patient` tries out what others could have played instead, where the game's search has `insight`. An onlooker works
    with the twins of all engines that take a mind, and with several of them in turn.
    """

    def __init__(self, seed: int, reading: float, *, learned: bool = False, patient: bool = False) -> None:
        self.reading, self.learned, self.patient = reading, learned, patient
        self._seed, self._seen = seed, 0
        self._kept: tuple[tuple[GameRef, str, int], Mind] | None = None
        self._pad: tuple[tuple[GameRef, str], Pad] | None = None  # and the game and mode that it is for
        self._told: list[Any] = []  # the states of the moves that `follow` has taken in

    def learns(self, game: Game, state: Any) -> bool:
        """Whether moves are judged by the game's network with the players and options of a state."""
        return self.learned and why_not(game, state) is None

    def _recognises(self, game: Game, twin: kernel.Twin, state: Any) -> bool:
        """Whether to find out who plays by the network, which would take seconds interpreted."""
        return twin.mode != "interpreted" and self.learns(game, state)

    def _doubt(self, game: Game, twin: kernel.Twin) -> float:
        """The odds at first that another plays by greedy.py. Interpreted, playing on by a network takes too long.

        Who watches nobody would find nobody out.
        """
        doubt = game.learned_search.doubt if self.reading > 0 else 0.0
        return max(0.0, doubt) if twin.mode == "interpreted" else doubt

    def insight(self, game: Game, state: Any) -> int:
        """In how many worlds each move of the others is judged by trying it; 0: by preference."""
        how = game.learned_search if self.learns(game, state) else game.search
        return how.insight if self.patient and self.reading > 0 else 0

    def forget(self) -> None:
        """Start over, as after an undo."""
        self._kept, self._seen = None, 0
        self._told.clear()

    def follow(self, game: Game, twin: kernel.Twin, seat: int, history: History) -> None:
        """Take in the moves of a match that are new, as a seat saw them; start over after an undo.

        The result depends on the history alone, not on how often this was called on the way there.
        """
        if self.reading == 0 or not history:
            self.forget()
            return
        chapter = game.judgement.chapter
        now = chapter(history[-1][0])
        same = self._kept is not None and self._kept[0][:2] == self._key(game, twin, now)[:2]
        if not (same and is_continued(self._told, history)):
            self.forget()
        for state, action in history[len(self._told) :]:
            if seat != state.to_move:
                if chapter(state) == now or self._recognises(game, twin, state):
                    self.watch(game, twin, game.redacted(state, seat), seat, action)
                elif more_entries(game):
                    self._seen += 1  # an earlier chapter is forgotten, but its random numbers stay used
            self._told.append(state)

    def watch(self, game: Game, twin: kernel.Twin, state: Any, seat: int, action: int) -> None:
        """Take in a move that is about to be made in a state, which is redacted for the seat that watches."""
        if self.reading == 0 or seat == state.to_move:
            return
        mind, view, engine = self.mind(game, twin, state), twin.load(state), twin.of(belief)
        engine.remember(mind, seat, view, action)
        if not more_entries(game):
            return
        self._seen += 1
        if self._pad is None or self._pad[0] != (game.ref, twin.mode):
            self._pad = (game.ref, twin.mode), new_pad(game, twin)
        cold = twin.mode == "interpreted"
        rng = twin.rng((self._seed + self._seen * 7_000_003) % (1 << 62))
        worlds = self.insight(game, state)
        if worlds > 0:
            engine.size_up(mind, seat, view, self._pad[1], rng, COLD_SAMPLES if cold else worlds)
        samples = COLD_SAMPLES if cold else SAMPLES
        if self._recognises(game, twin, state):
            engine.recognise(view, seat, action, mind, self._pad[1], rng, samples)
        if game.hides_kinds:
            engine.learn(view, seat, action, mind, self._pad[1], rng, samples, self.reading)

    def mind(self, game: Game, twin: kernel.Twin, state: Any) -> Mind:
        """What is remembered of the chapter that a state belongs to."""
        key = self._key(game, twin, game.judgement.chapter(state))
        if self._kept is None or self._kept[0] != key:
            before, mind = self._kept, new_mind(game, twin, twin.load(state))
            if before is not None and before[0][:2] == key[:2]:
                mind.manners[:] = before[1].manners[:]  # a player's manner outlasts a chapter
            else:
                mind.manners[:] = [-self._doubt(game, twin)] * len(mind.manners)
            self._kept = key, mind
        return self._kept[1]

    def meets_learned(self, game: Game, twin: kernel.Twin, state: Any) -> bool:
        """Whether the seat to move has seen anybody play by the network."""
        return bool(twin.of(belief).among_learned(self.mind(game, twin, state), twin.load(state), state.to_move))

    def _key(self, game: Game, twin: kernel.Twin, chapter: int) -> tuple[GameRef, str, int]:
        return game.ref, twin.mode, chapter
