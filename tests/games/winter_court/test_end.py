"""Winter Court: how it ends (WC-19 to WC-21), and that it does."""

from __future__ import annotations

import pytest

from tests.games.winter_court.positions import GAME, act, legal, on, position, shown
from tests.rulebook import rule
from weatherdeck.games.winter_court import rules
from weatherdeck.games.winter_court.rules import State
from weatherdeck.kernel import new_rng, rng_below

NAMES = ("Anne", "Bob")


def outcome(s: State) -> tuple[int | None, str, list[int]]:
    assert rules.is_over(s)
    assert legal(s) == []
    result = GAME.transcript.result(s)
    return result["winner"], result["by"], result["status"]


@rule("WC-19")
def test_whoever_controls_all_four_royals_wins_at_once() -> None:
    royals = {"A": "0 La5", "B": "0 Kn5", "C": "0 Mi5", "F": "1 La7", "G": "1 Kn7"}
    s = act(position("We4", influence=royals), "We4>D", "commit")
    assert outcome(s) == (0, "royals", [14, 2])
    assert GAME.returns(s) == [1, -1]
    assert GAME.words.ending(s, NAMES) == "Anne wins: all four royals are on their side."


@rule("WC-19")
@pytest.mark.parametrize("seat", [0, 1])
def test_they_win_at_once_also_with_cards_in_hand_and_powers_that_could_still_be_used(seat: int) -> None:
    mine, theirs = str(seat), str(1 - seat)
    royals = {"A": f"{mine} La5", "B": f"{mine} Kn5", "C": f"{mine} Mi5"}
    helpers = {"E": f"{mine} Kn2", "F": f"{mine} La2", "G": f"{mine} Kn3", "H": f"{mine} We2", "L": f"{theirs} Wi9"}
    s = position("We4 La9 Mi9", influence={**royals, **helpers}, discard="De1", seat=seat)
    act(s, "We4>D", "commit")
    assert outcome(s)[:2] == (seat, "royals")
    assert GAME.returns(s)[seat] == 1


@rule("WC-19")
def test_the_fourth_royal_must_be_controlled_not_only_unclaimed() -> None:
    royals = {"A": "0 La5", "B": "0 Kn5", "C": "0 Mi5", "D": "1 Wi2"}
    s = act(position("We4", influence=royals), "We4>D", "commit")
    assert on(s, "D") == ("We4", 4, None)
    assert legal(s) == ["draw0", "draw1"]


@rule("WC-19", "WC-15")
def test_the_second_play_may_win_by_royals() -> None:
    royals = {"A": "0 La5", "B": "0 Kn5", "C": "0 Mi5", "D": "1 Wi2", "E": "0 Kn2"}
    s = act(position("We4 We5", influence=royals), "We4>D", "commit", "wizard", "We5>D", "commit")
    assert outcome(s)[:2] == (0, "royals")


@rule("WC-20")
@pytest.mark.parametrize("ending", [["pass1"], ["La4>K", "commit", "draw1"]])
def test_the_last_card_of_the_pile_ends_the_game_at_once(ending: list[str]) -> None:
    s = act(position("La4", influence={"A": "1 La5", "G": "0 Kn5"}, pile="Wi1"), *ending)
    assert outcome(s)[:2] == (1, "status")
    assert s.hand_size[0] >= 1


@rule("WC-20")
def test_declining_to_draw_does_not_end_the_game() -> None:
    s = act(position("La4", pile="Wi1"), "La4>A", "commit", "draw0")
    assert not rules.is_over(s)


@rule("WC-20")
def test_one_card_left_in_the_pile_does_not_end_the_game() -> None:
    for pile, move in (("Wi1 Wi2", "pass1"), ("Wi1 Wi2 Wi3", "pass2")):
        s = act(position("La4", pile=pile), move)
        assert (s.pile_size, rules.is_over(s)) == (1, False)
    s = act(position("La4", influence={"F": "0 La5"}, pile="Wi1 Wi2 Wi3"), "steward")
    assert (s.pile_size, rules.is_over(s)) == (1, False)


