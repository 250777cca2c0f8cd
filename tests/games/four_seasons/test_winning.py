"""Who wins: what counts, the goals of seasons and Darkness, points over several rounds."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.rulebook import rule
from weatherdeck.games.four_seasons import GAME, rules
from weatherdeck.games.four_seasons.deck import SUITS
from weatherdeck.games.four_seasons.rules import State
from weatherdeck.games.four_seasons.words import ROLE_WORDS, seats_in
from weatherdeck.games.options import OptionError
from weatherdeck.kernel import new_rng

from .table import do, give_roles, position, without_tokens

FOUR = ("autumn", "winter", "spring", "darkness")  # Summer is not in play
FIVE = ("autumn", "winter", "spring", "summer", "light")  # no Darkness


def finished(
    roles: tuple[str, ...], counts: Mapping[int, tuple[int, ...]], tricks: tuple[int, ...] = (1, 1, 1, 1, 1, 1)
) -> State:
    """A round that is over: by seat the cards and tokens won of Autumn, Winter, Spring, Summer and the wilds."""
    s: State = GAME.new_state(len(roles))
    give_roles(s, roles)
    for seat in range(s.players):
        s.last_role[seat] = s.role[seat]
        s.last_tricks[seat] = tricks[seat]
        for suit in range(SUITS):
            s.last_count[seat, suit] = counts.get(seat, (0,) * SUITS)[suit]
    s.last_aside = s.aside
    s.last_winners = rules.judged(s)
    s.phase = rules.OVER
    return s


def winners(s: State) -> list[int]:
    return seats_in(rules.winners(s))


def goals(s: State, seat: int) -> set[str]:
    """The goals that a seat reached, as a screen shows them."""
    shown = GAME.view.view(s, None)["last_round"]["seats"][seat]["goals"]
    return {f"{goal['goal']} {goal.get('season', '')}".strip() for goal in shown if goal["reached"]}


# ---------------------------------------------------------------- what counts
@rule("FS-19")
def test_cards_and_tokens_of_the_season_count_for_everyone_and_wilds_for_its_own_player() -> None:
    s = finished(FOUR, dict.fromkeys(range(4), (3, 2, 1, 4, 2)))
    autumn, winter, spring, darkness = range(4)
    assert [rules.counted(s, autumn, season) for season in range(4)] == [5, 2, 1, 4]
    assert [rules.counted(s, winter, season) for season in range(4)] == [3, 4, 1, 4]
    assert [rules.counted(s, spring, season) for season in range(4)] == [3, 2, 3, 4]
    assert [rules.counted(s, darkness, season) for season in range(4)] == [3, 2, 1, 4], "wilds count for nothing"


@rule("FS-19")
def test_nothing_that_light_won_counts() -> None:
    s = finished(
        FIVE, {4: (9, 9, 9, 9, 5), 0: (1, 0, 0, 0, 0), 1: (0, 1, 0, 0, 0), 2: (0, 0, 1, 0, 0), 3: (0, 0, 0, 1, 0)}
    )
    assert [rules.counted(s, 4, season) for season in range(4)] == [0, 0, 0, 0]
    assert winners(s) == [0, 1, 2, 3, 4]


@rule("FS-19", "FS-15")
def test_cards_and_tokens_are_counted_when_the_round_ends() -> None:
    s = position(
        "Au9", "Au2", "Sp3", pit="Sp9", won={0: "Au1 Wd1", 1: "Sp1 Sp2"}, roles=("autumn", "spring", "darkness")
    )
    do(s, "Au9", "summer:Au9", "Au2", "done", "autumn:Sp3")
    assert s.last_count[0].tolist() == [2, 0, 0, 0, 1]
    assert s.last_count[1].tolist() == [1 + 1, 0, 2, 1, 0], "with the tokens of the trick"


# ---------------------------------------------------------------- the seasons
@rule("FS-20", "FS-E4")
def test_five_cards_and_a_wild_against_five_reach_the_goal() -> None:
    s = finished(FOUR, {0: (5, 0, 0, 0, 1), 1: (5, 1, 0, 0, 0), 2: (0, 0, 1, 0, 0)})
    assert goals(s, 0) == {"most autumn"}
    assert winners(s) == [0, 1, 2]


@rule("FS-20", "FS-E4")
def test_five_against_five_do_not() -> None:
    s = finished(FOUR, {0: (5, 0, 0, 0, 0), 1: (5, 1, 0, 0, 0), 2: (0, 0, 1, 0, 0)})
    assert goals(s, 0) == set()
    assert winners(s) == []


@rule("FS-20")
def test_darkness_too_must_be_beaten() -> None:
    s = finished(FOUR, {0: (3, 0, 0, 0, 0), 1: (0, 1, 0, 0, 0), 2: (0, 0, 1, 0, 0), 3: (3, 0, 0, 0, 0)})
    assert goals(s, 0) == set()
    assert winners(s) == []


@rule("FS-20")
def test_if_all_season_players_reach_their_goals_they_and_light_win() -> None:
    reached = {0: (1, 0, 0, 0, 0), 1: (0, 1, 0, 0, 0), 2: (0, 0, 1, 0, 0), 3: (0, 0, 0, 1, 0)}
    assert winners(finished(FIVE, reached)) == [0, 1, 2, 3, 4]


@rule("FS-20")
@pytest.mark.parametrize("failing", range(4))
def test_if_one_fails_all_of_them_and_light_lose(failing: int) -> None:
    reached = {0: (1, 0, 0, 0, 0), 1: (0, 1, 0, 0, 0), 2: (0, 0, 1, 0, 0), 3: (0, 0, 0, 1, 0)}
    del reached[failing]
    assert winners(finished(FIVE, reached)) == []


# ---------------------------------------------------------------- Darkness
@rule("FS-21")
def test_darkness_wins_with_most_of_a_season_in_play() -> None:
    s = finished(FOUR, {3: (3, 0, 0, 0, 0), 0: (1, 0, 0, 0, 1)})
    assert goals(s, 3) == {"most_in_play autumn"}
    assert winners(s) == [3]


@rule("FS-21", "FS-19")
def test_in_play_the_season_players_wilds_stand_against_darkness() -> None:
    s = finished(FOUR, {3: (3, 0, 0, 0, 4), 0: (1, 0, 0, 0, 2)})
    assert goals(s, 3) == set()


@rule("FS-21")
def test_of_a_season_not_in_play_darkness_needs_more_than_all_season_players_together() -> None:
    s = finished(FOUR, {3: (0, 0, 0, 3, 0), 0: (0, 0, 0, 1, 0), 1: (0, 0, 0, 1, 0)})
    assert goals(s, 3) == {"most_not_in_play summer"}
    s = finished(FOUR, {3: (0, 0, 0, 3, 0), 0: (0, 0, 0, 2, 0), 1: (0, 0, 0, 1, 0)})
    assert goals(s, 3) == set(), "more than each of them, but not than all"


@rule("FS-21")
@pytest.mark.parametrize("absent", range(4))
@pytest.mark.parametrize("one_has", range(3))
def test_each_of_the_season_players_stands_against_darkness_in_the_season_not_in_play(
    absent: int, one_has: int
) -> None:
    seasons = [season for season in range(4) if season != absent]
    roles = (*(ROLE_WORDS[season] for season in seasons), "darkness")
    darkness = tuple(3 if season == absent else 0 for season in range(5))
    enough = tuple(2 if season == absent else 0 for season in range(5))
    assert goals(finished(roles, {3: darkness, one_has: enough}), 3) == {f"most_not_in_play {ROLE_WORDS[absent]}"}
    assert goals(finished(roles, {3: darkness, one_has: darkness}), 3) == set(), "as many are not more"


@rule("FS-21", "FS-19")
def test_wilds_do_not_count_for_a_season_not_in_play() -> None:
    s = finished(FOUR, {3: (0, 0, 0, 2, 0), 0: (0, 0, 0, 1, 4)})
    assert goals(s, 3) == {"most_not_in_play summer"}


@rule("FS-21")
def test_not_in_play_the_other_darkness_and_light_do_not_matter() -> None:
    roles = ("autumn", "winter", "spring", "darkness", "darkness", "light")
    s = finished(roles, {3: (0, 0, 0, 2, 0), 4: (0, 0, 0, 5, 0), 5: (0, 0, 0, 4, 0), 0: (0, 0, 0, 1, 0)})
    assert goals(s, 3) == goals(s, 4) == {"most_not_in_play summer"}
    assert winners(s) == [3, 4]


@rule("FS-21")
def test_in_play_the_other_darkness_does_matter() -> None:
    roles = ("autumn", "winter", "spring", "darkness", "darkness", "light")
    s = finished(roles, {3: (2, 0, 0, 0, 0), 4: (2, 0, 0, 0, 0), 0: (1, 0, 0, 0, 0)})
    assert goals(s, 3) == goals(s, 4) == set()


@rule("FS-21")
def test_darkness_wins_with_no_trick() -> None:
    s = finished(FOUR, {}, tricks=(3, 3, 3, 0))
    assert goals(s, 3) == {"no_trick"}
    assert winners(s) == [3]


@rule("FS-21")
def test_that_is_no_goal_of_a_season() -> None:
    assert winners(finished(FOUR, {}, tricks=(0, 3, 3, 3))) == []


@rule("FS-21")
def test_none_of_a_season_is_not_more_than_none() -> None:
    s = finished(FOUR, {})
    assert goals(s, 3) == set()
    assert winners(s) == []


@rule("FS-13", "FS-21", "FS-E5")
def test_darkness_with_only_cards_that_summer_took_has_won_no_trick() -> None:
    s = position("Au9", "Au2", "Au3", roles=("autumn", "spring", "darkness"))
    do(s, "Au9", "done", "Au2", "done", "Au3", "summer:Au2")
    assert rules.is_over(s)
    assert s.last_count[2, 0] == 1
    assert goals(s, 2) == {"no_trick"}
    assert winners(s) == [2]


@rule("FS-22")
def test_with_three_players_winter_is_neither_in_play_nor_not() -> None:
    for roles in (("autumn", "spring", "darkness"), ("summer", "spring", "darkness")):
        s = finished(roles, {2: (0, 9, 0, 0, 0)})
        assert goals(s, 2) == set()
        assert winners(s) == []
        shown = GAME.view.view(s, None)["last_round"]["seats"][2]["goals"]
        assert "winter" not in [goal.get("season") for goal in shown]


@rule("FS-22", "FS-5")
def test_with_three_players_there_are_winter_tokens_but_no_winter_cards_or_role() -> None:
    s = position("Au9", "Au2", "Au3", roles=("autumn", "spring", "darkness"))
    assert "winter" not in [ROLE_WORDS[role] for role in (*s.role[:3], s.aside)]
    do(s, "Au9", "done", "winter", "Au3", "done", "Au2", "done")
    assert s.last_count[0, 1] == 1


@rule("FS-23")
def test_both_sides_may_win() -> None:
    s = finished(FOUR, {0: (1, 0, 0, 0, 0), 1: (0, 1, 0, 0, 0), 2: (0, 0, 1, 0, 0)}, tricks=(3, 3, 3, 0))
    assert winners(s) == [0, 1, 2, 3]
    assert GAME.returns(s) == [1.0, 1.0, 1.0, 1.0]


@rule("FS-23")
def test_or_neither() -> None:
    s = finished(FOUR, {})
    assert winners(s) == []
    assert GAME.returns(s) == [-1.0, -1.0, -1.0, -1.0]


@rule("FS-23")
def test_each_darkness_is_judged_alone() -> None:
    roles = ("autumn", "winter", "spring", "darkness", "darkness", "light")
    s = finished(roles, {}, tricks=(3, 3, 3, 0, 1, 1))
    assert winners(s) == [3]
    assert GAME.returns(s) == [-1.0, -1.0, -1.0, 1.0, -1.0, -1.0]


# ---------------------------------------------------------------- several rounds
def last_card(s: State, seat: int, card: str) -> None:
    """Leave one card in the game, and play it: the round is over."""
    s.hand[:] = [0] * 6
    s.hand_size[:] = [0] * 6
    s.hand[seat] = 1 << GAME.words.parse(card)
    s.hand_size[seat] = 1
    rules.start_trick(s, seat)
    do(s, card)
    if s.phase == rules.AFTER:
        do(s, "done")


@rule("FS-24")
def test_a_point_for_a_round_won_and_a_tenth_for_each_unused_token() -> None:
    s = position("", "", "", rounds=2, roles=("autumn", "spring", "darkness"))
    s.tokens[:3] = [0b1111, 0b0001, 0b0110]
    last_card(s, 0, "Au1")
    assert s.tenths[:3] == [4, 1, 12], "only Darkness, without a trick, won"
    assert s.spared[:3] == [4, 1, 2]
    s.tokens[:3] = [0b0000, 0b1111, 0b0001]
    give_roles(s, ("autumn", "spring", "darkness"))
    s.won[1] = 1 << GAME.words.parse("Sp1")
    last_card(s, 0, "Au1")
    assert rules.is_over(s)
    assert s.tenths[:3] == [4 + 10, 1 + 14, 12 + 11], "all three won"
    assert s.spared[:3] == [4, 1 + 4, 2 + 1]
    assert GAME.transcript.result(s) == {"tenths": [14, 15, 23], "winners": [2]}


@rule("FS-24")
def test_roles_cards_and_tokens_are_dealt_anew_each_round() -> None:
    s = position("", "", "", rounds=2, roles=("autumn", "spring", "darkness"), won={0: "Sp1"})
    without_tokens(s)
    s.tricks[1] = 2
    s.void[1] = 3
    s.lost_tokens[2] = 1
    s.won_tokens[0, 1] = 1
    last_card(s, 0, "Au1")
    assert s.round == 1
    assert GAME.audit.audit(s) == []
    assert (s.hand_size[:3], s.tokens[:3]) == ([9, 9, 9], [15, 15, 15])
    assert s.won == s.tricks == s.void == [0] * 6
    assert s.trick == 0
    assert s.last_role[:3] == [0, 2, 4], "what was is kept for those who ask"


@rule("FS-24")
def test_without_the_option_one_round_is_won_or_lost() -> None:
    s = position("", "", "", roles=("autumn", "spring", "darkness"))
    last_card(s, 0, "Au1")
    assert rules.is_over(s)
    assert s.tenths == s.spared == [0] * 6
    assert GAME.transcript.result(s) == {"winners": [2]}


@rule("FS-24")
def test_set_to_one_the_round_is_scored_in_tenths() -> None:
    s = position("", "", "", rounds=1, roles=("autumn", "spring", "darkness"))
    s.tokens[:3] = [0, 1, 0]
    last_card(s, 0, "Au1")
    assert rules.is_over(s)
    assert GAME.transcript.result(s) == {"tenths": [0, 1, 10], "winners": [2]}


@rule("FS-24")
@pytest.mark.parametrize("rounds", [0, 100, -1, True, "4"])
def test_rounds_are_one_to_ninety_nine(rounds: object) -> None:
    with pytest.raises(OptionError, match="a whole number from 1 to 99"):
        GAME.check_options({"rounds": rounds})


@rule("FS-24")
@pytest.mark.parametrize("rounds", [1, 12, 13, 99])
def test_as_many_rounds_are_played_as_were_asked_for(rounds: int) -> None:
    s: State = GAME.new_state(3, {"rounds": rounds})
    rules.deal(s, new_rng(rounds))
    played = 0
    while not rules.is_over(s):
        s.tokens[:3] = [0b1111] * 3
        give_roles(s, ("autumn", "spring", "darkness"))
        s.won[1] = 1 << GAME.words.parse("Sp1")
        last_card(s, 0, "Au1")
        played += 1
    assert played == rounds
    assert s.tenths[:3] == [14 * rounds] * 3, "everyone has won every round and has kept every token"
    assert s.spared[:3] == [4 * rounds] * 3
    assert State.from_bytes(s.to_bytes()) == s, "the numbers fit their fields"


@rule("FS-25")
@pytest.mark.parametrize(
    ("tenths", "spared", "winning"),
    [
        ([20, 11, 14], [0, 1, 4], [0]),  # most points
        ([20, 20, 14], [0, 10, 4], [1]),  # then most unused tokens in all
        ([20, 20, 20], [10, 10, 0], [0, 1]),  # then the victory is shared
        ([0, 0, 0], [0, 0, 0], [0, 1, 2]),
        ([1386, 1385, 10], [0, 396, 396], [0]),  # however many tokens there are, points come first
    ],
)
def test_most_points_then_most_unused_tokens_then_shared(
    tenths: list[int], spared: list[int], winning: list[int]
) -> None:
    s: State = GAME.new_state(3, {"rounds": 4})
    s.tenths[:3] = tenths
    s.spared[:3] = spared
    assert winners(s) == winning
    returns = GAME.returns(s)
    assert sum(returns) == pytest.approx(0)
    assert [seat for seat in range(3) if returns[seat] == max(returns)] == winning
