"""Print and play: every card of the deck, nine to a page, in both paper sizes, drawn as in the browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from weatherdeck.errors import Problem
from weatherdeck.games import pen, registry
from weatherdeck.lab.printing import paper, plain_faces, sheets

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/weatherdeck/games"
TABLES = ROOT / "web/src/games"
COURT = GAMES / "winter_court/court.toml"
COLOUR = re.compile(r"#[0-9a-f]{6}\b")


def folder(name: str) -> Path:
    return GAMES / name.replace("-", "_")


def art_of(name: str) -> Any:
    return json.loads((folder(name) / "art.json").read_text(encoding="utf-8"))


def texts(data: Any) -> list[str]:
    """All texts in plain data."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        return [text for part in data for text in texts(part)]
    return [data] if isinstance(data, str) else []


def drawn(name: str) -> str:
    """All pieces of a game, the back of its cards, and its signs as notebooks show them, as SVG."""
    game = registry.load(name)
    assert game.faces is not None
    signs = [game.faces.face("sign", word) for word in art_of(name)["signs"]]
    every = [*paper.pieces(game), paper.back(game), *signs]
    return "".join(pen.svg(piece, 1) for piece in every if piece is not None)


@pytest.mark.parametrize("name", registry.ours())
@pytest.mark.parametrize(("size", "box"), [("a4", "595.28 841.89"), ("letter", "612 792")])
def test_all_pieces_are_there_cards_nine_to_a_page(name: str, size: paper.Paper, box: str) -> None:
    pieces = paper.pieces(registry.load(name))
    made = paper.pdf(name, pieces, size)
    assert made.startswith(b"%PDF")
    every = sheets.sheets(pieces, size)
    assert len(re.findall(rb"/Type /Page\b", made)) == len(every)
    assert sum(len(sheet.pieces) for sheet in every) == sum(piece.copies for piece in pieces)
    cards = [sheet for sheet in every if sheet.grid.size == (pen.WIDTH, pen.HEIGHT)]
    assert all(len(sheet.pieces) == 9 for sheet in cards[:-1])
    width, height = (float(length) for length in box.split())
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", made)
    assert found is not None
    assert (float(found[1]), float(found[2])) == pytest.approx((width, height), abs=0.1)


def test_backs_follow_their_sheets() -> None:
    game = registry.load("tradewinds")
    pieces = paper.pieces(game)
    made = paper.pdf(game.title, pieces, back=paper.back(game), backs=True)
    assert len(re.findall(rb"/Type /Page\b", made)) == 2 * len(sheets.sheets(pieces))


def test_a_game_without_a_back_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("tradewinds")
    assert game.art is not None
    monkeypatch.setitem(game.__dict__, "art", {key: value for key, value in game.art.items() if key != "back"})
    with pytest.raises(Problem, match="has no card back"):
        paper.write(game, tmp_path / "cards.pdf", backs=True)


@pytest.mark.parametrize("name", registry.ours())
def test_every_piece_is_also_well_formed_svg(name: str) -> None:
    for piece in paper.pieces(registry.load(name)):
        root = ET.fromstring(pen.svg(piece, 0.5))
        assert root[0].text == piece.name
        assert len(root) > 1


@pytest.mark.parametrize("name", [name for name in registry.ours() if name != "tradewinds"])
def test_suits_differ_by_sign_by_letters_and_by_colour(name: str) -> None:
    art = art_of(name)
    animals = art.get("animals", {})  # Tweedy Tricksters': the screen does without them
    for (one, look), (other, look_of_other) in combinations(art["signs"].items(), 2):
        assert (look.get("paths") or animals[one]) != (look_of_other.get("paths") or animals[other])
        assert look["letters"] != look_of_other["letters"]
        assert look["colour"] != look_of_other["colour"]


def test_the_characteristics_of_tradewinds_differ() -> None:
    art = art_of("tradewinds")
    assert sorted(look["letters"] for look in art["signs"].values()) == sorted("FPHRGBCST")
    colours = {letter: art["signs"][letter]["colour"] for letter in "RGB"}
    for looks in (art["patterns"], art["shapes"], art["symbols"], colours):
        assert len({str(look) for look in looks.values()}) == len(looks)


