"""Random numbers that are the same in every Python: SplitMix64 (Steele, Lea, Flood 2014)."""
from __future__ import annotations

import zlib
from typing import Sequence, TypeVar

T = TypeVar("T")
MASK = (1 << 64) - 1


class Random:
    """A stream of numbers that its seed and name settle."""

    def __init__(self, seed: int, name: str = "") -> None:
        self.state = (seed * 0x9E3779B97F4A7C15 + zlib.crc32(name.encode()) * 0xD1B54A32D192ED03) & MASK

    def bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def whole(self, low: int, high: int) -> int:
        """From low to high, both included."""
        return low + self.bits() % (high - low + 1)

    def chance(self, probability: float) -> bool:
        return self.bits() / 2.0**64 < probability

    def one_of(self, choices: Sequence[T]) -> T:
        return choices[self.whole(0, len(choices) - 1)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.whole(0, last)
            result[last], result[other] = result[other], result[last]
        return result
