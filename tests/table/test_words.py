"""The optional word list: what it finds, what it leaves alone, and what a bad file is told."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from weatherdeck.errors import Problem
from weatherdeck.table.play.words import WordList
from weatherdeck.table.wire import messages as m

from .clients import Client, join, make_table
from .servers import serving

WORDS = WordList(["rascal", "straße", "ass"])


@pytest.mark.parametrize(
    "text",
    [
        "rascal",
        "You RASCAL!",
        "Rascal's",
        "r4sc@l",
        "RA$CAL",
        "r a s c a l",
        "oh r.a.s.c.a.l indeed",
        "r_a_s_c_a_l",
        "\uff32\uff21\uff33\uff23\uff21\uff2c",
        "\U0001d42b\U0001d41a\U0001d42c\U0001d41c\U0001d41a\U0001d425",
        "STRASSE",
        "@ss",
        "a$$",
    ],
)
def test_a_word_is_found_in_its_usual_disguises(text: str) -> None:
    assert WORDS.found_in(text)
    assert "*" in WORDS.masked(text)


@pytest.mark.parametrize(
    "text", ["class", "rascally", "I pass", "4 5 5", "455", "@$$", "as seen", "a ss", "rasc al", "", "!", "a  s  s"]
)
def test_other_words_and_numbers_are_left_alone(text: str) -> None:
    assert not WORDS.found_in(text)
    assert WORDS.masked(text) == text


def test_only_the_word_is_masked() -> None:
    assert WORDS.masked("you rascal, you!") == "you ******, you!"
    assert WORDS.masked("a b r a s c a l c") == "a b * * * * * * c"
    assert WordList().masked("rascal") == "rascal"


def test_a_file_has_a_word_a_line_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("# ours\n\nrascal\n  Scoundrel \n", encoding="utf-8")
    words = WordList.read(path)
    assert len(words) == 2
    assert words.found_in("scoundrel")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "has no words"),
        (b"# only this\n", "has no words"),
        (b"fine\ntwo words\n", "line 2: expected one word"),
        (b"x" * 50, "2 to 40 characters"),
        (b"455\n", "at least one letter"),
        (b"semi;colon\n", "only letters and digits"),
        (b"\xff\xfe\x00", "UTF-8"),
    ],
)
def test_a_bad_file_is_refused_with_the_reason(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(content)
    with pytest.raises(Problem, match=said):
        WordList.read(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="nothing"):
        WordList.read(tmp_path / "nothing.txt")


async def test_a_name_is_refused_and_a_line_is_masked(tmp_path: Path) -> None:
    async with serving(tmp_path / "t.sqlite", words=WORDS) as base:
        async with httpx.AsyncClient(base_url=base) as http:
            refused = await http.post("/api/tables", json={"game": "tradewinds", "name": "A Rascal"})
            assert refused.status_code == 400
            assert "choose another name" in refused.json()["message"]
            made = await make_table(base, "winter-court", seats=[{"kind": "me"}, {"kind": "open"}])
            wish = {"invite": made["invite"], "name": "r4scal"}
            assert (await http.post(f"/api/tables/{made['table']}/join", json=wish)).status_code == 400
        seated = await join(base, made, "Bo")
        async with Client(base, made["table"], seated["token"]) as bo:
            error = await bo.ask({"type": "rename", "name": "Rascal"}, m.Error)
            assert error.code == "not_allowed"
            await bo.send({"type": "chat", "text": "what a Rascal"})
            assert (await bo.get(m.Said)).line.text == "what a ******"
