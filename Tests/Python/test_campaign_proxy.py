"""The proxy of the campaign passes everything on, but for the faults it is told of."""

import json
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import zmq

import campaign_files
from proxy import place
from splitter import MessageSplitter

# Seconds. Only a bound.
TIMEOUT = 20
# Seconds in which something would have come, had it been let through.
SILENCE = 0.3
# Longer than any test: such a fault ends when it is told to.
FOR_LONG = 1_000


class Splitting(unittest.TestCase):
    def test_every_way_of_cutting_gives_the_same_messages(self):
        def frame(flags, body):
            size = len(body).to_bytes(8, "big") if len(body) > 255 else bytes([len(body)])
            return bytes([flags | (2 if len(body) > 255 else 0)]) + size + body

        pieces = [
            (frame(4, b"\x05READY"), False),
            (frame(0, b"one"), True),
            (frame(1, b"") + frame(1, bytes(300)) + frame(0, b"three frames"), True),
            (frame(4, b"\x04PING"), False),
            (frame(0, bytes(70_000)), True),
            (frame(0, b""), True),
        ]
        stream = bytes(64) + b"".join(text for text, _ in pieces)
        for seed in range(50):
            cuts = sorted(random.Random(seed).choices(range(len(stream)), k=seed))
            splitter, found = MessageSplitter(), []
            for start, end in zip([0, *cuts], [*cuts, len(stream)]):
                found += splitter.feed(stream[start:end])
            greeting = [text for text, _ in found[: len(found) - len(pieces)]]
            self.assertEqual(b"".join(greeting), bytes(64), f"seed {seed}")
            self.assertEqual(found[len(greeting) :], pieces, f"seed {seed}")


