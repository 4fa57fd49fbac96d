"""What juice-service promises, once more: a shop in memory, written from Protocols/juice.md and envelope.md alone.

What a call does to the stock is in Tests/Campaign/juice/stock.py, because the campaign's histories are held to it as well.
"""

import campaign_files  # noqa: F401
from juice import shop, stock
from model_answers import Learned, Refused, Some, refuse, text_fault, whole_fault

NAMES = {
    "strawberry-banana": (1, "딸바 쥬스", "strawberry-banana juice"),
    "mango-kiwi": (2, "망키 쥬스", "mango-kiwi juice"),
    "strawberry": (3, "딸기 쥬스", "strawberry juice"),
    "banana": (4, "바나나 쥬스", "banana juice"),
    "pineapple": (5, "파인애플 쥬스", "pineapple juice"),
    "kiwi": (6, "키위 쥬스", "kiwi juice"),
    "mango": (7, "망고 쥬스", "mango juice"),
}
# A recipe is in an order of its own.
RECIPES = shop.RECIPES | {"mango-kiwi": {"mango": 2, "kiwi": 1}}
FRUITS = (
    ("strawberry", "딸기", "🍓"),
    ("banana", "바나나", "🍌"),
    ("pineapple", "파인애플", "🍍"),
    ("kiwi", "키위", "🥝"),
    ("mango", "망고", "🥭"),
)
WRITES = ("juice.order", "juice.stock.adjust", "juice.stock.set")


