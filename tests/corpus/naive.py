"""Two judges that know nothing of frames, to be compared with: what a counter alone can tell."""
from __future__ import annotations

from typing import Sequence

NAMES = ("alive at exit", "the total rose")


def verdicts(alive_at_end: int, alive_at_marks: Sequence[int]) -> dict[str, bool]:
    """Whether each of them says that the program leaks."""
    first, last = (alive_at_marks[0], alive_at_marks[-1]) if alive_at_marks else (0, alive_at_end)
    return {NAMES[0]: alive_at_end > 0, NAMES[1]: last > first}


def counts_of_log(events) -> tuple[int, list[int]]:
    """Tensors alive at the end of a log, and at its marks."""
    alive: set[int] = set()
    marks = []
    for event in events:
        if event["e"] == "alloc":
            alive.add(event["id"])
        elif event["e"] == "free":
            alive.discard(event["id"])
        elif event["e"] == "frame":
            marks.append(len(alive))
    return len(alive), marks
