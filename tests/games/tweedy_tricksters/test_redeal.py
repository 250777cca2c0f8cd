"""What each seat may know, and the worlds that agree with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest

from tests.worlds import assert_uniform
from weatherdeck.games.game import Game
from weatherdeck.games.tweedy_tricksters import GAME
from weatherdeck.games.tweedy_tricksters.rules import State
from weatherdeck.kernel import new_rng

from .positions import TWICE, dealt, do, open_moves, playing, random_game, texts


def worlds(game: Game, s: State, seat: int) -> Counter[Hashable]:
    """Every way to deal what the seat cannot see to those it cannot see it with, card by card; by brute force."""
    others = [other for other in range(4) if other != seat]
    unseen = [text for other in others for text in texts(game, s.hidden[other])]
    found: Counter[Hashable] = Counter()
    for hands in _deals(range(len(unseen)), [s.hidden_size[other] for other in others]):
        found[tuple(tuple(sorted(unseen[card] for card in hand)) for hand in hands)] += 1
    return found


def _deals(cards: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for hands in _deals(rest, sizes[1:]):
            yield (hand, *hands)


def check(game: Game, s: State, seat: int, at_least: int) -> None:
    """The redeal of a seat is uniform over its worlds, of which there are several."""
    weights = worlds(game, s, seat)
    assert len(weights) >= at_least

    def world(state: Any) -> Hashable:
        return tuple(texts(game, state.hidden[other]) for other in range(4) if other != seat)

    assert_uniform(game, s, seat, weights, world)


@pytest.mark.parametrize("seat", range(4))
def test_from_the_deal_all_1680_worlds_are_equally_likely(seat: int) -> None:
    check(GAME, dealt(), seat, 1680)


@pytest.mark.parametrize("seat", [-1, 0, 1, 2, 3])
def test_late_in_a_round_hidden_and_drafted_cards_are_mixed(seat: int) -> None:
    s = playing(
        [["1114", "1123"], ["1132"], ["1141", "1213"], []],
        [[], ["4111"], [], ["1222", "1411"]],
        leader=2,
    )
    check(GAME, s, seat, {-1: 30, 0: 3, 1: 6, 2: 3, 3: 30}[seat])


@pytest.mark.parametrize("seat", [-1, 0, 1, 2, 3])
def test_in_the_middle_of_a_trick_the_cards_played_are_known(seat: int) -> None:
    hidden = [["1114", "1123"], ["1132", "1213"], ["1141", "1222"], ["1231", "1312"]]
    s = playing(hidden, pairs="03-12")
    do(s, "1123", "1213")
    check(GAME, s, seat, {-1: 180, 0: 30, 1: 30, 2: 12, 3: 12}[seat])


@pytest.mark.parametrize("seat", range(4))
def test_with_equal_cards_a_world_is_as_likely_as_the_deals_that_make_it(twice: Game, seat: int) -> None:
    hands = (("1114", "1114", "1222"), ("1222", "1312", "1312"), ("1411", "1411", "2113"), ("2113", "2221", "2221"))
    market = ("2311", "2311", "3112", "3112", "4111", "4111", "9119", "9119")
    s = dealt(0, hands, market, game=twice)
    assert max(worlds(twice, s, seat).values()) > min(worlds(twice, s, seat).values())
    check(twice, s, seat, 100)


@pytest.mark.parametrize("seat", range(4))
def test_a_copy_that_was_drafted_or_played_is_not_dealt_again(twice: Game, seat: int) -> None:
    """Of most cards one copy is hidden, and the other is drafted or was played."""
    hands = (TWICE[0:3], TWICE[3:6], TWICE[6:9], (TWICE[0], TWICE[3], TWICE[9]))
    left = list(TWICE * 2)
    for text in (text for hand in hands for text in hand):
        left.remove(text)
    s = dealt(0, [sorted(hand) for hand in hands], sorted(left), game=twice)
    while s.trick < 1 or s.n_played < 2:
        do(s, open_moves(s, twice)[0], game=twice)
    check(twice, s, seat, 30)


@pytest.mark.parametrize("seat", range(4))
def test_with_many_copies_in_uneven_numbers(uneven: Game, seat: int) -> None:
    hands = (("1312", "1999", "9991"), ("1114", "1114", "2221"), ("1114", "1999", "9991"), ("1999", "2221", "9991"))
    s = dealt(2, hands, ("1114",) * 2 + ("1999",) * 6, game=uneven)
    check(uneven, s, seat, 20)


def test_what_is_redealt_looks_the_same_from_the_seat_and_the_true_world_is_possible(any_deck: Game) -> None:
    game, rng = any_deck, new_rng(3)
    for seed in range(4):
        for s, _ in random_game(game, seed):
            for seat in (None, 0, 1, 2, 3):
                seen = game.redacted(s, seat)
                world = seen.copy()
                game.rules.redeal(world, -1 if seat is None else seat, rng)
                assert game.redacted(world, seat) == seen
                assert game.audit.audit(world) == [], "a world is a state that play can reach"
                hidden = [sorted(_all_hidden(game, state, seat)) for state in (s, world)]
                assert hidden[0] == hidden[1], "the same cards are dealt anew, so the true world is one of them"


def _all_hidden(game: Game, s: State, seat: int | None) -> list[str]:
    return [text for other in range(4) if other != seat for text in texts(game, s.hidden[other])]


def test_redealing_a_state_that_was_not_redacted_gives_the_same_world(any_deck: Game) -> None:
    for s, _ in random_game(any_deck, 11):
        for seat in range(4):
            world, other = s.copy(), any_deck.redacted(s, seat)
            any_deck.rules.redeal(world, seat, new_rng(5))
            any_deck.rules.redeal(other, seat, new_rng(5))
            assert world == other


def test_the_bytes_of_what_a_seat_sees_tell_nothing_about_the_hidden_cards(any_deck: Game) -> None:
    """Two worlds that differ only in what is hidden from a seat are the same bytes once redacted."""
    game, rng = any_deck, new_rng(4)
    for s, _ in random_game(game, 6):
        for seat in range(4):
            world = s.copy()
            game.rules.redeal(world, seat, rng)
            assert game.redacted(world, seat).to_bytes() == game.redacted(s, seat).to_bytes()
