"""What to look at: everything that changes who wins, ranked by size, in games per hundred with its interval.

What chance assigns (a place in the turn order, a card that is dealt) has an effect. What players choose only goes with
winning. The two are kept apart. Everything that one run shows of a kind is tested together (Holm).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...games.figures import Having, Wins
from ...games.game import Game
from ..measuring.effects import edge
from ..measuring.moments import ENOUGH, Figure, difference, holm, p_value
from ..measuring.power import games_needed, smallest_effect
from ..playing.columns import card_sets
from .exhibits import Exhibit, LabelledFigure, MeasuredRun
from .prose import listed, per_hundred, signed, strength
from .sections import CARD_WORDS, player_at

TOLD = 6
"""Verdicts that are told in sentences,"""
DRAWN = 16
"""and drawn."""


@dataclass(frozen=True)
class Verdict:
    """Something and what it does to the win rate of whoever has it, in one run."""

    what: str
    family: str  # of what is alike and tested together
    run: MeasuredRun
    effect: Figure
    by_chance: bool  # whether chance assigns it, so that it is an effect and not only goes with winning
    clear: bool = False  # significant

    @property
    def who(self) -> str:
        """Who played."""
        return self.run.label


def verdicts(game: Game, runs: Sequence[MeasuredRun]) -> list[Verdict]:
    """All verdicts, strongest players first."""
    pure = [run for run in runs if run.is_pure and run.plan.players == runs[0].plan.players]
    found: list[Verdict] = []
    for run in sorted(pure, key=lambda run: strength(run.plan), reverse=True):
        mine = [one for one in _of(game, run) if min(one.effect.n, one.effect.deals) >= ENOUGH]
        for family in dict.fromkeys(one.family for one in mine):
            these = [one for one in mine if one.family == family]
            shown = holm([p_value(one.effect) for one in these])
            found += [replace(one, clear=is_clear) for one, is_clear in zip(these, shown, strict=True)]
    return found


def _of(game: Game, run: MeasuredRun) -> Iterator[Verdict]:
    found = run.findings
    if not game.cooperative:
        for turn in found.under("edge/turn"):
            who = player_at(int(turn))
            yield Verdict(f"{who[0].upper()}{who[1:]}", "turn order", run, edge(found, "turn", turn), True)
    for cards in card_sets(game)[:1]:
        for kind in found.under(f"card/{cards}/won"):
            effect = difference(found[f"card/{cards}/won/{kind}"])
            yield Verdict(f"{CARD_WORDS[cards][0].capitalize()} {kind}", "cards", run, effect, cards == "dealt")
    for panel in game.figures.PANELS:
        if isinstance(panel, Wins):
            for value in found.under(f"edge/wins/{panel.figure}"):
                name = panel.labels[int(value)] if value.isdigit() and int(value) < len(panel.labels) else value
                effect = edge(found, f"wins/{panel.figure}", value)
                yield Verdict(f"{panel.title}: {name}", panel.title, run, effect, panel.by_chance)
        elif isinstance(panel, Having):
            for bit, name in enumerate(panel.labels):
                moments = found[f"having/{panel.figure}/{bit}"]
                if min(moments.sums[1], moments.sums[3]) > 0:
                    yield Verdict(f"{panel.title}: {name}", panel.title, run, difference(moments), False)


def ranked(found: Sequence[Verdict], *, by_chance: bool) -> list[Verdict]:
    """The significant verdicts, one for each thing (of the strongest players who show it), the largest first."""
    first: dict[str, Verdict] = {}
    for one in found:
        if one.clear and one.by_chance == by_chance:
            first.setdefault(one.what, one)
    return sorted(first.values(), key=lambda one: -abs(one.effect.mean))


# ---------------------------------------------------------------- told
def told(found: Sequence[Verdict]) -> list[str]:
    """The largest effects in sentences, and where players of different strength disagree."""
    sentences = [_sentence(one, found) for one in ranked(found, by_chance=True)[:TOLD]]
    for family in dict.fromkeys(one.family for one in found if one.by_chance):
        these = [one for one in found if one.family == family and one.by_chance]
        if not any(one.clear for one in these):
            sentences.append(_nothing(these))
    linked = ranked(found, by_chance=False)
    if linked:
        one = linked[0]
        sentences.append(
            f"Of what players choose, this goes with winning most (which need not be its effect): {one.what}, "
            f"{per_hundred(one.effect)} among {one.who} players."
        )
    return sentences


def _sentence(one: Verdict, found: Sequence[Verdict]) -> str:
    others = [other for other in found if other.what == one.what and other.who != one.who]
    compared = (
        "" if one.family == "cards" else " against a fair share" if one.family == "turn order" else " against all"
    )
    text = f"{one.what}: {per_hundred(one.effect)}{compared} among {one.who} players."
    against = [other for other in others if other.clear and other.effect.mean * one.effect.mean < 0]
    unseen = [other.who for other in others if not other.clear]
    if against:
        opposite = ", ".join(f"{other.who} {signed(other.effect.mean)}" for other in against)
        text += f" Other players show the opposite: {opposite}."
    elif unseen:
        text += f" Not significant among {listed(unseen)} players."
    return text


def _nothing(these: Sequence[Verdict]) -> str:
    """A kind of thing of which nothing is significant, and what could have been seen."""
    surest = min(these, key=lambda one: one.effect.error)
    tests = sum(one.who == surest.who for one in these)
    least = smallest_effect(surest.effect.error, tests)
    return (
        f"{surest.family.capitalize()}: nothing significant. {surest.run.findings.games:,} games by {surest.who} would "
        f"most likely have shown an effect of {100 * least:.1f} games per hundred."
    )


def exhibit(found: Sequence[Verdict]) -> Exhibit | None:
    """The largest effects by who played; None if nothing is significant."""
    named = [one.what for one in ranked(found, by_chance=True)[:DRAWN]]
    players = list(dict.fromkeys(one.who for one in reversed(found)))  # weakest first, as everywhere
    rows = tuple(
        LabelledFigure(what, who, one.effect)
        for what in named
        for who in players
        for one in found
        if (one.what, one.who) == (what, who)
    )
    note = "Win rate minus the fair share or, for cards, minus that of players without the card."
    return Exhibit("What changes who wins", rows, "dots", True, note, True) if rows else None


# ---------------------------------------------------------------- what it would take
@dataclass(frozen=True)
class Need:
    """What it takes to see an effect of one game in a hundred on a kind of thing, with some players."""

    family: str
    who: str
    games: int  # that were played
    least: float  # the smallest effect that these would most likely have shown
    needed: int


def needs(found: Sequence[Verdict]) -> list[Need]:
    """What it would take to see one game in a hundred, for every kind of thing that chance assigns."""
    made = []
    for family, who in dict.fromkeys((one.family, one.who) for one in found if one.by_chance):
        these = [one for one in found if (one.family, one.who) == (family, who)]
        usual = sorted(these, key=lambda one: one.effect.error)[len(these) // 2]
        games = usual.run.findings.games
        needed = games_needed(usual.effect, games, tests=len(these))
        if needed is not None:
            made.append(Need(family, who, games, smallest_effect(usual.effect.error, len(these)), needed))
    return made
