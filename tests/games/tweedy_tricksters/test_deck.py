"""The deck of Tweedy Tricksters, ours and an owner's."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from tests.rulebook import rule
from weatherdeck.errors import IllegalMove
from weatherdeck.games import registry
from weatherdeck.games.data import DataError
from weatherdeck.games.game import Game
from weatherdeck.games.options import OptionError
from weatherdeck.games.tweedy_tricksters import GAME, rules, words
from weatherdeck.match import Match

from .positions import TWICE, dealt, deck_file, do, game_with, open_moves, texts


@rule("TT-1")
def test_exactly_four_play() -> None:
    assert GAME.players == (4,)
    assert GAME.new_state().players == 4
    for players in (2, 3, 5):
        with pytest.raises(OptionError, match="for 4 players"):
            GAME.new_state(players)


@rule("TT-1")
def test_twenty_cards_dealt_with_a_value_in_each_of_four_suits() -> None:
    assert sum(rules.COPIES) == 20
    assert rules.VALUE.shape == (20, 4)
    assert (rules.VALUE >= 1).all()
    assert words.SUIT_NAMES == ("Ravens", "Foxes", "Rats", "Toads")


@rule("TT-1")
def test_there_are_four_suit_cards_and_two_pairs_of_partner_cards() -> None:
    texts = [words.text(action) for action in range(rules.ACTIONS)]
    assert [text for text in texts if text.startswith("suit:")] == [
        "suit:ravens",
        "suit:foxes",
        "suit:rats",
        "suit:toads",
    ]
    assert [text for text in texts if text.startswith("pairs:")] == ["pairs:01-23", "pairs:02-13", "pairs:03-12"]


@rule("TT-2")
def test_the_deck_is_every_way_to_share_seven_points_among_four_suits_once() -> None:
    ways = sorted("".join(map(str, row)) for row in product(range(1, 5), repeat=4) if sum(row) == 7)
    assert len(ways) == 20
    assert list(words.CARD_TEXTS) == ways
    assert list(rules.COPIES) == [1] * 20


@rule("TT-2")
def test_each_suit_has_one_4_three_3s_six_2s_and_ten_1s() -> None:
    for suit in range(4):
        assert Counter(rules.VALUE[:, suit]) == {4: 1, 3: 3, 2: 6, 1: 10}


@rule("TT-2")
def test_an_owner_can_replace_the_deck(tmp_path: Path) -> None:
    rows = [f"{a}{b}99" for a in range(1, 5) for b in range(1, 6)]
    game = game_with(tmp_path, rows[::-1])
    assert game.name == "tweedy-tricksters"
    assert [game.words.text(action) for action in range(20)] == sorted(rows)
    assert GAME.words.text(0) == "1114", "the usual game keeps its own deck"


@rule("TT-2")
def test_two_equal_cards_in_a_hand_are_one_action(twice: Game) -> None:
    hands = (("1114", "1114", "1222"), ("1222", "1312", "1312"), ("1411", "1411", "2113"), ("2113", "2221", "2221"))
    market = ("2311", "2311", "3112", "3112", "4111", "4111", "9119", "9119")
    s = dealt(0, hands, market, game=twice)
    assert open_moves(s, twice) == ["take:2311", "take:3112", "take:4111", "take:9119"]
    for move in ("take:2311", "take:2311", "take:3112", "take:9119", "take:9119", "take:3112", "take:4111"):
        do(s, move, game=twice)
    do(s, "take:4111", "suit:ravens", "suit:foxes", "suit:rats", "suit:toads", "pairs:02-13", game=twice)
    assert open_moves(s, twice) == ["1114", "1222", "2311", "3112"]
    do(s, "1114", "1312", "1411", "2113", game=twice)
    assert texts(twice, s.hidden[0]) == ("1114", "1222"), "the other copy is still there"
    assert texts(twice, s.hidden[1]) == ("1222", "1312")


@rule("TT-2")
def test_of_a_drafted_and_a_hidden_copy_the_drafted_one_is_played_first(twice: Game) -> None:
    hands = (("1114", "1222", "1222"), ("1312", "1312", "1411"), ("1411", "2113", "2113"), ("2221", "2221", "2311"))
    market = ("1114", "2311", "3112", "3112", "4111", "4111", "9119", "9119")
    s = dealt(0, hands, market, game=twice)
    for move in ("take:2311", "take:1114", "take:3112", "take:3112", "take:4111", "take:4111", "take:9119"):
        do(s, move, game=twice)
    do(s, "take:9119", "suit:ravens", "suit:foxes", "suit:rats", "suit:toads", "pairs:02-13", game=twice)
    hidden, size, shown = s.hidden[0], s.hidden_size[0], s.shown
    events = do(s, "1114", game=twice)
    assert [event.name for event in events] == ["led"]
    assert (s.hidden[0], s.hidden_size[0], s.shown) == (hidden, size, shown)
    assert s.drafted[0] & twice.rules.BITS[0] == 0  # type: ignore[attr-defined]  # a table of this game's rules


def test_twenty_equal_cards_make_a_game_of_one_action_at_a_time(tmp_path: Path) -> None:
    game = game_with(tmp_path, ["1312"] * 20)
    s = game.new_state()
    game.rules.deal(s, [1, 2, 3, 4])
    for _ in range(8):
        assert open_moves(s, game) == ["take:1312"]
        do(s, "take:1312", game=game)
    do(s, "suit:toads", "suit:rats", "suit:foxes", "suit:ravens", "pairs:01-23", game=game)
    assert open_moves(s, game) == ["1312"]
    do(s, "1312", "1312", "1312", game=game)
    leaders = {s.leader, s.leader ^ 1}
    do(s, "1312", game=game)
    assert [s.tricks[seat] for seat in sorted(leaders)] == [0, 0], "on equal sums those who did not lead take it"


@pytest.mark.parametrize(
    ("change", "message", "line"),
    [
        (("[cards]", "[deck]"), "has no table \\[cards\\]", None),
        (('7 = "1 2 3 1"', '27 = "1 2 3 1"'), "there is no card '27': cards are numbered 1 to 20", 8),
        (('7 = "1 2 3 1"\n', ""), "card 7 is missing", 1),
        (('7 = "1 2 3 1"', '7 = "1 2 3"'), "card 7 must have four values from 1 to 9", 8),
        (('7 = "1 2 3 1"', '7 = "1 2 3 0"'), "card 7 must have four values from 1 to 9", 8),
        (('7 = "1 2 3 1"', '7 = "1 2 3 12"'), "card 7 must have four values from 1 to 9", 8),
        (('7 = "1 2 3 1"', '7 = "1 2 3 x"'), "card 7 must have four values from 1 to 9", 8),
        (('7 = "1 2 3 1"', "7 = 1231"), "card 7 must have four values from 1 to 9", 8),
        (('7 = "1 2 3 1"', "7 = "), "is not valid TOML", None),
    ],
)
def test_a_deck_that_cannot_be_used_is_refused_and_says_where(
    tmp_path: Path, change: tuple[str, str], message: str, line: int | None
) -> None:
    path = deck_file(tmp_path, words.CARD_TEXTS)
    text = path.read_text(encoding="utf-8")
    assert change[0] in text
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(DataError, match=message) as problem:
        registry.load_with("tweedy-tricksters", path)
    place = str(path) if line is None else f"{path}, line {line}:"
    assert str(problem.value).startswith(place)


def test_a_deck_of_equal_rows_says_how_many_there_are_of_each(twice: Game) -> None:
    assert list(twice.rules.COPIES) == [2, 0] * 10  # type: ignore[attr-defined]  # a table of this game's rules
    assert [twice.words.text(action) for action in range(0, 20, 2)] == sorted(TWICE)


def test_a_deck_of_equal_rows_has_the_actions_and_observations_of_any_other(twice: Game) -> None:
    assert twice.rules.ACTIONS == rules.ACTIONS
    assert twice.rules.OBSERVATION.offsets == rules.OBSERVATION.offsets
    assert twice.words.text(1) == f"{sorted(TWICE)[0]}/2"  # the second of two, which is in no move
    match = Match(twice, seed=1)
    with pytest.raises(IllegalMove, match="not one of the face-up cards"):
        match.play(rules.FIRST_TAKE + 1)
