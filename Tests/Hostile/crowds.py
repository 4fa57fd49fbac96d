"""Many peers at once: connections that are made again as they are cut, and processes that attack at the same time."""

import multiprocessing
import os
import select
import traceback

from attacks import try_to


class Crowd:
    """A number of connections; `make()` makes one more, or raises OSError, and `say(stranger)` is what each begins with."""

    # What says that the other side has hung up, whether or not there is something to read.
    HUNG_UP = select.POLLRDHUP | select.POLLHUP | select.POLLERR

    def __init__(self, size, make, say=lambda stranger: None):
        self._size = size
        self._make = make
        self._say = say
        self._open = {}
        self._poll = select.poll()
        #: How many were made, and how many of them were cut.
        self.made = self.cut = 0
        #: The most there were at one time.
        self.most = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        while self._open:
            self._open.popitem()[1].close()

    def refill(self, target, pause=0):
        """Makes connections in the place of those that were cut, or are within so many seconds."""
        for descriptor, _ in self._poll.poll(pause * 1000):
            self._poll.unregister(descriptor)
            self._open.pop(descriptor).close()
            self.cut += 1
        while len(self._open) < self._size and not target.is_over():
            stranger = try_to(self._make)
            if stranger is None:
                break
            self._open[stranger.fileno()] = stranger
            self._poll.register(stranger.fileno(), self.HUNG_UP)
            try_to(self._say, stranger)
            self.made += 1
        self.most = max(self.most, len(self._open))

    def hold(self, target):
        """Keeps the number until the attack is over."""
        while not target.is_over():
            self.refill(target, pause=0.02)
            if len(self._open) < self._size:
                # No more are let in at the moment.
                target.wait(0.005)

    def __str__(self):
        return f"{self.made} made, {self.cut} cut"


class Attackers:
    """Processes that all run `function(number, *arguments)` until they are done, or the block is left."""

    # Seconds that one may take after the attack is over.
    TIMEOUT = 30

    def __init__(self, count, function, *arguments):
        # Forked, so that they have all that the attack has.
        context = multiprocessing.get_context("fork")
        self._processes = []
        for number in range(count):
            results, sender = context.Pipe(duplex=False)
            process = context.Process(target=_run, args=(sender, function, number, *arguments), daemon=True)
            process.start()
            sender.close()
            self._processes.append((process, results))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process, results in self._processes:
            results.close()
            process.kill()
            process.join()

    def results(self, target):
        """What each returned, as soon as all have. What one asserted in vain is asserted here."""
        return [self._result(results, target) for _, results in self._processes]

    def _result(self, results, target):
        assert results.poll(target.seconds_left + self.TIMEOUT), "an attacker did not come to an end"
        value, fault = results.recv()
        assert fault is None, fault
        return value


def _run(sender, function, number, *arguments):
    try:
        sender.send((function(number, *arguments), None))
    except AssertionError as fault:
        sender.send((None, str(fault)))
    except BaseException:
        sender.send((None, traceback.format_exc()))
    # Nothing of the process that it was forked from is to be tidied up here.
    os._exit(0)
