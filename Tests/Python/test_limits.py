"""Limits that an operator sets: each is enforced, told, and harms nobody else."""

import contextlib
import json
import pathlib
import resource
import sys
import time

from juice_process import TIMEOUT, USAGE, JuiceTest
from sanitizing import measures_memory

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hostile"))

import zmtp  # noqa: E402
from transports import Tcp  # noqa: E402

PING = {"jsonrpc": "2.0", "id": "p", "method": "service.ping"}

# EX_TEMPFAIL of sysexits.h.
MEMORY_LIMIT_REACHED = 75

# Fewer than the connections of a test, and enough for the service itself.
FEW_FILES = 64


class LimitsTest(JuiceTest):
    def connections(self, client, socket, is_so):
        """The counts of one socket's connections as soon as they are as expected."""
        end = time.monotonic() + TIMEOUT
        while not is_so(counts := client.ok("service.stats")["connections"][socket]):
            self.assertLess(time.monotonic(), end, counts)
        return counts

    def assertHungUp(self, stranger):
        """Waits until the service has ended a raw connection."""
        try:
            while stranger.recv(65_536):
                pass
        except ConnectionResetError:
            pass


class Limits(LimitsTest):
    def refusal(self, limit, *frames):
        """The reason for which a message is refused under a limit, after which the peer is served as ever."""
        service = self.start("--limit", limit)
        client = self.client(service)
        client.send_frames(*frames)
        reply = client.receive()
        self.assertConforms("reply", reply)
        client.ok("service.ping")
        self.assertEqual(service.stop(), 0)
        return reply.reason

    def ping(self, **members):
        return json.dumps(PING | members).encode()

    def test_json_that_is_too_deep_too_wide_or_too_long_is_an_invalid_request(self):
        self.assertEqual(self.refusal("json-depth=6", self.ping(x=[[[[[[1]]]]]])), "INVALID_REQUEST")
        self.assertEqual(self.refusal("json-members=8", self.ping(x={str(n): 0 for n in range(9)})), "INVALID_REQUEST")
        self.assertEqual(self.refusal("json-string-bytes=128", self.ping(x="x" * 129)), "INVALID_REQUEST")

    def test_a_batch_that_is_too_long_is_an_invalid_request(self):
        self.assertEqual(self.refusal("batch=2", json.dumps([PING] * 3).encode()), "INVALID_REQUEST")

    def test_frames_that_are_too_many_bytes_together_are_too_large(self):
        self.assertEqual(self.refusal("message-bytes=2048", self.ping(), b"x" * 1000, b"x" * 1000), "PAYLOAD_TOO_LARGE")

    def test_a_limit_that_does_not_exist_or_is_out_of_range_is_told(self):
        for limit in ("json-depth=0", "batch=0", "handshake-ms=5", "subscribers=x", "nonsense=1"):
            with self.subTest(limit):
                self.assertIn(limit.partition("=")[0], self.assertRefusesToStart("--limit", limit))
        log = self.assertRefusesToStart("--memory-limit", "63", code=USAGE)
        self.assertIn("--memory-limit", log)
        log = self.assertRefusesToStart("--checkpoint-writes", "sometimes", code=USAGE)
        self.assertIn("'portioned' and 'plain'", log)

    def test_a_peer_that_does_not_introduce_itself_is_cut_and_counted(self):
        service = self.start("--limit", "handshake-ms=100")
        client = self.client(service)
        with zmtp.connect(service.rpc) as stranger:
            self.assertHungUp(stranger)
        counts = self.connections(client, "rpc", lambda counts: counts["handshakefailures"] == 1)
        self.assertEqual(counts["open"], 1)

    def test_a_peer_that_announces_too_large_a_frame_is_cut(self):
        service = self.start()
        client = self.client(service)
        with zmtp.introduce(service.rpc) as stranger:
            stranger.sendall(bytes([zmtp.LONG]) + (2**63 - 1).to_bytes(8, "big"))
            self.assertHungUp(stranger)
        self.connections(client, "rpc", lambda counts: counts["accepted"] == 2 and counts["open"] == 1)


