"""Winter Court in words: notation, prompts, the log, reasons, and what a view shows."""

from __future__ import annotations

import json

import pytest

from tests.games.winter_court.positions import GAME, act, legal, position, told
from tests.playouts import positions
from tests.rulebook import rule
from weatherdeck.errors import IllegalMove
from weatherdeck.games.winter_court import rules, words
from weatherdeck.games.winter_court.rules import State
from weatherdeck.match import Match

NAMES = ("Anne", "Bob")


def why(s: State, action: str) -> str:
    assert action not in legal(s)
    return str(words.why_not(s, words.parse(action)))


# ---------------------------------------------------------------- notation


def test_every_action_is_read_as_it_is_written() -> None:
    texts = [words.text(action) for action in range(rules.ACTIONS)]
    assert [words.parse(text) for text in texts] == list(range(rules.ACTIONS))
    assert len(set(texts)) == rules.ACTIONS == 418


def test_actions_are_written_as_the_notation_says() -> None:
    for text in ("Kn9>B", "La10>K", "fool", "knight:Mi5", "lover:De3", "matchmaker:Wi4", "boost:Kn1", "commit"):
        assert words.text(words.parse(text)) == text
    for text in ("steward", "sage:Kn9", "charlatan:A", "wizard", "pass1", "pass2", "draw0", "draw1", "discard:Kn2"):
        assert words.text(words.parse(text)) == text


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("Kn9", "expected a play, such as Kn9>B"),
        ("Kn11>B", "'Kn11' is not a card"),
        ("kn9>B", "'kn9' is not a card"),
        ("Kn9>M", "'M' is not a member of the court"),
        ("Kn9>A", "Knowledge does not sway the Ruler, only B \\(the Consort\\), E \\(the Wizard\\), G \\(the Sage\\)"),
        ("knight:De5", "knight takes a Might card"),
        ("lover:Mi5", "lover takes a Devotion card"),
        ("boost:Kn4", "boost takes a rank of 1 to 3"),
        ("charlatan:", "'' is not a member"),
        ("sage:", "'' is not a card"),
        ("pass3", "is not a Winter Court move"),
        ("Kn９>B", "is not a card"),
    ],
)
def test_what_is_no_action_is_refused_with_what_was_expected(wrong: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        words.parse(wrong)


def test_numbers_outside_the_vocabulary_have_no_text() -> None:
    with pytest.raises(ValueError, match="numbered 0 to 417"):
        words.text(418)


# ---------------------------------------------------------------- prompts and descriptions


def test_the_prompt_says_whose_turn_it_is_and_what_to_do() -> None:
    s = position("La4 La1 Mi8", influence={"F": "0 We3", "A": "1 Kn9", "I": "0 Mi2", "E": "0 Kn1"}, pile="Wi1 Wi2 Wi3")
    assert words.prompt(s, NAMES) == "Anne: play a card, use a power or pass"
    act(s, "La4>A")
    assert words.prompt(s, NAMES) == "Anne: raise 4 above 9 on the Ruler"
    act(s, "knight:Mi8")
    assert words.prompt(s, NAMES) == "Anne: play 12 on the Ruler: it beats 9"
    act(s, "commit")
    assert words.prompt(s, NAMES) == "Anne: draw or not, or use a power first"
    act(s, "wizard")
    assert words.prompt(s, NAMES) == "Anne: make the second play, or use a power"
    act(s, "La1>K", "commit", "draw0", "pass2")
    assert words.prompt(s, NAMES) == "Bob: discard one of the two cards drawn"


def test_the_prompt_knows_the_fool_and_empty_hands() -> None:
    s = act(position("Wi4 Mi1", influence={"L": "0 Wi1", "B": "1 Kn9", "I": "0 Mi2"}), "Wi4>B")
    assert words.prompt(s, NAMES) == "Anne: raise 4 above 9, or use the Fool"
    assert words.prompt(act(s, "fool"), NAMES) == "Anne: play 4 on the Consort: below 9"
    assert words.prompt(position(""), NAMES) == "Anne: no cards: pass"
    s = position("", influence={"F": "0 La3"})
    assert words.prompt(s, NAMES) == "Anne: no cards: use a power or pass"


def test_labels_name_the_verb_and_the_object() -> None:
    influence = {"F": "0 We3", "H": "0 We2", "E": "0 De1", "L": "0 Wi3", "A": "1 Mi3"}
    s = position("La4 La1 Mi8", influence=influence, unclaimed="A")
    said = {action: words.label(s, words.parse(action)) for action in legal(s)}
    assert said["La4>A"] == "Play Lands 4 on Ruler"
    assert said["steward"] == "Steward: draw 2"
    assert said["charlatan:A"] == "Clear the Ruler"
    assert said["pass2"] == "Pass, draw 2, keep 1"
    act(s, "La4>A", "boost:La1")
    assert words.label(s, words.parse("commit")) == "Play 5 on the Ruler"


def test_descriptions_say_what_an_action_would_do() -> None:
    influence = {"A": "1 Mi3", "F": "0 We3", "G": "0 Kn2", "H": "0 We2", "I": "0 Mi2", "E": "0 De1", "L": "0 Wi3"}
    s = position("La4 La1 Mi8", influence=influence, discard="Kn9")
    said = {action: words.describe(s, words.parse(action), NAMES) for action in legal(s)}
    assert said["La4>A"] == "play Lands 4 on the Ruler, against Bob's 3"
    assert said["La4>K"] == "play Lands 4 on the Matchmaker"
    assert said["steward"] == "return the Steward and draw 2 cards"
    assert said["sage:Kn9"] == "return the Sage and take Knowledge 9 from the discard pile"
    assert said["charlatan:H"] == "return the Charlatan and discard Wealth 2 from the Charlatan"
    act(s, "La4>A")
    said = {action: words.describe(s, words.parse(action), NAMES) for action in legal(s)}
    assert said["knight:Mi8"] == "return the Knight and add Might 8, for a total of 12"
    assert said["boost:La1"] == "boost with Lands 1, for a total of 5"
    assert said["commit"] == "make the play, with a total of 4"
    act(s, "commit")
    assert words.describe(s, words.parse("wizard"), NAMES) == "return the Wizard and make a second play"


def test_the_log_tells_a_play_step_by_step() -> None:
    s = position("Kn4 Kn1 Wi4 Wi2", influence={"B": "1 Wi10", "K": "0 La3"})
    log = []
    for step in ("Kn4>B", "matchmaker:Wi4", "boost:Kn1", "boost:Wi2", "commit", "draw1"):
        log += [words.sentence(rules.EVENTS.seen_by(event, 1), NAMES) for event in told(s, step)]
    assert [line for line in log if line] == [
        "Anne plays Knowledge 4 on the Consort.",
        "Anne returns the Matchmaker to use its power.",
        "Anne adds Wit 4.",
        "Anne boosts with Knowledge 1.",
        "Anne boosts with Wit 2.",
        "That makes 11 against the 10 on the Consort.",
        "Wit 10 is discarded from the Consort.",
        "The Consort goes back to its tile.",
        "Anne draws a card.",
    ]


@rule("WC-10")
def test_a_weaker_hold_is_not_called_a_stronger_one() -> None:
    s = position("La5 La2 La1", influence={"F": "0 We7"})
    log = [words.sentence(event, NAMES) for event in told(act(s, "La5>F", "boost:La1", "boost:La2"), "commit")]
    assert (s.rank[5], s.pawn[5]) == (5, 0), "7 lay there; now 5 does"
    assert "Anne keeps the Steward." in log
    assert not any("strong" in line for line in log if line)


def test_a_drawn_card_is_told_only_to_the_drawer() -> None:
    drew = told(position(""), "pass1")[1]
    assert words.sentence(rules.EVENTS.seen_by(drew, 0), NAMES) != "Anne draws a card."
    assert words.sentence(rules.EVENTS.seen_by(drew, 1), NAMES) == "Anne draws a card."
    assert words.sentence(rules.EVENTS.seen_by(drew, None), NAMES) == "Anne draws a card."


# ---------------------------------------------------------------- why not


@rule("WC-9", "WC-11")
def test_why_a_play_is_too_low() -> None:
    s = position("La4 La1 Mi2", influence={"A": "1 Kn9"})
    assert why(s, "La4>A") == ("9 lies on the Ruler, and Lands 4 reaches 5 at most, with everything you can add (WC-9)")
    assert why(s, "La5>A") == "Lands 5 is not in your hand"


@rule("WC-14")
def test_why_the_fool_does_not_help() -> None:
    s = position("Wi9 Wi4", influence={"L": "0 Wi1", "B": "1 Kn9"})
    assert why(s, "Wi9>B") == (
        "9 lies on the Consort, and Wit 9 reaches 9 at most; it is not lower either, as the Fool would need (WC-14)"
    )
    assert why(act(s.copy(), "Wi9>D"), "fool") == "there is no card on the Dowager to go below (WC-14)"
    assert why(act(s.copy(), "Wi9>L"), "fool") == "9 is not lower than the 1 in place (WC-14)"
    s = act(position("Wi4 Wi1 Mi5", influence={"L": "0 Wi2", "B": "1 Kn9", "I": "0 Mi2"}), "Wi4>B", "fool")
    assert why(s, "boost:Wi1") == "a play with the Fool cannot be boosted (WC-14)"
    assert why(s, "knight:Mi5") == "with Might 5 the play would not be lower than 9 (WC-14)"


@rule("WC-24")
def test_why_a_step_does_not_follow() -> None:
    influence = {"I": "0 Mi2", "J": "0 De2", "K": "0 La2", "A": "1 Kn9", "L": "1 Wi2"}
    s = position("La4 La1 La3 Mi8 Mi1 De1 Wi1", influence=influence)
    assert why(s, "commit") == "start with a card and a member, such as Kn9>B (WC-24)"
    act(s, "La4>A")
    assert why(s, "commit") == "the play makes 4 and must be above 9 (WC-9)"
    assert why(s, "fool").startswith("you do not control the Fool")
    assert why(s, "boost:La1") == "after Lands 1, higher boosts alone could not get the play above 9 (WC-24)"
    assert why(s, "boost:Wi1") == "a boost must have a suit of the play, and Wit is not one (WC-11)"
    assert why(s, "matchmaker:Wi1") == "here the Matchmaker adds Might, the member's other suit (WC-12)"
    assert why(s, "matchmaker:Mi7") == "Might 7 is not in your hand"
    act(s, "lover:De1")
    assert why(s, "knight:Mi8").startswith("the Knight has to come before what is already in the play")
    act(s, "matchmaker:Mi8", "boost:La3")
    assert why(s, "boost:La1") == "add boosts in ascending order, by suit and then by rank (WC-24)"
    assert why(s, "pass1") == "finish the play on the Ruler first: commit, or add to it (WC-23)"
    assert why(s, "La1>A") == "finish the play on the Ruler first: commit, or add to it (WC-23)"


@rule("WC-7", "WC-16")
def test_why_a_power_cannot_be_used() -> None:
    influence = {"H": "0 We2", "A": "1 Kn9", "E": "0 Kn3", "G": "0 Kn4"}
    s = position("La10 We4", influence=influence)
    assert why(s, "steward").startswith("you do not control the Steward")
    assert why(s, "sage:Kn1") == "Knowledge 1 is not in the discard pile (WC-16)"
    assert why(s, "charlatan:B") == "there is no card on the Consort (WC-16)"
    assert why(s, "charlatan:A").startswith("the Ruler is claimed")
    assert why(s, "wizard") == "the Wizard allows a second play: make the first one first (WC-15)"
    act(s, "We4>F", "commit")
    assert why(s, "steward").startswith("you did not control the Steward at the start of the turn")


@rule("WC-5", "WC-23", "WC-25")
def test_why_the_turn_cannot_end_so() -> None:
    s = position("La10 Mi4", influence={"E": "0 Kn3"}, pile="Wi1")
    assert why(s, "draw1") == "you draw after a play; without one, pass with pass1 or pass2 (WC-5)"
    assert why(s, "pass2") == "only one card is left to draw: pass1 (WC-25)"
    assert why(s, "discard:La10") == "you discard a card only after pass2, which draws two (WC-25)"
    act(s, "La10>A", "commit")
    assert why(s, "pass1") == "you made a play, so you cannot pass: end the turn with draw0 or draw1 (WC-5)"
    assert why(s, "Mi4>C") == "you have already made a play this turn; only the Wizard allows a second one (WC-5)"
    act(s, "wizard")
    assert why(s, "draw0") == "make the second play first (WC-23)"
    s = act(position("La10"), "pass2")
    assert why(s, "draw0") == "first discard one of the two cards you drew (WC-25)"
    assert why(s, "discard:La10") == "Lands 10 is not one of the two cards you drew (WC-25)"
    assert why(act(position("", pile="Wi1"), "pass1"), "pass1") == "the game is over"


def test_a_match_refuses_with_the_reason() -> None:
    match = Match(GAME, seed=1)
    with pytest.raises(IllegalMove, match=r"commit: start with a card and a member.*\(WC-24\)"):
        match.play("commit")


# ---------------------------------------------------------------- the view


def test_the_view_shows_the_play_in_the_making() -> None:
    s = position("Kn4 Kn1 Wi4 Wi2", influence={"B": "1 Wi10", "K": "0 La3", "L": "0 Wi1"})
    act(s, "Kn4>B")
    for seat in (0, 1, None):
        play = GAME.view.view(s, seat)["play"]
        assert (play["member"], play["total"], play["beat"]) == ("B", 4, 10)
        assert (play["lower"], play["enough"]) == (False, False)
        assert play["may_join"] == ["fool", "matchmaker"]
    act(s, "matchmaker:Wi4", "boost:Kn1", "boost:Wi2")
    play = GAME.view.view(s, 1)["play"]
    assert [play["card"]["card"], *(card["card"] for card in play["added"] + play["boosts"])] == [
        "Kn4",
        "Wi4",
        "Kn1",
        "Wi2",
    ]
    assert (play["total"], play["stays"], play["enough"]) == (11, 8, True)
    act(s, "commit")
    assert GAME.view.view(s, 1)["play"] is None


def test_the_view_shows_what_the_fool_wants() -> None:
    s = act(position("Wi4", influence={"L": "0 Wi1", "B": "1 Kn9"}), "Wi4>B", "fool")
    play = GAME.view.view(s, None)["play"]
    assert (play["lower"], play["enough"], play["beat"]) == (True, True, 9)


def test_the_view_shows_both_sides() -> None:
    influence = {"A": "0 La5", "B": "1 Kn4 Wi6", "L": "1 Wi1", "C": "1 Mi2"}
    view = GAME.view.view(position("La4", influence=influence, unclaimed="C"), 0)
    assert [seat["status"] for seat in view["seats"]] == [5, 5]
    assert [seat["royals"] for seat in view["seats"]] == [["A"], ["B"]]
    assert [seat["members"] for seat in view["seats"]] == [["A"], ["B", "L"]]
    assert view["members"][1]["influence"]["rank"] == 10
    assert [card["card"] for card in view["members"][1]["influence"]["cards"]] == ["Kn4", "Wi6"]
    assert (view["members"][2]["pawn"], view["members"][2]["influence"]["seat"]) == (None, 1)
    assert view["members"][3]["influence"] is None


@pytest.mark.parametrize("seed", range(3))
def test_along_random_games_views_are_plain_data_and_everything_has_words(seed: int) -> None:
    for match in positions(Match(GAME, seed=seed), seed):
        actions = match.legal()
        for seat in (0, 1, None):
            assert json.loads(json.dumps(match.view(seat))) == match.view(seat)
            redacted = GAME.redacted(match.state, seat)
            assert words.prompt(redacted, NAMES) == words.prompt(match.state, NAMES)
            assert GAME.view.view(redacted, seat) == match.view(seat)
        assert all(words.describe(match.state, action, NAMES) for action in actions)
        assert all(3 < len(words.label(match.state, action)) <= 28 for action in actions)
        assert match.is_over or len(words.prompt(match.state, ("", ""))) <= len(": ") + 40
        for action in set(range(rules.ACTIONS)) - set(actions):
            assert match.is_over or len(words.why_not(match.state, action).sentence) > 10
    assert words.prompt(match.state, NAMES) == words.ending(match.state, NAMES)
    assert match.view(None)["result"]["by"] == match.result()["by"]
