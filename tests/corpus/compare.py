"""Holds a report (docs/report.md) against a truth."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .truth import Leak, Truth

EXACT, CLOSE, WRONG = "exact", "close", "wrong"
CLOSE_ENOUGH = 0.01
NO_NUMBER, NO_FIX = "because without a number: ", "no fix for "
WORDS = (NO_NUMBER, NO_FIX)  # what problems of words begin with


@dataclass
class Compared:
    """One case. `counts` goes into the table; `problems` says in words what is not right."""

    case: str
    family: str
    is_leak: bool
    naive: dict[str, bool]
    counts: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1


def _accused(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [site for site in report["sites"] if site["label"].startswith("LEAK")]


def _place(site: dict[str, Any]) -> tuple[str, int]:
    frame = site.get("user_frame") or {}
    return frame.get("function", ""), frame.get("line", 0)


def _fraction(rate: dict[str, Any]) -> Fraction:
    return Fraction(rate["numerator"], rate["denominator"])


def compare(result: Compared, truth: Truth, report: dict[str, Any]) -> Compared:
    compare_outcome(result, truth, report)
    compare_rates(result, truth, report)
    for leak in truth.leaks:
        sites = sites_of(leak, report)
        if sites:
            _compare_site(result, leak, sites)
    _compare_first(result, truth, report)
    _compare_labels(result, truth, report)
    counters = report["counters"]
    if counters["checked"] != counters["agreed"]:
        result.problems.append(f"counters disagree: {counters['differences'][:1]}")
    compare_words(result, report)
    return result


def compare_words(result: Compared, report: dict[str, Any]) -> None:
    """Each label has its evidence in numbers, and each accusation says what to do."""
    unproven = [f"{_named(one)} is {one['label']}, {one.get('because', '')!r}"
                for one in report["sites"] + report["resources"] if not re.search(r"\d", one.get("because", ""))]
    helpless = [_named(site) for site in _accused(report) if not site.get("fix")]
    for what, begins, found in (("unproven", NO_NUMBER, unproven), ("no fix", NO_FIX, helpless)):
        result.counts[what] = len(found)
        if found:
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            result.problems.append(begins + found[0] + more)


def _named(one: dict[str, Any]) -> str:
    """A site by its line, a resource by its name."""
    return one["name"] if "name" in one else "{}:{}".format(*_place(one))


def compare_outcome(result: Compared, truth: Truth, report: dict[str, Any]) -> None:
    outcome = report["verdict"]["outcome"]
    accused = {_place(site) for site in _accused(report)}
    true = {leak.key() for leak in truth.leaks}
    missing = true - accused if truth.is_leak() else set()
    false = accused - true
    if outcome not in truth.verdicts:
        result.problems.append(f"says {outcome}, is {' or '.join(truth.verdicts)}")
    if false:
        result.problems.append("accuses " + ", ".join(f"{f}:{line}" for f, line in sorted(false)))
    if missing:
        result.problems.append("misses " + ", ".join(f"{f}:{line}" for f, line in sorted(missing)))
    if truth.is_leak():
        result.count("FN" if outcome != "leak" or missing else "TP")
    elif outcome not in truth.verdicts and outcome != "leak":
        result.count("undecided" if outcome == "no verdict" else "too sure")
    elif outcome in truth.verdicts:
        result.count("TN")
    if false or (outcome == "leak" and "leak" not in truth.verdicts):
        result.count("FP")


def _rate_status(true: list[int], rates: list[dict[str, Any]]) -> tuple[str, Fraction]:
    wanted, said = Fraction(*true), sum((_fraction(rate) for rate in rates), Fraction(0))
    if said == wanted and all(rate["exact"] for rate in rates):
        return EXACT, said
    off = abs(said - wanted) / wanted if wanted else Fraction(abs(said))
    return (CLOSE if off <= CLOSE_ENOUGH else WRONG), said


def _check_rate(result: Compared, what: str, true: list[int], rates: list[dict[str, Any]], within: float) -> None:
    status, said = _rate_status(true, rates)
    wanted = Fraction(*true)
    if within > CLOSE_ENOUGH:  # a rate that chance makes: only its size is known
        status = CLOSE if abs(said - wanted) <= wanted * Fraction(within) else WRONG
    result.count("rate " + status)
    if status == WRONG or (within == 0 and status != EXACT):
        about = "" if all(rate["exact"] for rate in rates) else "about "
        result.problems.append(f"{what} per frame: says {about}{said} ({float(said):.4g}), is {wanted}")


def sites_of(leak: Leak, report: dict[str, Any]) -> list[dict[str, Any]]:
    return [site for site in _accused(report) if _place(site) == leak.key()]


def compare_rates(result: Compared, truth: Truth, report: dict[str, Any]) -> None:
    _compare_resource(result, truth, report)
    for leak in truth.leaks:
        sites = sites_of(leak, report)
        for what, true in (("tensors", leak.tensors), ("bytes", leak.bytes)):
            if sites and true is not None:
                _check_rate(result, what, true, [site[f"{what}_per_frame"] for site in sites], leak.within)


def _compare_site(result: Compared, leak: Leak, sites: list[dict[str, Any]]) -> None:
    labels = {site["label"] for site in sites}
    if not labels <= set(leak.labels):
        result.problems.append(f"label {sorted(labels)}, is {leak.labels}")
    if leak.lane is not None and {site.get("lane", "") for site in sites} != {leak.lane}:
        result.problems.append(f"lane {[site.get('lane', '') for site in sites]}, is {leak.lane}")


def _compare_resource(result: Compared, truth: Truth, report: dict[str, Any]) -> None:
    accused = [one for one in report["resources"] if one["label"].startswith("LEAK")]
    names = [one["name"] for one in accused]
    if names != ([truth.resource] if truth.resource else []):
        result.problems.append(f"accuses resources {names}, is {truth.resource}")
    elif truth.resource:
        _check_rate(result, truth.resource, truth.resource_rate, [accused[0]["per_frame"]],
                    truth.resource_within)


def _compare_first(result: Compared, truth: Truth, report: dict[str, Any]) -> None:
    if not truth.is_leak() or not truth.leaks:
        return
    accused = _accused(report)
    first = _place(accused[0]) if accused else None
    result.count("first right" if first == truth.leaks[0].key() else "first wrong")
    if accused and first != truth.leaks[0].key():
        result.problems.append(f"first is {first}, should be {truth.leaks[0].key()}")


def _compare_labels(result: Compared, truth: Truth, report: dict[str, Any]) -> None:
    for place, allowed in truth.labels.items():
        found = {site["label"] for site in report["sites"] if "{}:{}".format(*_place(site)) == place}
        if not found <= set(allowed):
            result.problems.append(f"label of {place}: {sorted(found)}, is {' or '.join(allowed)}")
            result.count("label wrong")
