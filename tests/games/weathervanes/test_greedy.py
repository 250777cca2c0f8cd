"""What the greedy player of Weathervanes knows."""

from __future__ import annotations

import pytest

from tests.games.weathervanes.positions import GAME, lay, legal, play, table
from tests.games.weathervanes.test_tableaux import _three_and_a_fourth
from tests.playouts import random_policy, random_states
from weatherdeck.games.weathervanes import greedy, rules, words
from weatherdeck.games.weathervanes.rules import State
from weatherdeck.kernel import can_compile, compiled
from weatherdeck.match import Match


def likes(s: State) -> dict[str, float]:
    """What the seat to move thinks of each legal action."""
    actions = GAME.legal(s)
    out = [0.0] * len(actions)
    greedy.prefer(s, actions, len(actions), out)
    return {words.text(action): liked for action, liked in zip(actions, out, strict=True)}


def best(s: State) -> str:
    thought = likes(s)
    return max(thought, key=lambda text: thought[text])


@pytest.mark.parametrize("options", [{}, {"partial_misere": True}, {"constrained_lead": True}])
def test_it_looks_only_at_what_the_seat_may_know_and_changes_nothing(options: dict[str, bool]) -> None:
    for s in random_states(GAME, 4, options=options):
        before = s.copy()
        assert likes(s) == likes(GAME.redacted(s, s.to_move))
        assert s == before


@pytest.mark.skipif(not can_compile(), reason="Numba is not available")
def test_it_is_the_same_compiled() -> None:
    fast = compiled(greedy, checked=True)
    for s in random_states(GAME, 5):
        actions, out, values = fast.ints(rules.MAX_LEGAL), fast.floats(rules.MAX_LEGAL), fast.floats(4)
        legal = GAME.legal(s)
        actions[: len(legal)] = legal
        fast.prefer(fast.load(s), actions, len(legal), out)
        assert out[: len(legal)].tolist() == list(likes(s).values())
        expected = [0.0] * 4
        greedy.value(s, expected)
        fast.value(fast.load(s), values)
        assert values.tolist() == expected
        assert all(-1 <= value <= 1 for value in expected)


def test_it_completes_a_tableau_and_takes_the_place_that_scores_more() -> None:
    three, fourth = _three_and_a_fourth()
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, fourth))
    lay(s, 1, three)
    play(s, "5b", "22b", "24r", "15b")
    assert s.phase == rules.PLACE
    assert all(liked >= 16 for liked in likes(s).values())
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 5), tokens="rgyb")
    lay(s, 1, {"first": 1})
    play(s, "5b", "22b", "24r", "15b")
    assert best(s) == "@s", "below 1, 5 matches in both pairs, one of them in the token's suit"


def test_the_last_to_play_wins_or_loses_the_trick_by_which_display_it_needs() -> None:
    three, fourth = _three_and_a_fourth()
    # The trick points at seat 3's Display. If seat 3 wins it takes that one; if seat 0 wins it takes seat 2's.
    for needed, expected in ((3, "15b"), (2, "1b")):
        display = [9, 9, 9, 9]
        display[needed] = fourth
        s = table([[5, 2], [12, 2], [24, 2], [15, 1]], display=display)
        lay(s, 3, three)
        play(s, "5b", "12r", "24r")
        assert legal(s) == {"15b", "1b"}
        assert best(s) == expected


def test_it_clearly_beats_random_players() -> None:
    won = 0.0
    for seed in range(24):
        match, at_random = Match(GAME, seed=seed), random_policy(seed)
        while not match.is_over:
            mine = match.to_move == seed % 4
            match.play(best(match.state) if mine else at_random(match.state, match.legal()))
        won += seed % 4 in match.result()["winners"]
    assert won >= 15, "one seat of four, by chance, would win six"
