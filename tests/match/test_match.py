"""A match: moves with versions, refusals with reasons, undo back to the last reveal."""

from __future__ import annotations

import pytest

from tests.playouts import random_steps
from weatherdeck.errors import IllegalMove, NothingToUndo, StaleMove
from weatherdeck.games import registry
from weatherdeck.games.options import OptionError
from weatherdeck.match import Match

GAME = registry.load("weathervanes")


def at_random(match: Match, until_over: bool = True, seed: int = 1) -> None:
    for step in random_steps(match, seed):
        if not until_over and step.text.startswith("@"):
            return


def test_the_same_seed_options_and_moves_give_the_same_match() -> None:
    first = Match(GAME, seed=11, options={"bonus_no_kens": True})
    at_random(first)
    again = Match(GAME, seed=11, options={"bonus_no_kens": True})
    for move in first.moves:
        again.play(move)
    assert again.state == first.state
    assert again.steps == first.steps
    assert again.result() == first.result()


def test_every_move_raises_the_version_and_a_stale_one_is_refused() -> None:
    match = Match(GAME, seed=1)
    match.play(match.legal()[0], version=0)
    assert match.version == 1
    before = match.state.copy()
    with pytest.raises(StaleMove, match="answers version 0 of the game, which is now at version 1"):
        match.play(match.legal()[0], version=0)
    assert match.state == before


@pytest.mark.parametrize("move", ["hello", "", "5", -1, 104, 10**9, "@n"])
def test_an_illegal_move_is_refused_with_the_reason_and_nothing_is_lost(move: str | int) -> None:
    match = Match(GAME, seed=1)
    before = match.state.copy()
    with pytest.raises(IllegalMove) as refused:
        match.play(move)
    assert refused.value.reason
    assert (match.state, match.version) == (before, 0)


def test_a_refusal_names_the_clause() -> None:
    match = Match(GAME, seed=1)
    match.play(match.legal()[0])
    hand = {card["number"] for card in match.view(match.to_move)["seats"][match.to_move]["hand"]}
    wrong = next(
        f"{number}{suit}"
        for number in hand
        for suit in "rygb"
        if GAME.words.parse(f"{number}{suit}") not in match.legal()
    )
    with pytest.raises(IllegalMove, match=r"\(WV-(9|10)\)"):
        match.play(wrong)


def test_a_placement_can_be_undone_and_a_card_shown_cannot() -> None:
    match = Match(GAME, seed=1)
    with pytest.raises(NothingToUndo, match="no move has been made yet"):
        match.undo()
    match.play(match.legal()[0])
    with pytest.raises(NothingToUndo, match="showed somebody something new"):
        match.undo()
    at_random(match, until_over=False)
    version, state = match.version, match.state.copy()
    step = match.undo()
    assert step.text.startswith("@")
    assert match.version == version - 1
    assert match.to_move == step.seat
    match.play(step.text)
    assert match.state == state


def test_nothing_can_be_undone_when_the_game_is_over() -> None:
    match = Match(GAME, seed=2)
    at_random(match)
    with pytest.raises(NothingToUndo):
        match.undo()
    assert match.to_move is None
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("5b")


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (5, {}, "Weathervanes is for 4 players, not 5"),
        (None, {"tricks": 3}, "has no option 'tricks'"),
        (None, {"partial_misere": 1}, "option partial_misere must be true or false, not 1"),
    ],
)
def test_wrong_options_are_refused(players: int | None, options: dict[str, int], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Match(GAME, seed=1, players=players, options=dict(options))


def test_options_at_their_default_are_as_if_not_set() -> None:
    assert Match(GAME, seed=1, options={"partial_misere": False}).options == {}
