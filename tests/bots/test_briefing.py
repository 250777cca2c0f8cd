"""Briefing: a bot that stays hears each move once, and chooses as a new one that hears all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from tests.playouts import random_policy, random_steps
from weatherdeck import bots, kernel
from weatherdeck.bots import BotSeat, Briefing, Onlooker, SearchBot, belief, search, warming
from weatherdeck.bots.review import Adviser
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.match import Match

GAMES = [registry.load(name) for name in registry.names()]
games = pytest.mark.parametrize("game", [game for game in GAMES if game.greedy is not None], ids=lambda game: game.name)


@pytest.fixture
def warm(game: Game) -> None:
    """Everything is compiled: else a bot may begin interpreted, and choose differently once it need not."""
    if kernel.can_compile():
        warming.make(game)


@pytest.fixture
def redactions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats that states were redacted for, one entry for each time."""
    seats: list[int] = []
    redacted = Game.redacted

    def counting(game: Game, state: Any, seat: int | None) -> Any:
        seats.append(-1 if seat is None else seat)
        return redacted(game, state, seat)

    monkeypatch.setattr(Game, "redacted", counting)
    return seats


def wandering(game: Game, seed: int, moves: int) -> Iterator[tuple[Match, bool]]:
    """Positions of a random match with undos, and whether moves were just taken back.

    Where the rules of undo do not allow it, the match is replayed up to there, as a server does when it restarts.
    """
    match, dice = Match(game, seed=seed), random.Random(seed)
    for _ in range(moves):
        if match.is_over:
            return
        back = match.version > 3 and dice.random() < 0.2
        if back and match.why_no_undo() is None:
            match.undo()
        elif back:
            kept = [action for _, action in match.history][: -dice.randrange(1, 4)]
            match = Match(game, seed=seed)
            for action in kept:
                match.play(action)
        yield match, back
        match.play(dice.choice(match.legal()))


def undoable() -> Match:
    """A match of which the last move can be taken back."""
    for seed in range(20):
        match = Match(registry.load("winter-court"), seed=seed)
        for _ in islice(random_steps(match, seed), 8):
            if match.why_no_undo() is None:
                return match
    raise AssertionError("no such match")


def mind_of(game: Game, onlooker: Onlooker, match: Match, seat: int) -> list[list[float]]:
    twin = kernel.fastest(search, *game.modules)
    onlooker.follow(game, twin, seat, match.history)
    mind = onlooker.mind(game, twin, game.redacted(match.state, seat))
    return [list(mind.guesses), list(mind.moves), list(mind.manners)]


@games
def test_an_onlooker_that_stays_knows_what_a_new_one_is_told_even_after_an_undo(game: Game) -> None:
    seat, staying, undone = 1, Onlooker(5, 1.0, learned=True), 0
    for match, back in wandering(game, seed=3, moves=45):
        undone += back
        assert mind_of(game, staying, match, seat) == mind_of(game, Onlooker(5, 1.0, learned=True), match, seat)
    assert undone > 0


@games
def test_a_bot_in_a_seat_chooses_as_one_that_just_sat_down(game: Game, warm: None) -> None:
    seat = BotSeat(game, "expert", 0, 7)
    for match, _ in wandering(game, seed=4, moves=30 if kernel.can_compile() else 8):
        if match.to_move == 0 and len(match.legal()) > 1:
            known, seed = game.redacted(match.state, 0), match.version
            chosen = seat.choose(known, match.history, seed)
            assert chosen == BotSeat(game, "expert", 0, 7).choose(known, match.history, seed)
            assert chosen[0] in match.legal()
            assert chosen[1] == []


def test_only_new_moves_of_others_are_redacted(redactions: list[int]) -> None:
    game = registry.load("tradewinds")  # it has one chapter, so that nothing is ever out of date
    match, seat, onlooker = Match(game, seed=1), 0, Onlooker(1, 1.0)
    twin = kernel.interpreted(search, *game.modules)
    others = 0
    for step in islice(random_steps(match, 1), 16):
        others += step.seat != seat
        onlooker.follow(game, twin, seat, match.history)
        assert redactions == [seat] * others
    assert others > 5


def test_a_learned_onlooker_goes_through_a_match_only_once(redactions: list[int]) -> None:
    """It hears of all chapters, because a player's manner outlasts them, but of each move once."""
    game = registry.load("tweedy-tricksters")
    match, seat, onlooker = Match(game, seed=1), 0, Onlooker(1, 1.0, learned=True)
    twin = kernel.fastest(search, *game.modules)
    others, chapters = 0, set[int]()
    for step in islice(random_steps(match, 1), 150):
        others += step.seat != seat
        chapters.add(game.judgement.chapter(match.state))
        onlooker.follow(game, twin, seat, match.history)
        assert redactions == [seat] * others
    assert len(chapters) > 2
    manners = onlooker.mind(game, twin, game.redacted(match.state, seat)).manners
    assert (len(set(manners)) > 1) == (twin.mode != "interpreted")


