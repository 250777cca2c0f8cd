"""Every game keeps the contract; and the suite finds out a game that does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from tests.decks import WITH_DECKS, with_another_deck
from tests.sweeps import seeds
from weatherdeck import conformance, kernel
from weatherdeck.games import registry
from weatherdeck.games.art import flaws
from weatherdeck.games.contest import Rivals, Team
from weatherdeck.games.game import Game, Standing
from weatherdeck.games.weathervanes import rules
from weatherdeck.kernel import cuda

PLAN = conformance.Plan(games=2)
SEEDS = seeds("games of the contract")


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.name)
@pytest.mark.parametrize("name", registry.names())
def test_the_game_keeps_the_contract(name: str, check: conformance.Check) -> None:
    assert list(check.find(registry.load(name), conformance.Plan(games=len(SEEDS), seed=SEEDS.start))) == []


QUICK = [
    check for check in conformance.CHECKS if check.name in ("vocabulary", "dealing", "views", "clicking", "replays")
]


@pytest.mark.parametrize("check", QUICK, ids=lambda check: check.name)
@pytest.mark.parametrize("name", WITH_DECKS)
def test_a_game_keeps_the_contract_with_another_deck(name: str, check: conformance.Check) -> None:
    assert list(check.find(with_another_deck(name), conformance.Plan(games=1))) == []


GAME = registry.load("weathervanes")


def changed(module: Any, **functions: Any) -> Any:
    """A module with some functions replaced."""
    copy = ModuleType(module.__name__ + "_changed")
    copy.__dict__.update(vars(module))
    copy.__dict__.update(functions)
    return copy


def found(game: Game, check: Callable[[Game, conformance.Plan], conformance.Problems]) -> str:
    problems = conformance._first(check(game, PLAN), 3)
    return "\n".join(problems)


def test_a_view_that_shows_a_hidden_card_is_found_out() -> None:
    leaky = changed(GAME.view, view=lambda s, seat: {**GAME.view.view(s, seat), "oops": s.hand[0]})
    assert "the view changes" in found(replace(GAME, view=leaky), conformance.secrets)


def test_a_spectators_view_that_shows_a_hidden_card_is_found_out() -> None:
    def view(s: Any, seat: int | None) -> dict[str, Any]:
        return {**GAME.view.view(s, seat), "oops": s.hand[0] if seat is None else 0}

    assert "spectator" in found(replace(GAME, view=changed(GAME.view, view=view)), conformance.secrets)


SEEN = {
    "an unknown key": "Extra inputs",
    "a missing key": "heading: Field required",
    "a wrong type": "seats.0.score: Input should be a valid integer",
    "a wrong literal": "'play'",
}


@pytest.mark.parametrize("mistake", SEEN)
def test_a_view_that_is_not_as_declared_is_found_out(mistake: str) -> None:
    def view(s: Any, seat: int | None) -> dict[str, Any]:
        seen: dict[str, Any] = {**GAME.view.view(s, seat)}
        if seat is None and s.trick == 2:
            return wrong[mistake](seen)
        return seen

    wrong: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
        "an unknown key": lambda seen: seen | {"oops": 1},
        "a missing key": lambda seen: {key: part for key, part in seen.items() if key != "heading"},
        "a wrong type": lambda seen: seen | {"seats": [{**seat, "score": "7"} for seat in seen["seats"]]},
        "a wrong literal": lambda seen: seen | {"phase": "elsewhere"},
    }
    problems = found(replace(GAME, view=changed(GAME.view, view=view)), conformance.views)
    assert SEEN[mistake] in problems
    assert "spectator" in problems


def test_a_view_without_a_declared_type_is_found_out() -> None:
    bare = changed(GAME.view)
    del bare.View
    assert found(replace(GAME, view=bare), conformance.views) == "view.py declares no type View"


def test_a_view_that_breaks_the_conventions_of_generic_tables_is_found_out() -> None:
    def view(s: Any, seat: int | None) -> dict[str, Any]:
        return {**GAME.view.view(s, seat), "seats": []}

    assert "one object per seat" in found(replace(GAME, view=changed(GAME.view, view=view)), conformance.views)


def test_a_status_that_tells_a_hidden_card_is_found_out() -> None:
    words = changed(GAME.words, status=lambda s: f"Somebody holds {s.hand[0]}")
    assert "depend on what is hidden" in found(replace(GAME, words=words), conformance.standings)


def test_a_standing_that_tells_a_hidden_card_is_found_out() -> None:
    def standing(s: Any, seat: int) -> Standing:
        return replace(GAME.words.standing(s, seat), note=str(s.hand[seat] & 1))

    found_out = found(replace(GAME, words=changed(GAME.words, standing=standing)), conformance.standings)
    assert "depend on what is hidden" in found_out


def test_standings_that_name_other_winners_than_the_results_are_found_out() -> None:
    def standing(s: Any, seat: int) -> Standing:
        told = GAME.words.standing(s, seat)
        return told if told.won is None else replace(told, won=not told.won)

    found_out = found(replace(GAME, words=changed(GAME.words, standing=standing)), conformance.standings)
    assert "different winners" in found_out


def test_a_game_that_is_won_before_its_end_is_found_out() -> None:
    words = changed(GAME.words, standing=lambda s, seat: Standing("0", won=False))  # noqa: ARG005
    assert "until the end" in found(replace(GAME, words=words), conformance.standings)


@pytest.mark.parametrize(
    ("sign", "flaw"),
    [
        ({"colour": "#123456"}, "needs one to three letters"),
        ({"letters": "Longer", "colour": "#123456"}, "needs one to three letters"),
        ({"letters": "A"}, "has no colour"),
        ({"letters": "A", "colour": "red"}, "not one like"),
        ({"letters": "A", "colour": "#123456", "symbol": "<>"}, "not one character"),
        ({"letters": "A", "colour": "#123456", "paths": ["M0 0Z"]}, "a path that is not an object"),
        ({"letters": "A", "colour": "#123456", "paths": [{"path": "M0 0Z"}]}, "no box"),
    ],
)
def test_a_sign_that_cannot_be_drawn_is_found_out(sign: dict[str, Any], flaw: str) -> None:
    assert any(flaw in line for line in flaws({"signs": {"a": sign}}))


def test_a_redact_that_leaves_something_is_found_out() -> None:
    def redact(s: rules.State, seat: int) -> None:
        aside = s.hand[(seat + 1) % 4]
        rules.redact(s, seat)
        s.hand[(seat + 1) % 4] = aside

    assert found(replace(GAME, rules=changed(GAME.rules, redact=redact)), conformance.secrets)


def test_an_observation_of_a_hidden_card_is_found_out() -> None:
    def observe(s: rules.State, seat: int, out: Any) -> None:
        rules.observe(s, seat, out)
        out[0] = s.hand[(seat + 1) % 4] & 1

    assert "observation" in found(replace(GAME, rules=changed(GAME.rules, observe=observe)), conformance.secrets)


@pytest.mark.parametrize("value", [1.5, -0.25, float("nan")])
def test_an_observation_out_of_its_bounds_is_found_out(value: float) -> None:
    def observe(s: rules.State, seat: int, out: Any) -> None:
        rules.observe(s, seat, out)
        out[0] = value

    strange = replace(GAME, rules=changed(GAME.rules, observe=observe))
    assert "hand is not from 0.0 to 1.0" in found(strange, conformance.observations)


def test_a_lost_card_is_found_out() -> None:
    def apply(s: rules.State, action: int, rng: Any) -> None:
        rules.apply(s, action, rng)
        s.discard = 0

    assert "copies of card" in found(replace(GAME, rules=changed(GAME.rules, apply=apply)), conformance.play)


def test_a_reveal_that_no_event_tells_is_found_out() -> None:
    quiet = changed(GAME.rules)
    quiet.EVENTS = conformance_events()
    assert found(replace(GAME, rules=quiet), conformance.reveals)


def conformance_events() -> Any:
    from weatherdeck.games.events import Events

    events = Events()
    for kind in rules.EVENTS.kinds:
        events.add(kind.name, " ".join(kind.parts), reveals=kind.name in ("dealt", "ended"))
    return events


def test_a_deal_that_keeps_something_of_the_last_game_is_found_out() -> None:
    def deal(s: rules.State, rng: Any) -> None:
        score = s.score[0]
        rules.deal(s, rng)
        s.score[0] = score

    assert "used state" in found(replace(GAME, rules=changed(GAME.rules, deal=deal)), conformance.dealing)


def test_a_notation_that_does_not_come_back_is_found_out() -> None:
    words = changed(GAME.words, parse=lambda text: (GAME.words.parse(text) + 1) % rules.ACTIONS)
    assert "parse(" in found(replace(GAME, words=words), conformance.vocabulary)


def test_a_game_that_is_longer_than_it_says_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [check for check in conformance.CHECKS if check.name in ("vocabulary", "play", "secrets", "replays")]
    monkeypatch.setattr(conformance, "CHECKS", tuple(few))  # all others would compile this game
    outcomes = conformance.run(replace(GAME, rules=changed(GAME.rules), longest=lambda _: 100), PLAN)
    said = {outcome.check.name: any("not over after 100" in line for line in outcome.problems) for outcome in outcomes}
    assert said == {"vocabulary": False, "play": True, "secrets": True, "replays": True}


def test_a_check_that_cannot_be_made_is_skipped_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [check for check in conformance.CHECKS if check.name in ("stories", "device", "twins", "vocabulary")]
    monkeypatch.setattr(conformance, "CHECKS", tuple(few))
    monkeypatch.setattr(kernel, "can_compile", lambda: False)
    monkeypatch.setattr(cuda, "why_not", lambda: "there is no GPU")
    outcomes = {outcome.check.name: outcome for outcome in conformance.run(replace(GAME, story=None), PLAN)}
    assert outcomes["vocabulary"].status == "ok"
    assert outcomes["device"].skipped == "there is no GPU"
    assert {outcome.status for name, outcome in outcomes.items() if name != "vocabulary"} == {"skipped"}
    assert all(outcome.skipped and not outcome.problems for name, outcome in outcomes.items() if name != "vocabulary")


def test_returns_that_are_no_numbers_from_minus_one_to_one_are_found_out() -> None:
    def returns(s: rules.State, out: Any) -> None:
        out[:] = [5.0] * 4

    assert "returns" in found(replace(GAME, rules=changed(GAME.rules, returns=returns)), conformance.play)


def test_returns_that_do_not_add_up_are_found_out() -> None:
    def returns(s: rules.State, out: Any) -> None:
        out[:] = [1.0, 1.0, 0.0, 0.0]

    everyone_wins = replace(GAME, rules=changed(GAME.rules, returns=returns))
    assert "zero-sum game add up to 2.0" in found(everyone_wins, conformance.play)
    assert "different returns" in found(replace(everyone_wins, contest=Team()), conformance.play)
    assert "returns" not in found(replace(everyone_wins, contest=Rivals(zero_sum=False)), conformance.play)


def test_a_declaration_that_is_not_true_is_found_out() -> None:
    greedy: Any = GAME.greedy
    for flag in ("HIDDEN_KINDS", "RECALLS"):
        wrong = changed(greedy, **{flag: not getattr(greedy, flag)})
        assert f"greedy.py: {flag} is " in found(replace(GAME, greedy=wrong), conformance.declarations)
    half = changed(greedy, HIDDEN_KINDS=True, kinds=lambda _: 2)
    assert "but it has kinds" in found(replace(GAME, greedy=half), conformance.declarations)
    silent = changed(GAME.figures, LEADS=False, SCORE=None)
    assert found(replace(GAME, figures=silent), conformance.declarations).splitlines() == [
        "figures.py: LEADS is not set, so it does not have leaders; but it has leaders",
        "figures.py: SCORE is not set, so it does not have points_of; but it has points_of",
    ]
    upside_down = Team(points=lambda result: -result)
    assert "bounds" in found(replace(GAME, contest=upside_down), conformance.declarations)
