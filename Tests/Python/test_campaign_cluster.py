"""The campaign of workers that share a stream, bounded, and what judges it, held to faults that it has to find."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

from campaign_files import CAMPAIGN
from gateway_process import GATEWAY
from juice_process import PROGRAMS
from postgresql_server import IS_INSTALLED, PostgreSQLServer
from sanitizing import SANITIZER
from test_deploy_cluster import MISSING

from checker import LOST, WRONG  # isort: skip
from cluster.faults import Fault  # isort: skip
from cluster.log import findings  # isort: skip
from cluster.pauses import SECOND, pauses  # isort: skip

LAST_LINE = re.compile(
    r"kills of workers (?P<kills>\d+) · failovers \d+ · kills of members \d+ · pauses \d+ · partitions \d+"
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


if __name__ == "__main__":
    unittest.main()
