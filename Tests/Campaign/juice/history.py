"""What callers wrote down as one history of calls, to be held to the rules of the stock as a whole.

An order takes several fruits at once and a version may be that of the whole stock, so no fruit can be judged by
itself: the state is all levels and versions together. Refusals tell something, too: at some moment of the call the
stock was such.
"""

import collections
import math

from intent import is_doubtful, trace
from juice import shop, stock
from linearizability import Call

# Refusals that the stock decides.
TELLING = {"INSUFFICIENT_STOCK", "QUANTITY_OUT_OF_RANGE", "VERSION_MISMATCH"}
# What such a refusal says beside its reason, where it was written down.
TOLD = ("shortages", "actualversion", "levels")
# Refusals that the same content always gets: nothing sent under the key can happen any more.
FINAL = {"INVALID_PARAMS", "IDEMPOTENCY_KEY_REUSED", "UNKNOWN_JUICE", "UNKNOWN_FRUIT"}


def allows(before, action):
    """The stock after a call with its answer; None where a call of this stock is answered otherwise."""
    method, params, reason, told = action
    if method is None:
        return before if told == before else None
    try:
        result, after = stock.METHODS[method](before, params)
    except stock.Refused as refused:
        agrees = refused.reason == reason and all(refused.members[name] == value for name, value in told.items())
        return before if agrees else None
    if reason is not None or (told is not None and any(told.get(name) != value for name, value in result.items())):
        return None
    return after


def told(action):
    """An action in words."""
    method, params, reason, answer = action
    return f"{method} {params} was answered {reason or ''} {answer}" if method else f"the levels at the end are {answer}"


def calls(records, events, levels, duplicated):
    """The history, with the levels at its end as a last read. Events only say which order to try first."""
    hints = {}
    for event in events:
        hints.setdefault(event.trace, event.sequence)
    intents, history = collections.defaultdict(list), []
    for record in records:
        if "key" in record and not record.get("reuse"):
            intents[record["key"]].append(record)
        elif record["method"] == "juice.stock.list" and record.get("end") == "ok":
            action = record["method"], {}, None, record["result"]
            history.append(Call(record["start"], record["finish"], action, changes=False))
    for key, told in intents.items():
        history += _of_intent(told, hints.get(trace(key)), key in duplicated)
    end = 1 + max((record["finish"] for record in records), default=0)
    last = tuple(levels.get(fruit) for fruit in shop.FRUITS)
    history.append(Call(end, end + 1, (None, None, None, last), changes=False))
    return history


def _of_intent(told, hint, is_duplicated):
    method, params = told[0]["method"], told[0]["params"]
    start = min(record["start"] for record in told)
    results = [record for record in told if record.get("end") == "ok"]
    if results:
        done = min(results, key=lambda record: record["finish"])
        changes = method == "juice.order" or bool(done["result"]["fruits"])
        yield Call(start, done["finish"], (method, params, None, done["result"]), changes, hint)
    elif is_duplicated or is_doubtful(told, FINAL):
        yield Call(start, math.inf, (method, params, None, None), hint=hint)
    for record in told:
        if record.get("error") in TELLING:
            why = {name: record[name] for name in TOLD if name in record}
            yield Call(record["start"], record["finish"], (method, params, record["error"], why), changes=False)
