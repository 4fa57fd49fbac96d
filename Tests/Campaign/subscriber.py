"""A subscriber that misses nothing, written from Protocols/events.md alone.

It writes each event it takes as a line of its view, exactly as it came, and goes on after the last whole line when it
is started again: the view is its memory. Lines that are no events: `{"from": …}` where it begins, `{"resynced": …}`
where it was told that history is cut.
"""

import argparse
import json
import os
import pathlib
import random
import secrets
import sys
import time

import zmq

import services
from records import texts_of_events

# Seconds an unanswered question is waited for.
TIMEOUT = 1.0
PAGE = 1_000


class View:
    """The file of what was taken."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.epoch = self.position = None
        if self.path.exists():
            self._remember()
        self._file = open(self.path, "ab", buffering=1 << 16)

    def _remember(self):
        text = self.path.read_bytes()
        # A crash may have cut the last line.
        whole = text.rfind(b"\n") + 1
        os.truncate(self.path, whole)
        for line in reversed(text[:whole].splitlines()):
            value = json.loads(line)
            at = value.get("from") or value.get("resynced") or value
            self.epoch, self.position = at["epoch"], int(at["sequence"])
            break

    def begin(self, epoch, sequence, word="from"):
        self.epoch, self.position = epoch, sequence
        self._file.write(json.dumps({word: {"epoch": epoch, "sequence": sequence}}).encode() + b"\n")

    def take(self, text, sequence):
        self._file.write(text)
        self._file.write(b"\n")
        self.position = sequence

    def flush(self):
        self._file.flush()


class Subscriber:
    """Follows one service's events: all of them, or those of one subject, whose topics are then the prefixes."""

    def __init__(self, context, service, rpc, events, prefixes, view, since=None):
        self.view = view
        self._snapshot_of = service.snapshot
        self._heartbeat = f"{service.name}.heartbeat."
        self._since = since  # where to begin, if the view does not say; None is now
        self.prefixes = prefixes
        self._context, self._rpc = context, rpc
        self._sync = f"~sync.{secrets.token_hex(16)}.".encode()
        self._buffer = {}  # sequence to (text, subject's previous sequence), above the position
        self.head = 0  # the newest sequence known to exist
        self._epoch_seen = None  # of the newest marker or heartbeat
        self._has_joined = False
        self._heartbeats = 0  # before joining
        self._pending = None  # (id, kind, when to give up) of the question that is out
        self._last_id = 0
        self.gaps = self.replays = self.joins = 0
        self.sub = context.socket(zmq.SUB)
        self.sub.linger = 0
        # Sooner back than those who order, so that most events come live.
        self.sub.reconnect_ivl, self.sub.reconnect_ivl_max = 10, 20
        topics = [*prefixes, self._heartbeat] if prefixes else [f"{service.name}."]
        for prefix in (*topics, self._sync.decode()):
            self.sub.subscribe(prefix)
        self.sub.connect(events)
        self.dealer = None
        self._dial()

    def _dial(self):
        """A fresh connection for questions: what was asked over the old one is not waited for."""
        if self.dealer is not None:
            self.dealer.close()
        self.dealer = self._context.socket(zmq.DEALER)
        self.dealer.linger = 0
        self.dealer.reconnect_ivl, self.dealer.reconnect_ivl_max = 50, 200
        self.dealer.connect(self._rpc)

    # What comes -----------------------------------------------------------------------------------------------------

    def receive(self, most=2_000):
        for _ in range(most):
            try:
                topic, text = self.sub.recv_multipart(zmq.DONTWAIT)
            except zmq.Again:
                return
            if topic == self._sync:
                self._marked(json.loads(text), joins=True)
            elif topic.decode() == self._heartbeat:
                self._marked(json.loads(text), joins=False)
            else:
                self._event(text)

    def _marked(self, marker, joins):
        self._epoch_seen = marker["epoch"]
        if joins:
            # A new connection. What came over the old one and waits behind a hole stays true: an epoch's past does not
            # change. What was asked may have gone to a service that is no more.
            self.joins += 1
            self._has_joined = True
            if marker["epoch"] != self.view.epoch:
                self._buffer.clear()
            self.head = max(marker["sequence"], max(self._buffer, default=0))
            if self._pending is not None:
                self._pending = None
                self._dial()
        elif not self._has_joined:
            # Two heartbeats without a marker: it was lost. What is missing is seen at each heartbeat, so go on without.
            self._heartbeats += 1
            self._has_joined = self._heartbeats > 1
        elif marker["epoch"] == self.view.epoch:
            self.head = max(self.head, marker["sequence"])

    def _event(self, text):
        if not self._has_joined:
            return
        event = json.loads(text)
        sequence = int(event["sequence"])
        if event["epoch"] != self._epoch_seen:
            return
        self.head = max(self.head, sequence)
        if self.view.position is None or sequence <= self.view.position:
            return
        if self.prefixes:
            # Of one subject, each event says which is the one before it; what does not follow waits for a replay.
            if int(event.get("previoussequence", 0)) <= self.view.position:
                self.view.take(text, sequence)
        elif len(self._buffer) < 50_000:
            self._buffer[sequence] = text
            self._drain()

    def _drain(self):
        """Takes what follows the position without a hole."""
        while (text := self._buffer.pop(self.view.position + 1, None)) is not None:
            self.view.take(text, self.view.position + 1)

    # What is asked --------------------------------------------------------------------------------------------------

    def ask(self, now):
        """Asks for what is missing, one question at a time."""
        if self._pending is not None:
            if now < self._pending[2]:
                return
            self._pending = None
            self._dial()
        if not self._has_joined:
            return
        if self.view.position is None and self._since is not None:
            self.view.begin(self._epoch_seen, self._since)
        if self.view.position is None or self.view.epoch != self._epoch_seen:
            self._question("snapshot", *self._snapshot_of, now)
        elif self.view.position < self.head:
            self.gaps += 1
            params = {"after": self.view.position, "limit": PAGE}
            if self.prefixes:
                params["topics"] = self.prefixes
            elif self._buffer:
                # No more than the hole: what came after it is here already.
                params["limit"] = max(1, min(min(self._buffer) - self.view.position - 1, PAGE))
            self._question("replay", "events.replay", params, now)

    def _question(self, kind, method, params, now):
        self._last_id += 1
        self._pending = (self._last_id, kind, now + TIMEOUT)
        self.dealer.send_json({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params})

    def answer(self, now):
        while True:
            try:
                text = self.dealer.recv(zmq.DONTWAIT)
            except zmq.Again:
                return
            reply = json.loads(text)
            if self._pending is None or reply["id"] != self._pending[0]:
                continue
            kind = self._pending[1]
            self._pending = None
            if "error" in reply:
                if reply["error"]["data"]["reason"] == "REPLAY_TRUNCATED":
                    self.view.epoch = None
                else:
                    self._pending = (None, kind, now + 0.1)
            elif kind == "snapshot":
                self._snapshot(reply["meta"])
            else:
                self._replayed(text, reply)

    def _snapshot(self, meta):
        self.view.begin(meta["epoch"], meta["sequence"], "from" if self.view.position is None else "resynced")
        self._epoch_seen = meta["epoch"]
        self._buffer = {sequence: text for sequence, text in self._buffer.items() if sequence > meta["sequence"]}
        self._drain()

    def _replayed(self, text, reply):
        if reply["meta"]["epoch"] != self.view.epoch:
            return
        self.replays += 1
        result = reply["result"]
        for event, line in zip(result["events"], texts_of_events(text)):
            sequence = int(event["sequence"])
            if sequence > self.view.position:
                self._buffer.pop(sequence, None)
                self.view.take(line, sequence)
        if self.prefixes:
            # Everything of ours up to there was looked at.
            self.view.position = max(self.view.position, result["next"])
        else:
            self._drain()


