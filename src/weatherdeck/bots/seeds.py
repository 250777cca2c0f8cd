"""Seeds for bots, derived from what they are for."""

from __future__ import annotations

import hashlib


def seed_for(*purpose: object) -> int:
    """Derive a seed from a purpose, such as a game, a deal and a seat: other purposes give unrelated seeds."""
    return int.from_bytes(hashlib.sha256(repr(purpose).encode()).digest()[:7], "big")
