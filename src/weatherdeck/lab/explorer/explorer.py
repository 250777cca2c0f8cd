"""The games of a study: how many there are of a kind, what sets them apart, and which they are.

Everything is asked of the Parquet files, lazily: Polars reads only the columns that a question needs, batch by batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa

from ...errors import Problem
from ...games.figures import Values
from ...match import Match
from ..playing.columns import knows_leaders, knows_points
from ..playing.run import PLAN_FILE, Run
from .conditions import Query, Whitelist
from .watching import play_again

if TYPE_CHECKING:
    import polars as pl

Json: TypeAlias = dict[str, Any]
MOST_ROWS = 100
MOST_RUNS = 200
DEPTH = 3
"""How far below a folder runs are looked for: a study has them in its folder, a comparison one deeper."""


class Explorer:
    """The runs of a study, and the questions that can be asked about their games."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.runs = folder, _runs_in(folder)
        game = self.runs[0].plan.load()
        bots = dict.fromkeys(bot for run in self.runs for bot in run.plan.bots)
        self._asked = Whitelist(game, max(run.plan.players for run in self.runs), tuple(bots))
        self._all = lru_cache(maxsize=64)(self._figures_of_all)

    def about(self) -> Json:
        """What there is, and what it can be filtered by."""
        game, asked = self.runs[0].plan.load(), self._asked
        return {
            "game": game.name,
            "title": game.title,
            "folder": str(self.folder),
            "score": game.figures.SCORE or "",
            "runs": [_about(run) for run in self.runs],
            "fields": [
                {**asdict(one), "choices": [asdict(choice) for choice in one.choices]} for one in asked.fields.values()
            ],
            "sets": list(asked.sets),
            "cards": list(asked.cards),
        }

    def find(self, query: Query) -> Json:
        """The games that a query asks for: how many, their main figures beside those of all, and some of them."""
        self._asked.check(query, len(self.runs))
        chosen = tuple(sorted(set(query.runs))) or tuple(range(len(self.runs)))
        try:
            return self._find(query, chosen)
        except (OSError, KeyError, _polars_error()) as problem:  # KeyError: a game without seats
            raise Problem(f"{self.folder}: its tables cannot be read ({_first_line(problem)})") from None

    def bots(self, run: int, game: int) -> list[str]:
        """Who plays in a game, by seat."""
        plan = self.runs[run].plan
        return [plan.bot_in(seat, game) for seat in range(plan.players)]

    def watch(self, run: int, game: int) -> Match:
        """A game, played again from its plan and its number."""
        if not 0 <= run < len(self.runs):
            raise Problem(f"this study has the runs 0 to {len(self.runs) - 1}")
        try:
            return play_again(self.runs[run], game)
        except (KeyError, TypeError, pa.ArrowException) as problem:
            raise Problem(f"{self.runs[run].folder}: its tables cannot be read ({_first_line(problem)})") from None

    # ------------------------------------------------------------ asking
    def _find(self, query: Query, chosen: tuple[int, ...]) -> Json:
        import polars as pl

        offset, limit = max(0, query.offset), min(max(1, query.limit), MOST_ROWS)
        found = [self._matching(number, query).collect() for number in chosen]
        matching = sum(frame.height for frame in found)
        everything, some = self._all(chosen), self._figures(dict(zip(chosen, found, strict=True)))
        sort = query.sort or "game"
        listed = pl.concat(
            [frame.with_columns(run=pl.lit(number)) for number, frame in zip(chosen, found, strict=True)],
            how="diagonal",
        )
        by = [sort, *(["run"] if sort != "game" else []), *(["game"] if sort != "game" else ["run"])]
        page = listed.sort(by, descending=[query.descending, *[False] * (len(by) - 1)], nulls_last=True)
        rows = page.slice(offset, limit).rows(named=True)
        return {
            "total": sum(self.runs[number].games for number in chosen),
            "matching": matching,
            "figures": [
                {"label": label, "unit": unit, "all": value, "these": some.get(label, (unit, None))[1]}
                for label, (unit, value) in everything.items()
            ],
            "rows": list(self._rows(rows, query.sort)),
            "offset": offset,
        }

    def _tables(self, number: int, name: str) -> pl.LazyFrame:
        import polars as pl

        run = self.runs[number]
        return pl.scan_parquet([run.path(name, batch) for batch in run.done()])

    def _matching(self, number: int, query: Query) -> pl.LazyFrame:
        """The games of a run that fit."""
        import polars as pl

        games = self._tables(number, "games")
        columns = set(games.collect_schema().names())
        named = {one.name for one in query.conditions if one.of == "game"}
        if not named <= columns:  # a run of an earlier version, which did not count this yet
            return games.clear().select("game", *_kept(columns, query.sort))
        for expression in self._asked.expressions(query.conditions, "game"):
            games = games.filter(expression)
        who = self._seats(number, query)
        if who is not None:
            games = games.join(who.select("game").unique(), on="game", how="semi")
        return games.select("game", *[pl.col(name) for name in _kept(columns, query.sort)])

    def _seats(self, number: int, query: Query) -> pl.LazyFrame | None:
        """The seats, by game, that fit all conditions about a seat; None where there are no such conditions."""
        import polars as pl

        about = self._asked.expressions(query.conditions, "seat")
        if not about and not query.cards:
            return None
        seats = self._tables(number, "seats")
        if not {one.name for one in query.conditions if one.of == "seat"} <= set(seats.collect_schema().names()):
            return seats.clear().select("game", "seat")
        for expression in about:
            seats = seats.filter(expression)
        seats = seats.select("game", "seat")
        for one in query.cards:
            had = (pl.col(one.set) & pl.lit(self._asked.mask(one.card), dtype=pl.Int64)) != 0
            hands = self._tables(number, "hands").filter(had).select("game", "seat")
            seats = seats.join(hands, on=["game", "seat"], how="semi")
        return seats

    # ------------------------------------------------------------ figures
    def _figures_of_all(self, chosen: tuple[int, ...]) -> dict[str, tuple[str, float | None]]:
        return self._figures(dict.fromkeys(chosen))

    def _figures(self, found: dict[int, pl.DataFrame | None]) -> dict[str, tuple[str, float | None]]:
        """The main figures of some games: their label, unit and value. None stands for all games of a run."""
        import polars as pl

        sums: dict[str, float] = {}
        for number, some in found.items():
            games, seats = self._tables(number, "games"), self._tables(number, "seats")
            if some is not None:
                these = some.lazy().select("game")
                games, seats = (table.join(these, on="game", how="semi") for table in (games, seats))
            for table, wanted in ((games, self._game_sums()), (seats, self._seat_sums())):
                row = table.select(**wanted, rows=pl.len()).collect().rows(named=True)[0]
                for name, value in row.items():
                    key = f"{'games' if table is games else 'seats'}:{name}"
                    sums[key] = sums.get(key, 0.0) + float(value or 0)
        return self._told(sums)

    def _game_sums(self) -> dict[str, pl.Expr]:
        import polars as pl

        wanted = {name: pl.col(name).sum() for name in ("decisions", "choices", "forced", "rounds", "lead_changes")}
        wanted["nobody"] = (pl.col("winners") == 0).sum()
        for panel, value, _ in self._endings():
            wanted[f"{panel.figure}={value}"] = (pl.col(panel.figure) == value).sum()
        return wanted

    def _seat_sums(self) -> dict[str, pl.Expr]:
        import polars as pl

        won, first = pl.col("won"), pl.col("turn") == 0
        return {
            "score": pl.col("score").sum(),
            "won": won.sum(),
            "winning": pl.col("score").filter(won).sum(),
            "first": (won & first).sum(),
        }

    def _endings(self) -> Iterator[tuple[Values, int, str]]:
        """The values of the game's own figures that have names, such as how it ended."""
        own = {field.name for (of, _), field in self._asked.fields.items() if of == "game"}
        for panel in self.runs[0].plan.load().figures.PANELS:
            if isinstance(panel, Values) and panel.labels and panel.figure in own:
                for value, label in enumerate(panel.labels):
                    yield panel, value, label

    def _told(self, sums: dict[str, float]) -> dict[str, tuple[str, float | None]]:
        game = self.runs[0].plan.load()

        def ratio(part: str, of: str) -> float | None:
            return sums[part] / sums[of] if sums.get(of) else None

        told = {
            "The starting player wins": ("share", ratio("seats:first", "games:rows")),
            "Nobody wins": ("share", ratio("games:nobody", "games:rows")),
            "Decisions in a game": ("mean", ratio("games:decisions", "games:rows")),
            "Rounds": ("mean", ratio("games:rounds", "games:rows")),
            "Legal actions per decision": ("mean", ratio("games:choices", "games:decisions")),
            "Forced moves": ("share", ratio("games:forced", "games:decisions")),
        }
        if knows_leaders(game):
            told["Lead changes"] = ("mean", ratio("games:lead_changes", "games:rows"))
        if knows_points(game):
            told["Score of a seat"] = ("mean", ratio("seats:score", "seats:rows"))
            told["Score of a winner"] = ("mean", ratio("seats:winning", "seats:won"))
        for panel, value, label in self._endings():
            told[f"{panel.title}: {label}"] = ("share", ratio(f"games:{panel.figure}={value}", "games:rows"))
        return told

    # ------------------------------------------------------------ rows
    def _rows(self, rows: Sequence[Json], sort: str) -> Iterator[Json]:
        """Games as they are listed: who won, and with which score."""
        import polars as pl

        seats: dict[tuple[int, int], list[Json]] = {}
        for number in {row["run"] for row in rows}:
            games = [row["game"] for row in rows if row["run"] == number]
            found = self._tables(number, "seats").filter(pl.col("game").is_in(games))
            found = found.select("game", "seat", pl.col("bot").cast(pl.String), "score", "won").sort("game", "seat")
            for seat in found.collect().rows(named=True):
                seats.setdefault((number, seat.pop("game")), []).append(seat)
        for row in rows:
            yield {
                "run": row["run"],
                "game": row["game"],
                "seed": str(row["seed"]),  # more digits than JavaScript has
                "decisions": row["decisions"],
                "rounds": row["rounds"],
                "sorted": row.get(sort) if sort else None,
                "seats": seats[row["run"], row["game"]],
            }


