"""What a report shows: figures with names, in sections; drawn by `charts.py` and told by `prose.py`."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..games.figures import CardSet, Having, Means, Panel, Rates, Values, Wins
from ..games.game import Game
from .columns import card_sets
from .measure import Findings
from .moments import Figure, Moments, difference, of_the_deal, ratio, share
from .plan import Plan

CARD_WORDS: dict[CardSet, str] = {
    "dealt": "being dealt it",
    "held": "having it in hand at some time",
    "played": "playing it",
}


@dataclass(frozen=True)
class Study:
    """One run and what it shows."""

    plan: Plan
    findings: Findings
    name: str = ""  # what it is called, if not by who plays

    @property
    def label(self) -> str:
        """Who plays, or whatever sets it apart from the others it is shown with."""
        return self.name or self.plan.label

    @property
    def is_pure(self) -> bool:
        """Whether all seats are played by the same bot."""
        return len(set(self.plan.bots)) == 1


@dataclass(frozen=True)
class Row:
    """One figure of an exhibit: what it is of, and who played."""

    label: str
    who: str
    figure: Figure

    @property
    def is_known(self) -> bool:
        """Whether there is anything behind it."""
        return not math.isnan(self.figure.mean)


@dataclass(frozen=True)
class Exhibit:
    """Figures that belong together."""

    title: str
    rows: tuple[Row, ...]
    kind: Literal["dots", "spread"] = "dots"
    percent: bool = False
    note: str = ""
    zero: bool = False  # whether 0 is worth a line: differences
    unit: str = ""
    sort: bool = False  # by size, not as listed
    by: str = "played by"  # what sets the rows of a label apart


@dataclass
class Section:
    """A part of a report."""

    title: str
    text: str = ""
    exhibits: list[Exhibit] = field(default_factory=list)


def sections(game: Game, studies: Sequence[Study]) -> list[Section]:
    """All that a report on some runs of a game shows. How many play is that of the first; others are shown apart."""
    several = _by_players(game, studies)
    studies = [study for study in studies if study.plan.players == studies[0].plan.players]
    pure = [study for study in studies if study.is_pure]
    mixed = [study for study in studies if not study.is_pure]
    found = [
        _length(pure or studies),
        _drama(game, pure or studies),
        _points(game, pure or studies),
        _skill_and_luck(game, pure, mixed),
        _cards(game, pure or studies),
        _own(game, pure or studies),
        *several,
    ]
    if not game.cooperative:
        found.insert(1, _who_wins(game, pure or studies))
    for section in found:
        known = [replace(one, rows=tuple(row for row in one.rows if row.is_known)) for one in section.exhibits]
        section.exhibits = [exhibit for exhibit in known if exhibit.rows]
    return [section for section in found if section.exhibits]


def rows_under(studies: Sequence[Study], name: str, labels: Sequence[str] = ()) -> tuple[Row, ...]:
    """The findings `name/0`, `name/1`, ... as shares, by study."""
    return tuple(
        Row(_label(part, labels), study.label, share(study.findings[f"{name}/{part}"]))
        for study in studies
        for part in study.findings.under(name)
    )


def _label(part: str, labels: Sequence[str]) -> str:
    return labels[int(part)] if labels and part.isdigit() and int(part) < len(labels) else part


def _each(studies: Sequence[Study], name: str, label: str, *, is_share: bool = False) -> Iterator[Row]:
    for study in studies:
        if name in study.findings:
            moments = study.findings[name]
            yield Row(label, study.label, share(moments) if is_share else ratio(moments))


def _spread(studies: Sequence[Study], name: str, title: str, note: str = "", unit: str = "") -> Exhibit:
    rows = _bars(studies, name)
    few = len({row.label for row in rows}) <= 12
    return Exhibit(title, rows, "dots" if few else "spread", True, note, unit=unit)


def _bars(studies: Sequence[Study], name: str, labels: Sequence[str] = ()) -> tuple[Row, ...]:
    """How often each value comes, by study."""
    return tuple(
        Row(_label(str(bar), labels), study.label, share(study.findings[f"spread/{name}/{bar}"]))
        for study in studies
        for bar in study.findings.bars(name)
    )


# ---------------------------------------------------------------- the sections
def _length(studies: Sequence[Study]) -> Section:
    section = Section("Length and choices")
    section.exhibits = [
        Exhibit("Decisions in a game", tuple(_each(studies, "decisions", "decisions")), note="The mean of all games."),
        _spread(studies, "decisions", "How long games are", "Shares of games.", "decisions"),
        Exhibit(
            "Choices for each decision",
            tuple(_each(studies, "choices", "legal actions")),
            note="How many actions are legal, on average.",
        ),
        Exhibit(
            "Decisions that are none",
            tuple(_each(studies, "forced", "only one legal action", is_share=True)),
            percent=True,
        ),
    ]
    if any(ratio(study.findings["rounds"]).mean > 1 for study in studies):
        section.exhibits.append(Exhibit("Rounds in a game", tuple(_each(studies, "rounds", "rounds"))))
    return section


def _who_wins(game: Game, studies: Sequence[Study]) -> Section:
    section = Section("Who wins")
    turns = tuple("who begins" if turn == 0 else f"{turn} after" for turn in range(8))
    section.exhibits = [
        Exhibit(
            "Wins by turn", rows_under(studies, "turn", turns), percent=True, note="Counted from who decides first."
        ),
        Exhibit("Wins by seat", rows_under(studies, "seat", tuple(f"seat {n}" for n in range(8))), percent=True),
        Exhibit(
            "Shared victories, and none",
            (
                *_each(studies, "shared", "several win", is_share=True),
                *_each(studies, "nobody", "nobody wins", is_share=True),
            ),
            percent=True,
            note="A victory of several is a tie, unless the rules let several win.",
        ),
    ]
    if any(row.figure.n == 0 for row in section.exhibits[0].rows):
        raise AssertionError(f"{game.title}: a turn that nobody has")
    return section


def _drama(game: Game, studies: Sequence[Study]) -> Section:
    section = Section(
        "Drama",
        "One leads who would win if the game ended as it lies."
        + (" Here all lead, or the game does." if game.cooperative else ""),
    )
    section.exhibits = [
        Exhibit(
            "How often the lead changes",
            tuple(_each(studies, "lead_changes", "changes in a game")),
            note="A change: somebody new leads, and somebody has lost the lead. A tie alone is none.",
        ),
        _spread(studies, "lead_changes", "The same, game by game", "Shares of games.", "changes of the lead"),
        Exhibit(
            "When it is decided",
            (
                *_each(studies, "settled", "who wins leads for good after", is_share=True),
                *_each(studies, "late", "games decided in their last tenth", is_share=True),
            ),
            percent=True,
            note="Known only afterwards: the last moment at which those who won did not lead, as a part of the game.",
        ),
        _spread(studies, "settled_share", "The same, game by game", "Shares of games.", "% of the game"),
    ]
    return section


def _points(game: Game, studies: Sequence[Study]) -> Section:
    unit = game.figures.SCORE
    section = Section("Scores", f"The score is: {unit}.")
    section.exhibits = [
        Exhibit("Score", tuple(_each(studies, "score", "score" if game.cooperative else "score of a seat"))),
        _spread(studies, "score", "Scores", unit=unit),
    ]
    if game.cooperative:
        section.exhibits.insert(
            0, Exhibit("Games won", tuple(_each(studies, "seat/0", "all win", is_share=True)), percent=True)
        )
    else:
        section.exhibits += [
            Exhibit("Margin", tuple(_each(studies, "margin", "the best score less the next"))),
            _spread(studies, "margin", "Margins", unit=unit),
        ]
    return section


def _skill_and_luck(game: Game, pure: Sequence[Study], mixed: Sequence[Study]) -> Section:
    section = Section("Skill and luck")
    if mixed:
        rows = tuple(
            Row(f"{bot} ({study.label})", bot, share(study.findings[f"bot/{bot}"]))
            for study in mixed
            for bot in study.findings.under("bot")
        )
        note = "The same deals with the lone bot in each seat in turn: the further apart, the more skill decides."
        section.exhibits.append(Exhibit("Wins of better against worse players", rows, percent=True, note=note))
    if game.cooperative and len(pure) > 1:
        rows = tuple(row for row in _each(pure, "seat/0", "all win", is_share=True))
        section.exhibits.append(Exhibit("Games won by who plays", rows, percent=True))
    rows = tuple(
        Row({"won": "of who wins", "score": "of scores"}[name], study.label, luck(study, name))
        for study in pure
        for name in ("won", "score")
        if f"luck/{name}" in study.findings
    )
    if rows:
        note = (
            "Each deal was played several times by the same bots, who choose otherwise now and then: the share of "
            "variance that lies between deals and not within them. The rest is in the decisions, and in what is drawn "
            "later in other orders. Read it with who plays in mind: random players make nothing of their cards, and "
            "greedy ones play a deal nearly the same each time."
        )
        section.exhibits.append(Exhibit("What the deal explains", rows, percent=True, note=note, zero=True))
    return section


def luck(study: Study, name: str) -> Figure:
    """The share of variance that the deal explains."""
    return of_the_deal(study.findings[f"luck/{name}"], study.plan.repeats)


def _cards(game: Game, studies: Sequence[Study]) -> Section:
    section = Section(
        "The power of cards",
        "What a card goes with: those who have it, less those who do not"
        + ("." if game.cooperative else ", at the same table.")
        + " Cards are dealt at random, so that the effect of being dealt one is its own; which cards are drawn, kept "
        "or played is chosen, so that those effects are also of the situations in which players do so.",
    )
    for cards in card_sets(game):
        for what, title, percent in (("won", "wins", True), ("gain", "points", False)):
            if what == "gain" and game.cooperative:
                continue
            rows = tuple(
                Row(kind, study.label, difference(study.findings[f"card/{cards}/{what}/{kind}"]))
                for study in studies
                for kind in study.findings.under(f"card/{cards}/{what}")
            )
            usable = tuple(row for row in rows if row.figure.n >= 30)
            if usable:
                when = " of the round" if what == "gain" else ""
                text = f"Difference in {title}{when} by {CARD_WORDS[cards]}."
                section.exhibits.append(
                    Exhibit(f"Cards: {title} by {CARD_WORDS[cards]}", usable, "dots", percent, text, True, sort=True)
                )
    return section


# ---------------------------------------------------------------- what a game's designer looks at
def _own(game: Game, studies: Sequence[Study]) -> Section:
    section = Section(f"{game.title} itself")
    for panel in game.figures.PANELS:
        exhibit = _panel(studies, panel)
        if exhibit.rows:
            section.exhibits.append(exhibit)
    return section


def _by_players(game: Game, studies: Sequence[Study]) -> list[Section]:
    """The same bots with other numbers of players, side by side; what the game's own panels show of that."""
    first = studies[0].plan.players
    others = [study for study in studies if study.plan.players != first and study.is_pure]
    if not others:
        return []
    bot = others[0].plan.bots[0]
    usual = [study for study in studies if study.plan.players == first and set(study.plan.bots) == {bot}]
    same = sorted(
        (study for study in (*usual, *others) if study.plan.bots[0] == bot), key=lambda study: study.plan.players
    )
    named = [replace(study, name=f"{study.plan.players} players") for study in same]
    section = Section("By number of players", f"All played by {bot}.")
    found = [*_length(named).exhibits[:1], *_own(game, named).exhibits]
    section.exhibits = [replace(exhibit, by="at a table of") for exhibit in found]
    return [section]


