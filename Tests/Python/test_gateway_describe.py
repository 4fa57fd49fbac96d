"""What a person who looks for a method is shown, and what goes over the wire when they call it."""

import json
import shlex
import unittest

from gateway_process import Following, gateway
from juice_process import JuiceTest


class DescribeTest(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()

    def describe(self, *words, code=0, **more):
        done = gateway(self.service, "describe", *words, **more)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_a_method_is_shown_with_all_that_a_caller_needs(self):
        text = self.describe("juice.order").stdout
        self.assertRegex(text, r"quantity +integer, 1 to 1000, default 1 +no +How many juices\.")
        self.assertRegex(text, r"1010 +INSUFFICIENT_STOCK +there is not enough in stock")
        self.assertIn("juice.order  (write, role order)", text)
        self.assertIn("left: array of", text)
        korean = self.describe("juice.order", "--lang", "ko").stdout
        self.assertIn("쓰기", korean)
        self.assertIn("쥬스를 만듭니다.", korean)
        self.assertRegex(korean, r"quantity .*쥬스의 잔 수입니다\.")
        self.assertNotIn("판매자", korean)
        self.assertIn("쥬스를 만듭니다.", self.describe("juice", "--lang", "ko").stdout)

    def test_the_example_of_every_method_is_a_command_that_is_understood(self):
        listed = self.describe("juice").stdout.splitlines()[1:]
        names = [line.split()[0] for line in listed]
        self.assertIn("juice.stock.set", names)
        self.assertIn("rpc.discover", names)
        # Last, because it ends the service.
        for name in sorted(names, key=lambda name: name == "service.drain"):
            with self.subTest(name):
                lines = self.describe(name, "--to", "juice").stdout.splitlines()
                words = shlex.split(lines[lines.index("EXAMPLE") + 1])
                called = gateway(self.service, *words[1:], "--json")
                error = json.loads(called.stdout).get("error", {"data": {}})
                # Its orders and its versions are those of the document, not of this store.
                self.assertIn(error["data"].get("reason"), (None, "UNKNOWN_ORDER", "VERSION_MISMATCH"), called.stderr)

    def test_as_json_it_needs_no_other_document(self):
        method = json.loads(self.describe("juice.stock.set", "--json").stdout)
        self.assertNotIn("$ref", json.dumps(method))
        self.assertEqual(method["params"][0]["schema"]["type"], "object")

    def test_a_name_that_is_none_gets_the_nearest(self):
        self.assertIn("did you mean juice.order", self.describe("juice.ordr", code=2).stderr)
        self.assertIn("--to", self.describe("service.ping", code=2).stderr)


class VerboseTest(JuiceTest):
    def test_requests_and_replies_are_shown_as_they_travel(self):
        service = self.start()
        done = gateway(service, "juice", "order", "mango", "--key", "k-1", "--verbose")
        self.assertEqual(done.returncode, 0)
        quiet = gateway(service, "juice", "order", "mango", "--key", "k-1")
        self.assertEqual(done.stdout, quiet.stdout)
        self.assertNotIn("jsonrpc", quiet.stderr)
        frames = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("  {")]
        request, reply = frames[-2:]
        self.assertEqual((request["method"], request["meta"]["idempotencykey"]), ("juice.order", "k-1"))
        self.assertEqual(reply["id"], request["id"])
        self.assertIn(f"→ {service.rpc}", done.stderr)
        self.assertIn(f"← {service.rpc}", done.stderr)

    def test_events_are_shown_with_their_topics(self):
        service = self.start()
        watch = Following(service, "watch", "juice", "--verbose", "--count", "1")
        self.addCleanup(watch.close)
        while "watching" not in watch.remark():
            pass
        self.client(service).ok("juice.order", {"juice": "mango"})
        while watch.remark() != "  juice.stock.changed.mango.":
            pass
        self.assertEqual(json.loads(watch.remark())["subject"], "mango")
        self.assertEqual(watch.wait(), 0)


if __name__ == "__main__":
    unittest.main()
