"""`python -m weatherdeck.lab > docs/lab/columns.md`: generate the page about columns."""

from .playing.columns import page

print(page(), end="")
