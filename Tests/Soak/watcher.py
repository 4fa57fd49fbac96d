"""Watches the streams of several services and misses nothing, written from Protocols/events.md alone.

A line on standard input says where each stream ends; it goes on up to there.
"""

import argparse
import json
import pathlib
import secrets
import sys
import time

import zmq

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Campaign"))

from records import texts_of_events  # noqa: E402, because where it is had to be said first
from views import View  # noqa: E402

# Seconds an unanswered question is waited for.
TIMEOUT = 2.0
PAGE = 1_000
# The events that wait behind a hole; more are asked for again.
MOST_WAITING = 20_000
SNAPSHOTS = {"juice": "juice.stock.list", "expo": "expo.poster", "market": "market.products.list"}


class Watcher:
    """One stream, all of it."""

    def __init__(self, context, run, service, view):
        self._context, self._service, self._view = context, service, view
        self._rpc = f"ipc://{run}/{service}.rpc"
        self._heartbeat = f"{service}.heartbeat.".encode()
        self._sync = f"~sync.{secrets.token_hex(16)}.".encode()
        self._waiting = {}  # sequence to (text, event), above the position
        self._head, self._epoch = 0, None  # the newest that is known
        self._has_joined = False
        self._question = None  # (id, kind, when it is given up)
        self._last_id = 0
        self.sub = context.socket(zmq.SUB)
        self.sub.linger = 0
        self.sub.reconnect_ivl, self.sub.reconnect_ivl_max = 20, 200
        for topic in (f"{service}.".encode(), self._sync):
            self.sub.subscribe(topic)
        self.sub.connect(f"ipc://{run}/{service}.events")
        self.dealer = None
        self._dial()

    @property
    def position(self):
        return -1 if self._view.position is None else self._view.position

    def _dial(self):
        if self.dealer is not None:
            self.dealer.close()
        self.dealer = self._context.socket(zmq.DEALER)
        self.dealer.linger = 0
        self.dealer.connect(self._rpc)

    def work(self, now):
        self._receive()
        self._answers(now)
        self._ask(now)
        self._view.flush()

    def _receive(self):
        for _ in range(2_000):
            try:
                topic, text = self.sub.recv_multipart(zmq.DONTWAIT)
            except zmq.Again:
                return
            value = json.loads(text)
            if topic == self._sync:
                self._joined(value)
            elif topic == self._heartbeat:
                if self._has_joined and value["epoch"] == self._epoch:
                    self._head = max(self._head, value["sequence"])
            elif self._has_joined and value["epoch"] == self._epoch:
                self._event(text, value)

    def _joined(self, marker):
        """A new connection: what was asked may have gone to a process that is no more."""
        if marker["epoch"] != self._epoch:
            self._waiting.clear()
            self._head = 0
        self._epoch, self._has_joined = marker["epoch"], True
        self._head = max(self._head, marker["sequence"])
        if self._question is not None:
            self._question = None
            self._dial()

    def _event(self, text, event):
        sequence = int(event["sequence"])
        self._head = max(self._head, sequence)
        if self._view.position is not None and sequence > self._view.position and len(self._waiting) < MOST_WAITING:
            self._waiting[sequence] = (text, event)
            self._drain()

    def _drain(self):
        while (next_one := self._waiting.pop(self._view.position + 1, None)) is not None:
            self._view.take(*next_one)

    def _ask(self, now):
        if self._question is not None and now >= self._question[2]:
            self._question = None
            self._dial()
        if self._question is not None or not self._has_joined:
            return
        if self._view.epoch is None and self._head == 0:
            # From the beginning: nothing has happened yet.
            self._view.remark("from", self._epoch, 0)
        elif self._view.epoch != self._epoch:
            self._send("snapshot", SNAPSHOTS[self._service], {}, now)
        elif self._view.position < self._head:
            limit = min(min(self._waiting) - self._view.position - 1, PAGE) if self._waiting else PAGE
            self._send("replay", "events.replay", {"after": self._view.position, "limit": max(1, limit)}, now)

    def _send(self, kind, method, params, now):
        self._last_id += 1
        self._question = (self._last_id, kind, now + TIMEOUT)
        self.dealer.send_json({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params})

    def _answers(self, now):
        while True:
            try:
                text = self.dealer.recv(zmq.DONTWAIT)
            except zmq.Again:
                return
            reply = json.loads(text)
            if self._question is None or reply["id"] != self._question[0]:
                continue
            kind, self._question = self._question[1], None
            if "error" in reply:
                if reply["error"]["data"]["reason"] == "REPLAY_TRUNCATED":
                    self._view.epoch = None
                    self._head = max(self._head, 1)
                else:
                    self._question = (None, kind, now + 0.2)
            elif kind == "snapshot":
                self._snapshot(reply["meta"])
            elif reply["meta"]["epoch"] == self._view.epoch:
                for own, event in zip(texts_of_events(text), reply["result"]["events"]):
                    if int(event["sequence"]) > self._view.position:
                        self._waiting.pop(int(event["sequence"]), None)
                        self._view.take(own, event)
                self._drain()

    def _snapshot(self, meta):
        word = "from" if self._view.position is None else "resynced"
        self._view.remark(word, meta["epoch"], meta["sequence"])
        self._epoch = meta["epoch"]
        self._waiting = {at: event for at, event in self._waiting.items() if at > meta["sequence"]}
        self._drain()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", required=True)
    parser.add_argument("--views", required=True, type=pathlib.Path)
    parser.add_argument("services", nargs="+")
    arguments = parser.parse_args()
    context = zmq.Context()
    watchers = {
        service: Watcher(context, arguments.run, service, View(arguments.views / f"watcher-{service}.ndjson"))
        for service in arguments.services
    }
    goal = None
    while goal is None or any(watcher.position < goal[service] for service, watcher in watchers.items()):
        poller = zmq.Poller()
        if goal is None:
            poller.register(sys.stdin.fileno(), zmq.POLLIN)
        for watcher in watchers.values():
            poller.register(watcher.sub, zmq.POLLIN)
            poller.register(watcher.dealer, zmq.POLLIN)
        if sys.stdin.fileno() in dict(poller.poll(50)):
            line = sys.stdin.readline()
            if not line:
                break
            goal = json.loads(line)
        for watcher in watchers.values():
            watcher.work(time.monotonic())
    context.destroy(linger=0)


if __name__ == "__main__":
    main()
