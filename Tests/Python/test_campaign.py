"""A minute of crashes and faults, as scripts/campaign runs it, and how it ends when somebody interrupts it."""

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

from campaign_files import CAMPAIGN
from juice_process import PROGRAMS
from sanitizing import SANITIZER

LAST_LINE = re.compile(
    r"kills (?P<kills>\d+) · orders (?P<orders>\d+) · purchases (?P<purchases>\d+) · events (?P<events>\d+)"
    r" · 0 lost, 0 twice, 0 missed"
    r" · seed (?P<seed>\d+)"
)
# Seconds. Only a bound; judging comes on top of the time of the run.
TIMEOUT = 400


class Campaign(unittest.TestCase):
    def setUp(self):
        if not (PROGRAMS / "CampaignClient").exists():
            raise unittest.SkipTest("not built: JANGTEO_TOOLS=1 swift build")
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="campaign-"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.mark = f"CAMPAIGN_TEST={secrets.token_hex(8)}"

    def start(self, *words):
        name, value = self.mark.split("=")
        self.process = subprocess.Popen(
            [sys.executable, CAMPAIGN / "campaign.py", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"JANGTEO_BIN": str(PROGRAMS), "TMPDIR": str(self.directory), name: value},
            start_new_session=True,
        )
        self.addCleanup(self.end)

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def run_to_its_end(self, *words):
        """Runs it, holds it to its promises, and returns what its last line says."""
        self.start(*words)
        output, remarks = self.process.communicate(timeout=TIMEOUT)
        print(output, end="", file=sys.stderr)
        lines = output.splitlines()
        self.assertRegex(lines[0], r"^seed \d+$")
        self.assertEqual(self.process.returncode, 0, output + remarks)
        found = LAST_LINE.fullmatch(lines[-1])
        self.assertTrue(found, lines[-1])
        self.assertEqual(f"seed {found['seed']}", lines[0])
        self.assertNothingLeft()
        return found

    def left(self):
        """The processes of this run that are still there; a zombie has no environment."""
        found = []
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                    found.append((place / "cmdline").read_bytes())
            except OSError:
                pass
        return found

    def assertNothingLeft(self):
        self.assertEqual(self.left(), [])
        self.assertEqual(list(self.directory.iterdir()), [])
        self.assertNotIn(str(self.directory), pathlib.Path("/proc/mounts").read_text())

    @unittest.skipIf(SANITIZER, "its kills leave a service that starts so slowly no time to serve")
    def test_a_minute_of_crashes_of_both_services_loses_nothing_does_nothing_twice_and_hides_nothing(self):
        found = self.run_to_its_end("--for", "50s", "--kills", "60")
        self.assertGreaterEqual(int(found["kills"]), 50)
        self.assertGreater(int(found["orders"]), 1_000)
        self.assertGreater(int(found["purchases"]), 500)
        self.assertGreater(int(found["events"]), 1_000)

    def test_drains_under_load_lose_nothing_and_leave_no_caller_waiting(self):
        # The bound on the time of a drain is the same for a program that is many times slower.
        drains, clients = (2, 1) if SANITIZER else (10, 2)
        self.run_to_its_end("--drains", str(drains), "--clients", str(clients))

    def test_an_interruption_leaves_nothing_behind(self):
        for interrupt in (lambda: os.killpg(self.process.pid, signal.SIGINT), self.interrupt_alone):
            self.start("--for", "600s")
            self.assertRegex(self.process.stdout.readline(), "^seed ")
            # The first word of progress: the service and everybody else are at work.
            self.process.stderr.readline()
            while len(self.left()) < 5:
                self.assertIsNone(self.process.poll())
            interrupt()
            _, remarks = self.process.communicate(timeout=TIMEOUT)
            self.assertEqual(self.process.returncode, 130, remarks)
            self.assertNothingLeft()

    def interrupt_alone(self):
        self.process.send_signal(signal.SIGTERM)


if __name__ == "__main__":
    unittest.main()
