"""Somebody watches stock change, while services crash and come back."""

import json
import random
import signal
import threading
import unittest

from gateway_process import Following, gateway
from juice_process import JuiceTest
from test_calc_service import CalcProcess


class Watching(JuiceTest):
    def watch(self, service, *words):
        watch = Following(service, "watch", "juice", *words)
        self.addCleanup(watch.close)
        return watch

    def test_each_change_is_a_line_with_before_and_after(self):
        service = self.start()
        peer = self.client(service)
        watch = self.watch(service)
        self.assertIn("watching", watch.remark())
        peer.ok("juice.order", {"juice": "mango-kiwi"})
        self.assertRegex(watch.line(), r"kiwi +10 → 9 \(-1\) +order 1 +#1")
        self.assertRegex(watch.line(), r"mango +10 → 8 \(-2\) +order 1 +#2")
        peer.ok("juice.stock.adjust", {"changes": {"mango": 5}})
        self.assertRegex(watch.line(), r"mango +8 → 13 \(\+5\) +adjust 2 +#3")
        self.assertEqual(watch.end(), 130)

    def test_since_gives_the_past_first_as_cloudevents(self):
        service = self.start()
        peer = self.client(service)
        for _ in range(3):
            peer.ok("juice.order", {"juice": "kiwi"})
        watch = self.watch(service, "--since", "1", "--json", "--count", "3")
        peer.ok("juice.order", {"juice": "mango"})
        events = [json.loads(watch.line()) for _ in range(3)]
        self.assertEqual([int(event["sequence"]) for event in events], [2, 3, 4])
        for event in events:
            self.assertConforms("cloudevent", event)
        self.assertEqual(watch.wait(), 0)

    def test_a_prefix_that_no_topic_has_is_refused_at_once_also_where_nobody_runs(self):
        service = self.start()
        service.stop()
        for words, says in (
            (("juice.nonexist",), "no topic begins with 'juice.nonexist': there are: juice.stock.changed"),
            (("juice.stock.chanegd",), "did you mean juice.stock.changed?"),
            (("market.product.registered", "juice.st"), "no topic begins with 'juice.st'"),
            (("calc",), "calc does not publish any events"),
        ):
            with self.subTest(words):
                done = gateway(service, "watch", *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(says, done.stderr)

    def test_a_watch_begins_some_time_ago(self):
        service = self.start()
        peer = self.client(service)
        for _ in range(3):
            peer.ok("juice.order", {"juice": "kiwi"})
        done = gateway(service, "watch", "juice", "--since", "1h", "--count", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([line.rsplit("#")[1] for line in done.stdout.splitlines()], ["1", "2", "3"])
        # Services that are away are named, and do not keep the others from it.
        done = gateway(service, "watch", "--since", "7d", "--count", "1", "--timeout", "200ms")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("#1", done.stdout)

    def test_a_prefix_does_not_match_a_longer_name(self):
        service = self.start()
        peer = self.client(service)
        watch = Following(service, "watch", "juice.stock.changed.mango", "--since", "0", "--json", "--count", "1")
        self.addCleanup(watch.close)
        peer.ok("juice.order", {"juice": "banana"})
        peer.ok("juice.order", {"juice": "mango"})
        self.assertEqual(json.loads(watch.line())["subject"], "mango")
        self.assertEqual(watch.wait(), 0)

    def test_a_stopped_service_is_there_and_one_that_is_gone_is_not(self):
        service = self.start()
        watch = self.watch(service, "--timeout", "1s")
        self.assertIn("watching", watch.remark())
        service.signal(signal.SIGSTOP)
        said = watch.remark()
        self.assertIn("there but did not answer within 1s", said)
        self.assertNotIn("running?", said)
        ended = gateway(service, "juice", "menu", "--timeout", "1500ms")
        self.assertEqual(ended.returncode, 4)
        self.assertIn("is there at", ended.stderr)
        self.assertIn("did not answer within 1500ms", ended.stderr)
        self.assertNotIn("running?", ended.stderr)
        service.signal(signal.SIGCONT)
        self.assertIn("connected again", watch.remark())
        service.kill()
        self.assertIn("Is it running?", watch.remark())
        self.assertIn("Is it running?", gateway(service, "juice", "menu").stderr)

    def test_a_service_that_says_that_it_publishes_nothing_is_not_waited_for(self):
        calc = CalcProcess(self.directory)
        self.addCleanup(calc.close)
        calc.wait_ready()
        ended = gateway(calc, "watch", "calc")
        self.assertEqual((ended.returncode, ended.stdout), (2, ""))
        self.assertIn("calc does not publish any events", ended.stderr)

    def test_a_closed_output_ends_it_quietly(self):
        service = self.start()
        peer = self.client(service)
        watch = self.watch(service)
        self.assertIn("watching", watch.remark())
        watch._process.stdout.close()
        peer.ok("juice.order", {"juice": "kiwi"})
        self.assertEqual(watch.wait(), 0)

    def test_every_change_comes_once_through_crashes(self):
        service = self.start()
        self.client(service).ok("juice.stock.set", {"levels": {"mango": 1_000_000}})
        watch = self.watch(service, "--since", "0", "--json")
        random_numbers = random.Random(7)
        for crash in range(4):
            peer = self.client(service)
            stop = threading.Timer(random_numbers.uniform(0.05, 0.3), service.kill)
            stop.start()
            sent = received = 0
            while service.is_running:
                peer.send("juice.order", {"juice": "mango"}, key=f"{crash}-{sent}", id=sent)
                sent += 1
                # At most 64 without an answer; a service that is gone does not answer.
                while sent - received >= 64 and peer.socket.poll(50):
                    peer.receive()
                    received += 1
            stop.join()
            service = self.start()
        last = self.client(service).ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
        self.assertEqual(last["fruits"][0]["fruit"], "kiwi")
        levels = {}
        expected = 1
        while "kiwi" not in levels:
            event = json.loads(watch.line())
            self.assertEqual(int(event["sequence"]), expected)
            expected += 1
            data = event["data"]
            self.assertEqual(data["previous"], levels.get(data["fruit"], data["previous"]))
            levels[data["fruit"]] = data["quantity"]
        self.assertGreater(expected, 10)
        self.assertEqual(levels["kiwi"], 11)
        self.assertEqual(watch.end(signal.SIGINT), 130)


if __name__ == "__main__":
    unittest.main()
