"""Fair shuffles. The server commits to a secret, every person pledges entropy, then everyone reveals theirs; the cards
are dealt from all of it, and the end of the match reveals the rest.

`docs/protocol.md` has the formulas, so that anyone can check a shuffle without this code.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import Problem
from ..games.reference import Deck

VERSION = 2
"""Of the shuffle. In version 1, entropy was neither pledged nor tied to a seat; matches that began with it continue."""
SECRET_BYTES = 32
SEED_BYTES = 12
"""As many as the rules' random generator uses."""
RECEIPT = "weatherdeck receipt"
"""The kind of a receipt: what a player keeps of a shuffle."""

OLD_PROMISE = (
    "This game was shuffled by version 1, which cannot prove that nobody chose the cards: it does not show whose "
    "entropy was used, so the server may have invented or replaced it."
)
HEX = re.compile(r"[0-9a-f]{64}")
OLD_ENTROPY = re.compile(r"[0-9a-f]{2,64}")
TABLE = re.compile(r"[0-9A-Za-z_-]{1,40}")
OF_BOTH = {"version", "table", "match", "attempt", "commitment", "shares", "entropy"}
RECORD_KEYS = OF_BOTH | {"seed", "nonce", "deck", "seats"}
RECEIPT_KEYS = OF_BOTH | {"kind", "seat"}
SAME_IN_BOTH = ("table", "match", "attempt", "commitment", "shares")
"""What a record and a receipt both say."""


class Unfair(Problem):
    """A fairness record that does not hold."""


@dataclass(frozen=True)
class Secret:
    """What the server commits to. Its `repr` reveals nothing, since it may end up in a log."""

    seed: str = field(repr=False)
    nonce: str = field(repr=False)
    deck: str | None = None  # digest of a deck of the host's own; None: the deck as shipped

    @classmethod
    def new(cls, deck: str | None = None) -> Secret:
        """A fresh one."""
        return cls(secrets.token_hex(SECRET_BYTES), secrets.token_hex(SECRET_BYTES), deck)

    def bot_seed(self, seat: int, version: int) -> int:
        """The seed of a bot's decision: the same in every process, and it reveals nothing about the cards."""
        return int.from_bytes(_digest(f"bot {self.seed} {self.nonce} {seat} {version}")[:7], "big")


@dataclass(frozen=True)
class Shuffle:
    """The shuffle of one match: the formulas, for both versions."""

    table: str
    match: int
    secret: Secret
    version: int = VERSION

    @property
    def commitment(self) -> str:
        """What is published before anyone pledges."""
        if self.version == 1:
            deck = [] if self.secret.deck is None else [self.secret.deck]
            return _digest(" ".join([self.secret.seed, self.secret.nonce, *deck])).hex()
        return _digest(f"weatherdeck shuffle 2 {self._common()}").hex()

    def deal_seed(self, entropy: Sequence[str | None]) -> int:
        """The seed that the cards are dealt from, with the entropy of each seat."""
        revealed = " ".join(one or "-" for one in entropy)
        if self.version == 1:
            digest = _digest(f"{self.secret.seed} {self.secret.nonce} {revealed}")
        else:
            digest = _digest(f"weatherdeck deal 2 {self._common()} {revealed}")
        return int.from_bytes(digest[:SEED_BYTES], "big")

    def share(self, seat: int, entropy: str) -> str:
        """What the person on a seat pledges their entropy with."""
        return share_of(self.table, self.match, seat, entropy)

    def _common(self) -> str:
        return f"{self.table} {self.match} {self.secret.seed} {self.secret.nonce} {self.secret.deck or '-'}"

    def record(self, attempt: int, shares: Sequence[str | None], entropy: Sequence[str | None]) -> dict[str, Any]:
        """Everything that is revealed at the end."""
        common = {
            "commitment": self.commitment,
            "seed": self.secret.seed,
            "nonce": self.secret.nonce,
            "deck": self.secret.deck,
            "entropy": list(entropy),
        }
        if self.version == 1:
            return {"version": 1, **common}
        return {
            "version": VERSION,
            "table": self.table,
            "match": self.match,
            "attempt": attempt,
            **common,
            "seats": ["bot" if share is None else "person" for share in shares],
            "shares": list(shares),
        }


def share_of(table: str, match: int, seat: int, entropy: str) -> str:
    """What a person pledges their entropy with. The seat is part of it: nobody can copy another's pledge."""
    return _digest(f"weatherdeck share 2 {table} {match} {seat} {entropy}").hex()


def new_entropy() -> str:
    """Fresh entropy of a person."""
    return secrets.token_hex(SECRET_BYTES)


