"""weatherdeck: five modern card games as real software."""

__version__ = "0.1.0"
