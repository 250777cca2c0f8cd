"""A host's list of words that are not allowed in names and are masked in chat.

A word counts if it stands by itself, in any case, and also in these disguises: other forms of the same characters
(Unicode NFKC: full-width or styled letters), digits and signs that stand for letters (`LOOKALIKES`), and single letters
with one separator between them ("b a d", "b.a.d"). Words inside other words never count, nor do plain numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Self

from ...errors import Problem
from ...reading import read_text

LOOKALIKES = str.maketrans("013457@$!", "oieastasi")
"""Digits and signs that people write for letters."""
LONGEST = 40
MOST = 10_000
TOKEN = re.compile(r"[^\W_@$!]+(?:[@$!]*[^\W_@$!]+)*")
"""Letters and digits, and between them the signs that can stand for letters."""
WORD = re.compile(r"(?:[^\W_]|[@$!])+")
SINGLE = re.compile(r"(?<![^\W_])(?:[^\W_]|[@$!])(?![^\W_])")


class WordList:
    """Words that are not allowed. An empty list allows everything."""

    def __init__(self, words: Collection[str] = ()) -> None:
        self._words = frozenset(_folded(_normal(word)) for word in words)
        self._longest = max(map(len, self._words), default=0)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a file: one word a line; empty lines and those that begin with # are skipped."""
        try:
            text = read_text(path)
        except OSError as problem:
            raise Problem(f"cannot read the word list {path} ({problem.strerror})") from None
        except UnicodeDecodeError:
            raise Problem(f"cannot read the word list {path}: expected a text file in UTF-8") from None
        words = []
        for number, line in enumerate(text.splitlines(), 1):
            word = line.strip()
            if word and not word.startswith("#"):
                _check(word, f"{path}, line {number}")
                words.append(word)
        if not words:
            raise Problem(f"the word list {path} has no words: expected one word a line")
        if len(words) > MOST:
            raise Problem(f"the word list {path} has {len(words)} words: expected at most {MOST}")
        return cls(words)

    def __len__(self) -> int:
        return len(self._words)

    def found_in(self, text: str) -> bool:
        """Whether a text contains one of the words."""
        return next(self._places(_normal(text)), None) is not None

    def masked(self, text: str) -> str:
        """The text with each of the words replaced by asterisks; unchanged if there are none."""
        normal = _normal(text)
        places = list(self._places(normal))
        if not places:
            return text
        letters = list(normal)
        for start, end in places:
            letters[start:end] = ["*" if not letter.isspace() else letter for letter in letters[start:end]]
        return "".join(letters)

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the words are: their start and end."""
        if not self._words:
            return
        tokens = [match.span() for match in TOKEN.finditer(text)]
        for start, end in tokens:
            first, last = _with_signs(text, start, end)
            for span in {(start, end), (first, last), (start, last), (first, end)}:
                if self._is_word(text[slice(*span)]):
                    yield span
                    break
        for run in _spelled_out(text):
            yield from self._in_run(text, run)

    def _in_run(self, text: str, run: list[int]) -> Iterator[tuple[int, int]]:
        """Words in a run of single letters, as one might spell them."""
        for start in range(len(run)):
            for end in range(start + 2, min(len(run), start + self._longest) + 1):
                if self._is_word("".join(text[place] for place in run[start:end])):
                    yield run[start], run[end - 1] + 1

    def _is_word(self, text: str) -> bool:
        return any(letter.isalpha() for letter in text) and _folded(text) in self._words


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _folded(text: str) -> str:
    return text.casefold().translate(LOOKALIKES)


def _with_signs(text: str, start: int, end: int) -> tuple[int, int]:
    """A token's place with the signs around it, which may be letters in disguise."""
    while start > 0 and text[start - 1] in "@$!":
        start -= 1
    while end < len(text) and text[end] in "@$!":
        end += 1
    return start, end


def _spelled_out(text: str) -> Iterator[list[int]]:
    """Runs of single characters with exactly one separator between them."""
    singles = [match.start() for match in SINGLE.finditer(text)]
    run = singles[:1]
    for before, place in pairwise(singles):
        if place - before != 2:
            yield run
            run = []
        run.append(place)
    if run:
        yield run


def _check(word: str, where: str) -> None:
    if len(word.split()) > 1:
        raise Problem(f"{where}: expected one word, not several: {word[:LONGEST]!r}")
    if not 2 <= len(word) <= LONGEST:
        raise Problem(f"{where}: expected a word of 2 to {LONGEST} characters, not {len(word)}")
    if not WORD.fullmatch(_normal(word)) or not any(letter.isalpha() for letter in word):
        raise Problem(f"{where}: expected only letters and digits, with at least one letter, not {word!r}")
