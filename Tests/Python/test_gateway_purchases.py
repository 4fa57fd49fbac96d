"""What was bought, as the market's events tell it."""

import unittest

from test_gateway_market import GatewayMarketTest as Market


class PurchasesTest(Market):
    def test_each_purchase_has_the_name_and_the_price_of_its_moment(self):
        vendor = self.vendor()
        self.product(vendor)
        self.product(vendor, name="다른 상품")
        self.assertIn("No purchases.", self.run_gateway("market", "purchases").stderr)
        first = self.json("market", "purchase", "1", "2")
        self.run_gateway("market", "update", "1", "--price", "2000", "--name", "더 비싼 상자", **vendor)
        second = self.json("market", "purchase", "1")
        third = self.json("market", "purchase", "2", "3")
        bought = self.json("market", "purchases")["purchases"]
        self.assertEqual([each["id"] for each in bought], [third["id"], second["id"], first["id"]])
        told = [(each["name"], each["bargain_price"], each["quantity"], each["left"]) for each in bought]
        self.assertEqual(told, [("다른 상품", 900, 3, 7), ("더 비싼 상자", 1900, 1, 7), ("망고 한 상자", 900, 2, 8)])
        self.assertRegex(
            self.run_gateway("market", "purchases").stdout.splitlines()[2],
            rf" {second['id']}  \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d +1 +더 비싼 상자 +1 +KRW 1,900 +left: 7",
        )

    def test_a_product_and_a_number_narrow_it(self):
        vendor = self.vendor()
        self.product(vendor)
        self.product(vendor, name="다른 상품")
        for product in (1, 2, 1, 1):
            self.run_gateway("market", "purchase", product)
        of = lambda *words: [each["left"] for each in self.json("market", "purchases", *words)["purchases"]]
        self.assertEqual(of("--product", "1"), [7, 8, 9])
        self.assertEqual(of("--limit", "2"), [7, 8])
        self.assertEqual(of("--product", "1", "--limit", "1"), [7])
        self.assertEqual(of("--product", "3"), [])


del Market


if __name__ == "__main__":
    unittest.main()
