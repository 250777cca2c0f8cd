"""The first teacher: play. Policy gradients (PPO), with the student in every seat, or with a bot in all but one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from .opponents import Moves
from .school import School
from .student import Student, masked


@dataclass(frozen=True)
class Pace:
    """How fast to learn."""

    steps: int = 32  # of all tables between two lessons
    passes: int = 2
    batch: int = 65536
    rate: float = 6e-4
    entropy: float = 0.004
    reach: float = 0.95  # of the generalised advantage: 1 looks to the end of the chapter, 0 one step ahead
    clip: float = 0.2
    with_club: float = 0.3  # share of tables at which one seat is the student's, and club players have the others


class Practice:
    """Play at the tables of a school: against itself or, if there is a rival, against that at every table."""

    def __init__(self, school: School, student: Student, pace: Pace, rival: Moves | None = None) -> None:
        self.school, self.student, self.pace = school, student, pace
        self.rival = rival or (lambda: school.favourites)
        self.learned = 0  # decisions of the last lesson
        device, n, t = school.place.device, school.n, pace.steps
        features, actions = school.seen.shape[1], school.masks.shape[1]
        self.lone, self.own = school.lone_seats(1.0 if rival is not None else pace.with_club, team=rival is not None)
        self.half = torch.bfloat16 if school.place.on_gpu else torch.float32
        self.kept: dict[str, torch.Tensor] = {
            "seen": torch.zeros(t, n, features, dtype=self.half, device=device),
            "masks": torch.zeros(t, n, actions, dtype=torch.int8, device=device),
            "likes": torch.zeros(t, n, actions, dtype=self.half, device=device),
            "actions": torch.zeros(t, n, dtype=torch.int64, device=device),
            "chances": torch.zeros(t, n, device=device),
            "values": torch.zeros(t, n, device=device),
            "seats": torch.zeros(t, n, dtype=torch.int64, device=device),
            "ended": torch.zeros(t, n, dtype=torch.bool, device=device),
            "worths": torch.zeros(t, n, school.players, device=device),
            "open": torch.zeros(t, n, dtype=torch.bool, device=device),
        }

    @torch.no_grad()
    def play(self) -> None:
        """Play some steps at all tables, and keep them."""
        school, kept = self.school, self.kept
        for at in range(self.pace.steps):
            school.show()
            seen, likes = school.seen.to(self.half), school.likes.to(self.half)
            logits, values = self.student(seen, likes.float())
            chances = torch.log_softmax(masked(logits, school.masks), -1)
            actions = torch.multinomial(chances.exp(), 1).squeeze(1)
            by_bot = self.lone & (school.seats != self.own)
            actions = torch.where(by_bot, self.rival(), actions)
            kept["seen"][at], kept["likes"][at], kept["masks"][at] = seen, likes, school.masks
            kept["actions"][at], kept["values"][at], kept["seats"][at] = actions, values, school.seats
            kept["chances"][at] = chances.gather(1, actions[:, None]).squeeze(1)
            kept["open"][at] = (school.legal > 1) & ~by_bot
            school.step(actions)
            kept["ended"][at], kept["worths"][at] = school.ended > 0, school.worths

    @torch.no_grad()
    def advantages(self) -> torch.Tensor:
        """How much better each action was than expected, by the student's own values."""
        school, kept = self.school, self.kept
        device = school.place.device
        later = torch.stack(
            [self.student.worth(school.seen_by(seat).to(self.half)) for seat in range(school.players)], 1
        )
        running = torch.zeros(school.n, school.players, device=device)
        found = torch.zeros(self.pace.steps, school.n, device=device)
        for at in range(self.pace.steps - 1, -1, -1):
            ended = kept["ended"][at][:, None]
            later = torch.where(ended, kept["worths"][at], later)
            running = torch.where(ended, 0.0, running)
            seat = kept["seats"][at][:, None]
            value = kept["values"][at][:, None]
            gained = later.gather(1, seat) - value + self.pace.reach * running.gather(1, seat)
            running.scatter_(1, seat, gained)
            later.scatter_(1, seat, value)
            found[at] = gained.squeeze(1)
        return found

    def learn(
        self, optimiser: torch.optim.Optimizer, haste: float = 1.0, values_only: bool = False
    ) -> dict[str, float]:
        """Learn from what was kept. `haste` scales the rate, which falls in the course of learning.

        Learning `values_only` changes no move of a student whose actions have no weights yet.
        """
        pace, kept = self.pace, self.kept
        found = self.advantages()
        flat = {name: x.reshape(-1, *x.shape[2:]) for name, x in kept.items()}
        targets = (found + kept["values"]).reshape(-1)
        found = found.reshape(-1)
        decided = torch.nonzero(flat["open"]).squeeze(1)  # where there is one legal action, there is nothing to learn
        self.learned = len(decided)
        if len(decided) < 2:
            return {}  # nothing to compare: a spread of one number is none, and would become every weight
        found = (found - found[decided].mean()) / (found[decided].std() + 1e-8)
        losses: dict[str, Any] = {}
        for _ in range(pace.passes):
            order = decided[torch.randperm(len(decided), device=decided.device)]
            for batch in order.split(pace.batch):
                if len(batch) < pace.batch // 4 and len(decided) > pace.batch:
                    continue
                logits, values = self.student(flat["seen"][batch], flat["likes"][batch].float())
                chances = torch.log_softmax(masked(logits, flat["masks"][batch]), -1)
                own = chances.gather(1, flat["actions"][batch][:, None]).squeeze(1)
                ratio = (own - flat["chances"][batch]).exp()
                gain = found[batch]
                policy = -torch.min(ratio * gain, ratio.clamp(1 - pace.clip, 1 + pace.clip) * gain).mean()
                value = nn.functional.mse_loss(values, targets[batch])
                entropy = -(chances.exp() * chances).sum(-1).mean()
                loss = value if values_only else policy + value - pace.entropy * max(haste, 0.1) * entropy
                for group in optimiser.param_groups:  # few decisions say less, and Adam's steps do not shrink by that
                    group["lr"] = pace.rate * haste * min(1.0, len(batch) / pace.batch) ** 0.5
                optimiser.zero_grad(set_to_none=True)
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self.student.parameters(), 0.5)
                optimiser.step()
                losses = {"policy": policy, "value": value, "entropy": entropy}
        return {name: float(loss.detach()) for name, loss in losses.items()}
