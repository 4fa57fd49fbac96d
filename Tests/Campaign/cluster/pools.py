"""PgBouncer before each of the databases: what one of the workers connects to in their place."""

import contextlib
import shutil
import socket
import time

from cluster.databases import UNPRIVILEGED
from keeper import ServiceFailed
from processes import Child

PROGRAM = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
MODES = ("session", "transaction")
# Seconds for a pool to listen.
TIMEOUT = 20


class Pools:
    def __init__(self, directory, databases, mode, logs):
        """`mode` is when a connection to a database goes back: with its client's session, or with each transaction."""
        self._directory, self._logs = directory, logs
        directory.mkdir()
        if UNPRIVILEGED:
            shutil.chown(directory, "postgres")
        self.sockets = [directory / path.name for path in databases.sockets]
        self._settings = []
        for path in databases.sockets:
            port = path.suffix[1:]
            settings = directory / f"{port}.ini"
            settings.write_text(
                f"[databases]\n* = host={path.parent} port={port} user={databases.user}\n"
                f"[pgbouncer]\nlisten_addr =\nlisten_port = {port}\nunix_socket_dir = {directory}\nauth_type = any\n"
                f"pool_mode = {mode}\nserver_login_retry = 1\n"
            )
            self._settings.append(settings)
        self._processes = []
        self.start()

    def start(self):
        die = ["--pdeathsig", "KILL"] if UNPRIVILEGED else []
        for settings, path in zip(self._settings, self.sockets):
            self._processes.append(
                Child(f"pool-{settings.stem}", [*UNPRIVILEGED, *die, PROGRAM, settings], self._logs)
            )
            self._wait(path)

    def _wait(self, path):
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
                probe.connect(str(path))
                return
            time.sleep(0.05)
        raise ServiceFailed(f"no pool listens at {path}")

    def kill(self):
        """Ends all of them, and with them every connection through them."""
        for process in self._processes:
            process.close()
        self._processes = []
        for path in self.sockets:
            path.unlink(missing_ok=True)

    close = kill
