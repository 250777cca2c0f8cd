"""Putting a play of Winter Court together at the terminal: in any order, and taken back at will (WC-24)."""

from __future__ import annotations

import random

import pytest

from weatherdeck.cli.terminal.session import Session
from weatherdeck.errors import IllegalMove
from weatherdeck.match import Match

from .tables import app_of, match_of, screen_text, seats_of, until_asked

GAME = "weatherdeck.games.winter_court"


def session_of(match: Match) -> Session:
    session = Session(match, seats_of(match, 0, 1))
    session.viewer = match.to_move
    return session


def two_step_plays() -> tuple[Match, list[str]]:
    """A match, and a play in it of a card and two or more steps that do not need each other, in order."""
    for seed in range(1, 60):
        match = match_of(GAME, seed=seed)
        dice = random.Random(seed)
        while not match.is_over:
            steps = longest_play(match, dice)
            if len(steps) >= 3 and all(goes_with(match, steps[0], step) for step in steps[1:]):
                return match, steps
            match.play(dice.choice(match.legal()))
    raise AssertionError("no such match")


def goes_with(match: Match, play: str, step: str) -> bool:
    """Whether a step may follow the card of a play at once."""
    state = match.state.copy()
    match.game.rules.apply(state, match.game.words.parse(play), [1, 2, 3, 4])
    return match.game.words.parse(step) in match.game.legal(state)


def longest_play(match: Match, dice: random.Random) -> list[str]:
    game, words = match.game, match.game.words
    if match.view(match.to_move)["phase"] != "start":
        return []
    best: list[str] = []
    for action in game.legal(match.state):
        if ">" not in words.text(action):
            continue
        state, steps = match.state.copy(), [action]
        game.rules.apply(state, action, [1, 2, 3, 4])
        while True:
            more = [step for step in game.legal(state) if words.text(step) != "commit"]
            if not more:
                break
            steps.append(dice.choice(more))
            game.rules.apply(state, steps[-1], [1, 2, 3, 4])
        if len(steps) > len(best) and "commit" in [words.text(step) for step in game.legal(state)]:
            best = [words.text(step) for step in steps]
    return best


def test_steps_named_in_any_order_make_the_same_play() -> None:
    match, steps = two_step_plays()
    other = match_of(GAME, seed=match.seed)
    for move in match.moves:
        other.play(move)
    for step in [*steps, "commit"]:
        other.play(step)
    session = session_of(match)
    before = match.version
    for step in [steps[0], *reversed(steps[1:])]:
        assert session.play(step) is None
    assert match.version == before
    assert session.play("commit") is not None
    assert match.moves == other.moves


def test_a_step_is_taken_back_before_anyone_has_seen_it() -> None:
    match, steps = two_step_plays()
    session = session_of(match)
    version, legal = match.version, session.legal()
    for step in steps:
        session.play(step)
    assert session.view()["play"]["card"]["card"] == steps[0].partition(">")[0]
    for step in reversed(steps):
        assert session.undo() == step
    assert match.version == version
    assert session.legal() == legal
    assert session.view()["play"] is None


def test_what_does_not_go_together_is_refused_with_the_reason() -> None:
    match, steps = two_step_plays()
    session = session_of(match)
    session.play(steps[0])
    with pytest.raises(IllegalMove):
        session.play("pass1")
    assert session.undo() == steps[0]


async def test_a_play_is_put_together_on_the_screen() -> None:
    match, steps = two_step_plays()
    assert match.to_move is not None
    app = app_of(match, match.to_move)
    version = match.version
    async with app.run_test(size=(80, 24)) as pilot:
        await until_asked(pilot, app)
        for step in (steps[0], steps[-1]):
            await pilot.press("slash", *step, "enter")
            await pilot.pause()
        assert match.version == version
        assert f"on {steps[0][-1]}:" in screen_text(app)
        await pilot.press("u")
        await pilot.pause()
        assert len(app.session.draft) == 1
        await pilot.press("escape")
        await pilot.pause()
        assert len(app.session.draft) == 0
        assert match.version == version
