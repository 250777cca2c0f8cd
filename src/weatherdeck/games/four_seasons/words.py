"""4 Seasons in words: notation, names, sentences, reasons."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from ..events import Event
from ..game import Refusal, Standing
from ..numerals import counted, in_words
from ..story import Story
from . import rules
from .deck import (
    AUTUMN,
    CARDS,
    DARKNESS,
    LIGHT,
    RANKS,
    ROLE_SETS,
    SEASONS,
    SEATS,
    SPRING,
    SUIT_CARDS,
    SUMMER,
    WILD,
    WILDS,
    WINTER,
)
from .rules import AFTER, DONE, FIRST_AUTUMN, FIRST_SPRING, FIRST_SUMMER, NO_TRICKS, NONE, SKIP, State

Season: TypeAlias = Literal["autumn", "winter", "spring", "summer"]
Suit: TypeAlias = Literal[Season, "wild"]
Role: TypeAlias = Literal[Season, "darkness", "light"]
SUIT_CODES = ("Au", "Wi", "Sp", "Su", "Wd")
SEASON_WORDS: tuple[Season, ...] = get_args(Season)
SUIT_WORDS: tuple[Suit, ...] = get_args(Suit)
ROLE_WORDS: tuple[Role, ...] = get_args(Role)
SUIT_NAMES = tuple(word.capitalize() for word in SUIT_WORDS)
ROLE_NAMES = tuple(word.capitalize() for word in ROLE_WORDS)
TOKEN_STARTS = {AUTUMN: FIRST_AUTUMN, SPRING: FIRST_SPRING, SUMMER: FIRST_SUMMER}
PROMPT = 40
"""The most characters of a prompt after the player's name."""
TOKEN_CLAUSES = {AUTUMN: "FS-11", SPRING: "FS-12", SUMMER: "FS-13"}


# ---------------------------------------------------------------- notation
def card_text(card: int) -> str:
    """`Sp11`: the suit and the number of a card."""
    return f"{SUIT_CODES[card // RANKS]}{card % RANKS + 1}"


def parse_card(notation: str) -> int:
    """The card of a notation."""
    found = re.fullmatch(r"(Au|Wi|Sp|Su|Wd)([1-9]\d?)", notation, re.ASCII)
    if found:
        suit, number = SUIT_CODES.index(found[1]), int(found[2])
        if number <= (WILDS if suit == WILD else RANKS):
            return suit * RANKS + number - 1
    raise ValueError(
        f"{notation!r} is not a card of 4 Seasons: expected Au, Wi, Sp or Su and a number from 1 to 13, such as Sp11, "
        f"or Wd and a number from 1 to 6"
    )


def text(action: int) -> str:
    """`Sp11`: play a card; `autumn:Au9`, `spring:Su2`, `summer:Sp3`, `winter`: play a token; `done`: no token."""
    if not 0 <= action < rules.ACTIONS:
        raise ValueError(f"actions of 4 Seasons are numbered 0 to {rules.ACTIONS - 1}, not {action}")
    if action == SKIP:
        return "winter"
    if action == DONE:
        return "done"
    token = token_of(action)
    card = card_text(action % CARDS)
    return card if token == NONE else f"{SUIT_WORDS[token]}:{card}"


def parse(notation: str) -> int:
    """The action of a notation."""
    if notation == "winter":
        return SKIP
    if notation == "done":
        return DONE
    token, colon, card = notation.rpartition(":")
    for season, first in TOKEN_STARTS.items():
        if colon and token == SUIT_WORDS[season]:
            return first + parse_card(card)
    if not colon:
        try:
            return parse_card(card)
        except ValueError:
            pass
    raise ValueError(
        f"{notation!r} is not a move of 4 Seasons: expected a card, such as Sp11; a token, such as autumn:Au9, "
        f"spring:Su2, summer:Sp3 or winter; or done"
    )


