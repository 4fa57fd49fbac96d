"""The benchmark against real services: what it says it did is what is there."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import unittest

from gateway_process import GATEWAY, environment, gateway
from juice_process import TIMEOUT, JuiceProcess, JuiceTest

BRIEF = ("--for", "1s", "--warm-up", "100ms", "--json")


class CalcProcess(JuiceProcess):
    service = "calc"


class Benchmarks(JuiceTest):
    def bench(self, service, *words, code=0):
        ended = gateway(service, "bench", *words, *BRIEF)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        report = json.loads(ended.stdout)
        self.assertEqual(report["ok"], code == 0, report)
        return report

    def levels(self, peer):
        return {level["fruit"]: level["quantity"] for level in peer.ok("juice.stock.list")["fruits"]}

    def orders(self, peer):
        """Every past order's id."""
        found, after = [], {}
        while True:
            page = peer.ok("juice.order.list", {"limit": 100} | after)
            found += [order["id"] for order in page["orders"]]
            if "next" not in page:
                return found
            after = {"after": page["next"]}

    def assertLatencies(self, latencies):
        values = [latencies[name] for name in ("p50", "p90", "p99", "p99.9", "max")]
        self.assertEqual(values, sorted(values))
        self.assertGreater(values[0], 0)

    def test_a_method_that_does_not_exist_is_no_write(self):
        service = self.start()
        done = gateway(service, "bench", "rpc", "juice.nope")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("juice.nope", done.stderr)
        self.assertNotIn("changes something", done.stderr)
        # A cell is no place for a document.
        wide = gateway(service, "fanout", "service.stats", "--to", "juice")
        self.assertEqual(wide.returncode, 0, wide.stderr)
        self.assertLess(max(map(len, wide.stdout.splitlines())), 220)

    def test_reads_are_answered_rightly_in_a_closed_and_in_an_open_loop(self):
        self.process = CalcProcess
        service = self.start()
        for words in (("--window", "8", "--clients", "2"), ("--rate", "200")):
            with self.subTest(words):
                report = self.bench(service, "rpc", *words)
                self.assertGreater(report["acknowledged"], 0)
                self.assertEqual((report["wrong"], report["stray"], report["unanswered"]), (0, 0, 0))
                self.assertLatencies(report["latencyus"])
        self.assertEqual(self.bench(service, "rpc", "service.ping", "--to", "calc")["refused"], {})

    def test_acknowledged_orders_are_in_the_history_and_the_stock_is_as_before(self):
        service = self.start()
        peer = self.client(service)
        report = self.bench(service, "order", "--yes", "--window", "16", "--clients", "2")
        verified = report["verified"]
        self.assertEqual((verified["lost"], verified["twice"], verified["deniedyetdone"]), (0, 0, 0))
        self.assertEqual(verified["acknowledged"], report["acknowledged"])
        self.assertEqual(len(set(self.orders(peer))), report["acknowledged"])
        self.assertStock(peer)

    def test_subscribers_see_every_order_once(self):
        service = self.start()
        report = self.bench(service, "events", "--yes", "--rate", "100", "--subscribers", "3")
        events = report["events"]
        self.assertEqual((events["subscribers"], events["missing"], events["gaps"], events["unfinished"]), (3, 0, 0, 0))
        self.assertGreaterEqual(events["received"], 3 * report["verified"]["acknowledged"])
        self.assertLatencies(events["latencyus"])
        self.assertStock(self.client(service))

    def test_subscribers_count_what_others_cause(self):
        service = self.start()
        peer = self.client(service)
        words = [GATEWAY, "bench", "events", "--listen", "2", "--for", f"{TIMEOUT}s", "--json"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(service))
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        # Until it has joined nothing is its to see, so there is something new until it ends.
        change = 1
        while process.poll() is None:
            peer.ok("juice.stock.adjust", {"changes": {"kiwi": change}})
            change = -change
        report = json.load(process.stdout)
        self.assertEqual(process.returncode, 0, report)
        self.assertEqual((report["events"]["received"], report["events"]["gaps"]), (2, 0))

    def test_orders_among_reads(self):
        service = self.start()
        peer = self.client(service)
        report = self.bench(service, "mixed", "--yes", "--orders", "25", "--window", "16")
        orders = report["verified"]["acknowledged"]
        self.assertEqual(orders, report["acknowledged"] // 4)
        self.assertEqual(len(self.orders(peer)), orders)
        self.assertStock(peer)

    def test_without_consent_nothing_is_ordered(self):
        service = self.start()
        peer = self.client(service)
        for words in (("order",), ("events",), ("mixed",)):
            ended = gateway(service, "bench", *words, "--for", "1s")
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn("--yes", ended.stderr)
        # Somebody who is asked and says no.
        terminal, other = pty.openpty()
        with contextlib.ExitStack() as opened:
            opened.callback(os.close, terminal)
            process = subprocess.Popen(
                [GATEWAY, "bench", "order"], stdin=other, stdout=subprocess.PIPE, stderr=other, env=environment(service)
            )
            os.close(other)
            opened.callback(process.stdout.close)
            os.write(terminal, b"n\n")
            self.assertEqual(process.wait(TIMEOUT), 1)
        self.assertEqual(self.orders(peer), [])
        self.assertStock(peer)

    def test_interrupted_it_puts_the_stock_back_and_says_what_it_did(self):
        service = self.start()
        peer = self.client(service)
        subscriber = self.subscriber(service)
        words = [GATEWAY, "bench", "order", "--yes", "--window", "4", "--for", "1m", "--json"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(service))
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        subscriber.receive_until(lambda event: event.get("data", {}).get("cause") == "order")
        process.send_signal(signal.SIGINT)
        report = json.load(process.stdout)
        self.assertEqual(process.wait(TIMEOUT), 130)
        self.assertTrue(report["ok"], report)
        self.assertEqual(len(self.orders(peer)), report["acknowledged"])
        self.assertStock(peer)

    def test_of_a_service_that_was_killed_it_says_what_became_of_the_orders(self):
        service = self.start()
        subscriber = self.subscriber(service)
        words = [GATEWAY, "bench", "order", "--yes", "--window", "4", "--for", "3s", "--json"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(service))
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        subscriber.receive_until(lambda event: event.get("data", {}).get("cause") == "order")
        service.kill()
        peer = self.client(self.start())
        report = json.load(process.stdout)
        # Not all were answered, which is not as it has to be; but none was lost.
        self.assertEqual(process.wait(TIMEOUT), 1 if report["unanswered"] else 0)
        verified = report["verified"]
        self.assertEqual((verified["lost"], verified["twice"]), (0, 0))
        self.assertEqual(len(self.orders(peer)), verified["applied"])
        self.assertGreaterEqual(verified["applied"], report["acknowledged"])
        self.assertStock(peer)

    def test_what_changes_something_is_not_called_without_a_confirmation(self):
        service = self.start()
        ended = gateway(service, "bench", "rpc", "juice.order", '{"juice":"kiwi"}')
        self.assertEqual(ended.returncode, 2)
        self.assertIn("confirm with --yes", ended.stderr)
        self.assertEqual(self.orders(self.client(service)), [])

    def test_with_nobody_there_it_says_so(self):
        service = self.start()
        service.stop()
        for words in (("rpc", "service.ping", "--to", "juice"), ("order", "--yes")):
            self.assertEqual(gateway(service, "bench", *words).returncode, 4)


if __name__ == "__main__":
    unittest.main()
