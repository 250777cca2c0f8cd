"""Colours and signs: the look's from the browser's tokens, a game's from its art.json, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from weatherdeck.games import registry
from weatherdeck.games.terminal.colours import DARK, LIGHT, Colours, ink_on

ROOT = Path(__file__).parents[3]
TOKENS = (ROOT / "web" / "src" / "look" / "tokens.css").read_text(encoding="utf-8")
NAMES = {"panel": "card", "on_accent": "on-accent", "face_ink": "face-ink", "face_muted": "face-muted"}


def tokens(selector: str) -> dict[str, str]:
    """The colours that a rule of the style sheet sets."""
    block = TOKENS.partition(f"{selector} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


@pytest.mark.parametrize(("look", "selector"), [(LIGHT, ":root"), (DARK, ":root[data-theme='dark']")])
def test_the_look_is_that_of_the_browser(look: Colours, selector: str) -> None:
    known = {**tokens(":root"), **tokens(selector)}
    for name in ("paper", "table", "panel", "ink", "muted", "line", "accent", "on_accent"):
        assert getattr(look, name) == known[NAMES.get(name, name)], name
    for name in ("face", "face_ink", "face_muted"):
        assert getattr(look, name) == known[NAMES.get(name, name)], name


@pytest.mark.parametrize("game", registry.ours())
def test_a_game_has_no_colours_beside_its_art(game: str) -> None:
    folder = Path(registry.load(game).package.__path__[0])
    files = sorted(folder.glob("terminal*.py"))
    assert files
    for path in files:
        assert re.findall(r"#[0-9a-fA-F]{6}", path.read_text(encoding="utf-8").replace("#ffffff", "")) == [], path


def test_letters_can_be_read_on_every_colour_of_every_game() -> None:
    """At least 3 to 1, as for large letters: in a terminal they are bold."""
    for game in registry.ours():
        art = registry.load(game).art
        assert art is not None
        for word, sign in art["signs"].items():
            assert contrast(ink_on(sign["colour"]), sign["colour"]) >= 3, f"{game}: {word}"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, as WCAG defines it."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
