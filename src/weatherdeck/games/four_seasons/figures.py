"""What a designer of 4 Seasons counts: roles and their wins, the goals of Darkness, tokens."""

from __future__ import annotations

from ...kernel import Ints, count, rule
from ..figures import CardSet, Figures, Having, Means, Panel, Rates, Values, Wins
from ..hands import hand_of  # noqa: F401  # the lab takes it from here
from .deck import AUTUMN, DARKNESS, LIGHT, SEASONS, SEATS, SPRING, SUITS, SUMMER, WINTER
from .deck import CARDS as ALL
from .rules import (
    DONE,
    FIRST_AUTUMN,
    FIRST_SPRING,
    FIRST_SUMMER,
    NO_TRICKS,
    OVER,
    SKIP,
    State,
    best_of_others,
    counted,
    goals_reached,
    in_play,
    judged,
    winners,
    won_of,
)
from .words import ROLE_NAMES, ROLE_WORDS, SUIT_NAMES, card_name

FIGURES = Figures(
    game=[
        ("both_won", "rounds that both the seasons and a Darkness won"),
        ("nobody_won", "rounds that nobody won"),
        ("dark_in_play", "rounds in which a Darkness had the most of a season in play"),
        ("dark_absent", "rounds in which a Darkness had more of the season not in play than every season"),
        ("dark_no_trick", "rounds in which a Darkness won no trick"),
        ("dark_seats", "the number of Darknesses, summed over rounds"),
    ],
    seat=[
        ("role", "the role in the last round: " + ", ".join(f"{n} {name}" for n, name in enumerate(ROLE_NAMES))),
        *((f"rounds_{name}", f"rounds as {name}") for name in ROLE_WORDS),
        *((f"wins_{name}", f"those of them that it won: {name}") for name in ROLE_WORDS),
        ("tokens_used", "the tokens used in the last round: a set, Autumn is bit 0"),
        *((f"{name.lower()}_used", f"rounds in which the {name} token was used") for name in SUIT_NAMES[:SEASONS]),
        ("unused", "tokens left unused, in all rounds"),
        ("tricks_won", "tricks won in the last round"),
    ],
)
PER_GAME, PER_SEAT = len(FIGURES.game), len(FIGURES.seat)
BOTH, NOBODY, IN_PLAY, ABSENT, NO_TRICK, DARK_SEATS = range(PER_GAME)
ROLE, AS_ROLE, WINS = 0, 1, 1 + len(ROLE_NAMES)
TOKENS = WINS + len(ROLE_NAMES)
USED = TOKENS + 1
UNUSED = USED + SEASONS
TRICKS = UNUSED + 1
ALL_TOKENS = (1 << SEASONS) - 1
SCORE = "the margin in the player's own suit (with the option rounds: tenths of points)"
LEADS = True
CARDS = tuple(card_name(card) for card in range(ALL))
CARD_SETS: tuple[CardSet, ...] = ("dealt", "held", "played")
PANELS: tuple[Panel, ...] = (
    Rates(
        "Rounds won by role",
        tuple((name, f"wins_{word}", f"rounds_{word}") for name, word in zip(ROLE_NAMES, ROLE_WORDS, strict=True)),
    ),
    Rates(
        "Which goal Darkness reaches",
        (
            ("most of a season in play", "dark_in_play", "dark_seats"),
            ("the season not in play", "dark_absent", "dark_seats"),
            ("no trick", "dark_no_trick", "dark_seats"),
        ),
        "Share of the rounds of a Darkness. Several goals can be reached at once.",
    ),
    Rates(
        "Both sides win, or neither does",
        (("both", "both_won", "rounds"), ("neither", "nobody_won", "rounds")),
    ),
    Means("Tokens used by one player", tuple((name, f"{name.lower()}_used") for name in SUIT_NAMES[:SEASONS])),
    Having(
        "Tokens and wins",
        "tokens_used",
        SUIT_NAMES[:SEASONS],
        "Win rate of players who used a token in the last round, minus that of players who did not. "
        "This is a correlation with winning, not the effect of the token alone.",
    ),
    Wins("Win rate by tricks won", "tricks_won"),
    Values("Tricks won by one player", "tricks_won"),
)


