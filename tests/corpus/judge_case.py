"""Generates one case, lets the tool judge it, compares."""
from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import naive
from .cases import drift, truth_of
from .compare import Compared, compare
from .family import case_of
from .schedule import run
from .unmarked import compare_unmarked, without_marks


@dataclass
class Task:
    """`committed`: the row of cases.jsonl, for a fixed case. `unmarked`: its frames are to be found."""

    case: str
    committed: dict | None
    tool: str
    folder: str
    keep: bool
    unmarked: bool = False


def report_of(tool: str, recording: Path, folder: Path, frames: str = "marks") -> dict[str, Any] | str:
    """The report, or what went wrong in words. Truths are about the frames that a program marks."""
    ran = subprocess.run([tool, "check", str(recording), "--format", "json", "--frames", frames], cwd=folder,
                         capture_output=True, text=True, check=False)
    try:
        return json.loads(ran.stdout)
    except ValueError:
        return f"no report, exit code {ran.returncode}: {ran.stderr.strip()[:200]}"


def judge_case(task: Task) -> Compared:
    case = case_of(task.case)
    ran = run(case.program, case.seed)
    truth = truth_of(task.committed) if task.committed else case.truth
    folder = Path(task.folder)
    log = folder / (task.case.replace("/", ".") + ".jsonl")
    lines = without_marks(ran.lines) if task.unmarked else ran.lines
    log.write_text("\n".join(lines) + "\n")
    result = Compared(task.case, case.family, truth.is_leak(), naive.verdicts(ran.alive_at_end, ran.alive_at_marks))
    if task.committed:
        result.problems += drift(task.committed, case, ran)
    report = report_of(task.tool, log, folder, "any" if task.unmarked else "marks")
    if isinstance(report, str):
        result.problems.append(report)
    elif task.unmarked:
        compare_unmarked(result, truth, report)
    else:
        compare(result, truth, report)
    if task.keep:
        log.with_suffix(".txt").write_text(case.program.text())
        log.with_suffix(".truth.json").write_text(json.dumps(truth.to_json(), indent=1) + "\n")
        log.with_suffix(".report.json").write_text(json.dumps(report, indent=1) + "\n")
    else:
        log.unlink()
    return result
