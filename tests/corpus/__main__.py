"""The command behind scripts/corpus."""
from __future__ import annotations

import argparse
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

from .audit import audit
from .builds import newest_samples, newest_tool, said
from .cases import SEEDS, add, fresh_ids, id_of, rows
from .compare import Compared
from .failures import listed
from .family import FAMILIES
from .judge_case import Task, judge_case
from .recorded import judge_recording, recordings, shared_folder
from .samples import judge_sample, programs
from .table import table
from .unmarked import FLOOR, share_of_same, summary

ROOT = Path(__file__).resolve().parents[2]
PROCESSES = 2


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/corpus", description="Judges the corpus of tests/corpus.")
    parser.add_argument("--fresh", type=int, metavar="N", help="N further programs instead of the fixed cases")
    parser.add_argument("--seed", type=int, default=1, help="what fresh programs come from (default: 1)")
    parser.add_argument("--family", help="only this family")
    parser.add_argument("--case", help="only this case, FAMILY/VARIANT/SEED")
    parser.add_argument("--keep", metavar="DIR", help="leave logs, programs, truths and reports there")
    parser.add_argument("--tool", help="the tensorleak to judge with (default: the newest of build/)")
    parser.add_argument("--samples", metavar="DIR", help="sample programs (default: the newest of build/)")
    parser.add_argument("--unmarked", action="store_true", help="with their frame marks removed; succeeds from a share of right ones on")
    parser.add_argument("--audit", action="store_true", help="hold truths against longer runs instead")
    parser.add_argument("--add", action="store_true", help="append the cases that cases.jsonl lacks")
    return parser.parse_args()


def wanted(names: list[str], options: argparse.Namespace) -> list[str]:
    if options.case:
        return [options.case]
    return [name for name in names if not options.family or name.startswith(options.family + "/")]


def judge_programs(options: argparse.Namespace, tool: str, folder: str) -> list[Compared]:
    committed = {} if options.fresh else {id_of(one): one for one in rows()}
    names = fresh_ids(options.fresh, options.seed) if options.fresh else list(committed)
    tasks = [Task(name, committed.get(name), tool, folder, bool(options.keep), options.unmarked) for name in wanted(names, options)]
    with multiprocessing.Pool(PROCESSES) as pool:
        return pool.map(judge_case, tasks, chunksize=4)


def judge_others(options: argparse.Namespace, tool: str, folder: Path) -> list[Compared]:
    if options.fresh or options.family or options.case:
        return []
    results = []
    shared = shared_folder(ROOT)
    if shared is None:
        print("SKIPPED: the recorded logs are not here; set TENSORLEAK_SHARED to their folder")
    else:
        results += [judge_recording(file, truth, tool, folder, options.unmarked)
                    for file, truth in recordings(shared)]
    if options.unmarked:
        return results
    samples = Path(options.samples) if options.samples else newest_samples(ROOT)
    if samples is None or not samples.is_dir():
        print("SKIPPED: the sample programs are not built; build them, or give --samples DIR")
    else:
        print(f"samples: {said(samples)}")
        results += [judge_sample(one, ROOT / "samples/programs", tool, folder) for one in programs(samples)]
    return results


def run_audit(options: argparse.Namespace) -> int:
    names = [f"{one.name}/{variant}/{SEEDS[0]}" for one in FAMILIES.values() for variant in one.variants]
    names = wanted(fresh_ids(options.fresh, options.seed) if options.fresh else names, options)
    with multiprocessing.Pool(PROCESSES) as pool:
        found = pool.map(audit, names, chunksize=4)
    for name, problems in zip(names, found):
        for problem in problems:
            print(f"FAILED {name}: {problem}")
    wrong = sum(map(bool, found))
    print(f"{len(names) - wrong} truths hold in longer runs, {wrong} do not")
    return int(wrong > 0)


def main() -> int:
    options = arguments()
    if options.add:
        print(f"{len(add())} cases added")
        return 0
    if options.audit:
        return run_audit(options)
    tool = options.tool or newest_tool(ROOT)
    if tool is None or not Path(tool).exists():
        print("corpus: no tensorleak to judge with; build it, or give --tool PATH", file=sys.stderr)
        return 2
    tool = str(Path(tool).resolve())
    print(f"judged by {said(Path(tool))}")
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(options.keep or scratch).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        results = judge_programs(options, tool, str(folder)) + judge_others(options, tool, folder)
    print(table(results))
    print("\n".join(listed(results)))
    failed = sum(bool(one.problems) for one in results)
    print(f"{len(results) - failed} passed, {failed} failed in {time.monotonic() - start:.0f} s")
    if options.unmarked:
        print(summary(results))
        return int(share_of_same(results) < FLOOR)
    return int(failed > 0 or not results)


if __name__ == "__main__":
    sys.exit(main())
