"""Tricks: following, winning, tricks that nobody wins, hands that run out."""

from __future__ import annotations

import pytest

from tests.rulebook import rule
from weatherdeck.games.four_seasons import rules
from weatherdeck.games.four_seasons.deck import AUTUMN, SPRING, SUMMER, WILD, WINTER

from .table import cards, do, legal, names_of, only_token, position, texts, without_tokens


# ---------------------------------------------------------------- following
@rule("FS-7", "FS-8")
def test_the_leader_may_lead_any_card_a_wild_too() -> None:
    s = without_tokens(position("Au1 Wd2", "Au2", "Sp1"))
    assert legal(s) == {"Au1", "Wd2"}


@rule("FS-8")
def test_play_goes_clockwise_with_one_card_each() -> None:
    s = without_tokens(position("Au1 Au4", "Au2 Au5", "Au3 Au6", leader=1))
    order = []
    for card in ("Au2", "Au3", "Au1"):
        order.append(s.to_move)
        do(s, card)
    assert order == [1, 2, 0]
    assert s.hand_size[:3] == [1, 1, 1]


@rule("FS-8")
def test_the_lead_suit_must_be_followed_if_able() -> None:
    s = without_tokens(position("Au1", "Au2 Au7 Sp1 Wd1", "Sp2"))
    do(s, "Au1")
    assert legal(s) == {"Au2", "Au7"}


@rule("FS-8")
def test_who_cannot_follow_may_play_anything_a_wild_too() -> None:
    s = without_tokens(position("Au1", "Sp1 Su3 Wd1", "Sp2"))
    do(s, "Au1")
    assert legal(s) == {"Sp1", "Su3", "Wd1"}


@rule("FS-8")
def test_a_led_wild_must_be_followed_by_a_wild_if_able() -> None:
    s = without_tokens(position("Wd1", "Wd2 Wd4 Sp1", "Sp2 Au1"))
    do(s, "Wd1")
    assert legal(s) == {"Wd2", "Wd4"}
    do(s, "Wd2")
    assert legal(s) == {"Sp2", "Au1"}


@rule("FS-8")
def test_not_following_shows_that_there_is_none_of_the_suit() -> None:
    s = without_tokens(position("Au1 Sp9", "Sp1 Su1", "Wd1 Su2"))
    do(s, "Au1", "Sp1", "Wd1")
    assert s.void[:3] == [0, 1 << AUTUMN, 1 << AUTUMN]
    s = without_tokens(position("Wd3 Sp9", "Sp1 Su1", "Wd1 Su2"))
    do(s, "Wd3", "Sp1", "Wd1")
    assert s.void[:3] == [0, 1 << WILD, 0]


# ---------------------------------------------------------------- winning
@rule("FS-9")
@pytest.mark.parametrize(
    ("played", "winner"),
    [
        (("Au3", "Au9", "Au5"), 1),  # the highest of the lead suit
        (("Au3", "Sp9", "Su9"), 0),  # other seasons cannot win
        (("Au9", "Wd1", "Sp9"), 1),  # a wild beats any season
        (("Au9", "Wd1", "Wd2"), 2),  # the highest wild
        (("Wd3", "Wd4", "Wd1"), 1),
        (("Wd1", "Au9", "Sp9"), 0),
    ],
)
def test_the_highest_wild_wins_else_the_highest_of_the_lead_suit(played: tuple[str, ...], winner: int) -> None:
    later = ("Su1", "Su2", "Su3")
    s = without_tokens(position(*(f"{card} {more}" for card, more in zip(played, later, strict=True))))
    do(s, *played)
    assert texts(s.won[winner]) == set(played)
    assert s.tricks[:3] == [int(seat == winner) for seat in range(3)]
    assert s.to_move == s.leader == winner, "the winner leads next"


@rule("FS-9", "FS-15")
def test_the_winner_takes_the_tokens_too() -> None:
    s = position("Au1 Sp1", "Au2 Sp2", "Au3 Sp3", pit="Su9")
    do(s, "Au1", "spring:Su9", "summer:Au1", "Au2", "winter")
    assert s.won_tokens[1].tolist() == [0, 1, 1, 1]
    assert rules.won_of(s, 1, AUTUMN) == 2, "Summer's card and the trick's, no token"
    assert rules.won_of(s, 1, SPRING) == 1, "a token counts as a card of its season"
    assert rules.won_of(s, 1, SUMMER) == 1
    assert rules.won_of(s, 1, WINTER) == 1


# ---------------------------------------------------------------- a trick that nobody wins
@rule("FS-16")
def test_if_summer_took_the_only_card_that_could_win_the_cards_go_to_the_pit() -> None:
    s = only_token(position("Au1 Su1", "Sp2 Su2", "Sp3 Su3", pit="Sp9"), 2, "summer")
    do(s, "Au1", "Sp2", "summer:Au1")
    events = do(s, "Sp3")
    assert "unwon" in names_of(events)
    assert texts(s.pit) == {"Sp9", "Sp2", "Sp3"}
    assert texts(s.won[2]) == {"Au1"}
    assert s.tricks[:3] == [0, 0, 0]


