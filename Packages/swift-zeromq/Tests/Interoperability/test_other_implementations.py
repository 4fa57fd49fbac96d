"""Every pair of roles with other implementations, each of which binds and connects, in clear and over CURVE."""

import itertools
import os
import tempfile
import unittest

import zmq.auth
from conversations import all_failures, conversations
from programs import Program, c, java_is_left_out, jeromq, ours, pyzmq
from relay import Relay


def tcp(_):
    return "tcp://127.0.0.1:0"


class InClear(unittest.TestCase):
    def test_pyzmq_over_tcp(self):
        self.assertEqual(all_failures(conversations(), pyzmq, lambda _: "tcp://127.0.0.1:*"), [])

    def test_c_over_ipc(self):
        with tempfile.TemporaryDirectory() as directory:
            numbers = itertools.count()
            failures = all_failures(conversations(), c, lambda _: f"ipc://{directory}/{next(numbers)}")
            self.assertEqual(failures, [])


class OverCurve(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        os.chmod(directory.name, 0o700)
        self.keys = {}
        for name in ("server", "client"):
            public, secret = zmq.auth.create_certificates(directory.name, name)
            os.chmod(secret, 0o600)
            self.keys[name] = (secret, zmq.auth.load_certificate(public)[0].decode())

    def options(self, ours_is_bound):
        bound = ["--keys", self.keys["server"][0]]
        if ours_is_bound:
            bound += ["--client", self.keys["client"][1]]
        return bound, ["--keys", self.keys["client"][0], "--server", self.keys["server"][1]]

    def test_pyzmq_over_tcp(self):
        failures = all_failures(conversations(), pyzmq, lambda _: "tcp://127.0.0.1:*", keys=self.options)
        self.assertEqual(failures, [])

    def test_c_over_tcp(self):
        failures = all_failures(conversations(), c, lambda _: "tcp://127.0.0.1:*", keys=self.options)
        self.assertEqual(failures, [])


class JeroMQ(unittest.TestCase):
    """Debian's, which speaks ZMTP 2.0: no CURVE, and nothing that an authenticator could be asked about."""

    def setUp(self):
        reason = java_is_left_out()
        if reason:
            self.skipTest(reason)

    def test_every_pair_of_roles(self):
        with tempfile.TemporaryDirectory() as directory, Relay() as relay:
            numbers = itertools.count()

            def endpoint(implementation):
                # It chooses its port itself.
                return "tcp://127.0.0.1" if implementation is jeromq else f"ipc://{directory}/{next(numbers)}"

            def reach(place, bound):
                return place if bound is jeromq else f"tcp://127.0.0.1:{relay.open(place.removeprefix('ipc://'))}"

            self.assertEqual(all_failures(conversations(), jeromq, endpoint, reach=reach), [])

    def test_it_is_refused_where_an_authenticator_decides(self):
        with Program(ours, "pull", "bind", "tcp://127.0.0.1:0", "watch", 0) as server:
            with Program(jeromq, "push", "connect", server.endpoint(), "send", 1):
                # It says nothing about itself that could be decided on, so there is no handshake that could fail.
                server.line("event accepted")
                server.line("event disconnected")


if __name__ == "__main__":
    unittest.main()
