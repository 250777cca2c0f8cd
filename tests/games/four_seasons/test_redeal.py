"""Redealing: every world that agrees with what a seat has seen, each equally likely, and no other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from math import comb, prod

import pytest

from tests.rulebook import rule
from tests.sweeps import size
from tests.worlds import assert_uniform
from weatherdeck.games.four_seasons import GAME, rules, ways
from weatherdeck.games.four_seasons.deck import AUTUMN, CARDS, LIGHT, ROLE, ROLE_CARDS, SUIT_CARDS, SUITS
from weatherdeck.games.four_seasons.rules import State
from weatherdeck.games.four_seasons.words import ROLE_WORDS
from weatherdeck.kernel import count, new_rng

from .table import cards, do, give_roles, only_token, position, texts, without_tokens


def hands(s: State) -> Hashable:
    """A world, as far as the cards go."""
    return tuple(s.hand[: s.players])


def roles(s: State) -> Hashable:
    """A world, as far as the roles go."""
    return (*s.role[: s.players], s.aside)


def splits(pool: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All the ways to deal a set of cards to hands of these sizes."""
    if not sizes:
        yield ()
        return
    one_by_one = [1 << card for card in range(CARDS) if pool >> card & 1]
    for chosen in combinations(one_by_one, sizes[0]):
        hand = sum(chosen)
        for rest in splits(pool & ~hand, sizes[1:]):
            yield (hand, *rest)


def deals(s: State, seat: int) -> Iterator[tuple[int, ...]]:
    """All the ways to deal what is hidden from a seat, shown or not: whole hands, by seat."""
    hidden = [0 if other == seat else s.hand[other] & ~s.known[other] for other in range(s.players)]
    for split in splits(sum(hidden), tuple(count(part) for part in hidden)):
        yield tuple(s.hand[other] & ~hidden[other] | split[other] for other in range(s.players))


# ---------------------------------------------------------------- worlds found by playing the history again
@dataclass
class Played:
    """A game played at random up to a point, with what is needed to play it again from another deal."""

    players: int
    seed: int
    moves: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state: State = GAME.new_state(self.players)
        rules.deal(self.state, new_rng(self.seed))
        self.dealt: State = self.state.copy()
        self.random = random.Random(self.seed)

    def step(self) -> None:
        """One more move, with tokens rarely, so that the hands last."""
        actions = GAME.legal(self.state)
        plain = [action for action in actions if action < CARDS or action == rules.DONE]
        action = self.random.choice(plain if plain and self.random.random() < 0.7 else actions)
        self.moves.append((self.state.to_move, action))
        rules.apply(self.state, action, new_rng(0))

    def again(self, world: tuple[int, ...]) -> State | None:
        """The same game had the hands been such that they are now these; None if it could not have been played so."""
        s: State = self.dealt.copy()
        for seat in range(self.players):
            hidden = self.state.hand[seat] & ~self.state.known[seat]
            s.hand[seat] = self.dealt.hand[seat] & ~hidden | world[seat] & ~self.state.known[seat]
        rules.open_round(s)
        for seat, action in self.moves:
            if s.to_move != seat or action not in GAME.legal(s):
                return None
            rules.apply(s, action, new_rng(0))
        return s


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_redealt_world_could_have_led_to_what_was_seen(players: int) -> None:
    for seed in range(6):
        game = Played(players, seed)
        while not rules.is_over(game.state):
            if len(game.moves) % 5 == 0:
                for seat in range(players):
                    world = GAME.redacted(game.state, seat)
                    rules.redeal(world, seat, new_rng(seed + len(game.moves)))
                    again = game.again(tuple(world.hand))
                    assert again is not None, f"seed {seed}, move {len(game.moves)}, seat {seat}"
                    give_roles(again, [ROLE_WORDS[role] for role in world.role[:players]])
                    assert again == world
            game.step()


