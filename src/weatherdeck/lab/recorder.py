"""Many games in a row, and what is kept of them: written once over any game, in the rules' language.

A batch of games between policies is played without Python in the loop. What is kept goes into flat rows of numbers:

`games`       one stretch of `GAME` numbers for each game
`counts`      for each game its own figures, as its `figures.py` lays them out
`returned`    for each game and seat its result
`hands`       one stretch of `HAND` numbers for each seat and chapter (round) of each game
`decisions`   one stretch of `DECISION` numbers for each decision, if there is room for any

The last two are of unknown length. Where they are full, the batch stops before the game that did not fit; the caller
puts away what there is and goes on from that game, which will be the same again.
"""

from __future__ import annotations

from ..bots.belief import forget
from ..bots.contest import choose
from ..bots.policy import Policy
from ..bots.search import Node, Work
from ..games.verbs import (  # the studio asks for kinds
    State,
    apply,
    chapter,
    deal,
    hand_of,
    is_over,
    kinds,  # noqa: F401
    leaders,
    legal,
    moment,
    points_of,
    returns,
    tally,
    uses,
)
from ..kernel import Floats, Ints, Record, copy_into, field, rng_next, rng_seed, rule

MOST_SEATS = 8
WARM_UP = 15  # steps of the generator that are thrown away, as in kernel.random
MASK32 = 0xFFFFFFFF

GAME = 9
G_SEED, G_FIRST, G_DECISIONS, G_CHOICES, G_FORCED, G_CHAPTERS, G_CHANGES, G_SETTLED, G_WINNERS = range(GAME)
HAND = 7
H_GAME, H_CHAPTER, H_SEAT, H_DEALT, H_HELD, H_PLAYED, H_GAIN = range(HAND)
DECISION = 6
D_GAME, D_NUMBER, D_CHAPTER, D_SEAT, D_LEGAL, D_ACTION = range(DECISION)


class Ledger(Record):
    """What is kept of a game while it is played, and how full the rows are."""

    game: int = field("i8")  # its number in the run
    seed: int = field("i8")
    first: int = field("i4")  # the seat that decided first
    decisions: int = field("i4")
    choices: int = field("i8")  # all that was legal, added up
    forced: int = field("i4")  # decisions with one legal action
    now: int = field("i4")  # the chapter, as the game counts them
    chapters: int = field("i4")  # how many have begun
    moment: int = field("i8")
    leading: int = field("i4")  # a set of seats, and a bit more for nobody
    changes: int = field("i4")  # of the lead
    behind: Ints = field("i4", MOST_SEATS + 1)  # decisions made when a seat (nobody, after the last) last did not lead
    dealt: Ints = field("i8", MOST_SEATS)  # of this chapter: card sets,
    held: Ints = field("i8", MOST_SEATS)
    played: Ints = field("i8", MOST_SEATS)
    before: Ints = field("i4", MOST_SEATS)  # and the points with which a seat came into it
    hands: int = field("i8")  # stretches in use,
    all_hands: int = field("i8")  # and how many there is room for
    kept_decisions: int = field("i8")
    all_decisions: int = field("i8")
    full: int = field("i1")  # 1 if something did not fit


# ---------------------------------------------------------------- one game
@rule
def open_game(book: Ledger, s: State, view: State, counts: Ints) -> None:
    """A game that was just dealt."""
    for i in range(len(counts)):
        counts[i] = 0
    book.first = s.to_move
    book.decisions = 0
    book.choices = 0
    book.forced = 0
    book.chapters = 0
    book.leading = 0
    book.changes = 0
    for seat in range(MOST_SEATS + 1):
        book.behind[seat] = 0
    open_chapter(book, s)
    look_around(book, s, view)


@rule
def open_chapter(book: Ledger, s: State) -> None:
    """New hands, and the points before they are played."""
    book.now = chapter(s)
    book.chapters += 1
    for seat in range(s.players):
        book.dealt[seat] = hand_of(s, seat)
        book.held[seat] = book.dealt[seat]
        book.played[seat] = 0
        book.before[seat] = points_of(s, seat)


@rule
def look_around(book: Ledger, s: State, view: State) -> None:
    """Who leads. The lead changes when somebody new has it and somebody has lost it; a tie alone is no change."""
    book.moment = moment(s)
    copy_into(view, s)
    ahead = leaders(view)
    if ahead == 0:
        ahead = 1 << s.players  # nobody
    for seat in range(s.players + 1):
        if not ahead >> seat & 1:
            book.behind[seat] = book.decisions
    if book.leading == 0 or ahead & ~book.leading == 0:
        book.leading = ahead
    elif book.leading & ~ahead != 0:
        book.leading = ahead
        book.changes += 1


@rule
def after_move(
    book: Ledger,
    n: int,
    action: int,
    before: State,
    s: State,
    view: State,
    counts: Ints,
    hands: Ints,
    decisions: Ints,
) -> None:
    """A move was made, one of n that were legal: `before` is the state in which it was."""
    seat = before.to_move
    if book.all_decisions > 0:
        keep_decision(book, seat, n, action, decisions)
    book.decisions += 1
    book.choices += n
    if n == 1:
        book.forced += 1
    book.played[seat] |= uses(before, action)
    tally(before, action, s, counts)
    over = is_over(s)
    if over or chapter(s) != book.now:
        close_chapter(book, s, hands)
        if not over:
            open_chapter(book, s)
    else:
        book.held[seat] |= hand_of(s, seat)
    if over or moment(s) != book.moment:
        look_around(book, s, view)


