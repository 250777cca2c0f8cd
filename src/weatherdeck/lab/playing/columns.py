"""The columns of the lab's tables: their names, types and meanings.

`docs/lab/columns.md` is generated from this module, and a test keeps it up to date.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from ...games import registry
from ...games.figures import CardSet, Figure, Figures
from ...games.game import Game

NAME = pa.dictionary(pa.int8(), pa.string())
FIGURE = pa.int32()


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    name: str
    type: pa.DataType
    meaning: str


GAMES = (
    Column("game", pa.int64(), "number of the game in the run, from 0"),
    Column("seed", pa.int64(), "seed of its deal: `weatherdeck play --seed` deals the same cards"),
    Column(
        "replay",
        pa.int16(),
        "which repetition of the deal this is, from 0; the cards are the same, the bots' random choices are not",
    ),
    Column("first", pa.int8(), "seat that made the first decision"),
    Column("decisions", pa.int32(), "number of decisions"),
    Column("choices", pa.int32(), "number of legal actions, summed over all decisions"),
    Column("forced", pa.int32(), "forced moves: decisions with only one legal action"),
    Column("rounds", pa.int16(), "number of rounds (deals); 1 if the game has no rounds"),
    Column(
        "lead_changes",
        pa.int16(),
        "how often somebody took the lead while somebody else lost it; the leader is whoever would win if the game "
        "ended now (a tie alone is not a change)",
    ),
    Column("settled", pa.int32(), "number of the decision after which the winners led for good"),
    Column("winners", pa.int16(), "the winners as a bit set (seat 0 is bit 0); 0 if nobody won"),
)
SEATS = (
    Column("game", pa.int64(), "number of the game"),
    Column("seat", pa.int8(), "seat, from 0"),
    Column("bot", NAME, "bot that played it"),
    Column("turn", pa.int8(), "place in the turn order: seats after the one that decided first"),
    Column("score", pa.int32(), "points at the end"),
    Column("result", pa.float32(), "result, about -1 to 1, from `returns` of the rules"),
    Column("won", pa.bool_(), "whether the seat won, alone or with others"),
)
HANDS = (
    Column("game", pa.int64(), "number of the game"),
    Column("round", pa.int16(), "round, from 0"),
    Column("seat", pa.int8(), "seat"),
    Column("gain", pa.int32(), "points in the round"),
)
CARD_SETS: dict[CardSet, Column] = {
    "dealt": Column(
        "dealt", pa.int64(), "cards dealt to the seat, as a bit set; `CARDS` of the game's figures.py names the bits"
    ),
    "held": Column(
        "held",
        pa.int64(),
        "all cards that were in its hand at some point, including drawn and drafted ones, as a bit set",
    ),
    "played": Column("played", pa.int64(), "cards it played, as a bit set"),
}
DECISIONS = (
    Column("game", pa.int64(), "number of the game"),
    Column("number", pa.int32(), "number of the decision, from 0"),
    Column("round", pa.int16(), "round, from 0"),
    Column("seat", pa.int8(), "seat that decided"),
    Column("legal", pa.int16(), "number of legal actions"),
    Column("action", pa.int32(), "number of the chosen action"),
)

OBSERVATIONS = (
    Column(
        "observation", pa.list_(pa.float32()), "what the seat saw: `OBSERVATION` of the game's rules.py names the parts"
    ),
    Column("mask", pa.list_(pa.int8()), "1 for each legal action, by the action's number"),
    Column("action", pa.int32(), "number of the chosen action"),
    Column("seat", pa.int8(), "seat that decided"),
    Column("result", pa.float32(), "its result at the end of the game"),
    Column("game", pa.int64(), "number of the game"),
    Column("number", pa.int32(), "number of the decision, from 0"),
)
"""Rebuilt from the decisions, not recorded. The lists have one length in each game."""


def figures_of(game: Game) -> Figures:
    """What is counted in this game in addition to what is counted in every game."""
    figures = game.figures.FIGURES
    assert isinstance(figures, Figures), "figures.py: FIGURES is a Figures of games/figures.py"
    return figures


def card_names(game: Game) -> tuple[str, ...]:
    """The card that each bit of a card set stands for; equal cards have equal names."""
    return tuple(game.figures.CARDS)


def card_sets(game: Game) -> tuple[CardSet, ...]:
    """The card sets that differ in this game."""
    return tuple(game.figures.CARD_SETS)


def knows_leaders(game: Game) -> bool:
    """Whether the game's figures.py says who leads; without that, nothing is known about the lead."""
    return bool(game.figures.LEADS)


