"""A backup is what the service held at one moment, and a restore says to everybody that it is not the same stream."""

import json
import os
import shutil
import sqlite3
import subprocess
import threading
import unittest

from disk_images import mount_memory
from gateway_process import Following
from juice_process import TIMEOUT, REFUSED_TO_START, USAGE, JuiceTest
from juice_sockets import JuiceClient
from market_process import MarketTest

FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")
PLENTY = 1_000_000_000


class Orderer(threading.Thread):
    """Orders without a pause, each under a key of its own, until it is stopped or the service is gone."""

    WINDOW = 64

    def __init__(self, context, service):
        super().__init__()
        self.client = JuiceClient(context, service.rpc)
        self.answers = {}
        self.enough, self.stopped = threading.Event(), threading.Event()

    def run(self):
        sent = 0
        while not self.stopped.is_set():
            while sent - len(self.answers) < self.WINDOW:
                sent += 1
                self.client.send("juice.order", {"juice": "kiwi"}, key=f"key {sent}", id=f"key {sent}")
            if self.client.socket.poll(100):
                reply = self.client.receive()
                self.answers[reply["id"]] = reply.result_text
            if len(self.answers) >= 500:
                self.enough.set()

    def end(self):
        self.stopped.set()
        self.join()
        self.client.close()


class Maintenance(JuiceTest):
    """What the program does with its data instead of serving."""

    def setUp(self):
        super().setUp()
        self.backups = self.directory / "backups"
        self.state = self.directory / "state"

    def maintain(self, *words, code=0, state="state"):
        """Runs the program to back up or restore, and returns what it said."""
        ended = subprocess.run(
            [self.process.program(), "--run-dir", self.directory / "run", "--state-dir", self.directory / state, *words],
            capture_output=True, text=True, timeout=2 * TIMEOUT, check=False,
            env={name: text for name, text in os.environ.items() if not name.startswith(("JANGTEO_", "XDG_"))},
        )
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        self.assertNotIn("Fatal error", ended.stderr)
        return ended.stdout + ended.stderr

    def backup(self, **more):
        return self.maintain("--backup-to", self.backups, **more)

    def restore(self, *words, **more):
        return self.maintain("--restore-from", self.backups, *words, **more)

    def manifest(self):
        return json.loads((self.backups / self.process.service / "backup.json").read_text())


