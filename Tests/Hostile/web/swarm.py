"""Many connections of one attacker, whose bytes are written and read as the attack wants it."""

import itertools
import select
import socket
import struct
import time

LINGER_NOTHING = struct.pack("ii", 1, 0)
# Lets the system choose a port when it connects, so that each address has all of them (ip(7), IP_BIND_ADDRESS_NO_PORT).
BIND_ADDRESS_NO_PORT = 24
# The most bytes that one connection sends before others have their turn.
TURN = 1 << 18


def connect(target, number=0, receive_buffer=None):
    """A connection that has said nothing yet, from an address of the attacker's own."""
    stranger = socket.socket()
    try:
        stranger.settimeout(1)
        stranger.setsockopt(socket.IPPROTO_IP, BIND_ADDRESS_NO_PORT, 1)
        if receive_buffer is not None:
            stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        stranger.bind((f"127.0.1.{number + 1}", 0))
        stranger.connect(("127.0.0.1", target.port))
        return stranger
    except OSError:
        stranger.close()
        raise


class _Stranger:
    """One connection, the pieces that it is to send, and what of the present one is left."""

    def __init__(self, connection, pieces):
        self.connection = connection
        self.pieces = iter(pieces)
        self.rest = memoryview(b"")
        self.has_heard = self.has_ended = False


class Swarm:
    """Keeps `size` connections open, each of which sends the pieces of a new `speak()`, as fast as they are taken.

    - pause: seconds between two pieces of a connection; also between two readings, where `reads` is a number.
    - reads: how many bytes are read at such a time: 0 for none, `None` for all that comes as it comes.
    - then: what is done behind the last piece: "stay", "leave" at once, "leave when answered", "reset" or "end", which says that
      nothing follows and stays.
    - receive_buffer: bytes that the system keeps for a reader.
    """

    def __init__(self, target, number, size, speak, pause=0, reads=None, then="stay", receive_buffer=None):
        self._target, self._number, self._size = target, number, size
        self._speak, self._pause, self._reads, self._then = speak, pause, reads, then
        self._receive_buffer = receive_buffer
        self._open = {}
        self._poll = select.epoll()
        #: How many connections were made, pieces sent whole, bytes taken, and bytes heard.
        self.made = self.sent = self.taken = self.heard = 0

    def run(self):
        """Until the attack is over; itself."""
        next_turn = time.monotonic()
        while not self._target.is_over():
            self._refill()
            for descriptor, events in self._poll.poll(0.005 if self._pause else 0.02):
                if descriptor in self._open:
                    self._serve(descriptor, events)
            if self._pause and time.monotonic() >= next_turn:
                next_turn = time.monotonic() + self._pause
                for descriptor in list(self._open):
                    self._take_turn(descriptor)
        for descriptor in list(self._open):
            self._drop(descriptor)
        self._poll.close()
        return self

    def _refill(self):
        # Some at a time, so that those that are there go on.
        for _ in range(min(32, self._size - len(self._open))):
            try:
                connection = connect(self._target, self._number, self._receive_buffer)
            except OSError:
                # No more are let in at the moment.
                self._target.wait(0.005)
                return
            connection.setblocking(False)
            stranger = _Stranger(connection, self._speak())
            self._open[connection.fileno()] = stranger
            self._poll.register(connection.fileno(), 0)
            self.made += 1
            if self._pause:
                self._take_turn(connection.fileno())
            else:
                self._watch(stranger, is_sending=True)

    def _watch(self, stranger, is_sending):
        events = select.EPOLLRDHUP
        if self._reads is None:
            events |= select.EPOLLIN
        if is_sending:
            events |= select.EPOLLOUT
        self._poll.modify(stranger.connection.fileno(), events)

    def _serve(self, descriptor, events):
        stranger = self._open[descriptor]
        if events & (select.EPOLLHUP | select.EPOLLERR) or events & select.EPOLLRDHUP and not events & select.EPOLLIN:
            return self._drop(descriptor)
        if events & select.EPOLLIN and not self._hear(descriptor, 1 << 16):
            return
        if events & select.EPOLLOUT:
            self._send(descriptor, TURN)

    def _take_turn(self, descriptor):
        """One piece, and as much as is read at a time."""
        stranger = self._open[descriptor]
        self._watch(stranger, is_sending=False)
        if self._reads and not self._hear(descriptor, self._reads):
            return
        self._send(descriptor, 1)

    def _hear(self, descriptor, count):
        """Reads; whether the connection is still there."""
        stranger = self._open[descriptor]
        try:
            piece = stranger.connection.recv(count)
        except BlockingIOError:
            return True
        except OSError:
            piece = b""
        self.heard += len(piece)
        stranger.has_heard = stranger.has_heard or bool(piece)
        is_done = stranger.has_ended and self._then == "leave when answered" and stranger.has_heard
        if not piece or is_done:
            self._drop(descriptor)
            return False
        return True

    def _send(self, descriptor, most):
        stranger = self._open[descriptor]
        left = most
        try:
            while left > 0 and not stranger.has_ended:
                if not stranger.rest:
                    piece = next(stranger.pieces, None)
                    if piece is None:
                        return self._end(descriptor)
                    stranger.rest = memoryview(piece)
                count = stranger.connection.send(stranger.rest)
                stranger.rest = stranger.rest[count:]
                self.taken += count
                self.sent += not stranger.rest
                left -= count
        except BlockingIOError:
            pass
        except OSError:
            self._drop(descriptor)

    def _end(self, descriptor):
        """All was said."""
        stranger = self._open[descriptor]
        stranger.has_ended = True
        if self._then == "reset":
            stranger.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER_NOTHING)
        if self._then in ("leave", "reset") or self._then == "leave when answered" and stranger.has_heard:
            return self._drop(descriptor)
        if self._then == "end":
            stranger.connection.shutdown(socket.SHUT_WR)
        self._watch(stranger, is_sending=False)

    def _drop(self, descriptor):
        # Closing takes it out of the poll as well.
        self._open.pop(descriptor).connection.close()


def once(*pieces):
    """What `speak` is for connections that all say the same."""
    return lambda: pieces


def again(*pieces):
    """The same over and over."""
    return lambda: itertools.cycle(pieces)
