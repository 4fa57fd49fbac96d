"""Databases that lose what they had confirmed: a backup put back, and a standby that was behind made the primary.

What is lost then cannot be had back. It has to be told: nobody takes a write until `gateway cluster accept-loss`, all that
comes after has another epoch, and every subscriber hears `resynced`.
"""

import json
import subprocess
import time

import records
from checker import LOST, MISSED, WRONG, View
from cluster import databases as states
from cluster.faults import Fault
from cluster.gate import BOTH
from intent import trace
from keeper import ServiceFailed
from processes import PROGRAMS

# Seconds of load before the copy is made, and behind it: what the second of them writes is lost.
KEPT, TO_LOSE, AFTERWARDS = 4, 4, 4
# Seconds, longer than the lease, in which nobody may take a write.
HALT = 5
KINDS = {"a restored backup": states.PRIMARY, "a promoted lagging standby": states.STANDBY}


class Losses:
    """One loss of a stream under load; what the judgement needs to know of it stays behind."""

    failovers = 0

    def __init__(self, stage, databases):
        self._stage, self._databases = stage, databases
        self.list, self.found = [], []
        # Monotonic nanoseconds: what was acknowledged before `copied` is in the copy; from `restored` to `accepted` there is a halt.
        self.copied = self.restored = self.accepted = 0
        self.former = None

    def run(self, kind):
        self._databases.wait_until_whole()
        time.sleep(KEPT)
        self.former = self._epoch()
        # A worker that lacks nothing of the copy would go on as if nothing had happened.
        behind = next(worker for worker in self._stage.workers if worker.part == "replica")
        behind.gate.shut(BOTH)
        self.copied = records.now()
        copy = self._databases.copy(KINDS[kind])
        time.sleep(TO_LOSE)
        self.list.append(Fault(kind, records.now()))
        self._databases.put_back(copy, is_standby=KINDS[kind] == states.STANDBY)
        self.restored = records.now()
        self._wait_for_halt()
        behind.gate.open()
        behind.gate.cut()
        time.sleep(HALT)
        for worker in self._stage.workers:
            if worker.is_running and worker.is_active:
                self.found.append((WRONG, f"{worker.name} takes writes although rows are lost, and nobody has accepted that"))
        self._accept()
        self.accepted = records.now()
        self._databases.wait_for(self._serves, "nobody serves after the loss was accepted")
        time.sleep(AFTERWARDS)

    def _epoch(self):
        return self._databases.ask(f"SELECT epoch FROM jangteo.stream WHERE name = '{self._stage.stream}'")[0][0]

    def _wait_for_halt(self):
        """Until somebody has noticed: a worker has ended by itself. The one that was behind may run on, and wait."""
        self._databases.wait_for(
            lambda: any(not worker.is_running for worker in self._stage.workers), "nobody noticed that rows are lost"
        )

    def _accept(self):
        words = [PROGRAMS / "gateway", "cluster", "accept-loss", self._databases.of_owner, "--stream", self._stage.stream,
                 "--yes", "--json"]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if done.returncode != 0:
            raise ServiceFailed(f"gateway cluster accept-loss: {done.stdout}{done.stderr}")

    def _serves(self):
        """Starts whoever has ended, as what keeps workers running does; whether one takes writes."""
        for worker in self._stage.workers:
            if not worker.is_running:
                worker.start()
        return all(worker.part in ("active", "replica") for worker in self._stage.workers) and self._stage.active()

    def judged(self, evidence):
        """The evidence without what was lost and told, and how many acknowledged writes that were."""
        wrong = [record["key"] for record in evidence.records if is_done_after(record, self.restored, self.former)]
        if wrong:
            self.found.append((WRONG, f"{len(wrong)} writes were acknowledged under the former epoch after the loss: {wrong[:3]}"))
        if self._epoch() == self.former:
            self.found.append((LOST, "the epoch is the one before the loss"))
        for view in evidence.views:
            if not view.told_resynced:
                self.found.append((MISSED, f"{view.name} was not told that it is resynced"))
        return without_loss(evidence, self.former, self._epoch(), self.copied, self.accepted)


def is_done_after(record, begin, epoch):
    """Whether a write was sent after a moment and acknowledged under an epoch, and not only answered once more."""
    is_done = "key" in record and record.get("end") == "ok" and not record.get("replayed")
    return is_done and record["start"] > begin and record.get("epoch") == epoch


def without_loss(evidence, former, epoch, copied, accepted):
    """Leaves out what may have been lost: what was told of writes under the former epoch behind the copy, unless it is there."""
    effects = {}
    for text in evidence.stream:
        value = json.loads(text)
        effects.setdefault(value.get("traceparent"), set()).add(int(value["sequence"]))
    kept, told = [], 0
    for record in evidence.records:
        # A worker that has not heard of the new epoch yet answers reads under the former one.
        if record.get("finish", accepted) < copied or record["start"] > accepted and record.get("epoch") != former:
            kept.append(of_epoch(record, former, epoch))
            continue
        done = effects.get(trace(record["key"]), ()) if "key" in record else ()
        if record.get("end") == "ok" and record.get("epoch") == epoch or record.get("sequence") in done:
            kept.append(of_epoch(record, former, epoch))
        elif done:
            # Done by another sending: what this one was told belongs to rows that are gone.
            kept.append({name: value for name, value in record.items() if name in UNTOLD} | {"end": "unknown"})
        else:
            told += "key" in record and record.get("end") == "ok"
    evidence.records = kept
    evidence.views = [
        View(view.name, [line for line in view.lines if json.loads(line).get("epoch", epoch) == epoch], view.prefixes, True)
        for view in evidence.views
    ]
    return evidence, told


# What a call was, whatever came of it.
UNTOLD = ("by", "key", "method", "params", "reuse", "start", "finish", "sends", "timeout")


def of_epoch(record, former, epoch):
    """A record whose rows outlived the loss, as it would be told now."""
    return record | {"epoch": epoch} if record.get("epoch") == former else record

