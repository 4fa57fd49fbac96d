"""Lists and searches: pages of every kind, revisions, and what a search finds."""

import unittest

from market_process import MarketTest
from pictures import png


class PagesTest(MarketTest):
    def page(self, client, **params):
        page = client.ok("market.products.list", params)
        self.assertConforms("market.products.list.result", page)
        return page

    def test_pages_of_0_1_10_11_and_116_products(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        picture = png(2, 2)
        count = 0
        for total in (0, 1, 10, 11, 116):
            waiting = 0
            while count < total:
                # Some at a time: what is prepared is bounded for each peer.
                for _ in range(min(10, total - count)):
                    client.send_with([picture], "market.products.register", self.form(vendor))
                    count, waiting = count + 1, waiting + 1
                while waiting:
                    self.assertIn("result", client.receive_with()[0])
                    waiting -= 1
            ids = list(range(total, 0, -1))
            for size in (1, 10, 100):
                last = -(-total // size)
                for number in sorted({1, 2, 3, max(1, last - 1), max(1, last), last + 1, last + 7, 1_000_000_000}):
                    page = self.page(client, page_no=number, items_per_page=size)
                    where = (number - 1) * size
                    expected = {
                        "pageNo": number,
                        "itemsPerPage": size,
                        "totalCount": total,
                        "offset": where,
                        "limit": size,
                        "lastPage": last,
                        "hasNext": number < last,
                        "hasPrev": number > 1 and total > 0,
                    }
                    self.assertEqual({name: page[name] for name in expected}, expected)
                    self.assertEqual([one["id"] for one in page["pages"]], ids[where : where + size])
                    found = self.page(client, page_no=number, items_per_page=size, search_value="상품 좋은")
                    self.assertEqual(found, page, "all products match")

    def test_pages_stay_whole_around_deleted_products(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        ids = [self.register(client, vendor)["id"] for _ in range(40)]
        for id in [1, 2, 17, *range(28, 36), 40]:
            uri = client.ok("market.products.archive", {**vendor, "id": id})["uri"]
            client.ok("market.products.delete", {"identifier": vendor["identifier"], "uri": uri})
            ids.remove(id)
            expected = ids[::-1]
            for search in ("", "좋은"):
                seen = []
                for number in range(1, 5):
                    page = self.page(client, page_no=number, items_per_page=10, search_value=search)
                    self.assertEqual(page["totalCount"], len(expected))
                    seen += [one["id"] for one in page["pages"]]
                self.assertEqual(seen, expected)
        self.assertEqual(self.register(client, vendor)["id"], 41, "an id is never given again")

    def test_a_revision_is_not_modified_when_and_only_when_nothing_changed(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)

        def revision():
            return self.page(client)["revision"]

        def is_same(known):
            page = self.page(client, ifRevision=known)
            return page == {"notModified": True, "revision": known}

        known = revision()
        self.assertTrue(is_same(known))
        seen = {known}
        product = self.register(client, vendor, stock=9)["id"]
        own = {**vendor, "id": product}
        changes = [
            lambda: client.ok("market.products.update", {**own, "name": "다른 이름"}),
            lambda: client.ok("market.products.update", {**own, "stock": 8}),
            lambda: client.ok("market.products.purchase", {"id": product, "quantity": 1}),
        ]
        for change in [lambda: None, *changes]:
            change()
            self.assertFalse(is_same(known))
            known = revision()
            self.assertNotIn(known, seen)
            seen.add(known)
            self.assertTrue(is_same(known))
        # None of these changes anything.
        client.call("market.products.purchase", {"id": product, "quantity": 999})
        client.call("market.products.update", {**own, "price": -1})
        client.ok("market.products.update", {**own, "name": "다른 이름"})
        client.ok("market.products.get", {"id": product})
        uri = client.ok("market.products.archive", own)["uri"]
        self.vendor(client, "다른 가게")
        self.assertTrue(is_same(known))
        service.stop()
        service = self.start()
        client = self.client(service)
        self.assertTrue(is_same(known), "a restart changes nothing")
        client.ok("market.products.delete", {"identifier": vendor["identifier"], "uri": uri})
        self.assertFalse(is_same(known))
        self.assertFalse(is_same("nonsense"))

    def test_a_list_sent_right_behind_a_write_shows_it(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        product = self.register(client, vendor, stock=100)["id"]
        for left in range(99, 79, -1):
            client.send("market.products.purchase", {"id": product, "quantity": 1})
            client.send("market.products.list", {})
            client.send("market.products.list", {"search_value": "상품"})
            self.assertEqual(client.receive()["result"]["stock"], left)
            for _ in range(2):
                self.assertEqual(client.receive()["result"]["pages"][0]["stock"], left)


class SearchTest(MarketTest):
    def found(self, client, text, **params):
        params = {"search_value": text, "items_per_page": 100, **params}
        page = client.ok("market.products.list", params)
        self.assertEqual(page["totalCount"], len(page["pages"]))
        return [one["id"] for one in page["pages"]]

    def test_words_are_found_in_name_description_and_vendor_name(self):
        service = self.start()
        client = self.client(service)
        fruit, tools = self.vendor(client, "과일 Garden"), self.vendor(client, "철물점")
        self.register(client, fruit, name="Apple Mango 망고", description="달콤한 열대 과일입니다.")
        self.register(client, fruit, name="딸기 한 바구니", description="새콤달콤한 봄 딸기입니다. 100%")
        self.register(client, tools, name="MANGO 모양 망치", description="튼튼한 쇠망치입니다. \\path_x")
        cases = {
            "": [3, 2, 1],
            "   ": [3, 2, 1],
            "망": [3, 1],
            "망고": [1],
            "mango": [3, 1],
            "ANG": [3, 1],
            "과일": [2, 1],
            "garden 딸기": [2],
            "딸기 망고": [],
            "달콤한": [2, 1],
            "새콤달콤한": [2],
            "튼튼한 쇠망치": [3],
            "철물점": [3],
            "과일garden": [],
            "망고달콤": [],
            "%": [2],
            "_x": [3],
            "\\path": [3],
            "*": [],
            '"': [],
            "'": [],
            "망고\u0000": [],
            "\u1106\u1161\u11bc\u1100\u1169": [1],
            "applemango": [],
            "apple mango 망고 garden 달콤한 열대": [1],
            "없는말입니다": [],
        }
        for _ in range(2):  # The second time from what is remembered.
            for text, expected in cases.items():
                self.assertEqual(self.found(client, text), expected, text)

    def test_a_remembered_search_follows_every_change(self):
        service = self.start()
        client = self.client(service)
        vendor = self.vendor(client)
        text = "바구니"
        self.assertEqual(self.found(client, text), [])
        first = self.register(client, vendor, name="사과 바구니")["id"]
        self.assertEqual(self.found(client, text), [first])
        second = self.register(client, vendor, name="배 상자")["id"]
        self.assertEqual(self.found(client, text), [first])
        client.ok("market.products.update", {**vendor, "id": second, "description": "큰 바구니에 담은 배입니다."})
        self.assertEqual(self.found(client, text), [second, first])
        client.ok("market.products.update", {**vendor, "id": first, "name": "사과 상자", "description": "그냥 사과 상자입니다."})
        self.assertEqual(self.found(client, text), [second])
        uri = client.ok("market.products.archive", {**vendor, "id": second})["uri"]
        client.ok("market.products.delete", {"identifier": vendor["identifier"], "uri": uri})
        self.assertEqual(self.found(client, text), [])
        service.kill()
        client = self.client(self.start())
        self.assertEqual(self.found(client, text), [])
        self.assertEqual(self.found(client, "사과"), [first])


if __name__ == "__main__":
    unittest.main()
