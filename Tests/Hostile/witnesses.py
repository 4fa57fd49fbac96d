"""The legitimate peers beside each attack: processes of witness.py, or of web/http_witness.py."""

import dataclasses
import json
import pathlib
import subprocess
import sys
import threading

# The kinds of witness.py and of web/http_witness.py.
KINDS = ("stays", "fresh", "joins")
HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Report:
    """What one witness says of its calls or joins."""

    calls: int
    answered: int
    repeated: int
    #: Connections that ended while an answer was waited for.
    cut: int
    #: Seconds: of a hundred calls or joins all but the slowest took no longer, and the slowest of all.
    p99: float
    slowest: float
    #: The keys of the writes that were answered.
    acknowledged: list = dataclasses.field(repr=False)

    def __str__(self):
        return f"{self.answered}/{self.calls} {self.p99 * 1000:.0f}, {self.slowest * 1000:.0f} ms"


class Legitimate:
    """One witness process."""

    def __init__(self, words, served):
        #: How many calls or joins were answered so far; `served` is told of each.
        self.served = 0
        self._notice = served
        self._last_line = ""
        self._process = subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)

    def wait_ready(self):
        assert self._process.stdout.readline() == "ready\n"
        self._reader.start()

    def _read(self):
        for self._last_line in self._process.stdout:
            with self._notice:
                self.served += 1
                self._notice.notify_all()

    def stop(self):
        """Has it finish the call that it is at."""
        # Words, because a process of the attack may have its standard input open as well.
        self._process.stdin.write("end\n")
        self._process.stdin.close()

    def report(self):
        self._process.wait(timeout=120)
        self._reader.join()
        self._process.stdout.close()
        return Report(**json.loads(self._last_line))


def over_zeromq(words, transport):
    """The arguments of each kind of witness, for a service that has said the words of its ready line."""
    endpoints = [words[name].split(",")[0] for name in ("rpc", "events")]

    def keys(kind):
        credentials = transport.credentials_of(kind)
        if credentials is None:
            return []
        own, server = credentials
        return [server.decode(), own.public.decode(), own.secret.decode()]

    return {kind: [HERE / "witness.py", kind, *endpoints, *keys(kind)] for kind in KINDS}


class Witnesses:
    """One of each kind, by the arguments of its process."""

    def __init__(self, arguments):
        self._served = threading.Condition()
        self._all = {kind: Legitimate(words, self._served) for kind, words in arguments.items()}
        for witness in self._all.values():
            witness.wait_ready()

    def wait_until_served(self, times, timeout):
        """Waits until each was answered that many times more; the kinds of those that were not in that time."""
        goals = [(kind, witness, witness.served + times) for kind, witness in self._all.items()]

        def unserved():
            return [kind for kind, witness, goal in goals if witness.served < goal]

        with self._served:
            self._served.wait_for(lambda: not unserved(), timeout)
            return unserved()

    def reports(self):
        """Ends them."""
        for witness in self._all.values():
            witness.stop()
        return {kind: witness.report() for kind, witness in self._all.items()}
