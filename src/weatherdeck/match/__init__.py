"""One game being played: moves, undo, replay, save and load, transcripts."""

from .draft import Draft
from .match import Match, Step

__all__ = ["Draft", "Match", "Step"]