@rule("WC-20", "WC-25")
def test_nobody_is_asked_which_of_the_last_two_cards_to_keep() -> None:
    s = act(position("La4", influence={"A": "1 La5"}, pile="Wi1 Wi2"), "pass2")
    assert outcome(s)[:2] == (1, "status")
    assert (shown(s.hand[0]), s.hand_size[0], s.drawn) == ("La4 Wi1 Wi2", 3, 0)


@rule("WC-20", "WC-16")
@pytest.mark.parametrize("pile", ["Wi1", "Wi1 Wi2"])
def test_the_stewards_draw_too_may_end_the_game(pile: str) -> None:
    s = act(position("La4", influence={"F": "0 La5", "A": "1 Mi3"}, pile=pile), "steward")
    assert outcome(s) == (1, "status", [0, 5])  # the Steward was given up, so it does not count


@rule("WC-20")
def test_discards_are_never_reshuffled() -> None:
    s = position("", pile="Wi1")
    assert shown(s.discard).count(" ") == 58
    assert rules.is_over(act(s, "pass1"))


@rule("WC-20")
def test_the_higher_status_wins() -> None:
    influence = {"A": "0 La5", "B": "1 Kn5", "D": "1 Wi5", "E": "0 Kn2", "H": "0 We2"}
    s = act(position("", influence=influence, pile="Wi1"), "pass1")
    assert outcome(s) == (0, "status", [7, 6])
    assert GAME.words.ending(s, NAMES) == "Anne wins with more status, 7 to 6."
    influence["H"] = "1 We2"
    s = act(position("", influence=influence, pile="Wi1"), "pass1")
    assert outcome(s) == (1, "status", [6, 7])
    assert GAME.returns(s) == [-1, 1]


@rule("WC-20")
def test_unclaimed_members_count_for_nobody() -> None:
    s = act(position("", influence={"A": "0 La5", "L": "1 Wi5"}, unclaimed="A", pile="Wi1"), "pass1")
    assert outcome(s) == (1, "status", [0, 1])


@rule("WC-21")
@pytest.mark.parametrize(("first", "second"), [("0", "1"), ("1", "0")])
def test_a_tie_goes_to_whoever_controls_the_earliest_letter(first: str, second: str) -> None:
    influence = {"C": f"{first} Mi5", "D": f"{second} Wi5", "K": f"{second} La5"}
    s = act(position("", influence=influence, pile="Wi1"), "pass1")
    assert outcome(s) == (int(first), "letter", [3, 3])
    assert "wins the tie, 3 to 3, by controlling the Heir" in GAME.words.ending(s, NAMES)


@rule("WC-21")
def test_if_nobody_controls_anyone_it_is_a_draw() -> None:
    s = act(position("", influence={"A": "0 La5"}, unclaimed="A", pile="Wi1"), "pass1")
    assert outcome(s) == (None, "draw", [0, 0])
    assert GAME.returns(s) == [0, 0]
    assert GAME.words.ending(s, NAMES) == "A draw: nobody controls anyone at court."


def test_a_game_without_draws_still_ends() -> None:
    """Players who never draw unless they must, and play on the Sage where they can, make the longest games."""
    longest = 0
    for seed in range(40):
        s: State = GAME.new_state()
        rng = new_rng(seed)
        rules.deal(s, rng)
        decisions = 0
        while not rules.is_over(s):
            actions = [GAME.words.text(action) for action in GAME.legal(s)]
            mean = [a for a in actions if a != "draw1" and not a.startswith("pass") and a != "steward"] or actions
            sage = [a for a in mean if a.endswith(">G") or a.startswith("sage")] or mean
            rules.apply(s, GAME.words.parse(sage[rng_below(rng, len(sage))]), rng)
            decisions += 1
        longest = max(longest, decisions)
    assert 150 < longest < 3100
