"""Workers of two versions share a stream while one version takes the place of the other.

JANGTEO_OLD_BIN names a folder with juice-service of another version, such as a build of the last release:
JANGTEO_OLD_BIN=…/.build/release python3 -m unittest test_cluster_upgrade
"""

import os
import pathlib
import threading
import unittest

import zmq

from juice_process import JuiceProcess
from test_cluster import ClusterTest

OLD = os.environ.get("JANGTEO_OLD_BIN")


class OldProcess(JuiceProcess):
    @classmethod
    def program(cls):
        return pathlib.Path(OLD).resolve() / "juice-service"


class Caller(threading.Thread):
    """Orders without end, each under a key of its own that is repeated at the next worker until it has a result."""

    def __init__(self, context, endpoints):
        super().__init__(daemon=True)
        self._context, self._endpoints = context, endpoints
        self._is_over = threading.Event()
        self.sequences = []

    def run(self):
        sockets = []
        for endpoint in self._endpoints:
            sockets.append(self._context.socket(zmq.DEALER))
            sockets[-1].linger = 0
            sockets[-1].connect(endpoint)
        turn = 0
        while not self._is_over.is_set():
            reply = self._ask(sockets[turn % len(sockets)], turn)
            if reply is not None and "result" in reply:
                self.sequences.append(reply["meta"]["sequence"])
            else:
                turn += 1
        for socket in sockets:
            socket.close()

    def _ask(self, socket, turn):
        """The answer to the next order, if one comes; an answer to an earlier sending is passed over."""
        number = len(self.sequences)
        request = {"jsonrpc": "2.0", "id": f"{number}-{turn}", "method": "juice.stock.adjust",
                   "params": {"changes": {"kiwi": 1}}, "meta": {"idempotencykey": f"U{number}"}}  # fmt: skip
        socket.send_json(request)
        while socket.poll(500):
            reply = socket.recv_json()
            if reply["id"] == request["id"]:
                return reply
        return None

    def end(self):
        self._is_over.set()
        self.join()


@unittest.skipUnless(OLD, "JANGTEO_OLD_BIN names no other version")
class Upgrade(ClusterTest):
    def replaced(self, worker):
        """Ends a worker in an orderly way, and starts the present version on its data."""
        self.assertEqual(worker.stop(), 0)
        return self.start("--log", self.log, run=worker.run.name, state=worker.state.name)

    def test_one_worker_after_the_other_is_replaced_while_orders_go_on(self):
        self.process = OldProcess
        workers = self.group()
        active, replicas = self.active(workers)
        caller = Caller(self.context, [worker.rpc for worker in workers])
        caller.start()
        self.addCleanup(caller.end)
        self.process = JuiceProcess

        def go_on():
            done = len(caller.sequences)
            self.wait_for("ordered", lambda: len(caller.sequences) > done + 5)

        go_on()
        replicas = [self.replaced(replica) for replica in replicas]
        go_on()
        self.gateway("cluster", "handover", self.log, "--stream", "juice")
        successor, _ = self.active(replicas)
        go_on()
        last = self.replaced(active)
        go_on()
        caller.end()
        # One event each, none twice, none left out; and all have the same.
        self.assertEqual(caller.sequences, list(range(1, len(caller.sequences) + 1)))
        stocks = [self.stock(worker, caller.sequences[-1]) for worker in (successor, last, *replicas)]
        self.assertEqual(stocks, [stocks[0]] * len(stocks))
        self.assertEqual(stocks[0]["kiwi"], 10 + len(caller.sequences))


if __name__ == "__main__":
    unittest.main()
