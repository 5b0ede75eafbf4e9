"""What statements do to tensors, and what a truth that is wrong looks like to the audit."""
from __future__ import annotations

import json
import os
import tempfile
import unittest
from pathlib import Path

from . import audit, cases, compare, failures, table
from .builds import newest_tool
from .family import FAMILIES, case_of
from .flow_statements import Callback, Deeper, Emit, Every, Later, MuchLater, OnRecord, OnThread, Repeat, Spells, Tidy
from .program import Function, Lane, Program
from .randomness import Random
from .schedule import run
from .store_statements import Keys, LookUp, Push, ReadOldest, Trim, WhenOver
from .tensor_statements import Alias, Assign, Dispose, Make, Set
from .truth import clean


def populations(statements, frames, setup=()):
    program = Program("p", [Function("main", list(setup)), Function("loop", list(statements))],
                      [Lane("loop", frames)], setup="main")
    return run(program, 1).alive_at_marks


def events(statements, kind, frames=1, others=()):
    """Those of a kind that a loop of these statements leaves in the log."""
    program = Program("p", [Function("loop", list(statements)), *others], [Lane("loop", frames)])
    return [one for one in map(json.loads, run(program, 1).lines) if one["e"] == kind]


def called(*statements, others=()):
    """The functions of the first stack, innermost first, without the library's own."""
    return [frame["fn"] for frame in events(statements, "stack", others=others)[0]["frames"][2:-1]]


