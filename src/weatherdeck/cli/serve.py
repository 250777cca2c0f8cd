"""`weatherdeck serve`: the table server."""

from __future__ import annotations

import argparse
import asyncio
import atexit
import errno
import gc
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from contextlib import suppress
from pathlib import Path

import platformdirs
import uvicorn

from ..bots import warming
from ..errors import Problem
from ..games import registry
from ..table.play.decks import OfferedDecks
from ..table.play.words import WordList
from ..table.store.store import Store
from ..table.web import logs
from ..table.web.app import make_app
from ..table.web.protocols import KEEP_ALIVE, guarded
from ..table.web.server import Server
from ..table.web.settings import Settings
from .addresses import is_loopback, links_for_others, own_link
from .arguments import PORT, count, duration, examples, network, port, seconds
from .files import check_writable
from .keeping import add_backups, add_keep, keep_policy
from .parser import OnOff

LARGEST_FRAME = 1 << 16
"""Bytes of a socket message above which the connection is closed. Above 16 kB the server answers with an error."""
OTHER_FILES = 100
"""Files that the server needs besides connections."""
SWITCH_EVERY = 0.0005
"""Seconds after which a busy thread lets the event loop have the interpreter. With Python's 5 ms, every message waits
that long, several times, while a thread builds a replay or prepares a bot."""
LOG = logging.getLogger("weatherdeck.serve")
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")

WARNING = """\
weatherdeck: other machines can reach {host}. Anyone who finds it can make tables, and without HTTPS others on the
network can read the links. To play over the internet, put a proxy with HTTPS in front of this server and let it listen
on 127.0.0.1: see docs/hosting.md.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Where to listen, what to keep, and who may ask."""
    command.description = (
        "Start the table server: people play in their browsers, alone with bots or with friends by link, live or over "
        "days. Tables are kept in a file, so you can come back at any time. Ctrl-C stops the server; no move is lost."
    )
    command.epilog = examples(
        ("weatherdeck serve", "on this machine; opens the browser"),
        ("weatherdeck serve --host 0.0.0.0", "for friends on your network; prints the link for them"),
        ("weatherdeck serve --port 0 --no-open", "on any free port; prints the link"),
        ("weatherdeck serve --store club.sqlite", "keep the tables in this file"),
        ("weatherdeck serve --store postgresql://user@host/db", "several servers can share these tables"),
        ("weatherdeck serve --data my-deck.toml", "offer a deck of your own for new tables"),
        ("weatherdeck serve --prefix /cards --origin https://example.org", "behind a proxy (docs/hosting.md)"),
    )
    place = command.add_argument_group("where people find it")
    place.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (default: 127.0.0.1)")
    place.add_argument(
        "--port", type=port, default=PORT, metavar="N", help=f"the port (default: {PORT}; 0: any free one)"
    )
    place.add_argument("--open", action=OnOff, default=True, help="open the browser (default: yes)")
    place.add_argument(
        "--metrics",
        type=metrics_place,
        metavar="[ADDRESS:]PORT",
        help="serve metrics for Prometheus there (default: nowhere; without an address, only for this machine)",
    )
    tables = command.add_argument_group("tables")
    tables.add_argument(
        "--store", metavar="STORE", help="an SQLite file or postgresql://... (default: a file in your data folder)"
    )
    add_backups(tables)
    tables.add_argument(
        "--data",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="offer this deck file, next to the deck as shipped; repeatable",
    )
    tables.add_argument(
        "--uploads",
        action=OnOff,
        default=True,
        help="let people set up a table with a deck file of their own (default: on)",
    )
    tables.add_argument(
        "--words",
        type=Path,
        metavar="FILE",
        help="words that are not allowed in names and are masked in chat: one a line, # begins a comment",
    )
    add_keep(tables)
    players = command.add_argument_group("bots")
    players.add_argument("--bot-threads", type=count, metavar="N", help="threads for bots (default: one per core)")
    players.add_argument(
        "--bot-pause",
        type=seconds,
        default=Settings.bot_pause,
        metavar="SECONDS",
        help="the least time that a bot's move takes at a table with people, so that it does not give away forced "
        f"moves (default: {Settings.bot_pause:g}; 0: no minimum)",
    )
    players.add_argument(
        "--bot-tables",
        type=count,
        default=Settings.bot_tables,
        metavar="N",
        help=f"tables without people that are played at the same time; others wait (default: {Settings.bot_tables})",
    )
    proxy = command.add_argument_group("behind a proxy")
    proxy.add_argument("--prefix", default="", metavar="/PATH", help="the path under which a proxy serves it")
    proxy.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="the address that browsers see, behind a proxy"
    )
    proxy.add_argument(
        "--proxy",
        type=network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy on another machine (an address or a network) that says in X-Forwarded-For whose requests it "
        "brings; repeatable (default: only proxies on this machine)",
    )
    proxy.add_argument(
        "--older",
        metavar="/PATH",
        help="where an older version on the same site serves the matches begun with it (docs/hosting.md)",
    )
    load = command.add_argument_group("load and operation")
    load.add_argument(
        "--limits",
        action=OnOff,
        default=True,
        help="rate limits per address (default: on; turn off if a proxy has them)",
    )
    load.add_argument(
        "--max-tables",
        type=count,
        default=Settings.max_tables,
        metavar="N",
        help="tables in memory beyond which nobody can make a new one; those who play continue "
        f"(default: {Settings.max_tables})",
    )
    load.add_argument(
        "--max-sockets",
        type=count,
        default=Settings.max_sockets,
        metavar="N",
        help=f"connected players and spectators beyond which only players come in (default: {Settings.max_sockets})",
    )
    load.add_argument(
        "--grace",
        type=duration,
        default=20.0,
        metavar="SECONDS",
        help="when draining: how long players are told before they are moved to another server (default: 20)",
    )
    load.add_argument("--log", choices=("text", "json"), default="text", help="the log format (default: text)")


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    logs.set_up(options.log)
    decks = OfferedDecks.read(options.data)
    if options.metrics is not None:
        listen(*options.metrics).close()  # said now, if it is taken
    words = WordList() if options.words is None else WordList.read(options.words)
    with listen(options.host, options.port) as listening:
        return _serve(options, listening, decks, words)


