"""What callers of market-service want: vendors who offer, change and take back products, and those who look and buy."""

import collections
import hashlib

from asks import Ask, new_key
from noise import picture

GONE = ("UNKNOWN_PRODUCT",)
WORDS = ("망고", "사과", "배", "Kiwi", "box", "fresh", "달콤한", "작은", "Large", "아침")


class Product:
    """One that is on offer, as its vendor knows it."""

    __slots__ = ("id", "vendor", "images", "is_busy", "is_gone", "price")

    def __init__(self, result, vendor):
        self.id, self.vendor, self.price = result["id"], vendor, result["price"]
        self.images = [image["id"] for image in result["images"]]
        # One change at a time, so that the order of a product's changes is the order of their answers.
        self.is_busy = self.is_gone = False


class Market:
    """What all callers know of the market. Its size stays about the same, so that what grows is not the load's doing."""

    VENDORS, PRODUCTS = 24, 300

    def __init__(self):
        self.vendors, self.products = [], []
        self.pictures = {}  # of an image, its SHA-256

    def free(self, chance):
        """A product that nobody is changing."""
        if not self.products:
            return None
        product = chance.choice(self.products)
        return None if product.is_busy else product


class MarketLoad:
    service = "market"

    def __init__(self, chance, known, market):
        self._chance, self._known, self._market = chance, known, market
        self._queue = collections.deque()
        self._vendors_asked = 0
        self._revision = None

    def next(self):
        """One call, or several as a batch."""
        if self._queue:
            return [self._queue.popleft()]
        if not self._market.vendors or (self._chance.random() < 0.02 and len(self._market.vendors) < Market.VENDORS):
            return [self._vendor()]
        drawn = self._chance.random()
        if drawn < 0.04:
            return [self._register()]
        if drawn < 0.12:
            return self._change() or [self._list()]
        if drawn < 0.13 + 0.05 * (len(self._market.products) > Market.PRODUCTS):
            return self._archive() or [self._list()]
        if drawn < 0.36:
            return [self._purchase()]
        if drawn < 0.42:
            return [self._purchase() for _ in range(self._chance.randint(2, 10))]
        if drawn < 0.50:
            return self._known.ask(self._chance)
        if drawn < 0.65:
            return self._picture() or [self._list()]
        if drawn < 0.80:
            return self._look() or [self._list()]
        if drawn < 0.82:
            return [Ask("market.vendors.list", {"limit": 10}, done=self._vendor_page)]
        return [self._list()]

    def _text(self, count):
        return " ".join(self._chance.choice(WORDS) for _ in range(count))

    # Vendors and their products -------------------------------------------------------------------------------------

    def _vendor(self):
        def done(reply, _):
            result = reply["result"]
            # Of a stored answer the secret is not there: this vendor has to go without.
            if result["secret"]:
                self._market.vendors.append({"identifier": result["identifier"], "secret": result["secret"]})

        return Ask("market.vendors.register", {"name": self._text(2)}, new_key(self._chance), done=done)

    def _register(self):
        vendor = self._chance.choice(self._market.vendors)
        pictures = [picture(self._chance) for _ in range(self._chance.choice((1, 1, 1, 2, 3)))]
        params = vendor | {
            "name": self._text(3), "description": self._text(self._chance.randint(5, 60)) + " 하나 둘 셋",
            "price": self._chance.randint(100, 100_000), "currency": "KRW", "stock": self._chance.choice((0, 20, 200)),
        }

        def done(reply, _):
            product = Product(reply["result"], vendor)
            for image, data in zip(product.images, pictures):
                self._market.pictures[image] = hashlib.sha256(data).hexdigest()
            self._market.products.append(product)

        return Ask("market.products.register", params, new_key(self._chance), pictures, done=done)

    def _change(self):
        product = self._market.free(self._chance)
        if product is None:
            return None
        product.is_busy = True
        changes = {
            "name": self._text(3), "description": self._text(20) + " 하나 둘 셋", "price": self._chance.randint(100, 100_000),
            "stock": self._chance.choice((0, 50, 300)), "thumbnail_id": self._chance.choice(product.images),
        }
        names = self._chance.sample(sorted(changes), self._chance.randint(1, 3))
        params = product.vendor | {"id": product.id} | {name: changes[name] for name in names}

        def done(_reply, _):
            product.is_busy = False

        return [Ask("market.products.update", params, new_key(self._chance), done=done)]

    def _archive(self):
        product = self._market.free(self._chance)
        if product is None:
            return None
        product.is_busy = True
        identifier = product.vendor["identifier"]

        def archived(reply, _):
            params = {"identifier": identifier, "uri": reply["result"]["uri"]}
            self._queue.append(Ask("market.products.delete", params, new_key(self._chance), done=deleted))

        def deleted(_reply, _):
            product.is_gone = True
            self._market.products.remove(product)
            for image in product.images:
                self._market.pictures.pop(image, None)

        params = product.vendor | {"id": product.id}
        return [Ask("market.products.archive", params, new_key(self._chance), done=archived)]

    # Those who look and buy -----------------------------------------------------------------------------------------

    def _purchase(self):
        product = self._chance.choice(self._market.products) if self._market.products else None
        params = {"id": product.id if product else 1, "quantity": self._chance.choice((1, 1, 2, 5))}
        return Ask("market.products.purchase", params, new_key(self._chance), allowed=("INSUFFICIENT_STOCK", *GONE))

    def _picture(self):
        product = self._market.free(self._chance)
        if product is None:
            return None
        image, thumbnail = self._chance.choice(product.images), self._chance.random() < 0.5
        digest = self._market.pictures[image]

        def done(reply, attachments):
            if "error" in reply:
                return None if product.is_gone or product.is_busy else f"picture {image} is gone, and its product is not"
            told = hashlib.sha256(attachments[0]).hexdigest()
            if told != reply["result"]["sha256"] or (not thumbnail and told != digest):
                return f"picture {image} came as {told}, not {digest}"

        return [Ask("market.images.get", {"id": image, "thumbnail": thumbnail}, allowed=("UNKNOWN_IMAGE",), done=done)]

    def _look(self):
        product = self._market.free(self._chance)
        if product is None:
            return None

        def done(reply, _):
            if "error" in reply and not (product.is_gone or product.is_busy):
                return f"product {product.id} is gone, and nobody deleted it"

        return [Ask("market.products.get", {"id": product.id}, allowed=GONE, done=done)]

    def _list(self, number=1):
        params = {"page_no": number, "items_per_page": 20}
        drawn = self._chance.random()
        if drawn < 0.3:
            params["search_value"] = self._text(self._chance.choice((1, 2)))
        elif drawn < 0.5 and self._revision:
            params["ifRevision"] = self._revision

        def done(reply, _):
            result = reply["result"]
            self._revision = result["revision"]
            numbers = [product["id"] for product in result.get("pages", ())]
            if numbers != sorted(set(numbers), reverse=True):
                return f"products are listed as {numbers}"
            if result.get("hasNext") and "search_value" not in params and number < 6:
                self._queue.append(self._list(number + 1))

        return Ask("market.products.list", params, done=done)

    def _vendor_page(self, reply, _):
        numbers = [vendor["id"] for vendor in reply["result"]["vendors"]]
        if numbers != sorted(set(numbers), reverse=True) or '"secret"' in str(reply):
            return f"vendors are listed as {numbers}"
        after = reply["result"].get("next")
        if after:
            self._queue.append(Ask("market.vendors.list", {"limit": 10, "after": after}, done=self._vendor_page))