def token(name):
    """A name as a part of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def _suggestions(names):
    return Some(names, least=0, most=3)


class JuiceModel:
    """A shop. `events` is what it has published, whole."""

    def __init__(self):
        self.stock = stock.FIRST
        self.events, self.orders = [], []
        self.epoch = Learned()
        self._kept = {}  # key to (method, params, sequence, result)
        self._ids, self._cursors = set(), []
        self._last_of = {}

    @property
    def sequence(self):
        return len(self.events)

    def stored(self, key):
        """What `service.outcome` says of a key."""
        if key not in self._kept:
            return {"state": "unknown"}
        method, _, sequence, result = self._kept[key]
        return {"state": "applied", "method": method, "sequence": sequence, "result": result}

    def meta(self, sequence=None):
        sequence = self.sequence if sequence is None else sequence
        return {"source": "/juice-service", "epoch": self.epoch, "sequence": sequence}

    def call(self, request):
        """The result and the meta of the reply to a request. Refused, it is true where the stream stands."""
        method, params, meta = request["method"], request.get("params", {}), request.get("meta", {})
        if meta.get("timeoutms") == 0:
            raise Refused("DEADLINE_EXCEEDED")
        key = meta.get("idempotencykey")
        if method not in WRITES:
            return self._read(method, params), self.meta()
        if key in self._kept:
            kept_method, kept_params, sequence, result = self._kept[key]
            # Members in another order are the same content, an unknown one is another.
            if (kept_method, kept_params) != (method, params):
                raise Refused("IDEMPOTENCY_KEY_REUSED")
            return result, self.meta(sequence) | {"replayed": True}
        result = self._write(method, params, request)
        if key is not None:
            self._kept[key] = (method, params, self.sequence, result)
        return result, self.meta()

    # Reads

    def _read(self, method, params):
        match method:
            case "juice.menu":
                return self._menu()
            case "juice.stock.list":
                return stock.lists(self.stock, params)[0]
            case "juice.order.get":
                return self._order(params)
            case "juice.order.list":
                return self._list(params)
        fault = text_fault(params["idempotencykey"], 1, 128) if "idempotencykey" in params else "REQUIRED"
        refuse({"/idempotencykey": fault})
        return self.stored(params["idempotencykey"])

    def _menu(self):
        have = {fruit: quantity for fruit, (quantity, _) in zip(shop.FRUITS, self.stock)}
        juices = [
            {
                "key": key,
                "tag": tag,
                "name": {"ko": ko, "en": en},
                "recipe": [{"fruit": fruit, "quantity": quantity} for fruit, quantity in RECIPES[key].items()],
                "makeable": min(have[fruit] // quantity for fruit, quantity in RECIPES[key].items()),
            }
            for key, (tag, ko, en) in NAMES.items()
        ]
        fruits = [{"key": key, "name": {"ko": ko, "en": key}, "emoji": emoji} for key, ko, emoji in FRUITS]
        return {"juices": juices, "fruits": fruits}

    def _order(self, params):
        refuse({"/id": text_fault(params["id"], 1, 32) if "id" in params else "REQUIRED"})
        for order in self.orders:
            if order["id"].value == params["id"]:
                return order
        raise Refused("UNKNOWN_ORDER")

    def _list(self, params):
        faults = {}
        if "after" in params:
            faults["/after"] = text_fault(params["after"], 1, 32)
        if "limit" in params:
            faults["/limit"] = whole_fault(params["limit"], 1, 100)
        refuse(faults)
        older = len(self.orders)
        if "after" in params:
            # Where the page before ended: so many orders there are that are older.
            older = next((older for cursor, older in self._cursors if cursor.value == params["after"]), None)
            refuse({"/after": "UNKNOWN" if older is None else None})
        newest = self.orders[:older][::-1]
        page = newest[: params.get("limit", 20)]
        if len(page) == len(newest):
            return {"orders": page}
        self._cursors.append((Learned(), len(newest) - len(page)))
        return {"orders": page, "next": self._cursors[-1][0]}

    # Writes

    def _write(self, method, params, request):
        checks = {"juice.order": _check_order, "juice.stock.adjust": _check_adjust, "juice.stock.set": _check_set}
        checks[method](params)
        try:
            result, after = stock.METHODS[method](self.stock, params)
        except stock.Refused as refused:
            violations = [(one["pointer"], one["reason"]) for one in refused.members.pop("violations", [])]
            raise Refused(refused.reason, *violations, **refused.members) from None
        time, ref = Learned(), Learned()
        if method == "juice.order":
            ref = Learned(self._ids)
            result = result | {"id": ref, "time": time}
            self.orders.append(result)
        for fruit, before, now in zip(shop.FRUITS, self.stock, after):
            if before != now:
                data = {"fruit": fruit, "previous": before[0], "quantity": now[0], "delta": now[0] - before[0]}
                cause = method.rpartition(".")[2]
                self._publish(request, time, data | {"version": now[1], "cause": cause, "ref": ref})
        self.stock = after
        return result

    def _publish(self, request, time, data):
        sequence, fruit = self.sequence + 1, data["fruit"]
        event = {
            "specversion": "1.0",
            "id": Learned(),
            "source": "/juice-service",
            "type": "juice.stock.changed",
            "subject": fruit,
            "time": time,
            "datacontenttype": "application/json",
            "sequence": f"{sequence:020}",
            "epoch": self.epoch,
            "causationid": str(request["id"]),
            "data": data,
        }
        if fruit in self._last_of:
            event["previoussequence"] = f"{self._last_of[fruit]:020}"
        if "traceparent" in request["meta"]:
            event["traceparent"] = request["meta"]["traceparent"]
        self._last_of[fruit] = sequence
        self.events.append(event)


def _check_order(params):
    faults = {}
    faults["/juice"] = text_fault(params["juice"], 1, 256) if "juice" in params else "REQUIRED"
    if "quantity" in params:
        faults["/quantity"] = whole_fault(params["quantity"], 1, 1000)
    refuse(faults)
    if params["juice"] not in RECIPES:
        raise Refused("UNKNOWN_JUICE", suggestions=_suggestions(RECIPES))


def _map_faults(params, name, fault):
    """The faults of an object with at least one member: `fault` says why a value is none."""
    value = params[name]
    if type(value) is not dict:
        return {f"/{name}": "WRONG_TYPE"}
    if not value:
        return {f"/{name}": "OUT_OF_RANGE"}
    return {f"/{name}/{token(key)}": fault(one) for key, one in value.items()}


def _refuse_unknown(params, *names):
    unknown = [
        (f"/{name}/{token(key)}", "UNKNOWN") for name in names for key in params[name] if key not in shop.FRUITS
    ]
    if unknown:
        refused = Refused("UNKNOWN_FRUIT", suggestions=_suggestions(shop.FRUITS))
        refused.violations = Some(unknown)
        raise refused


def _check_adjust(params):
    def fault(change):
        return "OUT_OF_RANGE" if change == 0 and type(change) is int else whole_fault(change, -(10**9), 10**9)

    refuse(_map_faults(params, "changes", fault) if "changes" in params else {"/changes": "REQUIRED"})
    _refuse_unknown(params, "changes")


def _check_set(params):
    faults = {"/levels": "REQUIRED"}
    if "levels" in params:
        faults = _map_faults(params, "levels", lambda level: whole_fault(level, 0, 10**9))
    expected = params.get("expectedVersion")
    is_whole = type(expected) is int
    if is_whole:
        faults["/expectedVersion"] = whole_fault(expected, 1, 2**63 - 1)
    elif "expectedVersion" in params:
        faults |= _map_faults(params, "expectedVersion", lambda version: whole_fault(version, 1, 2**63 - 1))
    refuse(faults)
    _refuse_unknown(params, "levels", *([] if is_whole or expected is None else ["expectedVersion"]))
