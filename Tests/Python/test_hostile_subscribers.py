"""What a peer may do to the events socket: nothing that others notice."""

import unittest

import zmq

from juice_process import JuiceTest


class HostileSubscribers(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.client_ = self.client(self.service)
        self.witness = self.subscriber(self.service)
        self.witness.join()
        self.changes = 0

    def stranger(self, kind):
        stranger = self.context.socket(kind)
        stranger.linger = 0
        stranger.connect(self.service.events)
        self.addCleanup(stranger.close)
        return stranger

    def assertGoesOn(self):
        """Who was there gets the next event, and who comes can join."""
        self.changes += 1
        self.client_.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
        self.assertEqual([int(event["sequence"]) for event in self.witness.changes(self.changes)], [self.changes])
        newcomer = self.subscriber(self.service)
        self.assertEqual(newcomer.join()["sequence"], self.changes)
        newcomer.close()
        self.assertTrue(self.service.is_running, self.service.log)

    def subscribers(self):
        """How many the service counts, as of the next heartbeat."""
        self.witness.heartbeat()
        return self.client_.ok("service.stats")["events"]["subscribers"]

    def test_subscriptions_that_are_too_long_or_too_many_harm_nobody_else(self):
        stranger = self.stranger(zmq.SUB)
        for length in (64, 65, 128, 129, 100_000):
            stranger.subscribe(b"~sync." + b"x" * (length - 6))
            self.assertGoesOn()
        many = self.stranger(zmq.SUB)
        for number in range(3000):
            many.subscribe(f"~sync.{number:x}.")
        self.assertGoesOn()

    def test_messages_that_are_no_subscriptions_are_ignored(self):
        stranger = self.stranger(zmq.XSUB)
        for frame in (b"", b"\2", b"\xff" * 100, b"{}", b"\0never subscribed", b"\0"):
            stranger.send(frame)
            stranger.send_multipart([b"\1~sync.", frame, b"x"])
        self.assertGoesOn()

    def test_subscribers_are_counted_as_they_come_and_go(self):
        self.assertEqual(self.subscribers(), 1)
        others = [self.subscriber(self.service) for _ in range(3)]
        for other in others:
            other.join()
        self.assertEqual(self.subscribers(), 4)
        for other in others:
            other.close()
        self.assertBecomesOne()

    def test_a_subscription_that_is_repeated_counts_once(self):
        stubborn = self.stranger(zmq.XSUB)
        for _ in range(5):
            stubborn.send(b"\1~sync.again.")
            self.assertEqual(stubborn.recv_multipart()[0], b"~sync.again.")
        self.assertEqual(self.subscribers(), 2)
        stubborn.close()
        self.assertBecomesOne()

    def assertBecomesOne(self):
        """An end is noticed when it is, but before the tenth heartbeat."""
        counts = []
        while len(counts) < 10 and counts[-1:] != [1]:
            counts.append(self.subscribers())
        self.assertEqual(counts[-1], 1, counts)


if __name__ == "__main__":
    unittest.main()
