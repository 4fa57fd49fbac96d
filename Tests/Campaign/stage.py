"""One round of a campaign: a store, its service, those who use it, and what happens to them."""

import dataclasses
import json
import pathlib
import shutil
import signal
import subprocess
import time

import records
from agenda import Agenda
from checker import MISSED, WRONG, Evidence, View
from disk import Disk
from judge import Judge
from keeper import Keeper, ServiceFailed
from plan import Plan
from processes import PROGRAMS, Child, Watch, python
from services import Service

# Seconds after all faults in which everybody must come to an end.
SETTLING = 90
CATCHING_UP = 60
TIDYING = 60


@dataclasses.dataclass
class Place:
    """The directories of a round. `net` is where callers connect: the proxy's side."""

    root: pathlib.Path
    service: str  # its short name

    def __post_init__(self):
        for name in ("run", "net", "logs", "views"):
            (self.root / name).mkdir(mode=0o700, parents=True)
            setattr(self, name, self.root / name)
        self.state = self.root / "state"
        self.judge = self.root / "judge.ndjson"

    def endpoint(self, name, is_direct=False):
        return f"ipc://{self.run if is_direct else self.net}/{self.service}.{name}"


@dataclasses.dataclass(frozen=True)
class Task:
    """What a round is to be."""

    service: Service
    seed: int
    seconds: float  # of load
    kills: float
    drains: int | None  # if that is what is wanted, and nothing else
    clients: int  # connections of the pyzmq callers


