"""What the commands are and what they take: everything that `--help` shows."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .. import __version__, bots
from ..games import registry
from ..games.game import Game
from ..games.options import OptionError, Value
from . import listing, transcripts, verify

WELCOME = """\
Five modern card games, played in the terminal, measured, and checked.

first steps:
  weatherdeck games                        what there is to play, and with which options
  weatherdeck serve                        sit down at a table in the browser, with bots or friends
  weatherdeck play weathervanes            sit down at a table in the terminal, against bots
  weatherdeck rules weathervanes           how the game is played
"""

OPTIONS_HELP = (
    "an option of the game, such as constrained_lead=true; may be given several times (see 'weatherdeck games')"
)


LADDER = ("random", "novice", "club", "expert")


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    formatter = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(prog="weatherdeck", description=WELCOME, formatter_class=formatter)
    top.add_argument("--version", action="version", version=f"weatherdeck {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    games = commands.add_parser("games", help="list the games and their options")
    games.set_defaults(run=listing.games)

    rules = commands.add_parser("rules", help="show how a game is played")
    _add_game(rules)
    rules.set_defaults(run=listing.rules)

    playing = commands.add_parser(
        "play",
        help="play a game in the terminal",
        formatter_class=formatter,
        description="Play in the terminal, with bots or with friends at the same keyboard. "
        "The game is saved after every move; keys are shown at the bottom: 'h' for a hint, '?' for the rules ...",
        epilog="""examples:
  weatherdeck play                                     choose a game from a list
  weatherdeck play weathervanes                        you against three bots
  weatherdeck play weathervanes --names Anna,Bo        two people, hot-seat; bots take the other seats
  weatherdeck play weathervanes --option partial_misere=true
  weatherdeck play weathervanes --resume               go on with the game saved last
""",
    )
    _add_game(playing, optional=True)
    _add_table(playing)
    playing.add_argument(
        "--names", type=_names, metavar="A,B,...", help="people at the table, in seat order (default: you)"
    )
    playing.add_argument(
        "--bot", metavar="BOT", help=f"who takes the other seats: {', '.join(bots.names())} (default: greedy)"
    )
    playing.add_argument("--seed", type=_seed, metavar="N", help="deal the same cards again (default: at random)")
    playing.add_argument("--save", type=Path, metavar="FILE", help="where to save (default: among your saved games)")
    playing.add_argument("--resume", nargs="?", const="", metavar="FILE", help="go on with a saved game (the last one)")
    playing.add_argument("--fast", action="store_true", help="bots move without a pause")
    playing.set_defaults(run=_play)

    serving = commands.add_parser(
        "serve",
        help="open the table server: play in the browser, with bots and with friends",
        formatter_class=formatter,
        description="Open the table: people sit down in their browsers, alone with bots or with friends by link, at "
        "once or over days. Tables are kept in a file; come back any time. Ctrl-C closes it, and no move is lost.",
        epilog="""examples:
  weatherdeck serve                                    on this machine, and opens the browser
  weatherdeck serve --port 0 --no-open                 on any free port; prints the link
  weatherdeck serve --store club.sqlite                keep the tables in this file
  weatherdeck serve --store postgresql://user@host/db  several servers can share these tables
  weatherdeck serve --prefix /cards --origin https://example.org    behind a proxy (docs/hosting.md)
