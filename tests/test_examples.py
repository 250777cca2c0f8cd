"""The example game keeps the contract and its own rules, and the page that explains it shows its real code."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.rulebook import clauses_of, rule
from tests.test_structure import claimed
from tests.worlds import assert_uniform
from weatherdeck import conformance
from weatherdeck.cli import main
from weatherdeck.errors import IllegalMove
from weatherdeck.games import registry
from weatherdeck.games.options import OptionError
from weatherdeck.kernel import count, new_rng
from weatherdeck.match import Match, transcript

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")

if str(EXAMPLES) not in sys.path:
    sys.path.append(str(EXAMPLES))

GAME = registry.load("high_card")
rules: Any = GAME.rules  # it is loaded by name, as a stranger's game would be
NAMES = ("Alberta", "Bernie", "Cecil", "Donna")


# ---------------------------------------------------------------- the contract
@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.name)
def test_the_example_keeps_the_contract(check: conformance.Check) -> None:
    assert list(check.find(GAME, conformance.Plan(games=1))) == []


def test_every_clause_of_the_example_is_in_its_rules_and_is_claimed_by_a_test() -> None:
    assert clauses_of("high-card") <= set(claimed())
    assert set(re.findall(r"HC-\d+", GAME.rulebook)) == clauses_of("high-card")


# ---------------------------------------------------------------- the rules
def cards(numbers: Sequence[int]) -> int:
    """Printed numbers as a multiset."""
    found = 0
    for number in numbers:
        found = rules.with_one(found, number - 1)
    return found


def printed(cards: int) -> tuple[int, ...]:
    """A multiset as printed numbers."""
    return tuple(n + 1 for n in range(10) for _ in range(count(cards >> 2 * n & 3)))


def position(hands: Sequence[Sequence[int]], aside: Sequence[int] = (), limits: Sequence[int] = ()) -> Any:
    """Seat 0 to lead; whatever is neither in a hand nor aside has been played."""
    s = GAME.new_state(len(hands))
    rules.deal(s, new_rng(1))
    s.to_move, s.aside, s.gone = 0, cards(aside), rules.ALL_CARDS
    for seat, hand in enumerate(hands):
        s.hand[seat], s.hand_size[seat] = cards(hand), len(hand)
        s.limit[seat] = limits[seat] - 1 if limits else 9
    for number in (*aside, *(number for hand in hands for number in hand)):
        s.gone = rules.without(s.gone, number - 1)
    return s


def play(s: Any, *numbers: int) -> None:
    for number in numbers:
        assert number in may_play(s)
        rules.apply(s, number - 1, new_rng(1))


def may_play(s: Any) -> list[int]:
    return [action + 1 for action in GAME.legal(s)]


@rule("HC-1")
def test_two_to_four_can_play() -> None:
    assert [GAME.check_players(n) for n in (2, 3, 4)] == [2, 3, 4]
    for wrong in (1, 5):
        with pytest.raises(OptionError, match="2 or 3 or 4 players"):
            GAME.check_players(wrong)


@rule("HC-2")
def test_there_are_two_of_each_number_and_they_are_alike() -> None:
    assert printed(rules.ALL_CARDS) == tuple(sorted([*range(1, 11), *range(1, 11)]))
    s = position([[4, 4, 9], [5, 6, 7]])
    assert may_play(s) == [4, 9]
    play(s, 4)
    assert printed(s.hand[0]) == (4, 9)


@rule("HC-3")
@pytest.mark.parametrize(("players", "left"), [(2, 10), (3, 5), (4, 0)])
def test_five_cards_dealt_and_a_random_leader(players: int, left: int) -> None:
    leaders = set()
    for seed in range(40):
        s = Match(GAME, seed=seed, players=players).state
        assert [count(hand) for hand in s.hand] == [5] * players + [0] * (4 - players)
        assert count(s.aside) == left
        leaders.add(s.to_move)
    assert leaders == set(range(players))


@rule("HC-4")
def test_the_leader_plays_any_card_and_the_others_follow_clockwise() -> None:
    s = position([[1, 5, 9], [2, 3, 4], [6, 7, 8]])
    assert may_play(s) == [1, 5, 9]
    play(s, 5)
    assert s.to_move == 1
    play(s, 2)
    assert s.to_move == 2


@rule("HC-5")
def test_who_can_beat_the_best_card_must() -> None:
    s = position([[5, 6], [3, 7], [8, 9]])
    play(s, 5)
    assert may_play(s) == [7]
    refusal = GAME.words.why_not(s, 3 - 1)
    assert str(refusal) == "you can beat 5, and 3 does not (HC-5)"
    play(s, 7)
    assert may_play(s) == [8, 9]


@rule("HC-5")
def test_who_cannot_beat_it_plays_any_card_and_has_shown_so() -> None:
    s = position([[5, 6], [3, 5], [8, 9]])
    play(s, 5)
    assert may_play(s) == [3, 5]
    play(s, 3)
    assert s.limit[1] + 1 == 5
    assert s.limit[2] + 1 == 10


@rule("HC-6")
def test_the_first_of_the_highest_cards_wins_and_leads() -> None:
    s = position([[4, 1], [9, 2], [9, 3]])
    play(s, 4, 9, 9)
    assert s.tricks[:3] == [0, 1, 0]
    assert s.to_move == 1


@rule("HC-7")
def test_the_most_tricks_win() -> None:
    s = position([[4, 5], [9, 10]])
    play(s, 4, 9, 10, 5)
    assert rules.is_over(s)
    assert GAME.legal(s) == []
    assert GAME.words.ending(s, NAMES) == "Bernie wins with 2 tricks."
    assert GAME.returns(s) == [-1, 1]


@rule("HC-7")
def test_with_equal_tricks_the_victory_is_shared() -> None:
    s = position([[4, 10], [9, 1]])
    play(s, 10, 1, 4, 9)
    assert GAME.words.ending(s, NAMES) == "Alberta and Bernie share the victory with 1 trick each."
    assert GAME.returns(s) == [0, 0]
    assert GAME.transcript.result(s) == {"tricks": [1, 1], "winners": [0, 1]}


@rule("HC-7")
def test_a_game_has_five_tricks() -> None:
    match = Match(GAME, seed=1, players=4)
    while not match.is_over:
        match.play(match.legal()[0])
    assert match.version == 5 * 4
    with pytest.raises(IllegalMove, match="HC-7"):
        match.play("1")


@rule("HC-8")
def test_in_free_play_nobody_has_to_beat_anything_and_nothing_is_shown() -> None:
    s = position([[5, 6], [3, 7]])
    s.free_play = 1
    play(s, 5)
    assert may_play(s) == [3, 7]
    play(s, 3)
    assert s.limit[1] + 1 == 10


# ---------------------------------------------------------------- what is hidden
def world(s: Any) -> Hashable:
    return (*(printed(hand) for hand in s.hand), printed(s.aside))


def worlds(s: Any, seat: int) -> Counter[Hashable]:
    """Every way to deal the unseen cards, by brute force: two copies of a number are two cards here."""
    others = [other for other in range(s.players) if other != seat]
    found: Counter[Hashable] = Counter()

    def fill(at: int, left: list[int], dealt: Any) -> None:
        if at == len(others):
            dealt.aside = cards([n // 2 + 1 for n in left])
            found[world(dealt)] += 1
            return
        other = others[at]
        may_hold = [card for card in left if card // 2 <= s.limit[other]]
        for hand in combinations(may_hold, s.hand_size[other]):
            dealt.hand[other] = cards([card // 2 + 1 for card in hand])
            fill(at + 1, [card for card in left if card not in hand], dealt)

    unseen = rules.unseen_cards(s, seat)
    fill(0, [card for card in range(20) if unseen >> card & 1], s.copy())
    return found


POSITIONS = {
    "nothing shown": position([[10], [1, 2], [3, 4]], [5]),
    "two copies": position([[10, 9], [2, 2], [3, 4]], [5, 5]),
    "one has shown": position([[10], [1, 4], [3, 7]], [5, 6], [10, 4, 10]),
    "all have shown": position([[8], [1, 4], [3, 6], [2, 9]], [], [8, 4, 7, 9]),
    "nearly forced": position([[10, 9], [1, 1], [3, 4]], [5], [10, 1, 10]),
}


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_redeal_is_uniform_over_the_worlds_counted_by_brute_force(name: str, seat: int) -> None:
    s = POSITIONS[name]
    counted = worlds(s, seat)
    assert_uniform(GAME, s, seat, counted, world, samples=max(4000, 12 * sum(counted.values())))


DEAL = {"first": 1, "hands": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], "aside": [6, 6, 7, 7, 8, 8, 9, 9, 10, 10]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": 2}, "expected first to be a seat from 0 to 1, not 2"),
        ({"hands": [[1, 2, 3, 4, 5]]}, "expected 2 hands"),
        ({"hands": [[1, 2, 3, 4], [1, 2, 3, 4, 5]]}, "expected 5 cards in each hand"),
        ({"hands": [[2, 1, 3, 4, 5], [1, 2, 3, 4, 5]]}, "in ascending order"),
        ({"hands": [[1, 2, 3, 4, 11], [1, 2, 3, 4, 5]]}, "a list of cards from 1 to 10"),
        ({"hands": [[1, 2, 3, 4, 6], [1, 2, 3, 4, 5]]}, "are not the deck"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    s = GAME.new_state(2)
    event = rules.EVENTS.read((rules.DEALT, 0, 5, 10))
    GAME.transcript.force(s, [event], [{"deal": DEAL}])
    assert s.to_move == 1
    with pytest.raises(ValueError, match=message):
        GAME.transcript.force(s, [event], [{"deal": {**DEAL, **change}}])


def test_a_transcript_that_was_changed_is_found_out() -> None:
    line = transcript.record(GAME, seed=1, players=2, options={}, policy=lambda _, legal: legal[0])
    assert transcript.verify(line, lambda _: GAME) == 10
    with pytest.raises(transcript.Difference, match="result"):
        transcript.verify(re.sub(r'"winners": \[\d', '"winners": [7', line), lambda _: GAME)


# ---------------------------------------------------------------- the page
def blocks(language: str) -> list[str]:
    """The code blocks of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_python_block_of_the_page_stands_in_the_example_or_its_tests() -> None:
    files = [*(EXAMPLES / "high_card").glob("*.py"), Path(__file__)]
    texts = [path.read_text(encoding="utf-8") for path in files]
    assert len(blocks("python")) > 10
    for block in blocks("python"):
        parts = block.split("\n\n\n")  # the page may leave out what stands between two functions
        for part in parts:
            assert any(part.strip("\n") in text for text in texts), f"this is in no file of the example:\n{part}"


def test_the_examples_of_the_notation_page_are_what_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    """Each example is a transcript with parts left out (`...`): its pieces follow one another in the real one."""
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = re.findall(r'^```\n(\{"game": "([a-z-]+)".*?)^```$', page, re.MULTILINE | re.DOTALL)
    assert {name for _, name in examples} >= set(registry.ours())
    for example, name in examples:
        assert main(["transcript", f"weatherdeck.games.{name.replace('-', '_')}", "--seed", "1"]) == 0
        rest = capsys.readouterr().out
        for piece in re.sub(r"\s+", " ", example).split("..."):
            _, found, rest = rest.partition(piece.strip(" ,"))
            assert found, f"{name}: the transcript does not go on with {piece.strip(' ,')!r}"
