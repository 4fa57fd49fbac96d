"""What passes a proxy between two sockets, and what faults make of it."""

import collections

import faults
from splitter import MessageSplitter

# As much as a connection holds back, in each direction; a real one has buffers of this size too.
MOST_HELD = 512 << 10
# While a limit is in force, so many times a second some bytes pass.
LIMIT_STEPS = 20


class Flow:
    """One direction of a connection: what was read on one side and is not written on the other yet."""

    def __init__(self, connection, direction, source, target, splits):
        self.connection, self.direction = connection, direction
        self.source, self.target = source, target
        self.splitter = MessageSplitter() if splits else None
        self.held = collections.deque()  # [due, bytes]
        self.held_bytes = 0
        self.last_due = 0.0
        self.is_ended = False  # the source has sent its last byte
        self.is_blocked = False  # the target takes nothing at the moment
        self.allowance_time = None
        self.echoes = []  # messages to deliver again after the next one

    def find(self, kind):
        for fault in self.connection.faults:
            if fault.kind == kind and fault.goes(self.direction):
                return fault
        return None

    def wants_to_read(self):
        return not self.is_ended and self.held_bytes < MOST_HELD and not self.find(faults.PARTITION)

    def arrived(self, data, now, proxy):
        if self.splitter is not None:
            data = b"".join(self.delivered(self.splitter.feed(data), proxy))
        if not data:
            return
        if self.find(faults.SWALLOW):
            # From here on the framing is broken, so this connection cannot live on.
            self.connection.is_spoilt = True
            proxy.counts["swallowed_bytes"] += len(data)
            return
        delay = self.find(faults.DELAY)
        wait = delay.amount + proxy.random.random() * delay.jitter if delay else 0.0
        # One connection is a stream: nothing overtakes.
        self.last_due = max(self.last_due, now + wait)
        self.held.append([self.last_due, memoryview(data)])
        self.held_bytes += len(data)

    def delivered(self, pieces, proxy):
        """The pieces, with some of the messages twice, or not at all, while such a fault is on."""
        for piece, is_message in pieces:
            loss = is_message and self.find(faults.LOSE)
            if loss and proxy.random.random() < loss.amount:
                proxy.counts["lost"] += 1
                continue
            yield piece
            if not is_message:
                continue
            yield from self.echoes
            self.echoes.clear()
            fault = self.find(faults.DUPLICATE)
            if fault and proxy.random.random() < fault.amount:
                proxy.counts["duplicated"] += 1
                proxy.on_duplicate(piece)
                if proxy.random.random() < 0.5:
                    yield piece
                else:
                    self.echoes.append(piece)

    def flush(self, now):
        """Writes what is due. Raises OSError when the target is gone."""
        if self.find(faults.PARTITION):
            return
        limit = self.find(faults.LIMIT)
        allowance = None
        if limit:
            begun = self.allowance_time or now - 1 / LIMIT_STEPS
            allowance = int((now - begun) * limit.amount)
            if allowance < 1:
                return
            self.allowance_time = now
        while self.held and self.held[0][0] <= now and allowance != 0:
            data = self.held[0][1][:allowance]
            try:
                sent = self.target.send(data)
            except BlockingIOError:
                self.is_blocked = True
                return
            self.held_bytes -= sent
            if allowance is not None:
                allowance -= sent
            if sent == len(self.held[0][1]):
                self.held.popleft()
            else:
                self.held[0][1] = self.held[0][1][sent:]
                if allowance is None:
                    self.is_blocked = True
                    return
        if limit is None:
            self.allowance_time = None

    def next_due(self, now):
        """When something can be written; None when nothing is held or only the target decides."""
        if not self.held or self.is_blocked or self.find(faults.PARTITION):
            return None
        if self.find(faults.LIMIT):
            return max(self.held[0][0], now + 1 / LIMIT_STEPS)
        return self.held[0][0]


class Connection:
    """A caller's connection, and the one that was made to the service for it."""

    def __init__(self, route, caller, service):
        self.route = route
        self.faults = []
        self.is_spoilt = False
        # Only requests are delivered twice, and only publications are lost: elsewhere bytes are enough.
        self.up = Flow(self, faults.UP, caller, service, splits=route == "rpc")
        self.down = Flow(self, faults.DOWN, service, caller, splits=route == "events")

    @property
    def flows(self):
        return (self.up, self.down)

    @property
    def sockets(self):
        return (self.up.source, self.down.source)

    @property
    def is_quiet(self):
        """Whether nothing can happen until one of the sockets says so."""
        return not self.faults and not self.up.held and not self.down.held
