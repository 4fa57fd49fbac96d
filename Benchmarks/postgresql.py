"""A PostgreSQL of a measurement's own, with a synchronous standby if wanted."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from programs import TIMEOUT

SCHEMA = pathlib.Path(__file__).resolve().parent / "Peers" / "order.sql"
# As long as ours, and as these growing with time, so that the index stays hot.
KEY = "left(to_char(extract(epoch FROM clock_timestamp()) * 1000000, 'FM0000000000000000') || '-' || gen_random_uuid(), 36)"
# Orders are spread over so many items: the best case, because one item would be one lock.
ITEMS = 1000


class PostgreSQL:
    """A server of its own, driven by pgbench, which is PostgreSQL's own client for this."""

    title = "PostgreSQL"
    package = "postgresql postgresql-contrib"

    @classmethod
    def tools(cls):
        """Where its programs are; None where there are none."""
        found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/pgbench"))
        return found[-1].parent if found else None

    def __init__(self, parent, has_standby=False):
        self.bin = self.tools()
        # It refuses to run as root; in a name space of its own root is somebody else, and its files are still its.
        self.prefix = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if os.geteuid() == 0 else []
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="jangteo-bench-pg-", dir=parent))
        self.data, self.standby = self.directory / "data", self.directory / "standby"
        self.sql = ["-h", self.directory, "-U", "bench", "-d", "postgres"]
        try:
            self.run("initdb", "-D", self.data, "--auth=trust", "--username=bench", "--encoding=UTF8", "--no-locale")
            self.start(self.data, 5432)
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                if self.ask(f"SHOW {setting}") != "on":
                    raise RuntimeError(f"PostgreSQL: {setting} is not on")
            self.run("psql", *self.sql, "-q", "-v", "ON_ERROR_STOP=1", "-f", SCHEMA)
            if has_standby:
                self.start_standby()
        except RuntimeError:
            self.close()
            raise

    def start(self, data, port):
        settings = f"-c listen_addresses='' -c unix_socket_directories={self.directory} -c shared_buffers=256MB -c port={port}"
        self.run("pg_ctl", "-D", data, "-w", "-l", f"{data}.log", "-o", settings, "start")

    def start_standby(self):
        """Starts a second server, which each commit waits for from then on."""
        self.run("pg_basebackup", *self.sql[:4], "-D", self.standby, "-R", "--checkpoint=fast")
        self.start(self.standby, 5433)
        self.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.ask("SELECT pg_reload_conf()")
        end = time.monotonic() + TIMEOUT
        while self.ask("SELECT sync_state FROM pg_stat_replication") != "sync":
            if time.monotonic() > end:
                raise RuntimeError("PostgreSQL: the standby does not follow")
            time.sleep(0.01)

    @property
    def connection(self):
        return f"host={self.directory} port=5432 user=bench dbname=postgres"

    def ask(self, statement):
        return self.run("psql", *self.sql, "-At", "-c", statement).strip()

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
        # The standby first: without it the server would wait for it.
        for data in (self.standby, self.data):
            words = [*self.prefix, self.bin / "pg_ctl", "-D", data, "-m", "immediate", "stop"]
            subprocess.run([str(word) for word in words], capture_output=True)
        shutil.rmtree(self.directory, ignore_errors=True)
