"""What people would otherwise use, doing the equivalent durable order: synced before the answer, a key remembered."""

import os
import pathlib
import shutil
import subprocess
import sys
import time

from brokers import NATS, JetStream, RabbitMQ
from postgresql import ITEMS, PostgreSQL
from programs import Program, processor_seconds
from table import Row

PEERS = pathlib.Path(__file__).resolve().parent / "Peers"


class Redis:
    """A server of its own that syncs its log before each answer, driven by redis-benchmark, which is Redis' own client."""

    title = "Redis"
    package = "redis-server"
    # Redis syncs once for what it has read in a turn: more connections share a sync.
    CONNECTIONS, UNDER_WAY = 8, 32

    @classmethod
    def tools(cls):
        return shutil.which("redis-server") and shutil.which("redis-benchmark")

    def __init__(self, stage):
        folder = stage.new_folder("redis")
        self.socket = folder / "socket"
        settings = ["--port", 0, "--unixsocket", self.socket, "--dir", folder, "--appendonly", "yes", "--appendfsync", "always",
                    "--save", "", "--daemonize", "no", "--logfile", folder / "log"]
        self.process = subprocess.Popen([str(word) for word in ["redis-server", *settings]])
        while not self.socket.exists():
            if self.process.poll() is not None:
                raise RuntimeError("redis-server did not start")
            time.sleep(0.01)
        if "always" not in self.command("CONFIG", "GET", "appendfsync"):
            raise RuntimeError("Redis: appendfsync is not always")
        self.command("HSET", "stock:mango", "quantity", 10**12, "version", 1)
        self.script = self.command("SCRIPT", "LOAD", (PEERS / "order.lua").read_text()).strip()

    def command(self, *words):
        words = ["redis-cli", "-s", self.socket, *words]
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout

    def orders(self, seconds):
        count = int(30_000 * seconds)
        before = int(self.command("XLEN", "journal"))
        words = ["redis-benchmark", "-s", self.socket, "-n", count, "-c", self.CONNECTIONS, "-P", self.UNDER_WAY,
                 "-r", 2 * 10**9, "--csv", "evalsha", self.script, 2, "order:__rand_int__", "stock:mango"]
        output = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True).stdout
        # Keys are random, so hardly any comes twice.
        if int(self.command("XLEN", "journal")) - before < 0.99 * count:
            raise RuntimeError(f"Redis did not place its orders: {output[-300:]}")
        return float(output.splitlines()[-1].split('","')[1])

    def close(self):
        self.process.terminate()
        self.process.wait()


def is_there(kind):
    """Whether a peer is installed; says how to get one that is not."""
    if kind.tools():
        return True
    text = f"bench: {kind.title} is not installed: sudo apt-get install --no-install-recommends {kind.package}"
    print(text, file=sys.stderr)
    return False


def once(make, measure):
    """Measures a peer that is there for that long only: what it writes and tidies up afterwards would disturb others."""
    peer = make()
    try:
        return measure(peer)
    finally:
        peer.close()
        # Nor do others wait for what it left to be written.
        os.sync()


def rpc_peers(stage):
    """calc.evaluate beside the same bytes over a broker."""
    if not is_there(NATS):
        return []
    calc = stage.calc_over_tcp()
    endpoint = calc.rpc
    rate = Row("calc.evaluate, tcp, window 256, compared with an echo over NATS, which keeps nothing", "calls/s")
    p99 = Row("  latency p99", "µs")
    server = Row("  processor time of the server; of NATS and the echo", "µs/call")
    alone = Row("calc.evaluate, tcp, one at a time, compared with the same, p50", "µs")

    def take(side, measure, spent):
        before = spent()
        figures = measure(256)
        getattr(server, side).append(1e6 * (spent() - before) / figures["acknowledged"])
        getattr(rate, side).append(figures["rate"])
        getattr(p99, side).append(figures["p99"])
        getattr(alone, side).append(measure(1)["p50"])

    def ask(nats):
        folder = stage.new_folder("answer")
        responder = stage.start("answer", Program, stage.baselines / "nats", "answer", nats.port, log=folder / "log")
        words = [stage.baselines / "nats", "ask", nats.port, "--for", stage.seconds, "--window"]
        take("baseline", lambda window: stage.figures([*words, window]),
             lambda: responder.processor_seconds() + processor_seconds(nats.process.pid))
        stage.stop("answer")

    stage.alternate(
        lambda: take("ours", lambda window: stage.load("evaluate", endpoint, window=window), calc.processor_seconds),
        lambda: once(lambda: NATS(stage), ask),
    )
    return [rate, p99, server, alone]


def order_peers(stage):
    """juice.order beside the same in other ways."""
    juice = stage.service("juice")
    rows, sides = [], []

    def add(what, target, measure):
        row = Row(what, "orders/s", target)
        rows.append(row)
        sides.append(lambda: row.baseline.append(measure()))

    folder = stage.new_folder("python")
    words = ["/usr/bin/python3", PEERS / "order.py", f"ipc://{folder}/rpc", folder]
    stage.start("python", Program, *words, log=folder / "log")
    add("juice.order, window 256, compared with Python with drain batches", "3 ×",
        lambda: stage.load("order", f"ipc://{folder}/rpc")["rate"])

    def ours():
        rate = stage.load("order", juice.rpc)["rate"]
        for row in rows:
            row.ours.append(rate)

    def peer(kind, what, target, make, measure):
        if is_there(kind):
            add(what, target, lambda: once(make, measure))

    peer(PostgreSQL, f"  compared with PostgreSQL, 32 connections, {ITEMS} items", "3 ×",
         lambda: PostgreSQL(stage.directory.parent), lambda server: server.single(stage.seconds))
    peer(PostgreSQL, "  compared with PostgreSQL, arrays of 256 made by the client", "1.5 ×",
         lambda: PostgreSQL(stage.directory.parent), lambda server: server.arrays(stage.seconds))
    peer(Redis, "  compared with Redis, Lua, AOF synced always", "3 ×",
         lambda: Redis(stage), lambda server: server.orders(stage.seconds))
    peer(RabbitMQ, "  compared with RabbitMQ, a quorum queue of one, confirmed", "3 ×",
         lambda: RabbitMQ(stage), lambda server: server.orders(stage.seconds))
    peer(JetStream, "  compared with NATS JetStream, which syncs AFTER its answer", "",
         lambda: JetStream(stage), lambda server: server.orders(stage.seconds))
    stage.alternate(ours, *sides)
    stage.stop("python")
    return rows
