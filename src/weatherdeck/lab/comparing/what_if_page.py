"""What if, for people: sentences, one chart and one table; and lines for a terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..measuring.moments import Figure
from ..reporting import report
from ..reporting.exhibits import Exhibit, LabelledFigure, Section
from ..reporting.prose import number, signed
from .knowledge import doubts_about

if TYPE_CHECKING:
    from .what_if import Effect, WhatIf

TOLD = 5
"""Effects that the summary names."""
KIND_WORDS = {"cards": "deck", "options": "option", "parameters": "parameter", "powers": "forbidden to one seat"}


def summary(found: WhatIf) -> list[str]:
    """The largest effects first."""
    clear = [effect for effect in found.effects if effect.shown]
    others = [effect for effect in found.effects if not effect.shown]
    run = found.base.run
    deals = run.games // run.plan.repeats
    who = run.plan.label
    together = (
        f"simultaneous 95% confidence intervals (Bonferroni over {found.tested} figures): all of them hold together"
    )
    told = [
        (
            f"{len(found.effects)} variations were tried on the same {deals:,} deals by {who}. Effects are in games "
            f"per hundred. The ranges are {together}."
        )
    ]
    told += [f"{place}. {_sentence(effect)}" for place, effect in enumerate(clear[:TOLD], 1)]
    if len(clear) > TOLD:
        more = len(clear) - TOLD
        told.append(f"{more} more {'has' if more == 1 else 'have'} a significant effect; the table has all of them.")
    if others:
        bound = max(effect.bound for effect in others)
        told.append(
            f"{len(others)} {'variation has' if len(others) == 1 else 'variations have'} no significant effect on who "
            f"wins. Larger effects than {100 * bound:.1f} games per hundred are ruled out."
        )
    if any(effect.kind == "powers" for effect in found.effects):
        told.append(
            "A seat that is forbidden something uses it only if it has no other move. Apart from that it plays as "
            "always: it does not plan around what it lacks."
        )
    unknown = sorted({name for effect in found.effects for name in effect.ignored})
    told += [f"{doubt[0].upper()}{doubt[1:]}" for doubt in doubts_about(unknown, found.base.run.plan)]
    told += [f"Not possible: {name}. {reason}" for name, reason in found.refused]
    return told + list(found.notes)


def _sentence(effect: Effect) -> str:
    return (
        f"{effect.name}: {effect.figure} {100 * effect.base.mean:.1f} → {100 * effect.other.mean:.1f} games per "
        f"hundred ({signed(effect.difference.mean)}; {_range(effect)})."
    )


def _range(effect: Effect) -> str:
    return f"{signed(effect.low)} to {signed(effect.high)}"


def page(found: WhatIf, command: str) -> str:
    """The page."""
    plan = found.base.run.plan
    about = (
        f"{found.game.title}, {plan.players} players: what every small change does to who wins, compared with "
        f"{found.base.name}; {found.base.run.games:,} games each by {plan.label}, on the same deals, seed {plan.seed}."
    )
    heading = report.Heading(f"{found.game.title}: what if?", about, command)
    return report.page(heading, summary(found), [_chart(found)], table(found))


def _chart(found: WhatIf) -> Section:
    rows = tuple(LabelledFigure(effect.name, "who wins", _drawn(effect)) for effect in found.effects)
    note = (
        "The change in the win rate that changes most, in percentage points: games per hundred. Simultaneous intervals "
        "are wider than those of a single comparison."
    )
    title = "Effect on who wins"
    chart = Exhibit(title, rows, "dots", True, note, True, sort=True, by="effect on", simultaneous=True)
    return Section("All variations", "", [chart])


def _drawn(effect: Effect) -> Figure:
    """The difference with its simultaneous interval."""
    return replace(effect.difference, bounds=(effect.low, effect.high))


def table(found: WhatIf) -> str:
    """All variations, the largest effect first."""
    head = (
        "what if",
        "#",
        "what changes most",
        "before → after",
        "games per hundred",
        "decisions per game",
        "significant",
    )
    rows = [_row(place, effect) for place, effect in enumerate(found.effects, 1)]
    return f"<h2>Ranked by effect</h2><figure>{report.table(head, rows, numbers=(1, 3, 4, 5))}</figure>"


def _row(place: int, effect: Effect) -> tuple[report.Cell, ...]:
    sign = "+" if effect.decisions.mean > 0 else ""
    return (
        (effect.name, f" {KIND_WORDS[effect.kind]}"),
        str(place),
        effect.figure,
        f"{100 * effect.base.mean:.1f} → {100 * effect.other.mean:.1f}",
        (signed(effect.difference.mean), f" {_range(effect)}"),
        f"{sign}{number(effect.decisions.mean, effect.decisions.half)}",
        ("yes" if effect.shown else "no", " perhaps about the bot" if effect.ignored else ""),
    )


def lines(found: WhatIf) -> list[str]:
    """The same as text for a terminal."""
    width = max(len(effect.name) for effect in found.effects)
    shown = [f"- {sentence}" for sentence in summary(found)]
    shown += ["", f"  {'what if':<{width}} games/100  simultaneous 95% CI  what changes most"]
    for effect in found.effects:
        mark = "*" if effect.shown else " "
        bot = " (perhaps about the bot)" if effect.ignored else ""
        size = signed(effect.difference.mean)
        shown.append(f"{mark} {effect.name:<{width}} {size:>9}  {_range(effect):>19}  {effect.figure}{bot}")
    return [*shown, "", "* significant"]
