"""The decks that a host offers, besides those that the games ship with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...errors import Problem
from ...games import registry
from ...games.game import Game
from ...games.reference import DataError, Deck
from ..wire.perspective import Json
from .errors import RequestError


@dataclass(frozen=True)
class OfferedDecks:
    """The host's decks, by game and by fingerprint."""

    by_game: Mapping[str, Mapping[str, Deck]] = field(default_factory=dict)

    @classmethod
    def read(cls, files: Sequence[Path]) -> OfferedDecks:
        """Read deck files and find the games that they are for; DataError if one cannot be offered."""
        by_game: dict[str, dict[str, Deck]] = {}
        for file in files:
            for game in _games_of(file):
                assert game.deck is not None, "decks as shipped are refused"
                decks = by_game.setdefault(game.name, {})
                same = decks.setdefault(game.deck.fingerprint, game.deck)
                if same is not game.deck:
                    raise DataError(f"{file}: holds the same {game.title} deck as {same}: offer it once")
        return cls(by_game)

    def of(self, game: str) -> list[Json]:
        """The decks that are offered for a game, for a message."""
        return [deck_info(deck) for deck in self.by_game.get(game, {}).values()]

    @property
    def fingerprints(self) -> frozenset[str]:
        """The ids of all decks."""
        return frozenset(deck_id for decks in self.by_game.values() for deck_id in decks)

    def offers(self, game: str, deck: Deck) -> bool:
        """Whether a deck is one of these, to the letter: a deck that only plays the same may have another title."""
        return self.by_game.get(game, {}).get(deck.fingerprint) == deck

    def find(self, game: str, deck_id: str | None) -> Deck | None:
        """A deck by its id; None for the deck as shipped."""
        if deck_id is None:
            return None
        try:
            return self.by_game[game][deck_id]
        except KeyError:
            raise RequestError("not_allowed", f"this server does not offer the deck {deck_id!r} for {game}") from None


def deck_info(deck: Deck) -> Json:
    """A deck, for a message."""
    return {"id": deck.fingerprint, "title": deck.title}


def _games_of(file: Path) -> list[Game]:
    """The games that can be played with the deck in a file."""
    deck = registry.read_deck(file)
    games: list[Game] = []
    reasons: list[str] = []
    for name in registry.names():
        try:
            shipped = registry.load(name)
        except Problem:
            continue  # a broken game of another package: it cannot be played with any deck
        if shipped.data_file is None:
            continue
        if deck.fingerprint == shipped.fingerprint:
            raise DataError(f"{file}: is the deck that {shipped.title} ships with, which is always offered")
        try:
            games.append(registry.load(name, deck))
        except Exception as problem:  # a game of another package may fail in any way
            reasons.append(f"  for {shipped.title}: {problem}")
    if not games:
        raise DataError("\n".join([f"{file}: is not a deck of any game:", *reasons]))
    return games
