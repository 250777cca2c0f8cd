"""How a server is set up."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Self

from ..desk import TimeBudgets
from ..play.chat import TalkRates
from ..play.decks import OfferedDecks
from ..play.words import WordList
from ..store.retention import KeepPolicy
from ..wire.exploring import Explorer

NO_LIMIT = (1e9, 1e9)


@dataclass(frozen=True)
class Settings:
    """Everything `weatherdeck serve` can be told; the defaults suit one's own machine."""

    store: str
    backups: str | None = None  # where the store is backed up before it is changed; None: beside an SQLite file
    older: str | None = None  # the path of an older version on the same site, which serves tables with its rules
    prefix: str = ""  # the path under which a proxy shows the server: "/cards"
    origins: tuple[str, ...] = ()  # further origins that browsers may come from: "https://example.org"
    hosts: tuple[str, ...] | None = None  # host names that requests may use; None: any
    threads: int | None = None  # for bots; None: one for each core
    bot_pause: float = 0.3  # seconds that a bot's move takes at least at a table with people; 0: no minimum
    bot_tables: int = 8  # tables at which only bots play that are played at the same time; others wait
    keep: KeepPolicy = field(default_factory=KeepPolicy)  # when old tables and chat are deleted
    decks: OfferedDecks = field(default_factory=OfferedDecks)  # the host's own
    explorer: Explorer | None = None  # a study of the lab, whose games can be looked at here
    uploads: bool = True  # whether people may set up a table with a deck file of theirs
    words: WordList = field(default_factory=WordList)  # not allowed in names, masked in chat
    addresses: tuple[str, ...] = ()  # where others on the network can open the server
    place: str = ""  # where this server runs, for `weatherdeck admin servers`
    metrics: tuple[str, int] | None = None  # where to serve metrics: address and port; None: nowhere
    drain_grace: float = 20.0  # seconds from saying that the server is draining to closing the first socket
    drain_spread: float = 10.0  # seconds over which sockets are then closed
    # Limits for one address: so many at once, then so many a second.
    requests: tuple[float, float] = (120, 10)
    tables: tuple[float, float] = (30, 0.2)
    sockets: tuple[float, float] = (60, 2)
    messages: tuple[float, float] = (40, 20)  # for one socket
    time: TimeBudgets = field(default_factory=TimeBudgets)  # seconds of work
    open_sockets: float = 64  # of one address, at once
    open_requests: float = 64  # of one address, at once
    talk: TalkRates = field(default_factory=TalkRates)  # chat and reactions
    open_connections: float = 100  # of one address, at once; proxies have no such limit
    frames: tuple[float, float] = (400, 100)  # of one socket, pings included
    proxies: tuple[str, ...] = ("127.0.0.0/8", "::1")  # whose X-Forwarded-For is believed
    # Limits for the whole server, beyond which newcomers are asked to come back.
    max_tables: int = 2_000  # in memory
    max_sockets: int = 8_000
    max_lag: float = 0.2  # seconds that a task has to wait for its turn, nine times out of ten
    max_wait: float = 0.25  # seconds that somebody has to wait for the store, nine times out of ten
    max_newcomers: float = 32  # who wait for a seat or a table at once

    def without_limits(self) -> Self:
        """The same without limits: behind a proxy that has its own, or to measure load from one address."""
        rates = replace(self, requests=NO_LIMIT, tables=NO_LIMIT, sockets=NO_LIMIT, messages=NO_LIMIT)
        rates = replace(rates, frames=NO_LIMIT, talk=TalkRates(NO_LIMIT, NO_LIMIT, NO_LIMIT))
        rates = replace(rates, time=TimeBudgets(NO_LIMIT, NO_LIMIT, NO_LIMIT))
        rates = replace(rates, open_sockets=math.inf, open_requests=math.inf, open_connections=math.inf)
        return replace(rates, max_lag=math.inf, max_wait=math.inf, max_newcomers=math.inf)

    @property
    def max_connections(self) -> int:
        """Connections of all clients: sockets, a reserve for players who come back, and requests."""
        return self.max_sockets + self.max_sockets // 4 + 500
