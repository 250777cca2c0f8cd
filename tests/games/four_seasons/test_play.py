"""Whole games: both twins, what is hidden, undo, the audit, and that every game ends."""

from __future__ import annotations

import json

import numpy as np
import pytest

from tests.playouts import positions, random_steps, sampled
from tests.rulebook import rule
from weatherdeck.games import playout
from weatherdeck.games.four_seasons import GAME, rules
from weatherdeck.games.four_seasons.deck import DECK
from weatherdeck.games.four_seasons.rules import State
from weatherdeck.kernel import can_compile, compiled, interpreted, new_rng
from weatherdeck.match import Match, save

from .table import NAMES, cards, do, legal, only_token, position, without_tokens

compiling = pytest.mark.skipif(not can_compile(), reason="Numba is not here")


def random_match(players: int, rounds: int | None, seed: int) -> Match:
    return Match(GAME, seed=seed, players=players, options={"rounds": rounds})


# ---------------------------------------------------------------- the twins
@compiling
@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_both_twins_play_the_same_games_to_the_byte(players: int, rounds: int, checked: bool) -> None:
    slow = interpreted(playout, rules)
    fast = compiled(playout, rules, checked=checked)
    blank = GAME.new_state(players, {"rounds": rounds or None})
    s, packed = State(), fast.record(State)
    for seed in range(40):
        n = slow.random_games(blank, s, slow.ints(rules.MAX_LEGAL), slow.ints(4), seed, 1)
        m = fast.random_games(fast.load(blank), packed, fast.ints(rules.MAX_LEGAL), fast.ints(4), seed, 1)
        assert n == m
        assert s.to_bytes() == packed.tobytes()


@compiling
@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_both_twins_redeal_redact_observe_and_judge_alike(players: int, checked: bool) -> None:
    fast = compiled(rules, checked=checked)
    seen, packed_seen = (np.zeros(rules.OBSERVATION.size, np.float32) for _ in range(2))
    for seed in range(4):
        match = random_match(players, None, seed)
        for now in sampled(match, seed):
            for seat in range(players):
                world, packed = now.state.copy(), fast.load(now.state)
                rng, packed_rng = new_rng(seed), fast.rng(seed)
                for verb in ("redact", "redeal"):
                    arguments = (seat,) if verb == "redact" else (seat, rng)
                    packed_arguments = (seat,) if verb == "redact" else (seat, packed_rng)
                    getattr(rules, verb)(world, *arguments)
                    getattr(fast, verb)(packed, *packed_arguments)
                    assert world.to_bytes() == packed.tobytes()
                assert rng == packed_rng.tolist()
                rules.observe(world, seat, seen)
                fast.observe(packed, seat, packed_seen)
                assert np.array_equal(seen, packed_seen)
        out = fast.floats(players)
        fast.returns(fast.load(match.state), out)
        assert out.tolist() == GAME.returns(match.state)


def test_a_state_is_small() -> None:
    assert State.dtype.itemsize <= 512


def test_dealing_into_a_used_state_is_like_dealing_into_a_fresh_one() -> None:
    for rounds in (0, 2):
        used = GAME.new_state(6, {"rounds": rounds or None})
        interpreted(playout, rules).random_games(used.copy(), used, [0] * rules.MAX_LEGAL, [0] * 4, 1, 1)
        used.players = 4
        fresh = GAME.new_state(4, {"rounds": rounds or None})
        for s in (used, fresh):
            rules.deal(s, new_rng(9))
        assert used == fresh


# ---------------------------------------------------------------- games as people play them
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rounds", [None, 2])
def test_every_state_of_a_game_is_sound_and_hides_what_it_must(players: int, rounds: int | None) -> None:
    for seed in range(2):
        for match in positions(random_match(players, rounds, seed), seed):
            assert GAME.audit.audit(match.state) == []
            if match.version % 4 == 0 and not match.is_over:
                assert_hidden(match, seed)
        assert match.view(None)["winners"] == match.result()["winners"]


