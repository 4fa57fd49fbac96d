"""One stream of a cluster campaign: its workers, its callers and subscribers, and the evidence at its end."""

import signal
import time
import types

import records
from checker import LOST, MISSED, WRONG, Evidence, View
from cluster import log
from cluster.pools import MODES, Pools
from cluster.worker import ClusterWatch, Worker
from judge import Judge
from juice import SERVICE
from juice.judgement import JuiceJudgement
from keeper import ServiceFailed
from processes import PROGRAMS, Child
from stage import last_of

WORKERS = 3
# Callers with a pause between their calls, in milliseconds: many at a time, and no more calls than can be judged.
CALLERS, PAUSE = 48, 150
# Seconds.
SETTLING, SERVING, CATCHING_UP = 120, 60, 60


class ClusterRound:
    def __init__(self, directory, databases, stream, seed, context, clock=None, has_pools=False):
        """`clock` is that of one of the workers, where it is to jump; another one connects to pools, where there are some."""
        self.directory, self._databases, self.stream = directory, databases, stream
        self.logs, self._views = directory / "logs", directory / "views"
        for folder in (self.logs, self._views):
            folder.mkdir(parents=True)
        clocks = [clock, *[None] * (WORKERS - 1)]
        self.pools = Pools(directory / "pools", databases, MODES[seed % len(MODES)], self.logs) if has_pools else None
        pools = [*[None] * (WORKERS - 1), self.pools]
        self.workers = [
            Worker(number, directory, databases, stream, context, clocks[number], pools[number]) for number in range(WORKERS)
        ]
        self._context, self._seed = context, seed
        self._judge = None
        self._callers, self._watches = None, {}

    def begin(self):
        """Starts all of it, and returns when the stream takes writes."""
        self.begin_workers()
        self.begin_callers()

    def begin_workers(self):
        for worker in self.workers:
            worker.start()
        self._wait("a worker takes writes", SERVING, self.active)

    def begin_callers(self):
        endpoints = ",".join(worker.rpc for worker in self.workers)
        self._callers = Child(
            "callers",
            [PROGRAMS / "CampaignClient", endpoints, self._seed, CALLERS, self.directory / "calls.ndjson", PAUSE],
            self.logs,
        )
        # Each begins at another worker, and moves when that is gone.
        for number in range(WORKERS):
            name = f"watch-{number}"
            order = self.workers[number:] + self.workers[:number]
            self._watches[name] = ClusterWatch(name, order, self._views / f"{name}.ndjson", self.logs, self.directory / name)

    def active(self):
        return next((worker for worker in self.workers if worker.is_active), None)

    def settle(self):
        """Lets everybody come to an end; returns what was found doing so, and the evidence."""
        found = []
        for worker in self.workers:
            worker.gate.open()
            worker.go_on()
            if not worker.is_running:
                worker.start()
        self._databases.wait_until_whole()
        active = self._wait("a worker takes writes", SERVING, self.active)
        self._callers.signal(signal.SIGTERM)
        if not self._await(SETTLING, lambda: not self._callers.is_running):
            found.append((WRONG, "the callers did not come to an end"))
            self._callers.kill()
        elif self._callers.process.returncode != 0:
            found.append((WRONG, f"the callers ended with {self._callers.process.returncode}"))
        place = types.SimpleNamespace(judge=self.directory / "judge.ndjson", endpoint=lambda *_, **__: active.rpc)
        self._judge = Judge(self._context, place)
        head = SERVICE.closing(self._judge)
        for name, watch in self._watches.items():
            path = self._views / f"{name}.ndjson"
            if not self._await(CATCHING_UP, lambda: last_of(path) >= head):
                found.append((MISSED, f"{name} stands at {last_of(path)}, the stream at {head}"))
            watch.signal(signal.SIGINT)
            self._await(10, lambda: not watch.is_running)
        stream, head = self._judge.stream()
        end = SERVICE.ending(self._judge)
        found += self._compare(active, stream, head, end)
        found += log.findings(self._databases.ask, self.stream)
        return found, self._evidence(stream, head, end)

    def _compare(self, active, stream, head, end):
        """Every worker has the same stream and the same stock."""
        for worker in self.workers:
            if worker is active:
                continue
            if not self._await(CATCHING_UP, lambda: "result" in (worker.ask("juice.stock.list", atleast=head) or {})):
                yield LOST, f"{worker.name} is not at {head}: {worker.ask('service.health')}"
                continue
            place = types.SimpleNamespace(judge=self.directory / f"{worker.name}.judge", endpoint=lambda *_, **__: worker.rpc)
            other = Judge(self._context, place)
            try:
                if other.stream() != (stream, head):
                    yield LOST, f"{worker.name} has another stream than {active.name}"
                if SERVICE.ending(other) != end:
                    yield LOST, f"{worker.name} has another stock than {active.name}"
            finally:
                other.close()

    def _evidence(self, stream, head, end):
        all_records = [record for path in sorted(self.directory.glob("*.ndjson")) for record in records.read(path)]
        views = []
        for name in self._watches:
            lines = (self._views / f"{name}.ndjson").read_bytes().splitlines()
            views.append(View(name, lines, (), "resynced:" in (self.logs / f"{name}.log").read_text()))
        return Evidence(all_records, stream, head, end, views)

    def judge(self, found, evidence):
        verdict = JuiceJudgement(evidence).pronounce()
        for kind, text in found:
            verdict.find(kind, text)
        return verdict

    def _wait(self, what, seconds, condition):
        if not (value := self._await(seconds, condition)):
            raise ServiceFailed(f"{what} within {seconds} seconds: no; see {self.logs}")
        return value

    @staticmethod
    def _await(seconds, condition):
        end = time.monotonic() + seconds
        while not (value := condition()) and time.monotonic() < end:
            time.sleep(0.05)
        return value

    def close(self):
        for child in [self._callers, *self._watches.values()]:
            if child is not None:
                child.close()
        if self._judge is not None:
            self._judge.close()
        for worker in self.workers:
            worker.close()
        if self.pools is not None:
            self.pools.close()
