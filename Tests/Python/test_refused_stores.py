"""A store that is damaged, foreign or in use is refused with words that help, and stays as it is."""

import os
import random
import shutil
import sqlite3
import unittest

from juice_process import JuiceTest

PAGE = 4096


class RefusedStores(JuiceTest):
    def test_a_second_service_on_the_same_state_is_refused_and_the_first_goes_on(self):
        first = self.start()
        client = self.client(first)
        client.ok("juice.order", {"juice": "mango"})
        for places in ({"run": "other"}, {}):
            self.assertIn(f"pid {first.pid}", self.assertRefusesToStart(**places))
        self.assertStock(client, mango=7)
        self.assertStock(self.client(first), mango=7)

    def test_a_second_service_on_the_same_run_directory_is_refused_and_the_first_keeps_its_sockets(self):
        first = self.start()
        subscriber = self.subscriber(first)
        subscriber.join()
        self.assertIn(f"pid {first.pid}", self.assertRefusesToStart(state="other"))
        client = self.client(first)
        client.ok("juice.order", {"juice": "mango"})
        self.assertStock(client, mango=7)
        self.assertEqual(subscriber.changes(up_to=1)[0]["subject"], "mango")

    def test_a_lock_left_by_a_crash_locks_nobody_out(self):
        first = self.start()
        first.kill()
        self.assertTrue((first.state / "juice.lock").exists())
        self.assertEqual(self.start().stop(), 0)

    def test_damaged_stores_are_refused_with_advice_and_left_as_they_are(self):
        sound = self.make_store()
        for name, damage in DAMAGES.items():
            with self.subTest(name):
                place = name.replace(" ", "-")
                state = self.directory / place
                shutil.copytree(sound, state)
                database = state / "juice.sqlite"
                damage(database)
                before = database.read_bytes()
                log = self.assertRefusesToStart(state=place)
                self.assertEqual(database.read_bytes(), before)
                self.assertIn(str(database), log)
                self.assertRegex(log, "Restore a backup|of another program|belongs to the service|newer version")
                # Once a sound copy is back, it starts.
                shutil.copy(sound / "juice.sqlite", database)
                service = self.start(state=place)
                self.assertEqual(len(self.client(service).replay()[0]), 505)
                self.assertEqual(service.stop(), 0)

    def make_store(self):
        """A store of 500 orders, closed in an orderly way."""
        service = self.start(state="sound")
        client = self.client(service)
        fruits = ("strawberry", "banana", "pineapple", "kiwi", "mango")
        client.ok("juice.stock.set", {"levels": dict.fromkeys(fruits, 1_000_000)})
        for number in range(500):
            client.send("juice.order", {"juice": "kiwi"}, key=f"key {number}")
        for _ in range(500):
            self.assertIn("result", client.receive())
        self.assertEqual(service.stop(), 0)
        return service.state

    def test_a_log_without_its_database_is_refused(self):
        service = self.start()
        self.client(service).ok("juice.order", {"juice": "mango"})
        service.kill()
        service.database.unlink()
        self.assertIn("missing", self.assertRefusesToStart())

    def test_a_run_directory_that_others_can_enter_is_refused(self):
        run = self.directory / "run"
        run.mkdir(mode=0o700)
        for mode in (0o755, 0o710, 0o702):
            run.chmod(mode)
            self.assertIn(f"chmod 700 {run}", self.assertRefusesToStart())
        run.chmod(0o700)
        self.start()

    def test_a_run_or_state_directory_that_is_a_link_or_a_file_is_refused(self):
        real = self.directory / "real"
        real.mkdir(mode=0o700)
        (self.directory / "link").symlink_to(real)
        (self.directory / "file").touch()
        for name in ("link", "file"):
            for option in ("run", "state"):
                with self.subTest(name, option=option):
                    self.assertIn(str(self.directory / name), self.assertRefusesToStart(**{option: name}))
        self.assertEqual(os.listdir(real), [])

    @unittest.skipUnless(os.geteuid() == 0, "only root may give a directory away")
    def test_a_run_or_state_directory_of_another_user_is_refused(self):
        other = self.directory / "other"
        other.mkdir(mode=0o700)
        os.chown(other, 65534, 65534)
        for option in ("run", "state"):
            with self.subTest(option):
                self.assertIn("65534", self.assertRefusesToStart(**{option: "other"}))


def overwrite(database):
    """Garbage in the middle third."""
    pages = database.stat().st_size // PAGE
    with open(database, "r+b") as file:
        file.seek(pages // 3 * PAGE)
        file.write(random.Random(4).randbytes(pages // 3 * PAGE))


def execute(*statements):
    """Changes the tables as somebody with an SQLite shell could."""

    def damage(database):
        connection = sqlite3.connect(database)
        with connection:
            for statement in statements:
                connection.execute(statement)
        connection.close()

    return damage


def write_text(database):
    database.write_text("This is a note, not a database.\n" * 400)


def make_foreign(database):
    database.unlink()
    execute("CREATE TABLE other(x)", "PRAGMA journal_mode = WAL")(database)


DAMAGES = {
    "garbage in the middle": overwrite,
    "cut in half": lambda database: os.truncate(database, database.stat().st_size // 2),
    "last page lost": lambda database: os.truncate(database, database.stat().st_size - PAGE),
    "emptied": lambda database: os.truncate(database, 0),
    "no database": write_text,
    "another program's": make_foreign,
    "a level changed": execute("UPDATE level SET quantity = quantity + 1 WHERE item = 'mango'"),
    "a version changed": execute("UPDATE level SET version = version + 1 WHERE item = 'mango'"),
    "a level lost": execute("DELETE FROM level WHERE item = 'kiwi'"),
    "an order lost": execute("DELETE FROM journal WHERE number = 250"),
    "the last order lost": execute("DELETE FROM journal WHERE number = (SELECT max(number) FROM journal)"),
    "an event lost": execute("UPDATE journal SET events = NULL WHERE number = 250"),
    "another service's": execute("UPDATE meta SET value = 'market' WHERE name = 'service'"),
}


if __name__ == "__main__":
    unittest.main()
