"""Winter Court: the worked examples of the rulebook, step by step."""

from __future__ import annotations

from tests.games.winter_court.positions import act, legal, on, position, shown
from tests.rulebook import rule


@rule("WC-E1")
def test_e1_the_steward_changes_sides() -> None:
    s = position("La4", "We6 La7")
    act(s, "La4>F", "commit", "draw0")
    assert on(s, "F") == ("La4", 4, 0)
    act(s, "We6>F", "commit", "draw0")
    assert on(s, "F") == ("We6", 6, None)
    assert shown(s.discard) == "La4"
    act(s, "pass1", "La7>F", "commit")
    assert on(s, "F") == ("La7", 7, 1)
    assert shown(s.discard) == "La4 We6"


@rule("WC-E2")
def test_e2_a_boosted_card_shifts_the_steward() -> None:
    s = position("We5 We1 We2", influence={"F": "1 La7"})
    act(s, "We5>F", "boost:We1", "boost:We2")
    assert s.play_total == 8
    act(s, "commit")
    assert on(s, "F") == ("We5", 5, None)
    assert shown(s.discard) == "La7 We1 We2"


@rule("WC-E3")
def test_e3_fool_and_wizard_take_the_consort_in_one_turn() -> None:
    s = position("Wi2 Wi10", influence={"B": "1 Kn9", "L": "0 Wi4", "E": "0 De3"})
    act(s, "Wi2>B", "fool", "commit")
    assert on(s, "B") == ("Wi2", 2, None)
    assert on(s, "L") == ("Wi4", 4, None)
    assert shown(s.discard) == "Kn9"
    act(s, "wizard", "Wi10>B", "commit")
    assert on(s, "B") == ("Wi10", 10, 0)
    assert on(s, "E") == ("De3", 3, None)
    assert shown(s.discard) == "Kn9 Wi2"


@rule("WC-E4")
def test_e4_the_matchmaker_adds_a_boosted_card() -> None:
    s = position("Kn4 Kn1 Wi4 Wi2", influence={"B": "1 Wi10", "K": "0 La3"})
    act(s, "Kn4>B", "matchmaker:Wi4", "boost:Kn1", "boost:Wi2")
    assert s.play_total == 11
    assert legal(s) == ["commit"]
    act(s, "commit")
    assert on(s, "B") == ("Kn4 Wi4", 8, None)
    assert on(s, "K") == ("La3", 3, None)
    assert shown(s.discard) == "Kn1 Wi2 Wi10"


@rule("WC-E5")
def test_e5_the_charlatan_clears_the_way_to_the_ruler() -> None:
    s = position("Mi9", influence={"A": "0 La10", "H": "0 We5"}, unclaimed="A")
    assert "Mi9>A" not in legal(s)
    act(s, "charlatan:A")
    assert shown(s.discard) == "La10"
    act(s, "Mi9>A", "commit")
    assert on(s, "A") == ("Mi9", 9, 0)
    assert on(s, "H") == ("We5", 5, None)


@rule("WC-E6")
def test_e6_the_steward_before_a_play() -> None:
    s = position("Mi9", influence={"F": "0 La6"})
    act(s, "steward")
    assert s.hand_size[0] == 3
    act(s, "Mi9>C", "commit", "draw1")
    assert s.hand_size[0] == 3
    assert s.pile_size == 60 - 3 - 2
    assert s.to_move == 1
