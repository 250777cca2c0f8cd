"""How strong the levels are: the file with the figures, which of them apply, and what they say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.bots.networks import give, random_network
from tests.decks import with_another_deck
from weatherdeck.bots import LEVELS, strengths
from weatherdeck.bots.evidence import Estimate
from weatherdeck.bots.strengths import (
    Strength,
    StrengthsError,
    described,
    often,
    path_of,
    read_strengths,
    said,
    strength_said,
    write_strengths,
)
from weatherdeck.games import registry
from weatherdeck.games.numerals import in_words
from weatherdeck.games.variations import option_steps

COURT, TWEEDY, WINDS, SEASONS = map(registry.load, ("winter-court", "tweedy-tricksters", "tradewinds", "four-seasons"))
EXPERT = Strength("winter-court", 2, "expert", 400, (0.81, 0.78, 0.84), (0.31, 0.28, 0.34))


# ---------------------------------------------------------------- words
@pytest.mark.parametrize(
    ("share", "told"),
    [
        (0.5, "one time in two"),
        (0.52, "one time in two"),
        (0.655, "two times in three"),
        (0.75, "three times in four"),
        (0.81, "four times in five"),
        (0.9, "nine times in ten"),
        (0.95, "19 times in 20"),
        (0.98, "49 times in 50"),
        (0.999, "almost every time"),
        (0.25, "one time in four"),
        (0.14, "one time in seven"),
        (0.075, "one time in 12"),
        (0.0, "almost no time"),
    ],
)
def test_shares_become_fractions_that_people_say(share: float, told: str) -> None:
    assert often(share, "time") == told


def test_every_share_has_a_fraction_close_to_it() -> None:
    numbers = {in_words(n): n for n in range(13)}
    for percent in range(2, 99):
        first, _, last = often(percent / 100).split()
        hits, parts = (numbers.get(word) or int(word) for word in (first, last))
        assert abs(hits / parts - percent / 100) <= max(strengths.CLOSE)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, "beats a good club player four times in five"),
        ({"result": (0.2, 0.18, 0.22), "gain": (-0.3, -0.32, -0.28)}, "loses to a good club player four times in five"),
        ({"result": (0.52, 0.49, 0.55), "gain": (0.02, -0.01, 0.05)}, "about as strong as a good club player"),
        (
            {"result": (0.7, 0.55, 0.85), "gain": (0.2, 0.05, 0.35)},
            "wins between 55% and 85% of games against a good club player",
        ),
        (
            {"players": 4, "result": (0.7, 0.68, 0.72), "gain": (0.45, 0.43, 0.47)},
            "wins seven games in ten against three good club players; a fair share is one in four",
        ),
    ],
)
def test_a_rival_is_described_by_how_often_it_wins(changes: dict[str, Any], told: str) -> None:
    assert said(replace(EXPERT, **changes), COURT) == told


def test_a_team_is_described_by_its_points() -> None:
    team = Strength("tradewinds", 4, "master", 400, (18.2, 17.9, 18.5), (5.2, 4.9, 5.5))
    assert said(team, WINDS) == "four of them score about 18 points as a team; good club players score about 13"
    unsure = replace(team, result=(18.2, 15.1, 21.3))
    assert said(unsure, WINDS).startswith("four of them score between 15 and 21 points as a team")
    club = replace(team, level="club", result=(13.0, 12.7, 13.3), gain=(0.0, 0.0, 0.0))
    assert said(club, WINDS) == "four of them score about 13 points as a team"


def test_a_seat_on_a_side_is_compared_with_a_club_player_there() -> None:
    seat = Strength("four-seasons", 4, "expert", 400, (0.61, 0.58, 0.64), (0.07, 0.03, 0.11))
    assert said(seat, SEASONS) == "wins 61% of games where a good club player wins 54%"
    assert said(replace(seat, gain=(0.01, -0.03, 0.05)), SEASONS) == "wins about as often as a good club player"


# ---------------------------------------------------------------- which figures apply
@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only these figures are shipped."""
    tweedy = replace(EXPERT, game="tweedy-tricksters", players=4)
    seasons = Strength("four-seasons", 4, "expert", 400, (0.61, 0.58, 0.64), (0.07, 0.03, 0.11))
    known = {
        TWEEDY.ref: {(4, "expert"): tweedy},
        SEASONS.ref: {(4, "expert"): seasons},
    }
    monkeypatch.setattr(strengths, "shipped", lambda ref: known.get(ref, {}))
    give(monkeypatch, TWEEDY, None)
    give(monkeypatch, SEASONS, None)


