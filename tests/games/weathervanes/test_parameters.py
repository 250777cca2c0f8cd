"""What a designer may turn in Weathervanes, and what it does."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from tests.games.weathervanes.positions import GAME, dealt, lay, numbers, play, table, worth
from tests.playouts import played, random_states
from weatherdeck.games import registry
from weatherdeck.games.options import OptionError
from weatherdeck.games.weathervanes import rules, words
from weatherdeck.games.weathervanes.rules import ALL_CARDS, SEATS
from weatherdeck.kernel import compiled, count, new_rng
from weatherdeck.match import Match, transcript

NAMES = ("Alberta", "Bernie", "Cecil", "Donna")
PAIR = {"first": 1, "s": 5}  # both pairs match: an outer match, and a centre of blue or green
ALL_MATCH = {"first": 3, "e": 17, "s": 21, "se": 11}  # red in the middle, and four outer matches


@pytest.mark.parametrize("rounds", [1, 8])
def test_the_game_has_as_many_rounds_as_it_says(rounds: int) -> None:
    match = played(GAME, 3, options={"rounds": rounds})
    told = [event.name for step in match.steps for event in step.events]
    assert told.count("dealt") == rounds
    assert told.count("passed_tokens") == rounds - 1, "tokens move only before a new round"
    assert told.count("ended") == 1


@pytest.mark.parametrize("rounds", [1, 8])
def test_the_screens_say_of_how_many_rounds_it_is(rounds: int) -> None:
    match = Match(GAME, seed=3, options={"rounds": rounds})
    assert words.status(match.state) == f"Round 1 of {rounds} · trick 1 of 11"
    assert match.view(0)["rounds"] == rounds


@pytest.mark.parametrize("rounds", [1, 2, 4, 8])
def test_the_observation_tells_how_many_rounds_are_to_come(rounds: int) -> None:
    seen = np.zeros(rules.OBSERVATION_SIZE, np.float32)
    said = []
    for s in random_states(GAME, 2, options={"rounds": rounds}):
        rules.observe(s, 0, seen)
        marked = seen[rules.O_ROUND : rules.O_ROUND + 4].tolist()
        assert sorted(marked) == [0, 0, 0, 1]
        said.append(3 - marked.index(1))
    assert said == sorted(said, reverse=True)
    assert set(said) == set(range(min(4, rounds)))


@pytest.mark.parametrize("cards", [4, 8, 11])
def test_no_hand_has_more_cards_than_are_dealt(cards: int) -> None:
    s = dealt(1, cards_dealt=cards)
    assert s.hand_size == [cards] * SEATS
    assert s.aside_size == 44 - SEATS * cards, "the others are left over"
    assert words.status(s) == f"Round 1 of 4 · trick 1 of {cards}"
    later = {
        event["cards"]
        for step in played(GAME, 2, options={"cards_dealt": cards}).steps
        for event in step.events
        if event.name == "dealt"
    }
    assert max(later) == cards
    assert min(later) >= min(cards, 8), "tableaux and Displays keep at most 16 cards from the deal"


def test_nobody_knows_which_cards_are_left_over() -> None:
    s = dealt(1, cards_dealt=4)
    assert count(s.aside) == 28
    for seat in range(SEATS):
        assert GAME.redacted(s, seat).aside == 0
        assert count(rules.unseen_cards(s, seat)) == 40


@pytest.mark.parametrize("cards", range(4, 12))
def test_the_ways_to_deal_what_is_hidden_can_be_counted_in_62_bits(cards: int) -> None:
    """From the first trick on which another seat shows something; until then every deal is as likely as any other."""
    pytest.importorskip("numba")
    fast = compiled(rules, checked=True)
    for seed in range(3):
        for number, s in enumerate(random_states(GAME, seed, options={"cards_dealt": cards})):
            if number > 40:
                break
            for seat in range(SEATS):
                slow, record = GAME.redacted(s, seat), fast.load(GAME.redacted(s, seat))
                rng = fast.ints(4)
                rng[:] = new_rng(seed)
                fast.redeal(record, seat, rng)
                rules.redeal(slow, seat, new_rng(seed))  # with whole numbers that cannot overflow
                assert slow == fast.unload(rules.State, record)
                assert GAME.audit.audit(slow) == []


def test_a_redeal_before_anyone_has_shown_anything_is_uniform() -> None:
    s = dealt(9, cards_dealt=8)
    rng = new_rng(2)
    seen: Counter[int] = Counter()
    for _ in range(600):
        world = GAME.redacted(s, 1)
        rules.redeal(world, 1, rng)
        assert GAME.audit.audit(world) == []
        seen.update(numbers(world.aside))
    unseen = rules.unseen_cards(s, 1)
    copies = Counter(card // 2 + 1 for card in range(48) if unseen >> card & 1)
    expected = 600 * 12 / 36
    for number, n in copies.items():
        assert abs(seen[number] - n * expected) < 6 * (n * expected) ** 0.5, number
    assert count(unseen & ALL_CARDS) == 36


@pytest.mark.parametrize("cards", [4, 11])
def test_a_transcript_names_the_cards_left_over_in_the_first_deal(cards: int) -> None:
    match = played(GAME, 7, options={"cards_dealt": cards, "rounds": 2})
    moves = iter(match.moves)
    line = transcript.record(
        GAME, seed=7, players=4, options={"cards_dealt": cards, "rounds": 2}, policy=lambda *_: words.parse(next(moves))
    )
    first = json.loads(line)["log"][0]["deal"]
    assert ("aside" in first) == (cards < 11)
    if cards < 11:
        assert len(first["aside"]) == 28
    assert transcript.verify(line, registry.load) > 0


@pytest.mark.parametrize(("points", "expected"), [(1, 4), (12, 15)])
def test_a_tableau_of_two_scores_what_is_said_for_its_cards(points: int, expected: int) -> None:
    assert worth(PAIR, "g") == 7, "by the rulebook 4 for the cards, 1 for the match and 2 for the token"
    assert worth(PAIR, "g", points_of_2=points) == expected


@pytest.mark.parametrize("points", [1, 24])
def test_a_tableau_of_three_scores_what_is_said_for_its_cards(points: int) -> None:
    three = {place: ALL_MATCH[place] for place in ("first", "e", "s")}
    assert worth(three, "b") == 9 + 2
    assert worth(three, "b", points_of_3=points) == points + 2


@pytest.mark.parametrize("points", [1, 40])
def test_a_full_tableau_scores_what_is_said_for_its_cards(points: int) -> None:
    assert worth(ALL_MATCH, "b") == 16 + 4
    assert worth(ALL_MATCH, "b", points_of_4=points) == points + 4
    assert worth(ALL_MATCH, "b", points_of_4=points, partial_misere=True, final=True) == -points - 4


@pytest.mark.parametrize("points", [0, 3])
def test_an_outer_match_scores_what_is_said(points: int) -> None:
    assert worth(ALL_MATCH, "b", points_per_match=points) == 16 + 4 * points


@pytest.mark.parametrize("points", [0, 2])
def test_the_bonus_scores_what_is_said_for_each_card(points: int) -> None:
    assert worth(ALL_MATCH, "r") == 16 + 4 + 4
    assert worth(ALL_MATCH, "r", bonus_per_card=points) == 16 + 4 + 4 * points
    assert worth({"first": 5}, "r", bonus_per_card=points) == 1, "one card has no bonus"


def test_the_log_and_the_places_add_up_with_other_numbers() -> None:
    s = table(
        [[5, 1], [22, 1], [24, 2], [15, 2]],
        display=(8, 9, 10, 23),
        tokens="rgyb",
        points_of_2=6,
        points_per_match=3,
        bonus_per_card=2,
    )
    lay(s, 1, PAIR)
    told = play(s, "5b", "22b", "24r", "15b")
    scored = next(event for event in told if event.name == "scored")
    said = "Bernie scores 13 points: 6 for 2 cards, 3 for outer matches, 4 for the Bonus Token."
    assert words.sentence(scored, NAMES) == said
    line = GAME.line(scored, NAMES)
    assert line is not None
    assert line.text == "tableau of 2: 6 + 3 outer + 4 token"


def test_a_place_says_what_its_points_are_for() -> None:
    s = table(
        [[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 5), tokens="rgyb", points_per_match=3, bonus_per_card=2
    )
    lay(s, 1, {"first": 1})
    play(s, "5b", "22b", "24r", "15b")
    below = next(place for place in GAME.view.view(s, 1)["placing"]["places"] if place["place"] == "s")
    assert (below["worth"], below["matches"], below["bonus"]) == (4 + 3 + 4, 3, 4)


def test_a_bonus_that_is_taken_away_cannot_be_changed() -> None:
    with pytest.raises(OptionError, match="bonus_no_kens takes the bonus away"):
        GAME.new_state(None, {"bonus_no_kens": True, "bonus_per_card": 2})
    assert GAME.new_state(None, {"bonus_no_kens": True}).bonus_per_card == 1


def test_a_score_beyond_the_rulebook_is_cut_off_in_the_observation() -> None:
    s = dealt(1)
    s.score[0], s.score[1] = 1500, -99
    seen = np.zeros(rules.OBSERVATION_SIZE, np.float32)
    rules.observe(s, 0, seen)
    assert seen[rules.O_SCORE : rules.O_SCORE + 2].tolist() == pytest.approx([2.7, -0.24])
