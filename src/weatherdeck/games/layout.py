"""The layout of an observation: the parts of the array that `observe` fills, documented for machine learning."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Part:
    """A part of an observation: `size` numbers from `offset` on, none below `low` or above `high`."""

    name: str
    offset: int
    size: int
    meaning: str
    low: float = 0.0
    high: float = 1.0


class Layout:
    """The parts of an observation, one after another: each with a name, a size, a meaning and, if not 0 to 1, bounds.

    The bounds hold in every position of every game, with any deck and any options: learning programs rely on them.
    """

    def __init__(self, *parts: tuple[str, int, str] | tuple[str, int, str, float, float]) -> None:
        self.parts: list[Part] = []
        self.size = 0
        for name, size, meaning, *bounds in parts:
            part = Part(name, self.size, size, meaning, *bounds)
            if not part.low < part.high:
                raise ValueError(f"{name} has bounds {part.low} and {part.high}: the first must be lower")
            self.parts.append(part)
            self.size += size

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where each part begins."""
        return tuple(part.offset for part in self.parts)

    @cached_property
    def low(self) -> npt.NDArray[np.float32]:
        """The lowest value that each number can have (read-only)."""
        return self._spread([part.low for part in self.parts])

    @cached_property
    def high(self) -> npt.NDArray[np.float32]:
        """The highest value that each number can have (read-only)."""
        return self._spread([part.high for part in self.parts])

    def __getitem__(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)

    def _spread(self, bounds: list[float]) -> npt.NDArray[np.float32]:
        # Rounding keeps the order of numbers: what is within its bounds before it is rounded to float32 is so after.
        spread = np.repeat(np.array(bounds, np.float32), [part.size for part in self.parts])
        spread.flags.writeable = False
        return spread