class Round:
    """Load, faults, peace, judgement."""

    def __init__(self, task, directory, may_mount, progress, context):
        self.task, self.service, self._seed = task, task.service, task.seed
        self._progress = progress
        self.place = Place(directory, self.service.name)
        self._disk = Disk(self.place.state, may_mount)
        self._plan = Plan(task.seed, self.service.fail_points, is_gentle=task.drains is not None)
        self._agenda = Agenda()
        self.keeper = Keeper(self.service, self.place, self._agenda, self._plan, self._disk, self._pace)
        self._judge = Judge(context, self.place)
        self.network = {}
        self.verdict = None
        self._children = []
        self._views = {}  # name to (path, prefixes)
        self._followers = {}  # name to (child, what starts it)

    def play(self):
        """Plays the round and returns the verdict."""
        self._begin = time.monotonic()
        self._open()
        self._start_everybody()
        if self.task.drains:
            self._agenda.run(lambda: self._show() and self.keeper.drains >= self.task.drains)
        else:
            self._agenda.after(self._plan.moment(0.5, 1.0), self._harm_network)
            end = self._begin + self.task.seconds
            self._agenda.run(lambda: self._show() and time.monotonic() >= end)
        self._heal()
        loose = self._settle()
        evidence = self._gather()
        self.verdict = self.service.judgement(evidence).pronounce()
        for kind, text in loose:
            self.verdict.find(kind, text)
        return self.verdict

    def _show(self):
        keeper = self.keeper
        done = keeper.drains if self.task.drains else time.monotonic() - self._begin
        counts = f"kills {keeper.kills} · drains {keeper.drains} · starts {keeper.starts}"
        self._progress.show(done, f"{self.service.name} · {counts}")
        return True

    def _pace(self):
        """So long a life that the kills still wanted fit into the time that is left; and whether they are overdue."""
        if self.task.drains:
            return 0.3, False
        left = self._begin + self.task.seconds - time.monotonic()
        lives = max(1.0, self.task.kills - self.keeper.kills)
        wanted = self.task.kills * (1 - left / self.task.seconds)
        return max(0.1, left / lives - self.keeper.starting_seconds - 0.1), self.keeper.kills < wanted - 2

    # Everybody ------------------------------------------------------------------------------------------------------

    def _open(self):
        """Has the service make what everybody needs, before anybody harms it."""
        self.keeper.start(is_spared=True)
        self._agenda.run(lambda: self.keeper.is_ready)
        self.service.opening(self._judge)
        self.keeper.harm()

    def _start_everybody(self):
        place, name = self.place, self.service.name
        self._proxy = python(
            "proxy", "proxy.py", place.logs, "--seed", self._seed, "--duplicates", place.root / "duplicates",
            "--route", f"rpc={place.net}/{name}.rpc>{place.run}/{name}.rpc",
            "--route", f"events={place.net}/{name}.events>{place.run}/{name}.events",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        self._children.append(self._proxy)
        if self._proxy.process.stdout.readline() != b"ready\n":
            raise ServiceFailed("the proxy did not start")
        self._loads = [python(
            "python-callers", "load.py", place.logs, "--service", name, "--endpoint", place.endpoint("rpc"),
            "--known", place.judge, "--seed", self._seed, "--record", place.root / "python.ndjson",
            "--callers", self.task.clients, "--window", self.service.window, stdin=subprocess.PIPE,
        )]
        if self.service.has_swift_callers:
            command = [PROGRAMS / "CampaignClient", place.endpoint("rpc"), self._seed, 48, place.root / "swift.ndjson"]
            self._loads.append(Child("swift-callers", command, place.logs))
        self._children += self._loads
        subject, topics = self.service.filter
        self._follow("all", (), "--since", 0)
        self._follow("crashing", (), "--since", 0)
        self._watch("watch-all", name, ())
        later = self.task.seconds if not self.task.drains else 10
        self._agenda.after(self._plan.moment(0.2, 0.5) * later, lambda: self._follow("late", (), "--lag", 1.5))
        self._agenda.after(self._plan.moment(0.1, 0.4) * later, lambda: self._follow(subject, topics))
        # A filter of the gateway is one topic.
        self._agenda.after(self._plan.moment(0.2, 0.6) * later,
                           lambda: self._watch(f"watch-{subject}", topics[0], topics[:1]))
        self._crash_later("crashing", 2, 8)
        self._crash_later("watch-all", 5, 15)

    def _follow(self, name, prefixes, *more):
        """A subscriber that speaks the protocol by itself."""
        path = self.place.views / f"{name}.ndjson"
        self._views[name] = (path, prefixes)
        words = ["--service", self.service.name, "--rpc", self.place.endpoint("rpc"),
                 "--events", self.place.endpoint("events"), "--view", path, *more]
        for prefix in prefixes:
            words += ["--prefix", prefix]

        def start():
            return python(f"subscriber-{name}", "subscriber.py", self.place.logs, *words, "--seed", self._seed,
                          stdin=subprocess.PIPE)

        self._followers[name] = (start(), start)

    def _watch(self, name, what, prefixes):
        """The gateway's."""
        path = self.place.views / f"{name}.ndjson"
        self._views[name] = (path, prefixes)
        start = lambda: Watch(name, self.place, what, path)
        self._followers[name] = (start(), start)

    def _crash_later(self, name, low, high):
        self._agenda.after(self._plan.moment(low, high), lambda: self._crash(name, low, high))

    def _crash(self, name, low, high):
        child, start = self._followers[name]
        child.kill()
        child.close()
        self.keeper.counts["subscriber crash"] += 1
        self._followers[name] = (start(), start)
        self._crash_later(name, low, high)

    def _harm_network(self):
        fault, pause = self._plan.fault()
        self._proxy.tell(json.dumps(dataclasses.asdict(fault)) + "\n")
        self._agenda.after(pause, self._harm_network)

    # Peace ----------------------------------------------------------------------------------------------------------

    def _heal(self):
        self._agenda.clear()
        self._proxy.tell('"heal"\n')
        self.keeper.stop_harming()
        self._wait("the service is ready", 60, lambda: self.keeper.is_ready)

    def _wait(self, what, seconds, is_done):
        end = time.monotonic() + seconds
        self._agenda.run(lambda: is_done() or time.monotonic() > end)
        return is_done()

    def _settle(self):
        """Lets everybody come to an end, and returns what was found doing so."""
        found = []
        for load in self._loads:
            # Each is told in its own way.
            load.process.stdin.close() if load.process.stdin else load.signal(signal.SIGTERM)
        for load in self._loads:
            if not self._wait(load.name, SETTLING, lambda: not load.is_running):
                found.append((WRONG, f"{load.name} did not come to an end"))
                load.kill()
            elif load.process.returncode != 0:
                found.append((WRONG, f"{load.name} ended with {load.process.returncode}"))
        head = self.service.closing(self._judge)
        for name, (child, _) in self._followers.items():
            if isinstance(child, Watch):
                path, _ = self._views[name]
                # Its subject's last event is the stream's last, so the view's end says that all has come.
                is_there = lambda: last_of(path) >= head
                if not self._wait(name, CATCHING_UP, is_there):
                    found.append((MISSED, f"{name} stands at {last_of(path)}"))
                child.signal(signal.SIGINT)
                self._wait(name, 10, lambda: not child.is_running)
            else:
                child.tell(f"{head}\n")
                if not self._wait(name, CATCHING_UP, lambda: not child.is_running):
                    found.append((MISSED, f"{name} does not come to the end of the stream"))
            child.close()
        return found

    def _gather(self):
        """Kills the service once more, so that only what is durable counts, and reads everything."""
        self._wait("what is tidied up behind is due", self.service.rest, lambda: False)
        self.keeper.kill()
        self.keeper.is_ready = False
        if not self._wait("the service is ready", 60, lambda: self.keeper.is_ready):
            raise ServiceFailed(f"{self.service.program} did not come back")
        stream, head = self._judge.stream()
        end = self.service.ending(self._judge)
        self._wait("nothing is left behind", TIDYING, lambda: not self.service.leftovers(self.place, end))
        left = self.service.leftovers(self.place, end)
        self._proxy.process.stdin.close()
        self.network = json.loads(self._proxy.process.stdout.read() or "{}")
        all_records = []
        for path in sorted(self.place.root.glob("*.ndjson")):
            all_records += records.read(path)
        views = []
        for name, (path, prefixes) in self._views.items():
            lines = path.read_bytes().splitlines() if path.exists() else []
            log = (self.place.logs / f"{name}.log") if name.startswith("watch") else None
            told = log is not None and "resynced:" in log.read_text()
            views.append(View(name, lines, prefixes, told))
        duplicated = set((self.place.root / "duplicates").read_text().split())
        return Evidence(all_records, stream, head, end, views, duplicated, left)

    # The end --------------------------------------------------------------------------------------------------------

    def keep_evidence(self, verdict):
        """Brings together what shows the fault; the store is on a file system that is about to go."""
        kept = self.place.root / "store"
        shutil.copytree(self.place.state, kept, dirs_exist_ok=True)
        if verdict is not None:
            lines = [f"{kind}: {text}\n" for kind, text in verdict.findings]
            (self.place.root / "findings.txt").write_text("".join(lines))

    def close(self):
        for child in [*self._children, *(child for child, _ in self._followers.values())]:
            child.close()
        if self.keeper.service is not None:
            self.keeper.service.close()
        self._judge.close()
        self._agenda.close()
        self._disk.close()


def last_of(path):
    """The sequence in the last whole line of a view that is being written."""
    with open(path, "rb") as file:
        end = file.seek(0, 2)
        file.seek(max(0, end - (1 << 14)))
        lines = file.read().split(b"\n")[-2:-1]
    return int(json.loads(lines[0])["sequence"]) if lines and lines[0] else 0
