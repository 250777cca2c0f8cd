"""`python -m benchmarks.first_seconds`: from a command to the first card, with an empty cache and with a full one.

`serve` is measured to the first card in a real browser (Chromium, already running) at a table with master bots, and
`play` to the first screen of the table in a terminal. Everything is by the clock on the wall. `python -m benchmarks`
puts it on the page.
"""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from weatherdeck.errors import Problem
from weatherdeck.games import registry

PATIENCE = 120.0
"""Seconds after which a measurement is given up."""
SCREEN = b"Quit"
"""What the terminal shows last when the table is there: its keys."""
COMPILE = """
from weatherdeck import bots
from weatherdeck.games import registry
from weatherdeck.match import Match
game = registry.load({name!r})
match = Match(game, seed=1)
bots.among_bots("master", 1).choose(game, game.redacted(match.state, match.to_move), match.legal())
"""
"""Fills the cache and waits for it; at a table with people a bot would not wait."""


def measure(games: list[str], rounds: int = 1) -> list[dict[str, Any]]:
    """Seconds for each game: the best of some rounds with a warm cache, and one cold start each."""
    found = []
    for name in games:
        subprocess.run([sys.executable, "-c", COMPILE.format(name=name)], check=True)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            home = Path(folder)
            found.append(
                {
                    "game": name,
                    "serve, cold": _to_card(name, home / "cold"),
                    "serve, warm": _best([_to_card(name, None) for _ in range(rounds)]),
                    "play, cold": _to_screen(name, home / "cold-terminal", home),
                    "play, warm": _best([_to_screen(name, None, home) for _ in range(rounds)]),
                }
            )
    return found


def _best(figures: list[dict[str, float]]) -> dict[str, float]:
    return {what: min(one[what] for one in figures) for what in figures[0]}


def _environment(cache: Path | None) -> dict[str, str]:
    return {**os.environ, **({} if cache is None else {"WEATHERDECK_CACHE": str(cache)})}


def _to_card(name: str, cache: Path | None) -> dict[str, float]:
    """Seconds until the server is up, and until a card of one's own can be clicked."""
    from playwright.sync_api import sync_playwright
    from scripts.programs import CHROMIUM

    chromium = CHROMIUM.find()
    if chromium is None:
        raise Problem(CHROMIUM.why_not())
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        command = [sys.executable, "-m", "weatherdeck", "serve", "--port", "0", "--no-open"]
        command += ["--store", str(Path(folder) / "tables.sqlite")]
        began = time.perf_counter()
        server = subprocess.Popen(
            command, env=_environment(cache), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout is not None
            address = next(found[0] for line in server.stdout if (found := re.search(r"http://\S+", line)))
            up = time.perf_counter() - began
            page.goto(address)
            page.get_by_role("group", name="Bot level").get_by_role("radio", name="master").check()
            page.locator(f'[data-play="{name}"]').click()
            page.locator(".thing").first.wait_for(state="visible")
            return {"server": round(up, 2), "first card": round(time.perf_counter() - began, 2)}
        finally:
            browser.close()
            server.terminate()
            server.wait()


def _to_screen(name: str, cache: Path | None, folder: Path) -> dict[str, float]:
    """Seconds until the terminal shows the table and its keys."""
    import pty  # here, because Windows has none

    began = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(_environment(cache), TERM="xterm-256color", COLUMNS="120", LINES="40")
        save = str(folder / f"{name}-{began}.json")
        command = [sys.executable, "-m", "weatherdeck", "play", name, "--bot", "master", "--save", save]
        os.execv(sys.executable, command)
    shown = b""
    try:
        while SCREEN not in shown:
            if not select.select([terminal], [], [], PATIENCE)[0]:
                raise TimeoutError(f"play {name} shows no table")
            shown += os.read(terminal, 1 << 16)
        return {"first screen": round(time.perf_counter() - began, 2)}
    finally:
        os.kill(child, 15)
        os.close(terminal)
        os.waitpid(child, 0)


def main() -> None:
    """Print the figures, or with `--json` print them as JSON."""
    names = [name for name in sys.argv[1:] if not name.startswith("-")] or list(registry.ours())
    figures = measure(names)
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=1))
        return
    print("Seconds from the command, with an empty cache of compiled code and with a full one.")
    print(f"{'game':20} {'serve: first card':>24} {'play: first screen':>24}")
    print(f"{'':20} {'cold':>12}{'warm':>12} {'cold':>12}{'warm':>12}")
    for one in figures:
        cards = [one[f"serve, {heat}"]["first card"] for heat in ("cold", "warm")]
        screens = [one[f"play, {heat}"]["first screen"] for heat in ("cold", "warm")]
        print(f"{one['game']:20} {cards[0]:>12}{cards[1]:>12} {screens[0]:>12}{screens[1]:>12}")


if __name__ == "__main__":
    main()
