"""One round of a campaign: a store, its service, those who use it, and what happens to them."""

import dataclasses
import json
import pathlib
import shutil
import signal
import subprocess
import time
import uuid

import zmq

import records
import shop
from agenda import Agenda
from checker import MISSED, WRONG, Evidence, View, judge
from disk import Disk
from keeper import Keeper, ServiceFailed
from plan import Plan
from processes import PROGRAMS, Child, Watch, python
from subscriber import texts_of_events
from workload import trace

# Seconds after all faults in which everybody must come to an end.
SETTLING = 90
CATCHING_UP = 60

MANGO = "juice.stock.changed.mango."


@dataclasses.dataclass
class Place:
    """The directories of a round. `net` is where callers connect: the proxy's side."""

    root: pathlib.Path

    def __post_init__(self):
        for name in ("run", "net", "logs", "views"):
            (self.root / name).mkdir(mode=0o700, parents=True)
            setattr(self, name, self.root / name)
        self.state = self.root / "state"

    def endpoint(self, name, is_direct=False):
        return f"ipc://{self.run if is_direct else self.net}/juice.{name}"


class Round:
    """Load, faults, peace, judgement."""

    def __init__(self, directory, seed, seconds, kills, arguments, may_mount, progress, context):
        self._seed, self._seconds, self._arguments = seed, seconds, arguments
        self._kills_wanted = kills
        self._progress, self._context = progress, context
        self.place = Place(directory)
        self._disk = Disk(self.place.state, may_mount)
        self._plan = Plan(seed, is_gentle=arguments.drains is not None)
        self._agenda = Agenda()
        self.keeper = Keeper(self.place, self._agenda, self._plan, self._disk, self._pace)
        self.network = {}
        self.verdict = None
        self._children = []
        self._views = {}  # name to (path, prefix)
        self._followers = {}  # name to (child, what starts it)

    def play(self):
        """Plays the round and returns the verdict."""
        self._begin = time.monotonic()
        self.keeper.start()
        self._agenda.run(lambda: self.keeper.is_ready)
        self._start_everybody()
        if self._arguments.drains:
            self._agenda.run(lambda: self._show() and self.keeper.drains >= self._arguments.drains)
        else:
            self._agenda.after(self._plan.moment(0.5, 1.0), self._harm_network)
            end = self._begin + self._seconds
            self._agenda.run(lambda: self._show() and time.monotonic() >= end)
        self._heal()
        loose = self._settle()
        evidence = self._gather()
        self.verdict = judge(evidence)
        for kind, text in loose:
            self.verdict.find(kind, text)
        return self.verdict

    def _show(self):
        done = self.keeper.drains if self._arguments.drains else time.monotonic() - self._begin
        keeper = self.keeper
        self._progress.show(done, f"kills {keeper.kills} · drains {keeper.drains} · starts {keeper.starts}")
        return True

    def _pace(self):
        """So long a life that the kills still wanted fit into the time that is left; and whether they are overdue."""
        if self._arguments.drains:
            return 0.3, False
        left = self._begin + self._seconds - time.monotonic()
        lives = max(1.0, self._kills_wanted - self.keeper.kills)
        wanted = self._kills_wanted * (1 - left / self._seconds)
        return max(0.1, left / lives - self.keeper.starting_seconds - 0.1), self.keeper.kills < wanted - 2

    # Everybody ------------------------------------------------------------------------------------------------------

    def _start_everybody(self):
        place = self.place
        self._proxy = python(
            "proxy", "proxy.py", place.logs, "--seed", self._seed, "--duplicates", place.root / "duplicates",
            "--route", f"rpc={place.net}/juice.rpc>{place.run}/juice.rpc",
            "--route", f"events={place.net}/juice.events>{place.run}/juice.events",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        self._children.append(self._proxy)
        if self._proxy.process.stdout.readline() != b"ready\n":
            raise ServiceFailed("the proxy did not start")
        self._python_load = python(
            "python-callers", "load.py", place.logs, "--endpoint", place.endpoint("rpc"), "--seed", self._seed,
            "--record", place.root / "python.ndjson", "--callers", self._arguments.clients, stdin=subprocess.PIPE,
        )
        self._swift_load = Child(
            "swift-callers",
            [PROGRAMS / "CampaignClient", place.endpoint("rpc"), self._seed, 48, place.root / "swift.ndjson"],
            place.logs,
        )
        self._children += [self._python_load, self._swift_load]
        self._follow("all", "", "--since", 0)
        self._follow("crashing", "", "--since", 0)
        self._watch("watch-all", "juice")
        later = self._seconds if not self._arguments.drains else 10
        self._agenda.after(self._plan.moment(0.2, 0.5) * later, lambda: self._follow("late", "", "--lag", 1.5))
        self._agenda.after(self._plan.moment(0.1, 0.4) * later, lambda: self._follow("mango", MANGO))
        self._agenda.after(self._plan.moment(0.2, 0.6) * later, lambda: self._watch("watch-mango", MANGO))
        self._crash_later("crashing", 2, 8)
        self._crash_later("watch-all", 5, 15)

    def _follow(self, name, prefix, *more):
        """A subscriber that speaks the protocol by itself."""
        path = self.place.views / f"{name}.ndjson"
        self._views[name] = (path, prefix)
        words = ["--rpc", self.place.endpoint("rpc"), "--events", self.place.endpoint("events"), "--view", path, *more]
        if prefix:
            words += ["--prefix", prefix]

        def start():
            return python(f"subscriber-{name}", "subscriber.py", self.place.logs, *words, "--seed", self._seed,
                          stdin=subprocess.PIPE)

        self._followers[name] = (start(), start)

    def _watch(self, name, prefix):
        """The gateway's."""
        path = self.place.views / f"{name}.ndjson"
        self._views[name] = (path, prefix if prefix == MANGO else "")
        start = lambda: Watch(name, self.place, prefix, path)
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
        self._python_load.process.stdin.close()
        self._swift_load.signal(signal.SIGTERM)
        for load in (self._python_load, self._swift_load):
            if not self._wait(load.name, SETTLING, lambda: not load.is_running):
                found.append((WRONG, f"{load.name} did not come to an end"))
                load.kill()
            elif load.process.returncode != 0:
                found.append((WRONG, f"{load.name} ended with {load.process.returncode}"))
        self._judge = Judge(self._context, self.place)
        head = self._judge.finish()
        for name, (child, _) in self._followers.items():
            if isinstance(child, Watch):
                path, _ = self._views[name]
                # Every fruit's last change is among the last events, so the view's end says that all has come.
                is_there = lambda: last_of(path) >= head[self._views[name][1]]
                if not self._wait(name, CATCHING_UP, is_there):
                    found.append((MISSED, f"{name} stands at {last_of(path)}"))
                child.signal(signal.SIGINT)
                self._wait(name, 10, lambda: not child.is_running)
            else:
                child.tell(f"{head['']}\n")
                if not self._wait(name, CATCHING_UP, lambda: not child.is_running):
                    found.append((MISSED, f"{name} does not come to the end of the stream"))
            child.close()
        return found

    def _gather(self):
        """Kills the service once more, so that only what is durable counts, and reads everything."""
        self.keeper.kill()
        self.keeper.is_ready = False
        if not self._wait("the service is ready", 60, lambda: self.keeper.is_ready):
            raise ServiceFailed("juice-service did not come back")
        stream, levels, head = self._judge.read()
        self._judge.close()
        self._proxy.process.stdin.close()
        self.network = json.loads(self._proxy.process.stdout.read() or "{}")
        all_records = []
        for name in ("python", "swift", "judge"):
            all_records += records.read(self.place.root / f"{name}.ndjson")
        views = []
        for name, (path, prefix) in self._views.items():
            lines = path.read_bytes().splitlines() if path.exists() else []
            log = (self.place.logs / f"{name}.log") if name.startswith("watch") else None
            told = log is not None and "resynced:" in log.read_text()
            views.append(View(name, lines, prefix, told))
        duplicated = set((self.place.root / "duplicates").read_text().split())
        return Evidence(all_records, stream, head, levels, views, duplicated)

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
        self._agenda.close()
        self._disk.close()


def last_of(path):
    """The sequence in the last whole line of a view that is being written."""
    with open(path, "rb") as file:
        end = file.seek(0, 2)
        file.seek(max(0, end - (1 << 14)))
        lines = file.read().split(b"\n")[-2:-1]
    return int(json.loads(lines[0])["sequence"]) if lines and lines[0] else 0


class Judge:
    """A caller of its own, past the proxy, when there is peace."""

    def __init__(self, context, place):
        self._context, self._place = context, place
        self._socket = None
        self._number = 0

    def close(self):
        if self._socket is not None:
            self._socket.close()

    def _call(self, method, params, **meta):
        """Asks until there is an answer; a write has the same key each time."""
        request = {"jsonrpc": "2.0", "method": method, "params": params, "meta": meta}
        for _ in range(60):
            if self._socket is None:
                self._socket = self._context.socket(zmq.DEALER)
                self._socket.linger = 0
                self._socket.connect(self._place.endpoint("rpc", is_direct=True))
            self._number += 1
            self._socket.send_json({"id": self._number, **request})
            while self._socket.poll(1_000):
                reply = json.loads(text := self._socket.recv())
                if reply["id"] == self._number:
                    if "result" in reply:
                        return reply, text
                    if not reply["error"]["data"]["retryable"]:
                        raise ServiceFailed(f"{method} is refused: {reply['error']}")
                    break
            self._socket.close()
            self._socket = None
        raise ServiceFailed(f"nobody answers {method}")

    def finish(self):
        """Changes every fruit once more, and returns where the stream ends for each filter."""
        key = str(uuid.uuid4())
        changes = dict.fromkeys(shop.FRUITS, 1)
        start = records.now()
        reply, _ = self._call("juice.stock.adjust", {"changes": changes}, idempotencykey=key, traceparent=trace(key))
        head = reply["meta"]["sequence"]
        recorder = records.Recorder(self._place.root / "judge.ndjson")
        recorder.write({"by": "judge", "key": key, "method": "juice.stock.adjust", "params": {"changes": changes},
                        "end": "ok", "result": reply["result"], "sequence": head, "epoch": reply["meta"]["epoch"],
                        "start": start, "finish": records.now(), "sends": 1})
        recorder.close()
        # In menu order, mango is the last.
        return {"": head, MANGO: head}

    def read(self):
        """The whole stream, the levels, and where both stand."""
        texts, after = [], 0
        while True:
            reply, text = self._call("events.replay", {"after": after, "limit": 1_000})
            texts += texts_of_events(text)
            after = reply["result"]["next"]
            if reply["result"]["complete"]:
                break
        reply, _ = self._call("juice.stock.list", {})
        levels = {level["fruit"]: (level["quantity"], level["version"]) for level in reply["result"]["fruits"]}
        return texts, levels, reply["meta"]["sequence"]
