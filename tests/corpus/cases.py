"""The fixed cases, one a line in cases.jsonl: family, variant, seed, a digest, and the truth.

The digest is of the program's text and its log, so that neither these nor the truth can change
without a word.
"""
from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Iterator

from . import families  # noqa: F401  registers them
from .family import FAMILIES, Case, case_of
from .schedule import Run, run
from .truth import Truth, truth_from_json

FILE = Path(__file__).with_name("cases.jsonl")
SEEDS = (1, 2, 3)


def digest(case: Case, ran: Run) -> str:
    text = case.program.text() + "\n".join(ran.lines)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def row(case: Case, ran: Run) -> dict:
    return {"family": case.family, "variant": case.variant, "seed": case.seed,
            "digest": digest(case, ran), "truth": case.truth.to_json()}


def id_of(one: dict) -> str:
    return f"{one['family']}/{one['variant']}/{one['seed']}"


def rows() -> list[dict]:
    return [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []


def truth_of(one: dict) -> Truth:
    return truth_from_json(one["truth"])


def drift(one: dict, case: Case, ran: Run) -> list[str]:
    """How a case that is generated now differs from the committed one."""
    now = row(case, ran)
    return [f"{name} is no longer the committed one" for name in ("digest", "truth") if now[name] != one[name]]


def add() -> list[str]:
    """Appends the cases of families and variants that the file does not have yet."""
    have = {id_of(one) for one in rows()}
    new = [name for name in _all_ids() if name not in have]
    with FILE.open("a") as file:
        for name in new:
            case = case_of(name)
            file.write(json.dumps(row(case, run(case.program, case.seed))) + "\n")
    return new


def _all_ids() -> Iterator[str]:
    for family in FAMILIES.values():
        for seed in SEEDS:
            for variant in family.variants:
                yield f"{family.name}/{variant}/{seed}"


def fresh_ids(count: int, seed: int) -> list[str]:
    """So many further cases, each family and variant in turn, with seeds that no fixed case has."""
    pairs = [(one.name, variant) for one in FAMILIES.values() for variant in one.variants]
    names = []
    for number in range(count):
        name, variant = pairs[number % len(pairs)]
        names.append(f"{name}/{variant}/{1000 * (seed + 1) + number // len(pairs)}")
    return names
