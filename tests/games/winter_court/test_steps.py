"""Winter Court: a step of a play is legal exactly if some legal play can still come of it (WC-24)."""

from __future__ import annotations

import pytest

from tests.games.winter_court.brute import Play, every_play, next_steps
from tests.games.winter_court.positions import GAME, act, legal, position, some_position
from tests.playouts import random_states
from tests.rulebook import rule
from weatherdeck.games.winter_court import rules
from weatherdeck.games.winter_court.notation import parse, text
from weatherdeck.games.winter_court.reach import WIZARD
from weatherdeck.games.winter_court.rules import AFTER, SECOND, START, State


def assert_exact(s: State) -> int:
    """Walk every beginning of a play, and compare what is legal with brute force; how many there were."""
    following = next_steps(every_play(s))
    beginnings: list[tuple[Play, State]] = [((), s)]
    seen = 0
    while beginnings:
        steps, now = beginnings.pop()
        open_ = {text(action) for action in GAME.legal(now)}
        if not steps:
            open_ = {action for action in open_ if ">" in action}
        assert open_ == following.get(steps, set()), f"after {steps} from {s}"
        seen += 1
        for step in open_ - {"commit"}:
            then = now.copy()
            rules.apply(then, parse(step), [0, 0, 0, 0])
            beginnings.append(((*steps, step), then))
    assert seen == max(1, len(following))
    return seen


@rule("WC-24")
@pytest.mark.parametrize("seed", range(150))
def test_on_random_positions_the_steps_are_those_of_brute_force(seed: int) -> None:
    assert assert_exact(some_position(seed)) >= 1


@rule("WC-23", "WC-24")
@pytest.mark.parametrize("seed", range(6))
def test_along_random_games_the_steps_are_those_of_brute_force(seed: int) -> None:
    compared = 0
    for s in random_states(GAME, seed):
        if s.phase in (START, SECOND) and s.hand_size[s.to_move] <= 9:
            assert_exact(s)
            compared += 1
        if s.phase == AFTER and s.ready >> WIZARD & 1:
            assert ("wizard" in legal(s)) == any(every_play(s)), "the Wizard is open only if some play is possible"
    assert compared > 10


HARD = {
    "the Knight's card must come from the suit that is played": (
        "Mi4 Mi5 Mi6 Mi1",
        {"I": "0 Mi2", "A": "1 La10 We3", "C": "1 De10", "K": "1 La9"},
    ),
    "Knight and Matchmaker share a suit": (
        "La2 La1 Mi9 Mi4 Mi3",
        {"I": "0 Mi2", "K": "0 La4", "A": "1 La10 Mi8", "F": "1 La9 We9"},
    ),
    "Lover and Matchmaker share a suit": (
        "Mi2 De9 De10 De2 Mi1",
        {"J": "0 De1", "K": "0 La4", "C": "1 Mi10 De8 Mi6", "I": "1 Mi9", "A": "1 La10"},
    ),
    "low cards are added and boosts at once": (
        "La1 La2 La3 Mi1 Mi2 Mi3 De1 De2 De3",
        {"I": "0 Mi4", "J": "0 De4", "A": "1 La10 Mi7", "K": "1 La9 Wi2", "F": "1 We10 Kn8"},
    ),
    "all four powers may join": (
        "Kn4 Kn1 Wi5 Wi2 Mi4 Mi3 De6 De1",
        {"I": "0 Mi2", "J": "0 De2", "K": "0 La2", "L": "0 Wi1", "B": "1 Kn10 Wi10 Mi5", "G": "1 Kn9 Mi7"},
    ),
    "equal rank is neither higher nor lower": (
        "Wi5 Kn5 Wi9 Kn4",
        {"L": "0 Wi2", "K": "0 La2", "B": "1 Kn3 Wi6", "D": "1 We5", "G": "1 Kn9"},
    ),
    "nothing beats anything": ("Wi4 Kn3", {"B": "1 Kn10", "D": "1 We9", "L": "1 Wi9", "E": "1 De8", "G": "1 Kn9"}),
}


@rule("WC-24")
@pytest.mark.parametrize("name", HARD)
def test_on_hard_positions_the_steps_are_those_of_brute_force(name: str) -> None:
    hand, influence = HARD[name]
    assert_exact(position(hand, influence=influence))


@rule("WC-24", "WC-15")
def test_the_second_play_too_has_the_steps_of_brute_force() -> None:
    influence = {"E": "0 Kn2", "I": "0 Mi2", "J": "0 De2", "K": "0 La2", "L": "0 Wi1", "B": "1 Kn10 Wi10"}
    s = position("Kn4 Kn1 Wi5 Wi2 Mi4 Mi3 De6", influence=influence)
    assert_exact(act(s, "Mi4>C", "commit", "wizard"))
    s = position("Kn4 Kn1 Wi5 Wi2 Mi4 Mi3 De6", influence=influence)
    assert_exact(act(s, "Mi4>C", "lover:De6", "boost:Mi3", "commit", "wizard"))


@rule("WC-24")
def test_a_play_is_one_sequence_in_one_order() -> None:
    influence = {"I": "0 Mi5", "J": "0 De5", "K": "0 La5", "L": "0 Wi5", "B": "1 Kn9"}
    s = position("Kn8 Mi1 Mi2 De1 De2 Wi1 Wi2", influence=influence)
    plays = [play for play in every_play(s) if play[0] == "Kn8>B"]
    assert len({frozenset(play) for play in plays}) == len(plays) == len(set(plays))
    act(s, "Kn8>B", "lover:De2")
    assert "knight:Mi1" not in legal(s)  # the Knight would have come before the Lover
    assert "fool" not in legal(s)
    act(s, "boost:De1")
    assert not [action for action in legal(s) if action.startswith("matchmaker")]


@rule("WC-24")
def test_boosts_ascend_by_suit_and_then_by_rank() -> None:
    s = position("La4 La1 La2 Mi5 Mi1 Mi3", influence={"I": "0 Mi2"})
    act(s, "La4>A", "knight:Mi5", "boost:La2")
    assert legal(s) == ["boost:Mi1", "boost:Mi3", "commit"]
    act(s, "boost:Mi3")
    assert legal(s) == ["commit"]


@rule("WC-24")
def test_a_step_that_can_lead_to_no_legal_play_is_not_open() -> None:
    s = position("La4 La1 La2 La3", influence={"A": "1 Mi9"})
    act(s, "La4>A")
    assert legal(s) == ["boost:La1"]  # 4 + 1 + 2 + 3 is 10; without the 1 it is not above 9
