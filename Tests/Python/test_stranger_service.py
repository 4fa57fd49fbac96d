"""The service of somebody else that the gateways are held to: what it is worth as a test rests on its keeping to Protocols/."""

import pathlib
import tempfile
import unittest

import zmq

from juice_sockets import JuiceClient, JuiceSubscriber
from protocol_files import faults
from stranger_service import StrangerService


class Stranger(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.service = StrangerService(pathlib.Path(directory.name) / "run")
        self.addCleanup(self.service.close)
        context = zmq.Context()
        self.addCleanup(context.term)
        self.client = JuiceClient(context, self.service.rpc, delimiter=True)
        self.addCleanup(self.client.close)
        self.subscriber = JuiceSubscriber(context, self.service.events, ["counter."])
        self.addCleanup(self.subscriber.close)

    def test_it_says_of_itself_what_every_service_says(self):
        for name in ("ping", "info", "health"):
            with self.subTest(name):
                self.assertEqual(faults(f"service.{name}.result", self.client.ok(f"service.{name}")), [])

    def test_a_key_has_one_effect_and_one_event(self):
        self.assertEqual(self.subscriber.join()["sequence"], 0)
        self.assertEqual(self.client.ok("counter.add", {"amount": 5}, key="k"), {"number": 5})
        again = self.client.call("counter.add", {"amount": 5}, key="k")
        self.assertEqual((again["result"], again["meta"]["replayed"]), ({"number": 5}, True))
        self.assertEqual(self.client.call("counter.add", {"amount": 6}, key="k").reason, "IDEMPOTENCY_KEY_REUSED")
        self.assertEqual(self.client.ok("service.outcome", {"idempotencykey": "k"})["sequence"], 1)
        refused = self.client.call("counter.add", {"amount": -6}, key="l")
        self.assertEqual((refused["error"]["code"], refused.reason), (1, "NEGATIVE"))
        self.assertEqual((refused["error"]["data"]["status"], refused["error"]["data"]["final"]), (409, False))
        [event] = self.subscriber.receive_until(lambda event: "specversion" in event)[-1:]
        self.assertEqual(faults("cloudevent", event), [])
        self.assertEqual(self.client.ok("events.replay", {"after": 0})["events"], [event])


if __name__ == "__main__":
    unittest.main()
