"""Somebody in front of a browser, who plays by mouse or by keyboard."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, ConsoleMessage, Locator, Playwright, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout
from scripts.programs import CHROMIUM

from weatherdeck.games import registry
from weatherdeck.match import Match

GAMES = tuple(registry.names())
By = Literal["mouse", "keyboard"]

PREFERENCES = """
    localStorage.setItem('weatherdeck:name', JSON.stringify(%r));
    localStorage.setItem('weatherdeck:pace', '"none"');
    localStorage.setItem('weatherdeck:confirm', 'false');
"""

READY = "[data-busy=false] .thing.open, [data-busy=false] .thing.picked, [data-status=over]"
ARE_UNCOVERED = """all => all.map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
})"""
PATIENCE = 60_000
"""Milliseconds: only to end a test that hangs."""
TRIES = 6
"""How often a click may find that the table has changed."""

expect.set_options(timeout=PATIENCE)

SHORT: dict[str, dict[str, int]] = {
    "tweedy-tricksters": {"target_after": 1, "to_target": 0},
    "weathervanes": {"rounds": 1},
    "winter-court": {"left_out": 20, "royals_to_win": 2},
}
"""Options with which a whole game is short. The other games are short by themselves."""
ALWAYS_WHOLE = tuple(game for game in GAMES if game not in SHORT)

MOST_MOVES = 1200
MOST_TABS = 400


UNUSED = (
    # Each window would load the 400 modules of a list below its address bar, which took half of a visitor's time.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    # What Playwright switches off. Chromium only heeds the last list.
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
)
"""Features of Chromium that no test needs."""


def launch(playwright: Playwright) -> Browser:
    """A browser without a window: the machine's own Chromium."""
    found = CHROMIUM.find()
    assert found, CHROMIUM.why_not()
    options = ["--no-sandbox", f"--disable-features={','.join(UNUSED)}"]
    return playwright.chromium.launch(executable_path=found, args=options)


@contextmanager
def serving(
    folder: Path, *more: str, installed: Path | None = None, program: Sequence[str] = ("-m", "weatherdeck")
) -> Iterator[str]:
    """A server of our own that keeps its tables in a folder, with what is installed in another; its address."""
    store = str(folder / "tables.sqlite")
    command = [sys.executable, *program, "serve", "--port", "0", "--no-open", "--store", store]
    command += ["--bot-pause", "0", "--no-limits", *more]  # a browser on the same cores makes every server look busy
    with (folder / "log").open("w+", encoding="utf-8") as log:
        environment = {**os.environ, "PYTHONPATH": str(installed)} if installed else None
        server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)
        try:
            yield address_of(server, folder / "log")
        finally:
            server.terminate()
            server.wait(timeout=30)


def address_of(server: subprocess.Popen[bytes], log: Path) -> str:
    """What the server says about where it is, once it is there."""
    for _ in range(600):
        found = re.search(r"http://\S+", log.read_text(encoding="utf-8"))
        if found:
            return found[0]
        assert server.poll() is None, f"the server ended: {log.read_text(encoding='utf-8')}"
        time.sleep(0.1)
    raise AssertionError("the server does not say where it is")


@cache
def moves_of(game: str, seed: int, options: tuple[tuple[str, int], ...]) -> list[str]:
    """The moves of a game in which everyone plays at random."""
    match, choose = Match(registry.load(game), seed=seed, options=dict(options)), random.Random(1)
    while not match.is_over:
        match.play(choose.choice(match.legal()))
    return match.moves