def deck_digest(deck: Deck | None) -> str | None:
    """What a commitment says about a deck of the host's own: the SHA-256 of its text.

    Not its fingerprint, which is too short: a host could look for two decks that share one.
    """
    return None if deck is None else _digest(deck.text).hex()


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


# ---------------------------------------------------------------- checking


@dataclass(frozen=True)
class Dealt:
    """What a game says about its deal: checked against its fairness record."""

    seed: int
    players: int
    deck: Deck | None = None


def check(
    record: object, dealt: Dealt, commitment: str | None = None, receipt: Mapping[str, Any] | None = None
) -> list[str]:
    """Check that a game was dealt as its record says, and that a player's own notes agree.

    Returns what was checked, in sentences; Unfair says what does not hold.
    """
    if not isinstance(record, Mapping):
        raise Unfair("the fairness record is damaged: expected an object")
    if not _is_number(record.get("version", 1)) or record.get("version", 1) not in (1, VERSION):
        raise Unfair(f"the fairness record has version {record.get('version')!r}: this check knows 1 and {VERSION}")
    if record.get("version", 1) == 1:
        return _check_old(record, dealt, commitment, receipt)
    _check_shape(record, dealt.players)
    if commitment is not None:
        _check_commitment(record, commitment)
    if receipt is not None:
        _check_receipt(record, receipt)
    _check_shares(record)
    _check_deal(record, dealt)
    return _findings(record, commitment, receipt)


def _is_number(value: object, least: int = 1) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _is_hex(value: object) -> bool:
    return isinstance(value, str) and HEX.fullmatch(value) is not None


def _check_shape(record: Mapping[str, Any], players: int) -> None:
    """Every field is there, and is what it should be: nothing can hide in a formula's spaces."""
    if record.keys() != RECORD_KEYS:
        missing, unknown = sorted(RECORD_KEYS - record.keys()), sorted(map(str, record.keys() - RECORD_KEYS))
        raise Unfair(f"the fairness record is damaged: missing {missing or 'nothing'}, unknown {unknown or 'nothing'}")
    if not isinstance(record["table"], str) or not TABLE.fullmatch(record["table"]):
        raise Unfair("the fairness record is damaged: table must be the id of a table")
    if not _is_number(record["match"]) or not _is_number(record["attempt"]):
        raise Unfair("the fairness record is damaged: match and attempt must be numbers from 1")
    for key in ("commitment", "seed", "nonce"):
        if not _is_hex(record[key]):
            raise Unfair(f"the fairness record is damaged: {key} must be 64 hex digits")
    if record["deck"] is not None and not _is_hex(record["deck"]):
        raise Unfair("the fairness record is damaged: deck must be 64 hex digits, or null")
    for key in ("seats", "shares", "entropy"):
        if not isinstance(record[key], list) or len(record[key]) != players:
            found = len(record[key]) if isinstance(record[key], list) else "no list"
            raise Unfair(f"the game has {players} seats, but the record's {key} are for {found}")


def _check_commitment(record: Mapping[str, Any], commitment: str) -> None:
    if commitment.strip().lower() != record["commitment"]:
        raise Unfair(f"the commitment of this game is {record['commitment']}, not the one that you were shown")


def _check_receipt(record: Mapping[str, Any], receipt: Mapping[str, Any]) -> None:
    """The shuffle is the one that this player took part in, with their own entropy."""
    check_receipt_shape(receipt)
    for key in SAME_IN_BOTH:
        if record[key] != receipt[key]:
            raise Unfair(f"the {key} of this game: {_shown(record[key])}; in your receipt: {_shown(receipt[key])}")
    seat = receipt["seat"]
    if seat >= len(record["entropy"]):
        raise Unfair(f"your receipt is for seat {seat}, which this game does not have")
    if record["entropy"][seat] != receipt["entropy"]:
        raise Unfair(f"the entropy of seat {seat} is not yours: it was replaced")


def _shown(value: object) -> str:
    return ", ".join("-" if one is None else str(one) for one in value) if isinstance(value, list) else str(value)


def check_receipt_shape(receipt: object) -> None:
    """Refuse what is not a receipt."""
    if not isinstance(receipt, Mapping) or receipt.get("kind") != RECEIPT:
        raise Unfair("this is not a receipt: expected the file that the table's page saved for you")
    if not _is_number(receipt.get("version")) or receipt["version"] != VERSION:
        raise Unfair(f"the receipt has version {receipt.get('version')!r}: expected {VERSION}")
    shares = receipt.get("shares")
    if (
        receipt.keys() != RECEIPT_KEYS
        or not all(_is_number(receipt[key]) for key in ("match", "attempt"))
        or not _is_number(receipt["seat"], 0)
        or not all(_is_hex(receipt[key]) for key in ("commitment", "entropy"))
        or not isinstance(shares, list)
    ):
        raise Unfair(f"the receipt is damaged: expected {', '.join(sorted(RECEIPT_KEYS))}")


