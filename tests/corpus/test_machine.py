"""What statements do to tensors, and what a truth that is wrong looks like to the audit."""
from __future__ import annotations

import json
import unittest

from . import audit, cases, compare
from .family import FAMILIES, case_of
from .flow_statements import Every, Later, Tidy
from .program import Function, Lane, Program
from .randomness import Random
from .schedule import run
from .store_statements import Keys, LookUp, Push, Trim
from .tensor_statements import Alias, Assign, Dispose, Make, Set
from .truth import clean


def populations(statements, frames, setup=()):
    program = Program("p", [Function("main", list(setup)), Function("loop", list(statements))],
                      [Lane("loop", frames)], setup="main")
    return run(program, 1).alive_at_marks


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


if __name__ == "__main__":
    unittest.main()
