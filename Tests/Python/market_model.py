"""What market-service promises, once more: a market in memory, written from Protocols/market.md alone.

Each method takes params and returns the result that the service has to give, or raises what it has to refuse with. What
only the service can know, such as an id or a date, is a `Learned`: the first answer says it, all later ones have to agree.
"""

import hashlib
import unicodedata
from dataclasses import dataclass, field

from model_answers import Learned, Refused
from pictures import described

LARGEST_SUM = 10**12
LARGEST_STOCK = 10**9
DIGITS = {"KRW": 0, "USD": 2}
FORM = ("name", "description", "thumbnail_id", "price", "currency", "discounted_price", "stock")
# How many characters a text has at least: what the market takes, and what a form asks for.
MARKET, ASKED_FOR = {"name": 1, "description": 0}, {"name": 3, "description": 10}


def written(sum, currency):
    """A sum as the service writes it; numbers with a fraction are compared as texts."""
    return int(sum) if currency == "KRW" else f"{sum:.2f}"


@dataclass
class Picture:
    """One that was accepted, with the sides of the thumbnail."""

    data: bytes
    sides: tuple
    issued_at: Learned
    id: Learned = field(default_factory=Learned)
    url: Learned = field(default_factory=Learned)
    thumbnail_url: Learned = field(default_factory=Learned)
    thumbnail_hash: Learned = field(default_factory=Learned)
    small: dict = field(default_factory=lambda: {name: Learned() for name in ("media_type", "size", "sha256")})

    def shown(self):
        return {
            "id": self.id,
            "url": self.url,
            "hash": hashlib.sha256(self.data).hexdigest()[:32],
            "thumbnail_url": self.thumbnail_url,
            "thumbnail_hash": self.thumbnail_hash,
            "issued_at": self.issued_at,
        }


@dataclass
class Vendor:
    name: str
    id: Learned
    identifier: Learned = field(default_factory=Learned)
    secret: Learned = field(default_factory=Learned)
    created_at: Learned = field(default_factory=Learned)


@dataclass
class Product:
    id: Learned
    vendor: Vendor
    members: dict
    pictures: list
    thumbnail: Picture
    created_at: Learned
    issued_at: Learned
    version: int = 0

    def sums(self):
        currency, price = self.members["currency"], self.members["price"]
        return {
            "currency": currency,
            "price": written(price, currency),
            "bargain_price": written(price - self.members["discounted_price"], currency),
        }

    def listed(self):
        return {
            "id": self.id,
            "vendor_id": self.vendor.id,
            "name": self.members["name"],
            "description": self.members["description"],
            "thumbnail": self.thumbnail.thumbnail_url,
            "thumbnail_hash": self.thumbnail.thumbnail_hash,
            **self.sums(),
            "discounted_price": written(self.members["discounted_price"], self.members["currency"]),
            "stock": self.members["stock"],
            "created_at": self.created_at,
            "issued_at": self.issued_at,
        }

    def row(self):
        row = self.listed() | {"vendorName": self.vendor.name}
        if len(self.members["description"].encode()) > 4096:
            del row["description"]
        return row

    def detail(self):
        vendor = {name: getattr(self.vendor, name) for name in ("id", "name", "created_at")}
        return self.listed() | {"images": [one.shown() for one in self.pictures], "vendors": vendor}

    def matches(self, words):
        texts = [_folded(text) for text in (self.members["name"], self.members["description"], self.vendor.name)]
        return all(any(word in text for text in texts) for word in words)


def _folded(text):
    return unicodedata.normalize("NFKC", text).casefold()


def _is_whole(value, lowest, highest):
    return type(value) is int and lowest <= value <= highest


def _text_fault(value, shortest, longest):
    # The texts of these tests have no characters of several parts.
    return type(value) is not str or not shortest <= len(value) <= longest


def _faults_of_new(form, shortest=MARKET):
    needed = [name for name in ("name", "description", "price", "currency") if shortest.get(name) != 0]
    missing = [name for name in needed if name not in form]
    return [name for name in FORM if name in missing + _form_faults(form, shortest=shortest)]


def _form_faults(form, product=None, shortest=MARKET):
    """The members at fault, in their order: `form` is what was given, `product` what is changed."""
    kept = product.members if product else {}
    faults = []
    if "name" in form and _text_fault(form["name"], shortest["name"], 100):
        faults.append("name")
    if "description" in form and _text_fault(form["description"], shortest["description"], 1000):
        faults.append("description")
    if product and form.get("thumbnail_id") not in [None, *(one.id.value for one in product.pictures)]:
        faults.append("thumbnail_id")
    currency = form.get("currency", kept.get("currency"))
    digits = DIGITS.get(currency, 2)

    def is_sum(value):
        return 0 <= value <= LARGEST_SUM and value == round(value, digits)

    sound = {name: is_sum(form[name]) for name in ("price", "discounted_price") if name in form}
    price, discount = (form.get(name, kept.get(name)) for name in ("price", "discounted_price"))
    is_above = None not in (price, discount) and discount > price
    if "price" in form and (not sound["price"] or (is_above and "discounted_price" not in form)):
        faults.append("price")
    if "currency" in form:
        stays = [kept[name] for name in ("price", "discounted_price") if name in kept and name not in form]
        if currency not in DIGITS or any(value != round(value, digits) for value in stays):
            faults.append("currency")
    if "discounted_price" in form and (not sound["discounted_price"] or (is_above and sound.get("price", True))):
        faults.append("discounted_price")
    if "stock" in form and not _is_whole(form["stock"], 0, LARGEST_STOCK):
        faults.append("stock")
    return faults


