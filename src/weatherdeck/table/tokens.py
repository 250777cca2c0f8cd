"""Tokens: unguessable, shown once, kept only as hashes, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import string

ALPHABET = string.ascii_lowercase + string.digits
ID_LENGTH = 12
TOKEN_BYTES = 24  # 192 bits


def new_token() -> str:
    """A token for a link."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """The name of a table: short, random, and no secret."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def hashed(token: str) -> str:
    """What is kept of a token. It is random, so that one plain hash is enough: there is nothing to guess from."""
    return hashlib.sha256(token.encode()).hexdigest()


def opens(token: str, kept: str | None) -> bool:
    """Whether a token is the one whose hash was kept."""
    return kept is not None and hmac.compare_digest(hashed(token), kept)