class Backups(Maintenance):
    def plenty(self, client):
        client.ok("juice.stock.set", {"levels": dict.fromkeys(FRUITS, PLENTY)}, key="plenty")

    def levels(self, client):
        reply = client.call("juice.stock.list")
        return {level["fruit"]: level["quantity"] for level in reply["result"]["fruits"]}, reply["meta"]

    def check_sums(self, client):
        """The events are contiguous and add up to the levels."""
        levels, meta = self.levels(client)
        texts, last = client.replay()
        events = [json.loads(text) for text in texts]
        self.assertEqual([int(event["sequence"]) for event in events], list(range(1, last + 1)))
        self.assertEqual({event["epoch"] for event in events} | {meta["epoch"]}, {meta["epoch"]})
        sums = dict.fromkeys(FRUITS, 10)
        for event in events:
            self.assertEqual(event["data"]["previous"], sums[event["subject"]])
            sums[event["subject"]] += event["data"]["delta"]
        self.assertEqual((sums, last), (levels, meta["sequence"]))
        return events

    # The drill

    def test_the_drill(self):
        """Backup under load, more orders, a kill, a restore, a start: everything is as it was at the backup."""
        service = self.start()
        client = self.client(service)
        self.plenty(client)
        old_epoch = self.levels(client)[1]["epoch"]
        # Only what few orders change, so that nobody has to read along; what is told of the stream comes all the same.
        watch = Following(service, "watch", "juice.stock.changed.mango")
        self.addCleanup(watch.close)
        watch.remark()
        orderer = Orderer(self.context, service)
        orderer.start()
        self.addCleanup(orderer.end)
        self.assertTrue(orderer.enough.wait(TIMEOUT))
        before = len(orderer.answers)
        self.assertIn("backed up juice", self.backup())
        manifest = self.manifest()
        at_backup = orderer.answers.copy()
        self.assertGreaterEqual(manifest["writes"], before)
        self.assertGreater(len(at_backup), before, "it went on meanwhile")
        orderer.end()
        client.ok("juice.order", {"juice": "mango"}, key="later")
        self.assertGreater(self.levels(client)[1]["sequence"], manifest["sequence"])
        service.kill()

        self.assertIn("later writes", self.restore(code=REFUSED_TO_START))
        said = self.restore("--accept-older")
        self.assertIn("restored juice", said)
        [aside] = self.state.glob("juice.replaced-*")
        self.assertIn(str(aside), said)
        with sqlite3.connect(aside / "juice.sqlite") as former:
            self.assertEqual(former.execute("SELECT count(*) FROM journal WHERE key = 'later'").fetchone(), (1,))

        service = self.start()
        client = self.client(service)
        levels, meta = self.levels(client)
        self.assertEqual(meta["sequence"], manifest["sequence"])
        self.assertNotIn(meta["epoch"], (old_epoch, manifest["epoch"]))
        self.check_sums(client)
        # Of the orders, exactly so many were done as the backup has: each took 3 kiwis.
        done = manifest["writes"] - 1
        self.assertEqual(levels["kiwi"], PLENTY - 3 * done)
        # What watched says that it is another stream.
        while "resynced" not in (remark := watch.remark()):
            self.assertNotIn("error", remark)
        # Keys of then are answered as they were; one of later is unknown, and new.
        for key, result in list(at_backup.items())[:before]:
            client.send("juice.order", {"juice": "kiwi"}, key=key, id=key)
        for key, result in list(at_backup.items())[:before]:
            reply = client.receive()
            self.assertEqual((reply["id"], reply.result_text, reply["meta"].get("replayed")), (key, result, True))
        self.assertEqual(client.ok("service.outcome", {"idempotencykey": "later"}), {"state": "unknown"})
        self.assertEqual(client.ok("service.outcome", {"idempotencykey": "key 1"})["state"], "applied")
        self.assertNotIn("replayed", client.call("juice.order", {"juice": "mango"}, key="later")["meta"])
        self.assertEqual(service.stop(), 0)

    def test_a_store_comes_back_after_the_loss_of_its_disk(self):
        service = self.start()
        self.plenty(self.client(service))
        self.backup()
        service.kill()
        shutil.rmtree(self.state)
        self.restore()
        client = self.client(self.start())
        self.assertEqual(self.levels(client)[0], dict.fromkeys(FRUITS, PLENTY))
        self.check_sums(client)
        self.assertEqual(list(self.state.glob("juice.replaced-*")), [])

    def test_a_damaged_store_is_replaced_without_asking_and_kept(self):
        service = self.start()
        self.client(service).ok("juice.order", {"juice": "mango"})
        self.backup()
        self.assertEqual(service.stop(), 0)
        service.database.write_bytes(b"no database" * 1000)
        self.assertRefusesToStart()
        self.restore()
        self.assertStock(self.client(self.start()), mango=7)
        [aside] = self.state.glob("juice.replaced-*")
        self.assertTrue((aside / "juice.sqlite").read_bytes().startswith(b"no database"))

    def test_a_stopped_and_a_crashed_service_can_be_backed_up_too(self):
        for end in ("stop", "kill"):
            with self.subTest(end):
                service = self.start(state=end)
                self.client(service).ok("juice.order", {"juice": "mango"})
                getattr(service, end)()
                backups = self.directory / f"of {end}"
                self.maintain("--backup-to", backups, state=end)
                self.maintain("--restore-from", backups, state=f"{end}.new")
                service = self.start(state=f"{end}.new")
                self.assertStock(self.client(service), mango=7)
                service.stop()

    # What is refused

    def test_no_backup_is_written_over(self):
        service = self.start()
        self.backup()
        before = self.manifest()
        self.client(service).ok("juice.order", {"juice": "mango"})
        self.assertIn("there already", self.backup(code=REFUSED_TO_START))
        self.assertEqual(self.manifest(), before)

    def test_a_restore_is_refused_while_the_service_runs(self):
        service = self.start()
        self.backup()
        self.assertIn(f"pid {service.pid}", self.restore(code=REFUSED_TO_START))
        self.assertStock(self.client(service))
        self.assertEqual(service.stop(), 0)
        self.restore()

    def test_torn_and_foreign_backups_are_refused_and_nothing_changes(self):
        service = self.start()
        client = self.client(service)
        client.ok("juice.order", {"juice": "mango"})
        self.backup()
        client.ok("juice.order", {"juice": "mango"})
        self.assertEqual(service.stop(), 0)
        before = service.database.read_bytes()
        sound = self.directory / "sound"
        self.backups.rename(sound)
        for name, damage in DAMAGES.items():
            with self.subTest(name):
                shutil.rmtree(self.backups, ignore_errors=True)
                shutil.copytree(sound, self.backups)
                damage(self.backups / "juice")
                said = self.restore("--accept-older", code=REFUSED_TO_START)
                self.assertRegex(said, "not what was backed up|is missing|torn|no backup|backup of|no manifest|lacks|names files")
                self.assertEqual(service.database.read_bytes(), before)
                self.assertEqual([path.name for path in self.state.iterdir()], ["juice.sqlite"])
        self.assertStock(self.client(self.start()), mango=4)

    def test_a_restore_that_was_cut_short_lets_nobody_start_until_it_is_run_again(self):
        service = self.start()
        self.client(service).ok("juice.order", {"juice": "mango"})
        self.backup()
        self.assertEqual(service.stop(), 0)
        # As a crash would leave it after the old database was moved.
        (self.state / "juice.restoring").touch()
        (self.state / "juice.sqlite").rename(self.directory / "moved")
        self.assertIn("run the restore again", self.assertRefusesToStart())
        self.restore()
        self.assertStock(self.client(self.start()), mango=7)

    def test_a_full_disk_leaves_no_backup(self):
        service = self.start()
        disk = self.directory / "disk"
        mount_memory(self, disk, 32 << 10)
        self.maintain("--backup-to", disk, code=REFUSED_TO_START)
        self.assertEqual([path.name for path in disk.iterdir()], [])
        self.assertStock(self.client(service))

    def test_wrong_words_are_a_usage_error(self):
        for words in (
            ["--backup-to", "a", "--restore-from", "b"], ["--accept-older"], ["--backup-to", ""],
            ["--backup-to", "a", "--accept-older"],
        ):
            with self.subTest(words):
                self.maintain(*words, code=USAGE)

    def test_backups_are_the_users_own(self):
        self.start()
        self.backup()
        self.assertEqual((self.backups / "juice").stat().st_mode & 0o777, 0o700)
        for path in (self.backups / "juice").iterdir():
            self.assertEqual(path.stat().st_mode & 0o077, 0)

    def test_a_service_that_keeps_nothing_has_nothing_to_back_up(self):
        calc = self.process.program().with_name("calc-service")
        ended = subprocess.run([calc, "--backup-to", self.backups], capture_output=True, text=True, check=False)
        self.assertEqual((ended.returncode, ended.stdout), (0, "calc keeps nothing\n"))

    def test_a_start_waits_for_a_backup_that_reads_the_store(self):
        service = self.start()
        self.client(service).ok("juice.order", {"juice": "mango"})
        service.kill()
        # A reader in the middle of its transaction, as a backup is. The start waits until it has closed the store: the log
        # is written again first.
        reader = sqlite3.connect(f"file:{service.database}?mode=ro", uri=True, isolation_level=None)
        self.addCleanup(reader.close)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM journal").fetchone()
        starting = self.launch()
        # It has the lock, and so is past the checks that a reader does not hinder.
        while not (self.state / "juice.lock").exists() or str(starting.pid) not in (self.state / "juice.lock").read_text():
            self.assertTrue(starting.is_running, starting.log)
        reader.close()
        starting.wait_ready()
        starting.rpc = f"ipc://{starting.run}/juice.rpc"
        self.assertStock(self.client(starting), mango=7)


