"""Statements that make, read and release single tensors."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable

from .program import Statement

SIZES = {"float32": 4, "int32": 4, "bool": 1, "complex64": 8, "string": 1}


@dataclass
class Make(Statement):
    """name = op(shape), `count` of them under one name. `grows`: rows that each frame adds."""

    name: str
    op: str = "zeros"
    shape: tuple[int, ...] = (8,)
    dtype: str = "float32"
    flags: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()  # functions of the library between the user's line and the op
    grows: int = 0
    most_rows: int = 0  # at which they stop growing; 0: never
    shapes: int = 0  # draws the first dimension anew in each frame, from so many; 0: does not
    turns: tuple[int, ...] = ()  # first dimensions that take turns, each for `hold` frames
    hold: int = 1

    def text(self) -> str:
        what = ".".join(reversed(self.inside + (self.op,)))
        more = f" +{self.grows} rows a frame" if self.grows else ""
        more += f" up to {self.most_rows}" if self.most_rows else ""
        more += f" of {self.shapes} lengths" if self.shapes else ""
        more += f" of {list(self.turns)} rows by turns of {self.hold} frames" if self.turns else ""
        flags = " " + ",".join(self.flags) if self.flags else ""
        return f"{self.name} = {what}({list(self.shape)}{more}, {self.dtype}){flags}"

    def bytes(self) -> int:
        size = SIZES[self.dtype]
        for dimension in self.shape:
            size *= dimension
        return size

    def run(self, machine, turn):
        shape = self.shape
        if self.grows:
            rows = shape[0] + self.grows * turn.number
            shape = (min(rows, self.most_rows or rows),) + shape[1:]
        if self.shapes:
            shape = (shape[0] + machine.random.whole(1, self.shapes),) + shape[1:]
        if self.turns:
            shape = (self.turns[turn.number // self.hold % len(self.turns)],) + shape[1:]
        turn.set(self.name, machine.make(self, turn, shape))


@dataclass
class Alias(Statement):
    """name = a view of another tensor's buffer."""

    name: str
    of: str
    op: str = "reshape"
    shape: tuple[int, ...] = (8,)
    dtype: str = "float32"
    flags: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()

    def text(self) -> str:
        return f"{self.name} = {self.of}.{self.op}({list(self.shape)})"

    def run(self, machine, turn):
        source = turn.get(self.of)
        machine.use(source, self.op, turn)
        turn.set(self.name, machine.make(self, turn, self.shape, source.buffer))


@dataclass
class Dispose(Statement):
    """name.dispose(); nothing where the name has no tensor, or one that is gone."""

    name: str
    why: str = "dispose"

    def text(self) -> str:
        return f"{self.name}?.{'dispose' if self.why == 'dispose' else self.why}()"

    def run(self, machine, turn):
        tensor = turn.get(self.name)
        if tensor is not None:
            machine.free(tensor, self.why, turn)


@dataclass
class Use(Statement):
    name: str
    op: str = "add"

    def text(self) -> str:
        return f"{self.op}({self.name})"

    def run(self, machine, turn):
        tensor = turn.get(self.name)
        if tensor is not None:
            machine.use(tensor, self.op, turn)


@dataclass
class Set(Statement):
    """this.name = value: a reference that outlives the frame. The old value stays as it is."""

    name: str
    value: str

    def text(self) -> str:
        return f"this.{self.name} = {self.value}"

    def run(self, machine, turn):
        machine.globals[self.name] = turn.get(self.value)


@dataclass
class Assign(Statement):
    """variable.assign(value): the variable gets the value's buffer; the value lives on."""

    variable: str
    value: str

    def text(self) -> str:
        return f"{self.variable}.assign({self.value})"

    def run(self, machine, turn):
        machine.assign(turn.get(self.variable), turn.get(self.value), turn)


def _event(name: str, event: str, text: str, field: str | None = None) -> Callable:
    @dataclass
    class Says(Statement):
        name: str

        def text(self) -> str:
            return text.format(self.name)

        def run(self, machine, turn):
            tensor = turn.get(self.name)
            if tensor is not None and tensor.alive:
                if field:
                    setattr(tensor, field, True)
                machine.log.put(event, id=tensor.id)

    Says.__name__ = name
    return Says


Keep = _event("Keep", "keep", "keep({})", "kept")
Lose = _event("Lose", "lost", "// the last handle of {} is gone; a finalizer notices")


@dataclass
class Resource(Statement):
    """Something below the tensors that the adapter counts."""

    name: str
    change: int

    def text(self) -> str:
        return f"backend.{self.name.replace(' ', '_')} += {self.change}"

    def run(self, machine, turn):
        machine.resources[self.name] = machine.resources.get(self.name, 0) + self.change
