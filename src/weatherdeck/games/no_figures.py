"""The figures of a game without a `figures.py`: nothing is counted but what is counted in every game."""

from __future__ import annotations

from .figures import CardSet, Figures, Panel

FIGURES = Figures()
SCORE = None
LEADS = False
CARDS: tuple[str, ...] = ()
CARD_SETS: tuple[CardSet, ...] = ()
PANELS: tuple[Panel, ...] = ()
