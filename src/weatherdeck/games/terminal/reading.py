"""A view read by its schema: the pieces and words that a table which knows no game is made of.

`games/seen.py` describes the hints that a game's view gives, and the names that this relies on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Sign:
    """How a word of the view looks: a suit, a role."""

    letters: str
    colour: str
    symbol: str

    @property
    def short(self) -> str:
        """Symbol and letters: never the colour alone."""
        return f"{self.symbol}{self.letters}"


def signs_of(art: Mapping[str, Any] | None) -> dict[str, Sign]:
    """The signs of a game's art, by the word that they stand for."""
    signs = (art or {}).get("signs", {})
    return {word: Sign(sign["letters"], sign["colour"], sign.get("symbol", "")) for word, sign in signs.items()}


Schema: TypeAlias = Mapping[str, Any]
Data: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Word:
    """Plain text; a caption steps back behind what it names."""

    text: str
    caption: bool = False


@dataclass(frozen=True)
class Piece:
    """A card, tile or sign: its name, the thing that a click on it picks, its colour, and what else is on it."""

    title: str
    thing: str | None = None
    colour: str | None = None
    details: tuple[Token, ...] = ()


Token: TypeAlias = Word | Piece


@dataclass(frozen=True)
class Field:
    """A part of the view under its name."""

    name: str
    schema: Schema
    value: Any

    @property
    def caption(self) -> str:
        """Its name, as people read it."""
        return self.name.replace("_", " ")

    @property
    def is_aside(self) -> bool:
        """Whether it is reference that can stay folded away."""
        return bool(self.schema.get("aside"))

    @property
    def is_seat(self) -> bool:
        """Whether it is a seat."""
        return bool(self.schema.get("seat"))

    @property
    def columns(self) -> int | None:
        """The columns in which a list is laid out, if it is."""
        return self.schema.get("columns") if isinstance(self.value, list) else None


