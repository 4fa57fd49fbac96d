"""Judges a campaign by what callers and subscribers wrote down.

The service's stream is evidence like any other: it has to agree with the records, and with itself. What is found is of
one kind of four: `lost` (an acknowledged write, or a part of the stream, is not there), `twice` (an effect or an event
more often than once, or two answers to one key that differ), `missed` (a subscriber did not get what is in the stream),
and `wrong` (anything else that was promised).
"""

import collections
import dataclasses
import json

import history
import shop
import stock
from linearizability import linearize
from workload import trace

LOST, TWICE, MISSED, WRONG = "lost", "twice", "missed", "wrong"


@dataclasses.dataclass
class View:
    """What one subscriber took, in its order.

    `lines` are the texts of events, and of the remarks `from` and `resynced`. Without a `from` it began at 0.
    """

    name: str
    lines: list
    prefix: str = ""
    told_resynced: bool = False  # it told its user so elsewhere than in `lines`


@dataclasses.dataclass
class Evidence:
    """Everything there is to judge by, after the faults are over and everybody is done."""

    records: list
    stream: list  # the text of every event, in order, from 0 to `head`
    head: int
    levels: dict  # fruit to (quantity, version), at the end
    views: list = dataclasses.field(default_factory=list)
    # Keys of which the network delivered a sending twice. A refusal is not remembered, so the second delivery, which
    # the caller does not know of, may succeed where the first was refused.
    duplicated: set = dataclasses.field(default_factory=set)


class Verdict:
    """What was found."""

    def __init__(self):
        self.findings = []
        self.counts = collections.Counter({LOST: 0, TWICE: 0, MISSED: 0, WRONG: 0})
        self.orders = self.writes = self.events = self.resynced = self.calls = 0

    @property
    def is_sound(self):
        return not self.findings

    def find(self, kind, text, count=1):
        self.counts[kind] += count
        self.findings.append((kind, text))


class Event:
    """One event of the stream, as it is judged."""

    __slots__ = ("sequence", "fruit", "previous", "quantity", "delta", "version", "cause", "ref", "trace", "time")

    def __init__(self, value):
        data = value["data"]
        self.sequence = int(value["sequence"])
        self.fruit, self.previous, self.quantity = data["fruit"], data["previous"], data["quantity"]
        self.delta, self.version = data["delta"], data["version"]
        self.cause, self.ref = data["cause"], data["ref"]
        self.trace, self.time = value.get("traceparent"), value["time"]


def judge(evidence):
    """Holds all evidence against all promises."""
    verdict = Verdict()
    events = check_stream(evidence, verdict)
    check_writes(evidence, events, verdict)
    check_order(evidence.records, verdict)
    check_reads(evidence.records, events, verdict)
    check_history(evidence, events, verdict)
    for view in evidence.views:
        check_view(view, evidence.stream, verdict)
    return verdict


# The stream --------------------------------------------------------------------------------------------------------


def check_stream(evidence, verdict):
    """The stream is whole, in order, and adds up to the levels; returns its events."""
    events, levels = [], {fruit: (shop.FIRST_LEVEL, shop.FIRST_VERSION) for fruit in shop.FRUITS}
    last_of, last, epoch = {}, 0, None
    for text in evidence.stream:
        value = json.loads(text)
        event = Event(value)
        events.append(event)
        if event.sequence <= last:
            verdict.find(TWICE, f"the stream has {event.sequence} after {last}")
        elif event.sequence > last + 1:
            hole = range(last + 1, event.sequence)
            verdict.find(LOST, f"the stream has a hole from {hole[0]} to {hole[-1]}", len(hole))
        last = max(last, event.sequence)
        epoch = epoch or value["epoch"]
        if value["epoch"] != epoch or value["id"] != f"{epoch}/{event.sequence}":
            verdict.find(WRONG, f"event {event.sequence} is named {value['id']} in epoch {epoch}")
        previous = value.get("previoussequence")
        if (int(previous) if previous else None) != last_of.get(event.fruit):
            verdict.find(WRONG, f"event {event.sequence} follows {previous}, not {last_of.get(event.fruit)}")
        last_of[event.fruit] = event.sequence
        quantity, version = levels[event.fruit]
        if event.previous != quantity or event.quantity != quantity + event.delta or event.version != version + 1:
            before = f"{quantity} at version {version}"
            verdict.find(WRONG, f"event {event.sequence} does not follow {before}: {text!r:.300}")
        if event.quantity < 0:
            verdict.find(WRONG, f"event {event.sequence} leaves {event.quantity} {event.fruit}")
        levels[event.fruit] = (event.quantity, event.version)
    if last != evidence.head:
        verdict.find(LOST, f"the stream ends at {last}, not at {evidence.head}", abs(evidence.head - last))
    for fruit, level in levels.items():
        if evidence.levels.get(fruit) != level:
            verdict.find(WRONG, f"{fruit}: {evidence.levels.get(fruit)} at the end, {level} by the stream")
    verdict.events = len(events)
    return events


