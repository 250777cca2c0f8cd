"""What a report shows: labelled figures in sections. `charts.py` draws them, `prose.py` sums them up in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..games.figures import CardSet, Having, Means, Panel, Rates, Values, Wins
from ..games.game import Game
from .columns import card_sets, knows_leaders, knows_points
from .measure import Findings
from .moments import Figure, Moments, difference, of_the_deal, ratio, share
from .plan import RunPlan

CARD_WORDS: dict[CardSet, tuple[str, str, str]] = {
    "dealt": ("being dealt a card", "were dealt the card", "were not"),
    "held": ("holding a card", "held the card at some point", "did not"),
    "played": ("playing a card", "played the card", "did not"),
}
"""What players have done with a card: for a title, and for those who did and those who did not."""


@dataclass(frozen=True)
class MeasuredRun:
    """A run and its measurements."""

    plan: RunPlan
    findings: Findings
    name: str = ""  # what to call it, if not by who plays

    @property
    def label(self) -> str:
        """Who plays, or what distinguishes it from the others on the page."""
        return self.name or self.plan.label

    @property
    def is_pure(self) -> bool:
        """Whether all seats are played by the same bot."""
        return len(set(self.plan.bots)) == 1


@dataclass(frozen=True)
class LabelledFigure:
    """A figure of an exhibit: what it measures, and who played."""

    label: str
    who: str
    figure: Figure

    @property
    def is_known(self) -> bool:
        """Whether there is any data behind it."""
        return not math.isnan(self.figure.mean)


@dataclass(frozen=True)
class Exhibit:
    """Figures that belong together."""

    title: str
    rows: tuple[LabelledFigure, ...]
    kind: Literal["dots", "spread"] = "dots"
    percent: bool = False
    note: str = ""
    zero: bool = False  # whether to draw a line at 0, as for differences
    unit: str = ""
    sort: bool = False  # by size, not in the given order
    by: str = "played by"  # what distinguishes the rows of a label


@dataclass
class Section:
    """A part of a report."""

    title: str
    text: str = ""
    exhibits: list[Exhibit] = field(default_factory=list)


def sections(game: Game, runs: Sequence[MeasuredRun]) -> list[Section]:
    """Everything that a report shows. Runs with another number of players than the first have their own section."""
    several = _by_players(game, runs)
    runs = [run for run in runs if run.plan.players == runs[0].plan.players]
    pure = [run for run in runs if run.is_pure]
    mixed = [run for run in runs if not run.is_pure]
    found = [
        _length(pure or runs),
        *([_drama(game, pure or runs)] if knows_leaders(game) else []),
        *([_points(game, pure or runs)] if knows_points(game) else []),
        _skill_and_luck(game, pure, mixed),
        _cards(game, pure or runs),
        _own(game, pure or runs),
        *several,
    ]
    if not game.cooperative:
        found.insert(1, _who_wins(game, pure or runs))
    for section in found:
        known = [replace(one, rows=tuple(row for row in one.rows if row.is_known)) for one in section.exhibits]
        section.exhibits = [exhibit for exhibit in known if exhibit.rows]
    return [section for section in found if section.exhibits]


def rows_under(runs: Sequence[MeasuredRun], name: str, labels: Sequence[str] = ()) -> tuple[LabelledFigure, ...]:
    """The findings `name/0`, `name/1`, ... as shares, by run."""
    return tuple(
        LabelledFigure(_label(part, labels), run.label, share(run.findings[f"{name}/{part}"]))
        for run in runs
        for part in run.findings.under(name)
    )


def _label(part: str, labels: Sequence[str]) -> str:
    return labels[int(part)] if labels and part.isdigit() and int(part) < len(labels) else part


def _each(runs: Sequence[MeasuredRun], name: str, label: str, *, is_share: bool = False) -> Iterator[LabelledFigure]:
    for run in runs:
        if name in run.findings:
            moments = run.findings[name]
            yield LabelledFigure(label, run.label, share(moments) if is_share else ratio(moments))


def _spread(runs: Sequence[MeasuredRun], name: str, title: str, note: str = "", unit: str = "") -> Exhibit:
    rows = _bars(runs, name)
    few = len({row.label for row in rows}) <= 12
    return Exhibit(title, rows, "dots" if few else "spread", True, note, unit=unit)


def _bars(runs: Sequence[MeasuredRun], name: str, labels: Sequence[str] = ()) -> tuple[LabelledFigure, ...]:
    """How often each value occurs, by run."""
    return tuple(
        LabelledFigure(_label(str(bar), labels), run.label, share(run.findings[f"spread/{name}/{bar}"]))
        for run in runs
        for bar in run.findings.bars(name)
    )


# ---------------------------------------------------------------- the sections
def _length(runs: Sequence[MeasuredRun]) -> Section:
    section = Section("Length and choices")
    section.exhibits = [
        Exhibit("Decisions per game", tuple(_each(runs, "decisions", "decisions")), note="The mean of all games."),
        _spread(runs, "decisions", "Length of games", "Share of games.", "decisions"),
        Exhibit(
            "Legal actions per decision",
            tuple(_each(runs, "choices", "legal actions")),
            note="The mean of all decisions.",
        ),
        Exhibit(
            "Forced moves",
            tuple(_each(runs, "forced", "share of decisions", is_share=True)),
            percent=True,
            note="Decisions with only one legal action.",
        ),
    ]
    if any(ratio(run.findings["rounds"]).mean > 1 for run in runs):
        section.exhibits.append(Exhibit("Rounds per game", tuple(_each(runs, "rounds", "rounds"))))
    return section


def _who_wins(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    section = Section("Who wins")
    turns = tuple("starting player" if turn == 0 else f"{turn} after" for turn in range(8))
    section.exhibits = [
        Exhibit(
            "Win rate by turn order",
            rows_under(runs, "turn", turns),
            percent=True,
            note="Turn order counts from the player who decides first.",
        ),
        Exhibit("Win rate by seat", rows_under(runs, "seat", tuple(f"seat {n}" for n in range(8))), percent=True),
        Exhibit(
            "Several winners, or none",
            (
                *_each(runs, "shared", "several winners", is_share=True),
                *_each(runs, "nobody", "no winner", is_share=True),
            ),
            percent=True,
            note="Several winners are a tie, unless the rules let several players win.",
        ),
    ]
    if any(row.figure.n == 0 for row in section.exhibits[0].rows):
        raise AssertionError(f"{game.title}: no seat has this place in the turn order")
    return section


def _drama(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    section = Section(
        "Drama",
        "The leader is whoever would win if the game ended now."
        + (" In a cooperative game either all players lead or the game does." if game.cooperative else ""),
    )
    section.exhibits = [
        Exhibit(
            "Lead changes",
            tuple(_each(runs, "lead_changes", "lead changes per game")),
            note="The lead changes when somebody takes it and somebody else loses it. A tie alone is not a change.",
        ),
        _spread(runs, "lead_changes", "Lead changes: distribution", "Share of games.", "lead changes"),
        Exhibit(
            "When games are decided",
            (
                *_each(runs, "settled", "the winner leads for good after", is_share=True),
                *_each(runs, "late", "games decided in their last tenth", is_share=True),
            ),
            percent=True,
            note="Known only in hindsight: the last moment at which the winners did not lead, as a share of the game.",
        ),
        _spread(runs, "settled_share", "When games are decided: distribution", "Share of games.", "% of the game"),
    ]
    return section


def _points(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    unit = game.figures.SCORE or "points"
    section = Section("Scores", f"Score: {unit}.")
    section.exhibits = [
        Exhibit("Score", tuple(_each(runs, "score", "score" if game.cooperative else "score per seat"))),
        _spread(runs, "score", "Scores: distribution", unit=unit),
    ]
    if game.cooperative:
        section.exhibits.insert(
            0, Exhibit("Games won", tuple(_each(runs, "seat/0", "all win", is_share=True)), percent=True)
        )
    else:
        section.exhibits += [
            Exhibit("Winning margin", tuple(_each(runs, "margin", "best score minus the next"))),
            _spread(runs, "margin", "Winning margin: distribution", unit=unit),
        ]
    return section


def _skill_and_luck(game: Game, pure: Sequence[MeasuredRun], mixed: Sequence[MeasuredRun]) -> Section:
    section = Section("Skill and luck")
    if mixed:
        rows = tuple(
            LabelledFigure(f"{bot} ({run.label})", bot, share(run.findings[f"bot/{bot}"]))
            for run in mixed
            for bot in run.findings.under("bot")
        )
        note = (
            "The same deals are played with the lone bot in each seat. The further apart the win rates, the more "
            "skill matters."
        )
        section.exhibits.append(Exhibit("Win rate in mixed line-ups", rows, percent=True, note=note))
    if game.cooperative and len(pure) > 1:
        rows = tuple(row for row in _each(pure, "seat/0", "all win", is_share=True))
        section.exhibits.append(Exhibit("Games won, by bot", rows, percent=True))
    rows = tuple(
        LabelledFigure({"won": "who wins", "score": "scores"}[name], run.label, luck(run, name))
        for run in pure
        for name in ("won", "score")
        if f"luck/{name}" in run.findings
    )
    if rows:
        note = (
            "The share of variance that lies between deals rather than within them (the intraclass correlation). Each "
            "deal was played several times by the same bots with other random choices. The rest comes from decisions "
            "and from cards drawn later. It depends on who plays: random players make nothing of their cards, and "
            "greedy players play a deal nearly the same way each time."
        )
        section.exhibits.append(Exhibit("Variance explained by the deal", rows, percent=True, note=note, zero=True))
    return section


def luck(run: MeasuredRun, name: str) -> Figure:
    """The share of variance that the deal explains."""
    return of_the_deal(run.findings[f"luck/{name}"], run.plan.repeats)


def _cards(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    section = Section(
        "The power of cards",
        "The difference between players who have a card and players who do not"
        + ("." if game.cooperative else ", at the same table.")
        + " Cards are dealt at random, so the difference made by being dealt a card is the effect of the card itself. "
        "Players choose which cards they draw, keep or play, so those differences also reflect the situations in "
        "which they do so.",
    )
    for cards in card_sets(game):
        for what, title, percent in (("won", "Win rate", True), ("gain", "Points", False)):
            if what == "gain" and game.cooperative:
                continue
            rows = tuple(
                LabelledFigure(kind, run.label, difference(run.findings[f"card/{cards}/{what}/{kind}"]))
                for run in runs
                for kind in run.findings.under(f"card/{cards}/{what}")
            )
            usable = tuple(row for row in rows if row.figure.n >= 30)
            if usable:
                doing, did, did_not = CARD_WORDS[cards]
                when = " in the round" if what == "gain" else ""
                text = f"{title}{when} of players who {did}, minus that of players who {did_not}."
                if what == "gain":
                    text = text.replace("minus that", "minus those")
                section.exhibits.append(
                    Exhibit(f"{title}: the difference made by {doing}", usable, "dots", percent, text, True, sort=True)
                )
    return section


# ---------------------------------------------------------------- the panels that a game declares
def _own(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    section = Section(f"{game.title} in particular")
    for panel in game.figures.PANELS:
        exhibit = _panel(runs, panel)
        if exhibit.rows:
            section.exhibits.append(exhibit)
    return section


def _by_players(game: Game, runs: Sequence[MeasuredRun]) -> list[Section]:
    """The same bots with other numbers of players, side by side: the length of games and the game's own panels."""
    first = runs[0].plan.players
    others = [run for run in runs if run.plan.players != first and run.is_pure]
    if not others:
        return []
    bot = others[0].plan.bots[0]
    usual = [run for run in runs if run.plan.players == first and set(run.plan.bots) == {bot}]
    same = sorted((run for run in (*usual, *others) if run.plan.bots[0] == bot), key=lambda run: run.plan.players)
    named = [replace(run, name=f"{run.plan.players} players") for run in same]
    section = Section("By number of players", f"All games were played by {bot}.")
    found = [*_length(named).exhibits[:1], *_own(game, named).exhibits]
    section.exhibits = [replace(exhibit, by="table") for exhibit in found]
    return [section]


