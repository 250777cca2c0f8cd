"""Winter Court: a redeal is uniform over the worlds that agree with all that was seen."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations

import pytest

from tests.games.winter_court.brute import every_play
from tests.games.winter_court.positions import GAME, act, card_set, position, shown, some_position
from tests.playouts import random_states
from tests.rulebook import rule
from tests.worlds import assert_uniform
from weatherdeck.games.winter_court import rules
from weatherdeck.games.winter_court.notation import text
from weatherdeck.games.winter_court.reach import NONE
from weatherdeck.games.winter_court.rules import BUILD, KEEP, SECOND, State
from weatherdeck.kernel import count, new_rng

Agrees = Callable[[State, list[str]], bool]
"""Whether a hand of the other player agrees with what was seen."""


def always(s: State, hand: list[str]) -> bool:
    return True


def world(s: State) -> Hashable:
    return shown(s.hand[0]), shown(s.hand[1]), shown(s.drawn)


def worlds(s: State, seat: int, agrees: Agrees = always) -> dict[Hashable, int]:
    """Every way to fill the other hand (and the two cards that the other player is drawing), by brute force."""
    other = 1 - seat
    unseen = shown(rules.unseen_cards(s, seat)).split()
    known = shown(s.known[other]).split()
    found: dict[Hashable, int] = {}
    for cards in combinations(unseen, s.hand_size[other] - len(known)):
        if not agrees(s, [*known, *cards]):
            continue
        for drawn in combinations([card for card in unseen if card not in cards], 2 if s.phase == KEEP else 0):
            then = s.copy()
            then.hand[other] = card_set(" ".join([*known, *cards]))
            if s.to_move != seat:
                then.drawn = card_set(" ".join(drawn))
            found[world(then)] = 1
    return found


# ---------------------------------------------------------------- at one's own decision


def test_without_anything_known_every_hand_is_as_likely() -> None:
    s = position("La4", "Mi1 Wi9", influence={"A": "1 La3"}, pile="Kn1 Kn2 De5 We6 We7")
    for seat in (0, 1):
        assert_uniform(GAME, s, seat, worlds(s, seat), world, samples=6000)


@rule("WC-16")
def test_a_card_taken_with_the_sage_stays_where_it_is_known_to_be() -> None:
    s = position("La4", "Mi1 Wi9 Kn3", known="Wi9", pile="Kn1 Kn2 De5 We6")
    counted = worlds(s, 0)
    assert len(counted) == 15  # any 2 of the other 6 cards
    assert_uniform(GAME, s, 0, counted, world, samples=6000)


@rule("WC-25")
def test_of_two_drawn_cards_the_kept_one_is_hidden_and_the_discarded_one_open() -> None:
    s = act(position("La4", "Mi1", pile="Kn1 Kn2 De5 We6"), "pass2")
    gone = next(text(action) for action in GAME.legal(s))
    before = worlds(s, 1)
    assert len(before) == 30  # five unseen cards: one in the hand, two of the other four drawn
    assert_uniform(GAME, s, 1, before, world, samples=6000)
    mine = worlds(s, 0)
    assert {then[2] for then in mine if isinstance(then, tuple)} == {shown(s.drawn)}
    assert_uniform(GAME, s, 0, mine, world, samples=3000)
    act(s, gone)
    after = worlds(s, 1)
    assert len(after) == 6  # two of the four that are left
    assert_uniform(GAME, s, 1, after, world, samples=6000)


@rule("WC-16")
def test_what_the_steward_draws_may_be_anything_unseen() -> None:
    s = act(position("La4", "Mi1", influence={"F": "0 La3"}, pile="Kn1 Kn2 De5 We6 Wi9"), "steward")
    assert_uniform(GAME, s, 1, worlds(s, 1), world, samples=6000)


# ---------------------------------------------------------------- while the other player makes a play


def can_finish(start: State, done: Sequence[str]) -> Agrees:
    """A hand agrees if, with the cards shown, it has a play that begins as it was begun."""
    steps = tuple(done)
    laid = [step.partition(":")[2] or step.partition(">")[0] for step in steps if step != "fool"]

    def agrees(s: State, hand: list[str]) -> bool:
        return any(play[: len(steps)] == steps for play in every_play(start, [*hand, *laid]))

    return agrees


UNSEEN = "La1 La2 La3 Mi6 Mi8 Mi3 De9 De1 Wi7"
BEGUN = {
    "boosts are needed": ("La4 La3 La2 Wi7", {"A": "1 Kn8"}, ["La4>A"]),
    "one boost is given and others are needed": ("La4 La1 La2 La3 De9", {"A": "1 Mi9"}, ["La4>A", "boost:La1"]),
    "the Knight has to add": ("La4 Mi8 De9", {"A": "1 Kn10", "I": "0 Mi2"}, ["La4>A"]),
    "Knight or Lover have to add": ("La4 De9 Wi7", {"A": "1 Kn10", "I": "0 Mi2", "J": "0 De2"}, ["La4>A"]),
    "Knight and Matchmaker both add Might": (
        "La4 Mi8 Mi6",
        {"A": "1 Kn10 Kn4", "I": "0 Mi2", "K": "0 La5"},
        ["La4>A"],
    ),
    "the Knight has added a low card": (
        "La4 Mi3 La1 De9",
        {"A": "1 Kn10 Kn4", "I": "0 Mi2", "J": "0 De2"},
        ["La4>A", "knight:Mi3"],
    ),
    "the Fool might do it, so nothing is known": ("La4 Mi8", {"A": "1 Kn10", "L": "0 Wi2"}, ["La4>A"]),
    "the Fool is used, so nothing is known": ("La4 Mi8", {"A": "1 Kn10", "L": "0 Wi2"}, ["La4>A", "fool"]),
    "the card is equal, so the Fool does not help": ("La4 La1 Mi8", {"A": "1 Kn4", "L": "0 Wi2"}, ["La4>A"]),
}


def begun(name: str) -> tuple[State, Agrees]:
    hand, influence, done = BEGUN[name]
    pile = shown(card_set(UNSEEN) & ~card_set(hand))
    start = position(hand, "Wi10", influence=influence, pile=pile)
    return act(start.copy(), *done), can_finish(start, done)


@rule("WC-24")
@pytest.mark.parametrize("tries", [0, 16], ids=["counted", "tried"])
@pytest.mark.parametrize("name", BEGUN)
def test_whoever_has_begun_a_play_can_finish_it(name: str, tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    s, agrees = begun(name)
    monkeypatch.setattr(rules, "PLAIN_TRIES", tries if not rules.can_finish(s, 0) else 16)
    counted = worlds(s, 1, agrees)
    assert counted
    assert ("nothing is known" in name) == (len(counted) == len(worlds(s, 1)))
    assert_uniform(GAME, s, 1, counted, world, samples=max(1500, 60 * len(counted)))


@rule("WC-24", "WC-16")
def test_a_known_card_may_be_what_finishes_the_play() -> None:
    start = position("La4 La1 La2", "Wi10", influence={"A": "1 Mi5"}, pile="La3 Mi6 De1 De2 Wi7")
    start.known[0] = card_set("La2")
    s = act(start.copy(), "La4>A")
    everything = worlds(s, 1)
    assert worlds(s, 1, can_finish(start, ["La4>A"])) == everything
    assert_uniform(GAME, s, 1, everything, world, samples=3000)


@rule("WC-23")
@pytest.mark.parametrize("tries", [0, 16], ids=["counted", "tried"])
@pytest.mark.parametrize(
    ("hand", "influence"),
    [
        ("De9 La1", {}),
        ("Mi8 De1", {"I": "0 Mi2"}),
        ("La3 Mi8 De1", {"I": "0 Mi2", "K": "0 La10"}),
        ("De9 La1", {"L": "0 Wi2"}),
        ("La3 Mi8 De9", {"J": "0 De10"}),
    ],
    ids=["alone", "Knight", "Knight and Matchmaker", "Fool", "Lover"],
)
def test_whoever_has_called_the_wizard_has_a_second_play(
    hand: str, influence: dict[str, str], tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All members are beaten by high cards, but for the Lover (7) and the Knight (9)."""
    high = {"A": "1 Kn10", "B": "1 Kn9 We10", "C": "1 Wi10", "D": "1 We9 Kn8", "E": "0 Mi10", "F": "1 We8 Kn7"}
    high |= {"G": "1 Kn6 We7", "H": "1 We6 Kn5", "I": "1 Mi9", "J": "1 De7", "K": "1 La9", "L": "1 Wi9 We5"}
    pile = shown(card_set("La1 La3 Mi5 Mi8 Mi3 De9 De1 Wi7") & ~card_set(hand))
    s = position(f"{hand} Wi8", "Wi6", influence=high | influence, unclaimed="ABCD", pile=pile)
    s.hand[0] &= ~card_set("Wi8")  # the first play, onto the discard pile
    s.hand_size[0] -= 1
    s.discard |= card_set("Wi8")
    s.phase = rules.AFTER
    act(s, "wizard")
    assert s.phase == SECOND
    counted = worlds(s, 1, lambda s, hand: any(every_play(s, hand)))
    assert 0 < len(counted) <= len(worlds(s, 1))
    monkeypatch.setattr(rules, "PLAIN_TRIES", tries)
    assert_uniform(GAME, s, 1, counted, world, samples=max(500, 20 * len(counted)))


