"""A finished match, gone through step by step as a seat saw it: what it could expect, and what its decisions cost."""

from __future__ import annotations

from typing import Any

from ..bots import review
from ..bots.evidence import Estimate
from ..match import Match
from ..match.match import Step
from .eyes import Eyes, Plain
from .thinkers import ranked, told_advice


class Reviewer:
    """Plays a match again, and thinks about each step of it."""

    def __init__(self, match: Match, seat: int) -> None:
        self._seat = seat
        self._again = Match(match.game, seed=match.seed, players=match.players, options=match.options)
        self._oracle = review.Oracle(match.game, prompt=True)
        self._simulations, self._worlds = review.sensible_effort()

    @property
    def is_cold(self) -> bool:
        """Whether it would have to wait for the compiler."""
        return self._oracle.is_cold

    def next(self, step: Step, eyes: Eyes) -> Plain:
        """The next step (the deal is the first), for a message. It takes a while."""
        told: Plain = {"step": step.version, "move": step.text, "best": None, "loss": None, "advice": []}
        if step.action is not None:
            if step.seat == self._seat and len(self._again.legal()) > 1:
                told |= self._judged(step.action, eyes)
            self._oracle.watch(self._again.state, self._seat, step.action)
            self._again.play(step.action)
        return told | {"unit": self._oracle.unit.name, "outlook": _measured(self._outlook())}

    def _known(self) -> Any:
        return self._again.game.redacted(self._again.state, self._seat)

    def _judged(self, action: int, eyes: Eyes) -> Plain:
        known = self._known()
        found = review.judge(self._oracle, known, action, self._again.version, self._simulations, self._worlds)
        thoughts = sorted(found.thoughts, key=lambda thought: (-thought.visits, -thought.value))
        best = self._again.game.words.text(found.best)
        return {"best": best, "loss": _measured(found.loss), "advice": told_advice(eyes, known, ranked(thoughts))}

    def _outlook(self) -> Estimate:
        if self._again.is_over:
            return self._oracle.result(self._again.state, self._seat)
        return self._oracle.outlook(self._known(), self._seat, self._worlds)


def _measured(found: Estimate) -> Plain:
    return {"mean": found.mean, "low": found.low, "high": found.high}
