"""The second teacher: search. Every move is tried in many worlds, and the student learns what they lead to."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from .school import School
from .student import Student, masked

FAR = 4.0
"""Likes that are further off than this count in proportion, not squared."""


@dataclass(frozen=True)
class Plan:
    """How to teach."""

    worlds: int = 64
    kept: int = 1 << 21  # positions in memory; the oldest give way
    lessons: int = 8  # gradient steps after each round of trials
    batch: int = 16384
    rate: float = 1e-3
    at_random: float = 0.05  # share of random moves between the positions,
    by_greedy: float = 0.25  # and of greedy's; all others are the student's
    heat: float = 0.1  # a move whose value is greater by this much is liked more by 1


class Tuition:
    """Teaching at the tables of a school."""

    def __init__(self, school: School, student: Student, plan: Plan) -> None:
        self.school, self.student, self.plan = school, student, plan
        device = school.place.device
        features, actions = school.seen.shape[1], school.masks.shape[1]
        self.half = torch.bfloat16 if school.place.on_gpu else torch.float32
        self.trials = school.trials(school.n, plan.worlds)
        self.kept = {
            "seen": torch.zeros(plan.kept, features, dtype=self.half, device=device),
            "masks": torch.zeros(plan.kept, actions, dtype=torch.int8, device=device),
            "likes": torch.zeros(plan.kept, actions, dtype=self.half, device=device),
            "gains": torch.zeros(plan.kept, actions, device=device),
            "worths": torch.zeros(plan.kept, device=device),
        }
        self.at = self.full = self.taught = 0
        self.simulations = 0

    @torch.no_grad()
    def teach(self, seed: int) -> None:
        """Try out every move where there is a choice, keep what came of it, and go on by one move."""
        school, kept, plan = self.school, self.kept, self.plan
        school.show()
        tables = torch.nonzero(school.legal > 1).squeeze(1)
        k = len(tables)
        if k:
            values = school.try_moves(self.trials, tables, plan.worlds, seed).mean(1)
            legal = school.legal[tables]
            is_legal = torch.arange(values.shape[1], device=values.device)[None] < legal[:, None]
            values = torch.where(is_legal, values, 0.0)
            gains = torch.zeros(k, school.masks.shape[1], device=values.device)
            choices = torch.where(is_legal, school.choices[tables], 0)
            gains.scatter_add_(1, choices, values)
            masks = school.masks[tables]
            mean = gains.sum(1) / legal
            gains = (gains - mean[:, None]) * masks
            put = (self.at + torch.arange(k, device=values.device)) % plan.kept
            kept["seen"][put], kept["likes"][put] = (
                school.seen[tables].to(self.half),
                school.likes[tables].to(self.half),
            )
            kept["masks"][put], kept["gains"][put] = masks, gains
            kept["worths"][put] = gains.max(1).values + mean
            self.at = (self.at + k) % plan.kept
            self.full = min(plan.kept, self.full + k)
            self.taught += k
            self.simulations += int(legal.sum()) * plan.worlds
        logits, _ = self.student(school.seen.to(self.half), school.likes)
        own = masked(logits, school.masks).argmax(-1)
        dice = torch.rand(school.n, device=own.device)
        anything = torch.multinomial(school.masks.float(), 1).squeeze(1)
        actions = torch.where(dice < plan.at_random + plan.by_greedy, school.favourites, own)
        school.step(torch.where(dice < plan.at_random, anything, actions))

    def learn(self, optimiser: torch.optim.Optimizer, haste: float = 1.0) -> dict[str, float]:
        """Learn from the positions in memory."""
        plan, kept = self.plan, self.kept
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * haste
        losses = {}
        for _ in range(plan.lessons):
            some = torch.randint(0, self.full, (plan.batch,), device=kept["worths"].device)
            logits, values = self.student(kept["seen"][some], kept["likes"][some].float())
            masks = kept["masks"][some]
            # The differences themselves, not a distribution made of them: they are noisy, and their mean counts.
            logits = logits * masks
            logits = (logits - logits.sum(1, keepdim=True) / masks.sum(1, keepdim=True)) * masks
            wanted = kept["gains"][some] / plan.heat
            policy = nn.functional.huber_loss(logits, wanted, delta=FAR, reduction="none").sum(1).mean()
            value = nn.functional.mse_loss(values, kept["worths"][some])
            loss = policy + value
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(self.student.parameters(), 1.0)
            optimiser.step()
            losses = {"policy": policy, "value": value}
        return {name: float(loss.detach()) for name, loss in losses.items()}
