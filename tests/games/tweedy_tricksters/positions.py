"""Positions of Tweedy Tricksters, set up by hand for the tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.playouts import random_steps
from weatherdeck.games import registry
from weatherdeck.games.events import Event
from weatherdeck.games.game import Game
from weatherdeck.games.tweedy_tricksters import GAME, rules, words
from weatherdeck.games.tweedy_tricksters.rules import State
from weatherdeck.kernel import Ints, listening, new_rng
from weatherdeck.match import Match

SUITS = ("ravens", "foxes", "rats", "toads")
PAIRINGS = {"01-23": 1, "02-13": 2, "03-12": 3}

# A whole deal: three hidden cards for each seat, and the eight that lie face up.
HANDS = (
    ("1114", "1213", "2221"),
    ("1123", "1411", "3112"),
    ("1132", "2113", "3211"),
    ("1141", "2131", "4111"),
)
MARKET = ("1222", "1231", "1312", "1321", "2122", "2212", "2311", "3121")

TWICE = ("1114", "1222", "1312", "1411", "2113", "2221", "2311", "3112", "4111", "9119")
"""A deck of ten cards, two copies each."""


def kind(text: str) -> int:
    return words.CARD_TEXTS.index(text)


def cards(*texts: str) -> int:
    """Cards of the usual deck, where no two are equal."""
    return sum(rules.BITS[kind(text)] for text in texts)


def texts(game: Game, multiset: int) -> tuple[str, ...]:
    """A multiset of any deck as texts."""
    return tuple(game.words.card_texts(multiset))  # type: ignore[attr-defined]  # it is this game's words module


def dealt(
    dealer: int = 0, hands: Sequence[Sequence[str]] = HANDS, market: Sequence[str] = MARKET, game: Game = GAME
) -> State:
    """The first round, dealt like this."""
    s = game.new_state()
    with listening() as told:
        game.rules.deal(s, new_rng(1))
    events = [game.rules.EVENTS.read(one) for one in told]
    entry = {"deal": {"dealer": dealer, "hands": [list(hand) for hand in hands], "market": list(market)}}
    game.transcript.force(s, events, [entry])
    state: State = s
    return state


def do(s: State, *moves: str, game: Game = GAME, rng: Ints | None = None) -> list[Event]:
    """Make moves, each of which must be legal; what was told about the last."""
    events: list[Event] = []
    for move in moves:
        action = game.words.parse(move)
        assert action in game.legal(s), f"{move} is not legal: {game.words.why_not(s, action)}"
        with listening() as told:
            game.rules.apply(s, action, rng if rng is not None else new_rng(7))
        events = [game.rules.EVENTS.read(one) for one in told]
        assert game.audit.audit(s) == []
    return events


def open_moves(s: State, game: Game = GAME) -> list[str]:
    """The open actions in notation, sorted."""
    return sorted(game.words.text(action) for action in game.legal(s))


def draft_all(s: State) -> None:
    """Everyone takes the first card there is, until none is left."""
    while s.phase == rules.TAKE_CARD:
        do(s, open_moves(s)[0])


def playing(
    hidden: Sequence[Sequence[str]],
    drafted: Sequence[Sequence[str]] = ((), (), (), ()),
    *,
    leader: int = 0,
    pairs: str = "02-13",
    suits: Sequence[str] = SUITS,
    tricks: Sequence[int] | None = None,
    score: Sequence[int] = (0, 0, 0, 0),
    **fields: int,
) -> State:
    """The beginning of a trick in which each seat holds these cards; all others have been played.

    `tricks` are those of the partnership of seat 0, and of the other; `fields` of the state are `dealer`, `round`, ...
    """
    s: State = GAME.new_state()
    for name, value in {"phase": rules.PLAY, "pairing": PAIRINGS[pairs], **fields}.items():
        setattr(s, name, value)
    s.shown = rules.ALL_CARDS
    for seat in range(4):
        s.hidden[seat] = cards(*hidden[seat])
        s.drafted[seat] = cards(*drafted[seat])
        s.hidden_size[seat] = len(hidden[seat])
        s.shown &= ~s.hidden[seat]
        s.suit[seat] = SUITS.index(suits[seat])
        s.score[seat] = score[seat]
    s.trick = 5 - len(hidden[0]) - len(drafted[0])
    rivals = next(seat for seat in (1, 2) if seat != s.pairing)
    won = tricks if tricks is not None else (s.trick, 0)
    for seat in range(4):
        s.tricks[seat] = won[0] if seat in (0, s.pairing) else won[1]
    assert s.tricks[0] + s.tricks[rivals] == s.trick
    rules.start_trick(s, leader)
    assert GAME.audit.audit(s) == []
    return s


def one_trick(*played: str, leader: int = 0, **about: Any) -> State:
    """The last trick of a round, each seat with the one card given, played to the end."""
    s = playing([[text] for text in played], leader=leader, **about)
    do(s, *(played[(leader + k) % 4] for k in range(4)))
    return s


def first_trick(*played: str, leader: int, pairs: str, suits: Sequence[str] = SUITS) -> tuple[State, list[Event]]:
    """A trick that another follows, each seat playing the card given; the state after it, and what was told last."""
    others = [text for text in words.CARD_TEXTS if text not in played]
    s = playing([[text, others[seat]] for seat, text in enumerate(played)], leader=leader, pairs=pairs, suits=suits)
    events = do(s, *(played[(leader + k) % 4] for k in range(4)))
    return s, events


def random_game(game: Game, seed: int) -> Iterator[tuple[State, list[Event]]]:
    """The states of a random game after its deal and after each move, and what was told (the state is a live one)."""
    match = Match(game, seed=seed)
    yield match.state, list(match.steps[0].events)
    for step in random_steps(match, seed):
        yield match.state, list(step.events)


def deck_file(folder: Path, rows: Sequence[str]) -> Path:
    """A deck file with these cards."""
    assert len(rows) == 20
    path = folder / "deck.toml"
    lines = [f'{number} = "{" ".join(row)}"' for number, row in enumerate(rows, 1)]
    path.write_text("[cards]\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def game_with(folder: Path, rows: Sequence[str]) -> Game:
    """The game with another deck."""
    return registry.load_with("tweedy-tricksters", deck_file(folder, rows))