def token_of(action: int) -> int:
    """The season of the token that an action plays, or NONE."""
    if action == SKIP:
        return WINTER
    return (NONE, AUTUMN, SPRING, SUMMER, NONE)[action // CARDS]


# ---------------------------------------------------------------- names
def card_name(card: int) -> str:
    """A card as people call it: `Spring 11`."""
    return f"{SUIT_NAMES[card // RANKS]} {card % RANKS + 1}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """`Ann, Bob and Cid`."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def in_points(tenths: int) -> str:
    """Tenths as people write points: `1.3`."""
    return f"{tenths // 10}.{tenths % 10}"


def seats_in(seats: int) -> list[int]:
    """A set of seats, ascending."""
    return [seat for seat in range(SEATS) if seats >> seat & 1]


# ---------------------------------------------------------------- for people
def describe(s: State, action: int, names: Sequence[str]) -> str:
    """What a legal action would do."""
    if action == SKIP:
        return "play the Winter token: skip this trick"
    if action == DONE:
        return "play no token this turn"
    name = card_name(action % CARDS)
    token = token_of(action)
    if token == AUTUMN:
        return f"play the Autumn token: discard {name} into the Pit"
    if token == SPRING:
        return f"play the Spring token: take {name} from the Pit"
    if token == SUMMER:
        owner = next((seat for seat in range(s.players) if s.played[seat] == action % CARDS), s.to_move)
        whose = "your own" if owner == s.to_move else f"{names[owner]}'s"
        return f"play the Summer token: win {whose} {name} out of the trick"
    suit = action // RANKS
    if s.lead_suit == NONE:
        return f"lead {name}"
    if suit == s.lead_suit:
        return f"follow with {name}"
    return f"play {name}, a trump" if suit == WILD else f"play {name}, which cannot win"


def label(s: State, action: int) -> str:
    """A legal action on a button."""
    if action == SKIP:
        return "Winter: skip this trick"
    if action == DONE:
        return "Play no token"
    name = card_name(action % CARDS)
    token = token_of(action)
    if token == AUTUMN:
        return f"Autumn: {name} to the Pit"
    if token == SPRING:
        return f"Spring: take {name}"
    if token == SUMMER:
        return f"Summer: take {name}"
    return f"Lead {name}" if s.lead_suit == NONE else f"Play {name}"


def prompt(s: State, names: Sequence[str]) -> str:
    """Whose turn it is and what to do now."""
    if s.phase == rules.OVER:
        return _result(s, names)
    return f"{names[s.to_move]}: {_what_to_do(s)}"


def _result(s: State, names: Sequence[str]) -> str:
    """Who won, in a few words; `ending` has the reasons."""
    if s.rounds > 0:
        winning = seats_in(rules.winners(s))
        return f"{listed([names[seat] for seat in winning])} {'wins' if len(winning) == 1 else 'win'}"
    roles = {s.last_role[seat] for seat in seats_in(s.last_winners)}
    if not roles:
        return "Nobody wins"
    dark = "Darkness" if DARKNESS in roles else ""
    seasons = "The seasons" if roles - {DARKNESS} else ""
    return f"{seasons} and {dark} win" if dark and seasons else f"{dark} wins" if dark else f"{seasons} win"


def _what_to_do(s: State) -> str:
    if s.phase == AFTER:
        return "play a token, or finish the turn"
    if s.lead_suit == NONE:
        return "lead any card" if s.turn == 0 else "play any card to set the suit"
    suit, hand = SUIT_NAMES[s.lead_suit], s.hand[s.to_move]
    if hand.bit_count() < s.hand_size[s.to_move]:  # this viewer cannot see the hand
        return f"follow {suit} if possible"
    following = hand & SUIT_CARDS[s.lead_suit]
    if not following:
        return f"no {suit}, so play any card"
    numbers = [str(card % RANKS + 1) for card in range(CARDS) if following >> card & 1]
    told = f"follow {suit} with {listed(numbers, 'or')}"
    return told if len(told) <= PROMPT else f"follow {suit}"


def sentence(event: Event, names: Sequence[str]) -> str | None:
    """What happened, for the log."""
    e = event
    who = names[e["seat"]] if "seat" in e.numbers else ""
    card = card_name(e["card"]) if "card" in e.numbers and e["card"] != NONE else ""
    told = _trick_sentence(e, who, card, names)
    return told if told is not None else _round_sentence(e, who, names)


def _trick_sentence(e: Event, who: str, card: str, names: Sequence[str]) -> str | None:
    match e.name:
        case "dealt":
            cards, pit = counted(e["cards"], "card"), in_words(e["pit"])
            return f"Round {e['round'] + 1}: {names[e['dealer']]} deals the roles, {cards} each and {pit} to the Pit."
        case "opens":
            if not card:
                return f"No hand has a wild, so {who}, left of the dealer, leads."
            return f"{who} has {card}, the highest wild in any hand, and leads."
        case "led":
            return f"{who} leads {card}."
        case "followed":
            return f"{who} follows with {card}."
        case "strayed":
            suit = "wilds" if e["suit"] == WILD else SUIT_NAMES[e["suit"]]
            return f"{who} has no {suit} and plays {card}."
        case "discarded":
            return f"{who} plays the Autumn token and discards {card} into the Pit."
        case "picked_up":
            return f"{who} plays the Spring token and takes {card} from the Pit."
        case "captured":
            whose = "their own" if e["from"] == e["seat"] else f"{names[e['from']]}'s"
            return f"{who} plays the Summer token and wins {whose} {card} out of the trick."
        case "skipped":
            return f"{who} plays the Winter token and skips this trick."
        case "plays_none":
            return f"{who} has no card left to play to this trick."
        case "passed_over":
            return f"{who} has no cards and is skipped."
        case "won":
            return f"{who} wins the trick with {card}{_and_tokens(e['tokens'])}."
        case "unwon":
            cards = "its cards go to the Pit" if e["cards"] else "there is no card in it"
            leave = "leaves" if e["tokens"] == 1 else "leave"
            tokens = f", and {_tokens(e['tokens'])} {leave} the game" if e["tokens"] else ""
            return f"No card can win the trick: {cards}{tokens}."
        case "leads_instead":
            return f"{names[e['other']]} has no cards, so {who} leads."
    return None


def _round_sentence(e: Event, who: str, names: Sequence[str]) -> str | None:
    match e.name:
        case "revealed":
            return f"{who} was {ROLE_NAMES[e['role']]}."
        case "set_aside":
            return f"{ROLE_NAMES[e['role']]} was set aside."
        case "season_judged":
            reached = "reaches their goal" if e["reached"] else "misses their goal"
            return f"{who} {reached}: {_count(e)}, and the highest other count is {e['best']}."
        case "dark_in_play":
            return f"{who} reaches a Darkness goal: {_count(e)}, and the highest other count is {e['best']}."
        case "dark_not_in_play":
            together = e["together"]
            return f"{who} reaches a Darkness goal: {_count(e)}, and all season players together count {together}."
        case "dark_no_trick":
            return f"{who} reaches a Darkness goal: {tricks_won(e['tricks'])}."
        case "dark_failed":
            return f"{who} reaches no Darkness goal."
        case "round_won":
            winning = [names[seat] for seat in seats_in(e["seats"])]
            if not winning:
                return "Nobody wins the round."
            return f"{listed(winning)} {'wins' if len(winning) == 1 else 'win'} the round."
        case "scored":
            unused = (
                f"{e['unused']} unused token{'' if e['unused'] == 1 else 's'}" if e["unused"] else "no unused tokens"
            )
            return f"{who} scores {in_points(e['tenths'])} ({unused}), for a total of {in_points(e['total'])}."
    return None


def _count(e: Event) -> str:
    """FS-19: wilds count for whoever has the role, and nothing counts for Light: so this is a count, not cards."""
    return f"they count {e['mine']} for {SUIT_NAMES[e['season']]}"


def tricks_won(n: int) -> str:
    """Of Darkness, which wants few."""
    return "no tricks won" if n == 0 else f"only {counted(n, 'trick')} won"


def _tokens(n: int) -> str:
    return "1 token" if n == 1 else f"{n} tokens"


def _and_tokens(n: int) -> str:
    return f" and gets {_tokens(n)}" if n else ""


# ---------------------------------------------------------------- the ending
def ending(s: State, names: Sequence[str]) -> str:
    """Who won, and why."""
    winning = seats_in(rules.winners(s))
    if s.rounds == 0:
        return _round_ending(s, names)
    who = listed([names[seat] for seat in winning])
    points = in_points(s.tenths[winning[0]])
    level = [seat for seat in range(s.players) if s.tenths[seat] == s.tenths[winning[0]]]
    if len(winning) > 1:
        return f"{who} share the victory with {points} points each and equally many unused tokens."
    if len(level) > 1:
        return f"{who} wins with {points} points; the tie goes to the most unused tokens."
    return f"{who} wins with {points} points."


def _round_ending(s: State, names: Sequence[str]) -> str:
    """One round: the team's result, and that of each Darkness (FS-20, FS-21)."""
    team = [seat for seat in range(s.players) if s.last_role[seat] != DARKNESS]
    missed = [seat for seat in team if s.last_role[seat] != LIGHT and not rules.goals_reached(s, seat)]
    roles = listed([f"{names[seat]} ({ROLE_NAMES[s.last_role[seat]]})" for seat in team])
    if missed:
        most = ("the highest count, alone or tied,", "the highest count")[min(1, s.season_lead)]
        by = f" by {in_words(s.season_lead)}" if s.season_lead > 1 else ""
        failed = listed(
            [f"{names[seat]} does not have {most} for {SUIT_NAMES[s.last_role[seat]]}{by}" for seat in missed]
        )
        parts = [f"{roles} lose: {failed}."]
    else:
        most = "one of the highest counts" if s.season_lead == 0 else "the highest count"
        by = f", by at least {in_words(s.season_lead)}" if s.season_lead > 1 else ""
        parts = [f"{roles} win: each season player has {most} for their suit{by}."]
    for seat in range(s.players):
        if s.last_role[seat] == DARKNESS:
            goals = rules.goals_reached(s, seat)
            verb = "wins" if goals else "loses"
            parts.append(f"{names[seat]} (Darkness) {verb}: {_dark_reasons(s, seat, goals)}.")
    return " ".join(parts)


def _dark_reasons(s: State, seat: int, goals: int) -> str:
    reasons = []
    by = f"by at least {in_words(s.dark_lead)}, " if s.dark_lead > 1 else ""
    for season in range(SEASONS):
        if goals >> season & 1:
            than = "anyone else" if rules.in_play(s, season) else "all season players together"
            if s.dark_lead == 0:
                reasons.append(f"at least as high a count for {SUIT_NAMES[season]} as {than}")
            else:
                reasons.append(f"{by}a higher count for {SUIT_NAMES[season]} than {than}")
    if goals & NO_TRICKS:
        reasons.append(tricks_won(s.last_tricks[seat]))
    return listed(reasons) if reasons else "no goal reached"


# ---------------------------------------------------------------- how it stands
def status(s: State) -> str:
    """Round and trick; a game of a single round does not count rounds."""
    if s.phase == rules.OVER:
        return "Game over"
    if s.rounds == 0:
        return f"Trick {s.trick + 1}"
    return f"Round {s.round + 1} of {s.rounds} · trick {s.trick + 1}"


def standing(s: State, seat: int) -> Standing:
    """Points (none in a game of a single round), and after the game, the role in its last round."""
    score = in_points(s.tenths[seat]) if s.rounds else ""
    if s.phase != rules.OVER:
        return Standing(score)
    won = bool(rules.winners(s) >> seat & 1)
    return Standing(score or ("won" if won else "lost"), ROLE_NAMES[s.last_role[seat]], won)


def story(table: State) -> Story:
    """Points, round by round; in a single round, what each has won that counts for their role, trick by trick."""
    if table.rounds:
        return Story(
            chapter="round",
            short="rd",
            counted="points",
            done=lambda s: s.round + (s.phase == rules.OVER),
            amounts=lambda s: [s.tenths[seat] / rules.POINT for seat in range(s.players)],
        )
    return Story(
        chapter="trick",
        counted="cards that count",
        done=lambda s: s.trick,
        amounts=lambda s: [_counting(s, seat) for seat in range(s.players)],
    )


def _counting(s: State, seat: int) -> int:
    """What counts for a role (FS-19): its season with wilds; for Darkness its best season; for Light nothing."""
    role = s.role[seat]
    if role == LIGHT:
        return 0
    if role == DARKNESS:
        return max(rules.won_of(s, seat, season) for season in range(SEASONS))
    return int(rules.won_of(s, seat, role) + rules.won_of(s, seat, WILD))


# ---------------------------------------------------------------- why not
def why_not(s: State, action: int) -> Refusal:
    """Why an action is not legal now."""
    if s.phase == rules.OVER:
        return Refusal("the game is over")
    if action == DONE:
        return Refusal("you still have to play a card, or the Winter token to skip it", "FS-8")
    if token_of(action) != NONE:
        return _why_not_token(s, token_of(action), action % CARDS)
    return _why_not_play(s, action)


def _why_not_token(s: State, token: int, card: int) -> Refusal:
    seat = s.to_move
    if s.token_played[seat] != NONE:
        played = SUIT_NAMES[s.token_played[seat]]
        return Refusal(f"you have already played the {played} token: only one token a turn", "FS-10")
    if not s.tokens[seat] >> token & 1:
        return Refusal(f"you have already used the {SUIT_NAMES[token]} token, and each can be used once", "FS-10")
    if SEASONS - s.tokens[seat].bit_count() >= s.token_uses:
        most = counted(s.token_uses, "token")
        return Refusal(f"at this table each player may play {most} in a round", "FS-10")
    if token == WINTER:
        return Refusal("the Winter token skips playing a card, and you have already played one this turn", "FS-14")
    if not rules.deck_of(s) >> card & 1:
        return _not_in_the_game(s, card)
    place, empty = {
        AUTUMN: ("your hand", s.hand_size[seat] == 0),
        SPRING: ("the Pit", s.pit == 0),
        SUMMER: ("the trick", all(played == NONE for played in s.played)),
    }[token]
    return Refusal(
        f"there is no card in {place}" if empty else f"{card_name(card)} is not in {place}", TOKEN_CLAUSES[token]
    )


def _why_not_play(s: State, card: int) -> Refusal:
    if s.phase == AFTER:
        return Refusal("you have already played a card this turn: play a token, or done", "FS-8")
    if not rules.deck_of(s) >> card & 1:
        return _not_in_the_game(s, card)
    if not s.hand[s.to_move] >> card & 1:
        return Refusal(f"{card_name(card)} is not in your hand")
    if s.lead_suit == WILD:
        return Refusal("a wild was led, and you have a wild", "FS-8")
    suit = SUIT_NAMES[s.lead_suit]
    if card // RANKS == WILD:
        return Refusal(f"{suit} was led, and you have {suit}, so you cannot play a wild", "FS-8")
    return Refusal(f"{suit} was led, and you have {suit}", "FS-8")


def _not_in_the_game(s: State, card: int) -> Refusal:
    return Refusal(f"{card_name(card)} is not in the game with {s.players} players", "FS-2")


# ---------------------------------------------------------------- parameters
def unplayable(blank: State) -> str | None:
    """Why the numbers of a designer do not go together (FS-2 to FS-4)."""
    players, each = blank.players, blank.cards_dealt
    if not ROLE_SETS[players, blank.darknesses]:
        return f"with {players} players, {in_words(blank.darknesses)} of Darkness leave more than one role over (FS-3)"
    deck = rules.deck_of(blank).bit_count()
    if players * each > deck:
        return (
            f"{players} players with {each} cards each need {players * each}, and the deck has {deck}: deal fewer "
            f"(cards_dealt) or add some (season_cards, wilds)"
        )
    return None