def late_games() -> Iterator[tuple[Played, int, list[tuple[int, ...]]]]:
    """Late positions in which what was shown rules out many deals but leaves some, with those that it leaves."""
    for players in (3, 4, 5, 6):
        found = 0
        for seed in range(200):
            game = Played(players, seed)
            while not rules.is_over(game.state) and found < size("late positions"):
                seat = (game.state.to_move + 1) % players
                hidden = count(rules.unseen_cards(game.state, seat))
                if 4 <= hidden <= 7:
                    possible = list(deals(game.state, seat))
                    if 24 <= len(possible) <= 700:
                        left = [world for world in possible if game.again(world) is not None]
                        if 6 <= len(left) <= len(possible) // 2:
                            found += 1
                            yield game, seat, left
                            break
                game.step()


def test_late_in_the_game_all_worlds_that_agree_with_the_history_are_equally_likely() -> None:
    tried = Counter[int]()
    for game, seat, left in late_games():
        tried[game.players] += 1
        weights: dict[Hashable, int] = dict.fromkeys(left, 1)
        assert_uniform(GAME, game.state, seat, weights, hands)
    assert tried == dict.fromkeys(GAME.players, size("late positions"))


# ---------------------------------------------------------------- positions made by hand
@rule("FS-8", "FS-12")
def test_a_card_from_the_pit_is_known_to_be_in_the_hand_and_the_rest_still_has_none_of_its_suit() -> None:
    s = only_token(
        position("Au5 Au6 Sp7", "Sp1 Sp2 Su1 Su2", "Au1 Au2 Su3 Su4", "Sp3 Au3 Wd2 Su5", pit="Au9", rest=0), 1, "spring"
    )
    do(s, "Au5", "Sp1", "spring:Au9", "Au1", "Au3")
    possible = [world for world in deals(s, 0) if not (world[1] & ~cards("Au9")) & SUIT_CARDS[AUTUMN]]
    assert all(world[1] & cards("Au9") for world in possible)
    assert len(possible) < len(list(deals(s, 0)))
    assert_uniform(GAME, s, 0, dict.fromkeys(possible, 1), hands)


def assert_uniform_by_voids(s: State, seat: int) -> None:
    """Against all deals in which no unknown part of a hand has a suit that it showed to be out of."""
    possible = [
        world
        for world in deals(s, seat)
        if all(
            not (world[other] & ~s.known[other] & SUIT_CARDS[suit] and s.void[other] >> suit & 1)
            for other in range(s.players)
            for suit in range(SUITS)
            if other != seat
        )
    ]
    assert len(possible) > 5
    assert_uniform(GAME, s, seat, dict.fromkeys(possible, 1), hands)


VOIDS = {
    "none": (0, 0, 0, 0, 0, 0),
    "one": (0, 1, 0, 0, 0, 0),
    "each another": (0, 1, 2, 4, 8, 16),
    "all the same": (0, 1, 1, 1, 0, 0),
    "two each": (0, 3, 6, 12, 24, 0),
    "many": (0, 15, 6, 13, 24, 2),
    "nested": (0, 1, 3, 7, 0, 15),
}


@pytest.mark.parametrize("shown", VOIDS)
def test_with_six_players_and_any_suits_shown_to_be_out(shown: str) -> None:
    hidden = ("Wd1", "Su1 Wd2", "Au1 Wd3", "Au2", "Sp1")
    if shown in ("none", "one", "each another", "all the same"):
        hidden = ("Wd1", "Au1", "Sp1 Wd3", "Au2 Wi1", "Wi2")
    s = position("Au9", *hidden, rest=0)
    for seat, void in enumerate(VOIDS[shown]):
        held = {suit for suit in range(SUITS) if s.hand[seat] & SUIT_CARDS[suit]}
        s.void[seat] = sum(1 << suit for suit in range(SUITS) if void >> suit & 1 and suit not in held)
    assert_uniform_by_voids(s, 0)


