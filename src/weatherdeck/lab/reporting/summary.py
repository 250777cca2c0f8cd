"""The summary of a report: plain sentences about all runs, the strongest players first.

`summary` reads the figures; every other function makes a sentence of figures and knows nothing else, so that tests can
show it figures of which it must say one thing or another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...games.game import Game
from ..measuring.effects import edge
from ..measuring.moments import ENOUGH, Figure, difference, holm, p_value, ratio, share
from ..playing.columns import card_sets, knows_leaders, leads_by_round
from .exhibits import MeasuredRun, luck
from .prose import listed, per_hundred, percent, said, strength
from .sections import CARD_WORDS

NAMED = 4
"""Cards that are named one by one; of more, only the extremes."""


@dataclass(frozen=True)
class Told:
    """A figure, and by whom it was played."""

    who: str
    figure: Figure


@dataclass(frozen=True)
class Start:
    """How the starting player fares."""

    who: str
    wins: Figure  # the win rate
    edge: Figure  # the win rate minus the mean of all players

    @property
    def verdict(self) -> int:
        """1: starting is an advantage; -1: a disadvantage; 0: neither is significant."""
        return (self.edge.low > 0) - (self.edge.high < 0)


@dataclass(frozen=True)
class Cards:
    """What cards do to the win rate, by the name of the card: those that are in the game at this table."""

    who: str
    effects: Mapping[str, Figure]

    @property
    def clear(self) -> dict[str, Figure]:
        """The significant ones, the best card first."""
        shown = holm([p_value(effect) for effect in self.effects.values()])
        found = [item for item, is_shown in zip(self.effects.items(), shown, strict=True) if is_shown]
        return dict(sorted(found, key=lambda item: -item[1].mean))


def summary(game: Game, runs: Sequence[MeasuredRun]) -> list[str]:
    """The sentences, the most important first."""
    usual = [one for one in runs if one.plan.players == runs[0].plan.players]
    usual.sort(key=lambda run: strength(run.plan), reverse=True)
    pure = [run for run in usual if run.is_pure]
    mixed = [run for run in usual if not run.is_pure]
    return [
        played([(run.label, run.findings.games) for run in runs]),
        *(_of_equals(game, pure) if pure else ()),
        *(skill(run.label, *_lone(run)) for run in mixed),
    ]


def _of_equals(game: Game, pure: Sequence[MeasuredRun]) -> Iterator[str]:
    """The sentences about runs in which all seats are played by the same bot."""

    def of(name: str, *, is_share: bool = False) -> list[Told]:
        read = share if is_share else ratio
        return [Told(run.label, read(run.findings[name])) for run in pure]

    yield length(of("decisions"), of("choices"))
    yield forced(of("forced", is_share=True))
    if game.cooperative:
        yield victories(of("seat/0", is_share=True))
    else:
        yield beginning([Start(run.label, share(run.findings["turn/0"]), _start(run)) for run in pure])
    if knows_leaders(game):
        yield leads(of("lead_changes"))
        if not leads_by_round(game):
            yield settled(of("settled", is_share=True), is_cooperative=game.cooperative)
    if not game.cooperative:
        yield several_winners(of("shared", is_share=True))
    yield from luck_of_the_deal([Told(pair, figure) for pair, figure in reversed(luck(pure[::-1], "won"))])
    for cards in card_sets(game)[:1]:
        yield from power_of_cards(CARD_WORDS[cards][0].capitalize(), [cards_of(run, cards) for run in pure])


def _start(run: MeasuredRun) -> Figure:
    return edge(run.findings, "turn", "0")


def _lone(run: MeasuredRun) -> tuple[str, Figure, float]:
    """The bot that plays alone among others (of two, the first), its win rate, and that of all."""
    names = run.findings.under("bot")
    lone = min(names, key=lambda name: (run.plan.bots.count(name), run.plan.bots.index(name)))
    sums = sum(run.findings[f"bot/{name}"].sums for name in names)
    return lone, share(run.findings[f"bot/{lone}"]), float(sums[0] / sums[1])  # type: ignore[index]  # arrays


def cards_of(run: MeasuredRun, cards: str) -> Cards:
    """What cards do to the win rate, for cards that enough players had and others had not: as in the verdicts."""
    name = f"card/{cards}/won"
    found = {kind: difference(run.findings[f"{name}/{kind}"]) for kind in run.findings.under(name)}
    return Cards(run.label, {kind: one for kind, one in found.items() if min(one.n, one.deals) >= ENOUGH})


# ---------------------------------------------------------------- the sentences
def played(runs: Sequence[tuple[str, int]]) -> str:
    """Who played how many games."""
    games = ", ".join(f"{number:,} games by {who}" for who, number in runs)
    return f"Played: {games}. Ranges in parentheses are 95% confidence intervals."


def _among(rows: Sequence[Told], as_percent: bool = False) -> str:
    return ", ".join(f"{said(row.figure, as_percent)} among {row.who} players" for row in rows)


def length(decisions: Sequence[Told], choices: Sequence[Told]) -> str:
    """How long a game is."""
    return f"Decisions per game: {_among(decisions)}. Legal actions per decision: {_among(choices)}."


def forced(rows: Sequence[Told]) -> str:
    """How many decisions are none."""
    return f"Forced moves: {_among(rows, True)}."


def victories(rows: Sequence[Told]) -> str:
    """How often players win who play together."""
    return f"The players win {_among(rows, True)}."


def beginning(rows: Sequence[Start]) -> str:
    """Whether starting is an advantage, and whether all players show it."""
    each = ", ".join(
        f"{said(row.wins, True)} among {row.who} players (a fair share is {percent(row.wins.mean - row.edge.mean)})"
        for row in rows
    )
    return f"The starting player wins {each}. {_starting(rows)}"


def _starting(rows: Sequence[Start]) -> str:
    names = {1: "an advantage", -1: "a disadvantage"}
    who = {verdict: [row.who for row in rows if row.verdict == verdict] for verdict in (1, -1, 0)}
    clear = [verdict for verdict in (1, -1) if who[verdict]]
    if not clear:
        return "Starting is neither a significant advantage nor a significant disadvantage."
    parts = [f"{names[verdict]} among {listed(who[verdict])} players" for verdict in clear]
    if len(clear) == 2:
        return f"The runs disagree: starting is {listed(parts)}."
    if who[0]:
        silent = f"among {listed(who[0])} players"
        if _exclude_each_other([row.edge for row in rows]):
            return f"The runs disagree: starting is {parts[0]}, but not {silent}."
        return f"Starting is {parts[0]}; the games {silent} neither show this nor rule it out."
    return f"Starting is {names[clear[0]]}{' in every run' if len(rows) > 1 else ''}."


def _exclude_each_other(figures: Sequence[Figure]) -> bool:
    """Whether the intervals of two figures have nothing in common."""
    return max(figure.low for figure in figures) > min(figure.high for figure in figures)


def leads(rows: Sequence[Told]) -> str:
    """How often the lead changes."""
    return f"Lead changes per game: {_among(rows)}."


def settled(rows: Sequence[Told], *, is_cooperative: bool) -> str:
    """When games are decided."""
    whose = "The winning side (the players or the game)" if is_cooperative else "The winner"
    each = ", ".join(f"{said(row.figure, True)} of the game among {row.who} players" for row in rows)
    return f"{whose} leads for good after {each}."


def several_winners(rows: Sequence[Told]) -> str:
    """How often several win."""
    return f"Games with several winners: {_among(rows, True)}."


def luck_of_the_deal(rows: Sequence[Told]) -> Iterator[str]:
    """How much of who wins the deal decides, as pairs of tables show it."""
    known = [row for row in rows if row.figure.is_bounded]
    if not known:
        return
    each = ", ".join(f"{said(row.figure, True)} by the tables {row.who}" for row in known)
    text = f"Luck: the deal decides this share of the variance in who wins between equally strong players: {each}."
    if all(row.figure.low <= 0 for row in known):
        text += " It is not significantly more than nothing."
    if _exclude_each_other([row.figure for row in known]):
        text += " The tables disagree: how much the deal decides depends on who plays."
    yield text


def power_of_cards(doing: str, rows: Sequence[Cards]) -> Iterator[str]:
    """Which cards stand out, in each run, and where runs disagree."""
    rows = [row for row in rows if row.effects]
    clear = {row.who: row.clear for row in rows}
    silent = [row for row in rows if not clear[row.who]]
    for row in rows:
        if clear[row.who]:
            yield _standing_out(doing, row.who, clear[row.who], len(row.effects))
    if silent:
        tested = " and ".join(dict.fromkeys(str(len(row.effects)) for row in silent))
        yield (
            f"{doing} a card makes no significant difference to the win rate for any of the {tested} cards of this "
            f"table among {listed([row.who for row in silent])} players (Holm, 5%)."
        )
    opposite = [
        kind
        for kind in dict.fromkeys(kind for found in clear.values() for kind in found)
        if len({found[kind].mean > 0 for found in clear.values() if kind in found}) == 2
    ]
    if opposite:
        yield f"The runs disagree about {listed(opposite)}: good cards for some players, bad ones for others."


def _standing_out(doing: str, who: str, clear: Mapping[str, Figure], tested: int) -> str:
    if len(clear) == 1:
        ((kind, effect),) = clear.items()
        return (
            f"Of the {tested} cards of this table one stands out among {who} players (Holm, 5%): {doing.lower()} "
            f"{kind} changes the win rate by {points(effect)}."
        )
    kinds = list(clear)
    if len(clear) <= NAMED:
        told = listed([f"{kind} {points(clear[kind])}" for kind in kinds])
    else:
        told = f"from {kinds[0]} {points(clear[kinds[0]])} to {kinds[-1]} {points(clear[kinds[-1]])}"
    return (
        f"{doing} a card makes a significant difference to the win rate for {len(clear)} of the {tested} cards of this "
        f"table among {who} players (Holm, 5%): {told}."
    )


def points(figure: Figure) -> str:
    """A difference of shares in percentage points, with its interval."""
    return per_hundred(figure, "percentage points")


def skill(run: str, bot: str, wins: Figure, fair: float) -> str:
    """What a better player wins among others."""
    verdict = (
        "more than" if wins.low > fair else "less than" if wins.high < fair else "not significantly different from"
    )
    name = run[:1].upper() + run[1:]
    return f"{name}: {bot} wins {said(wins, True)} of games, {verdict} the {percent(fair)} of all players together."
