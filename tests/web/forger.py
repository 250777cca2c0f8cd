"""A dishonest table server.

It deals the cards that it wants and, after the end, publishes a record, a saved game and a replay that agree with each
other. Only what the players kept can show that it lied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from weatherdeck.table.fairness import share_of
from weatherdeck.table.play import archive
from weatherdeck.table.store.records import MatchRecord

GROUND = "ab" * 32
"""Entropy that the server found by trying: with it, it gets the cards that it wants."""
Record = dict[str, Any]


def ground_bot(record: Record) -> None:
    """The last bot adds entropy, and a share that fits it."""
    seat = record["seats"].index("bot")
    record["entropy"][seat] = GROUND
    record["shares"][seat] = share_of(record["table"], record["match"], seat, GROUND)


def one_too_many(record: Record) -> None:
    """There is one entropy more than there are seats."""
    record["entropy"].append(GROUND)


def replaced(record: Record) -> None:
    """The host's entropy is another one, with a share that fits it."""
    record["entropy"][0] = GROUND
    record["shares"][0] = share_of(record["table"], record["match"], 0, GROUND)


FORGERIES: dict[str, Callable[[Record], None]] = {
    "ground-bot": ground_bot,
    "one-too-many": one_too_many,
    "replaced": replaced,
}
SWAPPED = "swapped"
"""The kind that deals honestly, and swaps two cards in the replay."""


@contextmanager
def forging(kind: str) -> Iterator[None]:
    """Every server of this process is dishonest in this way."""
    with pytest.MonkeyPatch.context() as patch:
        if kind == SWAPPED:
            swap_cards(patch)
        else:
            forge_records(patch, FORGERIES[kind])
        yield


def forge_records(patch: pytest.MonkeyPatch, change: Callable[[Record], None]) -> None:
    """Deal from forged entropy, and publish it."""
    honest: Callable[[MatchRecord], Record | None] = vars(MatchRecord)["fairness_record"].fget

    def record(match: MatchRecord) -> Record | None:
        found = honest(match)
        if found is not None:
            change(found)
        return found

    def deal_seed(match: MatchRecord) -> int:
        found = record(match)
        assert found is not None, "no practice tables here"
        return match.shuffle.deal_seed(found["entropy"])

    patch.setattr(MatchRecord, "fairness_record", property(record))
    patch.setattr(MatchRecord, "deal_seed", property(deal_seed))


def swap_cards(patch: pytest.MonkeyPatch) -> None:
    """Show other cards in the replay than were dealt: two players have changed a card."""
    honest = archive._opened

    def opened(view: Any, views: Any) -> Any:
        found = honest(view, views)
        one, other = ([*seat["hand"]] for seat in found["seats"][1:3])
        if one and other:
            one[0], other[0] = other[0], one[0]
        seats = [*found["seats"]]
        seats[1], seats[2] = {**seats[1], "hand": one}, {**seats[2], "hand": other}
        return {**found, "seats": seats}

    patch.setattr(archive, "_opened", opened)
