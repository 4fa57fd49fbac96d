"""What the callers want: mostly orders that succeed, some that cannot, and stock that comes and goes."""

import random
import uuid

from shop import FRUITS, RECIPES

JUICES = tuple(RECIPES)


class Workload:
    """An endless, seeded sequence of writes."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self._versions = {}  # fruit to the newest version that an answer told

    def saw(self, result):
        """Takes note of the versions in the result of a write."""
        for level in result.get("left") or result.get("fruits", ()):
            self._versions[level["fruit"]] = max(level["version"], self._versions.get(level["fruit"], 0))

    def next(self):
        """A method and its params."""
        chance = self._random.random()
        if chance < 0.945:
            # Two of three orders are for one fruit, so that there are about as many events as orders.
            juice = self._random.choice(JUICES if chance < 0.3 else ("mango", "kiwi", "banana"))
            return "juice.order", {"juice": juice, "quantity": self._random.choice((1, 1, 1, 2, 3))}
        if chance < 0.975:
            changes = {fruit: self._random.randint(500, 2_000) for fruit in self._random.sample(FRUITS, 3)}
            return "juice.stock.adjust", {"changes": changes}
        if chance < 0.98:
            # More than there can be: never applied.
            return "juice.order", {"juice": "strawberry", "quantity": 1_000}
        if chance < 0.985:
            # More than there may be.
            changes = {fruit: self._random.choice((-900_000_000, 3)) for fruit in self._random.sample(FRUITS, 2)}
            return "juice.stock.adjust", {"changes": changes}
        # Shelves are emptied now and then, so that orders fail and may succeed later.
        levels = {fruit: self._random.choice((0, 5, 4_000)) for fruit in self._random.sample(FRUITS, 2)}
        chance = self._random.random()
        if chance < 0.1:
            return "juice.stock.set", {"levels": levels, "expectedVersion": self._random.randint(1, 50)}
        if chance < 0.75 and self._versions:
            # As it was seen last, or as it may be by now: others change it all the time.
            fruit = min(sorted(self._versions), key=self._versions.get)
            version = self._versions[fruit] + int(self._random.expovariate(1 / 8))
            levels = {fruit: self._random.choice((5, 3_000, 4_000))}
            return "juice.stock.set", {"levels": levels, "expectedVersion": {fruit: version}}
        return "juice.stock.set", {"levels": levels}

    def key(self):
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))

    @property
    def random(self):
        return self._random


def trace(key, attempt=0):
    """A traceparent that names the key, so that every event says which intent caused it."""
    return f"00-{key.replace('-', '')}-{attempt + 1:016x}-01"
