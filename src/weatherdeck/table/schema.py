"""The published schema of what the server says. `python -m weatherdeck.table.schema FOLDER` writes its files:

`socket.json`    the messages of the socket, as JSON Schema
`openapi.json`   the HTTP interface
`views.json`     the views of the games of this package, as JSON Schema: one property per game
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from ..games import registry
from .wire.messages import Socket


def socket() -> dict[str, Any]:
    """The JSON Schema of everything said over the socket, in both directions."""
    schema = Socket.model_json_schema()
    known = [{"$ref": f"views.json#/$defs/{_prefix(name)}View"} for name in registry.ours()]
    schema["$defs"]["View"] = {
        "description": "What a seat may see. Its type depends on the game; for an installed game, it is at "
        "/api/games/NAME/view.json.",
        "anyOf": [*known, {"type": "object"}],
    }
    return schema


def openapi() -> dict[str, Any]:
    """The OpenAPI description of everything asked over HTTP."""
    from .web.app import openapi

    return openapi()


def views() -> dict[str, Any]:
    """The JSON Schema of an object with the view of each of our games under the game's name."""
    properties: dict[str, Any] = {}
    parts: dict[str, Any] = {}
    for name in registry.ours():
        prefix = _prefix(name)
        schema = _prefixed(registry.load(name).view_schema(), prefix)
        parts |= {f"{prefix}{part}": content for part, content in schema.pop("$defs").items()}
        parts[f"{prefix}View"] = schema
        properties[name] = {"$ref": f"#/$defs/{prefix}View"}
    return {"type": "object", "properties": properties, "required": list(properties), "$defs": parts}


def _prefix(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


def _prefixed(schema: Any, prefix: str) -> Any:
    """A schema in which every reference has the prefix: parts of different games have the same names."""
    if isinstance(schema, list):
        return [_prefixed(part, prefix) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: part.replace("#/$defs/", f"#/$defs/{prefix}") if key == "$ref" else _prefixed(part, prefix)
        for key, part in schema.items()
    }


DOCUMENTS = {"socket.json": socket, "openapi.json": openapi, "views.json": views}
"""The files of the schema, by name, and what makes each of them."""


def document(name: str) -> str:
    """The text of a file of the schema."""
    return json.dumps(DOCUMENTS[name](), indent=1) + "\n"


def documents() -> dict[str, str]:
    """The files of the schema, by name."""
    return {name: document(name) for name in DOCUMENTS}


def main(folder: Path) -> None:
    """Write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