# The writes --------------------------------------------------------------------------------------------------------


def check_writes(evidence, events, verdict):
    """Every intent had the effect that its caller was told of, once or not at all."""
    effects = collections.defaultdict(list)
    for event in events:
        effects[event.trace].append(event)
    intents = collections.defaultdict(list)
    for record in evidence.records:
        if record.get("hung"):
            verdict.find(WRONG, f"{record['by']} never learned what became of {record['key']}")
        if "key" in record:
            intents[record["key"], record.get("reuse", False)].append(record)
    for (key, is_reuse), told in intents.items():
        effect = effects.pop(trace(key, attempt=int(is_reuse)), [])
        results = [record for record in told if record.get("end") == "ok"]
        if is_reuse:
            if results or effect:
                verdict.find(TWICE, f"{key} was used for something else, and that was done")
            continue
        verdict.writes += 1
        if results:
            verdict.orders += results[0]["method"] == "juice.order"
            check_done(key, results, effect, verdict)
        else:
            check_not_done(key, told, effect, key in evidence.duplicated, verdict)
    for name, effect in effects.items():
        verdict.find(WRONG, f"nobody asked for the events {[event.sequence for event in effect][:5]} ({name})")


def check_done(key, results, effect, verdict):
    first = results[0]
    for other in results[1:]:
        if other["result"] != first["result"] or other["sequence"] != first["sequence"]:
            verdict.find(TWICE, f"{key} was answered {first['result']} and {other['result']}")
    expected = promised(first)
    got = [(event.fruit, event.delta, event.quantity, event.version) for event in effect]
    if got == expected:
        if effect and not agrees(first, effect):
            verdict.find(WRONG, f"{key}: the answer {first['result']} and its events disagree")
    elif not effect:
        verdict.find(LOST, f"{key} was answered {first['result']} and is not in the stream")
    elif len(effect) > len(expected):
        verdict.find(TWICE, f"{key} was done {len(effect)} times over: {[event.sequence for event in effect]}")
    else:
        verdict.find(WRONG, f"{key} promised {expected} and did {got}")


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


def check_not_done(key, told, effect, is_duplicated, verdict):
    if not effect:
        return
    if not history.is_doubtful(told) and not is_duplicated:
        ends = [(record.get("end"), record.get("error"), record.get("sends")) for record in told]
        verdict.find(WRONG, f"{key} was not applied ({ends}), and is in the stream at {effect[0].sequence}")
        return
    record = told[0]
    fruits = [event.fruit for event in effect]
    if len(set(fruits)) < len(fruits) or len({event.ref for event in effect}) > 1:
        verdict.find(TWICE, f"{key} was done more than once: {[event.sequence for event in effect]}")
    elif record["method"] == "juice.order":
        if {event.fruit: -event.delta for event in effect} != shop.needed(record["params"]):
            verdict.find(WRONG, f"{key} was done in part: {[(event.fruit, event.delta) for event in effect]}")


# Time --------------------------------------------------------------------------------------------------------------


