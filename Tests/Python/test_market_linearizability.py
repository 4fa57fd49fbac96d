"""Purchases, changes of stock and reads by many at once, through crashes: one order of them explains every answer."""

import itertools
import json
import math
import random
import time
import unittest

import campaign_files  # noqa: F401
import zmq
from juice_process import TIMEOUT
from linearizability import Call, linearize
from market.stock import allows
from market_model import LARGEST_STOCK
from market_process import MarketTest

CLIENTS, WINDOW, CALLS, CRASHES = 6, 8, 1_500, 3


class Shopper:
    """A client with several calls under way."""

    def __init__(self, test, service, products, seed):
        self.client, self.products, self.random = test.client(service), products, random.Random(seed)
        self.numbers = (f"{seed}-{number}" for number in itertools.count())
        self.flying = {}  # id to (product, action without its answer, start)
        self.lost = {}  # the same, where a crash came in between
        self.calls = []  # (product, id of the request, Call)
        self.pings = []  # sent after crashes; nothing is asked before the last is answered

    def ask(self, vendor):
        id, chance = self.random.choice(self.products), self.random.random()
        if chance < 0.7:
            action = "purchase", self.random.randrange(1, 6)
            method, params = "market.products.purchase", {"id": id, "quantity": action[1]}
        elif chance < 0.8:
            # Mostly little, so that purchases are refused; else so that a stock says which change it comes from.
            action = "set", self.random.randrange(20, LARGEST_STOCK if chance < 0.73 else 60)
            method, params = "market.products.update", {**vendor, "id": id, "stock": action[1]}
        else:
            action = ("read",)
            method, params = "market.products.get", {"id": id}
        start = time.monotonic_ns()
        self.flying[self.client.send(method, params, id=next(self.numbers))] = id, action, start

    def take(self, reply):
        if reply["id"] in self.pings:
            if reply["id"] == self.pings[-1]:
                self.lost |= self.flying
                self.flying, self.pings = {}, []
            return
        # What the connection before had brought may be read after that.
        id, action, start = (self.flying if reply["id"] in self.flying else self.lost).pop(reply["id"])
        if "result" in reply:
            answer = (reply["result"]["stock"],)
        else:
            assert reply.reason == "INSUFFICIENT_STOCK", reply.text
            answer = "refused", reply["error"]["data"]["shortages"][0]["available"]
        changes = action[0] != "read" and answer[0] != "refused"
        self.calls.append((id, reply["id"], Call(start, time.monotonic_ns(), (*action, *answer), changes)))

    def history(self):
        """All calls. What has no answer may have been done, at any time since it was sent."""
        for name, (id, action, start) in self.lost.items():
            if action[0] != "read":
                self.calls.append((id, name, Call(start, math.inf, (*action, None))))
        return self.calls


class LinearizabilityTest(MarketTest):
    def test_an_order_explains_every_purchase_change_and_read(self):
        for seed in (1, 2):
            with self.subTest(seed=seed):
                histories = self.histories(seed)
                for first, calls in histories:
                    outcome = linearize(calls, allows, first)
                    self.assertIs(outcome.is_linearizable, True, outcome)
                self.assertGreater(sum(len(calls) for _, calls in histories), CALLS / 2)
                self.assertFindsWhatIsSwapped(*max(histories, key=lambda history: len(history[1])))

    def assertFindsWhatIsSwapped(self, first, calls):
        """The same history with the answers of two purchases exchanged: the earlier tells a stock that was set later."""
        sold = [call for call in calls if call.action[0] == "purchase" and len(call.action) == 3 and call.is_certain]
        large = [call for call in calls if call.action[0] == "set" and call.action[1] > 10_000]
        one, other = next(
            (one, other)
            for other in sold
            for change in large
            for one in sold[:20]
            if 0 <= change.action[1] - other.action[2] < 10_000 and one.end < change.start
        )
        one.action, other.action = (*one.action[:2], other.action[2]), (*other.action[:2], one.action[2])
        self.assertIsNot(linearize(calls, allows, first).is_linearizable, True)

    def histories(self, seed):
        """The first stock and the calls of each product, which is an object of its own."""
        draw = random.Random(seed)
        places = {"run": f"run-{seed}", "state": f"state-{seed}"}
        service = self.start(**places)
        client = self.client(service)
        vendor = self.vendor(client)
        stocks = {self.register(client, vendor, stock=stock)["id"]: stock for stock in (50, 500, 5)}
        shoppers = [Shopper(self, service, list(stocks), seed * 100 + number) for number in range(CLIENTS)]
        poller = zmq.Poller()
        for shopper in shoppers:
            poller.register(shopper.client.socket, zmq.POLLIN)
        crashes = sorted(draw.sample(range(CALLS // 10, CALLS * 9 // 10), CRASHES))
        asked, end = 0, time.monotonic() + TIMEOUT
        while asked < CALLS or any(shopper.flying for shopper in shoppers):
            self.assertLess(time.monotonic(), end, "somebody waits for an answer")
            for shopper in shoppers:
                while asked < CALLS and not shopper.pings and len(shopper.flying) < WINDOW:
                    shopper.ask(vendor)
                    asked += 1
            if crashes and asked >= crashes[0]:
                crashes.pop(0)
                service.kill()
                service = self.start(**places)
                for shopper in shoppers:
                    # Behind everything that still is on its way over this connection.
                    shopper.pings.append(shopper.client.send("service.ping"))
            ready = dict(poller.poll(100))
            for shopper in shoppers:
                if shopper.client.socket in ready:
                    shopper.take(shopper.client.receive())
        client = self.client(service)
        events = [json.loads(text) for text in client.replay()[0]]
        # Only which order to try first: none that is found has to be this one.
        hints = {event["causationid"]: int(event["sequence"]) for event in events if "causationid" in event}
        calls = {id: [] for id in stocks}
        for shopper in shoppers:
            for id, name, call in shopper.history():
                call.hint = hints.get(name)
                calls[id].append(call)
        for id, history in calls.items():
            start = time.monotonic_ns()
            action = "read", client.ok("market.products.get", {"id": id})["stock"]
            history.append(Call(start, time.monotonic_ns(), action, changes=False))
        return [(stocks[id], calls[id]) for id in stocks]


if __name__ == "__main__":
    unittest.main()
