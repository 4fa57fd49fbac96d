"""A store from before and a store from later: the one opens with everything in it, the other is refused and left alone."""

import sqlite3
import unittest

from juice_process import JuiceTest


class UpgradeTest(JuiceTest):
    def setUp(self):
        super().setUp()
        service = self.start()
        self.first = self.client(service).ok("juice.order", {"juice": "mango"}, key="before")
        self.assertEqual(service.stop(), 0)
        self.store = service.state / "juice.sqlite"

    def change(self, script):
        database = sqlite3.connect(self.store)
        database.executescript(script)
        database.close()

    def test_the_first_form_of_a_store_opens_with_its_orders_and_keys(self):
        self.change(
            """
            DROP INDEX level_changed;
            DELETE FROM meta WHERE name = 'unscoped_number';
            DELETE FROM grdb_migrations WHERE identifier <> '1 journal';
            """
        )
        service = self.start()
        client = self.client(service)
        self.assertEqual(client.ok("juice.order", {"juice": "mango"}, key="before"), self.first)
        self.assertEqual(client.ok("juice.order", {"juice": "mango"})["left"][0]["quantity"], 4)
        self.assertEqual(service.stop(), 0)
        with sqlite3.connect(self.store) as database:
            self.assertEqual(database.execute("SELECT count(*) FROM grdb_migrations").fetchone(), (3,))

    def test_a_store_of_a_later_version_is_refused_and_stays_as_it_is(self):
        self.change("INSERT INTO grdb_migrations VALUES ('4 something later');")
        before = self.store.read_bytes()
        self.assertIn("newer version", self.assertRefusesToStart())
        self.assertEqual(self.store.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
