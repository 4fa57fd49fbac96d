"""`deploy/cluster`: etcd, PostgreSQL under Patroni and workers on this machine, of which some are lost."""

import collections
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from juice_process import PROGRAMS, TIMEOUT
from postgresql_server import IS_INSTALLED
from test_counter import EXAMPLES
from test_deploy import DEPLOY

COUNTER = EXAMPLES / "counter-service"
NEEDED = ("etcd", "patroni", "patronictl")
PATRONI = "/opt/jangteo/patroni"
MISSING = [program for program in NEEDED if not shutil.which(program, path=f"{PATRONI}/bin:{os.environ['PATH']}")] + ["postgresql"] * (not IS_INSTALLED)
# A start of everything, or a takeover after a loss, on a machine that does much else.
BOUND = 6 * TIMEOUT
PORTS = range(1, 44)


def free_ports():
    """A port with as many free ones behind it as a cluster needs, below those that the system gives to anybody."""
    while True:
        base = random.randrange(10_000, 30_000)
        with contextlib.ExitStack() as held:
            try:
                for port in PORTS:
                    held.enter_context(socket.socket()).bind(("127.0.0.1", base + port))
                return base
            except OSError:
                pass


class ClusterCommandTest(unittest.TestCase):
    """A checkout of the test's own, with the programs that are built, and a directory for a cluster."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        place = tempfile.TemporaryDirectory(prefix="cluster-", ignore_cleanup_errors=True)
        cls.addClassCleanup(place.cleanup)
        cls.directory = pathlib.Path(place.name)
        # Who runs the databases is another user where the test runs as root.
        cls.directory.chmod(0o711)
        checkout = cls.directory / "checkout"
        shutil.copytree(DEPLOY, checkout / "deploy")
        (checkout / ".build").mkdir()
        (checkout / ".build" / "release").symlink_to(PROGRAMS)
        cls.deploy, cls.cluster = checkout / "deploy", cls.directory / "cluster"
        cls.variables = {
            "PATH": os.environ["PATH"], "HOME": str(cls.directory), "LANG": "C.UTF-8",
            "JANGTEO_CLUSTER_DIR": str(cls.cluster), "JANGTEO_CLUSTER_PORT": str(free_ports()),
            "JANGTEO_STATE_DIR": str(cls.directory / "gateway"),
        }  # fmt: skip

    @classmethod
    def run_command(cls, name, *words, **more):
        return subprocess.run(
            [cls.deploy / name, *map(str, words)],
            capture_output=True, text=True, timeout=BOUND, env=cls.variables | more, check=False,
        )  # fmt: skip

    def command(self, *words, code=0, **more):
        done = self.run_command("cluster", *words, **more)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done


class Refusals(ClusterCommandTest):
    def test_where_there_is_no_cluster_the_command_that_makes_one_is_named(self):
        self.assertIn("deploy/cluster up makes one", self.command("status", code=1).stderr)
        self.command("down")

    def test_wrong_words_are_refused_and_help_is_given(self):
        for words in ((), ("begin",), ("up", "down"), ("status", "--port"), ("up", "--no-build", "--port", "many")):
            with self.subTest(words):
                self.assertNotEqual(self.command(*words, code=2).stderr, "")
        self.assertIn("--delete", self.command("up", "--help").stdout)

    def test_a_directory_with_other_things_in_it_is_left_alone(self):
        self.assertIn("other things", self.command("up", "--no-build", "--dir", self.deploy, code=1).stderr)
        self.assertFalse((self.deploy / "port").exists())

    def test_without_the_packages_the_command_that_installs_them_is_named(self):
        bare = self.directory / "bare"
        bare.mkdir()
        for program in ("bash", "dirname", "readlink", "basename", "grep", "id", "sort"):
            (bare / program).symlink_to(shutil.which(program))
        refused = self.command("up", "--no-build", code=1, PATH=str(bare), JANGTEO_PATRONI=str(bare))
        self.assertRegex(refused.stderr, r"not installed: .*patroni.*scripts/install-dependencies --cluster")

    @unittest.skipIf(MISSING, f"not installed: {' '.join(MISSING)}: scripts/install-dependencies --cluster")
    def test_a_patroni_that_loses_confirmed_orders_is_refused_by_its_version(self):
        program = self.directory / "older" / "bin" / "patroni"
        program.parent.mkdir(parents=True)
        for version in ("3.0.2", "2.1.7"):
            program.write_text(f"#!/bin/sh\necho patroni {version}\n")
            program.chmod(0o755)
            program.with_name("patronictl").unlink(missing_ok=True)
            program.with_name("patronictl").symlink_to(program)
            refused = self.command("up", "--no-build", code=1, JANGTEO_PATRONI=str(program.parent.parent))
            self.assertIn(f"{program} is Patroni {version}, which loses confirmed orders", refused.stderr)
            self.assertIn("3.0.3 or newer is needed. This installs one:", refused.stderr)
            self.assertFalse(self.cluster.exists())

    @unittest.skipIf(MISSING, f"not installed: {' '.join(MISSING)}: scripts/install-dependencies --cluster")
    def test_a_port_that_is_taken_is_named_and_what_was_started_can_be_ended(self):
        base = free_ports()
        with socket.create_server(("127.0.0.1", base + 22)):
            refused = self.command("up", "--no-build", "--port", base, code=1)
        self.assertIn(f"127.0.0.1:{base + 22}, which is for etcd-2", refused.stderr)
        self.assertIn("etcd-1: stopped", self.command("down", "--delete").stdout)
        self.assertFalse(self.cluster.exists())


@unittest.skipIf(MISSING, f"not installed: {' '.join(MISSING)}: scripts/install-dependencies --cluster")
class Losses(ClusterCommandTest):
    """One cluster, which each test finds and leaves complete."""

    # The one that took an order last is asked first.
    workers = collections.deque((1, 2, 3))

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.addClassCleanup(cls.end)
        up = cls.run_command("cluster", "up", "--no-build")
        assert up.returncode == 0, up.stdout + up.stderr + cls.logs()
        cls.said = up.stdout

    @classmethod
    def end(cls):
        """However the tests went, no process is left."""
        down = cls.run_command("cluster", "down")
        left = cls.processes()
        if down.returncode != 0 or left:
            cls.run_command("cluster", "down", "--force")
        assert down.returncode == 0, down.stdout + down.stderr
        assert not left, left
        assert (cls.cluster / "members" / "postgresql-1").exists(), "the data are gone"
        assert cls.run_command("cluster", "status").returncode == 1
        cls.run_command("cluster", "down", "--delete")
        assert not cls.cluster.exists()

    @classmethod
    def processes(cls):
        """Those that have to do with the cluster, by their arguments or their working directory."""
        found = []
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                where = os.readlink(place / "cwd")
            except OSError:
                continue
            if str(cls.cluster) in words or where.startswith(str(cls.cluster)):
                found.append(words)
        return found

    @classmethod
    def logs(cls):
        return "".join(f"\n== {path}\n{path.read_text()[-2000:]}" for path in sorted(cls.cluster.glob("logs/*")))

    def wait_for(self, what, found):
        """Asks until there is something; what it waits for happens in other processes."""
        end = time.monotonic() + BOUND
        while not (value := found()):
            self.assertLess(time.monotonic(), end, f"not {what}: {self.run_command('cluster', 'status')}")
            time.sleep(0.01)
        return value

    def order(self, key, juice):
        """Orders at one worker after another until one takes it, under one key, as clients do: what it answered."""

        def done():
            told = self.run_command(
                "gateway", "juice", "order", juice, "--key", key, "--json", "--timeout", "1s",
                "--run-dir", self.cluster / "run" / str(self.workers[0]),
            )  # fmt: skip
            if told.returncode == 0:
                return json.loads(told.stdout)
            self.workers.rotate()
            return None

        return self.wait_for("ordered", done)

    def row(self, state, kind=""):
        """Name and process of the first member or worker in a state, once there is one."""
        pattern = rf"^({kind}\S+) +{state}.*? (\d+) +\S+$"
        found = self.wait_for(state, lambda: re.search(pattern, self.run_command("cluster", "status").stdout, re.M))
        return found[1], int(found[2])

    def wait_complete(self):
        self.wait_for("complete", lambda: self.run_command("cluster", "status").returncode == 0)

    def test_up_and_status_show_all_of_it(self):
        self.wait_complete()
        shown = self.command("status").stdout
        for name in ("etcd", "postgresql", "juice", "calc", "expo", "market"):
            for number in (1, 2, 3):
                self.assertRegex(self.said, rf"(?m)^{name}-{number} ")
                self.assertRegex(shown, rf"(?m)^{name}-{number} ")
        for row in (r"\S+ +primary", r"\S+ +synchronous standby", r"\S+ +standby", r"(juice|market)-\d +active in term"):
            count = 2 if "active" in row else 1
            self.assertEqual(len(re.findall(rf"(?m)^{row} ", shown)), count, shown)

    def test_a_key_is_done_once_though_its_worker_is_killed(self):
        first = self.order("W1", "kiwi")
        _, pid = self.row("active in term", "juice")
        os.kill(pid, signal.SIGKILL)
        second = self.order("W2", "kiwi")
        self.assertEqual(self.order("W1", "kiwi"), first)
        self.assertEqual(self.order("W2", "kiwi"), second)
        self.assertNotEqual(second, first)
        self.wait_complete()

    def test_an_order_is_taken_after_the_primary_is_killed(self):
        first = self.order("P1", "mango")
        name, pid = self.row("primary")
        os.kill(pid, signal.SIGKILL)
        second = self.order("P2", "mango")
        self.assertNotEqual(self.row("primary")[0], name)
        self.assertEqual(self.order("P1", "mango"), first)
        self.assertNotEqual(second, first)
        self.wait_complete()

    @unittest.skipUnless(COUNTER.exists(), f"{COUNTER} is not built: swift build --package-path Examples")
    def test_a_service_of_ones_own_is_taken_over_too(self):
        log = re.search(r"(?m)^log: (.*)$", self.command("up", "--no-build", "--databases").stdout)[1]
        places = [self.directory / f"counter-{number}" for number in (1, 2)]
        reached = {
            f"JANGTEO_COUNTER_{kind.upper()}": ",".join(f"ipc://{place}/counter.{kind}" for place in places) for kind in ("rpc", "events")
        }

        def add(key):
            done = self.run_command(
                "gateway", "call", "counter.add", '{"amount":1}', "--key", key, "--timeout", f"{BOUND}s", **reached
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)["number"]

        with contextlib.ExitStack() as ends:
            workers = []
            for place in places:
                words = [COUNTER, "--log", log, "--run-dir", place, "--state-dir", f"{place}-state"]
                worker = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=self.variables)
                for end in (worker.stdout.close, worker.wait, worker.kill):
                    ends.callback(end)
                self.assertRegex(worker.stdout.readline(), b"^ready ")
                workers.append(worker)
                # The first has taken it before the second is there, and goes on.
                self.assertEqual(add("C1"), 1)
            self.assertEqual(add("C2"), 2)
            workers[0].kill()
            self.assertEqual([add("C2"), add("C3")], [2, 3])
        self.wait_complete()

    def test_up_starts_what_does_not_run_and_leaves_the_rest_alone(self):
        self.wait_complete()
        before = self.command("status").stdout
        ended = re.search(r"calc-2 +SERVING +(\d+)", before)[1]
        os.kill(int(ended), signal.SIGTERM)
        self.wait_for("ended", lambda: self.run_command("cluster", "status").returncode == 1)
        self.assertIn("missing: calc-2.", self.command("status", code=1).stderr)
        self.command("up", "--no-build")
        after = self.command("status").stdout
        self.assertNotRegex(after, rf" {ended} ")
        of_others = lambda text: sorted(
            (name, pid) for name, pid in re.findall(r"(?m)^(\S+) .* (\d+) +\S+$", text) if name != "calc-2"
        )
        self.assertEqual(of_others(after), of_others(before))


if __name__ == "__main__":
    unittest.main()
