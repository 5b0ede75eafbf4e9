"""The recordings of real programs in the folder `shared`, with the truth that stands there."""
from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

from . import naive
from .compare import Compared, compare_words
from .judge_case import report_of
from .unmarked import frames_of, without_marks

WEB = {  # of recorded/README.md
    "ml5-1.4.0-image-classifier": {"verdict": "leak", "per_frame": 2, "line": 8},
    "ml5-0.4.3-image-classifier": {"verdict": "clean", "per_frame": 0},
    "nsfwjs-photo-not-disposed": {"verdict": "leak", "per_frame": 1, "user_frame": "classifyPhoto",
                                  "shape": [1280, 1920, 3], "dtype": "int32"},
    "faceapi-three-faces-clean": {"verdict": "clean", "per_frame": 0},
}
ROUNDING = 0.0001  # of the table of cases


def shared_folder(root: Path) -> Path | None:
    folder = Path(os.environ.get("TENSORLEAK_SHARED", root.parent / "shared"))
    return folder if (folder / "recorded").is_dir() else None


def recordings(shared: Path) -> list[tuple[Path, dict[str, Any]]]:
    found = [(shared / "recorded" / f"{name}.jsonl.gz", truth) for name, truth in WEB.items()]
    rows = json.loads((shared / "cases/tfjs/cases.json").read_text())["cases"]
    for file in sorted((shared / "recorded/cases").glob("*.jsonl.gz")):
        program, version = file.name[: -len(".jsonl.gz")].split("@")
        found += [(file, one) for one in rows if one["program"] == f"{program}.js"
                  and one["packages"].get("@tensorflow/tfjs") == version]
    return found


def judge_recording(file: Path, truth: dict[str, Any], tool: str, folder: Path, unmarked: bool = False) -> Compared:
    with gzip.open(file, "rt") as lines:
        seen = naive.verdicts(*naive.counts_of_log(map(json.loads, lines)))
    result = Compared(f"recorded/{file.name}", "recorded", truth["verdict"] == "leak", seen)
    if unmarked:
        with gzip.open(file, "rt") as lines:
            kept = without_marks(lines)
        file = folder / file.name.removesuffix(".gz")
        file.write_text("".join(kept))
    report = report_of(tool, file, folder, "any" if unmarked else "marks")
    if isinstance(report, str):
        result.problems.append(report)
        return result
    _compare(result, truth, report, unmarked)
    compare_words(result, report)
    return result


def _compare(result: Compared, truth: dict[str, Any], report: dict[str, Any], unmarked: bool) -> None:
    outcome = report["verdict"]["outcome"]
    if outcome != truth["verdict"]:
        result.problems.append(f"says {outcome}, is {truth['verdict']}")
    if result.is_leak:
        result.count("TP" if outcome == "leak" else "FN")
    else:
        result.count({"leak": "FP", "clean": "TN"}.get(outcome, "undecided"))
    rate = report["verdict"]["tensors_per_frame"]
    right = abs(rate["numerator"] / rate["denominator"] - truth["per_frame"]) <= ROUNDING
    if result.is_leak or not right:
        result.count("rate exact" if right and rate["exact"] else "rate close" if right else "rate wrong")
    if not right:
        result.problems.append(f"{rate} tensors per frame, is {truth['per_frame']}")
    for what, wrong in _first_site(truth, report).items():
        result.count("first wrong" if wrong else "first right")
        if wrong:
            result.problems.append(f"{what} of the first site is not {truth[what]}")
    if "label" in truth and not any(site["label"] == truth["label"] for site in report["sites"]):
        result.problems.append(f"no site is labelled {truth['label']}")
        result.count("label wrong")
    if unmarked and result.problems:
        result.problems.append(frames_of(report))


def _first_site(truth: dict[str, Any], report: dict[str, Any]) -> dict[str, bool]:
    accused = [site for site in report["sites"] if site["label"].startswith("LEAK")]
    first = accused[0] if accused else {}
    frame = first.get("user_frame") or {}
    said = {"user_frame": frame.get("function"), "line": frame.get("line")}
    return {what: said[what] != truth[what] for what in said if what in truth}
