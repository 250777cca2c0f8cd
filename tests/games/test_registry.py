"""Games are found, loaded with another deck, and refuse a deck that is not theirs."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from tests import sixth
from tests.decks import WITH_DECKS, WITHOUT_DECKS, another_deck, shipped, with_another_deck
from weatherdeck.games import registry
from weatherdeck.games.data import DataError
from weatherdeck.games.reference import Deck, GameRef
from weatherdeck.kernel import new_rng
from weatherdeck.match import Match, save

FOLDER = Path(registry.__file__).parent


# ---------------------------------------------------------------- discovery
def test_every_folder_with_rules_is_a_game_and_nothing_else_is() -> None:
    folders = {path.name for path in FOLDER.iterdir() if (path / "rules.py").exists()}
    assert len(folders) > 1
    assert {name.replace("-", "_") for name in registry.ours()} == folders
    assert registry.ours() == sorted(registry.ours())


@pytest.mark.parametrize("name", registry.ours())
def test_a_game_has_the_name_of_its_folder(name: str) -> None:
    game = registry.load(name)
    assert game.name == name
    assert registry.load(game.package.__name__) is game
    assert registry.load(game.ref) is game
    assert game.ref == GameRef(name)


def test_a_package_that_is_installed_is_a_game_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "theirs-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    ours = registry.ours()[0]
    (about / "entry_points.txt").write_text(f"[weatherdeck.games]\na-new-game = theirs.game\n{ours} = theirs.copy\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert registry.names() == [*registry.ours(), "a-new-game"], "ours come first and keep their names"
    with pytest.raises(
        registry.BrokenGame, match=r"the game 'a-new-game' \(theirs\.game\) cannot be loaded: ModuleNotFoundError"
    ):
        registry.load("a-new-game")


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(registry.UnknownGame, match=f"there is no game 'chess'; the games are: {registry.ours()[0]}, "):
        registry.load("chess")
    with pytest.raises(registry.UnknownGame, match="has no GAME"):
        registry.load("json")


# ---------------------------------------------------------------- decks
@pytest.mark.parametrize("name", WITH_DECKS)
def test_a_deck_as_shipped_is_the_game_itself_whatever_its_layout_and_title(name: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(f'title = "A copy"\n# and a comment\n{shipped(name)}')
    deck = registry.read_deck(path)
    assert deck.title == "A copy"
    assert registry.load(name, deck) is registry.load(name)
    assert deck.fingerprint == registry.load(name).fingerprint


@pytest.mark.parametrize("name", WITH_DECKS)
def test_a_game_with_another_deck_knows_it(name: str) -> None:
    deck = another_deck(name)
    game, standard = registry.load(name, deck), registry.load(name)
    assert (game.deck, game.name, game.fingerprint) == (deck, name, deck.fingerprint)
    assert game.fingerprint != standard.fingerprint
    assert standard.deck is None
    assert game.ref == GameRef(name, deck)
    assert registry.load(game.ref) is game


def test_decks_that_differ_only_in_their_title_share_rules_and_keep_their_titles() -> None:
    one, other = (with_another_deck(WITH_DECKS[0], title) for title in ("one", "other"))
    assert one.rules is other.rules
    assert [game.ref.deck and game.ref.deck.title for game in (one, other)] == ["one", "other"]


def test_a_decks_title_is_its_files_name_unless_the_file_sets_one(tmp_path: Path) -> None:
    path = tmp_path / "windy.toml"
    path.write_text("[cards]")
    assert registry.read_deck(path).title == "windy"
    for wrong in ("3", '" "', f'"{"x" * 61}"'):
        path.write_text(f"title = {wrong}\n[cards]")
        with pytest.raises(DataError, match=r"windy\.toml: the title must be a text of 1 to 60 characters"):
            registry.read_deck(path)


@pytest.mark.parametrize("name", WITHOUT_DECKS)
@pytest.mark.parametrize("whose", WITH_DECKS)
def test_a_game_without_a_deck_file_refuses_any_deck(name: str, whose: str) -> None:
    with pytest.raises(DataError) as refused:
        registry.load(name, another_deck(whose))
    title, theirs = registry.load(name).title, registry.load(whose).title
    assert str(refused.value) == (
        f"the deck 'mine': {title} has no deck file, so it cannot be played with another deck "
        f"(it is a deck of {theirs})"
    )


@pytest.mark.parametrize("name", WITH_DECKS)
@pytest.mark.parametrize("whose", WITH_DECKS)
def test_another_games_deck_is_refused_and_told_whose_it_is(name: str, whose: str) -> None:
    if name == whose:
        return
    for text in (another_deck(whose).text, shipped(whose)):
        with pytest.raises(DataError, match=rf"\(it is a deck of {registry.load(whose).title}\)$"):
            registry.load(name, Deck("theirs", text))


@pytest.mark.parametrize("name", WITH_DECKS)
@pytest.mark.parametrize(
    ("more", "line", "message"),
    [
        ("[extra]\na = 1\n", -2, r"the table \[extra\] is unknown"),
        ("[ 'extra' ]  # mine\n", -1, r"the table \[extra\] is unknown"),
        ("[extra.deep]\na = 1\n", -2, r"the table \[extra\] is unknown"),
        ("[[extra]]\na = 1\n", -2, "the key 'extra' is unknown"),
    ],
)
def test_an_unknown_table_is_refused_by_its_name_and_line(name: str, more: str, line: int, message: str) -> None:
    text = f"{shipped(name)}{more}"
    number = len(text.splitlines()) + 1 + line
    with pytest.raises(DataError, match=rf"the deck 'mine', line {number}: {message}"):
        registry.load(name, Deck("mine", text))


@pytest.mark.parametrize("name", WITH_DECKS)
def test_an_unknown_key_is_refused_by_its_name_and_line(name: str) -> None:
    with pytest.raises(DataError, match="the deck 'mine', line 1: the key 'colour' is unknown"):
        registry.load(name, Deck("mine", f"colour = 3\n{shipped(name)}"))
    number = len(shipped(name).splitlines()) + 1
    with pytest.raises(DataError, match=f"the deck 'mine', line {number}: there is no .* 'colour'"):
        registry.load(name, Deck("mine", f"{shipped(name)}\ncolour = 3\n".replace("\n\ncolour", "\ncolour")))


def test_a_mistake_in_the_deck_file_of_a_game_of_ones_own_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = "from pathlib import Path\nfrom weatherdeck.games import data\n"
    reads += (
        'DATA = data.read(__package__, Path(__file__).parent, "deck.toml")\nDATA.table("cards", "lists the cards")\n'
    )
    sixth.build(tmp_path, "being_written", {"rules.py": (("DATA = None", f"{reads}NOTHING = None"),)})
    (tmp_path / "being_written" / "deck.toml").write_text("[card]\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(DataError, match=r"deck\.toml, line 1: has no table \[cards\]"):
        registry.load("being_written")
    (tmp_path / "being_written" / "deck.toml").write_text("[cards]\n")
    assert registry.load("being_written").data_file == "deck.toml"


def test_a_deck_that_is_refused_leaves_nothing_behind() -> None:
    before = set(sys.modules)
    for name in WITH_DECKS:
        with pytest.raises(DataError):
            registry.load(name, Deck("mine", f"{shipped(name)}\n[extra]\n"))
    assert not {module for module in set(sys.modules) - before if "__" in module.rpartition("games.")[2]}


# ---------------------------------------------------------------- travelling
@pytest.mark.parametrize("name", registry.ours())
def test_a_game_and_its_states_pickle(name: str) -> None:
    for game in [registry.load(name), *([with_another_deck(name)] if name in WITH_DECKS else [])]:
        state = game.new_state()
        game.rules.deal(state, new_rng(1))
        again, state_again = pickle.loads(pickle.dumps((game, state)))
        assert again is game
        assert state_again == state
        assert type(state_again) is game.rules.State


def test_a_game_that_is_not_installed_is_found_again_by_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sixth.build(tmp_path, "not_installed", {"__init__.py": (('name="not_installed"', 'name="its-name"'),)})
    monkeypatch.syspath_prepend(str(tmp_path))
    game = registry.load("not_installed")
    assert (game.name, game.ref) == ("its-name", GameRef("not_installed"))
    assert pickle.loads(pickle.dumps(game)) is game
    assert save.loads(save.dumps(Match(game, seed=1)))[0].game is game


IN_A_FRESH_PROCESS = """
import pickle, sys
game, state = pickle.load(sys.stdin.buffer)
print(game.title, game.fingerprint, game.ref.deck is not None, state.to_bytes().hex())
print(*[game.words.text(action) for action in game.legal(state)])
"""


@pytest.mark.parametrize("name", registry.ours())
def test_a_game_and_a_state_travel_to_a_fresh_process_with_their_deck(name: str) -> None:
    for game in [registry.load(name), *([with_another_deck(name)] if name in WITH_DECKS else [])]:
        state = game.new_state()
        game.rules.deal(state, new_rng(1))
        sent = pickle.dumps((game, state))
        run = subprocess.run([sys.executable, "-c", IN_A_FRESH_PROCESS], input=sent, capture_output=True, check=True)
        first, second = run.stdout.decode().splitlines()
        assert first == f"{game.title} {game.fingerprint} {game.deck is not None} {state.to_bytes().hex()}"
        assert second == " ".join(game.words.text(action) for action in game.legal(state))


@pytest.mark.parametrize("title", ["", " ", "a\nb", "\x1b[2J", "\u202eb", "a" * 61])
def test_a_title_that_cannot_be_shown_is_refused(title: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="title"):
        Deck.from_data({"title": title, "text": ""})
    path = tmp_path / "deck.toml"
    path.write_text(f"title = {json.dumps(title)}", encoding="utf-8")
    with pytest.raises(DataError, match="title must be a text of 1 to 60"):
        Deck.read(path)
