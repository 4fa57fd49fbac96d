"""Streams of events of web-gateway, as clients that are no browser read them: their lines, their texts, their time limits."""

import json
import shutil
import subprocess
import sys
import threading
import unittest

from juice_process import ROOT, TIMEOUT
from market_process import MarketClient, MarketProcess
from pictures import png
from web_process import WebTest

sys.path.append(str(ROOT / "Tests" / "HTTPCampaign"))
import environment  # noqa: E402

RESOURCES = ROOT / "Tests" / "Python" / "resources"
# Bytes of the first are ends of lines to who takes it for ISO 8859-1, the others are some to who asks Unicode.
NAMES = ("패션 망고", "패션\u2028망고", "패션\u2029망고")


class Streams(WebTest):
    def setUp(self):
        super().setUp()
        market = MarketProcess(self.directory)
        self.addCleanup(market.close)
        market.wait_ready()
        self.market = MarketClient(self.context, market.rpc)
        self.addCleanup(self.market.close)
        self.vendor = self.market.ok("market.vendors.register", {"name": "동네 가게"})
        self.gateway = self.web()
        self.address = self.gateway.url + "/events?topics=market."

    def register(self, name):
        form = {"name": name, "description": name + " 열 글자가 넘습니다.", "price": 9_000, "currency": "KRW"}
        form |= {member: self.vendor[member] for member in ("identifier", "secret")}
        reply = self.market.call_with([png(40, 30)], "market.products.register", form)
        self.assertIn("result", reply)
        return reply["result"]["name"]

    def reader(self, *command):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        end = threading.Timer(TIMEOUT, process.kill)
        end.start()
        for clean in (process.stdout.close, process.wait, process.kill, end.cancel):
            self.addCleanup(clean)
        return process.stdout

    def data(self, lines):
        """The next event; a line that is none is a part of one that was cut."""
        for line in lines:
            field, colon, value = line.rstrip("\n").partition(":")
            self.assertIn(field, ("", "id", "event", "data", "retry"), line)
            self.assertTrue(colon or not field, line)
            if field == "data":
                return json.loads(value)
        self.fail("the stream has ended")

    def test_clients_of_pypi_read_every_name_whole_and_do_not_give_up(self):
        python = environment.python()
        for client in ("requests", "httpx"):
            with self.subTest(client):
                lines = self.reader(python, RESOURCES / "read_events.py", client, self.address)
                self.assertEqual(self.data(lines)["service"], "market")
                for name in NAMES:
                    registered = self.register(name)
                    self.assertEqual(self.data(lines)["data"]["name"], registered)
        # The last of them gives up when nothing comes for five seconds.
        comments = 0
        while comments < 2:
            line = lines.readline()
            self.assertTrue(line, "it has given up")
            comments += line.startswith(":")

    def test_java_reads_a_name_whole(self):
        if not shutil.which("java"):
            self.skipTest("there is no Java: scripts/install-dependencies --test")
        lines = self.reader("java", "-XX:TieredStopAtLevel=1", RESOURCES / "JavaClient.java", self.gateway.url, "/events?topics=market.")
        self.assertTrue(any(line == "live\n" for line in lines))
        name = self.register(NAMES[1])
        self.assertEqual(self.data(lines)["data"]["name"], name)

    def test_the_first_event_says_when_to_come_back(self):
        stream = self.events(self.gateway, "/events?topics=market.")
        stream.until("live")
        stream.close()
        self.assertEqual(stream.retry, 2_000)


if __name__ == "__main__":
    unittest.main()
