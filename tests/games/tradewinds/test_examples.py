"""The worked examples of the rulebook, step by step, with boards rebuilt from its text."""

from __future__ import annotations

from tests.rulebook import rule
from weatherdeck.games.tradewinds import GAME
from weatherdeck.games.tradewinds.rules import EAST, NORTH, SOUTH, WEST, State

from .positions import blow, board, drawn, flights, named, position, turn

FIRST = """
    xxxC xxxP xxxR
    xxxB xxxS xxxH
    xxxH xxxR xxxC
"""


def after_the_first_wind() -> State:
    """West has played Filled-Red-Circle; Green, Square and Triangle were turned up."""
    s = position(FIRST, to_move=WEST, card="FRC")
    turn(s, "FRC", flips=[(0, "G"), (2, "S"), (7, "T")])
    return s


@rule("TW-E1")
def test_the_first_wind_from_the_west() -> None:
    s = position(FIRST, to_move=WEST, card="FRC")
    before = s.score
    events = blow(s, "FRC")
    assert flights(events) == [
        ("R", 2, [], "E", 1),  # the right column leaves to East and scores there
        ("C", 8, [], "E", 1),
        ("R", 7, [], 8),  # the middle column lands on the right one: the Circle has left already
        ("C", 0, [], 1),  # the left column lands on the middle one, upon Partial
    ]
    assert s.score - before == 2
    assert board(s) == drawn("""
        xxx  xxxPC xxx
        xxxB xxxS  xxxH
        xxxH xxx   xxxR
    """)


@rule("TW-E1")
def test_the_perfect_play_of_the_first_example_would_blow_three_scoring_singles_to_east() -> None:
    s = position(FIRST, to_move=WEST, card="HRC")
    assert [flight[3:] for flight in flights(blow(s, "HRC")) if flight[3] == "E"] == [("E", 1)] * 3


@rule("TW-E1")
def test_filled_green_triangle_would_blow_nothing_for_north_in_the_first_example() -> None:
    s = position(FIRST, to_move=NORTH, card="FGT")
    assert [event.name for event in blow(s, "FGT")] == ["calmed"]


@rule("TW-E1", "TW-10", "TW-16")
def test_after_the_first_wind_three_piles_are_turned_up_and_north_is_next() -> None:
    s = after_the_first_wind()
    assert board(s) == drawn("""
        xxG  xxxPC xxS
        xxxB xxxS  xxxH
        xxxH xxT   xxxR
    """)
    assert s.to_move == NORTH


@rule("TW-E2")
def test_north_plays_partial_green_triangle() -> None:
    s = after_the_first_wind()
    before = s.score
    s.hand[NORTH] |= 1 << GAME.words.parse("PGT")
    events = blow(s, "PGT")
    assert flights(events) == [
        ("T", 7, [], "S", -1),  # everything deducts for South
        ("G", 0, [], 3),  # onto Blue, below it; Partial lies under the Circle and stays
    ]
    assert s.score - before == -1
    assert board(s) == drawn("""
        xx    xxxPC xxS
        xxxBG xxxS  xxxH
        xxxH  xx    xxxR
    """)


@rule("TW-E2")
def test_hollow_red_and_triangle_are_what_north_would_rather_not_play() -> None:
    for card, lost in (("HGC", 1), ("PRC", 1), ("PGT", 1), ("HGT", 2), ("PRT", 2), ("HRC", 2), ("FBS", 0)):
        s = after_the_first_wind()
        before = s.score
        blow(s, card)
        assert s.score - before == -lost, card


GAPS = """
    .  xF  xBF
    C  R   RT
    .  .   xT
"""


@rule("TW-E3")
def test_the_wind_over_gaps_step_by_step() -> None:
    s = position(GAPS, to_move=EAST, card="FRT", unseen="GHS")
    before = s.score
    events = blow(s, "FRT")
    assert flights(events) == [
        # (0) nothing in the left column: the Circle does not match
        ("F", 1, [0], "W", 1),  # (1) over the gap to West
        ("R", 4, [], 3),  # (2) onto the Circle, and its pile is a gap
        ("F", 2, [], 1),  # (3) into the middle; the Blue under it stays
        ("T", 5, [4], 3),  # (4) over the new gap, onto the Red of (2)
        ("R", 5, [4], 3),  # and the Red under it, onto the Triangle
        ("T", 8, [6, 7], "W", 1),  # (5) over two gaps to West
    ]
    assert [event["pile"] for event in named(events, "emptied")] == [4, 5]
    assert s.score - before == 2
    assert board(s) == drawn("""
        .    xF xB
        CRTR .  .
        .    .  x
    """)


@rule("TW-E3", "TW-16")
def test_the_face_down_card_under_the_last_triangle_is_turned_up_when_the_card_is_discarded() -> None:
    s = position(GAPS, to_move=EAST, card="FRT", unseen="GHS")
    events = turn(s, "FRT", flips=[(8, "H")])
    assert [event.name for event in events[-2:]] == ["discarded", "flipped"]
    assert board(s) == drawn("""
        .    xF xB
        CRTR .  .
        .    .  H
    """)
    assert s.to_move == SOUTH
