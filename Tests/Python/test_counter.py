"""The counter of Examples, a service in one file: what it has with nothing else written."""

import json
import os
import pathlib
import subprocess
import time
import unittest

from gateway_process import Following, gateway
from juice_process import ROOT, TIMEOUT, JuiceProcess, JuiceTest
from postgresql_server import IS_INSTALLED
from test_cluster import ClusterTest

EXAMPLES = pathlib.Path(os.environ.get("JANGTEO_EXAMPLES_BIN") or ROOT / "Examples" / ".build" / "debug").resolve()


class CounterProcess(JuiceProcess):
    service = "counter"

    @classmethod
    def program(cls):
        return EXAMPLES / f"{cls.service}-service"


def setUpModule():
    if not CounterProcess.program().exists():
        raise unittest.SkipTest(f"{CounterProcess.program()} is not built: swift build --package-path Examples")


class Counter(JuiceTest):
    process = CounterProcess

    def add(self, client, key, amount=1):
        return client.ok("counter.add", {"amount": amount}, key=key)["number"]

    def test_no_acknowledged_write_is_lost_or_done_twice_when_it_is_killed_under_load(self):
        service = self.start()
        done = 0
        for _ in range(5):
            client = self.client(service)
            # What is on its way when it dies is asked again, under the same keys, whether it was done or not.
            for number in range(done + 1, done + 41):
                client.send("counter.add", {"amount": 1}, key=f"key {number}", id=str(number))
            answered = [client.receive() for _ in range(20)]
            self.assertTrue(all("result" in reply for reply in answered), answered)
            service.kill()
            service = self.start()
            client = self.client(service)
            for number in range(done + 1, done + 41):
                self.add(client, f"key {number}")
            done += 40
            self.assertEqual(client.ok("counter.get")["number"], done)
        events = [json.loads(text) for text in client.replay()[0]]
        self.assertEqual([event["sequence"] for event in events], [f"{n:020}" for n in range(1, done + 1)])
        self.assertEqual([event["data"]["number"] for event in events], list(range(1, done + 1)))
        self.assertEqual(events[1]["previoussequence"], f"{1:020}")

    def test_a_kill_under_the_benchmark_loses_nothing_that_was_acknowledged_and_does_nothing_twice(self):
        service = self.start()
        bench = Following(
            service, "bench", "rpc", "counter.add", '{"amount":1}', "--yes", "--json", "--for", "8s", "--warm-up", "1ms", "--window", "16"
        )
        self.addCleanup(bench.close)
        number, watcher, end = 0, self.client(service), time.monotonic() + TIMEOUT
        for _ in range(3):
            # It dies while requests are on their way, and after some of this life were done.
            former = number
            while number < former + 50:
                self.assertLess(time.monotonic(), end, "not called any more")
                number = watcher.ok("counter.get")["number"]
            service.kill()
            service = self.start()
            watcher = self.client(service)
            self.assertGreaterEqual(watcher.ok("counter.get")["number"], number)
        report = json.loads(bench.line())
        verified = report["verified"]
        self.assertEqual((verified["lost"], verified["twice"], verified["deniedyetdone"]), (0, 0, 0))
        self.assertGreater(verified["acknowledged"], 150)
        # The first write shows that it can be done, and is not part of the load.
        self.assertEqual(watcher.ok("counter.get")["number"], verified["applied"] + 1)

    def test_it_is_watched_while_it_counts(self):
        service = self.start()
        watch = Following(service, "watch", "counter", "--json", "--count", "1")
        self.addCleanup(watch.close)
        self.assertIn("counter:", watch.remark())
        self.assertEqual(gateway(service, "call", "counter.add", '{"amount":7}').returncode, 0)
        self.assertEqual(json.loads(watch.line())["data"], {"number": 7})

    def test_a_backup_of_it_is_restored(self):
        service = self.start()
        self.add(self.client(service), "k", 5)
        backup = self.directory / "backup"
        run = [CounterProcess.program(), "--run-dir", service.run, "--state-dir", service.state]
        subprocess.run([*run, "--backup-to", backup], check=True, capture_output=True, timeout=TIMEOUT)
        self.add(self.client(service), "l", 5)
        service.stop()
        subprocess.run([*run, "--restore-from", backup, "--accept-older"], check=True, capture_output=True, timeout=TIMEOUT)
        service = self.start()
        client = self.client(service)
        self.assertEqual((client.ok("counter.get")["number"], self.add(client, "k", 5)), (5, 5))

    def test_its_contract_breaks_no_callers_of_itself_and_names_what_would(self):
        contract = subprocess.run([CounterProcess.program(), "--print-contract"], capture_output=True, text=True, check=True)
        former = self.directory / "counter.openrpc.json"
        check = [CounterProcess.program(), "--check-contract", former]
        former.write_text(contract.stdout)
        self.assertEqual(subprocess.run(check, capture_output=True, text=True).returncode, 0)
        former.write_text(contract.stdout.replace('"maximum":1000}', '"maximum":2000}'))
        ended = subprocess.run(check, capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stdout), (1, "counter.add, param amount: maximum is 1000 now\n"))


@unittest.skipUnless(IS_INSTALLED, "PostgreSQL is not installed: scripts/install-dependencies --test")
class CounterOverALog(ClusterTest):
    process = CounterProcess

    def test_another_worker_takes_over_with_every_write_and_its_key(self):
        active, [other] = self.active(self.group(2))
        for number in range(1, 21):
            self.assertEqual(self.client(active).ok("counter.add", {"amount": 1}, key=f"key {number}")["number"], number)
        active.kill()
        self.active([other])
        client = self.client(other)
        self.assertEqual(client.ok("counter.get")["number"], 20)
        self.assertEqual(client.ok("counter.add", {"amount": 1}, key="key 20")["number"], 20)
        self.assertEqual(client.ok("counter.add", {"amount": 1}, key="key 21")["number"], 21)


# The tests of juice-service over a log are those of their own file.
del ClusterTest


if __name__ == "__main__":
    unittest.main()
