"""Under which addresses a server can be opened: on this machine, and by others on the network."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

# Reserved for documentation (RFC 5737, RFC 3849). Nothing is sent there: connecting a UDP socket only makes the system
# choose the address that it would send from.
ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_everywhere(host: str) -> bool:
    """Whether a server that listens on a host listens on all addresses of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def link(host: str, port: int, prefix: str) -> str:
    """The address of a server, as a browser opens it."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{prefix}/"


def own_link(host: str, port: int, prefix: str) -> str:
    """The address for a browser on this machine: nobody can open the address that means all of them."""
    if is_everywhere(host):
        host = "127.0.0.1" if ipaddress.ip_address(host).version == 4 else "::1"
    return link(host, port, prefix)


def links_for_others(host: str, port: int, prefix: str) -> tuple[str, ...]:
    """The addresses that others on the network can open; none if only this machine can reach the server."""
    if is_loopback(host):
        return ()
    hosts = on_the_network() if is_everywhere(host) else (host,)
    if is_everywhere(host) and ipaddress.ip_address(host).version == 4:
        hosts = tuple(one for one in hosts if ":" not in one)
    return tuple(link(one, port, prefix) for one in hosts)


def on_the_network() -> tuple[str, ...]:
    """The addresses of this machine that others on the network can reach, IPv4 first."""
    found = []
    for family, target in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            address = str(probe.getsockname()[0])
            if not is_loopback(address) and not is_everywhere(address):
                found.append(address)
    return tuple(found)
