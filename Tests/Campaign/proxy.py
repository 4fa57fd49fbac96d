"""A proxy that harms what passes it, byte by byte: a connection here becomes a connection there, with faults between.

As a program it takes a line of JSON for each fault on standard input and ends with it:

    proxy.py --seed 1 --route rpc=/run/a.rpc>/run/b.rpc --route events=tcp:127.0.0.1:7201>tcp:127.0.0.1:7202
"""

import argparse
import collections
import errno
import json
import os
import random
import re
import selectors
import socket
import struct
import sys
import time

import faults
from flow import Connection

PIECE = 64 << 10


class Route:
    """A place to listen at, and the place that callers there are connected to."""

    def __init__(self, name, listen, connect):
        self.name = name
        self.connect_to = connect
        family, address = place(listen)
        self.listener = socket.socket(family, socket.SOCK_STREAM)
        if family == socket.AF_UNIX:
            remove(address)
        else:
            self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(address)
        self.listener.listen(128)
        self.listener.setblocking(False)

    def dial(self):
        """A connection to the service, or None when nobody is there."""
        family, address = place(self.connect_to)
        there = socket.socket(family, socket.SOCK_STREAM)
        there.setblocking(False)
        code = there.connect_ex(address)
        # A local connection is there at once, or refused; only TCP may say that it is on its way.
        if code not in (0, errno.EINPROGRESS):
            there.close()
            return None
        return there

    def close(self):
        family, address = self.listener.family, self.listener.getsockname()
        self.listener.close()
        if family == socket.AF_UNIX:
            remove(address)


class FaultProxy:
    """Any number of routes and the connections over them, on the thread that calls ``step``."""

    def __init__(self, routes, seed=0, on_duplicate=None):
        """`routes`: name to a pair of places, such as `{"rpc": ("/run/a.rpc", "tcp:127.0.0.1:7101")}`."""
        self.on_duplicate = on_duplicate or (lambda message: None)
        self.random = random.Random(seed)
        self.counts = collections.Counter()
        self._selector = selectors.DefaultSelector()
        self._routes = [Route(name, *places) for name, places in routes.items()]
        self._connections = set()
        self._restless = set()  # those that need a look, whatever their sockets say
        self._faults = []  # (end, fault)
        for route in self._routes:
            self._selector.register(route.listener, selectors.EVENT_READ, route)

    def close(self):
        for connection in list(self._connections):
            self._end(connection)
        for route in self._routes:
            route.close()
        self._selector.close()

    def watch(self, file, callback):
        """Has ``step`` call back when a file can be read."""
        self._selector.register(file, selectors.EVENT_READ, callback)

    # Faults ---------------------------------------------------------------------------------------------------------

    def apply(self, fault):
        """Begins a fault, or carries out a sudden one."""
        self.counts[fault.kind] += 1
        if fault.kind in faults.SUDDEN:
            for connection in self._chosen(fault):
                self._end(connection, resets=fault.kind == faults.RESET)
            return
        self._faults.append((time.monotonic() + fault.seconds, fault))
        for connection in self._chosen(fault):
            connection.faults.append(fault)
            self._restless.add(connection)

    def heal(self):
        """Ends all faults."""
        for _, fault in self._faults:
            self._over(fault)
        self._faults.clear()

    def _chosen(self, fault):
        return [each for each in list(self._connections) if fault.is_on(each.route) and self._is_hit(fault)]

    def _is_hit(self, fault):
        return self.random.random() < fault.share

    def _over(self, fault):
        for connection in list(self._connections):
            if fault in connection.faults:
                connection.faults.remove(fault)
                if connection.is_spoilt or fault.cut:
                    self._end(connection)

    # The loop -------------------------------------------------------------------------------------------------------

    def step(self, timeout=None):
        """Waits for something to do, at most `timeout` seconds, and does it."""
        now = time.monotonic()
        dues = [end for end, _ in self._faults]
        for connection in list(self._restless):
            self._interest(connection)
            dues += [due for flow in connection.flows if (due := flow.next_due(now)) is not None]
            if connection.is_quiet:
                self._restless.discard(connection)
        if dues:
            wait = max(0.0, min(dues) - now)
            timeout = wait if timeout is None else min(wait, timeout)
        for key, events in self._selector.select(timeout):
            if isinstance(key.data, Route):
                self._accept(key.data)
            elif isinstance(key.data, Connection):
                self._ready(key.data, key.fileobj, events)
            else:
                key.data()
        now = time.monotonic()
        for end, fault in [each for each in self._faults if each[0] <= now]:
            self._faults.remove((end, fault))
            self._over(fault)
        for connection in list(self._restless):
            self._move(connection, now)

    def _accept(self, route):
        for _ in range(16):
            try:
                caller, _ = route.listener.accept()
            except BlockingIOError:
                return
            caller.setblocking(False)
            service = route.dial()
            if service is None:
                caller.close()
                self.counts["refused"] += 1
                continue
            connection = Connection(route.name, caller, service)
            connection.faults = [
                fault for _, fault in self._faults if fault.is_on(route.name) and self._is_hit(fault)
            ]
            self._connections.add(connection)
            self._restless.add(connection)
            self.counts["connections"] += 1
            for side in connection.sockets:
                self._selector.register(side, selectors.EVENT_READ, connection)

    def _interest(self, connection):
        for flow, back in (connection.flows, connection.flows[::-1]):
            # A socket is read for one direction and written for the other.
            events = selectors.EVENT_READ * flow.wants_to_read() | selectors.EVENT_WRITE * back.is_blocked
            self._listen_for(flow.source, events, connection)

    def _listen_for(self, side, events, connection):
        known = self._selector.get_map().get(side)
        if events == 0:
            if known is not None:
                self._selector.unregister(side)
        elif known is None:
            self._selector.register(side, events, connection)
        elif known.events != events:
            self._selector.modify(side, events, connection)

    def _ready(self, connection, side, events):
        if connection not in self._connections:
            return
        self._restless.add(connection)
        flow, back = connection.flows if side is connection.up.source else connection.flows[::-1]
        if events & selectors.EVENT_WRITE:
            back.is_blocked = False
        if events & selectors.EVENT_READ:
            try:
                data = side.recv(PIECE)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if data:
                self.counts["bytes"] += len(data)
                flow.arrived(data, time.monotonic(), self)
            else:
                flow.is_ended = True

    def _move(self, connection, now):
        try:
            for flow in connection.flows:
                flow.flush(now)
        except OSError:
            return self._end(connection)
        # What was sent before an end arrives before it, however late.
        if any(flow.is_ended and not flow.held for flow in connection.flows):
            self._end(connection)

    def _end(self, connection, resets=False):
        if connection not in self._connections:
            return
        self._connections.remove(connection)
        self._restless.discard(connection)
        self.counts["ended"] += 1
        for side in connection.sockets:
            if side in self._selector.get_map():
                self._selector.unregister(side)
            if resets and side.family != socket.AF_UNIX:
                # A linger of 0 turns the end into a reset.
                side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            side.close()