@rule
def leaders(s: State) -> int:
    """Who would win the round with what is won so far; with `rounds`, by points."""
    if s.rounds > 0 or s.phase == OVER:
        return winners(s)
    take_stock(s)
    return judged(s)


@rule
def take_stock(s: State) -> None:
    """Make what is won so far the last round that was finished."""
    for seat in range(SEATS):
        s.last_role[seat] = s.role[seat]
        s.last_tricks[seat] = s.tricks[seat]
        for suit in range(SUITS):
            s.last_count[seat, suit] = won_of(s, seat, suit)
    s.last_aside = s.aside


@rule
def moment(s: State) -> int:
    """Tricks, and the end."""
    return s.round * 32 + s.trick * 2 + (1 if s.phase == OVER else 0)


@rule
def points_of(s: State, seat: int) -> int:
    """With `rounds` the tenths; else, at the end, by how much a goal was reached or missed."""
    if s.rounds > 0:
        return s.tenths[seat]
    if s.phase != OVER:
        return 0
    role = s.last_role[seat]
    if role == DARKNESS:
        best = -99
        for season in range(SEASONS):
            if in_play(s, season):
                best = max(best, counted(s, seat, season) - best_of_others(s, seat, season))
        return best
    if role != LIGHT:
        return counted(s, seat, role) - best_of_others(s, seat, role)
    least = 99  # Light's friends are as good as the worst of them
    for other in range(s.players):
        if s.last_role[other] < SEASONS:
            least = min(least, counted(s, other, s.last_role[other]) - best_of_others(s, other, s.last_role[other]))
    return least


@rule
def uses(s: State, action: int) -> int:  # noqa: ARG001  # the action names the card
    """A card that is played to a trick; what Autumn discards is not."""
    return 1 << action if action < ALL else 0


@rule
def tally(before: State, action: int, s: State, counts: Ints) -> None:
    """A round that has ended."""
    if s.phase != OVER and s.round == before.round:
        return
    dark_won = False
    team_won = False
    for seat in range(s.players):
        won = s.last_winners >> seat & 1
        if s.last_role[seat] == DARKNESS:
            count_goals(goals_reached(s, seat), s, counts)
            dark_won = dark_won or won != 0
        else:
            team_won = team_won or won != 0
        tokens = before.tokens[seat]
        if seat == before.to_move:
            tokens &= ~token_of(action)
        count_seat(s, seat, tokens, won, counts)
    if dark_won and team_won:
        counts[BOTH] += 1
    if s.last_winners == 0:
        counts[NOBODY] += 1


@rule
def count_seat(s: State, seat: int, tokens: int, won: int, counts: Ints) -> None:
    """What a seat was and did in the round, and which tokens it kept."""
    at = PER_GAME + seat * PER_SEAT
    role = s.last_role[seat]
    counts[at + ROLE] = role
    counts[at + AS_ROLE + role] += 1
    counts[at + WINS + role] += won
    counts[at + TRICKS] = s.last_tricks[seat]
    counts[at + TOKENS] = ALL_TOKENS & ~tokens
    counts[at + UNUSED] += count(tokens)
    for season in range(SEASONS):
        counts[at + USED + season] += 1 - (tokens >> season & 1)


@rule
def count_goals(goals: int, s: State, counts: Ints) -> None:
    """FS-21: the goals that one Darkness reached."""
    counts[DARK_SEATS] += 1
    present = 0
    absent = 0
    for season in range(SEASONS):
        if goals >> season & 1:
            if in_play(s, season):
                present = 1
            else:
                absent = 1
    counts[IN_PLAY] += present
    counts[ABSENT] += absent
    counts[NO_TRICK] += 1 if goals & NO_TRICKS else 0


@rule
def token_of(action: int) -> int:
    """The token that an action plays, as a set of one; none for a card and for `done`."""
    if action < FIRST_AUTUMN or action == DONE:
        return 0
    if action == SKIP:
        return 1 << WINTER
    if action < FIRST_SPRING:
        return 1 << AUTUMN
    return 1 << SPRING if action < FIRST_SUMMER else 1 << SUMMER
