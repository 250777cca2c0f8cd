"""The names of bots at a table."""

from __future__ import annotations

from itertools import islice

from weatherdeck.bots.seating import BOT_NAMES, free_names


def test_bots_take_no_name_that_a_person_has() -> None:
    names = list(islice(free_names(["Bernie", "Bot 7"]), 8))
    assert names[:5] == [name for name in BOT_NAMES if name != "Bernie"]
    assert names[5:] == ["Bot 8", "Bot 9", "Bot 10"]
