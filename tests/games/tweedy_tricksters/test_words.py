"""Tweedy Tricksters in words: notation, the log, and why not."""

from __future__ import annotations

import inspect
import re

import pytest

from tests.playouts import positions
from tests.rulebook import clauses_of, rule
from weatherdeck.errors import IllegalMove
from weatherdeck.games.game import Game
from weatherdeck.games.tweedy_tricksters import GAME, rules, words
from weatherdeck.games.tweedy_tricksters.rules import State
from weatherdeck.match import Match

from .positions import dealt, do, draft_all, first_trick, one_trick, playing, random_game

NAMES = ("Anna", "Ben", "Cleo", "Dan")


# ---------------------------------------------------------------- notation
def test_every_action_reads_back(any_deck: Game) -> None:
    texts = [any_deck.words.text(action) for action in range(any_deck.rules.ACTIONS)]
    assert len(set(texts)) == len(texts)
    assert [any_deck.words.parse(text) for text in texts] == list(range(any_deck.rules.ACTIONS))


def test_actions_are_written_as_the_notation_has_them() -> None:
    texts = {words.text(action) for action in range(rules.ACTIONS)}
    assert {"1312", "take:1312", "suit:ravens", "suit:foxes", "suit:rats", "suit:toads"} <= texts
    assert {"pairs:01-23", "pairs:02-13", "pairs:03-12"} <= texts
    assert len(texts) == 20 + 20 + 4 + 3


def test_a_card_is_written_as_its_values_in_ravens_foxes_rats_and_toads() -> None:
    play = words.parse("1231")
    assert [rules.VALUE[play, suit] for suit in (rules.RAVENS, rules.FOXES, rules.RATS, rules.TOADS)] == [1, 2, 3, 1]


@pytest.mark.parametrize(
    "notation",
    ["", "take:", "take", "suit:", "suit:bears", "pairs:20-13", "pairs:02", "13123", "take:1312 ", "1312:", "١٣١٢"],
)
def test_what_is_no_action_is_refused_with_what_was_expected(notation: str) -> None:
    with pytest.raises(ValueError, match="such as suit:foxes; or partners, such as pairs:02-13"):
        words.parse(notation)


@pytest.mark.parametrize("notation", ["9999", "take:9999"])
def test_a_card_that_is_not_in_the_deck_is_refused_as_such(notation: str) -> None:
    with pytest.raises(ValueError, match="there is no card 9999 in the deck"):
        words.parse(notation)


@pytest.mark.parametrize("action", [-1, rules.ACTIONS])
def test_a_number_that_is_no_action_has_no_text(action: int) -> None:
    with pytest.raises(ValueError, match="numbered 0 to 46"):
        words.text(action)


# ---------------------------------------------------------------- what to do
def test_the_prompt_says_what_to_do_now() -> None:
    s = dealt(0)
    assert words.prompt(s, NAMES) == "Dan: take one of the face-up cards"
    draft_all(s)
    assert words.prompt(s, NAMES) == "Ben: take the suit you will lead"
    do(s, "suit:rats", "suit:ravens", "suit:toads", "suit:foxes")
    assert words.prompt(s, NAMES) == "Cleo: choose who plays with whom"
    do(s, "pairs:02-13")
    assert words.prompt(s, NAMES) == "Anna: lead any card; Foxes will count"
    do(s, "1213")
    assert words.prompt(s, NAMES) == "Ben: follow with any card; Foxes count"


def test_actions_are_described() -> None:
    s = dealt(0)
    assert words.describe(s, words.parse("take:1312"), NAMES) == "take 1312 (Ravens 1, Foxes 3, Rats 1, Toads 2)"
    draft_all(s)
    assert words.describe(s, words.parse("suit:rats"), NAMES) == "take the Rats card, to lead Rats all round"
    do(s, "suit:rats", "suit:ravens", "suit:toads", "suit:foxes")
    pairs = words.describe(s, words.parse("pairs:03-12"), NAMES)
    assert pairs == "make partners: Anna and Dan against Ben and Cleo"
    do(s, "pairs:02-13")
    assert words.describe(s, words.parse("1213"), NAMES) == "lead 1213: Foxes 2"
    do(s, "1213")
    assert words.describe(s, words.parse("1411"), NAMES) == "follow with 1411: Foxes 4"


def test_every_open_action_of_random_games_is_described_also_where_hands_are_hidden(any_deck: Game) -> None:
    for s, _ in random_game(any_deck, 1):
        for action in any_deck.legal(s):
            assert any_deck.words.describe(s, action, NAMES)
        for seat in (None, 0, 1, 2, 3):
            assert any_deck.words.prompt(any_deck.redacted(s, seat), NAMES) == any_deck.words.prompt(s, NAMES)


