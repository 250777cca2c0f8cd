"""Winter Court: the powers that stand beside a play (WC-15 to WC-18)."""

from __future__ import annotations

from tests.games.winter_court.positions import GAME, act, card_set, legal, on, position, shown, steps, told
from tests.rulebook import rule

# ---------------------------------------------------------------- Wizard


@rule("WC-15")
def test_the_wizard_makes_a_second_play_anywhere_after_the_first() -> None:
    s = position("La4 Mi5 Wi6", influence={"E": "0 Kn2"})
    assert "wizard" not in legal(s)
    act(s, "La4>A", "commit", "wizard")
    assert on(s, "E") == ("Kn2", 2, None)
    assert legal(s) == ["Mi5>A", "Mi5>C", "Mi5>I", "Wi6>B", "Wi6>D", "Wi6>L"]
    act(s, "Wi6>B", "commit")
    assert (on(s, "A"), on(s, "B")) == (("La4", 4, 0), ("Wi6", 6, 0))
    assert legal(s) == ["draw0", "draw1"]


@rule("WC-15")
def test_the_second_play_has_boosts_and_powers_of_its_own() -> None:
    influence = {"E": "0 Kn2", "I": "0 Mi2", "J": "0 De2"}
    s = position("La4 La1 We5 We1 Mi7 De8", influence=influence)
    act(s, "La4>A", "lover:De8", "boost:La1", "commit", "wizard", "We5>D", "knight:Mi7", "boost:We1", "commit")
    assert (on(s, "A"), on(s, "D")) == (("La4 De8", 12, 0), ("Mi7 We5", 12, 0))
    assert shown(s.discard) == "La1 We1"


@rule("WC-15")
def test_the_second_play_may_go_on_the_same_member() -> None:
    s = position("La4 Mi5", influence={"E": "0 Kn2", "A": "1 La3"})
    act(s, "La4>A", "commit", "wizard", "Mi5>A", "commit")
    assert on(s, "A") == ("Mi5", 5, 0)


@rule("WC-15", "WC-8")
def test_there_is_no_third_play_even_if_the_wizard_is_won_back() -> None:
    s = position("La4 Kn5 Mi6", influence={"E": "0 Kn2"})
    act(s, "La4>A", "commit", "wizard", "Kn5>E", "commit")
    assert on(s, "E") == ("Kn5", 5, 0)
    assert legal(s) == ["draw0", "draw1"]


# ---------------------------------------------------------------- Steward


@rule("WC-16")
def test_the_steward_draws_two_cards_apart_from_the_end_of_the_turn() -> None:
    s = position("La4", influence={"F": "0 La3"})
    events = told(s, "steward")
    assert [event.name for event in events] == ["returned", "drew", "drew"]
    assert (s.hand_size[0], s.pile_size) == (3, 56)
    act(s, "La4>A", "commit", "draw1")
    assert (s.hand_size[0], s.pile_size) == (3, 55)


@rule("WC-16")
def test_the_cards_that_the_steward_draws_are_hidden_from_the_other_player() -> None:
    s = position("La4", influence={"F": "0 La3"})
    drew = told(s, "steward")[1]
    assert GAME.rules.EVENTS.seen_by(drew, 0)["card"] == drew["card"]
    assert GAME.rules.EVENTS.seen_by(drew, 1).numbers["card"] is None
    assert GAME.redacted(s, 1).hand[0] == 0


# ---------------------------------------------------------------- Sage


@rule("WC-16")
def test_the_sage_takes_any_discard_and_shows_it() -> None:
    s = position("La4", influence={"G": "0 Kn3"}, discard="Wi9 Kn2 De10")
    assert steps(s, but=("La4",)) == ["pass1", "pass2", "sage:De10", "sage:Kn2", "sage:Wi9"]
    act(s, "sage:De10")
    assert (shown(s.hand[0]), s.hand_size[0], shown(s.discard)) == ("La4 De10", 2, "Kn2 Wi9")
    assert on(s, "G") == ("Kn3", 3, None)
    assert shown(GAME.redacted(s, 1).hand[0]) == "De10"  # the other player knows it
    assert [card["card"] for card in GAME.view.view(s, 1)["seats"][0]["known"]] == ["De10"]
    act(s, "De10>J", "commit")
    assert s.known[0] == 0


