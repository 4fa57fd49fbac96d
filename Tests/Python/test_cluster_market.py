"""Several workers share the stream of market-service: its tables, its search, and its pictures, which are files of each."""

import hashlib
import unittest

from market_process import MarketTest
from pictures import png
from test_cluster import ClusterTest


class MarketClusterTest(ClusterTest, MarketTest):
    def at(self, worker, sequence, method, params):
        """A read at a position or later, asked for until the worker has it."""

        def found():
            reply = self.client(worker).call(method, params, atleast=sequence)
            if reply.get("error"):
                self.assertEqual(reply.reason, "BEHIND")
                return None
            return reply["result"]

        return self.wait_for(f"at {sequence}", found)

    def offer(self, worker, **members):
        """Registers a vendor and a product with two pictures; returns the product, the vendor and the position."""
        client = self.client(worker)
        vendor = self.vendor(client)
        pictures = [png(40, 30, noise=f"{vendor} {number}".encode()) for number in range(2)]
        reply = client.call_with(pictures, "market.products.register", self.form(vendor, **members))
        self.assertNotIn("error", reply, reply)
        return reply["result"], vendor, reply["meta"]["sequence"]

    def sequence(self, worker):
        return self.client(worker).call("market.products.list", {})["meta"]["sequence"]

    def assertSame(self, worker, other, product):
        """A worker gives out a product as another does, with the same pictures, and their bytes are what their hash says."""
        sequence = self.sequence(other)
        self.assertEqual(
            self.at(worker, sequence, "market.products.get", {"id": product["id"]}),
            self.client(other).ok("market.products.get", {"id": product["id"]}),
        )
        for image in product["images"]:
            for params in ({"id": image["id"]}, {"id": image["id"], "thumbnail": True}):
                here, there = self.client(worker).picture(**params), self.client(other).picture(**params)
                self.assertEqual(here, there)
                self.assertEqual(hashlib.sha256(here[1]).hexdigest(), here[0]["sha256"])

    def buy(self, workers, product, quantity, key):
        """Buys at whoever takes it; returns the reply."""

        def done():
            for worker in workers:
                reply = self.client(worker).call(
                    "market.products.purchase", {"id": product["id"], "quantity": quantity}, key=key
                )
                if not reply.get("error") or not reply["error"]["data"]["retryable"]:
                    return reply
            return None

        return self.wait_for("bought", done)

    def database(self):
        return self.log.split("dbname=")[1].split()[0]

    def sql(self, text):
        return self.server.sql(text, self.database())


class Sharing(MarketClusterTest):
    def test_a_replica_has_a_product_with_its_pictures_and_finds_it(self):
        active, replicas = self.active(self.group())
        product, _, sequence = self.offer(active, name="사과나무 묘목", stock=3)
        for replica in replicas:
            self.assertSame(replica, active, product)
            for searched in ("사과", "묘목"):
                page = self.at(replica, sequence, "market.products.list", {"search_value": searched})
                self.assertEqual([one["id"] for one in page["pages"]], [product["id"]])

    def test_a_search_that_was_asked_before_sees_what_came_since(self):
        active, (replica, *_) = self.active(self.group(2))
        first, _, sequence = self.offer(active, name="망고 상자")
        search = {"search_value": "망고"}
        self.assertEqual(self.at(replica, sequence, "market.products.list", search)["totalCount"], 1)
        second, _, sequence = self.offer(active, name="망고 주스")
        page = self.at(replica, sequence, "market.products.list", search)
        self.assertEqual({one["id"] for one in page["pages"]}, {first["id"], second["id"]})

    def test_what_is_changed_bought_and_deleted_at_the_active_is_so_at_a_replica(self):
        active, (replica, *_) = self.active(self.group(2))
        product, vendor, _ = self.offer(active, name="망고 상자", stock=5)
        self.assertIn("result", self.buy([active], product, 2, "P1"))
        client = self.client(active)
        client.ok("market.products.update", {**vendor, "id": product["id"], "name": "망고 두 상자"})
        found = self.at(replica, self.sequence(active), "market.products.get", {"id": product["id"]})
        self.assertEqual((found["name"], found["stock"]), ("망고 두 상자", 3))
        ticket = client.ok("market.products.archive", {**vendor, "id": product["id"]})["uri"]
        reply = client.call("market.products.delete", {**vendor, "uri": ticket})
        self.assertNotIn("error", reply, reply)
        gone = self.wait_for(
            "gone",
            lambda: next(
                (one for one in [self.client(replica).call("market.products.get", {"id": product["id"]})] if one.get("error")),
                None,
            ),
        )
        self.assertEqual(gone.reason, "UNKNOWN_PRODUCT")


