"""Judges a run by what callers and watchers wrote down, and by what the services say at its end.

What is found is of one kind of four: `lost` (an acknowledged write is not there), `twice` (an effect more often than once),
`missed` (a watcher did not get what is in the stream), and `wrong` (anything else that was promised).
"""

import collections
import itertools
import json

from views import read

LOST, TWICE, MISSED, WRONG = "lost", "twice", "missed", "wrong"
RECIPES = {
    "strawberry-banana": {"strawberry": 10, "banana": 1}, "mango-kiwi": {"mango": 2, "kiwi": 1},
    "strawberry": {"strawberry": 16}, "banana": {"banana": 2}, "pineapple": {"pineapple": 2}, "kiwi": {"kiwi": 3},
    "mango": {"mango": 3},
}
FIRST_LEVELS = dict.fromkeys(("strawberry", "banana", "pineapple", "kiwi", "mango"), (10, 1))


class Findings:
    """What was found: all of it is counted, and the first of each kind are told."""

    MOST = 1_000

    def __init__(self):
        self.counts = collections.Counter()
        self.texts = []  # (kind, text)

    def find(self, kind, text):
        self.counts[kind] += 1
        if self.counts[kind] <= self.MOST:
            self.texts.append((kind, text[:1_000]))


class Stream:
    """The stream of one service as the watcher took it. Each event is claimed by the one write that it belongs to."""

    def __init__(self, service, path, findings):
        self.service, self._findings = service, findings
        self._lines = []
        for value, line in lines_of(path):
            if isinstance(value, list):
                expected = len(self._lines) + 1
                if value[0] != expected:
                    findings.find(MISSED if value[0] > expected else TWICE, f"{service}: {value[0]} follows {expected - 1}")
                self._lines.append(line)
            elif "resynced" in value or value.get("from", {}).get("sequence"):
                findings.find(MISSED, f"{service}: the watcher was told {value}")
        self._claimed = bytearray(len(self._lines) + 1)

    def __len__(self):
        return len(self._lines)

    def __iter__(self):
        return map(json.loads, self._lines)

    def claim(self, record):
        """The events of a write, which are neighbours and end where its answer says."""
        name, own, at = record["key"].replace("-", ""), [], record["sequence"]
        while 0 < at <= len(self._lines) and (event := json.loads(self._lines[at - 1]))[3] == name:
            if self._claimed[at]:
                self._findings.find(TWICE, f"{record['key']} and another write have event {at} of {self.service}")
            self._claimed[at] = 1
            own.append(event)
            at -= 1
        return own[::-1]

    def unclaimed(self):
        for at, line in enumerate(self._lines, 1):
            if not self._claimed[at]:
                yield json.loads(line)


def lines_of(path):
    with open(path, "rb") as file:
        for line in file:
            yield json.loads(line), line


def check_followers(service, watcher, follower, findings):
    """Two watchers have seen the same, byte for byte."""
    events = lambda path: (value for value in read(path) if isinstance(value, list))
    for one, other in itertools.zip_longest(events(watcher), events(follower)):
        if one != other:
            where = one or other
            findings.find(MISSED, f"{service}: at {where[0]} the watchers have seen {one} and {other}")
            return


def check_levels(stream, first, subject_of, findings):
    """Every change begins where the one before it ended; returns the last level of each."""
    levels = dict(first)
    for sequence, kind, subject, _, data, _ in stream:
        if not kind.endswith(".stock.changed"):
            continue
        quantity, version = levels.get(subject, (0, 0))
        if data["previous"] != quantity or data["version"] != version + 1 or data["quantity"] != quantity + data["delta"]:
            findings.find(WRONG, f"{stream.service}: event {sequence} does not follow {quantity} at version {version}: {data}")
        if data["quantity"] < 0 or str(data[subject_of]) != subject:
            findings.find(WRONG, f"{stream.service}: event {sequence} of {subject} says {data}")
        levels[subject] = (data["quantity"], data["version"])
    return levels


