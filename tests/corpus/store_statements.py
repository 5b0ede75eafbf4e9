"""Statements on what holds many tensors: lists, caches, pools."""
from __future__ import annotations

from dataclasses import dataclass, field

from .flow_statements import Block
from .program import Statement


@dataclass
class Push(Statement):
    list: str
    name: str

    def text(self):
        return f"this.{self.list}.push({self.name})"

    def run(self, machine, turn):
        machine.list(self.list).append(turn.get(self.name))


@dataclass
class Trim(Statement):
    """Takes items out of a list until `length` are left. They are disposed, or only forgotten."""

    list: str
    length: int
    dispose: bool = True
    at_random: bool = False
    at_most: int = 1 << 30

    def text(self):
        which = "random" if self.at_random else "shift"
        what = f"{which}(){'.dispose()' if self.dispose else ''}"
        return f"while (this.{self.list}.length > {self.length}) this.{self.list}.{what}"

    def run(self, machine, turn):
        items = machine.list(self.list)
        for _ in range(self.at_most):
            if len(items) <= self.length:
                break
            at = machine.random.whole(0, len(items) - 1) if self.at_random else 0
            tensor = items.pop(at)
            if self.dispose:
                machine.free(tensor, "dispose", turn)


@dataclass
class Take(Statement):
    """name = list.shift(), or nothing."""

    name: str
    list: str

    def text(self):
        return f"{self.name} = this.{self.list}.shift()"

    def run(self, machine, turn):
        items = machine.list(self.list)
        turn.set(self.name, items.pop(0) if items else None)


@dataclass
class WhenOver(Block):
    """Runs where a list has more than `limit` items, or with `of` "bytes" where they hold more."""

    list: str
    limit: int
    inner: list[Statement]
    of: str = "length"

    def text(self):
        return f"if (this.{self.list}.{self.of} > {self.limit}) {{"

    def applies(self, machine, turn):
        items = machine.list(self.list)
        return (sum(one.size for one in items) if self.of == "bytes" else len(items)) > self.limit


@dataclass
class ReadOldest(Statement):
    """Reads the first `count` items of a list."""

    list: str
    count: int
    op: str = "stack"

    def text(self):
        return f"{self.op}(this.{self.list}.slice(0, {self.count}))"

    def run(self, machine, turn):
        for tensor in machine.list(self.list)[: self.count]:
            if tensor.alive:
                machine.use(tensor, self.op, turn)


@dataclass
class ReadSome(Statement):
    """Reads `count` items of a list or cache, picked by chance; all where there are fewer."""

    store: str
    count: int
    op: str = "stack"

    def text(self):
        return f"{self.op}({self.count} of this.{self.store})"

    def run(self, machine, turn):
        items = machine.items(self.store)
        if len(items) > self.count:
            items = [machine.random.one_of(items) for _ in range(self.count)]
        for tensor in items:
            if tensor.alive:
                machine.use(tensor, self.op, turn)


@dataclass
class Keys:
    """A stream of cache keys.

    `bound` 0: a new key at each `pace`-th look-up, else an old one. Else there are `bound` keys, and after
    the last of them has come all look-ups repeat old ones, which chance picks.
    """

    bound: int = 0
    pace: int = 1
    uniform: bool = False  # each of the keys is as likely, from the start
    hot: int = 0  # only the first so many keys come again; 0: all

    def text(self):
        fresh = f"a new key at each {self.pace}. look-up" if self.pace > 1 else "a new key"
        if self.bound:
            fresh = f"one of {self.bound} keys" if self.uniform else f"{fresh}, {self.bound} in all"
        fresh += f", of which {self.hot} come again" if self.hot else ""
        return fresh

    def next(self, random, asked: int) -> int:
        if self.uniform:
            return random.whole(0, self.bound - 1)
        known = asked // self.pace
        new = asked % self.pace == 0 and (not self.bound or known < self.bound)
        if new:
            return known
        come = min(known + 1, self.bound or known + 1)
        return random.whole(0, min(come, self.hot or come) - 1)


@dataclass
class LookUp(Statement):
    """name = cache[key], made by `inner` where it is not there; read in either case if `reads`."""

    name: str
    cache: str
    keys: Keys
    inner: list[Statement]
    reads: bool = True
    asked: int = field(default=0, repr=False)

    def text(self):
        return f"{self.name} = this.{self.cache}[{self.keys.text()}] ??= {{"

    def body(self):
        return self.inner

    def run(self, machine, turn):
        cache = machine.cache(self.cache)
        key = self.keys.next(machine.random, self.asked)
        self.asked += 1
        if key not in cache:
            yield from machine.run_all(self.inner, turn)
            cache[key] = turn.get(self.name)
        turn.set(self.name, cache[key])
        if self.reads:
            machine.use(cache[key], "matMul", turn)


@dataclass
class Acquire(Statement):
    """name = a free tensor of a pool, made by `inner` where none is free."""

    name: str
    pool: str
    inner: list[Statement]

    def text(self):
        return f"{self.name} = this.{self.pool}.pop() ?? {{"

    def body(self):
        return self.inner

    def run(self, machine, turn):
        free = machine.list(self.pool)
        if free:
            turn.set(self.name, free.pop())
        else:
            yield from machine.run_all(self.inner, turn)


@dataclass
class MoveAll(Statement):
    source: str
    target: str

    def text(self):
        return f"this.{self.target}.push(...this.{self.source}.splice(0))"

    def run(self, machine, turn):
        machine.list(self.target).extend(machine.list(self.source))
        machine.list(self.source).clear()
