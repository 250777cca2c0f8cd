"""docs/networks: a page about each network, on what it was trained and how strong it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from weatherdeck.bots import LEVELS
from weatherdeck.games import registry
from weatherdeck.games.game import Game
from weatherdeck.games.network import FILE, Network

from . import learned
from .knowing import Response
from .page import Found
from .parts import Match, Part
from .tables import edge_cells, line, listed, table


def write(found: Found, answers: Sequence[learned.Answer], folder: Path) -> None:
    """Write a page for each game with a network, and remove those of games without one."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {f"{name}.md": _page(game, found, answers) for name, game in with_network()}
    for path in folder.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, lines in pages.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def with_network() -> Iterator[tuple[str, Game]]:
    """The games that have a network, by name."""
    for name in registry.ours():
        game = registry.load(name)
        if game.network is not None:
            yield name, game


def _page(game: Game, found: Found, answers: Sequence[learned.Answer]) -> Iterator[str]:
    network = game.network
    assert network is not None
    yield f"# The network of {game.title}"
    yield ""
    yield (
        "`python -m benchmarks.strength --write` writes this page from the network's file and from the results behind "
        "[the strength of the bots](../strength.md). [Learning](../learning.md) says how networks are trained."
    )
    yield ""
    yield from _facts(game, network)
    yield from _training(network)
    yield from _strength(game, found, answers)


def _facts(game: Game, network: Network) -> Iterator[str]:
    """What it is, and what it knows."""
    package = game.package.__name__.rpartition(".")[2]
    path = Path("src/weatherdeck/games") / package / FILE
    features, first = network.arrays["first"].shape
    actions, last = network.arrays["actions"].shape
    levels = [f"`{level.name}`" for level in LEVELS.values() if level.learned is not None and level.trusts(game)]
    varied = [f"`{name}` ({listed(values)})" for name, values in network.about["options"].items()]
    yield from table("", "")
    yield line("file", f"[`{path}`](../../{path}), {_file_size(game)}")
    yield line("fingerprint", f"`{network.fingerprint}`")
    sizes = f"{features:,} features, {first} and {last} units, {actions} actions and one value"
    yield line("layers", f"{sizes}; weights have 8 bits")
    yield line("used by", listed(levels))
    yield line("players", listed(network.players))
    yield line("options", listed(varied) if varied else "the defaults")
    yield line("deck", "as shipped" if network.about.get("deck") else "the game has one deck")
    yield line("ruleset", str(network.about["ruleset"]))
    yield ""
    yield "With another deck, number of players or option, these levels search without the network, and say so."
    yield ""


def _file_size(game: Game) -> str:
    file = game.package.__file__
    assert file is not None
    return f"{(Path(file).parent / FILE).stat().st_size / 1000:.0f} kB"


def _training(network: Network) -> Iterator[str]:
    about = network.about
    yield "## How it was trained"
    yield ""
    yield "Each run began with the network of the one before (`--from`)." if about.get("before") else "In one run."
    yield ""
    for number, run in enumerate([*about.get("before", []), about["command"]], 1):
        yield f"{number}. {_run(run)}"
    yield ""
    searched = f" and {about['simulations']:,} simulations of the search that taught" if about["simulations"] else ""
    yield (
        f"The last run took {about['seconds'] / 60:.0f} minutes on {about['where']}, with {about['lessons']:,} "
        f"lessons, {about['decisions']:,} decisions{searched}, and ended on {about['made']}."
    )
    yield ""


def _run(run: str) -> str:
    """A run of training: a command, perhaps with a remark, or words."""
    command, bracket, remark = run.partition(" (")
    return f"`{command}`{bracket}{remark}" if command.startswith("weatherdeck ") else run


def _strength(game: Game, found: Found, answers: Sequence[learned.Answer]) -> Iterator[str]:
    yield "## How strong it is"
    yield ""
    yield (
        "One seat of the bot among others, in each seat of every deal in turn: what it gains over a fair share or, "
        "where seats belong to sides, over the others in the same seat. `expert` is a single look by the network, and "
        "`master` a search with it."
    )
    yield ""
    yield from table("players", "bot", "among", "deals", "edge", "95% interval")
    for part, results in found.items():
        if isinstance(part, Match) and _is_about(part, game) and part.section in ("levels", "network"):
            edge = edge_cells(part.verdict(results).edge)
            yield line(str(part.plan.players), part.bot, part.among, f"{results.deals:,}", *edge)
    yield ""
    exploited = list(_exploited(game, found, answers))
    if exploited:
        yield "What a responder gains in the place of one bot, while the others stay as they are (lower bounds):"
        yield ""
        yield from table("bot", "responder", "games", "gain", "95% interval")
        yield from exploited
        yield ""


def _is_about(part: Part, game: Game) -> bool:
    """Whether the network plays in a part."""
    return registry.load(part.game) is game and part.header["network"] is not None


def _exploited(game: Game, found: Found, answers: Sequence[learned.Answer]) -> Iterator[str]:
    for part, results in found.items():
        if isinstance(part, Response) and _is_about(part, game):
            games = results.deals * part.plan.players
            yield line(part.bot, "a search that knows it", f"{games:,}", *edge_cells(part.verdict(results).edge))
    for answer in answers:
        if registry.load(answer.game) is game and answer.bot == learned.BOTS[-1] and not answer.stale:
            yield line(answer.bot, "a learned response", f"{answer.gain.n:,}", *edge_cells(answer.gain))
