"""What people would otherwise use, doing the equivalent durable order: synced before the answer, a key remembered."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from programs import Program
from table import Row

PEERS = pathlib.Path(__file__).resolve().parent / "Peers"
# As long as ours, and as these growing with time, so that the index stays hot.
KEY = "left(to_char(extract(epoch FROM clock_timestamp()) * 1000000, 'FM0000000000000000') || '-' || gen_random_uuid(), 36)"
# Orders are spread over so many items: the best case, because one item would be one lock.
ITEMS = 1000


class PostgreSQL:
    """A server of its own, driven by pgbench, which is PostgreSQL's own client for this."""

    name = "PostgreSQL"
    package = "postgresql postgresql-contrib"

    @classmethod
    def tools(cls):
        """Where its programs are; None where there are none."""
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/pgbench"))
        return found[-1].parent if found else None

    def __init__(self, parent):
        self.bin = self.tools()
        # It refuses to run as root; in a name space of its own root is somebody else, and its files are still its.
        self.prefix = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="jangteo-bench-pg-", dir=parent))
        self.data = self.directory / "data"
        try:
            self.start()
        except RuntimeError:
            self.close()
            raise

    def start(self):
        self.run("initdb", "-D", self.data, "--auth=trust", "--username=bench", "--encoding=UTF8", "--no-locale")
        settings = f"-c listen_addresses='' -c unix_socket_directories={self.directory} -c shared_buffers=256MB"
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.directory / "log", "-o", settings, "start")
        self.sql = ["-h", self.directory, "-U", "bench", "-d", "postgres"]
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            if self.run("psql", *self.sql, "-At", "-c", f"SHOW {setting}").strip() != "on":
                raise RuntimeError(f"PostgreSQL: {setting} is not on")
        self.run("psql", *self.sql, "-q", "-v", "ON_ERROR_STOP=1", "-f", PEERS / "order.sql")

    def run(self, program, *words):
        words = [*self.prefix, self.bin / program, *words]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr.strip()[-500:]}")
        return done.stdout

    def transactions(self, statement, clients, seconds):
        """How many times a second this statement is committed."""
        script = self.directory / "bench.sql"
        script.write_text(f"\\set item random(1, {ITEMS})\n{statement}\n")
        words = ["-n", "-M", "prepared", "-c", clients, "-j", 1, "-T", max(1, round(seconds)), "-f", script]
        output = self.run("pgbench", *self.sql[:4], *words, "postgres")
        return float(re.search(r"tps = ([\d.]+) \(without", output)[1])

    def single(self, seconds):
        return self.transactions(f"SELECT place_order(:item, {KEY});", 32, seconds)

    def arrays(self, seconds):
        # Made there and not sent: less work than a real client's arrays would be.
        keys = f"(SELECT array_agg({KEY}) FROM generate_series(1, 256))"
        return 256 * self.transactions(f"SELECT count(*) FROM place_orders(:item, {keys});", 2, seconds)

    def close(self):
        words = [*self.prefix, self.bin / "pg_ctl", "-D", self.data, "-m", "immediate", "stop"]
        subprocess.run([str(word) for word in words], capture_output=True)
        shutil.rmtree(self.directory, ignore_errors=True)


def missing(name, package):
    """Says how to get a peer that is not there."""
    print(f"bench: {name} is not installed: sudo apt-get install --no-install-recommends {package}")


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
    add("juice.order, window 256, beside Python with drain batches", "3 ×",
        lambda: stage.load("order", f"ipc://{folder}/rpc")["rate"])
    postgres = None
    if PostgreSQL.tools():
        postgres = PostgreSQL(stage.directory.parent)
        add(f"  beside PostgreSQL, 32 connections, {ITEMS} items", "3 ×", lambda: postgres.single(stage.seconds))
        add("  beside PostgreSQL, arrays of 256 made by the client", "1.5 ×", lambda: postgres.arrays(stage.seconds))
    else:
        missing(PostgreSQL.name, PostgreSQL.package)

    def ours():
        rate = stage.load("order", juice.rpc)["rate"]
        for row in rows:
            row.ours.append(rate)

    try:
        stage.alternate(ours, *sides)
    finally:
        if postgres:
            postgres.close()
        stage.stop("python")
    return rows
