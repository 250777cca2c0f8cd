"""The page of a tuning: the candidates in plain words, their goals on unseen deals, and how the search went."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ... import __version__
from ...extras import library
from ..measuring.moments import Figure
from ..reporting.exhibits import Exhibit, LabelledFigure, Line, Section
from ..reporting.prose import number, percent
from ..reporting.report import Heading, escaped, table
from ..reporting.report import page as lab_page
from .brief import Brief
from .evidence import Confirmed, Interval, Judged
from .goals import Goal
from .parcels import Parcel
from .search import Outcome
from .space import Candidate, shown_value

RULEBOOK_NAME = "rulebook"
MARKS = {"met": "✓", "not met": "✗", "open": "?"}
TOGETHER = "Intervals are 95% confidence intervals that hold together for all figures here (Bonferroni)."


# ---------------------------------------------------------------- in words
def sentences(brief: Brief, outcome: Outcome, confirmed: Sequence[Confirmed]) -> list[str]:
    """What was found, the answer first."""
    rulebook, *frontier = confirmed
    found = [_best(frontier)]
    found.append(f"The rulebook as it is: {_verdicts(rulebook)}.")
    wanted = dict.fromkeys(goal.text for goal in brief.goals)
    found.append(f"Wanted: {'; '.join(wanted)}.")
    found.append(_searched(brief, outcome))
    return found


def _best(frontier: Sequence[Confirmed]) -> str:
    if not frontier:
        return "No candidate came closer to the goals than the rulebook: allow other changes, or larger ones."
    # what is sure comes first: a figure inside its range whose interval is not may still miss its goal
    best = min(frontier, key=lambda one: (-one.count("met"), one.count("not met"), round(one.miss, 6), one.cost))
    changes = "; ".join(_lower(change) for change in best.changes)
    deals = best.judged[0].found.deals
    whole = best.count("met") == len(best.judged)
    name = f"Candidate {frontier.index(best) + 1}"
    verdicts = "meets all goals" if whole else f"comes closest ({_verdicts(best)})"
    return f"{name} {verdicts} on {deals:,} unseen deals. It changes: {changes}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _verdicts(one: Confirmed) -> str:
    whole = len(one.judged)
    met, missed, undecided = (one.count(verdict) for verdict in ("met", "not met", "open"))
    return f"{met} of {whole} goals met, {missed} not met, {undecided} open"


def _searched(brief: Brief, outcome: Outcome) -> str:
    tried = f"{len(outcome.cheap):,} candidates were tried by {outcome.first.bot}"
    if outcome.is_whole_space:
        tried += " (every combination that was allowed and can be played)"
    if outcome.first != outcome.last:
        tried += f", and {len(outcome.strong):,} of them by {brief.bot}"
    refused = f"; {len(outcome.refused):,} cannot be played" if outcome.refused else ""
    return f"{tried}{refused}. All played the same deals, and the best were confirmed on others."


def shown(goal: Goal, value: float, half: float = 0.0) -> str:
    """A figure of a goal, as people read it."""
    if goal.quantity.from_fair:
        return f"{100 * value:+.1f} points"
    return percent(value, half, 0) if goal.quantity.is_share else number(value, half, 0)


def found_text(judged: Judged) -> str:
    """A figure with its interval."""
    goal, found = judged.goal, judged.found
    low, high = (shown(goal, end, found.half).removesuffix(" points") for end in (found.low, found.high))
    return f"{shown(goal, found.value, found.half)} ({low} to {high})"


# ---------------------------------------------------------------- the page
def page(
    brief: Brief,
    outcome: Outcome,
    confirmed: Sequence[Confirmed],
    parcels: Sequence[Parcel],
    folder: Path,
    command: str = "",
) -> str:
    """The page; its links are relative to the folder in which it will be."""
    game = brief.game
    deals = max(judged.found.deals for judged in confirmed[0].judged)
    about = (
        f"{game.title} in the lab of weatherdeck {__version__}, tuned; confirmed by {brief.bot} on {deals:,} unseen "
        f"deals at each table; seed {brief.seed}."
    )
    cards = "".join(_candidate(n, one, confirmed[0], parcels, folder) for n, one in enumerate(confirmed[1:], 1))
    body = f'<h2 id="candidates">Candidates</h2>\n<p class="note">{escaped(_how_to_read(brief))}</p>\n{cards}'
    body += f'<h2 id="frontier">Close to the goals, close to the rulebook</h2>\n{_frontier(outcome, confirmed)}'
    body += f'<h2 id="search">How the search went</h2>\n{_history(brief, outcome)}'
    sections = [Section("Goals on unseen deals", TOGETHER, list(_exhibits(confirmed)))]
    return lab_page(
        Heading(f"{game.title}: tuned", about, command), sentences(brief, outcome, confirmed), sections, body
    )


def _how_to_read(brief: Brief) -> str:
    return (
        f"Each candidate played {brief.budget.confirm:,} or more deals that the search never saw, at each table. A "
        f"goal is met if the whole interval is in the wanted range, not met if none of it is, and open otherwise. "
        f"{TOGETHER}"
    )


def _candidate(place: int, one: Confirmed, rulebook: Confirmed, parcels: Sequence[Parcel], folder: Path) -> str:
    changes = "".join(f"<li>{escaped(change)}</li>" for change in one.changes)
    rows = [
        (
            judged.goal.name,
            judged.goal.wanted,
            shown(before.goal, before.found.value, before.found.half),
            found_text(judged),
            f"{MARKS[judged.verdict]} {judged.verdict}",
        )
        for judged, before in zip(one.judged, rulebook.judged, strict=True)
    ]
    goals = table(("goal", "wanted", RULEBOOK_NAME, "this candidate", "verdict"), rows)
    notes = "".join(f'<p class="note">{escaped(doubt[:1].upper() + doubt[1:])}</p>' for doubt in one.doubts)
    files = _files(parcels[place - 1], folder) if parcels else ""
    return (
        f'<figure id="candidate-{place}"><h3>Candidate {place}: {escaped(_verdicts(one))}</h3>'
        f"<ul>{changes}</ul>{goals}{notes}{files}</figure>\n"
    )


def _files(parcel: Parcel, folder: Path) -> str:
    named = (
        ("settings", parcel.settings),
        ("deck file", parcel.deck),
        ("everything it changes, compared with the rulebook", parcel.comparison),
        ("cards to print", parcel.cards),
    )
    links = ", ".join(
        f'<a href="{escaped(path.relative_to(folder).as_posix())}">{name}</a>'
        for name, path in named
        if path is not None and path.is_relative_to(folder)
    )
    files = f"<p>Files: {links}.</p>" if links else ""  # a page that was written elsewhere stands alone
    return f"{files}<p>Play it: <code>{escaped(parcel.play)}</code></p>"


# ---------------------------------------------------------------- charts
def _exhibits(confirmed: Sequence[Confirmed]) -> Iterator[Exhibit]:
    """A chart for each wish: the rulebook and the candidates, at each number of players."""
    texts = dict.fromkeys(judged.goal.text for judged in confirmed[0].judged)
    for text in texts:
        rows = tuple(
            LabelledFigure(name, f"{judged.goal.players} players", _figure(judged.found))
            for name, one in _named(confirmed)
            for judged in one.judged
            if judged.goal.text == text and not math.isnan(judged.found.value)
        )
        if not rows:  # it never occurred
            continue
        goal = next(judged.goal for judged in confirmed[0].judged if judged.goal.text == text)
        lines = tuple(Line(end, "") for end in (goal.range.low, goal.range.high) if math.isfinite(end))
        note = f"Wanted: {goal.wanted}."
        share, apart = goal.quantity.is_share, goal.quantity.from_fair
        yield Exhibit(text, rows, percent=share, note=note, zero=apart, by="table", lines=lines, simultaneous=True)


def _named(confirmed: Sequence[Confirmed]) -> Iterator[tuple[str, Confirmed]]:
    for place, one in enumerate(confirmed):
        yield (f"candidate {place}" if place else RULEBOOK_NAME), one


def _figure(found: Interval) -> Figure:
    """The figure with its simultaneous interval; charts do not use the standard error."""
    return Figure(found.value, 0.0, found.deals, found.deals, bounds=(found.low, found.high))


def _frontier(outcome: Outcome, confirmed: Sequence[Confirmed]) -> str:
    names = {one.candidate: name for name, one in _named(confirmed)}
    values = [
        {
            "change": round(outcome.costs[one], 3),
            "miss": round(outcome.miss(one), 3),
            "who": f"played by {outcome.last.bot}" if one in outcome.strong else f"only by {outcome.first.bot}",
            "name": names.get(one, "").removeprefix("candidate "),
            "changes": "; ".join(outcome.brief.space.words(one)) or "nothing",
        }
        for one in outcome.cheap
    ]
    caption = (
        "Every candidate on the deals of the search; the lower and the further left, the better. Distance: how far its "
        "figures are from the middle half of the wanted ranges, in percentage points (percent for other numbers), "
        "added up over all goals. Change: 1 for each change and up to 1 more for its size."
    )
    if outcome.first != outcome.last:
        caption += (
            f" Where only {outcome.first.bot} played, the distance is predicted from what {outcome.last.bot} saw of "
            f"neighbouring candidates."
        )
    return _chart("Distance and change", caption, _scatter(values))


def _scatter(values: list[dict[str, Any]]) -> dict[str, Any]:
    alt = library("altair", "a report", "lab")
    base = alt.Chart(alt.InlineData(values=values)).encode(
        x=alt.X("change:Q", title="how much changes"),
        y=alt.Y("miss:Q", title="distance from the goals"),
        tooltip=[alt.Tooltip(f"{name}:N") for name in ("name", "changes", "miss", "change", "who")],
    )
    dots = base.mark_point(filled=True, size=55, opacity=0.7).encode(
        color=alt.Color("who:N", legend=alt.Legend(title=None, orient="top")), shape=alt.Shape("who:N", legend=None)
    )
    labels = base.transform_filter("datum.name != ''").mark_text(align="left", dx=7, dy=-6, fontWeight="bold")
    drawn = alt.layer(dots, labels.encode(text="name:N")).properties(width="container", height=300)
    specification: dict[str, Any] = drawn.to_dict()
    specification.pop("config", None)  # the page has its own
    return specification


def _chart(title: str, caption: str, specification: dict[str, Any]) -> str:
    text = json.dumps(specification, separators=(",", ":"), allow_nan=False).replace("</", "<\\/")
    return (
        f"<figure><h3>{escaped(title)}</h3><figcaption>{escaped(caption)}</figcaption>"
        f'<div role="img" aria-label="{escaped(title)}"><div class="chart"></div></div>'
        f'<script type="application/json">{text}</script></figure>\n'
    )


# ---------------------------------------------------------------- the search
def _history(brief: Brief, outcome: Outcome) -> str:
    space = brief.space
    dials = [(dial.name, ", ".join(map(shown_value, dial.values)), shown_value(dial.start)) for dial in space.dials]
    if space.most_steps:
        dials.append(("deck", f"up to {space.most_steps} of {len(space.steps)} steps to neighbouring decks", "none"))
    allowed = table(("what may change", "values", RULEBOOK_NAME), dials)
    raced = [(f"{deals:,}", str(running)) for deals, running in outcome.raced]
    race = table((f"deals by {outcome.last.bot}, at each table", "candidates in the race"), raced)
    tried = in_order(outcome)
    best = table(("the ten closest candidates of the search", "change", "distance"), tried)
    reasons = Counter(outcome.refused.values()).most_common()
    refused = table(("refused because", "candidates"), [(why, str(times)) for why, times in reasons])
    parts = [("What was allowed", allowed), ("The race", race), ("The search's own ranking", best)]
    if reasons:
        parts.append(("What cannot be played", refused))
    return "".join(f"<figure><h3>{title}</h3>{content}</figure>\n" for title, content in parts)


def in_order(outcome: Outcome, most: int = 10) -> list[tuple[str, str, str]]:
    """The closest candidates as the search saw them: what they change, how much, and how far they are off."""
    closest: list[Candidate] = sorted(outcome.cheap, key=outcome.rank)[:most]
    words = outcome.brief.space.words
    return [
        ("; ".join(words(one)) or "nothing", f"{outcome.costs[one]:.2f}", f"{outcome.miss(one):.1f}") for one in closest
    ]
