"""Limits that an operator sets: each is enforced, told, and harms nobody else."""

import json

from juice_process import JuiceTest

PING = {"jsonrpc": "2.0", "id": "p", "method": "service.ping"}


class Limits(JuiceTest):
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
        for limit in ("json-depth=0", "batch=0", "handshake-ms=5", "nonsense=1"):
            with self.subTest(limit):
                self.assertIn(limit.partition("=")[0], self.assertRefusesToStart("--limit", limit))


if __name__ == "__main__":
    import unittest

    unittest.main()
