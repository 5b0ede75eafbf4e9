"""What a run without marks says of itself."""
import unittest

from .compare import NO_FIX, Compared
from .unmarked import share_of_same, summary, without_marks


def case(problems: list[str], **counts: int) -> Compared:
    return Compared("f/leak/1", "f", True, {}, dict(counts), problems)


class Unmarked(unittest.TestCase):
    def test_marks_alone_are_removed(self):
        lines = ['{"e":"header"}', '{"e":"frame","t":1}', '{"e":"alloc","op":"frame"}']
        self.assertEqual(without_marks(lines), [lines[0], lines[2]])

    def test_what_is_wrong_in_words_alone_is_the_same(self):
        results = [case([]), case([NO_FIX + "f:1"]), case(["misses f:1"], FN=1), case(["accuses f:2"], FP=1)]
        self.assertEqual(share_of_same(results), 0.5)
        self.assertIn("2 of 4 have the same verdict and rate (50.0 %", summary(results))
        self.assertTrue(summary(results).endswith("1 false alarms, 1 misses"))

    def test_nothing_judged_is_no_success(self):
        self.assertEqual(share_of_same([]), 0.0)


if __name__ == "__main__":
    unittest.main()
