"""Bots by name: they know what their seat may know, and choose the same in the same position."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import product
from typing import Any, ClassVar

import pytest

import weatherdeck
from tests.sweeps import sample
from weatherdeck import Position, Problem, UnknownBot, bots
from weatherdeck.games import game as games
from weatherdeck.games import registry

OURS = registry.ours()


def play(seats: Sequence[weatherdeck.Bot], seed: int, moves: int = 10_000) -> Position:
    """A game between bots."""
    position = seats[0]._game.deal(seed=seed)
    while position.to_move is not None and len(position.history) < moves:
        position = position.apply(seats[position.to_move].choose(position))
    return position


@pytest.mark.parametrize(
    ("name", "bot"), sample("bots in all seats", list(product(OURS, ["random", "greedy", "novice"])))
)
def test_a_bot_plays_every_seat_of_a_game_and_plays_it_again(name: str, bot: str) -> None:
    game = weatherdeck.load(name)
    position = play([game.bot(bot, seed=3)] * game.players, seed=1)
    assert position.over
    assert play([game.bot(bot, seed=3) for _ in range(game.players)], seed=1) == position
    if bot != "greedy":  # which leaves little to chance
        assert play([game.bot(bot, seed=4)] * game.players, seed=1) != position


def test_a_bot_that_thinks_chooses_the_same_whatever_it_did_before() -> None:
    game = weatherdeck.load("tweedy-tricksters")
    bot = game.bot("expert", seed=1)
    played = play([bot] * 4, seed=1, moves=30)
    path = list(played.path())
    for at in (3, 29, 17):
        assert bot.choose(path[at]) == game.bot("expert", seed=1).choose(path[at]) == played.history[at]
    other = pickle.loads(pickle.dumps(bot))
    assert other.choose(pickle.loads(pickle.dumps(path[29]))) == played.history[29]
    assert eval(repr(bot), {"weatherdeck": weatherdeck}).choose(path[3]) == played.history[3]


class Spy:
    """Writes down what a bot is given, and plays the first legal action."""

    name = "spy"
    states: ClassVar[list[Any]] = []
    watched: ClassVar[list[tuple[Any, int, int | None]]] = []

    def __init__(self, seed: int) -> None:
        pass

    def watch(self, _game: games.Game, state: Any, seat: int, action: int | None) -> None:
        self.watched.append((state, seat, action))

    def choose(self, _game: games.Game, state: Any, legal: Sequence[int]) -> int:
        self.states.append(state)
        return legal[0]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> type[Spy]:
    """A bot of another package."""

    class Point:
        name, value = "spy", "tests:Spy"

        def load(self) -> type[Spy]:
            return Spy

    monkeypatch.setattr(bots, "entry_points", lambda group: [Point()] if group == bots.ENTRY_POINTS else [])
    Spy.states.clear()
    Spy.watched.clear()
    return Spy


def test_a_bot_is_given_what_its_seat_may_know_and_nothing_else(spy: type[Spy]) -> None:
    game = weatherdeck.load("weathervanes")
    assert "spy" in weatherdeck.list_bots()
    bots_at_table = [game.bot("spy"), *(game.bot("random", seed=seat) for seat in range(3))]
    path = list(play(bots_at_table, seed=2, moves=40).path())
    mine = [position for position in path[:-1] if position.to_move == 0]
    assert [state.to_bytes() for state in spy.states] == [p.redact(0).state.to_bytes() for p in mine]
    heard = path[: len(spy.watched)]
    assert len(heard) >= 30
    assert [(state, seat) for state, seat, _ in spy.watched] == [(p.redact(0).state, 0) for p in heard]
    assert tuple(action for _, _, action in spy.watched) == path[-1].history[: len(heard)]


def test_a_bot_hears_each_move_once_and_of_another_game_from_its_start(spy: type[Spy]) -> None:
    game = weatherdeck.load("tradewinds", first="N")
    bot = game.bot("spy")
    first = game.deal(seed=1)
    bot.choose(first)
    assert spy.watched == []
    for seed, forgotten in ((1, []), (2, [None])):
        position = game.deal(seed=seed)
        for _ in range(2):
            spy.watched.clear()
            for _ in range(game.players):
                position = position.apply(position.legal[0])
            bot.choose(position)
            new = position.history[-game.players :]
            assert [action for _, _, action in spy.watched] == [*forgotten, *new]
            forgotten = []


def test_a_redacted_position_is_enough_for_a_bot() -> None:
    position = weatherdeck.load("weathervanes").deal(seed=1)
    bot = position.game.bot("greedy")
    assert position.to_move is not None
    assert bot.choose(position.redact(position.to_move)) in position.legal
    with pytest.raises(Problem, match="redacted"):
        bot.choose(position.redact((position.to_move + 1) % 4))


def test_what_a_bot_cannot_do_is_refused() -> None:
    game = weatherdeck.load("tradewinds")
    with pytest.raises(UnknownBot, match="there is no bot 'deep-blue'; there are: random"):
        game.bot("deep-blue")
    with pytest.raises(Problem, match="a seed is"):
        game.bot("random", seed=-1)
    bot = game.bot("random")
    with pytest.raises(Problem, match="the game is over"):
        bot.choose(play([bot] * 4, seed=1))
    with pytest.raises(Problem, match="this bot plays"):
        bot.choose(weatherdeck.load("tradewinds", open_hands=True).deal(seed=1))


def test_a_bot_of_another_package_that_fails_is_replaced_and_reported(
    spy: type[Spy], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Spy, game: games.Game, state: Any, legal: Sequence[int]) -> int:
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(Spy, "choose", fail)
    position = weatherdeck.load("tradewinds").deal(seed=1)
    with pytest.warns(RuntimeWarning, match="bot spy crashed .*out of ideas"):
        action = position.game.bot("spy").choose(position)
    assert action in position.legal
