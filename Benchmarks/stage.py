"""Where a run of the benchmarks takes place: its programs, its directories, its client."""

import json
import subprocess
import sys

from programs import Program, Service


class Stage:
    """Starts what is to be measured, once, and ends all of it."""

    def __init__(self, build, baselines, directory, given):
        self.build = build
        self.baselines = baselines
        self.directory = directory
        self.rounds = given.rounds
        self.seconds = given.seconds
        self.rows = given.rows
        self.limits = [word for limit in given.limit for word in ("--limit", limit)]
        self._programs = {}

    def service(self, name):
        """One of our services over ipc, as it is started by default, with stock that lasts."""
        if name not in self._programs:
            arguments = self.limits if name == "juice" else []
            service = self.start(name, Service, self.build, name, self._folder(name), *arguments)
            if name == "juice":
                service.fill_up()
        return self._programs[name]

    def calc_over_tcp(self):
        """A calc-service that others than the user can reach: it finds out who sent each message."""
        if "calc over tcp" not in self._programs:
            arguments = ["--bind-rpc", "tcp://127.0.0.1:*", "--insecure-loopback", "read"]
            folder = self._folder("calc-over-tcp")
            service = self.start("calc over tcp", Service, self.build, "calc", folder, *arguments)
            service.rpc = service.endpoints[0]
        return self._programs["calc over tcp"]

    def order_server(self):
        """The baseline of juice-service."""
        if "order" not in self._programs:
            folder = self._folder("order")
            rpc, events = f"ipc://{folder}/rpc", f"ipc://{folder}/events"
            program = self.start("order", Program, self.baselines / "order", rpc, events, folder, log=folder / "log")
            program.rpc, program.events = rpc, events
        return self._programs["order"]

    def echo(self, endpoint):
        """The baseline of calc-service at an endpoint."""
        if endpoint not in self._programs:
            log = self._folder("echo") / "log"
            self.start(endpoint, Program, self.baselines / "echo", endpoint, log=log)
        return self._programs[endpoint]

    def start(self, key, kind, *words, **options):
        """Starts a program that ends with the stage."""
        # The case before may have had one of this name.
        self.stop(key)
        program = self._programs[key] = kind(*words, **options)
        return program

    def stop(self, key):
        program = self._programs.pop(key, None)
        if program:
            program.stop()

    def ended(self):
        """What is to be said of programs that have ended and were not told to."""
        ended = [(key, program) for key, program in self._programs.items() if program.process.poll() not in (None, 0)]
        return [f"{key} ended with {program.process.returncode}; {program.faults()}" for key, program in ended]

    def new_folder(self, name):
        """An empty directory."""
        number = len(list(self.directory.iterdir()))
        folder = self.directory / f"{name}-{number}"
        folder.mkdir(mode=0o700)
        return folder

    def _folder(self, name):
        folder = self.directory / name
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder

    def load(self, what, endpoint, server=None, seconds=None, **options):
        """Drives a server with the one client for both sides, and returns the figures.

        `server` adds how much processor time each request took there and in the client.
        """
        words = [self.baselines / "load", what, endpoint, "--for", seconds or self.seconds]
        for name, value in options.items():
            words += [f"--{name}", value]
        before = server.processor_seconds() if server else 0
        figures = self.figures(words)
        if server:
            figures["server"] = 1e6 * (server.processor_seconds() - before) / figures["acknowledged"]
        return figures

    def figures(self, words):
        """Runs a program that prints its figures as the last line, and returns them."""
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(str(word) for word in words)}: {done.stderr.strip()[-500:]}")
        return json.loads(done.stdout.splitlines()[-1])

    def alternate(self, *measurements):
        """Takes each measurement once a round, forward and backward in turns, and begins with each of them.

        What one leaves behind, such as pages that the kernel still has to write, would otherwise always meet the same next.
        """
        for turn in range(self.rounds):
            if sys.stderr.isatty():
                print(f"\rround {turn + 1} of {self.rounds}\x1b[K", end="", file=sys.stderr, flush=True)
            first, step = turn // 2, 1 if turn % 2 == 0 else -1
            for place in range(len(measurements)):
                measurements[(first + step * place) % len(measurements)]()
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def close(self):
        for program in self._programs.values():
            program.stop()
        self._programs.clear()
