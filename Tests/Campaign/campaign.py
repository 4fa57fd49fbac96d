"""Runs services under load, kills them and harms their connections, and judges what came of every call and event.

The last line says it all: `kills 57 · orders 123456 · purchases 7890 · events 145678 · 0 lost, 0 twice, 0 missed · seed 42`.
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

import cluster.campaign
import services
from checker import LOST, MISSED, TWICE, WRONG
from disk import own_mounts
from keeper import ServiceFailed
from processes import INTERRUPTIONS, PROGRAMS, end_all
from progress import Progress
from stage import Round, Task

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
                        help="how long there is load in all: 90s, 10m (default 60s); judging comes on top")
    parser.add_argument("--service", choices=(*services.NAMES, "all"), default="all",
                        help="whom to harm; all take turns and share the time (default all)")
    parser.add_argument("--cluster", action="store_true",
                        help="harm workers that share a stream, and the databases that keep it, instead")
    parser.add_argument("--takeovers", type=int, metavar="N",
                        help="with --cluster: kill, end, pause and cut off the active worker N times each, and do nothing else")
    parser.add_argument("--losses", type=int, metavar="N",
                        help="with --cluster: have the databases lose confirmed rows N times, and do nothing else")
    parser.add_argument("--seed", type=int, help="repeats a plan (default: drawn)")
    parser.add_argument("--kills", type=int, help="about how many in all (default: 60 a minute)")
    parser.add_argument("--clients", type=int, default=4, help="connections of the pyzmq callers (default 4)")
    parser.add_argument("--drains", type=int, metavar="N",
                        help="end services N times in all by SIGTERM under load, and in no other way")
    arguments = parser.parse_args()
    if (arguments.takeovers or arguments.losses) and not arguments.cluster:
        parser.error("--takeovers and --losses are for a cluster: --cluster")
    names = services.NAMES if arguments.service == "all" else (arguments.service,)
    if arguments.cluster:
        names = ("juice",)
    arguments.services = [services.named(name) for name in names]
    if min(arguments.clients, arguments.drains or 1, arguments.kills or 1, arguments.takeovers or 1,
           arguments.losses or 1) < 1:
        parser.error("numbers begin at 1")
    return arguments


def main():
    arguments = parse()
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)
    for program in (*(service.program for service in arguments.services), "gateway", "CampaignClient"):
        if not (PROGRAMS / program).exists():
            sys.exit(f"{PROGRAMS / program} is not built: JANGTEO_TOOLS=1 swift build")
    if arguments.cluster:
        for number in INTERRUPTIONS:
            signal.signal(number, lambda *_: sys.exit(130))
        sys.exit(0 if cluster.campaign.run(arguments.time, seed, arguments.takeovers, arguments.losses) else 1)
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
        for number, task in enumerate(tasks(arguments, seed)):
            stage = Round(task, directory / str(number), may_mount, progress, context)
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
            progress.pass_round(task.drains or task.seconds)
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


def tasks(arguments, seed):
    """The rounds of a campaign."""
    kinds, drains = arguments.services, arguments.drains
    each = 1 if drains else max(1, round(arguments.time / ROUND / len(kinds)))
    count = each * len(kinds)
    kills = arguments.kills or arguments.time * KILLS_PER_SECOND
    for number in range(count):
        # The first has one more where they cannot be shared evenly.
        share = drains and (drains + count - 1 - number) // count
        if share != 0:
            yield Task(kinds[number % len(kinds)], seed + number * 1_000_003, arguments.time / count, kills / count, share,
                       arguments.clients)


class Total:
    """The sums over all rounds."""

    def __init__(self):
        self.kills = self.drains = self.writes = self.calls = 0
        self.counted = {}  # what each service counts, such as orders
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
            self.counted[stage.service.counted] = self.counted.get(stage.service.counted, 0) + verdict.counted
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
            print(f"{kind}: {text[:500]}")
        if len(self.findings) > 20:
            print(f"and {len(self.findings) - 20} more")
        if evidence:
            print(f"evidence: {evidence}")
        counts = ", ".join(f"{self.counts[kind]} {kind}" for kind in (LOST, TWICE, MISSED))
        if self.counts[WRONG] or self.failed:
            counts += f", {self.counts[WRONG] + self.failed} wrong"
        counted = " · ".join(f"{name} {count}" for name, count in self.counted.items())
        print(f"kills {self.kills} · {counted or 'nothing'} · events {self.events} · {counts} · seed {seed}")


if __name__ == "__main__":
    main()