""",
    )
    serving.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (default: 127.0.0.1)")
    serving.add_argument("--port", type=_port, default=8712, metavar="N", help="which port (default: 8712; 0: any)")
    serving.add_argument(
        "--store", metavar="STORE", help="an SQLite file, or postgresql://... (default: a file of yours)"
    )
    serving.add_argument("--prefix", default="", metavar="/PATH", help="the path under which a proxy shows it")
    serving.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="the address that browsers see, behind a proxy"
    )
    serving.add_argument("--bot-threads", type=_count, metavar="N", help="threads for bots (default: one a core)")
    serving.add_argument(
        "--limits",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="limit how much one address may ask for (default: yes; no: behind a proxy that does it)",
    )
    serving.add_argument("--log", choices=("text", "json"), default="text", help="the form of the log (default: text)")
    serving.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=True, help="open the browser (default: yes)"
    )
    serving.set_defaults(run=_serve)

    writing = commands.add_parser(
        "transcript",
        help="write whole games down, for others to check",
        formatter_class=formatter,
        description="Play games by a bot and write each as one line of JSON with nothing hidden: every deal, every "
        "legal action, every choice, the result. The format is described in docs/notation.md.",
        epilog="""examples:
  weatherdeck transcript weathervanes --games 1000 --seed 1 > games.jsonl
  weatherdeck transcript weathervanes --games 1000 --seed 1 | weatherdeck verify -
""",
    )
    _add_game(writing)
    _add_table(writing)
    writing.add_argument("--games", type=_count, default=1, metavar="N", help="how many games (default: 1)")
    writing.add_argument(
        "--seed", type=_seed, default=1, metavar="S", help="the same seed, the same games (default: 1)"
    )
    writing.add_argument(
        "--policy", default="random", metavar="BOT", help=f"who plays: {', '.join(bots.names())} (default: random)"
    )
    writing.set_defaults(run=transcripts.write)

    verifying = commands.add_parser(
        "verify",
        help="check transcripts, from anyone, and the shuffles of our tables",
        description="Play transcripts again and report the first difference of each: a deal that cannot be, other "
        "legal actions, another result. Or take a game that was downloaded from a table after its end, and check that "
        "its cards were dealt as was promised before the first one. Exit status 1 if anything is wrong.",
    )
    verifying.add_argument(
        "file", metavar="FILE", help="transcripts, one a line, or a game from a table; - for standard input"
    )
    verifying.add_argument(
        "--commitment", metavar="HEX", help="the promise that you were shown at the table: compare it, too"
    )
    verifying.add_argument("--data", type=Path, metavar="FILE", help="the deck file that the games were played with")
    verifying.set_defaults(run=verify.run)

    measuring = commands.add_parser(
        "ladder",
        help="measure which bot is stronger",
        formatter_class=formatter,
        description="A tournament between bots on paired deals: the same deals with the seats exchanged. Gives ratings "
        "with 95% intervals, and says who is shown to be stronger by a test that may be looked at at any time: "
        "Ctrl-C ends the tournament and shows what there is.",
        epilog="""examples:
  weatherdeck ladder weathervanes
  weatherdeck ladder weathervanes club expert --deals 400 --output club-expert.json
  weatherdeck ladder club-expert.json                  show the tables of a results file again
""",
    )
    measuring.add_argument(
        "game", metavar="GAME", help=f"one of {', '.join(registry.names())}; or a results file (.json) to show again"
    )
    measuring.add_argument(
        "bots", nargs="*", metavar="BOT", help=f"who plays: {', '.join(bots.names())} (default: {' '.join(LADDER)})"
    )
    _add_table(measuring)
    measuring.add_argument("--deals", type=_count, default=100, metavar="N", help="paired deals (default: 100)")
    measuring.add_argument(
        "--seed", type=_seed, default=1, metavar="S", help="the same seed, the same deals (default: 1)"
    )
    measuring.add_argument("--neighbours", action="store_true", help="only each bot against the next, not all pairs")
    measuring.add_argument(
        "--one-way", action="store_true", help="only the first of a pair sits alone among others: faster, less exact"
    )
    measuring.add_argument(
        "--processes",
        type=_count,
        metavar="K",
        help="games side by side (default: one for each core; 1 where a bot thinks by the clock)",
    )
    measuring.add_argument("--output", type=Path, metavar="FILE", help="write everything to this file, as JSON")
    measuring.set_defaults(run=_ladder)

    reviewing = commands.add_parser(
        "review",
        help="see which decisions of a saved game mattered, and what would have been better",
        formatter_class=formatter,
        description="Go through a saved game move by move: the result that was to be expected, which decisions lost "
        "something, what would have been better, and how sure that is. All from what the player could see at the time. "
        "A game that is not over is reviewed as far as it went.",
        epilog="""examples:
  weatherdeck review game.json                         your own game: what mattered
  weatherdeck review game.json --seat Alberta --all    every decision of another player
  weatherdeck review game.json --json review.json      all of it for other programs (see docs/review.md)

