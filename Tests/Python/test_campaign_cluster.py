"""The campaign of workers that share a stream, bounded, and what judges it, held to faults that it has to find."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from campaign_files import CAMPAIGN
from gateway_process import GATEWAY
from juice_process import PROGRAMS
from postgresql_server import IS_INSTALLED, PostgreSQLServer
from sanitizing import SANITIZER
from test_deploy_cluster import MISSING

from checker import LOST, WRONG, Evidence, View  # isort: skip
from cluster.faults import Fault  # isort: skip
from cluster.clocks import Clock  # isort: skip
from cluster.log import findings  # isort: skip
from cluster.losses import is_done_after, without_loss  # isort: skip
from cluster.pauses import SECOND, pauses  # isort: skip
from intent import trace  # isort: skip

LAST_LINE = re.compile(
    r"kills of workers (?P<kills>\d+) · failovers \d+ · kills of members \d+ · standstills \d+ · pauses \d+ · partitions \d+"
    r" · acknowledged writes (?P<writes>\d+) · orders \d+ · events (?P<events>\d+) · 0 lost, 0 twice, 0 missed · seed 7"
)


@unittest.skipIf(SANITIZER, "a service that is so slow does not keep its lease")
@unittest.skipIf(MISSING, f"not installed: {' '.join(MISSING)}: scripts/install-dependencies --cluster")
class Cluster(unittest.TestCase):
    def test_half_a_minute_of_faults_loses_nothing_does_nothing_twice_and_hides_nothing(self):
        before = set(pathlib.Path("/tmp").glob("jt-*"))
        done = subprocess.run(
            [sys.executable, CAMPAIGN / "campaign.py", "--cluster", "--for", "30s", "--seed", "7"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=400, check=False,
            env=os.environ | {"JANGTEO_BIN": str(PROGRAMS)},
        )  # fmt: skip
        print(done.stdout, end="", file=sys.stderr)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = LAST_LINE.fullmatch(done.stdout.splitlines()[-1])
        self.assertTrue(found, done.stdout)
        self.assertGreater(int(found["kills"]), 0)
        self.assertGreater(int(found["writes"]), 500)
        self.assertGreater(int(found["events"]), 500)
        self.assertEqual(set(pathlib.Path("/tmp").glob("jt-*")), before)


@unittest.skipUnless(IS_INSTALLED, "PostgreSQL is not installed: scripts/install-dependencies --test")
class Log(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = PostgreSQLServer()
        cls.addClassCleanup(cls.server.close)
        cls.server.make_database("shop")
        subprocess.run([GATEWAY, "cluster", "init", cls.server.connection("shop")], check=True, capture_output=True)

    def found(self, *rows):
        """What is found of rows of (position, term, writer)."""
        self.server.sql("DELETE FROM jangteo.log", "shop")
        for position, term, writer in rows:
            self.server.sql(f"INSERT INTO jangteo.log VALUES ('s', {position}, {term}, '{writer}', '', '')", "shop")

        def ask(statement):
            return [line.split("|") for line in self.server.sql(statement, "shop").splitlines()]

        return [kind for kind, _ in findings(ask, "s")]

    def test_a_sound_log_is_sound_also_where_its_beginning_was_pruned(self):
        self.assertEqual(self.found((1, 1, "a"), (2, 1, "a"), (3, 2, "b"), (4, 5, "a")), [])
        self.assertEqual(self.found((7, 3, "a"), (8, 3, "a")), [])

    def test_a_hole_is_found(self):
        self.assertEqual(self.found((1, 1, "a"), (3, 1, "a")), [LOST])
        self.assertEqual(self.found(), [LOST])

    def test_a_term_that_falls_is_found(self):
        self.assertEqual(self.found((1, 2, "b"), (2, 1, "a")), [WRONG])

    def test_two_writers_in_one_term_are_found(self):
        self.assertEqual(self.found((1, 1, "a"), (2, 1, "b")), [WRONG])


class Pauses(unittest.TestCase):
    def test_the_longest_time_without_an_acknowledgement_is_that_of_the_fault_before_it(self):
        acknowledged = [round(at * SECOND) for at in (0.9, 1.1, 4.1, 4.2, 9.9, 10.2, 10.3)]
        faults = [Fault("kill", SECOND), Fault("pause", 10 * SECOND)]
        found = pauses(faults, acknowledged)
        # From 4.2 to 9.9 nothing was acknowledged either, and the second fault had not come.
        self.assertEqual({kind: [round(value, 3) for value in values] for kind, values in found.items()},
                         {"kill": [5.7], "pause": [0.2]})

    def test_what_began_before_the_fault_counts_from_the_fault(self):
        found = pauses([Fault("kill", 5 * SECOND)], [1 * SECOND, 6 * SECOND])
        self.assertEqual(found["kill"], [1.0])


class Loss(unittest.TestCase):
    """What is judged when the databases were put back to the moment 100, and the loss was accepted at 200."""

    def record(self, key, start, finish, epoch="a", sequence=1, **more):
        return {"key": key, "method": "juice.order", "start": start, "finish": finish, "end": "ok", "epoch": epoch,
                "sequence": sequence, **more}

    def judged(self, *records, effects=(), views=()):
        """The keys and ends that are left to be judged, how many were told to be lost, and the views."""
        stream = [json.dumps({"sequence": str(at), "traceparent": trace(key)}) for key, at in effects]
        evidence, told = without_loss(Evidence(list(records), stream, 9, {}, list(views)), "a", "b", 100, 200)
        return [(each.get("key"), each["end"], each.get("epoch")) for each in evidence.records], told, evidence.views

    def test_what_was_acknowledged_before_the_copy_was_made_has_to_be_there(self):
        self.assertEqual(self.judged(self.record("K1", 50, 90))[:2], ([("K1", "ok", "b")], 0))

    def test_what_was_acknowledged_behind_it_is_told_where_it_is_gone(self):
        self.assertEqual(self.judged(self.record("K1", 110, 120))[:2], ([], 1))

    def test_what_reached_the_copy_counts_as_before(self):
        self.assertEqual(self.judged(self.record("K1", 95, 105), effects=[("K1", 1)])[:2], ([("K1", "ok", "b")], 0))

    def test_a_write_that_was_lost_and_done_again_counts_by_its_second_answer(self):
        again = self.record("K1", 210, 220, "b", 3)
        found, told, _ = self.judged(self.record("K1", 110, 120, sequence=7), again, effects=[("K1", 3)])
        self.assertEqual((found, told), ([("K1", "unknown", None), ("K1", "ok", "b")], 0))

    def test_a_refusal_by_what_was_lost_holds_nobody_to_it(self):
        refused = {"key": "K1", "method": "juice.order", "start": 110, "finish": 120, "end": "refused", "error": "X"}
        self.assertEqual(self.judged(refused)[:2], ([], 0))

    def test_a_read_of_what_was_lost_is_not_judged(self):
        read = {"method": "juice.stock.list", "start": 110, "finish": 120, "end": "ok", "epoch": "a", "sequence": 8}
        self.assertEqual(self.judged(read)[:2], ([], 0))

    def test_a_subscriber_is_held_to_the_events_of_the_new_epoch(self):
        lines = [json.dumps({"sequence": "1", "epoch": epoch}).encode() for epoch in "ab"]
        (view,) = self.judged(views=[View("w", lines)])[2]
        self.assertEqual((view.lines, view.told_resynced), (lines[1:], True))

    def test_a_write_that_is_taken_while_the_stream_is_halted_is_found(self):
        self.assertTrue(is_done_after(self.record("K1", 110, 120), 100, "a"))
        self.assertFalse(is_done_after(self.record("K1", 90, 120), 100, "a"))
        self.assertFalse(is_done_after(self.record("K1", 110, 120, "b"), 100, "a"))
        # The stored result of an earlier write is none.
        self.assertFalse(is_done_after(self.record("K1", 110, 120, replayed=True), 100, "a"))

    def test_what_a_worker_says_that_has_not_heard_of_the_new_epoch_is_not_judged(self):
        read = {"method": "juice.stock.list", "start": 210, "finish": 220, "end": "ok", "epoch": "a", "sequence": 2}
        self.assertEqual(self.judged(read)[:2], ([], 0))


class WrongClock(unittest.TestCase):
    def test_a_clock_is_right_until_it_is_set_and_right_again(self):
        with tempfile.TemporaryDirectory() as directory:
            file = pathlib.Path(directory) / "clock" / "offset"
            clock = Clock(file)
            said = [file.read_text()]
            for offset in (3_600, -20, 0):
                clock.set(offset)
                said.append(file.read_text())
        self.assertEqual(said, ["+0\n", "+3600\n", "-20\n", "+0\n"])


if __name__ == "__main__":
    unittest.main()
