"""What happens to workers and databases, one after the other, and when each began."""

import dataclasses
import random
import time

import records
from cluster import databases as states
from cluster.clocks import JUMPS
from cluster.gate import BOTH, TO_DATABASE, TO_WORKER
from cluster.settings import WEAKENED, Settings

# Seconds.
LEASE = 2.5
# Longer than Patroni's `ttl` and the election of another primary.
STANDSTILL = 25


@dataclasses.dataclass
class Fault:
    kind: str
    begin: int  # monotonic nanoseconds, as in the records


class Faults:
    """Harms one thing at a time, and waits until what was harmed is back, or may be."""

    def __init__(self, seed, workers, databases, clock=None, pools=None):
        """`clock` is that of the databases; without one no clock is touched, and without `pools` none of them."""
        self._clock, self._pools, self._settings = clock, pools, Settings(databases)
        self._random = random.Random(seed)
        self._workers, self._databases = workers, databases
        self.list = []
        self.failovers = 0

    def active(self):
        """The worker that takes writes; whoever runs, when none does just now."""
        running = [worker for worker in self._workers if worker.is_running]
        return next((worker for worker in running if worker.is_active), self._random.choice(running))

    def replica(self):
        active = self.active()
        return self._random.choice([worker for worker in self._workers if worker.is_running and worker is not active] or [active])

    def note(self, kind):
        self.list.append(Fault(kind, records.now()))

    def kill(self, worker, kind):
        self.note(kind)
        worker.kill()
        time.sleep(self._random.uniform(0.1, 4))
        worker.start()

    def kill_active(self):
        self.kill(self.active(), "kill of the active")

    def kill_replica(self):
        self.kill(self.replica(), "kill of a replica")

    def pause_active(self):
        worker = self.active()
        self.note("pause of the active beyond its lease")
        worker.pause()
        time.sleep(LEASE + self._random.uniform(0.5, 3))
        worker.go_on()

    def part(self):
        """Cuts a worker off from its databases, in one direction or both, for a time."""
        is_active = self._random.random() < 0.7
        worker = self.active() if is_active else self.replica()
        which = self._random.choice((BOTH, (TO_DATABASE,), (TO_WORKER,)))
        self.note(f"partition of {'the active' if is_active else 'a replica'} from its databases, "
                  + ("both ways" if which == BOTH else "one way"))
        worker.gate.shut(which)
        time.sleep(self._random.uniform(1, 6))
        worker.gate.open()
        if self._random.random() < 0.5:
            worker.gate.cut()

    def fail_over(self):
        """Has another database become the primary, by a kill or in an orderly way."""
        before = self._databases.wait_until_whole()
        if self._random.random() < 0.5:
            self.note("kill of the primary")
            self._databases.kill(states.PRIMARY)
        else:
            self.note("switchover of the databases")
            self._databases.switch_over()
        self.failovers += self._databases.wait_until_whole() != before

    def stand_still(self):
        """Has the primary's PostgreSQL stand still until another one is the primary, and go on."""
        before = self._databases.wait_until_whole()
        self.note("standstill of the primary")
        self._databases.stand_still(STANDSTILL)
        self.failovers += self._databases.wait_until_whole() != before

    def kill_member(self):
        state = self._random.choice((states.SYNCHRONOUS, states.STANDBY, states.ETCD))
        self.note(f"kill of {'an etcd' if state == states.ETCD else 'a ' + state}")
        self._databases.kill(state)

    def change_setting(self):
        """Has the primary promise less for a moment, as a tired operator does."""
        name, value = self._random.choice(WEAKENED)
        self._databases.wait_until_whole()
        self.note(f"change of {name}")
        self._settings.weaken(name, value)
        time.sleep(self._random.uniform(1, 4))
        self._settings.restore(name)

    def jump(self):
        """Sets the wall clock of the databases or of a worker wrong for a moment."""
        worker = next((worker for worker in self._workers if worker.clock), None)
        is_of_databases = worker is None or self._random.random() < 0.7
        clock = self._clock if is_of_databases else worker.clock
        self.note(f"jump of the clock of {'the databases' if is_of_databases else 'a worker'}")
        clock.set(self._random.choice(JUMPS))
        time.sleep(self._random.uniform(1, 4))
        clock.set(0)

    def kill_pools(self):
        """Ends the pools, and with them all connections of the worker before them."""
        self.note("kill of the pools")
        self._pools.kill()
        time.sleep(self._random.uniform(0, 3))
        self._pools.start()

    def minute(self):
        """About a minute and a half of faults, in an order of their own."""
        actions = [self.fail_over, self.stand_still, self.pause_active, self.part, self.kill_member,
                   self.kill_active, self.kill_active, self.kill_active, self.kill_replica]
        actions += [self.change_setting] + [self.jump] * (self._clock is not None) + [self.kill_pools] * (self._pools is not None)
        self._random.shuffle(actions)
        return actions

    def run(self, seconds):
        """Harms for so long; what was begun is ended."""
        end = time.monotonic() + seconds
        actions = []
        while time.monotonic() < end:
            actions = actions or self.minute()
            actions.pop()()
            # Enough that most of them meet a stream that somebody writes.
            time.sleep(min(self._random.uniform(1, 4), max(0, end - time.monotonic())))