def assert_hidden(match: Match, seed: int) -> None:
    """No view, prompt or observation of a seat changes when what is hidden from it does."""
    s = match.state
    here, there = (np.zeros(rules.OBSERVATION.size, np.float32) for _ in range(2))
    assert GAME.view.view(GAME.redacted(s, None), None) == match.view(None)
    assert json.loads(json.dumps(match.view(None))) == match.view(None)
    for seat in range(s.players):
        redacted = GAME.redacted(s, seat)
        world = redacted.copy()
        rules.redeal(world, seat, new_rng(seed))
        assert GAME.audit.audit(world) == []
        assert GAME.redacted(world, seat) == redacted
        assert GAME.view.view(world, seat) == match.view(seat) == GAME.view.view(redacted, seat)
        assert json.loads(json.dumps(match.view(seat))) == match.view(seat)
        assert GAME.words.prompt(redacted, NAMES)
        rules.observe(s, seat, here)
        rules.observe(world, seat, there)
        assert np.array_equal(here, there)
        rules.observe(redacted, seat, there)
        assert np.array_equal(here, there)
        assert here.min() >= 0
        assert here.max() <= 1


def test_redacting_hides_hands_and_roles() -> None:
    s = position("Au5 Su1", "Au2 Sp2", "Sp3 Su3", roles=("autumn", "spring", "darkness"))
    s.known[1] = cards("Sp2")
    redacted = GAME.redacted(s, 0)
    assert redacted.hand[:3] == [cards("Au5 Su1"), cards("Sp2"), 0]
    assert redacted.role[:3] == [0, rules.NONE, rules.NONE]
    assert redacted.aside == rules.NONE
    assert GAME.redacted(s, None).hand[:3] == [0, cards("Sp2"), 0]


def test_what_one_may_do_now_is_shown_to_the_one_to_move_only() -> None:
    s = position("Au5 Su1", "Au2 Sp2", "Sp3 Su3", pit="Sp9")
    assert GAME.view.view(s, 1)["can"] is None
    assert GAME.view.view(s, None)["can"] is None
    can = GAME.view.view(s, 0)["can"]
    assert [card["text"] for card in can["play"]] == ["Au5", "Su1"]
    assert (can["winter"], can["done"], can["summer"]) == (True, False, [])
    do(s, "Au5")
    can = GAME.view.view(s, 0)["can"]
    assert (can["play"], can["winter"], can["done"]) == ([], False, True)
    assert [card["text"] for card in can["spring"]] == ["Sp9"]


@rule("FS-20", "FS-21")
def test_at_the_end_the_view_shows_every_role_and_why_who_won() -> None:
    s = position("Au9", "Sp2", "Su3", won={1: "Sp1"}, roles=("autumn", "spring", "darkness"), aside="summer")
    without_tokens(s)
    do(s, "Au9", "Sp2", "Su3")
    seen = GAME.view.view(s, None)
    assert [seat["role"] for seat in seen["seats"]] == ["autumn", "spring", "darkness"]
    assert (seen["aside"], seen["winners"]) == ("summer", [2])
    last = seen["last_round"]
    assert (last["round"], last["aside"], last["winners"]) == (1, "summer", [2])
    assert last["seats"][1]["goals"] == [
        {"goal": "most", "season": "spring", "mine": 1, "against": 1, "reached": False}
    ]
    assert last["seats"][2]["goals"] == [
        {"goal": "most_in_play", "season": "autumn", "mine": 0, "against": 1, "reached": False},
        {"goal": "most_in_play", "season": "spring", "mine": 0, "against": 1, "reached": False},
        {"goal": "most_not_in_play", "season": "summer", "mine": 0, "against": 1, "reached": False},
        {"goal": "no_trick", "tricks": 0, "reached": True},
    ]
    assert [seat["wins"] for seat in last["seats"]] == [False, False, True]


# ---------------------------------------------------------------- undo
def reveals(s: State, *moves: str) -> bool:
    return any(event.reveals for event in do(s, *moves))


