"""The published schema is the one that the server speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherdeck.table import schema

PUBLISHED = Path(__file__).parents[2] / "web" / "schema"
REFRESH = "python -m weatherdeck.table.schema web/schema"


@pytest.mark.parametrize("name", ["socket.json", "openapi.json", "views.json"])
def test_the_published_schema_is_fresh(name: str) -> None:
    assert (PUBLISHED / name).read_text(encoding="utf-8") == schema.documents()[name], f"run: {REFRESH}"


def test_every_message_of_the_protocol_is_told_of_in_its_page() -> None:
    page = (PUBLISHED.parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
    kinds = {one["properties"]["type"]["const"] for one in _messages()}
    assert not [kind for kind in kinds if f"`{kind}`" not in page and f'"{kind}"' not in page]


def _messages() -> list[dict[str, dict[str, dict[str, str]]]]:
    parts = schema.socket()["$defs"].values()
    return [one for one in parts if "const" in one.get("properties", {}).get("type", {})]
