"""What callers of juice-service want: orders, deliveries, corrections, and to see what there was."""

import collections

from asks import Ask, new_key

FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")
JUICES = ("strawberry-banana", "mango-kiwi", "strawberry", "banana", "pineapple", "kiwi", "mango")
SHORT = ("INSUFFICIENT_STOCK",)


class JuiceLoad:
    """`known` keeps some of what was done, to be asked for again while it has to be remembered."""

    service = "juice"

    def __init__(self, chance, known):
        self._chance, self._known = chance, known
        self._queue = collections.deque()  # what follows from answers: the next pages
        self._versions = {}

    def next(self):
        """One call, or several as a batch."""
        if self._queue:
            return [self._queue.popleft()]
        drawn = self._chance.random()
        if drawn < 0.12:
            return [self._write() for _ in range(self._chance.randint(2, 16))]
        if drawn < 0.70:
            return [self._write()]
        if drawn < 0.76:
            return self._known.ask(self._chance)
        if drawn < 0.78:
            return [Ask("juice.order.list", {"limit": 50}, done=self._page(None, 3))]
        if drawn < 0.80:
            return [Ask("events.replay", {"after": 0, "limit": 200}, allowed=("REPLAY_TRUNCATED",), done=self._replay)]
        if drawn < 0.88:
            return [Ask("juice.menu", done=self._menu)]
        return [Ask("juice.stock.list", done=self._levels)]

    def _write(self):
        drawn, key = self._chance.random(), new_key(self._chance)
        if drawn < 0.85:
            params = {"juice": self._chance.choice(JUICES), "quantity": self._chance.choice((1, 1, 2, 5))}
            return Ask("juice.order", params, key, allowed=SHORT)
        if drawn < 0.96:
            # As much as the orders take, on average.
            changes = {fruit: self._chance.randint(20, 80) for fruit in self._chance.sample(FRUITS, 3)}
            return Ask("juice.stock.adjust", {"changes": changes}, key)
        fruit = self._chance.choice(FRUITS)
        params = {"levels": {fruit: self._chance.choice((0, 100, 300))}}
        if fruit in self._versions and self._chance.random() < 0.7:
            params["expectedVersion"] = {fruit: self._versions[fruit]}
        return Ask("juice.stock.set", params, key, allowed=("VERSION_MISMATCH",))

    def _levels(self, reply, _):
        for level in reply["result"]["fruits"]:
            if level["version"] < self._versions.get(level["fruit"], 0):
                return f"{level['fruit']} is at version {level['version']}, after {self._versions[level['fruit']]}"
            self._versions[level["fruit"]] = level["version"]

    def _menu(self, reply, _):
        if len(reply["result"]["juices"]) != len(JUICES):
            return f"the menu has {len(reply['result']['juices'])} juices"

    def _page(self, last, left):
        def done(reply, _):
            numbers = [int(order["id"]) for order in reply["result"]["orders"]]
            if sorted(set(numbers), reverse=True) != numbers or (last and numbers and numbers[0] >= last):
                return f"orders are listed as {numbers} after {last}"
            after = reply["result"].get("next")
            if after and left and numbers:
                self._queue.append(
                    Ask("juice.order.list", {"limit": 50, "after": after}, done=self._page(numbers[-1], left - 1))
                )

        return done

    def _replay(self, reply, _):
        if "error" in reply:
            after = reply["error"]["data"]["firstsequence"] - 1
            # May have grown old meanwhile, too.
            self._queue.append(Ask("events.replay", {"after": after, "limit": 200}, allowed=("REPLAY_TRUNCATED",),
                                   done=lambda reply, _: None if "error" in reply else contiguous(reply, after)))
            return None
        return contiguous(reply, 0)


def contiguous(reply, after):
    """What is wrong with a page of events, if something is."""
    numbers = [int(event["sequence"]) for event in reply["result"]["events"]]
    if numbers != list(range(after + 1, after + 1 + len(numbers))):
        return f"a replay after {after} has {numbers[:5]}… to {numbers[-1:]}"
