"""What a campaign on a cluster tells beside its findings: whose pause it was, and which calls failed."""

import contextlib
import io
import types
import unittest

import campaign_files  # noqa: F401 - where the campaign is found

from checker import Verdict  # isort: skip
from cluster.campaign import ENOUGH, Totals, is_failure  # isort: skip
from cluster.faults import Fault  # isort: skip
from cluster.pauses import SECOND, longest_pause, pauses  # isort: skip


def moments(*seconds):
    return [round(second * SECOND) for second in seconds]


class Pauses(unittest.TestCase):
    def test_the_pause_of_a_kill_is_not_that_of_the_handover_before_it(self):
        acknowledged = moments(0.99, 1.3, 2, 3, 4, 4.999, 7.6, 7.7)
        found = pauses([Fault("end", SECOND), Fault("kill", 5 * SECOND)], acknowledged)
        self.assertEqual(found, {"end": [1.0], "kill": [2.6]})

    def test_a_pause_over_two_faults_is_told_whole_where_nothing_is_asked_for_its_reason(self):
        acknowledged = moments(0.9, 1, 9, 9.1)
        found = pauses([Fault("kill", SECOND), Fault("cut", 4 * SECOND)], acknowledged)
        self.assertEqual(found, {"kill": [3.0], "cut": [5.0]})
        self.assertEqual(longest_pause(acknowledged), 8.0)

    def test_without_two_acknowledgements_there_is_no_pause(self):
        self.assertEqual([longest_pause([]), longest_pause([SECOND])], [0, 0])


class Failures(unittest.TestCase):
    def record(self, **more):
        return {"key": "k", "start": 0, "finish": SECOND, "timeout": ENOUGH, "end": "refused"} | more

    def test_a_client_that_gives_up_early_has_failed(self):
        self.assertTrue(is_failure(self.record(error="NOT_ACTIVE")))
        self.assertTrue(is_failure(self.record(error="STORAGE_UNAVAILABLE")))
        self.assertTrue(is_failure(self.record(end="unknown")))
        self.assertTrue(is_failure(self.record(end="unsent")))

    def test_a_call_that_never_ended_has_failed(self):
        hung = {"key": "k", "start": 0, "finish": 0, "hung": True}
        self.assertTrue(is_failure(hung))

    def test_results_refusals_of_the_work_short_calls_and_reads_have_not(self):
        self.assertFalse(is_failure(self.record(end="ok")))
        self.assertFalse(is_failure(self.record(error="INSUFFICIENT_STOCK")))
        self.assertFalse(is_failure(self.record(end="unknown", error="NOT_ACTIVE", timeout=SECOND)))
        self.assertFalse(is_failure({"start": 0, "finish": SECOND, "end": "ok"}))


class Report(unittest.TestCase):
    def test_the_orderly_end_of_a_worker_is_no_kill_of_a_database(self):
        totals = Totals()
        kinds = ("kill of the active", "end of the active", "end of the active", "kill of the primary")
        totals.add(Verdict(), types.SimpleNamespace(list=[Fault(kind, 0) for kind in kinds], failovers=0), [])
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            totals.report(1)
        self.assertIn("kills of workers 1 · failovers 0 · kills of members 1 ", said.getvalue())


if __name__ == "__main__":
    unittest.main()
