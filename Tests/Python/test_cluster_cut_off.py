"""A worker that hears nothing of the database says so, and clients move to one that does."""

import json
import unittest

from forwarder import Forwarder
from gateway_process import Following
from test_cluster import ClusterTest


class CutOff(ClusterTest):
    def setUp(self):
        super().setUp()
        self.forwarder = Forwarder(self.server.directory, self.directory / "forwarded")
        self.addCleanup(self.forwarder.close)

    def behind_the_forwarder(self):
        return self.log.replace(f"host={self.server.directory}", f"host={self.forwarder.directory}")

    def cut_off_worker(self):
        """A worker that follows over the forwarder."""
        self.workers += 1
        places = {"run": f"run{self.workers}", "state": f"state{self.workers}"}
        return self.start("--log", self.behind_the_forwarder(), **places)

    def check(self, worker):
        health = self.client(worker).ok("service.health")
        return next(check for check in health["checks"] if check["name"] == "stream")

    def stream(self, worker):
        return self.client(worker).ok("service.stats")["stream"]

    def addresses(self, *workers):
        return {
            "JANGTEO_JUICE_RPC": ",".join(worker.rpc for worker in workers),
            "JANGTEO_JUICE_EVENTS": ",".join(worker.events for worker in workers),
            "JANGTEO_STATE_DIR": str(self.directory / "gateway"),
        }

    def kiwis(self, *workers):
        done = self.gateway("juice", "stock", "--json", **self.addresses(*workers))
        return next(fruit["quantity"] for fruit in json.loads(done.stdout)["fruits"] if fruit["fruit"] == "kiwi")

    def test_a_replica_that_is_cut_off_says_so_and_readers_leave_it(self):
        active = self.worker()
        self.active([active])
        replica = self.cut_off_worker()
        reply = self.order(active, "K1")
        self.stock(replica, reply["meta"]["sequence"])
        # The first of its list, so the watch begins at the replica.
        watch = Following(replica, "watch", "juice", "--json", **self.addresses(replica, active))
        self.addCleanup(watch.close)
        self.wait_for("a subscriber", lambda: self.client(replica).ok("service.stats")["events"]["subscribers"])
        self.forwarder.stop()
        last = self.order(active, "K2")["meta"]["sequence"]
        self.wait_for("cut off", lambda: self.stream(replica)["cutoff"])
        self.assertGreaterEqual(self.stream(replica)["silencems"], 2_500)
        check = self.check(replica)
        self.assertEqual(check["status"], "failing")
        self.assertRegex(check["detail"], r"^replica in term 1, at row 2, has heard nothing of the log for \d+ s")
        self.assertEqual(self.check(active)["status"], "ok")
        shown = self.gateway("status", "--to", "juice", code=3, **self.addresses(active, replica)).stdout
        self.assertRegex(shown, r"(?m)^juice .* replica +1 +2 +\d+ s +NOT_SERVING")
        # The event of the order comes from the other worker.
        while int(json.loads(watch.line())["sequence"]) < last:
            pass
        # So does what is read, by whichever worker comes first in the list.
        for workers in ((active, replica), (replica, active)):
            self.assertEqual(self.kiwis(*workers), 4)
        self.forwarder.go_on()
        self.wait_for("it hears again", lambda: self.check(replica)["status"] == "ok")
        self.stock(replica, last)
        self.wait_for("told", lambda: "hears of the log again" in replica.log)
        self.assertEqual(replica.log.count("has heard nothing of the log"), 1, replica.log)

    def test_readers_are_answered_when_every_worker_is_cut_off(self):
        workers = [self.cut_off_worker(), self.cut_off_worker()]
        active, _ = self.active(workers)
        last = self.order(active, "K1")["meta"]["sequence"]
        for worker in workers:
            self.stock(worker, last)
        self.forwarder.stop()
        for worker in workers:
            self.wait_for("cut off", lambda worker=worker: self.stream(worker)["cutoff"])
        self.assertEqual(self.kiwis(*workers), 7)


class Ready(ClusterTest):
    def test_a_worker_that_says_ready_has_what_was_written_before(self):
        first = self.worker()
        self.active([first])
        self.order(first, "K1")
        for _ in range(50):
            last = self.client(first).call("juice.stock.adjust", {"changes": {"mango": 1}})["meta"]["sequence"]
        late = self.worker()
        self.assertEqual(self.client(late).call("juice.stock.list")["meta"]["sequence"], last)


if __name__ == "__main__":
    unittest.main()
