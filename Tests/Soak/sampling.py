"""What the services take of the machine, read from /proc and from their directories."""

import os
import pathlib
import re

from deployment import STREAMS

STORE_FILES = ("sqlite", "sqlite-wal", "sqlite-shm")
# Seconds.
PICTURES_INTERVAL = 30


def process(pid):
    """Memory that is shared with no file, open files, threads; nothing of a process that has just ended."""
    place = pathlib.Path(f"/proc/{pid}")
    try:
        status = (place / "status").read_text()
        descriptors = len(os.listdir(place / "fd"))
    except OSError:
        return {}
    found = dict(re.findall(r"^(RssAnon|Threads):\s+(\d+)", status, re.M))
    if len(found) < 2:
        return {}
    return {"memory": int(found["RssAnon"]) << 10, "threads": int(found["Threads"]), "descriptors": descriptors}


def size(path):
    """Of a file, or of everything in a directory, in bytes and in files; what goes meanwhile does not count."""
    try:
        if not path.is_dir():
            return path.stat().st_size, 1
        entries = list(os.scandir(path))
    except OSError:
        return 0, 0
    sizes = [size(pathlib.Path(entry.path)) for entry in entries]
    return sum(each for each, _ in sizes), sum(files for _, files in sizes)


class Sampler:
    """Takes samples of all services. `log` is the present log, `old_log` the one before it."""

    def __init__(self, deployment, services):
        self._deployment, self._services = deployment, services
        self._pictures, self._next_pictures = (0, 0), 0.0

    def sample(self, at):
        if at >= self._next_pictures:
            # Thousands of files, of which few change in a minute.
            self._pictures, self._next_pictures = size(self._deployment.state / "market.pictures"), at + PICTURES_INTERVAL
        return {"at": round(at, 2), "services": {service: self._of(service) for service in self._services}}

    def _of(self, service):
        state, logs = self._deployment.state, self._deployment.logs
        pid = self._deployment.pid(service)
        own = process(pid) if pid is not None else {}
        found = {"pid": pid} | own if own else {}
        if service in STREAMS:
            found["store"] = sum(size(state / f"{service}.{end}")[0] for end in STORE_FILES)
        found["log"], found["old_log"] = size(logs / f"{service}.log")[0], size(logs / f"{service}.log.1")[0]
        if service == "market":
            found["pictures"], found["picture_files"] = self._pictures
        return found
