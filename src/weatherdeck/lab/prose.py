"""The summary of a report: plain sentences, each with its numbers, and nothing that the numbers do not show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ..bots.policy import LOOK
from ..games.game import Game
from .columns import card_sets, knows_leaders
from .exhibits import MeasuredRun, luck
from .moments import Figure, difference, holm, p_value, ratio, share
from .plan import RunPlan

ENOUGH = 1000
"""Games that a run needs to be summed up."""


def number(value: float, half: float = 0.0, more: int = 1) -> str:
    """A number as people read it: the digits that its interval (half its width) supports, and some more."""
    return f"{value:,.{_digits(value, half, more)}f}"


def percent(value: float, half: float = 0.0, more: int = 1) -> str:
    """A share as a percentage."""
    digits = _digits(100 * value, 100 * half, more) if 0 < half < math.inf else 1
    return f"{100 * value:.{max(1, digits)}f}%"


def _digits(value: float, half: float, more: int) -> int:
    if 0 < half < math.inf:
        return min(4, max(0, more - math.floor(math.log10(half))))
    return 0 if abs(value) >= 100 or value == round(value) else 2


def said(figure: Figure, as_percent: bool = False) -> str:
    """A figure with its interval, rounded for reading; the tables have more digits."""
    write = percent if as_percent else number
    if figure.half == 0:
        return f"{write(figure.mean)} (always)"
    mean, low, high = (write(value, figure.half, 0) for value in (figure.mean, figure.low, figure.high))
    return f"{mean} ({low} to {high})" if figure.deals > 1 else f"{mean} (interval unknown)"


def only(figure: Figure, as_percent: bool = False) -> str:
    """A figure without its interval."""
    return (percent if as_percent else number)(figure.mean, figure.half)


def interval(figure: Figure, as_percent: bool = False) -> str:
    """The interval of a figure."""
    if figure.deals < 2:
        return "unknown"
    write = percent if as_percent else number
    return f"{write(figure.low, figure.half)} to {write(figure.high, figure.half)}"


def summary(game: Game, runs: Sequence[MeasuredRun]) -> list[str]:
    """The sentences, the most important first."""
    sentences, runs = [*_played(runs)], [one for one in runs if one.plan.players == runs[0].plan.players]
    pure = [run for run in runs if run.is_pure]
    for run in _telling(pure):
        sentences += [*_length(run), *_beginning(game, run), *_drama(game, run), *_deal(run)]
        sentences += [*_cards(game, run)]
    return [*sentences, *_skill(game, [run for run in runs if not run.is_pure], pure)]


def _telling(pure: Sequence[MeasuredRun]) -> Sequence[MeasuredRun]:
    """The run that is summed up: of those with enough games the best players', or else the longest."""
    enough = sorted((run for run in pure if run.findings.games >= ENOUGH), key=lambda run: strength(run.plan))
    return enough[-1:] or sorted(pure, key=lambda run: run.findings.games)[-1:]


def strength(plan: RunPlan) -> tuple[float, ...]:
    """A rank that grows with the strength of the first bot, as far as its settings show; others' bots rank highest."""
    settings = plan.policies[plan.bots[0]]
    if not settings:
        return (math.inf,)
    return min(settings["kind"], LOOK), settings["simulations"], -settings["noise"]


def _played(runs: Sequence[MeasuredRun]) -> Iterator[str]:
    played = [f"{run.findings.games:,} games by {run.label}" for run in runs]
    yield f"Played: {', '.join(played)}. Ranges in parentheses are 95% confidence intervals."


def _length(run: MeasuredRun) -> Iterator[str]:
    found = run.findings
    yield (
        f"With {run.label} players a game takes {said(ratio(found['decisions']))} decisions with "
        f"{said(ratio(found['choices']))} legal actions each. {percent(share(found['forced']).mean)} of decisions are "
        f"forced moves."
    )


def _beginning(game: Game, run: MeasuredRun) -> Iterator[str]:
    found = run.findings
    if game.cooperative:
        yield f"The players win {said(share(found['seat/0']), True)} of games."
        return
    turns = found.under("turn")
    fair = sum(found[f"turn/{turn}"].sums[0] for turn in turns) / sum(found[f"turn/{turn}"].sums[1] for turn in turns)
    first = share(found["turn/0"])
    verdict = "no significant advantage or disadvantage"
    if first.low > fair:
        verdict = "starting is an advantage"
    elif first.high < fair:
        verdict = "starting is a disadvantage"
    yield (
        f"The starting player wins {said(first, True)} of games; the mean of all players is {percent(fair)}: {verdict}."
    )


def _drama(game: Game, run: MeasuredRun) -> Iterator[str]:
    found = run.findings
    whose = "The winner leads" if not game.cooperative else "The winning side (the players or the game) leads"
    if knows_leaders(game):
        yield (
            f"The lead changes {said(ratio(found['lead_changes']))} times per game. {whose} for good after "
            f"{said(share(found['settled']), True)} of the game, and in {percent(share(found['late']).mean)} of games "
            f"only in the last tenth."
        )
    if not game.cooperative:
        yield f"{said(share(found['shared']), True)} of games have several winners."


def _deal(run: MeasuredRun) -> Iterator[str]:
    if "luck/won" not in run.findings:
        return
    figure = luck(run, "won")
    if math.isnan(figure.mean):  # all games ended alike
        return
    if figure.low > 0:
        yield f"The deal explains {said(figure, True)} of the variance in who wins when the same players play it again."
    else:
        yield f"The deal has no significant effect on who wins: it explains {said(figure, True)} of the variance."


def _cards(game: Game, run: MeasuredRun) -> Iterator[str]:
    found, sets = run.findings, card_sets(game)
    if not sets:
        return
    name = f"card/{sets[0]}/won"
    kinds = found.under(name)
    figures = {kind: difference(found[f"{name}/{kind}"]) for kind in kinds}
    shown = holm([p_value(figures[kind]) for kind in kinds])
    clear = [kind for kind, is_shown in zip(kinds, shown, strict=True) if is_shown]
    if not clear:
        yield f"Being dealt a card makes no significant difference for any of the {len(kinds)} cards (Holm, 5%)."
        return
    best = max(clear, key=lambda kind: figures[kind].mean)
    worst = min(clear, key=lambda kind: figures[kind].mean)
    yield (
        f"Being dealt a card makes a significant difference to the win rate for {len(clear)} of the {len(kinds)} cards "
        f"(Holm, 5%): from {_signed(figures[worst])} ({worst}) to {_signed(figures[best])} ({best})."
    )


def _signed(figure: Figure) -> str:
    return f"{100 * figure.mean:+.1f} percentage points"


def _skill(game: Game, mixed: Sequence[MeasuredRun], pure: Sequence[MeasuredRun]) -> Iterator[str]:
    for run in mixed:
        lone = min(run.findings.under("bot"), key=run.plan.bots.count)
        figure = share(run.findings[f"bot/{lone}"])
        fair = _mean_share(run, run.findings.under("bot"))
        name = run.label.capitalize()
        yield f"{name}: {lone} wins {said(figure, True)} of games; the mean of all players is {percent(fair)}."
    if game.cooperative and len(pure) > 1:
        wins = [f"{run.label} {percent(share(run.findings['seat/0']).mean)}" for run in pure]
        yield f"Games won, by bot: {', '.join(wins)}."


def _mean_share(run: MeasuredRun, names: Sequence[str]) -> float:
    both = [run.findings[f"bot/{name}"] for name in names]
    return sum(float(moments.sums[0]) for moments in both) / sum(float(moments.sums[1]) for moments in both)
