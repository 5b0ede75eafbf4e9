"""The sample programs: by convention NAME.leaking leaks where its source says "// leaks", NAME.fixed
does not."""
from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from .compare import Compared, compare_words


def programs(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir()
                  if file.suffix in (".leaking", ".fixed") and os.access(file, os.X_OK))


def leaking_line(source: Path) -> int:
    lines = source.read_text().splitlines() if source.exists() else []
    return next((number for number, line in enumerate(lines, 1) if line.endswith("// leaks")), 0)


def judge_sample(program: Path, sources: Path, tool: str, folder: Path) -> Compared:
    out = folder / program.name
    subprocess.run([tool, "run", "-o", str(out), "--", str(program)], cwd=folder, check=False,
                   capture_output=True, env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    result = Compared(f"samples/{program.name}", "samples", program.suffix == ".leaking", {})
    try:
        report = json.loads((out / "report.json").read_text())
    except OSError:
        result.problems.append("no report")
        return result
    outcome = report["verdict"]["outcome"]
    wanted = "leak" if result.is_leak else "clean"
    if outcome != wanted:
        result.problems.append(f"says {outcome}, is {wanted}")
    right = outcome == wanted
    result.count(("TP" if right else "FN") if result.is_leak else ("TN" if right else "FP" if outcome == "leak" else "undecided"))
    line = leaking_line(sources / f"{program.name}.cpp")
    if result.is_leak and line:
        frame = report["sites"][0].get("user_frame") or {} if report["sites"] else {}
        result.count("first right" if frame.get("line") == line else "first wrong")
        if frame.get("line") != line:
            result.problems.append(f"first is line {frame.get('line')}, should be {line}")
    compare_words(result, report)
    return result
