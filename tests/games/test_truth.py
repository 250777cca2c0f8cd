"""What the log says is true: each claim of a sentence or line is checked against the states around it, in random games.

A line once said that somebody held a member "more strongly" after its rank had dropped, and another that somebody was
to lead again when the round was over. A claim about what comes next is checked against what came next.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest

from tests.playouts import random_policy
from tests.sweeps import sample
from weatherdeck.conformance import variants
from weatherdeck.games import registry
from weatherdeck.games.events import Event
from weatherdeck.games.four_seasons import rules as seasons
from weatherdeck.games.four_seasons.deck import RANKS, SUIT_CARDS
from weatherdeck.games.lines import plain
from weatherdeck.games.options import Value
from weatherdeck.games.weathervanes import rules as vanes
from weatherdeck.games.winter_court import rules as court
from weatherdeck.games.winter_court.reach import NONE
from weatherdeck.match import Match

NAMES = ("Alberta", "Bernie", "Cecil", "Donna", "Edda", "Finn")
SEEDS = (0, 1, 2, 14)
"""In the last one, somebody at a table of three leads instead of a winner without cards."""
REACHING: list[tuple[int, int, dict[str, Value]]] = [
    (0, 2, {}),
    (0, 4, {}),
    (0, 4, {"rounds": 2}),
    (14, 3, {"rounds": 1}),
]
"""Matches that reach all claims between them: they are always read."""


@dataclass(frozen=True)
class Told:
    """An event with the states before and after its step, and all events of the step."""

    event: Event
    events: Sequence[Event]
    before: Any
    after: Any
    is_over: bool

    @property
    def later(self) -> list[str]:
        """What happened in the same step after it."""
        return [one.name for one in self.events[self.events.index(self.event) + 1 :]]

    def is_to_lead(self, seat: int) -> bool:
        """Whether the seat has the next decision, in the round that the event was about."""
        ended = {"dealt", "revealed", "scored", "passed_dealer", "ended"} & set(self.later)
        return not ended and not self.is_over and self.after.to_move == seat


Claim: TypeAlias = Callable[[Told, Event], bool]


def steps_of(name: str) -> Iterator[Told]:
    """Every event of some random games: in the proof, of every variant."""
    game = registry.load(name)
    cases = [(seed, players, options) for seed in SEEDS for players, options in variants(game)]
    for seed, players, options in sample("logs read", cases, REACHING):
        match = Match(game, seed=seed, players=players, options=options)
        choose = random_policy(seed)
        before = match.state.copy()
        while True:
            events = match.steps[-1].events
            for event in events:
                yield Told(event, events, before, match.state, match.is_over)
            if match.is_over:
                break
            before = match.state.copy()
            match.play(choose(match.state, match.legal()))


# ---------------------------------------------------------------- what each event claims
def _scored_parts(told: Told, e: Event) -> bool:
    s = told.before
    of_cards = (0, 1, s.points_of_2, s.points_of_3, s.points_of_4)[e["cards"]]
    return bool(of_cards + e["matches"] + e["bonus"] == abs(e["points"]))


def _judged(told: Told, e: Event) -> bool:
    """FS-19: what counts, not what lies there; the line says so."""
    others = [seasons.counted(told.after, seat, e["season"]) for seat in range(told.after.players) if seat != e["seat"]]
    return seasons.counted(told.after, e["seat"], e["season"]) == e["mine"] and max(others) == e["best"]


def _tie_or_more(told: Told, e: Event) -> bool:
    led: bool = told.before.leader in (e["seat"], e["partner"])
    return e["sum"] > e["against"] or (e["sum"] == e["against"] and not led)


def _made(told: Told, e: Event) -> bool:
    beaten: int = told.before.rank[e["member"]]
    return beaten == e["beaten"] and (e["total"] < beaten if e["fool"] else e["total"] > beaten)


CLAIMS: dict[str, dict[str, Claim]] = {
    "weathervanes": {
        "dealt": lambda told, e: {told.after.hand_size[seat] for seat in range(4)} == {e["cards"]},
        "scored": _scored_parts,
        "discarded": lambda told, e: told.after.cannot_hold[e["seat"]] != 0 or "dealt" in told.later or told.is_over,
        "passed_tokens": lambda told, _: (
            [told.after.token[(seat + 1) % 4] for seat in range(4)] == [told.before.token[seat] for seat in range(4)]
        ),
    },
    "tradewinds": {
        "dealt": lambda told, e: told.after.to_move == e["seat"] and set(told.after.hand_size) == {e["cards"]},
        "calmed": lambda told, _: not {"blown", "collected"} & {one.name for one in told.events},
        "collected": lambda told, _: (
            sum(one["points"] for one in told.events if one.name == "collected") == told.after.score - told.before.score
        ),
        "emptied": lambda told, e: told.before.down[e["pile"]] == 0,
    },
    "winter-court": {
        "dealt": lambda told, e: told.after.to_move == e["first"],
        "made": _made,
        "held": lambda told, e: told.before.pawn[e["member"]] == told.after.pawn[e["member"]] == e["seat"],
        "shifted": lambda told, e: told.after.pawn[e["member"]] == (e["seat"] if e["claimed"] else NONE),
        "returned": lambda told, e: told.before.pawn[e["member"]] == e["seat"] != told.after.pawn[e["member"]],
        "discarded": lambda told, e: told.after.hand_size[e["seat"]] == told.before.hand_size[e["seat"]] + 1,
        "exhausted": lambda told, _: told.after.pile_size == 0,
        "called_wizard": lambda told, e: told.after.phase == court.SECOND and told.after.to_move == e["seat"],
    },
    "tweedy-tricksters": {
        "won": _tie_or_more,
        "leads_next": lambda told, e: told.is_to_lead(e["seat"]) and told.after.n_played == 0,
        "passed_dealer": lambda told, e: told.after.dealer == e["seat"],
        "scored": lambda told, e: (
            told.after.score[e["seat"]] - told.before.score[e["seat"]]
            == told.after.score[e["partner"]] - told.before.score[e["partner"]]
            == e["points"]
        ),
        "target_set": lambda told, e: told.after.target == e["target"] and told.before.round == e["rounds"] - 1,
    },
    "four-seasons": {
        "opens": lambda told, e: told.after.to_move == e["seat"],
        "strayed": lambda told, e: not told.before.hand[e["seat"]] & SUIT_CARDS[e["suit"]],
        "leads_instead": lambda told, e: told.is_to_lead(e["seat"]) and told.after.hand_size[e["other"]] == 0,
        "passed_over": lambda told, e: told.before.hand_size[e["seat"]] <= 1,
        "season_judged": _judged,
        "dark_in_play": _judged,
        "round_won": lambda told, e: told.after.last_winners == e["seats"],
        "scored": lambda told, e: told.after.tenths[e["seat"]] == e["total"],
    },
}


@pytest.mark.parametrize("name", registry.ours())
def test_every_claim_of_the_log_is_true(name: str) -> None:
    claims, checked = CLAIMS[name], set()
    for told in steps_of(name):
        claim = claims.get(told.event.name)
        if claim is not None:
            assert claim(told, told.event), (told.event, [one.name for one in told.events])
            checked.add(told.event.name)
    assert checked == set(claims), "random play reaches every claim"


NEXT = re.compile(r"(?P<who>\w+)[^.:]*\b(?:leads (?:next|again|first)|so \w+ leads)\b")
"""Words that say who has the next decision."""


@pytest.mark.parametrize("name", registry.ours())
def test_nobody_is_said_to_lead_again_when_the_round_is_over(name: str) -> None:
    game = registry.load(name)
    for told in steps_of(name):
        line = game.line(told.event, NAMES)
        said = [game.words.sentence(told.event, NAMES) or ""]
        said += [plain(line.text), line.banner] if line else []
        for text in said:
            if NEXT.search(text) or "next to lead" in text or "first to lead" in text:
                assert told.is_to_lead(told.event["seat"]), text


STRONGER = re.compile(r"strong|higher total|more firmly")


def test_nothing_is_called_stronger_unless_its_rank_rose() -> None:
    game = registry.load("winter-court")
    for told in steps_of("winter-court"):
        if told.event.name in ("held", "made"):
            line = game.line(told.event, NAMES)
            text = f"{game.words.sentence(told.event, NAMES)} {line.text if line else ''}"
            if STRONGER.search(text):
                member = told.event["member"]
                assert told.after.rank[member] > told.before.rank[member], text


def test_a_tableau_is_started_only_where_there_was_none() -> None:
    game, lying = registry.load("weathervanes"), dict.fromkeys(range(4), 0)
    for told in steps_of("weathervanes"):
        e = told.event
        if e.name == "dealt" and e["round"] == 0:
            lying = dict.fromkeys(range(4), 0)
        elif e.name == "cleared":
            lying[e["seat"]] = 0
        elif e.name == "placed":
            text = game.words.sentence(e, NAMES) or ""
            assert ("starts" in text) == (lying[e["seat"]] == 0) == (e["cell"] == vanes.MIDDLE), text
            lying[e["seat"]] += 1


@pytest.mark.parametrize("name", registry.ours())
def test_a_prompt_names_who_is_to_move_and_only_numbers_that_may_be_played(name: str) -> None:
    game = registry.load(name)
    for players, options in variants(game):
        match = Match(game, seed=7, players=players, options=options)
        choose = random_policy(7)
        while not match.is_over:
            said = game.words.prompt(match.state, NAMES)
            assert said.startswith(f"{NAMES[match.state.to_move]}: "), said
            found = re.search(r"follow \w+ with ([\d, or]+)$", said)
            if found and name == "four-seasons":
                legal = {action % RANKS + 1 for action in match.legal() if action < seasons.FIRST_AUTUMN}
                assert {int(number) for number in re.findall(r"\d+", found[1])} == legal, said
            match.play(choose(match.state, match.legal()))
