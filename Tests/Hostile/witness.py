"""A legitimate peer, as a process of its own: `witness.py KIND RPC EVENTS [SERVER-KEY PUBLIC-KEY SECRET-KEY]`.

KIND is `stays` (calls over one connection), `fresh` (a new connection for each read and write) or `joins` (a new subscriber
each time). It works until its standard input ends, prints a line for each call or join that is answered, and at the end what
became of them as one JSON object. A write has a key, and is asked for again until an answer comes: after the time that the
service names, at once when the connection has ended, and else when an answer is late.
"""

import itertools
import json
import secrets
import sys
import time
import uuid

import zmq

from tally import AGAIN, TIMEOUT, Tally, work

# Seconds after which a subscriber that gets events and no marker asks for another one.
MARKER = 0.2


class Witness(Tally):
    """A peer with one socket at a time."""

    def __init__(self, rpc, events, keys):
        super().__init__()
        self.context = zmq.Context()
        self.rpc, self.events = rpc, events
        self.keys = keys
        self.socket = None

    def open(self, kind, endpoint):
        """A new socket in the place of the one before."""
        self.close()
        self.socket = self.context.socket(kind)
        self.socket.linger = 0
        if self.keys:
            self.socket.curve_serverkey, self.socket.curve_publickey, self.socket.curve_secretkey = self.keys
        self.prepare()
        # A SUB subscribes again by itself when its connection has ended, and needs not know.
        self.monitor = self.socket.get_monitor_socket(zmq.EVENT_DISCONNECTED if kind == zmq.DEALER else 0)
        self.socket.connect(endpoint)

    def prepare(self):
        """What the socket needs before it connects."""

    def close(self):
        if self.socket is not None:
            self.socket.disable_monitor()
            self.socket.close()
            self.socket = None

    def attempt(self, begin, receive):
        """One call or join: begins it, again and again if need be, until `receive()` returns an answer, or in vain."""
        start = time.monotonic()
        self.calls += 1
        answer = None
        while answer is None and time.monotonic() - start < TIMEOUT:
            if self.socket is None:
                self.reopen()
            begin()
            end = time.monotonic() + AGAIN
            while answer is None and self.has_come(end):
                answer = receive()
            if answer is None:
                self.repeated += 1
                self.close()
        self.times.append(time.monotonic() - start)
        return answer

    def has_come(self, end):
        """Waits for something to read until a time, or until the connection has ended and can bring nothing any more."""
        poller = zmq.Poller()
        poller.register(self.socket, zmq.POLLIN)
        poller.register(self.monitor, zmq.POLLIN)
        ready = dict(poller.poll(max(0, end - time.monotonic()) * 1000))
        if self.socket not in ready and self.monitor in ready:
            self.cut += 1
        return self.socket in ready


class Staying(Witness):
    """Reads and writes one after another over one connection."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.ids = itertools.count(1)

    def reopen(self):
        self.open(zmq.DEALER, self.rpc)

    def call(self, method, params, key=None):
        request = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params}
        if key:
            request["meta"] = {"idempotencykey": key}

        def receive():
            reply = self.socket.recv_json()
            if reply["id"] != request["id"]:
                return None
            if reply.get("error", {}).get("data", {}).get("reason") == "UNAVAILABLE":
                # It drains or does not serve yet, and says when to come again.
                self.repeated += 1
                time.sleep(reply["error"]["data"].get("retryafterms", 20) / 1000)
                if self.monitor.poll(0):
                    self.reopen()
                self.socket.send_json(request)
                return None
            return reply

        reply = self.attempt(lambda: self.socket.send_json(request), receive)
        is_done = reply is not None and "result" in reply
        self.note(is_done)
        return is_done

    def round(self):
        self.call("juice.stock.list", {})
        key = str(uuid.uuid4())
        if self.call("juice.stock.adjust", {"changes": {"kiwi": 1}}, key):
            self.acknowledged.append(key)


class Fresh(Staying):
    """Connects, reads, writes and leaves."""

    pause = 0.01

    def round(self):
        super().round()
        self.close()


class Joining(Witness):
    """Subscribes as Protocols/events.md says, waits for its marker and leaves."""

    # Few leave in a second: the service bounds that.
    pause = 0.05

    def reopen(self):
        self.topics = set()
        self.open(zmq.SUB, self.events)

    def prepare(self):
        self.socket.subscribe(b"juice.")
        self.ask()

    def ask(self):
        topic = f"~sync.{secrets.token_hex(8)}.".encode()
        self.topics.add(topic)
        self.asked = time.monotonic()
        self.socket.subscribe(topic)

    def receive(self):
        topic, text = self.socket.recv_multipart()
        if topic in self.topics:
            return json.loads(text)
        if time.monotonic() - self.asked > MARKER:
            # The marker did not fit the queue of a subscriber that is slower than the events.
            self.ask()
        return None

    def round(self):
        marker = self.attempt(lambda: None, self.receive)
        self.note(marker is not None and {"epoch", "sequence"} <= marker.keys())
        self.close()


KINDS = {"stays": Staying, "fresh": Fresh, "joins": Joining}


if __name__ == "__main__":
    kind, rpc, events, *keys = sys.argv[1:]
    witness = KINDS[kind](rpc, events, [key.encode() for key in keys])
    work(witness)
