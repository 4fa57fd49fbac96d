"""Three PostgreSQL under Patroni with three etcd, as deploy/cluster runs them, for one campaign."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

from keeper import ServiceFailed
from processes import PROGRAMS, ROOT, environment

# Seconds for a change of the databases to be over.
TIMEOUT = 120
PRIMARY, SYNCHRONOUS, STANDBY, ETCD = "primary", "synchronous standby", "standby", "healthy"


class Databases:
    def __init__(self, directory, port):
        self.directory = directory / "cluster"
        # A checkout whose programs are those of the campaign.
        self._commands = directory / "checkout" / "deploy"
        shutil.copytree(ROOT / "deploy", self._commands)
        (directory / "checkout" / ".build").mkdir()
        (directory / "checkout" / ".build" / "release").symlink_to(PROGRAMS)
        try:
            said = self._deploy("up", "--no-build", "--port", port)
        except BaseException:
            self.close()
            raise
        self.connection = re.search(r"(?m)^log: (.+)$", said)[1]
        folder = re.search(r"host=([^, ]+)", self.connection)[1]
        ports = re.search(r"port=([0-9,]+)", self.connection)[1].split(",")
        self.sockets = [pathlib.Path(folder) / f".s.PGSQL.{number}" for number in ports]

    def through(self, directory):
        """The connection of somebody whose sockets are in another directory."""
        return re.sub(r"host=\S+", "host=" + ",".join([str(directory)] * len(self.sockets)), self.connection)

    def _deploy(self, command, *options, check=True):
        words = [self._commands / "cluster", command, "--databases", "--dir", self.directory, *options]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=environment())
        if check and done.returncode != 0:
            raise ServiceFailed(f"deploy/cluster {command}: {done.stdout[-500:]}{done.stderr[-500:]}")
        return done.stdout

    def members(self):
        """What deploy/cluster tells of each: name to (state, process)."""
        shown = self._deploy("status", check=False)
        rows = re.findall(r"(?m)^(\S+) +(\S.*?) +(\d+|-) +\S+$", shown)
        return {name: (state, int(pid)) for name, state, pid in rows if pid.isdigit()}

    def one_of(self, state):
        """Name and process of a member in a state; None while there is none."""
        return next(((name, pid) for name, (found, pid) in self.members().items() if found == state), None)

    def wait_for(self, condition, what):
        end = time.monotonic() + TIMEOUT
        while not (found := condition()):
            if time.monotonic() > end:
                raise ServiceFailed(f"{what} within {TIMEOUT} seconds: {self.members()}")
            time.sleep(0.2)
        return found

    def wait_until_whole(self):
        """Until there is a primary with a synchronous standby, and three etcd; returns the primary's name."""
        def whole():
            states = [state for state, _ in self.members().values()]
            return SYNCHRONOUS in states and states.count(ETCD) == 3 and self.one_of(PRIMARY)

        return self.wait_for(whole, "the databases are not whole")[0]

    def kill(self, state):
        """Kills a member in a state with all it has; it is started again by its keeper."""
        found = self.one_of(state)
        if found is not None:
            os.kill(found[1], signal.SIGKILL)
        return found is not None

    def switch_over(self):
        """Has Patroni make another one the primary, in an orderly way; whether it did."""
        words = ["patronictl", "-c", self.directory / "members" / "patroni-1.yml", "switchover", "--force"]
        return subprocess.run([str(word) for word in words], capture_output=True).returncode == 0

    def ask(self, statement):
        """The rows of a query at the primary, as lists of texts."""
        words = ["psql", "-XqAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", statement,
                 self.connection + " target_session_attrs=read-write"]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise ServiceFailed(f"psql: {done.stderr[-500:]}")
        return [line.split("\t") for line in done.stdout.splitlines()]

    def close(self):
        self._deploy("down", "--force", "--delete", check=False)
