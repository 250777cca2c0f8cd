"""Write whole games with all cards open into web/tests/fixtures/deals, for the tests of the browser's own dealing.

Run it from the repository: `.venv/bin/python web/scripts/deals.py`. The cards are dealt by the rules in Python, and the
same seeds give the same files; a test checks that they are fresh.
"""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any, TypeAlias

from weatherdeck.conformance import can_be_played
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.reference import Deck
from weatherdeck.kernel import new_rng, rng_below, rng_next
from weatherdeck.match import Match, save
from weatherdeck.table.fairness import RECEIPT, SAME_IN_BOTH, Secret, Shuffle, deck_digest

FOLDER = Path(__file__).parent.parent / "tests" / "fixtures" / "deals"
GENERATOR = "generator"
"""The name of the file with plain random numbers."""
SHUFFLE = "shuffle"
"""The name of the file with a whole match: its fairness record, its saved game, its moments, and a player's receipt."""

Setup: TypeAlias = tuple[int, dict[str, Any], Deck | None]
"""Players, options, and a deck of one's own."""

KEPT = frozenset(
    {
        "card",
        "cards",
        "cards_dealt",
        "complete",
        "covering",
        "dealer",
        "display",
        "down",
        "drawn",
        "hand",
        "hand_size",
        "market",
        "number",
        "piles",
        "pit",
        "played",
        "role",
        "round",
        "seat",
        "seats",
        "tableau",
        "text",
        "to_move",
        "token",
        "tokens",
        "true",
        "turn",
        "up",
    }
)
"""The parts of views that dealing reads."""


def written(name: str) -> str:
    """The file of a game: whole games with several seeds, all numbers of players, options, and a deck of one's own."""
    if name == GENERATOR:
        return _generator()
    if name == SHUFFLE:
        return json.dumps(_shuffled(), separators=(",", ":")) + "\n"
    game = registry.load(name)
    asked: list[Setup] = [(players, options, None) for players in game.players for options in _options(game, players)]
    if game.data_file is not None:
        asked.append((game.players[0], {}, _deck(game)))
    games = [_played(name, setup, number) for number, setup in enumerate(asked)]
    return "[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in games) + "\n]\n"


def _seed(name: str, number: int) -> int:
    """A seed of 96 bits, like those of the table server."""
    return int.from_bytes(hashlib.sha256(f"{name} {number}".encode()).digest()[:12], "big")


def _played(name: str, setup: Setup, number: int) -> dict[str, Any]:
    match, moments = _random_game(name, setup, _seed(name, number))
    players, _, deck = setup
    return {
        "ruleset": match.game.rules.RULESET,
        "seed": f"{match.seed:024x}",
        "players": players,
        "options": match.options,
        "deck": None if deck is None else deck.text,
        "moments": moments,
    }


def _random_game(name: str, setup: Setup, seed: int) -> tuple[Match, list[Any]]:
    """A game of random moves, and its moments: seat, move, and what changed."""
    players, options, deck = setup
    match = Match(registry.load(name, deck), seed=seed, players=players, options=options)
    chance = random.Random(seed)
    moments: list[Any] = [[None, "", before := _opened(match)]]
    while not match.is_over:
        step = match.play(chance.choice(match.legal()))
        now = _opened(match)
        moments.append([step.seat, step.text, _changed(before, now)])
        before = now
    return match, moments


