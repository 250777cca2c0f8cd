"""The built client: small, on its own, at home behind any path; and the checks of its source."""

from __future__ import annotations

import gzip
import re
import runpy
import subprocess
from pathlib import Path

import hatch_build
import pytest

from weatherdeck.games import registry

LIMIT = 150_000
"""Bytes of the first page, compressed, without fonts."""
FONTS = 120_000
"""Bytes of all fonts."""


def first_page(client: Path) -> list[Path]:
    """What the browser loads before anything is clicked."""
    page = client / "index.html"
    linked = re.findall(r'(?:src|href)="\./([^"]+)"', page.read_text(encoding="utf-8"))
    return [page, *(client / name for name in linked)]


def test_the_first_page_is_small(client: Path) -> None:
    total = sum(len(gzip.compress(path.read_bytes())) for path in first_page(client))
    assert total < LIMIT


def test_the_fonts_are_small_and_their_licences_are_there(client: Path) -> None:
    fonts = [path for path in client.rglob("*") if path.suffix in (".woff", ".woff2", ".ttf")]
    assert {path.name.split("-")[0] for path in fonts} == {"figtree", "source"}
    assert sum(path.stat().st_size for path in fonts) < FONTS
    licences = [
        path.read_text(encoding="utf-8") for path in (hatch_build.WEB / "src" / "look" / "fonts").glob("OFL-*.txt")
    ]
    assert len(licences) == 2
    assert all("SIL Open Font License" in text for text in licences)


def test_every_path_is_relative(client: Path) -> None:
    page = (client / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r'(?:src|href)="/', page)


def test_nothing_is_asked_from_another_host(client: Path) -> None:
    known = {"www.w3.org", "svelte.dev"}  # names of formats, and addresses within error messages: never asked
    for path in client.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".svg"):
            hosts = set(re.findall(r"https?://([\w.-]+)", path.read_text(encoding="utf-8")))
            assert hosts <= known, f"{path.name} names {hosts - known}"


def test_what_is_fresh_is_not_built_again(client: Path) -> None:
    assert client.is_dir()
    assert not hatch_build.build()


def test_a_changed_drawing_makes_it_stale(client: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {path.parent.name for path in hatch_build.ROOT.glob(hatch_build.DRAWINGS)}
    assert {name.replace("-", "_") for name in registry.names()} >= drawn > set()
    fresh = hatch_build.fingerprint()
    monkeypatch.setattr(hatch_build, "DRAWINGS", "no-drawings/*")
    assert hatch_build.fingerprint() != fresh


def test_a_failure_says_what_failed_and_what_helps(client: Path) -> None:
    node, _ = hatch_build.find_node()
    with pytest.raises(hatch_build.BuildFailed, match=r"(?s)no-such-script.*WEATHERDECK_SKIP_WEB"):
        hatch_build.run([node, "no-such-script.js"], node)


@pytest.mark.parametrize("game", registry.ours())
def test_the_moments_of_the_clients_tests_are_fresh(game: str) -> None:
    fixtures = runpy.run_path(str(hatch_build.WEB / "scripts" / "fixtures.py"))
    stored = (fixtures["FOLDER"] / f"{game}.json").read_text(encoding="utf-8")
    assert stored == fixtures["written"](game), "run: .venv/bin/python web/scripts/fixtures.py"


@pytest.mark.parametrize("name", ["generator", "shuffle", *registry.ours()])
def test_the_deals_of_the_clients_tests_are_fresh(name: str) -> None:
    deals = runpy.run_path(str(hatch_build.WEB / "scripts" / "deals.py"))
    stored = (deals["FOLDER"] / f"{name}.json").read_text(encoding="utf-8")
    assert stored == deals["written"](name), "run: .venv/bin/python web/scripts/deals.py"


@pytest.mark.parametrize("script", ["svelte-check", "lint", "test", "types"])
def test_the_clients_own_checks_pass(script: str, client: Path) -> None:
    node, npm = hatch_build.find_node()
    hatch_build.install(node, npm)
    more = ["--", "--check"] if script == "types" else []
    done = subprocess.run(
        [*npm, "run", "--silent", script, *more], cwd=hatch_build.WEB, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