class Statements(unittest.TestCase):
    def test_what_nobody_disposes_piles_up(self):
        self.assertEqual(populations([Make("t")], 3), [0, 1, 2, 3])

    def test_what_is_disposed_does_not(self):
        self.assertEqual(populations([Make("t"), Dispose("t")], 3), [0, 0, 0, 0])

    def test_a_tidy_disposes_all_but_its_results(self):
        self.assertEqual(populations([Tidy([Make("a"), Make("b")], ("b",))], 2), [0, 1, 2])

    def test_every_nth_frame(self):
        self.assertEqual(populations([Every(2, 1, [Make("t")])], 4), [0, 0, 1, 1, 2])

    def test_a_ring_holds_no_more_than_its_length(self):
        self.assertEqual(populations([Make("t"), Push("l", "t"), Trim("l", 2)], 4), [0, 1, 2, 2, 2])

    def test_a_cache_makes_an_entry_once(self):
        self.assertEqual(populations([LookUp("t", "c", Keys(2), [Make("t")])], 4), [0, 1, 2, 2, 2])

    def test_what_is_put_off_runs_in_a_later_frame_with_its_own_locals(self):
        self.assertEqual(populations([Make("t"), Later(2, 2, [Dispose("t")])], 5), [0, 1, 2, 2, 2, 2])

    def test_assign_leaves_the_variable_one_tensor_and_its_argument_alive(self):
        setup = [Make("v", flags=("variable",)), Set("v", "v")]
        self.assertEqual(populations([Make("t"), Assign("v", "t")], 2, setup), [1, 2, 3])

    def test_an_alias_shares_the_buffer(self):
        program = Program("p", [Function("loop", [Make("t"), Alias("a", "t"), Dispose("t")])], [Lane("loop", 1)])
        allocs = [one for one in map(json.loads, run(program, 1).lines) if one["e"] == "alloc"]
        self.assertEqual(allocs[0]["buf"], allocs[1]["buf"])

    def test_a_stack_names_the_line_of_the_program_text(self):
        made = Make("t")
        program = Program("p", [Function("loop", [Every(1, 0, [made])])], [Lane("loop", 1)])
        self.assertEqual(program.lines[made.line - 1].strip(), made.text())
        stack = next(one for one in map(json.loads, run(program, 1).lines) if one["e"] == "stack")
        self.assertIn({"fn": "loop", "file": "app.js", "line": made.line}, stack["frames"])

    def test_rows_take_turns(self):
        made = events([Make("t", shape=(1, 2), turns=(3, 5), hold=2)], "alloc", 5)
        self.assertEqual([one["shape"] for one in made], [[3, 2], [3, 2], [5, 2], [5, 2], [3, 2]])

    def test_a_heavy_tail_ends(self):
        alive = populations([Make("t"), MuchLater(1, 4, [Dispose("t")])], 200)
        self.assertEqual(max(alive), 4)

    def test_records_are_ever_fewer_and_end_with_the_levels(self):
        alive = populations([OnRecord(5, [Make("t")])], 200)
        self.assertEqual(alive[-1], alive[100])
        self.assertLessEqual(alive[-1], 5)

    def test_busy_spells_and_quiet_ones_take_turns(self):
        self.assertEqual(populations([Spells(2, 2, [Make("t")])], 7), [0, 1, 2, 2, 2, 3, 4, 4])

    def test_a_pool_of_threads_serves_a_lane(self):
        made = events([OnThread((4, 5), [Make("t")])], "alloc", 20)
        self.assertEqual({one["thread"] for one in made}, {4, 5})

    def test_a_function_that_calls_itself_stands_in_the_stack_as_often(self):
        self.assertEqual(called(Deeper(2, 2, [Make("t")])), ["loop"] * 3)

    def test_a_callback_has_the_library_between_it_and_its_caller(self):
        self.assertEqual(called(Callback("forEach", [Make("t")])), ["(anonymous)", "forEach", "loop"])

    def test_an_event_has_no_caller_of_the_program(self):
        on_event = Function("onEvent", [Make("t")])
        self.assertEqual(called(Emit("onEvent"), others=[on_event]), ["onEvent", "emit"])

    def test_what_runs_over_a_limit(self):
        limited = [Make("t"), Push("l", "t"), WhenOver("l", 3, [Trim("l", 1)])]
        self.assertEqual(populations(limited, 5), [0, 1, 2, 3, 1, 2])
        limited = [Make("t"), Push("l", "t"), WhenOver("l", 64, [Trim("l", 0)], "bytes")]
        self.assertEqual(populations(limited, 4), [0, 1, 2, 0, 1])

    def test_the_oldest_are_read(self):
        read = events([Repeat(3, 3, [Make("t"), Push("l", "t")]), ReadOldest("l", 2)], "use", 2)
        self.assertEqual([one["id"] for one in read], [0, 1, 0, 1])

    def test_a_lane_can_start_late_and_end_early(self):
        lanes = [Lane("f", 40, "a", pace=1), Lane("f", 10, "b", pace=1, starts=20)]
        ran = run(Program("p", [Function("f", [Make("t")])], lanes), 1)
        order = [one["lane"] for one in map(json.loads, ran.lines) if one["e"] == "frame"]
        self.assertEqual(order[:21], ["a"] * 21)
        self.assertEqual(order[-1], "a")

    def test_lanes_have_marks_of_their_own(self):
        program = Program("p", [Function("f", [Make("t")])], [Lane("f", 2, "a"), Lane("f", 3, "b")])
        marks = [one for one in map(json.loads, run(program, 1).lines) if one["e"] == "frame"]
        self.assertEqual([one["n"] for one in marks if one["lane"] == "b"], [0, 1, 2, 3])


class Corpus(unittest.TestCase):
    def test_random_numbers_are_the_published_ones(self):
        self.assertEqual(Random(0).bits(), 0xE220A8397B1DCDAF)

    def test_the_same_seed_gives_the_same_log(self):
        first, second = (run(case_of("queue/all-disposed/5").program, 5).lines for _ in range(2))
        self.assertEqual(first, second)

    def test_there_are_enough_cases_and_none_was_removed(self):
        have = {cases.id_of(one) for one in cases.rows()}
        self.assertGreaterEqual(len(have), 200)
        self.assertEqual(set(cases._all_ids()) - have, set())

    def test_every_family_has_a_twin(self):
        alone = [one.name for one in FAMILIES.values() if len(one.variants) < 2]
        self.assertEqual(alone, ["nothing"])

    def test_the_audit_refuses_a_truth_that_is_not_true(self):
        leaking = case_of("history/unbounded/1")
        leaking.truth = clean("not so")
        audit.case_of, before = (lambda _: leaking), audit.case_of
        try:
            self.assertNotEqual(audit.audit("history/unbounded/1"), [])
        finally:
            audit.case_of = before

    def test_a_report_that_accuses_an_innocent_line_is_a_false_alarm(self):
        site = {"label": "LEAK, growing", "user_frame": {"function": "loop", "line": 2}}
        report = {"verdict": {"outcome": "leak"}, "sites": [site], "resources": [],
                  "counters": {"checked": 0, "agreed": 0, "differences": []}}
        result = compare.compare(compare.Compared("c", "f", False, {}), clean("nothing leaks"), report)
        self.assertEqual(result.counts.get("FP"), 1)


