"""The service of one machine becomes a stream that several workers share, and callers and subscribers go on."""

import json
import subprocess
import unittest

from gateway_process import Following
from test_cluster import ClusterTest
from test_cluster_market import MarketClusterTest


def brought(log, service):
    """Has a service that has ended bring its data into the log, and end."""
    places = ["--run-dir", str(service.run), "--state-dir", str(service.state)]
    words = [service.program(), *places, "--log", log, "--import-to-log"]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


class Import(ClusterTest):
    def test_keys_and_subscribers_go_on_where_they_were(self):
        alone = self.start()
        watch = Following(alone, "watch", "juice", "--json")
        self.addCleanup(watch.close)
        self.wait_for("a subscriber", lambda: self.client(alone).ok("service.stats")["events"]["subscribers"])
        first = self.client(alone).call("juice.order", {"juice": "kiwi"}, key="K1")
        self.assertEqual(int(json.loads(watch.line())["sequence"]), 1)
        self.assertEqual(alone.stop(), 0)
        done = brought(self.log, alone)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("brought juice into the stream 'juice': 1 writes, event 1, epoch", done.stdout)
        # Its data are those of a worker now: writing to them without the log would separate the two.
        self.assertIn("start this service with --log", self.assertRefusesToStart())
        workers = [self.start("--log", self.log), self.worker()]
        active, replicas = self.active(workers)
        for worker in workers:
            repeat = self.client(worker).call("juice.order", {"juice": "kiwi"}, key="K1")
            self.assertEqual(repeat["result"], first["result"])
            self.assertEqual(repeat["meta"]["epoch"], first["meta"]["epoch"])
        second = self.order(active, "K2")
        self.assertEqual((second["meta"]["epoch"], second["meta"]["sequence"]), (first["meta"]["epoch"], 2))
        # At the endpoints of the service that is gone there is a worker.
        self.assertEqual(int(json.loads(watch.line())["sequence"]), 2)
        self.assertEqual(self.stock(replicas[0], 2)["kiwi"], 4)

    def test_a_stream_that_is_there_is_left_alone(self):
        worker = self.worker()
        self.active([worker])
        last = self.order(worker, "K1")["meta"]["sequence"]
        alone = self.start(run="alone", state="alone-state")
        self.client(alone).ok("juice.order", {"juice": "mango"})
        self.assertEqual(alone.stop(), 0)
        done = brought(self.log, alone)
        self.assertEqual(done.returncode, 78)
        self.assertIn("the log has a stream 'juice' already", done.stderr)
        self.assertEqual(self.stock(worker, last)["kiwi"], 7)
        again = self.start(run="alone", state="alone-state")
        self.assertEqual(self.client(again).ok("juice.stock.list")["fruits"][0]["version"], 1)


class MarketImport(MarketClusterTest):
    def test_products_come_with_their_pictures(self):
        alone = self.start()
        product, _, _ = self.offer(alone, name="사과", stock=3)
        pictures = [self.client(alone).picture(id=image["id"]) for image in product["images"]]
        self.assertEqual(alone.stop(), 0)
        done = brought(self.log, alone)
        self.assertEqual(done.returncode, 0, done.stderr)
        worker = self.worker()
        self.assertEqual(self.client(worker).ok("market.products.get", {"id": product["id"]})["id"], product["id"])
        self.assertEqual([self.client(worker).picture(id=image["id"]) for image in product["images"]], pictures)


if __name__ == "__main__":
    unittest.main()