def promised(record):
    """What the answer to a write says of its events: a test of them, or None where it says nothing."""
    result, params = record["result"], record["params"]
    changes = lambda events: [(event[2], event[4]["delta"], event[4]["quantity"]) for event in events]
    last_is = lambda verb: lambda events: bool(events) and any(event[1] == f"market.product.{verb}" for event in events)
    match record["method"]:
        case "juice.order":
            left = {level["fruit"]: level["quantity"] for level in result["left"]}
            needed = RECIPES[params["juice"]]
            expected = [(fruit, -needed[fruit] * params["quantity"], left[fruit]) for fruit in FIRST_LEVELS if fruit in needed]
            return lambda events: changes(events) == expected and all(event[4]["ref"] == result["id"] for event in events)
        case "juice.stock.adjust" | "juice.stock.set":
            expected = [(each["fruit"], each["quantity"] - each["previous"], each["quantity"]) for each in result["fruits"]]
            return lambda events: changes(events) == expected
        case "market.products.purchase":
            expected = [(str(params["id"]), -params["quantity"], result["stock"])]
            return lambda events: changes(events) == expected and events[0][4]["ref"] == result["id"]
        case "market.products.register":
            return last_is("registered")
        case "market.products.delete":
            return last_is("deleted")
    return lambda events: True


def check_writes(records, streams, counts, findings):
    """Every acknowledged write is in its stream, once, as it was answered; returns the last of each product."""
    products, ids = {}, collections.defaultdict(set)
    epochs, keys = collections.defaultdict(set), {}
    for record in records:
        if "fault" in record:
            findings.find(WRONG, f"{record['service']}: {record['method']} {record['key'] or ''}: {record['fault']}")
            continue
        if "unsettled" in record:
            counts.update({name: count for name, count in record.items() if name != "unsettled"})
            if record["unsettled"]:
                findings.find(WRONG, f"{record['unsettled']} calls never had an end")
            continue
        counts[record["end"]] += 1
        counts["sent again"] += record["sends"] > 1
        name = record["key"].replace("-", "")
        keys[name] = record["end"]
        if record["end"] != "ok":
            continue
        service, stream = record["service"], streams[record["service"]]
        epochs[service].add(record["epoch"])
        events = stream.claim(record)
        if not promised(record)(events):
            kind = WRONG if events else LOST
            findings.find(kind, f"{record['method']} {record['key']} was answered {record['result']} and is {events}")
        if record["method"] in ("juice.order", "market.products.purchase"):
            if record["result"]["id"] in ids[service]:
                findings.find(TWICE, f"{record['method']}: the id {record['result']['id']} was given to two writes")
            ids[service].add(record["result"]["id"])
        note_product(record, products)
    for service, seen in epochs.items():
        if len(seen) > 1:
            findings.find(WRONG, f"{service}: answers came from several epochs: {sorted(seen)}")
    for service, stream in streams.items():
        for event in stream.unclaimed():
            if service == "expo":
                continue
            kind = TWICE if keys.get(event[3]) == "ok" else WRONG
            findings.find(kind, f"{service}: event {event[0]} belongs to a write that was {keys.get(event[3], 'never sent')}")
    return products


def note_product(record, products):
    """What its vendor was last told of a product, and the pictures that were sent."""
    result = record["result"]
    match record["method"]:
        case "market.products.register":
            products[result["id"]] = (result, record["pictures"])
        case "market.products.update":
            products[result["id"]] = (result, products[result["id"]][1])
        case "market.products.delete":
            products.pop(result["id"], None)


def check_market(told, products, levels, findings):
    """What the market shows at the end is what its vendors were told, with the stock of the stream."""
    for number in sorted(products.keys() - told.keys()):
        findings.find(LOST, f"product {number} was registered, and is not there")
    for number in sorted(told.keys() - products.keys()):
        findings.find(WRONG, f"product {number} is there, and was deleted or never registered")
    for number in products.keys() & told.keys():
        expected, pictures = products[number]
        product, digests = told[number]
        stock = levels.get(str(number), (0, 0))[0]
        if product != expected | {"stock": stock}:
            findings.find(LOST, f"product {number} is {product}, not {expected}, with a stock of {stock}")
        if digests != pictures:
            findings.find(LOST, f"the pictures of product {number} are {digests}, not {pictures}")
