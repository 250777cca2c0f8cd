"""What the program tells people about its levels: `strengths.json` of each game, from matches among club players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from weatherdeck.bots import LEVELS, evidence
from weatherdeck.bots.evidence import Estimate, Numbers
from weatherdeck.bots.strengths import Strength, path_of, read_strengths, write_strengths
from weatherdeck.games import registry
from weatherdeck.games.game import Game

from .parts import CLUB, Match, Part
from .results import Results


def write(found: Mapping[Part, Results], place: Callable[[Game], Path] = path_of) -> None:
    """Write what was measured on enough deals, by game. Other figures stay as they are."""
    measured: dict[str, dict[tuple[int, str], Strength]] = {}
    for part, results in found.items():
        if isinstance(part, Match) and part.among == CLUB and results.deals >= part.least:
            for one in strengths(part, results):
                ours = measured.setdefault(one.game, {})
                known = ours.get((one.players, one.level))
                if known is None or known.deals < one.deals:  # club players have games of their own in several parts
                    ours[one.players, one.level] = one
    for name, ours in measured.items():
        path = place(registry.load(name))
        before = read_strengths(path) if path.exists() else []
        write_strengths(path, ({(one.players, one.level): one for one in before} | ours).values())


def strengths(part: Match, results: Results) -> list[Strength]:
    """The figures of the bot of a match and, where they played a game of their own, of the club players."""
    game, players = registry.load(part.game), part.plan.players
    found = []
    for level, (result, gain) in counted(part, results).items():
        if level in LEVELS:
            low, high = game.contest.bounds
            nothing = Estimate(0.0, 0.0, 0.0, results.deals)  # club players gain nothing over themselves
            gained = nothing if level == CLUB else evidence.mean(gain, high - low)
            whole = evidence.mean(result, max(abs(low), abs(high)))
            found.append(Strength.measured(game, players, level, whole, gained, deals=results.deals))
    return found


def counted(part: Match, results: Results) -> dict[str, tuple[Numbers, Numbers]]:
    """The results by deal in what people count, and what is gained over club players, by bot."""
    game, plan = registry.load(part.game), part.plan
    state, kind = game.new_state(plan.players), plan.kind
    seats = range(plan.players)

    def of(deal: int, game_number: int) -> Numbers:
        row = results.rows[deal, game_number]
        if kind == "team" and "score" in row:
            return np.full(plan.players, row["score"])
        return game.contest.counted(np.array(row["returns"]), state)

    place = {lineup: number for number, lineup in enumerate(plan.lineups)}
    alone = [
        place[(part.bot,) * plan.players if kind == "team" else plan.alone(part.bot, seat, CLUB)] for seat in seats
    ]
    deals = range(results.deals)
    bot = np.array([np.mean([of(deal, alone[seat])[seat] for seat in seats]) for deal in deals])
    if kind == "rivals":
        return {part.bot: (bot, bot - (game.contest.even(state) or 0.0))}
    club = np.array([np.mean(of(deal, place[(CLUB,) * plan.players])) for deal in deals])
    return {part.bot: (bot, bot - club), CLUB: (club, club - club)}
