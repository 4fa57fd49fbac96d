"""Vendors: who may admit them, what is told and kept of their secrets, and what a wrong one can do."""

import unittest

from market_process import MarketClient, MarketTest
from pictures import png


class VendorsTest(MarketTest):
    def test_a_secret_is_told_once_and_kept_nowhere(self):
        service = self.start("--log-level", "trace")
        client = self.client(service)
        account = client.ok("market.vendors.register", {"name": "동네 가게"}, key="v")
        self.assertConforms("market.vendors.register.result", account)
        # 256 bits in 64 different characters.
        self.assertRegex(account["secret"], r"^[A-Za-z0-9_-]{43}$")
        again = client.call("market.vendors.register", {"name": "동네 가게"}, key="v")
        self.assertTrue(again["meta"]["replayed"])
        self.assertEqual(again["result"], {**account, "secret": None})
        other = client.ok("market.vendors.register", {"name": "동네 가게"})
        self.assertNotEqual((account["identifier"], account["secret"]), (other["identifier"], other["secret"]))
        listed = client.ok("market.vendors.list")
        self.assertConforms("market.vendors.list.result", listed)
        self.assertEqual(
            listed["vendors"], [{name: one[name] for name in one if name != "secret"} for one in (other, account)]
        )
        vendor = {"identifier": account["identifier"], "secret": account["secret"]}
        self.register(client, vendor)
        client.call("market.products.update", {**vendor, "id": 1, "price": "x"})
        service.stop()
        for path in self.directory.rglob("*"):
            if path.is_file():
                self.assertNotIn(account["secret"].encode(), path.read_bytes(), path)

    def test_pages_of_vendors(self):
        client = self.client(self.start())
        for number in range(1, 8):
            self.vendor(client, f"가게 {number}")
        seen, after = [], None
        while True:
            page = client.ok("market.vendors.list", {"limit": 3, **({"after": after} if after else {})})
            seen += [one["id"] for one in page["vendors"]]
            after = page.get("next")
            if not after:
                break
        self.assertEqual(seen, [7, 6, 5, 4, 3, 2, 1])
        for wrong in ("0", "-1", "+2", "02", "x"):
            self.assertRefused(client.call("market.vendors.list", {"after": wrong}), "INVALID_PARAMS", "/after")

    def test_names_at_their_limits(self):
        client = self.client(self.start())
        for name in ("가", "가" * 50, "👨‍👩‍👧‍👦" * 50):
            self.assertEqual(client.ok("market.vendors.register", {"name": name})["name"], name)
        for name in ("", " ", "가" * 51, "a\nb", 7, None):
            reply = client.call("market.vendors.register", {"name": name})
            self.assertRefused(reply, "INVALID_PARAMS", "/name")
        self.assertEqual(len(client.ok("market.vendors.list")["vendors"]), 3)

    def test_only_who_runs_the_service_admits_vendors(self):
        run = self.directory / "run"
        ends = ("--bind-rpc", f"ipc://{run}/market.rpc", "--bind-rpc", "tcp://127.0.0.1:0")
        service = self.start(*ends, "--insecure-loopback", "order")
        local = self.client(service)
        self.assertIn("result", local.call("market.vendors.register", {"name": "동네 가게"}))
        tcp = local.ok("service.info")["endpoints"]["rpc"][1]
        remote = MarketClient(self.context, tcp)
        self.addCleanup(remote.close)
        for method, params in (("market.vendors.register", {"name": "x"}), ("market.vendors.list", {})):
            self.assertRefused(remote.call(method, params), "PERMISSION_DENIED")
        self.assertEqual(remote.ok("market.products.list")["totalCount"], 0, "everything else is for who may order")
        self.assertEqual(len(local.ok("market.vendors.list")["vendors"]), 1)


