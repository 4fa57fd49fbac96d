"""What the library says on the wire, and how it takes what others say, byte by byte."""

import os
import socket
import tempfile
import unittest

import zmq.auth
from programs import Program, ours
from zmtp import COMMAND, LONG, MORE, Wire, command, frame, greeting

ANY = "tcp://127.0.0.1:0"
VERSIONS = {"ZMTP 3.0": 0, "ZMTP 3.1": 1}


class Bound(unittest.TestCase):
    """Ours is bound, and a peer made by hand connects."""

    def test_the_greeting_offers_ZMTP_3_1_and_no_mechanism(self):
        with Program(ours, "router", "bind", ANY, "watch", 0) as server, Wire.connect(server.endpoint()) as wire:
            wire.send(greeting(1))
            first = wire.read(64)
            self.assertEqual((first[0], first[9]), (0xFF, 0x7F))
            self.assertEqual(first[10:12], b"\3\1")
            self.assertEqual(first[12:32], b"NULL".ljust(20, b"\0"))
            self.assertEqual(first[32:], bytes(32), "neither a server nor anything in the filler")

    def test_each_role_says_what_it_is(self):
        roles = {"router": "DEALER", "pull": "PUSH", "dealer": "ROUTER"}
        for name, minor in VERSIONS.items():
            for role, peer in roles.items():
                with self.subTest(role, version=name), Program(ours, role, "bind", ANY, "watch", 0) as server:
                    with Wire.connect(server.endpoint()) as wire:
                        said = wire.shake_hands(minor, peer.encode())
                        self.assertEqual(said.pop("Socket-Type"), role.upper().encode())
                        # RFC 37: only these three have one.
                        self.assertEqual(said, {} if role == "pull" else {"Identity": b""})
                        server.line("event handshakeSucceeded")

    def test_a_request_comes_back_frame_by_frame(self):
        bodies = [b"", b"x" * 255, b"y" * 256, b"z" * 70_000]
        for name, minor in VERSIONS.items():
            with self.subTest(name), Program(ours, "router", "bind", ANY, "echo", 1) as server:
                with Wire.connect(server.endpoint()) as wire:
                    wire.shake_hands(minor, b"DEALER", Identity=b"by hand")
                    wire.send_message(*bodies)
                    for number, body in enumerate(bodies):
                        expected = (MORE if number < 3 else 0) | (LONG if len(body) > 255 else 0)
                        self.assertEqual(wire.frame(), (expected, body))
                    server.finish()

    def test_a_message_cut_into_bytes_is_whole(self):
        with Program(ours, "pull", "bind", ANY, "receive", 1) as server, Wire.connect(server.endpoint()) as wire:
            wire.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            wire.shake_hands(1, b"PUSH")
            for byte in frame(b"a.", MORE) + frame(b"0", MORE) + frame(b""):
                wire.send(bytes([byte]))
            self.assertIn("right 0", server.finish())

    def test_a_ping_is_answered_with_its_context(self):
        with Program(ours, "router", "bind", ANY, "watch", 0) as server, Wire.connect(server.endpoint()) as wire:
            wire.shake_hands(1, b"DEALER")
            wire.send(command(b"PING", b"\0\0context"))
            self.assertEqual(wire.command(), (b"PONG", b"context"))

    def test_who_breaks_the_protocol_is_hung_up_on(self):
        def http(wire):
            wire.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" + bytes(64))

        def other_mechanism(wire):
            wire.send(greeting(1, b"PLAIN"))

        def wrong_role(wire):
            wire.send(greeting(1) + command(b"READY", b"\x0bSocket-Type\0\0\0\3PUB"))

        def message_before_handshake(wire):
            wire.send(greeting(1) + frame(b"early"))

        def property_beyond_its_command(wire):
            wire.send(greeting(1) + command(b"READY", b"\x0bSocket-Type\0\0\1\0DEALER"))

        def huge_frame(wire):
            wire.shake_hands(1, b"DEALER")
            wire.send(bytes([LONG]) + (1 << 62).to_bytes(8, "big"))

        def older_version(wire):
            wire.send(b"\xff" + bytes(8) + b"\x7f\1\5\0\0")

        mistakes = (
            http, other_mechanism, wrong_role, message_before_handshake, property_beyond_its_command, huge_frame,
            older_version,
        )
        with Program(ours, "router", "bind", ANY, "watch", 0) as server:
            for mistake in mistakes:
                with self.subTest(mistake.__name__), Wire.connect(server.endpoint()) as wire:
                    mistake(wire)
                    self.assertTrue(wire.is_hung_up_on())
            # And nobody else suffers from it.
            with Wire.connect(server.endpoint()) as wire:
                wire.shake_hands(1, b"DEALER")
                wire.send(command(b"PING", b"\0\0still there"))
                self.assertEqual(wire.command(), (b"PONG", b"still there"))

    def test_who_says_nothing_is_hung_up_on(self):
        with Program(ours, "router", "bind", ANY, "watch", 0) as server, Wire.connect(server.endpoint()) as wire:
            self.assertTrue(wire.is_hung_up_on())
            server.line("event handshakeFailed")

    def test_who_says_how_long_to_wait_for_them_is_not_waited_for_longer(self):
        roles = {"router": b"DEALER", "reply": b"REQ", "pull": b"PUSH", "pair": b"PAIR", "xpub": b"SUB"}
        for role, peer in roles.items():
            with self.subTest(role), Program(ours, role, "bind", ANY, "publish" if role == "xpub" else "watch", 0) as server:
                with Wire.connect(server.endpoint()) as wire:
                    wire.shake_hands(1, peer)
                    # A tenth of a second, and then nothing more.
                    wire.send(command(b"PING", b"\0\1"))
                    self.assertEqual(wire.command(), (b"PONG", b""))
                    self.assertTrue(wire.is_hung_up_on())

    def test_who_answers_no_ping_is_hung_up_on(self):
        options = ("--heartbeat", 20, "--heartbeat-timeout", 50)
        with Program(ours, "router", "bind", ANY, "watch", 0, *options) as server:
            with Wire.connect(server.endpoint()) as wire:
                wire.shake_hands(1, b"DEALER")
                self.assertEqual(wire.command()[0], b"PING")
                self.assertTrue(wire.is_hung_up_on())
                server.line("event disconnected")

    def test_a_subscription_is_taken_as_a_command_and_as_a_message(self):
        words = {
            "ZMTP 3.0": (frame(b"\1a."), frame(b"\0a."), frame(b"\1b.")),
            "ZMTP 3.1": (command(b"SUBSCRIBE", b"a."), command(b"CANCEL", b"a."), command(b"SUBSCRIBE", b"b.")),
        }
        for name, (subscribe, cancel, other) in words.items():
            with self.subTest(name), Program(ours, "xpub", "bind", ANY, "publish", 0) as server:
                with Wire.connect(server.endpoint()) as wire:
                    wire.shake_hands(VERSIONS[name], b"SUB")
                    wire.send(subscribe)
                    server.line("wish a.")
                    self.assertEqual(wire.message()[0], b"a.")
                    wire.send(cancel + other)
                    while wire.message()[0] == b"a.":
                        pass
                    self.assertEqual([wire.message()[0] for _ in range(10)], [b"b."] * 10)


