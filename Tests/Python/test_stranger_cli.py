"""The gateway serves a service that it does not know, beside one of the suite's own."""

import json
import unittest

from gateway_process import Following, completed, gateway
from juice_process import JuiceTest
from stranger_service import StrangerService


class Stranger(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.counter = StrangerService(self.service.run)
        self.addCleanup(self.counter.close)

    def ended(self, *words, code=0, **more):
        ended = gateway(self.service, *words, **more)
        self.assertEqual(ended.returncode, code, ended)
        return ended

    def document(self, *words, code=0, **more):
        return json.loads(self.ended("--json", *words, code=code, **more).stdout)

    def keys(self, method):
        """The keys of the requests of a method so far; `None` for one without."""
        asked = [request for request in self.counter.requests if request["method"] == method]
        return [request.get("meta", {}).get("idempotencykey") for request in asked]

    # One call

    def test_a_read_is_sent_without_a_key_and_a_write_with_one_that_is_made(self):
        self.assertEqual(json.loads(self.ended("call", "counter.get").stdout), {"number": 0})
        self.assertEqual(json.loads(self.ended("call", "counter.add", '{"amount":5}').stdout), {"number": 5})
        self.assertEqual(self.keys("counter.get"), [None])
        [key] = self.keys("counter.add")
        self.assertRegex(key, "^[0-9a-f-]{36}$")
        self.assertEqual([one["state"] for one in self.document("outcome", key)["outcomes"] if one["service"] == "counter"], ["applied"])

    def test_an_error_of_its_own_is_told_in_its_words_and_its_status_says_the_exit_code(self):
        ended = self.ended("call", "counter.add", '{"amount":-1}', code=1)
        self.assertIn("it is 0 (NEGATIVE)", ended.stderr)
        error = self.document("call", "counter.add", '{"amount":-1}', code=1)["error"]
        self.assertEqual((error["code"], error["data"]["status"]), (1, 409))
        self.assertIn("amount", self.ended("call", "counter.add", '{"amount":5000}', code=2).stderr)
        self.assertEqual(self.document("outcome"), {"unfinished": []})

    def test_what_it_does_not_list_counts_as_a_write_and_what_it_does_not_know_is_refused(self):
        self.assertIn("counter.none", self.ended("call", "counter.none", code=2).stderr)
        self.assertRegex(self.keys("counter.none")[0], "^[0-9a-f-]{36}$")

    def test_a_name_that_is_not_there_is_told_those_that_are(self):
        names = "there are: juice, calc, expo, market, counter"
        self.assertIn(names, self.ended("call", "tea.pour", code=2).stderr)
        self.assertIn("did you mean counter?", self.ended("status", "--to", "conter", code=2).stderr)
        self.counter.close()
        ended = self.ended("call", "counter.get", code=2)
        self.assertIn("no service called 'counter' is running or configured", ended.stderr)
        self.assertEqual(self.document("juice", "stock")["fruits"][0]["quantity"], 10)

    def test_one_that_was_killed_is_waited_for_and_stays_on_the_board(self):
        self.counter.close()
        # Its end in an orderly way would have taken the lock with it.
        (self.service.run / "counter.lock").touch()
        status = {one["service"]: one["state"] for one in self.document("status", code=3)["services"]}
        self.assertEqual(status["counter"], "NO_ANSWER")
        call = Following(self.service, "call", "counter.add", '{"amount":5}', "--timeout", "20s")
        self.addCleanup(call.close)
        self.counter = StrangerService(self.service.run)
        self.addCleanup(self.counter.close)
        self.assertEqual(json.loads(call.line()), {"number": 5})

    def test_one_whose_place_is_named_needs_no_lock(self):
        other = StrangerService(self.directory / "elsewhere")
        self.addCleanup(other.close)
        other.number = 7
        self.counter.close()
        places = {"JANGTEO_COUNTER_RPC": other.rpc, "JANGTEO_COUNTER_EVENTS": other.events}
        self.assertEqual(self.document("call", "counter.get", **places)["result"], {"number": 7})

    # Many

    def test_a_batch_sends_its_reads_without_and_its_writes_with_keys_and_asks_it_once(self):
        lines = [{"method": "counter.add", "params": {"amount": 1}}, {"method": "counter.get"}] * 3
        lines.append({"method": "juice.order", "params": {"juice": "kiwi"}})
        ended = self.ended("batch", "-", "--window", "1", stdin="".join(json.dumps(line) + "\n" for line in lines))
        outcomes = [json.loads(line) for line in ended.stdout.splitlines()]
        self.assertEqual([outcome["status"] for outcome in outcomes], ["ok"] * 7)
        self.assertEqual(outcomes[5]["result"], {"number": 3})
        self.assertEqual(self.keys("counter.get"), [None] * 3)
        self.assertEqual(len(set(self.keys("counter.add")) - {None}), 3)
        self.assertEqual(len(self.keys("service.info")), 1)

    def test_a_fan_out_reaches_it_and_each_service_goes_by_its_own_list(self):
        found = self.document("fanout", "service.ping", code=3)["targets"]
        states = {target["service"]: target["status"] for target in found}
        self.assertEqual((states["juice"], states["counter"], len(states)), ("ok", "ok", 5))
        self.document("fanout", "counter.get", "--to", "counter")
        self.assertEqual(self.keys("counter.get"), [None])

    def test_its_reads_can_be_measured_and_its_writes_each_once_after_a_confirmation(self):
        brief = ("--for", "200ms", "--warm-up", "1ms")
        report = self.document("bench", "rpc", "counter.get", *brief)
        self.assertTrue(report["ok"], report)
        self.assertNotIn("verified", report)
        self.assertIn("confirm with --yes", self.ended("bench", "rpc", "counter.add", '{"amount":1}', code=2).stderr)
        self.assertEqual(self.counter.number, 0)
        report = self.document("bench", "rpc", "counter.add", '{"amount":1}', "--yes", "--window", "4", *brief)
        verified = report["verified"]
        self.assertEqual((verified["lost"], verified["twice"], verified["deniedyetdone"]), (0, 0, 0))
        # The first write shows that it can be done at all, and is not counted.
        self.assertEqual((verified["acknowledged"], report["ok"]), (self.counter.number - 1, True))

    # What is said of it

    def test_it_is_described_as_it_describes_itself(self):
        ended = self.ended("describe", "counter.add")
        self.assertIn("integer, -1000 to 1000", ended.stdout)
        self.assertIn("NEGATIVE", ended.stdout)
        self.assertIn("call counter.add '{\"amount\":5}'", ended.stdout)
        self.assertIn("counter.get", self.ended("describe", "counter").stdout)
        # Without an example the command says at least what is needed.
        ended = self.ended("describe", "service.outcome", "--to", "counter")
        self.assertIn("call service.outcome '{\"idempotencykey\": …}' --to counter\n", ended.stdout)

    def test_status_stats_and_doctor_look_at_it_too(self):
        status = {one["service"]: one["state"] for one in self.document("status", code=3)["services"]}
        self.assertEqual((status["juice"], status["counter"], status["expo"]), ("SERVING", "SERVING", "NO_ANSWER"))
        self.assertEqual(self.document("status", "--to", "counter")["services"][0]["version"], "2.1.0")
        stats = {one["service"]: one for one in self.document("stats", code=3)["services"]}
        self.assertIn("service.health", stats["counter"]["stats"]["methods"])
        findings = {one["check"]: one["verdict"] for one in self.document("doctor", "--to", "counter,juice")["findings"]}
        self.assertEqual((findings["counter"], findings["juice"]), ("good", "good"))

    def test_it_is_a_service_of_a_context(self):
        places = {"XDG_CONFIG_HOME": str(self.directory / "config")}
        port = "tcp://127.0.0.1:1"
        self.ended("context", "add", "shop", "--insecure", f"counter={port}", f"juice={port}", **places)
        found = self.document("--context", "shop", "status", "--timeout", "200ms", code=4, **places)["services"]
        self.assertEqual([one["service"] for one in found], ["juice", "counter"])
        ended = self.ended("--context", "shop", "call", "tea.pour", code=2, **places)
        self.assertIn("only: counter, juice", ended.stderr)

    # Its events

    def test_its_events_are_watched_beside_those_of_the_suite(self):
        watch = Following(self.service, "watch", "counter", "juice", "--json", "--count", "2")
        self.addCleanup(watch.close)
        self.assertEqual({watch.remark().split()[0] for _ in range(2)}, {"juice:", "counter:"})
        self.ended("call", "counter.add", '{"amount":5}')
        event = json.loads(watch.line())
        self.assertConforms("cloudevent", event)
        self.assertEqual((event["type"], event["data"]), ("counter.changed", {"number": 5}))
        self.ended("call", "juice.order", '{"juice":"kiwi"}')
        self.assertEqual(json.loads(watch.line())["type"], "juice.stock.changed")
        self.assertEqual(watch.wait(), 0)

    def test_a_prefix_that_none_of_its_events_has_is_refused(self):
        done = self.ended("watch", "counter.chagned", code=2)
        self.assertIn("no topic begins with 'counter.chagned': did you mean counter.changed?", done.stderr)

    # Completion

    def test_its_name_its_methods_and_its_events_are_completed(self):
        for line, wanted in (("status --to ", "counter"), ("call counter.", "counter.add"), ("watch ", "counter.changed")):
            with self.subTest(line):
                found, said = completed(self.service, f"gateway {line}")
                self.assertIn(wanted, found, said)


if __name__ == "__main__":
    unittest.main()
