"""Whoever was away catches up with everything, and a last event that was lost is noticed without a next one."""

import json
import subprocess
import sys
import time
import unittest

import campaign_files
from gateway_process import Following
from juice_process import TIMEOUT, JuiceTest
from sanitizing import SANITIZER

FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")
MISSED = 10_000 if SANITIZER else 100_000


class CatchingUp(JuiceTest):
    def proxy(self, service):
        """A place to connect to, and what tells the proxy in between of faults."""
        net = self.directory / "net"
        net.mkdir(mode=0o700)
        routes = [f"{name}={net}/juice.{name}>{service.run}/juice.{name}" for name in ("rpc", "events")]
        words = [word for route in routes for word in ("--route", route)]
        process = subprocess.Popen(
            [sys.executable, campaign_files.CAMPAIGN / "proxy.py", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )

        def end():
            process.stdin.close()
            process.stdout.read()
            process.stdout.close()
            process.wait(TIMEOUT)

        self.addCleanup(end)
        self.assertEqual(process.stdout.readline(), b"ready\n")

        def tell(order):
            process.stdin.write(json.dumps(order).encode() + b"\n")
            process.stdin.flush()

        return net, tell

    def watch(self, service, net):
        class Place:
            run = net
            state = service.state

        watch = Following(Place, "watch", "juice", "--json")
        self.addCleanup(watch.close)
        self.assertIn("watching", watch.remark())
        return watch

    def test_100_000_events_that_passed_meanwhile_come_after_the_return(self):
        service = self.start()
        net, tell = self.proxy(service)
        peer = self.client(service)
        watch = self.watch(service, net)
        peer.ok("juice.stock.adjust", {"changes": {"mango": 1}})
        self.assertEqual(int(json.loads(watch.line())["sequence"]), 1)
        # Away: the connection is cut, and no new one comes to anything.
        tell({"kind": "partition", "seconds": 1_000, "cut": True})
        tell({"kind": "cut"})
        changes = dict.fromkeys(FRUITS, 1)
        batch = [
            {"jsonrpc": "2.0", "id": number, "method": "juice.stock.adjust", "params": {"changes": changes}}
            for number in range(250)
        ]
        for _ in range(MISSED // (len(batch) * len(FRUITS))):
            peer.send_frames(json.dumps(batch).encode())
            self.assertTrue(all("result" in reply for reply in peer.receive()))
        tell("heal")
        begin = time.monotonic()
        sequences = [int(json.loads(watch.line())["sequence"]) for _ in range(MISSED)]
        took = time.monotonic() - begin
        self.assertEqual(sequences, list(range(2, MISSED + 2)))
        print(f"{MISSED} events came within {took:.2f} s of the return", flush=True)

    def test_a_last_event_that_was_lost_is_noticed_at_a_heartbeat(self):
        service = self.start()
        net, tell = self.proxy(service)
        peer = self.client(service)
        watch = self.watch(service, net)
        tell({"kind": "lose", "route": "events", "direction": "down", "seconds": 1_000, "amount": 1.0})
        # Until one is lost: the fault is in force a little after it was told.
        sent, seen = 0, 0
        while sent == seen:
            peer.ok("juice.stock.adjust", {"changes": {"mango": 1}})
            sent += 1
            seen += watch.has_line(0.5)
        self.assertEqual(seen, sent - 1)
        tell("heal")
        self.assertEqual(int(json.loads(watch.line())["sequence"]), sent)


if __name__ == "__main__":
    unittest.main()
