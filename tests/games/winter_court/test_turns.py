"""Winter Court: cards and court, the deal, and what a turn is made of (WC-1 to WC-8, WC-22, WC-23)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.winter_court.positions import GAME, act, card_set, legal, on, position, shown, steps, told
from tests.rulebook import rule
from weatherdeck.games.options import OptionError
from weatherdeck.games.winter_court import rules, words
from weatherdeck.games.winter_court.notation import SUIT_NAMES
from weatherdeck.games.winter_court.reach import CARDS, NONE
from weatherdeck.games.winter_court.rules import COURT, State
from weatherdeck.kernel import count, new_rng
from weatherdeck.match import Match


def dealt(seed: int, first: int | None = None) -> State:
    s: State = GAME.new_state(options={"first": first})
    rules.deal(s, new_rng(seed))
    return s


# ---------------------------------------------------------------- components


@rule("WC-1")
def test_there_are_sixty_cards_of_six_suits_and_ten_ranks_for_two_players() -> None:
    assert GAME.players == (2,)
    with pytest.raises(OptionError, match="for 2 players, not 3"):
        GAME.new_state(3)
    assert CARDS == 60
    suits = ("Lands", "Might", "Wealth", "Knowledge", "Devotion", "Wit")
    assert suits == SUIT_NAMES
    every = [shown(1 << card) for card in range(CARDS)]
    assert every == [f"{suit[:2]}{rank}" for suit in suits for rank in range(1, 11)]


@rule("WC-2")
def test_the_court_has_four_royals_and_eight_members_with_powers() -> None:
    assert [member.letter for member in COURT] == list("ABCDEFGHIJKL")
    assert [member.status for member in COURT] == [5, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1]
    assert [member.power is None for member in COURT] == [True] * 4 + [False] * 8
    assert sorted(member.power for member in COURT if member.power is not None) == list(range(8))
    assert set(Counter(suit for member in COURT for suit in member.suits).values()) == {3}


@rule("WC-2", "WC-3")
def test_the_court_is_the_table_of_the_ruling() -> None:
    table = """
        A Ruler LaMi 5 - | B Consort KnWi 4 - | C Heir MiDe 3 - | D Dowager WeWi 2 - | E Wizard KnDe 1 wizard
        F Steward LaWe 1 steward | G Sage Kn 1 sage | H Charlatan We 1 charlatan | I Knight Mi 1 knight
        J Lover De 1 lover | K Matchmaker La 1 matchmaker | L Fool Wi 1 fool
    """
    view = GAME.view.view(dealt(1), None)
    ours = [
        f"{member['letter']} {member['name']} {''.join(member['suits'])} {member['status']} {member['power'] or '-'}"
        for member in view["members"]
    ]
    assert ours == " ".join(table.replace("\n", " | ").split()).strip("| ").replace("| |", "|").split(" | ")


# ---------------------------------------------------------------- setup


@rule("WC-4")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_gets_five_cards_and_the_second_six(first: int) -> None:
    s = dealt(7, first)
    assert s.to_move == first
    assert s.hand_size[first] == count(s.hand[first]) == 5
    assert s.hand_size[1 - first] == count(s.hand[1 - first]) == 6
    assert s.hand[0] & s.hand[1] == 0
    assert s.pile_size == 49
    assert list(s.pawn) == [NONE] * 12
    assert list(s.influence) == [0] * 12
    assert s.discard == 0


@rule("WC-4")
def test_by_default_either_player_goes_first_at_random() -> None:
    firsts = Counter(dealt(seed).to_move for seed in range(400))
    assert 150 < firsts[0] < 250


@rule("WC-4")
def test_every_card_is_dealt_equally_often() -> None:
    hands = [dealt(seed, 0).hand[1] for seed in range(1200)]
    often = Counter(card for hand in hands for card in range(60) if hand >> card & 1)
    assert set(often) == set(range(60))  # 120 expected of each
    assert min(often.values()) > 75
    assert max(often.values()) < 170


# ---------------------------------------------------------------- a turn


@rule("WC-5", "WC-23")
def test_a_turn_starts_with_a_play_or_a_pass() -> None:
    s = position("La4 Wi7")
    assert legal(s) == ["La4>A", "La4>F", "La4>K", "Wi7>B", "Wi7>D", "Wi7>L", "pass1", "pass2"]


@rule("WC-5", "WC-23")
def test_after_a_play_one_may_draw_a_card_or_none() -> None:
    s = act(position("La4 La5"), "La4>A", "commit")
    assert legal(s) == ["draw0", "draw1"]
    none = act(s.copy(), "draw0")
    assert (none.hand_size[0], none.pile_size, none.to_move) == (1, 58, 1)
    one = act(s.copy(), "draw1")
    assert (one.hand_size[0], one.pile_size, one.to_move) == (2, 57, 1)
    assert one.hand[0] & card_set("La5")


@rule("WC-5")
def test_after_a_pass_one_must_draw() -> None:
    s = act(position("La4"), "pass1")
    assert (s.hand_size[0], s.pile_size, s.to_move) == (2, 58, 1)


@rule("WC-5", "WC-25")
def test_after_a_pass_one_may_draw_two_and_discard_one_of_them() -> None:
    s = position("La4")
    drawn = [event["card"] for event in told(s, "pass2") if event.name == "drew"]
    assert len(drawn) == 2
    assert s.to_move == 0
    assert legal(s) == sorted(f"discard:{shown(1 << card)}" for card in drawn)
    act(s, f"discard:{shown(1 << drawn[0])}")
    assert s.discard == 1 << drawn[0]
    assert s.hand[0] == card_set("La4") | 1 << drawn[1]
    assert (s.hand_size[0], s.pile_size, s.to_move) == (2, 57, 1)


@rule("WC-5")
def test_a_draw_takes_any_card_of_the_pile() -> None:
    drawn = Counter(shown(act(position(pile="La1 Mi5 Wi9"), "pass1", seed=seed).hand[0]) for seed in range(300))
    assert set(drawn) == {"La1", "Mi5", "Wi9"}
    assert min(drawn.values()) > 60


@rule("WC-6")
def test_a_player_without_cards_must_pass() -> None:
    assert legal(position("")) == ["pass1", "pass2"]


@rule("WC-6", "WC-17")
def test_a_power_may_first_bring_a_card() -> None:
    s = position("", influence={"G": "0 Kn2", "L": "1 Wi1"}, discard="La4")
    assert legal(s) == ["pass1", "pass2", "sage:La4"]
    assert steps(act(s, "sage:La4")) == ["La4>A", "La4>F", "La4>K", "pass1", "pass2"]


@rule("WC-6")
def test_a_player_with_cards_that_beat_nothing_must_pass() -> None:
    s = position("Wi4", influence={"B": "1 Wi10", "D": "1 We9", "L": "0 Wi5"}, unclaimed="L")
    assert legal(s) == ["pass1", "pass2"]


@rule("WC-6")
def test_there_is_no_hand_limit() -> None:
    s = position("La1")
    for number in range(20):
        act(s, "pass1", seed=number)
        s.to_move = 0
    assert s.hand_size[0] == 21
    assert len([action for action in legal(s) if ">" in action]) == 63


@rule("WC-6")
def test_the_longest_list_of_actions_fits() -> None:
    """Every card is in the hand or in the discard pile, and every power may be used."""
    mine = " ".join(shown(1 << card) for card in range(60))
    for taken in ("Kn1 We1 La1", "Kn1 We1 La1 Mi7 De7 Kn7 Wi7"):
        hand = " ".join(card for card in mine.split() if card not in [*taken.split(), "Wi3"])
        kn, we, la, *rest = taken.split()
        influence = {"G": f"0 {kn}", "H": f"0 {we}", "F": f"0 {la}"}
        s = position(hand, influence=influence, discard=" ".join(rest), pile="Wi3")
        assert len(legal(s)) <= rules.MAX_LEGAL


# ---------------------------------------------------------------- powers at large


@rule("WC-7")
def test_a_power_needs_a_pawn_that_was_controlled_at_the_start_of_the_turn() -> None:
    s = position("We4 La5 Mi1", influence={"A": "1 La3"}, unclaimed="A")
    assert not [action for action in legal(s) if action.startswith("charlatan")]
    act(s, "We4>H", "commit")
    assert on(s, "H") == ("We4", 4, 0)
    assert legal(s) == ["draw0", "draw1"]
    act(s, "draw0", "pass1")
    assert [action for action in legal(s) if action.startswith("charlatan")] == ["charlatan:A", "charlatan:H"]


@rule("WC-7")
def test_the_other_players_pawns_and_unclaimed_ones_have_no_power_for_me() -> None:
    s = position("La4", influence={"F": "1 La3", "G": "0 Kn3", "E": "1 Kn2"}, unclaimed="G", discard="Wi1")
    assert legal(s) == ["La4>A", "La4>F", "La4>K", "pass1", "pass2"]


@rule("WC-7")
def test_the_pawn_goes_back_to_its_tile_and_its_card_stays() -> None:
    s = act(position("", influence={"F": "0 La3"}), "steward")
    assert on(s, "F") == ("La3", 3, None)


@rule("WC-7")
def test_a_royal_is_never_returned() -> None:
    s = position("La4", influence={"A": "0 Mi3", "B": "0 Kn5", "C": "0 De2"})
    assert s.ready == 0


@rule("WC-8")
def test_a_power_is_used_once_a_turn_even_if_its_pawn_is_won_back() -> None:
    s = position("La9 We7", influence={"F": "0 La3", "E": "0 Kn3"})
    act(s, "steward")
    assert "steward" not in legal(s)
    act(s, "La9>F", "commit")
    assert on(s, "F") == ("La9", 9, 0)
    assert "steward" not in legal(s)
    act(s, "draw0", "pass1")
    assert "steward" in legal(s)


@rule("WC-8")
def test_the_second_play_has_no_power_that_the_first_has_used() -> None:
    influence = {"E": "0 Kn3", "I": "0 Mi2", "A": "1 La7"}
    s = position("La4 La5 Mi6 Mi7", influence=influence)
    act(s, "La4>A", "knight:Mi7", "commit", "wizard", "Mi6>I")
    assert steps(s) == ["commit"]


# ---------------------------------------------------------------- what is public


@rule("WC-22")
def test_everyone_sees_the_discard_pile_and_the_sizes_of_pile_and_hands() -> None:
    s = position("La4 La5", "Mi1", influence={"A": "1 La3"}, discard="Wi9 Kn2")
    for seat in (0, 1, None):
        view = GAME.view.view(s, seat)
        assert [card["card"] for card in view["discard"]] == ["Kn2", "Wi9"]
        assert view["pile"] == 54
        assert [other["hand_size"] for other in view["seats"]] == [2, 1]
    assert GAME.redacted(s, None).discard == s.discard


@rule("WC-22")
def test_hands_and_drawn_cards_are_hidden_from_the_other_player() -> None:
    s = act(position("La4 La5", "Mi1"), "pass2")
    mine, theirs, open_ = GAME.view.view(s, 0), GAME.view.view(s, 1), GAME.view.view(s, None)
    assert [card["card"] for card in mine["seats"][0]["hand"]] == ["La4", "La5"]
    assert len(mine["drawn"]["cards"]) == 2
    assert theirs["seats"][0]["hand"] is None
    assert theirs["drawn"] == open_["drawn"] == {"seat": 0, "size": 2, "cards": None}
    assert [seat["hand"] for seat in open_["seats"]] == [None, None]
    redacted = GAME.redacted(s, 1)
    assert (redacted.hand[0], redacted.drawn, redacted.hand_size[0]) == (0, 0, 2)


# ---------------------------------------------------------------- the order of decisions


@rule("WC-23")
def test_powers_are_open_at_the_start_after_a_play_and_before_a_second_one() -> None:
    influence = {"F": "0 La3", "G": "0 Kn3", "H": "0 We3", "E": "0 Kn2"}
    s = position("Mi4 Mi5 Wi1", influence=influence, discard="De9")
    plays = ("Mi", "Wi")
    assert steps(s, but=plays) == ["charlatan:H", "pass1", "pass2", "sage:De9", "steward"]
    act(s, "Mi4>A", "commit")
    assert steps(s) == ["charlatan:H", "draw0", "draw1", "sage:De9", "steward", "wizard"]
    act(s, "wizard")
    assert steps(s, but=plays) == ["charlatan:E", "charlatan:H", "sage:De9", "steward"]
    assert [action for action in legal(s) if ">" in action] == [
        *("Mi5>A", "Mi5>C", "Mi5>I"),
        *("Wi1>B", "Wi1>D", "Wi1>L"),
    ]
    act(s, "steward", "Mi5>C", "commit")
    assert steps(s) == ["charlatan:E", "charlatan:F", "charlatan:H", "draw0", "draw1", "sage:De9"]


@rule("WC-23")
def test_while_a_play_is_put_together_nothing_else_is_open() -> None:
    influence = {"F": "0 La3", "G": "0 Kn3", "H": "0 We3", "E": "0 Kn2"}
    s = act(position("Mi4 Mi5 Mi1", influence=influence, discard="De9"), "Mi4>A")
    assert legal(s) == ["boost:Mi1", "commit"]


@rule("WC-23")
def test_the_second_play_must_be_made_before_drawing() -> None:
    s = act(position("Mi4 Mi5", influence={"E": "0 Kn2"}), "Mi4>A", "commit", "wizard")
    assert legal(s) == ["Mi5>A", "Mi5>C", "Mi5>I"]


@rule("WC-23", "WC-15")
def test_the_wizard_is_open_only_if_a_second_play_is_possible() -> None:
    beaten = {"A": "1 Mi9", "C": "1 De9", "I": "1 Mi8", "E": "0 Kn2"}
    s = act(position("Wi4 Mi5", influence=beaten), "Wi4>B", "commit")
    assert legal(s) == ["draw0", "draw1"]
    s = act(position("Wi4 Mi5 Mi3 Mi1", influence=beaten), "Wi4>B", "commit")
    assert "wizard" in legal(s)  # 5 + 3 + 1 beats the 8 on the Knight
    s = act(position("Wi4", influence=beaten), "Wi4>B", "commit")
    assert legal(s) == ["draw0", "draw1"]


@rule("WC-25")
def test_two_cards_can_be_drawn_only_from_two() -> None:
    assert legal(position("", pile="La1")) == ["pass1"]
    assert legal(position("", pile="La1 La2")) == ["pass1", "pass2"]


@rule("WC-25", "WC-16")
def test_the_steward_draws_the_last_card_where_there_is_only_one() -> None:
    s = position("", influence={"F": "0 La3"}, pile="Wi9")
    act(s, "steward")
    assert s.hand[0] == card_set("Wi9")
    assert rules.is_over(s)


@rule("WC-23")
def test_a_step_reveals_what_the_other_player_could_not_have_known() -> None:
    """A card from the hand, a draw; and the Wizard, who tells that there is a second play. Nothing else."""
    influence = {"E": "0 De3", "F": "0 La3", "G": "0 Kn3", "H": "0 We3", "L": "0 Wi3", "I": "0 Mi3", "B": "1 Kn9"}
    s = position("Wi2 Wi5 Wi1 Mi4", influence=influence, discard="De9")
    shows = {}
    for step in ("charlatan:H", "sage:De9", "Wi2>B", "fool", "commit", "steward", "wizard", "Wi5>B", "knight:Mi4"):
        shows[step] = any(event.reveals for event in told(s, step))
    for step in ("boost:Wi1", "commit again", "draw0", "pass2"):
        shows[step] = any(event.reveals for event in told(s, step.removesuffix(" again")))
    revealing = {"Wi2>B", "steward", "wizard", "Wi5>B", "knight:Mi4", "boost:Wi1", "pass2"}
    assert {step for step in shows if shows[step]} == revealing


def test_a_move_that_shows_nothing_can_be_taken_back() -> None:
    match = Match(GAME, seed=4, options={"first": 0})
    play = next(words.text(action) for action in match.legal() if ">" in words.text(action))
    match.play(play)
    assert match.why_no_undo() is not None
    match.play("commit")
    match.play("draw0")
    assert [match.undo().text, match.undo().text] == ["draw0", "commit"]
    assert match.why_no_undo() is not None
