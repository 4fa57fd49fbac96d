"""What a campaign does to its programs, and when: drawn from the seed, so that a seed is a plan."""

import dataclasses
import random

import faults

PAUSE, FULL, BROKEN = "pause", "full", "broken"
KILL, POINT, STOP, DRAIN = "kill", "point", "stop", "drain"


@dataclasses.dataclass
class Life:
    """One life of the service, from ready to its end."""

    end: str  # KILL, POINT: dies at a fail-point, STOP: stops at one and is killed or goes on, DRAIN
    seconds: float
    fail_point: str | None = None
    incident: str | None = None  # PAUSE, FULL, BROKEN, at some moment of it
    incident_at: float = 0.0
    incident_seconds: float = 0.0
    continues: bool = False  # after STOP


class Plan:
    """Draws lives and faults."""

    def __init__(self, seed, fail_points, is_gentle=False):
        self._random = random.Random(seed)
        self._fail_points = fail_points  # name to the highest pass at which it is armed
        self._points = []
        self._has_checkpoint = False  # in the last set of points
        self._is_gentle = is_gentle  # drains only, and no faults on the way

    def life(self, seconds, is_late=False):
        """The next life, of about so many seconds.

        One that is late has no time for what takes some: on a busy machine that is how the kills still get done.
        """
        chance = self._random.random()
        length = max(0.05, seconds * self._random.uniform(0.4, 1.6))
        if self._is_gentle:
            return Life(DRAIN, length)
        life = Life(KILL, length)
        if is_late and self._random.random() < 0.7:
            return life
        if chance < 0.5:
            point = self._point()
            life.end, life.fail_point = POINT, f"{point}:{self._random.randint(1, self._fail_points[point])}:kill"
        elif chance < 0.56:
            point = self._point()
            life.end, life.fail_point = STOP, f"{point}:{self._random.randint(1, self._fail_points[point])}:stop"
            life.continues = self._random.random() < 0.4
        elif chance < 0.62:
            life.end = DRAIN
        if self._random.random() < 0.12:
            life.incident = self._random.choice((PAUSE, PAUSE, FULL, FULL, BROKEN))
            life.incident_at = self._random.uniform(0.05, length * 0.7)
            # Mostly short, now and then 3 s.
            life.incident_seconds = 0.1 + 2.9 * self._random.random() ** 4
        return life

    def _point(self):
        # Every point once before any comes again.
        if not self._points:
            self._points = list(self._fail_points)
            self._random.shuffle(self._points)
            # A life is seldom long enough for a checkpoint, so one is waited for: not each time.
            if self._has_checkpoint:
                self._points.remove("checkpoint")
            self._has_checkpoint = not self._has_checkpoint
        return self._points.pop()

    def fault(self):
        """The next fault on the way, and the seconds until the one after it."""
        draw = self._random
        kind = draw.choice(
            (faults.DELAY, faults.DELAY, faults.LIMIT, faults.SWALLOW, faults.PARTITION, faults.DUPLICATE,
             faults.DUPLICATE, faults.LOSE, faults.CUT, faults.RESET)
        )
        fault = faults.Fault(
            kind,
            route=draw.choice(("rpc", "rpc", "events", "*")),
            direction=draw.choice((faults.UP, faults.DOWN, faults.BOTH)),
            share=draw.choice((0.2, 0.5, 1.0)),
            seconds=draw.uniform(0.05, 0.6),
            cut=draw.random() < 0.3,
        )
        match kind:
            case faults.DELAY:
                fault.amount, fault.jitter = draw.uniform(0, 0.1), draw.choice((0.0, 0.05, 0.3))
            case faults.LIMIT:
                fault.amount = draw.choice((10_000, 200_000, 1_000_000))
            case faults.DUPLICATE:
                fault.route, fault.direction, fault.amount = "rpc", faults.UP, draw.choice((0.05, 0.3))
            case faults.LOSE:
                fault.route, fault.direction, fault.amount = "events", faults.DOWN, draw.choice((0.05, 0.3, 1.0))
            case faults.PARTITION | faults.SWALLOW:
                fault.seconds = draw.uniform(0.05, 0.3)
        return fault, draw.expovariate(1 / 0.7)

    def moment(self, low, high):
        """Seconds until something else."""
        return self._random.uniform(low, high)

    def chance(self, share):
        return self._random.random() < share
