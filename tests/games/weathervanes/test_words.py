"""Weathervanes in words, as data and in transcripts: notation, reasons, views, decks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.weathervanes.positions import CELLS, GAME, dealt, lay, play, table
from tests.playouts import played
from tests.rulebook import rule
from weatherdeck.errors import IllegalMove
from weatherdeck.games import multisets, registry
from weatherdeck.games.data import DataError
from weatherdeck.games.weathervanes import rules, view, words
from weatherdeck.match import Match, transcript

NAMES = ("Alberta", "Bernie", "Cecil", "Donna")
SHIPPED = Path(rules.__file__).parent / "deck.toml"


def test_notation_is_a_number_with_the_suit_at_the_centre_or_a_place() -> None:
    assert words.text(words.parse("5b")) == "5b"
    assert words.parse("5b") == 4 * 4 + rules.TL
    assert {words.text(rules.FIRST_PLACE + k) for k in range(8)} == {
        f"@{p}" for p in ["n", "ne", "e", "se", "s", "sw", "w", "nw"]
    }
    for wrong in ("0r", "25b", "5x", "05b", "b5", "@x", "@", "5 b", "5B", "٥b"):
        with pytest.raises(ValueError, match="expected"):
            words.parse(wrong)


@pytest.mark.parametrize(
    ("move", "clause"),
    [("24b", None), ("24r", "WV-10"), ("22r", "WV-9"), ("@n", "WV-13")],
)
def test_a_refused_card_is_told_why(move: str, clause: str | None) -> None:
    s = table([[5, 9], [22, 23, 14], [24, 23], [15, 1]])
    play(s, "5b")
    if move == "24r":
        s.hand[1] = multisets.with_one(s.hand[1], 23)
        move = "24y"  # what 24 shows in the top right corner
    refusal = words.why_not(s, words.parse(move))
    assert refusal.clause == clause
    assert refusal.sentence


def test_a_refused_place_is_told_why() -> None:
    s = dealt()
    lay(s, 0, {"first": 1, "s": 5})
    s.phase, s.to_move, s.to_place = rules.PLACE, 0, 20
    s.open_cells = rules.open_cells(s, 0, 20)
    assert words.why_not(s, words.parse("@s")).clause == "WV-16"
    assert words.why_not(s, words.parse("@n")).clause == "WV-16"
    assert words.why_not(s, words.parse("5b")).clause == "WV-13"
    lay(s, 0, {"first": 1})
    assert words.why_not(s, words.parse("@ne")).clause == "WV-17"
    assert words.why_not(s, words.parse("@n")).clause == "WV-18"


def test_the_leader_under_constrained_lead_is_told_which_suit_to_lead() -> None:
    match = Match(GAME, seed=1, options={"constrained_lead": True})
    legal = {words.text(action) for action in match.legal()}
    card = sorted(legal)[0][:-1]
    wrong = next(card + suit for suit in "rygb" if card + suit not in legal)
    with pytest.raises(IllegalMove, match="WV-29"):
        match.play(wrong)


def test_the_log_tells_the_example_trick() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 11))
    told = [words.sentence(e, NAMES) for e in play(s, "5b", "22b", "24r", "15b")]
    assert [line for line in told if line][:7] == [
        "Alberta leads 5 with blue at the centre, pointing between Cecil and Donna.",
        "Bernie follows with 22.",
        "Cecil cannot follow and plays 24 as red.",
        "Donna follows with 15.",
        "Bernie wins the trick with 22.",
        "Bernie takes Donna's Display card, 11.",
        "Bernie starts a tableau with 11.",
    ]


def test_the_ending_says_who_won_and_by_what() -> None:
    s = dealt()
    s.phase = rules.OVER
    s.score[:], s.final_cards[:] = [60, 60, 50, 9], [3, 2, 4, 4]
    assert words.ending(s, NAMES) == "Alberta wins with 60 points; the tie goes to the largest final tableau."
    s.final_cards[1], s.final_matches[1] = 3, 1
    assert "most outer matches" in words.ending(s, NAMES)
    s.final_matches[0] = 1
    assert words.ending(s, NAMES).startswith("Alberta and Bernie share the victory")
    s.score[2] = 99
    assert words.ending(s, NAMES) == "Cecil wins with 99 points."


def test_a_view_shows_the_own_hand_and_no_other() -> None:
    s = dealt(5)
    for seat in range(4):
        shown = view.view(s, seat)
        assert [other["hand"] is not None for other in shown["seats"]] == [other == seat for other in range(4)]
        json.dumps(shown)
    assert all(other["hand"] is None for other in view.view(s, None)["seats"])


def test_a_view_tells_what_each_open_place_would_be_worth() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 5), tokens="rgyb")
    lay(s, 1, {"first": 1})
    play(s, "5b", "22b", "24r", "15b")
    placing = view.view(s, None)["placing"]
    assert placing is not None
    assert {p["place"]: p["worth"] for p in placing["places"]}["s"] == 7
    below = next(p for p in placing["places"] if p["place"] == "s")
    assert (below["centre"], below["matches"], below["bonus"], below["complete"]) == (["b", "g"], 1, 2, False)


@rule("WV-18", "WV-19")
def test_a_view_tells_which_suit_a_closed_place_needs() -> None:
    s = dealt()
    lay(s, 0, {"first": 2, "e": 22})  # red meets red above, yellow meets yellow below
    s.phase, s.to_move, s.to_place = rules.PLACE, 0, 9
    s.open_cells = rules.open_cells(s, 0, 9)
    placing = view.view(s, 0)["placing"]
    assert placing is not None
    assert {p["place"]: p["centre"] for p in placing["places"]} == {"s": ["y"], "ne": ["r"]}
    assert placing["closed"] == [{"cell": CELLS["n"], "needs": ["r"]}, {"cell": CELLS["se"], "needs": ["y"]}]
    lay(s, 0, {"first": 5})
    s.to_place = 4
    s.open_cells = rules.open_cells(s, 0, 4)
    closed = view.view(s, 0)["placing"]
    assert closed is not None
    assert [place["needs"] for place in closed["closed"]] == [["b", "g"], ["g", "r"], ["y", "r"], ["b", "y"]]


def test_the_prompt_says_what_to_do_in_at_most_40_characters() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 5))
    lay(s, 1, {"first": 1})
    told = [words.prompt(s, NAMES)]
    for move in ("5b", "22b", "24r", "15b"):
        play(s, move)
        told.append(words.prompt(s, NAMES))
    assert told == [
        "Alberta: lead any card, with any corner",
        "Bernie: follow with blue at top right",
        "Cecil: no blue at bottom right: play any card",
        "Donna: follow with blue at bottom left",
        "Bernie: place 5 in the tableau",
    ]
    for lead in ("5r", "5y", "5g", "5b"):
        s = table([[5], [2], [2], [2]])
        play(s, lead)
        told.append(words.prompt(s, NAMES))
    assert all(len(line.split(": ", 1)[1]) <= 40 for line in told)
    assert words.prompt(dealt(constrained_lead=True), ["A"] * 4) == "A: lead red, the Bonus Token's suit"


def test_a_button_says_what_placing_there_would_be_worth() -> None:
    s = table([[5, 1], [22, 1], [24, 2], [15, 2]], display=(8, 9, 10, 5), tokens="rgyb")
    assert words.label(s, words.parse("5b")) == "Lead 5, blue"
    lay(s, 1, {"first": 1})
    play(s, "5b", "22b")
    assert words.label(s, words.parse("24r")) == "Discard 24, red"
    play(s, "24r", "15b")
    assert words.label(s, words.parse("@s")) == "Place 5: worth 7"


@rule("WV-3")
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('5 = "B G R Y"', '5 = "B G R R"'), "line 15: card 5 must show each of R Y G B once"),
        (('5 = "B G R Y"', '5 = "R Y G B"'), "line 15: card 5 is the same as card 1"),
        (('5 = "B G R Y"', "5 = 3"), "line 15: card 5 must show"),
        (('24 = "G Y R B"', ""), "card 24 is missing"),
        (('24 = "G Y R B"', '25 = "G Y R B"'), "line 34: there is no card '25'"),
        (("[cards]", "[deck]"), r"has no table \[cards\]"),
        (("[cards]", "[cards"), "is not valid TOML"),
    ],
)
def test_a_wrong_deck_file_is_refused_with_what_is_wrong_and_where(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    path = tmp_path / "deck.toml"
    text = SHIPPED.read_text()
    assert change[0] in text
    path.write_text(text.replace(*change))
    with pytest.raises(DataError, match=message) as refused:
        registry.load_with("weathervanes", path)
    assert "\n" not in str(refused.value)


@rule("WV-3")
def test_an_owner_can_put_in_another_deck_and_both_can_be_played_in_one_process(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    swapped = SHIPPED.read_text().replace('1 = "R Y G B"\n', '1 = "B R Y G"\n', 1)
    path.write_text(swapped.replace('\n2 = "B R Y G"', '\n2 = "R Y G B"'))
    mine = registry.load_with("weathervanes", path)
    assert mine.view.view(Match(mine, seed=1).state, 0) != GAME.view.view(Match(GAME, seed=1).state, 0)
    assert mine.words.parse("1b") == 0
    assert GAME.words.parse("1r") == 0


@pytest.mark.parametrize("options", [{}, {"constrained_lead": True}, {"partial_misere": True}, {"bonus_no_kens": True}])
def test_a_transcript_verifies_and_names_only_the_options_that_were_set(options: dict[str, bool]) -> None:
    line = _line(7, options)
    assert json.loads(line)["options"] == options
    assert transcript.verify(line, registry.load) == sum(1 for entry in json.loads(line)["log"] if "seat" in entry)


def _line(seed: int, options: dict[str, bool]) -> str:
    match = played(GAME, seed, options=options)
    moves = iter(match.moves)
    return transcript.record(
        GAME, seed=seed, players=4, options=dict(options), policy=lambda *_: words.parse(next(moves))
    )


def test_a_transcript_has_the_keys_and_forms_of_the_notation() -> None:
    game = json.loads(_line(7, {}))
    assert list(game) == ["game", "players", "options", "log", "result"]
    first = game["log"][0]["deal"]
    assert set(first) == {"tokens", "display", "hands"}
    assert all(hand == sorted(hand) and len(hand) == 11 for hand in first["hands"])
    later = [entry["deal"] for entry in game["log"][1:] if "deal" in entry]
    assert [set(deal) for deal in later] == [{"hands", "aside"}] * 3
    for entry in game["log"]:
        assert set(entry) in ({"deal"}, {"seat", "legal", "act"})
        if "legal" in entry:
            assert entry["legal"] == sorted(entry["legal"])
    assert set(game["result"]) == {"scores", "winners"}


@pytest.mark.parametrize(
    ("tamper", "message"),
    [
        (lambda g: g["log"][1].update(act="25x"), "act: '25x' is not among the legal actions"),
        (lambda g: g["log"][1]["legal"].pop(), "log entry 1: legal: missing"),
        (lambda g: g["log"][1].update(seat=3 - g["log"][1]["seat"]), "log entry 1: seat: expected"),
        (lambda g: g["log"][0]["deal"]["hands"][0].pop(), "expected 11 cards in each hand, not 10"),
        (lambda g: g["log"][0]["deal"]["hands"][0].reverse(), "ascending order"),
        (lambda g: g["log"][0]["deal"].update(tokens=["r", "r", "g", "b"]), "one token of each suit"),
        (lambda g: g["log"].pop(), "the log ends"),
        (lambda g: g["log"].append(g["log"][1]), "the log goes on"),
        (lambda g: g["result"].update(winners=[0, 1, 2, 3]), "result: expected"),
        (lambda g: g.update(extra=1), "expected the keys"),
        (lambda g: g["options"].update(constrained_lead=False), "only those that were set"),
    ],
)
def test_a_transcript_that_was_changed_is_found_out(tamper: object, message: str) -> None:
    game = json.loads(_line(7, {}))
    assert callable(tamper)
    tamper(game)
    with pytest.raises(transcript.Difference, match=message):
        transcript.verify(json.dumps(game), registry.load)
