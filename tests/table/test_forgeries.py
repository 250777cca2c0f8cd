"""Forged games: each is consistent in itself, was ground for a win, and is refused by `weatherdeck verify`.

The forger is the server: it knows the secret, writes every file, and plays every seat.
"""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from weatherdeck.games import registry
from weatherdeck.match import Match, save
from weatherdeck.table.fairness import Dealt, Secret, Shuffle, Unfair, check, new_entropy

from .test_fairness import verify

GAME = registry.load("weathervanes")
PERSONS, PLAYERS = (0, 1), 4
"""Anna and Bo; the other two are bots. The forger wants Bo to win."""
Record = dict[str, Any]


@dataclass(frozen=True)
class Promise:
    """What was promised to the players, and what they hold: the secret behind the commitment, and their entropy."""

    shuffle: Shuffle = field(default_factory=lambda: Shuffle("forged-table", 1, Secret.new()))
    entropy: tuple[str | None, ...] = field(default_factory=lambda: (new_entropy(), new_entropy(), None, None))
    attempt: int = 1

    @property
    def shares(self) -> list[str | None]:
        return [None if one is None else self.shuffle.share(seat, one) for seat, one in enumerate(self.entropy)]

    def receipt(self, seat: int) -> Record:
        return {
            "kind": "weatherdeck receipt",
            "version": 2,
            "table": self.shuffle.table,
            "match": self.shuffle.match,
            "attempt": self.attempt,
            "commitment": self.shuffle.commitment,
            "seat": seat,
            "entropy": self.entropy[seat],
            "shares": self.shares,
        }

    def record(self) -> Record:
        return self.shuffle.record(self.attempt, self.shares, self.entropy)

    def with_entropy(self, *entropy: str | None) -> Promise:
        return replace(self, entropy=entropy)


def played(seed: int) -> Match:
    """A whole game from a seed: everyone makes their first legal move."""
    match = Match(GAME, seed=seed, players=PLAYERS)
    while not match.is_over:
        match.play(match.legal()[0])
    return match


def wins(match: Match) -> bool:
    return float(GAME.returns(match.state)[1]) == max(float(one) for one in GAME.returns(match.state))


def entropies() -> Iterator[str]:
    for number in range(10_000):
        yield hashlib.sha256(str(number).encode()).hexdigest()


def ground(promise: Promise, seat: int) -> Promise:
    """Choose a seat's entropy, one after another, until Bo wins; the promise stays as it is."""
    for chosen in entropies():
        forged = promise.with_entropy(*promise.entropy[:seat], chosen, *promise.entropy[seat + 1 :])
        if wins(played(forged.shuffle.deal_seed(forged.entropy))):
            return forged
    raise AssertionError("grinding takes a few attempts")


def saved(seed: int, record: Mapping[str, Any] | None, **about: Any) -> str:
    common = {"table": "forged-table", "match": 1, "names": ["Anna", "Bo", "Cy", "Di"]}
    return save.dumps(played(seed), {**common, **({} if record is None else {"fairness": record}), **about})


@pytest.fixture
def judge(tmp_path: Path) -> Any:
    """Run `weatherdeck verify` on a saved game, with a receipt or a commitment."""

    def run(text: str, receipt: Record | None = None, commitment: str | None = None) -> tuple[int, str]:
        (tmp_path / "game.json").write_text(text, encoding="utf-8")
        (tmp_path / "receipt.json").write_text(json.dumps(receipt), encoding="utf-8")
        arguments = [str(tmp_path / "game.json")]
        arguments += [] if receipt is None else ["--receipt", str(tmp_path / "receipt.json")]
        arguments += [] if commitment is None else ["--commitment", commitment]
        return verify(*arguments)

    return run


def old_check(record: Mapping[str, Any], seed: int, commitment: str) -> bool:
    """What version 1 checked: the commitment and the deal, whoever's the entropy was, and however much of it."""
    parts = [record["seed"], record["nonce"]]
    published = hashlib.sha256(" ".join(parts).encode()).hexdigest()
    deal = hashlib.sha256(" ".join([*parts, *(one or "-" for one in record["entropy"])]).encode()).digest()
    return record["commitment"] == published == commitment and int.from_bytes(deal[:12], "big") == seed


def test_an_honest_game_is_verified_with_the_receipt_of_every_player(judge: Any) -> None:
    promise = Promise()
    text = saved(promise.shuffle.deal_seed(promise.entropy), promise.record())
    for seat in PERSONS:
        status, said = judge(text, promise.receipt(seat), promise.shuffle.commitment)
        assert (status, f"Your own entropy (seat {seat}) is part of the shuffle" in said) == (0, True), said
        assert "It is the commitment that you were shown" in said
        assert "the deal matches the commitment, and every move is legal" in said
    status, said = judge(text)
    assert (status, "Only a receipt (--receipt) can prove" in said) == (0, True), "it says what it cannot know"
    again = replace(promise, attempt=3)
    assert "attempt 3" in judge(saved(again.shuffle.deal_seed(again.entropy), again.record()), again.receipt(0))[1]


