"""Whatever comes in from outside (notation, saved games, transcripts, options), the answer is a clear refusal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from weatherdeck.errors import IllegalMove, SaveRefused
from weatherdeck.games import registry
from weatherdeck.games.options import OptionError
from weatherdeck.match import Match, save, transcript

GAMES = [registry.load(name) for name in registry.ours()]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def letters(game: Any) -> st.SearchStrategy[str]:
    """Texts that look like notation."""
    alphabet = sorted({letter for action in range(game.rules.ACTIONS) for letter in game.words.text(action)})
    return st.text(max_size=10) | st.text(alphabet=alphabet, max_size=10)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(data=st.data())
@QUICK
def test_any_text_is_an_action_or_is_refused(game: Any, data: st.DataObject) -> None:
    text = data.draw(letters(game))
    try:
        action = game.words.parse(text)
    except ValueError as problem:
        assert "expected" in str(problem)
        assert "\n" not in str(problem).replace(repr(text), "")
    else:
        assert game.words.text(action) == text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(data=st.data())
@QUICK
def test_any_move_is_made_or_refused(game: Any, data: st.DataObject) -> None:
    match = Match(game, seed=1)
    before = match.state.copy()
    try:
        match.play(data.draw(letters(game)))
    except IllegalMove:
        assert match.state == before


@given(document=JSON)
@QUICK
def test_any_document_is_a_saved_game_or_is_refused(document: Any) -> None:
    with pytest.raises(SaveRefused):
        save.loads(json.dumps(document))


SAVED = {game.name: json.loads(save.dumps(Match(game, seed=1))) for game in GAMES}


@pytest.mark.parametrize("name", SAVED)
@given(data=st.data())
@QUICK
def test_a_saved_game_with_anything_in_it_loads_or_is_refused(name: str, data: st.DataObject) -> None:
    document = dict(SAVED[name])
    document[data.draw(st.sampled_from(sorted(document)))] = data.draw(JSON)
    try:
        save.loads(json.dumps(document))
    except SaveRefused as refused:
        assert str(refused)


def _line(game: Any) -> dict[str, Any]:
    text = transcript.record(game, seed=3, players=None, options={}, policy=lambda _, legal: legal[0])
    line: dict[str, Any] = json.loads(text)
    return line


LINES = {game.name: _line(game) for game in GAMES}


@pytest.mark.parametrize("name", LINES)
@given(data=st.data())
@QUICK
def test_a_transcript_with_anything_in_it_verifies_or_differs(name: str, data: st.DataObject) -> None:
    line = json.loads(json.dumps(LINES[name]))
    where: Any = line
    while True:  # walk in, as deep as it goes or as chance has it
        key = data.draw(st.sampled_from(sorted(where) if isinstance(where, dict) else list(range(len(where)))))
        if not isinstance(where[key], dict | list) or not where[key] or data.draw(st.integers(0, 4)) == 0:
            break
        where = where[key]
    where[key] = data.draw(JSON)
    try:
        transcript.verify(json.dumps(line), registry.load)
    except transcript.Difference as difference:
        assert str(difference)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(
    options=st.dictionaries(st.sampled_from(["first", "rounds", "open_hands", "partial_misere", "x"]), JSON, max_size=2)
)
@QUICK
def test_any_options_are_taken_or_refused(game: Any, options: dict[str, Any]) -> None:
    try:
        Match(game, seed=1, options=options)
    except OptionError as problem:
        assert str(problem)