@pytest.mark.parametrize("seat", [0, 2, 4])
def test_from_several_seats(seat: int) -> None:
    s = position("Au9 Sp2", "Su1 Wd2", "Au1 Wd3", "Au2", "Sp1", rest=1)
    s.void[:5] = [1 << 3 | 1 << 1, 1, 1 << 2, 1 << 4, 1 | 1 << 4]
    s.known[0] = cards("Au9")
    assert_uniform_by_voids(s, seat)


def test_a_suit_that_is_gone_says_nothing_about_the_hands() -> None:
    s = position("Au9", "Su1 Su2", "Su3 Sp1", "Sp2 Su4", rest=0)
    s.void[:4] = [0, 1 << 1, 1 | 1 << 4, 1 << 4]
    assert_uniform_by_voids(s, 0)


@rule("FS-7")
def test_before_the_first_card_the_leader_has_the_opening_wild_in_every_world() -> None:
    s: State = GAME.new_state(4)
    rules.deal(s, new_rng(3))
    seat = (s.leader + 1) % 4
    wild = max(texts(s.known[s.leader]))
    seen = Counter[str]()
    for n in range(400):
        world = GAME.redacted(s, seat)
        rules.redeal(world, seat, new_rng(n))
        assert wild in texts(world.hand[s.leader])
        seen.update(texts(world.hand[s.leader]))
    assert seen[wild] == 400
    others = count(rules.unseen_cards(s, seat))
    assert max(abs(n - 400 * 8 / others) for text, n in seen.items() if text != wild) < 60


# ---------------------------------------------------------------- roles
def role_worlds(s: State, seat: int) -> Counter[Hashable]:
    """All the ways to deal the role cards, two of which may be equal, that give the seat its own role."""
    role_cards = [n for n in range(len(ROLE)) if ROLE_CARDS[s.players] >> n & 1]
    dealt = (tuple(ROLE[n] for n in order) for order in permutations(role_cards))
    return Counter(order for order in dealt if order[seat] == s.role[seat])


@rule("FS-3", "FS-6")
@pytest.mark.parametrize("given", ["autumn spring darkness", "autumn spring summer"])
def test_with_three_players_all_roles_that_fit_are_equally_likely(given: str) -> None:
    s = position("Au1", "Sp1", "Su1", roles=given.split(), rest=0)
    for seat in range(3):
        worlds = role_worlds(s, seat)
        assert len(worlds) == 6
        assert_uniform(GAME, s, seat, worlds, roles, samples=600)


@rule("FS-3", "FS-6")
@pytest.mark.parametrize("players", [4, 5, 6])
def test_with_more_players_too_two_darkness_being_two_cards(players: int) -> None:
    given = ["darkness", "autumn", "winter", "spring", "summer", "darkness"][:players]
    s = position(*(f"Au{seat + 1}" for seat in range(players)), roles=given, rest=0)
    for seat in (0, 1):
        worlds = role_worlds(s, seat)
        if players == 6:
            assert set(worlds.values()) == {2}
        assert_uniform(GAME, s, seat, worlds, roles, samples=max(600, 8 * len(worlds)))


@rule("FS-6")
def test_light_is_dealt_no_other_roles_than_those_it_saw() -> None:
    given = ["darkness", "light", "winter", "spring", "summer", "darkness"]
    s = position(*(f"Au{seat + 1} Sp{seat + 1}" for seat in range(6)), roles=given, rest=0)
    assert s.role[1] == LIGHT
    for n in range(20):
        world = GAME.redacted(s, 1)
        rules.redeal(world, 1, new_rng(n))
        assert roles(world) == roles(s)


