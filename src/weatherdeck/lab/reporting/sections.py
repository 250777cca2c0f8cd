"""The sections of a report: which figures it shows, in which order. What says nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...games.figures import CardSet, Having, Means, Panel, Rates, Values, Wins
from ...games.game import Game
from ..measuring import pairs
from ..measuring.measure import Findings
from ..measuring.moments import ENOUGH, FEWEST, Moments, difference, ratio, share
from ..playing.columns import card_sets, knows_leaders, knows_points, leads_by_round
from .exhibits import Exhibit, KeyNumber, LabelledFigure, Line, MeasuredRun, Section, luck

CARD_WORDS: dict[CardSet, tuple[str, str, str]] = {
    "dealt": ("being dealt", "were dealt the card", "were not"),
    "held": ("holding", "held the card at some point", "did not"),
    "played": ("playing", "played the card", "did not"),
}
"""What players do with a card, and what is said of those who did and of those who did not."""
TURNS = ("starting player", *(f"{turn} after" for turn in range(1, 8)))
"""The places in the turn order, in charts."""
FAIR = "fair share"
SKILL = "Skill and luck"
ALMOST = 0.005
"""Fair shares that differ by less are drawn as one line."""

LUCK_NOTE = (
    "The share of the variance in results that the deal decides. Two tables of different players play the same deals. "
    "All players at a table are equally strong, and every hand is played at both tables. The figure is the correlation "
    "of what a seat achieves at one table and at the other. They have the cards and the seat in common, not the way "
    "somebody plays them. The rest of the variance comes from decisions and from cards drawn later."
)
"""The definition of luck, as it stands on the page."""


def sections(game: Game, runs: Sequence[MeasuredRun]) -> list[Section]:
    """Everything that a report shows. Runs with another number of players than the first have their own section."""
    several = _by_players(game, runs)
    runs = [run for run in runs if run.plan.players == runs[0].plan.players]
    pure = [run for run in runs if run.is_pure]
    mixed = [run for run in runs if not run.is_pure]
    found = [
        *([] if game.cooperative else [_who_wins(game, pure or runs)]),
        _length(pure or runs),
        *([_drama(game, pure or runs)] if knows_leaders(game) else []),
        *([_points(game, pure or runs)] if knows_points(game) else []),
        _skill_and_luck(game, pure, mixed),
        _cards(game, pure or runs),
        _own(game, pure or runs),
    ]
    numbers = Section("Key numbers", "Mean and 95% confidence interval, by who played.")
    for section in found:
        _tidy(section)
        numbers.numbers += section.numbers
        section.numbers = []
    for section in several:
        _tidy(section)
    return [section for section in (numbers, *found, *several) if section.exhibits or section.numbers]


def _tidy(section: Section) -> None:
    """Leave out what is not known and what says nothing; single numbers go into a table."""
    known = [replace(one, rows=tuple(row for row in one.rows if row.is_known)) for one in section.exhibits]
    telling = [exhibit for exhibit in known if exhibit.rows and not exhibit.says_nothing]
    section.numbers += [KeyNumber.of(exhibit) for exhibit in telling if exhibit.is_single]
    section.exhibits = [exhibit for exhibit in telling if not exhibit.is_single]


def player_at(turn: int) -> str:
    """Who has this place in the turn order, in a sentence."""
    seats = "1 seat" if turn == 1 else f"{turn} seats"
    return f"the player {seats} after the starting player" if turn else "the starting player"


# ---------------------------------------------------------------- figures of runs
def rows_under(runs: Sequence[MeasuredRun], name: str, labels: Sequence[str] = ()) -> tuple[LabelledFigure, ...]:
    """The findings `name/0`, `name/1`, ... as shares, by run."""
    return tuple(
        LabelledFigure(_label(part, labels), run.label, share(run.findings[f"{name}/{part}"]))
        for run in runs
        for part in run.findings.under(name)
    )


def mean_share(findings: Findings, name: str) -> float:
    """The share of all that is counted under a name: what everybody would have, if all had the same."""
    parts = [findings[f"{name}/{part}"].sums for part in findings.under(name)]
    return float(sum(sums[0] for sums in parts) / sum(sums[1] for sums in parts))


def fair_lines(runs: Sequence[MeasuredRun], name: str, label: str = FAIR) -> tuple[Line, ...]:
    """Lines at the mean share: one for all runs if they agree, or else one for each."""
    shares = {run.label: mean_share(run.findings, name) for run in runs if run.findings.under(name)}
    if not shares:
        return ()
    if max(shares.values()) - min(shares.values()) < ALMOST:
        return (Line(list(shares.values())[-1], label),)
    return tuple(Line(at, label, who) for who, at in shares.items())


def _label(part: str, labels: Sequence[str]) -> str:
    return labels[int(part)] if labels and part.isdigit() and int(part) < len(labels) else part


def _each(runs: Sequence[MeasuredRun], name: str, label: str, *, is_share: bool = False) -> Iterator[LabelledFigure]:
    for run in runs:
        if name in run.findings:
            moments = run.findings[name]
            yield LabelledFigure(label, run.label, share(moments) if is_share else ratio(moments))


def _one(
    runs: Sequence[MeasuredRun], name: str, title: str, label: str = "", note: str = "", *, is_share: bool = False
) -> Exhibit:
    """A single number."""
    rows = tuple(_each(runs, name, label or title.lower(), is_share=is_share))
    return Exhibit(title, rows, percent=is_share, note=note)


def _spread(
    runs: Sequence[MeasuredRun],
    name: str,
    title: str,
    note: str = "Share of games.",
    unit: str = "",
    labels: Sequence[str] = (),
) -> Exhibit:
    """A distribution: dots for a few values, a line for many."""
    width = max(run.findings.widths.get(name, 1) for run in runs)
    rows = _bars(runs, name, labels)
    if len({row.label for row in rows}) == 1:  # always the same: the mean has it
        return Exhibit(title, ())
    if labels or len({row.label for row in rows}) <= 12:
        named = tuple(replace(row, label=_span(row.label, width)) for row in rows)
        return Exhibit(title, named, "dots", True, note, unit=unit)
    return Exhibit(title, rows, "spread", True, note, unit=unit, width=width)


def _span(start: str, width: int) -> str:
    return f"{start} to {int(start) + width - 1}" if width > 1 else start


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
        _one(runs, "decisions", "Decisions per game"),
        *([_one(runs, "rounds", "Rounds per game")] if _has_rounds(runs) else []),
        _one(runs, "choices", "Legal actions per decision"),
        _one(runs, "forced", "Forced moves", "share of decisions", "Decisions with one legal action.", is_share=True),
        _spread(runs, "decisions", "Length of games", unit="decisions"),
    ]
    return section


def _has_rounds(runs: Sequence[MeasuredRun]) -> bool:
    return any(ratio(run.findings["rounds"]).mean > 1 for run in runs)


def _who_wins(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    section = Section("Who wins")
    by_turn = Exhibit(
        "Win rate by turn order",
        rows_under(runs, "turn", TURNS),
        percent=True,
        note="Turn order counts from the player who decides first.",
        lines=fair_lines(runs, "turn"),
    )
    if any(row.figure.n == 0 for row in by_turn.rows):
        raise AssertionError(f"{game.title}: no seat has this place in the turn order")
    by_seat = Exhibit(
        "Win rate by seat",
        rows_under(runs, "seat", tuple(f"seat {n}" for n in range(8))),
        percent=True,
        lines=fair_lines(runs, "seat"),
    )
    several = "Several winners are a tie, unless the rules let several players win."
    section.exhibits = [
        by_turn,
        *([] if [row.figure for row in by_seat.rows] == [row.figure for row in by_turn.rows] else [by_seat]),
        _one(runs, "shared", "Games with several winners", note=several, is_share=True),
        _one(runs, "nobody", "Games without a winner", is_share=True),
    ]
    return section


def _drama(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    section = Section(
        "Drama",
        "The leader is whoever would win if the game ended now. The lead changes when somebody takes it and somebody "
        "else loses it; a tie alone is not a change."
        + (
            " It can change only when a round is over, so nothing is said about when games are decided."
            if leads_by_round(game)
            else " When a game is decided is known only in hindsight: it is the last moment at which the winners did "
            "not lead, as a share of the game."
        )
        + (" In a cooperative game either all players lead or the game does." if game.cooperative else ""),
    )
    section.exhibits = [
        _one(runs, "lead_changes", "Lead changes per game"),
        _spread(runs, "lead_changes", "Lead changes", unit="lead changes"),
    ]
    if not leads_by_round(game):
        section.exhibits += [
            _one(runs, "settled", "The winner leads for good after", "share of the game", is_share=True),
            _one(runs, "late", "Games decided in their last tenth", is_share=True),
            _spread(runs, "settled_share", "When games are decided", unit="% of the game"),
        ]
    return section


def _points(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    unit = game.figures.SCORE or "points"
    section = Section("Scores", f"Score: {unit}.")
    section.exhibits = [
        *([_one(runs, "seat/0", "Games won", is_share=True)] if game.cooperative else []),
        _one(runs, "score", "Score" if game.cooperative else "Score per seat"),
        _spread(runs, "score", "Scores", "Share of games." if game.cooperative else "Share of seats.", "score"),
    ]
    if not game.cooperative:
        section.exhibits += [
            _one(runs, "margin", "Winning margin", note="The best score minus the next."),
            _spread(runs, "margin", "Winning margins", unit="score"),
        ]
    return section


def _skill_and_luck(game: Game, pure: Sequence[MeasuredRun], mixed: Sequence[MeasuredRun]) -> Section:
    section = Section(SKILL)
    if mixed:
        rows = tuple(
            LabelledFigure(run.label, bot, share(run.findings[f"bot/{bot}"]))
            for run in mixed
            for bot in run.findings.under("bot")
        )
        note = (
            "The same deals are played with the lone bot in each seat. The further apart the win rates, the more "
            "skill matters."
        )
        lines = fair_lines(mixed, "bot")
        section.exhibits.append(Exhibit("Win rate in mixed line-ups", rows, percent=True, note=note, lines=lines))
    if game.cooperative and len(pure) > 1:
        rows = tuple(LabelledFigure(run.label, run.label, share(run.findings["seat/0"])) for run in pure)
        section.exhibits.append(Exhibit("Games won, by bot", rows, percent=True))
    rows = tuple(
        LabelledFigure({"won": "who wins", "score": "scores"}[name], pair, figure)
        for name in ("won", "score")
        for pair, figure in luck(pure, name)
    )
    if rows:
        section.exhibits.append(Exhibit("Luck of the deal", rows, percent=True, note=LUCK_NOTE, by="tables"))
    return section


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
            usable = tuple(row for row in rows if row.figure.n >= FEWEST)
            doing, did, did_not = CARD_WORDS[cards]
            when, that = (" in the round", "those") if what == "gain" else ("", "that")
            text = f"{title}{when} of players who {did}, minus {that} of players who {did_not}."
            heading = f"{title}: the difference made by {doing} a card"
            section.exhibits.append(Exhibit(heading, usable, "dots", percent, text, True, sort=True))
    together = _pairs(game, runs)
    return replace(section, exhibits=[*section.exhibits, *([] if together is None else [together])])


def _pairs(game: Game, runs: Sequence[MeasuredRun]) -> Exhibit | None:
    """The pairs of the run that knows most about them; None where there is too little data."""
    usable = [run for run in runs if run.findings.under("pair")]
    if not usable:
        return None
    run = max(usable, key=lambda run: run.findings.games)
    figures = {name: pairs.synergy(run.findings[f"pair/{name}"]) for name in run.findings.under("pair")}
    rows = tuple(
        LabelledFigure(name.partition(pairs.SEPARATOR)[0], name.partition(pairs.SEPARATOR)[2], figure)
        for name, figure in figures.items()
        if min(figure.n, figure.deals) >= ENOUGH
    )
    note = (
        f"Win rate with both cards, minus what each of them alone promises ({run.label} players, "
        f"{min(run.findings.games, pairs.MOST_GAMES):,} games{'' if game.cooperative else '; within the table'})."
    )
    title = "Pairs of cards that are worth more, or less, than their sum"
    return Exhibit(title, rows, "heat", True, note, True, unit="synergy", by="with") if rows else None


# ---------------------------------------------------------------- the panels that a game declares
def _own(game: Game, runs: Sequence[MeasuredRun]) -> Section:
    return Section(f"{game.title} in particular", exhibits=[_panel(runs, panel) for panel in game.figures.PANELS])


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
    found = [*_length(named).exhibits[:1], *_own(game, named).exhibits]
    exhibits = [
        replace(one, title=one.title if one.is_single else f"{one.title}, by number of players", by="table")
        for one in found
    ]
    return [Section("By number of players", f"All games were played by {bot}.", exhibits)]


def _panel(runs: Sequence[MeasuredRun], panel: Panel) -> Exhibit:
    if isinstance(panel, Values):
        return _spread(runs, panel.figure, panel.title, panel.note or "Distribution.", labels=panel.labels)
    if isinstance(panel, Wins):
        rows = rows_under(runs, f"wins/{panel.figure}", panel.labels)
        lines = fair_lines(runs, f"wins/{panel.figure}", "mean of all")
        return Exhibit(panel.title, rows, "dots", True, panel.note, lines=lines)
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
        LabelledFigure(label, run.label, difference(run.findings[f"having/{panel.figure}/{bit}"], of_shares=True))
        for bit, label in enumerate(panel.labels)
        for run in runs
        if _both(run.findings[f"having/{panel.figure}/{bit}"])
    ]
    return Exhibit(panel.title, tuple(rows), "dots", True, panel.note, True, sort=True)


def _both(moments: Moments) -> bool:
    return bool(moments.sums[1] > 0 and moments.sums[3] > 0)
