"""Words: notation, prompts, the log, reasons and endings."""

from __future__ import annotations

import inspect
import re

import pytest

from tests.playouts import played, random_states, random_steps
from tests.rulebook import rule
from weatherdeck.games.four_seasons import GAME, rules, words
from weatherdeck.games.four_seasons.deck import SUMMER
from weatherdeck.games.four_seasons.rules import State
from weatherdeck.match import Match

from .table import NAMES, do, legal, only_token, position, without_tokens


def test_every_action_has_a_text_that_means_it() -> None:
    texts = [words.text(action) for action in range(rules.ACTIONS)]
    assert [words.parse(text) for text in texts] == list(range(rules.ACTIONS))
    assert len(set(texts)) == rules.ACTIONS


@pytest.mark.parametrize("text", ["Sp11", "Wd4", "autumn:Au9", "spring:Su2", "summer:Sp3", "winter", "done", "Wi13"])
def test_the_notation_of_the_contract(text: str) -> None:
    assert words.text(words.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "Sp0", "Sp14", "Wd7", "sp3", "Sp03", "Sp٣", "winter:Au1", "Autumn:Au9", "autumn:", "autumn", ":Sp3", "Done"],
)
def test_anything_else_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        words.parse(text)


def test_actions_beyond_the_vocabulary_have_no_text() -> None:
    with pytest.raises(ValueError, match="numbered 0 to 233"):
        words.text(rules.ACTIONS)


# ---------------------------------------------------------------- prompts and descriptions
def test_the_prompt_says_what_to_do_now() -> None:
    s = position("Au5 Su1", "Au2 Au7 Sp2", "Sp3 Su3", pit="Sp9")
    assert words.prompt(s, NAMES) == "Ann: lead any card"
    do(s, "Au5")
    assert words.prompt(s, NAMES) == "Ann: play a token, or finish the turn"
    do(s, "done")
    assert words.prompt(s, NAMES) == "Bob: follow Autumn with 2 or 7"
    assert words.prompt(GAME.redacted(s, 0), NAMES) == "Bob: follow Autumn if possible"
    do(s, "summer:Au5")
    assert words.prompt(s, NAMES) == "Bob: follow Autumn with 2 or 7"
    do(s, "Au2")
    assert words.prompt(s, NAMES) == "Cid: no Autumn, so play any card"
    assert words.prompt(GAME.redacted(s, 2), NAMES) == "Cid: no Autumn, so play any card"
    assert words.prompt(GAME.redacted(s, 0), NAMES) == "Cid: follow Autumn if possible"
    assert words.prompt(GAME.redacted(s, None), NAMES) == "Cid: follow Autumn if possible"


def test_a_prompt_is_short() -> None:
    s = position("Su1", "Su2 Su3 Su4 Su5 Su6 Su7 Su8", "Sp3")
    do(s, "Su1", "done")
    assert words.prompt(s, NAMES) == "Bob: follow Summer with 2, 3, 4, 5, 6, 7 or 8"
    s = position("Su1", "Su3 Su4 Su5 Su6 Su7 Su10 Su11 Su12 Su13", "Sp3", "Sp4", "Sp5", "Sp6")
    do(s, "Su1", "done")
    assert words.prompt(s, NAMES) == "Bob: follow Summer"
    for players in (3, 6):
        for s in random_states(GAME, players, players=players):
            if not rules.is_over(s):
                assert len(words.prompt(s, NAMES).partition(": ")[2]) <= words.PROMPT


def test_the_prompt_after_a_skip_says_that_the_suit_is_open() -> None:
    s = position("Au5 Su1", "Au2 Sp2", "Sp3 Su3")
    do(s, "winter")
    without_tokens(s)
    assert words.prompt(s, NAMES) == "Bob: play any card to set the suit"


