"""What a peer sends by mistake or in malice: it gets an error or loses its connection, and the service goes on."""

import json
import random
import socket
import unittest

import zmq

from juice_process import JuiceTest
from juice_sockets import TIMEOUT, Reply

KIB = 1024
PING = b'{"jsonrpc":"2.0","id":"p","method":"service.ping"}'

# Requests that change nothing as they are; with a few bytes of them changed, hardly any does.
HARMLESS = [
    '{"jsonrpc":"2.0","id":"01980f3e-5a52","method":"juice.order","params":{"juice":"strawberry","quantity":999},'
    '"meta":{"idempotencykey":"한글 key","timeoutms":50000,"traceparent":"00-4bf92f35-00f067aa-01"}}',
    '{"jsonrpc":"2.0","id":42,"method":"juice.stock.set","params":{"levels":{"mango":55,"kiwi":66},'
    '"expectedVersion":{"mango":987654,"kiwi":876543}}}',
    '{"jsonrpc":"2.0","id":7,"method":"events.replay","params":{"after":0,"limit":10,"topics":["juice.stock."]}}',
    '[{"jsonrpc":"2.0","id":"a","method":"juice.menu"},{"jsonrpc":"2.0","method":"juice.stock.list","params":{}},'
    '{"jsonrpc":"2.0","id":"c","method":"juice.order.list","params":{"limit":3}}]',
]


