"""The services as deploy/up starts them, in directories of the run's own."""

import os
import pathlib
import re
import shutil
import signal
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = pathlib.Path(os.environ.get("JANGTEO_BIN") or ROOT / ".build" / "release").resolve()
SERVICES = ("juice", "calc", "expo", "market")
STREAMS = ("juice", "expo", "market")
NAMES = (*(f"{service}-service" for service in SERVICES), "gateway")

# Seconds. Only a bound: a script that takes longer has failed. A restore syncs each picture, on a disk that others use too.
TIMEOUT = 600


class ScriptFailed(Exception):
    """A script of deploy/ did not do what it was asked to."""


class Programs:
    """A checkout of which only the programs are built: a build beside the run does not change what is run."""

    def __init__(self, directory):
        self.deploy = directory / "deploy"
        shutil.copytree(ROOT / "deploy", self.deploy)
        built = directory / ".build" / "release"
        built.mkdir(parents=True)
        for name in NAMES:
            shutil.copy2(PROGRAMS / name, built / name)
        self.gateway = built / "gateway"


class Deployment:
    """One run directory with its state directory. `options` are the further options of services, by their names."""

    def __init__(self, programs, directory, options=None):
        self.programs = programs
        self.run, self.state, self.logs = directory / "run", directory / "state", directory / "state" / "logs"
        self.home = directory / "home"
        self.home.mkdir(parents=True)
        self._options = options or {}

    def environment(self):
        """Of the caller's environment only what finds programs, and the mark by which CI finds what stayed behind."""
        kept = {name: text for name, text in os.environ.items() if name in ("PATH", "TMPDIR", "JANGTEO_CI_RUN")}
        own = {"HOME": self.home, "LANG": "C.UTF-8", "JANGTEO_RUN_DIR": self.run, "JANGTEO_STATE_DIR": self.state}
        options = {f"JANGTEO_{service.upper()}_OPTIONS": text for service, text in self._options.items()}
        return {name: str(text) for name, text in (kept | own | options).items()}

    def script(self, name, *words):
        """Runs a script of deploy/ to its end and returns what it said."""
        command = f"deploy/{' '.join(map(str, (name, *words)))}"
        # In a session of its own: Ctrl-C is for the run, which then ends everything in an orderly way.
        process = subprocess.Popen(
            [self.programs.deploy / name, *map(str, words)], env=self.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )
        try:
            output, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            # With what it has started, but for services, which have sessions of their own.
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise ScriptFailed(f"{command} did not end within {TIMEOUT} s") from None
        if process.returncode != 0:
            raise ScriptFailed(f"{command} ended with {process.returncode}: {(output + errors).strip()}")
        return output

    def endpoint(self, service, name):
        return f"ipc://{self.run}/{service}.{name}"

    def pid(self, service):
        """The process of a service, if its lock names one that lives."""
        try:
            found = re.match(r"pid (\d+)", (self.run / f"{service}.lock").read_text())
            comm = pathlib.Path(f"/proc/{found[1]}/comm").read_text() if found else ""
        except OSError:
            return None
        return int(found[1]) if comm.startswith(f"{service}-service"[:15]) else None

    def processes(self):
        """All processes that have to do with these directories: (pid, command line)."""
        marks = [str(path).encode() for path in (self.run, self.state, self.programs.deploy.parent)]
        found = []
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                command = (place / "cmdline").read_bytes()
            except OSError:
                continue
            if any(mark in command for mark in marks) and int(place.name) != os.getpid():
                found.append((int(place.name), command.replace(b"\0", b" ").decode(errors="replace").strip()))
        return found
