"""What the figures were taken on."""

import os
import pathlib
import platform
import sqlite3
import subprocess
import time

import zmq


def file_system(directory):
    """The type of the file system that a directory is on."""
    return subprocess.run(
        ["stat", "-f", "-c", "%T", directory], capture_output=True, text=True, check=True
    ).stdout.strip()


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def commit(root):
    try:
        words = ["git", "-C", root, "describe", "--always", "--dirty"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def times():
    """The machine's time since its start by what it did with it, in ticks."""
    return [int(word) for word in pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]


def facts(root, directory):
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return {
        "processors": f"{os.cpu_count()} × {processor()}",
        "memory": f"{memory:.0f} GiB",
        "system": f"{platform.freedesktop_os_release().get('PRETTY_NAME', '?')}, Linux {platform.release()}",
        "file system": file_system(directory),
        "libraries": f"libzmq {zmq.zmq_version()}, SQLite {sqlite3.sqlite_version}",
        "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "commit": commit(root),
    }


def stolen(before, after):
    """The share of the time between two readings that other machines on the same host took."""
    total = sum(after) - sum(before)
    return (after[7] - before[7]) / total if total else 0.0