class Readers(LimitsTest):
    DISCOVER = zmtp.frame(b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}')

    def wait_for_answers(self, witness, asked):
        """Waits until that many requests for the description were answered, one way or the other."""
        end, answered = time.monotonic() + TIMEOUT, 0
        while answered < asked:
            self.assertLess(time.monotonic(), end, answered)
            methods = witness.ok("service.stats")["methods"]
            answered = methods.get("rpc.discover", {}).get("count", 0)
            answered += methods.get("-", {}).get("errors", {}).get("OVERLOADED", 0)

    def test_a_peer_that_leaves_answers_unread_gets_no_more_until_it_reads(self):
        service = self.start("--limit", "unread-bytes-per-peer=1000000")
        witness = self.client(service)
        asked = 200
        with zmtp.introduce(service.rpc) as peer:
            for _ in range(asked):
                peer.sendall(self.DISCOVER)
            self.wait_for_answers(witness, asked)
            answers = [json.loads(peer.receive_message()[-1]) for _ in range(asked)]
            refused = [answer for answer in answers if "error" in answer]
            self.assertEqual({answer["error"]["data"]["reason"] for answer in refused}, {"OVERLOADED"})
            self.assertGreater(len(refused), asked / 2)
            peer.sendall(self.DISCOVER)
            self.assertIn("result", json.loads(peer.receive_message()[-1]))
        witness.ok("service.ping")

    def test_when_all_leave_too_much_unread_some_are_disconnected_and_others_served(self):
        service = self.start("--limit", "unread-bytes=300000")
        witness = self.client(service)
        with contextlib.ExitStack() as stack:
            # Each gets one answer, of some 40 kB.
            peers = [stack.enter_context(zmtp.introduce(service.rpc)) for _ in range(30)]
            for peer in peers:
                with contextlib.suppress(OSError):
                    peer.sendall(self.DISCOVER)
            self.connections(witness, "rpc", lambda counts: counts["hungup"] == 31 - counts["open"] > 0)
            self.assertIn("too many answers are left unread", service.log)


class Connections(LimitsTest):
    PING = zmtp.frame(json.dumps(PING).encode())

    def ping(self, peer):
        """A raw peer asks something, after which the service knows it."""
        peer.sendall(self.PING)
        return json.loads(peer.receive_message()[-1])

    def assertOneTooMany(self, *limits):
        """The fourth connection is ended when three may be, and those before are served."""
        service = self.start(*limits)
        client = self.client(service)
        client.ok("service.ping")
        with contextlib.ExitStack() as stack:
            peers = [stack.enter_context(zmtp.introduce(service.rpc)) for _ in range(3)]
            for peer in peers[:2]:
                self.assertIn("result", self.ping(peer))
            peers[2].sendall(self.PING)
            self.assertHungUp(peers[2])
            for peer in peers[:2]:
                self.assertIn("result", self.ping(peer))
            self.connections(client, "rpc", lambda counts: (counts["hungup"], counts["open"]) == (1, 3))
        self.assertIn("too many connections", service.log)

    def test_one_client_too_many_is_disconnected_and_those_before_are_served(self):
        self.assertOneTooMany("--limit", "clients=3")

    def test_one_connection_of_a_client_too_many_is_disconnected_and_those_before_are_served(self):
        self.assertOneTooMany("--limit", "connections-per-client=3")

    def test_connections_that_say_nothing_give_way_to_newer_ones(self):
        service = self.start("--limit", "new-connections=2", "--limit", "handshake-ms=60000")
        client = self.client(service)
        client.ok("service.ping")
        with zmtp.connect(service.rpc) as first, zmtp.connect(service.rpc), zmtp.introduce(service.rpc) as third:
            self.assertHungUp(first)
            self.assertIn("result", self.ping(third))
            self.connections(client, "rpc", lambda counts: (counts["hungup"], counts["open"]) == (1, 3))
        client.ok("service.ping")

    def test_a_machine_without_files_left_serves_again_after_a_moment(self):
        # Not over ipc: there libzmq 4.3.4 ends the process, so the limit on clients has to keep files free.
        limits = ("--limit", "failed-connects=5", "--limit", "handshake-ms=60000")
        service = self.start(*limits, *Tcp(self.directory).arguments)
        resource.prlimit(service.pid, resource.RLIMIT_NOFILE, (FEW_FILES, FEW_FILES))
        with contextlib.ExitStack() as stack:
            strangers = []
            for _ in range(FEW_FILES):
                try:
                    strangers.append(stack.enter_context(zmtp.connect(service.rpc)))
                except ConnectionError:
                    break  # The endpoint is given up already.
            for stranger in strangers:
                self.assertHungUp(stranger)
            client = self.client(service)
            self.assertGreater(client.ok("service.stats")["connections"]["rpc"]["pauses"], 0)
        self.assertIn("gives up the request endpoints", service.log)


