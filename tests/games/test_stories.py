"""How a game went: what every seat had after each chapter, and the places at the end."""

from __future__ import annotations

import pytest

from tests.playouts import played
from weatherdeck.games import registry
from weatherdeck.games.contest import ranked
from weatherdeck.games.options import Value
from weatherdeck.games.story import Chapter, Story, told
from weatherdeck.match import Match


def chapters(match: Match) -> list[Chapter]:
    assert match.game.story is not None
    states = [state for state, _ in match.history] + [match.state]
    return told(match.game.story(match.state), states)


def places(match: Match) -> tuple[int, ...] | None:
    state = match.state
    return match.game.contest.places(match.game.returns(state), chapters(match)[-1].amounts, state)


@pytest.mark.parametrize(
    ("name", "options", "chapter", "numbers"),
    [
        ("weathervanes", {}, "round", [0, 1, 2, 3, 4]),
        ("tradewinds", {}, "round", [0, 1, 2, 3, 4, 5, 6]),
        ("four-seasons", {"rounds": 3}, "round", [0, 1, 2, 3]),
        ("four-seasons", {}, "trick", list(range(10))),
    ],
)
def test_a_story_has_every_chapter(name: str, options: dict[str, Value], chapter: str, numbers: list[int]) -> None:
    match = played(registry.load(name), 2, options=options)
    assert match.game.story is not None
    assert match.game.story(match.state).chapter == chapter
    assert [one.number for one in chapters(match)][: len(numbers)] == numbers


@pytest.mark.parametrize("name", registry.ours())
def test_a_story_begins_at_the_deal_and_ends_with_the_result(name: str) -> None:
    match = played(registry.load(name), 3)
    found = chapters(match)
    assert (found[0].number, found[0].step) == (0, 0)
    assert found[0].amounts == (0.0,) * match.players
    assert [one.number for one in found] == sorted({one.number for one in found})
    scores = [match.game.words.standing(match.state, seat).score.replace("−", "-") for seat in range(match.players)]
    if all(score.lstrip("+-").replace(".", "").isdigit() for score in scores):
        assert [float(score) for score in scores] == list(found[-1].amounts)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("name", "options"), [("weathervanes", {}), ("tweedy-tricksters", {}), ("four-seasons", {"rounds": 2})]
)
def test_the_winners_are_first_and_the_others_follow_by_their_points(
    name: str, options: dict[str, Value], seed: int
) -> None:
    match = played(registry.load(name), seed, options=options)
    found = places(match)
    assert found is not None
    standings = [match.game.words.standing(match.state, seat) for seat in range(match.players)]
    assert [place == 1 for place in found] == [one.won for one in standings]
    losers = sorted((found[seat], -float(one.score)) for seat, one in enumerate(standings) if not one.won)
    assert [points for _, points in losers] == sorted(points for _, points in losers)


def test_four_scores_are_ranked_and_equals_share_a_place() -> None:
    assert ranked([1.0, -1.0, -1.0, -1.0], [154, 112, 134, 133]) == (1, 4, 2, 3)
    assert ranked([1.0, -1.0, -1.0, -1.0], [20, 18, 30, 18]) == (1, 3, 2, 3), "a winner by other means is first"
    assert ranked([0.5, 0.5, -1.0], [9, 8, 3]) == (1, 1, 3), "who shares the victory shares the place"


def test_who_plays_together_is_not_ranked() -> None:
    assert places(played(registry.load("tradewinds"), 1)) is None
    assert places(played(registry.load("four-seasons"), 1)) is None


def test_a_chapter_that_the_end_cuts_short_is_told() -> None:
    story = Story("round", "points", done=lambda s: s[0], amounts=lambda s: [s[1]])
    assert [one.amounts for one in told(story, [(0, 0), (0, 1), (1, 4), (1, 6)])] == [(0.0,), (4.0,), (6.0,)]
    assert [one.step for one in told(story, [(0, 0), (0, 1), (1, 4), (1, 6)])] == [0, 2, 3]
