"""What a designer may turn in Tweedy Tricksters: each number has its effect, in the words of its clause."""

from __future__ import annotations

import pytest

from tests.playouts import played, random_states
from tests.rulebook import rule
from weatherdeck.games.tweedy_tricksters import GAME, rules, words
from weatherdeck.games.tweedy_tricksters.rules import SEATS, State
from weatherdeck.kernel import count, listening, new_rng

NAMES = ("Anna", "Ben", "Cleo", "Dan")


def dealt(seed: int = 1, **parameters: int) -> State:
    s: State = GAME.new_state(4, parameters)
    rules.deal(s, new_rng(seed))
    return s


def drafted(seed: int = 1, **parameters: int) -> State:
    """A round up to the Partner cards."""
    s = dealt(seed, **parameters)
    while s.phase != rules.PAIR:
        rules.apply(s, GAME.legal(s)[0], new_rng(1))
    return s


def last_trick(*tricks: int, **parameters: int) -> State:
    """A round of which both partnerships have taken their tricks."""
    s = drafted(**parameters)
    rules.apply(s, rules.FIRST_PAIRS, new_rng(1))  # seats 0 and 1 against 2 and 3
    s.trick = rules.TRICKS
    s.tricks[:] = [tricks[0], tricks[0], tricks[1], tricks[1]]
    return s


@rule("TT-3", "TT-4")
@pytest.mark.parametrize(("each", "market"), [(2, 12), (4, 4)])
def test_so_many_cards_are_dealt_and_the_others_drafted(each: int, market: int) -> None:
    s = dealt(cards_dealt=each)
    assert [count(hand) for hand in s.hidden] == [each] * SEATS
    assert count(s.market) == market
    assert len(GAME.legal(s)) == market <= rules.MAX_LEGAL
    s = drafted(cards_dealt=each)
    assert [count(cards) for cards in s.drafted] == [rules.TRICKS - each] * SEATS


@rule("TT-3")
def test_the_log_tells_how_many_cards_are_dealt() -> None:
    s = GAME.new_state(4, {"cards_dealt": 4})
    with listening() as told:
        rules.deal(s, new_rng(1))
    assert "deals 4 cards to each player and turns up" in str(words.sentence(rules.EVENTS.read(told[0]), NAMES))


@rule("TT-4")
@pytest.mark.parametrize("seats", [0, 3])
def test_the_draft_begins_so_many_seats_to_the_left_of_the_dealer(seats: int) -> None:
    for seed in range(8):
        s = dealt(seed, drafts_first=seats)
        assert s.to_move == (s.dealer + seats) % SEATS
        assert len(set(_drafters(s)[:SEATS])) == SEATS


def _drafters(s: State) -> list[int]:
    found = []
    while s.phase == rules.TAKE_CARD:
        found.append(s.to_move)
        rules.apply(s, GAME.legal(s)[0], new_rng(1))
    return found


@rule("TT-6")
@pytest.mark.parametrize("seats", [0, 3])
def test_the_partner_cards_are_handed_out_so_many_seats_to_the_left_of_the_dealer(seats: int) -> None:
    for seed in range(8):
        s = drafted(seed, pairs_by=seats)
        assert s.to_move == (s.dealer + seats) % SEATS


@rule("TT-10")
@pytest.mark.parametrize(
    ("tricks", "parameter", "points"),
    [
        ((2, 3), "points_of_2", 0),
        ((2, 3), "points_of_2", 6),
        ((3, 2), "points_of_3", 1),
        ((3, 2), "points_of_3", 6),
        ((4, 1), "points_of_4", 1),
        ((4, 1), "points_of_4", 6),
        ((5, 0), "points_of_5", 1),
        ((5, 0), "points_of_5", 6),
    ],
)
def test_tricks_are_worth_so_many_points(tricks: tuple[int, int], parameter: str, points: int) -> None:
    s = last_trick(*tricks, **{parameter: points})
    rules.end_round(s, new_rng(1))
    assert s.score[0] == s.score[1] == points
    usual = GAME.new_state()
    assert s.score[2] == s.score[3] == rules.points_for(usual, tricks[1])


@rule("TT-12")
@pytest.mark.parametrize(("rounds", "more"), [(1, 8), (8, 1), (2, 0)])
def test_the_target_is_set_after_so_many_rounds_and_so_much_above_the_highest_score(rounds: int, more: int) -> None:
    options = {"target_after": rounds, "to_target": more}
    before = None
    for s in random_states(GAME, 3, options=options):
        finished = s.round + (s.phase == rules.OVER)
        assert (s.target != 0) is (finished >= rounds)
        if s.target and before is None:
            before = max(s.score)
            assert s.target == before + more
    assert before is not None


@rule("TT-12")
def test_with_nothing_to_reach_the_game_ends_when_everyone_has_dealt() -> None:
    match = played(GAME, options={"to_target": 0})
    assert match.state.round == SEATS - 1
    assert match.is_over
    assert match.version == SEATS * 33


@rule("TT-12")
def test_the_log_and_the_status_tell_when_the_target_is_set() -> None:
    s = last_trick(3, 2, target_after=1, to_target=8)
    assert GAME.words.status(dealt(target_after=2)).endswith("target set after round 2")
    with listening() as told:
        rules.end_round(s, new_rng(1))
    events = [rules.EVENTS.read(one) for one in told]
    said = next(event for event in events if event.name == "target_set")
    assert words.sentence(said, NAMES) == "After 1 round: the target is 10 points."
    assert GAME.view.view(s, 0)["target_after"] == 1


@rule("TT-12")
def test_no_game_has_more_rounds_than_there_can_be() -> None:
    slow = {"points_of_2": 0, "points_of_3": 1, "points_of_4": 1, "points_of_5": 6, "target_after": 8, "to_target": 8}
    for options in ({}, slow, {"to_target": 8}, {"target_after": 1, "to_target": 0}):
        most = rules.most_rounds(GAME.new_state(4, options))
        for seed in range(5):
            s = played(GAME, seed, options=options).state
            assert s.round + 1 <= most < 127
            assert max(s.score) <= rules.most_points(s) < 127
    assert rules.most_rounds(GAME.new_state()) == rules.LONGEST
    assert rules.most_points(GAME.new_state()) == rules.MOST_POINTS


@rule("TT-10")
def test_greedy_weighs_a_trick_by_its_points() -> None:
    """The last trick at 2 to 2 decides between the points of three tricks and of two; its share of a toss is all."""
    greedy = GAME.judgement
    usual, changed = GAME.new_state(), GAME.new_state(4, {"points_of_3": 6, "points_of_2": 0})
    stake_of = greedy.stake_of  # type: ignore[attr-defined]  # beside `prefer`
    assert stake_of(usual, 2, 2) == pytest.approx(1 + 0.7)
    assert stake_of(changed, 2, 2) == pytest.approx(6 + 0.7 * 6)
    assert stake_of(GAME.new_state(4, {"points_of_4": 3}), 2, 2) == pytest.approx(stake_of(usual, 2, 2))
    for won, lost in ((0, 0), (1, 0), (2, 1), (3, 1), (0, 4)):  # both ways to count agree on the rulebook's points
        near = changed.copy()
        near.points_of_2, near.points_of_3, near.points_of_4, near.points_of_5 = 2, 4, 4, 6
        assert stake_of(near, won, lost) == pytest.approx(2 * stake_of(usual, won, lost), abs=0.002)
