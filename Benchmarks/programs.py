"""The programs that are measured: started on directories of their own, with what the system says they cost."""

import pathlib
import select
import signal
import subprocess
import time

import zmq

# Seconds that a program may take to say that it is ready: a bound, not a wait. A start may have to read all rows.
TIMEOUT = 600


def processor_seconds(pid):
    """How long a process has been running on a processor, ended threads too."""
    # The clock of a process by its id: clock_getcpuclockid(3).
    return time.clock_gettime_ns(~pid << 3 | 2) / 1e9


class Program:
    """One process that says `ready …` on standard output when it can be used."""

    def __init__(self, *words, log):
        self.log = log
        started = time.monotonic()
        with open(log, "ab") as errors:
            self.process = subprocess.Popen(
                [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors
            )
        if not select.select([self.process.stdout], [], [], TIMEOUT)[0]:
            self.kill()
            raise RuntimeError(f"{words[0]} is not ready; {self.faults()}")
        line = self.process.stdout.readline()
        if not line.startswith(b"ready"):
            self.process.wait()
            raise RuntimeError(f"{words[0]} did not start; {self.faults()}")
        # Where it answers, for one that says so.
        self.words = dict(word.split("=", 1) for word in line.decode().split() if "=" in word)
        self.endpoints = self.words.get("rpc", "").split(",")
        self.start_seconds = time.monotonic() - started
        self.pid = self.process.pid

    def faults(self):
        return f"the end of its log: {pathlib.Path(self.log).read_text('utf-8', 'replace')[-500:].strip() or '(empty)'}"

    def processor_seconds(self):
        return processor_seconds(self.pid)

    def resident_mib(self):
        """Its memory now: what it holds, without the pages of its program file."""
        return self._status("VmRSS") / 1024

    def peak_resident_mib(self):
        return self._status("VmHWM") / 1024

    def _status(self, name):
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith(name + ":"):
                return int(line.split()[1])
        raise RuntimeError(f"the process of {self.log} has ended; {self.faults()}")

    def wakeups(self):
        """How often each of its threads was woken so far."""
        counts = {}
        for thread in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            for line in (thread / "status").read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches:"):
                    counts[thread.name] = int(line.split()[1])
        return counts

    def wait(self):
        """Waits for its end and returns what else it has written."""
        output = self.process.stdout.read()
        if self.process.wait() != 0:
            raise RuntimeError(f"it failed; {self.faults()}")
        return output

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Ends it; does nothing to one that has ended."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process.stdout.close()


class Service(Program):
    """One of our services."""

    def __init__(self, build, name, directory, *arguments):
        self.run = directory / "run"
        self.run.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.state = directory / "state"
        self.rpc = f"ipc://{self.run}/{name}.rpc"
        self.events = f"ipc://{self.run}/{name}.events"
        super().__init__(
            build / f"{name}-service", "--run-dir", self.run, "--state-dir", self.state, "--log-level", "error",
            *arguments, log=directory / f"{name}.log",
        )

    def call(self, method, params):
        """One call, for what a measurement needs before it."""
        context = zmq.Context()
        try:
            socket = context.socket(zmq.REQ)
            socket.connect(self.rpc)
            socket.send_json({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
            if not socket.poll(TIMEOUT * 1000):
                raise RuntimeError(f"no answer to {method}")
            reply = socket.recv_json()
        finally:
            context.destroy(linger=0)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']}")
        return reply

    def fill_up(self):
        """Sets the stock of mangoes as high as it goes: enough for 333 million orders."""
        self.call("juice.stock.set", {"levels": {"mango": 1_000_000_000}})

    def seconds_until_checked(self):
        """Waits until every page of its store has been checked, and returns how long that took."""
        started = time.monotonic()
        while "being checked" in self.call("service.health", {})["result"]["checks"][0]["detail"]:
            time.sleep(0.05)
        return time.monotonic() - started

    def position(self):
        """How many events there were."""
        return self.call("juice.stock.list", {})["meta"]["sequence"]
