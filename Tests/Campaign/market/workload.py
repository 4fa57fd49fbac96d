"""What the callers want of a market: above all to buy, from vendors who offer, change, and take away."""

from intent import Wish
from market import samples
from workload import Workload

VENDORS, FEWEST, MOST = 3, 8, 30
WORDS = ("망고", "딸기", "Apple", "KIWI", "바구니", "상자", "달콤한", "싱싱한", "garden")
# Refusals that the same content always gets: ids and addresses are never given again.
FINAL = frozenset((
    "INVALID_PARAMS", "IDEMPOTENCY_KEY_REUSED", "IMAGE_REJECTED", "UNAUTHENTICATED", "PERMISSION_DENIED",
    "UNKNOWN_PRODUCT", "URI_EXPIRED",
))
TOLD = ("shortages", "violations", "detail")


class Market:
    """What all callers of a process know of the market."""

    def __init__(self):
        self.vendors = []  # as params
        self.products = {}  # id to what was last told of it, with the params of its vendor
        self.uris = []  # (address, identifier)
        self.used = []
        self.gone = []
        self.first = None
        self.revision = "nonsense"

    def saw(self, wish, result):
        match wish.method:
            case "market.vendors.register" if result["secret"]:
                self.vendors.append({name: result[name] for name in ("identifier", "secret")})
            case "market.products.register":
                vendor = {name: wish.params[name] for name in ("identifier", "secret")}
                self.products[result["id"]] = result | vendor
                self.first = self.first or result["id"]
            case "market.products.update" if result["id"] in self.products:
                self.products[result["id"]] |= result
            case "market.products.archive":
                self.uris.append((result["uri"], wish.params["identifier"]))
            case "market.products.delete":
                self.products.pop(result["id"], None)
                self.gone = [*self.gone[-20:], result]
            case "market.products.list":
                self.revision = result["revision"]


class Wishes(Workload):
    """What one connection wants of market-service."""

    final, told = FINAL, TOLD
    reads = 0.2

    def __init__(self, seed, market):
        super().__init__(seed)
        self.market = market

    def saw(self, wish, result):
        self.market.saw(wish, result)

    def is_alone(self, wish):
        return wish.method == "market.products.register"

    def other(self, wish):
        # More than anybody else buys.
        return Wish("market.products.purchase", {"id": self.market.first, "quantity": 41})

    def looked_at(self, result, attachments):
        return {"picture": samples.looked_at(result, attachments[0])} if "sha256" in result else {}

    # Writes ----------------------------------------------------------------------------------------------------------

    def next(self):
        market, chance = self.market, self.random.random()
        if not market.vendors or (chance < 0.01 and len(market.vendors) < VENDORS):
            return Wish("market.vendors.register", {"name": self.random.choice(("동네 가게", "과일 Garden"))})
        count = len(market.products)
        # More are under way than are known.
        if chance < 0.03 and count < MOST or chance < 0.1 and count < FEWEST:
            return self._registration()
        if chance < 0.04:
            return self._mistake()
        if chance < 0.14:
            return self._change()
        if chance < 0.16 and count > FEWEST:
            id = self.random.choice([id for id in market.products if id != market.first])
            return Wish("market.products.archive", self._owned(id))
        if chance < 0.175 and market.uris:
            return self._deletion()
        id = market.first if chance < 0.4 else self._product()
        # Seldom more than there are, and often enough to sell out.
        return Wish("market.products.purchase", {"id": id, "quantity": self.random.choice((1, 1, 1, 2, 3, 5, 40))})

    def _owned(self, id):
        product = self.market.products[id]
        return {"identifier": product["identifier"], "secret": product["secret"], "id": id}

    def _product(self):
        """One that there is, or that there was a short time ago."""
        if self.market.gone and self.random.random() < 0.01:
            return self.random.choice(self.market.gone)["id"]
        return self.random.choice(list(self.market.products))

    def _text(self, count):
        return " ".join(self.random.choices(WORDS, k=count))

    def _registration(self):
        price = self.random.randrange(100, 100_000)
        params = {
            **self.random.choice(self.market.vendors),
            "name": self._text(2),
            "description": self._text(6),
            "price": price,
            "currency": "KRW",
            "stock": self.random.choice((0, 5, 50, 500)),
        }
        if self.random.random() < 0.5:
            params |= {"currency": "USD", "price": price / 100, "discounted_price": price // 10 / 100}
        names = [samples.draw_name(self.random) for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        return Wish("market.products.register", params, [samples.picture(name)[0] for name in names], {"pictures": names})

    def _change(self):
        id = self.random.choice(list(self.market.products))
        params = self._owned(id)
        chance = self.random.random()
        if chance < 0.6:
            params["stock"] = self.random.choice((0, 20, 200, 1_000))
        elif chance < 0.7:
            params["name"] = self._text(3)
        elif chance < 0.8:
            params["description"] = self._text(5)
        elif chance < 0.9:
            params |= {"price": self.random.randrange(20_000, 30_000), "stock": self.random.randrange(100)}
        else:
            params["thumbnail_id"] = self.random.choice(self.market.products[id]["images"])["id"]
        return Wish("market.products.update", params)

    def _deletion(self):
        if self.market.used and self.random.random() < 0.1:
            uri, identifier = self.random.choice(self.market.used)
        else:
            uri, identifier = self.market.uris.pop(self.random.randrange(len(self.market.uris)))
            self.market.used.append((uri, identifier))
        return Wish("market.products.delete", {"identifier": identifier, "uri": uri})

    def _mistake(self):
        id = self._product()
        match self.random.randrange(5):
            case 0:
                return Wish("market.products.purchase", {"id": id, "quantity": 0})
            case 1:
                return Wish("market.products.purchase", {"id": 10**9, "quantity": 1})
            case 2:
                wrong = self._owned(self.market.first) | {"secret": "somebody-else"}
                return Wish("market.products.update", wrong | {"stock": 10**6})
            case 3:
                identifier = self.random.choice(self.market.vendors)["identifier"]
                return Wish("market.products.delete", {"identifier": identifier, "uri": "market:deletions/never-given"})
        owner = self.market.products[self.market.first]["identifier"]
        others = [vendor for vendor in self.market.vendors if vendor["identifier"] != owner]
        vendor = others[0] if others else {"identifier": "nobody", "secret": "none"}
        return Wish("market.products.archive", {**vendor, "id": self.market.first})

    # Reads -----------------------------------------------------------------------------------------------------------

    def read(self):
        chance = self.random.random()
        if chance < 0.4:
            return Wish("market.products.get", {"id": self._product()})
        if chance < 0.7:
            return Wish("market.products.list", self._list())
        if chance < 0.72:
            return Wish("events.replay", {"after": 0, "limit": 50})
        # Also of products that are gone: their pictures are, too.
        shown = self.random.choice([*self.market.products.values(), *self.market.gone[-3:]])
        picture = self.random.choice(shown["images"])
        if chance < 0.86:
            return Wish("market.images.get", {"url": picture["url"]})
        return Wish("market.images.get", {"id": picture["id"], "thumbnail": True})

    def _list(self):
        params = {"page_no": self.random.choice((1, 1, 1, 2, 9)), "items_per_page": self.random.choice((3, 20, 100)),
                  "search_value": ""}
        chance = self.random.random()
        if chance < 0.5:
            params["search_value"] = " ".join(self.random.choices((*WORDS, "ＡＰＰＬＥ", "없는말"), k=1 + (chance < 0.1)))
        elif chance < 0.7:
            params["ifRevision"] = self.market.revision
        return params