def old_forgeries() -> dict[str, tuple[Promise, Sequence[str | None]]]:
    """The promise of version 1 to Anna and Bo, and the entropy of the forged game."""
    promise = Promise(Shuffle("forged-table", 1, Secret.new(), version=1))
    five = ground(promise.with_entropy(*promise.entropy, None), 4)
    return {
        "ground bot entropy": (promise, ground(promise, 3).entropy),
        "five entropies for four seats": (promise, five.entropy),
        "a replaced player entropy": (promise, ground(promise, 0).entropy),
    }


def test_the_three_forgeries_passed_the_check_of_version_1_and_the_new_one_says_what_it_proves(judge: Any) -> None:
    for name, (promise, entropy) in old_forgeries().items():
        shuffle = promise.shuffle
        record = {key: value for key, value in shuffle.record(1, (), entropy).items() if key != "version"}
        seed = shuffle.deal_seed(entropy)
        assert wins(played(seed))
        assert old_check(record, seed, shuffle.commitment), name
        status, said = judge(saved(seed, record), commitment=shuffle.commitment)
        if len(entropy) != PLAYERS:
            assert (status, "has 4 seats, but the record's entropy is for 5" in said) == (1, True), said
        else:
            assert (status, "cannot prove that nobody chose the cards" in said) == (0, True), said


@pytest.mark.parametrize("shown", ["entropy only", "with a share", "as a person"])
def test_entropy_that_was_ground_for_a_bot_is_refused(judge: Any, shown: str) -> None:
    promise = Promise()
    forged = ground(promise, 3)
    record = {**forged.record(), "seats": ["person", "person", "bot", "bot"]}
    if shown == "entropy only":
        record["shares"] = promise.shares
    if shown == "as a person":
        record = forged.record()
    text = saved(forged.shuffle.deal_seed(forged.entropy), record)
    for seat in PERSONS:
        status, said = judge(text, promise.receipt(seat), promise.shuffle.commitment)
        assert status == 1
        assert ("seat 3 is a bot's" in said) if shown == "entropy only" else ("in your receipt" in said)
    if shown != "as a person":
        assert "seat 3 is a bot's" in judge(text)[1], "no receipt is needed"
        assert judge(text)[0] == 1


def test_five_entropies_for_four_seats_are_refused(judge: Any) -> None:
    promise = Promise()
    five = ground(promise.with_entropy(*promise.entropy, None), 4)
    seed = five.shuffle.deal_seed(five.entropy)
    record = five.record()
    for keys in (("seats", "shares", "entropy"), ("entropy",), ("shares", "entropy")):
        forged = {**promise.record(), **{key: record[key] for key in keys}}
        for receipt in (None, promise.receipt(0)):
            status, said = judge(saved(seed, forged), receipt, promise.shuffle.commitment)
            assert (status, "the game has 4 seats, but the record's" in said) == (1, True), said


@pytest.mark.parametrize("with_share", [False, True])
def test_entropy_of_a_player_that_was_replaced_is_refused(judge: Any, with_share: bool) -> None:
    promise = Promise()
    forged = ground(promise, 0)
    record = forged.record() if with_share else {**forged.record(), "shares": promise.shares}
    text = saved(forged.shuffle.deal_seed(forged.entropy), record)
    status, said = judge(text, promise.receipt(0), promise.shuffle.commitment)
    assert (status, ("in your receipt" if with_share else "is not yours: it was replaced") in said) == (1, True), said
    status, said = judge(text, promise.receipt(1), promise.shuffle.commitment)
    assert (status, ("in your receipt" if with_share else "is not what was pledged") in said) == (1, True), said


def test_a_secret_that_was_replaced_after_the_pledges_is_refused(judge: Any) -> None:
    promise = Promise()
    for number in range(10_000):
        seed = hashlib.sha256(str(number).encode()).hexdigest()
        forged = replace(promise, shuffle=replace(promise.shuffle, secret=replace(promise.shuffle.secret, seed=seed)))
        if wins(played(forged.shuffle.deal_seed(forged.entropy))):
            break
    text = saved(forged.shuffle.deal_seed(forged.entropy), forged.record())
    for told in ({"receipt": promise.receipt(0)}, {"commitment": promise.shuffle.commitment}):
        status, said = judge(text, **told)
        assert (status, "commitment of this game" in said) == (1, True), said
    kept = {**forged.record(), "commitment": promise.shuffle.commitment}
    status, said = judge(saved(forged.shuffle.deal_seed(forged.entropy), kept), promise.receipt(0))
    assert (status, "the server did not commit to this seed" in said) == (1, True), said


def test_other_cards_than_those_of_the_shuffle_are_refused(judge: Any) -> None:
    promise = Promise()
    status, said = judge(saved(7, promise.record()), promise.receipt(0))
    assert (status, "the cards were not dealt from" in said) == (1, True), said


