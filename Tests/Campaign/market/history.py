"""What callers wrote down of each product as one history of calls, to be held to the rules of its stock."""

import collections
import math

from intent import is_doubtful, trace
from linearizability import Call
from market.workload import FINAL


class Histories:
    """The calls of each product. Events only say which order to try first, and whose an unanswered registration was."""

    def __init__(self, evidence, effects):
        self.calls = collections.defaultdict(list)  # product to calls
        self._effects, self._duplicated = effects, evidence.duplicated
        self._deletions = {}  # address to product
        intents = collections.defaultdict(list)
        for record in evidence.records:
            if record["method"] == "market.products.archive" and record.get("end") == "ok":
                self._deletions[record["result"]["uri"]] = record["params"]["id"]
            if "key" not in record:
                self._read(record)
            elif not record.get("reuse"):
                intents[record["key"]].append(record)
        for key, told in intents.items():
            self._write(key, told)
        end = 1 + max((record["finish"] for record in evidence.records), default=0)
        there = {product["id"]: product["stock"] for product in evidence.end["products"]}
        for product, calls in self.calls.items():
            calls.append(Call(end, end + 1, ("read", there.get(product, "nothing")), changes=False))

    def _saw(self, record, product, told):
        self.calls[product].append(Call(record["start"], record["finish"], ("read", told), changes=False))

    def _read(self, record):
        match record["method"], record["end"]:
            case "market.products.get", "ok":
                self._saw(record, record["result"]["id"], record["result"]["stock"])
            case "market.products.get", _ if record["error"] == "UNKNOWN_PRODUCT":
                self._saw(record, record["params"]["id"], "nothing")
            case "market.products.list", "ok":
                for product in record["result"].get("pages", ()):
                    self._saw(record, product["id"], product["stock"])

    def _write(self, key, told):
        first = told[0]
        effect = self._effects.get(trace(key), [])
        results = [record for record in told if record.get("end") == "ok"]
        product = self._product(first, results, effect)
        action = self._action(first, results[0]["result"] if results else None)
        if product is not None and action is not None:
            hint = effect[0].sequence if effect else None
            start = min(record["start"] for record in told)
            if results:
                end = min(record["finish"] for record in results)
                self.calls[product].append(Call(start, end, action, action[0] != "read", hint))
            elif key in self._duplicated or is_doubtful(told, FINAL):
                self.calls[product].append(Call(start, math.inf, action, hint=hint))
        for record in told:
            if record.get("error") == "INSUFFICIENT_STOCK" and "shortages" in record:
                short = record["shortages"][0]
                action = "purchase", short["required"], "refused", short["available"]
                self.calls[short["product"]].append(Call(record["start"], record["finish"], action, changes=False))
            elif record.get("error") in ("UNKNOWN_PRODUCT", "URI_EXPIRED") and product is not None:
                self._saw(record, product, "nothing")

    def _product(self, record, results, effect):
        """Whose call it was; None where it never came to have to do with any."""
        if record["method"] == "market.products.delete":
            return self._deletions.get(record["params"]["uri"])
        if record["method"] == "market.products.register":
            return results[0]["result"]["id"] if results else effect[0].product if effect else None
        return record["params"].get("id")

    def _action(self, record, result):
        """What a write does, with its answer; None where it has nothing to do with a stock."""
        params = record["params"]
        match record["method"]:
            case "market.products.register":
                return "register", params.get("stock", 0)
            case "market.products.purchase":
                return "purchase", params["quantity"], result and result["stock"]
            case "market.products.update" if "stock" in params:
                return "set", params["stock"], result and result["stock"]
            case "market.products.update" if result:
                return "read", result["stock"]
            case "market.products.delete":
                return "delete", result and result["stock"]
        return None


def told(action):
    return f"a call {action}"
