"""nginx and Caddy with the configurations in deploy/: the real programs, real games."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from scripts import programs

from tests.needs import need, needs
from weatherdeck.table.web import heartbeat
from weatherdeck.table.web.admission import FULL
from weatherdeck.table.wire import messages as m

from .clients import Client, bots, join, make_table
from .servers import free_port, serving
from .test_admin import admin
from .test_drain import ME, played_through, server_at

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
NGINX, CADDY = programs.NGINX.find(), programs.CADDY.find()
USUAL = 1
"""Seconds that the proxies are made to wait for somebody silent, if deploy/ does not say otherwise; nginx's usual 60
and Caddy's 60 and 300 would be long to wait for."""


def replaced(text: str, changes: dict[str, str]) -> str:
    """A configuration with what differs on this machine; each thing must be there."""
    for old, new in changes.items():
        assert old in text, f"the configuration has no {old!r}"
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, servers: list[str], *, strip: bool, hasty: bool) -> list[str]:
    """How to start nginx with deploy/nginx.conf; for one server, without the second line."""
    second = "" if len(servers) > 1 else "    server 127.0.0.1:8713 max_fails=0;\n"
    site = replaced(
        replaced((DEPLOY / "nginx.conf").read_text(), {second: ""}),
        {
            "127.0.0.1:8712": servers[0],
            **({"127.0.0.1:8713": servers[1]} if len(servers) > 1 else {}),
            "listen 443 ssl": f"listen {port} ssl",
            "server_name example.org": "server_name localhost",
            "/etc/ssl/certs/example.org.pem": str(folder / "cert.pem"),
            "/etc/ssl/private/example.org.key": str(folder / "key.pem"),
            **({"proxy_pass http://weatherdeck;": "proxy_pass http://weatherdeck/;"} if strip else {}),
        },
    )
    (folder / "site.conf").write_text(site)
    kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    paths = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    names = ("proxy_read_timeout", "proxy_send_timeout", "send_timeout", "keepalive_timeout")
    timeouts = "".join(f"{name} {USUAL}s;\n" for name in names) if hasty else ""
    user = "user root; " if os.geteuid() == 0 else ""  # another user could not write into the test's folder
    (folder / "nginx.conf").write_text(
        f"{user}daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
        f"http {{ access_log off; {paths}\n{timeouts}include {folder}/site.conf; }}\n"
    )
    return [str(NGINX), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, port: int, servers: list[str], *, strip: bool, hasty: bool) -> list[str]:
    """How to start Caddy with deploy/Caddyfile; for one server, without the second address."""
    both = "127.0.0.1:8712 127.0.0.1:8713"
    site = replaced(
        (DEPLOY / "Caddyfile").read_text(),
        {
            both: " ".join(servers),
            "\nexample.org {": f"\nhttps://localhost:{port} {{\n\ttls {folder}/cert.pem {folder}/key.pem",
            "health_interval 2s": "health_interval 200ms",
            **({"handle /cards/*": "handle_path /cards/*"} if strip else {}),
        },
    )
    timeouts = f"\tservers {{\n\t\ttimeouts {{\n\t\t\tread_header {USUAL}s\n\t\t\tidle {USUAL}s\n\t\t}}\n\t}}\n"
    options = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}/storage\n"
    options += f"{timeouts if hasty else ''}}}\n"
    (folder / "Caddyfile").write_text(options + site)
    return [str(CADDY), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


PROXIES = [
    pytest.param(nginx, id="nginx", marks=needs(programs.NGINX)),
    pytest.param(caddy, id="caddy", marks=needs(programs.CADDY)),
]
Command = Callable[..., list[str]]
REFUSED = '{"code":"not_allowed","message":"requests from other sites are not allowed"}'


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a certificate for localhost that the tests' clients trust."""
    need(programs.OPENSSL)
    subprocess.run(
        [str(programs.OPENSSL.find()), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    monkeypatch.setattr(heartbeat, "POLL", 0.1)
    monkeypatch.setattr(heartbeat, "REPORT", 0.1)
    return tmp_path


@asynccontextmanager
async def proxied(
    command: Command, folder: Path, *servers: str, strip: bool = False, hasty: bool = False
) -> AsyncIterator[str]:
    """A proxy in front of servers; the address that people see. A hasty one has short timeouts of its own."""
    port = free_port()
    places = [re.sub("^http://", "", server) for server in servers]
    starting = command(folder, port, places, strip=strip, hasty=hasty)
    process = subprocess.Popen(starting, stderr=subprocess.DEVNULL, cwd=folder)
    base = f"https://localhost:{port}/cards"
    try:
        async with httpx.AsyncClient() as http:
            for _ in range(3000):
                try:
                    if (await http.get(f"{base}/healthz")).status_code == 200:
                        break
                except httpx.TransportError:
                    assert process.poll() is None, "the proxy did not start"
                await asyncio.sleep(0.02)
            else:
                raise AssertionError("the proxy does not answer")
        yield base
    finally:
        process.terminate()
        process.wait()


BEHIND = {"prefix": "/cards", "origins": ("https://localhost",), "hosts": ("localhost", "127.0.0.1")}


@pytest.mark.parametrize("strip", [False, True], ids=["prefix-kept", "prefix-stripped"])
@pytest.mark.parametrize("command", PROXIES)
async def test_a_game_is_played_through_the_proxy(command: Command, strip: bool, trusted: Path) -> None:
    async with (
        serving(trusted / "store", **BEHIND) as server,
        proxied(command, trusted, server, strip=strip) as base,
        httpx.AsyncClient(base_url=base) as http,
    ):
        made = await make_table(base, "weathervanes", seats=[ME, {"kind": "open"}, *bots(2, "random")])
        seated = await join(base, made, "Bo")
        async with (
            Client(base, made["table"], made["token"]) as anna,
            Client(base, made["table"], seated["token"]) as bo,
        ):
            await anna.ready()
            await bo.ready()
            await asyncio.gather(anna.play(), bo.play())
        bare = await http.get(base.removesuffix("/"), follow_redirects=True)
        assert (bare.status_code, str(bare.url)) == (200, f"{base}/")
        assert (await http.get("/metrics")).status_code == 404, "metrics are not public"
        foreign = await http.post("/api/tables", headers={"origin": "https://elsewhere.example"})
        assert foreign.status_code == 403


@pytest.mark.parametrize("command", PROXIES)
async def test_rate_limits_apply_to_each_client_behind_the_proxy(command: Command, trusted: Path) -> None:
    async with (
        serving(trusted / "store", tables=(2, 0.0001), **BEHIND) as server,
        proxied(command, trusted, server) as base,
        AsyncExitStack() as stack,
    ):

        async def makes(address: str, **headers: str) -> int:
            transport = httpx.AsyncHTTPTransport(local_address=address)
            http = await stack.enter_async_context(httpx.AsyncClient(transport=transport, headers=headers))
            wish = {"game": "weathervanes", "name": "Anna"}
            return (await http.post(f"{base}/api/tables", json=wish)).status_code

        assert [await makes("127.0.0.5") for _ in range(3)] == [201, 201, 429]
        assert await makes("127.0.0.5", **{"X-Forwarded-For": "203.0.113.7"}) == 429, "a claim of the client's own"
        assert await makes("127.0.0.6") == 201, "somebody else"


@pytest.mark.parametrize("command", PROXIES)
async def test_a_refused_request_with_a_body_gets_the_whole_refusal(command: Command, trusted: Path) -> None:
    async with (
        serving(trusted / "store", **BEHIND) as server,
        proxied(command, trusted, server) as base,
        httpx.AsyncClient(base_url=base, headers={"origin": "https://elsewhere.example"}) as http,
    ):

        async def slowly(size: int) -> AsyncIterator[bytes]:
            for _ in range(4):
                await asyncio.sleep(0.02)  # the body is on its way while the request is refused
                yield bytes(size // 4)

        for size in (4, 1_000, 60_000):
            for number in range(20):
                answer = await http.post("/api/tables", content=slowly(size) if number % 2 else bytes(size))
                assert (answer.status_code, answer.text) == (403, REFUSED), (size, number)
        assert (await http.post("/api/tables", content=bytes(200_000))).status_code in (403, 413)


@pytest.mark.parametrize("count", [1, 2], ids=["one-server", "two-servers"])
@pytest.mark.parametrize("command", PROXIES)
async def test_the_answer_of_a_busy_server_reaches_the_client(
    command: Command, count: int, trusted: Path, postgres: str
) -> None:
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(serving(postgres, max_tables=1, **BEHIND)) for _ in range(count)]
        for server in servers:
            await make_table(server, seats=[ME, {"kind": "open"}, *bots(2, "random")])
        base = await stack.enter_async_context(proxied(command, trusted, *servers))
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=base))
        for _ in range(6):
            answer = await http.post("/api/tables", json={"game": "weathervanes", "name": "Anna"})
            assert (answer.status_code, answer.json()) == (503, {"code": "busy", "message": FULL})
            assert int(answer.headers["retry-after"]) >= 1
        assert (await http.get("/healthz")).status_code == 200, "both are still in service"


@needs(programs.NGINX)
async def test_nginx_lets_the_server_that_has_room_make_a_new_table(trusted: Path, postgres: str) -> None:
    async with (
        serving(postgres, max_tables=0, **BEHIND) as full,
        serving(postgres, **BEHIND) as free,
        proxied(nginx, trusted, full, free) as base,
        httpx.AsyncClient(base_url=base) as http,
    ):
        wish = {"game": "weathervanes", "name": "Anna"}
        assert (await http.post(f"{full}/api/tables", json=wish)).status_code == 503
        assert [(await http.post("/api/tables", json=wish)).status_code for _ in range(6)] == [201] * 6


@pytest.mark.parametrize("command", PROXIES)
async def test_draining_one_of_two_servers_moves_everyone(command: Command, trusted: Path, postgres: str) -> None:
    async with (
        serving(postgres, drain_grace=0.2, drain_spread=0.2, place="old", **BEHIND) as old,
        serving(postgres, drain_grace=0.2, drain_spread=0.2, place="new", **BEHIND) as new,
        proxied(command, trusted, old, new) as base,
    ):
        made = [await make_table(base, seats=[ME, *bots(3, "random")]) for _ in range(4)]
        arrivals = [asyncio.Event() for _ in made]
        games = [
            asyncio.create_task(played_through(base, one, arrived)) for one, arrived in zip(made, arrivals, strict=True)
        ]
        for arrived in arrivals:
            await arrived.wait()
        servers = {one: await server_at(postgres, one) for one in ("old", "new")}
        # Clients may be on either server: those on the first move to the second, and then all move back.
        await admin(postgres, "drain", servers["old"], "--wait", "60")
        await admin(postgres, "drain", servers["old"], "--off")
        await admin(postgres, "drain", servers["new"], "--wait", "60")
        for game in games:
            reconnected, moves = await game
            assert reconnected >= 1
            assert moves
        async with httpx.AsyncClient(base_url=base) as http:
            wish = {"game": "weathervanes", "name": "Anna"}
            answers = [(await http.post("/api/tables", json=wish)).status_code for _ in range(4)]
        assert 201 in answers, "new tables are made on the server that is left"
        assert set(answers) <= {201, 503}, "or the draining one asks to try again"


async def test_a_quiet_socket_outlives_the_proxys_usual_timeout(trusted: Path) -> None:
    installed = [proxy for proxy, program in ((nginx, NGINX), (caddy, CADDY)) if program is not None]
    if not installed:
        need(programs.CADDY)
    async with serving(trusted / "store", **BEHIND) as server, AsyncExitStack() as stack:
        clients = []
        for command in installed:
            base = await stack.enter_async_context(proxied(command, trusted, server, hasty=True))
            made = await make_table(base)
            clients.append(await stack.enter_async_context(Client(base, made["table"], made["token"])))
        await asyncio.sleep(2.5 * USUAL)
        for client in clients:
            await client.ask({"type": "ping"}, m.Pong)
