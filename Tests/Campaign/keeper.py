"""Keeps a service running, and ends it as the plan says."""

import collections
import os
import signal
import time

import plan as plans
from disk import limit_files
from processes import ServiceProcess

# Seconds. Only bounds: a service that takes longer to start or to drain has failed.
STARTING = 30
DRAINING = 20

# EX_CONFIG of sysexits.h.
REFUSES_TO_START = 78


class ServiceFailed(Exception):
    """The service did something that no fault explains."""


class Keeper:
    """One service after the other on one store."""

    def __init__(self, service, place, agenda, plan, disk, pace):
        self._kind, self._place, self._agenda, self._plan, self._disk = service, place, agenda, plan, disk
        self._pace = pace  # gives the length of the next life, and whether kills are overdue
        self.service = None
        self.kills = self.drains = self.starts = 0
        self.starting_seconds = 0.0
        self.counts = collections.Counter()
        self.points = collections.Counter()
        self.is_ready = False
        self._is_full = False
        self._is_over = False  # nobody is to be harmed any more
        self._life = None
        self._expected = None  # how this process is to end: minus a signal, or 0
        self._number = 0

    def start(self, is_spared=False):
        """Starts the next life; one that is spared is left alone until somebody says otherwise."""
        self._number += 1
        self._life = None if self._is_over or is_spared else self._plan.life(*self._pace())
        self._expected = None
        self.is_ready = False
        self._began = time.monotonic()
        self._began_full = self._is_full
        self.service = ServiceProcess(self._kind, self._place, self._life.fail_point if self._life else None)
        self.starts += 1
        self._agenda.watch(self.service.output, self._heard)
        self._at(STARTING, self._check_started)

    def harm(self):
        """Begins with whoever was spared: what is to happen from now on needs a start with a plan."""
        self.is_ready = False
        self.kill()

    def stop_harming(self):
        """From now on the service is left alone; one that is not there is started."""
        self._is_over = True
        self._make_room()
        if self.service is not None and self.service.is_running:
            limit_files(self.service.pid)
            self.service.signal(signal.SIGCONT)
            # An armed fail-point would strike later.
            self.kill()

    def kill(self):
        """Ends it as a crash would."""
        self._expected = -signal.SIGKILL
        self.service.signal(signal.SIGKILL)

    @property
    def _log(self):
        return f"see {self._place.logs}/{self._kind.program}.log"

    # What the service does ------------------------------------------------------------------------------------------

    def _heard(self):
        data = os.read(self.service.output.fileno(), 4096)
        if data and not self.is_ready:
            self.is_ready = True
            # A slow average, for the pace of what follows.
            seconds = time.monotonic() - self._began
            self.starting_seconds = seconds if self.starts == 1 else 0.8 * self.starting_seconds + 0.2 * seconds
            self._live()
        elif not data:
            self._ended()

    def _ended(self):
        self._agenda.forget(self.service.output)
        code = self.service.process.wait()
        self.service.close()
        point = self.service.fail_point
        if code == -signal.SIGKILL:
            self.kills += 1
            if self._expected is None and point:
                self.points[point.split(":")[0]] += 1
        elif code == 0 and self._expected == 0:
            self.drains += 1
        elif code == REFUSES_TO_START and self._began_full and not self.is_ready:
            # On a full disk it refuses to start; whoever runs it tries again.
            return self._agenda.after(0.1, self.start)
        else:
            raise ServiceFailed(f"{self._kind.program} ended with {code}: {self._log}")
        if code == -signal.SIGKILL and self._expected is None and not point:
            raise ServiceFailed(f"{self._kind.program} was killed by somebody else; is there enough memory?")
        self.start()

    def _check_started(self):
        if not self.is_ready:
            raise ServiceFailed(f"{self._kind.program} is not ready after {STARTING} s: {self._log}")

    # What is done to it ---------------------------------------------------------------------------------------------

    def _at(self, seconds, action):
        """Does something later, if it is still the same process then."""
        number = self._number
        self._agenda.after(seconds, lambda: self._number == number and self.service.is_running and action())

    def _live(self):
        life = self._life
        if life is None:
            return
        if life.incident:
            self._at(life.incident_at, self._begin_incident)
        match life.end:
            case plans.KILL:
                self._at(life.seconds, self.kill)
            case plans.POINT:
                timeout = self._kind.point_timeouts.get(life.fail_point.split(":")[0], 0.3)
                self._at(life.seconds + timeout, self.kill)
            case plans.STOP:
                self._watch_stop()
                self._at(life.seconds + 0.5, self.kill)
            case plans.DRAIN:
                self._at(life.seconds, self._drain)

    def _drain(self):
        self._expected = 0
        self.service.signal(signal.SIGTERM)
        self._at(DRAINING, self._not_drained)

    def _not_drained(self):
        raise ServiceFailed(f"{self._kind.program} did not end within {DRAINING} s of SIGTERM")

    def _watch_stop(self):
        if not self.service.is_stopped:
            return self._at(0.02, self._watch_stop)
        self.points[self._life.fail_point.split(":")[0]] += 1
        self._at(self._plan.moment(0.02, 0.4), self._go_on if self._life.continues else self.kill)

    def _make_room(self):
        self._disk.empty()
        self._is_full = False

    def _go_on(self):
        self.service.signal(signal.SIGCONT)

    def _begin_incident(self):
        incident = self._life.incident
        if incident == plans.FULL and not self._disk.can_fill:
            incident = plans.BROKEN
        self.counts[incident] += 1
        match incident:
            case plans.PAUSE:
                self.service.signal(signal.SIGSTOP)
                self._at(self._life.incident_seconds, self._go_on)
            case plans.FULL:
                self._disk.fill()
                self._is_full = True
                # The disk stays full over the end of a process, too.
                self._agenda.after(self._life.incident_seconds, self._make_room)
            case plans.BROKEN:
                limit_files(self.service.pid, 4096)
                self._at(self._life.incident_seconds, lambda: limit_files(self.service.pid))
