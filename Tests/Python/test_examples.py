"""The clients in `examples`: each does what it says, once, whatever happens on the way."""

import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import unittest

from juice_process import ROOT, TIMEOUT, JuiceTest

SWIFT = pathlib.Path(os.environ.get("JANGTEO_EXAMPLES_BIN") or ROOT / "Examples" / ".build" / "debug").resolve()
EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


class ExampleTest(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()

    def begin(self, *words):
        environment = os.environ | {"JANGTEO_RUN_DIR": str(self.service.run)}
        process = subprocess.Popen(
            # Not buffered: what has been read is known to select.
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, env=environment
        )

        def close():
            if process.poll() is None:
                process.kill()
            process.wait(TIMEOUT)
            process.stdout.close()
            process.stderr.close()

        self.addCleanup(close)
        return process

    def line(self, stream):
        self.assertTrue(select.select([stream], [], [], TIMEOUT)[0], "no line came")
        return stream.readline().decode()


class OrderExamples(ExampleTest):
    def clients(self):
        """The command of each client that this machine can run; Python and C everywhere."""
        program = self.directory / "order"
        subprocess.run(
            ["cc", "-Wall", "-Wextra", "-Werror", EXAMPLES / "order.c", "-o", program, "-lzmq"], check=True, timeout=TIMEOUT
        )
        yield "Python", [sys.executable, str(EXAMPLES / "order.py")]
        yield "C", [str(program)]
        if shutil.which("node"):
            yield "Node", ["node", str(EXAMPLES / "order.mjs")]

    def orders(self):
        return self.client(self.service).ok("juice.order.list")["orders"]

    def test_a_client_that_does_not_know_where_the_service_is_says_what_to_do(self):
        bare = {name: text for name, text in os.environ.items() if name not in ("JANGTEO_RUN_DIR", "JUICE_RPC")}
        for name, words in self.clients():
            with self.subTest(name):
                ended = subprocess.run(words, env=bare, capture_output=True, text=True, timeout=TIMEOUT, check=False)
                self.assertNotEqual(ended.returncode, 0)
                self.assertTrue(ended.stderr.startswith("where is juice-service? export JANGTEO_RUN_DIR="), ended.stderr)

    def test_an_order_is_done_or_refused(self):
        for count, (name, words) in enumerate(self.clients(), start=1):
            with self.subTest(name):
                done = self.begin(*words, "kiwi")
                self.assertEqual(done.wait(TIMEOUT), 0, done.stderr.read())
                result = json.loads(done.stdout.read())
                self.assertEqual(result.get("result", result)["juice"], "kiwi")
                self.assertEqual(len(self.orders()), count)
                refused = self.begin(*words, "strawberry")
                self.assertEqual(refused.wait(TIMEOUT), 1)
                self.assertIn("INSUFFICIENT_STOCK", refused.stderr.read().decode())
                self.assertEqual(len(self.orders()), count)

    def test_an_order_of_nothing_in_particular_is_of_mango(self):
        for name, words in self.clients():
            with self.subTest(name):
                done = self.begin(*words)
                self.assertEqual(done.wait(TIMEOUT), 0, done.stderr.read())
                result = json.loads(done.stdout.read())
                self.assertEqual(result.get("result", result)["juice"], "mango")

    def test_an_order_that_is_sent_again_is_one_order(self):
        for count, (name, words) in enumerate(self.clients(), start=1):
            with self.subTest(name):
                self.service.signal(signal.SIGSTOP)
                client = self.begin(*words, "kiwi")
                self.assertIn("sending again", self.line(client.stderr))
                self.assertIn("sending again", self.line(client.stderr))
                self.service.signal(signal.SIGCONT)
                self.assertEqual(client.wait(TIMEOUT), 0)
                self.assertEqual(len(self.orders()), count)

    def test_an_order_survives_a_crash_of_the_service(self):
        for count, (name, words) in enumerate(self.clients(), start=1):
            with self.subTest(name):
                self.service.kill()
                client = self.begin(*words, "kiwi")
                self.assertIn("sending again", self.line(client.stderr))
                self.service = self.start()
                self.assertEqual(client.wait(TIMEOUT), 0)
                self.assertEqual(len(self.orders()), count)

    def test_every_example_is_short(self):
        for path in EXAMPLES.iterdir():
            if path.suffix != ".md":
                self.assertLessEqual(len(path.read_text().splitlines()), 65, path.name)


class SwiftExample(ExampleTest):
    def setUp(self):
        super().setUp()
        self.program = SWIFT / "order"
        if not self.program.exists():
            self.skipTest(f"{self.program} is not built: swift build --package-path Examples")

    def test_it_orders_once_and_shows_the_event_of_it(self):
        done = self.begin(self.program, "kiwi")
        self.assertEqual(done.wait(TIMEOUT), 0, done.stderr.read())
        peer = self.client(self.service)
        [order] = peer.ok("juice.order.list")["orders"]
        event = json.loads(peer.replay()[0][0])
        self.assertEqual(
            done.stdout.read().decode().splitlines(),
            [f"order {order['id']}: 1 kiwi", f"event 1: {event['type']} {event['subject']}"],
        )

    def test_it_says_why_an_order_is_refused(self):
        done = self.begin(self.program, "water")
        self.assertEqual(done.wait(TIMEOUT), 0, done.stderr.read())
        self.assertIn("refused: UNKNOWN_JUICE", done.stdout.read().decode())


class WatchExample(ExampleTest):
    def test_it_shows_every_event_once_across_crashes(self):
        peer = self.client(self.service)
        peer.ok("juice.stock.set", {"levels": {"mango": 1_000_000}})
        watch = self.begin(sys.executable, EXAMPLES / "watch.py", "0")
        seen = []
        for round in range(1, 4):
            for _ in range(50):
                peer.ok("juice.order", {"juice": "mango"})
            while len(seen) < 1 + 50 * round:
                seen.append(json.loads(self.line(watch.stdout)))
            self.service.kill()
            self.service = self.start()
            peer = self.client(self.service)
        self.assertEqual([int(event["sequence"]) for event in seen], list(range(1, 152)))
        for event in seen:
            self.assertConforms("cloudevent", event)


if __name__ == "__main__":
    unittest.main()