def _kept(columns: set[str], sort: str) -> list[str]:
    """The columns of the games that a list of them needs."""
    usual = ["seed", "decisions", "rounds"]
    return [*usual, *([sort] if sort in columns and sort not in (*usual, "game") else [])]


def _about(run: Run) -> Json:
    plan = run.plan
    return {
        "label": plan.label,
        "folder": run.folder.name,
        "games": run.games,
        "players": plan.players,
        "options": dict(plan.options),
        "deck": None if plan.deck is None else plan.deck.title,
    }


def _runs_in(folder: Path) -> list[Run]:
    if not folder.is_dir():
        raise Problem(f"{folder}: there is no such folder")
    found = sorted({path for depth in range(DEPTH) for path in folder.glob("*/" * depth + PLAN_FILE)})
    if not found:
        raise Problem(f"{folder}: there is no study in it; play one with `weatherdeck lab GAME`")
    if len(found) > MOST_RUNS:
        raise Problem(f"{folder}: holds {len(found)} runs, and {MOST_RUNS} can be explored at once: name one study")
    runs = [run for path in found if (run := Run.open(path.parent)).done()]
    if not runs:
        raise Problem(f"{folder}: no batch of games was finished yet")
    games = dict.fromkeys(run.plan.game for run in runs)
    if len(games) > 1:
        raise Problem(f"{folder}: holds games of {' and '.join(games)}: name the folder of one study")
    return runs


def _polars_error() -> type[Exception]:
    import polars as pl

    return pl.exceptions.PolarsError


def _first_line(problem: BaseException) -> str:
    return str(problem).partition("\n")[0][:200]