class CredentialsTest(MarketTest):
    def test_wrong_credentials_change_nothing(self):
        service = self.start()
        client = self.client(service)
        mine, theirs = self.vendor(client), self.vendor(client, "다른 가게")
        product = self.register(client, mine, stock=5)
        id = product["id"]
        before = client.ok("market.products.list")
        own = {**mine, "id": id}
        unknown = {**own, "identifier": "vendor-0000"}
        wrong = {**own, "secret": theirs["secret"]}
        foreign = {**theirs, "id": id}
        strangers = (
            (unknown, "UNAUTHENTICATED", "/identifier"),
            (wrong, "PERMISSION_DENIED", "/secret"),
            (foreign, "PERMISSION_DENIED", "/id"),
        )
        for params, reason, pointer in strangers:
            update = client.call("market.products.update", {**params, "price": 1})
            self.assertRefused(update, reason, pointer)
            self.assertRefused(client.call("market.products.archive", params), reason, pointer)
        for vendor, reason, pointer in strangers[:2]:
            params = self.form({name: vendor[name] for name in ("identifier", "secret")})
            reply = client.call_with([png(2, 2)], "market.products.register", params)
            self.assertRefused(reply, reason, pointer)
        self.assertRefused(client.call("market.products.update", {**mine, "id": 99, "price": 1}), "UNKNOWN_PRODUCT")
        self.assertRefused(client.call("market.products.archive", {**mine, "id": 99}), "UNKNOWN_PRODUCT")
        self.assertRefused(client.call("market.products.purchase", {"id": 99, "quantity": 1}), "UNKNOWN_PRODUCT")
        # Who asks comes before what for: a stranger does not learn which products there are.
        self.assertRefused(
            client.call("market.products.update", {**unknown, "id": 99, "price": 1}), "UNAUTHENTICATED", "/identifier"
        )
        self.assertEqual(client.ok("market.products.list"), before)
        self.assertEqual(len(self.replayed(client)), 2)

    def test_an_address_deletes_once_and_only_for_its_vendor(self):
        client = self.client(self.start())
        mine, theirs = self.vendor(client), self.vendor(client, "다른 가게")
        first, second = (self.register(client, mine)["id"] for _ in range(2))
        uris = [client.ok("market.products.archive", {**mine, "id": first})["uri"] for _ in range(2)]
        self.assertNotEqual(*uris)
        delete = lambda vendor, uri: client.call(
            "market.products.delete", {"identifier": vendor["identifier"], "uri": uri}
        )
        self.assertRefused(delete(theirs, uris[0]), "PERMISSION_DENIED", "/uri")
        self.assertRefused(delete({"identifier": "vendor-0"}, uris[0]), "UNAUTHENTICATED", "/identifier")
        for wrong in ("market:deletions/", "market:deletions/AAAA", uris[0] + "x", "x", uris[0][:-1]):
            self.assertRefused(delete(mine, wrong), "URI_EXPIRED")
        self.assertEqual(client.ok("market.products.list")["totalCount"], 2)
        self.assertEqual(delete(mine, uris[0])["result"]["id"], first)
        for used in uris:
            self.assertRefused(delete(mine, used), "URI_EXPIRED")
        self.assertEqual([one["id"] for one in client.ok("market.products.list")["pages"]], [second])
        gone = {**mine, "id": first}
        self.assertRefused(client.call("market.products.update", {**gone, "price": 1}), "UNKNOWN_PRODUCT")
        self.assertRefused(client.call("market.products.archive", gone), "UNKNOWN_PRODUCT")
        self.assertRefused(client.call("market.products.purchase", {"id": first, "quantity": 1}), "UNKNOWN_PRODUCT")
        self.assertAddsUp(client)

    def test_a_repeated_deletion_is_answered_as_the_first(self):
        client = self.client(self.start())
        vendor = self.vendor(client)
        product = self.register(client, vendor, stock=2)
        archive = {**vendor, "id": product["id"]}
        uri = client.ok("market.products.archive", archive, key="a")["uri"]
        self.assertEqual(client.ok("market.products.archive", archive, key="a")["uri"], uri)
        params = {"identifier": vendor["identifier"], "uri": uri}
        first = client.call("market.products.delete", params, key="d")
        again = client.call("market.products.delete", params, key="d")
        self.assertEqual((again.result_text, again["meta"]["replayed"]), (first.result_text, True))


if __name__ == "__main__":
    unittest.main()
