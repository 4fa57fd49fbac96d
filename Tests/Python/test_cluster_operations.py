"""What an operator does with a stream that several workers share: looks at it, hands it over, deletes it."""

import json
import unittest

from test_cluster import ClusterTest


class OperationsTest(ClusterTest):
    def addresses(self, workers):
        return {
            "JANGTEO_JUICE_RPC": ",".join(worker.rpc for worker in workers),
            "JANGTEO_JUICE_EVENTS": ",".join(worker.events for worker in workers),
            "JANGTEO_STATE_DIR": str(self.directory / "gateway"),
        }


class Status(OperationsTest):
    def test_status_tells_part_term_row_and_lag_of_each_worker(self):
        workers = self.group(2)
        active, _ = self.active(workers)
        reply = self.order(active, "K1")
        for worker in workers:
            self.stock(worker, reply["meta"]["sequence"])
        done = self.gateway("status", "--to", "juice", "--json", **self.addresses(workers))
        found = {one["endpoint"]: one["stream"] for one in json.loads(done.stdout)["services"]}
        for worker in workers:
            part = "active" if worker is active else "replica"
            self.assertEqual(found[worker.rpc], {"part": part, "term": 1, "position": 1, "lag": 0})
        shown = self.gateway("status", "--to", "juice", **self.addresses(workers)).stdout
        self.assertRegex(shown.splitlines()[0], r"PART +TERM +ROW +LAG +STATE")
        self.assertRegex(shown, r"(?m)^juice .* active +1 +1 +0 +SERVING$")
        self.assertRegex(shown, r"(?m)^juice .* replica +1 +1 +0 +SERVING$")

    def test_a_service_of_its_own_has_no_such_columns(self):
        alone = self.start()
        done = self.gateway("status", "--to", "juice", **self.addresses([alone]))
        self.assertNotIn("PART", done.stdout)
        done = self.gateway("status", "--to", "juice", "--json", **self.addresses([alone]))
        self.assertNotIn("stream", json.loads(done.stdout)["services"][0])


class HandingOver(OperationsTest):
    def handover(self, *words, **options):
        return self.gateway("cluster", "handover", self.log, "--stream", "juice", *words, **options)

    def test_another_worker_takes_the_writes_and_nobody_ends(self):
        workers = self.group()
        active, _ = self.active(workers)
        first = self.order(active, "K1")
        told = json.loads(self.handover("--json").stdout)
        self.assertEqual(told["from"]["rpc"], [active.rpc])
        successor = next(worker for worker in workers if [worker.rpc] == told["to"]["rpc"])
        self.assertIsNot(successor, active)
        self.assertEqual(self.order(successor, "K2")["meta"]["sequence"], first["meta"]["sequence"] + 1)
        self.assertTrue(all(worker.is_running for worker in workers))
        self.wait_for("a replica", lambda: self.part(active).startswith("replica in term 2"))
        self.assertRegex(self.handover().stdout, rf"from {successor.rpc} to ipc")

    def test_the_only_worker_stays_and_that_is_told(self):
        (only,) = self.group(1)
        self.active([only])
        self.assertIn(f"{only.rpc} is active again", self.handover(code=1).stderr)
        self.order(only, "K1")

    def test_what_cannot_be_handed_over_is_told(self):
        self.assertIn("no stream juice", self.handover(code=1).stderr)
        (only,) = self.group(1)
        self.active([only])
        only.stop()
        self.assertIn("No worker is active", self.handover(code=1).stderr)
        self.gateway("cluster", "handover", self.log, code=2)


class Forgetting(OperationsTest):
    def forget(self, *words, **options):
        return self.gateway("cluster", "forget", self.log, "--stream", "juice", *words, **options)

    def test_a_stream_is_deleted_when_its_workers_have_ended(self):
        worker, other = self.worker(), self.worker("--stream", "jamsil")
        self.active([worker])
        self.active([other])
        self.order(worker, "K1")
        self.order(other, "K1")
        self.assertIn("end all of them first", self.forget("--yes", code=1).stderr)
        self.order(worker, "K2")
        worker.stop()
        self.assertEqual(json.loads(self.forget("--yes", "--json").stdout), {"rows": 2, "snapshots": 0})
        (left,) = json.loads(self.gateway("cluster", "status", self.log, "--json").stdout)["streams"]
        self.assertEqual((left["name"], left["lastrow"]), ("jamsil", 1))
        self.order(other, "K2")
        self.assertIn("no stream juice", self.forget("--yes", code=1).stderr)
        # Its own data are of a stream that is no more; a worker without data begins a new one.
        refused = self.launch("--log", self.log, run=worker.run.name, state=worker.state.name)
        self.assertEqual(refused.wait(), 78)
        self.assertEqual(self.order(self.worker(), "K1")["meta"]["sequence"], 1)

    def test_nothing_is_deleted_without_a_confirmation(self):
        worker = self.worker()
        self.active([worker])
        self.order(worker, "K1")
        worker.stop()
        self.assertIn("--yes", self.forget(code=2).stderr)
        (left,) = json.loads(self.gateway("cluster", "status", self.log, "--json").stdout)["streams"]
        self.assertEqual(left["lastrow"], 1)


if __name__ == "__main__":
    unittest.main()