class HostileInput(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.peer = self.client(self.service)
        self.witness = self.client(self.service)
        self.witness.ok("service.ping")
        self.changed = {}

    def tearDown(self):
        # Whatever a test sent: the service lives, serves others, and nothing changed that was not answered with ok.
        self.assertTrue(self.service.is_running, self.service.log)
        self.assertEqual(self.witness.ok("service.ping")["name"], "juice-service")
        self.assertStock(self.witness, **self.changed)
        self.assertEqual(self.service.stop(), 0, self.service.log)
        super().tearDown()

    def assertRefused(self, reply, reason):
        self.assertConforms("reply", reply)
        self.assertEqual((reply.reason, reply["id"]), (reason, None))

    def test_a_frame_of_10_mb_costs_the_connection_and_gets_no_reply(self):
        self.peer.ok("service.ping")
        self.peer.send_frames(b"x" * 10_000_000)
        self.peer.wait_disconnected()
        # libzmq has connected again; the first thing that comes is the answer to this.
        self.assertEqual(self.peer.ok("service.ping")["name"], "juice-service")

    def test_an_attachment_over_1_mib_costs_the_connection(self):
        self.peer.send_frames(PING, bytes(1024 * KIB))
        self.assertEqual(self.peer.receive()["id"], "p")
        self.peer.send_frames(PING, bytes(1024 * KIB + 1))
        self.peer.wait_disconnected()
        self.peer.ok("service.ping")

    def test_more_than_8_frames_are_refused(self):
        for count in (9, 15, 16, 17, 100, 1000):
            with self.subTest(count):
                self.peer.send_frames(PING, *[b"x"] * (count - 1))
                self.assertRefused(self.peer.receive(), "PAYLOAD_TOO_LARGE")
        self.peer.send_frames(PING, *[b"x"] * 7)
        self.assertEqual(self.peer.receive()["result"]["name"], "juice-service")

    def test_a_json_frame_over_256_kib_is_refused(self):
        self.peer.send_frames(PING.ljust(256 * KIB))
        self.assertEqual(self.peer.receive()["result"]["name"], "juice-service")
        for size in (256 * KIB + 1, 1024 * KIB):
            self.peer.send_frames(PING.ljust(size))
            self.assertRefused(self.peer.receive(), "PAYLOAD_TOO_LARGE")

    def test_a_batch_takes_no_attachments(self):
        self.peer.send_frames(b"[" + PING + b"]", b"attachment")
        self.assertRefused(self.peer.receive(), "INVALID_REQUEST")

    def test_a_batch_with_endless_answers_gets_a_reply_of_at_most_1_mib(self):
        requests = [{"jsonrpc": "2.0", "id": number, "method": "rpc.discover"} for number in range(255)]
        write = {"method": "juice.stock.set", "params": {"levels": {"kiwi": 10}}}
        requests.append({"jsonrpc": "2.0", "id": "write", **write})
        self.peer.send_frames(json.dumps(requests).encode())
        (frame,) = self.peer.receive_frames()
        self.assertLessEqual(len(frame), 1024 * KIB)
        replies = json.loads(frame)
        self.assertEqual([reply["id"] for reply in replies], [request["id"] for request in requests])
        reasons = {reply["error"]["data"]["reason"] for reply in replies if "error" in reply}
        self.assertEqual(reasons, {"PAYLOAD_TOO_LARGE"})
        # Answers to writes are always given.
        self.assertEqual(replies[-1]["result"]["fruits"], [])

    def test_a_dealer_gets_a_delimiter_exactly_if_it_sent_one(self):
        for delimiter in (False, True):
            client = self.client(self.service, delimiter=delimiter)
            for good, frame in ((True, PING), (False, b"{"), (True, b"[" + PING + b"]")):
                client.send_frames(frame)
                reply = client.receive()
                self.assertEqual(isinstance(reply, Reply) and reply.reason is not None, not good)

    def test_a_req_socket_with_a_json_library_is_a_complete_client(self):
        with self.context.socket(zmq.REQ) as requester:
            requester.linger = 0
            requester.rcvtimeo = TIMEOUT * 1000
            requester.connect(self.service.rpc)
            for id in range(3):
                requester.send_json({"jsonrpc": "2.0", "id": id, "method": "service.ping"})
                reply = requester.recv_json()
                self.assertConforms("reply", reply)
                self.assertEqual((reply["id"], reply["result"]["name"]), (id, "juice-service"))

    def test_messages_without_json_are_refused(self):
        self.peer.send_frames(b"", b"")
        self.assertRefused(self.peer.receive(delimiter=True), "PARSE_ERROR")
        # Two delimiters: the second one stands where the JSON should be.
        self.peer.send_frames(b"", b"", PING)
        self.assertRefused(self.peer.receive(delimiter=True), "PARSE_ERROR")

    def test_random_bytes_are_refused_one_by_one(self):
        source = random.Random(1)
        frames = [source.randbytes(source.randrange(1, 400)) for _ in range(1000)]
        for frame in frames:
            self.peer.send_frames(frame)
        for frame in frames:
            reply = self.peer.receive()
            self.assertIn(reply.reason, ("PARSE_ERROR", "INVALID_REQUEST"), frame)
            self.assertIsNone(reply["id"])

    def test_bytes_that_are_no_zmtp_do_no_harm(self):
        source = random.Random(2)
        greeting = bytes.fromhex("ff00000000000000017f0301") + b"NULL".ljust(20, b"\0") + bytes(32)
        path = self.service.rpc.removeprefix("ipc://")
        starts = [b"", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 64, greeting[:11], greeting, greeting + b"\x04\xff" * 9]
        for head in starts * 4:
            with socket.socket(socket.AF_UNIX) as stranger:
                stranger.settimeout(TIMEOUT)
                stranger.connect(path)
                try:
                    stranger.sendall(head + source.randbytes(source.randrange(2000)))
                except (BrokenPipeError, ConnectionResetError):
                    pass  # it has hung up on us, as it may
            self.witness.ok("service.ping")

    def test_a_peer_that_does_not_read_its_replies_stops_nobody(self):
        deaf = self.context.socket(zmq.DEALER)
        deaf.linger, deaf.rcvhwm, deaf.sndhwm = 0, 1, 0
        deaf.connect(self.service.rpc)
        self.addCleanup(deaf.close)
        for number in range(400):
            deaf.send(b'{"jsonrpc":"2.0","id":%d,"method":"rpc.discover"}' % number)
            if number % 40 == 0:
                self.witness.ok("service.ping")

    def test_5000_mutations_of_requests_do_nothing_but_what_they_are_told_they_did(self):
        source = random.Random(3)
        for burst in range(50):
            sent = [mutation(source) for _ in range(100)]
            for frame in sent:
                self.peer.send_frames(frame)
            fence = self.peer.send("service.ping", id=f"fence {burst}")
            replies = []
            while True:
                # A mutation can empty the frame, which makes it a delimiter.
                frames = self.peer.receive_frames()
                value = json.loads(frames[-1])
                if isinstance(value, dict) and value["id"] == fence:
                    break
                replies.append(value)
            self.assertLessEqual(len(replies), len(sent))
            for reply in replies:
                for one in reply if isinstance(reply, list) else [reply]:
                    data = one.get("error", {}).get("data", {})
                    self.assertEqual("error" in one, "result" not in one)
                    self.assertNotIn(data.get("reason"), ("INTERNAL", "COMMIT_UNKNOWN", "STORAGE_UNAVAILABLE"))
                    self.assertEqual(data.get("outcome", "not_applied"), "not_applied")
                    self.note_changes(one)
            # A schema is slow to check: one of each burst.
            one = source.choice(replies)
            self.assertConforms("reply", one[0] if isinstance(one, list) else one)

    def note_changes(self, reply):
        """A fault that takes away `expectedVersion` leaves a request that sets levels."""
        result = reply.get("result", {})
        for level in [*result.get("fruits", []), *result.get("left", [])]:
            if "previous" in level or "left" in result:
                self.changed[level["fruit"]] = level["quantity"]


def mutation(source):
    """One of the harmless requests with one to four small faults."""
    bytes_ = bytearray(source.choice(HARMLESS).encode())
    for _ in range(source.randint(1, 4)):
        at = source.randrange(len(bytes_) or 1)
        match source.randrange(7):
            case 0:
                bytes_[at : at + 1] = bytes([source.randrange(256)])
            case 1:
                del bytes_[at : at + source.randint(1, 8)]
            case 2:
                bytes_[at:at] = source.randbytes(source.randint(1, 4))
            case 3:
                bytes_[at:at] = source.choice(b'" { } [ ] , : \\ null 1e999 -0'.split())
            case 4:
                bytes_[at:at] = source.choice(b"\\u0000 \\ud800 \xff \xed\xa0\x80 \xef\xbb\xbf \0".split())
            case 5:
                end = at + source.randint(1, 60)
                bytes_[at:at] = bytes_[at:end]
            case 6:
                del bytes_[at:]
    return bytes(bytes_)


if __name__ == "__main__":
    unittest.main()