class Subscribers(LimitsTest):
    def assertMissesNothing(self, service, attack, why, markers=1):
        """Who does not attack keeps its connection and all its events."""
        client = self.client(service)
        witness = self.subscriber(service)
        witness.join()
        client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
        self.assertEqual([int(event["sequence"]) for event in witness.changes(1)], [1])
        attack()
        self.connections(client, "events", lambda counts: counts["hungup"] > 0 and counts["open"] == 1)
        client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
        self.assertEqual([int(event["sequence"]) for event in witness.changes(2)], [2])
        self.assertEqual(client.ok("service.stats")["events"]["markers"], markers)
        self.assertIn(why, service.log)
        self.assertEqual(service.stop(), 0)

    def subscribe(self, stranger, count):
        for number in range(count):
            # It may have been hung up on by then.
            with contextlib.suppress(OSError):
                stranger.sendall(zmtp.frame(b"\x01topic.%04d.topic." % number))

    def test_a_subscriber_of_too_many_topics_is_disconnected(self):
        service = self.start("--limit", "subscription-bytes-per-peer=1024")

        def attack():
            with zmtp.introduce(service.events, "SUB") as stranger:
                self.subscribe(stranger, 120)
                self.assertHungUp(stranger)

        self.assertMissesNothing(service, attack, "too many subscriptions")

    def test_a_process_whose_connections_have_too_many_topics_together_is_disconnected(self):
        service = self.start("--limit", "subscription-bytes=2048")

        def attack():
            with zmtp.introduce(service.events, "SUB") as first, zmtp.introduce(service.events, "SUB") as second:
                self.subscribe(first, 60)
                first.sendall(zmtp.frame(b"\x01~sync.first."))
                # The marker: all that was asked for before has been counted.
                first.receive_message()
                self.subscribe(second, 60)
                self.assertHungUp(second)

        self.assertMissesNothing(service, attack, "too many subscriptions", markers=2)

    def assertOneTooMany(self, *limits):
        service = self.start(*limits)

        def attack():
            with contextlib.ExitStack() as stack:
                peers = [stack.enter_context(zmtp.introduce(service.events, "SUB")) for _ in range(3)]
                for peer in peers[:2]:
                    peer.sendall(zmtp.frame(b"\x01~sync.peer."))
                    peer.receive_message()
                peers[2].sendall(zmtp.frame(b"\x01juice."))
                self.assertHungUp(peers[2])

        self.assertMissesNothing(service, attack, "too many connections", markers=3)

    def test_one_subscriber_too_many_is_disconnected(self):
        self.assertOneTooMany("--limit", "subscribers=3")

    def test_one_subscriber_of_a_client_too_many_is_disconnected(self):
        self.assertOneTooMany("--limit", "subscribers-per-client=3")

    def test_when_too_many_come_and_go_all_are_sent_away_for_a_moment(self):
        service = self.start("--limit", "leaving-subscribers=8")
        client = self.client(service)
        witness = self.subscriber(service)
        witness.join()
        for _ in range(20):
            try:
                with zmtp.introduce(service.events, "SUB") as stranger:
                    stranger.sendall(zmtp.frame(b"\x01~sync.stranger."))
                    stranger.receive_message()
            except OSError:
                break  # The endpoint is given up, as it should be.
        # libzmq has connected the witness again: it gets a new marker, and knows that nothing was missed.
        self.assertEqual(witness.join()["sequence"], 0)
        client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
        self.assertEqual([int(event["sequence"]) for event in witness.changes(1)], [1])
        self.assertEqual(client.ok("service.stats")["connections"]["events"]["pauses"], 1)
        self.assertIn("come and go", service.log)