def test_descriptions_say_what_an_action_would_do() -> None:
    s = position("Au5 Su1", "Sp2 Wd1", "Sp3 Su3", pit="Sp9")

    def told(move: str) -> str:
        assert move in legal(s)
        return words.describe(s, words.parse(move), NAMES)

    assert told("Au5") == "lead Autumn 5"
    assert told("winter") == "play the Winter token: skip this trick"
    do(s, "Au5")
    assert told("summer:Au5") == "play the Summer token: win your own Autumn 5 out of the trick"
    assert told("done") == "play no token this turn"
    do(s, "done")
    assert told("Sp2") == "play Spring 2, which cannot win"
    assert told("Wd1") == "play Wild 1, a trump"
    assert told("autumn:Sp2") == "play the Autumn token: discard Spring 2 into the Pit"
    assert told("spring:Sp9") == "play the Spring token: take Spring 9 from the Pit"
    assert told("summer:Au5") == "play the Summer token: win Ann's Autumn 5 out of the trick"
    assert words.describe(s, words.parse("Au2"), NAMES) == "follow with Autumn 2"


# ---------------------------------------------------------------- the log
def log(s: State, *moves: str) -> list[str]:
    return [line for event in do(s, *moves) if (line := words.sentence(event, NAMES)) is not None]


def test_the_log_tells_a_trick() -> None:
    s = position("Au5 Su1", "Au2 Sp2 Wd2", "Sp3 Su3", pit="Sp9")
    assert log(s, "Au5", "spring:Sp9", "autumn:Sp2", "Au2", "Sp3", "summer:Au2") == [
        "Ann leads Autumn 5.",
        "Ann plays the Spring token and takes Spring 9 from the Pit.",
        "Bob plays the Autumn token and discards Spring 2 into the Pit.",
        "Bob follows with Autumn 2.",
        "Cid has no Autumn and plays Spring 3.",
        "Cid plays the Summer token and wins Bob's Autumn 2 out of the trick.",
        "Ann wins the trick with Autumn 5 and gets 3 tokens.",
    ]


def test_the_log_tells_of_skips_and_tricks_that_nobody_wins() -> None:
    s = position("Au5", "Sp2", "Su3 Su4", roles=("autumn", "spring", "darkness"))
    assert log(s, "Au5", "summer:Au5", "autumn:Sp2", "winter") == [
        "Ann leads Autumn 5.",
        "Ann plays the Summer token and wins their own Autumn 5 out of the trick.",
        "Bob plays the Autumn token and discards Spring 2 into the Pit.",
        "Bob has no card left to play to this trick.",
        "Cid plays the Winter token and skips this trick.",
        "No card can win the trick: there is no card in it, and 3 tokens leave the game.",
        "Ann has no cards, so Cid leads.",
    ]
    without_tokens(s)
    assert log(s, "Su3") == [
        "Cid leads Summer 3.",
        "Ann has no cards and is skipped.",
        "Bob has no cards and is skipped.",
        "Cid wins the trick with Summer 3.",
    ]
    assert log(s, "Su4")[-8:] == [
        "Ann was Autumn.",
        "Bob was Spring.",
        "Cid was Darkness.",
        "Summer was set aside.",
        "Ann reaches their goal: they count 1 for Autumn, and the highest other count is 0.",
        "Bob misses their goal: they count 0 for Spring, and the highest other count is 0.",
        "Cid reaches a Darkness goal: they count 2 for Summer, and all season players together count 0.",
        "Cid wins the round.",
    ]


def test_nobody_is_said_to_lead_again_when_the_round_is_over() -> None:
    s = without_tokens(position("Au5", "Au2", "Sp3", roles=("autumn", "spring", "darkness")))
    s.tokens[:2] = [1 << SUMMER, 1 << SUMMER]
    told = log(s, "Au5", "summer:Au5", "Au2", "summer:Au2", "Sp3")
    assert s.phase == rules.OVER
    assert [line for line in told if "lead" in line] == ["Ann leads Autumn 5."]


