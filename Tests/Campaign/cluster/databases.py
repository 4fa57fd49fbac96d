"""Three PostgreSQL under Patroni with three etcd, as deploy/cluster runs them, for one campaign."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from keeper import ServiceFailed
from processes import PROGRAMS, ROOT, environment

# As deploy/cluster finds it.
PATRONI = os.environ.get("JANGTEO_PATRONI", "/opt/jangteo/patroni") + "/bin"
# Seconds for a change of the databases to be over.
TIMEOUT = 120
PRIMARY, SYNCHRONOUS, STANDBY, ETCD = "primary", "synchronous standby", "standby", "healthy"


# PostgreSQL and those who start it are not root.
UNPRIVILEGED = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
POSTGRESQL = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=pathlib.Path())


def postgresql(program, *options):
    """Runs one of PostgreSQL's programs as its user."""
    words = [*UNPRIVILEGED, *map(str, (POSTGRESQL / program, *options))]
    # Into files: the server that pg_ctl starts keeps its own open, and a pipe would not end.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/")
        output.seek(0)
        if done.returncode != 0:
            raise ServiceFailed(f"{program}: {output.read().decode()[-500:]}")


class Databases:
    def __init__(self, directory, port, clock=None):
        """`clock` is that of the servers, where it is to jump."""
        self.directory = directory / "cluster"
        # A checkout whose programs are those of the campaign.
        self._commands = directory / "checkout" / "deploy"
        shutil.copytree(ROOT / "deploy", self._commands)
        if clock is not None:
            members = self._commands / "cluster-members.sh"
            programs = clock.wrap(POSTGRESQL, directory / "postgresql")
            members.write_text(members.read_text().replace("bin_dir: $binaries", f"bin_dir: {programs}"))
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

    def stand_still(self, seconds):
        """Stops all of the primary's PostgreSQL for a time, as storage that stands still does. Its Patroni goes on."""
        found = self.one_of(PRIMARY)
        if found is None:
            return False
        data = self.directory / "members" / found[0]
        stopped = []
        try:
            # The postmaster first: it starts nobody else then.
            os.kill(found[1], signal.SIGSTOP)
            stopped = [found[1], *(pid for pid in processes_in(data) if pid != found[1])]
            for pid in stopped:
                send(pid, signal.SIGSTOP)
            time.sleep(seconds)
        finally:
            for pid in stopped:
                send(pid, signal.SIGCONT)
        return True

    def switch_over(self):
        """Has Patroni make another one the primary, in an orderly way; whether it did."""
        words = [shutil.which("patronictl", path=f"{PATRONI}:{os.environ['PATH']}"), "-c", self.directory / "members" / "patroni-1.yml", "switchover", "--force"]
        return subprocess.run([str(word) for word in words], capture_output=True).returncode == 0

    def ask(self, statement):
        """The rows of a query at the primary, as lists of texts."""
        words = ["psql", "-XqAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", statement,
                 self.connection + " target_session_attrs=read-write"]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise ServiceFailed(f"psql: {done.stderr[-500:]}")
        return [line.split("\t") for line in done.stdout.splitlines()]

    def tell(self, *statements):
        """Has the primary do something as the owner of the tables, each statement by itself."""
        words = ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", *(word for each in statements for word in ("-c", each)),
                 self.of_owner + " target_session_attrs=read-write"]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise ServiceFailed(f"psql: {done.stderr[-500:]}")

    @property
    def user(self):
        """The role of the workers."""
        return re.search(r"user=(\S+)", self.connection)[1]

    @property
    def of_owner(self):
        """The connection of who owns the tables."""
        return re.sub(r"user=\S+", "user=owner", self.connection)

    def copy(self, state):
        """Copies a member in a state as it is now; returns its number and where the copy is."""
        name, _ = self.wait_for(lambda: self.one_of(state), f"there is no {state}")
        number = int(name.rpartition("-")[2])
        target = self.directory / "members" / f"copy-{number}"
        postgresql("pg_basebackup", "-h", self.sockets[0].parent, "-p", self.sockets[number - 1].suffix[1:], "-U", "owner",
                   "-D", target, "-X", "stream", "-c", "fast")
        return number, target

    def put_back(self, copy, is_standby=False):
        """Ends all members, and starts them with a copy of the data of one, and with etcd that know of nothing.

        All of them: Patroni would have a member without data begin another cluster. The copy of a standby is made a primary
        first, as an operator does when nothing better is left.
        """
        number, copied = copy
        members = self.directory / "members"
        self._deploy("down", "--force")
        for path in [*members.glob("postgresql-?"), *members.glob("etcd-?")]:
            shutil.rmtree(path)
        # In its place: Patroni has written paths into its configuration.
        data = copied.rename(members / f"postgresql-{number}")
        if is_standby:
            postgresql("pg_ctl", "-D", data, "-w", "-l", data / "promotion.log", "start")
            postgresql("pg_ctl", "-D", data, "-w", "promote")
            postgresql("pg_ctl", "-D", data, "-w", "-m", "fast", "stop")
        for name in {"postgresql-1", "postgresql-2", "postgresql-3"} - {data.name}:
            subprocess.run([*UNPRIVILEGED, "cp", "-a", data, members / name], check=True, cwd="/")
        self._deploy("up", "--no-build")

    def close(self):
        self._deploy("down", "--force", "--delete", check=False)


def processes_in(directory):
    """The processes whose working directory it is: those of a PostgreSQL with its data there."""
    for place in pathlib.Path("/proc").glob("[1-9]*/cwd"):
        try:
            if place.samefile(directory):
                yield int(place.parent.name)
        except OSError:
            pass


def send(pid, number):
    """A signal, unless the process has ended."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass
