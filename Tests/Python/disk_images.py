"""Small file systems of a test's own, to fill and to break. Mounting needs root, so others skip."""

import errno
import os
import subprocess
import unittest


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise unittest.SkipTest(f"{command[0]} is not possible here: {done.stderr.strip()}")


def mount(test, directory, *arguments):
    """Mounts something at a new directory until the test ends; skips the test where that is not possible."""
    if os.geteuid() != 0:
        raise unittest.SkipTest("only root may mount")
    directory.mkdir(mode=0o700)
    run("mount", *arguments, str(directory))
    # Lazily, so that a service that is still there cannot keep it.
    test.addCleanup(subprocess.run, ["umount", "--lazy", str(directory)], capture_output=True)
    directory.chmod(0o700)


def mount_memory(test, directory, size):
    """A file system in memory of so many bytes."""
    mount(test, directory, "-t", "tmpfs", "-o", f"size={size}", "tmpfs")


class BreakableDisk:
    """An ext4 image that can be switched to read-only under a running program, as the kernel does after an error."""

    def __init__(self, test, directory):
        self._test = test
        self._image = directory.with_suffix(".img")
        self._directory = directory
        with open(self._image, "wb") as image:
            image.truncate(8 << 20)
        run("mkfs.ext4", "-q", "-F", str(self._image))
        mount(test, directory, "-o", "loop", str(self._image))

    def fail(self):
        run("mount", "-o", "remount,abort", str(self._directory))

    def repair(self):
        """Makes it writable again; nobody may use it meanwhile."""
        run("umount", str(self._directory))
        done = subprocess.run(["e2fsck", "-p", str(self._image)], capture_output=True)
        # 0 and 1: sound, or mended.
        self._test.assertLessEqual(done.returncode, 1, done.stdout)
        run("mount", "-o", "loop", str(self._image), str(self._directory))


class Ballast:
    """A file that takes all the space that is left."""

    def __init__(self, directory):
        self._path = directory / "ballast"
        with open(self._path, "wb", buffering=0) as file:
            for size in (64 << 10, 4 << 10, 1):
                try:
                    while True:
                        file.write(bytes(size))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def remove(self):
        self._path.unlink()