def check_order(records, verdict):
    """What began after something was acknowledged comes after it in the stream; one epoch all along."""
    starts = {}
    for record in records:
        if "key" in record:
            starts[record["key"]] = min(record["start"], starts.get(record["key"], record["start"]))
    moments = []
    seen = set()
    for record in records:
        if record.get("end") != "ok" or record.get("sequence") is None:
            continue
        key = record.get("key")
        is_change = key is not None and bool(promised(record))
        if key is None or (is_change and key not in seen):
            seen.add(key)
            start = starts[key] if key else record["start"]
            moments.append((start, 1, record["sequence"], is_change, record))
        if is_change:
            moments.append((record["finish"], 0, record["sequence"], True, record))
    newest = 0
    for _, begins, sequence, is_change, record in sorted(moments, key=lambda moment: moment[:2]):
        if not begins:
            newest = max(newest, sequence)
        elif sequence < newest or (is_change and sequence == newest):
            name = record.get("key", record["method"])
            verdict.find(WRONG, f"{name} is at {sequence}, but began after {newest} was told")
    epochs = {record["epoch"] for record in records if record.get("epoch")}
    if len(epochs) > 1:
        verdict.find(WRONG, f"answers came from several epochs: {sorted(epochs)}")


def check_reads(records, events, verdict):
    """Every snapshot of the stock is the stock at the position it says."""
    reads = [record for record in records if record["method"] == "juice.stock.list" and record.get("end") == "ok"]
    levels = {fruit: (shop.FIRST_LEVEL, shop.FIRST_VERSION) for fruit in shop.FRUITS}
    coming = iter(events)
    event = next(coming, None)
    for record in sorted(reads, key=lambda record: record["sequence"]):
        while event is not None and event.sequence <= record["sequence"]:
            levels[event.fruit] = (event.quantity, event.version)
            event = next(coming, None)
        seen = {level["fruit"]: (level["quantity"], level["version"]) for level in record["result"]["fruits"]}
        if seen != levels:
            verdict.find(WRONG, f"{record['by']} read {seen} at {record['sequence']}, where {levels} was true")


def check_history(evidence, events, verdict):
    """All calls, as they were answered, can have happened one at a time, each between its start and its end."""
    calls = history.calls(evidence.records, events, evidence.levels, evidence.duplicated)
    verdict.calls = len(calls)
    outcome = linearize(calls, history.allows, stock.FIRST)
    if not outcome.is_linearizable:
        method, params, reason, told = outcome.blocked.action
        what = f"{method} {params} was answered {reason or ''} {told}" if method else f"the levels at the end are {told}"
        given_up = "" if outcome.is_linearizable is False else f" (given up after {outcome.steps} steps)"
        found = f"no order of the {len(calls)} calls explains all answers{given_up}: no place for {what}"
        verdict.find(WRONG, f"{found} after {outcome.state}"[:1_000])


# Subscribers -------------------------------------------------------------------------------------------------------


def sequence_of(text):
    return int(json.loads(text)["sequence"])


def check_view(view, stream, verdict):
    """A view is the stream from where it began, for its filter; only what it was told is cut may be missing."""
    subject = view.prefix.rstrip(".").rsplit(".", 1)[-1] if view.prefix else None
    expected = []
    for text in stream:
        if subject is None or json.loads(text)["subject"] == subject:
            expected.append(text)
    index = 0  # of the next expected event
    for line in view.lines:
        if index < len(expected) and line == expected[index]:
            index += 1
            continue
        value = json.loads(line)
        if "from" in value or "resynced" in value:
            target = (value.get("from") or value.get("resynced"))["sequence"]
            verdict.resynced += "resynced" in value
            index = next((at for at in range(len(expected)) if sequence_of(expected[at]) > target), len(expected))
            continue
        sequence = int(value["sequence"])
        found = next((at for at in range(index, len(expected)) if sequence_of(expected[at]) >= sequence), len(expected))
        if found < len(expected) and expected[found] == line:
            if view.told_resynced:
                verdict.resynced += 1
            else:
                verdict.find(MISSED, f"{view.name} missed {found - index} events before {sequence}", found - index)
            index = found + 1
        elif any(text == line for text in expected[:index]):
            verdict.find(TWICE, f"{view.name} got {sequence} again")
        else:
            verdict.find(WRONG, f"{view.name} got {line!r:.300}, which is not in the stream")
    if index < len(expected):
        verdict.find(MISSED, f"{view.name} missed the last {len(expected) - index} events", len(expected) - index)
