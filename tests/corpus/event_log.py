"""Writes an event log as docs/event-log.md has it, and keeps count of what is alive."""
from __future__ import annotations

import json
from typing import Any


class EventLog:
    """Collects the lines of one log. Stacks are interned; time goes by with each event."""

    def __init__(self, program: str) -> None:
        self.lines: list[str] = []
        self.stacks: dict[tuple, int] = {}
        self.time = 0
        self.alive = 0
        self.buffers: dict[int, list[int]] = {}  # of each live buffer: tensors on it, bytes
        self.alive_at_marks: list[int] = []
        self.put("header", format="tensor-event-log", version=1, time_unit="us",
                 runtime="corpus 1", backend="cpu", program=program)

    def put(self, event: str, **fields: Any) -> None:
        line = {"e": event}
        if event not in ("header", "stack"):
            self.time += 7
            line["t"] = self.time
        line.update((name, value) for name, value in fields.items() if value is not None)
        self.lines.append(json.dumps(line, separators=(",", ":")))

    def stack(self, frames: tuple) -> int:
        """The id of a stack of (function, file, line), innermost first."""
        number = self.stacks.get(frames)
        if number is None:
            number = len(self.stacks) + 1
            self.stacks[frames] = number
            self.put("stack", id=number,
                     frames=[{"fn": fn, "file": file, "line": line} for fn, file, line in frames])
        return number

    def alloc(self, buffer: int, size: int, **fields: Any) -> None:
        self.alive += 1
        self.buffers.setdefault(buffer, [0, size])[0] += 1
        self.put("alloc", buf=buffer, bytes=size, **fields)

    def free(self, buffer: int, **fields: Any) -> None:
        self.alive -= 1
        self.buffers[buffer][0] -= 1
        if self.buffers[buffer][0] == 0:
            del self.buffers[buffer]
        self.put("free", **fields)

    def counter(self, resources: dict[str, int]) -> None:
        self.put("counter", tensors=self.alive, buffers=len(self.buffers),
                 bytes=sum(size for _, size in self.buffers.values()),
                 resources=dict(resources) or None)

    def mark(self, number: int, lane: str) -> None:
        self.alive_at_marks.append(self.alive)
        self.put("frame", n=number, lane=lane or None)
