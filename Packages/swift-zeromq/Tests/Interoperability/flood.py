"""Sends numbers from one program to another, with or without cuts, and counts what has become of each.

libzmq loses, when a connection ends, what it had handed to the system or had ready for that and the other side had not
read, and where the end that is bound keeps the queue, the whole queue: a run of messages, without saying which. Both ends'
monitors tell that the connection has ended. So each message was received once, or refused, or is in a run of lost ones, and
there are no more runs than ends of connections that were told of.
"""

import re

from cutting import CuttingProxy
from programs import Program, ours


class Outcome:
    def __init__(self, sender, collector, cuts):
        said = re.match(r"sent (\d+) refused (\d+)", sender.line("sent "))
        self.taken, self.refused = int(said[1]), int(said[2])
        said = re.match(r"received broken (\d+) repeated (\d+) runs (.*)", collector.line("received "))
        self.broken, self.repeated = int(said[1]), int(said[2])
        runs = [tuple(map(int, run.split("..<"))) for run in said[3].split()]
        self.received = sum(end - start for start, end in runs)
        edges = [0, *(edge for run in runs for edge in run), self.taken]
        self.lost_runs = [(start, end) for start, end in zip(edges[::2], edges[1::2]) if start != end]
        self.lost = sum(end - start for start, end in self.lost_runs)
        self.cuts = cuts
        self.told = [program.lines.count("disconnected") for program in (sender, collector)]

    def __str__(self):
        return (
            f"{self.taken} taken, {self.refused} refused, {self.received} received, {self.lost} lost in "
            f"{len(self.lost_runs)} runs, {self.cuts} cuts, ends told of: {self.told[0]} and {self.told[1]}"
        )

    def mistakes(self, attempts, may_miss_the_beginning):
        """What contradicts the sum."""
        runs = [run for run in self.lost_runs if not (may_miss_the_beginning and run[0] == 0)]
        wrong = []
        if self.taken + self.refused != attempts:
            wrong.append("not every message was either taken or refused")
        if self.received + self.lost != self.taken:
            wrong.append("more was received than was sent")
        if self.broken or self.repeated:
            wrong.append(f"{self.broken} were broken, {self.repeated} came twice")
        if len(runs) > min(self.told):
            wrong.append("something was lost that no end of a connection tells of")
        return wrong


# Who sends, who takes, and whether the sender is bound.
PATTERNS = {
    "push-pull": ("push", "pull", False),
    "push-pull, the pusher bound": ("push", "pull", True),
    "dealer-router": ("dealer", "router", False),
    "pub-sub": ("xpub", "sub", True),
}


def flood(pattern, count, seed=0, longest=None, watch=lambda sender, collector: None):
    """Runs one; connections are cut after up to so many bytes."""
    sender_role, collector_role, sender_is_bound = PATTERNS[pattern]
    jobs = [(sender_role, "flood", count), (collector_role, "collect", 0)]
    if not sender_is_bound:
        jobs.reverse()
    (bound_role, *bound), (connected_role, *connected) = jobs
    with Program(ours, bound_role, "bind", "tcp://127.0.0.1:0", *bound) as server:
        with CuttingProxy(server.endpoint(), seed, longest or 1 << 20) as proxy:
            place = proxy.endpoint if longest else server.endpoint()
            with Program(ours, connected_role, "connect", place, *connected) as client:
                sender, collector = (server, client) if sender_is_bound else (client, server)
                watch(sender, collector)
                sender.line("sent ")
                proxy.is_cutting = False
                collector.line("received ")
                return Outcome(sender, collector, proxy.cuts)
