"""What the callers want: mostly orders that succeed, some that cannot, and stock that comes and goes."""

from intent import Wish
from juice.history import FINAL, TOLD
from juice.shop import FRUITS, RECIPES
from workload import Workload

JUICES = tuple(RECIPES)


class Orders(Workload):
    """What one connection wants of juice-service."""

    final, told = FINAL, TOLD

    def __init__(self, seed):
        super().__init__(seed)
        self._versions = {}  # fruit to the newest version that an answer told

    def saw(self, wish, result):
        """Takes note of the versions in the result of a write."""
        for level in result.get("left") or result.get("fruits", ()):
            self._versions[level["fruit"]] = max(level["version"], self._versions.get(level["fruit"], 0))

    def next(self):
        return Wish(*self._write())

    def read(self):
        if self.random.random() < 2 / 3:
            return Wish("juice.stock.list", {})
        return Wish("events.replay", {"after": 0, "limit": 50})

    def other(self, wish):
        return Wish("juice.stock.adjust", {"changes": {"mango": 7}})

    def _write(self):
        """A method and its params."""
        chance = self.random.random()
        if chance < 0.945:
            # Two of three orders are for one fruit, so that there are about as many events as orders.
            juice = self.random.choice(JUICES if chance < 0.3 else ("mango", "kiwi", "banana"))
            return "juice.order", {"juice": juice, "quantity": self.random.choice((1, 1, 1, 2, 3))}
        if chance < 0.975:
            changes = {fruit: self.random.randint(500, 2_000) for fruit in self.random.sample(FRUITS, 3)}
            return "juice.stock.adjust", {"changes": changes}
        if chance < 0.98:
            # More than there can be: never applied.
            return "juice.order", {"juice": "strawberry", "quantity": 1_000}
        if chance < 0.985:
            # More than there may be.
            changes = {fruit: self.random.choice((-900_000_000, 3)) for fruit in self.random.sample(FRUITS, 2)}
            return "juice.stock.adjust", {"changes": changes}
        # Shelves are emptied now and then, so that orders fail and may succeed later.
        levels = {fruit: self.random.choice((0, 5, 4_000)) for fruit in self.random.sample(FRUITS, 2)}
        chance = self.random.random()
        if chance < 0.1:
            return "juice.stock.set", {"levels": levels, "expectedVersion": self.random.randint(1, 50)}
        if chance < 0.75 and self._versions:
            # As it was seen last, or as it may be by now: others change it all the time.
            fruit = min(sorted(self._versions), key=self._versions.get)
            version = self._versions[fruit] + int(self.random.expovariate(1 / 8))
            levels = {fruit: self.random.choice((5, 3_000, 4_000))}
            return "juice.stock.set", {"levels": levels, "expectedVersion": {fruit: version}}
        return "juice.stock.set", {"levels": levels}