'weatherdeck play' says where it saves a game when you press s.
""",
    )
    reviewing.add_argument("file", type=Path, metavar="SAVED-GAME", help="a game saved by 'weatherdeck play'")
    reviewing.add_argument(
        "--seat", metavar="N|NAME", help="whose game: a name, or a seat from 0 (default: every person's)"
    )
    reviewing.add_argument("--all", action="store_true", help="list every decision, not only those that mattered")
    reviewing.add_argument(
        "--simulations", type=_count, metavar="N", help="thought for each decision: more finds better moves"
    )
    reviewing.add_argument(
        "--worlds", type=_count, metavar="N", help="worlds in which moves are compared: more narrows the intervals"
    )
    reviewing.add_argument(
        "--seed", type=_seed, default=1, metavar="S", help="the same seed, the same review (default: 1)"
    )
    reviewing.add_argument("--data", type=Path, metavar="FILE", help="the deck file that the game was played with")
    reviewing.add_argument("--json", type=Path, metavar="FILE", help="write everything to this file, as JSON")
    reviewing.set_defaults(run=_review)

    checking = commands.add_parser(
        "conformance",
        help="check that a game keeps the contract; for your own games too",
        formatter_class=formatter,
        description="Play many random games and check everything that the contract of a game promises: equal results "
        "interpreted and compiled, no card lost, nothing hidden shown, uniform redeals' identity, games that end ...",
        epilog="""examples:
  weatherdeck conformance weathervanes
  weatherdeck conformance my_package.my_game --games 20
""",
    )
    _add_game(checking, extra=", or the dotted name of a package that holds one")
    checking.add_argument("--games", type=_count, default=4, metavar="N", help="games for each variant (default: 4)")
    checking.add_argument("--seed", type=_seed, default=1, metavar="S", help="where the seeds begin (default: 1)")
    checking.add_argument("--data", type=Path, metavar="FILE", help="play with this deck file")
    checking.set_defaults(run=_conformance)
    _add_lab(commands)
    _add_print(commands)
    return top


def _add_lab(commands: Any) -> None:
    """`lab`: simulate, report, compare."""
    lab = commands.add_parser(
        "lab",
        help="play many games and report how a game really plays; compare variants",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Play many games by bots, on all cores, and write a report (one HTML file) and tables (Parquet). "
        "What was played is kept: the same command goes on where it was stopped.",
        epilog="""examples:
  weatherdeck lab weathervanes                                    a study of a minute or two
  weatherdeck lab weathervanes --full                             the study in docs/lab
  weatherdeck lab tradewinds --play greedy:5000 --seed 7          5,000 games by greedy
  weatherdeck lab weathervanes --play expert,greedy:2000          one expert among greedy players, in each seat
  weatherdeck lab compare weathervanes --with constrained_lead=true --with bonus_no_kens=true
  weatherdeck lab compare weathervanes --with my-deck.toml        what does my deck change?
  weatherdeck lab compare weathervanes --play greedy:2000 --with bots=expert
