"""Who receives the log of the database beside its standbys keeps no worker from it; a standby that nobody waits for does, while it is there."""

import unittest

from postgresql_server import OWNER
from test_cluster import ClusterTest


class Receivers(ClusterTest):
    def setUp(self):
        super().setUp()
        self.server.sql("DO $$ BEGIN CREATE ROLE worker LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
        self.gateway("cluster", "init", self.log, "--grant", "worker")
        self.owner = self.log
        self.log = self.log.replace(f"user={OWNER}", "user=worker")

    def receive(self, program, *arguments):
        process = self.server.begin(program, "-h", self.server.directory, "-U", OWNER, *arguments)
        self.addCleanup(self.end, process)
        self.wait_for("received", lambda: self.count(f"application_name = '{program}'"))
        return process

    def end(self, process):
        if process.poll() is None:
            process.terminate()
            process.wait()

    def count(self, which):
        return int(self.server.sql(f"SELECT count(*) FROM pg_stat_replication WHERE {which}"))

    def database(self):
        return self.owner.split("dbname=")[1].split(" ")[0]

    def test_a_backup_and_an_archive_of_the_log_keep_no_worker_from_it(self):
        archive = self.server.directory / f"archive-{self.database()}"
        archive.mkdir(mode=0o777)
        archive.chmod(0o777)
        self.receive("pg_receivewal", "-D", archive)
        # So slow that it is there until it is ended.
        self.receive("pg_basebackup", "-D", self.server.directory / f"backup-{self.database()}", "-r", "32", "-c", "fast")
        active, _ = self.active([self.worker()])
        self.order(active, "K1")
        # A role that may see more judges alike, over a new connection as at the start.
        self.server.sql("GRANT pg_monitor TO worker")
        self.addCleanup(self.server.sql, "REVOKE pg_monitor FROM worker")
        self.disconnect()
        self.order(active, "K2")
        self.assertEqual(self.count("state = 'backup'"), 1)

    def disconnect(self):
        self.server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'worker'")

    def test_a_standby_that_nobody_waits_for_is_waited_for_and_told_at_the_start_and_later(self):
        active, _ = self.active([self.worker()])
        self.order(active, "K1")
        standby = self.server.begin_standby(f"standby-{self.database()}")
        self.addCleanup(self.end, standby)
        self.wait_for("a standby", lambda: self.count("replay_lsn IS NOT NULL"))
        self.disconnect()
        self.wait_for("told", lambda: "waits for none of them" in self.part(active))
        reply = self.client(active).call("juice.order", {"juice": "kiwi"}, key="K2")
        self.assertEqual((reply.reason, reply["error"]["data"]["outcome"]), ("STORAGE_UNAVAILABLE", "not_applied"))
        # One that starts waits as well, and says why.
        late = self.launch("--log", self.log, run="late-run", state="late-state")
        self.wait_for("told", lambda: "waits for none of them" in late.log)
        self.end(standby)
        self.wait_for("no standby", lambda: not self.count("true"))
        late.wait_ready()
        # Either of them may be the first to come back to the log.
        self.order([active, late], "K2")
        self.assertEqual(self.stock(active, 2)["kiwi"], 4)


if __name__ == "__main__":
    unittest.main()