class Visitor:
    """A person with a browser of their own."""

    def __init__(
        self, browser: Browser, address: str, name: str, *, width: int = 1280, height: int = 800, touch: bool = False
    ) -> None:
        self.address, self.name = address, name
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=touch, is_mobile=touch
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(PREFERENCES % name)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("request", lambda request: self._request(request.url))
        self.random = random.Random(1)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"{message.type}: {message.text}")

    def _request(self, url: str) -> None:
        if not url.startswith((self.address, self.address.replace("http", "ws", 1), "blob:", "data:")):
            self.problems.append(f"a request to another place: {url}")

    def leave(self) -> list[str]:
        """Close the browser; what went wrong in it."""
        self.context.close()
        return self.problems

    def go(self, path: str = "") -> None:
        """Open a page of the client."""
        self.page.goto(f"{self.address}{path}")

    def prefer(self, **preferences: str | bool) -> None:
        """Set preferences, as this browser remembers them."""
        for name, value in preferences.items():
            script = f"localStorage.setItem('weatherdeck:{name}', {json.dumps(json.dumps(value))})"
            self.context.add_init_script(script)

    # ------------------------------------------------------------ sitting down
    def choose(self, group: str, chip: str) -> None:
        """Choose one of a group of chips."""
        self.page.get_by_role("group", name=group, exact=True).get_by_role("radio", name=chip, exact=True).check()

    def seat(self, number: int, who: str) -> None:
        """On the page that sets up a table: leave a seat open, or give it to a bot of some level."""
        self.choose(f"Seat {number}", "Friend" if who == "open" else "Bot")
        if who != "open":
            self.choose(f"Level of the bot on seat {number}", who)

    def play_now(self, game: str, level: str = "novice") -> None:
        """From the front door to a table with bots: one click, after the bots' level is chosen."""
        self.go()
        self.choose("Bot level", level)
        self.page.locator(f'[data-play="{game}"]').click()
        self.page.wait_for_selector("[data-status=playing], [data-status=over]")

    def make_table(
        self,
        game: str,
        *,
        others: Sequence[dict[str, str]] | None = None,
        level: str = "novice",
        players: int | None = None,
        last_moves: int | None = None,
        **wish: Any,
    ) -> dict[str, str]:
        """Make a table without a page, with the first seat for me and bots on all other seats that are not told.

        With a seed it is a practice table, and with so many last moves one where the others are made already.
        """
        info = self._game(game)
        bot = {"kind": "bot", "level": level if level in info["bots"] else info["bots"][-1]}
        others = [*(others or ())]
        others += [bot] * ((players or info["usual_players"]) - 1 - len(others))
        if last_moves is not None:
            wish["opening"] = moves_of(game, wish["seed"], tuple(wish.get("options", {}).items()))[:-last_moves]
        wish |= {"game": game, "name": self.name, "players": len(others) + 1, "seats": [{"kind": "me"}, *others]}
        answer = self.context.request.post(
            f"{self.address}api/tables", data=json.dumps(wish), headers={"content-type": "application/json"}
        )
        made: dict[str, str] = answer.json()
        assert "table" in made, made
        return made

    def sit_down(self, game: str, **wish: Any) -> dict[str, str]:
        """Make a table with bots and go there; with a seed, its cards are the same every time."""
        made = self.make_table(game, **wish)
        self.go(f"#/table/{made['table']}/{made['token']}")
        self.page.wait_for_selector("[data-status=playing], [data-status=over]")
        return made

    def invite(self, game: str, people: int = 2, level: str = "strongest", **wish: Any) -> str:
        """A table where some seats are open; the link for a friend."""
        made = self.make_table(game, others=[{"kind": "open"}] * (people - 1), level=level, **wish)
        self.go(f"#/table/{made['table']}/{made['token']}")
        self.page.wait_for_selector("[data-status=waiting]")
        return f"{self.address}#/join/{made['table']}/{made['invite']}"

    def _game(self, name: str) -> dict[str, Any]:
        games: list[dict[str, Any]] = self.context.request.get(f"{self.address}api/games").json()["games"]
        return next(game for game in games if game["name"] == name)

    # ------------------------------------------------------------ playing
    @property
    def is_over(self) -> bool:
        """Whether the game that is looked at is over."""
        return self.page.locator("[data-status=over]").count() > 0

    @property
    def prompt(self) -> str:
        """What the bar says."""
        return self.page.locator("[data-prompt]").inner_text()

    @property
    def version(self) -> int:
        """The version of the game that is shown."""
        return int(self.page.locator("[data-version]").get_attribute("data-version") or -1)

    def open_things(self) -> Locator:
        """What may be chosen now."""
        return self.page.locator(".thing.open")

    def uncovered(self, things: Locator) -> list[Locator]:
        """Those of some things that can be touched where they are, in a sheet that covers others or on the table."""
        return [things.nth(n) for n, is_free in enumerate(things.evaluate_all(ARE_UNCOVERED)) if is_free]

    def wait_for_my_turn(self) -> bool:
        """Wait until something can be chosen; False when the game is over instead."""
        self.page.wait_for_selector(READY)
        return not self.is_over

    def choose_something(self, by: By = "mouse") -> None:
        """Name one of the things that lead on; where there is none, take back what was picked."""
        count = self.open_things().count()
        if count == 0:
            if not self.is_over:  # where it is, Escape would close what tells the end
                self.page.keyboard.press("Escape")
        elif by == "mouse":
            self.click_an_open_thing()
        else:
            self.tab_to_a_choice(self.random.randrange(min(count, 2)))
            self.page.keyboard.press("Enter")

    def click_an_open_thing(self) -> None:
        """Click one of the open things that no sheet covers. The table may change while we choose: then choose anew."""
        for _ in range(TRIES):
            things = self.uncovered(self.open_things()) or self.open_things().all()
            if not things:
                return
            try:
                self.random.choice(things).click(timeout=PATIENCE / TRIES)
            except PlaywrightTimeout:
                continue
            else:
                return
        raise AssertionError("what can be chosen cannot be clicked, or keeps changing")

    def tab_to_a_choice(self, skipped: int) -> None:
        """Continue by the keyboard alone: Tab until the focus is on something that leads on, and past some of them."""
        for _ in range(MOST_TABS):
            if self.page.evaluate("document.activeElement?.matches('.thing.open') ?? false"):
                if skipped == 0:
                    return
                skipped -= 1
            self.page.keyboard.press("Tab")
        raise AssertionError("what may be chosen cannot be reached with the Tab key")

    def play_to_the_end(self, by: By = "mouse") -> None:
        """A whole game."""
        for _ in range(MOST_MOVES):
            if not self.wait_for_my_turn():
                break
            self.choose_something(by)
        expect(self.page.get_by_role("dialog", name="The game is over")).to_be_visible()

    def play_moves(self, moves: int, by: By = "mouse") -> None:
        """So many things chosen."""
        for _ in range(moves):
            if not self.wait_for_my_turn():
                return
            self.choose_something(by)

    def resign(self) -> None:
        """Let a bot play on."""
        self.page.get_by_role("button", name="Menu").click()
        self.page.get_by_role("button", name="Resign: let a bot play for me").click()
        self.page.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()

    # ------------------------------------------------------------ looking
    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than the window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))

    def place(self) -> tuple[str, str]:
        """The table of the address, and the token of the seat there, which only the browser's storage has."""
        found = re.search(r"#/table/([^/]+)", self.page.url)
        assert found, self.page.url
        kept = json.loads(self.page.evaluate("localStorage.getItem('weatherdeck:tables')"))
        return found[1], next(one["token"] for one in kept if one["table"] == found[1] and one["kind"] == "table")
