"""Random commands to the real market-service, each answer held to that of the model."""

import json
import unittest
from decimal import Decimal

from market_model import FORM, MarketModel
from market_process import MarketTest
from model_answers import difference
from model_history import COMMANDS, History, exact, run_histories
from pictures import png

WORDS = ("망고", "딸기", "Apple", "KIWI", "바구니", "상자", "달콤한", "싱싱한", "garden")
METHODS = {
    "market.vendors.register": 3,
    "market.vendors.list": 2,
    "market.products.check": 4,
    "market.products.register": 18,
    "market.products.update": 22,
    "market.products.pictures": 10,
    "market.products.archive": 6,
    "market.products.delete": 7,
    "market.products.purchase": 25,
    "market.products.get": 6,
    "market.products.list": 14,
    "market.images.get": 8,
}


class MarketHistory(History):
    """What one seed has the market do."""

    def __init__(self, test, seed):
        super().__init__(test, seed, MarketModel())
        # Successes under a key: (method, params, pictures, key, result as it was written, position).
        self.done = []
        # What answers gave to be used later.
        self.uris, self.cursors, self.revision = [], [], "nonsense"

    # MARK: What is asked

    def seller(self, **more):
        """A vendor's credentials, seldom wrong ones."""
        vendor = self.random.choice(self.model.vendors)
        params = {"identifier": vendor.identifier.value, "secret": vendor.secret.value, **more}
        if self.chance(3):
            params[self.random.choice(("identifier", "secret"))] = "somebody-else"
        return params

    def vendor_of(self, product):
        return {"identifier": product.vendor.identifier.value, "secret": product.vendor.secret.value}

    def product_id(self):
        """One that there is, mostly; or one that was deleted or never there."""
        if not self.model.products or self.chance(8):
            return self.random.randrange(1, 60)
        return self.random.choice(self.model.products).id.value

    def own_product(self):
        """The id of a product with its vendor's credentials, mostly."""
        if not self.model.products or self.chance(15):
            return self.seller(id=self.product_id())
        product = self.random.choice(self.model.products)
        return {**self.vendor_of(product), "id": product.id.value}

    def text(self, shortest, longest):
        if self.chance(8):
            return "가" * self.random.choice((0, 1, shortest - 1, longest + 1))
        if self.chance(4):
            return "가" * self.random.choice((shortest, longest))
        words = " ".join(self.random.choices(WORDS, k=5))
        return words[:longest]

    def sum(self):
        if self.chance(6):
            return self.random.choice((-1, 10**12, 10**12 + 1, Decimal("0.001"), Decimal("-0.5")))
        if self.chance(30):
            return Decimal(self.random.randrange(100_000)) / 100
        return self.random.randrange(1_000)

    def stock(self):
        return self.random.choice((-1, 10**9, 10**9 + 1)) if self.chance(6) else self.random.randrange(200)

    def member(self, name):
        match name:
            case "name":
                return self.text(3, 100)
            case "description":
                return self.text(10, 1000)
            case "currency":
                return "EUR" if self.chance(5) else self.random.choice(("KRW", "USD"))
            case "stock":
                return self.stock()
            case "thumbnail_id":
                return self.random.randrange(1, 100)
        return self.sum()

    def form(self):
        members = {name: self.member(name) for name in FORM if name != "thumbnail_id"}
        for name in members.copy():
            if self.chance(50 if name in ("discounted_price", "stock") else 2):
                del members[name]
        if self.chance(70):
            # What a vendor would write, so that enough of them succeed.
            members["currency"] = "USD"
            if "price" in members:
                members["discounted_price"] = min(abs(members.get("discounted_price", 0)), abs(members["price"]))
        return members

    def change(self):
        params = self.own_product()
        for name in self.random.sample(FORM, self.random.choice((0, 1, 1, 1, 2, 3))):
            params[name] = self.member(name)
        owned = next((one for one in self.model.products if one.id.value == params["id"]), None)
        if owned is not None and "thumbnail_id" in params and self.chance(80):
            params["thumbnail_id"] = self.random.choice(owned.pictures).id.value
        return params

    def kept(self):
        """A product of which some pictures stay, seldom one that is not its own."""
        params = self.own_product()
        owned = next((one.pictures for one in self.model.products if one.id.value == params["id"]), [])
        params["keep"] = [picture.id.value for picture in owned if self.chance(60)]
        if self.chance(5):
            params["keep"] = [*params["keep"][:4], self.random.randrange(1, 200)]
        return params

    def pictures(self, counts):
        """Pictures with the sides of their thumbnails; None for those that cannot be accepted."""
        count = self.random.choice((0, 6)) if self.chance(4) else self.random.choice(counts)
        pictures = []
        for _ in range(count):
            width, height = self.random.choice(((3, 2, 3, 2), (1_200, 300, 600, 150), (150, 1_200, 75, 600))), None
            data = png(width[0], width[1], noise=b"%d" % self.random.randrange(10**9))
            pictures.append((b"no picture", None) if self.chance(3) else (data, width[2:]))
        return pictures

    def params(self, method):
        match method:
            case "market.vendors.register":
                return {"name": self.random.choice(("동네 가게", "과일 Garden", "x" * 50, " ", "x" * 51))}
            case "market.vendors.list":
                after = {"after": self.random.choice(self.cursors)} if self.cursors and self.chance(50) else {}
                return {"limit": self.random.choice((1, 2, 100)), **after}
            case "market.products.check":
                return self.form()
            case "market.products.register":
                return self.seller(**self.form())
            case "market.products.update":
                return self.change()
            case "market.products.pictures":
                return self.kept()
            case "market.products.archive":
                return self.own_product()
            case "market.products.delete":
                return self.deletion()
            case "market.products.purchase":
                quantity = self.random.choice((0, 1000, 1001)) if self.chance(8) else self.random.randrange(1, 40)
                return {"id": self.product_id(), "quantity": quantity}
            case "market.products.get":
                return {"id": self.product_id()}
            case "market.products.list":
                return self.list_params()
        return self.picture_params()

    def deletion(self):
        if not self.uris or self.chance(10):
            return {"identifier": self.seller()["identifier"], "uri": "market:deletions/never-given"}
        uri, identifier = self.random.choice(self.uris)
        return {"identifier": self.seller()["identifier"] if self.chance(10) else identifier, "uri": uri}

    def list_params(self):
        words = self.random.choices((*WORDS, "MANGO", "ＡＰＰＬＥ", "가", "없는말"), k=self.random.choice((0, 0, 1, 2)))
        params = {
            "page_no": self.random.choice((1, 1, 2, 3, 10**9)),
            "items_per_page": self.random.choice((1, 5, 20, 100)),
            "search_value": " ".join(words),
        }
        if self.chance(30):
            params["ifRevision"] = self.revision
        return params

    def picture_params(self):
        pictures = [one for product in self.model.products for one in product.pictures]
        if not pictures or self.chance(10):
            return {"id": self.random.randrange(1, 200), "thumbnail": self.chance(50)}
        picture = self.random.choice(pictures)
        if self.chance(50):
            return {"url": self.random.choice((picture.url, picture.thumbnail_url)).value}
        return {"id": picture.id.value, "thumbnail": self.chance(50)}

    # MARK: What is answered

    def run(self):
        for step in range(COMMANDS):
            if self.chance(1):
                self.restart()
            if self.done and self.chance(6):
                self.repeat(step)
                continue
            method = "market.vendors.register"
            if step >= 3 and self.model.vendors:
                method = self.random.choices(list(METHODS), METHODS.values())[0]
            self.step(method, step)
        self.judge_events()

    def step(self, method, step):
        params = self.params(method)
        counts = {"market.products.register": (1, 1, 1, 2, 5), "market.products.pictures": (0, 1, 1, 2)}.get(method)
        pictures = self.pictures(counts) if counts else []
        is_read = method.endswith(("list", "get", "check"))
        key = f"key-{step}" if not is_read and self.chance(60) else None
        reply, attachments = self.call(method, params, pictures, key)
        what = f"step {step}, {method} {params} with {len(pictures)} pictures"
        result = self.hold(reply, lambda: self.expected(method, params, pictures, attachments), what)
        self.test.assertEqual(reply["meta"]["sequence"], len(self.model.events), f"{what}: {reply.text}")
        if result is None:
            return
        if key is not None:
            self.done.append((method, params, pictures, key, reply.result_text, reply["meta"]["sequence"]))
        if method == "market.products.archive":
            self.uris.append((result["uri"], params["identifier"]))
        if "next" in result:
            self.cursors.append(result["next"])
        if method == "market.products.list":
            self.revision = result["revision"]

    def expected(self, method, params, pictures, attachments):
        match method:
            case "market.vendors.register":
                return self.model.register_vendor(params)
            case "market.vendors.list":
                return self.model.list_vendors(params)
            case "market.products.register":
                return self.model.register(params, pictures)
            case "market.products.pictures":
                return self.model.replace_pictures(params, pictures)
            case "market.images.get":
                expected, data = self.model.picture(params)
                if data is not None:
                    self.test.assertEqual(attachments, [data])
                return expected
        return getattr(self.model, method.rpartition(".")[2])(params)

    def call(self, method, params, pictures, key):
        plain = {name: float(value) if type(value) is Decimal else value for name, value in params.items()}
        id = self.client.send_with([data for data, _ in pictures], method, plain, key=key)
        reply, attachments = self.client.receive_with()
        self.test.assertEqual(reply["id"], id)
        return reply, attachments

    def repeat(self, step):
        """The same under its key is answered as it was, whatever has happened since; other content is refused."""
        method, params, pictures, key, result, position = self.random.choice(self.done)
        self.answers["repeats"] += 1
        if self.chance(20):
            reply, _ = self.call(method, {**params, "other": 1}, pictures, key)
            self.test.assertEqual(reply.reason, "IDEMPOTENCY_KEY_REUSED", f"step {step}, {key}")
            return
        reply, _ = self.call(method, params, pictures, key)
        self.test.assertIn("result", reply, f"step {step}, {key}: {reply.text}")
        if method == "market.vendors.register":
            result = json.loads(result) | {"secret": None}
            self.test.assertEqual(reply["result"], result)
        else:
            self.test.assertEqual(reply.result_text, result)
        self.test.assertEqual((reply["meta"]["replayed"], reply["meta"]["sequence"]), (True, position))

    def judge_events(self):
        texts, _ = self.client.replay()
        events = [exact(text) for text in texts]
        self.test.assertEqual([event["type"] for event in events], [kind for kind, _ in self.model.events])
        for number, (event, (_, data)) in enumerate(zip(events, self.model.events), 1):
            self.test.assertIsNone(difference(data, event["data"]), f"event {number}: {event}")
            self.test.assertEqual(int(event["sequence"]), number)
            self.test.assertEqual(event["subject"], str(event["data"]["product"]))


class ModelTest(MarketTest):
    def test_every_answer_is_that_of_the_model(self):
        run_histories(self, MarketHistory)


if __name__ == "__main__":
    unittest.main()
