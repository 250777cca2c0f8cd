"""Which game is measured where one has to do."""

from weatherdeck.games import registry

SEATS = 4


def default_game() -> str:
    """Of our games for four players, the one with the most actions."""
    games = [game for game in map(registry.load, registry.ours()) if game.players == (SEATS,)]
    return max(games, key=lambda game: game.rules.ACTIONS).name
