"""The processes of a run that are no services: they end with it, however it ends."""

import ctypes
import os
import pathlib
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None, use_errno=True)


def _become_ours():
    """Ctrl-C is for the run alone, and when that is killed the kernel ends this process too."""
    os.setsid()
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Child:
    """A program of this directory, in Python; it is told what to do over its standard input."""

    def __init__(self, name, logs, *words):
        self.name = name
        with open(logs / f"{name}.log", "ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, HERE / f"{name}.py", *map(str, words)],
                stdin=subprocess.PIPE, stdout=log, stderr=log, preexec_fn=_become_ours,
            )

    @property
    def code(self):
        """Its exit code; None while it runs."""
        return self._process.poll()

    def tell(self, line):
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()

    def finish(self):
        """There is no more to be told."""
        self._process.stdin.close()

    def wait(self, seconds):
        """Whether it has ended by itself in time."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self):
        if self.code is None:
            # Not SIGKILL: the one that has children ends them.
            self._process.terminate()
            if not self.wait(10):
                self._process.kill()
                self._process.wait()
        self._process.stdin.close()
