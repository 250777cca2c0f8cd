"""What a designer may turn in Winter Court, and what it does."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from tests.games.winter_court.positions import GAME, act, legal, position, shown, told
from tests.playouts import played, random_states
from tests.worlds import assert_frequencies
from weatherdeck.games import registry
from weatherdeck.games.options import OptionError
from weatherdeck.games.winter_court import greedy, rules, view, words
from weatherdeck.games.winter_court.rules import ALL_CARDS, State
from weatherdeck.kernel import count, new_rng
from weatherdeck.match import Match, transcript

NAMES = ("Anne", "Bob")
ROYALS = {"A": "0 La5", "B": "0 Kn5", "C": "0 Mi5", "D": "0 We5"}


def dealt(seed: int = 1, **options: int) -> State:
    s: State = GAME.new_state(None, options)
    rules.deal(s, new_rng(seed))
    return s


def turned(s: State, **numbers: int) -> State:
    """A position by the rulebook, with other numbers."""
    for name, number in numbers.items():
        setattr(s, name, number)
    s.pile_size -= s.left_out
    assert GAME.audit.audit(s) == []
    return s


@pytest.mark.parametrize(("first", "second"), [(3, 6), (10, 6), (5, 3), (5, 10)])
def test_the_players_get_as_many_cards_as_is_said_and_the_pile_the_others(first: int, second: int) -> None:
    s = dealt(2, first=1, first_hand=first, second_hand=second)
    assert s.hand_size == [second, first]
    assert s.pile_size == 60 - first - second
    events = Match(GAME, seed=1, options={"first": 0, "first_hand": first, "second_hand": second}).steps[0].events
    assert words.sentence(events[0], NAMES) == f"Anne goes first, with {first} cards; Bob gets {second}."
    line = GAME.line(events[0], NAMES)
    assert line is not None
    assert line.text == f"Anne begins, with {first} cards; Bob has {second}"


@pytest.mark.parametrize("left_out", [0, 40])
def test_the_game_ends_before_the_cards_that_are_left_out(left_out: int) -> None:
    assert words.status(dealt(left_out=left_out)) == f"{49 - left_out} to draw"
    for seed in range(3):
        match = played(GAME, seed, options={"left_out": left_out, "royals_to_win": 4})
        drawn = sum(event.name == "drew" for step in match.steps for event in step.events)
        assert drawn <= 49 - left_out
        unseen = ALL_CARDS & ~(rules.open_cards(match.state) | match.state.hand[0] | match.state.hand[1])
        assert count(unseen) == left_out + match.state.pile_size
        if match.result()["by"] != "royals":
            assert match.state.pile_size == 0


def test_any_card_that_nobody_sees_may_be_drawn_or_left_out() -> None:
    s = turned(position("La1 La2", "Mi1 Mi2", pile="We1 We2 We3 We4"), left_out=3)
    assert s.pile_size == 1
    drawn: Counter[str] = Counter()
    rng = new_rng(1)
    for _ in range(800):
        after = s.copy()
        rules.apply(after, words.parse("pass1"), rng)
        assert after.phase == rules.OVER, "that was the last card of the pile"
        drawn[shown(after.hand[0] & ~s.hand[0])] += 1
    assert_frequencies(drawn, {"We1": 1, "We2": 1, "We3": 1, "We4": 1})


def test_a_redeal_takes_the_cards_that_are_left_out_for_possible_ones() -> None:
    s = turned(position("La1 La2", "Mi1", pile="We1 We2 We3"), left_out=2)
    held: Counter[str] = Counter()
    rng = new_rng(1)
    for _ in range(800):
        world = GAME.redacted(s, 0)
        rules.redeal(world, 0, rng)
        assert GAME.audit.audit(world) == []
        held[shown(world.hand[1])] += 1
    assert_frequencies(held, {"Mi1": 1, "We1": 1, "We2": 1, "We3": 1})


@pytest.mark.parametrize("draws", [1, 3])
def test_after_a_play_one_may_draw_what_is_said_or_nothing(draws: int) -> None:
    s = act(turned(position("We4"), play_draws=draws), "We4>D", "commit")
    assert legal(s) == ["draw0", "draw1"]
    assert words.label(s, words.parse("draw1")) == f"Draw {draws} and end"
    assert GAME.view.view(s, 0)["play_draws"] == draws
    before = s.hand_size[0]
    assert act(s.copy(), "draw1").hand_size[0] == before + draws
    assert act(s.copy(), "draw0").hand_size[0] == before


def test_after_a_play_no_more_is_drawn_than_there_is() -> None:
    s = act(turned(position("We4", pile="La1 La2"), play_draws=3), "We4>D", "commit")
    assert words.describe(s, words.parse("draw1"), NAMES) == "draw 2 cards and end the turn"
    assert words.prompt(s, NAMES) == "Anne: draw 2 cards, or end without"
    s = act(s, "draw1")
    assert (s.hand_size[0], s.phase) == (2, rules.OVER)


@pytest.mark.parametrize("draws", [1, 4])
def test_the_steward_draws_what_is_said(draws: int) -> None:
    s = turned(position("We4", influence={"F": "0 La5"}), steward_draws=draws)
    tile = next(member for member in GAME.view.view(s, 0)["members"] if member["letter"] == "F")
    assert tile["power_text"] == f"draw {draws} card{'s' if draws > 1 else ''}"
    assert tile["power_short"] == f"draw {draws}"
    assert words.label(s, words.parse("steward")) == f"Steward: draw {draws}"
    assert act(s, "steward").hand_size[0] == 1 + draws


@pytest.mark.parametrize("needed", [2, 3, 4])
def test_as_many_royals_as_is_said_win_at_once(needed: int) -> None:
    held = {letter: ROYALS[letter] for letter in "ABCD"[: needed - 1]}
    last = "ABCD"[needed - 1]
    move = {"B": "Kn9>B", "C": "Mi9>C", "D": "We9>D"}[last]
    s = turned(position(move[:3], influence=held), royals_to_win=needed)
    assert s.phase != rules.OVER, "one fewer is not enough"
    s = act(s, move, "commit")
    assert GAME.transcript.result(s)["by"] == "royals"
    number = {2: "two", 3: "three", 4: "all four"}[needed]
    assert words.ending(s, NAMES) == f"Anne wins: {number} royals are on their side."
    assert GAME.view.view(s, 0)["royals_to_win"] == needed


def test_the_greedy_player_sees_that_the_last_royal_wins() -> None:
    s = turned(position("Kn9 De9", influence={"A": ROYALS["A"]}), royals_to_win=2)
    actions = GAME.legal(s)
    likes = [0.0] * len(actions)
    greedy.prefer(s, actions, len(actions), likes)
    best = words.text(actions[likes.index(max(likes))])
    assert best == "Kn9>B"
    s = position("Kn9 De9", influence={"A": ROYALS["A"]})
    greedy.prefer(s, actions, len(actions), likes)
    assert max(likes) < 50, "by the rulebook it is one of four"


def test_a_pile_must_be_left() -> None:
    with pytest.raises(OptionError, match="of 60 cards 20 are dealt and 40 left out, which leaves no draw pile"):
        GAME.new_state(None, {"first_hand": 10, "second_hand": 10, "left_out": 40})
    assert GAME.new_state(None, {"first_hand": 10, "second_hand": 10, "left_out": 39}).left_out == 39


def test_a_game_with_a_pile_of_one_card_is_over_with_it() -> None:
    match = played(GAME, 3, options={"first_hand": 10, "second_hand": 10, "left_out": 39})
    assert match.state.pile_size == 0 or match.result()["by"] == "royals"


def test_a_larger_pile_stays_within_the_observation() -> None:
    seen = np.zeros(rules.OBSERVATION_SIZE, np.float32)
    for s in random_states(GAME, 1, options={"first_hand": 3, "second_hand": 3}):
        rules.observe(s, 0, seen)
        assert seen[rules.O_PILE] == pytest.approx(min(49, s.pile_size) / 49)


def test_a_transcript_with_other_numbers_verifies() -> None:
    options = {
        "first_hand": 3,
        "second_hand": 8,
        "left_out": 20,
        "play_draws": 2,
        "steward_draws": 3,
        "royals_to_win": 3,
    }
    moves = iter(played(GAME, 7, options=options).moves)
    line = transcript.record(GAME, seed=7, players=2, options=options, policy=lambda *_: words.parse(next(moves)))
    assert json.loads(line)["options"] == options
    assert transcript.verify(line, registry.load) > 0


def test_the_tiles_to_print_have_the_numbers_of_the_game() -> None:
    assert view.tile(5)["power_text"] == "draw 2 cards"
    assert view.tile(5, GAME.new_state(None, {"steward_draws": 3}))["power_text"] == "draw 3 cards"


def test_what_is_told_is_what_was_drawn() -> None:
    events = told(act(turned(position("We4"), play_draws=3), "We4>D", "commit"), "draw1")
    assert [event.name for event in events] == ["drew"] * 3
