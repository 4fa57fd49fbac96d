"""What juice-service promises of its stock, and how a campaign is held to it."""

from checker import LOST, TWICE, WRONG, Judgement
from juice import history, shop, stock

FIRST = (shop.FIRST_LEVEL, shop.FIRST_VERSION)


class Event:
    """One change of a fruit's level."""

    __slots__ = ("sequence", "fruit", "previous", "quantity", "delta", "version", "cause", "ref", "trace", "time")

    def __init__(self, value):
        data = value["data"]
        self.sequence = int(value["sequence"])
        self.fruit, self.previous, self.quantity = data["fruit"], data["previous"], data["quantity"]
        self.delta, self.version = data["delta"], data["version"]
        self.cause, self.ref = data["cause"], data["ref"]
        self.trace, self.time = value.get("traceparent"), value["time"]


class JuiceJudgement(Judgement):
    """`end` is each fruit's quantity and version."""

    counts = "juice.order"
    final = history.FINAL

    def __init__(self, evidence):
        super().__init__(evidence)
        self.levels = dict.fromkeys(shop.FRUITS, FIRST)

    def event(self, value, text):
        event = Event(value)
        quantity, version = self.levels[event.fruit]
        if event.previous != quantity or event.quantity != quantity + event.delta or event.version != version + 1:
            before = f"{quantity} at version {version}"
            self.find(WRONG, f"event {event.sequence} does not follow {before}: {text!r:.300}")
        if event.quantity < 0:
            self.find(WRONG, f"event {event.sequence} leaves {event.quantity} {event.fruit}")
        self.levels[event.fruit] = (event.quantity, event.version)
        return event

    def check_result(self, record, effect):
        key, expected = record["key"], promised(record)
        got = [(event.fruit, event.delta, event.quantity, event.version) for event in effect]
        if got == expected:
            if effect and not agrees(record, effect):
                self.find(WRONG, f"{key}: the answer {record['result']} and its events disagree")
        elif not effect:
            self.find(LOST, f"{key} was answered {record['result']} and is not in the stream")
        elif len(effect) > len(expected):
            self.find(TWICE, f"{key} was done {len(effect)} times over: {[event.sequence for event in effect]}")
        else:
            self.find(WRONG, f"{key} promised {expected} and did {got}")

    def is_twice(self, method, effect):
        fruits = [event.fruit for event in effect]
        return len(set(fruits)) < len(fruits) or len({event.ref for event in effect}) > 1

    def fault_of_unanswered(self, record, effect):
        done = {event.fruit: -event.delta for event in effect}
        if record["method"] == "juice.order" and done != shop.needed(record["params"]):
            return f"in part: {[(event.fruit, event.delta) for event in effect]}"
        return None

    def check_rules(self):
        for fruit, level in self.levels.items():
            if self.evidence.end.get(fruit) != level:
                self.find(WRONG, f"{fruit}: {self.evidence.end.get(fruit)} at the end, {level} by the stream")
        self.check_reads()
        evidence = self.evidence
        calls = history.calls(evidence.records, self.events, evidence.end, evidence.duplicated)
        self.check_history(calls, history.allows, stock.FIRST, "", history.told)

    def check_reads(self):
        """Every snapshot of the stock is the stock at the position it says."""
        reads = [each for each in self.evidence.records if each["method"] == "juice.stock.list" and each.get("end") == "ok"]
        levels = dict.fromkeys(shop.FRUITS, FIRST)
        coming = iter(self.events)
        event = next(coming, None)
        for record in sorted(reads, key=lambda record: record["sequence"]):
            while event is not None and event.sequence <= record["sequence"]:
                levels[event.fruit] = (event.quantity, event.version)
                event = next(coming, None)
            seen = {level["fruit"]: (level["quantity"], level["version"]) for level in record["result"]["fruits"]}
            if seen != levels:
                self.find(WRONG, f"{record['by']} read {seen} at {record['sequence']}, where {levels} was true")


def promised(record):
    """The changes that a result promises: (fruit, delta, quantity, version), in the order of their events."""
    result, params = record["result"], record["params"]
    if record["method"] == "juice.order":
        left = {level["fruit"]: level for level in result["left"]}
        return [
            (fruit, -quantity, left[fruit]["quantity"], left[fruit]["version"])
            for fruit, quantity in shop.needed(params).items()
        ]
    return [
        (level["fruit"], level["quantity"] - level["previous"], level["quantity"], level["version"])
        for level in result["fruits"]
    ]


def agrees(record, effect):
    """Whether an answer and its events tell the same story."""
    result, params = record["result"], record["params"]
    if len({event.ref for event in effect}) != 1 or record["sequence"] != effect[-1].sequence:
        return False
    if any(event.sequence != effect[0].sequence + index for index, event in enumerate(effect)):
        return False
    match record["method"]:
        case "juice.order":
            return (
                all(event.cause == "order" and event.ref == result["id"] for event in effect)
                and {each["fruit"]: each["quantity"] for each in result["used"]} == shop.needed(params)
                and all(event.time == result["time"] for event in effect)
            )
        case "juice.stock.adjust":
            return params["changes"] == {event.fruit: event.delta for event in effect}
        case "juice.stock.set":
            return all(params["levels"][event.fruit] == event.quantity for event in effect)
    return False
