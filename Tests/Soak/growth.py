"""Whether something grows without bound, by samples over time.

A service that is left alone may take what its caches take, and after that no more. So of each life the first third is left
out, and of the rest a straight line is drawn through the samples (least squares): what it rises from end to end may not
be more than `share` of where it begins, or `floor`, whichever is more.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Bound:
    """How much a measure may rise over the last two thirds of the time that is judged."""

    measure: str
    share: float
    floor: float
    unit: str = ""

    def allows(self, begin, rise):
        return rise <= max(self.share * abs(begin), self.floor)


MIB = 1 << 20
# Of the longest life of a process.
OF_PROCESS = (Bound("memory", 0.10, 4 * MIB, "bytes"), Bound("descriptors", 0.0, 8), Bound("threads", 0.0, 2))
# Of the whole run, once it has forgotten for the first time. The log of a store is restarted at 16 MiB.
OF_STORE = Bound("store", 0.25, 16 * MIB, "bytes")
OF_PICTURES = Bound("pictures", 0.25, 16 * MIB, "bytes")
# Files of pictures that no product names stay for an hour, and are looked for once in an hour.
PICTURES_SETTLED = 2.2 * 3_600
# A shorter life says nothing: caches fill, and one more connection is a steep line.
SHORTEST = 300.0
FEWEST_SAMPLES = 30


def line(points):
    """The straight line through (x, y): its value at the first x, and what it rises up to the last."""
    count = len(points)
    mean_x = sum(x for x, _ in points) / count
    mean_y = sum(y for _, y in points) / count
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0
    first, last = points[0][0], points[-1][0]
    return mean_y + slope * (first - mean_x), slope * (last - first)


def lives(samples, service):
    """The samples of each process of a service, longest life first."""
    found = {}
    for sample in samples:
        own = sample["services"].get(service)
        if own and own.get("pid"):
            found.setdefault(own["pid"], []).append((sample["at"], own))
    return sorted(found.values(), key=lambda life: life[0][0] - life[-1][0])


def judge(points, bound):
    """(begin, rise, whether that is allowed) of the last two thirds; None where there are too few points."""
    if not points:
        return None
    first, last = points[0][0], points[-1][0]
    tail = [point for point in points if point[0] >= first + (last - first) / 3]
    if last - first < SHORTEST or len(tail) < FEWEST_SAMPLES:
        return None
    begin, rise = line(tail)
    return begin, rise, bound.allows(begin, rise)


def judge_all(samples, services, forgotten_after):
    """What there is to say of each service and measure: (service, bound, outcome of `judge`).

    `forgotten_after` is how long a key is kept at the longest: before that a store has to grow.
    """
    for service in services:
        longest = lives(samples, service)[:1]
        for bound in OF_PROCESS:
            yield service, bound, judge([(at, own[bound.measure]) for life in longest for at, own in life], bound)
        for bound, settled in ((OF_STORE, 2 * forgotten_after), (OF_PICTURES, PICTURES_SETTLED)):
            points = [(sample["at"], sample["services"][service][bound.measure]) for sample in samples
                      if sample["at"] >= settled and bound.measure in sample["services"][service]]
            yield service, bound, judge(points, bound)
