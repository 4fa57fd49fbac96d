"""A file system on a block device that fails on demand: a loop device over a file that a process of ours serves."""

import os
import pathlib
import subprocess
import sys
import unittest

from disk_images import run

SERVER = pathlib.Path(__file__).with_name("failing_disk_server.py")
# The smallest that each makes, roughly, in MiB.
SIZES = {"ext4": 32, "xfs": 304, "btrfs": 128}
MAKE = {
    "ext4": ["mkfs.ext4", "-q", "-F", "-E", "nodiscard"],
    "xfs": ["mkfs.xfs", "-q", "-K"],
    "btrfs": ["mkfs.btrfs", "-q", "-K"],
}


class FailingDisk:
    """One disk, mounted at `directory`; it goes with the test, whatever happened. Skips the test where it cannot be."""

    def __init__(self, test, directory, file_system):
        if os.geteuid() != 0:
            raise unittest.SkipTest("only root may mount")
        if not os.path.exists("/dev/fuse"):
            raise unittest.SkipTest("this kernel has no FUSE")
        self.directory = directory
        self._file_system = file_system
        self._device = None
        self._files = directory.with_suffix(".fuse")
        self._files.mkdir()
        directory.mkdir()
        self._server = subprocess.Popen(
            [sys.executable, SERVER, self._files, str(SIZES[file_system] << 20)], stdout=subprocess.PIPE, text=True
        )
        test.addCleanup(self._close)
        if self._server.stdout.readline() != "ready\n":
            raise unittest.SkipTest("FUSE is not possible here")
        self._attach()
        run(*MAKE[file_system], self._device)
        self.order("heal")
        run("mount", "-t", file_system, self._device, str(directory))
        # Its root belongs to whoever made the file system.
        directory.chmod(0o700)

    def order(self, *words):
        """Tells the disk to fail, or not to: see `failing_disk_server.Disk`."""
        with open(self._files / "control", "w", encoding="ascii") as control:
            control.write(" ".join(str(word) for word in words))

    def works(self):
        """Whether the file system can be written: after some errors it gives up, and has to be mounted anew."""
        path = self.directory / "probe"
        try:
            with open(path, "wb") as file:
                file.write(b"x")
                file.flush()
                os.fsync(file.fileno())
            path.unlink()
        except OSError:
            return False
        return True

    def mount_anew(self, power_loss_seed=None):
        """Nobody may use it. With a seed, the power goes first, and comes back."""
        if power_loss_seed is not None:
            self.order("turn_off")
        self._detach()
        self.order(*("heal",) if power_loss_seed is None else ("turn_on", power_loss_seed))
        self._attach()
        if self._file_system == "ext4":
            # Says that it has met errors, which the journal does not take back.
            subprocess.run(["e2fsck", "-p", self._device], capture_output=True, check=False)
        subprocess.run(["mount", "-t", self._file_system, self._device, self.directory], check=True)

    def _attach(self):
        done = subprocess.run(
            ["losetup", "--find", "--show", self._files / "disk"], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise unittest.SkipTest(f"there is no loop device: {done.stderr.strip()}")
        self._device = done.stdout.strip()

    def _detach(self):
        subprocess.run(["umount", self.directory], check=True)
        subprocess.run(["losetup", "--detach", self._device], check=True)
        self._device = None

    def _close(self):
        if self._server.poll() is None:
            # What is still to be written fails at once, so nothing has to be waited for.
            try:
                self.order("turn_off")
            except OSError:
                pass
        for command in (["umount", "--lazy", self.directory], ["losetup", "--detach", self._device or ""]):
            subprocess.run(command, capture_output=True, check=False)
        subprocess.run(["umount", "--lazy", self._files], capture_output=True, check=False)
        self._server.stdout.close()
        try:
            self._server.wait(20)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
