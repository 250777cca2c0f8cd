"""Many games in a row, and what is recorded of them: written once over any game, in the rules' language.

A batch of games between policies is played without Python in the loop. The records go into flat rows of numbers: the
`Book` and the `Summary`. The rows `hands` and `decisions` are of unknown length. When they are full, the batch stops
before the game that did not fit; the caller stores what there is and continues with that game, which will be the same
again.
"""

from __future__ import annotations

from typing import NamedTuple

from ..bots.belief import Mind, forget
from ..bots.contest import choose
from ..bots.pad import Pad
from ..bots.policy import Policy
from ..games.verbs import (
    State,
    apply,
    chapter,
    deal,
    hand_of,
    is_over,
    leaders,
    legal,
    moment,
    points_of,
    returns,
    tally,
    uses,
)
from ..kernel import Floats, Ints, Record, copy_into, field, rng_seed, rng_stream, rule

MOST_SEATS = 8

GAME = 9
G_SEED, G_FIRST, G_DECISIONS, G_CHOICES, G_FORCED, G_CHAPTERS, G_CHANGES, G_SETTLED, G_WINNERS = range(GAME)
HAND = 7
H_GAME, H_CHAPTER, H_SEAT, H_DEALT, H_HELD, H_PLAYED, H_GAIN = range(HAND)
DECISION = 6
D_GAME, D_NUMBER, D_CHAPTER, D_SEAT, D_LEGAL, D_ACTION = range(DECISION)


class Order(Record):
    """Which games of a run to play."""

    first: int = field("i8")  # number of the first game
    games: int = field("i8")  # how many
    seed: int = field("i8")  # of the run's first deal
    repeats: int = field("i4")  # how often each deal is played
    rotating: int = field("i1")  # 1: the policies move one seat further in each repeat


class Ledger(Record):
    """What is recorded of a game while it is played, and how full the rows are."""

    game: int = field("i8")  # its number in the run
    seed: int = field("i8")
    first: int = field("i4")  # the seat that decided first
    decisions: int = field("i4")
    choices: int = field("i8")  # number of legal actions, added up
    forced: int = field("i4")  # decisions with one legal action
    now: int = field("i4")  # the chapter, as the game counts them
    chapters: int = field("i4")  # how many have begun
    moment: int = field("i8")
    leading: int = field("i4")  # a set of seats, and a bit more for nobody
    changes: int = field("i4")  # of the lead
    behind: Ints = field("i4", MOST_SEATS + 1)  # the last decision at which a seat (or nobody) did not lead
    dealt: Ints = field("i8", MOST_SEATS)  # of this chapter: card sets,
    held: Ints = field("i8", MOST_SEATS)
    played: Ints = field("i8", MOST_SEATS)
    before: Ints = field("i4", MOST_SEATS)  # and a seat's points at its start
    hands: int = field("i8")  # entries in use,
    all_hands: int = field("i8")  # and how many there is room for
    kept_decisions: int = field("i8")
    all_decisions: int = field("i8")
    full: int = field("i1")  # 1 if something did not fit


class Book(NamedTuple):
    """The rows of a batch that are written after every move."""

    ledger: Ledger
    figures: Ints  # of the game being played, as its figures.py lays them out
    hands: Ints  # HAND numbers for each seat and chapter (round) of each game
    decisions: Ints  # DECISION numbers for each decision, if there is room for any


class Summary(NamedTuple):
    """The rows of a batch that are written at the end of a game."""

    results: Floats  # of the seats of this game
    games: Ints  # GAME numbers for each game
    counts: Ints  # the figures of each game
    scores: Ints  # for each game and seat
    returned: Floats  # the result for each game and seat


class Table(NamedTuple):
    """Where the games are played."""

    blank: State  # before the deal, with players and options set
    s: State
    before: State  # the last move
    policies: list[Policy]  # as they are listed,
    seats: list[Policy]  # and as they sit
    rng: Ints  # of the cards
    thoughts: Ints  # of the bots


# ---------------------------------------------------------------- one game
@rule
def open_game(book: Book, s: State, view: State) -> None:
    """Start recording a game that was just dealt."""
    ledger = book.ledger
    figures = book.figures
    for i in range(len(figures)):
        figures[i] = 0
    ledger.first = s.to_move
    ledger.decisions = 0
    ledger.choices = 0
    ledger.forced = 0
    ledger.chapters = 0
    ledger.leading = 0
    ledger.changes = 0
    for seat in range(MOST_SEATS + 1):
        ledger.behind[seat] = 0
    open_chapter(ledger, s)
    look_around(ledger, s, view)


@rule
def open_chapter(ledger: Ledger, s: State) -> None:
    """Record new hands, and the points before they are played."""
    ledger.now = chapter(s)
    ledger.chapters += 1
    for seat in range(s.players):
        ledger.dealt[seat] = hand_of(s, seat)
        ledger.held[seat] = ledger.dealt[seat]
        ledger.played[seat] = 0
        ledger.before[seat] = points_of(s, seat)


@rule
def look_around(ledger: Ledger, s: State, view: State) -> None:
    """Record who leads. The lead changes when a seat gains it and another loses it; a tie alone is no change."""
    ledger.moment = moment(s)
    copy_into(view, s)
    ahead = leaders(view)
    if ahead == 0:
        ahead = 1 << s.players  # nobody
    for seat in range(s.players + 1):
        if not ahead >> seat & 1:
            ledger.behind[seat] = ledger.decisions
    if ledger.leading == 0 or ahead & ~ledger.leading == 0:
        ledger.leading = ahead
    elif ledger.leading & ~ahead != 0:
        ledger.leading = ahead
        ledger.changes += 1


