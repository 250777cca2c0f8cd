"""`python -m weatherdeck.lab > docs/lab/columns.md`: generate the page about columns."""

from .columns import page

print(page(), end="")
