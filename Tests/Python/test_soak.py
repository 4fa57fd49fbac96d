"""Seconds of what scripts/soak does for hours, and how it ends when somebody interrupts it or mistypes."""

import os
import pathlib
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

from juice_process import PROGRAMS, ROOT
from sanitizing import SANITIZER
from soak_files import SOAK

LAST_LINE = re.compile(
    r"\d+ s · kills (?P<kills>\d+) · writes (?P<writes>\d+) · events (?P<events>\d+) · backups (?P<backups>\d+)"
    r" · 0 lost, 0 twice, 0 missed · grows: not judged, too short · seed (?P<seed>\d+)"
)
# Seconds. Only a bound.
TIMEOUT = 300


@unittest.skipIf(SANITIZER, "a service that is many times slower gets no answer out between two kills")
class Soak(unittest.TestCase):
    def setUp(self):
        if not (PROGRAMS / "gateway").exists():
            raise unittest.SkipTest("not built: swift build")
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="soak-"))
        self.addCleanup(shutil.rmtree, self.directory)
        # By this the processes of a run are found; the services get it as CI's mark, which the scripts pass on.
        self.mark = secrets.token_hex(8)

    def start(self, *words):
        self.process = subprocess.Popen(
            [sys.executable, SOAK / "soak.py", "--directory", self.directory / "soak", *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"JANGTEO_BIN": str(PROGRAMS), "SOAK_TEST": self.mark}, start_new_session=True,
        )
        self.addCleanup(self.end)

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=TIMEOUT)

    def verdict(self, code):
        """Waits for the end and returns what the last line says."""
        output, remarks = self.process.communicate(timeout=TIMEOUT)
        print(output, end="", file=sys.stderr)
        self.assertEqual(self.process.returncode, code, output + remarks)
        found = LAST_LINE.fullmatch(output.splitlines()[-1])
        self.assertTrue(found, output)
        self.assertEqual(output.splitlines()[0], f"seed {found['seed']}")
        self.assertEqual(self.left(), [])
        return found, output

    def left(self):
        """Command lines of processes that have to do with this run."""
        found = []
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                command = (place / "cmdline").read_bytes()
                if self.mark.encode() in (place / "environ").read_bytes() or str(self.directory).encode() in command:
                    found.append(command)
            except OSError:
                pass
        return found

    def test_seconds_of_all_services_under_kills_and_backups_lose_nothing_and_leave_nothing_behind(self):
        self.start("--for", "15s")
        found, output = self.verdict(0)
        self.assertGreaterEqual(int(found["kills"]), 1)
        self.assertGreater(int(found["writes"]), 300)
        self.assertGreater(int(found["events"]), 300)
        self.assertGreaterEqual(int(found["backups"]), 2)
        self.assertRegex(output, r"of which 1 were restored and [1-9]\d* keys found in them")
        # What shows the run stays; the services' directories do not.
        left = sorted(path.name for path in (self.directory / "soak").iterdir())
        self.assertEqual(left, ["backups.ndjson", "latency.ndjson", "report.txt", "samples.ndjson", "soak.svg"])
        picture = xml.etree.ElementTree.parse(self.directory / "soak" / "soak.svg").getroot()
        self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")

    def test_an_interruption_ends_it_with_a_verdict_of_what_was_so_far(self):
        self.start("--for", "8h")
        # The first word of progress: the services run, and everybody else is at work.
        self.process.stderr.readline()
        while not (self.directory / "soak" / "records.ndjson").exists():
            self.assertIsNone(self.process.poll())
        # As a terminal does it: to all of them.
        os.killpg(self.process.pid, signal.SIGINT)
        self.verdict(130)


class Words(unittest.TestCase):
    def refused(self, *words):
        done = subprocess.run(
            [ROOT / "scripts" / "soak", *words], capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        return done.stderr.splitlines()[-1]

    def test_what_it_cannot_do_is_said_before_anything_is_built(self):
        self.assertIn("'soon' is no time such as 90s, 10m or 8h", self.refused("--for", "soon"))
        self.assertIn("not between 10 seconds and 30 days", self.refused("--for", "1s"))
        self.assertIn("'nans' is not between", self.refused("--for", "nans"))
        self.assertIn("invalid int value: 'x'", self.refused("--seed", "x"))
        self.assertIn("/proc is not empty", self.refused("--directory", "/proc"))
        self.assertIn("unrecognized arguments: --hours", self.refused("--hours"))


if __name__ == "__main__":
    unittest.main()
