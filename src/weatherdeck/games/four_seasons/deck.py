"""The cards and roles of 4 Seasons, as sets in one integer (FS-1 to FS-3)."""

from __future__ import annotations

from ...kernel import table

SEATS = 6  # with fewer players the last seats stay empty
FEWEST = 3
SUITS = 5
SEASONS = 4
AUTUMN, WINTER, SPRING, SUMMER, WILD = range(SUITS)  # the seasons are also tokens, and the roles of their players
RANKS = 13
WILDS = 6

# Card c is number c % 13 + 1 of suit c // 13, at every number of players; so the wilds are the highest.
CARDS = SEASONS * RANKS + WILDS
SUIT_CARDS = table(
    [*(((1 << RANKS) - 1) << RANKS * suit for suit in range(SEASONS)), ((1 << WILDS) - 1) << RANKS * WILD]
)


def _cards(seasons: tuple[int, ...], ranks: int, wilds: int) -> int:
    return sum(((1 << ranks) - 1) << RANKS * suit for suit in seasons) | ((1 << wilds) - 1) << RANKS * WILD


def _seasons(deck: int) -> tuple[int, ...]:
    return tuple(season for season in range(SEASONS) if deck & SUIT_CARDS[season])


DECK = table(  # [players] -> the cards in the game (FS-2)
    [
        *(0, 0, 0),
        _cards((AUTUMN, SPRING, SUMMER), 9, 4),
        _cards((AUTUMN, WINTER, SPRING, SUMMER), 9, 4),
        _cards((AUTUMN, WINTER, SPRING, SUMMER), 11, 5),
        _cards((AUTUMN, WINTER, SPRING, SUMMER), 13, 6),
    ]
)

# A designer may change either part of it: the cards of each season, and the wilds.
SEASON_CARDS = table(  # [players, cards of each season]; 0 is as FS-2 has it
    [[deck & ~SUIT_CARDS[WILD], *(_cards(_seasons(deck), top, 0) for top in range(1, RANKS + 1))] for deck in DECK]
)
WILD_CARDS = table(  # [players, 1 + wilds]; 0 is as FS-2 has it
    [[deck & SUIT_CARDS[WILD], *(_cards((), 0, wilds) for wilds in range(WILDS + 1))] for deck in DECK]
)

DARKNESS, LIGHT = 4, 5
ROLES = 6
# The role cards, of which two are Darkness, are told apart only while they are shuffled (FS-3). Role r is role card r.
ROLE = table([AUTUMN, WINTER, SPRING, SUMMER, DARKNESS, LIGHT, DARKNESS, LIGHT])  # [role card]
ROLE_CARDS = table([0, 0, 0, 0b0011101, 0b0011111, 0b0111111, 0b1111111])  # [players] -> those in the game
# A designer may choose how many are Darkness; the others who have no season are Light. One role is always left over.
ROLE_SETS = table(  # [players, how many are Darkness]; 0 is as FS-3 has it, and no role at all: it cannot be
    [
        *([roles, 0, 0] for roles in ROLE_CARDS[:3]),
        [ROLE_CARDS[3], ROLE_CARDS[3], 0],
        [ROLE_CARDS[4], ROLE_CARDS[4], 0],
        [ROLE_CARDS[5], ROLE_CARDS[5], 0b1011111],
        [ROLE_CARDS[6], 0b10111111, ROLE_CARDS[6]],
    ]
)
