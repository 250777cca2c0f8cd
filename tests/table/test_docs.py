"""The docs site under /docs: its pages, their headers, and what a server says where it has not been built."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from weatherdeck.table.web import docs_site, security

from .servers import serving


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site in the place of the real one."""
    site = tmp_path / "docs_dist"
    (site / "api").mkdir(parents=True)
    (site / "assets" / "inline").mkdir(parents=True)
    (site / "index.html").write_text("<title>docs</title>", encoding="utf-8")
    (site / "api" / "index.html").write_text("<title>api</title>", encoding="utf-8")
    (site / "assets" / "inline" / "0123.js").write_text("1", encoding="utf-8")
    monkeypatch.setattr(docs_site, "BUILT", site)
    return site


@pytest.mark.usefixtures("built")
async def test_pages_are_served_with_the_same_policy_as_the_tables(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        first, page = await http.get("/docs/"), await http.get("/docs/api/")
        assert (first.text, page.text) == ("<title>docs</title>", "<title>api</title>")
        for answer in (first, page):
            assert answer.headers["content-security-policy"] == security.CSP
            assert answer.headers["cache-control"] == "no-cache"
        again = await http.get("/docs/api/", headers={"if-none-match": page.headers["etag"]})
        assert again.status_code == 304
        script = await http.get("/docs/assets/inline/0123.js")
        assert "immutable" in script.headers["cache-control"]


@pytest.mark.usefixtures("built")
async def test_redirects_are_relative_because_a_proxy_may_have_a_prefix(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for path, target in (("/docs", "docs/"), ("/docs/api", "api/")):
            answer = await http.get(path)
            assert (answer.status_code, answer.headers["location"]) == (308, target)


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["nothing/", "nothing.js", "api/nothing/", "a" * 300])
async def test_a_page_that_does_not_exist_leads_back_to_the_first_one(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        answer = await http.get(f"/docs/{path}")
        assert answer.status_code == 404
        assert "There is no such page." in answer.text
        start = answer.text.partition('href="')[2].partition('"')[0]
        back = await http.get(str(answer.url.join(start)))
        assert back.text == "<title>docs</title>"


@pytest.mark.usefixtures("built")
async def test_nothing_outside_the_site_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for path in (
            "..%2fsecret.txt",
            "%2e%2e/secret.txt",
            "api/..%2f..%2fsecret.txt",
            "/secret.txt",
            "..%5csecret.txt",
        ):
            answer = await http.get(f"/docs/{path}")
            assert "secret" not in answer.text


async def test_a_site_that_has_not_been_built_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs_site, "BUILT", tmp_path / "nothing")
    async with serving(tmp_path / "store") as base, httpx.AsyncClient(base_url=base) as http:
        for path in ("/docs/", "/docs/api/"):
            answer = await http.get(path)
            assert answer.status_code == 404
            assert "<code>make docs</code>" in answer.text


@pytest.mark.usefixtures("built")
async def test_files_of_a_page_hardly_count_towards_the_rate_limit() -> None:
    assert (
        security.cost_of("/docs/assets/inline/0123.js") == security.cost_of("/assets/a.js") < security.cost_of("/docs/")
    )
