"""Purchases by many at once: never more than there is, never twice, also through crashes."""

import threading
import time
import unittest
import uuid

import zmq

from juice_process import TIMEOUT
from market_process import MarketTest
from pictures import png


class Buyer(threading.Thread):
    """A client with a socket of its own that purchases one item, and repeats until it has an answer."""

    def __init__(self, context, endpoint, product, start):
        super().__init__(daemon=True)
        self.key = str(uuid.uuid4())
        self.answer = None
        self.sends = 0
        self._context, self._endpoint, self._product, self._start = context, endpoint, product, start

    def run(self):
        self._start.wait()
        end = time.monotonic() + TIMEOUT
        while self.answer is None and time.monotonic() < end:
            socket = self._context.socket(zmq.REQ)
            socket.linger = 0
            socket.connect(self._endpoint)
            request = {
                "jsonrpc": "2.0",
                "id": self.key,
                "method": "market.products.purchase",
                "params": {"id": self._product, "quantity": 1},
                "meta": {"idempotencykey": self.key},
            }
            socket.send_json(request)
            self.sends += 1
            if socket.poll(1_000):
                reply = socket.recv_json()
                # What is retryable is no answer yet.
                if "result" in reply or not reply["error"]["data"]["retryable"]:
                    self.answer = reply
            socket.close()


class PurchasesTest(MarketTest):
    def buy(self, service, product, count, meanwhile=lambda: None):
        start = threading.Event()
        buyers = [Buyer(self.context, service.rpc, product, start) for _ in range(count)]
        for buyer in buyers:
            buyer.start()
        start.set()
        meanwhile()
        for buyer in buyers:
            buyer.join(2 * TIMEOUT)
        self.assertTrue(all(buyer.answer for buyer in buyers), "somebody got no answer")
        return buyers

    def assertSold(self, buyers, client, product, count):
        results = [buyer.answer["result"] for buyer in buyers if "result" in buyer.answer]
        refused = [buyer.answer for buyer in buyers if "error" in buyer.answer]
        self.assertEqual(len(results), count)
        self.assertTrue(all(one["error"]["data"]["reason"] == "INSUFFICIENT_STOCK" for one in refused))
        self.assertEqual(sorted(result["stock"] for result in results), list(range(count)))
        self.assertEqual(len({result["id"] for result in results}), count)
        self.assertEqual(client.ok("market.products.get", {"id": product})["stock"], 0)
        events = self.assertAddsUp(client)
        sold = [event["data"]["ref"] for event in events if event["data"].get("cause") == "purchase"]
        self.assertEqual(sorted(sold), sorted(result["id"] for result in results))

    def test_100_clients_purchase_the_last_50(self):
        service = self.start()
        client = self.client(service)
        product = self.register(client, self.vendor(client), stock=50)["id"]
        self.assertSold(self.buy(service, product, 100), client, product, 50)

    def test_100_clients_purchase_the_last_50_from_a_service_that_is_killed(self):
        service = self.start()
        client = self.client(service)
        product = self.register(client, self.vendor(client), stock=50)["id"]
        before = len(self.replayed(client))

        def kill_in_the_middle():
            # As soon as somebody has purchased, and once more after the restart.
            nonlocal service
            subscriber = self.subscriber(service)
            while client.ok("service.stats")["events"]["published"] <= before:
                pass
            subscriber.close()
            service.kill()
            service = self.start()

        buyers = self.buy(service, product, 100, kill_in_the_middle)
        self.assertSold(buyers, self.client(service), product, 50)


class ChangesTest(MarketTest):
    def test_purchases_and_changes_of_the_stock_add_up(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        products = [self.register(client, vendor, pictures=[png(2, 2)], stock=20)["id"] for _ in range(3)]
        sent = 0
        for turn in range(60):
            id = products[turn % 3]
            client.send("market.products.purchase", {"id": id, "quantity": 1 + turn % 7})
            sent += 1
            if turn % 5 == 0:
                client.send("market.products.update", {**vendor, "id": id, "stock": turn})
                sent += 1
        for _ in range(sent):
            client.receive()
        self.assertAddsUp(client)


if __name__ == "__main__":
    unittest.main()