def test_the_weaker_promise_of_version_1_cannot_take_the_place_of_the_one_that_was_made(judge: Any) -> None:
    """The texts that are hashed could be split in another way: then the commitment would fit a record of version 1."""
    promise = Promise()
    secret = promise.shuffle.secret
    split = Secret(f"weatherdeck shuffle 2 forged-table 1 {secret.seed}", f"{secret.nonce} -")
    old = Promise(Shuffle("forged-table", 1, split, version=1), promise.entropy)
    assert old.shuffle.commitment == promise.shuffle.commitment
    forged = ground(old, 3)
    seed = forged.shuffle.deal_seed(forged.entropy)
    record = forged.shuffle.record(1, (), forged.entropy)
    assert judge(saved(seed, record), commitment=promise.shuffle.commitment)[0] == 1
    assert "seed must be 64 hex digits" in judge(saved(seed, record), commitment=promise.shuffle.commitment)[1]
    status, said = judge(saved(seed, record), promise.receipt(0))
    assert (status, "your receipt is for a shuffle of version 2" in said) == (1, True), said


def test_a_game_that_was_promised_a_fair_shuffle_is_not_a_practice_game_afterwards(judge: Any) -> None:
    promise = Promise()
    for about in ({}, {"practice": True}):
        for told in ({"receipt": promise.receipt(0)}, {"commitment": promise.shuffle.commitment}):
            status, said = judge(saved(7, None, **about), **told)
            assert (status, "had promised you a fair shuffle" in said) == (1, True), said
    status, said = judge(saved(7, None, practice=True))
    assert (status, "practice table" in said, "may have known the cards" in said) == (2, True, True), said
    status, said = judge(saved(7, promise.record(), practice=True), promise.receipt(0))
    assert status == 1


def test_a_game_of_another_table_or_match_is_refused(judge: Any) -> None:
    promise = Promise()
    text = saved(promise.shuffle.deal_seed(promise.entropy), promise.record())
    for key, value in (("table", "another"), ("match", 2)):
        moved = json.loads(text)
        moved["about"][key] = value
        status, said = judge(json.dumps(moved), promise.receipt(0))
        assert (status, f"the {key} of the saved game" in said) == (1, True), said


def test_what_is_no_receipt_is_refused(judge: Any) -> None:
    promise = Promise()
    text = saved(promise.shuffle.deal_seed(promise.entropy), promise.record())
    unusual: list[Any] = [[], {}, 5, "x", {**promise.receipt(0), "shares": None}, promise.record()]
    for wrong in unusual:
        status, said = judge(text, wrong)
        assert (status, "receipt" in said) == (1, True), said
    assert judge(text, promise.receipt(0) | {"seat": 9})[0] == 1


# ---------------------------------------------------------------- any change at all

PROMISE = Promise(
    Shuffle("t", 1, Secret("1" * 64, "2" * 64)), ("3" * 64, hashlib.sha256(b"bo").hexdigest(), None, None), attempt=2
)
DEALT = Dealt(PROMISE.shuffle.deal_seed(PROMISE.entropy), PLAYERS)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5),
    st.floats(),
    st.text(max_size=5),
    st.text("0123456789abcdefABCDEF", min_size=62, max_size=66),
    st.sampled_from(
        ["person", "bot", "-", "", "3" * 64, "3" * 64 + "\n", PROMISE.shares[0], PROMISE.shares[1], [], {}]
    ),
    st.lists(st.none() | st.sampled_from(["person", "bot", "3" * 64, PROMISE.shares[0]]), max_size=6),
)


def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document."""
    inner = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


@st.composite
def changed(draw: st.DrawFn, document: Record) -> Record:
    """A document with one change: a value replaced, removed or added, or two values exchanged."""
    other = copy.deepcopy(document)
    path = draw(st.sampled_from(list(places(other))))
    holder: Any = other
    for key in path[:-1]:
        holder = holder[key]
    match draw(st.sampled_from(["replace", "remove", "add", "exchange"])):
        case "replace":
            holder[path[-1]] = draw(VALUES)
        case "remove":
            del holder[path[-1]]
        case "add" if isinstance(holder, list):
            holder.insert(path[-1], draw(VALUES))
        case "add":
            holder[draw(st.text(max_size=8))] = draw(VALUES)
        case "exchange":
            with suppress(KeyError, IndexError, TypeError):
                key = draw(st.sampled_from(list(holder))) if isinstance(holder, dict) else path[-1] - 1
                holder[key], holder[path[-1]] = holder[path[-1]], holder[key]
    return other


def same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changed(PROMISE.record()), st.sampled_from(PERSONS))
def test_any_single_change_of_a_record_is_refused(record: Record, seat: int) -> None:
    check(PROMISE.record(), DEALT, PROMISE.shuffle.commitment, PROMISE.receipt(seat))
    if same(record, PROMISE.record()):
        return
    with pytest.raises(Unfair):
        check(record, DEALT, PROMISE.shuffle.commitment, PROMISE.receipt(seat))
    if record.get("attempt") == PROMISE.attempt and "version" in record:
        with pytest.raises(Unfair):  # only the number of attempts, which no card depends on, needs a receipt
            check(record, DEALT)


@settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changed(PROMISE.receipt(1)))
def test_any_single_change_of_a_receipt_is_refused(receipt: Record) -> None:
    if same(receipt, PROMISE.receipt(1)):
        return
    with pytest.raises(Unfair):
        check(PROMISE.record(), DEALT, None, receipt)
