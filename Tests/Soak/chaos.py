"""Who is killed when. Each service is left alone for one half of the run, so that its growth can be seen."""

import os
import random
import signal

# Seconds between kills, on average: after quick ends deploy/keep pauses for longer and longer, so not much shorter than a
# life has to be not to be quick.
SHORTEST, LONGEST = 4.0, 20.0
FIRST_HALF, SECOND_HALF = ("juice", "calc"), ("market", "expo")


class Chaos:
    """Draws from the seed; whom it meets in which moment is the machine's."""

    def __init__(self, seed, seconds, deployment):
        self._chance = random.Random(seed)
        self._seconds, self._deployment = seconds, deployment
        self.spared = set()  # who is being restarted in an orderly way

    def harmed(self, at):
        return FIRST_HALF if at < self._seconds / 2 else SECOND_HALF

    def pause(self):
        """Seconds to the next kill."""
        mean = min(LONGEST, max(SHORTEST, self._seconds / 30))
        return self._chance.uniform(0, 2 * mean)

    def kill(self, at):
        """Kills one of those whose half it is, if it runs; returns whom."""
        service = self._chance.choice(self.harmed(at))
        pid = self._deployment.pid(service)
        if pid is None or service in self.spared:
            return None
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return None
        return service

    def choose(self, at):
        """Whom to restart in an orderly way."""
        return self._chance.choice(self.harmed(at))
