"""Where files of attacked services are, so that what is measured is the services."""

import os
import pathlib
import shutil


def fast_disk():
    """A folder in memory; None where there is none with room, and the usual one serves.

    A disk of a shared machine can hold up a commit for seconds, which legitimate callers feel as they would an attack, and while
    one stands still peers fill memory (test_disk_standstill.py).
    """
    folder = pathlib.Path("/dev/shm")
    has_room = os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > 2 << 30
    return folder if has_room else None
