"""What a worker does when the database is set, while it runs, so that it would lose what it confirms."""

import json
import subprocess
import unittest

from postgresql_server import UNPRIVILEGED, VERSIONS, PostgreSQLServer
from test_cluster import ClusterTest


class DurabilityTest(ClusterTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Settings of a whole server: no other test has this one.
        cls.server = PostgreSQLServer()
        cls.addClassCleanup(cls.server.close)

    def set(self, name, value):
        self.server.sql(f"ALTER SYSTEM SET {name} = '{value}'")
        self.server.sql("SELECT pg_reload_conf()")
        self.addCleanup(self.server.sql, "SELECT pg_reload_conf()")
        self.addCleanup(self.server.sql, f"ALTER SYSTEM RESET {name}")

    def reset(self, name):
        self.server.sql(f"ALTER SYSTEM RESET {name}")
        self.server.sql("SELECT pg_reload_conf()")

    def database(self):
        return self.log.split("dbname=")[1].split()[0]

    def receiver(self):
        """Something that takes the log of the server without being waited for, as a standby that has just come back."""
        process = subprocess.Popen(
            [
                *UNPRIVILEGED, VERSIONS[-1] / "pg_receivewal", "-h", self.server.directory, "-U", "owner", "-D",
                self.server.directory, "--no-sync",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
        )  # fmt: skip
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def refused(self, worker, reason):
        """Waits until the worker takes no writes for a reason, each under a key of its own; returns the refusal."""
        numbers = iter(range(100_000))

        def refusal():
            reply = self.client(worker).call("juice.stock.adjust", {"changes": {"kiwi": 1}}, key=f"refused {next(numbers)}")
            return reply if reason in json.dumps(reply.get("error")) else None

        return self.wait_for("refused", refusal)

    def levels(self):
        """With which durability rows were about to be committed."""
        return self.server.sql("SELECT DISTINCT level FROM jangteo.seen ORDER BY level", self.database())

    def watch_levels(self):
        """Has the server note with which durability each row of the log is about to be committed."""
        self.server.sql(
            "CREATE TABLE jangteo.seen (level text);"
            "CREATE FUNCTION jangteo.see() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
            " INSERT INTO jangteo.seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END$$;"
            "CREATE CONSTRAINT TRIGGER see AFTER INSERT ON jangteo.log DEFERRABLE INITIALLY DEFERRED"
            " FOR EACH ROW EXECUTE FUNCTION jangteo.see()",
            self.database(),
        )


class Pinned(DurabilityTest):
    def test_a_row_is_committed_durably_whatever_the_server_or_the_role_is_set_to(self):
        self.watch_levels()
        self.set("synchronous_commit", "off")
        self.server.sql(f"ALTER DATABASE {self.database()} SET synchronous_commit = 'local'")
        active, _ = self.active([self.worker()])
        self.order(active, "K1")
        self.assertEqual(self.levels(), "on")

    def test_what_is_set_to_wait_for_more_stays_so(self):
        self.watch_levels()
        self.server.sql(f"ALTER DATABASE {self.database()} SET synchronous_commit = 'remote_apply'")
        active, _ = self.active([self.worker()])
        self.order(active, "K1")
        self.assertEqual(self.levels(), "remote_apply")

    def test_what_accept_asynchronous_allows_stays_allowed(self):
        self.watch_levels()
        self.server.sql(f"ALTER DATABASE {self.database()} SET synchronous_commit = 'local'")
        self.receiver()
        self.wait_for("a receiver", lambda: self.server.sql("SELECT count(*) FROM pg_stat_replication") != "0")
        active, _ = self.active([self.worker("--accept-asynchronous")])
        self.order(active, "K1")
        self.assertEqual(self.levels(), "local")

    def test_a_session_that_was_set_otherwise_meanwhile_still_commits_durably(self):
        """A pool gives a worker another session, in which another program has left its settings."""
        self.watch_levels()
        active, _ = self.active([self.worker()])
        self.server.sql(
            "CREATE FUNCTION jangteo.unset() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
            " PERFORM set_config('synchronous_commit', 'off', false); RETURN NULL; END$$;"
            "CREATE TRIGGER unset AFTER UPDATE ON jangteo.lease FOR EACH ROW EXECUTE FUNCTION jangteo.unset()",
            self.database(),
        )
        before = self.expires()
        self.wait_for("renewed", lambda: self.expires() != before)
        self.order(active, "K1")
        self.assertEqual(self.levels(), "on")

    def expires(self):
        return self.server.sql("SELECT expires FROM jangteo.lease", self.database())


class Changed(DurabilityTest):
    def assertRefusesUntil(self, worker, reason, right):
        refusal = self.refused(worker, reason)
        self.assertEqual(refusal.reason, "STORAGE_UNAVAILABLE")
        self.assertEqual(refusal["error"]["data"]["outcome"], "not_applied")
        self.assertRegex(self.part(worker), reason)
        self.assertLogs(worker, rf"takes no writes over this database.*{reason}")
        right()
        self.order(worker, "again")

    def test_without_fsync_writes_end_while_the_worker_runs_and_go_on_with_it(self):
        active, _ = self.active([self.worker()])
        self.order(active, "K1")
        self.set("fsync", "off")
        refused = json.loads(self.gateway("cluster", "status", self.log, "--json").stdout)
        self.assertEqual(refused["durability"], "not_durable")
        self.assertRefusesUntil(active, "fsync is off", lambda: self.reset("fsync"))
        self.assertIn("on one machine", self.gateway("cluster", "status", self.log).stdout)

    def test_the_lease_stays_where_it_is_meanwhile(self):
        active, (replica,) = self.active(self.group(2))
        self.order(active, "K1")
        self.set("fsync", "off")
        self.refused(active, "fsync is off")
        self.reset("fsync")
        self.order(active, "K2")
        self.assertRegex(self.part(replica), "replica in term 1")

    def test_a_worker_that_starts_waits_for_the_setting(self):
        self.set("fsync", "off")
        waiting = self.launch("--log", self.log)
        self.assertLogs(waiting, "takes no writes over this database.*fsync is off")
        self.reset("fsync")
        waiting.wait_ready()


if __name__ == "__main__":
    unittest.main()