class Reader:
    """Reads the views of one game."""

    def __init__(self, schema: Schema, signs: Mapping[str, Sign]) -> None:
        self._schema, self._parts = schema, schema.get("$defs", {})
        self._signs = signs  # by the word that they stand for

    # ------------------------------------------------------------ the schema
    def fields(self, data: Data, schema: Schema | None = None) -> list[Field]:
        """The fields of an object of the view; of the whole view, if no schema is given."""
        known = self._resolved(self._schema if schema is None else schema, data)
        named, others = known.get("properties", {}), known.get("additionalProperties")
        other = others if isinstance(others, Mapping) else {}
        return [Field(name, self._resolved(named.get(name, other), part), part) for name, part in data.items()]

    def items(self, field: Field) -> list[Field]:
        """The elements of a list, each as a field; those of a list with a kind of things of its own have that kind."""
        schema = {**field.schema.get("items", {})}
        if "thing" in field.schema:
            schema["thing"] = field.schema["thing"]
        return [Field(field.name, self._resolved(schema, part), part) for part in field.value]

    def _resolved(self, schema: Schema, value: Any) -> Schema:
        """A schema without references and alternatives: what fits the value, with the hints given outside of it."""
        while "$ref" in schema or "anyOf" in schema:
            hints = {key: part for key, part in schema.items() if key not in ("$ref", "anyOf")}
            if "$ref" in schema:
                inner = self._parts[schema["$ref"].rpartition("/")[2]]
            else:
                inner = next((one for one in schema["anyOf"] if self._fits(one, value)), {})
            schema = {**inner, **hints}
        return schema

    def _fits(self, schema: Schema, value: Any) -> bool:
        schema = self._resolved(schema, value)
        if isinstance(value, Mapping):
            return schema.get("type") == "object" and set(value) <= set(schema.get("properties", value))
        kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", type(None): "null"}
        if "enum" in schema or "const" in schema:
            return value in schema.get("enum", (schema.get("const"),))
        return schema.get("type") == kinds.get(type(value))

    # ------------------------------------------------------------ pieces and words
    def tokens(self, field: Field, names: Sequence[str]) -> list[Token]:
        """A value as pieces and words; nothing for what is not there."""
        value = field.value
        if value is None or value is False or value in ("", [], {}):
            return []
        if field.is_seat:
            return [Word(names[value])]
        if isinstance(value, list):
            return [token for item in self.items(field) for token in self._item(item, names)]
        piece = self.piece(field, names)
        if piece is not None:
            return [piece]
        if isinstance(value, Mapping):
            return list(self._object(field, names))
        return [Word("yes" if value is True else str(value))]

    def captioned(self, field: Field, names: Sequence[str]) -> list[Token]:
        """A value under its caption; a flag is its caption alone."""
        tokens = self.tokens(field, names)
        if not tokens:
            return []
        return [Word(field.caption)] if field.value is True else [Word(field.caption, caption=True), *tokens]

    def piece(self, field: Field, names: Sequence[str]) -> Piece | None:
        """A value as a piece, if it is one: it names a thing, one of its parts does, or it is a sign of the art."""
        value, kind = field.value, field.schema.get("thing")
        if isinstance(value, Mapping):
            parts = self.fields(value, field.schema)
            name = next((part for part in parts if "thing" in part.schema and _is_scalar(part.value)), None)
            if name is None:
                return None
            title = str(name.value)
            rest = [part for part in parts if part is not name and not _is_said(part.value, title)]
            look = self._colour([part for part in parts if part is not name])
            return Piece(title, f"{kind or name.schema['thing']}:{title}", look, self._details(rest, names))
        if not _is_scalar(value) or (kind is None and value not in self._signs):
            return None
        sign = self._signs.get(str(value))
        title = str(value) if sign is None else f"{sign.symbol} {value}".strip()
        return Piece(title, f"{kind}:{value}" if kind else None, None if sign is None else sign.colour)

    def things(self, field: Field, names: Sequence[str]) -> Iterator[str]:
        """All things that a value shows."""
        waiting: list[Token] = self.tokens(field, names)
        while waiting:
            token = waiting.pop()
            if isinstance(token, Piece):
                waiting += token.details
                if token.thing is not None:
                    yield token.thing

    def _item(self, item: Field, names: Sequence[str]) -> list[Token]:
        """An element of a list; a false one keeps its place."""
        return self.tokens(item, names) or [Word("-")]

    def _object(self, field: Field, names: Sequence[str]) -> Iterator[Token]:
        """An object that is no piece: what is counted in it, or its fields."""
        parts = self.fields(field.value, field.schema)
        if all(type(part.value) is int for part in parts):
            for part in parts:
                if part.value:
                    yield self._sign(part.name) or Word(part.caption, caption=True)
                    yield Word(str(part.value))
            return
        for part in parts:
            yield from self.captioned(part, names)

    def _sign(self, word: str) -> Piece | None:
        sign = self._signs.get(word)
        return None if sign is None else Piece(sign.short, None, sign.colour)

    def _colour(self, parts: Sequence[Field]) -> str | None:
        """The colour of the first sign among some fields."""
        signs = (self._signs.get(part.value) for part in parts if isinstance(part.value, str))
        return next((sign.colour for sign in signs if sign is not None), None)

    def _details(self, parts: Sequence[Field], names: Sequence[str]) -> tuple[Token, ...]:
        """What is on a piece beside its name; the pieces that lie on it lose their own details."""
        found: list[Token] = []
        for part in parts:
            letters = part.value if isinstance(part.value, str) else ""
            if letters and letters not in self._signs and all(letter in self._signs for letter in letters):
                found += [Piece(self._signs[one].short, None, self._signs[one].colour) for one in letters]
            elif part.value is True or isinstance(part.value, Mapping) or type(part.value) is int or part.is_seat:
                found += self.captioned(part, names)
            else:
                found += self.tokens(part, names)
        return tuple(replace(one, details=()) if isinstance(one, Piece) and one.thing else one for one in found)


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str) or type(value) is int


def _is_said(value: Any, title: str) -> bool:
    """Whether the name of a piece says a part of it already: 11 in Sp11, [1, 3, 1, 2] in 1312."""
    text = "".join(map(str, value)) if isinstance(value, list) else str(value) if _is_scalar(value) else ""
    return bool(text) and (title.startswith(text) or title.endswith(text))
