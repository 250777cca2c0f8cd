"""The columns of the lab's tables, in one place: what they are called, how wide they are and what they mean.

`docs/lab/columns.md` is made of this, and a test keeps it fresh.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from ..games import registry
from ..games.figures import CardSet, Figure, Figures
from ..games.game import Game

NAME = pa.dictionary(pa.int8(), pa.string())
FIGURE = pa.int32()


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    name: str
    type: pa.DataType
    meaning: str


GAMES = (
    Column("game", pa.int64(), "the number of the game in the run, from 0"),
    Column("seed", pa.int64(), "the seed of its deal: `weatherdeck play --seed` deals the same cards"),
    Column(
        "replay", pa.int16(), "which time this deal was played, from 0; the cards are the same, the thoughts are not"
    ),
    Column("first", pa.int8(), "the seat that made the first decision"),
    Column("decisions", pa.int32(), "how many decisions it took"),
    Column("choices", pa.int32(), "the legal actions of all decisions, added up"),
    Column("forced", pa.int32(), "decisions with only one legal action"),
    Column("rounds", pa.int16(), "rounds (deals), where the game has several; else 1"),
    Column(
        "lead_changes",
        pa.int16(),
        "how often somebody new came to lead while somebody lost the lead; one leads who would win if the game ended "
        "as it lies (a tie alone is no change)",
    ),
    Column("settled", pa.int32(), "the decision after which those who won led for good"),
    Column("winners", pa.int16(), "who won: a set, seat 0 is bit 0; 0 if nobody did"),
)
SEATS = (
    Column("game", pa.int64(), "the number of the game"),
    Column("seat", pa.int8(), "the seat, from 0"),
    Column("bot", NAME, "who played it"),
    Column("turn", pa.int8(), "how many seats after the first decision's it is"),
    Column("score", pa.int32(), "its points at the end"),
    Column("result", pa.float32(), "its result, about -1 to 1, as the rules' `returns` has it"),
    Column("won", pa.bool_(), "whether it won, alone or with others"),
)
HANDS = (
    Column("game", pa.int64(), "the number of the game"),
    Column("round", pa.int16(), "the round, from 0"),
    Column("seat", pa.int8(), "the seat"),
    Column("gain", pa.int32(), "the points that the round brought it"),
)
CARD_SETS: dict[CardSet, Column] = {
    "dealt": Column("dealt", pa.int64(), "the cards dealt to it: a set of the bits that the game's `CARDS` names"),
    "held": Column(
        "held", pa.int64(), "all cards that were in its hand at some time, drawn or drafted ones too; a set"
    ),
    "played": Column("played", pa.int64(), "the cards it played; a set"),
}
DECISIONS = (
    Column("game", pa.int64(), "the number of the game"),
    Column("number", pa.int32(), "the number of the decision, from 0"),
    Column("round", pa.int16(), "the round, from 0"),
    Column("seat", pa.int8(), "who decided"),
    Column("legal", pa.int16(), "how many actions were legal"),
    Column("action", pa.int32(), "the action that was chosen, by its number"),
)


def figures_of(game: Game) -> Figures:
    """What is counted in a game beside what is counted in all."""
    figures = game.figures.FIGURES
    assert isinstance(figures, Figures), "figures.py: FIGURES is a Figures of games/figures.py"
    return figures


def card_names(game: Game) -> tuple[str, ...]:
    """The card that each bit of a card set stands for; equal cards have equal names."""
    return tuple(game.figures.CARDS)


def card_sets(game: Game) -> tuple[CardSet, ...]:
    """Which card sets tell something of their own."""
    return tuple(game.figures.CARD_SETS)


def knows_leaders(game: Game) -> bool:
    """Whether the game's figures.py says who leads; without that, nothing is known about the lead."""
    return game.figures.LEADS


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
    """The columns as Parquet has them."""
    return pa.schema([pa.field(column.name, column.type, nullable=False) for column in columns])


# ---------------------------------------------------------------- the page
def page() -> str:
    """`docs/lab/columns.md`."""
    lines = [
        "# The columns of the lab's tables",
        "",
        "A run is a folder with `plan.json` and a folder for each table, in which every batch of games is one Parquet",
        "file. Read them with `weatherdeck.lab.simulate`, or with any tool that reads Parquet:",
        "",
        "```python",
        "import polars",
        "",
        'seats = polars.scan_parquet("RUN/seats/*.parquet")',
        "```",
        "",
        "This page is made by `python -m weatherdeck.lab`, from `lab/columns.py` and the games' `figures.py`.",
    ]
    for title, columns in (
        ("`games`: one row for each game", GAMES),
        ("`seats`: one row for each seat of each game", SEATS),
        ("`hands`: one row for each seat of each round of each game", HANDS + tuple(CARD_SETS.values())),
        ("`decisions`: one row for each decision, where the run keeps them", DECISIONS),
    ):
        lines += ["", f"## {title}", "", *_table(columns)]
    lines += ["", "Games have only those card sets that differ in them.", "", "## What each game adds"]
    for name in registry.ours():
        game = registry.load(name)
        lines += ["", f"### {game.title}", "", f"`score` is {game.figures.SCORE}."]
        lines += [f"Card sets: {', '.join(card_sets(game))}."]
        for table, figures in (("games", figures_of(game).game), ("seats", figures_of(game).seat)):
            if figures:
                lines += ["", f"In `{table}`:", "", *_table(_columns(figures))]
    return "\n".join(lines) + "\n"


def _table(columns: tuple[Column, ...]) -> list[str]:
    rows = [f"| `{column.name}` | {_type(column.type)} | {column.meaning} |" for column in columns]
    return ["| column | type | meaning |", "|---|---|---|", *rows]


def _type(kind: pa.DataType) -> str:
    return "text" if pa.types.is_dictionary(kind) else str(kind)