def main():
    parser = argparse.ArgumentParser(description="Follows a service's events and writes them down.")
    parser.add_argument("--service", choices=services.NAMES, required=True)
    parser.add_argument("--rpc", required=True)
    parser.add_argument("--events", required=True)
    parser.add_argument("--view", required=True)
    parser.add_argument("--prefix", action="append", default=[])
    parser.add_argument("--since", type=int, help="begin after this position of the present epoch")
    parser.add_argument("--lag", type=float, default=0, help="sleep up to so many seconds now and then")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    context = zmq.Context()
    chance = random.Random(arguments.seed)
    view = View(arguments.view)
    service = services.named(arguments.service)
    subscriber = Subscriber(
        context, service, arguments.rpc, arguments.events, arguments.prefix, view, arguments.since
    )
    goal = None
    is_asked = False
    while goal is None or subscriber.view.position is None or subscriber.view.position < goal:
        poller = zmq.Poller()
        poller.register(subscriber.sub, zmq.POLLIN)
        poller.register(subscriber.dealer, zmq.POLLIN)
        if not is_asked:
            poller.register(sys.stdin.fileno(), zmq.POLLIN)
        ready = dict(poller.poll(50))
        if sys.stdin.fileno() in ready:
            line = sys.stdin.readline()
            is_asked = True
            if not line:
                break
            goal = int(line)
        subscriber.receive()
        subscriber.answer(time.monotonic())
        subscriber.ask(time.monotonic())
        subscriber.view.flush()
        if arguments.lag and goal is None and chance.random() < 0.02:
            # It reads nothing meanwhile, as a program that is busy.
            time.sleep(chance.uniform(0, arguments.lag))
    subscriber.view.flush()
    print(json.dumps({"joins": subscriber.joins, "gaps": subscriber.gaps, "replays": subscriber.replays}))
    context.destroy(linger=0)


if __name__ == "__main__":
    main()