@pytest.mark.parametrize("name", registry.ours())
def test_every_drawing_and_colour_of_a_game_is_on_its_pieces(name: str) -> None:
    on_pieces, art = drawn(name), art_of(name)
    art.pop("felt", None)  # it lies under them
    colours = [look["colour"] for look in art["signs"].values()]
    neutral = {colour for colour in colours if colours.count(colour) > 1}  # of signs that have no colour of their own
    for text in texts(art):
        if text not in neutral and (COLOUR.fullmatch(text) or re.match(r"[Mm][\d-]", text)):
            assert text in on_pieces


@pytest.mark.parametrize("name", registry.ours())
def test_the_browser_draws_from_the_same_file_and_nobody_has_a_copy(name: str) -> None:
    client = {path: path.read_text(encoding="utf-8") for path in (TABLES / name).rglob("*") if path.is_file()}
    assert any(f"games/{folder(name).name}/art.json" in text for text in client.values())
    faces = (folder(name) / "faces.py").read_text(encoding="utf-8")
    assert not COLOUR.findall(faces)
    for text in texts(art_of(name)):
        if COLOUR.fullmatch(text) or len(text) > 16:
            assert not [path.name for path, held in client.items() if text in held]
            assert text not in faces


def test_play_does_not_load_what_draws() -> None:
    code = f"""
import sys
from weatherdeck.games import registry
for name in {registry.ours()}:
    registry.load(name)
assert not [name for name in sys.modules if name.endswith(".faces") or name.startswith("fpdf")]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_fewer_players_need_fewer_cards() -> None:
    game = registry.load("four-seasons")
    assert sum(piece.copies for piece in paper.pieces(game, 3)) == 31 + 4 + 12 + 3 + 1


def own_court(target: Path, ruler: str) -> list[pen.Piece]:
    """The pieces of a court with another ruler."""
    target.write_text(COURT.read_text(encoding="utf-8").replace('"Ruler"', f'"{ruler}"'), encoding="utf-8")
    return paper.pieces(registry.load_with("winter-court", target))


def test_a_deck_of_ones_own_is_printed(tmp_path: Path) -> None:
    pieces = own_court(tmp_path / "court.toml", "Empress")
    names = [piece.name for piece in pieces]
    assert "Empress" in names
    assert "Ruler" not in names
    assert "Empress" in "".join(pen.svg(piece, 1).partition("</title>")[2] for piece in pieces)
    assert paper.pdf("Winter Court", pieces).startswith(b"%PDF")


def test_a_name_that_no_font_of_the_pdf_can_write_is_refused(tmp_path: Path) -> None:
    pieces = own_court(tmp_path / "court.toml", "Władca")
    with pytest.raises(Problem, match="'Władca' cannot be printed"):
        paper.pdf("Winter Court", pieces)


def test_a_tile_says_what_its_power_does() -> None:
    tile = next(piece for piece in paper.pieces(registry.load("winter-court")) if "Charlatan" in piece.name)
    words = " ".join(ET.fromstring(pen.svg(tile, 1)).itertext())
    assert "discard the influence on an unclaimed member" in words


def test_a_game_without_faces_and_without_cards_in_its_view_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("examples.high_card")
    monkeypatch.setattr(type(game), "faces", None)
    assert paper.pieces(game)
    monkeypatch.setattr(game.view, "FACES", {})
    with pytest.raises(Problem, match=r"its view shows no cards that could be printed: add a faces\.py"):
        paper.pieces(game)


@pytest.mark.parametrize("name", registry.ours())
def test_plain_cards_are_the_cards_of_the_deck(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_faces, "DEALS", 12)
    monkeypatch.setattr(plain_faces, "GAMES", 1)
    game = registry.load(name)
    players = game.players[-1]
    own = paper.pieces(game, players)
    plain = plain_faces.pieces(game, game.new_state(players))
    assert len({piece.name for piece in plain}) == len(plain)
    cards = len(next(iter(game.view.FACES.values())))
    assert len(plain) >= cards, "all cards are there, seen or not"
    most = max(piece.copies for piece in own)
    assert all(1 <= piece.copies <= most for piece in plain)
    assert paper.pdf(game.title, plain).startswith(b"%PDF")