class ProxyTest(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="proxy-"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.here, self.there = str(self.directory / "here"), str(self.directory / "there")

    def start(self, here=None, there=None, name="rpc"):
        self.proxy = subprocess.Popen(
            [sys.executable, campaign_files.CAMPAIGN / "proxy.py", "--seed", "1", "--duplicates",
             self.directory / "keys", "--route", f"{name}={here or self.here}>{there or self.there}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        self.addCleanup(self.end)
        self.assertEqual(self.proxy.stdout.readline(), b"ready\n")

    def end(self):
        """Ends it and returns what it has counted."""
        if self.proxy.stdin.closed:
            return None
        self.proxy.stdin.close()
        counts = json.loads(self.proxy.stdout.read())
        self.proxy.stdout.close()
        self.assertEqual(self.proxy.wait(TIMEOUT), 0)
        return counts

    def tell(self, order):
        self.proxy.stdin.write(json.dumps(order).encode() + b"\n")
        self.proxy.stdin.flush()


class Bytes(ProxyTest):
    def listen(self, at):
        family, address = place(at)
        listener = socket.socket(family, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        listener.bind(address)
        listener.listen()
        return listener

    def connect(self, here=None, there=None):
        """Both ends of a connection through the proxy."""
        listener = self.listen(there or self.there)
        family, address = place(here or self.here)
        if family == socket.AF_INET:
            with socket.socket() as free:
                free.bind(address)
                address = free.getsockname()
            here = f"tcp:{address[0]}:{address[1]}"
            there = "tcp:{}:{}".format(*listener.getsockname())
        self.start(here, there)
        caller = socket.socket(family, socket.SOCK_STREAM)
        caller.connect(address)
        service, _ = listener.accept()
        for side in (caller, service):
            self.addCleanup(side.close)
            side.settimeout(TIMEOUT)
        # A greeting, as every ZMTP connection begins.
        caller.sendall(bytes(64))
        self.assertEqual(self.read(service, 64), bytes(64))
        return caller, service

    def read(self, side, size):
        data = b""
        while len(data) < size:
            piece = side.recv(size - len(data))
            self.assertTrue(piece, f"it ended after {len(data)} of {size} bytes")
            data += piece
        return data

    def assertSilent(self, side):
        side.settimeout(SILENCE)
        with self.assertRaises(TimeoutError):
            side.recv(1)
        side.settimeout(TIMEOUT)

    def assertEnded(self, side):
        try:
            self.assertEqual(side.recv(1), b"")
        except ConnectionResetError:
            pass

    def test_everything_passes_both_ways(self):
        caller, service = self.connect()
        message = frames(random.Random(1).randbytes(100_000))
        caller.sendall(message)
        self.assertEqual(self.read(service, len(message)), message)
        service.sendall(message)
        self.assertEqual(self.read(caller, len(message)), message)

    def test_the_end_of_one_side_ends_the_other_after_everything_has_come(self):
        caller, service = self.connect()
        self.tell({"kind": "delay", "seconds": FOR_LONG, "amount": 0.1, "jitter": 0.1})
        message = frames(bytes(1_000)) * 20
        caller.sendall(message)
        caller.close()
        self.assertEqual(self.read(service, len(message)), message)
        self.assertEnded(service)

    def test_a_delay_changes_no_order(self):
        caller, service = self.connect()
        self.tell({"kind": "delay", "seconds": FOR_LONG, "amount": 0.01, "jitter": 0.05})
        messages = [frames(str(number).encode()) for number in range(200)]
        for message in messages:
            caller.sendall(message)
        self.assertEqual(self.read(service, len(b"".join(messages))), b"".join(messages))

    def test_a_slow_line_loses_nothing(self):
        caller, service = self.connect()
        self.tell({"kind": "limit", "seconds": FOR_LONG, "amount": 40_000, "direction": "up"})
        message = frames(random.Random(2).randbytes(20_000))
        caller.sendall(message)
        self.assertEqual(self.read(service, len(message)), message)

    def test_a_partition_holds_everything_back_until_it_ends(self):
        caller, service = self.connect()
        self.tell({"kind": "partition", "seconds": FOR_LONG})
        # The fault is told over a pipe and the bytes over a socket: what the proxy takes up first is its own affair.
        while self.passes(caller, service):
            pass
        caller.sendall(frames(b"held"))
        self.assertSilent(service)
        self.tell("heal")
        self.assertIn(b"held", self.read(service, len(self.missing) + len(frames(b"held"))))

    def passes(self, caller, service):
        """Whether a message gets through now; one that does not is remembered as missing."""
        message = frames(b"probe")
        caller.sendall(message)
        service.settimeout(SILENCE)
        try:
            self.read(service, len(message))
            self.missing = b""
            return True
        except TimeoutError:
            self.missing = message
            return False
        finally:
            service.settimeout(TIMEOUT)

    def test_half_open_swallows_one_direction_and_is_cut_at_the_end(self):
        caller, service = self.connect()
        self.tell({"kind": "swallow", "seconds": FOR_LONG, "direction": "up"})
        while self.passes(caller, service):
            pass
        service.sendall(b"the other direction lives")
        self.assertEqual(self.read(caller, 25), b"the other direction lives")
        self.tell("heal")
        self.assertEnded(service)
        self.assertEnded(caller)
        self.assertGreater(self.end()["swallowed_bytes"], 0)

    def test_a_cut_ends_both_sides(self):
        caller, service = self.connect()
        self.tell({"kind": "cut"})
        self.assertEnded(caller)
        self.assertEnded(service)

    def test_a_reset_is_one_where_the_transport_has_it(self):
        caller, service = self.connect("tcp:127.0.0.1:0", "tcp:127.0.0.1:0")
        self.tell({"kind": "reset"})
        with self.assertRaises(ConnectionResetError):
            service.recv(1)
        with self.assertRaises(ConnectionResetError):
            caller.recv(1)

    def test_a_caller_of_nobody_is_told_by_an_end(self):
        self.start()
        with socket.socket(socket.AF_UNIX) as caller:
            caller.settimeout(TIMEOUT)
            caller.connect(self.here)
            self.assertEnded(caller)

    def test_nothing_stays_behind(self):
        self.connect()
        self.end()
        self.assertFalse(pathlib.Path(self.here).exists())


class Messages(ProxyTest):
    def setUp(self):
        super().setUp()
        self.context = zmq.Context()
        self.addCleanup(self.context.destroy, linger=0)
        self.router = self.context.socket(zmq.ROUTER)
        self.router.bind(f"ipc://{self.there}")
        self.start()
        self.dealer = self.context.socket(zmq.DEALER)
        self.dealer.connect(f"ipc://{self.here}")

    def receive(self, end):
        self.assertTrue(end.poll(TIMEOUT * 1_000), "nothing came")
        return end.recv_multipart()

    def test_whole_requests_are_delivered_twice_and_answers_once(self):
        self.dealer.send(b"before")
        peer, _ = self.receive(self.router)
        self.tell({"kind": "duplicate", "seconds": FOR_LONG, "amount": 1.0, "direction": "up"})
        probes = 0
        while probes >= 0:
            # Until the fault is in force: an answer too many.
            self.dealer.send(b"probe")
            self.receive(self.router)
            probes = -1 if self.router.poll(SILENCE * 1_000) else probes + 1
        sent = [
            [b'{"meta":{"idempotencykey":"key %d"}}' % number, random.Random(number).randbytes(number * 500)]
            for number in range(30)
        ]
        for message in sent:
            self.dealer.send_multipart(message)
        self.dealer.send(b"after")
        got = []
        while not got or got[-1] != [b"after"]:
            got.append(self.receive(self.router)[1:])
        twice = [message for message in sent if got.count(message) == 2]
        self.assertEqual(twice, sent)
        self.assertEqual([message for message in got if message not in sent and message != [b"probe"]], [[b"after"]])
        keys = (self.directory / "keys").read_text().split("\n")
        for message in twice:
            self.assertIn(json.loads(message[0])["meta"]["idempotencykey"], keys)
        for number in range(30):
            self.router.send_multipart([peer, b"%d" % number])
        self.assertEqual([self.receive(self.dealer)[0] for _ in range(30)], [b"%d" % number for number in range(30)])

    def test_publications_are_lost_one_by_one_and_the_rest_comes(self):
        publisher = self.context.socket(zmq.XPUB)
        self.addCleanup(publisher.close, linger=0)
        publisher.bind(f"ipc://{self.there}.events")
        self.end()
        self.start(there=f"{self.there}.events", name="events")
        subscriber = self.context.socket(zmq.SUB)
        self.addCleanup(subscriber.close, linger=0)
        subscriber.subscribe("")
        subscriber.connect(f"ipc://{self.here}")
        self.receive(publisher)
        self.tell({"kind": "lose", "seconds": FOR_LONG, "amount": 0.5, "direction": "down"})
        got = []
        # The proxy takes note of a fault in its own time: until one is missing, it may not be in force.
        sent, late = 0, time.monotonic() + TIMEOUT
        while len(got) == sent:
            self.assertLess(time.monotonic(), late, "none was lost")
            for _ in range(100):
                publisher.send_multipart([b"topic", b"%d" % sent])
                sent += 1
            while len(got) < sent and subscriber.poll(SILENCE * 1_000):
                got.append(int(subscriber.recv_multipart()[1]))
        self.tell("heal")
        while not got or got[-1] != sent:
            # Until the last is let through again.
            publisher.send_multipart([b"topic", b"%d" % sent])
            while subscriber.poll(SILENCE * 1_000):
                got.append(int(subscriber.recv_multipart()[1]))
        self.assertEqual(got, sorted(got))
        self.assertGreater(self.end().get("lost", 0), 0)

    def test_a_caller_comes_back_after_a_cut(self):
        self.dealer.send(b"one")
        self.receive(self.router)
        self.tell({"kind": "cut"})
        monitor = self.dealer.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED)
        self.receive(monitor)
        self.dealer.disable_monitor()
        monitor.close()
        self.dealer.send(b"two")
        self.assertEqual(self.receive(self.router)[1:], [b"two"])


def frames(body):
    """A message of one frame on a ZMTP connection."""
    return b"\x02" + len(body).to_bytes(8, "big") + body


if __name__ == "__main__":
    unittest.main()
