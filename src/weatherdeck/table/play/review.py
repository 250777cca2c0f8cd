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
        self._simulations, self._worlds = review.sensible_effort(match)

    def next(self, step: Step, perspective: Perspective) -> Json:
        """The review of the next step (the deal is the first), for a message. It takes a while."""
        reviewed: Json = {"step": step.version, "move": step.text, "best": None, "loss": None, "advice": []}
        reviewed["compared"] = None
        if step.action is not None:
            if step.seat == self._seat and len(self._replay.legal()) > 1:
                reviewed |= self._judged(step.action, perspective)
            self._oracle.watch(self._replay.state, self._seat, step.action)
            self._replay.play(step.action)
        return reviewed | {
            "unit": self._oracle.unit.name,
            "even": self._replay.game.contest.even(self._replay.state),
            "outlook": _measured(self._outlook()),
        }

    def _known(self) -> Any:
        return self._replay.game.redacted(self._replay.state, self._seat)

    def _judged(self, action: int, perspective: Perspective) -> Json:
        known = self._known()
        found = review.judge(self._oracle, known, action, self._replay.version, self._simulations, self._worlds)
        thoughts = sorted(found.thoughts, key=lambda thought: thought.merit, reverse=True)
        best = self._replay.game.words.text(found.best)
        return {
            "best": best,
            "loss": _measured(found.loss),
            "advice": advice_message(perspective, known, ranked(thoughts)),
            "compared": self._compared(found, known, perspective),
        }

    def _compared(self, found: review.Decision, known: Any, perspective: Perspective) -> Json | None:
        """A better move beside the one that was played; None if none was found."""
        if found.best == found.played or found.after_preferred is None or found.after_played is None:
            return None
        happened, view = perspective.preview(known, found.best)
        return {
            "best": _measured(found.after_preferred),
            "played": _measured(found.after_played),
            "worlds": found.after_played.n,
            "happened": happened,
            "view": view,
        }

    def _outlook(self) -> Estimate:
        if self._replay.is_over:
            return self._oracle.result(self._replay.state, self._seat)
        return self._oracle.outlook(self._known(), self._seat, self._worlds)


def _measured(found: Estimate) -> Json:
    return {"mean": found.mean, "low": found.low, "high": found.high}
