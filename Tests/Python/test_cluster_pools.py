"""Workers whose database is behind a pool or a proxy, named by a service file, or one of several hosts."""

import contextlib
import shutil
import socket
import subprocess
import unittest

from juice_process import free_port
from postgresql_server import OWNER, UNPRIVILEGED, PostgreSQLServer
from test_cluster import ClusterTest


def program(name):
    return shutil.which(name, path="/usr/sbin:/usr/bin")


class BehindTest(ClusterTest):
    def setUp(self):
        super().setUp()
        self.database = dict(word.split("=") for word in self.log.split())["dbname"]

    def serve(self, name, path, *words):
        """Runs what listens at `path`, and waits until it does."""
        with open(self.server.directory / f"{name}.log", "ab") as log:
            process = subprocess.Popen([*UNPRIVILEGED, program(name), *map(str, words)], stdout=log, stderr=log, cwd="/")
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)

        def listens():
            self.assertIsNone(process.poll(), (self.server.directory / f"{name}.log").read_text())
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
                probe.connect(str(path))
                return True

        self.wait_for(f"{name} listens", listens)
        return process

    def folder(self, name):
        """A directory that whoever runs the database may use."""
        place = self.server.directory / f"{name}-{self.database}"
        place.mkdir()
        if UNPRIVILEGED:
            shutil.chown(place, "postgres")
        return place

    def refusal(self, log):
        """What the gateway says of a database that it cannot use."""
        with self.assertRaises(AssertionError) as refused:
            self.gateway("cluster", "status", log)
        return str(refused.exception)

    def is_served(self, *workers):
        active, others = self.active(list(workers))
        reply = self.order(active, "K1")
        for other in others:
            self.assertEqual(self.stock(other, reply["meta"]["sequence"])["kiwi"], 7)
        return active


@unittest.skipUnless(program("pgbouncer"), "PgBouncer is not installed: scripts/install-dependencies --test")
class PgBouncer(BehindTest):
    def pool(self, mode, *lines):
        place = self.folder("pool")
        settings = place / "pgbouncer.ini"
        settings.write_text(
            "\n".join([
                "[databases]", f"* = host={self.server.directory} user={OWNER}", "[pgbouncer]", "listen_addr =", "listen_port = 6432",
                f"unix_socket_dir = {place}", "auth_type = any", f"pool_mode = {mode}", "default_pool_size = 4", *lines, "",
            ])
        )  # fmt: skip
        self.settings = settings
        self.socket = place / ".s.PGSQL.6432"
        process = self.serve("pgbouncer", self.socket, settings)
        self.log = f"host={place} port=6432 dbname={self.database} user={OWNER}"
        return process

    def test_workers_behind_a_pool_in_session_mode_share_their_stream(self):
        self.pool("session")
        self.is_served(*self.group(2))

    def test_workers_behind_a_pool_in_transaction_mode_share_their_stream(self):
        self.pool("transaction", "server_round_robin = 1", "server_idle_timeout = 5",
                  "ignore_startup_parameters = options,extra_float_digits")  # fmt: skip
        workers = self.group(3)
        active = self.is_served(*workers)
        for number in range(3):
            self.order(active, f"M{number}", "mango")

    def test_a_server_that_takes_writes_again_is_found_through_a_pool_that_remembers_otherwise(self):
        self.pool("session")
        setting = f"ALTER DATABASE {self.database} SET default_transaction_read_only"
        end = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.database}'"
        self.server.sql(f"{setting} = on")
        self.server.sql(end)
        worker = self.launch("--log", self.log, run="run1", state="state1")
        self.assertLogs(worker, "The database takes no writes: it is a standby, or set to read only")
        self.server.sql(f"{setting} = off")
        self.server.sql(end)
        self.is_served(worker)

    def test_options_of_the_operator_are_not_left_out_in_silence(self):
        self.pool("session")
        self.log += " options='-c search_path=public'"
        self.assertIn("unsupported startup parameter: options", self.refusal(self.log))

    def test_a_pool_that_is_started_again_costs_no_order(self):
        process = self.pool("session")
        workers = self.group(2)
        self.is_served(*workers)
        process.kill()
        process.wait()
        self.socket.unlink(missing_ok=True)
        self.serve("pgbouncer", self.socket, self.settings)
        reply = self.order(workers, "K2")
        for worker in workers:
            self.assertEqual(self.stock(worker, reply["meta"]["sequence"])["kiwi"], 4)


@unittest.skipUnless(program("haproxy"), "HAProxy is not installed: scripts/install-dependencies --test")
class HAProxy(BehindTest):
    def proxy(self, *servers, check):
        """Passes what it gets on to the server that answers the check."""
        place = self.folder("proxy")
        settings = place / "haproxy.cfg"
        backends = [f"  server db{number} unix@{server.directory}/.s.PGSQL.5432 check inter 100 fall 1 rise 1 on-marked-down shutdown-sessions"
                    for number, server in enumerate(servers)]  # fmt: skip
        self.ipv6 = free_port()
        settings.write_text(
            "\n".join([
                "defaults", "  mode tcp", "  timeout connect 1s", "  timeout client 1h", "  timeout server 1h", "listen log",
                f"  bind unix@{place}/.s.PGSQL.5000", f"  bind [::1]:{self.ipv6}", *check, *backends, "",
            ])
        )  # fmt: skip
        self.serve("haproxy", place / ".s.PGSQL.5000", "-db", "-f", settings)
        return f"host={place} port=5000 dbname={self.database} user={OWNER}"

    def test_workers_behind_a_proxy_with_a_check_share_their_stream_over_sockets_and_ipv6(self):
        self.log = self.proxy(self.server, check=[f"  option pgsql-check user {OWNER}"])
        first = self.worker()
        self.log = f"postgresql://{OWNER}@[::1]:{self.ipv6}/{self.database}"
        self.is_served(first, self.worker())


class Hosts(BehindTest):
    def silent(self):
        """A place that takes connections and never answers."""
        place = self.folder("silent")
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(place / ".s.PGSQL.5432"))
        (place / ".s.PGSQL.5432").chmod(0o777)
        listener.listen(16)
        return place

    def service(self, *lines):
        file = self.directory / "pg_service.conf"
        file.write_text("\n".join(["[shop]", *lines, ""]))
        return {"PGSERVICEFILE": str(file)}

    def test_a_service_file_with_several_hosts_fails_over_like_the_string_itself(self):
        hosts = f"{self.silent()},{self.server.directory}"
        variables = self.service(f"host={hosts}", f"dbname={self.database}", f"user={OWNER}", "connect_timeout=1")
        self.log = "service=shop"
        self.is_served(*[self.worker(**variables) for _ in range(2)])

    def test_of_several_hosts_the_one_that_refuses_is_named(self):
        gone, silent = self.folder("gone"), self.silent()
        said = self.refusal(f"host={gone},{silent},{self.server.directory} dbname=nowhere user={OWNER} connect_timeout=1")
        self.assertIn(f"The database at {self.server.directory}", said)
        self.assertNotIn(str(silent), said)

    def test_a_server_that_takes_no_writes_is_passed_over(self):
        standby = PostgreSQLServer()
        self.addCleanup(standby.close)
        standby.make_database(self.database)
        standby.sql("ALTER SYSTEM SET default_transaction_read_only = on")
        standby.sql("SELECT pg_reload_conf()")
        self.log = f"host={standby.directory},{self.server.directory} dbname={self.database} user={OWNER}"
        self.is_served(*self.group(2))


if __name__ == "__main__":
    unittest.main()
