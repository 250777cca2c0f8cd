"""Tokens: when each may be played, and what it does."""

from __future__ import annotations

import pytest

from tests.playouts import random_states
from tests.rulebook import rule
from weatherdeck.games.four_seasons import GAME, rules
from weatherdeck.games.four_seasons.deck import AUTUMN, SPRING, SUMMER
from weatherdeck.games.four_seasons.rules import AFTER, PLAY, State

from .table import cards, do, legal, only_token, position, texts, without_tokens


def started() -> State:
    """Seat 0 led Autumn 5 and is done; seat 1 is to play."""
    s = position("Au5 Su1", "Au2 Sp2 Su2", "Au3 Sp3 Su3", pit="Sp9 Wd4")
    do(s, "Au5", "done")
    return s


# ---------------------------------------------------------------- when
@rule("FS-10")
def test_before_the_card_any_token_may_be_played() -> None:
    assert legal(started()) == {
        *("Au2",),
        *("autumn:Au2", "autumn:Sp2", "autumn:Su2"),
        *("spring:Sp9", "spring:Wd4"),
        *("summer:Au5", "winter"),
    }


@rule("FS-10")
def test_after_the_card_any_token_but_winter_may_be_played_or_none() -> None:
    s = started()
    do(s, "Au2")
    assert (s.to_move, s.phase) == (1, AFTER)
    assert legal(s) == {"done", "autumn:Sp2", "autumn:Su2", "spring:Sp9", "spring:Wd4", "summer:Au5", "summer:Au2"}


@rule("FS-10")
@pytest.mark.parametrize("token", ["autumn:Sp2", "spring:Wd4", "summer:Au5"])
def test_at_most_one_token_a_turn_before_the_card(token: str) -> None:
    s = started()
    do(s, token)
    assert (s.to_move, s.phase) == (1, PLAY)
    assert legal(s) == {"Au2"}, "now only the card is asked for"
    do(s, "Au2")
    assert s.to_move == 2, "and after it no second token"


@rule("FS-10")
@pytest.mark.parametrize("token", ["autumn:Sp2", "spring:Wd4", "summer:Au5", "done"])
def test_a_token_after_the_card_ends_the_turn(token: str) -> None:
    s = started()
    do(s, "Au2", token)
    assert s.to_move == 2


@rule("FS-10")
def test_each_token_is_used_once() -> None:
    s = position("Au5 Su1 Sp1", "Au2 Su2", "Au3 Su3", pit="Wd4 Wd3")
    do(s, "spring:Wd4", "Au5", "Au2", "done", "Au3", "done")
    assert s.to_move == 0
    assert not any(move.startswith("spring") for move in legal(s))
    assert "winter" in legal(s)
    assert s.tokens[0] == 0b1011


@rule("FS-10")
def test_done_is_asked_for_only_where_a_token_could_be_played_after_the_card() -> None:
    # Winter cannot, Autumn has no card to discard, Spring none to take: the turn ends by itself.
    s = only_token(position("Au5", "Au2 Su2", "Au3 Su3"), 0, "autumn", "winter", "spring")
    do(s, "Au5")
    assert s.to_move == 1
    for token, hand, pit, open_ in (
        ("autumn", "Au5 Sp1", "", {"autumn:Sp1"}),
        ("spring", "Au5", "Wd2", {"spring:Wd2"}),
        ("summer", "Au5", "", {"summer:Au5"}),
    ):
        s = only_token(position(hand, "Au2 Su2", "Au3 Su3", pit=pit), 0, token)
        do(s, "Au5")
        assert legal(s) == {"done", *open_}
    s = only_token(position("Au5 Sp1", "Au2 Su2", "Au3 Su3", pit="Wd2"), 0, "winter")
    do(s, "Au5")
    assert s.to_move == 1


@rule("FS-10")
def test_done_and_tokens_never_stand_alone_in_any_game() -> None:
    for players in (3, 6):
        for s in random_states(GAME, players, players=players):
            open_ = legal(s)
            if s.phase == AFTER:
                assert "done" in open_
                assert len(open_) > 1
            else:
                assert "done" not in open_


# ---------------------------------------------------------------- Autumn
@rule("FS-11")
def test_autumn_discards_any_card_of_the_hand_face_up_into_the_pit() -> None:
    s = started()
    do(s, "autumn:Su2")
    assert texts(s.pit) == {"Sp9", "Wd4", "Su2"}
    assert (texts(s.hand[1]), s.hand_size[1]) == ({"Au2", "Sp2"}, 2)
    assert {"text": "Su2", "suit": "summer", "number": 2} in GAME.view.view(s, None)["pit"]


