"""What is to be done at which time, on one thread."""

import heapq
import itertools
import selectors
import time


class Agenda:
    """Calls back at times and when files can be read."""

    def __init__(self):
        self._selector = selectors.DefaultSelector()
        self._due = []
        self._numbers = itertools.count()

    def after(self, seconds, action):
        heapq.heappush(self._due, (time.monotonic() + seconds, next(self._numbers), action))

    def watch(self, file, action):
        self._selector.register(file, selectors.EVENT_READ, action)

    def forget(self, file):
        self._selector.unregister(file)

    def run(self, is_over):
        """Until `is_over` says so; it is asked after each thing done, and at least ten times a second."""
        while not is_over():
            wait = min(0.1, self._due[0][0] - time.monotonic()) if self._due else 0.1
            for key, _ in self._selector.select(max(0, wait)):
                key.data()
            while self._due and self._due[0][0] <= time.monotonic():
                heapq.heappop(self._due)[2]()

    def clear(self):
        self._due.clear()

    def close(self):
        self._selector.close()
