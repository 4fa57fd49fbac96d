"""Random commands to the real juice-service, each answer and each event held to those of the model."""

import json
import unittest

import campaign_files  # noqa: F401
from juice import shop
from juice_model import WRITES, JuiceModel
from juice_process import JuiceTest
from model_answers import OneOf, difference
from model_history import COMMANDS, History, exact, run_histories

FRUITS = shop.FRUITS
METHODS = {
    "juice.order": 34,
    "juice.stock.adjust": 16,
    "juice.stock.set": 18,
    "juice.menu": 3,
    "juice.stock.list": 5,
    "juice.order.get": 6,
    "juice.order.list": 10,
    "service.outcome": 8,
}
# What is of no type that anybody asks for, and what is of one and out of every range.
WRONG = (None, True, "3", 1.0, 2.5, [1], {}, "")
BEYOND = (0, -1, 10**9 + 1, -(10**9) - 1, 2**63, 10**30, -(10**30))


class JuiceHistory(History):
    """What one seed has the shop do."""

    def __init__(self, test, seed):
        super().__init__(test, seed, JuiceModel())
        self.number = 0
        # What answers gave to be used later, and what was done under a key: request and the text of its result.
        self.cursors, self.done = [], []

    # What is asked ----------------------------------------------------------------------------------------------------

    def spoiled(self, value):
        """A value, seldom one that cannot be meant."""
        return self.random.choice((*WRONG, *BEYOND)) if self.chance(3) else value

    def fruit(self):
        return self.random.choice(("mongo", "Mango", "", "a/b~c", "berry") if self.chance(3) else FRUITS)

    def of_fruits(self, value):
        if self.chance(2):
            return self.random.choice((*WRONG, 7))
        return {self.fruit(): self.spoiled(value()) for _ in range(self.random.choice((0, 1, 1, 1, 1, 2, 2, 3, 5)))}

    def order_params(self):
        juice = self.random.choice((*shop.RECIPES, "mango", "kiwi"))
        if self.chance(4):
            juice = self.random.choice(("manggo", "3", "망고", "MANGO", "", "m" * 256, "m" * 257, *WRONG, 5))
        params = {"juice": juice}
        if self.chance(60):
            params["quantity"] = self.spoiled(self.random.choice((1, 1, 2, 3, 5, 1000)))
        return params

    def expected_version(self):
        stock = self.model.stock
        if self.chance(5):
            return self.random.choice((*WRONG, *BEYOND))
        if self.chance(50):
            now = sum(version for _, version in stock) - len(stock) + 1
            return now if self.chance(65) else max(1, now - self.random.randrange(3))
        now = dict(zip(FRUITS, (version for _, version in stock)))
        names = self.random.sample(FRUITS, self.random.choice((1, 1, 2, 5)))
        expected = {name: now[name] if self.chance(85) else now[name] + self.random.choice((1, 2)) for name in names}
        if self.chance(5):
            expected[self.random.choice(("durian", *FRUITS))] = self.random.choice((1, *WRONG, *BEYOND))
        return expected

    def params(self, method):
        match method:
            case "juice.order":
                return self.order_params()
            case "juice.stock.adjust":
                return {"changes": self.of_fruits(self.change)}
            case "juice.stock.set":
                params = {"levels": self.of_fruits(lambda: self.random.choice((0, 1, 10, 12, 100, 1000, 10**9)))}
                if self.chance(60):
                    params["expectedVersion"] = self.expected_version()
                return params
            case "juice.order.get":
                ids = [order["id"].value for order in self.model.orders[-200:]]
                if not ids or self.chance(15):
                    return {"id": self.random.choice(("no-order", "가" * 11, "x" * 32, "x" * 33, "", *WRONG))}
                return {"id": self.random.choice(ids)}
            case "juice.order.list":
                return self.list_params()
            case "service.outcome":
                if self.chance(5):
                    return {"idempotencykey": self.random.choice(("x" * 129, "", None, 7, "가" * 43))}
                return {"idempotencykey": self.key()}
        return {}

    def change(self):
        if self.chance(10):
            return self.random.choice((10**9, -(10**9), 10**9 - 5))
        return self.random.choice((1, 5, 20, 40, 40, -1, -5, -20))

    def list_params(self):
        params = {}
        if self.chance(60):
            params["limit"] = self.spoiled(self.random.choice((1, 2, 5, 20, 100)))
        if self.cursors and self.chance(60):
            params["after"] = self.random.choice(self.cursors[-20:])
        elif self.chance(10):
            params["after"] = self.random.choice(("nonsense", "", "x" * 33, "-", None, 1, [], {}))
        return params

    def key(self):
        """One of few, so that many are used again: with other content, or after a refusal."""
        return f"key-{self.random.randrange(max(20, self.number // 2))}"

    def request(self):
        self.number += 1
        meta = {}
        if self.done and self.chance(6):
            request, _ = self.random.choice(self.done)
            method, members = request["method"], list(request["params"].items())
            params = dict(self.random.sample(members, len(members)))
            meta["idempotencykey"] = request["meta"]["idempotencykey"]
            if self.chance(10):
                params["other"] = 1
        else:
            method = self.random.choices(list(METHODS), METHODS.values())[0]
            params = self.params(method)
            if self.chance(2) and params:
                del params[self.random.choice(list(params))]
            if self.chance(50):
                meta["idempotencykey"] = self.key()
        if self.chance(2):
            meta["timeoutms"] = self.random.choice((0, 0, 60_000))
        if self.chance(20):
            trace, span = self.random.randrange(1, 2**128), self.random.randrange(1, 2**64)
            meta["traceparent"] = f"00-{trace:032x}-{span:016x}-01"
        id = self.random.choice((self.number, f"request {self.number}", -self.number))
        return {"jsonrpc": "2.0", "id": id, "method": method, "params": params, "meta": meta}

    # What is answered -------------------------------------------------------------------------------------------------

    def run(self):
        while self.number < COMMANDS:
            if self.chance(1):
                self.restart()
            before = self.model.sequence
            if self.chance(10):
                requests = [self.request() for _ in range(self.random.randrange(1, 8))]
                self.client.send_frames(json.dumps(requests).encode())
                replies = self.client.receive()
                self.test.assertEqual(len(replies), len(requests))
            else:
                requests = [self.request()]
                self.client.send_frames(json.dumps(requests[0]).encode())
                replies = [self.client.receive()]
            for request, reply in zip(requests, replies):
                self.judge(request, reply, before)
            if self.model.sequence > before:
                self.judge_events(before)
        self.judge_events(0)

    def judge(self, request, reply, before):
        what = f"request {self.number}, {json.dumps(request, ensure_ascii=False)}"
        self.test.assertEqual(reply["id"], request["id"], what)
        meta = self.model.meta()

        def ask():
            nonlocal meta
            result, meta = self.model.call(request)
            return result

        result = self.hold(reply, ask, what)
        if reply.reason == "DEADLINE_EXCEEDED":
            # True at any position, so of those since the last commit the service may say which it likes.
            meta["sequence"] = OneOf(range(before, meta["sequence"] + 1))
        self.test.assertIsNone(difference(meta, reply["meta"]), f"{what}: {reply.text}")
        if result is None:
            return
        if "next" in result:
            self.cursors.append(result["next"])
        key = request["meta"].get("idempotencykey")
        if request["method"] in WRITES and key is not None:
            first = next((text for done, text in self.done if done["meta"]["idempotencykey"] == key), None)
            if first is None:
                self.done.append((request, reply.result_text))
            else:
                self.test.assertEqual(reply.result_text, first, what)

    def judge_events(self, after):
        """Holds what was published after a position to the model, and the levels with it."""
        texts, end = self.client.replay(after)
        self.test.assertEqual((len(texts), end), (self.model.sequence - after, self.model.sequence))
        for expected, text in zip(self.model.events[after:], texts):
            event = exact(text)
            self.test.assertIsNone(difference(expected, event), text)
            self.test.assertEqual(event["id"], f"{event['epoch']}/{int(event['sequence'])}")
        levels = self.client.ok("juice.stock.list")["fruits"]
        self.test.assertEqual([(level["quantity"], level["version"]) for level in levels], list(self.model.stock))


class ModelTest(JuiceTest):
    def test_every_answer_and_every_event_is_that_of_the_model(self):
        run_histories(self, JuiceHistory)


if __name__ == "__main__":
    unittest.main()
