"""Judges a campaign by what callers and subscribers wrote down.

The service's stream is evidence like any other: it has to agree with the records, and with itself. What is found is of
one kind of four: `lost` (an acknowledged write, or a part of the stream, is not there), `twice` (an effect or an event
more often than once, or two answers to one key that differ), `missed` (a subscriber did not get what is in the stream),
and `wrong` (anything else that was promised). What only one service promises is held to by a subclass of its own.
"""

import collections
import dataclasses
import json

from intent import is_doubtful, trace
from linearizability import linearize

LOST, TWICE, MISSED, WRONG = "lost", "twice", "missed", "wrong"


@dataclasses.dataclass
class View:
    """What one subscriber took, in its order.

    `lines` are the texts of events, and of the remarks `from` and `resynced`. Without a `from` it began at 0.
    """

    name: str
    lines: list
    prefixes: tuple = ()  # of the topics it has subscribed to; none is all
    told_resynced: bool = False  # it told its user so elsewhere than in `lines`


@dataclasses.dataclass
class Evidence:
    """Everything there is to judge by, after the faults are over and everybody is done."""

    records: list
    stream: list  # the text of every event, in order, from 0 to `head`
    head: int
    end: dict  # what there is at the end, as the service's package reads it
    views: list = dataclasses.field(default_factory=list)
    # Keys of which the network delivered a sending twice. A refusal is not remembered, so the second delivery, which
    # the caller does not know of, may succeed where the first was refused.
    duplicated: set = dataclasses.field(default_factory=set)
    left: list = dataclasses.field(default_factory=list)  # what nobody needs any more, and is still there


class Verdict:
    """What was found."""

    def __init__(self):
        self.findings = []
        self.counts = collections.Counter({LOST: 0, TWICE: 0, MISSED: 0, WRONG: 0})
        # `counted` are the writes that the last line counts, `calls` those that were put in order.
        self.counted = self.writes = self.events = self.resynced = self.calls = 0

    @property
    def is_sound(self):
        return not self.findings

    def find(self, kind, text, count=1):
        self.counts[kind] += count
        self.findings.append((kind, text))


