"""Records as rows of the SQL tables, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import Row

from ...games.reference import Deck
from ..fairness import Secret, deck_digest
from .records import Entry, MatchRecord, SeatRecord


def entry_row(entry: Entry) -> dict[str, Any]:
    """The columns of an entry."""
    row = asdict(entry)
    row["match_id"] = row.pop("match")
    row["moves"] = list(entry.moves)
    return row


def entry_of(row: Row[Any]) -> Entry:
    """An entry."""
    fields = row._asdict()
    return Entry(match=fields.pop("match_id"), moves=tuple(fields.pop("moves")), **fields)


def seat_of(row: Mapping[str, Any]) -> SeatRecord:
    """A seat."""
    return SeatRecord(**{name: value for name, value in row.items() if name != "table_id"})


def deck_of(stored: dict[str, str] | None) -> Deck | None:
    """A deck of the host's own; None for the deck as shipped."""
    return None if stored is None else Deck.from_data(stored)


def match_of(row: Mapping[str, Any], players: int, deck: Deck | None) -> MatchRecord:
    """A match."""
    entropy = None if row["entropy"] is None else tuple(row["entropy"])
    assert entropy is None or len(entropy) == players
    return MatchRecord(
        id=row["id"],
        table=row["table_id"],
        number=row["number"],
        ruleset=row["ruleset"],
        data=row["data"],
        secret=Secret(row["secret_seed"], row["secret_nonce"], deck_digest(deck)),
        practice_seed=None if row["practice_seed"] is None else int(row["practice_seed"]),
        entropy=entropy,
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        fairness=row["fairness"],
        shares=None if row["shares"] is None else tuple(row["shares"]),
        attempt=row["attempt"],
        made_with=row["made_with"],
    )
