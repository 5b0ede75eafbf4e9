"""What is true of a program, said by who wrote it. Nothing here has seen the judge."""
from __future__ import annotations

from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

LEAK, CLEAN, NO_VERDICT = "leak", "clean", "no verdict"
GROWING, LOST = "LEAK, growing", "LEAK, lost"
AT_EXIT, BELOW = "LEAK, at exit", "LEAK, below"
INNOCENT = ("pool", "cache", "steady", "held", "retained")


@dataclass
class Leak:
    """A place that leaks. Rates are [amount, frames]; absent ones are not compared.

    `within` 0: the rates repeat exactly; else the share by which an answer may be off.
    """

    function: str
    line: int
    labels: list[str]
    tensors: list[int] | None = None
    bytes: list[int] | None = None
    within: float = 0.0
    lane: str | None = None

    def key(self) -> tuple[str, int]:
        return self.function, self.line


@dataclass
class Truth:
    """`verdicts`: the right ones, nearly always one. `leaks`: the places, the worst first.

    `labels`: of places where the design settles the label. `resource`: the one below that leaks,
    at a rate that may be off by the share `resource_within`.
    """

    verdicts: list[str]
    leaks: list[Leak] = field(default_factory=list)
    labels: dict[str, list[str]] = field(default_factory=dict)
    resource: str | None = None
    resource_rate: list[int] | None = None
    resource_within: float = 0.0
    note: str = ""

    def is_leak(self) -> bool:
        return self.verdicts == [LEAK]

    def to_json(self) -> dict[str, Any]:
        full = asdict(self)
        full["leaks"] = [{k: v for k, v in one.items() if v is not None} for one in full["leaks"]]
        return {k: v for k, v in full.items() if v or k == "leaks"}


def truth_from_json(value: dict[str, Any]) -> Truth:
    return Truth(**{**value, "leaks": [Leak(**one) for one in value.get("leaks", [])]})


def rate(amount: int, frames: int) -> list[int]:
    fraction = Fraction(amount, frames)
    return [fraction.numerator, fraction.denominator]


def leak(statement, tensors: tuple[int, int] | None, *, size: int | None = None,
         labels: tuple[str, ...] = (GROWING,), within: float = 0.0, lane: str | None = None) -> Leak:
    """`statement` makes tensors that are never released, so many in so many frames.

    `size`: the bytes that each of them holds on to; by default those of its own shape.
    """
    function, line = statement.place()
    if size is None and tensors:
        size = statement.bytes()
    return Leak(function, line, list(labels), rate(*tensors) if tensors else None,
                rate(tensors[0] * size, tensors[1]) if tensors else None, within, lane)


def leaks(*places: Leak, note: str) -> Truth:
    worst_first = sorted(places, key=lambda one: -Fraction(*(one.bytes or [0, 1])))
    return Truth([LEAK], worst_first, note=note)


def clean(note: str, **labels: Any) -> Truth:
    """No place leaks. `labels`: statement → the labels that its survivors may have, as pairs."""
    return Truth([CLEAN], note=note, **labels)


def label_key(statement) -> str:
    function, line = statement.place()
    return f"{function}:{line}"
