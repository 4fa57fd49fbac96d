"""Who calls past the proxy, when nobody is harmed: before the load, and after it."""

import json
import uuid

import zmq

import records
from caller import request
from intent import Intent, Wish
from keeper import ServiceFailed

# Seconds an answer is waited for, and how often.
TIMEOUT, TIMES = 1.0, 60


class Judge:
    """A caller of its own, whose writes are recorded like those of all others."""

    def __init__(self, context, place):
        self._context, self.place = context, place
        self._socket = None
        self._number = 0
        self._recorder = records.Recorder(place.judge)
        self._first = {}  # method to the result of its first write

    def close(self):
        self._recorder.close()
        if self._socket is not None:
            self._socket.close()

    def ask(self, method, params, attachments=(), **meta):
        """Asks until there is a result; returns its reply and the frames behind it. A write has the same key each time."""
        reply, _, *frames = self._call(Wish(method, params, attachments), meta)
        return reply, frames

    def write(self, method, params, attachments=(), **noted):
        """Has something done and writes it down; returns the reply."""
        intent = Intent(str(uuid.uuid4()), Wish(method, params, attachments, noted), records.now())
        reply, *_ = self._call(intent.wish, {"idempotencykey": intent.key, "traceparent": intent.trace})
        self._recorder.write(intent.record("judge") | {
            "end": "ok", "result": reply["result"], "sequence": reply["meta"]["sequence"],
            "epoch": reply["meta"]["epoch"], "finish": records.now(), "sends": 1,
        })
        self._recorder.flush()
        self._first.setdefault(method, reply["result"])
        return reply

    def first_result(self, method):
        """What its first write of a method was answered."""
        return self._first[method]

    def _call(self, wish, meta):
        for _ in range(TIMES):
            if self._socket is None:
                self._socket = self._context.socket(zmq.DEALER)
                self._socket.linger = 0
                self._socket.connect(self.place.endpoint("rpc", is_direct=True))
            self._number += 1
            self._socket.send_multipart([records.encode(request(self._number, wish, meta)).encode(), *wish.attachments])
            while self._socket.poll(TIMEOUT * 1_000):
                text, *frames = self._socket.recv_multipart()
                reply = json.loads(text, parse_float=str)
                if reply["id"] == self._number:
                    if "result" in reply:
                        return reply, text, *frames
                    if not reply["error"]["data"]["retryable"]:
                        raise ServiceFailed(f"{wish.method} is refused: {reply['error']}")
                    break
            self._socket.close()
            self._socket = None
        raise ServiceFailed(f"nobody answers {wish.method}")

    def stream(self):
        """Every event there is, and the position they lead to."""
        texts, after = [], 0
        while True:
            reply, text, *_ = self._call(Wish("events.replay", {"after": after, "limit": 1_000}), {})
            texts += records.texts_of_events(text)
            after = reply["result"]["next"]
            if reply["result"]["complete"]:
                return texts, after
