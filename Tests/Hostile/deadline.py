"""When an attack is over."""

import mmap
import time


class Deadline:
    """A number of seconds from now, or earlier; shared with the processes of an attack."""

    def __init__(self, seconds):
        # Not zero when it is over.
        self._over = mmap.mmap(-1, 1)
        self._end = time.monotonic() + seconds

    def is_over(self):
        return self._over[0] != 0 or time.monotonic() >= self._end

    def end(self):
        """Has the attack end before its time."""
        self._over[0] = 1

    @property
    def seconds_left(self):
        return max(0, self._end - time.monotonic())

    def wait(self, seconds):
        time.sleep(min(seconds, self.seconds_left))