""",
    )
    lab.add_argument(
        "game", nargs="+", metavar="GAME", help=f"one of {', '.join(registry.names())}; or compare GAME, for variants"
    )
    _add_table(lab)
    lab.add_argument(
        "--play",
        action="append",
        metavar="WHO:GAMES",
        help=f"a bot for all seats, or bots by seat with commas, and how many games: {', '.join(bots.names())}; two "
        "bots are the first alone among the second; may be given several times",
    )
    lab.add_argument("--games", type=_count, metavar="N", help="how many, where --play does not say (default: 1000)")
    lab.add_argument("--full", action="store_true", help="a million random games, many greedy ones, some by experts")
    lab.add_argument(
        "--with",
        dest="variant",
        action="append",
        default=[],
        metavar="VARIANT",
        help="to compare with: OPTION=VALUE, bots=BOT or a deck file (.toml), or several with commas between them",
    )
    lab.add_argument("--seed", type=_seed, default=1, metavar="S", help="the same seed, the same games (default: 1)")
    lab.add_argument("--fixed-seats", action="store_true", help="bots by seat stay there; else each sits everywhere")
    lab.add_argument("--decisions", action="store_true", help="keep a row for each decision, too")
    lab.add_argument("--out", type=Path, metavar="FOLDER", help="where all is kept (default: lab/GAME)")
    lab.add_argument("--report", type=Path, metavar="FILE", help="the report (default: report.html in that folder)")
    lab.add_argument("--processes", type=_count, metavar="K", help="batches side by side (default: one for each core)")
    lab.add_argument("--engine", choices=("local", "ray"), default="local", help="this machine, or a Ray cluster")
    lab.add_argument("--address", metavar="ADDRESS", help="of the Ray cluster (default: one on this machine)")
    lab.set_defaults(run=_lab)


def _add_print(commands: Any) -> None:
    """`print`: cards to cut out."""
    printing = commands.add_parser(
        "print",
        help="make a PDF of a game's cards, tiles and tokens, to cut out and play",
        description="Nine cards to a page with cut marks, from the same data files as the game itself; suits differ by "
        "shape and letter, not by colour alone.",
    )
    _add_game(printing)
    printing.add_argument("--data", type=Path, metavar="FILE", help="with this deck file instead of ours")
    printing.add_argument("--players", type=int, metavar="P", help="only what so many players need")
    printing.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the paper (default: a4)")
    printing.add_argument("--out", type=Path, metavar="FILE", help="the PDF (default: GAME.pdf)")
    printing.set_defaults(run=_print)


def _lab(options: argparse.Namespace) -> int:
    from . import lab

    return lab.run(options)


def _print(options: argparse.Namespace) -> int:
    from . import printing

    return printing.run(options)


def _play(options: argparse.Namespace) -> int:
    from . import play  # the table brings Textual along, which the other commands can do without

    return play.run(options)


def _serve(options: argparse.Namespace) -> int:
    from . import serve  # as above: a server brings a lot along

    return serve.run(options)


def _ladder(options: argparse.Namespace) -> int:
    from . import ladder

    return ladder.run(options)


def _review(options: argparse.Namespace) -> int:
    from . import review

    return review.run(options)


def _conformance(options: argparse.Namespace) -> int:
    from . import conformance

    return conformance.run(options)


def _add_game(command: argparse.ArgumentParser, *, optional: bool = False, extra: str = "") -> None:
    help_text = f"one of {', '.join(registry.names())}{extra}"
    if optional:
        command.add_argument("game", nargs="?", metavar="GAME", help=help_text)
    else:
        command.add_argument("game", metavar="GAME", help=help_text)


def _add_table(command: argparse.ArgumentParser) -> None:
    command.add_argument("--players", type=int, metavar="P", help="how many players, where the game leaves a choice")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=OPTIONS_HELP)
    command.add_argument("--data", type=Path, metavar="FILE", help="play with this deck file instead of ours")


def chosen(game: Game, texts: list[str]) -> dict[str, Value]:
    """The options of a game, from `name=value` texts."""
    options: dict[str, Value] = {}
    known = {option.name: option for option in game.options}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"{game.title} has no option {name!r} (its options: {names})")
        if not equals:
            raise OptionError(f"option {name} needs a value: {name}=VALUE, where VALUE is {known[name].expects}")
        options[name] = known[name].parse(value)
    return options


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, not {text!r}")
    return int(text)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) >= 1 << 63:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 to 2**63 - 1, not {text!r}")
    return int(text)


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names) or len(set(names)) != len(names):
        raise argparse.ArgumentTypeError(f"expected different names with commas between them, not {text!r}")
    return names
