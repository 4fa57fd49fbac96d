"""The judge of the market's campaign finds each kind of fault in what a real market was asked, and nothing where there is none."""

import copy
import json
import random
import types
import unittest

import campaign_files  # noqa: F401
import records
import services
from caller import Caller
from checker import LOST, MISSED, TWICE, WRONG, Evidence, View
from intent import Wish, trace
from judge import Judge
from juice_process import TIMEOUT
from market_process import MarketTest

CALLERS, WRITES, SEED = 2, 900, 29


class Judgement(MarketTest):
    recorded = None

    def setUp(self):
        super().setUp()
        self.market = services.named("market")
        if self.recorded is None:
            type(self).recorded = self.history()
        self.evidence = copy.deepcopy(self.recorded)

    def history(self):
        """What callers, judge and subscriber of a market write down that nobody harms."""
        service = self.start()
        logs = self.directory / "logs"
        logs.mkdir()
        (logs / "market-service.log").touch()
        place = types.SimpleNamespace(
            judge=self.directory / "judge.ndjson", logs=logs, state=service.state,
            endpoint=lambda name, is_direct: service.rpc,
        )
        judge = Judge(self.context, place)
        self.addCleanup(judge.close)
        self.market.opening(judge)
        path = self.directory / "callers.ndjson"
        recorder = records.Recorder(path)
        workloads = self.market.workloads(SEED, CALLERS)
        for record in records.read(place.judge):
            workloads[0].saw(Wish(record["method"], record["params"]), record["result"])
        callers = [Caller(self.context, service.rpc, recorder, each, "caller", window=16) for each in workloads]
        end = records.now() + TIMEOUT * 1_000_000_000
        while any(caller.unsettled or not caller.is_settling for caller in callers):
            self.assertLess(records.now(), end)
            for caller in callers:
                caller.socket.poll(10)
                caller.receive()
                caller.work(records.now())
                caller.is_settling = sum(len(each._ended) for each in callers) > WRITES
        for caller in callers:
            caller.close()
        recorder.close()
        self.market.closing(judge)
        stream, head = judge.stream()
        all_records = [*records.read(path), *records.read(place.judge)]
        return Evidence(all_records, stream, head, self.market.ending(judge), [View("somebody", list(stream))])

    def judged(self):
        return self.market.judgement(self.evidence).pronounce()

    def assertFinds(self, kind, pattern=""):
        verdict = self.judged()
        self.assertIn(kind, [found for found, _ in verdict.findings], verdict.findings)
        self.assertRegex("\n".join(text for found, text in verdict.findings if found == kind), pattern)

    def record(self, method, has_effect=True, **members):
        """Some record of a method with these members, in the middle of the history."""
        effects = {json.loads(text).get("traceparent") for text in self.evidence.stream}
        found = [
            record for record in self.evidence.records
            if record["method"] == f"market.{method}" and members.items() <= record.items()
            and ("key" not in record or "result" not in record or (trace(record["key"]) in effects) == has_effect)
        ]
        return random.Random(SEED).choice(found)

    def change(self, number, **members):
        """Other data in an event."""
        event = json.loads(self.evidence.stream[number - 1])
        event["data"] |= members
        self.evidence.stream[number - 1] = json.dumps(event).encode()

    def sequence(self, kind):
        """The sequence of an event in the middle."""
        found = [json.loads(text) for text in self.evidence.stream]
        found = [int(event["sequence"]) for event in found if event["type"] == f"market.{kind}"]
        return found[len(found) // 2]

    def test_nothing_is_found_where_everything_is_right(self):
        verdict = self.judged()
        self.assertEqual(verdict.findings, [])
        self.assertGreater(verdict.counted, WRITES / 4)
        self.assertGreater(verdict.calls, verdict.counted)
        self.assertEqual(verdict.events, self.evidence.head)
        methods = {record["method"] for record in self.evidence.records if record.get("end") == "ok"}
        for method in ("products.register", "products.update", "products.delete", "images.get", "products.list"):
            self.assertIn(f"market.{method}", methods)

    def test_a_purchase_that_is_not_in_the_stream_is_lost(self):
        record = copy.deepcopy(self.record("products.purchase", end="ok"))
        self.evidence.records.append(record | {"key": "b0c1d2e3-0000-4000-8000-000000000000"})
        self.assertFinds(LOST, "is not in the stream")

    def test_a_purchase_that_sells_more_than_was_asked_is_found(self):
        record = self.record("products.purchase", end="ok")
        record["params"]["quantity"] += 1
        self.assertFinds(WRONG, "the model can follow no further|differs in")

    def test_a_purchase_of_what_is_not_there_is_found(self):
        record = self.record("products.purchase", end="refused", error="INSUFFICIENT_STOCK")
        short = record["shortages"][0]
        record |= {"end": "ok", "result": {"id": "1", "product_id": short["product"], "stock": 0}}
        self.assertFinds(WRONG, "no order of the .* calls of product|had to be refused")

    def test_a_refusal_for_want_of_stock_that_was_there_is_found(self):
        record = self.record("products.purchase", end="refused", error="INSUFFICIENT_STOCK")
        short = record["shortages"][0]
        # One more would not do: a purchase in flight at the same time may explain that to the history of calls.
        short["available"] = short["required"]
        self.assertFinds(WRONG, "no order of the .* calls of product")

    def test_a_stock_that_its_events_do_not_add_up_to_is_found(self):
        self.evidence.end["products"][0]["stock"] += 1
        self.assertFinds(WRONG, "at the end, .* by the stream")

    def test_an_event_that_skips_some_is_found(self):
        self.change(self.sequence("stock.changed"), delta=-1_000)
        self.assertFinds(WRONG, "does not follow")

    def test_a_read_of_what_was_never_so_is_found(self):
        self.record("products.get", end="ok")["result"]["name"] = "something else"
        self.assertFinds(WRONG, "products.get .* differs in /name")

    def test_a_list_without_a_product_that_is_there_is_found(self):
        lists = [each for each in self.evidence.records
                 if each["method"] == "market.products.list" and len(each.get("result", {}).get("pages", ())) > 1]
        lists[-1]["result"]["pages"].pop()
        self.assertFinds(WRONG, "products.list .* differs in /pages")

    def test_a_revision_that_stays_over_a_change_is_found(self):
        lists = [each for each in self.evidence.records if each["method"] == "market.products.list" and "result" in each]
        lists.sort(key=lambda record: record["sequence"])
        lists[-1]["result"]["revision"] = lists[0]["result"]["revision"]
        self.assertFinds(WRONG, "products.list .* differs in /revision")

    def test_a_picture_that_is_not_what_was_sent_is_found(self):
        reads = [each for each in self.evidence.records if each["method"] == "market.images.get" and "result" in each]
        whole = next(each for each in reads if not each["result"]["thumbnail"])
        whole["result"]["sha256"] = "0" * 64
        self.assertFinds(WRONG, "images.get .* differs in /sha256")

    def test_a_picture_that_does_not_decode_is_found(self):
        next(each for each in self.evidence.records if "picture" in each)["picture"]["fault"] = "no picture"
        self.assertFinds(WRONG, "got at .* no picture")

    def test_a_picture_that_is_gone_at_the_end_is_found(self):
        self.evidence.end["pictures"].popitem()
        self.assertFinds(WRONG, "is not there|is not what was sent")

    def test_a_picture_without_its_file_is_found(self):
        reads = [each for each in self.evidence.records if each["method"] == "market.images.get"]
        reads[0] |= {"end": "refused", "error": "INTERNAL", "detail": "there is no picture"}
        self.assertFinds(WRONG, "a fault of the service's own at .* there is no picture")

    def test_a_file_that_is_left_for_ever_is_found(self):
        self.evidence.left.append("ab/abcdef")
        self.assertFinds(WRONG, "ab/abcdef is left behind")

    def test_a_deletion_that_was_done_and_is_undone_is_found(self):
        record = self.record("products.delete", end="ok")
        self.evidence.end["products"].append(record["result"])
        self.assertFinds(WRONG, "at the end")

    def test_a_vendor_that_is_lost_is_found(self):
        self.evidence.end["vendors"].pop()
        self.assertFinds(LOST, "were admitted")

    def test_a_vendor_that_was_admitted_twice_is_found(self):
        vendor = self.evidence.end["vendors"][0]
        self.evidence.end["vendors"].append(vendor | {"id": 99, "identifier": "another"})
        self.assertFinds(TWICE, "vendors, and")

    def test_a_secret_in_an_event_is_found(self):
        secret = self.record("vendors.register", has_effect=False)["result"]["secret"]
        self.change(self.sequence("product.updated"), note=secret)
        self.assertFinds(WRONG, f"{secret} is in an event")

    def test_an_address_to_delete_under_in_the_log_is_found(self):
        uri = self.record("products.archive", has_effect=False, end="ok")["result"]["uri"]
        self.evidence.end["log"] += f"deleted {uri}\n".encode()
        self.assertFinds(WRONG, f"{uri} is in an event, another answer, or the log")

    def test_a_secret_that_is_told_again_is_found(self):
        record = self.record("vendors.register", has_effect=False)
        self.evidence.records.append(copy.deepcopy(record))
        self.assertFinds(WRONG, "was told a secret again")

    def test_a_registration_that_was_done_in_part_is_found(self):
        number = self.sequence("product.registered")
        stream = [json.loads(text) for text in self.evidence.stream]
        # Its stock is somebody else's doing.
        stream[number]["traceparent"] = trace("b0c1d2e3-0000-4000-8000-000000000000")
        self.evidence.stream[:] = [json.dumps(event).encode() for event in stream]
        self.assertFinds(WRONG, "nobody asked for")

    def test_an_event_that_a_subscriber_did_not_get_is_missed(self):
        del self.evidence.views[0].lines[5]
        self.assertFinds(MISSED, "somebody missed 1 events before 7")


if __name__ == "__main__":
    unittest.main()
