"""The real juice-service: starts it in directories of the test's own, waits until it serves, ends it."""

import os
import pathlib
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest

import zmq

from juice_sockets import JuiceClient, JuiceSubscriber
from protocol_files import faults
from sanitizing import SANITIZER

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("JANGTEO_BIN") or ROOT / ".build" / "debug").resolve()

# Seconds. Only a bound: what is waited for comes at once, unless the machine is very busy or something is wrong.
TIMEOUT = 300 if SANITIZER else 20

# EX_CONFIG and EX_USAGE of sysexits.h.
REFUSED_TO_START = 78
USAGE = 64


def free_port():
    """A TCP port of the loopback address that nobody uses at the moment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class NotReady(AssertionError):
    """The service ended, or stayed silent, instead of saying that it is ready."""


class JuiceProcess:
    """One process of juice-service; of another service in a subclass that says which. `files`: how many it may open."""

    service = "juice"

    def __init__(
        self, directory, *arguments, run="run", state="state", restore_signals=True, files=None, **environment
    ):
        self.run = directory / run
        self.state = directory / state
        self.database = self.state / f"{self.service}.sqlite"
        self.rpc = f"ipc://{self.run}/{self.service}.rpc"
        self.events = f"ipc://{self.run}/{self.service}.events"
        self._log = tempfile.NamedTemporaryFile(dir=directory, suffix=".log")
        inherited = {name: text for name, text in os.environ.items() if not name.startswith(("JANGTEO_", "OTEL_", "XDG_"))}
        # The limits of a process are its own from its first moment on only if whoever becomes it has set them.
        limits = [] if files is None else ["prlimit", f"--nofile={files}"]
        self._process = subprocess.Popen(
            [*limits, self.program(), *self.places(), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=inherited | environment,
            restore_signals=restore_signals,
        )
        self.pid = self._process.pid

    @classmethod
    def program(cls):
        return PROGRAMS / f"{cls.service}-service"

    @classmethod
    def called(cls):
        """What it calls itself, whatever it is started by."""
        return f"{cls.service}-service"

    def places(self):
        """The arguments that say where it has what."""
        return ["--run-dir", self.run, "--state-dir", self.state]

    @property
    def log(self):
        """What it wrote to standard error so far."""
        return pathlib.Path(self._log.name).read_text("utf-8", "replace")

    @property
    def is_running(self):
        return self._process.poll() is None

    def wait_ready(self):
        """Returns the words of the line `ready NAME pid=… rpc=… events=…` as a dictionary."""
        end = time.monotonic() + TIMEOUT
        line = b""
        while not line.endswith(b"\n"):
            left = max(0, end - time.monotonic())
            if not select.select([self._process.stdout], [], [], left)[0]:
                raise NotReady("no ready line; the log says: " + self.log)
            piece = os.read(self._process.stdout.fileno(), 4096)
            if not piece:
                raise NotReady(f"it ended with {self.wait()}; the log says: " + self.log)
            line += piece
        words = line.decode().split()
        assert words[:2] == ["ready", self.called()], line
        return dict(word.split("=", 1) for word in words[2:])

    def signal(self, number):
        self._process.send_signal(number)

    def wait(self, timeout=TIMEOUT):
        """Waits for the end and returns the exit code: that of a process, or minus the signal that ended it."""
        return self._process.wait(timeout)

    def stop(self):
        """Ends it in an orderly way and returns the exit code."""
        self.signal(signal.SIGTERM)
        return self.wait()

    def kill(self):
        """Ends it as a crash would."""
        self._process.kill()
        self.wait()

    def close(self):
        """Leaves nothing behind, whatever happened."""
        if self.is_running:
            self.kill()
        self._process.stdout.close()
        self._log.close()


class JuiceTest(unittest.TestCase):
    """A test with a directory and a ZeroMQ context of its own, both gone afterwards, and every process too."""

    process = JuiceProcess
    #: Where the directory is made; `None`: where temporary files are.
    place = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        program = cls.process.program()
        if not program.exists():
            if os.environ.get("JANGTEO_BIN"):
                raise FileNotFoundError(f"{program}: JANGTEO_BIN must be the directory of the programs")
            raise unittest.SkipTest(f"{program} is not built: swift build, or set JANGTEO_BIN")

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="juice-", dir=self.place))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        self.context = zmq.Context()
        self.addCleanup(self.context.destroy, linger=0)

    def launch(self, *arguments, **places):
        """Starts the service and waits for nothing."""
        service = self.process(self.directory, *arguments, **places)
        self.addCleanup(service.close)
        return service

    def start(self, *arguments, **places):
        """Starts the service and waits until it serves."""
        service = self.launch(*arguments, **places)
        words = service.wait_ready()
        self.assertEqual(words["pid"], str(service.pid))
        service.rpc, service.events = words["rpc"].split(",")[0], words["events"].split(",")[0]
        return service

    def assertLogs(self, service, pattern):
        """Waits until a line of the log matches, and returns the match."""
        end = time.monotonic() + TIMEOUT
        while True:
            match = re.search(pattern, service.log, re.MULTILINE)
            if match:
                return match
            self.assertLess(time.monotonic(), end, f"no {pattern} in the log: {service.log}")
            self.assertTrue(service.is_running, service.log)
            # A file cannot be waited for.
            time.sleep(0.01)

    def assertRefusesToStart(self, *arguments, code=REFUSED_TO_START, **places):
        """Starts a service that must not start, and returns what it says about it."""
        service = self.launch(*arguments, **places)
        with self.assertRaises(NotReady, msg="it started"):
            service.wait_ready()
        self.assertEqual(service.wait(), code, service.log)
        self.assertNotIn("Fatal error", service.log)
        return service.log

    def client(self, service, **options):
        client = JuiceClient(self.context, service.rpc, **options)
        self.addCleanup(client.close)
        return client

    def subscriber(self, service, *prefixes, **options):
        """A subscriber that is not waited for: its marker says when it has joined."""
        subscriber = JuiceSubscriber(self.context, service.events, prefixes or ("juice.",), **options)
        self.addCleanup(subscriber.close)
        return subscriber

    def assertConforms(self, schema, value):
        """Holds a message to a schema of Protocols."""
        self.assertEqual(faults(schema, value), [], f"not a {schema}: {value}")

    def assertStock(self, client, **levels):
        """Holds the stock to 10 of each fruit, but for the levels given."""
        expected = dict.fromkeys(("strawberry", "banana", "pineapple", "kiwi", "mango"), 10) | levels
        fruits = client.ok("juice.stock.list")["fruits"]
        self.assertEqual({level["fruit"]: level["quantity"] for level in fruits}, expected)
