"""Whole games of Tweedy Tricksters: both twins, every deck, every step."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.rulebook import rule
from weatherdeck import kernel
from weatherdeck.errors import NothingToUndo
from weatherdeck.games import playout
from weatherdeck.games.game import Game
from weatherdeck.games.tweedy_tricksters import GAME, rules, view
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match

from .positions import dealt, do, draft_all, open_moves, playing, random_game

NAMES = ("Anna", "Ben", "Cleo", "Dan")


def test_every_state_of_random_games_is_sound_and_every_game_ends(any_deck: Game) -> None:
    for seed in range(12):
        steps = -1
        for s, _ in random_game(any_deck, seed):
            assert any_deck.audit.audit(s) == []
            assert 0 <= len(any_deck.legal(s)) <= any_deck.rules.MAX_LEGAL
            assert len(set(any_deck.legal(s))) == len(any_deck.legal(s))
            steps += 1
        assert any_deck.rules.is_over(s)
        assert steps == 33 * (s.round + 1)
        assert steps <= 429
        assert sum(any_deck.returns(s)) == pytest.approx(0)


@pytest.mark.skipif(not kernel.can_compile(), reason="Numba is not here")
def test_compiled_and_interpreted_rules_give_equal_bytes(compiled_deck: Game) -> None:
    compare_twins(compiled_deck, checked=False)


@pytest.mark.skipif(not kernel.can_compile(), reason="Numba is not here")
def test_compiled_rules_stay_within_their_bounds(uneven: Game) -> None:
    compare_twins(uneven, checked=True)


def compare_twins(game: Game, *, checked: bool) -> None:
    """Many random games, interpreted and compiled from the same seeds."""
    game_rules: Any = game.rules
    slow = kernel.interpreted(playout, game_rules)
    fast = kernel.compiled(playout, game_rules, checked=checked)
    blank = game.new_state()
    fast_blank = fast.load(blank)
    s, fast_s = game.new_state(), fast.record(game_rules.State)
    actions, fast_actions, rng, fast_rng = [0] * 8, fast.ints(8), [0] * 4, fast.ints(4)
    for seed in range(150):
        decisions = slow.random_games(blank, s, actions, rng, seed, 1)
        assert decisions == fast.random_games(fast_blank, fast_s, fast_actions, fast_rng, seed, 1)
        assert s.to_bytes() == fast_s.tobytes()


@pytest.mark.skipif(not kernel.can_compile(), reason="Numba is not here")
def test_every_verb_is_the_same_compiled(compiled_deck: Game) -> None:
    game_rules: Any = compiled_deck.rules
    fast = kernel.compiled(game_rules)
    rng, fast_rng = new_rng(8), fast.rng(8)
    features = [np.zeros(game_rules.OBSERVATION.size, np.float32) for _ in range(2)]
    out, fast_out = [0] * 8, fast.ints(8)
    for s, _ in random_game(compiled_deck, 21):
        n = game_rules.legal(s, out)
        assert fast.legal(fast.load(s), fast_out) == n
        assert list(fast_out[:n]) == out[:n]
        for seat in range(4):
            game_rules.observe(s, seat, features[0])
            fast.observe(fast.load(s), seat, features[1])
            assert features[0].tobytes() == features[1].tobytes()
            world, fast_world = s.copy(), fast.load(s)
            game_rules.redact(world, seat)
            fast.redact(fast_world, seat)
            assert world.to_bytes() == fast_world.tobytes()
            game_rules.redeal(world, seat, rng)
            fast.redeal(fast_world, seat, fast_rng)
            assert world.to_bytes() == fast_world.tobytes()
    result, fast_result = [0.0] * 4, fast.floats(4)
    game_rules.returns(s, result)
    fast.returns(fast.load(s), fast_result)
    assert list(fast_result) == result


def test_a_deal_into_a_used_state_is_like_one_into_a_fresh_state(any_deck: Game) -> None:
    used = any_deck.new_state()
    for s, _ in random_game(any_deck, 2):
        used = s
    for seed in range(5):
        fresh = any_deck.new_state()
        any_deck.rules.deal(fresh, new_rng(seed))
        any_deck.rules.deal(used, new_rng(seed))
        assert used.to_bytes() == fresh.to_bytes()


# ---------------------------------------------------------------- what is seen
def test_views_are_plain_data_and_say_no_more_than_a_seat_may_know(any_deck: Game) -> None:
    game, rng = any_deck, new_rng(9)
    features = [np.zeros(game.rules.OBSERVATION.size, np.float32) for _ in range(2)]
    for s, _ in random_game(game, 13):
        for seat in (None, 0, 1, 2, 3):
            shown = game.view.view(s, seat)
            assert json.loads(json.dumps(shown)) == shown
            world = s.copy()
            game.rules.redeal(world, -1 if seat is None else seat, rng)
            assert game.view.view(world, seat) == shown
            assert game.view.view(game.redacted(s, seat), seat) == shown
            assert game.words.prompt(world, NAMES) == game.words.prompt(s, NAMES)
            if seat is not None:
                game.rules.observe(s, seat, features[0])
                game.rules.observe(world, seat, features[1])
                assert features[0].tobytes() == features[1].tobytes()
                assert 0 <= features[0].min() <= features[0].max() <= 1


def test_the_view_shows_the_table() -> None:
    s = dealt(1)
    draft_all(s)
    do(s, "suit:rats", "suit:ravens", "suit:toads", "suit:foxes", "pairs:03-12")
    do(s, "1411")
    shown = GAME.view.view(s, 1)
    assert shown["phase"] == "play"
    assert (shown["dealer"], shown["leader"], shown["to_move"], shown["lead_suit"]) == (1, 1, 2, "foxes")
    assert [seat["suit"] for seat in shown["seats"]] == ["toads", "foxes", "rats", "ravens"]
    assert [card["card"] for card in shown["seats"][1]["hand"]] == ["1123", "3112"]
    assert [seat["hand"] for seat in shown["seats"] if seat is not shown["seats"][1]] == [None] * 3
    assert [seat["hand_size"] for seat in shown["seats"]] == [3, 2, 3, 3]
    assert shown["seats"][1]["played"] == {"card": "1411", "values": [1, 4, 1, 1]}
    assert shown["seats"][1]["value"] == 4
    assert shown["partnerships"] == [
        {"seats": [0, 3], "tricks": 0, "sum": 0, "leading": False},
        {"seats": [1, 2], "tricks": 0, "sum": 4, "leading": True},
    ]
    assert shown["gone"] == []
    for _ in range(3):
        do(s, open_moves(s)[0])
    assert "1411" in [card["card"] for card in GAME.view.view(s, None)["gone"]]
    assert len(GAME.view.view(s, None)["gone"]) == 4


def test_the_view_of_a_game_that_is_over_names_the_winners() -> None:
    for s, _ in random_game(GAME, 5):
        assert (GAME.view.view(s, None)["winners"] is None) == (not rules.is_over(s))
    shown = GAME.view.view(s, None)
    assert shown["phase"] == view.PHASES[rules.OVER] == "over"
    assert shown["winners"] == GAME.transcript.result(s)["winners"]
    assert shown["to_move"] is None
    assert shown["trick"] == 5


def observed(s: rules.State, seat: int, part: str) -> list[float]:
    out = np.zeros(rules.OBSERVATION_SIZE, np.float32)
    rules.observe(s, seat, out)
    where = rules.OBSERVATION[part]
    found: list[float] = out[where.offset : where.offset + where.size].tolist()
    return found


def test_the_observation_counts_seats_from_the_observer() -> None:
    s = playing(
        [["1114", "1123"], ["1132", "1213"], ["1141", "1222"], ["1231"]],
        [[], [], [], ["4111"]],
        leader=2,
        pairs="03-12",
        tricks=(2, 1),
        score=(1, 2, 3, 4),
        dealer=3,
        round=4,
        target=14,
    )
    do(s, "1222", "4111")
    assert observed(s, 1, "seat") == [0, 1, 0, 0]
    assert observed(s, 1, "partner") == [0, 1, 0, 0], "seat 2, one seat to the left"
    assert observed(s, 2, "partner") == [0, 0, 0, 1], "seat 1, three seats to the left"
    assert observed(s, 1, "leader") == [0, 1, 0, 0]
    assert observed(s, 1, "dealer") == [0, 0, 1, 0]
    assert observed(s, 1, "to_move") == [0, 0, 0, 1]
    assert observed(s, 1, "tricks") == pytest.approx([1 / 5, 1 / 5, 2 / 5, 2 / 5])
    assert observed(s, 1, "score") == pytest.approx([2 / 17, 3 / 17, 4 / 17, 1 / 17])
    assert observed(s, 1, "target") == pytest.approx([14 / 17])
    assert observed(s, 1, "suit")[:8] == [0, 1, 0, 0, 0, 0, 1, 0]
    assert observed(s, 1, "lead_suit") == [0, 0, 1, 0]
    assert observed(s, 1, "value") == pytest.approx([0, 2 / 9, 1 / 9, 0])
    assert observed(s, 1, "hidden_size") == pytest.approx([2 / 3, 1 / 3, 1 / 3, 2 / 3])
    assert observed(s, 1, "trick") == pytest.approx([3 / 5])
    assert observed(s, 1, "round") == pytest.approx([4 / 13])
    assert observed(s, 1, "phase") == [0, 0, 0, 1, 0]


def test_the_observation_places_every_card_once(any_deck: Game) -> None:
    copies = any_deck.rules.COPIES  # type: ignore[attr-defined]  # a table of this game's rules
    kinds = len(copies)
    out = np.zeros(any_deck.rules.OBSERVATION.size, np.float32)
    for s, _ in random_game(any_deck, 3):
        for seat in range(4):
            any_deck.rules.observe(s, seat, out)
            total = np.zeros(kinds)
            for name in ("hand", "drafted", "market", "gone", "unseen"):
                part = any_deck.rules.OBSERVATION[name]
                rows = out[part.offset : part.offset + part.size].reshape(-1, kinds)
                total += (rows[1:] if name == "drafted" else rows).sum(axis=0)  # mine are in the hand
            assert total == pytest.approx(np.minimum(copies, 1), abs=1e-5)  # 0 where a number stands for no card


# ---------------------------------------------------------------- what is told
def test_a_step_is_marked_as_revealing_exactly_if_somebody_learned_something(any_deck: Game) -> None:
    unseen = any_deck.rules.unseen_cards  # type: ignore[attr-defined]  # a helper of this game's rules
    for seed in range(4):
        before, round_before = -1, -1
        for s, events in random_game(any_deck, seed):
            learned = unseen(s, -1) != before or s.round != round_before or any_deck.rules.is_over(s)
            assert any(event.reveals for event in events) == learned, events
            before, round_before = unseen(s, -1), s.round


@rule("TT-4")
def test_playing_a_drafted_card_can_be_undone_but_not_playing_a_hidden_one() -> None:
    match = Match(GAME, seed=4)
    with pytest.raises(NothingToUndo):
        match.undo()
    for _ in range(13):
        match.play(match.legal()[0])
    drafted = [card["card"] for card in match.view(None)["seats"][match.state.to_move]["drafted"]]
    before = match.state.copy()
    match.play(drafted[0])
    match.undo()
    assert match.state == before
    hidden = [card["card"] for card in match.view(match.state.to_move)["seats"][match.state.to_move]["hand"]]
    match.play(hidden[0])
    with pytest.raises(NothingToUndo, match="something new"):
        match.undo()


def test_drafting_suits_and_partners_can_be_undone() -> None:
    match = Match(GAME, seed=4)
    start = match.state.copy()
    for _ in range(13):
        match.play(match.legal()[-1])
    for _ in range(13):
        match.undo()
    assert match.state == start


def test_the_rulebook_is_there_with_its_pictures() -> None:
    book = GAME.rulebook
    for heading in ("# Tweedy Tricksters", "## Rulings", "## What was reconstructed"):
        assert heading in book
    folder = Path(view.__file__).parent
    pictures = re.findall(r"\]\((pictures/[\w-]+\.svg)\)", book)
    assert pictures
    for picture in pictures:
        assert (folder / picture).read_text(encoding="utf-8").startswith("<svg")
