"""`weatherdeck lab explore FOLDER`: the games of a study in the browser, on this machine only."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..lab.explorer import Explorer, Query
from ..lab.explorer.conditions import CardCondition, Condition
from ..match import Match
from ..table.web import logs
from ..table.web.settings import Settings
from ..table.wire.exploring import Search
from .addresses import own_link
from .serve import LOOPBACK_NAMES, TableServer, listen, show

HOST = "127.0.0.1"
PAGE = "#/explore"


@dataclass(frozen=True)
class Study:
    """A study, as the table server asks about it."""

    explorer: Explorer

    def about(self) -> dict[str, Any]:
        """What there is."""
        return self.explorer.about()

    def search(self, search: Search) -> dict[str, Any]:
        """The games that are looked for."""
        return self.explorer.find(
            Query(
                runs=tuple(search.runs),
                conditions=tuple(
                    Condition(one.of, one.name, one.low, one.high, tuple(one.any_of)) for one in search.conditions
                ),
                cards=tuple(CardCondition(one.set, one.card) for one in search.cards),
                sort=search.sort or "",
                descending=search.descending,
                offset=search.offset,
                limit=search.limit,
            )
        )

    def watch(self, run: int, game: int) -> Match:
        """A game, played again."""
        return self.explorer.watch(run, game)

    def bots(self, run: int, game: int) -> list[str]:
        """Who plays in it, by seat."""
        return self.explorer.bots(run, game)


def explore(folder: Path, port: int, *, in_browser: bool) -> int:
    """Serve the games of a study until interrupted. Tables that are made to watch them are forgotten at the end."""
    study = Study(Explorer(folder))
    logs.set_up("text")
    listening = listen(HOST, port)
    link = own_link(HOST, listening.getsockname()[1], "")
    with tempfile.TemporaryDirectory(prefix="weatherdeck-explore-") as kept:
        settings = Settings(store=str(Path(kept) / "tables.sqlite"), hosts=LOOPBACK_NAMES, explorer=study)
        server = TableServer(settings.without_limits())
        show(server, f"{link}{PAGE}", in_browser=in_browser)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listening])
    return 0 if server.started else 2
