"""The games, and the contract they all keep: see `game.py`."""
