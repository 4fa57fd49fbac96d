"""A PostgreSQL of a test's own, from Debian's package: on a Unix socket in its directory, without TCP where nothing is said."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

VERSIONS = sorted(
    (path for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin") if (path / "postgres").exists()),
    key=lambda path: int(path.parent.name),
)
IS_INSTALLED = bool(VERSIONS)
# PostgreSQL refuses to be run by root.
UNPRIVILEGED = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
OWNER = "owner"


class PostgreSQLServer:
    """Runs from its making until `close`, but for the time between `stop` and `start`."""

    def __init__(self, **settings):
        self.settings = {"listen_addresses": "", "port": 5432, "logging_collector": "off"} | settings
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="postgresql-"))
        if UNPRIVILEGED:
            shutil.chown(self.directory, "postgres")
        self._log = open(self.directory / "log", "ab")
        self._run(
            "initdb", "-D", self.directory / "data", "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync", "--no-instructions"
        )
        self._process = None
        self.start()

    def _run(self, program, *arguments):
        done = subprocess.run(
            [*UNPRIVILEGED, VERSIONS[-1] / program, *arguments], capture_output=True, text=True, check=False, cwd="/"
        )
        assert done.returncode == 0, f"{program}: {done.stderr}"
        return done.stdout.strip()

    def start(self):
        self._process = subprocess.Popen(
            [
                *UNPRIVILEGED, VERSIONS[-1] / "postgres", "-D", self.directory / "data", "-k", self.directory,
                *(word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")),
            ],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            cwd="/",
        )  # fmt: skip
        # pg_isready waits for an answer itself.
        while True:
            try:
                return self._run("pg_isready", "-h", self.directory, "-p", str(self.settings["port"]))
            except AssertionError:
                assert self._process.poll() is None, (self.directory / "log").read_text()

    def begin(self, program, *arguments):
        """Starts one of PostgreSQL's programs; who does, ends it."""
        return subprocess.Popen(
            [*UNPRIVILEGED, VERSIONS[-1] / program, *arguments],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, cwd="/",
        )  # fmt: skip

    def begin_standby(self, name):
        """Starts a standby in a directory of its own beside the data; nothing waits for it."""
        data = self.directory / name
        if not data.exists():
            self._run("pg_basebackup", "-h", self.directory, "-U", OWNER, "-D", data, "-R", "-c", "fast")
        return self.begin("postgres", "-D", data, "-k", data, "-c", "listen_addresses=", "-c", "logging_collector=off")

    def stop(self):
        """Ends it as an operator who is in a hurry does: it recovers when it starts."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait()

    def sql(self, text, database="postgres"):
        return self._run("psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", text, self.connection(database))

    def make_database(self, name):
        self.sql(f"CREATE DATABASE {name}")
        return self.connection(name)

    def connection(self, database, user=OWNER):
        return f"host={self.directory} port={self.settings['port']} dbname={database} user={user}"

    def close(self):
        if self._process.poll() is None:
            self.stop()
        self._log.close()
        shutil.rmtree(self.directory, ignore_errors=True)
