"""The API as a strict type checker sees it: mypy checks this file, and the test runs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_type

import numpy as np
import numpy.typing as npt

import weatherdeck


def test_types_are_what_they_are_said_to_be() -> None:
    game = weatherdeck.load("tradewinds", players=4, open_hands=True)
    position = game.deal(seed=7)
    assert_type(game, weatherdeck.Game)
    assert_type(game.options, Mapping[str, bool | int | str | None])
    assert_type(game.observation, weatherdeck.Layout)
    assert_type(game.longest, int)
    assert_type(game.text(0), str)
    assert_type(game.action(game.text(0)), int)
    assert_type(position, weatherdeck.Position)
    assert_type(position.to_move, int | None)
    assert_type(position.legal, tuple[int, ...])
    assert_type(position.apply(position.legal_texts[0]), weatherdeck.Position)
    assert_type(position.apply(np.int64(position.legal[0])), weatherdeck.Position)
    assert_type(position.observe(), npt.NDArray[np.float32])
    assert_type(position.mask(), npt.NDArray[np.int8])
    assert_type(position.returns, tuple[float, ...])
    assert_type(position.redact(0).redeal(0, seed=1), weatherdeck.Position)
    assert_type(position.path(), Iterator[weatherdeck.Position])
    assert_type(game.bot("random", seed=1).choose(position), int)
    assert_type(game.batch(2), weatherdeck.Batch)
    assert_type(weatherdeck.list_games(), list[str])
    assert_type(weatherdeck.IDLE, int)
