"""What bars and scoreboards say: how far a game is, and how each seat stands."""

from __future__ import annotations

import pytest

from tests.playouts import played, positions
from weatherdeck.games import registry
from weatherdeck.games.game import Standing
from weatherdeck.games.options import Value
from weatherdeck.match import Match


def told(match: Match) -> tuple[str, list[Standing]]:
    state = match.game.redacted(match.state, None)
    words = match.game.words
    return words.status(state), [words.standing(state, seat) for seat in range(match.players)]


@pytest.mark.parametrize(
    ("name", "options", "status", "standing"),
    [
        ("weathervanes", {}, "Round 1 of 4 · trick 1 of 11", Standing("0")),
        ("tradewinds", {}, "Turn 1 of 24 · team score 0", Standing("0")),
        ("winter-court", {}, "49 to draw", Standing("0")),
        ("tweedy-tricksters", {}, "Round 1 · draft · target set after round 4", Standing("0")),
        ("four-seasons", {}, "Trick 1", Standing("")),
        ("four-seasons", {"rounds": 3}, "Round 1 of 3 · trick 1", Standing("0.0")),
    ],
)
def test_before_the_first_move(name: str, options: dict[str, Value], status: str, standing: Standing) -> None:
    match = Match(registry.load(name), seed=1, options=options)
    assert told(match) == (status, [standing] * match.players)


@pytest.mark.parametrize("name", registry.ours())
def test_after_the_last_move_somebody_won_or_all_lost(name: str) -> None:
    match = played(registry.load(name))
    status, standings = told(match)
    assert status.startswith("Game over")
    assert all(standing.score for standing in standings)
    if not match.game.cooperative:
        results = match.game.returns(match.state)
        assert [standing.won for standing in standings] == [result > 0 for result in results]


def test_weathervanes_counts_its_tricks_down_to_the_last_display_cards() -> None:
    match = Match(registry.load("weathervanes"), seed=4)
    said = [told(now)[0] for now in positions(match, 4)]
    assert "Round 1 of 4 · trick 11 of 11" in said
    assert "Round 4 of 4 · last Display cards" in said
    assert not [line for line in said if "trick 12 of 11" in line]
    scores = [match.state.score[seat] for seat in range(4)]
    assert [standing.score for standing in told(match)[1]] == [str(score) for score in scores]


def test_tradewinds_has_a_score_together_and_one_for_each_player() -> None:
    match = played(registry.load("tradewinds"), 2)
    status, standings = told(match)
    signed = [standing.score.replace("−", "-") for standing in standings]
    assert sum(int(score) for score in signed) == match.state.score
    assert status.replace("−", "-").endswith(f"team score {match.state.score:+d}")
    assert {standing.won for standing in standings} == {match.state.score > 0}


def test_winter_court_notes_royals_since_four_of_them_win() -> None:
    from tests.games.winter_court.positions import position

    state = position("La4", influence={"A": "0 La9", "B": "0 Kn9", "C": "1 Mi9"})
    words = registry.load("winter-court").words
    assert [words.standing(state, seat).note for seat in range(2)] == ["2 royals", "1 royal"]
    state.pile_size = 1
    assert words.status(state) == "1 to draw"


def test_tweedy_tricksters_says_what_is_going_on() -> None:
    match = Match(registry.load("tweedy-tricksters"), seed=1)
    said = [told(now)[0] for now in positions(match) if not now.is_over]
    for now in ("draft", "Suit cards", "Partner cards", "trick 5 of 5"):
        assert f"Round 1 · {now} · target set after round 4" in said
    assert f"trick 1 of 5 · target {match.state.target}" in said[-1].replace("trick 5", "trick 1")


def test_four_seasons_shows_roles_only_when_all_rounds_are_over() -> None:
    for match in positions(Match(registry.load("four-seasons"), seed=5, options={"rounds": 2}), 5):
        assert match.is_over or {standing.note for standing in told(match)[1]} == {""}
    roles = [match.game.view.view(match.state, None)["last_round"]["seats"][seat]["role"] for seat in range(4)]
    assert [standing.note.lower() for standing in told(match)[1]] == roles
