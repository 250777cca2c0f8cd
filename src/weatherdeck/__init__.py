"""weatherdeck: five modern card games as real software.

    import weatherdeck

    game = weatherdeck.load(weatherdeck.list_games()[0])
    position = game.deal(seed=7)
    while not position.over:
        position = position.apply(position.legal[0])
    print(position.ending)

`__all__` lists everything that is public (`docs/api.md` has it explained). All other modules are private. What is
public is imported when it is first used, so that the command line, which needs other things, starts quickly.
"""

TYPE_CHECKING = False  # as type checkers know it; `typing` is slow to load, and Ctrl-C is not yet answered here

if TYPE_CHECKING:
    from .bots import UnknownBot
    from .env.batch import IDLE, Batch, IllegalActions
    from .env.bot import Bot, list_bots
    from .env.game import Variant as Game
    from .env.game import list_games, load
    from .env.gpu import GpuBatch
    from .env.position import SPECTATOR, Position
    from .env.sharing import DeviceArray
    from .errors import IllegalMove, Problem
    from .games.discovery import UnknownGame
    from .games.layout import Layout, Part
    from .games.options import OptionError
    from .games.reference import DataError, Deck
    from .kernel.cuda import NoGpu

__version__ = "0.1.0"

_PLACES = {
    "Batch": ".env.batch",
    "Bot": ".env.bot",
    "DataError": ".games.reference",
    "Deck": ".games.reference",
    "DeviceArray": ".env.sharing",
    "Game": ".env.game",
    "GpuBatch": ".env.gpu",
    "IDLE": ".env.batch",
    "IllegalActions": ".env.batch",
    "IllegalMove": ".errors",
    "Layout": ".games.layout",
    "NoGpu": ".kernel.cuda",
    "OptionError": ".games.options",
    "Part": ".games.layout",
    "Position": ".env.position",
    "Problem": ".errors",
    "SPECTATOR": ".env.position",
    "UnknownBot": ".bots",
    "UnknownGame": ".games.discovery",
    "list_bots": ".env.bot",
    "list_games": ".env.game",
    "load": ".env.game",
}

__all__ = [
    "IDLE",
    "SPECTATOR",
    "Batch",
    "Bot",
    "DataError",
    "Deck",
    "DeviceArray",
    "Game",
    "GpuBatch",
    "IllegalActions",
    "IllegalMove",
    "Layout",
    "NoGpu",
    "OptionError",
    "Part",
    "Position",
    "Problem",
    "UnknownBot",
    "UnknownGame",
    "__version__",
    "list_bots",
    "list_games",
    "load",
]

if not TYPE_CHECKING:  # so that a type checker knows these names and no others

    def __getattr__(name):
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        module = import_module(_PLACES[name], __name__)
        found = module.Variant if name == "Game" else getattr(module, name)
        globals()[name] = found  # the next look-up does not come here
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