def place(text):
    """The family and address of a path, or of `tcp:HOST:PORT`."""
    if not text.startswith("tcp:"):
        return socket.AF_UNIX, text
    host, port = text.removeprefix("tcp:").rsplit(":", 1)
    return socket.AF_INET, (host, int(port))


def remove(path):
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


def write_keys(path):
    """What writes the keys in a message to a file, a line each."""
    file = open(path, "ab", buffering=0)

    def write(message):
        file.write(b"".join(key + b"\n" for key in re.findall(rb'"idempotencykey":"([^"]*)"', message)))

    return write


def main():
    parser = argparse.ArgumentParser(description="Passes connections on, and harms them as told on standard input.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--duplicates", help="a file for the idempotency keys in what was delivered twice")
    parser.add_argument("--route", action="append", required=True, metavar="NAME=LISTEN>CONNECT")
    arguments = parser.parse_args()
    routes = {}
    for route in arguments.route:
        name, places = route.split("=", 1)
        routes[name] = places.split(">", 1)
    proxy = FaultProxy(routes, arguments.seed, arguments.duplicates and write_keys(arguments.duplicates))
    is_over = False
    rest = b""

    def read_faults():
        nonlocal is_over, rest
        data = os.read(sys.stdin.fileno(), PIECE)
        is_over = not data
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            order = json.loads(line)
            if order == "heal":
                proxy.heal()
            else:
                proxy.apply(faults.Fault(**order))

    proxy.watch(sys.stdin, read_faults)
    print("ready", flush=True)
    try:
        while not is_over:
            proxy.step()
    finally:
        proxy.close()
    print(json.dumps(proxy.counts), flush=True)


if __name__ == "__main__":
    main()
