"""What Protocols/juice.md says of the stock, as functions from a stock to an answer and the stock after it.

A stock is a tuple of (quantity, version), one for each fruit in menu order, so that it can be compared and kept. The
params are sound, and name fruits and juices that there are. An answer lacks what only the service knows: an order's id
and time.
"""

import functools

from juice import shop

FIRST = ((shop.FIRST_LEVEL, shop.FIRST_VERSION),) * len(shop.FRUITS)
LARGEST = 10**9


class Refused(Exception):
    """What the stock does not allow, with the members of the error's data that say why."""

    def __init__(self, reason, **members):
        super().__init__(reason, members)
        self.reason, self.members = reason, members


def version(stock):
    """The stock's own: it starts at 1 and rises with each change of any fruit."""
    return 1 + sum(version - shop.FIRST_VERSION for _, version in stock)


def levels(stock):
    return [
        {"fruit": fruit, "quantity": quantity, "version": version}
        for fruit, (quantity, version) in zip(shop.FRUITS, stock)
    ]


def lists(stock, params):
    return {"fruits": levels(stock), "version": version(stock)}, stock


@functools.cache
def _needed(juice, quantity):
    needed = shop.needed({"juice": juice, "quantity": quantity})
    return tuple(needed.get(fruit, 0) for fruit in shop.FRUITS)


def orders(stock, params):
    # Without dictionaries, because a campaign's history asks this some hundred thousand times.
    juice, quantity = params["juice"], params.get("quantity", 1)
    needed = _needed(juice, quantity)
    if any([need > have for need, (have, _) in zip(needed, stock)]):
        shortages = [
            {"fruit": fruit, "required": need, "available": have}
            for fruit, need, (have, _) in zip(shop.FRUITS, needed, stock)
            if need > have
        ]
        raise Refused("INSUFFICIENT_STOCK", shortages=shortages)
    after = tuple([
        (have - need, version + 1) if need else (have, version) for need, (have, version) in zip(needed, stock)
    ])
    return {
        "juice": juice,
        "quantity": quantity,
        "used": [{"fruit": fruit, "quantity": need} for fruit, need in zip(shop.FRUITS, needed) if need],
        "left": [
            {"fruit": fruit, "quantity": have, "version": version}
            for fruit, need, (have, version) in zip(shop.FRUITS, needed, after)
            if need
        ],
    }, after


def adjusts(stock, params):
    changes = params["changes"]
    outside = [
        fruit
        for fruit, (quantity, _) in zip(shop.FRUITS, stock)
        if not 0 <= quantity + changes.get(fruit, 0) <= LARGEST
    ]
    if outside:
        violations = [{"pointer": f"/changes/{fruit}", "reason": "OUT_OF_RANGE"} for fruit in outside]
        raise Refused("QUANTITY_OUT_OF_RANGE", violations=violations)
    return _moved(stock, changes)


def sets(stock, params):
    expected = params.get("expectedVersion", {})
    if type(expected) is int:
        holds = expected == version(stock)
    else:
        holds = all(stock[shop.FRUITS.index(fruit)][1] == version for fruit, version in expected.items())
    if not holds:
        raise Refused("VERSION_MISMATCH", actualversion=version(stock), levels=levels(stock))
    wanted = params["levels"]
    return _moved(stock, {fruit: wanted[fruit] - quantity for fruit, (quantity, _) in zip(shop.FRUITS, stock)
                          if fruit in wanted})


METHODS = {
    "juice.stock.list": lists,
    "juice.order": orders,
    "juice.stock.adjust": adjusts,
    "juice.stock.set": sets,
}


def _changed(stock, changes):
    return tuple(
        (quantity + changes[fruit], version + 1) if changes.get(fruit) else (quantity, version)
        for fruit, (quantity, version) in zip(shop.FRUITS, stock)
    )


def _moved(stock, changes):
    after = _changed(stock, changes)
    moved = [
        {"fruit": fruit, "quantity": quantity, "previous": previous, "version": changed}
        for fruit, (previous, before), (quantity, changed) in zip(shop.FRUITS, stock, after)
        if changed != before
    ]
    return {"fruits": moved, "version": version(after)}, after
