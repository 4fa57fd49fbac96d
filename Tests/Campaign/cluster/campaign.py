"""Runs workers that share a stream over PostgreSQL under Patroni, kills, pauses and cuts off all of them, and judges every call
and event by what the callers wrote down.

The last line says it all: `kills 120 · failovers 28 · … · orders 250000 · 0 lost, 0 twice, 0 missed · seed 42`.
"""

import collections
import pathlib
import random
import shutil
import socket
import sys
import tempfile

import zmq

from checker import LOST, MISSED, TWICE, WRONG
from cluster.clocks import LIBRARY, Clock, sweep
from cluster.databases import Databases
from cluster.faults import Faults
from cluster.losses import KINDS, Losses
from cluster.pauses import SECOND, longest_pause, pauses, told
from cluster.pools import PROGRAM
from cluster.stage import ClusterRound
from cluster.takeovers import Takeovers, statements_at_rest
from juice import history
from keeper import ServiceFailed
from processes import end_all

# Takes the stream of the round before away.
EMPTY = (
    "DO $$ DECLARE names text; BEGIN SELECT string_agg('jangteo.' || tablename, ', ') INTO names FROM pg_tables"
    " WHERE schemaname = 'jangteo' AND tablename NOT IN ('schema_version', 'stream_right'); EXECUTE 'TRUNCATE ' || names; END $$"
)
# Seconds under load on one stream.
ROUND = 300
# Nanoseconds. Who was given so much has time enough for a takeover and for a failover of the databases.
ENOUGH = 10 * SECOND
# What the work itself may answer. The end of such a call may be unknown too, when an earlier sending went astray.
OF_THE_WORK = history.TELLING | history.FINAL
# A cluster's ports are so many.
PORTS = 44


def free_port():
    """A port with free ones behind it, below those that the system gives to anybody."""
    while True:
        base = random.SystemRandom().randrange(10_000, 30_000)
        held = []
        try:
            for port in range(base, base + PORTS):
                held.append(socket.socket())
                held[-1].bind(("127.0.0.1", port))
            return base
        except OSError:
            pass
        finally:
            for one in held:
                one.close()


def is_failure(record):
    """Whether a write that was given enough time ended without a result, however soon, and not because of the stock."""
    if "key" not in record or record.get("end") == "ok":
        return False
    return record.get("hung", False) or record["timeout"] >= ENOUGH and record.get("error") not in OF_THE_WORK


class Totals:
    def __init__(self):
        self.counts = collections.Counter()
        self.faults = collections.Counter()
        self.pauses = collections.defaultdict(list)
        self.longest = 0
        self.at_rest = None
        # Acknowledged writes that the databases lost, and everybody was told so.
        self.told = 0
        self.orders = self.writes = self.events = self.failovers = self.failed = 0
        self.findings = []

    def add(self, verdict, harm, acknowledged):
        self.counts.update(verdict.counts)
        self.findings += verdict.findings
        self.orders += verdict.counted
        self.writes += len(acknowledged)
        self.events += verdict.events
        self.failovers += harm.failovers
        self.faults.update(fault.kind for fault in harm.list)
        self.longest = max(self.longest, longest_pause(acknowledged))
        for kind, values in pauses(harm.list, acknowledged).items():
            self.pauses[kind] += values

    def fail(self, text):
        self.counts[WRONG] += 1
        self.findings.append((WRONG, text))

    def of(self, start):
        return sum(count for kind, count in self.faults.items() if kind.startswith(start))

    def report(self, seed):
        for kind, text in self.findings[:50]:
            print(f"{kind}: {text}")
        print("the longest time without an acknowledged write, by what happened:")
        print("\n".join(told(self.pauses)))
        print(f"  whatever happened: longest {self.longest:.2f} s")
        if self.at_rest is not None:
            print(f"statements a second of all workers at rest: {self.at_rest:.1f}")
        print(f"calls that ended without a result although they had the time: {self.failed}")
        losses = self.of("a restored") + self.of("a promoted")
        if losses:
            print(f"losses {losses}, with {self.told} acknowledged writes that are gone, and were told to be")
        kills = self.of("kill of the active") + self.of("kill of a replica")
        members = self.of("kill") - kills
        wrong = f", {self.counts[WRONG]} wrong" if self.counts[WRONG] else ""
        print(
            f"kills of workers {kills} · failovers {self.failovers} · kills of members {members}"
            f" · standstills {self.of('standstill')} · pauses {self.of('pause')} · partitions {self.of('partition')} · acknowledged writes {self.writes}"
            f" · orders {self.orders} · events {self.events} · {self.counts[LOST]} lost, {self.counts[TWICE]} twice,"
            f" {self.counts[MISSED]} missed{wrong} · seed {seed}"
        )


def run(seconds, seed, takeovers=None, losses=None):
    """Harms for so many seconds, or has so many takeovers or losses and nothing else; returns whether nothing was found."""
    # The databases' user has to get there, and sockets have short names.
    directory = pathlib.Path(tempfile.mkdtemp(prefix="jt-", dir="/tmp"))
    directory.chmod(0o711)
    context = zmq.Context()
    totals = Totals()
    databases = stage = None
    keeps = False
    try:
        is_mixed = not takeovers and not losses
        clocks = [Clock(directory / "clocks" / name) for name in ("databases", "worker")] if is_mixed and LIBRARY else [None] * 2
        databases = Databases(directory, free_port(), clocks[0])
        rounds = losses or (1 if takeovers else max(1, round(seconds / ROUND)))
        for number in range(rounds):
            # The one that a worker under a clock of its own can have.
            databases.tell(EMPTY)
            has_pools = is_mixed and PROGRAM is not None
            stage = ClusterRound(directory / str(number), databases, "juice", seed + number, context, clocks[1], has_pools)
            if takeovers:
                stage.begin_workers()
                totals.at_rest = statements_at_rest(databases)
                stage.begin_callers()
                harm = Takeovers(stage.workers, databases)
                harm.run(takeovers)
            elif losses:
                stage.begin()
                harm = Losses(stage, databases)
                harm.run(list(KINDS)[(seed + number) % len(KINDS)])
            else:
                stage.begin()
                harm = Faults(seed + number, stage.workers, databases, clocks[0], stage.pools)
                harm.run(seconds / rounds)
            found, evidence = stage.settle()
            stage.close()
            if losses:
                evidence, told_lost = harm.judged(evidence)
                found += harm.found
                totals.told += told_lost
            verdict = stage.judge(found, evidence)
            acknowledged = sorted(
                record["finish"] for record in evidence.records if record.get("end") == "ok" and "key" in record
            )
            totals.add(verdict, harm, acknowledged)
            totals.failed += sum(map(is_failure, evidence.records))
            print(f"round {number + 1} of {rounds}: {len(acknowledged)} acknowledged, {len(verdict.findings)} findings",
                  file=sys.stderr, flush=True)
            if not verdict.is_sound:
                keeps = True
                break
            shutil.rmtree(directory / str(number))
    except ServiceFailed as error:
        keeps = True
        totals.fail(str(error))
    finally:
        if stage is not None:
            stage.close()
        if databases is not None:
            databases.close()
        end_all()
        sweep()
        context.destroy(linger=0)
        if not keeps:
            shutil.rmtree(directory, ignore_errors=True)
    totals.report(seed)
    if keeps:
        print(f"all there is of it: {directory}")
    return not totals.findings