@rule
def after_move(book: Book, n: int, action: int, before: State, s: State, view: State) -> None:
    """Record a move, one of n that were legal; `before` is the state in which it was made."""
    ledger = book.ledger
    seat = before.to_move
    if ledger.all_decisions > 0:
        keep_decision(ledger, seat, n, action, book.decisions)
    ledger.decisions += 1
    ledger.choices += n
    if n == 1:
        ledger.forced += 1
    ledger.played[seat] |= uses(before, action)
    tally(before, action, s, book.figures)
    over = is_over(s)
    if over or chapter(s) != ledger.now:
        close_chapter(ledger, s, book.hands)
        if not over:
            open_chapter(ledger, s)
    else:
        ledger.held[seat] |= hand_of(s, seat)
    if over or moment(s) != ledger.moment:
        look_around(ledger, s, view)


@rule
def keep_decision(ledger: Ledger, seat: int, n: int, action: int, decisions: Ints) -> None:
    """Write an entry of `decisions`."""
    if ledger.kept_decisions == ledger.all_decisions:
        ledger.full = 1
        return
    at = ledger.kept_decisions * DECISION
    decisions[at + D_GAME] = ledger.game
    decisions[at + D_NUMBER] = ledger.decisions
    decisions[at + D_CHAPTER] = ledger.chapters - 1
    decisions[at + D_SEAT] = seat
    decisions[at + D_LEGAL] = n
    decisions[at + D_ACTION] = action
    ledger.kept_decisions += 1


@rule
def close_chapter(ledger: Ledger, s: State, hands: Ints) -> None:
    """Write an entry of `hands` for each seat."""
    if ledger.hands + s.players > ledger.all_hands:
        ledger.full = 1
        return
    for seat in range(s.players):
        at = (ledger.hands + seat) * HAND
        hands[at + H_GAME] = ledger.game
        hands[at + H_CHAPTER] = ledger.chapters - 1
        hands[at + H_SEAT] = seat
        hands[at + H_DEALT] = ledger.dealt[seat]
        hands[at + H_HELD] = ledger.held[seat] | ledger.played[seat]
        hands[at + H_PLAYED] = ledger.played[seat]
        hands[at + H_GAIN] = points_of(s, seat) - ledger.before[seat]
    ledger.hands += s.players


@rule
def close_game(book: Book, summary: Summary, s: State, i: int) -> None:
    """Write the i-th entries of the summary."""
    ledger = book.ledger
    figures = book.figures
    results = summary.results
    games = summary.games
    returns(s, results)
    winners = winners_of(s, results)
    settled = ledger.behind[s.players] if winners == 0 else 0
    for seat in range(s.players):
        summary.returned[i * s.players + seat] = results[seat]
        summary.scores[i * s.players + seat] = points_of(s, seat)
        if winners >> seat & 1:
            settled = max(settled, ledger.behind[seat])
    at = i * GAME
    games[at + G_SEED] = ledger.seed
    games[at + G_FIRST] = ledger.first
    games[at + G_DECISIONS] = ledger.decisions
    games[at + G_CHOICES] = ledger.choices
    games[at + G_FORCED] = ledger.forced
    games[at + G_CHAPTERS] = ledger.chapters
    games[at + G_CHANGES] = ledger.changes
    games[at + G_SETTLED] = settled
    games[at + G_WINNERS] = winners
    for k in range(len(figures)):
        summary.counts[i * len(figures) + k] = figures[k]


@rule
def winners_of(s: State, results: Floats) -> int:
    """The seats with the best result, as a set; nobody if that is below 0 (all may lose)."""
    best = results[0]
    for seat in range(1, s.players):
        best = max(best, results[seat])
    winners = 0
    if best >= 0.0:
        for seat in range(s.players):
            if results[seat] == best:
                winners |= 1 << seat
    return winners


# ---------------------------------------------------------------- many games
@rule
def record_games(order: Order, book: Book, summary: Summary, table: Table, pad: Pad, mind: Mind) -> int:
    """Play and record the games of an order; how many fitted."""
    ledger = book.ledger
    ledger.full = 0
    ledger.hands = 0
    ledger.kept_decisions = 0
    for i in range(order.games):
        ledger.game = order.first + i
        whole_hands = ledger.hands
        whole_decisions = ledger.kept_decisions
        set_up(order, ledger, table)
        record_game(book, table, pad, mind)
        if ledger.full:
            ledger.hands = whole_hands
            ledger.kept_decisions = whole_decisions
            return i
        close_game(book, summary, table.s, i)
    return order.games


@rule
def set_up(order: Order, ledger: Ledger, table: Table) -> None:
    """Seat the policies, start the random numbers, and deal."""
    s = table.s
    players = table.blank.players
    replay = ledger.game % order.repeats
    shift = replay % players if order.rotating else 0
    for seat in range(players):
        copy_into(table.seats[(seat + shift) % players], table.policies[seat])
    ledger.seed = order.seed + ledger.game // order.repeats
    rng_seed(table.rng, ledger.seed)
    rng_stream(table.thoughts, ledger.seed, replay + 1)  # stream 0 of the seed is the cards'
    copy_into(s, table.blank)
    deal(s, table.rng)


@rule
def record_game(book: Book, table: Table, pad: Pad, mind: Mind) -> None:
    """Play and record a game that was dealt."""
    s = table.s
    before = table.before
    seats = table.seats
    rng = table.rng
    thoughts = table.thoughts
    known = pad.known
    actions = pad.actions
    open_game(book, s, known)
    now = chapter(s)
    forget(mind)
    while not is_over(s):
        n = legal(s, actions)
        action = choose(seats, s, n, pad, mind, thoughts)
        copy_into(before, s)
        apply(s, action, rng)
        after_move(book, n, action, before, s, known)
        if chapter(s) != now:
            now = chapter(s)
            forget(mind)
