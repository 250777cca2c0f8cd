"""The lab: how does a game really play? Simulate, measure, report, compare; on this machine or on many.

>>> from weatherdeck.lab import simulate
>>> seats = simulate("weathervanes", "greedy", games=100)
>>> seats.group_by("seat").agg(polars.col("won").mean())  # doctest: +SKIP
"""

from .simulation import simulate

__all__ = ["simulate"]
