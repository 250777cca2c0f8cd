"""Winter Court: plays, boosts, added cards, the Fool (WC-9 to WC-14, WC-18)."""

from __future__ import annotations

from itertools import permutations

from tests.games.winter_court.positions import act, card_set, legal, on, position, shown, steps, told
from tests.rulebook import rule
from weatherdeck.games.winter_court import reach
from weatherdeck.games.winter_court.reach import NONE
from weatherdeck.games.winter_court.words import parse
from weatherdeck.kernel import count


def plays(actions: list[str]) -> list[str]:
    return [action for action in actions if ">" in action]


# ---------------------------------------------------------------- one card


@rule("WC-9")
def test_a_card_can_be_played_only_on_the_three_members_it_matches() -> None:
    s = position("La4 Mi4 We4 Kn4 De4 Wi4")
    swayed = {"La": "AFK", "Mi": "ACI", "We": "DFH", "Kn": "BEG", "De": "CEJ", "Wi": "BDL"}
    assert plays(legal(s)) == sorted(f"{suit}4>{letter}" for suit in swayed for letter in swayed[suit])


@rule("WC-9")
def test_a_play_must_exceed_the_rank_in_place_on_either_side() -> None:
    for side in ("0", "1"):
        s = position("La6 La7 La8", influence={"A": f"{side} Mi7"})
        assert [action for action in plays(legal(s)) if action.endswith("A")] == ["La8>A"]


@rule("WC-9")
def test_the_suit_in_place_does_not_matter_only_its_rank() -> None:
    s = position("La5", influence={"A": "1 Mi4"})
    assert "La5>A" in legal(s)


@rule("WC-9")
def test_the_card_that_was_there_is_discarded() -> None:
    s = act(position("La5", influence={"A": "1 Mi4"}), "La5>A", "commit")
    assert on(s, "A") == ("La5", 5, None)
    assert s.discard == card_set("Mi4")
    assert s.owner[0] == 0


@rule("WC-10")
def test_the_pawn_moves_one_position_toward_the_player() -> None:
    s = position("La5 La6 La7", influence={"A": "1 Mi4"})
    act(s, "La5>A", "commit")
    assert on(s, "A") == ("La5", 5, None)  # from the opponent to the tile
    act(s, "draw0", "pass1", "La6>A", "commit")
    assert on(s, "A") == ("La6", 6, 0)  # from the tile to the player
    act(s, "draw0", "pass1")
    events = told(s, "La7>A") + told(s, "commit")
    assert on(s, "A") == ("La7", 7, 0)  # it is the player's already: held more strongly
    assert [event.name for event in events] == ["played", "made", "replaced", "held"]


@rule("WC-10")
def test_a_weaker_card_cannot_be_put_on_a_member_of_ones_own() -> None:
    s = position("La4", influence={"A": "0 Mi4"})
    assert plays(legal(s)) == ["La4>F", "La4>K"]


# ---------------------------------------------------------------- boosts


@rule("WC-11")
def test_boosts_are_low_cards_of_the_suit_that_is_played() -> None:
    s = act(position("La5 La1 La2 La3 La4 Mi1 We2"), "La5>A")
    assert legal(s) == ["boost:La1", "boost:La2", "boost:La3", "commit"]


@rule("WC-11")
def test_boosts_count_for_the_play_only_and_are_discarded() -> None:
    s = position("La5 La1 La3", influence={"A": "1 Mi8"})
    act(s, "La5>A", "boost:La1")
    assert legal(s) == ["boost:La3"]
    act(s, "boost:La3", "commit")
    assert on(s, "A") == ("La5", 5, None)
    assert shown(s.discard) == "La1 La3 Mi8"


@rule("WC-11")
def test_a_low_card_may_be_played_and_be_boosted_itself() -> None:
    s = position("La1 La2 La3", influence={"A": "1 Mi5"})
    assert "La2>A" in legal(s)
    act(s, "La2>A")
    assert legal(s) == ["boost:La1"]  # 2 + 3 is 5, which is not above 5; the order is ascending
    act(s, "boost:La1", "boost:La3", "commit")
    assert on(s, "A") == ("La2", 2, None)
    assert plays(legal(position("La1 Mi3"))) == ["La1>A", "La1>F", "La1>K", "Mi3>A", "Mi3>C", "Mi3>I"]


@rule("WC-11")
def test_more_boosts_than_needed_are_legal() -> None:
    s = act(position("La5 La1 La2 La3"), "La5>A", "boost:La1", "boost:La2", "boost:La3", "commit")
    assert on(s, "A") == ("La5", 5, 0)
    assert shown(s.discard) == "La1 La2 La3"


@rule("WC-11")
def test_a_card_played_earlier_cannot_be_boosted() -> None:
    s = act(position("La5 Mi1 La1"), "La5>A", "commit", "draw0")
    act(s, "pass1")
    assert not [action for action in legal(s) if action.startswith("boost")]
    s = position("La4 La1", influence={"A": "0 La5"})
    assert "La4>A" not in legal(s)  # the 5 in place does not count for the play


