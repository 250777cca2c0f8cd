"""Every size that a table must hold at, and what a browser finds wrong with a page's layout there."""

from __future__ import annotations

from pathlib import Path

from tests.web.visitor import Visitor

SIZES = ((360, 640), (390, 844), (844, 390), (820, 1180), (1024, 768), (1280, 800), (1440, 900), (1920, 1080))
"""Width and height of phones (upright and turned), tablets and screens."""
LEAST_TOUCH = 40

CHECK = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def flaws(visitor: Visitor) -> list[str]:
    """What is cut off, covered, too small, or wider than the page, as it is now."""
    table = visitor.page.locator(".stage").count() > 0
    found: list[str] = visitor.page.evaluate(CHECK, {"least": LEAST_TOUCH, "table": table})
    return found


def flaws_at_every_size(visitor: Visitor) -> list[str]:
    """The same at every size, one after the other without a reload: a phone that is turned must not keep its layout."""
    found = []
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.wait_for_timeout(120)  # for the layout that follows from the new size
        visitor.page.evaluate(TWO_FRAMES)  # a busy machine draws late
        found += [f"{width}x{height}: {flaw}" for flaw in flaws(visitor)]
    return found