class MarketModel:
    """A market. `events` is what it has published: type and data of each."""

    def __init__(self):
        self.vendors, self.products, self.events = [], [], []
        self._deletions, self._cursors = [], []
        self._ids = {name: set() for name in ("vendor", "product", "purchase", "revision", "uri")}
        self._revision = Learned(self._ids["revision"])

    def _seller(self, params):
        vendor = next((one for one in self.vendors if one.identifier.value == params["identifier"]), None)
        if vendor is None:
            raise Refused("UNAUTHENTICATED", "/identifier")
        if "secret" in params and params["secret"] != vendor.secret.value:
            raise Refused("PERMISSION_DENIED", "/secret")
        return vendor

    def _product(self, id, vendor=None):
        product = next((one for one in self.products if one.id.value == id), None)
        if product is None:
            raise Refused("UNKNOWN_PRODUCT")
        if vendor is not None and product.vendor is not vendor:
            raise Refused("PERMISSION_DENIED", "/id")
        return product

    def _changed(self):
        self._revision = Learned(self._ids["revision"])

    def _publish(self, kind, product, ref, **more):
        data = {"product": product.id, "vendor_id": product.vendor.id, "name": product.members["name"]}
        self.events.append((f"market.product.{kind}", data | product.sums() | more | {"ref": ref}))

    def _publish_stock(self, product, previous, cause, ref):
        quantity = 0 if cause == "delete" else product.members["stock"]
        if quantity == previous:
            return
        product.version += 1
        data = {"product": product.id, "previous": previous, "quantity": quantity, "delta": quantity - previous}
        self.events.append(("market.stock.changed", data | {"version": product.version, "cause": cause, "ref": ref}))

    def register_vendor(self, params):
        if _text_fault(params["name"], 1, 50) or not params["name"].strip():
            raise Refused("INVALID_PARAMS", "/name")
        vendor = Vendor(params["name"], Learned(self._ids["vendor"]))
        self.vendors.append(vendor)
        return vars(vendor).copy()

    def list_vendors(self, params):
        older = self.vendors[::-1]
        if "after" in params:
            last = next(vendor for cursor, vendor in self._cursors if cursor.value == params["after"])
            older = older[older.index(last) + 1 :]
        page = older[: params["limit"]]
        shown = [{name: value for name, value in vars(one).items() if name != "secret"} for one in page]
        if len(older) == len(page):
            return {"vendors": shown}
        self._cursors.append((Learned(), page[-1]))
        return {"vendors": shown, "next": self._cursors[-1][0]}

    def check(self, params):
        faults = _faults_of_new({name: params[name] for name in FORM if name in params}, ASKED_FOR)
        if faults:
            raise Refused("INVALID_PARAMS", *(f"/{name}" for name in faults))
        return "OK"

    def register(self, params, pictures):
        """`pictures`: each with its thumbnail's sides, which are None for one that cannot be accepted."""
        form = {name: params[name] for name in FORM if name in params}
        faults = _faults_of_new(form)
        if not 1 <= len(pictures) <= 5:
            faults.append("images")
        if faults:
            raise Refused("INVALID_PARAMS", *(f"/{name}" for name in faults))
        vendor = self._seller(params)
        bad = [f"/images/{index}" for index, (_, sides) in enumerate(pictures) if sides is None]
        if bad:
            raise Refused("IMAGE_REJECTED", *bad)
        now = Learned()
        accepted = [Picture(data, sides, Learned()) for data, sides in pictures]
        members = {"description": "", "discounted_price": 0, "stock": 0} | form
        product = Product(Learned(self._ids["product"]), vendor, members, accepted, accepted[0], now, now)
        self.products.append(product)
        ref = Learned()
        self._publish("registered", product, ref)
        self._publish_stock(product, 0, "register", ref)
        self._changed()
        return product.detail()

    def update(self, params):
        form = {name: params[name] for name in FORM if name in params}
        faults = [f"/{name}" for name in _form_faults(form)]
        if faults or not form:
            raise Refused("INVALID_PARAMS", *(faults or [""]))
        product = self._product(params["id"], self._seller(params))
        faults = [f"/{name}" for name in _form_faults(form, product)]
        if faults:
            raise Refused("INVALID_PARAMS", *faults)
        now = product.members | {"thumbnail_id": product.thumbnail.id.value}
        changed = [name for name in FORM if name in form and form[name] != now[name]]
        if changed:
            previous = product.members["stock"]
            if "thumbnail_id" in form:
                thumbnail_id = form.pop("thumbnail_id")
                (product.thumbnail,) = [one for one in product.pictures if one.id.value == thumbnail_id]
            product.members |= form
            product.issued_at = Learned()
            ref = Learned()
            self._publish("updated", product, ref, changed=changed)
            self._publish_stock(product, previous, "update", ref)
            self._changed()
        return product.detail()

    def replace_pictures(self, params, pictures):
        """`pictures`: the new ones, as of `register`."""
        product = self._product(params["id"], self._seller(params))
        ids = [picture.id.value for picture in product.pictures]
        foreign = [f"/keep/{place}" for place, id in enumerate(params["keep"]) if id not in ids]
        kept = [picture for picture in product.pictures if picture.id.value in params["keep"]]
        if foreign or not 1 <= len(kept) + len(pictures) <= 5:
            raise Refused("INVALID_PARAMS", *(foreign or ["/images"]))
        bad = [f"/images/{index}" for index, (_, sides) in enumerate(pictures) if sides is None]
        if bad:
            raise Refused("IMAGE_REJECTED", *bad)
        if pictures or len(kept) < len(ids):
            product.pictures = kept + [Picture(data, sides, Learned()) for data, sides in pictures]
            changed = ["images"]
            if not any(picture is product.thumbnail for picture in product.pictures):
                product.thumbnail, changed = product.pictures[0], ["thumbnail_id", "images"]
            product.issued_at = Learned()
            self._publish("updated", product, Learned(), changed=changed)
            self._changed()
        return product.detail()

    def archive(self, params):
        product = self._product(params["id"], self._seller(params))
        uri = Learned(self._ids["uri"])
        self._deletions.append((uri, product))
        return {"uri": uri, "expires_at": Learned()}

    def delete(self, params):
        vendor = self._seller(params)
        product = next((product for uri, product in self._deletions if uri.value == params["uri"]), None)
        if product not in self.products:
            raise Refused("URI_EXPIRED")
        if product.vendor is not vendor:
            raise Refused("PERMISSION_DENIED", "/uri")
        self.products.remove(product)
        ref = Learned()
        self._publish_stock(product, product.members["stock"], "delete", ref)
        self._publish("deleted", product, ref)
        self._changed()
        return product.detail()

    def purchase(self, params):
        if not _is_whole(params["quantity"], 1, 1000):
            raise Refused("INVALID_PARAMS", "/quantity")
        product = self._product(params["id"])
        left = product.members["stock"] - params["quantity"]
        if left < 0:
            short = {"product": product.id, "required": params["quantity"], "available": product.members["stock"]}
            raise Refused("INSUFFICIENT_STOCK", shortages=[short])
        product.members["stock"] = left
        id = Learned(self._ids["purchase"])
        self._publish_stock(product, left + params["quantity"], "purchase", id)
        self._changed()
        sold = {"id": id, "product_id": product.id, "quantity": params["quantity"], "stock": left}
        return sold | {"created_at": Learned()}

    def get(self, params):
        return self._product(params["id"]).detail()

    def list(self, params):
        if "ifRevision" in params and params["ifRevision"] == getattr(self._revision, "value", None):
            return {"notModified": True, "revision": self._revision}
        words = _folded(params["search_value"]).split()
        found = [one for one in sorted(self.products, key=lambda one: -one.id.value) if one.matches(words)]
        number, size = params["page_no"], params["items_per_page"]
        offset, last = (number - 1) * size, -(-len(found) // size)
        return {
            "pageNo": number,
            "itemsPerPage": size,
            "totalCount": len(found),
            "offset": offset,
            "limit": size,
            "lastPage": last,
            "hasNext": number < last,
            "hasPrev": number > 1 and last > 0,
            "pages": [one.row() for one in found[offset : offset + size]],
            "revision": self._revision,
        }

    def picture(self, params):
        """The result, and the picture as it was given if that is what was asked for."""
        pictures = [one for product in self.products for one in product.pictures]
        if "url" in params:
            urls = [(one, url) for one in pictures for url in (one.url, one.thumbnail_url)]
            found = [(one, url is one.thumbnail_url) for one, url in urls if url.value == params["url"]]
        else:
            found = [(one, params["thumbnail"]) for one in pictures if one.id.value == params["id"]]
        if not found:
            raise Refused("UNKNOWN_IMAGE")
        ((picture, is_small),) = found
        kind, *sides = described(picture.data)
        width, height = picture.sides if is_small else sides
        result = {"id": picture.id, "thumbnail": is_small, "width": width, "height": height}
        if is_small:
            return result | picture.small, None
        sha256 = hashlib.sha256(picture.data).hexdigest()
        return result | {"media_type": kind, "size": len(picture.data), "sha256": sha256}, picture.data