def test_the_log_tells_the_deal_and_the_points() -> None:
    match = Match(GAME, seed=2, players=3, options={"rounds": 2})
    first = [words.sentence(event, NAMES) for event in match.steps[0].events]
    assert first[0] == "Round 1: Ann deals the roles, nine cards each and four to the Pit."
    assert first[1] is not None
    assert first[1].endswith("the highest wild in any hand, and leads.")
    lines: list[str | None] = []
    for step in random_steps(match, 1):
        lines += [words.sentence(event, NAMES) for event in step.events]
    said = [line for line in lines if line is not None]
    assert "Round 2: Bob deals the roles, nine cards each and four to the Pit." in said
    assert sum(" scores " in line and line.endswith(".") for line in said) == 6


def test_every_event_can_be_told_or_passed_in_silence() -> None:
    silent = {"uncovered", "showed_out", "kept", "ended"}
    heard: set[str] = set()
    for players in (3, 6):
        for seed in range(20):
            match = played(GAME, seed, players=players, options={"rounds": 1})
            for event in (event for step in match.steps for event in step.events):
                line = words.sentence(event, NAMES)
                assert (line is None) == (event.name in silent), event
                heard.add(event.name)
    assert {"dark_not_in_play", "dark_in_play", "dark_no_trick", "dark_failed", "unwon", "leads_instead"} <= heard


# ---------------------------------------------------------------- the rules page
def test_every_clause_that_a_refusal_cites_can_be_looked_up() -> None:
    cited = set(re.findall(r'"(FS-\d+)"', inspect.getsource(words)))
    assert {"FS-2", "FS-8", "FS-10", "FS-12"} <= cited
    shown = re.sub(r"\*\*.+?\*\*|`.+?`", "", GAME.rulebook)  # what the browser can scroll to
    assert cited <= set(re.findall(r"\bFS-\d+\b", shown))


def test_the_rules_page_lists_the_rulings_as_rulings() -> None:
    rulings = GAME.rulebook.partition("## Rulings")[2].partition("\n## ")[0]
    assert set(re.findall(r"FS-\d+", rulings)) == {
        *("FS-7", "FS-9", "FS-11", "FS-12", "FS-13", "FS-16", "FS-17", "FS-18", "FS-22", "FS-24"),
    }


# ---------------------------------------------------------------- why not
@pytest.mark.parametrize(
    ("moves", "wanted", "reason"),
    [
        ([], "done", "you still have to play a card, or the Winter token to skip it (FS-8)"),
        ([], "Sp9", "Spring 9 is not in your hand"),
        ([], "Sp12", "Spring 12 is not in the game with 3 players (FS-2)"),
        ([], "Wi1", "Winter 1 is not in the game with 3 players (FS-2)"),
        ([], "summer:Wi1", "Winter 1 is not in the game with 3 players (FS-2)"),
        ([], "autumn:Sp9", "Spring 9 is not in your hand (FS-11)"),
        ([], "spring:Au2", "Autumn 2 is not in the Pit (FS-12)"),
        ([], "summer:Au5", "there is no card in the trick (FS-13)"),
        (["Au5"], "Su1", "you have already played a card this turn: play a token, or done (FS-8)"),
        (["Au5"], "winter", "the Winter token skips playing a card, and you have already played one this turn (FS-14)"),
        (["Au5", "done"], "Sp2", "Autumn was led, and you have Autumn (FS-8)"),
        (["Au5", "done"], "Wd2", "Autumn was led, and you have Autumn, so you cannot play a wild (FS-8)"),
        (
            ["Au5", "done", "autumn:Sp2"],
            "winter",
            "you have already played the Autumn token: only one token a turn (FS-10)",
        ),
        (["Wd1", "done"], "Sp2", "a wild was led, and you have a wild (FS-8)"),
    ],
)
@rule("FS-2", "FS-8", "FS-10", "FS-11", "FS-12", "FS-13", "FS-14")
def test_a_refusal_says_why_with_the_clause(moves: list[str], wanted: str, reason: str) -> None:
    s = position("Au5 Su1 Wd1", "Au2 Sp2 Wd2", "Sp3 Su3 Wd3", pit="Sp9")
    do(s, *moves)
    assert wanted not in legal(s)
    assert str(words.why_not(s, words.parse(wanted))).endswith(reason)