def _panel(runs: Sequence[MeasuredRun], panel: Panel) -> Exhibit:
    if isinstance(panel, Values):
        rows = _bars(runs, panel.figure, panel.labels)
        few = panel.labels or len({row.label for row in rows}) <= 12
        return Exhibit(
            panel.title, rows, "dots" if few else "spread", True, panel.note or "Distribution.", unit=panel.figure
        )
    if isinstance(panel, Wins):
        return Exhibit(panel.title, rows_under(runs, f"wins/{panel.figure}", panel.labels), "dots", True, panel.note)
    if isinstance(panel, Means):
        parts = [row for label, figure in panel.parts for row in _each(runs, f"mean/{figure}", label)]
        return Exhibit(panel.title, tuple(parts), note=panel.note)
    if isinstance(panel, Rates):
        return _rates(runs, panel)
    return _having(runs, panel)


def _rates(runs: Sequence[MeasuredRun], panel: Rates) -> Exhibit:
    found = [
        LabelledFigure(label, run.label, (share if panel.is_share else ratio)(run.findings[f"rate/{figure}/{of}"]))
        for label, figure, of in panel.parts
        for run in runs
        if _is_there(run.findings, f"rate/{figure}/{of}")
    ]
    return Exhibit(panel.title, tuple(found), "dots", panel.is_share, panel.note)


def _is_there(findings: Findings, name: str) -> bool:
    return name in findings and findings[name].sums[1] > 0


def _having(runs: Sequence[MeasuredRun], panel: Having) -> Exhibit:
    rows = [
        LabelledFigure(label, run.label, difference(run.findings[f"having/{panel.figure}/{bit}"]))
        for bit, label in enumerate(panel.labels)
        for run in runs
        if _both(run.findings[f"having/{panel.figure}/{bit}"])
    ]
    return Exhibit(panel.title, tuple(rows), "dots", True, panel.note, True, sort=True)


def _both(moments: Moments) -> bool:
    return bool(moments.sums[1] > 0 and moments.sums[3] > 0)
