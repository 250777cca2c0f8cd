"""The published schema: `python -m weatherdeck.table.schema FOLDER` writes `socket.json` and `openapi.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .messages import Socket


def socket() -> dict[str, Any]:
    """The JSON Schema of everything said over the socket, in both directions."""
    return Socket.model_json_schema()


def openapi() -> dict[str, Any]:
    """The OpenAPI description of everything asked over HTTP."""
    from .app import described

    return described()


def documents() -> dict[str, str]:
    """The files of the schema, by name."""
    return {
        "socket.json": json.dumps(socket(), indent=1) + "\n",
        "openapi.json": json.dumps(openapi(), indent=1) + "\n",
    }


def main(folder: Path) -> None:
    """Write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
