"""The one-look judgement of 4 Seasons: it knows no more than it may, changes nothing, and is better than chance."""

from __future__ import annotations

import random

import pytest

from tests.games.four_seasons.table import do, only_token, position, without_tokens
from tests.playouts import random_states
from weatherdeck.games.four_seasons import GAME, greedy, rules
from weatherdeck.games.four_seasons.deck import DARKNESS
from weatherdeck.games.four_seasons.rules import State
from weatherdeck.kernel import Ints, Twin, fastest


def likes(s: State) -> dict[str, float]:
    """How much the seat to move would like each action, by notation."""
    actions = GAME.legal(s)
    out = [0.0] * len(actions)
    greedy.prefer(s, actions, len(actions), out)
    return {GAME.words.text(action): liked for action, liked in zip(actions, out, strict=True)}


def favourite(s: State) -> str:
    liked = likes(s)
    return max(liked, key=lambda action: liked[action])


@pytest.mark.parametrize(("players", "rounds"), [(3, None), (4, None), (5, 2), (6, None)])
def test_it_looks_only_at_what_the_mover_may_know(players: int, rounds: int | None) -> None:
    for seed in range(6):
        for s in random_states(GAME, seed, players=players, options={"rounds": rounds}):
            if not rules.is_over(s):
                redacted = s.copy()
                rules.redact(redacted, s.to_move)
                assert likes(redacted) == likes(s)


@pytest.mark.parametrize(("players", "rounds"), [(3, 2), (4, None), (5, None), (6, 1)])
def test_it_changes_nothing_and_both_twins_agree(players: int, rounds: int | None) -> None:
    twin = fastest(greedy)
    for seed in range(4):
        for s in random_states(GAME, seed, players=players, options={"rounds": rounds}):
            before = s.to_bytes()
            packed = twin.load(s)
            actions = GAME.legal(s)
            row = twin.ints(len(actions))
            row[:] = actions
            slow = [0.0] * len(actions)
            fast = twin.floats(len(actions))
            fast[:] = [9.0] * len(actions)  # what was there before does not matter
            greedy.prefer(s, actions, len(actions), slow)
            twin.prefer(packed, row, len(actions), fast)
            assert list(fast) == slow
            assert twin.chapter(packed) == greedy.chapter(s)
            assert s.to_bytes() == before == twin.unload(State, packed).to_bytes()


def test_the_value_is_within_bounds_and_leaves_the_state_alone() -> None:
    twin = fastest(greedy)
    for players, rounds in [(3, None), (4, 1), (5, 3), (6, None)]:
        for seed in range(10):
            *_, s = random_states(GAME, seed, players=players, options={"rounds": rounds})
            before = s.to_bytes()
            slow = [0.0] * players
            fast = twin.floats(players)
            greedy.value(s, slow)
            twin.value(twin.load(s), fast)
            assert list(fast) == slow
            assert all(-1 <= one <= 1 for one in slow)
            assert s.to_bytes() == before
            results = [0.0] * players
            rules.returns(s, results)
            for winner in range(players):
                for loser in range(players):
                    if results[winner] > results[loser] and (s.rounds or s.role[winner] == s.role[loser]):
                        assert slow[winner] > slow[loser]


# ---------------------------------------------------------------- strength


def won(players: int, greedy_roles: str, games: int) -> tuple[float, float]:
    """How often the team and how often a Darkness won, with some of them greedy and the others at random."""
    play = fastest(rules)
    judge = fastest(greedy)
    actions = play.ints(rules.MAX_LEGAL)
    liked = play.floats(rules.MAX_LEGAL)
    chooser = random.Random(1)
    team: list[int] = []
    dark: list[int] = []
    for game in range(games):
        rng = play.rng(game)
        s = play.load(GAME.new_state(players))
        play.deal(s, rng)
        role = [int(one) for one in s["role"]] if play.mode == "compiled" else list(s.role)
        while not play.is_over(s):
            n = play.legal(s, actions)
            mover = int(s["to_move"] if play.mode == "compiled" else s.to_move)
            if ("dark" if role[mover] == DARKNESS else "team") in greedy_roles:
                play.apply(s, _best(judge, s, actions, n, liked), rng)
            else:
                play.apply(s, int(actions[chooser.randrange(n)]), rng)
        end = play.unload(State, s)
        assert isinstance(end, State)
        dark += [end.last_winners >> seat & 1 for seat in range(players) if end.last_role[seat] == DARKNESS]
        team.append(next(end.last_winners >> seat & 1 for seat in range(players) if end.last_role[seat] != DARKNESS))
    return sum(team) / len(team), sum(dark) / len(dark)


