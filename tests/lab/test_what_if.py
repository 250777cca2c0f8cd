"""What if: everything that a game allows is tried, forbidden powers are not used, and intervals hold together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from weatherdeck.errors import Problem
from weatherdeck.games import registry
from weatherdeck.games.game import a_whole_move
from weatherdeck.lab import Design, Here, Setup
from weatherdeck.lab.comparing.pairing import RESTRICTED, change
from weatherdeck.lab.comparing.what_if import Try, ranked, tries, what_if
from weatherdeck.lab.measuring.measure import Findings
from weatherdeck.lab.playing.batch import play
from weatherdeck.lab.playing.plan import RunPlan, plan


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEATHERDECK_INTERPRETED", "1")  # a few games: compiling takes longer than playing them


# ---------------------------------------------------------------- what is tried
@pytest.mark.parametrize("name", registry.ours())
def test_every_option_parameter_and_power_is_tried(name: str) -> None:
    game = registry.load(name)
    if not game.options and not game.powers:
        return
    found = tries(Setup(name), Design.of("random:8"), ["options", "parameters", "powers"])
    names = [one.name for one in found.tries]
    assert len(set(names)) == len(names)
    assert len([one for one in found.tries if one.kind == "powers"]) == len(game.powers)
    for option in game.options:
        stepped = [one for one in found.tries if one.plan.options.keys() == {option.name}]
        refused = [what for what, _ in found.refused if what.startswith(f"{option.name}=")]
        assert stepped or refused
        assert {one.kind for one in stepped} <= {"parameters" if option.is_parameter else "options"}
    for one in found.tries:
        assert (one.plan.seed, one.plan.games, one.plan.repeats) == (1, 8, 1), "the same deals, each played once"


def test_every_neighbouring_deck_is_tried() -> None:
    game = registry.load("weathervanes")
    found = tries(Setup("weathervanes"), Design.of("random:8")).tries
    decks = [(one.name, one.plan.deck) for one in found if one.kind == "cards"]
    assert decks == list(game.neighbours())
    assert all(one.plan.deck is None for one in found if one.kind != "cards")


def test_some_kinds_and_names_only() -> None:
    assert {one.kind for one in tries(Setup("winter-court"), Design.of("random:8"), ["powers"]).tries} == {"powers"}
    found = tries(Setup("winter-court"), Design.of("random:8"), matching="Sage").tries
    assert 2 < len(found) < 10
    assert all("Sage" in one.name for one in found)
    options = tries(Setup("four-seasons"), Design.of("random:8"), ["options"])
    assert {one.kind for one in options.tries} == {"options"}
    assert not options.refused, "what was not to be tried is not refused, either"
    with pytest.raises(Problem, match="expected some of cards, options, parameters, powers, not 'nonsense'"):
        tries(Setup("winter-court"), Design.of("random:8"), ["nonsense"])
    with pytest.raises(Problem, match="nothing to try of cards"):
        tries(Setup("tradewinds"), Design.of("random:8"), ["cards"])
    with pytest.raises(Problem, match="the same bot in all seats"):
        tries(Setup("winter-court"), Design.of("greedy,random:8"))


# ---------------------------------------------------------------- restricted play
def used(planned: RunPlan, batch: int = 0) -> tuple[int, int]:
    """How often the restricted seat, and how often the others, chose what is forbidden."""
    table = play(planned, batch)["decisions"]
    games, seats, actions, legal = (table[name].to_numpy() for name in ("game", "seat", "action", "legal"))
    forbidden = np.isin(actions, np.array(planned.forbidden_actions))
    if planned.load().place is a_whole_move:  # what somebody has to do is not a choice; a step before it may have been
        forbidden &= legal > 1
    mine = seats == planned.restricted_seat(games)
    return int((forbidden & mine).sum()), int((forbidden & ~mine).sum())


@pytest.mark.parametrize(
    ("name", "power"), [(name, power.name) for name in registry.ours() for power in registry.load(name).powers]
)
def test_a_power_that_is_forbidden_to_a_seat_is_used_by_others_only(name: str, power: str) -> None:
    planned = plan(name, "random", games=20, repeats=1, decisions=True)
    mine, others = used(replace(planned, batch=20, forbidden=power))
    assert others > 0, "or else this shows nothing"
    assert mine <= others / 20, "only if there is no other move"


def test_nothing_forbidden_is_the_game_as_it_was() -> None:
    planned = plan("four-seasons", "greedy", games=4, repeats=1)
    tables, others = play(planned, 0), play(replace(planned, forbidden="no such power"), 0)
    assert all(tables[name].equals(others[name]) for name in tables)


def test_the_seat_without_all_tokens_has_none_used() -> None:
    planned = replace(plan("four-seasons", "greedy", games=8, repeats=1), forbidden="all tokens")
    seats = play(planned, 0)["seats"]
    here = seats["seat"].to_numpy() == planned.restricted_seat(seats["game"].to_numpy())
    spent = seats["tokens_used"].to_numpy() != 0
    assert not spent[here].any()
    assert spent[~here].any()


# ---------------------------------------------------------------- ranked
def made(deals: int, shift: float, rng: np.random.Generator) -> Findings:
    """A game in which the restricted seat wins a quarter of the games, and so much less with the variation."""
    found, ones = Findings(deals=deals), np.ones(deals)
    luck = rng.random(deals)
    found.add(RESTRICTED, np.stack([luck < 0.25 + shift, ones, luck < 0.25, ones], axis=1).astype(float))
    found.add("decisions", np.stack([ones * 9, ones, ones * 8, ones], axis=1))
    return found


def attempts(number: int) -> list[Try]:
    planned = plan("weathervanes", "random", games=8)
    return [Try(f"try {n}", "powers", replace(planned, forbidden=str(n))) for n in range(number)]


def test_significant_effects_come_first_and_the_largest_first() -> None:
    rng = np.random.default_rng(3)
    shifts = (0.0, -0.05, -0.15, 0.1, 0.0)
    some = list(zip(attempts(5), [made(2000, shift, rng) for shift in shifts], strict=True))
    effects, tested = ranked(registry.load("weathervanes"), some[0][0].plan, some)
    assert tested == 5
    assert [effect.name for effect in effects[:3]] == ["try 2", "try 3", "try 1"]
    assert [effect.shown for effect in effects] == [True, True, True, False, False]
    for effect in effects[3:]:
        assert effect.difference.mean == 0
        assert effect.half == pytest.approx(-np.log(0.01) / 2000), "no deal differed: few can"
    assert effects[0].decisions.mean == 1


def test_a_significant_change_is_told_before_a_larger_one_that_may_be_chance() -> None:
    deals, found, ones = np.arange(1000), Findings(deals=1000), np.ones(1000)
    few = deals < 40
    rare = np.stack([deals < 22, few, (deals >= 18) & (deals < 30), few], axis=1).astype(float)
    won = np.random.default_rng(5).random((2, 1000)) < [[0.5], [0.3]]
    found.add("turn/1", np.stack([won[0], ones, won[1], ones], axis=1).astype(float))
    found.add("turn/2", rare)
    found.add("decisions", np.stack([ones, ones, ones, ones], axis=1))
    one = Try("try", "options", plan("weathervanes", "random", games=8))
    assert abs(change(found, "turn/2").mean) > abs(change(found, "turn/1").mean), "or else the order would show nothing"
    ((effect,), tested) = ranked(registry.load("weathervanes"), one.plan, [(one, found)])
    assert (tested, effect.shown) == (2, True)
    assert effect.figure == "win rate of the player 1 seat after the starting player"
    assert effect.bound > effect.high, "the other figure may have changed more"


def test_all_intervals_hold_together_in_19_of_20_families() -> None:
    """Twenty variations: the family of their intervals misses a truth at most 5% of the time."""
    rng = np.random.default_rng(8)
    shifts = [0.0, 0.02, -0.02, 0.1] * 5
    missed, families = 0, 150
    some = attempts(len(shifts))
    for _ in range(families):
        found = []
        for one, shift in zip(some, shifts, strict=True):
            base, other = rng.random(800), rng.random(800)  # unpaired, so that also no effect has noise
            vectors = [other < 0.25 + shift, np.ones(800), base < 0.25, np.ones(800)]
            findings = Findings(deals=800)
            findings.add(RESTRICTED, np.stack(vectors, axis=1).astype(float))
            findings.add("decisions", np.ones((800, 4)))
            found.append((one, findings))
        effects, _ = ranked(registry.load("weathervanes"), some[0].plan, found)
        truth = dict(zip((one.name for one in some), shifts, strict=True))
        missed += any(not effect.low <= truth[effect.name] <= effect.high for effect in effects)
    assert missed <= 0.05 * families + 3 * (0.05 * 0.95 * families) ** 0.5


# ---------------------------------------------------------------- as a whole
def test_what_if_is_stopped_resumed_and_shown(tmp_path: Path) -> None:
    class Interrupting(Here):
        def map(self, work, numbers):  # type: ignore[no-untyped-def]  # as Here
            yield from list(super().map(work, list(numbers)[:3]))
            raise KeyboardInterrupt

    some = {"kinds": ["powers"], "design": ["random:8"]}
    stopped = what_if("four-seasons", engine=Interrupting(), **some)  # type: ignore[arg-type]
    assert stopped.interrupted
    assert len(stopped.effects) == 2, "the baseline and two variations were played"
    told: list[tuple[str, int, int]] = []
    found = what_if(
        "four-seasons",
        ["powers"],
        ["random:8"],
        engine=Here(),
        on_progress=lambda what, done, total: told.append((what, done, total)),
    )
    assert not found.interrupted
    games = [(done, total) for what, done, total in told if what == "games"]
    assert games[0] == (24, 48)
    assert games[-1] == (48, 48)
    assert {effect.name for effect in found.effects} == {
        f"one seat without {power.name}" for power in found.game.powers
    }
    frame = found.frame()
    assert len(frame) == len(found.effects)
    page = found.write_report().read_text(encoding="utf-8")
    for effect in found.effects:
        assert effect.name in page
    assert "does not plan around what it lacks" in page
    assert found.folder == Path("lab/four-seasons-what-if")


def test_a_verdict_about_a_rule_that_the_bots_do_not_know_says_so() -> None:
    found = what_if("weathervanes", ["options"], ["greedy:4"], engine=Here())
    doubtful = {effect.name for effect in found.effects if effect.ignored}
    assert doubtful == {
        f"{option.name}=true"
        for option in found.game.options
        if not option.is_parameter and option.name not in (*found.game.knows, *found.game.neutral)
    }
    assert "constrained_lead=true" in doubtful
    assert any("may be about the bot" in sentence for sentence in found.summary())
