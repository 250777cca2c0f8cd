"""Fair shuffles: what is promised, what is revealed, and what `weatherdeck verify` makes of it."""

from __future__ import annotations

import hashlib
import io
import json
import logging
import re
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import httpx
import pytest

from tests.decks import WITH_DECKS, another_deck
from weatherdeck.cli import main
from weatherdeck.games.reference import Deck
from weatherdeck.table.fairness import Dealt, Secret, Shuffle, Unfair, check, deck_digest, new_entropy
from weatherdeck.table.wire import messages as m

from .clients import Client, make_table
from .commands import refusals
from .servers import free_port, serving

TABLE, MATCH = "abc-DEF_1", 3


def shuffled(kinds: str = "pb", deck: Deck | None = None) -> tuple[Shuffle, list[str | None], list[str | None]]:
    """A shuffle with a person for each p and a bot for each b: it, its shares and its entropy."""
    shuffle = Shuffle(TABLE, MATCH, Secret.new(deck_digest(deck)))
    entropy = [new_entropy() if kind == "p" else None for kind in kinds]
    shares = [None if one is None else shuffle.share(seat, one) for seat, one in enumerate(entropy)]
    return shuffle, shares, entropy


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_formulas_are_those_of_the_protocol_page() -> None:
    seed, nonce, deck, entropy = "a" * 64, "b" * 64, "c" * 64, "d" * 64
    for text, digest in (("-", None), (deck, deck)):
        shuffle = Shuffle("T1", 2, Secret(seed, nonce, digest))
        assert shuffle.commitment == sha256(f"weatherdeck shuffle 2 T1 2 {seed} {nonce} {text}")
        assert shuffle.share(1, entropy) == sha256(f"weatherdeck share 2 T1 2 1 {entropy}")
        dealt = sha256(f"weatherdeck deal 2 T1 2 {seed} {nonce} {text} - {entropy} -")
        assert shuffle.deal_seed([None, entropy, None]) == int(dealt[:24], 16)


def test_the_formulas_of_version_1_still_hold() -> None:
    old = Shuffle("T1", 2, Secret("aa", "bb"), version=1)
    assert old.commitment == sha256("aa bb")
    assert old.deal_seed(["01", None, None, "02"]) == int(sha256("aa bb 01 - - 02")[:24], 16)
    assert Shuffle("T1", 2, Secret("aa", "bb", "cc"), version=1).commitment == sha256("aa bb cc")


def test_entropy_of_any_player_changes_the_deal() -> None:
    shuffle, _, _ = shuffled()
    seeds = {shuffle.deal_seed(entropy) for entropy in ([None, None], ["00", None], [None, "00"], ["00", "00"])}
    assert len(seeds) == 4


def test_a_deck_of_the_hosts_own_is_part_of_the_commitment() -> None:
    mine, other = Deck("mine", "a = 1"), Deck("mine", "a = 2")
    shuffle, shares, entropy = shuffled(deck=mine)
    record, seed = shuffle.record(1, shares, entropy), shuffle.deal_seed(entropy)
    check(record, Dealt(seed, 2, mine), shuffle.commitment)
    for wrong in (other, None):
        with pytest.raises(Unfair, match="not the one that the server committed to"):
            check(record, Dealt(seed, 2, wrong))
        with pytest.raises(Unfair, match="is not the commitment"):
            check({**record, "deck": deck_digest(wrong)}, Dealt(seed, 2, wrong))


def test_a_secret_is_not_shown_by_its_repr() -> None:
    secret = Secret.new()
    assert secret.seed not in repr(secret)
    assert secret.nonce not in str(Shuffle(TABLE, MATCH, secret))


def verify(*arguments: str) -> tuple[int, str]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        status = main(["verify", *arguments])
    return status, out.getvalue()


