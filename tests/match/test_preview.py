"""Previews: they stop before chance, show nothing that is hidden, and come true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.playouts import positions, sampled
from weatherdeck.conformance import variants
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.view_schema import mistakes
from weatherdeck.kernel import listening, new_rng
from weatherdeck.match import Match, preview
from weatherdeck.table.wire.perspective import Perspective

NAMES = ("North", "East", "South", "West", "Fifth", "Sixth")


def decisions(game: Game) -> Iterator[tuple[Match, int, int]]:
    """Random matches with every number of players and every option: decisions, each with a seat and a legal action."""
    for players, options in variants(game):
        match = Match(game, seed=1, players=players, options=options)
        for now in sampled(match, seed=2):
            for action in now.legal()[-1 - now.version % 2 :]:
                yield now, now.state.to_move, action


def outcome(match: Match, seat: int, action: int, seed: int) -> tuple[tuple[Any, ...], Any, bool]:
    """What really happens, as the seat sees it: the events, the view after them, and whether chance had a part."""
    game, state, rng = match.game, match.state.copy(), new_rng(seed)
    with listening() as told:
        game.rules.apply(state, action, rng)
    events = tuple(game.rules.EVENTS.seen_by(game.rules.EVENTS.read(one), seat) for one in told)
    return events, game.view.view(game.redacted(state, seat), seat), rng != new_rng(seed)


@pytest.mark.parametrize("name", registry.names())
def test_a_preview_shows_what_is_certain_and_nothing_else(name: str) -> None:
    game = registry.load(name)
    kinds = Counter[str]()
    for match, seat, action in decisions(game):
        known = game.redacted(match.state, seat)
        ahead = preview(game, known, seat, action)
        assert known == game.redacted(match.state, seat), "nothing has changed"
        other = known.copy()
        game.rules.redeal(other, seat, new_rng(1))
        again = preview(game, game.redacted(other, seat), seat, action, seed=1)
        assert again == ahead, "whatever the hidden cards are"
        assert not mistakes(game.view.View, ahead.view)
        events, view, is_random = outcome(match, seat, action, 7)
        assert events[: len(ahead.events)] == ahead.events, "it comes true"
        if is_random:
            others = outcome(match, seat, action, 8)[0]
            assert others[: len(ahead.events)] == ahead.events, "whatever is drawn"
        if not is_random and events == ahead.events:
            assert ahead.view == view
            kinds["whole"] += 1
        else:
            kinds["random" if is_random else "hidden"] += 1
    assert kinds["whole"] > 0.2 * kinds.total(), kinds
    assert kinds["hidden"] < 0.1 * kinds.total(), kinds


def last_of_a_round(match: Match) -> Iterator[tuple[Match, int, int]]:
    """Every decision of a random match that ends a round."""
    for now in positions(match, seed=1):
        if now.is_over:
            return
        for action in now.legal():
            seat = now.state.to_move
            if outcome(now, seat, action, 1)[2]:
                yield now, seat, action


def test_a_preview_at_the_end_of_a_round_does_not_fail() -> None:
    game = registry.load("four-seasons")
    for rounds in (1, 2):
        match = Match(game, seed=1, players=5, options={"rounds": rounds})
        for now in positions(match, seed=1):
            for action in [] if now.is_over else now.legal():
                seat = now.state.to_move
                happened, _ = Perspective(game, seat, NAMES).preview(game.redacted(now.state, seat), action)
                shown = [one["parts"]["seat"] for one in happened if one["name"] == "revealed"]
                assert set(shown) <= {seat}, "nobody else's role"


def test_a_preview_shows_no_hand_of_the_next_round() -> None:
    game = registry.load("weathervanes")
    seen = 0
    for now, seat, action in last_of_a_round(Match(game, seed=1)):
        known = game.redacted(now.state, seat)
        happened, view = Perspective(game, seat, NAMES).preview(known, action)
        assert "dealt" not in [one["name"] for one in happened]
        assert view["seats"][seat]["hand"] == []
        seen += 1
    assert seen >= 3