@rule("WC-16")
def test_the_sage_needs_a_discard() -> None:
    s = position("La4", influence={"G": "0 Kn3"})
    assert steps(s, but=("La4",)) == ["pass1", "pass2"]


@rule("WC-16")
def test_a_card_that_the_sage_took_is_no_longer_known_once_it_was_a_boost() -> None:
    s = position("La4", influence={"G": "0 Kn3"}, discard="La2")
    act(s, "sage:La2", "La4>A", "boost:La2")
    assert s.known[0] == 0
    assert shown(GAME.redacted(s, 1).hand[0]) == ""


# ---------------------------------------------------------------- Charlatan


@rule("WC-16")
def test_the_charlatan_discards_the_card_on_an_unclaimed_member() -> None:
    influence = {"H": "0 We3", "A": "1 La9", "B": "0 Kn4", "C": "1 Mi5", "D": "0 Wi6"}
    s = position("", influence=influence, unclaimed="AD")
    assert steps(s) == ["charlatan:A", "charlatan:D", "charlatan:H", "pass1", "pass2"]
    act(s, "charlatan:A")
    assert on(s, "A") == ("", 0, None)
    assert on(s, "H") == ("We3", 3, None)
    assert shown(s.discard) == "La9"
    assert s.owner[0] == -1


@rule("WC-16")
def test_a_combined_card_is_discarded_as_separate_cards() -> None:
    s = position("", influence={"H": "0 We3", "B": "1 Kn4 Wi4 Mi10", "G": "0 Kn2"}, unclaimed="B")
    events = told(s, "charlatan:B")
    assert [event.name for event in events] == ["returned", "removed", "removed", "removed"]
    assert shown(s.discard) == "Mi10 Kn4 Wi4"
    assert steps(s) == ["pass1", "pass2", "sage:Kn4", "sage:Mi10", "sage:Wi4"]


@rule("WC-18", "WC-16")
def test_the_charlatan_may_discard_the_card_on_its_own_tile() -> None:
    s = act(position("We1", influence={"H": "0 We9"}), "charlatan:H")
    assert on(s, "H") == ("", 0, None)
    act(s, "We1>H", "commit")
    assert on(s, "H") == ("We1", 1, 0)


# ---------------------------------------------------------------- when


@rule("WC-17")
def test_steward_sage_and_charlatan_may_be_used_before_a_play() -> None:
    influence = {"F": "0 La3", "G": "0 Kn3", "H": "0 We3", "A": "1 La9"}
    s = position("Mi4", influence=influence, unclaimed="A", discard="Mi5")
    act(s, "sage:Mi5", "charlatan:A", "steward", "Mi4>A", "commit", "draw0")
    assert on(s, "A") == ("Mi4", 4, 0)
    assert s.hand_size[0] == 3


@rule("WC-17")
def test_steward_sage_and_charlatan_may_be_used_after_a_play() -> None:
    influence = {"F": "0 La3", "G": "0 Kn3", "H": "0 We3", "A": "1 La9"}
    s = position("Mi10", influence=influence)
    act(s, "Mi10>A", "commit", "charlatan:A", "sage:Mi10", "steward", "draw1")
    assert on(s, "A") == ("", 0, None)
    assert s.hand_size[0] == 4
    assert s.to_move == 1


@rule("WC-17")
def test_a_turn_with_powers_but_without_a_play_is_a_pass() -> None:
    s = position("Mi4", influence={"F": "0 La3"})
    act(s, "steward")
    assert steps(s, but=("Mi4", *(suit for suit in ("La", "Mi", "We", "Kn", "De", "Wi")))) == ["pass1", "pass2"]
    act(s, "pass2")
    assert len(legal(s)) == 2


@rule("WC-17", "WC-23")
def test_knight_lover_matchmaker_and_fool_are_used_only_in_a_play() -> None:
    s = position("", influence={"I": "0 Mi3", "J": "0 De3", "K": "0 La3", "L": "0 Wi3"})
    assert legal(s) == ["pass1", "pass2"]
    assert s.hand[0] == card_set("")
