"""Statements that say when others run: calls, scopes, every n-th frame, later, by chance."""
from __future__ import annotations

from dataclasses import dataclass, field

from .program import Statement


class Block(Statement):
    """A statement with others inside."""

    inner: list[Statement]

    def body(self):
        return self.inner

    def applies(self, machine, turn) -> bool:
        raise NotImplementedError

    def run(self, machine, turn):
        if self.applies(machine, turn):
            yield from machine.run_all(self.inner, turn)


@dataclass
class Every(Block):
    n: int
    phase: int
    inner: list[Statement]

    def text(self):
        return f"if (frame % {self.n} == {self.phase}) {{"

    def applies(self, machine, turn):
        return turn.number % self.n == self.phase


@dataclass
class NotEvery(Block):
    n: int
    phase: int
    inner: list[Statement]

    def text(self):
        return f"if (frame % {self.n} != {self.phase}) {{"

    def applies(self, machine, turn):
        return turn.number % self.n != self.phase


@dataclass
class Between(Block):
    """From frame `first` until before frame `end`; 0: for ever."""

    first: int
    end: int
    inner: list[Statement]

    def text(self):
        return f"if (frame >= {self.first}{f' && frame < {self.end}' if self.end else ''}) {{"

    def applies(self, machine, turn):
        return turn.number >= self.first and (not self.end or turn.number < self.end)


@dataclass
class OnLane(Block):
    lane: str
    inner: list[Statement]

    def text(self):
        return f"if (lane == {self.lane!r}) {{"

    def applies(self, machine, turn):
        return turn.lane.name == self.lane


@dataclass
class Sometimes(Block):
    probability: float
    inner: list[Statement]

    def text(self):
        return f"if (random() < {self.probability}) {{"

    def applies(self, machine, turn):
        return machine.random.chance(self.probability)


@dataclass
class OnceIn(Block):
    """Once in each block of n frames, in a frame of the block that chance picks."""

    n: int
    inner: list[Statement]
    chosen: dict = field(default_factory=dict, repr=False)

    def text(self):
        return f"if (this frame is the one picked of its {self.n}) {{"

    def applies(self, machine, turn):
        if turn.number % self.n == 0 or turn.lane.name not in self.chosen:
            self.chosen[turn.lane.name] = machine.random.whole(0, self.n - 1)
        return turn.number % self.n == self.chosen[turn.lane.name]


@dataclass
class Repeat(Block):
    """`low` to `high` times over, as chance has it."""

    low: int
    high: int
    inner: list[Statement]

    def text(self):
        times = self.low if self.low == self.high else f"{self.low}..{self.high}"
        return f"repeat {times} times {{"

    def run(self, machine, turn):
        for _ in range(machine.random.whole(self.low, self.high)):
            yield from machine.run_all(self.inner, turn)


@dataclass
class Tidy(Block):
    """A scope; what `results` name moves to the scope around it."""

    inner: list[Statement]
    results: tuple[str, ...] = ()
    name: str = ""

    def text(self):
        return f"tidy({repr(self.name) + ', ' if self.name else ''}returns {list(self.results)}) {{"

    def run(self, machine, turn):
        scope = machine.open_scope(turn, self.name)
        turn.calls.append(("tidy", machine.program.library + "/globals.js", 37))
        turn.enter("(anonymous)")
        yield from machine.run_all(self.inner, turn)
        turn.calls.pop()
        turn.calls.pop()
        machine.close_scope(turn, scope, [turn.get(name) for name in self.results])


@dataclass
class Call(Statement):
    """Calls a function of the program; locals are shared, as if passed and returned."""

    callee: str

    def text(self):
        return f"{self.callee}()"

    def run(self, machine, turn):
        turn.enter(self.callee)
        yield from machine.run_all(machine.program.statements_of(self.callee), turn)
        turn.calls.pop()


@dataclass
class CallOneOf(Statement):
    """Calls one of several functions: by turns of `hold` frames, or as chance has it."""

    callees: tuple[str, ...]
    by_turns: bool
    hold: int = 1

    def text(self):
        frame = f"frame / {self.hold}" if self.hold > 1 else "frame"
        how = f"{frame} % n" if self.by_turns else "random()"
        return f"[{', '.join(self.callees)}][{how}]()"

    def run(self, machine, turn):
        index = turn.number // self.hold % len(self.callees)
        if not self.by_turns:
            index = machine.random.whole(0, len(self.callees) - 1)
        yield from Call.run(Call(self.callees[index]), machine, turn)


