"""A small program: functions of statements, and the lanes that call them frame after frame.

A program has a text. `Program` numbers its lines, and a tensor's stack names the lines of that
text, so that a case's truth can point at the very statement that is at fault.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterator

FILE = "app.js"


class Statement:
    """One statement. A subclass has its text, and says in run() what it does on a machine.

    run() returns nothing, or an iterator that yields wherever other lanes may go on.
    """

    function = ""
    line = 0

    def text(self) -> str:
        raise NotImplementedError

    def body(self) -> list["Statement"]:
        return []

    def run(self, machine: Any, turn: Any) -> Iterator[None] | None:
        raise NotImplementedError

    def place(self) -> tuple[str, int]:
        """The function and line of a program that it stands in."""
        return self.function, self.line


@dataclass
class Function:
    name: str
    statements: list[Statement]


@dataclass
class Lane:
    """A sequence of frames, each of which calls a function.

    `pace`: how often it has its turn, beside the other lanes; 0: by its frames, so that all end together.
    `starts`: how many frames of the first lane go before it.
    """

    function: str
    frames: int
    name: str = ""
    thread: int = 0
    pace: int = 0
    starts: int = 0

    def text(self) -> str:
        late = f", from frame {self.starts} of the first lane on" if self.starts else ""
        return f"// {self.name or 'loop'}, thread {self.thread}: {self.frames} frames of {self.function}(){late}"


@dataclass
class Program:
    """`setup` and `tail` name functions that run before the first frame and after the last."""

    name: str
    functions: list[Function]
    lanes: list[Lane]
    setup: str = ""
    tail: str = ""
    library: str = "node_modules/tensors/dist"
    ends: bool = True
    dropped_after: int = 0  # the recorder misses events after this frame of the first lane; 0: never
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for function in self.functions:
            self.lines.append(f"function {function.name}() {{")
            self._lay_out(function.statements, function.name, 1)
            self.lines += ["}", ""]
        for lane in self.lanes:
            self.lines.append(lane.text())
        if not self.ends:
            self.lines.append("// the recording stops without an end")
        if self.dropped_after:
            self.lines.append(f"// the recorder misses events after frame {self.dropped_after}")

    def _lay_out(self, statements: list[Statement], function: str, depth: int) -> None:
        for statement in statements:
            self.lines.append("  " * depth + statement.text())
            if statement.line:
                raise ValueError(f"a statement stands twice in the program: {statement.text()}")
            statement.function, statement.line = function, len(self.lines)
            if statement.body():
                self._lay_out(statement.body(), function, depth + 1)
                self.lines.append("  " * depth + "}")

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def statements_of(self, name: str) -> list[Statement]:
        return next(one.statements for one in self.functions if one.name == name)
