"""Wall clocks that jump, by libfaketime: of a worker, and of the databases. The clock of the boot stays right."""

import pathlib

LIBRARY = next(iter(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1")), None)
# Seconds. What a machine without a battery, a daylight saving that was set by hand, and a correction by NTP come to.
JUMPS = (-86_400, -3_600, -20, -2, 2, 20, 3_600, 86_400)


class Clock:
    """How wrong a wall clock is: a file that those under it read at each look."""

    def __init__(self, path):
        self._file = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.set(0)

    def set(self, seconds):
        # As a whole, and for whoever runs the databases.
        draft = self._file.with_suffix(".new")
        draft.write_text(f"{seconds:+d}\n")
        draft.chmod(0o644)
        draft.rename(self._file)

    @property
    def environment(self):
        """For a program under this clock; a Swift program sees none of its arguments then."""
        if LIBRARY is None:
            return {}
        return {
            "LD_PRELOAD": str(LIBRARY), "DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1", "FAKETIME_NO_CACHE": "1",
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
        }

    def wrap(self, programs, directory):
        """A directory with the programs of PostgreSQL, of which the server runs under this clock."""
        directory.mkdir()
        for program in programs.iterdir():
            (directory / program.name).symlink_to(program)
        if LIBRARY is not None:
            words = " ".join(f"{name}={value}" for name, value in self.environment.items())
            (directory / "postgres").unlink()
            (directory / "postgres").write_text(f'#!/bin/sh\nexec env {words} {programs}/postgres "$@"\n')
            (directory / "postgres").chmod(0o755)
        return directory


def sweep():
    """Removes what libfaketime leaves in the memory of processes that were killed."""
    for path in pathlib.Path("/dev/shm").glob("*faketime_s*_*"):
        process = path.name.rpartition("_")[2]
        if process.isdigit() and not pathlib.Path("/proc", process).exists():
            path.unlink(missing_ok=True)