class Connected(unittest.TestCase):
    """Ours connects to a listener made by hand."""

    def setUp(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(20)
        self.addCleanup(self.listener.close)
        self.endpoint = "tcp://127.0.0.1:%d" % self.listener.getsockname()[1]

    def accept(self):
        return Wire(self.listener.accept()[0])

    def test_a_subscription_is_a_message_in_3_0_and_a_command_in_3_1(self):
        expected = {"ZMTP 3.0": (0, b"\1a."), "ZMTP 3.1": (COMMAND, b"\x09SUBSCRIBEa.")}
        for role in ("sub", "xsub"):
            for name, minor in VERSIONS.items():
                with self.subTest(role, version=name), Program(ours, role, "connect", self.endpoint, "receive", 1) as client:
                    with self.accept() as wire:
                        wire.shake_hands(minor, b"PUB")
                        self.assertEqual(wire.frame(), expected[name])
                        if role == "sub":
                            # Which a publisher should not send. An XSUB leaves that to it.
                            wire.send_message(b"b.", b"0", b"")
                        wire.send_message(b"a.", b"0", b"")
                        self.assertEqual(client.finish(), ["right 0", "done"])

    def test_a_lost_connection_is_made_again_and_tells_the_subscriptions_again(self):
        with Program(ours, "sub", "connect", self.endpoint, "receive", 2):
            for _ in range(3):
                with self.accept() as wire:
                    wire.shake_hands(1, b"PUB")
                    self.assertEqual(wire.command(), (b"SUBSCRIBE", b"a."))

    def test_it_pings_with_its_time_to_live_and_takes_the_answer(self):
        with Program(ours, "dealer", "connect", self.endpoint, "watch", 0, "--heartbeat", 50):
            with self.accept() as wire:
                wire.shake_hands(1, b"ROUTER")
                for _ in range(3):
                    name, body = wire.command()
                    # In tenths of a second.
                    self.assertEqual((name, body[:2]), (b"PING", (60).to_bytes(2, "big")))
                    wire.send(command(b"PONG", body[2:]))

    def test_a_peer_of_ZMTP_3_0_is_not_pinged(self):
        with Program(ours, "request", "connect", self.endpoint, "ask", 1, "--heartbeat", 50):
            with self.accept() as wire:
                wire.shake_hands(0, b"ROUTER")
                first = wire.frame()
                self.assertFalse(first[0] & COMMAND)

    def test_a_request_has_a_number_and_an_empty_frame_before_it(self):
        with Program(ours, "request", "connect", self.endpoint, "ask", 2) as client, self.accept() as wire:
            wire.shake_hands(1, b"REP")
            number, delimiter, *question = wire.message()
            self.assertEqual((len(number), delimiter, question), (4, b"", [b"a.", b"0", b""]))
            # An answer to another question is no answer.
            wire.send_message(bytes(4), b"", b"a.", b"wrong", b"")
            wire.send_message(number, b"", b"a.", b"0", b"")
            second, _, *question = wire.message()
            self.assertEqual(question, [b"a.", b"1", b"\1"])
            self.assertEqual(int.from_bytes(second, "little"), int.from_bytes(number, "little") + 1)
            wire.send_message(second, b"", *question)
            self.assertEqual(client.finish(), ["right 0", "right 1", "done"])


class Curve(unittest.TestCase):
    """A server with keys, and clients that are none."""

    def test_a_handshake_that_is_none_is_hung_up_on(self):
        hello = b"\x05HELLO" + b"\1\0" + bytes(72) + bytes(32) + bytes(8) + bytes(80)
        mistakes = {
            "no mechanism": greeting(1) + command(b"READY", b""),
            "another mechanism": greeting(1, b"PLAIN") + command(b"HELLO", b"\5admin\5admin"),
            "another command": greeting(1, b"CURVE") + frame(b"\x05HELLA" + hello[6:], COMMAND),
            "another version": greeting(1, b"CURVE") + frame(hello[:6] + b"\2\0" + hello[8:], COMMAND),
            "too short": greeting(1, b"CURVE") + frame(hello[:-1], COMMAND),
            "for another key": greeting(1, b"CURVE") + frame(hello, COMMAND),
            "no command": greeting(1, b"CURVE") + frame(hello),
        }
        with tempfile.TemporaryDirectory() as directory:
            os.chmod(directory, 0o700)
            secret = zmq.auth.create_certificates(directory, "server")[1]
            os.chmod(secret, 0o600)
            with Program(ours, "router", "bind", ANY, "watch", 0, "--keys", secret) as server:
                for name, data in mistakes.items():
                    with self.subTest(name), Wire.connect(server.endpoint()) as wire:
                        wire.send(data)
                        self.assertTrue(wire.is_hung_up_on())
                self.assertNotIn("event handshakeSucceeded", server.lines)


class Stream(unittest.TestCase):
    """Bytes without ZMTP."""

    SIZE = 66_000

    def test_bound(self):
        with Program(ours, "stream", "bind", ANY, "echo", 2) as server, Wire.connect(server.endpoint()) as wire:
            for byte in (b"a", b"b"):
                wire.send(byte * self.SIZE)
                self.assertEqual(wire.read(self.SIZE), byte * self.SIZE)
            server.line("right 0")
            server.end_input()
            server.finish()

    def test_connected(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(20)
            endpoint = "tcp://127.0.0.1:%d" % listener.getsockname()[1]
            with Program(ours, "stream", "connect", endpoint, "ask", 2) as client:
                with Wire(listener.accept()[0]) as wire:
                    wire.send(wire.read(2 * self.SIZE))
                    self.assertEqual(client.finish(), ["right 0", "done"])


if __name__ == "__main__":
    unittest.main()