@dataclass
class Later(Block):
    """Runs `inner` at the start of a frame that is `low` to `high` frames ahead."""

    low: int
    high: int
    inner: list[Statement]

    def text(self):
        return f"after {self.low}..{self.high} frames {{"

    def run(self, machine, turn):
        machine.postpone(turn, machine.random.whole(self.low, self.high), self.inner)
        return iter(())


@dataclass
class MuchLater(Block):
    """Runs `inner` `low` frames later, or twice as many, or four times, each half as likely as the one
    before, up to `high`: a heavy tail that ends."""

    low: int
    high: int
    inner: list[Statement]

    def text(self):
        return f"after {self.low}, {2 * self.low}, {4 * self.low} … {self.high} frames, each half as likely {{"

    def run(self, machine, turn):
        frames = self.low
        while 2 * frames <= self.high and machine.random.chance(0.5):
            frames *= 2
        machine.postpone(turn, frames, self.inner)
        return iter(())


@dataclass
class Spells(Block):
    """Runs in each frame for `low` to `high` frames, then in none for as many, and so on, as chance has it."""

    low: int
    high: int
    inner: list[Statement]
    ends: int = field(default=0, repr=False)
    on: bool = field(default=False, repr=False)

    def text(self):
        return f"if (in a busy spell, of {self.low}..{self.high} frames; quiet ones are as long) {{"

    def applies(self, machine, turn):
        if turn.number >= self.ends:
            self.ends = turn.number + machine.random.whole(self.low, self.high)
            self.on = not self.on
        return self.on


@dataclass
class OnRecord(Block):
    """Draws a number, one of `levels` or, with 0, any; and runs where it is higher than each before."""

    levels: int
    inner: list[Statement]
    highest: int = field(default=-1, repr=False)

    def text(self):
        drawn = f"one of {self.levels} levels" if self.levels else "random()"
        return f"if ({drawn} > this.record) {{"

    def applies(self, machine, turn):
        drawn = machine.random.whole(1, self.levels) if self.levels else machine.random.bits()
        higher = drawn > self.highest
        self.highest = max(drawn, self.highest)
        return higher


@dataclass
class OnThread(Block):
    """Runs on a thread of a pool, which chance picks. The threads have no marks of their own."""

    threads: tuple[int, ...]
    inner: list[Statement]

    def text(self):
        return f"on one of the threads {list(self.threads)} {{"

    def run(self, machine, turn):
        own, turn.thread = turn.thread, machine.random.one_of(self.threads)
        yield from machine.run_all(self.inner, turn)
        turn.thread = own


@dataclass
class Deeper(Block):
    """The function calls itself, so many times as chance has it, and runs `inner` at the bottom."""

    low: int
    high: int
    inner: list[Statement]

    def text(self):
        return f"if (depth < {self.low}..{self.high}) itself(depth + 1), else {{"

    def run(self, machine, turn):
        depth = machine.random.whole(self.low, self.high)
        for _ in range(depth):
            turn.enter(self.function)
            turn.at(self.line)
        yield from machine.run_all(self.inner, turn)
        for _ in range(depth):
            turn.calls.pop()


@dataclass
class Callback(Block):
    """A function of the library calls back an anonymous one that is written right here."""

    through: str
    inner: list[Statement]

    def text(self):
        return f"{self.through}(() => {{"

    def run(self, machine, turn):
        turn.calls.append((self.through, machine.program.library + "/events.js", 61))
        turn.enter("(anonymous)")
        yield from machine.run_all(self.inner, turn)
        turn.calls.pop()
        turn.calls.pop()


@dataclass
class Emit(Statement):
    """The library calls a function of the program out of its own loop: no caller of the program's."""

    callee: str

    def text(self):
        return f"// the library emits an event, and calls {self.callee}()"

    def run(self, machine, turn):
        own, turn.calls = turn.calls, [("emit", machine.program.library + "/events.js", 88)]
        yield from Call.run(Call(self.callee), machine, turn)
        turn.calls = own


@dataclass
class Await(Statement):
    """Other lanes may go on here."""

    def text(self):
        return "await"

    def run(self, machine, turn):
        yield
