"""How fast weatherdeck is. `make bench` prints it; nothing here asserts a time."""

from weatherdeck.games import registry

SEATS = 4


def default_game() -> str:
    """The game that is measured where one has to do: of those for four, the one with the most actions."""
    games = [game for game in map(registry.load, registry.ours()) if game.players == (SEATS,)]
    return max(games, key=lambda game: game.rules.ACTIONS).name