def test_without_the_compiler_nobody_is_asked_what_the_network_would_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, that takes seconds, and somebody waits for a hint."""
    game = registry.load("tweedy-tricksters")
    match, onlooker = Match(game, seed=1), Onlooker(1, 1.0, learned=True)
    for _ in islice(random_steps(match, 1), 60):
        pass
    twin = kernel.interpreted(search, *game.modules)
    monkeypatch.setattr(twin.of(belief), "recognise", None)
    onlooker.follow(game, twin, 0, match.history)
    assert len(set(onlooker.mind(game, twin, game.redacted(match.state, 0)).manners)) == 1


def test_an_earlier_chapter_is_not_redacted_at_all(redactions: list[int]) -> None:
    game = registry.load("weathervanes")
    match = Match(game, seed=1)
    steps = random_steps(match, 1)
    while game.judgement.chapter(match.state) == 0:
        next(steps)
    first = match.version
    for _ in islice(steps, 6):
        pass
    Onlooker(1, 1.0).follow(game, kernel.interpreted(search, *game.modules), 0, match.history)
    assert len(redactions) == sum(state.to_move != 0 for state, _ in match.history[first:]) < 6


class Listening:
    """A bot that writes down what it hears."""

    name = "listening"

    def __init__(self) -> None:
        self.heard: list[tuple[Any, int | None]] = []

    def watch(self, game: Game, state: Any, seat: int, action: int | None) -> None:
        assert state == game.redacted(state, seat)
        self.heard.append((state, action))

    def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:  # noqa: ARG002  # it looks at nothing
        return legal[0]


def test_a_bot_hears_each_move_once_and_all_of_them_again_after_an_undo() -> None:
    match, bot = undoable(), Listening()
    game, history = match.game, match.history
    briefing = Briefing(bot, game, 1)
    for n in range(len(history) + 1):
        briefing.update(history[:n])
        briefing.update(history[:n])
    told = [(game.redacted(state, 1), action) for state, action in history]
    assert bot.heard == told
    match.undo()
    match.play(match.legal()[-1])
    briefing.update(match.history)
    again = [(game.redacted(state, 1), action) for state, action in match.history]
    assert bot.heard == [*told, (told[0][0], None), *again]


@pytest.mark.parametrize("place", [0, -1])
def test_an_undo_that_is_followed_by_as_many_moves_is_noticed(place: int) -> None:
    match = undoable()
    before = match.history
    match.undo()
    match.play(match.legal()[place])
    assert len(before) == len(match.history)
    assert not bots.bot.is_continued([state for state, _ in before], match.history)


def test_what_a_cold_bot_hears_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("tweedy-tricksters")
    match, choose = Match(game, seed=2), random_policy(2)
    cold, warm = SearchBot(1, 60), SearchBot(1, 60)
    monkeypatch.setattr(cold, "_is_cold", lambda _: True)
    seat = 3
    while match.version < 10 or match.to_move != seat or len(match.legal()) == 1:
        action = choose(match.state, match.legal())
        for bot in (cold, warm):
            bots.tell(bot, game, match.state, seat, action)
        match.play(action)
    monkeypatch.undo()
    known = game.redacted(match.state, seat)
    assert cold.think(game, known, match.legal()) == warm.think(game, known, match.legal())


@games
def test_an_adviser_that_stays_has_taken_in_what_a_new_one_takes_in(
    game: Game, warm: None, redactions: list[int]
) -> None:
    adviser = Adviser(game, 0, 1)
    for match, _ in wandering(game, seed=6, moves=12):
        if match.to_move == 0:
            known = game.redacted(match.state, 0)
            hint = adviser.hint(known, match.history, seconds=0.01, worlds=4)
            assert hint.action in match.legal()
            redactions.clear()
            adviser.advise(known, match.history, seconds=0.01)
            assert redactions == []


# ---------------------------------------------------------------- bots of other packages
def test_the_bot_of_another_package_stays_in_its_seat_and_hears_each_move_once(monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Listening()
    monkeypatch.setattr(bots, "load", lambda name, seed: bots.Guarded(guest, seed, name=name))
    game = registry.load("tradewinds")
    match, seat = Match(game, seed=1), BotSeat(game, "guest", 0, 1)
    decisions = 0
    while decisions < 3:
        if match.to_move == 0:
            decisions += 1
            known = game.redacted(match.state, 0)
            assert seat.choose(known, match.history, match.version) == (match.legal()[0], [])
            assert guest.heard == [(game.redacted(state, 0), action) for state, action in match.history]
        match.play(match.legal()[0])
    assert len(guest.heard) > 4


def test_reports_about_a_bot_are_handed_over_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Confused(Listening):
        def choose(self, game: Game, state: Any, legal: Sequence[int]) -> int:  # noqa: ARG002  # it looks at nothing
            return -1

    monkeypatch.setattr(bots, "load", lambda name, seed: bots.Guarded(Confused(), seed, name=name))
    game = registry.load("tradewinds")
    match, seat = Match(game, seed=1), BotSeat(game, "confused", 0, 1)
    for _ in range(2):
        action, reports = seat.choose(game.redacted(match.state, match.to_move), match.history, 0)
        assert action in match.legal()
        assert [report.what for report in reports] == ["illegal"]
