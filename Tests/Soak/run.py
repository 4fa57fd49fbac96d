"""One run: services, callers, watchers, and what happens to them; then peace, and judgement."""

import concurrent.futures
import heapq
import itertools
import json
import random
import sys
import time

import zmq

import growth
from backups import Copies
from chaos import Chaos
from children import Child
from client import NoAnswer
from deployment import SERVICES, STREAMS, Deployment, Programs, ScriptFailed
from ending import Ending
from expo_load import Exposition
from judge import MISSED, WRONG, Findings
from report import Report
from sampling import Sampler
from settings import Settings

# Seconds.
SETTLING, JOINING, CATCHING_UP, PROGRESS_INTERVAL = 90, 60, 60, 60


class RunFailed(Exception):
    """There is nothing to judge by."""


class Run:
    """Everything that belongs to one run. `is_interrupted` ends the load."""

    def __init__(self, directory, seed, seconds):
        self.directory, self.seed = directory, seed
        self.is_interrupted = False
        self.findings = Findings()
        self.kills, self.samples, self.copies = [], [], []
        self.restarts = self.reloads = 0
        self._exposition = Exposition(directory / "exposition")
        self.settings = Settings(seconds, self._exposition.path)
        for name in ("views", "logs", "backups"):
            (directory / name).mkdir(mode=0o700)
        self._context = zmq.Context()
        self._children, self._due, self._numbers = {}, [], itertools.count()
        # One for backups, one for restarts.
        self._workers = concurrent.futures.ThreadPoolExecutor(2)
        self._jobs = []
        self.deployment = Deployment(Programs(directory / "checkout"), directory, self.settings.options)
        self._chaos = Chaos(seed, seconds, self.deployment)
        self._sampler = Sampler(self.deployment, SERVICES)
        self.backups = Copies(self.deployment, directory / "backups", self.records, self.settings.remembered, self._context,
                              self.findings)

    @property
    def records(self):
        return self.directory / "records.ndjson"

    @property
    def _at(self):
        return time.monotonic() - self._begin

    def play(self):
        """Plays the run and returns its report."""
        try:
            self.deployment.script("up", "--no-build", *SERVICES)
        except ScriptFailed as error:
            raise RunFailed(error) from error
        self._begin = time.monotonic()
        self._start_everybody()
        for first, action in ((0, self._sample), (self._chaos.pause(), self._kill), (0, self._reload),
                              (self.settings.backup_interval, self._back_up),
                              (self.settings.restart_interval / 2, self._restart), (0, self._show)):
            self._after(first, action)
        while self._at < self.settings.seconds and not self.is_interrupted:
            self._step()
        self.seconds = self._at
        self._settle()
        return Report(self, self._judge())

    # While there is load --------------------------------------------------------------------------------------------

    def _start_everybody(self):
        chance, logs, deployment = random.Random(self.seed), self.directory / "logs", self.deployment
        views = ("--run", deployment.run, "--views", self.directory / "views")
        start = lambda name, *words: self._children.update({name: Child(name, logs, *words)})
        start("watcher", *views, *STREAMS)
        self._wait_for_watcher()
        start("follower", *views, "--gateway", deployment.programs.gateway, "--seed", chance.getrandbits(32), *STREAMS)
        start("load", "--run", deployment.run, "--record", self.records, "--latency", self.directory / "latency.ndjson",
              "--seed", chance.getrandbits(32), "--interval", self.settings.sample_interval, "--begin", self._begin,
              "--remembered", self.settings.remembered)

    def _wait_for_watcher(self):
        """Until it stands at the beginning of each stream: one that joins later begins with a snapshot, as if it had missed something."""
        end = time.monotonic() + JOINING
        views = [self.directory / "views" / f"watcher-{service}.ndjson" for service in STREAMS]
        while not all(view.exists() and view.stat().st_size > 0 for view in views):
            if self._children["watcher"].code is not None or time.monotonic() > end:
                raise RunFailed(f"the watcher has not joined all streams: see {self.directory}/logs/watcher.log")
            time.sleep(0.05)

    def _after(self, seconds, action):
        heapq.heappush(self._due, (time.monotonic() + seconds, next(self._numbers), action))

    def _step(self):
        """Does what is due, or waits for it, never longer than it takes to notice an interruption."""
        wait = self._due[0][0] - time.monotonic()
        if wait > 0:
            return time.sleep(min(wait, 0.2))
        heapq.heappop(self._due)[2]()
        for child in self._children.values():
            if child.code is not None:
                raise RunFailed(f"{child.name} has ended with {child.code}: see {self.directory}/logs/{child.name}.log")

    def _sample(self):
        self.samples.append(self._sampler.sample(self._at))
        # At once, so that a run that comes to no end leaves them too.
        with open(self.directory / "samples.ndjson", "a", encoding="utf-8") as file:
            file.write(json.dumps(self.samples[-1]) + "\n")
        self._after(self.settings.sample_interval, self._sample)

    def _kill(self):
        service = self._chaos.kill(self._at)
        if service is not None:
            self.kills.append((round(self._at, 2), service))
        # Who did not run, or is being restarted, is met soon after.
        self._after(self._chaos.pause() if service is not None else 1, self._kill)

    def _reload(self):
        self._exposition.renew()
        try:
            self.deployment.script("reload", "expo")
            self.reloads += 1
        except ScriptFailed:
            pass  # It was killed a moment ago, and reads the data as it starts.
        self._after(self.settings.reload_interval, self._reload)

    def _back_up(self):
        # Every third one is put to use, and the second of a short run.
        is_restored = self.backups.count % 3 == 1
        self._start_job("backup", lambda: self.copies.append(self.backups.make(self._at, time.monotonic(), is_restored)))
        self._after(self.settings.backup_interval, self._back_up)

    def _restart(self):
        service = self._chaos.choose(self._at)

        def restart():
            self._chaos.spared.add(service)
            try:
                self.deployment.script("restart", service)
                self.restarts += 1
            finally:
                self._chaos.spared.discard(service)

        self._start_job(f"restart of {service}", restart)
        self._after(self.settings.restart_interval, self._restart)

    def _start_job(self, name, action):
        def job():
            try:
                action()
            except (ScriptFailed, NoAnswer, OSError) as error:
                self.findings.find(WRONG, f"{name}, {self._at:.0f} s after the begin: {error}")

        self._jobs.append(self._workers.submit(job))

    def _show(self):
        print(f"{self._at:.0f}/{self.settings.seconds:.0f} s · kills {len(self.kills)} · backups {self.backups.count}"
              f" · found {self.findings.counts.total()}", file=sys.stderr, flush=True)
        self._after(PROGRESS_INTERVAL, self._show)

    # Peace ----------------------------------------------------------------------------------------------------------

    def _settle(self):
        """Lets everybody come to an end; then kills all services, so that only what is durable counts."""
        for job in self._jobs:
            job.result()
        load = self._children["load"]
        load.finish()
        if not load.wait(SETTLING) or load.code != 0:
            self.findings.find(WRONG, f"the callers did not come to an end ({load.code}): see logs/load.log")
        self._sample()
        self._ending = Ending(self.deployment, self._context, self.findings)
        self._ending.kill_all()
        heads = self._ending.heads()
        for name in ("watcher", "follower"):
            child = self._children[name]
            child.tell(json.dumps(heads))
            if not child.wait(CATCHING_UP) or child.code != 0:
                self.findings.find(MISSED, f"the {name} does not come to the end of the streams: see logs/{name}.log")

    def _judge(self):
        counts = self._ending.judge(self.directory, self.settings)
        for service in SERVICES:
            if "Fatal error" in (self.deployment.logs / f"{service}.log").read_text(errors="replace"):
                self.findings.find(WRONG, f"{service}: its log has a fatal error")
        self.deployment.script("down", *SERVICES)
        self._close_children()
        for pid, command in self.deployment.processes():
            self.findings.find(WRONG, f"process {pid} is still there: {command}")
        self.growth = list(growth.judge_all(self.samples, SERVICES, self.settings.forgotten_after))
        return counts

    def _close_children(self):
        for child in self._children.values():
            child.close()

    def close(self):
        """Leaves nothing behind, whatever happened."""
        self._due.clear()
        self._workers.shutdown(cancel_futures=True)
        self._close_children()
        try:
            self.deployment.script("down", "--force", *SERVICES)
        except ScriptFailed as error:
            print(error, file=sys.stderr)
        self._context.destroy(linger=0)
