"""Several workers share the stream of a service over a log in PostgreSQL: one takes writes, the others follow."""

import itertools
import json
import signal
import subprocess
import time
import unittest

from gateway_process import GATEWAY
from juice_process import TIMEOUT, JuiceTest
from juice_sockets import JuiceClient
from postgresql_server import IS_INSTALLED, PostgreSQLServer

numbers = itertools.count(1)


@unittest.skipUnless(IS_INSTALLED, "PostgreSQL is not installed: scripts/install-dependencies --test")
class ClusterTest(JuiceTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = PostgreSQLServer()
        cls.addClassCleanup(cls.server.close)

    def setUp(self):
        super().setUp()
        self.log = self.server.make_database(f"shop{next(numbers)}")
        self.gateway("cluster", "init", self.log)
        self.workers = 0
        self.clients = {}

    def gateway(self, *words, code=0, **environment):
        done = subprocess.run(
            [GATEWAY, *words], capture_output=True, text=True, timeout=TIMEOUT, env={"LANG": "C.UTF-8"} | environment, check=False
        )
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def worker(self, *arguments, **places):
        """Starts a worker with a store and sockets of its own."""
        self.workers += 1
        places = {"run": f"run{self.workers}", "state": f"state{self.workers}"} | places
        return self.start("--log", self.log, *arguments, **places)

    def group(self, count=3):
        return [self.worker() for _ in range(count)]

    def wait_for(self, what, found):
        """Asks until there is something; what it waits for happens in other processes."""
        end = time.monotonic() + TIMEOUT
        while not (value := found()):
            self.assertLess(time.monotonic(), end, f"not {what}")
            time.sleep(0.01)
        return value

    def client(self, worker, **options):
        """One connection to each worker: much is asked again and again here."""
        if options or worker not in self.clients:
            self.clients[worker] = super().client(worker, **options)
        return self.clients[worker]

    def part(self, worker):
        checks = self.client(worker).ok("service.health")["checks"]
        return next(check["detail"] for check in checks if check["name"] == "stream")

    def active(self, workers):
        """Waits until one of them takes writes: it, then the others."""
        active = self.wait_for(
            "a worker is active", lambda: next((one for one in workers if self.part(one).startswith("active")), None)
        )
        return active, [one for one in workers if one is not active]

    def order(self, workers, key, juice="kiwi"):
        """Orders until the worker, or one of them, takes it, under one key, as clients do."""
        turns = itertools.cycle(workers if isinstance(workers, list) else [workers])

        def done():
            reply = self.client(next(turns)).call("juice.order", {"juice": juice}, key=key)
            if "error" not in reply:
                return reply
            self.assertTrue(reply["error"]["data"]["retryable"], reply)
            return None

        return self.wait_for("ordered", done)

    def stock(self, worker, at_least):
        """The levels at a position or later, asked for until the worker has it."""
        client = self.client(worker)

        def found():
            reply = client.call("juice.stock.list", atleast=at_least)
            if reply.get("error"):
                self.assertEqual(reply.reason, "BEHIND")
                return None
            return {level["fruit"]: level["quantity"] for level in reply["result"]["fruits"]}

        return self.wait_for(f"at {at_least}", found)


class Sharing(ClusterTest):
    def test_one_worker_takes_writes_and_the_others_have_them_too(self):
        active, replicas = self.active(self.group())
        reply = self.order(active, "K1")
        for replica in replicas:
            self.assertEqual(self.stock(replica, reply["meta"]["sequence"])["kiwi"], 7)
            self.assertEqual(
                self.client(replica).call("juice.stock.list")["meta"]["epoch"], reply["meta"]["epoch"]
            )

    def test_a_replica_refuses_writes_and_says_who_takes_them(self):
        active, replicas = self.active(self.group())
        self.order(active, "K1")
        refused = self.client(replicas[0]).call("juice.order", {"juice": "kiwi"}, key="K2")
        self.assertEqual(refused.reason, "NOT_ACTIVE")
        self.assertEqual(refused["error"]["data"]["outcome"], "not_applied")
        self.assertEqual(refused["error"]["data"]["active"], {"rpc": [active.rpc], "events": [active.events]})

    def test_a_repeat_of_a_write_is_answered_by_whoever_has_it(self):
        active, replicas = self.active(self.group())
        first = self.order(active, "K1")
        self.stock(replicas[0], first["meta"]["sequence"])
        repeat = self.client(replicas[0]).call("juice.order", {"juice": "kiwi"}, key="K1")
        self.assertEqual(repeat["result"], first["result"])

    def test_a_key_that_a_replica_does_not_know_is_asked_about_at_the_active(self):
        active, replicas = self.active(self.group())
        asked = self.client(replicas[0]).call("service.outcome", {"idempotencykey": "K1"})
        self.assertEqual(asked.reason, "NOT_ACTIVE")
        self.assertEqual(self.client(active).ok("service.outcome", {"idempotencykey": "K1"}), {"state": "unknown"})

    def test_a_subscriber_of_a_replica_gets_the_events_of_the_active(self):
        active, replicas = self.active(self.group())
        subscriber = self.subscriber(replicas[0])
        subscriber.join()
        reply = self.order(active, "K1")
        (event,) = subscriber.changes(up_to=reply["meta"]["sequence"])
        self.assertEqual(int(event["sequence"]), reply["meta"]["sequence"])
        self.assertEqual(event["epoch"], reply["meta"]["epoch"])

    def test_a_worker_that_comes_later_has_all_that_was_before(self):
        first = self.worker()
        self.active([first])
        for number in range(3):
            reply = self.order(first, f"K{number}", "mango")
        late = self.worker()
        self.assertEqual(self.stock(late, reply["meta"]["sequence"]), self.stock(first, reply["meta"]["sequence"]))

    def test_two_streams_of_one_database_are_apart(self):
        gangnam, jamsil = self.worker("--stream", "gangnam"), self.worker("--stream", "jamsil")
        self.active([gangnam])
        self.active([jamsil])
        self.order(gangnam, "K1")
        self.assertStock(self.client(jamsil))


class Failing(ClusterTest):
    def test_when_the_active_is_killed_another_takes_over_and_a_repeat_is_done_once(self):
        active, replicas = self.active(self.group())
        first = self.order(active, "K1")
        active.kill()
        successor, _ = self.active(replicas)
        self.assertEqual(self.order(successor, "K1")["result"], first["result"])
        second = self.order(successor, "K2")
        self.assertEqual(second["meta"]["epoch"], first["meta"]["epoch"])
        self.assertEqual(second["meta"]["sequence"], first["meta"]["sequence"] + 1)
        self.assertEqual(self.stock(successor, second["meta"]["sequence"])["kiwi"], 4)

    def test_a_worker_that_is_ended_gives_the_stream_away(self):
        active, replicas = self.active(self.group())
        first = self.order(active, "K1")
        self.assertEqual(active.stop(), 0)
        successor, _ = self.active(replicas)
        self.assertEqual(self.order(successor, "K2")["meta"]["sequence"], first["meta"]["sequence"] + 1)

    def test_a_worker_that_was_paused_beyond_its_lease_takes_no_write(self):
        active, replicas = self.active(self.group())
        self.order(active, "K1")
        active.signal(signal.SIGSTOP)
        successor, _ = self.active(replicas)
        reply = self.order(successor, "K2")
        # What it was sent meanwhile is the first thing that it sees.
        zombie = JuiceClient(self.context, active.rpc)
        self.addCleanup(zombie.close)
        zombie.send("juice.order", {"juice": "kiwi"}, key="K3")
        active.signal(signal.SIGCONT)
        refused = zombie.receive()
        self.assertIn(refused.reason, ("NOT_ACTIVE", "STORAGE_UNAVAILABLE"))
        self.assertEqual(refused["error"]["data"]["outcome"], "not_applied")
        self.assertEqual(self.stock(active, reply["meta"]["sequence"])["kiwi"], 4)

    def test_a_worker_that_was_killed_comes_back_as_a_replica(self):
        active, replicas = self.active(self.group(2))
        self.order(active, "K1")
        active.kill()
        successor, _ = self.active(replicas)
        reply = self.order(successor, "K2")
        back = self.start("--log", self.log, run=active.run.name, state=active.state.name)
        self.assertEqual(self.stock(back, reply["meta"]["sequence"])["kiwi"], 4)

    def test_without_the_database_reads_go_on_and_writes_wait_for_it(self):
        active, _ = self.active(self.group(2))
        first = self.order(active, "K1")
        self.server.stop()
        try:
            client = self.client(active)
            refused = client.call("juice.order", {"juice": "kiwi"}, key="K2")
            self.assertIn(refused.reason, ("STORAGE_UNAVAILABLE", "COMMIT_UNKNOWN"))
            self.assertEqual(client.ok("juice.stock.list")["fruits"], client.ok("juice.stock.list")["fruits"])
        finally:
            self.server.start()
        # Whichever of them it is now: the lease may have run out meanwhile.
        self.assertEqual(self.order(self.live(), "K2")["meta"]["sequence"], first["meta"]["sequence"] + 1)

    def live(self):
        return [process for process in self.processes if process.is_running]

    def launch(self, *arguments, **places):
        process = super().launch(*arguments, **places)
        self.processes = [*getattr(self, "processes", []), process]
        return process


class Snapshots(ClusterTest):
    def setUp(self):
        super().setUp()
        self.written = 0

    def write(self, worker, rows):
        """Writes so many rows, each an iteration of its own."""
        for _ in range(rows):
            self.written += 1
            fruit = ("kiwi", "mango")[self.written % 2]
            reply = self.client(worker).call("juice.stock.adjust", {"changes": {fruit: 1}}, key=f"W{self.written}")
            self.assertNotIn("error", reply)
        return reply["meta"]["sequence"]

    def snapshots(self):
        rows = self.server.sql("SELECT position FROM jangteo.snapshot ORDER BY position", self.database())
        return [int(row) for row in rows.split()]

    def first_row(self):
        return int(self.server.sql("SELECT min(position) FROM jangteo.log", self.database()))

    def database(self):
        return self.log.split("dbname=")[1].split()[0]

    def test_a_worker_that_comes_later_takes_a_snapshot_and_what_follows_it(self):
        active, _ = self.active([self.worker("--snapshot-rows", "10") for _ in range(2)])
        self.write(active, 20)
        made = self.wait_for("a snapshot", self.snapshots)
        last = self.write(active, 5)
        late = self.worker()
        self.assertLogs(late, rf"takes a snapshot.* row={made[-1]}\b")
        self.assertEqual(self.stock(late, last), self.stock(active, last))
        known = self.client(late).call("juice.stock.adjust", {"changes": {"mango": 1}}, key="W1")
        self.assertNotIn("error", known, "a key of the time before the snapshot is known")

    def test_a_worker_whose_rows_were_pruned_meanwhile_takes_a_snapshot(self):
        first, second, third = (self.worker("--snapshot-rows", "10") for _ in range(3))
        active, replicas = self.active([first, second, third])
        self.write(active, 3)
        gone = replicas[0]
        gone.stop()
        while self.first_row() == 1:
            self.write(active, 12)
            self.wait_for("a snapshot of that", lambda: self.snapshots()[-1:] >= [self.written - 11])
        last = self.write(active, 1)
        self.assertLessEqual(len(self.snapshots()), 3)
        back = self.start("--log", self.log, run=gone.run.name, state=gone.state.name)
        self.assertLogs(back, "takes a snapshot")
        self.assertEqual(self.stock(back, last), self.stock(active, last))

    def test_a_store_that_is_not_of_the_stream_is_not_replaced(self):
        active, _ = self.active([self.worker("--snapshot-rows", "10") for _ in range(2)])
        self.write(active, 20)
        self.wait_for("a snapshot", self.snapshots)
        alone = self.start()
        self.order(alone, "K1")
        alone.stop()
        self.assertIn("follows no log", self.assertRefusesToStart("--log", self.log))


class Starting(ClusterTest):
    def test_a_worker_waits_for_a_database_and_says_what_is_missing(self):
        bare = self.server.make_database(f"bare{next(numbers)}")
        waiting = self.launch("--log", bare)
        self.assertLogs(waiting, r"cannot follow the log yet.*schema jangteo.*gateway cluster init")
        self.gateway("cluster", "init", bare)
        waiting.wait_ready()

    def test_a_connection_string_that_cannot_be_read_is_refused(self):
        self.assertIn("postgresql://", self.assertRefusesToStart("--log", "postgresql://host:port:1/x"))

    def test_a_store_of_its_own_is_not_mixed_with_a_log(self):
        alone = self.start()
        self.order(alone, "K1")
        alone.stop()
        self.assertIn("follows no log", self.assertRefusesToStart("--log", self.log))

    def test_a_worker_with_the_rights_of_a_worker_is_enough(self):
        self.server.sql("DROP ROLE IF EXISTS worker")
        self.server.sql("CREATE ROLE worker LOGIN")
        self.gateway("cluster", "init", self.log, "--grant", "worker")
        one = self.start("--log", self.log.replace("user=owner", "user=worker"))
        self.active([one])
        self.order(one, "K1")

    def test_a_role_of_one_stream_writes_no_other_and_says_what_is_missing(self):
        for role in ("gangnam", "jamsil"):
            self.server.sql(f"DROP ROLE IF EXISTS {role}")
            self.server.sql(f"CREATE ROLE {role} LOGIN")
            self.gateway("cluster", "init", self.log, "--grant", role, "--stream", role)
        own = self.start("--log", self.log.replace("user=owner", "user=gangnam"), "--stream", "gangnam")
        self.active([own])
        self.order(own, "K1")
        other = self.launch("--log", self.log.replace("user=owner", "user=jamsil"), "--stream", "gangnam")
        self.assertLogs(other, r"cannot follow the log yet.*row-level security.*gateway cluster init --grant")
        listed = self.gateway("cluster", "status", self.log.replace("user=owner", "user=jamsil"), "--json")
        self.assertEqual(json.loads(listed.stdout)["streams"], [])
        self.assertIn("--grant", self.gateway("cluster", "init", self.log, "--stream", "x", code=2).stderr)

    def test_the_streams_of_a_log_are_listed_with_who_is_active(self):
        self.assertIn("no stream", self.gateway("cluster", "status", self.log).stdout)
        active, _ = self.active(self.group(2))
        self.order(active, "K1")
        (stream,) = json.loads(self.gateway("cluster", "status", self.log, "--json").stdout)["streams"]
        self.assertEqual((stream["name"], stream["lastrow"], stream["active"]["rpc"]), ("juice", 2, [active.rpc]))
        self.assertRegex(self.gateway("cluster", "status", self.log).stdout, rf"juice +{active.rpc} ")

    def test_the_log_is_made_once_and_found_by_the_environment(self):
        self.assertIn("already", self.gateway("cluster", "init", JANGTEO_LOG=self.log).stdout)
        self.assertIn("name the database", self.gateway("cluster", "init", code=2).stderr)


if __name__ == "__main__":
    unittest.main()
