"""Has the model of the market do what the service did, in the order of its stream, and holds every answer to it.

Each write stands where its last event is, each read where its answer says it was true. What has no event stands where its
answer says as well, and changes nothing that a read shows.
"""

import collections

import market.model_path  # noqa: F401
from checker import WRONG
from intent import trace
from market import samples
from market_model import MarketModel
from model_answers import Refused, difference

METHODS = {
    "market.vendors.register": "register_vendor",
    "market.products.update": "update",
    "market.products.archive": "archive",
    "market.products.delete": "delete",
    "market.products.purchase": "purchase",
    "market.products.get": "get",
    "market.products.list": "list",
}
# Refusals that depend on the state, or on who asks.
JUDGED = (
    "INVALID_PARAMS", "IMAGE_REJECTED", "UNAUTHENTICATED", "PERMISSION_DENIED", "UNKNOWN_PRODUCT", "URI_EXPIRED",
    "INSUFFICIENT_STOCK", "UNKNOWN_IMAGE",
)


class Diverged(Exception):
    """From here on the model cannot say anything any more."""


class Replay:
    """One walk along the stream."""

    def __init__(self, judgement):
        self.judgement, self.model = judgement, MarketModel()
        self.evidence = judgement.evidence
        self._by_trace = {trace(key): told for (key, is_reuse), told in judgement.intents.items() if not is_reuse}
        self._told = collections.defaultdict(list)  # position to records without an event
        answered = set()
        for record in self.evidence.records:
            key, is_ok = record.get("key"), record.get("end") == "ok"
            if record.get("sequence") is None or record.get("reuse"):
                continue
            # Of several answers to one key, which are the same, the first is enough.
            is_told = is_ok and (key is None or (trace(key) not in judgement.effects and key not in answered))
            if record.get("error") in JUDGED or is_told:
                self._told[record["sequence"]].append(record)
                answered.add(key if is_ok else None)

    def find(self, text):
        self.judgement.find(WRONG, text[:1_500])

    def run(self):
        try:
            self._at(0)
            events = self.judgement.events
            index = 0
            while index < len(events):
                end = index + 1
                while end < len(events) and events[end].trace == events[index].trace:
                    end += 1
                self._write(events[index:end])
                self._at(events[end - 1].sequence)
                index = end
            self._end()
        except Diverged as error:
            self.find(f"the model can follow no further: {error}")

    def _write(self, effect):
        told = self._by_trace.get(effect[0].trace)
        place = f"at {effect[0].sequence}"
        if told is None:
            raise Diverged(f"nobody asked for what is {place}")
        before = len(self.model.events)
        try:
            expected = self._ask(told[0])
        except Refused as refused:
            raise Diverged(f"{told[0]['method']} {told[0]['params']} {place} had to be refused: {refused}") from None
        made = self.model.events[before:]
        if [kind for kind, _ in made] != [event.value["type"] for event in effect]:
            raise Diverged(f"{told[0]['params']} {place} makes {made}, not {[event.value for event in effect]}")
        for (_, data), event in zip(made, effect):
            if fault := difference(data, event.value["data"]):
                raise Diverged(f"event {event.sequence}{fault}")
        for record in told:
            if record.get("end") == "ok":
                self._hold(expected, record)

    def _at(self, position):
        """Everything that was answered at a position. Who was told that nothing is new heard of the revision before."""
        def order(record):
            result = record.get("result")
            return "key" not in record, isinstance(result, dict) and "notModified" in result
        for record in sorted(self._told.pop(position, ()), key=order):
            before = len(self.model.events)
            try:
                expected = self._ask(record)
            except Refused as refused:
                self._hold_refusal(refused, record)
            else:
                if len(self.model.events) > before or "error" in record:
                    what = f"{record['method']} {record['params']} at {position}, {record.get('error')}"
                    raise Diverged(f"{what}, had to change something")
                self._hold(expected, record)

    def _ask(self, record):
        method, params = record["method"], record["params"]
        if method == "market.products.register":
            return self.model.register(params, [samples.picture(name) for name in record["pictures"]])
        if method == "market.images.get":
            result, data = self.model.picture(params)
            return result
        return getattr(self.model, METHODS[method])(params) if method in METHODS else None

    def _hold(self, expected, record):
        result = record["result"]
        if record["method"] == "market.vendors.register" and result["secret"] is None:
            result = result | {"secret": expected["secret"].value} if hasattr(expected["secret"], "value") else result
        if expected is not None and (fault := difference(expected, result)):
            what = f"{record['by']}: {record['method']} {record['params']} at {record['sequence']}"
            self.find(f"{what} was answered with what differs in {fault}: {result}")

    def _hold_refusal(self, refused, record):
        agrees = refused.reason == record.get("error")
        if agrees and "shortages" in refused.members:
            agrees = difference(refused.members["shortages"], record.get("shortages", [])) is None
        if not agrees:
            what = f"{record['by']}: {record['method']} {record['params']} at {record['sequence']}"
            told = record.get("error", record.get("result"))
            self.find(f"{what} had to be refused with {refused.reason}, {refused.members}, and was answered {told}")

    def _end(self):
        """What there is at the end is what the model has then."""
        for position, records in self._told.items():
            self.find(f"{records[0]['method']} was answered at {position}, where no write ends")
        end = self.evidence.end
        if fault := difference([product.detail() for product in self.model.products[::-1]], end["products"]):
            self.find(f"the products at the end differ in {fault}")
        for product in self.model.products:
            for picture in product.pictures:
                whole = end["pictures"].get(picture.url.value, {})
                expected, data = self.model.picture({"id": picture.id.value, "thumbnail": False})
                if whole.get("sha256") != expected["sha256"]:
                    self.find(f"{picture.url.value} of product {product.id.value} is not what was sent")
                if picture.thumbnail_url.value not in end["pictures"]:
                    self.find(f"{picture.thumbnail_url.value} is not there")
