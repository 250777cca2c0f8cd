"""What a whole game looks like does not change unless it is meant to (then: `make golden`)."""

from __future__ import annotations

from tests.golden.playthrough import FOLDER, all_of_them


def test_the_golden_playthroughs_are_as_they_were() -> None:
    wanted = dict(all_of_them())
    assert {path.name for path in FOLDER.glob("*.txt")} == {path.name for path in wanted}
    for path, text in wanted.items():
        kept = path.read_text(encoding="utf-8").splitlines()
        for number, (before, now) in enumerate(zip(kept, text.splitlines(), strict=False), 1):
            assert now == before, f"{path.name}, line {number}"
        assert len(kept) == len(text.splitlines()), path.name