def _check_shares(record: Mapping[str, Any]) -> None:
    """Each person revealed what they had pledged, and bots had no say."""
    for seat, (kind, share, entropy) in enumerate(
        zip(record["seats"], record["shares"], record["entropy"], strict=True)
    ):
        if kind == "bot":
            if share is not None or entropy is not None:
                raise Unfair(f"seat {seat} is a bot's, but the record has a share or entropy for it: it may be chosen")
        elif kind != "person":
            raise Unfair(f"the fairness record is damaged: seat {seat} must be a person's or a bot's")
        elif not _is_hex(share) or not _is_hex(entropy):
            raise Unfair(f"seat {seat} is a person's, but its share or its entropy is missing, or not 64 hex digits")
        elif share_of(record["table"], record["match"], seat, entropy) != share:
            raise Unfair(f"the entropy of seat {seat} is not what was pledged: its SHA-256 is not the seat's share")


def _check_deal(record: Mapping[str, Any], dealt: Dealt) -> None:
    """The commitment covers secret and deck, and the cards follow from it and from everyone's entropy."""
    secret = Secret(record["seed"], record["nonce"], deck_digest(dealt.deck))
    shuffle = Shuffle(str(record.get("table")), record.get("match", 1), secret, record.get("version", 1))
    if record.get("deck") != secret.deck:
        raise Unfair("the deck is not the one that the server committed to")
    if shuffle.commitment != record["commitment"]:
        raise Unfair("the server did not commit to this seed, nonce and deck: their SHA-256 is not the commitment")
    if shuffle.deal_seed(record["entropy"]) != dealt.seed:
        raise Unfair("the cards were not dealt from the committed seed and the players' entropy")


def _findings(record: Mapping[str, Any], commitment: str | None, receipt: Mapping[str, Any] | None) -> list[str]:
    """What was checked, and what nobody can check without more."""
    people = [seat for seat, kind in enumerate(record["seats"]) if kind == "person"]
    listed = ", ".join(str(seat) for seat in people)
    found = [f"The commitment {record['commitment']} fits the secret seed, the nonce and the deck."]
    if commitment is not None or receipt is not None:
        found.append("It is the commitment that you were shown before the deal.")
    else:
        found.append("Compare it with the one that you were shown before the deal (--commitment or --receipt).")
    if people:
        found.append(f"Every person (seats {listed}) revealed exactly what they had pledged, and no bot added entropy.")
    else:
        found.append("All seats are bots', so nobody added entropy: the server alone chose the cards.")
    if receipt is not None:
        found.append(
            f"Your own entropy (seat {receipt['seat']}) is part of the shuffle, and all shares are those that you saw "
            "before you revealed it."
        )
    elif people:
        found.append("Only a receipt (--receipt) can prove that these are the real players' shares.")
    if record["attempt"] > 1:
        found.append(
            f"This was attempt {record['attempt']}: the shuffle was started over. Somebody who knew the deal of an "
            "earlier attempt could have rejected it, so ask why."
        )
    return found


# ---------------------------------------------------------------- version 1


def _check_old(
    record: Mapping[str, Any], dealt: Dealt, commitment: str | None, receipt: Mapping[str, Any] | None
) -> list[str]:
    """A record of version 1. It is held to its own, weaker, promise."""
    if receipt is not None:
        raise Unfair("your receipt is for a shuffle of version 2, but this game's record is of version 1")
    for key in ("commitment", "seed", "nonce"):
        if not _is_hex(record.get(key)):
            raise Unfair(f"the fairness record is damaged: {key} must be 64 hex digits")
    entropy = record.get("entropy")
    if not isinstance(entropy, list) or len(entropy) != dealt.players:
        found = len(entropy) if isinstance(entropy, list) else "no list"
        raise Unfair(f"the game has {dealt.players} seats, but the record's entropy is for {found}")
    if not all(one is None or (isinstance(one, str) and OLD_ENTROPY.fullmatch(one)) for one in entropy):
        raise Unfair("the fairness record is damaged: entropy must be 2 to 64 hex digits, or null")
    if commitment is not None:
        _check_commitment(record, commitment)
    _check_deal(record, dealt)
    return [
        f"The commitment {record['commitment']} fits the secret seed, the nonce and the deck.",
        OLD_PROMISE,
    ]