def _panel(studies: Sequence[Study], panel: Panel) -> Exhibit:
    if isinstance(panel, Values):
        rows = _bars(studies, panel.figure, panel.labels)
        few = panel.labels or len({row.label for row in rows}) <= 12
        return Exhibit(panel.title, rows, "dots" if few else "spread", True, panel.note or "Shares.", unit=panel.figure)
    if isinstance(panel, Wins):
        return Exhibit(panel.title, rows_under(studies, f"wins/{panel.figure}", panel.labels), "dots", True, panel.note)
    if isinstance(panel, Means):
        parts = [row for label, figure in panel.parts for row in _each(studies, f"mean/{figure}", label)]
        return Exhibit(panel.title, tuple(parts), note=panel.note)
    if isinstance(panel, Rates):
        return _rates(studies, panel)
    return _having(studies, panel)


def _rates(studies: Sequence[Study], panel: Rates) -> Exhibit:
    found = [
        Row(label, study.label, (share if panel.is_share else ratio)(study.findings[f"rate/{figure}/{of}"]))
        for label, figure, of in panel.parts
        for study in studies
        if _is_there(study.findings, f"rate/{figure}/{of}")
    ]
    return Exhibit(panel.title, tuple(found), "dots", panel.is_share, panel.note)


def _is_there(findings: Findings, name: str) -> bool:
    return name in findings and findings[name].sums[1] > 0


def _having(studies: Sequence[Study], panel: Having) -> Exhibit:
    rows = [
        Row(label, study.label, difference(study.findings[f"having/{panel.figure}/{bit}"]))
        for bit, label in enumerate(panel.labels)
        for study in studies
        if _both(study.findings[f"having/{panel.figure}/{bit}"])
    ]
    return Exhibit(panel.title, tuple(rows), "dots", True, panel.note, True, sort=True)


def _both(moments: Moments) -> bool:
    return bool(moments.sums[1] > 0 and moments.sums[3] > 0)