class Judgement:
    """Holds all evidence against all promises."""

    counts = None  # the method that the last line counts
    final = frozenset()  # refusals that the same content always gets

    def __init__(self, evidence):
        self.evidence, self.verdict = evidence, Verdict()
        self.events = []
        self.effects = collections.defaultdict(list)  # trace to events
        self.intents = collections.defaultdict(list)  # key, and whether it was that of another write, to records

    def find(self, kind, text, count=1):
        self.verdict.find(kind, text, count)

    def pronounce(self):
        for record in self.evidence.records:
            if "key" in record:
                self.intents[record["key"], record.get("reuse", False)].append(record)
        self.check_stream()
        self.check_writes()
        self.check_order()
        self.check_rules()
        for name in self.evidence.left:
            self.find(WRONG, f"{name} is left behind")
        for view in self.evidence.views:
            self.check_view(view)
        return self.verdict

    # What a service says ---------------------------------------------------------------------------------------------

    def event(self, value, text):
        """One event of the stream as it is judged: its `sequence` and `trace` and what the service wants of it."""
        raise NotImplementedError

    def check_result(self, record, effect):
        """What an acknowledged write and its events have to do with each other."""
        raise NotImplementedError

    def is_twice(self, method, effect):
        """Whether a write of unknown end was done more than once."""
        raise NotImplementedError

    def fault_of_unanswered(self, record, effect):
        """What is wrong with the events of a write that nobody was told of; None if nothing is."""
        return None

    def check_rules(self):
        """Everything that has to do with what the service is about."""
        raise NotImplementedError

    # The stream ------------------------------------------------------------------------------------------------------

    def check_stream(self):
        """The stream is whole and in order."""
        last_of, last, epoch = {}, 0, None
        for text in self.evidence.stream:
            value = json.loads(text)
            event = self.event(value, text)
            self.events.append(event)
            self.effects[event.trace].append(event)
            if event.sequence <= last:
                self.find(TWICE, f"the stream has {event.sequence} after {last}")
            elif event.sequence > last + 1:
                hole = range(last + 1, event.sequence)
                self.find(LOST, f"the stream has a hole from {hole[0]} to {hole[-1]}", len(hole))
            last = max(last, event.sequence)
            epoch = epoch or value["epoch"]
            if value["epoch"] != epoch or value["id"] != f"{epoch}/{event.sequence}":
                self.find(WRONG, f"event {event.sequence} is named {value['id']} in epoch {epoch}")
            previous, subject = value.get("previoussequence"), value["subject"]
            if (int(previous) if previous else None) != last_of.get(subject):
                self.find(WRONG, f"event {event.sequence} follows {previous}, not {last_of.get(subject)}")
            last_of[subject] = event.sequence
        if last != self.evidence.head:
            self.find(LOST, f"the stream ends at {last}, not at {self.evidence.head}", abs(self.evidence.head - last))
        self.verdict.events = len(self.events)

    # The writes ------------------------------------------------------------------------------------------------------

    def check_writes(self):
        """Every intent had the effect that its caller was told of, once or not at all."""
        for record in self.evidence.records:
            if record.get("hung"):
                self.find(WRONG, f"{record['by']} never learned what became of {record['key']}")
            if record.get("error") == "INTERNAL":
                what = f"{record['method']} {record['params']}: {record.get('detail')}"
                self.find(WRONG, f"{record['by']} was told of a fault of the service's own at {what}")
        strange = dict(self.effects)
        for (key, is_reuse), told in self.intents.items():
            effect = strange.pop(trace(key, attempt=int(is_reuse)), [])
            results = [record for record in told if record.get("end") == "ok"]
            if is_reuse:
                if results or effect:
                    self.find(TWICE, f"{key} was used for something else, and that was done")
                continue
            self.verdict.writes += 1
            if results:
                self.verdict.counted += results[0]["method"] == self.counts
                self.check_answers(key, results)
                self.check_result(results[0], effect)
            elif effect:
                self.check_not_done(key, told, effect)
        for name, effect in strange.items():
            self.find(WRONG, f"nobody asked for the events {[event.sequence for event in effect][:5]} ({name})")

    def check_answers(self, key, results):
        """All answers to a key are the same."""
        first = results[0]
        for other in results[1:]:
            if other["result"] != first["result"] or other["sequence"] != first["sequence"]:
                self.find(TWICE, f"{key} was answered {first['result']} and {other['result']}")

    def check_not_done(self, key, told, effect):
        if not is_doubtful(told, self.final) and key not in self.evidence.duplicated:
            ends = [(record.get("end"), record.get("error"), record.get("sends")) for record in told]
            self.find(WRONG, f"{key} was not applied ({ends}), and is in the stream at {effect[0].sequence}")
        elif self.is_twice(told[0]["method"], effect):
            self.find(TWICE, f"{key} was done more than once: {[event.sequence for event in effect]}")
        elif fault := self.fault_of_unanswered(told[0], effect):
            self.find(WRONG, f"{key} was done {fault}")

    # Time ------------------------------------------------------------------------------------------------------------

    def check_order(self):
        """What began after something was acknowledged comes after it in the stream; one epoch all along."""
        starts = {}
        for record in self.evidence.records:
            if "key" in record:
                starts[record["key"]] = min(record["start"], starts.get(record["key"], record["start"]))
        moments = []
        seen = set()
        for record in self.evidence.records:
            if record.get("end") != "ok" or record.get("sequence") is None:
                continue
            key = record.get("key")
            is_change = key is not None and trace(key) in self.effects
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
                self.find(WRONG, f"{name} is at {sequence}, but began after {newest} was told")
        epochs = {record["epoch"] for record in self.evidence.records if record.get("epoch")}
        if len(epochs) > 1:
            self.find(WRONG, f"answers came from several epochs: {sorted(epochs)}")

    def check_history(self, calls, model, first, what, told):
        """Whether calls, as they were answered, can have happened one at a time, each between its start and its end."""
        self.verdict.calls += len(calls)
        outcome = linearize(calls, model, first)
        if not outcome.is_linearizable:
            given_up = "" if outcome.is_linearizable is False else f" (given up after {outcome.steps} steps)"
            found = f"no order of the {len(calls)} calls{what} explains all answers{given_up}"
            place = f"no place for {told(outcome.blocked.action)} after {outcome.state}"
            self.find(WRONG, f"{found}: {place}"[:1_000])

    # Subscribers -----------------------------------------------------------------------------------------------------

    def check_view(self, view):
        """A view is the stream from where it began, for its filter; only what it was told is cut may be missing."""
        expected = []
        for text in self.evidence.stream:
            if not view.prefixes or topic_of(text).startswith(view.prefixes):
                expected.append(text)
        index = 0  # of the next expected event
        for line in view.lines:
            if index < len(expected) and line == expected[index]:
                index += 1
                continue
            value = json.loads(line)
            if "from" in value or "resynced" in value:
                target = (value.get("from") or value.get("resynced"))["sequence"]
                self.verdict.resynced += "resynced" in value
                index = next((at for at in range(len(expected)) if sequence_of(expected[at]) > target), len(expected))
                continue
            sequence, left = int(value["sequence"]), range(index, len(expected))
            found = next((at for at in left if sequence_of(expected[at]) >= sequence), len(expected))
            if found < len(expected) and expected[found] == line:
                if view.told_resynced:
                    self.verdict.resynced += 1
                else:
                    self.find(MISSED, f"{view.name} missed {found - index} events before {sequence}", found - index)
                index = found + 1
            elif any(text == line for text in expected[:index]):
                self.find(TWICE, f"{view.name} got {sequence} again")
            else:
                self.find(WRONG, f"{view.name} got {line!r:.300}, which is not in the stream")
        if index < len(expected):
            missing = len(expected) - index
            self.find(MISSED, f"{view.name} missed the last {missing} events", missing)


def sequence_of(text):
    return int(json.loads(text)["sequence"])


def topic_of(text):
    value = json.loads(text)
    return f"{value['type']}.{value['subject']}."