# ---------------------------------------------------------------- added cards


@rule("WC-12")
def test_an_added_card_may_be_of_any_rank_and_stays() -> None:
    s = position("La4 Mi10", influence={"I": "0 Mi2", "A": "1 La9"})
    act(s, "La4>A", "knight:Mi10", "commit")
    assert on(s, "A") == ("La4 Mi10", 14, None)
    assert on(s, "I") == ("Mi2", 2, None)
    assert shown(s.discard) == "La9"


@rule("WC-12")
def test_an_added_card_may_be_boosted_in_its_own_suit() -> None:
    s = act(position("La4 Mi5 Mi1 La2 De1", influence={"I": "0 Mi2"}), "La4>A")
    assert legal(s) == ["boost:La2", "commit", "knight:Mi1", "knight:Mi5"]
    act(s, "knight:Mi5")
    assert legal(s) == ["boost:La2", "boost:Mi1", "commit"]
    act(s, "boost:La2", "boost:Mi1", "commit")
    assert on(s, "A") == ("La4 Mi5", 9, 0)
    assert shown(s.discard) == "La2 Mi1"


@rule("WC-12")
def test_several_powers_may_add_to_one_play_and_the_cards_are_discarded_together() -> None:
    influence = {"I": "0 Mi2", "J": "0 De2", "K": "0 La2", "B": "1 Kn10 Wi10"}
    s = position("Kn4 Mi9 De8 Wi1", influence=influence)
    act(s, "Kn4>B", "knight:Mi9", "lover:De8")
    assert legal(s) == ["commit", "matchmaker:Wi1"]
    act(s, "matchmaker:Wi1", "commit")
    assert on(s, "B") == ("Mi9 Kn4 De8 Wi1", 22, None)
    assert shown(s.discard) == "Kn10 Wi10"
    s = position("Wi10", influence={"B": "1 Kn4 Wi4"})
    act(s, "Wi10>B", "commit")
    assert shown(s.discard) == "Kn4 Wi4"


@rule("WC-12")
def test_the_matchmaker_adds_the_suit_that_the_played_card_is_not() -> None:
    s = position("Kn4 Kn5 Wi6 Wi7 De1", influence={"K": "0 La2"})
    assert steps(act(s.copy(), "Kn4>B")) == ["commit", "matchmaker:Wi6", "matchmaker:Wi7"]
    assert steps(act(s.copy(), "Wi6>B")) == ["commit", "matchmaker:Kn4", "matchmaker:Kn5"]
    assert steps(act(s.copy(), "Kn4>E")) == ["commit", "matchmaker:De1"]
    assert steps(act(s.copy(), "Kn4>G")) == ["commit"]  # a member of one suit


@rule("WC-12")
def test_knight_and_matchmaker_may_both_add_might() -> None:
    influence = {"I": "0 Mi2", "K": "0 La2", "A": "1 La10 Mi10"}
    s = position("La3 Mi9 Mi8 Mi1", influence=influence)
    assert "La3>A" in legal(s)  # 3 + 9 + 8 + 1 is 21
    act(s, "La3>A")
    assert legal(s) == ["knight:Mi8", "knight:Mi9"]
    act(s, "knight:Mi8", "matchmaker:Mi9", "boost:Mi1", "commit")
    assert on(s, "A") == ("La3 Mi8 Mi9", 20, None)


@rule("WC-12")
def test_the_sum_of_a_combined_card_is_what_must_be_beaten() -> None:
    s = position("Kn10 Wi9 Kn3", influence={"B": "1 Kn4 Wi8"})
    assert [action for action in plays(legal(s)) if action.endswith("B")] == ["Kn10>B"]
    act(s, "Kn10>B")
    assert legal(s) == ["boost:Kn3"]


@rule("WC-13")
def test_knight_and_lover_may_be_used_on_any_play() -> None:
    s = position("We4 Mi5 De6", influence={"I": "0 Mi2", "J": "0 De2"})
    act(s, "We4>H")
    assert legal(s) == ["commit", "knight:Mi5", "lover:De6"]
    act(s, "knight:Mi5", "lover:De6", "commit")
    assert on(s, "H") == ("Mi5 We4 De6", 15, 0)


@rule("WC-13")
def test_the_played_card_itself_must_match() -> None:
    s = position("We4 Mi5", influence={"I": "0 Mi2"})
    assert plays(legal(s)) == ["Mi5>A", "Mi5>C", "Mi5>I", "We4>D", "We4>F", "We4>H"]


# ---------------------------------------------------------------- the Fool


