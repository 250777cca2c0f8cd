"""`import weatherdeck`: what is public, how a game is loaded, and what it says when it cannot be."""

from __future__ import annotations

import inspect
import pickle
import re
import subprocess
import sys
import tomllib
import typing
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # comes with uvicorn, without types

import weatherdeck
from tests.decks import WITH_DECKS, WITHOUT_DECKS, another_deck
from weatherdeck import Batch, Bot, DataError, Deck, Game, IllegalMove, Layout, OptionError, Part, Position, UnknownGame
from weatherdeck.games import registry

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
CLASSES = {"Game": Game, "Position": Position, "Bot": Bot, "Batch": Batch, "Layout": Layout, "Part": Part, "Deck": Deck}


# ---------------------------------------------------------------- what is public
def test_importing_weatherdeck_imports_nothing_else() -> None:
    """The command line, and whoever only wants the version, do not wait for NumPy and Numba."""
    script = (
        "import sys; import weatherdeck; weatherdeck.__version__; dir(weatherdeck); "
        "print(sorted(name for name in sys.modules if name.startswith(('weatherdeck.', 'numpy', 'numba'))))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there_and_no_other_is() -> None:
    assert all(hasattr(weatherdeck, name) for name in weatherdeck.__all__)
    assert set(weatherdeck.__all__) <= set(dir(weatherdeck))
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        weatherdeck.nonsense  # type: ignore[attr-defined]  # noqa: B018  # that is the test


def listed() -> dict[str, set[str]]:
    """The names of the tables of the page: by the class of the heading, or "" for those of the package."""
    found: dict[str, set[str]] = {}
    for heading, body in re.findall(r"^### ([^\n]+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL):
        named = re.search(r"`weatherdeck\.(\w+)`", heading)
        rows = re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", body, re.MULTILINE)
        names = {re.match(r"\w+", name).group() for row in rows for name in re.findall(r"`([^`]+)`", row)}  # type: ignore[union-attr]  # it begins with a name
        found.setdefault(named.group(1) if named else "", set()).update(names)
    return found


def members(kind: type) -> set[str]:
    """What a class offers."""
    return {name for name, member in inspect.getmembers_static(kind) if not name.startswith("_")}


def test_the_page_lists_exactly_what_is_public() -> None:
    tables = listed()
    assert tables[""] == set(weatherdeck.__all__)
    for name in ("Game", "Position", "Bot"):
        assert tables[name] == members(CLASSES[name]), name


@pytest.mark.parametrize("name", [name for name in weatherdeck.__all__ if callable(getattr(weatherdeck, name))])
def test_everything_public_has_a_docstring_and_types(name: str) -> None:
    thing = getattr(weatherdeck, name)
    assert thing.__doc__
    functions = {name: thing} if inspect.isfunction(thing) else {}
    if name in CLASSES:
        for member in members(thing):
            found = inspect.getattr_static(thing, member)
            if isinstance(found, property | classmethod | staticmethod):
                found = found.fget if isinstance(found, property) else found.__func__
            if inspect.isfunction(found):
                functions[f"{name}.{member}"] = found
    for where, function in functions.items():
        assert function.__doc__, where
        public = {name: getattr(weatherdeck, name) for name in weatherdeck.__all__}
        known = vars(sys.modules[function.__module__]) | public | {"Variant": Game}  # some are imported for types only
        hints = typing.get_type_hints(function, known)
        parameters = [one for one in inspect.signature(function).parameters if one not in ("self", "cls")]
        assert {*parameters, "return"} <= set(hints), where


def test_the_package_is_typed() -> None:
    assert (Path(inspect.getfile(weatherdeck)).parent / "py.typed").exists()


def test_the_citation_is_complete_and_names_this_version() -> None:
    """The keys that the Citation File Format 1.2.0 requires, and those that a reference needs."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert citation["title"] == project["name"]
    assert citation["version"] == project["version"] == weatherdeck.__version__
    assert citation["license"] == project["license"]
    assert citation["authors"]
    assert all(set(author) & {"name", "family-names"} for author in citation["authors"])


# ---------------------------------------------------------------- loading
def test_a_game_knows_what_it_is() -> None:
    assert weatherdeck.list_games()[: len(registry.ours())] == registry.ours()
    for name in registry.ours():
        game, inner = weatherdeck.load(name), registry.load(name)
        assert (game.name, game.title, game.deck, game.ruleset) == (name, inner.title, None, inner.rules.RULESET)
        assert (game.actions, game.max_legal) == (inner.rules.ACTIONS, inner.rules.MAX_LEGAL)
        assert game.observation is inner.rules.OBSERVATION
        assert game.cooperative == inner.cooperative
        assert game.rules == inner.rulebook
        assert game.options == {option.name: option.default for option in inner.options}
        assert [game.action(game.text(action)) for action in range(game.actions)] == list(range(game.actions))


def test_options_and_players_are_arguments() -> None:
    game = weatherdeck.load("four-seasons", players=5, rounds=3)
    assert (game.players, game.options["rounds"]) == (5, 3)
    assert game.deal(seed=1).state.rounds == 3
    assert game.longest == 3 * weatherdeck.load("four-seasons", players=5).longest
    assert game.deal(seed=1).returns == (0.0,) * 5
    with pytest.raises(TypeError):
        game.options["rounds"] = 9  # type: ignore[index]  # it is read-only


@pytest.mark.parametrize(
    ("name", "given", "kind", "reason"),
    [
        ("weathervane", {}, UnknownGame, r"there is no game 'weathervane'.*Did you mean 'weathervanes'\?"),
        ("Winter_Court", {}, UnknownGame, "Did you mean 'winter-court'"),
        ("chess", {}, UnknownGame, "the games are: .*tradewinds"),
        ("", {}, UnknownGame, "there is no game"),
        (7, {}, UnknownGame, "loaded by its name"),
        ("weathervanes", {"players": 3}, OptionError, "is for 4 players, not 3"),
        ("weathervanes", {"players": "4"}, OptionError, "is for 4 players"),
        ("weathervanes", {"speed": 3}, OptionError, "has no option 'speed' .*constrained_lead"),
        ("weathervanes", {"partial_misere": "yes"}, OptionError, "must be true or false"),
        ("four-seasons", {"rounds": 100}, OptionError, "number from 1 to 99"),
        ("weathervanes", {"deck": "no-such-file.toml"}, DataError, "no-such-file.toml: cannot be read"),
        (WITHOUT_DECKS[0], {"deck": Deck("mine", "")}, DataError, "has no deck file"),
    ],
)
def test_what_cannot_be_loaded_is_refused_with_what_was_expected(
    name: Any, given: dict[str, Any], kind: type[Exception], reason: str
) -> None:
    with pytest.raises(kind, match=reason):
        weatherdeck.load(name, **given)


@pytest.mark.parametrize("name", WITH_DECKS[:1])
def test_a_deck_is_given_as_a_file_or_as_it_is(name: str, tmp_path: Path) -> None:
    deck = another_deck(name, "my-deck")
    path = tmp_path / "my-deck.toml"
    path.write_text(deck.text, encoding="utf-8")
    games = [weatherdeck.load(name, deck=given) for given in (path, str(path), deck)]
    assert games[0] == games[1] == games[2] != weatherdeck.load(name)
    assert games[0].deck == deck


def test_games_are_values() -> None:
    game = weatherdeck.load("four-seasons", players=5, rounds=3)
    for other in (
        weatherdeck.load("four-seasons", rounds=3, players=5),
        pickle.loads(pickle.dumps(game)),
        eval(repr(game), {"weatherdeck": weatherdeck}),
    ):
        assert other == game
        assert hash(other) == hash(game)
    assert repr(game) == "weatherdeck.load('four-seasons', players=5, rounds=3)"
    assert game != weatherdeck.load("four-seasons", players=5)
    assert game != weatherdeck.load("four-seasons", rounds=3)
    assert weatherdeck.load("weathervanes", partial_misere=False) == weatherdeck.load("weathervanes")
    assert game != "four-seasons"


def test_a_deal_without_a_seed_can_be_dealt_again() -> None:
    game = weatherdeck.load("tradewinds")
    position, other = game.deal(), game.deal()
    assert position != other
    assert eval(repr(position), {"weatherdeck": weatherdeck}) == position


def test_texts_and_numbers_of_actions_are_checked() -> None:
    game = weatherdeck.load("tradewinds")
    with pytest.raises(IllegalMove, match="actions are numbered from 0 to 26"):
        game.text(27)
    with pytest.raises(IllegalMove, match="not a float"):
        game.text(1.0)  # type: ignore[arg-type]  # that is the test
    with pytest.raises(IllegalMove, match="is not"):
        game.action("nonsense")
