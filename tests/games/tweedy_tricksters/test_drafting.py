"""A round of Tweedy Tricksters until the first trick."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rulebook import rule
from weatherdeck.games.tweedy_tricksters import GAME, rules
from weatherdeck.kernel import count, new_rng

from .positions import HANDS, MARKET, PAIRINGS, cards, dealt, do, draft_all, open_moves


@rule("TT-3")
def test_the_first_dealer_is_random() -> None:
    dealers: Counter[int] = Counter()
    for seed in range(400):
        s = GAME.new_state()
        rules.deal(s, new_rng(seed))
        dealers[s.dealer] += 1
    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 60


@rule("TT-3")
def test_three_cards_to_each_player_and_eight_face_up() -> None:
    for seed in range(20):
        s = GAME.new_state()
        rules.deal(s, new_rng(seed))
        assert [count(s.hidden[seat]) for seat in range(4)] == [3, 3, 3, 3]
        assert count(s.market) == 8
        assert s.market | s.hidden[0] | s.hidden[1] | s.hidden[2] | s.hidden[3] == rules.ALL_CARDS


@rule("TT-3")
def test_the_dealt_cards_are_hidden_and_the_others_are_not() -> None:
    s = dealt()
    for seat in range(4):
        seen = GAME.redacted(s, seat)
        assert [bool(seen.hidden[other]) for other in range(4)] == [other == seat for other in range(4)]
        assert seen.market == cards(*MARKET)
    assert list(GAME.redacted(s, None).hidden) == [0, 0, 0, 0]


@rule("TT-3")
def test_every_card_can_be_dealt_everywhere() -> None:
    hidden = [0] * 4
    market = 0
    for seed in range(200):
        s = GAME.new_state()
        rules.deal(s, new_rng(seed))
        market |= s.market
        for seat in range(4):
            hidden[seat] |= s.hidden[seat]
    assert [*hidden, market] == [rules.ALL_CARDS] * 5


@rule("TT-4")
@pytest.mark.parametrize("dealer", range(4))
def test_drafting_begins_at_the_dealers_right_and_goes_clockwise_twice_around(dealer: int) -> None:
    s = dealt(dealer)
    turns = []
    for text in MARKET:
        turns.append(s.to_move)
        do(s, f"take:{text}")
    right = (dealer + 3) % 4
    assert turns == [(right + k) % 4 for k in range(8)]
    assert [count(s.drafted[seat]) for seat in range(4)] == [2, 2, 2, 2]
    assert s.market == 0


@rule("TT-4")
def test_one_may_take_any_card_that_still_lies_face_up() -> None:
    s = dealt()
    assert open_moves(s) == [f"take:{text}" for text in MARKET]
    do(s, "take:1312")
    assert open_moves(s) == [f"take:{text}" for text in MARKET if text != "1312"]
    assert s.drafted[3] == cards("1312")


@rule("TT-4")
def test_everyone_knows_the_drafted_cards_also_in_the_trick_phase() -> None:
    s = dealt()
    draft_all(s)
    do(s, "suit:ravens", "suit:foxes", "suit:rats", "suit:toads", "pairs:02-13")
    for seat in (None, 0, 1, 2, 3):
        seen = GAME.redacted(s, seat)
        assert list(seen.drafted) == list(s.drafted)
        shown = GAME.view.view(s, seat)
        for other in range(4):
            drafted = [card["card"] for card in shown["seats"][other]["drafted"]]
            assert cards(*drafted) == s.drafted[other]


@rule("TT-5")
@pytest.mark.parametrize("dealer", range(4))
def test_suit_cards_are_taken_from_the_dealers_left_and_the_dealer_has_the_last(dealer: int) -> None:
    s = dealt(dealer)
    draft_all(s)
    turns = []
    for suit in ("rats", "ravens", "toads", "foxes"):
        turns.append(s.to_move)
        do(s, f"suit:{suit}")
    assert turns == [(dealer + k) % 4 for k in (1, 2, 3, 4)]
    assert s.suit[(dealer + 1) % 4] == rules.RATS
    assert s.suit[dealer] == rules.FOXES


@rule("TT-5")
def test_a_suit_card_that_is_taken_is_not_open_and_the_last_one_is_still_asked_for() -> None:
    s = dealt()
    draft_all(s)
    assert open_moves(s) == ["suit:foxes", "suit:rats", "suit:ravens", "suit:toads"]
    do(s, "suit:rats")
    assert open_moves(s) == ["suit:foxes", "suit:ravens", "suit:toads"]
    do(s, "suit:ravens", "suit:foxes")
    assert s.to_move == s.dealer
    assert open_moves(s) == ["suit:toads"]


@rule("TT-5")
def test_one_leads_only_ones_own_suit_all_round() -> None:
    s = dealt(1)
    draft_all(s)
    do(s, "suit:rats", "suit:ravens", "suit:toads", "suit:foxes", "pairs:03-12")
    own = {2: rules.RATS, 3: rules.RAVENS, 0: rules.TOADS, 1: rules.FOXES}
    for _ in range(5):
        leader = s.to_move
        events = do(s, open_moves(s)[0])
        led = next(event for event in events if event.name == "led")
        assert led["suit"] == own[leader]
        for _ in range(3):
            do(s, open_moves(s)[0])


@rule("TT-6")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("pairs", PAIRINGS)
def test_the_player_across_from_the_dealer_makes_one_of_three_pairings(dealer: int, pairs: str) -> None:
    s = dealt(dealer)
    draft_all(s)
    do(s, "suit:ravens", "suit:foxes", "suit:rats", "suit:toads")
    assert s.to_move == (dealer + 2) % 4
    assert open_moves(s) == ["pairs:01-23", "pairs:02-13", "pairs:03-12"]
    do(s, f"pairs:{pairs}")
    one, other = (tuple(map(int, pair)) for pair in pairs.split("-"))
    partners = [seat["partner"] for seat in GAME.view.view(s, None)["seats"]]
    assert [partners[seat] for seat in (*one, *other)] == [one[1], one[0], other[1], other[0]]


@rule("TT-7")
@pytest.mark.parametrize("dealer", range(4))
def test_the_dealer_leads_the_first_trick(dealer: int) -> None:
    s = dealt(dealer)
    draft_all(s)
    do(s, "suit:ravens", "suit:foxes", "suit:rats", "suit:toads", "pairs:01-23")
    assert (s.leader, s.to_move) == (dealer, dealer)


@rule("TT-7")
def test_one_may_play_any_card_of_ones_own_dealt_or_drafted() -> None:
    s = dealt(0)
    draft_all(s)
    do(s, "suit:ravens", "suit:foxes", "suit:rats", "suit:toads", "pairs:01-23")
    for seat in range(4):
        assert s.to_move == seat
        drafted = [card["card"] for card in GAME.view.view(s, None)["seats"][seat]["drafted"]]
        assert len(drafted) == 2
        assert open_moves(s) == sorted([*HANDS[seat], *drafted])
        do(s, open_moves(s)[-1])