def test_roles_and_cards_are_dealt_independently() -> None:
    s = position("Au1", "Sp1 Sp2", "Su1", roles=("autumn", "spring", "darkness"), rest=0)
    s.void[2] = 1 << 2
    worlds: dict[Hashable, int] = {
        (deal, order): 1 for deal in deals(s, 0) if deal[2] == cards("Su1") for order in role_worlds(s, 0)
    }
    assert len(worlds) == 6
    assert_uniform(GAME, s, 0, worlds, lambda w: (hands(w), roles(w)), samples=600)
    s.void[2] = 0
    worlds = {(deal, order): 1 for deal in deals(s, 0) for order in role_worlds(s, 0)}
    assert len(worlds) == 18
    assert_uniform(GAME, s, 0, worlds, lambda w: (hands(w), roles(w)), samples=1000)


def test_when_the_game_is_over_nothing_is_left_to_deal() -> None:
    s = without_tokens(position("Au9", "Au2", "Au3", rest=0))
    do(s, "Au9", "Au2", "Au3")
    for seat in range(3):
        world = GAME.redacted(s, seat)
        assert world == s
        rules.redeal(world, seat, new_rng(1))
        assert world == s


# ---------------------------------------------------------------- counting
def packed(numbers: list[int], width: int) -> int:
    return sum(number << width * n for n, number in enumerate(numbers))


def ways_by_hand(groups: list[int], sizes: list[int], voids: list[int]) -> int:
    """The same number by another road: suit after suit, exactly."""

    @cache
    def count_from(suit: int, room: tuple[int, ...]) -> int:
        if suit == SUITS:
            return int(not any(room))
        return spread(suit, 0, groups[suit], room)

    def spread(suit: int, hand: int, left: int, room: tuple[int, ...]) -> int:
        if hand == len(room):
            return count_from(suit + 1, room) if left == 0 else 0
        most = 0 if voids[hand] >> suit & 1 else min(left, room[hand])
        return sum(
            comb(left, n) * spread(suit, hand + 1, left - n, (*room[:hand], room[hand] - n, *room[hand + 1 :]))
            for n in range(most + 1)
        )

    return count_from(0, tuple(sizes))


def test_the_ways_to_deal_are_counted_rightly() -> None:
    draw = random.Random(1)
    ruled_out = 0
    for _ in range(150):
        sizes = [draw.randint(0, 4) for _ in range(4)]
        voids = [draw.choice((0, 0, 1, 2, 4, 8, 16, 3, 20, 9)) for _ in range(4)]
        groups = [0] * SUITS
        for _ in range(sum(sizes)):
            groups[draw.randrange(SUITS)] += 1
        exact = ways_by_hand(groups, sizes, voids)
        counted = ways.ways_for_four(
            packed(groups, ways.WIDTH), packed([0, *sizes], ways.WIDTH), packed([0, *voids], SUITS)
        )
        assert counted == exact
        ruled_out += exact == 0
    assert 5 < ruled_out < 100


def test_also_where_the_numbers_pass_64_bits() -> None:
    groups, sizes, voids = [10, 10, 10, 9, 6], [12, 11, 11, 11], [1, 2, 4, 0]
    exact = ways_by_hand(groups, sizes, voids)
    assert exact > 1 << 64
    counted = ways.ways_for_four(
        packed(groups, ways.WIDTH), packed([0, *sizes], ways.WIDTH), packed([0, *voids], SUITS)
    )
    assert counted == pytest.approx(exact, rel=1e-14)


def test_picks_go_through_every_choice_once() -> None:
    limits = [2, 0, 3, 1, 2]
    for wanted in range(10):
        found = []
        picks = ways.first_picks(packed(limits, ways.WIDTH), wanted)
        while picks != ways.NONE:
            found.append(tuple(picks >> ways.WIDTH * n & ways.LOW for n in range(SUITS)))
            picks = ways.next_picks(packed(limits, ways.WIDTH), picks)
        assert len(set(found)) == len(found)
        assert all(sum(one) == wanted and all(a <= b for a, b in zip(one, limits, strict=True)) for one in found)
        total = sum(prod(comb(n, k) for n, k in zip(limits, one, strict=True)) for one in found)
        assert total == comb(sum(limits), wanted)
