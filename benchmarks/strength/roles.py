"""What seats of each role gain, where seats have roles and share the result of their side."""

from __future__ import annotations

from weatherdeck.bots import evidence
from weatherdeck.bots.evidence import Estimate

from .parts import Match
from .results import Results

TOGETHER = "one side"
"""What the page calls the roles that win together."""


def by_role(part: Match, results: Results) -> dict[str, Estimate]:
    """The gains by role and by side."""
    tournament, pair, bound = part.tournament(results), (part.bot, part.among), part.plan.bound
    roles = {role: evidence.mean(values, bound) for role, values in tournament.edges_by_role(pair).items()}
    for side in sides_of(results)[:1]:
        values: list[float] = []
        for deal in range(results.deals):
            gains = tournament.gains(pair, deal)
            mine = [gains[seat] for seat, role in enumerate(results.rows[deal, 0]["roles"]) if role in side]
            values += [sum(mine) / len(mine)] if mine else []
        roles[TOGETHER] = evidence.mean(values, bound)
    return roles


def sides_of(results: Results) -> list[list[str]]:
    """The roles that always win or lose together, where there are several of them: as the results tell."""
    apart: set[tuple[str, str]] = set()
    known: set[str] = set()
    for deal in range(results.deals):
        roles = results.rows[deal, 0]["roles"]
        known |= set(roles)
        for game in range(results.games):
            returns = results.rows[deal, game]["returns"]
            ends = {(role, result) for role, result in zip(roles, returns, strict=True)}
            apart |= {(a, b) for a, one in ends for b, other in ends if one != other}
    sides = {tuple(b for b in sorted(known) if (a, b) not in apart) for a in known if (a, a) not in apart}
    return [list(side) for side in sorted(sides) if len(side) > 1]
