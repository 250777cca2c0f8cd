"""Every size that a table must hold at, and what a browser finds wrong with a page's layout there."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import ViewportSize

from tests.sweeps import sample
from tests.web.visitor import Visitor

SIZES = ((360, 640), (390, 844), (844, 390), (820, 1180), (1024, 768), (1280, 800), (1440, 900), (1920, 1080))
"""Width and height of phones (upright and turned), tablets and screens."""
ALWAYS = ((360, 640), (844, 390), (1280, 800))
"""The smallest phone, a turned one, and a screen: where layouts have broken."""
LEAST_TOUCH = 40

CHECK = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")

SETTLED = """async ({ width, height }) => {
  const boxes = () => [...document.querySelectorAll('.stage *, .frame > *')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return [x, y, width, height].join()
  }).join(' ')
  for (let last = '', same = 0, frames = 0; same < 8 && frames < 600; frames++) {
    await new Promise((done) => requestAnimationFrame(done))
    const now = innerWidth === width && innerHeight === height ? boxes() : String(frames)
    same = now === last ? same + 1 : 0
    last = now
  }
}"""
"""Wait until the window has its new size and nothing moves.

The felt follows from its frame, and cards from the felt, which takes some frames.
"""


def flaws(visitor: Visitor) -> list[str]:
    """What is cut off, covered, too small, or wider than the page, as it is now."""
    table = visitor.page.locator(".stage").count() > 0
    found: list[str] = visitor.page.evaluate(CHECK, {"least": LEAST_TOUCH, "table": table})
    return found


def flaws_at_every_size(visitor: Visitor) -> list[str]:
    """The same at every size, one after the other without a reload: a phone that is turned must not keep its layout."""
    found = []
    for width, height in sample("sizes of a page", SIZES, ALWAYS):
        size = ViewportSize(width=width, height=height)
        visitor.page.set_viewport_size(size)
        visitor.page.evaluate(SETTLED, size)
        found += [f"{width}x{height}: {flaw}" for flaw in flaws(visitor)]
    return found
