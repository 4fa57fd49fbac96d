"""Attacks a real service and looks at what its legitimate peers notice of it."""

import dataclasses
import math
import pathlib
import signal
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
import starts  # noqa: E402, F401
import subscribers  # noqa: E402, F401
import subscriptions  # noqa: E402, F401
import witnesses  # noqa: E402
import zmtp  # noqa: E402
from attacks import ATTACKS, LONGEST  # noqa: E402
from deadline import Deadline  # noqa: E402
from sanitizing import SANITIZER  # noqa: E402
from supervisor import Supervisor, memory  # noqa: E402


class Target(Deadline):
    """What an attack sees: where to, and for how long."""

    def __init__(self, attack, seconds, transport, supervisor, others):
        super().__init__(seconds)
        self.transport = transport
        #: By name, `rpc` and `events`; and the one that the attack is about.
        self.endpoints = {name: supervisor.words[name].split(",")[0] for name in ("rpc", "events")}
        self.endpoint = self.endpoints[attack.endpoint]
        self._supervisor = supervisor
        self._others = others

    @property
    def has_patched_library(self):
        return self._supervisor.has_patched_library

    def connect(self):
        """A connection that has said nothing yet."""
        return zmtp.connect(self.endpoint)

    def introduce(self, kind="DEALER", endpoint=None, **others):
        """A peer that has been let in."""
        return self.transport.introduce(endpoint or self.endpoint, kind, **others)

    def read_clients_again(self):
        """Has the service read its list of clients, and returns when it has."""
        line = "read the list of clients again"
        service = self._supervisor.service
        count = service.log.count(line)
        service.signal(signal.SIGHUP)
        while service.log.count(line) == count:
            # A file cannot be waited for.
            time.sleep(0.005)

    def restart_service(self):
        """Ends the service in an orderly way and starts it until each witness is served; why it did not serve, each time."""
        failures = self._supervisor.restart()
        unserved = self._others.wait_until_served(1, TIMEOUT)
        assert not unserved, f"{' and '.join(unserved)} not served after a start"
        return failures


@dataclasses.dataclass
class Finding:
    """What one attack came to."""

    attack: str
    done: str
    #: By the kind of witness.
    reports: dict
    #: Seconds that a call or a join may take.
    longest: float
    #: MiB resident: before, and the most during the attack.
    before: float
    peak: float
    bound: float
    lost: int
    restarts: int
    restarts_on_purpose: int
    #: What must not be, as far as the kit or the attack saw it.
    faults: list

    @property
    def slowest(self):
        return max(report.slowest for report in self.reports.values())

    @property
    def losses(self):
        """What was lost or ended, in words; nothing of times and of memory."""
        found = [
            f"{kind} {report.calls - report.answered} of {report.calls} lost"
            for kind, report in self.reports.items()
            if report.answered < report.calls or report.calls == 0
        ]
        if self.lost:
            found.append(f"{self.lost} acknowledged writes lost")
        return found + self.faults

    @property
    def excesses(self):
        """What took too long or too much, or a connection that was not to be ended, in words."""
        found = [
            f"{kind} {report.slowest:.1f} s" for kind, report in self.reports.items() if report.slowest > self.longest
        ]
        if self.reports["stays"].cut and not self.restarts + self.restarts_on_purpose:
            # It asks again at once and hardly notices; but only who has said nothing yet has to give way to others.
            found.append(f"stays hung up on {self.reports['stays'].cut} times")
        if self.peak > self.bound:
            found.append(f"memory {self.peak:.0f} MiB")
        return found

    @property
    def is_held(self):
        return not self.losses and not self.excesses

    HEAD = ("attack", "did", "stays: p99, most", "fresh: p99, most", "joins: p99, most", "memory", "restarts", "")

    @property
    def row(self):
        return (
            self.attack.replace("_", " "),
            self.done,
            *(str(self.reports[kind]) for kind in witnesses.KINDS),
            f"{self.before:.0f} → {self.peak:.0f} of {self.bound:.0f} MiB",
            str(self.restarts),
            "held" if self.is_held else "BROKEN: " + ", ".join(self.losses + self.excesses),
        )


# Seconds. Only a bound: who is served during an attack that goes on is served at once.
TIMEOUT = 300 if SANITIZER else 30


def run(name, transport, start, make_client, seconds, goes_on=False):
    """Runs one attack against a service of its own.

    `start(files)` launches the service, which may open that many files (None: as many as it likes), and
    `make_client(endpoint, keys)` makes a client that asks afterwards what was stored. With `goes_on` the attack goes on after its
    time until each witness was served some more times, so that who keeps them out is seen to.
    """
    attack = ATTACKS[name]
    may_end = transport.name in attack.ends_service
    supervisor = Supervisor(lambda: start(attack.files), may_end)
    others = witnesses.Witnesses(witnesses.over_zeromq(supervisor.words, transport))
    before = memory(supervisor.service.pid, "VmRSS")
    faults, done = [], ""
    is_mended = transport.name in attack.mended and supervisor.has_patched_library
    longest = LONGEST if is_mended else attack.longest.get(transport.name, LONGEST)
    # Who may be kept waiting may be so until it is over.
    goes_on = goes_on and longest == LONGEST
    target = Target(attack, seconds + 2 * TIMEOUT * goes_on, transport, supervisor, others)

    def end_in_time():
        time.sleep(seconds)
        unserved = others.wait_until_served(attack.served, TIMEOUT)
        if not target.is_over():
            faults.extend(f"{kind} not served while it went on" for kind in unserved)
        target.end()

    if goes_on:
        threading.Thread(target=end_in_time, daemon=True).start()
    try:
        done = attack(target)
    except AssertionError as fault:
        faults.append(str(fault))
    finally:
        target.end()
        reports = others.reports()
        supervisor.end()
    if supervisor.unexpected:
        print(f"{name}: {supervisor.unexpected}", file=sys.stderr)
        faults.append(supervisor.unexpected.partition(":")[0])
    # What was acknowledged is asked of a process that was not attacked, so that nothing but the store can know it.
    supervisor.service.kill()
    supervisor.start()
    lost = 0
    for kind, report in reports.items():
        # A key is known to whoever has used it.
        client = make_client(supervisor.words["rpc"].split(",")[0], transport.credentials_of(kind))
        lost += sum(1 for key in report.acknowledged if not is_stored(client, key))
    return Finding(
        attack=name,
        done=done,
        reports=reports,
        longest=math.inf if SANITIZER else longest,
        before=before,
        peak=max(supervisor.peak, before),
        bound=bound(attack, may_end, before),
        lost=lost,
        restarts=supervisor.restarts,
        restarts_on_purpose=supervisor.restarts_on_purpose,
        faults=faults,
    )


# The process's memory limit in these runs, and what may come in between two looks at it, in MiB.
MEMORY_LIMIT, OVERSHOOT = 512, 1024
# The memory of a sanitizer is bounded by nothing that we know.
MEMORY_ARGUMENTS = ("--memory-limit", str(16 * 1024 if SANITIZER else MEMORY_LIMIT))


def bound(attack, may_end, before):
    """The bound on the memory, in MiB."""
    if SANITIZER:
        return math.inf
    if may_end:
        return MEMORY_LIMIT + OVERSHOOT
    return attack.total_memory or before + attack.memory


def is_stored(client, key):
    """Whether the same write under the same key is answered from what was stored."""
    reply = client.call("juice.stock.adjust", {"changes": {"kiwi": 1}}, key=key)
    return reply.get("meta", {}).get("replayed") is True
