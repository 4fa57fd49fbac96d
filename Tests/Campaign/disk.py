"""The disk of a campaign: a file system of its own that can be full, where that is possible."""

import ctypes
import os
import pathlib
import resource
import subprocess

CLONE_NEWNS = 0x00020000
# Bytes. Of memory, and only as much as is used.
ROOMY = 2 << 30

_libc = ctypes.CDLL(None, use_errno=True)


def own_mounts():
    """Gives this process mounts of its own, so that none outlives it; says whether that was possible."""
    if os.geteuid() != 0 or _libc.unshare(CLONE_NEWNS) != 0:
        return False
    return subprocess.run(["mount", "--make-rprivate", "/"], capture_output=True).returncode == 0


class Disk:
    """A state directory. Without the right to mount, only the size of a file can be limited."""

    def __init__(self, directory, may_mount):
        self.directory = pathlib.Path(directory)
        self.directory.mkdir(mode=0o700)
        self.can_fill = may_mount and self._mount(f"size={ROOMY},mode=0700")

    def _mount(self, options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.directory)]
        return subprocess.run(command, capture_output=True).returncode == 0

    def fill(self):
        """From now on next to nothing more fits."""
        spare = 1
        while self.can_fill:
            status = os.statvfs(self.directory)
            used = (status.f_blocks - status.f_bfree) * status.f_frsize
            if self._resize(used + spare * status.f_frsize):
                return
            # What was written meanwhile does not fit into that.
            spare *= 2

    def empty(self):
        if self.can_fill:
            self._resize(ROOMY)

    def _resize(self, size):
        command = ["mount", "-o", f"remount,size={size}", str(self.directory)]
        return subprocess.run(command, capture_output=True).returncode == 0

    def close(self):
        if self.can_fill:
            subprocess.run(["umount", "--lazy", str(self.directory)], capture_output=True)
            self.can_fill = False


def limit_files(pid, size=None):
    """Limits the size of files that a process may write, or ends the limit."""
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY if size is None else size, hard))
