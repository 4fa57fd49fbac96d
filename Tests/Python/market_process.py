"""The real market-service, a client that sends pictures, and vendors to sell something."""

import hashlib
import itertools
import json

from juice_process import JuiceProcess, JuiceTest
from juice_sockets import JuiceClient, Reply
from pictures import png
from protocol_files import refuse_duplicates


class MarketProcess(JuiceProcess):
    """One process of market-service."""

    service = "market"


class MarketClient(JuiceClient):
    """A client whose requests and replies may carry attachments."""

    def send_with(self, attachments, method, params=None, key=None, id=None, **meta):
        """Sends a request with attachment frames and returns its id."""
        request = {"jsonrpc": "2.0", "id": next(self._ids) if id is None else id, "method": method}
        if params is not None:
            request["params"] = params
        if key is not None:
            meta["idempotencykey"] = key
        if meta:
            request["meta"] = meta
        # Without an empty frame before the JSON, an empty attachment would end an address.
        delimiter = [b""] if b"" in attachments else []
        self.send_frames(*delimiter, json.dumps(request, ensure_ascii=False).encode(), *attachments)
        return request["id"]

    def receive_with(self):
        """The next reply and its attachments."""
        frames = self.receive_frames()
        if frames[0] == b"":
            frames = frames[1:]
        text = frames[0].decode()
        return Reply(json.loads(text, object_pairs_hook=refuse_duplicates), text), frames[1:]

    def call_with(self, attachments, method, params=None, **options):
        """Sends a request with attachment frames and returns its reply."""
        id = self.send_with(attachments, method, params, **options)
        reply, _ = self.receive_with()
        assert reply["id"] == id, (reply, id)
        return reply

    def picture(self, **params):
        """Asks for a picture and returns the result and the bytes."""
        self.send("market.images.get", params)
        reply, attachments = self.receive_with()
        assert "result" in reply, reply
        (data,) = attachments
        result = reply["result"]
        assert result["size"] == len(data) and result["sha256"] == hashlib.sha256(data).hexdigest(), result
        return result, data


class MarketTest(JuiceTest):
    """A test of market-service."""

    process = MarketProcess

    def setUp(self):
        super().setUp()
        self._numbers = itertools.count(1)

    def client(self, service, **options):
        client = MarketClient(self.context, service.rpc, **options)
        self.addCleanup(client.close)
        return client

    def subscriber(self, service):
        """A subscriber that has joined."""
        subscriber = super().subscriber(service, "market.")
        subscriber.marker = subscriber.join()
        return subscriber

    def vendor(self, client, name="동네 가게"):
        """Admits a vendor and returns its credentials as params."""
        account = client.ok("market.vendors.register", {"name": name})
        return {"identifier": account["identifier"], "secret": account["secret"]}

    def form(self, vendor, **members):
        """The params of a product without a fault, but for what is given."""
        number = next(self._numbers)
        params = {"name": f"상품 {number}", "description": f"아주 좋은 상품입니다. {number}", "price": 1000, "currency": "KRW"}
        return {name: value for name, value in {**vendor, **params, **members}.items() if value is not None}

    def register(self, client, vendor, pictures=None, **members):
        """Offers a product and returns it."""
        if pictures is None:
            pictures = [png(8, 8, noise=str(next(self._numbers)).encode())]
        reply = client.call_with(pictures, "market.products.register", self.form(vendor, **members))
        self.assertIn("result", reply, reply)
        self.assertConforms("market.product", reply["result"])
        return reply["result"]

    def assertRefused(self, reply, reason, *pointers):
        """Holds a reply to an error with violations at exactly these places."""
        self.assertEqual(reply.reason, reason, reply)
        self.assertConforms("reply", reply)
        data = reply["error"]["data"]
        self.assertEqual(data["outcome"], "not_applied")
        self.assertEqual([one["pointer"] for one in data.get("violations", [])], list(pointers))

    def replayed(self, client):
        """Every event there has been, without a hole."""
        texts, _ = client.replay()
        events = [json.loads(text) for text in texts]
        self.assertEqual([int(event["sequence"]) for event in events], list(range(1, len(events) + 1)))
        last = {}
        for event in events:
            previous = event.get("previoussequence")
            self.assertEqual(previous and int(previous), last.get(event["subject"]), event)
            last[event["subject"]] = int(event["sequence"])
        return events

    def assertAddsUp(self, client):
        """Holds every product's stock to what its events add up to, and its versions to 1, 2, 3 and so on."""
        stocks, versions = {}, {}
        events = self.replayed(client)
        for event in events:
            if event["type"] != "market.stock.changed":
                continue
            data = event["data"]
            product = data["product"]
            self.assertEqual(data["previous"], stocks.get(product, 0), event)
            self.assertEqual(data["quantity"], data["previous"] + data["delta"])
            self.assertEqual(data["version"], versions.get(product, 0) + 1)
            self.assertGreaterEqual(data["quantity"], 0)
            stocks[product], versions[product] = data["quantity"], data["version"]
        page = client.ok("market.products.list", {"items_per_page": 100})
        for product in page["pages"]:
            self.assertEqual(product["stock"], stocks.pop(product["id"], 0))
        if page["totalCount"] <= 100:
            # What is in no list any more was deleted, with all that was left of it.
            self.assertEqual(set(stocks.values()) - {0}, set())
        return events