def _best(judge: Twin, s: State, actions: Ints, n: int, liked: list[float]) -> int:
    judge.prefer(s, actions, n, liked)
    return int(actions[max(range(n), key=lambda i: liked[i])])


@pytest.mark.parametrize(("players", "gain"), [(3, 0.2), (4, 0.06), (5, 0.08), (6, 0.04)])
def test_a_greedy_team_wins_more_often(players: int, gain: float) -> None:
    assert won(players, "team", 200)[0] > won(players, "", 200)[0] + gain


@pytest.mark.parametrize(("players", "gain"), [(3, 0.05), (4, 0.1), (5, 0.1), (6, 0.1)])
def test_a_greedy_darkness_wins_more_often(players: int, gain: float) -> None:
    assert won(players, "dark", 200)[1] > won(players, "", 200)[1] + gain


# ---------------------------------------------------------------- positions


def test_a_season_takes_its_own_suit_when_it_can() -> None:
    s = without_tokens(
        position("Su2 Au1", "Su3 Au2", "Su4 Au3", "Su9 Su1", roles=("autumn", "spring", "winter", "summer"))
    )
    do(s, "Su2", "Su3", "Su4")
    assert favourite(s) == "Su9"


def test_a_season_leaves_the_trick_to_whoever_collects_the_suit() -> None:
    hands = ("Au4 Sp1", "Au7 Sp2", "Au2 Sp3", "Au9 Au1")
    s = without_tokens(position(*hands, roles=("winter", "autumn", "spring", "summer"), won={1: "Au3 Au5 Au6"}))
    do(s, "Au4", "Au7", "Au2")
    assert favourite(s) == "Au1"


def test_light_knows_for_whom_to_leave_it() -> None:
    hands = ("Au4 Sp1", "Au7 Sp2", "Au2 Sp3", "Sp4 Sp5", "Au9 Au1")
    for roles, card in [
        (("winter", "autumn", "spring", "darkness", "light"), "Au1"),
        (("autumn", "winter", "spring", "darkness", "light"), "Au9"),
    ]:
        s = without_tokens(position(*hands, roles=roles))
        do(s, "Au4", "Au7", "Au2", "Sp4")
        assert favourite(s) == card


def test_darkness_without_a_trick_keeps_out_of_the_next_one() -> None:
    s = without_tokens(position("Au5 Sp1", "Au6 Sp2", "Au9 Au2", roles=("autumn", "spring", "darkness")))
    do(s, "Au5", "Au6")
    assert favourite(s) == "Au2"


def test_darkness_parts_with_its_high_cards_while_that_is_safe() -> None:
    s = without_tokens(position("Au5 Sp1", "Au9 Sp2", "Au8 Au2", roles=("autumn", "spring", "darkness")))
    do(s, "Au5", "Au9")
    assert favourite(s) == "Au8"


def test_darkness_takes_its_own_card_out_of_a_trick_that_it_would_win() -> None:
    s = only_token(position("Au5 Sp1", "Au6 Sp2", "Au9 Sp3", roles=("autumn", "spring", "darkness")), 2, "summer")
    do(s, "Au5", "Au6", "Au9")
    assert favourite(s) == "summer:Au9"


def test_a_season_takes_a_card_of_its_own_from_the_pit() -> None:
    hands = ("Au5 Sp1", "Au6 Sp2", "Au1 Sp3")
    s = only_token(position(*hands, pit="Su9 Au7", roles=("autumn", "spring", "summer")), 2, "spring")
    do(s, "Au5", "Au6", "Au1")
    assert favourite(s) == "spring:Su9"


def test_a_token_that_brings_nothing_is_kept() -> None:
    hands = ("Au5 Sp1", "Au6 Sp2", "Au1 Sp3")
    s = only_token(position(*hands, pit="Au7", roles=("autumn", "spring", "summer")), 2, "spring")
    do(s, "Au5", "Au6", "Au1")
    assert favourite(s) == "done"
