"""Takeovers alone, one after the other, each from a calm stream: what a kill, a pause, a partition and an orderly end of the active cost."""

import time

import records
from cluster.faults import Fault
from cluster.gate import BOTH

# Seconds.
AT_REST = 20
# Statements that a transaction of the stream's database can be: each of a worker's is one by itself.
TRANSACTIONS = "SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database WHERE datname = current_database()"


def statements_at_rest(databases, seconds=AT_REST):
    """Statements a second that all workers ask of the database while nobody calls them."""
    def transactions():
        return int(databases.ask(TRANSACTIONS)[0][0])

    # Servers tell their numbers once a second, at both ends alike.
    time.sleep(2)
    begin, before = time.monotonic(), transactions()
    time.sleep(seconds)
    return (transactions() - before) / (time.monotonic() - begin)


class Takeovers:
    """Like `Faults`: `list` has what was done and when."""

    failovers = 0

    def __init__(self, workers, databases):
        self._workers, self._databases = workers, databases
        self.list = []

    def run(self, count):
        """Has another worker take over so many times in each way."""
        ways = (
            ("kill of the active", lambda active: active.kill(), lambda active: active.start()),
            ("end of the active", lambda active: active.end(), lambda active: active.start()),
            ("pause of the active", lambda active: active.pause(), lambda active: active.go_on()),
            ("partition of the active from its databases", self._part, self._join),
        )
        for _ in range(count):
            for kind, harm, repair in ways:
                active = self._wait_until_calm()
                self.list.append(Fault(kind, records.now()))
                harm(active)
                self._wait_for_active([worker for worker in self._workers if worker is not active])
                repair(active)

    @staticmethod
    def _part(active):
        active.gate.shut(BOTH)

    @staticmethod
    def _join(active):
        active.gate.open()
        active.gate.cut()

    def _wait_until_calm(self):
        """Until all workers follow the stream, and one of them writes it; returns that one."""
        def calm():
            parts = [worker.part for worker in self._workers]
            return sorted(parts, key=str) == ["active"] + ["replica"] * (len(parts) - 1)

        self._databases.wait_for(calm, "the workers do not follow one of them")
        active = self._wait_for_active(self._workers)
        # At any time between two renewals of the lease, also where what came before took as long each time.
        time.sleep(len(self.list) * 0.37 % 1)
        return active

    def _wait_for_active(self, workers):
        return self._databases.wait_for(
            lambda: next((worker for worker in workers if worker.is_active), None), "no worker takes writes"
        )
