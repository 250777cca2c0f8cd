"""What is recorded of a game while it is played: written once over any game, in the rules' language.

`quick_games.py` and `search_games.py` play many games and record each in rows of its own: the `Records`. The rows
`hands` and `decisions` have a fixed length, and what does not fit is only counted. So the caller knows which games did
not fit and how much room they need, and plays those again: they will be the same.
"""

from __future__ import annotations

from typing import NamedTuple

from ...bots.policy import Policy
from ...games.verbs import (
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
from ...kernel import FloatRows, Floats, IntRows, Ints, Record, copy_into, field, rng_seed, rng_stream, rule

MOST_SEATS = 8

GAME = 8
G_FIRST, G_DECISIONS, G_CHOICES, G_FORCED, G_CHAPTERS, G_CHANGES, G_SETTLED, G_WINNERS = range(GAME)
HAND = 4
H_DEALT, H_HELD, H_PLAYED, H_GAIN = range(HAND)
DECISION = 4
D_CHAPTER, D_SEAT, D_LEGAL, D_ACTION = range(DECISION)


class Order(Record):
    """How the games of a run are set up."""

    seed: int = field("i8")  # of the run's first deal
    repeats: int = field("i4")  # how often each deal is played
    rotating: int = field("i1")  # 1: the policies move one seat further in each repeat
    forbidden: int = field("i4")  # the actions from here on are forbidden to one seat, another one with each deal,
    allowed: int = field("i4")  # up to here; the same number where nothing is forbidden


class Games(NamedTuple):
    """Which games of a run to play."""

    order: list[Order]  # one,
    blank: list[State]  # and one: before the deal, with players and options set
    policies: list[Policy]  # as they are listed
    numbers: Ints  # of the games


class Ledger(Record):
    """What is recorded of a game while it is played."""

    restricted: int = field("i4")  # the seat to which the actions from `forbidden` up to `allowed` are not offered
    forbidden: int = field("i4")
    allowed: int = field("i4")
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


class Records(NamedTuple):
    """What is kept of many games, a row for each."""

    games: IntRows  # GAME numbers
    counts: IntRows  # the figures, as the game's figures.py lays them out
    scores: IntRows  # by seat
    returned: FloatRows  # the result by seat
    hands: IntRows  # HAND numbers for each chapter (round) and seat
    decisions: IntRows  # DECISION numbers for each decision; a row of length 0 keeps none


# ---------------------------------------------------------------- one game
@rule
def set_up(games: Games, number: int, s: State, seats: list[Policy], rng: Ints, thoughts: Ints) -> None:
    """Seat the policies of a game of the run, start the random numbers, and deal."""
    order = games.order[0]
    copy_into(s, games.blank[0])
    players = s.players
    replay = number % order.repeats
    shift = replay % players if order.rotating else 0
    for seat in range(players):
        copy_into(seats[(seat + shift) % players], games.policies[seat])
    seed = order.seed + number // order.repeats
    rng_seed(rng, seed)
    rng_stream(thoughts, seed, replay + 1)  # stream 0 of the seed is the cards'
    deal(s, rng)


@rule
def restrict(ledger: Ledger, games: Games, number: int) -> None:
    """Set what a seat of this game is forbidden."""
    order = games.order[0]
    ledger.restricted = number // order.repeats % games.blank[0].players
    ledger.forbidden = order.forbidden
    ledger.allowed = order.allowed


class Ahead(NamedTuple):
    """Room to look two steps ahead within a move, for a seat that is forbidden something."""

    after: State  # a step,
    beyond: State  # and another
    then: Ints  # actions after the first,
    last: Ints  # and after the second
    luck: Ints


@rule
def offered(ledger: Ledger, s: State, actions: Ints, n: int, ahead: Ahead) -> int:
    """Leave out what the seat to move is forbidden, and what would leave it nothing else; return how many are left.

    A move may have several steps, and a step may lead to where only forbidden ones complete it. If nothing is left, the
    seat may do what is forbidden: a game always continues.
    """
    if ledger.forbidden == ledger.allowed or s.to_move != ledger.restricted:
        return n
    kept = 0
    for i in range(n):
        if not is_forbidden(ledger, actions[i]):
            actions[kept] = actions[i]
            kept += 1
    if kept == 0:
        return n
    good = 0
    for i in range(kept):
        copy_into(ahead.after, s)
        rng_seed(ahead.luck, 0)
        apply(ahead.after, actions[i], ahead.luck)
        if can_go_on(ledger, s.to_move, ahead):
            actions[good] = actions[i]
            good += 1
    return kept if good == 0 else good


@rule
def can_go_on(ledger: Ledger, seat: int, ahead: Ahead) -> bool:
    """Whether the seat has a step after the first one that is not forbidden, and another after that, or has moved."""
    if is_over(ahead.after) or ahead.after.to_move != seat:
        return True
    n = legal(ahead.after, ahead.then)
    for i in range(n):
        if is_forbidden(ledger, ahead.then[i]):
            continue
        copy_into(ahead.beyond, ahead.after)
        rng_seed(ahead.luck, 0)
        apply(ahead.beyond, ahead.then[i], ahead.luck)
        if is_over(ahead.beyond) or ahead.beyond.to_move != seat:
            return True
        m = legal(ahead.beyond, ahead.last)
        for j in range(m):
            if not is_forbidden(ledger, ahead.last[j]):
                return True
    return False


@rule
def is_forbidden(ledger: Ledger, action: int) -> bool:
    """Whether an action is one of those that a seat may not choose."""
    return ledger.forbidden <= action < ledger.allowed


@rule
def open_game(ledger: Ledger, figures: Ints, s: State, view: State) -> None:
    """Start recording a game that was just dealt."""
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
def after_move(
    ledger: Ledger,
    figures: Ints,
    hands: Ints,
    decisions: Ints,
    n: int,
    action: int,
    before: State,
    s: State,
    view: State,
) -> None:
    """Record a move, one of n that were legal; `before` is the state in which it was made."""
    seat = before.to_move
    keep_decision(ledger, seat, n, action, decisions)
    ledger.decisions += 1
    ledger.choices += n
    if n == 1:
        ledger.forced += 1
    ledger.played[seat] |= uses(before, action)
    tally(before, action, s, figures)
    over = is_over(s)
    if over or chapter(s) != ledger.now:
        close_chapter(ledger, s, hands)
        if not over:
            open_chapter(ledger, s)
    else:
        ledger.held[seat] |= hand_of(s, seat)
    if over or moment(s) != ledger.moment:
        look_around(ledger, s, view)


@rule
def keep_decision(ledger: Ledger, seat: int, n: int, action: int, decisions: Ints) -> None:
    """Write an entry of `decisions`, if there is room."""
    at = ledger.decisions * DECISION
    if at + DECISION <= len(decisions):
        decisions[at + D_CHAPTER] = ledger.chapters - 1
        decisions[at + D_SEAT] = seat
        decisions[at + D_LEGAL] = n
        decisions[at + D_ACTION] = action


@rule
def close_chapter(ledger: Ledger, s: State, hands: Ints) -> None:
    """Write an entry of `hands` for each seat, if there is room."""
    at = (ledger.chapters - 1) * s.players * HAND
    if at + s.players * HAND <= len(hands):
        for seat in range(s.players):
            hands[at + H_DEALT] = ledger.dealt[seat]
            hands[at + H_HELD] = ledger.held[seat] | ledger.played[seat]
            hands[at + H_PLAYED] = ledger.played[seat]
            hands[at + H_GAIN] = points_of(s, seat) - ledger.before[seat]
            at += HAND


@rule
def close_game(ledger: Ledger, figures: Ints, results: Floats, records: Records, i: int, s: State) -> None:
    """Write what is kept of the i-th game, which is over."""
    returns(s, results)
    winners = winners_of(s, results)
    settled = ledger.behind[s.players] if winners == 0 else 0
    returned = records.returned[i]
    scores = records.scores[i]
    for seat in range(s.players):
        returned[seat] = results[seat]
        scores[seat] = points_of(s, seat)
        if winners >> seat & 1:
            settled = max(settled, ledger.behind[seat])
    game = records.games[i]
    game[G_FIRST] = ledger.first
    game[G_DECISIONS] = ledger.decisions
    game[G_CHOICES] = ledger.choices
    game[G_FORCED] = ledger.forced
    game[G_CHAPTERS] = ledger.chapters
    game[G_CHANGES] = ledger.changes
    game[G_SETTLED] = settled
    game[G_WINNERS] = winners
    counts = records.counts[i]
    for k in range(len(figures)):
        counts[k] = figures[k]


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
