"""What a product may be: every rule at its limits, all violations together, and pictures of every kind."""

import json
import unittest

from market_process import MarketTest
from pictures import animated_gif, bomb, jpeg, jpeg_size, png, png_of_bytes, png_size

FAMILY = "👨‍👩‍👧‍👦"
DECOMPOSED = "\u1112\u1161\u11ab"
LARGEST = 10**12


class FormTest(MarketTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.market = self.client(self.service)
        self.seller = self.vendor(self.market)
        self.product = self.register(self.market, self.seller, stock=5, discounted_price=100)

    def both(self, accepted=(), refused=(), **others):
        """Tries values of a member in a registration and in a change: (member, value)."""
        for member, value in accepted:
            with self.subTest(accepted=member, value=str(value)[:40]):
                members = {**others, member: value}
                self.assertEqual(self.register(self.market, self.seller, **members)[member], value)
                changed = self.market.call("market.products.update", {**self.seller, "id": 1, **members})
                self.assertEqual(changed["result"][member], value)
        for member, value in refused:
            with self.subTest(refused=member, value=str(value)[:40]):
                form = self.form(self.seller, **others) | {member: value}
                reply = self.market.call_with([png(2, 2)], "market.products.register", form)
                self.assertRefused(reply, "INVALID_PARAMS", f"/{member}")
                reply = self.market.call("market.products.update", {**self.seller, "id": 1, **others, member: value})
                self.assertRefused(reply, "INVALID_PARAMS", f"/{member}")

    def test_texts(self):
        self.both(
            accepted=[
                *(("name", unit * count) for unit in ("가", FAMILY, DECOMPOSED, "a") for count in (1, 100)),
                *(("description", unit * count) for unit in ("가", FAMILY, "a") for count in (0, 1, 1000)),
                ("description", "첫 줄\n둘째\t줄입니다."),
            ],
            refused=[
                *(("name", unit * count) for unit in ("가", FAMILY, DECOMPOSED, "a") for count in (0, 101)),
                *(("description", unit * 1001) for unit in ("가", FAMILY, "a")),
                ("name", "a\nb c"), ("name", 7), ("name", "a" + "\u0301" * 4000 + "bc"),
                ("description", "a\u0007" * 10),
            ],
        )

    def test_a_form_asks_for_longer_texts_than_the_market_takes(self):
        form = self.form({}, name="차", description="")
        refused = self.market.call("market.products.check", form)
        self.assertRefused(refused, "INVALID_PARAMS", "/name", "/description")
        del form["description"]
        refused = self.market.call("market.products.check", form)
        self.assertRefused(refused, "INVALID_PARAMS", "/name", "/description")
        self.assertEqual(refused["error"]["data"]["violations"][1]["reason"], "REQUIRED")
        reply = self.market.call_with([png(2, 2)], "market.products.register", self.seller | form)
        product = reply["result"]
        self.assertConforms("market.product", product)
        self.assertEqual((product["name"], product["description"]), ("차", ""))
        changed = {**self.seller, "id": product["id"], "name": "말"}
        self.assertEqual(self.market.ok("market.products.update", changed)["name"], "말")
        (row,) = self.market.ok("market.products.list", {"search_value": "말"})["pages"]
        self.assertEqual(row, {name: row[name] for name in row} | {"name": "말", "description": ""})

    def test_sums(self):
        won = {"currency": "KRW", "discounted_price": 0}
        self.both(
            accepted=[("price", 0), ("price", 1), ("price", LARGEST)],
            refused=[("price", -1), ("price", LARGEST + 1), ("price", 0.5), ("price", 10**40), ("price", "1")],
            **won,
        )
        self.both(
            accepted=[("price", 0.01), ("price", 10.5), ("price", LARGEST)],
            refused=[("price", 0.001), ("price", -0.01)],
            currency="USD",
            discounted_price=0,
        )
        self.both(
            accepted=[("discounted_price", 0), ("discounted_price", 499), ("discounted_price", 500)],
            refused=[("discounted_price", -1), ("discounted_price", 501), ("discounted_price", 0.5)],
            price=500,
            currency="KRW",
        )

    def test_exact_money(self):
        product = self.register(self.market, self.seller, price=0.3, discounted_price=0.1, currency="USD")
        text = self.market.call("market.products.get", {"id": product["id"]}).text
        self.assertIn('"price":0.30,"bargain_price":0.20,"discounted_price":0.10', text)

    def test_stock_and_currency(self):
        self.both(
            accepted=[("stock", 0), ("stock", 1), ("stock", 10**9), ("currency", "USD"), ("currency", "KRW")],
            refused=[("stock", -1), ("stock", 10**9 + 1), ("stock", 1.5), ("currency", "EUR"), ("currency", "krw")],
            discounted_price=0,
        )

    def test_a_price_may_not_fall_below_the_discount_that_stays(self):
        own = {**self.seller, "id": 1}
        reply = self.market.call("market.products.update", {**own, "price": 99})
        self.assertRefused(reply, "INVALID_PARAMS", "/price")
        reply = self.market.call("market.products.update", {**own, "discounted_price": 1001})
        self.assertRefused(reply, "INVALID_PARAMS", "/discounted_price")
        self.assertEqual(self.market.ok("market.products.update", {**own, "price": 100})["bargain_price"], 0)
        reply = self.market.call("market.products.update", own)
        self.assertRefused(reply, "INVALID_PARAMS", "")
        reply = self.market.call("market.products.update", {**own, "thumbnail_id": 999})
        self.assertRefused(reply, "INVALID_PARAMS", "/thumbnail_id")

    def test_all_violations_come_together(self):
        form = {**self.seller, "name": "", "description": "\0", "price": -1, "currency": "EUR", "stock": -1}
        reply = self.market.call_with([], "market.products.register", form)
        self.assertEqual(
            sorted(one["pointer"] for one in reply["error"]["data"]["violations"]),
            ["/currency", "/description", "/images", "/name", "/price", "/stock"],
        )
        reply = self.market.call_with([], "market.products.register", {})
        self.assertEqual(
            sorted(one["pointer"] for one in reply["error"]["data"]["violations"]),
            ["/currency", "/identifier", "/images", "/name", "/price", "/secret"],
        )

    def test_quantities(self):
        for quantity in (0, -1, 1001, 1.5, "1", None):
            reply = self.market.call("market.products.purchase", {"id": 1, "quantity": quantity})
            self.assertRefused(reply, "INVALID_PARAMS", "/quantity")
        self.assertRefused(self.market.call("market.products.purchase", {"id": 1}), "INVALID_PARAMS", "/quantity")
        self.assertRefused(
            self.market.call("market.products.purchase", {"id": 1, "quantity": 6}), "INSUFFICIENT_STOCK"
        )
        self.market.ok("market.products.purchase", {"id": 1, "quantity": 5})
        self.market.ok("market.products.update", {**self.seller, "id": 1, "stock": 1000})
        self.assertEqual(self.market.ok("market.products.purchase", {"id": 1, "quantity": 1000})["stock"], 0)


class PicturesTest(MarketTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.market = self.client(self.service)
        self.seller = self.vendor(self.market)

    def send(self, pictures, **members):
        return self.market.call_with(pictures, "market.products.register", self.form(self.seller, **members))

    def test_how_many(self):
        for count in (0, 6, 7):
            self.assertRefused(self.send([png(2, 2)] * count), "INVALID_PARAMS", "/images")
        for count in (1, 5):
            self.assertEqual(len(self.send([png(2, 2)] * count)["result"]["images"]), count)

    def test_what_cannot_be_accepted(self):
        good = png(20, 20)
        cases = {
            "one byte too many": png_of_bytes(307_201),
            "text": b"This is a text, whatever its name says.\n" * 10,
            "empty": b"",
            "truncated JPEG": jpeg(8, 8, lambda column, row: column > row)[:-40],
            "truncated PNG": good[:-20],
            "bomb": bomb(),
            "too wide": png(8001, 1),
            "broken data": good[:50] + bytes([good[50] ^ 0xFF]) + good[51:],
        }
        for name, picture in cases.items():
            with self.subTest(name):
                self.assertRefused(self.send([good, picture, good]), "IMAGE_REJECTED", "/images/1")
        reply = self.send([b"x", good, bomb(), good, b"y"])
        self.assertRefused(reply, "IMAGE_REJECTED", "/images/0", "/images/2", "/images/4")
        self.assertEqual([one["reason"] for one in reply["error"]["data"]["violations"]], ["UNKNOWN", "OUT_OF_RANGE", "UNKNOWN"])
        self.assertEqual(self.market.ok("market.products.list")["totalCount"], 0)
        self.assertEqual(self.replayed(self.market), [])

    def test_what_is_accepted(self):
        cases = {
            "exactly 300 KB": (png_of_bytes(307_200), "image/png", (4, 4)),
            "widest": (png(8000, 1), "image/png", (600, 1)),
            "an animation": (animated_gif(), "image/gif", (6, 4)),
            "a JPEG": (jpeg(40, 20, lambda column, row: column > row), "image/jpeg", (320, 160)),
            "small": (png(3, 2), "image/png", (3, 2)),
        }
        for name, (picture, media_type, size) in cases.items():
            with self.subTest(name):
                reply = self.send([picture])
                self.assertIn("result", reply, reply)
                image = reply["result"]["images"][0]
                result, data = self.market.picture(url=image["url"])
                self.assertEqual((result["media_type"], data), (media_type, picture))
                thumbnail, data = self.market.picture(url=image["thumbnail_url"])
                self.assertEqual((thumbnail["width"], thumbnail["height"]), size)
                read = png_size if thumbnail["media_type"] == "image/png" else jpeg_size
                self.assertEqual(read(data), size)

    def test_a_turned_jpeg_has_an_upright_thumbnail(self):
        wide = lambda orientation: jpeg(20, 10, lambda column, row: column < 10, orientation)
        for orientation in range(1, 9):
            image = self.send([wide(orientation)])["result"]["images"][0]
            thumbnail, _ = self.market.picture(url=image["thumbnail_url"])
            expected = (160, 80) if orientation <= 4 else (80, 160)
            self.assertEqual((thumbnail["width"], thumbnail["height"]), expected, orientation)

    def test_a_picture_is_named_one_way_only(self):
        image = self.send([png(2, 2)])["result"]["images"][0]
        by_id, data = self.market.picture(id=image["id"])
        self.assertEqual(self.market.picture(id=image["id"], thumbnail=False), (by_id, data))
        for params in ({}, {"id": image["id"], "url": image["url"]}):
            self.assertRefused(self.market.call("market.images.get", params), "INVALID_PARAMS", "")
        for id in (2, 2**53):
            self.assertRefused(self.market.call("market.images.get", {"id": id}), "UNKNOWN_IMAGE")

    def test_pictures_are_attachments_only(self):
        form = self.form(self.seller)
        request = {"jsonrpc": "2.0", "id": 7, "method": "market.products.register", "params": form}
        self.market.send_frames(json.dumps([request]).encode())
        (reply,) = self.market.receive()
        self.assertEqual(reply.reason, "INVALID_REQUEST")
        self.market.send_frames(json.dumps({**request, "id": None}).encode(), png(2, 2))
        self.assertEqual(self.market.receive().reason, "INVALID_REQUEST")
        del request["id"]
        self.market.send_frames(json.dumps(request).encode(), png(2, 2))
        self.assertEqual(self.market.ok("market.products.list")["totalCount"], 0)

    def test_too_many_at_once_are_refused_and_may_come_again(self):
        pictures = [png(3000, 3000, noise=b"%d" % index) for index in range(5)]
        ids = [self.market.send_with(pictures, "market.products.register", self.form(self.seller)) for _ in range(40)]
        replies = [self.market.receive_with()[0] for _ in ids]
        reasons = {reply.reason for reply in replies}
        self.assertEqual(reasons, {None, "OVERLOADED"})
        for reply in replies:
            if reply.reason:
                self.assertGreater(reply["error"]["data"]["retryafterms"], 0)
                self.assertTrue(reply["error"]["data"]["retryable"])
        accepted = sum(reply.reason is None for reply in replies)
        self.assertEqual(self.market.ok("market.products.list")["totalCount"], accepted)
        self.assertIn("result", self.send(pictures))


if __name__ == "__main__":
    unittest.main()
