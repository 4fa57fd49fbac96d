"""How long nobody's write was acknowledged after each fault, by the callers' own records."""

import bisect
import collections

SECOND = 1_000_000_000


def pauses(faults, acknowledged, longest=60 * SECOND):
    """Kind to the longest time without an acknowledgement between each fault and the next, in seconds.

    `acknowledged` are the moments at which writes were acknowledged, in order. What goes on behind the next fault counts for
    that one from there: its own pause nearly always begins with an acknowledgement just before it.
    """
    found = collections.defaultdict(list)
    for number, fault in enumerate(faults):
        end = min(fault.begin + longest, faults[number + 1].begin if number + 1 < len(faults) else fault.begin + longest)
        first = max(0, bisect.bisect_left(acknowledged, fault.begin) - 1)
        gap = 0
        for before, after in zip(acknowledged[first:], acknowledged[first + 1:]):
            if before > end:
                break
            gap = max(gap, min(after, end) - max(before, fault.begin))
        found[fault.kind].append(gap / SECOND)
    return found


def longest_pause(acknowledged):
    """The longest time without an acknowledgement, whatever happened meanwhile, in seconds."""
    return max((after - before for before, after in zip(acknowledged, acknowledged[1:])), default=0) / SECOND


def told(found):
    """A line for each kind."""
    for kind, values in sorted(found.items()):
        values = sorted(values)
        at = lambda share: values[min(len(values) - 1, int(share * len(values)))]
        yield f"  {kind}: {len(values)} · p50 {at(0.5):.2f} s · p99 {at(0.99):.2f} s · longest {values[-1]:.2f} s"
