"""A program that reads the store for long keeps its write-ahead log from being restarted: it is reported, and when it is over."""

import json
import sqlite3

from gateway_process import gateway
from juice_process import JuiceTest


class HeldLog(JuiceTest):
    def test_a_reader_that_holds_the_log_is_told_of_until_it_ends(self):
        service = self.start()
        client = self.client(service)
        log = service.database.with_name(service.database.name + "-wal")
        reader = sqlite3.connect(f"file:{service.database}?mode=ro", uri=True, isolation_level=None)
        self.addCleanup(reader.close)
        reader.execute("BEGIN")
        # Until its first look it holds nothing.
        reader.execute("SELECT count(*) FROM journal").fetchone()
        self.write_until(client, lambda: "write-ahead log" in service.log)
        self.assertEqual(service.log.count("keeps its write-ahead log"), 1)
        health = client.ok("service.health")
        self.assertEqual((health["status"], [one["name"] for one in health["warnings"]]), ("SERVING", ["log"]))
        self.assertConforms("service.health.result", health)
        juice = self.doctor(service)
        self.assertEqual((juice["verdict"], "fuser" in juice["advice"]), ("notable", True), juice)
        held = log.stat().st_size
        self.assertGreater(held, 4_000 * 4_096)

        reader.execute("ROLLBACK")
        self.write_until(client, lambda: "restarted again" in service.log)
        self.assertNotIn("warnings", client.ok("service.health"))
        self.assertEqual(self.doctor(service)["verdict"], "good")
        # It is used again from its beginning.
        self.write(client)
        self.assertLessEqual(log.stat().st_size, held + 4_000 * 4_096)

    def doctor(self, service):
        result = gateway(service, "doctor", "--to", "juice", "--json")
        return {finding["check"]: finding for finding in json.loads(result.stdout)["findings"]}["juice"]

    def write_until(self, client, is_over):
        """Writes so that the log grows, until something holds."""
        while not is_over():
            self.write(client)

    def write(self, client):
        """Some commits, one after the other: what shares a commit shares its pages."""
        for delta in (1, -1) * 25:
            client.ok("juice.stock.adjust", {"changes": {"kiwi": delta}})
