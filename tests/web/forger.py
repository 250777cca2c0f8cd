"""A dishonest table server: `python -m tests.web.forger KIND serve ...`.

It deals the cards that it wants and, after the end, publishes a record, a saved game and a replay that agree with each
other. Only what the players kept can show that it lied.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from weatherdeck.cli import main
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


def forge_records(change: Callable[[Record], None]) -> None:
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

    MatchRecord.fairness_record = property(record)  # type: ignore[assignment,method-assign]
    MatchRecord.deal_seed = property(deal_seed)  # type: ignore[assignment,method-assign]


def swap_cards() -> None:
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

    archive._opened = opened


if __name__ == "__main__":
    kind = sys.argv.pop(1)
    if kind == SWAPPED:
        swap_cards()
    else:
        forge_records(FORGERIES[kind])
    sys.exit(main())
