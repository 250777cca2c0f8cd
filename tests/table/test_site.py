"""The files of the browser client: what a browser may keep, and for how long."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from weatherdeck.table.web import site

from .servers import serving


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small client in the place of the real one."""
    folder = tmp_path / "web_dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>tables</title>", encoding="utf-8")
    (folder / "assets" / "app-0123.js").write_text("1", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("not for browsers", encoding="utf-8")
    monkeypatch.setattr(site, "BUILT", folder)
    return folder


@pytest.mark.usefixtures("built")
async def test_the_page_is_sent_again_only_if_it_changed_and_its_files_never(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for path in ("/", "/t/some-table", "/assets"):
            page = await http.get(path)
            assert (page.text, page.headers["cache-control"]) == ("<title>tables</title>", "no-cache")
            again = await http.get(path, headers={"if-none-match": page.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
        script = await http.get("/assets/app-0123.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]


@pytest.mark.usefixtures("built")
async def test_nothing_outside_the_client_is_served(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for path in ("/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "/%2fetc%2fpasswd.txt", "/a%00b.js", "/x.js"):
            answer = await http.get(path)
            assert answer.status_code in (400, 404), path
            assert "not for browsers" not in answer.text
        assert (await http.get("/" + "a" * 300)).text == "<title>tables</title>"  # longer than names of files can be


async def test_a_client_that_was_not_built_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "BUILT", tmp_path / "nothing")
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        assert "make web" in (await http.get("/")).text
