"""What happens when the disk fails: nobody is told ok for what is not stored, reads go on, and it ends by itself."""

import errno
import json
import os
import resource
import time
import unittest

from disk_images import Ballast, BreakableDisk, mount_memory
from juice_process import TIMEOUT, JuiceTest

FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")
REFUSALS = {"STORAGE_UNAVAILABLE": "not_applied", "COMMIT_UNKNOWN": "unknown"}


class StorageFaults(JuiceTest):
    def begin(self, **options):
        """A service with a few orders, before anything fails."""
        self.service = self.start(**options)
        self.peer = self.client(self.service)
        self.beats = self.subscriber(self.service, "juice.heartbeat.")
        self.beats.join()
        self.peer.ok("juice.stock.set", {"levels": dict.fromkeys(FRUITS, 1_000_000)})
        self.stored, self.refused = {}, {}
        self.order(50)
        self.assertEqual(self.refused, {})

    def order(self, count):
        """Sends keyed orders, and sorts them by what was answered."""
        keys = [f"order {len(self.stored) + len(self.refused) + number}" for number in range(count)]
        for key in keys:
            self.peer.send("juice.order", {"juice": "mango"}, key=key, id=key)
        for key in keys:
            reply = self.peer.receive()
            self.assertEqual(reply["id"], key)
            if "result" in reply:
                self.stored[key] = reply.result_text
            else:
                self.assertConforms("reply", reply)
                self.refused[key] = reply
                data = reply["error"]["data"]
                self.assertEqual((data["outcome"], data["retryable"]), (REFUSALS.get(data["reason"]), True), reply.text)

    def order_until_refused(self):
        """Every write is told ok until one is refused; from then on, none is."""
        while not self.refused:
            self.assertLess(len(self.stored), 20_000, "the disk never failed")
            self.order(20)
        stored = len(self.stored)
        self.order(20)
        self.assertEqual(len(self.stored), stored)

    def assertReadsGoOn(self, reason):
        """While it cannot write, it says so and why, and answers everything else."""
        health = self.peer.ok("service.health")
        self.assertConforms("service.health.result", health)
        self.assertEqual(health["status"], "NOT_SERVING")
        (storage,) = [check for check in health["checks"] if check["name"] == "storage"]
        self.assertEqual(storage["status"], "failing")
        self.assertRegex(storage["detail"].lower(), reason)
        levels = {level["fruit"]: level["quantity"] for level in self.peer.ok("juice.stock.list")["fruits"]}
        self.assertEqual(levels["mango"], 1_000_000 - 3 * len(self.stored))
        for method in ("service.ping", "service.info", "service.stats", "juice.menu"):
            self.assertConforms(method + ".result", self.peer.ok(method))

    def assertPastCanBeRead(self):
        """Reads of what was stored go on as well: past orders, past events, results of known keys."""
        orders = self.peer.ok("juice.order.list", {"limit": 100})["orders"]
        self.assertEqual(orders[-1]["id"], json.loads(self.stored["order 0"])["id"])
        self.assertEqual(len(self.peer.replay()[0]), len(FRUITS) + len(self.stored))
        self.assertKept()

    def assertKept(self):
        """Every ok is there under its key."""
        for key in self.stored:
            self.peer.send("juice.order", {"juice": "mango"}, key=key, id=key)
        replies = [self.peer.receive() for _ in self.stored]
        lost = [reply.text for reply in replies if not reply["meta"].get("replayed")]
        self.assertEqual(lost[:3], [])
        self.assertEqual([reply.result_text for reply in replies], list(self.stored.values()))

    def wait_serving(self):
        """It finds out by itself that the disk works again; a heartbeat comes every second."""
        end = time.monotonic() + TIMEOUT
        while self.peer.ok("service.health")["status"] != "SERVING":
            self.assertLess(time.monotonic(), end, self.service.log)
            self.beats.heartbeat()

    def assertNothingLost(self):
        """What was refused can be sent again and is then done once; everything is there, also after a crash."""
        for key in self.refused:
            self.stored[key] = self.peer.call("juice.order", {"juice": "mango"}, key=key).result_text
        self.assertKept()
        self.service.kill()
        self.service = self.start()
        self.peer = self.client(self.service)
        self.assertKept()
        texts, last = self.peer.replay()
        self.assertEqual((len(texts), last), (len(FRUITS) + len(self.stored),) * 2)
        levels = {level["fruit"]: level["quantity"] for level in self.peer.ok("juice.stock.list")["fruits"]}
        self.assertEqual(levels["mango"], 1_000_000 - 3 * len(self.stored))

    def test_a_full_disk_refuses_writes_until_there_is_space_again(self):
        mount_memory(self, self.directory / "state", 2 << 20)
        self.begin()
        ballast = Ballast(self.directory / "state")
        self.order_until_refused()
        self.assertEqual({reply.reason for reply in self.refused.values()}, {"STORAGE_UNAVAILABLE"})
        self.assertReadsGoOn(reason="full")
        self.assertPastCanBeRead()
        ballast.remove()
        self.wait_serving()
        self.assertNothingLost()

    def test_a_disk_that_the_kernel_makes_read_only_refuses_writes_and_loses_nothing(self):
        disk = BreakableDisk(self, self.directory / "state")
        self.begin()
        disk.fail()
        self.order_until_refused()
        self.assertReadsGoOn(reason="read-?only|i/o|cannot|unable")
        self.service.kill()
        disk.repair()
        self.service = self.start()
        self.peer = self.client(self.service)
        self.assertNothingLost()

    def begin_and_fail_to_write(self):
        # Python ignores SIGXFSZ, and so does what it starts without restoring signals: writes over the limit fail.
        self.begin(restore_signals=False)
        self.limit_files(4096)
        self.order_until_refused()

    def limit_files(self, size):
        _, hard = resource.prlimit(self.service.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.service.pid, resource.RLIMIT_FSIZE, (size, hard))

    def test_writes_that_fail_have_an_unknown_outcome_that_the_key_finds_out(self):
        self.begin_and_fail_to_write()
        self.assertIn("COMMIT_UNKNOWN", {reply.reason for reply in self.refused.values()})
        self.assertReadsGoOn(reason="i/o|failed|unable")
        self.limit_files(resource.RLIM_INFINITY)
        self.wait_serving()
        self.assertPastCanBeRead()
        self.assertNothingLost()

    def test_a_state_directory_that_cannot_be_written_is_refused(self):
        mount_memory(self, self.directory / "state", 1 << 20)
        Ballast(self.directory / "state")
        self.assertRegex(self.assertRefusesToStart(), "full|No space")
        BreakableDisk(self, self.directory / "broken").fail()
        self.assertIn(os.strerror(errno.EROFS), self.assertRefusesToStart(state="broken"))


if __name__ == "__main__":
    unittest.main()
