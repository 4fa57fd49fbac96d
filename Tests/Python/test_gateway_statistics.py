"""What services have counted, as a table, as JSON and as a live board in a real terminal."""

import json
import unittest

from gateway_process import GATEWAY, environment, gateway
from juice_process import JuiceTest
from terminal import Terminal


class StatsTest(JuiceTest):
    def test_every_method_that_was_called_has_a_row(self):
        service = self.start()
        peer = self.client(service)
        peer.ok("juice.order", {"juice": "mango"})
        self.assertEqual(peer.call("juice.order", {"juice": "strawberry"}).reason, "INSUFFICIENT_STOCK")
        done = gateway(service, "stats", "--to", "juice")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"juice +\d\d:\d\d:\d\d +1 +\d+\.\d\d ms +1 +0 +\d+ +[1-9]\d*\.\d MiB")
        self.assertRegex(done.stdout, r"juice +juice\.order +2 +1( +\d+\.\d\d ms){3}")

    def test_as_json_it_is_what_each_service_said(self):
        service = self.start()
        done = gateway(service, "stats", "--json", "--timeout", "500ms")
        self.assertEqual(done.returncode, 3, "the others are not there")
        services = {each["service"]: each for each in json.loads(done.stdout)["services"]}
        self.assertConforms("service.stats.result", services["juice"]["stats"])
        self.assertGreater(services["juice"]["stats"]["memorybytes"], 1 << 20)
        self.assertEqual(services["calc"]["error"]["data"]["reason"], "UNREACHABLE")

    def test_nobody_waits_at_a_service_that_is_only_looked_at(self):
        service = self.start()
        for _ in range(3):
            done = gateway(service, "stats", "--to", "juice", "--json")
        self.assertEqual(json.loads(done.stdout)["services"][0]["stats"]["queue"], {"depth": 0, "largest": 0})

    def test_top_without_a_terminal_says_what_to_use(self):
        service = self.start()
        for words, says in (((), "needs a terminal"), (("--json",), "has no JSON")):
            done = gateway(service, "top", *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(says, done.stderr)
            self.assertIn("stats", done.stderr)


class TopTest(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.terminal = Terminal(self.directory, environment(self.service), columns=120)
        self.addCleanup(self.terminal.close)

    def row(self):
        return next(line for line in self.terminal.lines if line.startswith("juice"))

    def top(self, *words):
        self.terminal.run(GATEWAY, "top", "--to", "juice", "--interval", "100ms", *words)

    def test_it_shows_load_as_it_comes_and_goes(self):
        self.top()
        self.terminal.wait("REQ/S", "TREND", "▁")
        peer = self.client(self.service)
        # Until a look has seen an order and the look before it had not.
        self.terminal._wait(
            lambda lines: peer.ok("juice.stock.list") and any("juice.stock.list" in line for line in lines), "load"
        )
        self.assertRegex(self.row(), r"^juice +[\d.,]+ +\d+\.\d\d ms +\d+\.\d\d ms +\d+ +0\.0 +0 +\d+\.\d MiB +juice")
        self.assertIn("█", self.row())
        self.terminal.type("q")
        self.terminal.wait_until_plain()

    def test_a_service_that_goes_and_comes_back_is_told(self):
        self.top("--timeout", "500ms")
        self.terminal.wait("MiB")
        self.service.kill()
        self.terminal.wait("no answer")
        self.service = self.start()
        self.terminal.wait("MiB")
        self.terminal.press("C-c")
        self.terminal.wait_until_plain()

    def test_messages_are_not_written_over_it(self):
        self.top("--verbose")
        self.terminal.wait("write over the board")
        self.assertTrue(self.terminal.is_plain)

    def test_a_narrow_terminal_leaves_out_columns_and_cuts_no_number(self):
        self.terminal.resize(50, 12)
        self.top()
        lines = self.terminal.wait("REQ/S", "MiB", "TREND", "q quit")
        self.terminal.wait("▁", "0.0")
        self.assertNotIn("…", self.row())
        self.assertFalse(any("BUSIEST" in line for line in lines[:6]), lines)
        self.terminal.resize(120, 12)
        self.terminal.wait("BUSIEST METHOD")
        self.terminal.type("q")
        self.terminal.wait_until_plain()


if __name__ == "__main__":
    unittest.main()