def _shuffled() -> dict[str, Any]:
    """A match of two people and bots with a deck of the host's own, as the table server shuffles it."""
    game = next(one for one in map(registry.load, registry.ours()) if one.data_file is not None and one.players[0] > 2)
    deck, players = _deck(game), game.players[0]
    digits = [hashlib.sha256(f"fixture {n}".encode()).hexdigest() for n in range(4)]
    entropy = [*digits[2:], *[None] * (players - 2)]
    shuffle = Shuffle("fixture", 1, Secret(digits[0], digits[1], deck_digest(deck)))
    shares = [None if one is None else shuffle.share(seat, one) for seat, one in enumerate(entropy)]
    match, moments = _random_game(game.name, (players, {}, deck), shuffle.deal_seed(entropy))
    record = shuffle.record(1, shares, entropy)
    receipt = {
        "kind": RECEIPT,
        **{key: record[key] for key in ("version", *SAME_IN_BOTH)},
        "seat": 0,
        "entropy": entropy[0],
    }
    saved = json.loads(save.dumps(match, {"fairness": record}))
    return {"game": game.name, "record": record, "saved": saved, "moments": moments, "receipt": receipt}


def _opened(match: Match) -> Any:
    """The table with all cards open, like the server's replay: a spectator's view, each seat as its player sees it."""
    seats = [match.view(seat)["seats"][seat] for seat in range(match.players)]
    return _trimmed({**match.view(None), "seats": seats})


def _trimmed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _trimmed(one) for key, one in value.items() if key in KEPT}
    return [_trimmed(one) for one in value] if isinstance(value, list) else value


def _changed(before: Any, now: Any) -> Any:
    """Only what changed: `{"#": {"2": ...}}` changes the third of a list."""
    if isinstance(before, dict) and isinstance(now, dict) and before.keys() == now.keys():
        return {key: _changed(before[key], now[key]) for key in now if before[key] != now[key]}
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now) and isinstance(now[0], dict):
        return {"#": {n: _changed(before[n], now[n]) for n in range(len(now)) if before[n] != now[n]}}
    return now


def _options(game: Game, players: int) -> list[dict[str, Any]]:
    """The defaults, everything switched on, every choice, and all parameters as low and as high as they go together;
    each with another seed."""
    options = [option for option in game.options if not option.is_parameter]
    flags = {option.name: True for option in options if option.kind == "flag"}
    numbers = {option.name: option.low + 1 for option in options if option.kind == "number"}
    choices = [{option.name: choice} for option in options for choice in option.choices]
    turned = [found for end in ("low", "high") if (found := _turned(game, players, end))]
    return [{}, {**flags, **numbers}, *choices, *turned]


def _turned(game: Game, players: int, end: str) -> dict[str, Any]:
    """Every parameter at one end of its range, unless the rules cannot hold with those before it."""
    found: dict[str, Any] = {}
    for option in game.options:
        more = {**found, option.name: getattr(option, end)}
        if option.is_parameter and can_be_played(game, players, more):
            found = more
    return found


def _deck(game: Game) -> Deck:
    """Another deck: two rows change places and, where equal cards are allowed, there are some."""
    lines = (Path(game.package.__path__[0]) / str(game.data_file)).read_text(encoding="utf-8").splitlines()
    rows = [number for number, line in enumerate(lines) if "=" in line and not line.startswith("#")][:2]
    (key, first), (other, second) = (lines[number].split("=", 1) for number in rows)
    lines[rows[0]], lines[rows[1]] = f"{key}={second}  # exchanged", f"{other}={first}"
    return Deck("mine", "\n".join(lines).replace('"1 1 1 4"', '"4 2 2 9"').replace('"1 1 4 1"', "'1 1 3 2'"))


def _generator() -> str:
    """The first random numbers of some seeds."""
    seeds = [0, 1, 2**32 - 1, 2**64, 2**96 - 1, *(_seed(GENERATOR, n) for n in range(5))]
    found = []
    for seed in seeds:
        rng, again = new_rng(seed), new_rng(seed)
        numbers, below = [rng_next(rng) for _ in range(20)], [rng_below(again, n) for n in range(1, 64)]
        found.append({"seed": f"{seed:024x}", "next": numbers, "below": below})
    return json.dumps(found, separators=(",", ":")) + "\n"


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in (GENERATOR, SHUFFLE, *registry.ours()):
        (FOLDER / f"{name}.json").write_text(written(name), encoding="utf-8")


if __name__ == "__main__":
    main()