# ---------------------------------------------------------------- the log
def test_the_log_tells_a_round() -> None:
    s = dealt(0)
    log = []
    for move in ("take:1222", "take:1231", "take:1312", "take:1321", "take:2122", "take:2212", "take:2311"):
        log += do(s, move)
    for move in ("take:3121", "suit:rats", "suit:ravens", "suit:toads", "suit:foxes", "pairs:02-13"):
        log += do(s, move)
    for move in ("1213", "1411", "1132", "1222"):
        log += do(s, move)
    said = [sentence for event in log if (sentence := words.sentence(event, NAMES)) is not None]
    assert said[0] == "Dan takes 1222."
    assert said[8] == "Ben takes the Rats card."
    assert said[12] == "Cleo hands out the Partner cards: Anna and Cleo against Ben and Dan."
    assert said[13:] == [
        "Anna leads 1213: Foxes 2.",
        "Ben follows with 1411: Foxes 4.",
        "Cleo follows with 1132: Foxes 1.",
        "Dan follows with 1222: Foxes 2.",
        "Ben and Dan take the trick, 6 to 3.",
        "Ben has the higher of the two cards and leads next.",
    ]


def test_the_log_tells_the_deal_with_the_cards_that_lie_face_up() -> None:
    match = Match(GAME, seed=1)
    (event,) = match.steps[0].events
    market = ", ".join(card["card"] for card in match.view(None)["market"])
    dealer = NAMES[match.state.dealer]
    said = f"Round 1: {dealer} deals 3 cards to each player and turns up {market}."
    assert words.sentence(event, NAMES) == said


@rule("TT-E1")
def test_the_log_says_why_a_tied_trick_was_taken() -> None:
    _, events = first_trick("1141", "1132", "1114", "1123", leader=2, pairs="02-13")
    said = [words.sentence(event, NAMES) for event in events]
    assert "Ben and Dan take the trick: it is 5 to 5, and they did not lead." in said


@rule("TT-E2")
def test_the_log_says_why_one_leads_next() -> None:
    _, events = first_trick("3112", "1411", "3121", "1321", leader=0, pairs="02-13")
    assert words.sentence(events[-1], NAMES) == "The two cards are equal; Anna led and leads again."
    _, events = first_trick("1411", "3112", "1321", "3121", leader=0, pairs="02-13")
    nearest = "The two cards are equal; Ben is first clockwise from the last leader and leads next."
    assert words.sentence(events[-1], NAMES) == nearest


def test_the_log_tells_the_end_of_a_round() -> None:
    s = playing([["4111"], ["1114"], ["1123"], ["1132"]], tricks=(3, 1), round=3, score=(4, 3, 2, 1), dealer=2)
    events = do(s, "4111", "1114", "1123", "1132")
    said = [sentence for event in events if (sentence := words.sentence(event, NAMES)) is not None]
    assert said[2:6] == [
        "Anna and Cleo took 4 tricks: 2 points each.",
        "Ben and Dan took 1 trick: 0 points each.",
        "Everyone has dealt once: the target is 9 points.",
        "The Dealer card passes to Dan.",
    ]
    assert said[6].startswith("Round 5: Dan deals")


def test_every_event_of_random_games_is_told_in_whole_sentences(any_deck: Game) -> None:
    silent = set()
    for seed in range(3):
        for _, events in random_game(any_deck, seed):
            for event in events:
                said = any_deck.words.sentence(event, NAMES)
                if said is None:
                    silent.add(event.name)
                else:
                    assert re.fullmatch(r"[A-Z].*\.", said)
    assert silent == {"showed", "ended"}


@rule("TT-13", "TT-14")
@pytest.mark.parametrize(
    ("score", "said"),
    [
        ((9, 8, 5, 5), "Anna and Ben share the victory: the two highest scores, 9 and 8 points."),
        ((3, 8, 9, 8), "Cleo wins alone with 9 points: Ben and Dan tie for second place with 8."),
        ((9, 8, 9, 8), "Anna and Cleo share the victory with 9 points each."),
        ((9, 9, 2, 9), "Anna, Ben and Dan share the victory with 9 points each."),
    ],
)
def test_the_ending_says_who_won_and_why(score: tuple[int, ...], said: str) -> None:
    s = GAME.new_state()
    s.phase, s.round, s.target = rules.OVER, 5, 9
    s.score[:] = score
    assert words.ending(s, NAMES) == f"The target of 9 points is reached. {said}"
    assert words.prompt(s, NAMES) == words.ending(s, NAMES)


