"""What an operator does with a stream that several workers share: looks at it, hands it over, deletes it."""

import json
import re
import unittest
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

from juice_process import ROOT, TIMEOUT
from test_cluster import ClusterTest
from web_process import WebProcess


class OperationsTest(ClusterTest):
    def addresses(self, workers):
        return {
            "JANGTEO_JUICE_RPC": ",".join(worker.rpc for worker in workers),
            "JANGTEO_JUICE_EVENTS": ",".join(worker.events for worker in workers),
            "JANGTEO_STATE_DIR": str(self.directory / "gateway"),
        }

    def database(self):
        return re.search(r"dbname=(\w+)", self.log)[1]


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
            self.assertLess(found[worker.rpc].pop("silencems"), 3_000)
            self.assertEqual(
                found[worker.rpc],
                {"part": part, "term": 1, "position": 2, "lag": 0, "cutoff": False, "snapshot": 0, "makingsnapshot": False, "snapshotfailures": 0},
            )
        shown = self.gateway("status", "--to", "juice", **self.addresses(workers)).stdout
        self.assertRegex(shown.splitlines()[0], r"PART +TERM +ROW +LAG +STATE")
        self.assertRegex(shown, r"(?m)^juice .* active +1 +2 +0 +SERVING$")
        self.assertRegex(shown, r"(?m)^juice .* replica +1 +2 +0 +SERVING$")

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


