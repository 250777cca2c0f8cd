"""Setup: players, decks, roles, hands, the Pit and who leads first."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rulebook import rule
from tests.worlds import assert_frequencies
from weatherdeck.games.four_seasons import GAME, rules
from weatherdeck.games.four_seasons.deck import DECK, LIGHT, SUIT_CARDS, WILD
from weatherdeck.games.four_seasons.rules import NONE, State
from weatherdeck.games.four_seasons.words import ROLE_WORDS, parse_card
from weatherdeck.games.options import OptionError
from weatherdeck.kernel import count, new_rng

from .table import cards, do, legal, position, texts, without_tokens


def dealt(players: int, seed: int = 1, rounds: int | None = None) -> State:
    s: State = GAME.new_state(players, {"rounds": rounds})
    rules.deal(s, new_rng(seed))
    return s


def wilds_in(pile: int) -> int:
    wilds: int = SUIT_CARDS[WILD]
    return pile & wilds


@rule("FS-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_three_to_six_players_can_play(players: int) -> None:
    assert GAME.new_state(players).players == players


@rule("FS-1")
@pytest.mark.parametrize("players", [1, 2, 7])
def test_other_numbers_of_players_cannot(players: int) -> None:
    with pytest.raises(OptionError, match="3 or 4 or 5 or 6 players"):
        GAME.new_state(players)


@rule("FS-1")
def test_there_are_four_seasons_and_the_wild_suit() -> None:
    assert {text[:2] for text in texts(DECK[6])} == {"Au", "Wi", "Sp", "Su", "Wd"}


@rule("FS-2", "FS-E1")
@pytest.mark.parametrize(
    ("players", "seasons", "ranks", "wilds", "total"),
    [(3, 3, 9, 4, 31), (4, 4, 9, 4, 40), (5, 4, 11, 5, 49), (6, 4, 13, 6, 58)],
)
def test_the_main_deck_grows_with_the_players(players: int, seasons: int, ranks: int, wilds: int, total: int) -> None:
    codes = ["Au", "Wi", "Sp", "Su"] if seasons == 4 else ["Au", "Sp", "Su"]
    expected = {f"{code}{n}" for code in codes for n in range(1, ranks + 1)}
    expected |= {f"Wd{n}" for n in range(1, wilds + 1)}
    assert texts(DECK[players]) == expected
    assert len(expected) == total


@rule("FS-3", "FS-E1")
@pytest.mark.parametrize(
    ("players", "roles"),
    [
        (3, ["autumn", "spring", "summer", "darkness"]),
        (4, ["autumn", "winter", "spring", "summer", "darkness"]),
        (5, ["autumn", "winter", "spring", "summer", "darkness", "light"]),
        (6, ["autumn", "winter", "spring", "summer", "darkness", "light", "darkness"]),
    ],
)
def test_one_role_to_each_player_and_one_aside(players: int, roles: list[str]) -> None:
    for seed in range(20):
        s = dealt(players, seed)
        given = [*s.role[:players], s.aside]
        assert sorted(ROLE_WORDS[role] for role in given) == sorted(roles)
        assert s.role[players:] == [NONE] * (6 - players)


@rule("FS-3")
def test_every_role_can_be_the_one_set_aside_and_anyones() -> None:
    for players in (3, 4, 5, 6):
        states = [dealt(players, seed) for seed in range(300)]
        roles = {*states[0].role[:players], states[0].aside}
        assert {s.aside for s in states} == roles
        assert {s.role[0] for s in states} == roles
        assert {s.role[players - 1] for s in states} == roles


@rule("FS-4", "FS-E1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nine_cards_dealt_and_the_last_four_face_up_in_the_pit(players: int) -> None:
    for seed in range(20):
        s = dealt(players, seed)
        assert [count(hand) for hand in s.hand] == [9] * players + [0] * (6 - players)
        assert count(s.pit) == 4
        assert GAME.view.view(s, None)["pit"] == GAME.view.view(s, 0)["pit"] != []
        everything = s.pit
        for hand in s.hand:
            assert everything & hand == 0
            everything |= hand
        assert everything == DECK[players]


@rule("FS-4")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_cards_are_dealt_at_random(players: int) -> None:
    deals = [dealt(players, seed) for seed in range(1500)]
    for card in (parse_card(text) for text in ("Au1", "Sp9", "Wd4")):
        places: Counter[int] = Counter(
            next(at for at, pile in enumerate((*s.hand[:players], s.pit)) if pile >> card & 1) for s in deals
        )
        assert_frequencies(places, {**dict.fromkeys(range(players), 9), players: 4})


@rule("FS-3")
def test_every_player_has_every_role_equally_often() -> None:
    deals = [dealt(4, seed) for seed in range(1500)]
    for seat in range(4):
        roles: Counter[int] = Counter(s.role[seat] for s in deals)
        assert_frequencies(roles, dict.fromkeys(range(5), 1))


@rule("FS-5")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_player_has_one_token_of_each_season_also_with_three_players(players: int) -> None:
    s = dealt(players)
    for seat in GAME.view.view(s, None)["seats"]:
        assert seat["tokens"] == ["autumn", "winter", "spring", "summer"]
    assert "winter" in legal(s)


@rule("FS-6")
def test_a_player_knows_their_own_role_only() -> None:
    for players in (3, 4, 5, 6):
        for seed in range(10):
            s = dealt(players, seed)
            for seat in range(players):
                if s.role[seat] == LIGHT:
                    continue
                redacted = GAME.redacted(s, seat)
                assert redacted.role[seat] == s.role[seat]
                assert {redacted.role[other] for other in range(players) if other != seat} == {NONE}
                assert redacted.aside == NONE
                seen = GAME.view.view(s, seat)
                assert [one["role"] is not None for one in seen["seats"]] == [n == seat for n in range(players)]
                assert seen["aside"] is None


@rule("FS-6")
def test_light_knows_every_role() -> None:
    found = 0
    for players in (5, 6):
        for seed in range(10):
            s = dealt(players, seed)
            if LIGHT in s.role:
                light = s.role.index(LIGHT)
                redacted = GAME.redacted(s, light)
                assert (redacted.role, redacted.aside) == (s.role, s.aside)
                seen = GAME.view.view(s, light)
                assert [one["role"] for one in seen["seats"]] == [ROLE_WORDS[role] for role in s.role[:players]]
                assert seen["aside"] == ROLE_WORDS[s.aside]
                found += 1
    assert found > 5


@rule("FS-6")
def test_a_spectator_knows_no_role() -> None:
    s = dealt(5)
    assert set(GAME.redacted(s, None).role) == {NONE}
    assert {seat["role"] for seat in GAME.view.view(s, None)["seats"]} == {None}


@rule("FS-7")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_holder_of_the_highest_wild_in_a_hand_leads_any_card(players: int) -> None:
    in_the_pit = 0
    for seed in range(60):
        s = dealt(players, seed)
        highest = max(wilds_in(hand) for hand in s.hand)
        assert wilds_in(s.hand[s.to_move]) == highest
        assert texts(s.hand[s.to_move]) <= legal(s)
        in_the_pit += wilds_in(s.pit) > highest
    assert in_the_pit > 0, "a higher wild in the Pit is not in play"


@rule("FS-7")
def test_the_wild_that_opens_is_known_to_all() -> None:
    s = dealt(4)
    wild = max(texts(wilds_in(DECK[4] & ~s.pit)))
    leader = s.to_move
    assert [seat["known"] for seat in GAME.view.view(s, None)["seats"]] == [
        [{"text": wild, "suit": "wild", "number": int(wild[2:])}] if seat == leader else [] for seat in range(4)
    ]
    assert GAME.redacted(s, (leader + 1) % 4).hand[leader] == cards(wild)


@rule("FS-7")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_with_all_wilds_in_the_pit_the_first_seat_left_of_the_dealer_leads(dealer: int) -> None:
    s = position("Au1", "Sp1", "Su1", pit="Wd1 Wd2 Wd3 Wd4", rounds=4)
    s.round = dealer
    rules.open_round(s)
    assert s.to_move == (dealer + 1) % 3
    assert s.known == [0] * 6


@rule("FS-7")
def test_the_dealer_is_seat_0_and_moves_left_each_round() -> None:
    s = dealt(3, rounds=5)
    dealers = []
    for _ in range(5):
        dealers.append(GAME.view.view(s, None)["dealer"])
        s.hand[:] = [0] * 6
        s.hand_size[:] = [0] * 6
        seat = s.to_move
        s.hand[seat] = cards("Au1")
        s.hand_size[seat] = 1
        without_tokens(s)
        do(s, "Au1")
    assert dealers == [0, 1, 2, 0, 1]
