"""A large store that a killed service has left is served at once, and checked as a whole meanwhile."""

import sqlite3
import time
import unittest

from juice_process import TIMEOUT, REFUSED_TO_START, JuiceTest
from test_refused_stores import overwrite

# More than a start checks before it serves.
LARGE = 32 << 20


class LargeStores(JuiceTest):
    def leave_large_store(self):
        """Leaves what a killed service has found sound as a whole."""
        service = self.start()
        self.client(service).ok("juice.stock.set", {"levels": {"mango": 50}})
        self.assertEqual(service.stop(), 0)
        connection = sqlite3.connect(service.database)
        with connection:
            # Checking so many values takes its time, so that a test can look on.
            columns = ", ".join(f"x{number} INTEGER NOT NULL DEFAULT 1" for number in range(60))
            connection.execute(f"CREATE TABLE ballast(id INTEGER PRIMARY KEY, {columns}) STRICT")
            connection.execute(
                """
                WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 600000)
                INSERT INTO ballast(id) SELECT i FROM number
                """
            )
        connection.close()
        self.assertGreater(service.database.stat().st_size, LARGE)
        # It has not the size it was closed with, so this start looks at everything first.
        service = self.start()
        self.assertNotIn("being checked", service.log)
        self.client(service).ok("juice.order", {"juice": "mango"})
        service.kill()
        return service.database

    def storage(self, client):
        health = client.ok("service.health")
        check = next(check for check in health["checks"] if check["name"] == "storage")
        return health["status"], check["detail"]

    def test_a_sound_store_is_served_while_it_is_checked_and_the_service_says_so(self):
        self.leave_large_store()
        service = self.start()
        client = self.client(service)
        self.assertEqual(self.storage(client), ("SERVING", "durable; every page is being checked"))
        client.ok("juice.order", {"juice": "mango"})
        end = time.monotonic() + TIMEOUT
        while self.storage(client) != ("SERVING", "durable"):
            self.assertLess(time.monotonic(), end)
        client.ok("juice.order", {"juice": "mango"})
        self.assertIn("the whole store is being checked", service.log)
        self.assertIn("the whole store is sound", service.log)
        # Found sound in this boot of the machine, it is served at once again.
        service.kill()
        service = self.start()
        self.assertIn("being checked", self.storage(self.client(service))[1])
        self.assertStock(self.client(service), mango=41)

    def test_damage_that_is_found_meanwhile_ends_the_service_and_refuses_the_next_start(self):
        overwrite(self.leave_large_store())
        service = self.start()
        self.assertEqual(service.wait(), REFUSED_TO_START)
        self.assertRegex(service.log, r"refuses to go on: The store .* is damaged: (.|\n)*Restore a backup")
        self.assertRegex(self.assertRefusesToStart(), r"is damaged: (.|\n)*Restore a backup")

    def test_an_end_does_not_wait_for_the_check_and_leaves_it_to_the_next_start(self):
        database = self.leave_large_store()
        service = self.start()
        self.assertEqual(service.stop(), 0)
        self.assertNotIn("the whole store is sound", service.log)
        overwrite(database)
        self.assertRegex(self.assertRefusesToStart(), r"is damaged: (.|\n)*Restore a backup")

    def test_a_kill_during_the_check_leaves_it_to_the_next_start(self):
        database = self.leave_large_store()
        self.start().kill()
        overwrite(database)
        self.assertRegex(self.assertRefusesToStart(), r"is damaged: (.|\n)*Restore a backup")

    def test_a_copy_is_checked_before_it_is_served(self):
        database = self.leave_large_store()
        copy = database.with_suffix(".copy")
        overwrite(database)
        copy.write_bytes(database.read_bytes())
        copy.replace(database)
        self.assertRegex(self.assertRefusesToStart(), r"is damaged: (.|\n)*Restore a backup")


if __name__ == "__main__":
    unittest.main()
