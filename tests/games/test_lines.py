"""The log's lines: short, true, with every card marked; over random games of every variant."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.playouts import random_policy
from weatherdeck.conformance import variants
from weatherdeck.games import registry
from weatherdeck.games.events import Event
from weatherdeck.games.game import Game
from weatherdeck.games.lines import BANNER, Line, from_sentence, headed, marked, plain, tag_of
from weatherdeck.match import Match

NAMES = ("Alberta", "Bernie", "Cecil", "Donna", "Edda", "Finn")
WIDEST = 64
"""The most characters of a text whose cards are drawn, a few more than two rows of the narrowest log."""


@pytest.fixture(params=registry.ours())
def game(request: pytest.FixtureRequest) -> Game:
    return registry.load(request.param)


def told(game: Game, seed: int) -> Iterator[tuple[Match, Event]]:
    """Every event of one random game of every variant, as everyone may know it, with the match after its step."""
    for players, options in variants(game):
        match = Match(game, seed=seed, players=players, options=options)
        choose = random_policy(seed)
        while True:
            for event in match.steps[-1].events:
                yield match, game.rules.EVENTS.seen_by(event, None)
            if match.is_over:
                break
            match.play(choose(match.state, match.legal()))


def test_lines_are_short_and_banners_shorter(game: Game) -> None:
    for _, event in told(game, 1):
        line = game.line(event, NAMES)
        if line is None:
            continue
        assert line.text, event
        assert not line.text.endswith("."), event
        if event.name not in ("dealt", "paired"):  # whoever deals may turn up eight cards, and four have names
            assert len(plain(line.text)) <= WIDEST, line.text
        assert len(line.banner) <= BANNER, line.banner
        assert "{" not in line.banner


def test_what_marks_a_card_is_well_formed(game: Game) -> None:
    for _, event in told(game, 2):
        line = game.line(event, NAMES)
        if line is not None:
            assert not re.search(r"[{}|]", plain(line.text)), line.text


def test_every_step_of_a_game_can_be_found_in_its_log(game: Game) -> None:
    """Nothing that has a sentence is missing, except where a line would only repeat what the board shows."""
    silent = {"blown", "replaced", "made", "plays_none"}
    for _, event in told(game, 3):
        if event.name == "took" and event.numbers.get("from") == event["seat"]:
            continue  # their own Display card: the next line says where it goes
        if event.name not in silent and game.words.sentence(event, NAMES):
            assert game.line(event, NAMES) is not None, event


def test_a_long_log_has_headings_and_never_two_in_a_row(game: Game) -> None:
    lines = [line for _, event in told(game, 4) if (line := game.line(event, NAMES))]
    headings = [heading for heading, _ in headed(lines)]
    assert all(line.text for line in lines)
    found = sum(1 for heading in headings if heading)
    assert len(lines) / 14 < found < len(lines), "a group has a few lines each"


def test_a_hidden_card_stays_hidden() -> None:
    court = registry.load("winter-court")
    for _, event in told(court, 5):
        if event.name == "drew":
            line = court.line(event, NAMES)
            assert line is not None
            assert line.text == "a card"
            assert "a card" in line.banner


# ---------------------------------------------------------------- the pieces
def test_numbered_headings_count_from_the_last_one_without_a_number() -> None:
    lines = [Line("a", heading="Round 1"), Line("b", heading="Trick #"), Line("c"), Line("d", heading="Trick #")]
    lines += [Line("e", heading="Round 2"), Line("f", heading="Trick #")]
    assert [heading for heading, _ in headed(lines)] == ["Round 1", "Trick 1", "", "Trick 2", "Round 2", "Trick 1"]


def test_a_heading_is_not_repeated_while_its_group_is_open() -> None:
    lines = [Line("a", heading="Ann"), Line("b", heading="Ann"), Line("c", heading="Bo"), Line("d", heading="Ann")]
    assert [heading for heading, _ in headed(lines)] == ["Ann", "", "Bo", "Ann"]


def test_what_begins_after_a_line_waits_for_the_next_line() -> None:
    lines = [Line("a", then="Trick #"), Line("b"), Line("c", then="Trick #"), Line("d", heading="The roles")]
    assert [heading for heading, _ in headed(lines)] == ["", "Trick 1", "", "The roles"]


def test_marked_cards_are_said_by_their_names() -> None:
    assert plain(f"{marked('Su9', 'Summer 9')} leads") == "Summer 9 leads"
    assert plain(f"takes {marked('5', '5')}") == "takes 5"
    assert plain("{not a card") == "{not a card"


def test_a_tag_says_what_it_brought_and_to_whom() -> None:
    assert tag_of(Line("x", 1, "+7"), NAMES) == "+7 Bernie"
    assert tag_of(Line("x", 1), NAMES) == "Bernie"
    assert tag_of(Line("x", tag="Won"), NAMES) == "Won"


def test_a_game_with_only_sentences_has_them_as_lines() -> None:
    line = from_sentence("Anna plays 7.")
    assert line == Line("Anna plays 7.", banner="Anna plays 7")
    assert from_sentence(None) is None
