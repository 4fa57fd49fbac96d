"""What market-service promises, and how a campaign is held to it."""

import json
import re

from checker import LOST, TWICE, WRONG, Judgement
from market import history
from market.replay import Replay
from market.stock import ABSENT, allows
from market.workload import FINAL

# What a secret is made of.
WORD = re.compile(rb"[A-Za-z0-9_-]{16,}")
# What each write may do: the types of its events, in their order.
EFFECTS = {
    "market.vendors.register": [[]],
    "market.products.archive": [[]],
    "market.products.register": [["product.registered", "stock.changed"], ["product.registered"]],
    "market.products.update": [["product.updated", "stock.changed"], ["product.updated"], []],
    "market.products.purchase": [["stock.changed"]],
    "market.products.delete": [["stock.changed", "product.deleted"], ["product.deleted"]],
}


class Event:
    """One event of a product."""

    __slots__ = ("sequence", "type", "product", "ref", "trace", "value")

    def __init__(self, value, text):
        self.sequence = int(value["sequence"])
        self.type = value["type"].removeprefix("market.")
        self.product, self.ref = value["data"]["product"], value["data"]["ref"]
        self.trace = value.get("traceparent")
        # Sums with a fraction as they are written.
        self.value = json.loads(text, parse_float=str)


class MarketJudgement(Judgement):
    """`end` has `products`, `pictures` (reference to what came) and `vendors`."""

    counts = "market.products.purchase"
    final = FINAL

    def __init__(self, evidence):
        super().__init__(evidence)
        self._stocks = {}  # product to (quantity, version)

    def event(self, value, text):
        event = Event(value, text)
        if event.type == "stock.changed":
            data = value["data"]
            quantity, version = self._stocks.get(event.product, (0, 0))
            if data["previous"] != quantity or data["quantity"] != quantity + data["delta"] or data["version"] != version + 1:
                self.find(WRONG, f"event {event.sequence} does not follow {quantity} at version {version}: {text!r:.300}")
            if data["quantity"] < 0:
                self.find(WRONG, f"event {event.sequence} sells what is not there: {text!r:.300}")
            self._stocks[event.product] = (data["quantity"], data["version"])
        return event

    def check_answers(self, key, results):
        if results[0]["method"] != "market.vendors.register":
            return super().check_answers(key, results)
        # A secret is shown once: by which of several answers, the network decides.
        secrets = [record["result"]["secret"] for record in results]
        if len({json.dumps(record["result"] | {"secret": None}) for record in results}) > 1:
            self.find(TWICE, f"{key} was answered {[record['result'] for record in results]}")
        if len([secret for secret in secrets if secret]) > 1:
            self.find(WRONG, f"{key} was told a secret again")

    def check_result(self, record, effect):
        types = [event.type for event in effect]
        key, method = record["key"], record["method"]
        if types in EFFECTS[method]:
            if effect and (record["sequence"] != effect[-1].sequence or len({event.ref for event in effect}) > 1
                           or effect[-1].sequence - effect[0].sequence != len(effect) - 1):
                self.find(WRONG, f"{key}: the answer at {record['sequence']} and its events disagree: {types}")
        elif not effect:
            self.find(LOST, f"{key}, a {method}, was answered {record['result']} and is not in the stream")
        elif self.is_twice(method, effect):
            self.find(TWICE, f"{key}, a {method}, was done more than once: {[event.sequence for event in effect]}")
        else:
            self.find(WRONG, f"{key}, a {method}, did {types}")

    def is_twice(self, method, effect):
        types = [event.type for event in effect]
        return len(set(types)) < len(types) or len({event.ref for event in effect}) > 1

    def fault_of_unanswered(self, record, effect):
        types = [event.type for event in effect]
        return None if types in EFFECTS[record["method"]] else f"in part: {types}"

    def check_rules(self):
        for product in self.evidence.end["products"]:
            stock = self._stocks.get(product["id"], (0, 0))[0]
            if product["stock"] != stock:
                self.find(WRONG, f"product {product['id']}: {product['stock']} at the end, {stock} by the stream")
        self.check_pictures()
        self.check_vendors()
        self.check_secrets()
        Replay(self).run()
        histories = history.Histories(self.evidence, self.effects)
        for product, calls in histories.calls.items():
            self.check_history(calls, allows, ABSENT, f" of product {product}", history.told)

    def check_pictures(self):
        """Whatever was read is whole; that it is what was sent, the model says."""
        for record in self.evidence.records:
            if fault := record.get("picture", {}).get("fault"):
                self.find(WRONG, f"{record['by']} got at {record['params']} {fault}")
        for reference, seen in self.evidence.end["pictures"].items():
            if "fault" in seen:
                self.find(WRONG, f"{reference} is at the end {seen['fault']}")

    def check_vendors(self):
        """Whoever was admitted is there, once; only who did not learn of it may be there besides."""
        told, doubtful = {}, 0
        for (_, _), records in self.intents.items():
            if records[0]["method"] == "market.vendors.register":
                results = [record["result"] for record in records if record.get("end") == "ok"]
                told |= {result["id"]: result["identifier"] for result in results}
                doubtful += not results
        there = {vendor["id"]: vendor["identifier"] for vendor in self.evidence.end["vendors"]}
        if missing := told.items() - there.items():
            self.find(LOST, f"vendors {sorted(missing)} were admitted and are not there")
        if len(there) > len(told) + doubtful:
            self.find(TWICE, f"there are {len(there)} vendors, and {len(told)} were admitted")

    def check_secrets(self):
        """A secret, or an address to delete under, is in the one answer that gives it, and nowhere else."""
        secrets, answers = set(), list(self.evidence.stream)
        for record in self.evidence.records:
            result = record.get("result")
            match record["method"]:
                case "market.vendors.register" if result:
                    secrets |= {result["secret"]} - {None}
                    result = result | {"secret": None}
                case "market.products.archive" if result:
                    secrets.add(result["uri"])
                    result = None
            answers.append(json.dumps([result, record.get("violations"), record.get("detail")]).encode())
        # By words, because to search for each of them takes minutes.
        words = set(WORD.findall(b"\n".join(answers) + self.evidence.end["log"]))
        for secret in secrets:
            if secret.rpartition("/")[2].encode() in words:
                self.find(WRONG, f"{secret} is in an event, another answer, or the log")
