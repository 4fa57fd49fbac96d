"""What is measured of a service whose writes are kept by a log in PostgreSQL."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from peers import is_there
from postgresql import ITEMS, PostgreSQL
from programs import TIMEOUT, Service
from table import Row

# What a row of one order is, in bytes.
ORDER_ROW = 700


class Cluster:
    """A database with the log of one stream, and workers of juice-service that share it."""

    def __init__(self, stage, has_standby=False):
        self.stage = stage
        self.name = "standby" if has_standby else "log"
        self.server = PostgreSQL(stage.directory.parent, has_standby)
        self.workers = []
        self.gateway("init")

    def gateway(self, command):
        words = [str(self.stage.build / "gateway"), "cluster", command, self.server.connection]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"gateway cluster {command}: {done.stdout}{done.stderr}")

    def add_worker(self):
        """Starts one more; the first is the active, and gets stock that lasts."""
        number = len(self.workers)
        key = f"{self.name} {number}"
        worker = self.stage.start(
            key, Service, self.stage.build, "juice", self.stage.new_folder(self.name), "--log", self.server.connection
        )
        self.workers.append((key, worker))
        if number == 0:
            end = time.monotonic() + TIMEOUT
            while "active" not in self.part(worker):
                if time.monotonic() > end:
                    raise RuntimeError(f"the worker takes no writes; {worker.faults()}")
                time.sleep(0.01)
            worker.fill_up()
        return worker

    @staticmethod
    def part(worker):
        checks = worker.call("service.health", {})["result"]["checks"]
        return next(check["detail"] for check in checks if check["name"] == "stream")

    def close(self):
        for key, _ in self.workers:
            self.stage.stop(key)
        self.server.close()


def order_over_log(stage):
    """juice.order with its log in PostgreSQL, beside the same without one."""
    if not is_there(PostgreSQL):
        return []
    rows = []
    for has_standby, targets in ((False, ("0.6", "0.7")), (True, ("0.45", "0.55"))):
        cluster = Cluster(stage, has_standby)
        try:
            rows += over_log(stage, cluster, targets)
        finally:
            cluster.close()
    return rows


def over_log(stage, cluster, targets):
    alone, shared = stage.service("juice"), cluster.add_worker()
    where = "a synchronous standby" if cluster.name == "standby" else "one server"
    rates = {
        window: Row(f"juice.order over a log in PostgreSQL, {where}, window {window}", "orders/s", f"{target} × without a log")
        for window, target in zip((256, 1024), targets)
    }
    spent = Row("  window 256, processor time of the service", "µs/order")
    single = Row("  one at a time, p50; an append by libpq alone", "µs", "append + 200 µs")
    ordinary = Row(f"  window 1024, compared with the same database with 32 connections, {ITEMS} items", "orders/s", "3 ×")
    begin, acknowledged, streams = shared.position(), 0, iter(range(sys.maxsize))

    def take(program, side):
        nonlocal acknowledged
        for window, row in rates.items():
            figures = stage.load("order", program.rpc, program, window=window)
            getattr(row, side).append(figures["rate"])
            if window == 256:
                getattr(spent, side).append(figures["server"])
            elif side == "ours":
                ordinary.ours.append(figures["rate"])
            if side == "ours":
                acknowledged += figures["acknowledged"]
        if side == "ours":
            figures = stage.load("order", program.rpc, window=1)
            single.ours.append(figures["p50"])
            acknowledged += figures["acknowledged"]

    def append():
        words = [stage.baselines / "append", cluster.server.connection, f"bench{next(streams)}", ORDER_ROW, stage.seconds]
        single.baseline.append(stage.figures(words)["p50"])

    stage.alternate(
        lambda: take(shared, "ours"), lambda: take(alone, "baseline"), append,
        lambda: ordinary.baseline.append(cluster.server.single(stage.seconds)),
    )
    # An order changes one fruit and so makes one event.
    if shared.position() - begin != acknowledged:
        raise RuntimeError(f"{acknowledged} orders were acknowledged, {shared.position() - begin} are in the stream")
    return [*rates.values(), spent, single, ordinary]


def replicas(stage):
    """What two workers that follow cost, how far they are behind, and what three can read."""
    if not is_there(PostgreSQL):
        return []
    cluster = Cluster(stage)
    try:
        return following(stage, [cluster.add_worker() for _ in range(3)])
    finally:
        cluster.close()


def following(stage, workers):
    active, *others = workers
    rate = Row("juice.order over a log, window 1024; what each of two replicas applies meanwhile", "orders/s", "1 ×")
    behind = Row("  until both have the last order", "ms")
    reads = Row("service.ping of three workers by three clients; of one by one", "calls/s")

    def take_orders():
        start, begin = others[0].position(), time.monotonic()
        rate.ours.append(stage.load("order", active.rpc, window=1024)["rate"])
        rate.baseline.append((others[0].position() - start) / (time.monotonic() - begin))
        ended, last = time.monotonic(), active.position()
        while any(other.position() < last for other in others):
            if time.monotonic() > ended + TIMEOUT:
                raise RuntimeError("a replica does not follow")
        behind.ours.append(1e3 * (time.monotonic() - ended))

    def take_reads():
        with ThreadPoolExecutor() as clients:
            rates = clients.map(lambda worker: stage.load("ping", worker.rpc)["rate"], workers)
            reads.ours.append(sum(rates))

    stage.alternate(
        take_orders, take_reads, lambda: reads.baseline.append(stage.load("ping", active.rpc)["rate"])
    )
    return [rate, behind, reads]
