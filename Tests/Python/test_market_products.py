"""The life of products: registered, listed, shown, changed, purchased, deleted, each step with its events."""

import signal
import unittest

from market_process import MarketTest
from pictures import jpeg_size, png, png_size


class LifeTest(MarketTest):
    def test_a_product_from_its_vendor_to_its_end(self):
        service = self.start()
        client, subscriber = self.client(service, delimiter=True), self.subscriber(service)
        vendor = self.vendor(client)
        pictures = [png(300, 100 + index, noise=b"%d" % index) for index in range(5)]
        product = self.register(client, vendor, pictures, name="망고 한 상자", discounted_price=100, stock=3)
        self.assertEqual((product["price"], product["bargain_price"], product["discounted_price"]), (1000, 900, 100))
        (account,) = client.ok("market.vendors.list")["vendors"]
        self.assertEqual(product["vendors"], {name: account[name] for name in ("id", "name", "created_at")})
        self.assertEqual(product["thumbnail"], product["images"][0]["thumbnail_url"])
        self.assertRegex(product["created_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$")
        for image, picture in zip(product["images"], pictures, strict=True):
            result, data = client.picture(url=image["url"])
            self.assertConforms("market.images.get.result", result)
            self.assertEqual((data, result["media_type"]), (picture, "image/png"))
            result, data = client.picture(id=image["id"], thumbnail=True)
            self.assertConforms("market.images.get.result", result)
            size = png_size(data) if result["media_type"] == "image/png" else jpeg_size(data)
            self.assertEqual((size, (result["width"], result["height"])), (size, size))
            self.assertEqual(max(size), min(600, max(png_size(picture))))

        page = client.ok("market.products.list")
        self.assertConforms("market.products.list.result", page)
        self.assertEqual(page["pages"][0]["id"], product["id"])
        self.assertEqual(page["pages"][0]["vendorName"], "동네 가게")
        self.assertEqual(client.ok("market.products.get", {"id": product["id"]}), product)

        change = {**vendor, "id": product["id"], "price": 1200, "thumbnail_id": product["images"][4]["id"], "stock": 5}
        changed = client.ok("market.products.update", change)
        self.assertEqual((changed["price"], changed["stock"]), (1200, 5))
        self.assertEqual(changed["thumbnail"], product["images"][4]["thumbnail_url"])
        self.assertEqual(client.ok("market.products.update", change), changed, "what is so already changes nothing")

        receipt = client.ok("market.products.purchase", {"id": product["id"], "quantity": 5})
        self.assertConforms("market.products.purchase.result", receipt)
        self.assertEqual((receipt["quantity"], receipt["stock"]), (5, 0))
        refused = client.call("market.products.purchase", {"id": product["id"], "quantity": 1})
        self.assertRefused(refused, "INSUFFICIENT_STOCK")
        self.assertEqual(
            refused["error"]["data"]["shortages"], [{"product": product["id"], "required": 1, "available": 0}]
        )

        uri = client.ok("market.products.archive", {**vendor, "id": product["id"]})["uri"]
        self.assertEqual(client.ok("market.products.list")["totalCount"], 1, "archiving changes nothing yet")
        last = client.ok("market.products.delete", {"identifier": vendor["identifier"], "uri": uri})
        self.assertEqual((last["id"], last["stock"]), (product["id"], 0))
        self.assertRefused(client.call("market.products.get", {"id": product["id"]}), "UNKNOWN_PRODUCT")
        self.assertRefused(client.call("market.images.get", {"id": product["images"][0]["id"]}), "UNKNOWN_IMAGE")
        self.assertEqual(client.ok("market.products.list")["totalCount"], 0)

        events = self.assertAddsUp(client)
        self.assertEqual(
            [(event["type"], event["data"].get("cause"), event["data"].get("delta")) for event in events],
            [
                ("market.product.registered", None, None),
                ("market.stock.changed", "register", 3),
                ("market.product.updated", None, None),
                ("market.stock.changed", "update", 2),
                ("market.stock.changed", "purchase", -5),
                ("market.product.deleted", None, None),
            ],
        )
        self.assertEqual(events[2]["data"]["changed"], ["thumbnail_id", "price", "stock"])
        self.assertEqual(events[4]["data"]["ref"], receipt["id"])
        live = subscriber.changes(up_to=len(events))
        self.assertEqual([dict(event) for event in live], events)

    def test_deleting_takes_what_is_left(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        product = self.register(client, vendor, stock=7)
        uri = client.ok("market.products.archive", {**vendor, "id": product["id"]})["uri"]
        last = client.ok("market.products.delete", {"identifier": vendor["identifier"], "uri": uri})
        self.assertEqual(last["stock"], 7, "the product as it was last")
        events = self.assertAddsUp(client)
        self.assertEqual([event["type"] for event in events[-2:]], ["market.stock.changed", "market.product.deleted"])
        self.assertEqual((events[-2]["data"]["cause"], events[-2]["data"]["delta"]), ("delete", -7))

    def test_everything_survives_a_kill_and_an_orderly_end(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        product = self.register(client, vendor, stock=7)
        client.ok("market.products.purchase", {"id": product["id"], "quantity": 2}, key="once")
        for end in (signal.SIGKILL, signal.SIGTERM):
            service.signal(end)
            service.wait()
            service = self.start()
            client = self.client(service)
            self.assertEqual(client.ok("market.products.get", {"id": product["id"]})["stock"], 5)
            again = client.call("market.products.purchase", {"id": product["id"], "quantity": 2}, key="once")
            self.assertTrue(again["meta"]["replayed"])
            client.picture(id=product["images"][0]["id"])
            self.assertAddsUp(client)
        self.register(client, vendor)

    def test_the_service_says_what_it_is(self):
        service = self.start()
        client = self.client(service)
        self.assertEqual(client.ok("market.health"), "OK")
        self.assertEqual(client.ok("service.health")["status"], "SERVING")
        self.assertEqual(client.ok("service.info")["name"], "market-service")
        self.assertEqual(client.ok("rpc.discover")["info"]["title"][:6], "market")

    def test_a_registration_with_one_key_is_one_product(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        pictures = [png(700, 700, noise=b"x" * 9_000)]
        form = self.form(vendor, stock=2)
        ids = [client.send_with(pictures, "market.products.register", form, key="k") for _ in range(3)]
        replies = [client.receive_with()[0] for _ in ids]
        self.assertEqual(sorted(reply["id"] for reply in replies), ids)
        self.assertEqual(len({reply.result_text for reply in replies}), 1)
        other = client.call_with([png(3, 3)], "market.products.register", form, key="k")
        self.assertEqual(other.reason, "IDEMPOTENCY_KEY_REUSED")
        self.assertEqual(client.ok("market.products.list")["totalCount"], 1)

    def test_draining_finishes_what_was_accepted(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        pictures = [png(4000, 4000, noise=b"%d" % index) for index in range(5)]
        id = client.send_with(pictures, "market.products.register", self.form(vendor))
        drained = client.send("service.drain")
        replies = {}
        while len(replies) < 2:
            reply, _ = client.receive_with()
            replies[reply["id"]] = reply
        self.assertIn("result", replies[id], replies)
        self.assertIn("result", replies[drained])
        self.assertEqual(service.wait(), 0)


class PicturesTest(MarketTest):
    """`market.products.pictures`: what stays, what comes, and who may."""

    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.market = self.client(self.service)
        self.seller = self.vendor(self.market)
        self.product = self.register(self.market, self.seller, [png(9, 9 + place) for place in range(3)], stock=2)
        self.ids = [image["id"] for image in self.product["images"]]

    def replace(self, keep=(), pictures=(), **more):
        params = {**self.seller, "id": self.product["id"], "keep": list(keep)} | more.pop("params", {})
        return self.market.call_with(list(pictures), "market.products.pictures", params, **more)

    def test_some_stay_some_come_and_the_cover_moves_on(self):
        reply = self.replace(self.ids[2:0:-1], [png(5, 5)], key="K")
        self.assertConforms("market.products.pictures.result", reply["result"])
        # They keep their order, however they are named.
        ids = [image["id"] for image in reply["result"]["images"]]
        self.assertEqual((ids[:2], len(ids)), (self.ids[1:], 3))
        self.assertGreater(ids[2], self.ids[2])
        self.assertEqual(reply["result"]["thumbnail"], reply["result"]["images"][0]["thumbnail_url"])
        self.assertEqual(self.market.picture(id=ids[2])[1], png(5, 5))
        self.assertRefused(self.market.call("market.images.get", {"id": self.ids[0]}), "UNKNOWN_IMAGE")
        again = self.replace(self.ids[2:0:-1], [png(5, 5)], key="K")
        self.assertEqual((again["result"], again["meta"]["replayed"]), (reply["result"], True))
        (event,) = [event for event in self.assertAddsUp(self.market) if event["type"] == "market.product.updated"]
        self.assertEqual(event["data"]["changed"], ["thumbnail_id", "images"])
        for restart in range(2):
            self.assertEqual(self.market.ok("market.products.get", {"id": self.product["id"]}), reply["result"])
            if not restart:
                self.service.signal(signal.SIGKILL)
                self.service.wait()
                self.service = self.start()
                self.market = self.client(self.service)

    def test_what_is_so_already_changes_nothing(self):
        before = self.market.ok("market.products.list")["revision"]
        self.assertEqual(self.replace(self.ids)["result"], self.product)
        self.assertEqual(self.market.ok("market.products.list")["revision"], before)

    def test_a_refusal_changes_nothing(self):
        other = self.register(self.market, self.seller)["images"][0]["id"]
        stranger = self.vendor(self.market)
        five = [png(4, 4 + place) for place in range(5)]
        for reply, *refusal in (
            (self.replace(), "INVALID_PARAMS", "/images"),
            (self.replace(self.ids[:1], five), "INVALID_PARAMS", "/images"),
            (self.replace([self.ids[0], other, 99]), "INVALID_PARAMS", "/keep/1", "/keep/2"),
            (self.replace(self.ids, [b"nothing"]), "IMAGE_REJECTED", "/images/0"),
            (self.replace(["1"]), "INVALID_PARAMS", "/keep/0"),
            (self.replace(params={"keep": None}), "INVALID_PARAMS", "/keep"),
            (self.replace(self.ids, params=stranger), "PERMISSION_DENIED", "/id"),
            (self.replace(self.ids, params={"secret": "wrong"}), "PERMISSION_DENIED", "/secret"),
            (self.replace(self.ids, params={"id": 99}), "UNKNOWN_PRODUCT"),
        ):
            with self.subTest(refusal):
                self.assertRefused(reply, *refusal)
        self.assertEqual(self.market.ok("market.products.get", {"id": self.product["id"]}), self.product)

    def test_five_pictures_of_which_none_stay(self):
        five = [png(4, 4 + place) for place in range(5)]
        images = self.replace(pictures=five)["result"]["images"]
        self.assertEqual([self.market.picture(id=image["id"])[1] for image in images], five)


if __name__ == "__main__":
    unittest.main()
