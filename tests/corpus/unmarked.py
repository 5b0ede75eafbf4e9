"""The same programs with their frame marks removed: the tool has to find the frames itself."""
from __future__ import annotations

import json
from typing import Any, Iterable

from .compare import Compared, compare_outcome, compare_rates
from .truth import Truth


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
