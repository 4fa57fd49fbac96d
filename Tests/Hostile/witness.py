"""A legitimate client, as a process of its own: `witness.py ENDPOINT [SERVER-KEY PUBLIC-KEY SECRET-KEY]`.

Reads and writes one after another until its standard input ends, then prints what became of its calls as one JSON object.
A write has a key, and is asked for again until an answer comes.
"""

import itertools
import json
import select
import sys
import time
import uuid

import zmq

# Seconds: how long an answer is waited for before the request is sent again, and until the call counts as failed.
AGAIN, PATIENCE = 2, 30


class Witness:
    def __init__(self, endpoint, keys):
        self.context = zmq.Context()
        self.endpoint = endpoint
        self.keys = keys
        self.ids = itertools.count(1)
        self.socket = None
        self.calls = self.answered = self.repeated = 0
        self.slowest = 0.0
        # What the service has acknowledged, by key, for the kit to hold it to.
        self.acknowledged = {}
        self.open()

    def open(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.linger = 0
        if self.keys:
            self.socket.curve_serverkey, self.socket.curve_publickey, self.socket.curve_secretkey = self.keys
        self.socket.connect(self.endpoint)

    def call(self, method, params, key=None):
        request = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params}
        if key:
            request["meta"] = {"idempotencykey": key}
        start = time.monotonic()
        self.calls += 1
        while time.monotonic() - start < PATIENCE:
            self.socket.send_json(request)
            end = time.monotonic() + AGAIN
            while self.socket.poll(max(0, end - time.monotonic()) * 1000):
                reply = self.socket.recv_json()
                if reply["id"] != request["id"]:
                    continue
                self.slowest = max(self.slowest, time.monotonic() - start)
                if "result" in reply:
                    self.answered += 1
                return reply
            self.repeated += 1
            self.open()
        self.slowest = max(self.slowest, time.monotonic() - start)
        return None

    def run(self):
        while not select.select([sys.stdin], [], [], 0)[0]:
            self.call("juice.stock.list", {})
            key = str(uuid.uuid4())
            reply = self.call("juice.stock.adjust", {"changes": {"kiwi": 1}}, key)
            if reply and "result" in reply:
                self.acknowledged[key] = reply["result"]
            # Not as fast as it can: the figure is whether it is served, not how much.
            time.sleep(0.002)

    def report(self):
        return {
            "calls": self.calls,
            "answered": self.answered,
            "repeated": self.repeated,
            "slowest": round(self.slowest, 3),
            "acknowledged": list(self.acknowledged),
        }


if __name__ == "__main__":
    witness = Witness(sys.argv[1], [key.encode() for key in sys.argv[2:]])
    print("ready", flush=True)
    witness.run()
    print(json.dumps(witness.report()), flush=True)