@rule("FS-11", "FS-8")
def test_after_discarding_the_last_card_of_the_lead_suit_one_need_not_follow() -> None:
    s = started()
    do(s, "autumn:Au2")
    assert legal(s) == {"Sp2", "Su2"}
    do(s, "Sp2")
    assert s.void[1] == 1 << AUTUMN


@rule("FS-11")
def test_autumn_needs_a_card_in_the_hand() -> None:
    s = only_token(position("Au5", "Au2", "Au3"), 0, "autumn", "summer")
    do(s, "Au5")
    assert legal(s) == {"done", "summer:Au5"}


# ---------------------------------------------------------------- Spring
@rule("FS-12")
def test_spring_takes_any_card_of_the_pit_into_the_hand() -> None:
    s = started()
    do(s, "spring:Wd4")
    assert texts(s.pit) == {"Sp9"}
    assert (texts(s.hand[1]), s.hand_size[1]) == ({"Au2", "Sp2", "Su2", "Wd4"}, 4)
    assert texts(s.known[1]) == {"Wd4"}, "everyone has seen which"


@rule("FS-12", "FS-8")
def test_a_card_taken_before_playing_may_have_to_follow() -> None:
    s = only_token(position("Au5 Su1", "Sp2 Su2", "Au3", pit="Au9"), 1, "spring")
    do(s, "Au5")
    assert {"Sp2", "Su2"} <= legal(s)
    do(s, "spring:Au9")
    assert legal(s) == {"Au9"}


@rule("FS-12")
def test_spring_needs_a_card_in_the_pit() -> None:
    s = only_token(position("Au5 Su1", "Au2 Su2", "Au3 Su3"), 0, "spring")
    assert legal(s) == {"Au5", "Su1"}
    do(s, "Au5")
    assert s.to_move == 1, "with no card to take, nobody is asked whether to"


@rule("FS-11", "FS-12")
def test_what_one_discards_another_may_take() -> None:
    s = position("Au5 Su1", "Au2 Su2", "Au3 Su3")
    do(s, "autumn:Su1", "Au5", "Au2", "spring:Su1")
    assert texts(s.hand[1]) == {"Su2", "Su1"}
    assert s.pit == 0


# ---------------------------------------------------------------- Summer
@rule("FS-13")
def test_summer_takes_any_card_of_the_trick_into_ones_won_cards() -> None:
    s = started()
    do(s, "summer:Au5", "Au2")
    assert texts(s.won[1]) == {"Au5"}
    assert s.tricks[1] == 0, "it is not a trick won"
    assert s.played[0] == rules.NONE


@rule("FS-13", "FS-E2")
def test_if_summer_takes_the_winning_card_the_next_best_of_the_lead_suit_wins() -> None:
    s = only_token(position("Au5 Su1", "Au9 Su2", "Sp9 Su3", "Au7 Su4"), 3, "summer")
    do(s, "Au5", "Au9", "Sp9", "Au7", "summer:Au9")
    assert texts(s.won[3]) == {"Au9", "Au5", "Sp9", "Au7"}
    assert s.tricks[:4] == [0, 0, 0, 1]
    s = only_token(position("Au5 Su1", "Au9 Su2", "Sp9 Su3", "Au3 Su4"), 3, "summer")
    do(s, "Au5", "Au9", "Sp9", "Au3", "summer:Au9")
    assert texts(s.won[0]) == {"Au5", "Sp9", "Au3"}
    assert s.tricks[:4] == [1, 0, 0, 0]
    assert s.won_tokens[0].tolist() == [0, 0, 0, 1], "the token stays in the trick"


@rule("FS-13")
def test_one_may_take_the_card_one_has_just_played() -> None:
    s = started()
    do(s, "Au2", "summer:Au2")
    assert texts(s.won[1]) == {"Au2"}


@rule("FS-13")
def test_summer_needs_a_card_in_the_trick() -> None:
    s = position("Au5 Su1", "Au2 Su2", "Au3 Su3")
    assert not any(move.startswith("summer") for move in legal(s)), "the leader has none before the card"
    do(s, "winter")
    assert not any(move.startswith("summer") for move in legal(s))


