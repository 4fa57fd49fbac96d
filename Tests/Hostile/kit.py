"""Attacks a real service and looks at what its legitimate peers notice of it."""

import dataclasses
import json
import math
import pathlib
import signal
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "Python"))

import calls  # noqa: E402, F401
import frames  # noqa: E402, F401
import handshakes  # noqa: E402, F401
import routing_ids  # noqa: E402, F401
import subscriptions  # noqa: E402, F401
import zmtp  # noqa: E402
from attacks import ATTACKS  # noqa: E402
from sanitizing import SANITIZER  # noqa: E402

MIB = 1 << 20


class Target:
    """What an attack sees: where to, and for how long."""

    def __init__(self, endpoint, seconds, surroundings, service):
        self.endpoint = endpoint
        self.surroundings = surroundings
        self._service = service
        self._over = threading.Event()
        self._end = time.monotonic() + seconds

    def is_over(self):
        return self._over.is_set() or time.monotonic() >= self._end

    def wait(self, seconds):
        self._over.wait(min(seconds, max(0, self._end - time.monotonic())))

    def connect(self):
        """A connection that has said nothing yet."""
        return zmtp.connect(self.endpoint)

    def introduce(self, kind="DEALER", **others):
        """A peer that has been let in."""
        return self.surroundings.introduce(self.endpoint, kind, **others)

    def read_clients_again(self):
        """Has the service read its list of clients, and returns when it has."""
        line = "read the list of clients again"
        count = self._service.log.count(line)
        self._service.signal(signal.SIGHUP)
        while self._service.log.count(line) == count:
            # A file cannot be waited for.
            time.sleep(0.005)


@dataclasses.dataclass
class Finding:
    """What one attack came to."""

    attack: str
    done: str
    calls: int
    answered: int
    repeated: int
    slowest: float
    #: MiB resident: before, and the most during the attack.
    before: float
    peak: float
    bound: float
    lost: int
    restarts: int
    crashed: bool

    @property
    def is_held(self):
        is_served = self.calls > 0 and self.answered == self.calls and self.lost == 0
        return is_served and self.peak <= self.bound and not self.crashed

    HEAD = ("attack", "did", "answered", "slowest", "memory", "bound", "")

    @property
    def row(self):
        return (
            self.attack.replace("_", " "),
            self.done,
            f"{self.answered}/{self.calls}",
            f"{self.slowest * 1000:.0f} ms",
            f"{self.before:.0f} → {self.peak:.0f} MiB",
            f"{self.bound:.0f} MiB",
            ("held" if self.is_held else "BROKEN") + (f", {self.restarts} restarts" if self.restarts else ""),
        )


def memory(pid, name):
    """A figure of /proc/PID/status in MiB: VmRSS, or VmHWM, the most there was."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) / 1024
    return 0.0


class Legitimate:
    """The witness process."""

    def __init__(self, endpoint, credentials):
        keys = []
        if credentials is not None:
            (own, server) = credentials
            keys = [server.decode(), own.public.decode(), own.secret.decode()]
        self._process = subprocess.Popen(
            [sys.executable, HERE / "witness.py", endpoint, *keys],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout.readline() == "ready\n"

    def end(self):
        output, _ = self._process.communicate("end\n", timeout=120)
        return json.loads(output)


class Supervisor:
    """Starts a service, and again when it has ended in a way that the attack may cause, as the deploy scripts do."""

    # EX_TEMPFAIL of sysexits.h, and a crash in libzmq.
    MEMORY_LIMIT_REACHED, ABORTED = 75, -signal.SIGABRT

    def __init__(self, start, may_end):
        self._start = start
        self._may_end = may_end
        self.start()
        self.restarts = 0
        self.peak = 0.0
        self.unexpected = None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def start(self):
        self.service = self._start()
        self.words = self.service.wait_ready()

    def _watch(self):
        while not self._ending.wait(0.01):
            if self.service.is_running:
                try:
                    self.peak = max(self.peak, memory(self.service.pid, "VmHWM"))
                except (FileNotFoundError, ProcessLookupError):
                    pass
                continue
            code = self.service.wait()
            if not self._may_end or code not in (self.MEMORY_LIMIT_REACHED, self.ABORTED):
                self.unexpected = f"it ended with {code}: {self.service.log[:3000]}"
                return
            self.restarts += 1
            self.start()

    def end(self):
        self._ending.set()
        self._thread.join()


def run(name, surroundings, start, make_client, seconds):
    """Runs one attack against a service of its own.

    `start()` launches the service and `make_client(endpoint)` makes the client that asks afterwards what was stored.
    """
    attack = ATTACKS[name]
    may_end = surroundings.name in attack.ends_service
    supervisor = Supervisor(start, may_end)
    rpc = supervisor.words["rpc"].split(",")[0]
    endpoint = supervisor.words[attack.endpoint].split(",")[0]
    legitimate = Legitimate(rpc, surroundings.credentials)
    before = memory(supervisor.service.pid, "VmRSS")
    try:
        done = attack(Target(endpoint, seconds, surroundings, supervisor.service))
    finally:
        report = legitimate.end()
        supervisor.end()
    if supervisor.unexpected:
        print(f"{name}: {supervisor.unexpected}", file=sys.stderr)
    # What was acknowledged is asked of a process that was not attacked, so that nothing but the store can know it.
    supervisor.service.kill()
    supervisor.start()
    client = make_client(rpc)
    lost = sum(1 for key in report["acknowledged"] if not is_stored(client, key))
    return Finding(
        attack=name,
        done=done,
        calls=report["calls"],
        answered=report["answered"],
        repeated=report["repeated"],
        slowest=report["slowest"],
        before=before,
        peak=max(supervisor.peak, before),
        bound=math.inf if SANITIZER else MEMORY_LIMIT + OVERSHOOT if may_end else before + attack.memory,
        lost=lost,
        restarts=supervisor.restarts,
        crashed=supervisor.unexpected is not None,
    )


# The process's memory limit in these runs, and what may come in between two looks at it, in MiB.
MEMORY_LIMIT, OVERSHOOT = 512, 1024
# The memory of a sanitizer is bounded by nothing that we know.
MEMORY_ARGUMENTS = ("--memory-limit", str(16 * 1024 if SANITIZER else MEMORY_LIMIT))
# Where libzmq aborts, Swift's report of a crash tells nothing and takes seconds.
ENVIRONMENT = {"SWIFT_BACKTRACE": "enable=no"}


def is_stored(client, key):
    """Whether the same write under the same key is answered from what was stored."""
    reply = client.call("juice.stock.adjust", {"changes": {"kiwi": 1}}, key=key)
    return reply.get("meta", {}).get("replayed") is True
