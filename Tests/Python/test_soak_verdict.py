"""What the soak judges by can find what it looks for: histories and measurements with a fault in them."""

import collections
import json
import pathlib
import tempfile
import unittest

from soak_files import SOAK  # noqa: F401, because it makes the next ones importable

import growth
import judge
from views import View

KEYS = [f"{number:08x}-0000-4000-8000-000000000000" for number in range(4)]


def order(number, left, **members):
    """The record of an order of one mango juice, and its event, the `number`th of both."""
    event = {
        "sequence": f"{number:020}", "type": "juice.stock.changed", "subject": "mango",
        "traceparent": f"00-{KEYS[number].replace('-', '')}-{1:016x}-01",
        "data": {"fruit": "mango", "previous": left + 3, "quantity": left, "delta": -3, "version": number + 1, "ref": str(number)},
    }
    record = {
        "service": "juice", "key": KEYS[number], "method": "juice.order", "params": {"juice": "mango", "quantity": 1},
        "end": "ok", "sends": 1, "sequence": number, "epoch": "e",
        "result": {"id": str(number), "left": [{"fruit": "mango", "quantity": left, "version": number + 1}]},
    }
    return record | members, event


class Verdict(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.directory = pathlib.Path(place.name)
        self.records, self.events = (list(each) for each in zip(order(1, 7), order(2, 4), order(3, 1)))

    def view(self, name, events):
        path = self.directory / name
        view = View(path)
        view.remark("from", "e", 0)
        for event in events:
            view.take(json.dumps(event).encode(), event)
        view.close()
        return path

    def found(self):
        """The kinds of what is found."""
        findings = judge.Findings()
        stream = judge.Stream("juice", self.view("watcher", self.events), findings)
        judge.check_writes(self.records, {"juice": stream}, collections.Counter(), findings)
        judge.check_levels(stream, judge.FIRST_LEVELS, "fruit", findings)
        return [kind for kind, _ in findings.texts]

    def test_a_sound_history_is_found_sound(self):
        self.assertEqual(self.found(), [])

    def test_an_acknowledged_write_that_is_not_in_the_stream_is_lost(self):
        del self.events[2]
        self.assertEqual(self.found(), [judge.LOST])

    def test_an_effect_that_came_again_is_found(self):
        _, again = order(3, -2)
        again["traceparent"] = self.events[1]["traceparent"]
        self.events[2] = again
        del self.records[2]
        self.assertIn(judge.TWICE, self.found())

    def test_an_event_that_a_watcher_did_not_get_is_missed(self):
        del self.events[1]
        self.assertIn(judge.MISSED, self.found())

    def test_watchers_that_have_seen_different_things_are_found(self):
        findings = judge.Findings()
        one, other = self.view("one", self.events), self.view("other", self.events[:2])
        judge.check_followers("juice", one, other, findings)
        self.assertEqual([kind for kind, _ in findings.texts], [judge.MISSED])

    def test_a_write_that_was_refused_and_done_is_found(self):
        self.records[1] = {**self.records[1], "end": "refused", "error": "INSUFFICIENT_STOCK"}
        self.assertEqual(self.found(), [judge.WRONG])

    def test_a_product_that_is_gone_or_has_another_picture_is_lost(self):
        product = {"id": 1, "name": "망고", "stock": 5}
        expected = {1: (product, ["digest"])}
        for told, kinds in (
            ({1: (product, ["digest"])}, []), ({}, [judge.LOST]), ({1: (product, ["another"])}, [judge.LOST]),
            ({1: (product | {"stock": 4}, ["digest"])}, [judge.LOST]),
        ):
            findings = judge.Findings()
            judge.check_market(told, expected, {"1": (5, 1)}, findings)
            self.assertEqual([kind for kind, _ in findings.texts], kinds)


class Growth(unittest.TestCase):
    BOUND = growth.Bound("memory", 0.10, 4 * growth.MIB, "bytes")

    def judged(self, megabytes, seconds=1_800):
        """Whether a life is allowed whose memory is the given function of its share of time; None if it is too short."""
        points = [(at, megabytes(at / seconds) * growth.MIB) for at in range(0, seconds + 1, 5)]
        outcome = growth.judge(points, self.BOUND)
        return outcome and outcome[2]

    def test_what_fills_a_cache_first_is_no_growth(self):
        self.assertTrue(self.judged(lambda share: 20 + 60 * min(1, 4 * share)))

    def test_what_goes_on_growing_is_growth(self):
        self.assertFalse(self.judged(lambda share: 20 + 15 * share))

    def test_what_goes_up_and_down_is_no_growth(self):
        self.assertTrue(self.judged(lambda share: 20 + 8 * (40 * share % 1)))

    def test_a_short_life_is_not_judged(self):
        self.assertIsNone(self.judged(lambda share: 20 + 100 * share, seconds=120))

    def test_the_longest_life_of_a_service_counts(self):
        samples = [{"at": at, "services": {"juice": {"pid": 1 if at < 100 else 2, "memory": at}}} for at in range(400)]
        self.assertEqual(growth.lives(samples, "juice")[0][0], (100, {"pid": 2, "memory": 100}))


if __name__ == "__main__":
    unittest.main()
