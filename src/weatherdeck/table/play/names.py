"""Names of people at a table, and other text of theirs: what is shown, and which names look the same.

Nobody is refused for being called like somebody else: who comes later gets a number. Refused are only names with
nothing to see, and those that the table uses itself, with or without a number: `Spectator`, `Bot`, the levels of bots.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator

from ... import bots
from ...bots.seating import free_names
from .errors import RequestError

SPECTATOR = "Spectator"
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as printable but show nothing: fillers, an empty Braille cell, joiners."""
ACCENTS = frozenset(map(chr, range(0x300, 0x370)))
LONGEST = 24
"""Characters of a name."""
MOST_MARKS = 2
"""Combining marks on one letter; more would run into the lines above and below."""
LOOK_ALIKES = str.maketrans(
    "абвгезікмнорстухѕјԁԛԝαβγεικνορτυχı01i|!",
    "a6bre3lkmhopctyxsjdqwabyelkvoptuxlollll",
)
"""Letters and digits that are easily taken for another letter, in lower case."""
RESERVED = (SPECTATOR, "Bot", "Random", "Host", "Server", "Admin", "Administrator", "Moderator", *bots.LEVELS)


def clean(text: str) -> str:
    """A person's text without what cannot be seen: control characters, marks of direction, fillers; perhaps empty."""
    seen: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        if character.isspace() or unicodedata.category(character) == "Zs":
            character = " "
        marks = marks + 1 if unicodedata.combining(character) else 0
        if character.isprintable() and character not in BLANKS and marks <= MOST_MARKS:
            seen.append(character)
    return re.sub(" +", " ", "".join(seen)).strip()


def checked_text(text: str) -> str:
    """What a person says, cleaned; refused if nothing is left of it."""
    found = clean(text)
    if not is_visible(found):
        raise RequestError("not_allowed", "the message has no visible characters")
    return found


def checked_name(text: str) -> str:
    """A name that a person wants, cleaned; refused if it shows nothing or belongs to the table."""
    name = clean(text)[:LONGEST].rstrip()
    if not is_visible(name):
        raise RequestError("not_allowed", "the name has no visible characters: choose a name that others can read")
    without_number = re.sub(r"[\s\d#._-]+$", "", unicodedata.normalize("NFKC", name))
    if look(without_number) in _RESERVED_LOOKS or look(name) in _RESERVED_LOOKS:
        raise RequestError("not_allowed", f"the table itself uses the name {name!r}: choose another name")
    return name


def is_visible(text: str) -> bool:
    """Whether there is a letter, digit, sign or mark of punctuation to see."""
    return any(unicodedata.category(character)[0] in "LNSP" for character in text)


def look(name: str) -> str:
    """What a name looks like at a glance: two names with the same look cannot be told apart."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", clean(name)).casefold())
    plain = "".join(one for one in folded if not one.isspace() and one not in ACCENTS)
    return plain.translate(LOOK_ALIKES)


_RESERVED_LOOKS = frozenset(look(name) for name in RESERVED)


def distinct(name: str, taken: Iterable[str]) -> str:
    """The name or, if another one looks the same, the name with the first number that nobody has."""
    looks = {look(one) for one in taken}
    number, free = 1, name
    while look(free) in looks:
        number += 1
        free = f"{name} {number}"
    return free


def all_distinct(names: Iterable[str]) -> list[str]:
    """Names that can be told apart; the first of those that look the same stays as it is."""
    wanted = list(names)
    found: list[str] = []
    for number, name in enumerate(wanted):
        found.append(distinct(name, [*found, *(one for one in wanted[number + 1 :] if look(one) != look(name))]))
    return found


def bot_names(people: Collection[str]) -> Iterator[str]:
    """Names for bots that look like nobody's."""
    looks = {look(name) for name in people}
    return (name for name in free_names(()) if look(name) not in looks)


def next_spectator(lines: Iterable[str]) -> str:
    """The name of a spectator who speaks for the first time; `lines` are the names of those who have spoken."""
    numbers = [int(one[len(SPECTATOR) :]) for one in lines if re.fullmatch(rf"{SPECTATOR} \d{{1,9}}", one)]
    return f"{SPECTATOR} {max(numbers, default=0) + 1}"
