"""Positions: values that never change, refuse what is not legal, and hold no more than they should."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import weatherdeck
from tests.decks import WITH_DECKS, another_deck
from tests.playouts import positions
from weatherdeck import SPECTATOR, Game, IllegalMove, Position, Problem
from weatherdeck.env import desk, single
from weatherdeck.env.desk import ENOUGH, NO_CHANCE, WORDS, Engine
from weatherdeck.games import registry
from weatherdeck.kernel import Twin, compiled, interpreted, new_rng, rng_below
from weatherdeck.match import Match

OURS = registry.ours()
every_game = pytest.mark.parametrize("name", OURS)


def after(game: Game, moves: int, seed: int = 1) -> Position:
    """A position after some random moves, or at the end."""
    position, rng = game.deal(seed=seed), new_rng(seed)
    while moves > 0 and not position.over:
        position = position.apply(position.legal[rng_below(rng, len(position.legal))])
        moves -= 1
    return position


def middle(name: str, **options: Any) -> Position:
    """A position in the middle of a game."""
    return after(weatherdeck.load(name, **options), 13)


def finished(name: str) -> Position:
    return after(weatherdeck.load(name), 10_000)


# ---------------------------------------------------------------- the same game as everywhere else
@every_game
def test_a_position_goes_through_the_same_game_as_a_match(name: str) -> None:
    game = weatherdeck.load(name)
    position = game.deal(seed=5)
    for match in positions(Match(registry.load(name), seed=5), seed=2):
        position = game.deal(seed=5).play(*match.moves) if match.version == 0 else position.apply(match.moves[-1])
        assert position.state == match.state
        assert position.to_move == match.to_move
        assert list(position.legal) == sorted(match.legal())
        assert [game.action(text) for text in position.legal_texts] == list(position.legal)
        assert position.over == match.is_over
    assert position.returns == tuple(registry.load(name).returns(position.state))
    assert position.ending == registry.load(name).words.ending(position.state, ["seat 0", "seat 1", "seat 2", "seat 3"])
    assert len(position.history) == match.version <= game.longest


@every_game
def test_without_a_compiler_everything_is_the_same(name: str) -> None:
    game = registry.load(name)
    fast, slow = (Engine(game, make(single, game.module)) for make in (compiled, interpreted))
    blank = game.new_state().to_bytes()
    packed, rng = fast.deal(blank, new_rng(3)), new_rng(4)
    assert slow.deal(blank, new_rng(3)) == packed
    seat, legal = fast.look(packed)
    while legal:
        assert slow.look(packed) == (seat, legal)
        assert slow.whose(packed) == fast.whose(packed) == seat
        known = fast.redact(packed, seat)
        assert slow.redact(packed, seat) == known
        assert slow.redeal(known, seat, new_rng(9)) == fast.redeal(known, seat, new_rng(9))
        assert slow.observe(packed, seat).tobytes() == fast.observe(packed, seat).tobytes()
        action = legal[rng_below(rng, len(legal))]
        stepped = fast.advance(packed, action)
        assert slow.advance(packed, action) == stepped
        packed, seat, legal = stepped
    players = game.check_players(None)
    assert slow.returns(packed, players) == fast.returns(packed, players)


@every_game
def test_a_batch_of_one_shows_what_a_position_shows(name: str) -> None:
    game = weatherdeck.load(name)
    batch, position = game.batch(1, seed=6, again=False), game.deal(seed=6)
    while not position.over:
        assert batch.seats[0] == position.to_move
        assert np.array_equal(batch.masks[0], position.mask())
        assert np.array_equal(batch.observations[0], position.observe())
        batch.step([position.legal[-1]])
        position = position.apply(position.legal[-1])
    assert batch.done[0]
    assert batch.rewards[0].tolist() == pytest.approx(position.returns)


@pytest.mark.parametrize(
    "seed", [0, 1, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 64, (1 << 96) - 1]
)
def test_a_seed_gives_the_generator_that_it_gives_everywhere(seed: int) -> None:
    game = registry.load(OURS[0])
    for make in (compiled, interpreted):
        assert list(Engine(game, make(single, game.module)).words(seed)) == new_rng(seed)


def test_whoever_asks_little_does_not_wait_for_compiled_rules() -> None:
    game = registry.load(OURS[0])
    loaded: list[Twin] = []

    def load() -> Twin:
        loaded.append(compiled(single, game.module))
        return loaded[0]

    engine = Engine(game, interpreted(single, game.module), load)
    packed = engine.deal(game.new_state().to_bytes(), new_rng(3))
    answers = {engine.look(packed) for _ in range(ENOUGH - 1)}
    assert not loaded
    answers |= {engine.look(packed) for _ in range(ENOUGH)}
    assert len(loaded) == 1
    assert engine.twin is loaded[0]
    assert len(answers) == 1


def test_a_wait_for_compiled_rules_that_was_interrupted_is_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load(OURS[0])
    answers: list[Twin | KeyboardInterrupt] = [KeyboardInterrupt(), compiled(single, game.module)]

    def load() -> Twin:
        answer = answers.pop(0)
        if isinstance(answer, KeyboardInterrupt):
            raise answer
        return answer

    monkeypatch.setattr(desk, "ENOUGH", 0)
    engine = Engine(game, interpreted(single, game.module), load)
    with pytest.raises(KeyboardInterrupt):
        engine.words(1)
    assert list(engine.words(1)) == new_rng(1)
    assert engine.twin.mode == "compiled"


def test_threads_do_not_disturb_each_other() -> None:
    game = weatherdeck.load(OURS[0])
    alone = [after(game, 60, seed) for seed in range(24)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda seed: after(game, 60, seed), range(24))) == alone


# ---------------------------------------------------------------- refusals
def test_an_action_that_made_a_third_copy_of_a_card_is_refused() -> None:
    """The rules trust their caller: playing a card that is not in the hand damages the state."""
    game = registry.load("weathervanes")
    position = weatherdeck.load("weathervanes").deal(seed=7)
    held = {action // 4 for action in position.legal}
    action = 4 * next(card for card in range(24) if card not in held)
    damaged = position.state
    game.rules.apply(damaged, action, new_rng(1))
    assert game.audit.audit(damaged)
    before = position.to_bytes()
    with pytest.raises(IllegalMove, match="is not in your hand"):
        position.apply(action)
    assert position.to_bytes() == before


@every_game
def test_every_action_that_is_not_legal_is_refused_with_the_reason_of_the_game(name: str) -> None:
    position = middle(name)
    words = registry.load(name).words
    wrong = sorted(set(range(position.game.actions)) - set(position.legal))
    assert wrong
    for action in wrong:
        with pytest.raises(IllegalMove) as refused:
            position.apply(action)
        refusal = words.why_not(position.state, action)
        assert (refused.value.reason, refused.value.clause) == (refusal.sentence, refusal.clause)
        assert refused.value.move == position.game.text(action)


def test_a_refusal_names_the_clause() -> None:
    position = weatherdeck.load("weathervanes").deal(seed=7)
    with pytest.raises(IllegalMove, match=r"^@e: there is nothing to place now: .* \(WV-13\)$"):
        position.apply("@e")


@every_game
def test_a_text_that_is_no_action_is_refused_with_what_was_expected(name: str) -> None:
    position = middle(name)
    with pytest.raises(IllegalMove) as refused:
        position.apply("no such action")
    with pytest.raises(ValueError) as expected:
        registry.load(name).words.parse("no such action")
    assert str(expected.value) in str(refused.value)


@every_game
@pytest.mark.parametrize("action", [0, "no such action"], ids=str)
def test_nothing_can_be_played_when_the_game_is_over(name: str, action: int | str) -> None:
    position = finished(name)
    assert position.to_move is None
    assert position.legal == ()
    assert not position.mask().any()
    with pytest.raises(IllegalMove):
        position.apply(action)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (True, "an action is a whole number from 0 to .* not a bool"),
        (np.True_, "an action is a whole number"),
        (3.0, "not a float"),
        (float("nan"), "nan: an action is a whole number"),
        (np.float32(3), "not a float32"),
        (None, "not a NoneType"),
        ((3,), "not a tuple"),
        (np.array([3, 4]), "not a ndarray"),
        (-1, "actions are numbered from 0 to"),
        (10**30, "actions are numbered from 0 to"),
        (b"1a", "not a bytes"),
    ],
    ids=repr,
)
def test_what_is_no_action_is_refused(action: Any, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        middle(OURS[0]).apply(action)


@pytest.mark.parametrize("kind", [np.int64, np.int8, np.uint16, np.array])
def test_whole_numbers_of_any_type_are_actions(kind: Any) -> None:
    position = middle(OURS[0])
    action = position.legal[-1]
    assert position.apply(kind(action)) == position.apply(action)
    assert all(type(one) is int for one in position.apply(kind(action)).history)
    assert position.game.text(kind(action)) == position.legal_texts[-1]


# ---------------------------------------------------------------- values
def test_a_position_cannot_be_changed() -> None:
    position: Any = middle(OURS[0])
    for name in ("legal", "to_move", "state", "history", "game", "something"):
        with pytest.raises(AttributeError):
            setattr(position, name, None)
    before = position.to_bytes()
    position.state.to_move = 99
    position.mask()[:] = 1
    position.observe()[:] = 7
    assert position.to_bytes() == before
    assert position.mask().sum() == len(position.legal)
    assert position.observe().max() < 7


def test_positions_are_equal_by_game_state_and_generator() -> None:
    game = weatherdeck.load("weathervanes")
    position = game.deal(seed=7)
    assert position == game.deal(seed=7)
    assert hash(position) == hash(game.deal(seed=7))
    assert position != game.deal(seed=8)
    assert position != position.apply(position.legal[0])
    assert position != weatherdeck.load("weathervanes", partial_misere=True).deal(seed=7)
    assert position != position.redact(0)
    assert position != "a text"
    given_by_bytes = game.from_bytes(position.apply(position.legal[0]).to_bytes())
    assert given_by_bytes == position.apply(position.legal[0]), "how a position was reached does not count"
    assert given_by_bytes.history == ()
    assert len({position, game.deal(seed=7), given_by_bytes}) == 2


def test_the_same_state_with_another_future_is_another_position() -> None:
    ended = finished(OURS[0])
    a, b = ended.redeal(0, seed=1), ended.redeal(0, seed=2)
    assert a.state == b.state
    assert a != b


def samples(name: str) -> dict[str, Position]:
    """A position of every kind."""
    position = middle(name)
    assert position.to_move is not None
    return {
        "dealt": position.game.deal(seed=3),
        "played": position,
        "finished": finished(name),
        "redacted": position.redact(position.to_move),
        "redacted for somebody else": position.redact((position.to_move + 1) % position.game.players),
        "for a spectator": position.redact(SPECTATOR),
        "redealt": position.redeal(seed=4),
        "played after a redeal": position.redeal(seed=4).apply(position.legal[0]),
    }


@every_game
def test_a_position_of_any_kind_is_copied_pickled_and_written_out(name: str) -> None:
    for kind, position in samples(name).items():
        for other in (
            position.copy(),
            copy.copy(position),
            copy.deepcopy({"here": position})["here"],
            pickle.loads(pickle.dumps(position)),
            eval(repr(position), {"weatherdeck": weatherdeck}),  # this is what `repr` promises
            position.game.from_bytes(position.to_bytes()),
        ):
            assert other == position, kind
            assert hash(other) == hash(position), kind
            assert (other.viewer, other.to_move) == (position.viewer, position.to_move), kind
        assert eval(repr(position), {"weatherdeck": weatherdeck}).history == position.history
        assert pickle.loads(pickle.dumps(position)).history == position.history
        assert list(position.path())[-1] == position


@pytest.mark.parametrize("name", WITH_DECKS[:1])
def test_a_position_with_a_deck_of_ones_own_travels_to_another_process(name: str) -> None:
    position = after(weatherdeck.load(name, deck=another_deck(name)), 5)
    assert eval(repr(position), {"weatherdeck": weatherdeck}) == position
    script = (
        "import pickle, sys; p = pickle.load(sys.stdin.buffer); sys.stdout.buffer.write(pickle.dumps((p, repr(p))))"
    )
    done = subprocess.run([sys.executable, "-c", script], input=pickle.dumps(position), capture_output=True, check=True)
    back, said = pickle.loads(done.stdout)
    assert back == position
    assert said == repr(position)
    assert back.game.deck == another_deck(name)
    assert position != after(weatherdeck.load(name), 5)


def test_bytes_that_are_not_a_position_are_refused() -> None:
    position = middle("weathervanes")
    good = position.to_bytes()
    for at in (0, 16, 17, 100, len(good) - 1):
        bad = bytearray(good)
        bad[at] ^= 1
        with pytest.raises(Problem, match="damaged"):
            position.game.from_bytes(bytes(bad))
    for other in (b"", good[:-1], good + b"\0", middle("tradewinds").to_bytes()):
        with pytest.raises(Problem, match="damaged"):
            position.game.from_bytes(other)
    with pytest.raises(Problem, match="damaged"):
        weatherdeck.load("weathervanes", constrained_lead=True).from_bytes(good)
    with pytest.raises(Problem, match="not a str"):
        position.game.from_bytes("0" * len(good))  # type: ignore[arg-type]  # that is the test


def test_a_history_branches() -> None:
    position = middle(OURS[0])
    one, other = position.apply(position.legal[0]), position.apply(position.legal[-1])
    assert one.history[:-1] == other.history[:-1] == position.history
    path = list(one.path())
    assert [p.history for p in path] == [one.history[:n] for n in range(len(path))]
    assert path[-2:] == [position, one]


# ---------------------------------------------------------------- what a seat may know
@every_game
def test_what_is_redacted_is_the_same_in_every_world_that_the_seat_cannot_tell_apart(name: str) -> None:
    """So neither the cards nor the seed, the generator or the history are in it, however it is stored."""
    for position in (weatherdeck.load(name).deal(seed=2), middle(name)):
        for seat in (*range(position.game.players), SPECTATOR):
            known = position.redact(seat)
            world = position.redeal(0 if seat == SPECTATOR else seat, seed=99)
            assert world.redact(seat) == known
            assert pickle.dumps(world.redact(seat)) == pickle.dumps(known)
            assert repr(world.redact(seat)) == repr(known)
            assert known.to_bytes()[-WORDS.size :] == WORDS.pack(*NO_CHANCE)
            assert known.history == ()
            if seat != SPECTATOR:
                assert known.redeal(seat, seed=5).redact(seat) == known
                assert np.array_equal(known.observe(), position.observe(seat))


@every_game
def test_a_redealt_world_depends_on_what_is_known_and_on_the_seed_alone(name: str) -> None:
    position = middle(name)
    seat = position.to_move
    assert seat is not None
    world = position.redeal(seat, seed=1)
    assert world == position.redact(seat).redeal(seed=1) == position.redeal(seat, seed=2).redeal(seat, seed=1)
    assert world.legal == position.legal
    assert registry.load(name).audit.audit(world.state) == []
    assert after_end(world).over
    future = WORDS.unpack(position.to_bytes()[-WORDS.size :])
    assert WORDS.unpack(world.to_bytes()[-WORDS.size :]) != future


def after_end(position: Position) -> Position:
    while not position.over:
        position = position.apply(position.legal[0])
    return position


def test_redeals_differ() -> None:
    position = weatherdeck.load("weathervanes").deal(seed=1)
    assert len({position.redeal(0, seed=seed) for seed in range(20)}) == 20


def test_a_redacted_position_says_what_it_cannot_do() -> None:
    position = middle("weathervanes")
    mover = position.to_move
    assert mover is not None
    other = (mover + 1) % 4
    known = position.redact(mover)
    assert known.legal == position.legal
    assert known.redact(mover) is known
    assert known.redact(SPECTATOR) == position.redact(SPECTATOR)
    for impossible in (
        lambda: known.apply(known.legal[0]),
        lambda: known.observe(other),
        lambda: known.redact(other),
        lambda: known.redeal(other, seed=1),
        lambda: position.redact(other).legal,
        lambda: position.redact(other).mask(),
        lambda: position.redact(SPECTATOR).observe(),
        lambda: position.redact(SPECTATOR).redeal(seed=1),
    ):
        with pytest.raises(Problem, match="redacted"):
            impossible()
    assert position.redact(other).to_move == mover


@pytest.mark.parametrize("seat", [4, -2, True, 1.0, "0"])
def test_a_seat_that_is_none_is_refused(seat: Any) -> None:
    position = middle("weathervanes")
    for ask in (position.observe, position.redact, lambda s: position.redeal(s, seed=1), position.drawing):
        with pytest.raises(Problem, match=r"a seat is a number from 0 to 3, not"):
            ask(seat)


def test_at_the_end_a_seat_must_be_named() -> None:
    position = finished(OURS[0])
    with pytest.raises(Problem, match="say which seat"):
        position.observe()
    assert position.observe(0).shape == (position.game.observation.size,)


@pytest.mark.parametrize("seed", [-1, 1 << 96, 1.5, True, "7", None])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    position = middle(OURS[0])
    with pytest.raises(Problem, match="a seed is a whole number from 0 to"):
        position.redeal(seed=seed)
    if seed is not None:
        with pytest.raises(Problem, match="a seed is a whole number from 0 to"):
            position.game.deal(seed=seed)


# ---------------------------------------------------------------- how it looks
@every_game
def test_a_drawing_shows_what_one_seat_sees(name: str) -> None:
    position = middle(name)
    mover = position.to_move
    assert mover is not None
    drawn = str(position)
    assert position.game.title in drawn
    assert "\x1b" not in drawn
    assert drawn == position.drawing(mover) == str(position.redact(mover)) == str(position.redeal(mover, seed=8))
    seen = position.drawing(SPECTATOR)
    assert seen == str(position.redact(SPECTATOR)) != drawn
    assert max(map(len, position.drawing(width=80).splitlines())) <= 80
    assert position.game.title in str(finished(name))


@every_game
def test_a_notebook_shows_what_a_spectator_sees(name: str) -> None:
    position = middle(name)
    html = position._repr_html_()
    assert position.game.title in html
    assert html == position.redeal(0, seed=8)._repr_html_()


@every_game
def test_a_picture_shows_what_one_seat_sees(name: str) -> None:
    position = middle(name)
    mover = position.to_move
    assert mover is not None
    picture = position.svg(size=(600, 400))
    assert picture.startswith("<svg")
    assert 'width="600" height="400"' in picture
    world = position.redeal(mover, seed=8)
    assert picture == position.redact(mover).svg(size=(600, 400)) == world.svg(mover, size=(600, 400))
    assert position.svg(SPECTATOR) != position.svg()


# ---------------------------------------------------------------- to a batch and back
@every_game
def test_a_batch_continues_from_positions(name: str) -> None:
    game = weatherdeck.load(name)
    worlds = [after(game, 5 * n, seed=n) for n in range(1, 9)] + [middle(name).redeal(seed=n) for n in range(4)]
    batch = game.batch_of(worlds)
    assert [game.position_of(batch, table) for table in range(len(worlds))] == worlds
    for _ in range(10):
        actions = [world.legal[0] if world.legal else weatherdeck.IDLE for world in worlds]
        batch.step(actions)
        worlds = [world.apply(world.legal[0]) if world.legal else world for world in worlds]
    assert [game.position_of(batch, table) for table in range(len(worlds))] == worlds


def test_a_batch_refuses_positions_that_it_cannot_play() -> None:
    position = middle("weathervanes")
    game, other = position.game, weatherdeck.load("weathervanes", partial_misere=True)
    for given, reason in (
        ([], "at least one"),
        ([position, position.redact(0)], "redeal it first"),
        ([position, other.deal(seed=1)], "must be positions of"),
    ):
        with pytest.raises(Problem, match=reason):
            game.batch_of(given)
    batch = game.batch_of([position])
    for table in (1, -1, 0.0, True):
        with pytest.raises(Problem, match="a number from 0 to 0"):
            game.position_of(batch, table)  # type: ignore[arg-type]  # that is the test
    with pytest.raises(Problem, match="does not play"):
        other.position_of(batch, 0)


# ---------------------------------------------------------------- without a compiler
def test_a_script_gets_the_same_with_numba_switched_off() -> None:
    script = (
        "import weatherdeck; p = weatherdeck.load('four-seasons', players=3).deal(seed=4); b = p.game.bot('greedy')\n"
        "for _ in range(12): p = p.apply(b.choose(p))\n"
        "print(repr(p), p.to_bytes().hex(), p.redeal(seed=2).to_bytes().hex())\n"
        f"for _ in range({ENOUGH}): p.redact(0)"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "WEATHERDECK_INTERPRETED": switched},
        )
        for switched in ("", "1")
    ]
    assert said[0].stdout == said[1].stdout
    assert [one.stderr.count("the rules run interpreted") for one in said] == [0, 1]
