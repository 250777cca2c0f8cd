"""The lesson of each game, on a phone and by touch, to its end; with a wrong answer on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import expect

from tests.web.visitor import Visitor
from weatherdeck.bots.lesson_check import position
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.lesson import Lesson, LessonStep

PHONE = {"width": 390, "height": 844, "touch": True}
MOVES = ("best", "do", "legal")


class Reader:
    """Somebody who follows a lesson by touch."""

    def __init__(self, visitor: Visitor, game: Game, lesson: Lesson) -> None:
        self.visitor, self.page, self.game, self.lesson = visitor, visitor.page, game, lesson
        self.coach = self.page.locator("[data-lesson]")

    def at(self, step: int, page: int = 0) -> None:
        """Wait until the table shows this page."""
        self.page.wait_for_selector(
            f'[data-busy=false] [data-step="{step}"][data-page="{page}"]:not([data-lesson=turns])'
        )

    def go_on(self) -> None:
        self.page.get_by_role("button", name="Continue").tap()

    def answer(self, step: LessonStep, moves: Sequence[str]) -> None:
        """Make a move (all steps of it) by tapping the things that name it."""
        match = position(self.game, self.lesson, step)
        for move in moves:
            action = self.game.words.parse(move)
            if (in_sheet := self.page.locator(f'[data-over] [data-move="{move}"]')).count():
                in_sheet.tap()  # a sheet over the things that name the move
                self.page.wait_for_selector("[data-busy=false]")
                match.play(move)
                continue
            for thing in self.game.view.things(self.game.redacted(match.state, self.lesson.seat), action):
                if self.coach.get_attribute("data-answer") == "":
                    named = self.page.locator(f'[data-thing="{thing}"]:not(.picked)')
                    if named.count():
                        named.first.tap()
                self.page.wait_for_selector("[data-busy=false]")
            match.play(move)

    def is_lit(self, names: Sequence[str]) -> None:
        """What the text speaks of is on the table, and lit up."""
        for name in names:
            lit = self.page.locator(f'[data-thing="{name}"], [data-spot="{name}"], [data-lit="{name}"]')
            expect(lit.first, f"{name} is to be lit up").to_have_css("outline-style", "solid")

    def take(self, step: LessonStep) -> None:
        """Do what a step asks for."""
        if step.asks in MOVES:
            self.answer(step, step.right[0].moves)
        elif step.asks == "option":
            self.coach.locator("[data-option=true]").first.tap()
        elif step.asks == "look":
            self.page.locator(f'[data-look="{step.look}"]').tap()
        expect(self.coach).to_have_attribute("data-answer", "right" if step.asks != "nothing" else "")

    def err(self, step: LessonStep) -> bool:
        """Give a wrong answer, if the step has one that can be given at once; whether it was."""
        wrong = next((one for one in step.wrong if len(one.moves) == 1), None)
        if step.asks not in ("best", "do") or wrong is None:
            return False
        self.answer(step, wrong.moves)
        expect(self.coach).to_have_attribute("data-answer", "wrong")
        expect(self.coach).to_contain_text("Not quite.")
        expect(self.coach.get_by_role("button", name="Show me")).to_be_visible()
        self.page.reload()  # whoever comes back is where they were
        return True


@pytest.mark.parametrize("name", registry.ours())
def test_a_reader_follows_the_lesson_to_its_end_by_touch(name: str, visit: Callable[..., Visitor]) -> None:
    game = registry.load(name)
    assert game.lesson is not None
    visitor = visit("Anna", **PHONE)
    visitor.go(f"#/learn/{name}")
    reader, has_erred = Reader(visitor, game, game.lesson), False
    for number, step in enumerate(game.lesson.steps, 1):
        reader.at(number)
        reader.is_lit(step.page.lit)
        if not has_erred and reader.err(step):
            has_erred = True
            reader.at(number)
        reader.take(step)
        for page, shown in enumerate(step.then, 1):
            reader.go_on()
            reader.at(number, page)
            reader.is_lit(shown.lit)
        assert not visitor.scrolls_sideways()
        reader.go_on()
    expect(reader.coach).to_have_attribute("data-lesson", "recap")
    expect(reader.coach.get_by_role("listitem")).to_have_count(len(game.lesson.steps))
    reader.page.get_by_role("button", name="Back", exact=True).tap()
    for page in range(len(game.lesson.steps[-1].then) + 1):
        reader.at(len(game.lesson.steps), page)
        reader.go_on()
    reader.page.get_by_role("button", name="Play a real game").tap()
    reader.page.wait_for_selector("[data-status=playing]")
    expect(reader.coach).to_have_count(0)
