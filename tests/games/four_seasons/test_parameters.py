"""What a designer may turn in 4 Seasons: each number has its effect, in the words of its clause."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rulebook import rule
from weatherdeck.games.four_seasons import GAME, rules, words
from weatherdeck.games.four_seasons.deck import SUIT_CARDS, WILD
from weatherdeck.games.four_seasons.faces import goal
from weatherdeck.games.four_seasons.rules import NONE, State
from weatherdeck.games.four_seasons.words import ROLE_WORDS, SUIT_WORDS
from weatherdeck.games.options import OptionError
from weatherdeck.kernel import count, listening, new_rng

from .table import NAMES, cards, do, legal, names_of, only_token, position, texts


def dealt(players: int = 4, seed: int = 1, **parameters: int) -> State:
    s: State = GAME.new_state(players, parameters)
    rules.deal(s, new_rng(seed))
    return s


def judged(roles: str, won: dict[int, tuple[str, int]], tricks: tuple[int, ...], **parameters: int) -> State:
    """A finished round: the roles by seat and, for some seats, a season and how much they count for it."""
    given = roles.split()
    s: State = GAME.new_state(len(given), parameters)
    rules.deal(s, new_rng(1))
    left = {"autumn", "winter", "spring", "summer"} - set(given)
    s.last_role[: s.players] = [ROLE_WORDS.index(role) for role in given]
    s.last_aside = ROLE_WORDS.index(left.pop())
    s.last_tricks[: s.players] = tricks
    for seat, (season, n) in won.items():
        s.last_count[seat, SUIT_WORDS.index(season)] = n
    return s


@rule("FS-4")
@pytest.mark.parametrize(("players", "each", "pit"), [(3, 5, 16), (4, 10, 0), (6, 5, 28)])
def test_so_many_cards_dealt_and_the_others_in_the_pit(players: int, each: int, pit: int) -> None:
    s = dealt(players, cards_dealt=each)
    assert [count(hand) for hand in s.hand[:players]] == [each] * players
    assert count(s.pit) == pit


@rule("FS-4")
def test_the_log_tells_what_was_dealt() -> None:
    s = GAME.new_state(6, {"cards_dealt": 5})
    with listening() as told:
        rules.deal(s, new_rng(1))
    sentence = words.sentence(rules.EVENTS.read(told[0]), NAMES)
    assert sentence == "Round 1: Ann deals the roles, five cards each and 28 to the Pit."


@rule("FS-2")
@pytest.mark.parametrize(("players", "seasons"), [(3, 3), (4, 4), (6, 4)])
@pytest.mark.parametrize("highest", [7, 13])
def test_every_season_has_so_many_cards(players: int, seasons: int, highest: int) -> None:
    s = dealt(players, season_cards=highest, cards_dealt=5)
    suits = Counter(text[:2] for text in texts(rules.deck_of(s)) if not text.startswith("Wd"))
    assert len(suits) == seasons
    assert set(suits.values()) == {highest}


@rule("FS-2", "FS-7")
def test_without_wilds_the_seat_left_of_the_dealer_leads() -> None:
    for seed in range(5):
        s = dealt(4, seed, wilds=0, season_cards=10)
        assert rules.deck_of(s) & SUIT_CARDS[WILD] == 0
        assert s.leader == 1
    assert count(rules.deck_of(dealt(4, wilds=6)) & SUIT_CARDS[WILD]) == 6


@rule("FS-7")
def test_the_log_says_that_no_hand_has_a_wild() -> None:
    s = GAME.new_state(4, {"wilds": 0})
    with listening() as told:
        rules.deal(s, new_rng(1))
    assert words.sentence(rules.EVENTS.read(told[1]), NAMES) == "No hand has a wild, so Bob, left of the dealer, leads."


@rule("FS-3")
@pytest.mark.parametrize(
    ("players", "darknesses", "lights"), [(3, 1, 0), (4, 1, 0), (5, 1, 1), (5, 2, 0), (6, 1, 2), (6, 2, 1)]
)
def test_so_many_roles_are_darkness_and_the_others_without_a_season_are_light(
    players: int, darknesses: int, lights: int
) -> None:
    for seed in range(20):
        s = dealt(players, seed, darknesses=darknesses)
        roles = Counter(ROLE_WORDS[role] for role in (*s.role[:players], s.aside))
        assert (roles["darkness"], roles["light"]) == (darknesses, lights)
        assert sum(roles.values()) == players + 1


@rule("FS-3")
@pytest.mark.parametrize("players", [3, 4])
def test_two_of_darkness_are_refused_where_two_roles_would_be_left_over(players: int) -> None:
    with pytest.raises(OptionError, match=f"with {players} players, two of Darkness leave more than one role over"):
        GAME.new_state(players, {"darknesses": 2})


@rule("FS-4")
def test_more_cards_than_there_are_cannot_be_dealt() -> None:
    with pytest.raises(OptionError, match="6 players with 10 cards each need 60, and the deck has 58: deal fewer"):
        GAME.new_state(6, {"cards_dealt": 10})
    assert GAME.new_state(3, {"cards_dealt": 10}).cards_dealt == 10


@rule("FS-10")
def test_no_more_tokens_than_the_number_of_uses() -> None:
    s = position("Au1 Au2", "Sp1 Sp2", "Su1 Su2", "Wi1 Wi2", pit="Au9")
    s.token_uses = 1
    do(s, "autumn:Au1", "Au2")
    assert s.to_move == 1
    assert "spring:Au9" in legal(s)  # a token for each player
    do(s, "Sp1", "done", "Su1", "done", "Wi1", "done")
    s.hand[0], s.hand_size[0], s.to_move = cards("Au8"), 1, 0
    assert legal(s) == {"Au8"}
    refusal = GAME.words.why_not(s, GAME.words.parse("winter"))
    assert str(refusal) == "at this table each player may play one token in a round (FS-10)"


@rule("FS-10")
def test_with_no_uses_a_turn_is_one_card() -> None:
    s = dealt(4, token_uses=0)
    assert all(":" not in move and move not in ("winter", "done") for move in legal(s))
    do(s, sorted(legal(s))[0])
    assert s.phase == rules.PLAY  # nobody is asked for a token
    assert GAME.longest(GAME.new_state(4, {"token_uses": 0})) >= 36


@rule("FS-20")
@pytest.mark.parametrize(("lead", "mine", "other", "reaches"), [(0, 5, 5, True), (1, 5, 5, False), (3, 7, 5, False)])
def test_a_season_needs_its_lead(lead: int, mine: int, other: int, reaches: bool) -> None:
    s = judged(
        "spring darkness autumn winter",
        {0: ("spring", mine), 1: ("spring", other), 2: ("autumn", 9), 3: ("winter", 9)},
        (1, 1, 1, 1),
        season_lead=lead,
        dark_lead=4,
    )
    assert bool(rules.goals_reached(s, 0)) is reaches
    s.last_winners = rules.judged(s)
    assert s.last_winners == (0b1101 if reaches else 0)
    s.phase = rules.OVER
    said = GAME.words.ending(s, NAMES)
    if lead == 0:
        assert "each season player has one of the highest counts for their suit." in said
    elif lead == 3:
        assert "Ann does not have the highest count for Spring by three." in said


@rule("FS-20")
def test_a_tie_at_nothing_is_not_the_most() -> None:
    s = judged("spring darkness autumn winter", {}, (1, 1, 1, 1), season_lead=0, dark_lead=0)
    assert [rules.goals_reached(s, seat) for seat in range(4)] == [0, 0, 0, 0]


@rule("FS-21")
@pytest.mark.parametrize(("lead", "mine", "reaches"), [(0, 5, True), (0, 4, False), (4, 8, False), (4, 9, True)])
@pytest.mark.parametrize("season", ["spring", "summer"])  # in play, and not in play
def test_darkness_needs_its_lead(lead: int, mine: int, reaches: bool, season: str) -> None:
    s = judged("spring darkness autumn winter", {0: (season, 5), 1: (season, mine)}, (1, 1, 1, 1), dark_lead=lead)
    assert bool(rules.goals_reached(s, 1)) is reaches


@rule("FS-21")
@pytest.mark.parametrize(("most", "tricks", "reaches"), [(NONE, 0, False), (0, 0, True), (0, 1, False), (3, 3, True)])
def test_darkness_may_win_so_many_tricks_for_its_third_goal(most: int, tricks: int, reaches: bool) -> None:
    s = judged("spring darkness autumn winter", {}, (4, tricks, 2, 1), dark_tricks=most)
    assert rules.goals_reached(s, 1) == (rules.NO_TRICKS if reaches else 0)
    goals = [goal["goal"] for goal in GAME.view.view(s, None)["last_round"]["seats"][1]["goals"]]
    assert ("no_trick" in goals) is (most != NONE)


@rule("FS-21")
def test_the_log_and_the_ending_tell_how_few_tricks() -> None:
    s = judged("spring darkness autumn winter", {}, (4, 2, 2, 1), dark_tricks=2)
    with listening() as told:
        s.last_winners = rules.judged(s)
    events = [rules.EVENTS.read(one) for one in told]
    few = next(event for event in events if event.name == "dark_no_trick")
    assert words.sentence(few, NAMES) == "Bob reaches a Darkness goal: only two tricks won."
    s.phase = rules.OVER
    assert "Bob (Darkness) wins: only two tricks won." in GAME.words.ending(s, NAMES)
    assert names_of(events).count("dark_no_trick") == 1


@rule("FS-21")
def test_greedy_avoids_tricks_only_while_that_can_win() -> None:
    """Darkness lies before a trick it can win with its high card, or lose with its low one."""
    likes = [0.0] * rules.MAX_LEGAL
    chosen = {}
    for most in (NONE, 0):
        s = position(
            "Sp9 Sp2",
            "Su1 Su2",
            "Au1 Au2",
            "Sp3 Sp4",
            leader=3,
            roles=["darkness", "summer", "autumn", "winter"],
            won={0: "Sp5 Sp6", 1: "Sp7"},
        )
        s.tricks[0] = 0
        s.dark_tricks = most
        only_token(s, 0)
        do(s, "Sp3")
        actions = GAME.legal(s)
        GAME.judgement.prefer(s, actions, len(actions), likes)
        chosen[most] = GAME.words.text(actions[max(range(len(actions)), key=likes.__getitem__)])
    assert chosen == {NONE: "Sp9", 0: "Sp2"}


def test_a_table_shows_what_its_goals_need() -> None:
    usual, changed = (GAME.view.view(dealt(4, **some), 0) for some in ({}, {"dark_tricks": NONE, "season_lead": 0}))
    assert usual["needs"] == {"season_lead": 1, "dark_lead": 1, "dark_tricks": 0}
    assert changed["needs"] == {"season_lead": 0, "dark_lead": 1, "dark_tricks": None}


def test_the_pieces_to_print_follow_the_parameters() -> None:
    assert GAME.faces is not None
    names = [piece.name for piece in GAME.faces.pieces(GAME.new_state(6, {"wilds": 5, "darknesses": 1}))]
    assert "Wild 5" in names
    assert "Wild 6" not in names
    assert names.count("role Light") == 2


@pytest.mark.parametrize(
    ("parameters", "role", "lines"),
    [
        ({}, "darkness", ("most of a season,", "or no trick")),
        ({"dark_tricks": NONE, "dark_lead": 2}, "darkness", ("most of", "a season by two")),
        ({"dark_tricks": 1, "dark_lead": 0}, "darkness", ("most of a season or a tie,", "or at most one trick")),
        ({}, "spring", ("most of", "your own suit")),
        ({"season_lead": 3}, "spring", ("most of", "your own suit by three")),
        ({"season_lead": 3}, "light", ("that all", "seasons win")),
    ],
)
def test_a_printed_role_says_what_it_needs(parameters: dict[str, int], role: str, lines: tuple[str, str]) -> None:
    assert goal(GAME.new_state(4, parameters), role) == lines