def test_tokens_that_show_nothing_hidden_can_be_taken_back() -> None:
    s = position("Au5 Su1 Su4", "Au2 Sp2 Su6", "Sp3 Su3 Su7", pit="Sp9")
    assert not reveals(s, "spring:Sp9"), "everyone saw it in the Pit"
    assert reveals(s, "Au5")
    assert reveals(s, "autumn:Sp2")
    assert reveals(s, "Au2")
    assert not reveals(s, "winter"), "the trick ends with it, but shows nothing more"
    assert s.to_move == 0
    assert reveals(s, "Su1")
    assert not reveals(s, "summer:Su1")
    assert reveals(s, "Su6")
    assert not reveals(s, "done")


def test_a_card_that_all_know_shows_nothing_unless_it_shows_that_a_suit_is_missing() -> None:
    s = only_token(position("Au5 Sp6", "Sp2 Su6 Sp7", "Au3 Su3 Su7", pit="Sp9"), 1, "spring")
    do(s, "Au5")
    assert reveals(s, "Sp2")
    assert not reveals(s, "spring:Sp9")
    do(s, "Au3", "Sp6")
    assert not reveals(s, "Sp9"), "from the Pit, and it follows"
    do(s, "Su3")
    assert s.void[1] == 1
    s = only_token(position("Au5 Sp6", "Sp2 Su6 Sp7", "Au3 Su3 Su7", pit="Sp9"), 1, "spring")
    do(s, "Au5", "spring:Sp9")
    assert reveals(s, "Sp9"), "from the Pit, but it shows that there is no Autumn"


def test_a_step_that_reveals_nothing_leaves_every_seat_the_same_worlds() -> None:
    for players in (3, 5):
        match = random_match(players, None, 5)
        before = match.state.copy()
        for step in random_steps(match, 5):
            if not step.reveals:
                for seat in range(players):
                    assert rules.unseen_cards(before, seat) == rules.unseen_cards(match.state, seat)
                assert before.void == match.state.void
                assert match.why_no_undo() is None
            before = match.state.copy()


# ---------------------------------------------------------------- the end
class Slowest:
    """Plays so as to make a round as long as it can: a card, then `done`, tokens as late as possible."""

    def choose(self, open_: set[str]) -> str:
        if "done" in open_:
            springs = sorted(move for move in open_ if move.startswith("spring"))
            return "done" if not springs or self.cards_left else springs[0]
        if "winter" in open_:
            return "winter"
        return min(move for move in open_ if ":" not in move)

    def __init__(self) -> None:
        self.cards_left = 0


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_round_is_longer_than_21_decisions_a_player(players: int) -> None:
    longest = 0
    for seed in range(5):
        s: State = GAME.new_state(players)
        rules.deal(s, new_rng(seed))
        player = Slowest()
        decisions = 0
        while not rules.is_over(s):
            player.cards_left = s.hand_size[s.to_move]
            do(s, player.choose(legal(s)))
            decisions += 1
        longest = max(longest, decisions)
    assert 17 * players <= longest <= 21 * players


def test_random_games_end_within_the_bound() -> None:
    slow = interpreted(playout, rules)
    for players in (3, 4, 5, 6):
        for seed in range(30):
            blank = GAME.new_state(players, {"rounds": 2})
            n = slow.random_games(blank, State(), [0] * rules.MAX_LEGAL, [0] * 4, seed, 1)
            assert n <= 2 * 21 * players


def test_no_more_actions_are_open_than_there_is_room_for() -> None:
    s = position(" ".join(f"Au{n}" for n in range(1, rules.MOST_HAND + 1)), *("",) * 5, leader=0)
    s.pit = DECK[6] & ~s.hand[0]
    assert len(GAME.legal(s)) == rules.MAX_LEGAL


def test_a_game_saved_before_there_could_be_99_rounds_still_loads() -> None:
    match = Match(GAME, seed=7, options={"rounds": 2})
    while not match.is_over:
        match.play(match.legal()[0])
    document = json.loads(save.dumps(match))
    assert document["state"] == "c58e18d12ae68e60", "as an earlier version, with a narrower State, wrote it"
    assert save.loads(json.dumps(document))[0].state == match.state