def leads_by_round(game: Game) -> bool:
    """Whether the lead can change only when a round is over: then games are decided late by their structure."""
    return game.figures.LEADS == "by round"


def knows_points(game: Game) -> bool:
    """Whether the game's figures.py says how many points a seat has."""
    return game.figures.SCORE is not None


def tables(game: Game, decisions: bool = False) -> dict[str, tuple[Column, ...]]:
    """The tables of a game and their columns."""
    figures = figures_of(game)
    found = {
        "games": GAMES + _columns(figures.game),
        "seats": SEATS + _columns(figures.seat),
        "hands": HANDS + tuple(CARD_SETS[name] for name in card_sets(game)),
    }
    return found | ({"decisions": DECISIONS} if decisions else {})


def _columns(figures: tuple[Figure, ...]) -> tuple[Column, ...]:
    return tuple(Column(figure.name, FIGURE, figure.meaning) for figure in figures)


def schema(columns: tuple[Column, ...]) -> pa.Schema:
    """The columns as an Arrow schema."""
    return pa.schema([pa.field(column.name, column.type, nullable=False) for column in columns])


# ---------------------------------------------------------------- the page
def page() -> str:
    """`docs/lab/columns.md`."""
    lines = [
        "# The columns of the lab's tables",
        "",
        "A run is a folder with `plan.json` and a folder for each table. Each batch of games is one Parquet file in",
        "every table. `weatherdeck.lab.simulate` and `Study.table` return these tables as Polars frames, and any tool",
        "that reads Parquet can open them:",
        "",
        "```python",
        "import polars",
        "",
        'seats = polars.scan_parquet("RUN/seats/*.parquet")',
        "```",
        "",
        "This page is generated by `python -m weatherdeck.lab` from `lab/playing/columns.py` and each `figures.py`.",
    ]
    for title, columns in (
        ("`games`: one row per game", GAMES),
        ("`seats`: one row per seat and game", SEATS),
        ("`hands`: one row per seat, round and game", HANDS + tuple(CARD_SETS.values())),
        ("`decisions`: one row per decision, if the run keeps them (`--decisions`)", DECISIONS),
        ("`observations`: what each decision saw, rebuilt from `decisions` (`--observations`)", OBSERVATIONS),
    ):
        lines += ["", f"## {title}", "", *_table(columns)]
    lines += ["", "A game has only those card sets that differ from each other.", "", "## What each game adds"]
    for name in registry.ours():
        game = registry.load(name)
        lines += ["", f"### {game.title}", "", f"`score` is {game.figures.SCORE}."]
        lines += [f"Card sets: {', '.join(card_sets(game)) or 'none'}."]
        for table, figures in (("games", figures_of(game).game), ("seats", figures_of(game).seat)):
            if figures:
                lines += ["", f"In `{table}`:", "", *_table(_columns(figures))]
    return "\n".join(lines) + "\n"


def _table(columns: tuple[Column, ...]) -> list[str]:
    rows = [f"| `{column.name}` | {_type(column.type)} | {column.meaning} |" for column in columns]
    return ["| column | type | meaning |", "|---|---|---|", *rows]


def _type(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return f"list of {kind.value_type}"
    return "text" if pa.types.is_dictionary(kind) else str(kind)