@rule("FS-13")
def test_the_lead_suit_stays_what_it_was_when_the_led_card_is_taken() -> None:
    s = position("Au5 Su1", "Au2 Sp2", "Au3 Sp3")
    do(s, "Au5", "summer:Au5")
    assert all(card == rules.NONE for card in s.played)
    assert s.lead_suit == AUTUMN
    assert "Au2" in legal(s)
    assert "Sp2" not in legal(s)
    do(s, "Au2", "done", "Au3", "done")
    assert s.tricks[:3] == [0, 0, 1]


# ---------------------------------------------------------------- Winter
@rule("FS-14")
def test_winter_skips_playing_a_card_to_this_trick() -> None:
    s = started()
    do(s, "winter")
    assert s.to_move == 2
    assert s.hand_size[1] == 3
    assert s.void[1] == 0, "and shows nothing"
    do(s, "Au3", "done")
    assert (s.tricks[:3], texts(s.won[0])) == ([1, 0, 0], {"Au5", "Au3"})


@rule("FS-14")
def test_winter_is_played_before_the_card_never_after_it() -> None:
    s = started()
    assert "winter" in legal(s)
    do(s, "Au2")
    assert "winter" not in legal(s)


@rule("FS-14")
def test_after_another_token_of_the_turn_there_is_no_skipping() -> None:
    s = started()
    do(s, "spring:Sp9")
    assert "winter" not in legal(s)


@rule("FS-14", "FS-E3")
def test_if_the_leader_skips_the_first_card_played_sets_the_suit() -> None:
    s = position("Au5 Su1", "Sp2 Au2", "Sp3 Au3")
    do(s, "winter")
    assert {"Sp2", "Au2"} <= legal(s)
    do(s, "Sp2", "done")
    assert s.lead_suit == SPRING
    assert {"Sp3", "Au3"} & legal(s) == {"Sp3"}
    do(s, "Sp3", "done")
    assert s.tricks[:3] == [0, 0, 1]


@rule("FS-14")
def test_if_the_first_two_skip_the_third_sets_the_suit() -> None:
    s = position("Au5 Su1", "Sp2 Au2", "Su3 Au3")
    do(s, "winter", "winter", "Su3", "done")
    assert s.tricks[:3] == [0, 0, 1]


# ---------------------------------------------------------------- won tokens
@rule("FS-15")
def test_won_tokens_count_as_cards_of_their_season_and_cannot_be_used() -> None:
    s = without_tokens(position("Au9 Su1", "Au2 Su2 Su4", "Au3 Su3"), 0)
    do(s, "Au9", "autumn:Su2", "Au2", "Au3", "summer:Au3")
    assert s.won_tokens[0].tolist() == [1, 0, 0, 1]
    assert rules.won_of(s, 0, AUTUMN) == 2 + 1
    assert rules.won_of(s, 0, SUMMER) == 1
    assert GAME.view.view(s, None)["seats"][0]["won"] == {"autumn": 3, "winter": 0, "spring": 0, "summer": 1, "wild": 0}
    assert s.tokens[0] == 0
    assert s.to_move == 0
    assert legal(s) == {"Su1"}, "no token of theirs, though they won two"


@rule("FS-15")
def test_a_used_token_is_not_usable_again_when_its_player_wins_it_back() -> None:
    s = position("Au9 Su1 Su5", "Au2 Su2 Su6", "Au3 Su3 Su7")
    do(s, "Au9", "autumn:Su5", "Au2", "done", "Au3", "done")
    assert s.won_tokens[0, AUTUMN] == 1
    assert not any(move.startswith("autumn") for move in legal(s))


@rule("FS-5")
def test_a_token_played_is_seen_in_the_trick() -> None:
    s = started()
    do(s, "spring:Wd4")
    seat = GAME.view.view(s, None)["seats"][1]
    assert seat["token_played"] == "spring"
    assert seat["tokens"] == ["autumn", "winter", "summer"]
    assert seat["known"] == [{"text": "Wd4", "suit": "wild", "number": 4}]


@rule("FS-16")
def test_lost_tokens_are_nobodys() -> None:
    s = without_tokens(position("Au5 Su1", "Sp2 Au2", "Sp3 Au3"), 2)
    do(s, "winter", "winter", "Sp3")
    assert s.won_tokens[2].tolist() == [0, 2, 0, 0]
    assert s.lost_tokens == [0, 0, 0, 0]
    assert cards("Sp3") == s.won[2]
