"""The programs of a campaign. Each ends with the campaign, however that ends."""

import contextlib
import ctypes
import json
import os
import pathlib
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAMS = pathlib.Path(os.environ.get("JANGTEO_BIN") or ROOT / ".build" / "debug").resolve()

_libc = ctypes.CDLL(None, use_errno=True)
PR_SET_PDEATHSIG = 1


# What ends a campaign early.
INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_started = []


def die_with_parent(mask):
    """The kernel ends this process when the one that started it ends, even by a SIGKILL."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # Only now may it be interrupted, and not in Python, which would tell the parent of a start that failed.
    for number in INTERRUPTIONS:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextlib.contextmanager
def uninterrupted():
    """Puts interruptions off: in the middle of a start they would leave a process of which nobody knows."""
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTIONS)
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def end_all():
    """Ends whatever was started and has not ended."""
    for child in _started:
        if child.is_running:
            child.kill()


def environment(**more):
    """Nothing of ours is inherited."""
    kept = {
        name: text for name, text in os.environ.items() if not name.startswith(("JANGTEO_", "XDG_", "LC_", "LANG"))
    }
    # The mark by which CI finds what stayed behind must stay.
    if mark := os.environ.get("JANGTEO_CI_RUN"):
        kept["JANGTEO_CI_RUN"] = mark
    return kept | {"LANG": "en_US.UTF-8"} | more


class Child:
    """One process. What it says to standard error goes to a log in its directory."""

    def __init__(self, name, command, logs, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **more):
        self.name = name
        with open(logs / f"{name}.log", "ab") as log, uninterrupted() as mask:
            self.process = subprocess.Popen(
                [str(word) for word in command],
                stdin=stdin,
                stdout=stdout,
                stderr=log,
                env=environment(**more),
                preexec_fn=lambda: die_with_parent(mask),
                # Python ignores SIGXFSZ; a service under a file size limit has to see an error, not to die.
                restore_signals=False,
            )
            self.pid = self.process.pid
            _started.append(self)

    @property
    def is_running(self):
        return self.process.poll() is None

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        self.process.kill()
        return self.process.wait()

    def wait(self, timeout):
        return self.process.wait(timeout)

    def tell(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def close(self):
        if self.is_running:
            self.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass


def python(name, script, logs, *arguments, **pipes):
    """A program of this directory."""
    return Child(name, [sys.executable, HERE / script, *arguments], logs, **pipes)


class ServiceProcess(Child):
    """A service; its standard output says when it is ready."""

    def __init__(self, service, place, fail_point=None):
        self.fail_point = fail_point
        more = {"JANGTEO_FAILPOINT": fail_point} if fail_point else {}
        super().__init__(
            service.program,
            [PROGRAMS / service.program, "--run-dir", place.run, "--state-dir", place.state, *service.arguments],
            place.logs,
            stdout=subprocess.PIPE,
            **more,
        )

    @property
    def output(self):
        return self.process.stdout

    @property
    def is_stopped(self):
        try:
            text = pathlib.Path(f"/proc/{self.pid}/stat").read_text()
        except FileNotFoundError:
            return False
        return text.rsplit(")", 1)[1].split()[0] == "T"


class Watch(Child):
    """`gateway watch --json`, which goes on where its output ends."""

    def __init__(self, name, place, prefix, path):
        since = last_sequence(path)
        with open(path, "ab") as output:
            super().__init__(
                name,
                [PROGRAMS / "gateway", "watch", prefix, "--json", "--since", since],
                place.logs,
                stdout=output,
                JANGTEO_RUN_DIR=str(place.net),
            )


def last_sequence(path):
    """The sequence in the last whole line of a view; what a crash has cut is taken off."""
    if not path.exists():
        return 0
    with open(path, "r+b") as file:
        end = file.seek(0, os.SEEK_END)
        file.seek(max(0, end - (1 << 16)))
        tail = file.read()
        whole = tail.rfind(b"\n") + 1
        file.truncate(end - (len(tail) - whole))
        lines = tail[:whole].splitlines()
    return int(json.loads(lines[-1])["sequence"]) if lines else 0