def _serve(options: argparse.Namespace, listening: socket.socket, decks: OfferedDecks, words: WordList) -> int:
    prefix = _prefix(options.prefix)
    host, port = listening.getsockname()[:2]
    others = links_for_others(host, port, prefix)
    if not is_loopback(host):
        sys.stderr.write(WARNING.format(host=host))
    settings = Settings(
        store=options.store or _usual_store(),
        backups=options.backups,
        prefix=prefix,
        older=_older(options.older),
        keep=keep_policy(options),
        origins=tuple(options.origin),
        hosts=_hosts(host, options.origin),
        threads=options.bot_threads,
        bot_pause=options.bot_pause,
        bot_tables=options.bot_tables,
        decks=decks,
        uploads=options.uploads,
        words=words,
        place=f"{socket.gethostname()}:{port} (process {os.getpid()})",
        drain_grace=options.grace,
        metrics=options.metrics,
        proxies=(*Settings.proxies, *options.proxy),
        addresses=others,
        max_tables=options.max_tables,
        max_sockets=options.max_sockets,
    )
    server = TableServer(settings if options.limits else settings.without_limits())
    asyncio.run(_check_store(settings))
    _allow_files(settings.max_connections)
    _collect_in_small_steps()
    sys.setswitchinterval(SWITCH_EVERY)
    warming.begin_all(registry.ours())  # before anybody has chosen a game and a strong bot
    show(server, own_link(host, port, prefix), others, in_browser=options.open)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    return 0 if server.started else 2


def metrics_place(text: str) -> tuple[str, int]:
    """An address and a port, or a port of this machine."""
    address, _, number = text.rpartition(":")
    return address.strip("[]") or "127.0.0.1", port(number)


class TableServer(uvicorn.Server):
    """Runs the application; SIGUSR1 drains it, and SIGTERM lets people know before it stops."""

    def __init__(self, settings: Settings) -> None:
        self._tables = Server(settings)
        self._draining: asyncio.Task[None] | None = None
        super().__init__(configured(settings, self._tables))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and listen to SIGUSR1 where there is one."""
        await super().startup(sockets)
        if threading.current_thread() is threading.main_thread() and sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._drain)

    def _drain(self) -> None:
        self._draining = asyncio.create_task(self._tables.drain.begin())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everyone before the sockets are closed, unless the server was interrupted at the keyboard."""
        LOG.info("the server stops", extra={"sockets": self._tables.admission.sockets})
        if signal.SIGTERM in self._captured_signals:
            await self._tables.drain.stop()
        await super().shutdown(sockets)
        LOG.info("the server has stopped")