@rule("FS-16")
def test_the_tokens_of_such_a_trick_are_out_of_the_game_and_the_same_player_leads() -> None:
    s = position("Au1 Su1", "Sp2 Su2", "Sp3 Su3", leader=1)
    do(s, "Sp2", "summer:Sp2", "winter", "winter")
    assert s.won_tokens.sum() == 0
    assert s.lost_tokens == [0, 2, 0, 1]
    assert s.to_move == s.leader == 1


@rule("FS-16")
def test_if_everyone_skips_the_leader_leads_again() -> None:
    s = position("Au1", "Sp2", "Su3", pit="Sp9", leader=2)
    do(s, "winter", "winter", "winter")
    assert (s.leader, s.to_move, texts(s.pit)) == (2, 2, {"Sp9"})
    assert s.lost_tokens == [0, 3, 0, 0]
    assert "winter" not in legal(s)


@rule("FS-16")
def test_the_leader_of_the_trick_leads_again_also_if_another_set_the_suit() -> None:
    s = position("Au1", "Sp2 Sp4", "Su3")
    do(s, "winter", "Sp2", "summer:Sp2", "winter")
    assert s.to_move == 0


@rule("FS-16", "FS-17")
def test_if_that_leader_has_no_card_the_next_who_has_some_leads() -> None:
    s = position("Au1", "Sp2 Sp4", "Su3 Su4")
    do(s, "Au1", "summer:Au1", "winter", "winter")
    assert s.to_move == s.leader == 1
    assert s.tricks[:3] == [0, 0, 0]


@rule("FS-16")
def test_a_wild_left_in_the_trick_can_still_win_it() -> None:
    s = only_token(position("Au1 Su1", "Wd1 Su2", "Sp3 Su3"), 2, "summer")
    do(s, "Au1", "Wd1", "Sp3", "summer:Au1")
    assert s.tricks[:3] == [0, 1, 0]


# ---------------------------------------------------------------- hands that run out
@rule("FS-17")
def test_a_player_without_cards_is_passed_over_tokens_and_all() -> None:
    s = position("Au1 Au2", "", "Au3 Au4", pit="Sp9")
    events = do(s, "Au1", "done")
    assert "passed_over" in names_of(events)
    assert s.to_move == 2


@rule("FS-17")
def test_a_winner_without_cards_does_not_lead() -> None:
    s = without_tokens(position("Au9", "Au2", "Au3 Au4"))
    events = do(s, "Au9", "Au2", "Au3")
    assert s.tricks[0] == 1
    assert names_of(events)[-1] == "leads_instead"
    assert s.to_move == s.leader == 2, "the next clockwise has none either"


@rule("FS-17")
def test_the_round_ends_when_all_hands_are_empty_after_a_trick() -> None:
    s = without_tokens(position("Au9", "Au2", "Au3"))
    do(s, "Au9", "Au2")
    assert not rules.is_over(s)
    do(s, "Au3")
    assert rules.is_over(s)


@rule("FS-17")
def test_the_last_player_of_a_trick_may_still_take_a_card_with_spring() -> None:
    s = only_token(position("Au9", "Au2", "Au3", pit="Sp1"), 2, "spring")
    do(s, "Au9", "Au2", "Au3")
    assert legal(s) == {"spring:Sp1", "done"}
    do(s, "spring:Sp1")
    assert not rules.is_over(s)
    assert s.to_move == s.leader == 2
    do(s, "Sp1")
    assert rules.is_over(s)
    assert s.tricks[:3] == [1, 0, 1]


@rule("FS-17")
def test_the_last_player_who_does_not_take_one_ends_the_round() -> None:
    s = only_token(position("Au9", "Au2", "Au3", pit="Sp1"), 2, "spring")
    do(s, "Au9", "Au2", "Au3", "done")
    assert rules.is_over(s)


@rule("FS-17")
def test_a_player_alone_with_cards_plays_on_and_wins_every_trick() -> None:
    s = without_tokens(position("", "Au2 Sp3 Wd1", "", leader=1))
    do(s, "Au2", "Sp3", "Wd1")
    assert s.tricks[1] == 3
    assert rules.is_over(s)


# ---------------------------------------------------------------- Autumn takes the last card
@rule("FS-18")
def test_who_discards_the_last_card_before_playing_plays_none() -> None:
    s = position("Au1 Au5", "Au2", "Au3 Au6")
    events = do(s, "Au1", "done", "autumn:Au2")
    assert "plays_none" in names_of(events)
    assert s.to_move == 2
    assert s.played[1] == rules.NONE
    assert texts(s.pit) == {"Au2"}


@rule("FS-18")
def test_if_they_were_leading_the_next_card_sets_the_suit() -> None:
    s = position("Au1", "Sp2 Au4", "Sp3 Au6")
    do(s, "autumn:Au1")
    assert s.to_move == 1
    assert {"Sp2", "Au4"} <= legal(s)
    do(s, "Sp2", "done")
    assert s.lead_suit == SPRING
    assert "Sp3" in legal(s)
    assert "Au6" not in legal(s)


@rule("FS-18", "FS-16")
def test_if_all_discard_their_last_cards_nobody_wins_and_the_round_is_over() -> None:
    s = position("Au1", "Sp2", "Su3")
    do(s, "autumn:Au1", "autumn:Sp2", "autumn:Su3")
    assert rules.is_over(s)
    assert s.pit == cards("Au1 Sp2 Su3")
    assert s.lost_tokens == [3, 0, 0, 0]
