"""Names that people type: what they meant when a name is not quite right."""

from __future__ import annotations

from collections.abc import Iterable

CLOSE = 0.6
"""How alike two names have to be for one to be suggested, from 0 to 1 (`difflib`)."""


def squashed(name: str) -> str:
    """A name without what people do not remember about it: case, spaces, hyphens and underscores."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def closest(given: str, known: Iterable[str]) -> str | None:
    """The known name that is most like a given one, or None if none is."""
    import difflib  # here, because it is only needed when something is wrong

    by_squashed = {squashed(name): name for name in reversed(list(known))}
    found = difflib.get_close_matches(squashed(given), by_squashed, n=1, cutoff=CLOSE)
    return by_squashed[found[0]] if found else None


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """The end of an error message: a suggestion if one is close, otherwise nothing."""
    found = closest(given, known)
    return f" Did you mean {found!r}?" if found is not None else ""
