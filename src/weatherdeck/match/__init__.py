"""One game being played: moves, undo, replay, save and load, transcripts."""

from .match import Match, Step

__all__ = ["Match", "Step"]
