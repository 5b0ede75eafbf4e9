"""The same programs with their frame marks removed: the tool has to find the frames itself."""
from __future__ import annotations

import json
from typing import Any, Iterable

from .compare import Compared, compare_outcome, compare_rates
from .failures import only_words
from .truth import Truth

# The share of cases that have to have the verdict and the rate that they have with their marks.
FLOOR = 0.95


def without_marks(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if json.loads(line)["e"] != "frame"]


def compare_unmarked(result: Compared, truth: Truth, report: dict[str, Any]) -> None:
    """Verdict, places and rates; neither labels nor lanes, whose names no log without marks has."""
    compare_outcome(result, truth, report)
    compare_rates(result, truth, report)
    if result.problems:
        result.problems.append(frames_of(report))


def frames_of(report: dict[str, Any]) -> str:
    """By which frames the tool judged, and how sure it said it was."""
    frames = report["frames"]
    loops = [f"{loop['turns']} turns from {loop['function']}:{loop['line']} on, {loop['confidence_percent']} % sure"
             for loop in frames["loops"]]
    return f"frames: {frames['source']}" + (f" ({'; '.join(loops)})" if loops else "")


def share_of_same(results: list[Compared]) -> float:
    """Of cases whose verdict, places and rates are those of their marks."""
    return sum(_is_same(one) for one in results) / len(results) if results else 0.0


def summary(results: list[Compared]) -> str:
    same = sum(_is_same(one) for one in results)
    alarms, misses = (sum(one.counts.get(what, 0) for one in results) for what in ("FP", "FN"))
    return (f"unmarked: {same} of {len(results)} have the same verdict and rate ({100 * share_of_same(results):.1f} %, "
            f"floor {100 * FLOOR:.1f} %), {alarms} false alarms, {misses} misses")


def _is_same(result: Compared) -> bool:
    return not result.problems or only_words(result)
