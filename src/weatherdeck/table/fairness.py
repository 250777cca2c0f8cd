"""Fair shuffles: the server promises its secret before the first card, players add entropy, the end reveals all.

`docs/protocol.md` has the formulas, so that anyone can check them without this code.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import Problem

SECRET_BYTES = 32
SEED_BYTES = 12
"""As many as the generator of the rules takes."""


class Unfair(Problem):
    """A fairness record that does not hold."""


@dataclass(frozen=True)
class Secret:
    """What the cards of a match come from. Its `repr` tells nothing: it may end up in a log."""

    seed: str = field(repr=False)
    nonce: str = field(repr=False)

    @classmethod
    def new(cls) -> Secret:
        """A fresh one."""
        return cls(secrets.token_hex(SECRET_BYTES), secrets.token_hex(SECRET_BYTES))

    @property
    def commitment(self) -> str:
        """What is published before the first card."""
        return _digest(f"{self.seed} {self.nonce}").hex()

    def deal_seed(self, entropy: Sequence[str | None]) -> int:
        """The seed of the match, with the entropy of each seat mixed in."""
        parts = [self.seed, self.nonce, *(one or "-" for one in entropy)]
        return int.from_bytes(_digest(" ".join(parts))[:SEED_BYTES], "big")

    def bot_seed(self, seat: int, version: int) -> int:
        """The seed of a bot's decision: the same in every process, and it says nothing about the cards."""
        return int.from_bytes(_digest(f"bot {self.seed} {self.nonce} {seat} {version}")[:7], "big")

    def record(self, entropy: Sequence[str | None]) -> dict[str, Any]:
        """All that is revealed at the end."""
        return {"commitment": self.commitment, "seed": self.seed, "nonce": self.nonce, "entropy": list(entropy)}


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def check(record: Mapping[str, Any], seed: int, commitment: str | None = None) -> None:
    """Whether a match with this seed was dealt as a record promised; Unfair says what does not hold."""
    try:
        secret, entropy = Secret(record["seed"], record["nonce"]), record["entropy"]
        published = record["commitment"]
        dealt, promised = secret.deal_seed(entropy), secret.commitment
    except (KeyError, TypeError):
        raise Unfair("the fairness record is damaged: expected commitment, seed, nonce and entropy") from None
    if not all(isinstance(part, str) for part in (secret.seed, secret.nonce, published)):
        raise Unfair("the fairness record is damaged: commitment, seed and nonce are texts")
    if commitment is not None and commitment.strip().lower() != published:
        raise Unfair(f"the game's own commitment is {published}, not the one that you were shown")
    if promised != published:
        raise Unfair("the seed and nonce are not those that were promised: their SHA-256 is not the commitment")
    if dealt != seed:
        raise Unfair("the cards were not dealt from the promised seed and the players' entropy")