class Snapshots(OperationsTest):
    def snapshot(self, workers, *words, **options):
        return self.gateway("cluster", "snapshot", "--to", "juice", *words, **self.addresses(workers), **options)

    def test_a_replica_makes_one_when_it_is_asked_for(self):
        workers = self.group(2)
        active, (replica,) = self.active(workers)
        reply = self.order(active, "K1")
        self.stock(replica, reply["meta"]["sequence"])
        told = json.loads(self.snapshot([active, replica], "--json").stdout)
        self.assertEqual(told, {"row": 2, "endpoint": replica.rpc})
        (stream,) = json.loads(self.gateway("cluster", "status", self.log, "--json").stdout)["streams"]
        self.assertEqual(stream["snapshot"], 2)
        self.assertEqual(self.server.sql("SELECT count(*) FROM jangteo.snapshot", self.database()), "1")
        # Nothing has come since: the one that is there will do.
        self.assertIn(f"{replica.rpc} has made a snapshot of row 2", self.snapshot([replica]).stdout)
        self.assertEqual(self.server.sql("SELECT count(*) FROM jangteo.snapshot", self.database()), "1")

    def test_what_cannot_be_deleted_behind_one_is_logged_and_counted(self):
        self.server.sql("DO $$ BEGIN CREATE ROLE keeper LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
        self.gateway("cluster", "init", self.log, "--grant", "keeper")
        self.server.sql("REVOKE DELETE ON jangteo.snapshot FROM keeper", self.database())
        self.log = re.sub(r"user=\w+", "user=keeper", self.log)
        active, (replica,) = self.active(self.group(2))
        reply = self.order(active, "K1")
        self.stock(replica, reply["meta"]["sequence"])
        self.snapshot([active, replica])
        self.assertLogs(replica, r"or delete what it makes needless.*permission denied for table snapshot")
        web = WebProcess(self.directory, "--listen", "127.0.0.1:0", run=replica.run.name)
        self.addCleanup(web.close)
        with urllib.request.urlopen(f"{web.wait_ready()['http']}/metrics", timeout=TIMEOUT) as answer:
            families = list(text_string_to_metric_families(answer.read().decode()))
        there = {
            family.name + "_total" * (family.type == "counter"): family.samples[0].value
            for family in families
            if family.name.startswith("jangteo_service_stream_")
        }
        self.assertEqual(there["jangteo_service_stream_snapshot_failures_total"], 1)
        page = (ROOT / "docs" / "metrics.md").read_text()
        self.assertEqual(sorted(there), sorted(re.findall(r"^\| `(jangteo_service_stream_\w+)` \|", page, re.M)))

    def test_who_makes_none_says_why(self):
        (only,) = self.group(1)
        self.active([only])
        self.assertIn("this worker is active", self.snapshot([only], code=1).stderr)
        alone = self.start()
        self.assertIn("shares its stream with no other worker", self.snapshot([alone], code=1).stderr)
        only.stop()
        self.snapshot([only], code=4)
        self.gateway("cluster", "snapshot", "--to", "juice,market", code=2)


class AcceptingLoss(OperationsTest):
    def accept_loss(self, *words, **options):
        return self.gateway("cluster", "accept-loss", self.log, "--stream", "juice", *words, **options)

    def lose(self, after):
        """What a failover to a server that was behind, or a backup, does to the log."""
        self.server.sql(f"DELETE FROM jangteo.log WHERE position > {after}", self.database())

    def again(self, worker):
        return self.worker(run=worker.run.name, state=worker.state.name)

    def set_aside(self, worker):
        return [path for path in worker.state.iterdir() if path.is_dir()]

    def test_workers_go_on_without_what_the_database_has_lost(self):
        ahead, behind, gone = self.group()
        active, _ = self.active([ahead, behind, gone])
        ahead, behind = (active, *[one for one in (ahead, behind) if one is not active])[:2]
        others = [one for one in (ahead, behind, gone) if one not in (ahead, behind)]
        first = self.order(active, "K1")
        self.stock(behind, first["meta"]["sequence"])
        behind.stop()
        lost = self.order(active, "K2")
        for one in others:
            self.stock(one, lost["meta"]["sequence"])
            one.stop()
        ahead.stop()
        self.lose(after=2)
        # The one that knows of the lost row halts the stream; the one that does not, serves reads and takes no writes.
        refused = self.launch("--log", self.log, run=ahead.run.name, state=ahead.state.name)
        self.assertEqual(refused.wait(), 78)
        self.assertIn("gateway cluster accept-loss", refused.log)
        behind = self.again(behind)
        self.assertLogs(behind, "The stream is halted by .*juice")
        refusal = self.client(behind).call("juice.order", {"juice": "kiwi"}, key="K3")["error"]
        self.assertIn("The stream is halted", refusal["data"]["detail"])
        health = self.client(behind).ok("service.health")
        self.assertEqual(health["status"], "NOT_SERVING")
        (stream,) = [check for check in health["checks"] if check["name"] == "stream"]
        self.assertIn("The stream is halted", stream["detail"])
        self.assertEqual(self.stock(behind, first["meta"]["sequence"])["kiwi"], 7)
        (stream,) = json.loads(self.gateway("cluster", "status", self.log, "--json").stdout)["streams"]
        self.assertIn("row 3 was there before", stream["halted"])
        self.assertNotIn("active", stream)
        told = json.loads(self.accept_loss("--yes", "--json").stdout)
        self.assertEqual((told["from"], told["row"]), (first["meta"]["epoch"], 3))
        self.assertEqual(behind.wait(), 75)
        workers = [self.again(one) for one in (ahead, behind, *others)]
        fresh = self.worker()
        active, _ = self.active([*workers, fresh])
        again = self.order(active, "K2")
        self.assertEqual(again["meta"]["epoch"], told["to"])
        self.assertEqual(again["meta"]["sequence"], lost["meta"]["sequence"])
        for one in (*workers, fresh):
            self.assertEqual(self.stock(one, again["meta"]["sequence"])["kiwi"], 4)
            reply = self.client(one).call("juice.stock.list")
            self.assertEqual(reply["meta"]["epoch"], told["to"])
        self.assertEqual(len(self.set_aside(workers[0])), 1)
        self.assertEqual(self.set_aside(workers[1]), [])

    def test_a_worker_that_runs_and_lacks_nothing_takes_the_new_epoch(self):
        workers = self.group(2)
        active, (replica,) = self.active(workers)
        first = self.order(active, "K1")
        self.stock(replica, first["meta"]["sequence"])
        told = json.loads(self.accept_loss("--yes", "--json").stdout)
        for one in workers:
            self.assertEqual(one.wait(), 75)
        workers = [self.again(one) for one in workers]
        active, (replica,) = self.active(workers)
        reply = self.order(active, "K2")
        self.assertEqual((reply["meta"]["epoch"], self.stock(replica, reply["meta"]["sequence"])["kiwi"]), (told["to"], 4))
        # Done already, and known to be.
        self.assertEqual(self.order(active, "K1")["result"], first["result"])
        self.assertEqual([self.set_aside(one) for one in workers], [[], []])

    def test_what_cannot_be_accepted_is_told(self):
        self.assertIn("no stream juice", self.accept_loss("--yes", code=1).stderr)
        self.assertIn("--yes", self.accept_loss(code=2).stderr)


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
        self.assertEqual(json.loads(self.forget("--yes", "--json").stdout), {"rows": 3, "snapshots": 0})
        (left,) = json.loads(self.gateway("cluster", "status", self.log, "--json").stdout)["streams"]
        self.assertEqual((left["name"], left["lastrow"]), ("jamsil", 2))
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
        self.assertEqual(left["lastrow"], 2)


if __name__ == "__main__":
    unittest.main()
