"""The declared types of the views: everything in them is typed, and their hints reach the published schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.decks import WITH_DECKS, with_another_deck
from weatherdeck.games import registry
from weatherdeck.games.view_schema import mistakes
from weatherdeck.kernel import new_rng

KINDS = {"type", "enum", "const", "$ref", "anyOf", "oneOf"}


def parts_of(schema: dict[str, Any], where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema, and where it stands."""
    yield where, schema
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from parts_of(schema[key], f"{where}.{key}")
    for key in ("properties", "$defs"):
        for name, part in schema.get(key, {}).items():
            yield from parts_of(part, f"{where}.{name}")
    for number, part in enumerate(schema.get("anyOf", [])):
        yield from parts_of(part, f"{where}.{number}")


@pytest.mark.parametrize("name", registry.names())
def test_no_part_of_a_view_is_untyped(name: str) -> None:
    parts = dict(parts_of(registry.load(name).view_schema(), name))
    assert len(parts) > 20
    for where, part in parts.items():
        assert KINDS & part.keys(), f"{where} can be anything"
        if part.get("type") == "array":
            assert "items" in part, f"{where} is a list of anything"
        if part.get("type") == "object":
            assert part.get("additionalProperties") is not True, f"{where} can have any key"
            assert sorted(part.get("required", [])) == sorted(part.get("properties", {})), f"{where} has optional keys"


@pytest.mark.parametrize("name", registry.names())
def test_a_generic_table_finds_the_hand_and_the_players(name: str) -> None:
    schema = registry.load(name).view_schema()
    seat = schema["$defs"]["Seat"]["properties"]
    assert {"hand", "hand_size"} <= seat.keys()
    assert {"seat": True, "type": "integer"} in schema["properties"]["to_move"]["anyOf"]
    named = {part["thing"] for _, part in parts_of(schema, name) if "thing" in part}
    assert "card" in named


def test_hints_say_what_data_stands_for() -> None:
    schema = registry.load("winter-court").view_schema()
    assert schema["properties"]["members"]["columns"] == 6
    assert schema["$defs"]["Member"]["properties"]["letter"]["thing"] == "member"
    assert schema["properties"]["discard"]["thing"] == "old"
    assert registry.load("weathervanes").view_schema()["properties"]["options"]["aside"] is True


@pytest.mark.parametrize("name", WITH_DECKS)
def test_a_game_with_another_deck_has_the_same_type_of_view(name: str) -> None:
    other = with_another_deck(name)
    assert other.view is not registry.load(name).view
    assert other.view_schema() == registry.load(name).view_schema()
    state = other.new_state()
    other.rules.deal(state, new_rng(1))
    assert mistakes(other.view.View, other.view.view(state, 0)) == []
