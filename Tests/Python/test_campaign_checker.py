"""The judge of the campaign finds each kind of fault, and nothing where there is none."""

import copy
import json
import unittest
import uuid

import campaign_files  # noqa: F401
from checker import LOST, MISSED, TWICE, WRONG, Evidence, View
from intent import trace
from juice.judgement import JuiceJudgement
from juice.shop import FIRST_LEVEL, FIRST_VERSION, FRUITS, needed

EPOCH = "5f0c0a52-9d5e-4c55-9a9e-0d7a54c3b1f4"


class Story:
    """A shop that does everything right, and the records of who used it."""

    def __init__(self):
        self.levels = {fruit: (FIRST_LEVEL, FIRST_VERSION) for fruit in FRUITS}
        self.events, self.records, self.last_of = [], [], {}
        self.time = 0

    def adjust(self, **changes):
        return self._write("juice.stock.adjust", {"changes": changes}, changes, "adjust")

    def order(self, juice, quantity=1):
        params = {"juice": juice, "quantity": quantity}
        return self._write("juice.order", params, {fruit: -n for fruit, n in needed(params).items()}, "order")

    def _write(self, method, params, changes, cause):
        key = str(uuid.uuid4())
        ref = str(len(self.records) + 1)
        record = self.record(key, method, params)
        moved = []
        for fruit in [fruit for fruit in FRUITS if fruit in changes]:
            moved.append((fruit, self.levels[fruit][0]))
            self.emit(key, fruit, changes[fruit], cause, ref)
        levels = [
            {"fruit": fruit, "quantity": self.levels[fruit][0], "previous": previous, "version": self.levels[fruit][1]}
            for fruit, previous in moved
        ]
        result = {"fruits": levels, "version": 1 + sum(version - 1 for _, version in self.levels.values())}
        if cause == "order":
            used = [{"fruit": fruit, "quantity": quantity} for fruit, quantity in needed(params).items()]
            left = [{name: level[name] for name in ("fruit", "quantity", "version")} for level in levels]
            result = {"id": ref, **params, "used": used, "left": left, "time": "now"}
        record |= {"end": "ok", "result": result, "sequence": len(self.events), "epoch": EPOCH}
        return record

    def emit(self, key, fruit, delta, cause="order", ref="0"):
        previous, version = self.levels[fruit]
        self.levels[fruit] = (previous + delta, version + 1)
        sequence = len(self.events) + 1
        event = {
            "id": f"{EPOCH}/{sequence}", "type": "juice.stock.changed", "subject": fruit, "time": "now", "sequence": f"{sequence:020}",
            "epoch": EPOCH, "traceparent": trace(key),
            "data": {"fruit": fruit, "previous": previous, "quantity": previous + delta, "delta": delta,
                     "version": version + 1, "cause": cause, "ref": ref},
        }
        if fruit in self.last_of:
            event["previoussequence"] = f"{self.last_of[fruit]:020}"
        self.last_of[fruit] = sequence
        self.events.append(event)

    def record(self, key, method, params, **more):
        self.time += 10
        record = {"by": "somebody", "key": key, "method": method, "params": params, "sends": 1,
                  "start": self.time, "finish": self.time + 5, **more}
        self.records.append(record)
        return record

    @property
    def stream(self):
        return [json.dumps(event).encode() for event in self.events]

    def evidence(self, **views):
        whole = {"somebody": self.stream}
        return Evidence(self.records, self.stream, len(self.events), dict(self.levels),
                        [View(name, lines) for name, lines in (whole | views).items()])