# ---------------------------------------------------------------- at large


def stopped_somewhere(seed: int) -> State | None:
    """A random play at a random position, stopped where the rest of the hand is still needed to finish it."""
    rng = random.Random(seed)
    s = some_position(seed)
    plays = sorted(play for play in every_play(s) if len(play) > 2)
    if not plays:
        return None
    play = rng.choice(plays)
    act(s, *play[: rng.randrange(1, len(play))])
    return None if rules.can_finish(s, 0) else s


@rule("WC-24")
def test_the_hands_that_can_finish_a_play_are_counted_rightly() -> None:
    compared = 0
    for seed in range(500):
        s = stopped_somewhere(seed)
        if s is None:
            continue
        mine = shown(s.hand[0]).split()
        others = shown(rules.unseen_cards(s, 1) & ~s.hand[0]).split()
        unseen = [*mine, *random.Random(seed).sample(others, 9 - len(mine))]
        agree = 0
        for cards in combinations(unseen, len(mine)):
            then = s.copy()
            then.hand[0] = card_set(" ".join(cards))
            agree += len(GAME.legal(then)) > 0
        assert rules.hands_one_way(s, 0, card_set(" ".join(unseen)), 0, len(mine)) == agree > 0
        compared += 1
    assert compared > 30


@pytest.mark.parametrize("seed", range(6))
def test_along_random_games_redealt_worlds_are_sound_and_the_true_one_is_among_them(seed: int) -> None:
    rng = new_rng(seed)
    for s in random_states(GAME, seed):
        if rules.is_over(s):
            break
        for seat in (0, 1, NONE):
            redacted = s.copy()
            rules.redact(redacted, seat)
            for other in range(2):
                if other != seat:
                    assert s.hand[other] & ~(rules.unseen_cards(redacted, seat) | s.known[other]) == 0
            assert rules.can_go_on(s, s.hand[s.to_move])
            dealt = redacted.copy()
            rules.redeal(dealt, seat, rng)
            assert GAME.audit.audit(dealt) == []
            assert GAME.legal(dealt) != []
            rules.redact(dealt, seat)
            assert dealt == redacted


def test_a_hopeless_looking_play_is_redealt_at_once() -> None:
    """Some 600 of 3 million hands finish the play: far too few to be found by trying."""
    influence = {"A": "1 Kn10 We9 Mi6", "I": "0 Mi2", "J": "0 De2"}
    s = act(position("La1 La2 La3 Mi10 De10 Wi1", influence=influence), "La1>A")
    assert s.phase == BUILD
    unseen = rules.unseen_cards(s, 1)
    assert 0 < rules.hands_one_way(s, 0, unseen, 0, 5) < math.comb(count(unseen), 5) / 4000
    redacted = GAME.redacted(s, 1)
    for seed in range(20):
        dealt = redacted.copy()
        rules.redeal(dealt, 1, new_rng(seed))
        assert GAME.legal(dealt) != []
        assert card_set("Mi10 De10") & dealt.hand[0]
