"""Tradewinds in words: notation, prompts, the log, refusals, endings."""

from __future__ import annotations

import pytest

from tests.playouts import played, positions
from tests.rulebook import rule
from weatherdeck.errors import IllegalMove
from weatherdeck.games.tradewinds import GAME, rules, words
from weatherdeck.games.tradewinds.rules import EAST, NORTH, SEATS, WEST
from weatherdeck.games.tradewinds.words import parse, text
from weatherdeck.match import Match

from .positions import position, turn

NAMES = ("Ann", "Bo", "Cy", "Di")
BOARD = "xxxC xxxP xxxR xxxB xxxS xxxH xxxH xxxR xxxC"
GAPS = ". xF xBF C R RT . . xT"


@rule("TW-2", "TW-3")
def test_notation_is_pattern_colour_shape() -> None:
    assert [text(action) for action in range(rules.ACTIONS)] == [p + c + s for p in "FPH" for c in "RGB" for s in "CST"]


def test_notation_goes_both_ways() -> None:
    assert [parse(text(action)) for action in range(rules.ACTIONS)] == list(range(rules.ACTIONS))


@pytest.mark.parametrize("wrong", ["", "frc", "RFC", "FRX", "FRCC", "FR", "pass", " FRC", "FRC\n", "-RC"])
def test_what_is_no_notation_is_refused_with_what_was_expected(wrong: str) -> None:
    with pytest.raises(ValueError, match="such as FRC"):
        parse(wrong)


@pytest.mark.parametrize("action", [-1, rules.ACTIONS])
def test_there_is_no_notation_for_what_is_no_action(action: int) -> None:
    with pytest.raises(ValueError, match="0 to 26"):
        text(action)


def test_the_prompt_says_whose_turn_it_is_and_where_the_wind_blows() -> None:
    s = position(BOARD, to_move=WEST)
    expected = "Di: blow a card east, to Bo"
    assert [words.prompt(GAME.redacted(s, seat), NAMES) for seat in (None, *range(SEATS))] == [expected] * 5


@pytest.mark.parametrize(
    ("board", "unseen", "seat", "card", "expected"),
    [
        (BOARD, None, WEST, "FRC", "play Filled-Red-Circle: 4 Singles move, 2 of them to Bo for +2 points"),
        (BOARD, None, NORTH, "FGT", "play Filled-Green-Triangle: nothing moves"),
        (BOARD, None, EAST, "FGS", "play Filled-Green-Square: 1 Single moves, none leaves the board"),
        (BOARD, None, EAST, "PBT", "play Partial-Blue-Triangle: 2 Singles move, 1 of them to Di for −1 point"),
        (". . . . . R . . .", "", WEST, "FRT", "play Filled-Red-Triangle: 1 Single moves, to Bo for +1 point"),
        (". . B . . R . . .", "", NORTH, "FRT", "play Filled-Red-Triangle: 1 Single moves, to Cy for −1 point"),
        (". . B . . R . . .", "", WEST, "HRS", "play Hollow-Red-Square: 1 Single moves, to Bo for +1 point"),
        (". . B . . R . . .", "", WEST, "HBS", "play Hollow-Blue-Square: 1 Single moves, to Bo for +1 point"),
        (". . HB . . . . . .", "", EAST, "HBS", "play Hollow-Blue-Square: 2 Singles move, all to Di for 0 points"),
    ],
)
def test_a_card_is_described_by_what_its_wind_would_do(
    board: str, unseen: str | None, seat: int, card: str, expected: str
) -> None:
    s = position(board, to_move=seat, card=card, unseen=unseen)
    before = s.to_bytes()
    assert words.describe(s, parse(card), NAMES) == expected
    assert s.to_bytes() == before


def test_the_log_tells_a_wind_in_order() -> None:
    s = position(GAPS, to_move=EAST, card="FRT", unseen="GGG")
    told = [words.sentence(event, NAMES) for event in turn(s, "FRT")]
    assert told == [
        "Bo plays Filled-Red-Triangle; the wind blows west.",
        "Filled blows from the north pile over the gap and off the board to Di: +1 point.",
        "Red blows from the centre pile and lands on the west pile.",
        "The centre pile is empty and leaves a gap.",
        "Filled blows from the north-east pile and lands on the north pile.",
        "Triangle blows from the east pile over the gap and lands on the west pile.",
        "Red blows from the east pile over the gap and lands on the west pile.",
        "The east pile is empty and leaves a gap.",
        "Triangle blows from the south-east pile over two gaps and off the board to Di: +1 point.",
        None,  # that the card is discarded goes without saying
        "Green is turned up on the south-east pile.",
    ]


def test_the_log_tells_when_nothing_moves() -> None:
    s = position(BOARD, to_move=NORTH, card="FGT", open_hands=True)
    told = [words.sentence(event, NAMES) for event in turn(s, "FGT")]
    assert told == ["Ann plays Filled-Green-Triangle; the wind blows south.", "Nothing moves.", None]


def test_the_log_begins_with_what_scores_for_whom() -> None:
    match = Match(GAME, seed=5, options={"first": "S"})
    told = [words.sentence(event, NAMES) for event in match.steps[0].events]
    assert told[0] == "The board is laid out, and everyone has six Completes. Cy begins."
    assert len(told) == 4
    for said, complete in zip(told[1:], match.state.covering, strict=True):
        who = [NAMES[seat] for seat in range(SEATS) if rules.true_sides(match.state, complete) >> seat & 1]
        expected = {0: "nobody", 1: "".join(who), SEATS: "everybody"}.get(len(who), " and ".join(who[-2:]))
        assert said is not None
        assert said.endswith(f"{expected}.")
        assert said.startswith(words.CHARACTERISTICS[words.shown(complete)[0]])


@rule("TW-5", "TW-10", "TW-16")
def test_every_illegal_action_is_refused_with_a_reason() -> None:
    clauses = set()
    for match in positions(Match(GAME, seed=11), 11):
        if match.is_over:
            break
        for action in set(range(rules.ACTIONS)) - set(match.legal()):
            refusal = words.why_not(match.state, action)
            assert refusal.sentence.startswith(words.complete_name(action))
            clauses.add(refusal.clause)
            with pytest.raises(IllegalMove):
                match.play(action)
    assert clauses == {"TW-5", "TW-10", "TW-16"}
    assert str(words.why_not(match.state, 0)) == "the game is over"


@rule("TW-9")
def test_a_refusal_does_not_tell_who_holds_a_card() -> None:
    s = position(BOARD, to_move=NORTH, card="FGT")
    others = [complete for complete in range(27) if (s.hand[1] | s.hand[2] | s.hand[3]) >> complete & 1]
    reasons = {words.why_not(s, c).sentence.removeprefix(words.complete_name(c)) for c in others}
    assert len(reasons) == 1


@rule("TW-17")
def test_the_ending_says_who_won_and_why() -> None:
    for seed in range(30):
        match = played(GAME, seed)
        said = words.ending(match.state, NAMES)
        assert said.startswith("Everyone wins" if match.state.score > 0 else "Everyone loses")
        assert f"score of {words.signed(match.state.score)}" in said
        assert words.prompt(GAME.redacted(match.state, None), NAMES) == said
