"""What a report says first, in plain words: each sentence with its figures, and nothing that they do not show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ..bots.policy import LOOK
from ..games.game import Game
from .columns import card_sets
from .exhibits import Study, luck
from .moments import Figure, difference, holm, p_value, ratio, share

ENOUGH = 1000
"""Games that are worth a summary."""


def number(value: float, half: float = 0.0, more: int = 1) -> str:
    """A number as people read it: as many digits as its interval's half leaves sure, and some more."""
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
    """A figure with its interval, rounded for reading: the tables have more digits."""
    write = percent if as_percent else number
    if figure.half == 0:
        return f"{write(figure.mean)} (always)"
    mean, low, high = (write(value, figure.half, 0) for value in (figure.mean, figure.low, figure.high))
    return f"{mean} ({low} to {high})" if figure.deals > 1 else f"{mean} (unknown)"


def only(figure: Figure, as_percent: bool = False) -> str:
    """A figure alone."""
    return (percent if as_percent else number)(figure.mean, figure.half)


def interval(figure: Figure, as_percent: bool = False) -> str:
    """Its interval alone."""
    if figure.deals < 2:
        return "unknown"
    write = percent if as_percent else number
    return f"{write(figure.low, figure.half)} to {write(figure.high, figure.half)}"


def summary(game: Game, studies: Sequence[Study]) -> list[str]:
    """The sentences, most wanted first."""
    told, studies = [*_played(studies)], [one for one in studies if one.plan.players == studies[0].plan.players]
    pure = [study for study in studies if study.is_pure]
    for study in _telling(pure):
        told += [*_length(study), *_beginning(game, study), *_drama(game, study), *_deal(study)]
        told += [*_cards(game, study)]
    return [*told, *_skill(game, [study for study in studies if not study.is_pure], pure)]


def _telling(pure: Sequence[Study]) -> Sequence[Study]:
    """The run that is told of: the best players' with games enough, or else the longest."""
    enough = sorted((study for study in pure if study.findings.games >= ENOUGH), key=_strength)
    return enough[-1:] or sorted(pure, key=lambda study: study.findings.games)[-1:]


def _strength(study: Study) -> tuple[float, ...]:
    """Grows with how well a run's bot plays, as far as its settings tell; of others' bots they tell nothing."""
    settings = study.plan.policies[study.plan.bots[0]]
    if not settings:
        return (math.inf,)
    return min(settings["kind"], LOOK), settings["simulations"], -settings["noise"]


def _played(studies: Sequence[Study]) -> Iterator[str]:
    runs = [f"{study.findings.games:,} games by {study.label}" for study in studies]
    yield f"Played: {', '.join(runs)}. Ranges in brackets are 95% intervals."


def _length(study: Study) -> Iterator[str]:
    found = study.findings
    yield (
        f"With {study.label} players a game takes {said(ratio(found['decisions']))} decisions, with "
        f"{said(ratio(found['choices']))} legal actions each; {percent(share(found['forced']).mean)} of decisions "
        f"leave no choice."
    )


def _beginning(game: Game, study: Study) -> Iterator[str]:
    found = study.findings
    if game.cooperative:
        yield f"They win {said(share(found['seat/0']), True)} of games."
        return
    turns = found.under("turn")
    fair = sum(found[f"turn/{turn}"].sums[0] for turn in turns) / sum(found[f"turn/{turn}"].sums[1] for turn in turns)
    first = share(found["turn/0"])
    verdict = "no advantage is shown"
    if first.low > fair:
        verdict = "beginning is an advantage"
    elif first.high < fair:
        verdict = "beginning is a disadvantage"
    yield f"Who begins wins {said(first, True)} of games, where {percent(fair)} is everyone's mean: {verdict}."


def _drama(game: Game, study: Study) -> Iterator[str]:
    found = study.findings
    whose = "Those who win lead" if not game.cooperative else "The side that wins, players or game, leads"
    yield (
        f"The lead changes {said(ratio(found['lead_changes']))} times. {whose} for good after "
        f"{said(share(found['settled']), True)} of the game, and in {percent(share(found['late']).mean)} of games only "
        f"in its last tenth."
    )
    shared = share(found["shared"])
    if not game.cooperative:
        yield f"In {said(shared, True)} of games several win."


def _deal(study: Study) -> Iterator[str]:
    if "luck/won" not in study.findings:
        return
    figure = luck(study, "won")
    if math.isnan(figure.mean):  # all games ended alike
        return
    if figure.low > 0:
        yield f"Of who wins, the deal alone explains {said(figure, True)} when the same players play it again."
    else:
        yield f"It is not shown that the deal alone explains who wins: {said(figure, True)} of the variance."


def _cards(game: Game, study: Study) -> Iterator[str]:
    found, sets = study.findings, card_sets(game)
    if not sets:
        return
    name = f"card/{sets[0]}/won"
    kinds = found.under(name)
    figures = {kind: difference(found[f"{name}/{kind}"]) for kind in kinds}
    shown = holm([p_value(figures[kind]) for kind in kinds])
    clear = [kind for kind, is_shown in zip(kinds, shown, strict=True) if is_shown]
    if not clear:
        yield f"None of the {len(kinds)} cards is shown to help or hurt who is dealt it."
        return
    best = max(clear, key=lambda kind: figures[kind].mean)
    worst = min(clear, key=lambda kind: figures[kind].mean)
    are = "is" if len(clear) == 1 else "are"
    yield (
        f"{len(clear)} of the {len(kinds)} cards {are} shown to change the chances of who is dealt them: from "
        f"{_signed(figures[worst])} ({worst}) to {_signed(figures[best])} ({best})."
    )


def _signed(figure: Figure) -> str:
    return f"{100 * figure.mean:+.1f} points of percentage"


def _skill(game: Game, mixed: Sequence[Study], pure: Sequence[Study]) -> Iterator[str]:
    for study in mixed:
        lone = min(study.findings.under("bot"), key=study.plan.bots.count)
        figure = share(study.findings[f"bot/{lone}"])
        fair = _mean_share(study, study.findings.under("bot"))
        yield f"{study.label.capitalize()}: {lone} wins {said(figure, True)}, where equals would win {percent(fair)}."
    if game.cooperative and len(pure) > 1:
        wins = [f"{study.label} {percent(share(study.findings['seat/0']).mean)}" for study in pure]
        yield f"Games won by who plays: {', '.join(wins)}."


def _mean_share(study: Study, names: Sequence[str]) -> float:
    both = [study.findings[f"bot/{name}"] for name in names]
    return sum(float(moments.sums[0]) for moments in both) / sum(float(moments.sums[1]) for moments in both)
