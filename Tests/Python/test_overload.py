"""More than a service can do: it says so, keeps within its memory, and is at once well again."""

import collections
import json
import os
import pathlib
import time
import unittest
import uuid

import zmq

from juice_process import JuiceTest
from sanitizing import SANITIZER

# Seconds of too much.
FLOOD = float(os.environ.get("JANGTEO_FLOOD_SECONDS", 5))
CALLERS = 6
BATCH = 256
# Batches that each caller has out: together several times what a service takes in one iteration.
OUTSTANDING = 24
# Bytes. What the service holds is bounded by its sockets and one iteration; a debug build needs the most.
MOST_MEMORY = 1 << 30


class Overload(JuiceTest):
    def memory(self, service):
        words = pathlib.Path(f"/proc/{service.pid}/status").read_text().split("VmRSS:")[1].split()
        return int(words[0]) * 1_024

    def test_too_much_is_refused_within_bounds_and_the_rest_is_done_once(self):
        service = self.start()
        first = self.client(service)
        first.ok("juice.stock.set", {"levels": {"mango": 1_000_000_000}})
        callers = [self.client(service) for _ in range(CALLERS)]
        poller = zmq.Poller()
        for caller in callers:
            poller.register(caller.socket, zmq.POLLIN)
        # When each batch was sent; a connection's batches are answered in order.
        out = {caller: collections.deque() for caller in callers}
        done, refused, largest, longest = 0, 0, 0, 0.0
        begin = time.monotonic()
        end = begin + FLOOD
        while time.monotonic() < end or any(out.values()):
            for caller in callers:
                while time.monotonic() < end and len(out[caller]) < OUTSTANDING:
                    caller.send_frames(self.orders())
                    out[caller].append(time.monotonic())
            ready = dict(poller.poll(1_000))
            for caller in callers:
                if caller.socket not in ready:
                    continue
                sent = out[caller].popleft()
                for reply in caller.receive():
                    if "result" in reply:
                        done += 1
                        longest = max(longest, time.monotonic() - sent)
                        continue
                    data = reply["error"]["data"]
                    self.assertEqual((data["reason"], data["outcome"]), ("OVERLOADED", "not_applied"), reply)
                    self.assertTrue(data["retryable"])
                    self.assertGreater(data["retryafterms"], 0)
                    refused += 1
            largest = max(largest, self.memory(service))
        took = time.monotonic() - begin
        asked = time.monotonic()
        first.ok("juice.order", {"juice": "mango"})
        print(
            f"{took:.1f} s: done {done}, refused {refused}, at most {longest:.2f} s to an answer of ok and"
            f" {largest >> 20} MiB; the next order took {(time.monotonic() - asked) * 1_000:.1f} ms",
            flush=True,
        )
        self.assertGreater(done, 0)
        self.assertGreater(refused, 0)
        if not SANITIZER:
            self.assertLess(largest, MOST_MEMORY)
        # As before, at once: what was accepted was done, what was refused was not.
        level = {each["fruit"]: each["quantity"] for each in first.ok("juice.stock.list")["fruits"]}["mango"]
        self.assertEqual(1_000_000_000 - level, 3 * (done + 1))
        first.ok("juice.order", {"juice": "mango"}, key="after it")
        self.assertEqual(first.ok("service.health")["status"], "SERVING")

    @staticmethod
    def orders():
        return json.dumps(
            [
                {"jsonrpc": "2.0", "id": number, "method": "juice.order", "params": {"juice": "mango"},
                 "meta": {"idempotencykey": str(uuid.uuid4())}}
                for number in range(BATCH)
            ]
        ).encode()


if __name__ == "__main__":
    unittest.main()