@rule
def keep_decision(book: Ledger, seat: int, n: int, action: int, decisions: Ints) -> None:
    """A stretch of `decisions`."""
    if book.kept_decisions == book.all_decisions:
        book.full = 1
        return
    at = book.kept_decisions * DECISION
    decisions[at + D_GAME] = book.game
    decisions[at + D_NUMBER] = book.decisions
    decisions[at + D_CHAPTER] = book.chapters - 1
    decisions[at + D_SEAT] = seat
    decisions[at + D_LEGAL] = n
    decisions[at + D_ACTION] = action
    book.kept_decisions += 1


@rule
def close_chapter(book: Ledger, s: State, hands: Ints) -> None:
    """A stretch of `hands` for each seat."""
    if book.hands + s.players > book.all_hands:
        book.full = 1
        return
    for seat in range(s.players):
        at = (book.hands + seat) * HAND
        hands[at + H_GAME] = book.game
        hands[at + H_CHAPTER] = book.chapters - 1
        hands[at + H_SEAT] = seat
        hands[at + H_DEALT] = book.dealt[seat]
        hands[at + H_HELD] = book.held[seat] | book.played[seat]
        hands[at + H_PLAYED] = book.played[seat]
        hands[at + H_GAIN] = points_of(s, seat) - book.before[seat]
    book.hands += s.players


@rule
def close_game(
    book: Ledger,
    s: State,
    i: int,
    row: Ints,
    results: Floats,
    games: Ints,
    counts: Ints,
    scores: Ints,
    returned: Floats,
) -> None:
    """The i-th stretches of what is kept of every game."""
    returns(s, results)
    winners = winners_of(s, results)
    settled = book.behind[s.players] if winners == 0 else 0
    for seat in range(s.players):
        returned[i * s.players + seat] = results[seat]
        scores[i * s.players + seat] = points_of(s, seat)
        if winners >> seat & 1:
            settled = max(settled, book.behind[seat])
    at = i * GAME
    games[at + G_SEED] = book.seed
    games[at + G_FIRST] = book.first
    games[at + G_DECISIONS] = book.decisions
    games[at + G_CHOICES] = book.choices
    games[at + G_FORCED] = book.forced
    games[at + G_CHAPTERS] = book.chapters
    games[at + G_CHANGES] = book.changes
    games[at + G_SETTLED] = settled
    games[at + G_WINNERS] = winners
    for k in range(len(row)):
        counts[i * len(row) + k] = row[k]


@rule
def winners_of(s: State, results: Floats) -> int:
    """The seats with the best result, as a set; nobody, if that is below 0 (all may lose)."""
    best = results[0]
    for seat in range(1, s.players):
        best = max(best, results[seat])
    winners = 0
    if best >= 0.0:
        for seat in range(s.players):
            if results[seat] == best:
                winners |= 1 << seat
    return winners


@rule
def seed_thoughts(thoughts: Ints, seed: int, replay: int) -> None:
    """What the bots think with: other numbers than the cards' for the same seed, and others for each replay."""
    thoughts[0] = seed & MASK32
    thoughts[1] = seed >> 32 & MASK32
    thoughts[2] = replay + 1  # it is 0 where a seed of 63 bits starts the cards
    thoughts[3] = 1
    for _ in range(WARM_UP):
        rng_next(thoughts)


# ---------------------------------------------------------------- many games
@rule
def record_games(
    book: Ledger,
    policies: list[Policy],
    seats: list[Policy],
    first: int,
    number: int,
    seed: int,
    repeats: int,
    rotating: int,
    blank: State,
    s: State,
    before: State,
    view: State,
    world: State,
    scratch: State,
    nodes: list[Node],
    w: Work,
    actions: Ints,
    seen: Ints,
    likes: Floats,
    values: Floats,
    guesses: Floats,
    memory: list[State],
    moves: Ints,
    rng: Ints,
    thoughts: Ints,
    row: Ints,
    results: Floats,
    games: Ints,
    counts: Ints,
    scores: Ints,
    returned: Floats,
    hands: Ints,
    decisions: Ints,
) -> int:
    """Play games `first`, `first + 1`, ... of a run, up to `number` of them; how many fitted.

    Each deal is played `repeats` times. The policies sit as they are listed or, `rotating`, one seat further each time.
    """
    players = blank.players
    book.full = 0
    book.hands = 0
    book.kept_decisions = 0
    for i in range(number):
        book.game = first + i
        book.seed = seed + book.game // repeats
        shift = book.game % repeats % players if rotating else 0
        for seat in range(players):
            copy_into(seats[(seat + shift) % players], policies[seat])
        rng_seed(rng, book.seed)
        seed_thoughts(thoughts, book.seed, book.game % repeats)
        copy_into(s, blank)
        deal(s, rng)
        whole_hands = book.hands
        whole_decisions = book.kept_decisions
        open_game(book, s, view, row)
        now = chapter(s)
        forget(guesses, moves)
        while not is_over(s):
            n = legal(s, actions)
            action = choose(
                seats,
                s,
                n,
                view,
                world,
                scratch,
                nodes,
                w,
                actions,
                seen,
                likes,
                values,
                guesses,
                memory,
                moves,
                thoughts,
            )
            copy_into(before, s)
            apply(s, action, rng)
            after_move(book, n, action, before, s, view, row, hands, decisions)
            if chapter(s) != now:
                now = chapter(s)
                forget(guesses, moves)
        if book.full:
            book.hands = whole_hands
            book.kept_decisions = whole_decisions
            return i
        close_game(book, s, i, row, results, games, counts, scores, returned)
    return number