def configured(settings: Settings, server: Server | None = None) -> uvicorn.Config:
    """How the application is run."""
    http, ws = guarded(settings)
    return uvicorn.Config(
        make_app(settings, server),
        log_config=None,
        access_log=False,
        http=http,
        ws=ws,
        timeout_keep_alive=KEEP_ALIVE,
        proxy_headers=True,
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # it costs more time and memory than it saves on messages of a few kB
        timeout_graceful_shutdown=3,
        server_header=False,
    )


def default_store() -> Path:
    """Where tables are kept by default."""
    return Path(platformdirs.user_data_dir("weatherdeck", appauthor=False)) / "tables.sqlite"


def _usual_store() -> str:
    """The usual store. If its folder cannot be written, a temporary one: people can still play."""
    path = default_store()
    try:
        check_writable(path, in_new_folder=True)
    except Problem as problem:
        folder = tempfile.mkdtemp(prefix="weatherdeck-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        LOG.warning("tables are only kept until the server stops: choose a file with --store", extra={"why": problem})
        return str(Path(folder) / path.name)
    return str(path)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; Problem says why there is none."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
        except OSError:
            listening.close()
            raise
    except socket.gaierror:
        raise Problem(
            f"{host!r} is not an address of this machine: expected a name or an IP address such as 127.0.0.1"
        ) from None
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            raise Problem(
                f"port {port} is taken, perhaps by another server: choose another with --port (0: any free one)"
            ) from None
        raise Problem(f"cannot listen on {host}, port {port}: {problem.strerror}") from None
    return listening


def _older(path: str | None) -> str | None:
    """The path of an older version. It has to be on the same site: there, browsers find the seats they remember."""
    if path is not None and (not path.startswith("/") or path.startswith("//")):
        raise Problem(f"--older {path!r} must be a path on the same site, such as /cards-1.4/")
    return None if path is None else f"{path.rstrip('/')}/"


def _prefix(text: str) -> str:
    stripped = text.strip("/")
    return f"/{stripped}" if stripped else ""


def _hosts(host: str, origins: list[str]) -> tuple[str, ...] | None:
    """The host names that requests may use: on loopback its own and those of its origins, otherwise any."""
    if not is_loopback(host):
        return None
    names = [origin.partition("://")[2].rpartition(":")[0] or origin.partition("://")[2] for origin in origins]
    return (*LOOPBACK_NAMES, host, *names)


def _allow_files(connections: int) -> None:
    """Let the process have as many files open as it may: each connection is one, and the usual limit is 1,024."""
    try:
        import resource
    except ImportError:  # Windows
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + OTHER_FILES
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if hard != resource.RLIM_INFINITY and hard < wanted:
        about = {"allowed": hard, "wanted": wanted}
        LOG.warning("the system allows fewer open files than --max-sockets needs: raise its limit", extra=about)


def _collect_in_small_steps() -> None:
    """Let the cyclic garbage collector take small steps: while it works, everyone waits.

    With the thresholds of before, a step took up to 0.1 s and every twentieth 0.7 s at 500 tables. A whole collection
    takes as long as there are tables, and finds little: once an hour is enough.
    """
    gc.freeze()
    gc.set_threshold(2_000, 5, 1_000_000)
    threading.Thread(target=_collect_hourly, daemon=True).start()


def _collect_hourly() -> None:
    while True:
        time.sleep(3600)
        gc.collect()


async def _check_store(settings: Settings) -> None:
    """Open the store once, so that a store that cannot be used gives a clear error before the server starts."""
    await (await Store.open(settings.store, settings.backups)).close()


def show(server: uvicorn.Server, link: str, others: tuple[str, ...] = (), *, in_browser: bool) -> None:
    """Print the links as soon as the server is up, and open one in the browser; come back at once."""
    threading.Thread(target=_show, args=(server, link, others, in_browser), daemon=True).start()


def _show(server: uvicorn.Server, link: str, others: tuple[str, ...], in_browser: bool) -> None:
    """Print the links, and open one in the browser, as soon as the server is up."""
    while not server.started:
        time.sleep(0.02)
    print(f"The table is open: {link}", flush=True)
    for one in others:
        print(f"Friends on your network open: {one}", flush=True)
    if in_browser:
        webbrowser.open(link)
