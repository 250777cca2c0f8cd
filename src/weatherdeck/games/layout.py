"""The layout of an observation: the parts of the array that `observe` fills, documented for machine learning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A part of an observation."""

    name: str
    offset: int
    size: int
    meaning: str


class Layout:
    """The parts of an observation, one after another."""

    def __init__(self, *parts: tuple[str, int, str]) -> None:
        self.parts: list[Part] = []
        self.size = 0
        for name, size, meaning in parts:
            self.parts.append(Part(name, self.size, size, meaning))
            self.size += size

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where each part begins."""
        return tuple(part.offset for part in self.parts)

    def __getitem__(self, name: str) -> Part:
        return next(part for part in self.parts if part.name == name)
