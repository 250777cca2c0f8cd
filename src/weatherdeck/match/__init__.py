"""A game being played: moves, undo, replay, saved games and transcripts."""

from .draft import Draft
from .match import Match, Step

__all__ = ["Draft", "Match", "Step"]
