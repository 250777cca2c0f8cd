"""All parts of the page, and how many deals each has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from weatherdeck.bots import LEVELS
from weatherdeck.bots.evidence import Numbers
from weatherdeck.bots.levels import SEES_ALL
from weatherdeck.bots.network_bot import why_not
from weatherdeck.games import registry

from . import gap, ismcts, knowing
from .parts import CLUB, Match, Part, Section, Table
from .results import Results

LADDER = ("random", *LEVELS)
BOTTOM, MASTER = LADDER[0], LADDER[-1]
TOP = f"{MASTER}{SEES_ALL}"
QUICK_DEALS, DEALS, MASTER_DEALS = 2000, 1000, 400
"""Deals of bots that take one look, of those that search, and where a master thinks."""
MOST_QUICK, MOST = 16_000, 4000
"""Deals where these do not show enough: of bots that take one look, and of others."""
TOP_DEALS = 100
"""Deals of one who sees all: more are played until the covered way is known well enough."""
STEPS = {10: 400, 30: 300, 100: 200, 300: 100, 1000: 60}
"""Simulations (times the game's effort) of the searches that show how strength grows, and their deals."""
KINDS = ("search", "network-search")
WITHOUT_DEALS = 100
"""Deals of masters against searches without the network."""


# ---------------------------------------------------------------- the list
def tables() -> list[Table]:
    """All games with all numbers of players."""
    found: list[Table] = []
    for name in registry.ours():
        players = registry.load(name).players
        found += [(name, n if len(players) > 1 else None) for n in players]
    return found


def every() -> list[Part]:
    """All parts: what is quick and what matters most comes first."""
    found: list[Part] = [
        _match(*table, bot, among, "levels")
        for bot, among in [*zip(LADDER[1:], LADDER, strict=False), (MASTER, CLUB)]
        for table in tables()
    ]
    found += [_match(*table, bot, CLUB, "gap") for bot in (BOTTOM, LADDER[1], TOP) for table in tables()]
    usual = [(name, _usual(name)) for name in registry.ours()]
    found += list(_growth(usual))
    found += list(_networks(usual))
    found += list(knowing.parts(usual))
    found += list(ismcts.parts(usual))
    return sorted(found, key=lambda part: isinstance(part, Match) and part.is_quick, reverse=True)


def _match(game: str, players: int | None, bot: str, among: str, section: Section) -> Match:
    part = Match(game, players, bot, section, QUICK_DEALS, MOST_QUICK, among)
    if part.is_quick:
        return part
    deals = {MASTER: MASTER_DEALS, TOP: TOP_DEALS}.get(bot, DEALS)
    return replace(part, least=deals, most=max(deals, MOST))


def _has_roles(game: str) -> bool:
    """Whether a seat shares the result of its side, so that a deal shows less."""
    return registry.load(game).contest.pairing == "sides"


def _usual(name: str) -> int | None:
    """The usual number of players; None if there is no other."""
    game = registry.load(name)
    return game.check_players(None) if len(game.players) > 1 else None


def _growth(usual: Sequence[Table]) -> Iterator[Part]:
    """Searches with more and more simulations, by greedy.py and, where there is one, by the network."""
    for name, players in usual:
        game = registry.load(name)
        for kind in KINDS:
            if kind == "search" or why_not(game, game.new_state(players)) is None:
                for step, few in STEPS.items():
                    deals = few * 2 if _has_roles(name) else few
                    yield Match(name, players, f"{kind}@{step}", "growth", deals, deals)


def _networks(usual: Sequence[Table]) -> Iterator[Part]:
    """Masters that search by a network, among searches without one that have the simulations of a master."""
    for name, players in usual:
        game = registry.load(name)
        if LEVELS[MASTER].here(game, game.new_state(players)).policy == "network search":
            among = f"search@{LEVELS[MASTER].simulations}"
            yield Match(name, players, MASTER, "network", WITHOUT_DEALS, WITHOUT_DEALS, among)


# ---------------------------------------------------------------- the way to one who sees all
@dataclass(frozen=True)
class Way:
    """The matches among club players that say how much of the way to one who sees all a bot covers."""

    bot: str
    low: Match
    match: Match | None  # None: the bot is one of the club players
    high: Match

    @property
    def parts(self) -> list[Match]:
        return [part for part in (self.low, self.match, self.high) if part is not None]

    def edges(self, open_: Callable[[Match], Results]) -> tuple[Numbers, Numbers, Numbers] | None:
        """The edges of random, of the bot and of the one who sees all, in the deals that all have."""
        found = [part.edges(open_(part)) for part in self.parts]
        n = min(map(len, found))
        low, *bot, high = [edges[:n] for edges in found]
        return (low, bot[0] if bot else np.zeros(n), high) if n else None


def ways(parts: Sequence[Part]) -> list[Way]:
    """All ways, from the list of all parts."""
    among = {
        (part.game, part.players, part.bot): part for part in parts if isinstance(part, Match) and part.among == CLUB
    }
    return [
        Way(bot, among[*table, BOTTOM], among.get((*table, bot)), among[*table, TOP])
        for table in tables()
        for bot in LADDER[LADDER.index(CLUB) :]
        if {(*table, BOTTOM), (*table, TOP)} <= among.keys() and (bot == CLUB or (*table, bot) in among)
    ]


def ways_with(parts: Sequence[Part], chosen: Sequence[Part]) -> list[Way]:
    """The ways that one of the chosen parts belongs to."""
    return [way for way in ways(parts) if set(way.parts) & set(chosen)]


def together(parts: Sequence[Part], chosen: Sequence[Part]) -> list[Part]:
    """The chosen parts, and those whose results say how many deals the chosen ones need."""
    needed = {*chosen, *(part for way in ways_with(parts, chosen) for part in way.parts)}
    return [part for part in parts if part in needed]


WIDTH = 0.1
"""How wide the interval of the covered way may be."""


def wanted(books: Mapping[Part, Results], of: Sequence[Way]) -> dict[Part, int]:
    """How many deals each part should have, judging by the results so far: its own, and those of the ways it is in."""
    deals = {part: part.wants(book) for part, book in books.items()}
    for way in of:
        if all(part in books for part in way.parts):
            more = _wanted(way, books)
            for part in way.parts:
                deals[part] = max(deals[part], min(part.most, more))
    return deals


def _wanted(way: Way, books: Mapping[Part, Results]) -> int:
    """How many deals a way needs for a narrow interval, judging by those that it has."""
    n = min(books[part].deals for part in way.parts)
    edges = way.edges(lambda part: books[part])
    if edges is None or n < min(part.least for part in way.parts):
        return 0
    width = gap.covered(*edges, bound=way.high.plan.bound).width
    return n if width < WIDTH else int(n * min(2.0, max(1.1, 1.1 * (width / WIDTH) ** 2)))
