"""The package's page on an index, and the checks of `make release`."""

from __future__ import annotations

import zipfile
from pathlib import Path

import hatch_metadata
import pytest
from scripts import release
from scripts.trial import Failed

ADDRESS = "https://example.org/cards/weatherdeck"
README = (release.ROOT / "README.md").read_text(encoding="utf-8")


def targets(text: str) -> list[str]:
    return [link["target"] for link in hatch_metadata.LINK.finditer(text)]


def test_on_an_index_every_link_is_absolute_and_of_this_version() -> None:
    page = hatch_metadata.absolute(README, ADDRESS, "1.2.3")
    found = targets(page)
    assert len(found) == len(targets(README)) > 30
    assert all(target.startswith("https://") for target in found)
    assert f"{ADDRESS}/blob/v1.2.3/docs/hosting.md" in found
    assert any(target.startswith(f"{ADDRESS}/raw/v1.2.3/docs/pictures/") for target in found)


def test_without_an_address_no_link_is_dead() -> None:
    page = hatch_metadata.absolute(
        "See [the docs](docs/api.md), [a page](https://example.org). ![us](a.png)", None, "1"
    )
    assert page == "See the docs, [a page](https://example.org). "
    assert all(target.startswith("https://") for target in targets(hatch_metadata.absolute(README, None, "1")))


def test_a_picture_that_is_a_link_is_absolute_twice() -> None:
    page = hatch_metadata.absolute("[![us](a.png)](docs/us.md)", ADDRESS, "1")
    assert page == f"[![us]({ADDRESS}/raw/v1/a.png)]({ADDRESS}/blob/v1/docs/us.md)"


@pytest.mark.parametrize("said", [f"{ADDRESS}.git", f"{ADDRESS}/", "git@example.org:cards/weatherdeck.git"])
def test_the_address_is_for_people(said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REPOSITORY", said)
    assert hatch_metadata.repository(tmp_path) == ADDRESS


def test_a_folder_is_no_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REPOSITORY", "/srv/git/weatherdeck.git")
    assert hatch_metadata.repository(tmp_path) is None


def test_an_sdist_remembers_the_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("REPOSITORY", raising=False)
    (tmp_path / "PKG-INFO").write_text(f"Name: weatherdeck\nProject-URL: Repository, {ADDRESS}\n\nText\n")
    assert hatch_metadata.repository(tmp_path) == ADDRESS


def test_the_version_is_the_same_everywhere() -> None:
    assert release.one_version()


def wheel(folder: Path, *left_out: str, page: str = "# weatherdeck", more: tuple[str, ...] = ()) -> Path:
    """A wheel with everything that is needed, except some of it."""
    path = folder / "weatherdeck-1-py3-none-any.whl"
    about = "Metadata-Version: 2.4\nName: weatherdeck\nVersion: 1\nLicense-Expression: Apache-2.0\n"
    with zipfile.ZipFile(path, "w") as file:
        for name in sorted((release.needed(path, with_docs=True) | set(more)) - set(left_out)):
            file.writestr(name, "")
        file.writestr("weatherdeck-1.dist-info/METADATA", f"{about}Description-Content-Type: text/markdown\n\n{page}\n")
    return path


def test_files_that_a_wheel_needs_are_looked_for_where_they_are() -> None:
    source = release.ROOT / "src" / "weatherdeck"
    assert [pattern for pattern in release.DATA if not any(source.glob(pattern))] == []


def test_a_complete_wheel_passes(tmp_path: Path) -> None:
    release.check(wheel(tmp_path), with_docs=True)


@pytest.mark.parametrize("name", ["weatherdeck/web_dist/index.html", "weatherdeck/docs_dist/index.html"])
def test_a_wheel_without_its_client_or_docs_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Failed, match=name):
        release.check(wheel(tmp_path, name), with_docs=True)


def test_a_wheel_with_something_of_this_machine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="should not"):
        release.check(wheel(tmp_path, more=("weatherdeck/__pycache__/a.pyc",)), with_docs=True)


def test_a_page_with_a_relative_link_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"relative links: docs/api\.md"):
        release.check(wheel(tmp_path, page="[docs](docs/api.md)"), with_docs=True)


def test_two_builds_that_differ_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"1")
    (tmp_path / "two").write_bytes(b"2")
    with pytest.raises(Failed, match="not reproducible"):
        release.compare([tmp_path / "one"], [tmp_path / "two"])