async def test_a_downloaded_game_is_verified_and_a_changed_one_is_not(tmp_path: Path) -> None:
    async with serving(tmp_path / "store") as base:
        made = await make_table(base, "tradewinds")
        async with Client(base, made["table"], made["token"]) as anna:
            await anna.ready()
            await anna.play()
        async with httpx.AsyncClient(base_url=base, headers={"authorization": f"Bearer {made['token']}"}) as http:
            text = (await http.get(f"/api/tables/{made['table']}/game")).text
            transcript = (await http.get(f"/api/tables/{made['table']}/transcript")).text
    file, commitment = tmp_path / "game.json", made["info"]["commitment"]
    file.write_text(text, encoding="utf-8")
    receipt = tmp_path / "receipt.json"
    receipt.write_text(json.dumps(anna.receipts[1]), encoding="utf-8")
    status, said = verify(str(file), "--commitment", commitment, "--receipt", str(receipt))
    assert (status, commitment in said, "the deal matches the commitment" in said) == (0, True, True)
    assert "Your own entropy (seat 0) is part of the shuffle" in said
    receipt.write_text(json.dumps({**anna.receipts[1], "entropy": new_entropy()}), encoding="utf-8")
    assert verify(str(file), "--receipt", str(receipt))[0] == 1
    receipt.write_text("no receipt", encoding="utf-8")
    assert verify(str(file), "--receipt", str(receipt))[0] == 2
    assert verify(str(file), "--receipt", str(tmp_path / "nowhere"))[0] == 2
    assert verify(str(file), "--commitment", "0" * 64)[0] == 1
    document = json.loads(text)
    document["about"]["fairness"]["entropy"][0] = "0" * 64
    file.write_text(json.dumps(document, indent=1), encoding="utf-8")
    assert verify(str(file))[0] == 1
    document["about"] = {}
    file.write_text(json.dumps(document, indent=1), encoding="utf-8")
    assert "no fairness record" in verify(str(file))[1]
    file.write_text(transcript + "\n", encoding="utf-8")
    assert verify(str(file))[0] == 0
    for layout in (json.dumps(json.loads(text)), "\n\n" + json.dumps(json.loads(text), indent=4, sort_keys=True)):
        file.write_text(layout, encoding="utf-8")
        assert "the deal matches the commitment" in verify(str(file))[1], "whatever the layout"
    file.write_text(text[:200], encoding="utf-8")
    status, said = verify(str(file))
    assert (status, "is not a saved game, or is damaged" in said) == (2, True)


async def test_the_seed_reaches_no_client_no_log_and_no_error_before_the_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "weatherdeck")
    port = free_port()
    async with serving(tmp_path / "store", metrics=("127.0.0.1", port)) as base:
        made = await make_table(base, "four-seasons", players=3)
        async with Client(base, made["table"], made["token"]) as anna, httpx.AsyncClient(base_url=base) as http:
            await anna.ready()
            await anna.send("nonsense")
            await anna.get(m.Error)
            said = [json.dumps(made), (await http.get(f"http://127.0.0.1:{port}/metrics")).text]
            path, bearer = f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['token']}"}
            for what in ("", "/game", "/transcript", "/replay", "/replay?seat=all"):
                said.append((await http.get(path + what, headers=bearer)).text)
            over = await anna.play()
            fairness = over.result.fairness
            assert fairness is not None
            assert isinstance(fairness, m.Fairness)
            shuffle = Shuffle(fairness.table, fairness.match, Secret(fairness.seed, fairness.nonce))
            assert shuffle.commitment == made["info"]["commitment"]
            before = next(number for number, text in enumerate(anna.raw) if '"type":"over"' in text)
            said += anna.raw[:before]
    said.append(caplog.text)
    secrets = (fairness.seed, fairness.nonce, str(shuffle.deal_seed(fairness.entropy)))
    for text in said:
        assert not [one for one in secrets if one in text]
    assert made["token"] not in caplog.text
    assert any(fairness.seed in text for text in anna.raw[before:]), "at the end it is revealed"


def test_the_command_line_serves_and_says_what_is_wrong(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "weatherdeck", "serve"]
    decks = [tmp_path / f"{name}.toml" for name in WITH_DECKS]
    for name, file in zip(WITH_DECKS, decks, strict=True):
        file.write_text(another_deck(name).text, encoding="utf-8")
    offered = [argument for file in decks for argument in ("--data", str(file))]
    server = subprocess.Popen(
        [*command, "--no-open", "--port", "0", "--store", str(tmp_path / "store"), "--log", "json", *offered],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        assert server.stderr is not None
        link = re.search(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline())
        assert link is not None
        page = httpx.get(link[0])
        assert page.status_code == 200
        assert "weatherdeck" in page.text
        games = httpx.get(f"{link[0]}api/games").json()["games"]
        titles = {game["name"]: [deck["title"] for deck in game["decks"]] for game in games if game["decks"]}
        assert titles == {name: [name] for name in WITH_DECKS}, "each deck is offered for its own game"
        taken, used, no_store, unreachable = refusals(
            ["--port", link[1], "--store", str(tmp_path / "other")],
            ["--port", "0", "--store", str(tmp_path / "store")],
            ["--port", "0", "--store", "mysql://x/y"],
            ["--port", "0", "--store", "postgresql://u:secret@127.0.0.1:1/x"],
        )
        assert "is taken" in taken
        assert "another server is using the store" in used
        assert "is not a store" in no_store
        assert "secret" not in unreachable
    finally:
        server.terminate()
        assert server.wait(timeout=30) in (0, -signal.SIGTERM)
        for stream in (server.stdout, server.stderr):
            assert stream is not None
            stream.close()
