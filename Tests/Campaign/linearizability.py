"""Whether calls at the same time could have happened one after the other, each between its start and its end.

That is linearizability (Herlihy and Wing, "Linearizability: A Correctness Condition for Concurrent Objects", 1990). The
search is that of Wing and Gong ("Testing and Verifying Concurrent Objects", 1993) with Lowe's memory of what was tried
("Testing for Linearizability", 2017): put one call after the other, always one that had started before any that is left
had ended, and go back where the model does not allow it. Where a caller does not know what became of a call, it may
have had its effect at any time since its start, or never.

To decide this takes exponential time in general. Two things make it quick for what a sound service has done. The order
that the calls' hints say is tried first, which can only shorten the search, since whatever is found is checked against
model and times. And a call that changes nothing goes as soon as the model allows it, which takes nothing from others.
"""

import dataclasses
import math
import random


@dataclasses.dataclass(slots=True, eq=False)
class Call:
    """One call. `end` is infinite where no answer came: it may have happened at any time since, or never."""

    start: int
    end: float
    action: object  # what the model is given
    changes: bool = True  # whether it may change anything
    hint: int | None = None  # its place in the order to try first
    number: int = 0
    place: dict = dataclasses.field(default_factory=dict)

    @property
    def is_certain(self):
        return self.end != math.inf


@dataclasses.dataclass
class Outcome:
    """`is_linearizable` is None where the search was given up; `blocked` is the call that no order had a place for."""

    is_linearizable: bool | None
    blocked: Call | None = None
    state: object = None  # where the longest order stood
    steps: int = 0


class _Sorted:
    """Calls in some order, of which the first that is left is known."""

    def __init__(self, name, calls, key):
        self.name, self.calls, self.first = name, sorted(calls, key=key), 0
        for index, call in enumerate(self.calls):
            call.place[name] = index

    def head(self, is_done):
        while self.first < len(self.calls) and is_done[self.calls[self.first].number]:
            self.first += 1
        return self.calls[self.first] if self.first < len(self.calls) else None

    def put_back(self, call):
        if self.name in call.place:
            self.first = min(self.first, call.place[self.name])

    def until(self, bound, is_done):
        """Those left that had started by then, for an order by start."""
        self.head(is_done)
        for index in range(self.first, len(self.calls)):
            call = self.calls[index]
            if call.start >= bound:
                return
            if not is_done[call.number]:
                yield call


class _Search:
    def __init__(self, calls, model, first):
        self.model, self.state = model, first
        self.is_done = bytearray(len(calls))
        for number, call in enumerate(calls):
            call.number, call.place = number, {}
        certain = [call for call in calls if call.is_certain]
        self.left = len(certain)
        self.ends = _Sorted("end", certain, lambda call: call.end)
        self.reads = _Sorted("read", [call for call in certain if not call.changes], lambda call: call.start)
        hinted = [call for call in calls if call.changes and call.hint is not None]
        self.hinted = _Sorted("hint", hinted, lambda call: call.hint)
        likely = [call for call in calls if call.changes and (call.is_certain or call.hint is not None)]
        self.likely = _Sorted("start", likely, lambda call: call.start)
        # Where others have hints, such a call has probably changed nothing: a number was set to what it was.
        idle = [call for call in likely if call.hint is None] if hinted else []
        self.idle = _Sorted("idle", idle, lambda call: call.start)
        doubtful = [call for call in calls if not call.is_certain and call.hint is None]
        self.doubtful = _Sorted("doubt", doubtful, lambda call: call.start)
        # Zobrist hashing: what is done is known by the sum of these.
        draw = random.Random(0)
        self.marks = [draw.getrandbits(128) for _ in calls]
        self.done_hash = 0
        self.seen = set()

    def choices(self):
        """The calls that may be next, the likeliest first; found out as far as they are asked for."""
        head = self.ends.head(self.is_done)
        bound = head.end if head else math.inf
        for call in self.reads.until(bound, self.is_done):
            if self.model(self.state, call.action) is not None:
                yield call
                return
        for call in list(self.idle.until(bound, self.is_done)):
            if self.model(self.state, call.action) == self.state:
                yield call
        first = self.hinted.head(self.is_done)
        if first is not None and first.start < bound:
            yield first
        for call in list(self.likely.until(bound, self.is_done)):
            if call is not first:
                yield call
        yield from list(self.doubtful.until(bound, self.is_done))

    def do(self, call, after):
        self.is_done[call.number] = 1
        self.done_hash ^= self.marks[call.number]
        self.left -= call.is_certain
        self.state = after

    def undo(self, call, before):
        self.is_done[call.number] = 0
        self.done_hash ^= self.marks[call.number]
        self.left += call.is_certain
        self.state = before
        for order in (self.ends, self.reads, self.hinted, self.likely, self.idle, self.doubtful):
            order.put_back(call)

    def run(self, most):
        path = []  # (call, state before it)
        steps, least = 0, self.left
        blocked, where = self.ends.head(self.is_done), self.state
        while self.left:
            # Where the search has come back to, what was tried there is among what was seen.
            for call in self.choices():
                steps += 1
                after = self.model(self.state, call.action)
                if after is None:
                    continue
                key = (self.done_hash ^ self.marks[call.number], after)
                if key in self.seen:
                    continue
                self.seen.add(key)
                path.append((call, self.state))
                self.do(call, after)
                break
            else:
                if not path:
                    return Outcome(False, blocked, where, steps)
                self.undo(*path.pop())
            if self.left < least:
                least = self.left
                blocked, where = self.ends.head(self.is_done), self.state
            if steps > most:
                return Outcome(None, blocked, where, steps)
        return Outcome(True, steps=steps)


def linearize(calls, model, first, most=None):
    """Looks for an order of calls that a model allows.

    `model` takes a state and an action and returns the state after it, or None where the action cannot have been
    answered as it was; states can be hashed. `most` bounds the steps, of which a sound history with sound hints needs
    one for each call. Where they are used up, no order was found, though there may be one.
    """
    return _Search(calls, model, first).run(200_000 + 4 * len(calls) if most is None else most)
