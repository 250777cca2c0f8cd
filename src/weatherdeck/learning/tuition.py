"""The second teacher: search. Every move is tried, and the student learns what they lead to.

First greedy plays on after a move that is tried; later the student itself, which is better by then. So it learns from a
search in which it plays, and the search is better for what it learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import torch
from torch import nn

from .school import School
from .student import Student, masked

LONGEST = 1000
"""More steps than any chapter has."""


@dataclass(frozen=True)
class Plan:
    """How to teach."""

    times: int = 1  # each move is tried so often, with other luck
    own_moves: int = 6  # where the student plays on: how many moves are tried, those that it likes, with some luck
    rehearsals: int = 1 << 18  # tables at which it plays on at the same time
    with_club: float = 0.4  # share of tables at which one seat is the student's, and club players have the others
    kept: int = 1 << 21  # positions in memory; the oldest give way
    lessons: int = 4  # gradient steps after each round of trials
    batch: int = 32768
    rate: float = 1e-3
    at_random: float = 0.05  # share of random moves between the positions,
    by_greedy: float = 0.25  # and, where all seats are the student's, of greedy's
    heat: float = 0.1  # a move whose value is greater by this much is liked more by 1


class Tuition:
    """Teaching at the tables of a school."""

    def __init__(self, school: School, student: Student, plan: Plan) -> None:
        self.school, self.student, self.plan = school, student, plan
        device = school.place.device
        features, actions = school.seen.shape[1], school.masks.shape[1]
        self.half = torch.bfloat16 if school.place.on_gpu else torch.float32
        self.trials = school.trials(school.n, plan.times)
        self.lone, self.own = school.lone_seats(plan.with_club)
        self.kept = {
            "seen": torch.zeros(plan.kept, features, dtype=self.half, device=device),
            "tried": torch.zeros(plan.kept, actions, dtype=torch.int8, device=device),
            "likes": torch.zeros(plan.kept, actions, dtype=self.half, device=device),
            "gains": torch.zeros(plan.kept, actions, device=device),
            "worths": torch.zeros(plan.kept, device=device),
        }
        self.at = self.full = self.taught = 0
        self.simulations = 0

    @cached_property
    def rehearsal(self) -> School:
        """The tables at which the student plays on."""
        school, plan = self.school, self.plan
        needed = school.n * plan.own_moves * plan.times
        return School(school.place, min(plan.rehearsals, needed), school.blanks, 0)

    @torch.no_grad()
    def teach(self, seed: int, *, own: bool = False) -> None:
        """Try out moves where there is a choice, keep what came of it, and go on by one move.

        After a move that is tried, greedy plays to the end of the chapter or, if `own`, the student does.
        """
        school, kept, plan = self.school, self.kept, self.plan
        school.show()
        tables = torch.nonzero(school.legal > 1).squeeze(1)
        if len(tables):
            tables, values, tried = self._by_student(tables, seed) if own else self._by_greedy(tables, seed)
            k = len(tables)
            mean = values.sum(1) / tried.sum(1)
            gains = (values - mean[:, None]) * tried
            put = (self.at + torch.arange(k, device=values.device)) % plan.kept
            kept["seen"][put] = school.seen[tables].to(self.half)
            kept["likes"][put] = school.likes[tables].to(self.half)
            kept["tried"][put], kept["gains"][put] = tried.to(torch.int8), gains
            chosen = masked(self.student(school.seen[tables].to(self.half), school.likes[tables])[0], tried).argmax(1)
            kept["worths"][put] = values.gather(1, chosen[:, None]).squeeze(1)
            self.at = (self.at + k) % plan.kept
            self.full = min(plan.kept, self.full + k)
            self.taught += k
        self._go_on()

    def _go_on(self) -> None:
        """Make a move at each table: the student's or, at some, greedy's or any."""
        school, plan = self.school, self.plan
        logits, _ = self.student(school.seen.to(self.half), school.likes)
        dice = torch.rand(school.n, device=logits.device)
        by_greedy = torch.where(self.lone, school.seats != self.own, dice < plan.at_random + plan.by_greedy)
        actions = torch.where(by_greedy, school.favourites, masked(logits, school.masks).argmax(-1))
        anything = torch.multinomial(school.masks.float(), 1).squeeze(1)
        school.step(torch.where(dice < plan.at_random, anything, actions))

    def _by_greedy(self, tables: torch.Tensor, seed: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What every move leads to if greedy plays on: the tables, values by action, and 1 for each that was tried."""
        school, plan = self.school, self.plan
        values = school.try_moves(self.trials, tables, plan.times, seed).mean(1)
        is_legal = self._is_legal(tables)
        found = torch.zeros(len(tables), school.masks.shape[1], device=values.device)
        choices = torch.where(is_legal, school.choices[tables], 0)
        found.scatter_add_(1, choices, torch.where(is_legal, values, 0.0))
        self.simulations += int(school.legal[tables].sum()) * plan.times
        return tables, found, school.masks[tables]

    def _is_legal(self, tables: torch.Tensor) -> torch.Tensor:
        places = torch.arange(self.school.choices.shape[1], device=tables.device)
        return places[None] < self.school.legal[tables][:, None]

    def _by_student(self, tables: torch.Tensor, seed: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What the moves that the student likes lead to if it plays on; as many tables as there is room for."""
        school, plan = self.school, self.plan
        logits, _ = self.student(school.seen[tables].to(self.half), school.likes[tables])
        is_legal = self._is_legal(tables)
        choices = torch.where(is_legal, school.choices[tables], 0)
        luck = -torch.log(-torch.log(torch.rand(choices.shape, device=tables.device)))
        liked = torch.where(is_legal, logits.gather(1, choices) + luck, -torch.inf)
        is_tried = is_legal & (liked.argsort(1, descending=True).argsort(1) < plan.own_moves)
        fits = is_tried.sum(1).cumsum(0) * plan.times <= self.rehearsal.n
        tables, is_tried, choices = tables[fits], is_tried[fits], choices[fits]
        row, place = torch.nonzero(is_tried, as_tuple=True)
        values = self._played_on(torch.stack([tables[row], place], 1), seed)
        shape = len(tables), school.masks.shape[1]
        actions = choices[row, place]
        found = torch.zeros(shape, device=values.device)
        tried = torch.zeros(shape, device=values.device)
        found[row, actions], tried[row, actions] = values, 1.0
        self.simulations += len(row) * plan.times
        return tables, found, tried

    def _played_on(self, moves: torch.Tensor, seed: int) -> torch.Tensor:
        """What each move is worth to its seat if the student plays on: all seats, or that one among club players."""
        rehearsal, times = self.rehearsal, self.plan.times
        n = len(moves) * times
        rehearsal.branch(self.school, moves, times, seed)
        seats = self.school.seats[moves[:, 0]].repeat_interleave(times)
        alone = self.lone[moves[:, 0]].repeat_interleave(times)
        worths = torch.zeros(n, device=seats.device)
        for _ in range(LONGEST):
            ended = (rehearsal.ended[:n] > 0) & (rehearsal.resting[:n] == 0)
            worths = torch.where(ended, rehearsal.worths[:n].gather(1, seats[:, None]).squeeze(1), worths)
            rehearsal.resting[:n] |= ended.to(rehearsal.resting.dtype)
            going = torch.nonzero(rehearsal.resting[:n] == 0).squeeze(1)
            if not len(going):
                break
            rehearsal.show(n)
            logits, _ = self.student(rehearsal.seen[going].to(self.half), rehearsal.likes[going])
            actions = rehearsal.favourites[:n].clone()
            own = masked(logits, rehearsal.masks[going]).argmax(-1)
            by_club = alone[going] & (rehearsal.seats[going] != seats[going])
            actions[going] = torch.where(by_club, actions[going], own)
            rehearsal.step(actions)
        return worths.reshape(-1, times).mean(1)

    def learn(self, optimiser: torch.optim.Optimizer, haste: float = 1.0) -> dict[str, float]:
        """Learn from the positions in memory."""
        plan, kept = self.plan, self.kept
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * haste
        losses = {}
        for _ in range(plan.lessons):
            some = torch.randint(0, self.full, (plan.batch,), device=kept["worths"].device)
            logits, values = self.student(kept["seen"][some], kept["likes"][some].float())
            tried = kept["tried"][some]
            # The differences themselves, not a distribution made of them: they are noisy, and their mean counts. For
            # the same reason they are squared, however large they are.
            logits = logits * tried
            logits = (logits - logits.sum(1, keepdim=True) / tried.sum(1, keepdim=True)) * tried
            policy = ((logits * plan.heat - kept["gains"][some]) ** 2).sum(1).mean() / plan.heat
            value = nn.functional.mse_loss(values, kept["worths"][some])
            loss = policy + value
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(self.student.parameters(), 1.0)
            optimiser.step()
            losses = {"policy": policy, "value": value}
        return {name: float(loss.detach()) for name, loss in losses.items()}
