"""`python -m weatherdeck.lab > docs/lab/columns.md`: the page of columns."""

from .columns import page

print(page(), end="")
