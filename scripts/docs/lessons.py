"""What each game's lesson teaches, from the lesson itself."""

from __future__ import annotations

import re

from weatherdeck.games import registry
from weatherdeck.games.lesson import read_lesson


def page(name: str) -> str:
    """The page about a game's lesson."""
    game = registry.load(name)
    lesson = read_lesson(game.package.__name__)
    assert lesson is not None, f"{game.title} has no lesson"
    lines = [f"# {game.title}: the lesson\n"]
    lines.append(
        "The lesson puts you at a practice table. Each step shows a position and asks you for a move. A strong bot has "
        "checked that the answers it calls right are right.\n"
    )
    lines.append(
        f"To start it, run `weatherdeck serve` and choose **Learn to play** at {game.title}. "
        f"The [rules of {game.title}](../games/{name}.md) say the same in full.\n"
    )
    lines.append("## What you learn\n")
    lines += [f"{number}. **{step.title}.** {_plain(step.learned)}" for number, step in enumerate(lesson.steps, 1)]
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
