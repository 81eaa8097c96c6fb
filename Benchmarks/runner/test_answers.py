"""Is a wrong answer noticed? Run in Benchmarks: python3 -B -m unittest runner.test_answers"""

import tempfile
import unittest
from pathlib import Path

from .answers import check_rewrite, check_rule

EVENT = b'{"id":"1","n":9007199254740993,"empty":[],"x":1.0}\n'
MARKED = EVENT[:-2] + b',"processed":true}\n'


class AnswersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, lines):
        path = self.folder / name
        path.write_bytes(b"".join(lines))
        return path

    def rule(self, lines):
        return check_rule(self.file("out", lines), [{"id": "a", "amount": 1.5}, {"id": "b"}])

    def rewrite(self, lines, events=(EVENT,), exact=True):
        return check_rewrite(self.file("out", lines), self.file("log", events), exact)

    def test_accepts_another_spelling_of_a_number(self):
        self.assertEqual(self.rule([b'{"amount":15e-1,"id":"a"}\n', b'{"id":"b"}\n']).problem, "")

    def test_notices_another_value(self):
        self.assertIn("line 1", self.rule([b'{"id":"a","amount":2}\n', b'{"id":"b"}\n']).problem)

    def test_notices_another_order(self):
        lines = [b'{"id":"b"}\n', b'{"id":"a","amount":1.5}\n']
        self.assertIn("line 1", self.rule(lines).problem)

    def test_notices_missing_and_surplus_lines(self):
        self.assertIn("few", self.rule([b'{"id":"a","amount":1.5}\n']).problem)
        surplus = [b'{"id":"a","amount":1.5}\n', b'{"id":"b"}\n', b'{"id":"c"}\n']
        self.assertIn("many", self.rule(surplus).problem)

    def test_accepts_the_bytes_with_one_member_more(self):
        self.assertEqual(self.rewrite([MARKED]).problem, "")

    def test_notices_one_changed_byte(self):
        self.assertIn("line 1", self.rewrite([MARKED.replace(b"1.0", b"1")]).problem)

    def test_notices_an_event_that_was_not_marked(self):
        self.assertIn("line 1", self.rewrite([EVENT]).problem)

    def test_notices_a_lost_event(self):
        self.assertIn("few", self.rewrite([MARKED], events=(EVENT, EVENT)).problem)

    def test_samples_what_another_tool_kept(self):
        kept = self.rewrite([MARKED.replace(b"1.0", b"1")] * 101, [EVENT] * 101, exact=False)
        self.assertEqual((kept.same_bytes, kept.same_values), (0, 1))
        rounded = MARKED.replace(b"740993", b"740992")
        lost = self.rewrite([rounded] * 101, [EVENT] * 101, exact=False)
        self.assertEqual((lost.same_bytes, lost.same_values), (0, 0))


if __name__ == "__main__":
    unittest.main()
