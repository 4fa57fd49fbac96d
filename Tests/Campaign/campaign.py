"""Runs juice-service under load, kills it and harms its connections, and judges what came of every call and event.

The last line says it all: `kills 57 · orders 123456 · events 123456 · 0 lost, 0 twice, 0 missed · seed 42`.
"""

import argparse
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

import zmq

from checker import LOST, MISSED, TWICE, WRONG
from disk import own_mounts
from keeper import ServiceFailed
from processes import INTERRUPTIONS, PROGRAMS, end_all
from progress import Progress
from stage import Round

# Seconds of load on one store; a longer campaign is several of them, so that the time to judge and the memory for it
# stay bounded.
ROUND = 60
# At this pace there are 50 kills in a minute, with some to spare.
KILLS_PER_SECOND = 60 / 60


def seconds(text):
    """`90`, `90s`, `10m` or `1h`."""
    factor = {"s": 1, "m": 60, "h": 3_600}.get(text[-1:])
    value = float(text[:-1]) * factor if factor else float(text)
    if value <= 0:
        raise ValueError(text)
    return value


def parse():
    parser = argparse.ArgumentParser(prog="scripts/campaign", description=__doc__.splitlines()[0])
    parser.add_argument("--for", dest="time", type=seconds, default=60, metavar="TIME",
                        help="how long there is load: 90s, 10m (default 60s); judging comes on top")
    parser.add_argument("--seed", type=int, help="repeats a plan (default: drawn)")
    parser.add_argument("--kills", type=int, help="about how many in all (default: 60 a minute)")
    parser.add_argument("--clients", type=int, default=4, help="connections of the pyzmq callers (default 4)")
    parser.add_argument("--drains", type=int, metavar="N",
                        help="end the service N times by SIGTERM under load, and in no other way")
    arguments = parser.parse_args()
    if arguments.clients < 1 or (arguments.drains or 1) < 1 or (arguments.kills or 1) < 1:
        parser.error("numbers begin at 1")
    return arguments


def main():
    arguments = parse()
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)
    for program in ("juice-service", "gateway", "CampaignClient"):
        if not (PROGRAMS / program).exists():
            sys.exit(f"{PROGRAMS / program} is not built: swift build --build-tests")
    interruptions = []

    def interrupt(number, _):
        interruptions.append(number)
        raise KeyboardInterrupt

    # So that `finally` is the way out for all of them.
    for number in INTERRUPTIONS:
        signal.signal(number, interrupt)
    may_mount = own_mounts()
    directory = pathlib.Path(tempfile.mkdtemp(prefix="jangteo-campaign-"))
    keeps = False
    progress = Progress(arguments)
    context = zmq.Context()
    total = Total()
    try:
        rounds = 1 if arguments.drains else max(1, round(arguments.time / ROUND))
        for number in range(rounds):
            length = arguments.time / rounds
            kills = arguments.kills / rounds if arguments.kills else length * KILLS_PER_SECOND
            stage = Round(directory / str(number), seed + number * 1_000_003, length, kills, arguments, may_mount,
                          progress, context)
            try:
                verdict = stage.play()
                if not verdict.is_sound:
                    stage.keep_evidence(verdict)
                    keeps = True
            except ServiceFailed as error:
                # From a terminal the service gets the signal as well, and its end may be noticed first.
                if interruptions:
                    raise KeyboardInterrupt from None
                print(f"round {number}: {error}", file=sys.stderr)
                stage.keep_evidence(None)
                keeps = True
                total.failed += 1
                break
            finally:
                total.add(stage)
                stage.close()
            if keeps:
                break
            shutil.rmtree(directory / str(number))
    except KeyboardInterrupt:
        progress.end()
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    finally:
        progress.end()
        end_all()
        context.destroy(linger=0)
        if not keeps:
            shutil.rmtree(directory, ignore_errors=True)
    total.report(seed, directory if keeps else None)
    sys.exit(0 if total.is_sound else 1)


class Total:
    """The sums over all rounds."""

    def __init__(self):
        self.kills = self.drains = self.orders = self.writes = self.calls = 0
        self.events = self.failed = self.resynced = 0
        self.counts = {LOST: 0, TWICE: 0, MISSED: 0, WRONG: 0}
        self.findings = []
        self.points, self.incidents, self.network = {}, {}, {}
        self.begun = time.monotonic()

    @property
    def is_sound(self):
        return not self.findings and not self.failed

    def add(self, stage):
        self.kills += stage.keeper.kills
        self.drains += stage.keeper.drains
        for mine, theirs in ((self.points, stage.keeper.points), (self.incidents, stage.keeper.counts),
                             (self.network, stage.network)):
            for name, count in theirs.items():
                mine[name] = mine.get(name, 0) + count
        verdict = stage.verdict
        if verdict is not None:
            self.orders += verdict.orders
            self.writes += verdict.writes
            self.events += verdict.events
            self.resynced += verdict.resynced
            self.calls += verdict.calls
            self.findings += verdict.findings
            for kind, count in verdict.counts.items():
                self.counts[kind] += count

    def report(self, seed, evidence):
        def listed(counts):
            return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"

        print(f"fail-points: {listed(self.points)}")
        print(f"incidents: {listed(self.incidents)}; drains {self.drains}")
        print(f"on the way: {listed(self.network)}")
        print(f"writes {self.writes}, calls put in order {self.calls}, resynced {self.resynced}, "
              f"{time.monotonic() - self.begun:.0f} s in all")
        for kind, text in self.findings[:20]:
            print(f"{kind}: {text}")
        if len(self.findings) > 20:
            print(f"and {len(self.findings) - 20} more")
        if evidence:
            print(f"evidence: {evidence}")
        counts = ", ".join(f"{self.counts[kind]} {kind}" for kind in (LOST, TWICE, MISSED))
        if self.counts[WRONG] or self.failed:
            counts += f", {self.counts[WRONG] + self.failed} wrong"
        print(f"kills {self.kills} · orders {self.orders} · events {self.events} · {counts} · seed {seed}")


if __name__ == "__main__":
    main()
