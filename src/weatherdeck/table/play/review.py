"""Reviews a finished match step by step, as a seat saw it: what it could expect, and what its decisions cost."""

from __future__ import annotations

from typing import Any

from ...bots import review
from ...bots.evidence import Estimate
from ...match import Match
from ...match.match import Step
from ..wire.perspective import Json, Perspective
from .bots import advice_message, ranked


class MatchReviewer:
    """Replays a match and thinks about each of its steps."""

    def __init__(self, match: Match, seat: int) -> None:
        self._seat = seat
        self._replay = Match(match.game, seed=match.seed, players=match.players, options=match.options)
        self._oracle = review.Oracle(match.game, prompt=True)
        self._simulations, self._worlds = review.sensible_effort()

    @property
    def is_cold(self) -> bool:
        """Whether the first step would have to wait for the compiler."""
        return self._oracle.is_cold

    def next(self, step: Step, perspective: Perspective) -> Json:
        """The review of the next step (the deal is the first), for a message. It takes a while."""
        reviewed: Json = {"step": step.version, "move": step.text, "best": None, "loss": None, "advice": []}
        if step.action is not None:
            if step.seat == self._seat and len(self._replay.legal()) > 1:
                reviewed |= self._judged(step.action, perspective)
            self._oracle.watch(self._replay.state, self._seat, step.action)
            self._replay.play(step.action)
        return reviewed | {"unit": self._oracle.unit.name, "outlook": _measured(self._outlook())}

    def _known(self) -> Any:
        return self._replay.game.redacted(self._replay.state, self._seat)

    def _judged(self, action: int, perspective: Perspective) -> Json:
        known = self._known()
        found = review.judge(self._oracle, known, action, self._replay.version, self._simulations, self._worlds)
        thoughts = sorted(found.thoughts, key=lambda thought: (-thought.visits, -thought.value))
        best = self._replay.game.words.text(found.best)
        return {
            "best": best,
            "loss": _measured(found.loss),
            "advice": advice_message(perspective, known, ranked(thoughts)),
        }

    def _outlook(self) -> Estimate:
        if self._replay.is_over:
            return self._oracle.result(self._replay.state, self._seat)
        return self._oracle.outlook(self._known(), self._seat, self._worlds)


def _measured(found: Estimate) -> Json:
    return {"mean": found.mean, "low": found.low, "high": found.high}
