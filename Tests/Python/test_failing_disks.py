"""Real file systems on a block device that fails: what was answered with ok is there, whatever the disk did.

JANGTEO_SEEDS='1..<101' scripts/test-python test_failing_disks.py runs a hundred of each in place of two.
"""

import json
import os
import random
import time
import unittest

from failing_disk import FailingDisk
from juice_process import TIMEOUT, JuiceTest

STOCK = 1_000_000_000


def seeds():
    first, _, end = os.environ.get("JANGTEO_SEEDS", "1..<3").partition("..<")
    return range(int(first), int(end))


class FailingDisks(JuiceTest):
    def begin(self, file_system, seed):
        self.random = random.Random(seed)
        name = f"{file_system}-{seed}"
        self.disk = FailingDisk(self, self.directory / name, file_system)
        self.state = f"{name}/state"
        # By key: the text of the result, or what was said of its outcome.
        self.stored, self.refused = {}, {}
        self.serve()
        self.peer.ok("juice.stock.set", {"levels": {"mango": STOCK}})

    def serve(self):
        self.service = self.start(run=f"run-{time.monotonic_ns()}", state=self.state)
        self.peer = self.client(self.service)

    def order(self, keys):
        for key in keys:
            self.peer.send("juice.order", {"juice": "mango"}, key=key, id=key)
        replies = [self.peer.receive() for _ in keys]
        self.assertEqual([reply["id"] for reply in replies], keys)
        return dict(zip(keys, replies))

    def order_new(self):
        known = len(self.stored) + len(self.refused)
        for key, reply in self.order([f"order {known + number}" for number in range(self.random.randint(1, 30))]).items():
            if "result" in reply:
                self.stored[key] = reply.result_text
            else:
                data = reply["error"]["data"]
                self.assertIn(data["reason"], ("STORAGE_UNAVAILABLE", "COMMIT_UNKNOWN"), reply.text)
                self.refused[key] = data["outcome"]

    def harm(self):
        working, failing = self.random.randint(0, 40), self.random.randint(1, 8)
        match self.random.randint(0, 5):
            case 0 | 1:
                self.disk.order("fail_writes", working, failing)
            case 2:
                self.disk.order("fail_flushes", working % 8, failing)
            case 3:
                # What the kernel takes for written is read from the disk again.
                with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as file:
                    file.write("1")
            case 4:
                self.disk.order("heal")

    def live(self):
        """Orders and faults, until the disk works again: by itself, under a new process, or after a loss of power."""
        for _ in range(self.random.randint(3, 25)):
            if self.random.random() < 0.4:
                self.harm()
            self.order_new()
        self.assertTrue(self.service.is_running, self.service.log)
        match self.random.randint(0, 4):
            case 0 | 1:
                # The power goes while the service writes.
                self.disk.order("turn_off")
                self.order_new()
                self.service.kill()
                self.disk.mount_anew(power_loss_seed=self.random.randint(0, 1 << 30))
                self.serve()
            case 2:
                self.service.kill()
                self.disk.mount_anew()
                self.serve()
            case _:
                self.disk.order("heal")
                if self.disk.works():
                    self.wait_serving()
                else:
                    self.service.kill()
                    self.disk.mount_anew()
                    self.serve()

    def wait_serving(self):
        end = time.monotonic() + TIMEOUT
        while self.peer.ok("service.health")["status"] != "SERVING":
            self.assertLess(time.monotonic(), end, self.service.log)
            # It tries every half second; nothing is sent when it succeeds.
            time.sleep(0.05)

    def judge(self):
        """Every ok is there, nothing that was refused is, and the stock is what all of them took."""
        for key, outcome in self.refused.items():
            told = self.peer.ok("service.outcome", {"idempotencykey": key})
            if outcome == "not_applied":
                self.assertEqual(told["outcome"], "unknown", key)
        for key, reply in self.order(list(self.stored)).items():
            self.assertEqual((reply["meta"].get("replayed"), reply.result_text), (True, self.stored[key]), key)
        for key, reply in self.order(list(self.refused)).items():
            self.assertIn("result", reply, reply.text)
            self.stored[key] = reply.result_text
        self.refused.clear()
        self.assertEqual(len({json.loads(text)["id"] for text in self.stored.values()}), len(self.stored))
        levels = {level["fruit"]: level["quantity"] for level in self.peer.ok("juice.stock.list")["fruits"]}
        self.assertEqual(levels["mango"], STOCK - 3 * len(self.stored))

    def run_on(self, file_system):
        for seed in seeds():
            with self.subTest(file_system=file_system, seed=seed):
                self.begin(file_system, seed)
                for _ in range(3):
                    self.live()
                    self.judge()
                self.assertEqual(self.service.stop(), 0, self.service.log)
            self.doCleanups()
            self.setUp()

    def test_ext4(self):
        self.run_on("ext4")

    def test_xfs(self):
        self.run_on("xfs")

    def test_btrfs(self):
        self.run_on("btrfs")

    def test_a_disk_that_lies_would_be_found(self):
        self.begin("ext4", 1)
        self.order_new()
        self.disk.order("lie")
        self.order_new()
        self.disk.order("turn_off")
        self.service.kill()
        self.disk.mount_anew(power_loss_seed=0)
        self.serve()
        with self.assertRaises(AssertionError):
            self.judge()


if __name__ == "__main__":
    unittest.main()