@pytest.mark.usefixtures("measured")
def test_figures_count_only_for_what_was_measured() -> None:
    usual = TWEEDY.new_state()
    assert strength_said("expert", TWEEDY, usual) is not None
    assert strength_said("master", TWEEDY, usual) is None
    assert strength_said(None, TWEEDY, usual) is None
    assert described("master", TWEEDY, usual) == LEVELS["master"].help
    assert described("expert", SEASONS, SEASONS.new_state(4)) == (
        "wins 61% of games where a good club player wins 54%. Thinks ahead, with a few mistakes"
    )
    assert strength_said("expert", SEASONS, SEASONS.new_state(5)) is None


def test_a_measurement_that_tells_nothing_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for half, told in ((0.04, "about as strong as a good club player"), (0.2, None)):
        unsure = replace(
            EXPERT, level="novice", result=(0.52, 0.52 - half, 0.52 + half), gain=(0.02, 0.02 - half, 0.02 + half)
        )
        monkeypatch.setattr(strengths, "shipped", lambda _, unsure=unsure: {(2, "novice"): unsure})
        assert strength_said("novice", COURT, COURT.new_state()) == told


@pytest.mark.usefixtures("measured")
def test_figures_do_not_count_with_another_option_or_deck() -> None:
    option = SEASONS.options[0]
    for value in option_steps(option, option.default):
        assert strength_said("expert", SEASONS, SEASONS.new_state(4, {option.name: value})) is None


def test_there_are_no_figures_with_another_deck_or_without_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = with_another_deck("tweedy-tricksters")
    assert strengths.shipped(TWEEDY.ref)
    assert strengths.shipped(mine.ref) == {}
    assert strength_said("novice", mine, mine.new_state()) is None
    monkeypatch.setattr(strengths, "FILE", "missing.json")
    assert strengths.shipped.__wrapped__(TWEEDY.ref) == {}


@pytest.mark.usefixtures("measured")
def test_figures_of_another_network_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, TWEEDY, random_network(TWEEDY))
    assert strength_said("expert", TWEEDY, TWEEDY.new_state()) is None


def test_measured_notes_the_network_that_a_level_plays_by() -> None:
    estimate = Estimate(0.81234, 0.78, 0.84, 400)
    expert, club = (Strength.measured(COURT, 2, level, estimate, estimate, 400) for level in ("expert", "club"))
    assert COURT.network is not None
    assert (expert.network, club.network) == (COURT.network.fingerprint, None)
    assert expert.result == (0.8123, 0.78, 0.84)


# ---------------------------------------------------------------- the file
def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    novice = replace(EXPERT, level="novice")
    write_strengths(tmp_path / "strengths.json", [EXPERT, novice])
    assert read_strengths(tmp_path / "strengths.json") == [novice, EXPERT]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"level": "champion"}, "the levels are novice"),
        ({"deals": 1}, "at least two deals"),
        ({"gain": (0.5, 0.6, 0.7)}, "is not within its interval"),
        ({"result": (0.5,)}, "is a mean with the ends"),
    ],
)
def test_wrong_figures_are_refused(change: dict[str, Any], reason: str, tmp_path: Path) -> None:
    with pytest.raises(StrengthsError, match=reason):
        write_strengths(tmp_path / "strengths.json", [replace(EXPERT, **change)])
    assert not (tmp_path / "strengths.json").exists()


def test_files_that_are_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "strengths.json"
    with pytest.raises(StrengthsError, match="cannot be read"):
        read_strengths(path)
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(StrengthsError, match="does not have the format"):
        read_strengths(path)
    path.write_text(json.dumps({"format": strengths.FORMAT, "strengths": [{"game": "x"}]}), encoding="utf-8")
    with pytest.raises(StrengthsError, match="other fields"):
        read_strengths(path)
    write_strengths(path, [EXPERT])
    document = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(document | {"strengths": document["strengths"] * 2}), encoding="utf-8")
    with pytest.raises(StrengthsError, match="two entries"):
        read_strengths(path)


@pytest.mark.parametrize("name", registry.ours())
def test_shipped_figures_are_about_their_game(name: str) -> None:
    game = registry.load(name)
    for one in read_strengths(path_of(game)):
        assert one.game == name
        assert one.players in game.players
        assert said(one, game)