class Pictures(Maintenance, MarketTest):
    """A store with files beside its database is backed up and restored with them."""

    def test_products_come_back_with_their_pictures(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        product = self.register(client, vendor, stock=5)
        _, picture = client.picture(id=product["images"][0]["id"])
        self.backup()
        copied = {file["path"] for file in self.manifest()["files"]}
        self.assertEqual(len([path for path in copied if path.startswith("market.pictures/")]), 2, copied)
        later = self.register(client, vendor)
        client.ok("market.products.purchase", {"id": product["id"], "quantity": 2})
        service.kill()
        self.restore("--accept-older")

        client = self.client(self.start())
        self.assertEqual(client.ok("market.products.get", {"id": product["id"]})["stock"], 5)
        self.assertEqual(client.picture(id=product["images"][0]["id"])[1], picture)
        self.assertRefused(client.call("market.products.get", {"id": later["id"]}), "UNKNOWN_PRODUCT")
        self.assertAddsUp(client)
        [aside] = self.state.glob("market.replaced-*")
        self.assertTrue((aside / "market.pictures").is_dir() and (aside / "market.sqlite").is_file())

    def test_a_picture_that_was_changed_or_lost_makes_the_backup_unusable(self):
        service = self.start()
        client = self.client(service)
        self.register(client, self.vendor(client))
        self.backup()
        self.assertEqual(service.stop(), 0)
        [path, other] = [self.backups / "market" / file["path"] for file in self.manifest()["files"] if "/" in file["path"]]
        flip(path, 20)
        self.assertIn("not what was backed up", self.restore(code=REFUSED_TO_START))
        flip(path, 20)
        other.rename(self.directory / "lost")
        self.assertIn("is missing", self.restore(code=REFUSED_TO_START))
        (self.directory / "lost").rename(other)
        self.restore()


def truncate(path, size):
    with open(path, "r+b") as file:
        file.truncate(size)


def flip(path, offset):
    with open(path, "r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ 1]))


def edit(path, **members):
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps(manifest | members))


DAMAGES = {
    "the database is cut short": lambda path: truncate(path / "juice.sqlite", 4096),
    "the database is gone": lambda path: (path / "juice.sqlite").unlink(),
    "one bit of the database is another": lambda path: flip(path / "juice.sqlite", 10_000),
    "the manifest is gone": lambda path: (path / "backup.json").unlink(),
    "the manifest is cut short": lambda path: truncate(path / "backup.json", 100),
    "the manifest is empty": lambda path: truncate(path / "backup.json", 0),
    "it is of another service": lambda path: edit(path / "backup.json", service="expo"),
    "it is of a newer format": lambda path: edit(path / "backup.json", format=2),
    "it names a file outside": lambda path: edit(
        path / "backup.json", files=[{"path": "../../state/juice.sqlite", "size": 1, "sha256": "0"}]
    ),
    "it names no files": lambda path: edit(path / "backup.json", files=[]),
    "there is nothing at all": lambda path: shutil.rmtree(path),
}


if __name__ == "__main__":
    unittest.main()
