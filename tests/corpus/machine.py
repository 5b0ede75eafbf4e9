"""Runs a program and writes down what happens to its tensors."""
from __future__ import annotations

from collections import Counter
from typing import Iterator

from .event_log import EventLog
from .program import FILE, Lane, Program, Statement
from .randomness import Random


class Tensor:
    __slots__ = ("id", "buffer", "size", "alive", "kept", "place")

    def __init__(self, number: int, buffer: int, size: int, kept: bool, place: tuple[str, int]) -> None:
        self.id, self.buffer, self.size = number, buffer, size
        self.alive, self.kept, self.place = True, kept, place


class Turn:
    """One frame of a lane, or what was postponed from one: its locals and its stack."""

    def __init__(self, machine: "Machine", lane: Lane, number: int, local: dict) -> None:
        self.machine, self.lane, self.number, self.locals = machine, lane, number, local
        self.thread = lane.thread
        self.calls: list[tuple[str, str, int]] = []  # outermost first
        self.scopes: list[tuple[int, list[Tensor]]] = []

    def enter(self, function: str) -> None:
        self.calls.append((function, FILE, 0))

    def at(self, line: int) -> None:
        function, file, _ = self.calls[-1]
        self.calls[-1] = (function, file, line)

    def get(self, name: str) -> Tensor | None:
        if name in self.locals:
            return self.locals[name]
        return self.machine.globals.get(name)

    def set(self, name: str, tensor: Tensor | None) -> None:
        self.locals[name] = tensor


class Machine:
    """What a program's statements act on."""

    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        self.random = Random(seed, "run " + program.name)
        self.log = EventLog(program.name)
        self.globals: dict[str, Tensor | None] = {}
        self.lists: dict[str, list[Tensor]] = {}
        self.caches: dict[str, dict[int, Tensor]] = {}
        self.resources: dict[str, int] = {}
        self.postponed: dict[str, list[tuple[int, dict, list[Statement]]]] = {}
        self.alive_by_place: Counter = Counter()
        self.bytes_by_place: Counter = Counter()
        self.next_id = 0

    def run_all(self, statements: list[Statement], turn: Turn) -> Iterator[None]:
        for statement in statements:
            turn.at(statement.line)
            rest = statement.run(self, turn)
            if rest is not None:
                yield from rest

    def make(self, statement, turn: Turn, shape: tuple[int, ...], buffer: int | None = None) -> Tensor:
        size = self._size(statement, shape, buffer)
        number = self.next_id
        self.next_id += 1
        owned = "kept" in statement.flags or "variable" in statement.flags
        tensor = Tensor(number, number if buffer is None else buffer, size, owned, statement.place())
        self.log.alloc(tensor.buffer, size, id=number, shape=list(shape), dtype=statement.dtype,
                       op=statement.op, stack=self._stack(statement, turn),
                       scope=turn.scopes[-1][0] if turn.scopes else None,
                       thread=turn.thread or None, flags=list(statement.flags) or None)
        if turn.scopes:
            turn.scopes[-1][1].append(tensor)
        self.alive_by_place[tensor.place] += 1
        self.bytes_by_place[tensor.place] += size
        return tensor

    def _size(self, statement, shape: tuple[int, ...], buffer: int | None) -> int:
        if buffer is not None:
            return self.log.buffers[buffer][1]
        size = statement.bytes()
        return size // max(1, statement.shape[0]) * shape[0] if shape else size

    def _stack(self, statement, turn: Turn) -> int:
        library = self.program.library
        inside = [("makeTensor", f"{library}/engine.js", 512)]
        inside += [(name, f"{library}/ops/{name}.js", 20 + len(name)) for name in (statement.op,) + statement.inside]
        outside = [("processTicksAndRejections", "node:internal/process/task_queues", 95)]
        return self.log.stack(tuple(inside + turn.calls[::-1] + outside))

    def free(self, tensor: Tensor, why: str, turn: Turn) -> None:
        if not tensor.alive:
            return
        tensor.alive = False
        self.alive_by_place[tensor.place] -= 1
        self.bytes_by_place[tensor.place] -= tensor.size
        self.log.free(tensor.buffer, id=tensor.id, why=why, thread=turn.thread or None)

    def use(self, tensor: Tensor, op: str, turn: Turn) -> None:
        self.log.put("use", id=tensor.id, op=op)

    def assign(self, variable: Tensor, value: Tensor, turn: Turn) -> None:
        """The pair of events that docs/event-log.md calls an assign."""
        self.log.free(variable.buffer, id=variable.id, why="variable")
        variable.buffer = value.buffer
        self.log.alloc(value.buffer, value.size, id=variable.id, flags=["variable"])

    def open_scope(self, turn: Turn, name: str) -> int:
        number = self.next_id
        self.next_id += 1
        parent = turn.scopes[-1][0] if turn.scopes else None
        turn.scopes.append((number, []))
        self.log.put("scope", id=number, parent=parent, name=name or None, thread=turn.thread or None)
        return number

    def close_scope(self, turn: Turn, number: int, results: list[Tensor | None]) -> None:
        _, made = turn.scopes.pop()
        for tensor in made:
            if tensor.kept or not tensor.alive:
                continue
            if tensor not in results:
                self.free(tensor, "scope", turn)
            elif turn.scopes:
                turn.scopes[-1][1].append(tensor)
        self.log.put("scope_end", id=number, thread=turn.thread or None)

    def postpone(self, turn: Turn, frames: int, statements: list[Statement]) -> None:
        due = turn.number + frames
        self.postponed.setdefault(turn.lane.name, []).append((due, dict(turn.locals), statements))

    def list(self, name: str) -> list[Tensor]:
        return self.lists.setdefault(name, [])

    def cache(self, name: str) -> dict[int, Tensor]:
        return self.caches.setdefault(name, {})

    def items(self, name: str) -> list[Tensor]:
        return list(self.caches[name].values()) if name in self.caches else self.list(name)