class Failing(MarketClusterTest):
    def test_after_a_takeover_nothing_is_sold_that_is_not_there_and_nothing_twice(self):
        active, replicas = self.active(self.group())
        product, _, _ = self.offer(active, stock=5)
        first = self.buy([active], product, 3, "P1")
        active.kill()
        again = self.buy(replicas, product, 3, "P1")
        self.assertEqual(again["result"], first["result"])
        refused = self.buy(replicas, product, 3, "P2")
        self.assertEqual(refused.reason, "INSUFFICIENT_STOCK")
        last = self.buy(replicas, product, 2, "P3")
        self.assertEqual(last["result"]["stock"], 0)
        successor, (other,) = self.active(replicas)
        for product in (product, self.offer(successor)[0]):
            self.assertSame(other, successor, product)

    def test_a_product_whose_pictures_the_log_does_not_take_is_refused_whole(self):
        active, _ = self.active(self.group(1))
        client = self.client(active)
        vendor = self.vendor(client)
        self.sql("ALTER TABLE jangteo.blob RENAME TO hidden")
        refused = client.call_with([png(8, 8)], "market.products.register", self.form(vendor))
        self.assertEqual(refused.reason, "STORAGE_UNAVAILABLE", refused)
        self.assertEqual(refused["error"]["data"]["outcome"], "not_applied")
        self.assertEqual(client.ok("market.products.list", {})["totalCount"], 0)
        self.sql("ALTER TABLE jangteo.hidden RENAME TO blob")
        reply = self.wait_for(
            "registered",
            lambda: next(
                (
                    one
                    for one in [client.call_with([png(8, 8)], "market.products.register", self.form(vendor))]
                    if "result" in one
                ),
                None,
            ),
        )
        self.assertEqual(len(reply["result"]["images"]), 1)

    def test_a_picture_that_the_log_has_lost_is_missing_at_a_replica_until_the_log_has_it(self):
        active, (replica,) = self.active(self.group(2))
        # A row that names what the log has not: as after a part of it was lost.
        replica.stop()
        product, _, _ = self.offer(active)
        picture, _ = self.client(active).picture(id=product["images"][0]["id"])
        self.sql("CREATE TABLE lost AS SELECT * FROM jangteo.blob")
        self.sql(f"DELETE FROM jangteo.blob WHERE hash = '\\x{picture['sha256']}'")
        back = self.start("--log", self.log, run=replica.run.name, state=replica.state.name)
        found = self.at(back, self.sequence(active), "market.products.get", {"id": product["id"]})
        self.assertEqual(found, self.client(active).ok("market.products.get", {"id": product["id"]}))
        self.assertLogs(back, rf"lost a file that a row names.*{picture['sha256']}")
        missing = self.client(back).call("market.images.get", {"id": product["images"][0]["id"]})
        self.assertIn("there is no file", str(missing["error"]))
        self.client(back).picture(id=product["images"][1]["id"])
        self.sql("INSERT INTO jangteo.blob SELECT * FROM lost ON CONFLICT DO NOTHING")
        client = self.client(back)

        def is_there():
            client.send("market.images.get", {"id": product["images"][0]["id"]})
            return "result" in client.receive_with()[0]

        self.wait_for("there again", is_there)
        self.assertSame(back, active, product)


class Beginning(MarketClusterTest):
    def test_a_worker_that_comes_later_has_all_pictures(self):
        first = self.worker()
        self.active([first])
        products = [self.offer(first)[0] for _ in range(3)]
        late = self.worker()
        for product in products:
            self.assertSame(late, first, product)

    def test_a_worker_that_begins_with_a_snapshot_has_the_pictures_that_it_names(self):
        active, _ = self.active([self.worker("--snapshot-rows", "10") for _ in range(2)])
        products = [self.offer(active)[0] for _ in range(6)]
        self.wait_for("a snapshot", lambda: self.sql("SELECT count(*) FROM jangteo.snapshot") != "0")
        late = self.worker()
        self.assertLogs(late, "takes a snapshot")
        # Two pictures each, which have one thumbnail.
        self.assertLogs(late, "has the files of the snapshot.* fetched=13")
        for product in products:
            self.assertSame(late, active, product)


if __name__ == "__main__":
    unittest.main()