def judged(*sites, resources=()):
    """What is wrong with the words of a report of these sites."""
    report = {"sites": [{"label": "steady", "fix": "", **site} for site in sites], "resources": list(resources)}
    result = compare.Compared("c", "f", False, {})
    compare.compare_words(result, report)
    return result


class Words(unittest.TestCase):
    def test_a_label_rests_on_a_number(self):
        self.assertEqual(judged({"because": "constant, 4 members replaced"}).problems, [])

    def test_a_label_without_one_is_reported_once_and_counted_each_time(self):
        result = judged({"because": "constant"}, {"because": ""}, {})
        self.assertEqual(len(result.problems), 1)
        self.assertIn("and 2 more", result.problems[0])
        self.assertIn("because without a number 3", table.table([result]))

    def test_resources_give_numbers_too(self):
        result = judged(resources=[{"name": "textures", "label": "steady", "because": "constant"}])
        self.assertEqual(result.problems, ["because without a number: textures is steady, 'constant'"])

    def test_an_accusation_says_what_to_do(self):
        result = judged({"label": "LEAK, growing", "because": "+1"}, {"because": "1 alive"})
        self.assertEqual(result.problems, ["no fix for :0"])


class Failures(unittest.TestCase):
    def failed(self, count, problem):
        return [compare.Compared(f"late/leak/{seed}", "late", True, {}, problems=[problem]) for seed in range(count)]

    def test_a_few_are_told_in_full(self):
        lines = failures.listed(self.failed(2, "says clean, is leak"))
        self.assertEqual(lines[0], "FAILED late/leak/0: says clean, is leak")
        self.assertEqual(len(lines), 4)

    def test_many_are_told_by_variant_with_the_first_three(self):
        lines = failures.listed(self.failed(30, "says clean, is leak"))
        self.assertEqual(lines, ["FAILED   30  late/leak: late/leak/0, late/leak/1, late/leak/2, …",
                                 "             says clean, is leak"])

    def test_words_do_not_hide_verdicts(self):
        lines = failures.listed(self.failed(30, compare.NO_NUMBER + "x") + self.failed(1, "says clean, is leak"))
        self.assertTrue(lines[0].startswith("FAILED    1  late/leak"))
        self.assertTrue(lines[2].startswith("FAILED   30  for words alone"))

    def test_shares_are_told_of_a_thousand(self):
        result = compare.Compared("late/leak/1", "late", True, {}, counts={"FN": 1}, problems=["misses"])
        right = compare.Compared("late/leak/2", "late", True, {}, counts={"TP": 1})
        self.assertIn("500.0 leaks are missed, 500.0 cases fail", table.table([result, right]))


class Builds(unittest.TestCase):
    def test_the_newest_tool_judges(self):
        with tempfile.TemporaryDirectory() as folder:
            for age, build in enumerate(("dev", "release-tests", "release")):
                tool = Path(folder, "build", build, "bin", "tensorleak")
                tool.parent.mkdir(parents=True)
                tool.touch()
                os.utime(tool, (1000 - age, 1000 - age))
            self.assertEqual(newest_tool(Path(folder)), Path(folder, "build/dev/bin/tensorleak"))

    def test_none_is_none(self):
        self.assertIsNone(newest_tool(Path("/nowhere")))


if __name__ == "__main__":
    unittest.main()
