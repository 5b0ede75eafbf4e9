"""Holds truths against programs, without the judge: what grows without end goes on growing in a run
that is several times as long, at the rate that the truth says, and nothing else does."""
from __future__ import annotations

from collections import Counter
from fractions import Fraction

from .family import Case, case_of
from .schedule import Run, run
from .truth import CLEAN, Leak


def _most(populations: list[Counter]) -> Counter:
    most: Counter = Counter()
    for population in populations:
        most |= population
    return most


def _frames(case: Case, leak: Leak) -> int:
    lanes = {lane.name: lane.frames for lane in case.program.lanes}
    return lanes[leak.lane] if leak.lane else case.program.lanes[0].frames


def _runs(name: str, *stretches: int) -> list[Run]:
    """Each from a program of its own, as statements remember."""
    return [run(case_of(name).program, case_of(name).seed, stretch) for stretch in stretches]


def audit(name: str) -> list[str]:
    """What is wrong with the truth of a case."""
    case = case_of(name)
    if not case.program.lanes:
        return []
    if not case.truth.is_leak() and CLEAN not in case.truth.verdicts:  # full only in a longer run
        return _audit_rest(case, *_runs(name, 4, 8)) if case.family.startswith("cache") else []
    short, long = _runs(name, 2, 4)
    problems = [text for leak in case.truth.leaks for text in _audit_leak(case, leak, short, long)]
    return problems + _audit_resources(case, short, long) + _audit_rest(case, short, long)


def _lowest(populations: list[Counter], leak: Leak) -> int:
    """Of the last third, so that what is only held for some frames does not count. Where lanes take
    turns by chance a third of the marks is no third of a lane's frames, and the last one stands."""
    if leak.lane:
        return populations[-1][leak.key()]
    return min(one[leak.key()] for one in populations[len(populations) * 2 // 3:])


def _audit_leak(case: Case, leak: Leak, short: Run, long: Run) -> list[str]:
    grown = _lowest(long.places, leak) - _lowest(short.places, leak)
    bytes_grown = _lowest(long.place_bytes, leak) - _lowest(short.place_bytes, leak)
    frames = Fraction(2 * _frames(case, leak)) * (1 if leak.lane else Fraction(2, 3))
    if leak.tensors is None:
        grows = 50 * grown > frames or leak.labels == ["LEAK, lost"]
        return [] if grows else [f"{leak.key()} does not grow"]
    if leak.tensors[0] == 0:
        return _audit_growth(f"{leak.key()}, bytes", bytes_grown, Fraction(*leak.bytes) * frames, leak.within)
    return _audit_growth(str(leak.key()), grown, Fraction(*leak.tensors) * frames, leak.within)


def _audit_growth(what: str, grown: int, wanted: Fraction, within: float) -> list[str]:
    slack = min(12.0, float(wanted) / 2) + max(within, 0.03) * float(wanted)
    return [] if abs(grown - wanted) <= slack else [f"{what}: grows by {grown}, not by {wanted}"]


def _lowest_resource(ran: Run, name: str) -> int:
    return min(one.get(name, 0) for one in ran.resources[len(ran.resources) * 2 // 3:])


def _audit_resources(case: Case, short: Run, long: Run) -> list[str]:
    problems = []
    for name in long.resources[-1]:
        wanted, within = Fraction(0), 0.0
        if name == case.truth.resource:
            wanted = Fraction(*case.truth.resource_rate) * case.program.lanes[0].frames * 4 / 3
            within = case.truth.resource_within
        grown = _lowest_resource(long, name) - _lowest_resource(short, name)
        problems += _audit_growth(name, grown, wanted, within)
    return problems


def _audit_rest(case: Case, short: Run, long: Run) -> list[str]:
    leaking = {leak.key() for leak in case.truth.leaks}
    problems = []
    for what, before, after in (("tensors", _most(short.places), _most(long.places)),
                                ("bytes", _most(short.place_bytes), _most(long.place_bytes))):
        problems += [f"{place} goes on growing: {before[place]} {what}, then {after[place]}" for place in after
                     if place not in leaking and _is_more(after[place], before[place], what)]
    return problems


def _is_more(after: int, before: int, what: str) -> bool:
    """By more than chance makes of a bounded population."""
    return after > (1.25 * before + 4 if what == "tensors" else 1.8 * before)
