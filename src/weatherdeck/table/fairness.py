"""Fair shuffles: the server commits to a secret before the first card, players add entropy, the end reveals everything.

`docs/protocol.md` has the formulas, so that anyone can check a shuffle without this code.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import Problem
from ..games.reference import Deck

SECRET_BYTES = 32
SEED_BYTES = 12
"""As many as the rules' random generator uses."""


class Unfair(Problem):
    """A fairness record that does not hold."""


@dataclass(frozen=True)
class Secret:
    """What the cards of a match are dealt from. Its `repr` reveals nothing, since it may end up in a log."""

    seed: str = field(repr=False)
    nonce: str = field(repr=False)
    deck: str | None = None  # digest of a deck of the host's own; None: the deck as shipped

    @classmethod
    def new(cls, deck: str | None = None) -> Secret:
        """A fresh one."""
        return cls(secrets.token_hex(SECRET_BYTES), secrets.token_hex(SECRET_BYTES), deck)

    @property
    def commitment(self) -> str:
        """What is published before the first card."""
        parts = [self.seed, self.nonce, *([] if self.deck is None else [self.deck])]
        return _digest(" ".join(parts)).hex()

    def deal_seed(self, entropy: Sequence[str | None]) -> int:
        """The seed of the match, with the entropy of each seat mixed in."""
        parts = [self.seed, self.nonce, *(one or "-" for one in entropy)]
        return int.from_bytes(_digest(" ".join(parts))[:SEED_BYTES], "big")

    def bot_seed(self, seat: int, version: int) -> int:
        """The seed of a bot's decision: the same in every process, and it reveals nothing about the cards."""
        return int.from_bytes(_digest(f"bot {self.seed} {self.nonce} {seat} {version}")[:7], "big")

    def record(self, entropy: Sequence[str | None]) -> dict[str, Any]:
        """Everything that is revealed at the end."""
        return {
            "commitment": self.commitment,
            "seed": self.seed,
            "nonce": self.nonce,
            "entropy": list(entropy),
            "deck": self.deck,
        }


def deck_digest(deck: Deck | None) -> str | None:
    """What a commitment says about a deck of the host's own: the SHA-256 of its text.

    Not its fingerprint, which is too short: a host could look for two decks that share one.
    """
    return None if deck is None else _digest(deck.text).hex()


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def check(record: Mapping[str, Any], seed: int, deck: Deck | None = None, commitment: str | None = None) -> None:
    """Check that a match with this seed and deck was dealt as its record says; Unfair says what does not hold."""
    try:
        secret, entropy = Secret(record["seed"], record["nonce"], deck_digest(deck)), record["entropy"]
        published = record["commitment"]
        dealt, recomputed = secret.deal_seed(entropy), secret.commitment
    except (KeyError, TypeError):
        raise Unfair("the fairness record is damaged: expected commitment, seed, nonce and entropy") from None
    if not all(isinstance(part, str) for part in (secret.seed, secret.nonce, published)):
        raise Unfair("the fairness record is damaged: commitment, seed and nonce must be strings")
    if commitment is not None and commitment.strip().lower() != published:
        raise Unfair(f"the commitment of this game is {published}, not the one that you were shown")
    if record.get("deck") != secret.deck:
        raise Unfair("the deck is not the one that the server committed to")
    if recomputed != published:
        raise Unfair("the server did not commit to this seed, nonce and deck: their SHA-256 is not the commitment")
    if dealt != seed:
        raise Unfair("the cards were not dealt from the committed seed and the players' entropy")
