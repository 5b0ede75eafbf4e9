"""Runs a program from setup to tail: the frames of its lanes, one statement after another."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Iterator

from .machine import Machine, Turn
from .program import Lane, Program


@dataclass
class Run:
    """What a run left: its log, and how many tensors and bytes of each place were alive at marks."""

    lines: list[str]
    alive_at_end: int
    alive_at_marks: list[int]
    places: list[Counter]
    place_bytes: list[Counter]
    resources: list[dict[str, int]]


def _setup_lane(program: Program) -> Lane:
    first = program.lanes[0] if program.lanes else Lane("", 0)
    return Lane(first.function, 0, "", 0)


def _call(machine: Machine, lane: Lane, number: int, function: str) -> Iterator[None]:
    turn = Turn(machine, lane, number, {})
    turn.enter(function)
    yield from machine.run_all(machine.program.statements_of(function), turn)


def _due(machine: Machine, lane: Lane, number: int) -> Iterator[None]:
    waiting = machine.postponed.get(lane.name, [])
    machine.postponed[lane.name] = [one for one in waiting if one[0] > number]
    for due, local, statements in waiting:
        if due <= number:
            turn = Turn(machine, lane, number, local)
            turn.enter(statements[0].function)
            yield from machine.run_all(statements, turn)


class Recorder:
    """Writes the marks and remembers the populations at them."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.places: list[Counter] = []
        self.bytes: list[Counter] = []
        self.resources: list[dict[str, int]] = []
        self.frames: Counter = Counter()  # of each lane, that are over

    def mark(self, lane: Lane, number: int) -> None:
        machine = self.machine
        machine.log.counter(machine.resources)
        machine.log.mark(number, lane.name)
        self.places.append(Counter(machine.alive_by_place))
        self.bytes.append(Counter(machine.bytes_by_place))
        self.resources.append(dict(machine.resources))
        self.frames[lane.name] = number


def _frames_of(machine: Machine, lane: Lane, frames: int, recorder: Recorder) -> Iterator[None]:
    while recorder.frames[machine.program.lanes[0].name] < lane.starts:
        yield
    recorder.mark(lane, 0)
    for number in range(frames):
        yield from _due(machine, lane, number)
        yield from _call(machine, lane, number, lane.function)
        recorder.mark(lane, number + 1)
        if number + 1 == machine.program.dropped_after and lane is machine.program.lanes[0]:
            machine.log.put("dropped", count=3, why="buffer full")
        yield


def _interleave(machine: Machine, running: list[Iterator[None]], weights: list[int]) -> None:
    """Lets chance pick whose turn it is, by the pace of the lanes."""
    alive = list(range(len(running)))
    while alive:
        pick = machine.random.whole(1, sum(weights[i] for i in alive)) if len(alive) > 1 else 1
        for index in alive:
            pick -= weights[index]
            if pick <= 0 or len(alive) == 1:
                break
        if next(running[index], "done") == "done":
            alive.remove(index)


def run(program: Program, seed: int, stretch: int = 1) -> Run:
    """Runs a program once; `stretch` times as many frames as it says."""
    machine = Machine(program, seed)
    recorder = Recorder(machine)
    if program.setup:
        for _ in _call(machine, _setup_lane(program), 0, program.setup):
            pass
    frames = [lane.frames * stretch for lane in program.lanes]
    lanes = [_frames_of(machine, lane, count, recorder) for lane, count in zip(program.lanes, frames)]
    _interleave(machine, lanes, [lane.pace or count for lane, count in zip(program.lanes, frames)])
    if program.tail:
        for _ in _call(machine, _setup_lane(program), 1 << 40, program.tail):
            pass
    if program.ends:
        machine.log.put("end")
    log = machine.log
    return Run(log.lines, log.alive, log.alive_at_marks, recorder.places, recorder.bytes, recorder.resources)
