"""Keeps a service running while it is attacked, and watches its memory."""

import functools
import pathlib
import subprocess
import threading

from juice_process import NotReady


def memory(pid, name):
    """A figure of /proc/PID/status in MiB: VmRSS, or VmHWM, the most there was."""
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) / 1024
    return 0.0


class Supervisor:
    """Starts a service, and again whenever it has ended, as the deploy scripts do.

    An end that the attack may not cause is kept in `unexpected`.
    """

    # EX_TEMPFAIL of sysexits.h.
    MEMORY_LIMIT_REACHED = 75
    # Starts in a row that may fail before it is left to the next look.
    MOST_FAILURES = 20

    def __init__(self, start, may_end):
        self._start = start
        self._may_end = may_end
        self.start()
        #: How often it has ended by itself, and on purpose.
        self.restarts = self.restarts_on_purpose = 0
        self.peak = 0.0
        self.unexpected = None
        self._changing = threading.Lock()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def start(self):
        self.service = self._start()
        self.words = self.service.wait_ready()

    @functools.cached_property
    def has_patched_library(self):
        """Whether the service has loaded a libzmq of scripts/patched-libzmq, which notes beside it what it was made of."""
        for line in pathlib.Path(f"/proc/{self.service.pid}/maps").read_text().splitlines():
            path = pathlib.Path(line.split(maxsplit=5)[-1])
            if path.name.startswith("libzmq.so."):
                return (path.parents[1] / "made-of").exists()
        return False

    def _watch(self):
        while not self._ending.wait(0.01):
            with self._changing:
                self._look()

    def _look(self):
        if self.service.is_running:
            try:
                self.peak = max(self.peak, memory(self.service.pid, "VmHWM"))
            except (FileNotFoundError, ProcessLookupError):
                pass
            return
        code = self.service.wait()
        if not self._may_end or code != self.MEMORY_LIMIT_REACHED:
            self.unexpected = self.unexpected or f"ended with {code}: {self.last_words}"
        self.restarts += 1
        # An attack may end hundreds.
        self.service.close()
        try:
            self.start()
        except NotReady:
            # It ended while it started: the next look says so.
            pass

    @property
    def last_words(self):
        return "\n".join(self.service.log.strip().splitlines()[-3:])

    def restart(self):
        """Ends it as an operator does and starts it until it serves; the reasons of the starts that failed."""
        failures = []
        with self._changing:
            self.restarts_on_purpose += 1
            try:
                code = self.service.stop()
            except subprocess.TimeoutExpired:
                code = "none within the time"
                self.service.kill()
            if code != 0:
                self.unexpected = self.unexpected or f"ended with {code} after SIGTERM: {self.last_words}"
            while len(failures) < self.MOST_FAILURES:
                self.service.close()
                try:
                    self.start()
                    break
                except NotReady:
                    failures.append(self.last_words)
        return failures

    def end(self):
        self._ending.set()
        self._thread.join()
