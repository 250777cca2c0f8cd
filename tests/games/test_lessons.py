"""Lessons: the form of the file, and that what a lesson calls right is right."""

from __future__ import annotations

import pytest

from weatherdeck.bots.lesson_check import flaws, position
from weatherdeck.games import registry
from weatherdeck.games.lesson import Lesson, LessonError, parse_lesson

GAME = registry.load("tweedy-tricksters")
DRAFT = "take:1132 take:3121 take:3112 take:3211 take:2113 take:1321 take:2131 take:2212"
FIRST = f'[[step]]\ntitle = "One"\nlearned = "So it is."\nseed = 3\ntext = "Look."\nmoves = "{DRAFT}"\n'


def lesson(more: str = "", first: str = FIRST) -> Lesson:
    return parse_lesson(first + more, "lesson.toml")


def test_a_step_begins_with_a_deal_or_where_the_one_before_ended() -> None:
    found = lesson("""
        asks = "do"
        otherwise = "The other way."
        [[step.right]]
        move = "suit:rats"
        why = "As told."
        [[step.then]]
        text = "Then."
        moves = "suit:foxes"
        [[step]]
        title = "Two"
        learned = "And so."
        text = "Go on."
        moves = ["suit:toads"]
    """)
    draft = tuple(DRAFT.split())
    assert found.steps[0].page.opening == draft
    assert found.steps[0].then[0].opening == (*draft, "suit:rats", "suit:foxes")
    assert found.steps[1].page.opening == (*draft, "suit:rats", "suit:foxes", "suit:toads")
    assert position(GAME, found, found.steps[1]).version == 11


WRONG = {
    "not valid TOML": "[[step",
    "has no [[step]]": "",
    "step 1 (One): learned is missing": FIRST.replace("learned", "title2"),
    "step 1 (One): 'colour' is unknown": FIRST + 'colour = "red"',
    "step 1 (One): seed is missing": FIRST.replace("seed = 3", ""),
    "seed is 'three', not of type int": FIRST.replace("seed = 3", 'seed = "three"'),
    "needs [[step.right]]": FIRST + 'asks = "best"',
    "right: why is missing": FIRST + '[[step.right]]\nmove = "suit:rats"',
    "right: move is missing": FIRST + '[[step.right]]\nwhy = "So."',
    "needs [[step.right]] and otherwise": FIRST + '[[step.right]]\nmove = "suit:rats"\nwhy = "So."',
    "the same move has two reasons": FIRST
    + 'otherwise = "No."\n[[step.right]]\nmove = "a"\nwhy = "So."\n[[step.wrong]]\nmove = "a"\nwhy = "No."',
    "asks is 'all'": FIRST + 'asks = "all"',
    "one is right": FIRST + '[[step.option]]\nsay = "7"\nwhy = "No."\n[[step.option]]\nsay = "8"\nwhy = "No."',
    "asks = 'look' needs look": FIRST + 'asks = "look"',
    "is not answered by moves": FIRST + 'look = "role"\n[[step.wrong]]\nmove = "a"\nwhy = "So."',
}


@pytest.mark.parametrize("message", WRONG)
def test_a_lesson_that_cannot_be_used_is_refused_with_the_step_and_the_reason(message: str) -> None:
    with pytest.raises(LessonError) as caught:
        parse_lesson(WRONG[message], "lesson.toml")
    assert message in str(caught.value)


PLAY = f"{DRAFT} suit:rats suit:foxes suit:toads suit:ravens pairs:03-12 3121 3112 2212"
QUESTION = FIRST.replace(DRAFT, PLAY).replace("[[step]]", "seat = 3\n[[step]]")


def question(asks: str, right: str, wrong: str = "", more: str = 'otherwise = "No."') -> list[str]:
    answers = "".join(f'[[step.right]]\nmove = "{one}"\nwhy = "So."\n' for one in right.split())
    answers += "".join(f'[[step.wrong]]\nmove = "{one}"\nwhy = "No."\n' for one in wrong.split())
    return list(flaws(GAME, parse_lesson(f'{QUESTION}asks = "{asks}"\n{more}\n{answers}')))


def test_a_master_has_to_agree_with_what_a_lesson_calls_right_and_wrong() -> None:
    assert question("best", "4111", "1411 1132") == []
    assert any("a master plays 4111" in flaw for flaw in question("best", "2113"))
    assert any("but it is called right" in flaw for flaw in question("best", "4111 1411"))
    assert any("but it is called right" in flaw for flaw in question("do", "1411"))
    assert question("do", "4111") == []


def test_answers_have_to_be_legal_and_the_readers() -> None:
    assert any("is not legal" in flaw for flaw in question("best", "3211"))
    assert question("legal", "4111", "3211", 'also = "All may be played."') == []
    assert any("it is legal" in flaw for flaw in question("legal", "4111", "2113", 'also = "All."'))
    other = parse_lesson(
        QUESTION.replace("seat = 3", "") + 'asks="do"\notherwise="No."\n[[step.right]]\nmove="4111"\nwhy="So."'
    )
    assert any("seat 3 is to move" in flaw for flaw in flaws(GAME, other))
    broken = parse_lesson(FIRST.replace("take:2212", "take:4111"))
    assert any("move 8 of the position is not legal" in flaw for flaw in flaws(GAME, broken))


@pytest.mark.parametrize("name", registry.ours())
def test_every_lesson_can_be_played_and_a_master_agrees_with_it(name: str) -> None:
    game = registry.load(name)
    assert game.lesson is not None, "every game that we ship has a lesson"
    assert 10 <= len(game.lesson.steps) <= 12
    assert any(step.then for step in game.lesson.steps), "something is counted together, page by page"
    assert any(step.wrong for step in game.lesson.steps if step.asks in ("best", "do")), "a reader can be wrong"
    assert list(flaws(game, game.lesson)) == []