@rule("FS-10")
def test_a_used_token_is_refused() -> None:
    s = only_token(position("Au5", "Au2", "Sp3", pit="Sp9"), 0, "autumn")
    assert str(words.why_not(s, words.parse("spring:Sp9"))) == (
        "you have already used the Spring token, and each can be used once (FS-10)"
    )


def test_after_the_end_nothing_is_legal() -> None:
    s = without_tokens(position("Au9", "Au2", "Au3"))
    do(s, "Au9", "Au2", "Au3")
    assert legal(s) == set()
    assert {str(words.why_not(s, action)) for action in range(rules.ACTIONS)} == {"the game is over"}


def test_every_illegal_action_of_a_game_gets_a_reason() -> None:
    for players in (3, 5):
        for s in random_states(GAME, players, players=players):
            if rules.is_over(s):
                break
            open_ = GAME.legal(s)
            for action in set(range(rules.ACTIONS)) - set(open_):
                assert words.why_not(s, action).sentence
            for action in open_:
                assert words.describe(s, action, NAMES)


# ---------------------------------------------------------------- the ending
def test_the_ending_of_a_round_says_who_won_and_why() -> None:
    s = position("Au9", "Sp2", "Su3", won={1: "Sp1"}, roles=("autumn", "spring", "darkness"))
    without_tokens(s)
    do(s, "Au9", "Sp2", "Su3")
    assert words.ending(s, NAMES) == (
        "Ann (Autumn) and Bob (Spring) lose: Bob does not have the highest count for Spring. "
        "Cid (Darkness) wins: no tricks won."
    )
    assert words.prompt(s, NAMES) == "Darkness wins"


def test_the_ending_tells_of_seasons_that_win_and_darkness_that_does_not() -> None:
    s = position("Au9", "Sp2", "Su3", won={1: "Sp1 Sp4 Su1"}, roles=("autumn", "spring", "darkness"))
    without_tokens(s)
    s.tricks[2] = 1
    do(s, "Au9", "Sp2", "Su3")
    assert words.ending(s, NAMES) == (
        "Ann (Autumn) and Bob (Spring) win: each season player has the highest count for their suit. "
        "Cid (Darkness) loses: no goal reached."
    )
    assert words.prompt(s, NAMES) == "The seasons win"
    s.last_winners = 0b111
    assert words.prompt(s, NAMES) == "The seasons and Darkness win"
    s.last_winners = 0
    assert words.prompt(s, NAMES) == "Nobody wins"


@rule("FS-25")
@pytest.mark.parametrize(
    ("tenths", "spared", "prompt", "ending"),
    [
        ([21, 11, 14], [1, 1, 4], "Ann wins", "Ann wins with 2.1 points."),
        ([21, 21, 14], [1, 11, 4], "Bob wins", "Bob wins with 2.1 points; the tie goes to the most unused tokens."),
        (
            *([20, 20, 3], [0, 0, 3], "Ann and Bob win"),
            "Ann and Bob share the victory with 2.0 points each and equally many unused tokens.",
        ),
    ],
)
def test_the_ending_of_several_rounds(tenths: list[int], spared: list[int], prompt: str, ending: str) -> None:
    s: State = GAME.new_state(3, {"rounds": 4})
    s.tenths[:3] = tenths
    s.spared[:3] = spared
    s.phase = rules.OVER
    assert words.ending(s, NAMES) == ending
    assert words.prompt(s, NAMES) == prompt