# ---------------------------------------------------------------- why not
def test_every_action_that_is_not_legal_has_a_reason_with_its_clause(any_deck: Game) -> None:
    clauses = clauses_of("tweedy-tricksters")
    for s, _ in random_game(any_deck, 17):
        for action in set(range(any_deck.rules.ACTIONS)) - set(any_deck.legal(s)):
            refusal = any_deck.words.why_not(s, action)
            assert refusal.sentence
            if any_deck.rules.is_over(s):
                assert refusal.sentence == "the game is over"
            else:
                assert refusal.clause in clauses


def refused(s: State, move: str) -> str:
    action = words.parse(move)
    assert action not in GAME.legal(s)
    return str(words.why_not(s, action))


@rule("TT-4")
def test_why_a_card_cannot_be_taken() -> None:
    s = dealt(0)
    assert refused(s, "take:1114") == "1114 is not one of the face-up cards (TT-4)"
    for move in ("1114", "suit:rats", "pairs:02-13"):
        assert refused(s, move) == "take a face-up card now, such as take:1222 (TT-4)"


@rule("TT-5")
def test_why_a_suit_card_cannot_be_taken() -> None:
    s = dealt(0)
    draft_all(s)
    do(s, "suit:ravens")
    assert refused(s, "suit:ravens") == "the Ravens card has already been taken (TT-5)"
    for move in ("1114", "take:1222", "pairs:02-13"):
        assert refused(s, move) == "take a Suit card now, such as suit:foxes (TT-5)"


@rule("TT-6")
def test_why_nothing_else_can_be_done_before_the_partners_are_made() -> None:
    s = dealt(0)
    draft_all(s)
    do(s, "suit:ravens", "suit:foxes", "suit:rats", "suit:toads")
    for move in ("1114", "take:1222", "suit:ravens"):
        assert refused(s, move) == "hand out the Partner cards now, such as pairs:02-13 (TT-6)"


@rule("TT-7")
def test_why_a_card_cannot_be_played() -> None:
    s = playing([["1114"], ["1123"], ["1132"], ["1141"]])
    assert refused(s, "1123") == "1123 is not in your hand (TT-7)"
    for move in ("take:1114", "suit:ravens", "pairs:02-13"):
        assert refused(s, move) == "play a card now, by its four values, such as 1114 (TT-7)"


def test_a_match_refuses_with_the_reason() -> None:
    match = Match(GAME, seed=1)
    with pytest.raises(IllegalMove, match=re.escape("(TT-4)")):
        match.play("suit:rats")
    with pytest.raises(IllegalMove, match="expected a card by its values"):
        match.play("castle")


def test_when_the_game_is_over_nothing_is_legal() -> None:
    s = one_trick("4111", "1114", "1123", "1132", round=5, score=(9, 3, 4, 5), target=10)
    for action in range(rules.ACTIONS):
        assert str(words.why_not(s, action)) == "the game is over"


def test_pairs_are_named_by_their_lowest_seats() -> None:
    for pairing, text in zip((1, 2, 3), words.PAIRS_WORDS, strict=True):
        assert "-".join(f"{one}{other}" for one, other in words.pairs(pairing)) == text


# ---------------------------------------------------------------- the rules page
def test_every_clause_can_be_looked_up_and_rulings_are_listed_as_rulings() -> None:
    shown = re.sub(r"\*\*.+?\*\*|`.+?`", "", GAME.rulebook)  # what the browser can scroll to
    cited = set(re.findall(r'"(TT-\d+)"', inspect.getsource(words)))
    assert {"TT-4", "TT-5", "TT-6", "TT-7"} <= cited <= set(re.findall(r"\bTT-\d+\b", shown))
    assert {f"TT-{number}" for number in range(1, 15)} <= set(re.findall(r"\bTT-\d+\b", shown))
    rulings = GAME.rulebook.partition("## Rulings")[2].partition("\n## ")[0]
    assert {"TT-2", "TT-14"} <= set(re.findall(r"TT-\d+", rulings))


def test_the_rules_page_says_what_is_known_and_allowed() -> None:
    page = " ".join(GAME.rulebook.split())
    assert "8 of the 20 cards" in page
    assert "all three pairings are allowed" in page
    assert "other partners" not in page


def test_prompts_are_short() -> None:
    for match in positions(Match(GAME, seed=2), every=1):
        if not match.is_over:
            said = words.prompt(match.state, NAMES).partition(": ")[2]
            assert 0 < len(said) <= 40, said