class Judgement(unittest.TestCase):
    def setUp(self):
        self.story = Story()
        self.story.adjust(mango=100, kiwi=50)
        self.order = self.story.order("mango", 2)
        self.both = self.story.order("mango-kiwi")
        self.story.adjust(banana=3)

    def judged(self, evidence=None):
        return JuiceJudgement(evidence or self.story.evidence()).pronounce()

    def assertFinds(self, kind, evidence=None, pattern=""):
        verdict = self.judged(evidence)
        self.assertIn(kind, [found for found, _ in verdict.findings], verdict.findings)
        self.assertRegex("\n".join(text for found, text in verdict.findings if found == kind), pattern)
        self.assertGreater(verdict.counts[kind], 0)

    def test_nothing_is_found_where_everything_is_right(self):
        verdict = self.judged()
        self.assertEqual(verdict.findings, [])
        self.assertEqual((verdict.counted, verdict.writes, verdict.events), (2, 4, 6))

    def test_an_acknowledged_order_that_is_not_in_the_stream_is_lost(self):
        told = copy.deepcopy(self.story.records[1]) | {"key": str(uuid.uuid4())}
        self.story.records.append(told)
        self.assertFinds(LOST, pattern="is not in the stream")

    def test_a_hole_in_the_stream_is_lost(self):
        evidence = self.story.evidence()
        del evidence.stream[2]
        self.assertFinds(LOST, evidence, "hole from 3 to 3")

    def test_a_stream_that_ends_too_early_is_lost(self):
        evidence = self.story.evidence()
        del evidence.stream[-1]
        self.assertFinds(LOST, evidence, "ends at 5")

    def test_an_order_that_was_done_again_is_done_twice(self):
        self.story.emit(self.order["key"], "mango", -6, ref=self.order["result"]["id"])
        self.assertFinds(TWICE, pattern="times over")

    def test_an_order_of_unknown_end_that_was_done_again_is_done_twice(self):
        key = str(uuid.uuid4())
        self.story.record(key, "juice.order", {"juice": "kiwi"}, end="unknown")
        self.story.emit(key, "kiwi", -3, ref="8")
        self.assertTrue(self.judged().is_sound)
        self.story.emit(key, "kiwi", -3, ref="9")
        self.assertFinds(TWICE, pattern="more than once")

    def test_two_different_answers_to_one_key_are_found(self):
        other = copy.deepcopy(self.order)
        other["result"]["id"] = "another"
        self.story.records.append(other)
        self.assertFinds(TWICE, pattern="was answered")

    def test_a_key_that_did_two_things_is_found(self):
        reuse = {"changes": {"mango": 7}}
        self.story.record(self.order["key"], "juice.stock.adjust", reuse, reuse=True, end="refused",
                          error="IDEMPOTENCY_KEY_REUSED")
        self.assertTrue(self.judged().is_sound)
        self.story.records[-1] |= {"end": "ok", "result": {"fruits": []}, "sequence": 6, "epoch": EPOCH}
        self.assertFinds(TWICE, pattern="something else")

    def test_what_was_not_applied_and_happened_is_found(self):
        key = str(uuid.uuid4())
        self.story.record(key, "juice.order", {"juice": "kiwi", "quantity": 30}, end="refused", error="INSUFFICIENT_STOCK")
        self.assertTrue(self.judged().is_sound)
        self.story.emit(key, "kiwi", -3)
        self.assertFinds(WRONG, pattern="was not applied")

    def test_a_passing_refusal_takes_nothing_back_that_was_unknown_before(self):
        key = str(uuid.uuid4())
        for end, error in (("unknown", None), ("refused", "OVERLOADED"), ("refused", "INSUFFICIENT_STOCK")):
            self.story.record(key, "juice.order", {"juice": "kiwi", "quantity": 30}, end=end, error=error)
        self.story.adjust(kiwi=40)
        self.story.emit(key, "kiwi", -90)
        self.assertTrue(self.judged().is_sound)

    def test_a_refusal_that_holds_for_ever_takes_back_what_was_unknown_before(self):
        key = str(uuid.uuid4())
        for end, error in (("unknown", None), ("refused", "INVALID_PARAMS")):
            self.story.record(key, "juice.order", {"juice": "kiwi"}, end=end, error=error)
        self.assertTrue(self.judged().is_sound)
        self.story.emit(key, "kiwi", -3)
        self.assertFinds(WRONG, pattern="was not applied")

    def test_an_order_that_took_only_a_part_of_its_fruits_is_found(self):
        key = str(uuid.uuid4())
        self.story.record(key, "juice.order", {"juice": "mango-kiwi"}, end="unknown")
        self.story.emit(key, "kiwi", -1)
        self.assertFinds(WRONG, pattern="in part")

    def test_an_effect_that_nobody_asked_for_is_found(self):
        self.story.emit(str(uuid.uuid4()), "kiwi", -3)
        self.assertFinds(WRONG, pattern="nobody asked")

    def test_a_negative_level_is_found(self):
        self.story.order("banana", 20)
        self.assertFinds(WRONG, pattern="leaves -27 banana")

    def test_a_level_that_the_deltas_do_not_add_up_to_is_found(self):
        evidence = self.story.evidence()
        evidence.end["mango"] = (1, 4)
        self.assertFinds(WRONG, evidence, "mango: .* at the end")

    def test_a_version_that_jumps_is_found(self):
        self.story.events[3]["data"]["version"] += 1
        self.assertFinds(WRONG, pattern="does not follow")

    def test_an_answer_that_disagrees_with_its_event_is_found(self):
        self.order["result"]["left"][0]["quantity"] += 1
        self.assertFinds(WRONG, pattern="promised")

    def test_what_began_later_and_comes_earlier_is_found(self):
        self.order["start"], self.order["finish"] = 1_000, 1_001
        self.assertFinds(WRONG, pattern="began after")

    def test_a_read_that_was_never_true_is_found(self):
        levels = [{"fruit": fruit, "quantity": 10, "version": 1} for fruit in FRUITS]
        read = {"by": "somebody", "method": "juice.stock.list", "start": 0, "finish": 1, "end": "ok", "epoch": EPOCH,
                "result": {"fruits": levels, "version": 1}, "sequence": 0}
        self.story.records.append(read)
        self.assertTrue(self.judged().is_sound)
        read |= {"sequence": 3, "start": 60}
        self.assertFinds(WRONG, pattern="read")

    def refused(self, method, params, error, **more):
        return self.story.record(str(uuid.uuid4()), method, params, end="refused", error=error, **more)

    def test_a_refusal_for_want_of_stock_that_was_there_all_the_time_is_found(self):
        self.refused("juice.order", {"juice": "strawberry"}, "INSUFFICIENT_STOCK")
        self.assertTrue(self.judged().is_sound)
        self.refused("juice.order", {"juice": "mango"}, "INSUFFICIENT_STOCK")
        self.assertFinds(WRONG, pattern="no order of the .* calls .* INSUFFICIENT_STOCK")

    def test_a_refusal_that_says_another_stock_than_there_ever_was_is_found(self):
        short = {"fruit": "strawberry", "required": 16, "available": 10}
        refused = self.refused("juice.order", {"juice": "strawberry"}, "INSUFFICIENT_STOCK", shortages=[short])
        self.assertTrue(self.judged().is_sound)
        refused["shortages"] = [short | {"available": 9}]
        self.assertFinds(WRONG, pattern="no order")

    def test_a_set_that_was_refused_though_nobody_had_changed_anything_is_found(self):
        params = {"levels": {"mango": 5}, "expectedVersion": {"mango": 3}}
        self.refused("juice.stock.set", params, "VERSION_MISMATCH")
        self.assertTrue(self.judged().is_sound)
        self.refused("juice.stock.set", params | {"expectedVersion": {"mango": 4}}, "VERSION_MISMATCH")
        self.assertFinds(WRONG, pattern="no order of the .* VERSION_MISMATCH")

    def test_two_answers_that_were_swapped_are_found(self):
        first, second = self.story.order("mango"), self.story.order("mango")
        first["finish"] = second["finish"]
        self.assertTrue(self.judged().is_sound)
        # The events are swapped with them, so that only the order of the answers in time can tell.
        second["start"], second["finish"] = second["finish"] + 1, second["finish"] + 2
        first["result"], second["result"] = second["result"], first["result"]
        self.assertFinds(WRONG, pattern="no order")

    def test_a_read_of_what_had_been_before_it_began_is_found(self):
        levels = [{"fruit": fruit, "quantity": 10, "version": 1} for fruit in FRUITS]
        read = self.story.record(None, "juice.stock.list", {}, end="ok", result={"fruits": levels, "version": 1},
                                 sequence=0, epoch=EPOCH)
        del read["key"]
        self.assertFinds(WRONG, pattern="no order of the .* juice.stock.list")

    def test_a_write_of_unknown_end_may_have_been_done_at_any_time_since(self):
        key = str(uuid.uuid4())
        self.story.record(key, "juice.order", {"juice": "kiwi"}, end="unknown")
        self.story.adjust(banana=1)
        self.story.emit(key, "kiwi", -3)
        self.assertTrue(self.judged().is_sound)
        self.story.records[-2]["start"] = 1_000
        self.assertFinds(WRONG, pattern="no order")

    def test_a_call_without_an_end_is_found(self):
        self.story.record(str(uuid.uuid4()), "juice.order", {"juice": "kiwi"}, hung=True)
        self.assertFinds(WRONG, pattern="never learned")

    def test_an_event_that_a_subscriber_did_not_get_is_missed(self):
        stream = self.story.stream
        self.assertFinds(MISSED, self.story.evidence(late=stream[:2] + stream[3:]), "late missed 1 events before 4")
        self.assertFinds(MISSED, self.story.evidence(tail=stream[:-2]), "tail missed the last 2")

    def test_an_event_that_a_subscriber_got_twice_or_out_of_order_is_found(self):
        stream = self.story.stream
        self.assertFinds(TWICE, self.story.evidence(again=[*stream[:3], stream[1], *stream[3:]]), "got 2 again")

    def test_an_event_that_is_not_in_the_stream_is_found(self):
        stream = self.story.stream
        changed = stream[2].replace(b"mango", b"melon")
        self.assertFinds(WRONG, self.story.evidence(odd=[*stream[:2], changed, *stream[3:]]), "not in the stream")

    def test_a_cut_that_a_subscriber_was_told_of_is_no_fault(self):
        stream = self.story.stream
        cut = json.dumps({"resynced": {"epoch": EPOCH, "sequence": 4}}).encode()
        verdict = self.judged(self.story.evidence(told=[*stream[:2], cut, *stream[4:]]))
        self.assertEqual((verdict.findings, verdict.resynced), ([], 1))

    def test_a_late_subscriber_owes_nothing_from_before_it_came(self):
        begin = json.dumps({"from": {"epoch": EPOCH, "sequence": 3}}).encode()
        self.assertTrue(self.judged(self.story.evidence(late=[begin, *self.story.stream[3:]])).is_sound)

    def test_a_filter_is_held_to_its_own_events(self):
        stream = self.story.stream
        mango = [line for line in stream if b'"subject": "mango"' in line]
        evidence = self.story.evidence()
        evidence.views.append(View("mango", mango, ("juice.stock.changed.mango.",)))
        self.assertTrue(self.judged(evidence).is_sound)
        del evidence.views[-1].lines[1]
        self.assertFinds(MISSED, evidence, "mango missed 1")


if __name__ == "__main__":
    unittest.main()
