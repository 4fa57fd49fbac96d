"""Serves a disk that fails on demand as one file, through FUSE, until it is unmounted.

failing_disk_server.py DIRECTORY BYTES

A loop device over the file `disk` is a block device like any other. What was written can be read at once; it is on the disk
when a flush says so. A line written to the file `control` is an order: see `Disk`.
"""

import errno
import mmap
import random
import stat
import sys

import fusepy

# What modern disks write as a whole; ext4 cannot be mounted with half a superblock.
SECTOR = 4096


class Faults:
    """So many calls work, then so many fail, then all work again."""

    def __init__(self, working=0, failing=0):
        self.working, self.failing = int(working), int(failing)

    def take(self):
        if self.working > 0:
            self.working -= 1
        elif self.failing > 0:
            self.failing -= 1
            raise fusepy.FuseOSError(errno.EIO)


class Disk:
    """What a disk holds, and how it fails. Its public methods are the orders."""

    def __init__(self, size):
        self.size = size
        # As everybody reads it, and as it is after a loss of power. Memory that was never written takes no room.
        self._written, self._kept = mmap.mmap(-1, size), mmap.mmap(-1, size)
        self._unflushed = set()
        self.heal()

    def heal(self):
        self._is_off = self._lies = False
        self._writes, self._flushes = Faults(), Faults()

    def fail_writes(self, working, failing):
        self._writes = Faults(working, failing)

    def fail_flushes(self, working, failing):
        self._flushes = Faults(working, failing)

    def lie(self):
        """From now on a flush says that all is on the disk, and nothing is."""
        self._lies = True

    def turn_off(self):
        """From now on everything fails."""
        self._is_off = True

    def turn_on(self, seed):
        """After a loss of power: of what was not flushed, all is gone, or each sector has its own fate."""
        fate = random.Random(int(seed))
        share = fate.choice((0, 0, 0.1, 0.5, 0.9))
        for sector in sorted(self._unflushed):
            if fate.random() < share:
                self._keep(sector)
            else:
                place = self._place(sector)
                self._written[place] = self._kept[place]
        self._unflushed.clear()
        self.heal()

    def read(self, size, offset):
        self._check()
        return self._written[offset : offset + size]

    def write(self, data, offset):
        self._check()
        self._writes.take()
        self._written[offset : offset + len(data)] = data
        self._unflushed.update(range(offset // SECTOR, (offset + len(data) + SECTOR - 1) // SECTOR))
        return len(data)

    def flush(self):
        self._check()
        self._flushes.take()
        if self._lies:
            return
        for sector in self._unflushed:
            self._keep(sector)
        self._unflushed.clear()

    def _keep(self, sector):
        place = self._place(sector)
        self._kept[place] = self._written[place]

    @staticmethod
    def _place(sector):
        return slice(sector * SECTOR, (sector + 1) * SECTOR)

    def _check(self):
        if self._is_off:
            raise fusepy.FuseOSError(errno.EIO)


class Files(fusepy.Operations):
    """The two files."""

    def __init__(self, disk):
        self.disk = disk

    def init(self, path):
        print("ready", flush=True)

    def getattr(self, path, handle=None):
        if path == "/":
            return {"st_mode": stat.S_IFDIR | 0o700, "st_nlink": 2}
        sizes = {"/disk": self.disk.size, "/control": 0}
        if path not in sizes:
            raise fusepy.FuseOSError(errno.ENOENT)
        return {"st_mode": stat.S_IFREG | 0o600, "st_nlink": 1, "st_size": sizes[path]}

    def read(self, path, size, offset, handle):
        return self.disk.read(size, offset) if path == "/disk" else b""

    def write(self, path, data, offset, handle):
        if path == "/disk":
            return self.disk.write(data, offset)
        order, *arguments = data.decode().split()
        getattr(self.disk, order)(*arguments)
        return len(data)

    def fsync(self, path, is_data_only, handle):
        if path == "/disk":
            self.disk.flush()
        return 0

    def truncate(self, path, length, handle=None):
        return 0


if __name__ == "__main__":
    # One thread: a step at a time, as a disk with one head. Nothing is kept in the kernel's memory of the file.
    fusepy.FUSE(Files(Disk(int(sys.argv[2]))), sys.argv[1], foreground=True, nothreads=True, direct_io=True, big_writes=True)
