"""A game being played: moves, undo, replay, saved games and transcripts."""

from .draft import Draft
from .match import Match, Step
from .previews import Preview, preview

__all__ = ["Draft", "Match", "Preview", "Step", "preview"]