@rule("WC-14")
def test_with_the_fool_the_play_must_be_lower() -> None:
    s = position("Wi5 Wi6 Wi7", influence={"L": "0 Wi2", "B": "1 Kn6", "D": "1 We10"})
    assert [action for action in plays(legal(s)) if action.endswith("B")] == ["Wi5>B", "Wi7>B"]  # equal is neither
    assert legal(act(s.copy(), "Wi5>B")) == ["fool"]
    assert legal(act(s.copy(), "Wi7>B")) == ["commit"]
    act(s, "Wi5>B", "fool", "commit")
    assert on(s, "B") == ("Wi5", 5, None)
    assert on(s, "L") == ("Wi2", 2, None)
    assert shown(s.discard) == "Kn6"


@rule("WC-14")
def test_the_fool_needs_a_card_in_place() -> None:
    s = act(position("Wi5", influence={"L": "0 Wi2"}), "Wi5>B")
    assert legal(s) == ["commit"]


@rule("WC-14")
def test_cards_may_be_added_to_a_play_with_the_fool_as_long_as_it_stays_lower() -> None:
    influence = {"L": "0 Wi2", "I": "0 Mi2", "K": "0 La2", "B": "1 Kn9"}
    s = act(position("Wi3 Mi4 Mi5 Mi6 Kn1 Kn2", influence=influence), "Wi3>B", "fool")
    assert legal(s) == ["commit", "knight:Mi4", "knight:Mi5", "matchmaker:Kn1", "matchmaker:Kn2"]
    act(s, "knight:Mi4")
    assert legal(s) == ["commit", "matchmaker:Kn1"]
    act(s, "matchmaker:Kn1", "commit")
    assert on(s, "B") == ("Mi4 Kn1 Wi3", 8, None)


@rule("WC-14")
def test_a_play_with_the_fool_is_not_boosted() -> None:
    s = act(position("Wi3 Wi1 Wi2", influence={"L": "0 Wi4", "B": "1 Kn9"}), "Wi3>B")
    assert legal(s) == ["fool"]
    assert legal(act(s, "fool")) == ["commit"]
    assert s.hand[0] >> parse("sage:Wi1") - parse("sage:La1") & 1


@rule("WC-14", "WC-10")
def test_the_fool_may_put_a_lower_card_on_a_member_of_ones_own() -> None:
    s = act(position("Wi3", influence={"L": "0 Wi2", "B": "0 Kn9"}), "Wi3>B", "fool", "commit")
    assert on(s, "B") == ("Wi3", 3, 0)


# ---------------------------------------------------------------- a power on its own tile


@rule("WC-18")
def test_a_play_on_the_fool_with_the_fool_returns_it_and_claims_it_again() -> None:
    s = position("Wi3", influence={"L": "0 Wi8"})
    act(s, "Wi3>L", "fool")
    assert on(s, "L") == ("Wi8", 8, None)
    act(s, "commit")
    assert on(s, "L") == ("Wi3", 3, 0)


@rule("WC-18")
def test_a_play_on_the_knight_with_the_knight_returns_it_and_claims_it_again() -> None:
    s = position("Mi4 Mi7", influence={"I": "0 Mi9"})
    act(s, "Mi4>I", "knight:Mi7", "commit")
    assert on(s, "I") == ("Mi4 Mi7", 11, 0)


@rule("WC-18")
def test_a_play_on_the_lover_with_the_lover_returns_it_and_claims_it_again() -> None:
    s = position("De4 De7", influence={"J": "0 De9"})
    act(s, "De4>J", "lover:De7", "commit")
    assert on(s, "J") == ("De4 De7", 11, 0)


@rule("WC-18")
def test_without_its_power_the_knight_only_gets_held_more_strongly() -> None:
    s = position("Mi10", influence={"I": "0 Mi9"})
    act(s, "Mi10>I", "commit")
    assert on(s, "I") == ("Mi10", 10, 0)
    act(s, "draw0", "pass1")
    assert s.ready >> 1 & 1


# ---------------------------------------------------------------- how high a play can get


@rule("WC-11", "WC-12")
def test_no_play_comes_to_more_than_the_tables_of_plays_hold() -> None:
    every = (1 << reach.CARDS) - 1
    for suit, other in permutations(range(reach.SUITS), 2):
        best = reach.BEST[reach.adding_of(suit, reach.ADDING, NONE) << reach.RANKS | reach.SUIT]
        assert best + reach.added(every, suit, reach.ADDING, other) <= reach.MOST_OF_PLAY
        for later in (1 << reach.LOVER | 1 << reach.MATCHMAKER, 1 << reach.MATCHMAKER, 0):
            laid = count(reach.ADDING & ~later)  # the card that was played, and those that were added before this one
            suits = sum(1 << one for one in (suit, reach.MIGHT, reach.DEVOTION)[:laid])
            adds = (reach.MIGHT, reach.DEVOTION, other)[laid - 1]
            rest = reach.reach(every & ~(reach.SUIT << reach.RANKS * adds), suits, later, other)
            best = reach.BEST[reach.adding_of(adds, later, other) << reach.RANKS | reach.SUIT]
            assert laid * reach.RANKS + rest + best <= reach.MOST_OF_PLAY