@measures_memory
class Memory(JuiceTest):
    def test_messages_without_an_end_from_many_peers_end_the_service_and_lose_nothing(self):
        arguments = ("--memory-limit", "96", *Tcp(self.directory).arguments)
        service = self.start(*arguments)
        client = self.client(service)
        kept = client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}}, key="kept")
        with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
            for _ in range(32):
                # Each may still end its message: that of one is no larger than it may be.
                holder = stack.enter_context(zmtp.introduce(service.rpc))
                holder.sendall(zmtp.frame(b"x" * 1_000_000, zmtp.MORE) * 7)
        self.assertEqual(service.wait(), MEMORY_LIMIT_REACHED, service.log)
        last = service.log.strip().splitlines()[-1]
        self.assertIn("--memory-limit", last)
        self.assertIn("critical", last)
        client = self.client(self.start(*arguments))
        reply = client.call("juice.stock.adjust", {"changes": {"kiwi": 1}}, key="kept")
        self.assertEqual((reply["result"], reply["meta"]["replayed"]), (kept, True))
        self.assertStock(client, kiwi=11)

    def assertIsCut(self, socket, frame, *arguments):
        """A peer sends one message that never ends, and others go on."""
        service = self.start("--memory-limit", "512", *arguments)
        client = self.client(service)
        with zmtp.introduce(getattr(service, socket), {"rpc": "DEALER", "events": "SUB"}[socket]) as stranger:
            # The system may keep what is on its way for a while, and then nothing moves.
            stranger.settimeout(1)
            with self.assertRaises(OSError):
                for _ in range(1 << 16):
                    stranger.sendall(frame)
        self.assertLogs(service, "a message has no end")
        client.ok("service.ping")
        self.assertFalse(client.was_disconnected)
        self.assertEqual(service.stop(), 0)

    def test_over_tcp_who_sends_much_in_whole_messages_is_left_alone_while_memory_grows(self):
        service = self.start("--memory-limit", "256", *Tcp(self.directory).arguments)
        client = self.client(service)
        with contextlib.ExitStack() as stack:
            for _ in range(16):
                # A message that has not ended yet, and may still: it takes memory for good.
                holder = stack.enter_context(zmtp.introduce(service.rpc))
                holder.sendall(zmtp.frame(b"x" * 1_000_000, zmtp.MORE) * 7)
                for _ in range(2):
                    client.send_frames(json.dumps(PING).encode(), *[b"x" * 1_000_000] * 7)
                    client.receive()
        self.assertFalse(client.was_disconnected, service.log)
        self.assertEqual(service.stop(), 0)

    def test_a_peer_whose_request_has_no_end_is_disconnected(self):
        self.assertIsCut("rpc", zmtp.frame(b"x" * 65_536, zmtp.MORE))
        self.assertIsCut("rpc", zmtp.frame(b"x" * 65_536, zmtp.MORE), *Tcp(self.directory).arguments)

    def test_a_peer_whose_subscription_has_no_end_is_disconnected(self):
        self.assertIsCut("events", zmtp.frame(b"\x01" + b"x" * 63, zmtp.MORE) * 1_000)
        self.assertIsCut("events", zmtp.frame(b"\x01" + b"x" * 63, zmtp.MORE) * 1_000, *Tcp(self.directory).arguments)


if __name__ == "__main__":
    import unittest

    unittest.main()
