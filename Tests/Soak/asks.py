"""What a caller wants of a service, and how it sends it until the answer is certain."""

import json
import random
import uuid

import zmq
from zmq.utils.monitor import parse_monitor_message

# Seconds.
TIMEOUT = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0


class Ask:
    """One call, until it is known what became of it. A write has a key.

    `allowed` are the reasons of refusals that may come. `done` gets the reply, or the refusal, with the attachments; what it
    returns is what is wrong with it, in words. A repeat has the key of another write.
    """

    __slots__ = ("method", "params", "key", "attachments", "allowed", "done", "is_repeat", "start", "sends", "flying", "due")

    def __init__(self, method, params=None, key=None, attachments=(), allowed=(), done=None, is_repeat=False):
        self.method, self.params, self.key, self.attachments = method, params or {}, key, attachments
        self.allowed, self.done, self.is_repeat = allowed, done, is_repeat
        self.start, self.sends, self.flying, self.due = None, 0, set(), 0.0


def new_key(chance):
    return str(uuid.UUID(int=chance.getrandbits(128), version=4))


def trace(key):
    """A traceparent that names the key, so that each event says which write caused it."""
    return f"00-{key.replace('-', '')}-{1:016x}-01"


class Caller:
    """One connection. `heard` gets each ask at its end, with the reply and the attachments."""

    def __init__(self, context, endpoint, seed, heard, timed):
        self._chance = random.Random(seed)
        self._heard, self._timed = heard, timed
        self._flying = {}  # id to (ask, when it was sent)
        self._waiting = []  # to be sent again, when they are due
        self._last_id = 0
        self._prefix = f"{self._chance.getrandbits(32):08x}"
        self.is_connected = False
        self.socket = context.socket(zmq.DEALER)
        self.socket.linger = 0
        # What is sent goes to a connection that is there, or is not sent: nothing arrives late.
        self.socket.immediate = True
        self.socket.reconnect_ivl, self.socket.reconnect_ivl_max = 40, 200
        self.monitor = self.socket.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_SUCCEEDED)
        self.socket.connect(endpoint)

    @property
    def unsettled(self):
        return len(self._waiting) + len({id(ask) for ask, _ in self._flying.values()})

    def close(self):
        self.socket.disable_monitor()
        self.monitor.close()
        self.socket.close()

    def add(self, asks, now):
        """Sends calls, several as one batch; they wait while nobody is there."""
        for ask in asks:
            ask.start, ask.due = now, now
        if self.is_connected:
            self._send(asks, now)
        else:
            self._waiting += asks

    def work(self, now):
        """Takes what has come, gives up what waits too long, and sends again what is due."""
        self._connection_changes(now)
        self._receive(now)
        for id in [id for id, (_, sent) in self._flying.items() if now - sent > TIMEOUT]:
            self._lost(id, now)
        if self.is_connected:
            due = [ask for ask in self._waiting if ask.due <= now]
            self._waiting = [ask for ask in self._waiting if ask.due > now]
            for ask in due:
                self._send([ask], now)

    def _send(self, asks, now):
        requests = []
        for ask in asks:
            self._last_id += 1
            id = f"{self._prefix}-{self._last_id}"
            request = {"jsonrpc": "2.0", "id": id, "method": ask.method, "params": ask.params}
            if ask.key is not None:
                request["meta"] = {"idempotencykey": ask.key, "traceparent": trace(ask.key)}
            ask.sends += 1
            ask.flying.add(id)
            self._flying[id] = (ask, now)
            requests.append(request)
        body = json.dumps(requests if len(requests) > 1 else requests[0]).encode()
        try:
            self.socket.send_multipart([body, *asks[0].attachments], zmq.DONTWAIT)
        except zmq.Again:
            # The connection has just gone; the monitor says so soon.
            for request in requests:
                self._lost(request["id"], now)

    def _connection_changes(self, now):
        while self.monitor.poll(0):
            event = parse_monitor_message(self.monitor.recv_multipart())
            self.is_connected = event["event"] == zmq.EVENT_HANDSHAKE_SUCCEEDED
            if not self.is_connected:
                self._receive(now)
                for id in list(self._flying):
                    self._lost(id, now)

    def _lost(self, id, now):
        ask, _ = self._flying.pop(id)
        ask.flying.discard(id)
        if not ask.flying:
            self._again(ask, now)

    def _again(self, ask, now, at_least=0.0):
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(ask.sends, 10)) * self._chance.uniform(0.5, 1)
        ask.due = now + max(pause, at_least)
        self._waiting.append(ask)

    def _receive(self, now):
        while True:
            try:
                text, *attachments = self.socket.recv_multipart(zmq.DONTWAIT)
            except zmq.Again:
                return
            replies = json.loads(text)
            for reply in replies if isinstance(replies, list) else (replies,):
                self._take(reply, attachments, now)

    def _take(self, reply, attachments, now):
        if reply["id"] not in self._flying:
            return
        ask, sent = self._flying.pop(reply["id"])
        self._timed(now - sent)
        ask.flying.discard(reply["id"])
        data = reply["error"]["data"] if "error" in reply else None
        if data and (data["retryable"] or data["outcome"] == "unknown") and data["reason"] not in ask.allowed:
            if not ask.flying:
                self._again(ask, now, at_least=data.get("retryafterms", 0) / 1_000)
            return
        for id in ask.flying:
            self._flying.pop(id, None)
        self._heard(ask, reply, attachments, now)
