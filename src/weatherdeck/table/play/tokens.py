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
    """The id of a table: short and random, but not secret."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def hash_token(token: str) -> str:
    """What is stored of a token. Tokens are random, so one plain hash is enough: a dictionary attack finds nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def matches(token: str, token_hash: str | None) -> bool:
    """Whether a token is the one with this hash."""
    return token_hash is not None and hmac.compare_digest(hash_token(token), token_hash)
