"""A crash at every step of a market's write leaves all of it or nothing, and no picture of a product without its file."""

import itertools
import os
import signal
import time
import unittest

from juice_process import TIMEOUT
from market_process import MarketTest
from pictures import png

PICTURE = png(400, 100, noise=b"of all products")
# What is called, and the steps of it before its commit.
STEPS = {
    "register": ("picture-written", "picture-named", "picture-renewed", "picture-stored", "product-registered"),
    "update": ("product-updated",),
    "purchase": ("product-purchased",),
    "archive": ("ticket-issued",),
    "delete": ("product-deleted",),
}


class MarketFailPoints(MarketTest):
    def setUp(self):
        super().setUp()
        self.numbers = itertools.count()

    def begin(self):
        """A market with one product, in directories of its own."""
        number = next(self.numbers)
        self.places = {"run": f"run-{number}", "state": f"state-{number}"}
        service = self.start(**self.places)
        client = self.client(service)
        self.seller = self.vendor(client)
        self.product = self.register(client, self.seller, [PICTURE], stock=10)["id"]
        self.uri = client.ok("market.products.archive", {**self.seller, "id": self.product})["uri"]
        self.assertEqual(service.stop(), 0)

    def call(self, client, method, step):
        """Has something done under a key; returns the id of the request."""
        owned = {**self.seller, "id": self.product}
        params, pictures = {
            "register": (self.form(self.seller, name="다른 상품"), [PICTURE] if step == "picture-renewed" else [png(7, 7)]),
            "update": ({**owned, "stock": 4}, []),
            "purchase": ({"id": self.product, "quantity": 3}, []),
            "archive": (owned, []),
            "delete": ({"identifier": self.seller["identifier"], "uri": self.uri}, []),
        }[method]
        self.repeat = pictures, f"market.products.{method}", params
        return client.send_with(*self.repeat, key="the key")

    def test_a_crash_at_any_step_of_a_write_leaves_all_of_it_or_nothing(self):
        for method, steps in STEPS.items():
            for step in steps:
                with self.subTest(step=step):
                    self.begin()
                    service = self.start(**self.places, JANGTEO_FAILPOINT=f"{step}:1")
                    before = self.client(service).ok("market.products.list")
                    self.call(self.client(service), method, step)
                    self.assertEqual(service.wait(), -signal.SIGKILL)
                    client = self.client(self.start(**self.places))
                    self.assertEqual(client.ok("market.products.list"), before)
                    replies = [client.call_with(*self.repeat, key="the key") for _ in range(2)]
                    self.assertNotIn("replayed", replies[0]["meta"], replies[0])
                    self.assertTrue(replies[1]["meta"]["replayed"])
                    self.assertEqual(replies[0].result_text, replies[1].result_text)
                    self.assertWhole(client)
                    self.assertAddsUp(client)

    def assertWhole(self, client):
        """Every picture that a product names comes as it is."""
        for row in client.ok("market.products.list")["pages"]:
            for image in client.ok("market.products.get", {"id": row["id"]})["images"]:
                client.picture(url=image["url"])
                client.picture(url=image["thumbnail_url"])

    def test_a_crash_of_a_sweep_keeps_what_is_named_and_the_next_sweep_removes_the_rest(self):
        self.begin()
        # The pictures of a product that nobody came to offer.
        service = self.start(**self.places, JANGTEO_FAILPOINT="product-registered:1")
        self.call(self.client(service), "register", "product-registered")
        self.assertEqual(service.wait(), -signal.SIGKILL)
        files = set((service.state / "market.pictures").glob("*/*"))
        for file in files:
            os.utime(file, (0, 0))
        for step in ("sweep-found", "sweep-removed"):
            service = self.launch(**self.places, JANGTEO_FAILPOINT=f"{step}:1")
            self.assertEqual(service.wait(), -signal.SIGKILL)
        service = self.start(**self.places)
        end = time.monotonic() + TIMEOUT
        while len(left := [file for file in files if file.exists()]) > 2:
            self.assertLess(time.monotonic(), end, left)
        self.assertWhole(self.client(service))


if __name__ == "__main__":
    unittest.main()
