"""A caller of a service, written from Protocols/envelope.md alone: a DEALER, keys, batches, and its own retries."""

import json
import uuid

import zmq
from zmq.utils.monitor import parse_monitor_message

import records
from intent import Intent

# Nanoseconds.
SECOND = 1_000_000_000
FIRST_PAUSE, LONGEST_PAUSE = SECOND // 10, SECOND
TIMEOUT = 2 * SECOND


class Caller:
    """One connection and what is asked over it."""

    def __init__(self, context, endpoint, recorder, workload, name, window=64):
        self.name, self.recorder, self.window = name, recorder, window
        self.workload = workload
        self._context, self._endpoint = context, endpoint
        self._waiting = []  # intents to send, when they are due
        self._flying = {}  # id to (intent, when to give the sending up)
        self._reads = {}  # id to (wish, start)
        self._ended = {}  # id of a sending to its intent, for answers that come again
        self._doubts = []  # intents that were given up and will be asked again
        self._last_id = 0
        self._newest_check = 0
        self.is_settling = False
        self.is_connected = False
        self._prefix = uuid.UUID(int=self.workload.random.getrandbits(128)).hex[:8]
        self.socket = context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.sndhwm = self.socket.rcvhwm = 0
        self.socket.reconnect_ivl, self.socket.reconnect_ivl_max = 40, 80
        self.monitor = self.socket.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_SUCCEEDED)
        self.socket.connect(endpoint)

    def close(self):
        self.socket.disable_monitor()
        self.monitor.close()
        self.socket.close()

    @property
    def unsettled(self):
        """How many intents have no certain end yet."""
        return len(self._waiting) + len({id(intent) for intent, _ in self._flying.values()}) + len(self._doubts)

    # Sending --------------------------------------------------------------------------------------------------------

    def work(self, now):
        """Sends what is due, gives up what waited too long, and thinks of something new if there is room."""
        self._connection_changes()
        if now - self._newest_check > SECOND // 20:
            self._newest_check = now
            self._give_up(now)
        if not self.is_connected:
            return
        if self.is_settling:
            self._waiting += self._doubts
            self._doubts.clear()
        # Never more under way than the window, also of what is sent again: else a slow service gets ever more to do.
        room = self.window - len(self._flying)
        batch, kept = [], []
        for intent in self._waiting:
            (batch if intent.due <= now and len(batch) < room else kept).append(intent)
        self._waiting = kept
        if not self.is_settling:
            while len(batch) < room - len(kept):
                batch.append(self._think(now))
        for intent in [intent for intent in batch if self.workload.is_alone(intent.wish)]:
            batch.remove(intent)
            self._send([intent], now)
        while batch:
            size = self.workload.random.choice((1, 8, 32, 32, 32))
            self._send(batch[:size], now)
            del batch[:size]

    def _think(self, now):
        random = self.workload.random
        if self._doubts and random.random() < 0.02:
            intent = self._doubts.pop(0)
            intent.deadline = None
            return intent
        deadline = now + random.randint(SECOND // 10, SECOND) if random.random() < 0.03 else None
        intent = Intent(self.workload.key(), self.workload.next(), now, deadline)
        if random.random() < self.workload.reads:
            self._read(now)
        return intent

    def _id(self):
        self._last_id += 1
        return f"{self._prefix}-{self._last_id}"

    def _send(self, intents, now):
        requests = []
        for intent in intents:
            id = self._id()
            meta = {"idempotencykey": intent.key, "traceparent": intent.trace}
            if intent.deadline:
                meta["timeoutms"] = max(1, (intent.deadline - now) // 1_000_000)
            requests.append(request(id, intent.wish, meta))
            intent.sends += 1
            intent.flying.add(id)
            self._flying[id] = (intent, now + TIMEOUT)
            self._ended[id] = intent
        body = requests[0] if len(requests) == 1 else requests
        # Those with attachments are alone.
        self.socket.send_multipart([records.encode(body).encode(), *intents[0].wish.attachments])
        while len(self._ended) > 20_000:
            del self._ended[next(iter(self._ended))]

    def _read(self, now):
        id, wish = self._id(), self.workload.read()
        self._reads[id] = (wish, now)
        self.socket.send(records.encode(request(id, wish)).encode())

    def _connection_changes(self):
        while self.monitor.poll(0):
            event = parse_monitor_message(self.monitor.recv_multipart())
            self.is_connected = event["event"] == zmq.EVENT_HANDSHAKE_SUCCEEDED
            if not self.is_connected:
                # Nothing that was sent will be answered any more, but for what has arrived already.
                self.receive()
                self._reads.clear()
                for id in list(self._flying):
                    self._lost(id, 0)

    def _give_up(self, now):
        for id in [id for id, (_, until) in self._flying.items() if until <= now]:
            self._lost(id, now)
        for intent in [intent for intent in self._waiting if intent.deadline and intent.deadline <= now]:
            self._waiting.remove(intent)
            self._give_up_for_now(intent)

    def _lost(self, id, now):
        intent, _ = self._flying.pop(id)
        intent.flying.discard(id)
        intent.is_doubtful = True
        if not intent.flying:
            intent.due = now
            self._waiting.append(intent)

    def _give_up_for_now(self, intent):
        end = "unknown" if intent.is_doubtful else "refused" if intent.sends else "unsent"
        self._record(intent, end)
        intent.deadline = None
        self._doubts.append(intent)

    # Answers --------------------------------------------------------------------------------------------------------

    def receive(self):
        """Takes the answers that are there."""
        while True:
            try:
                text, *attachments = self.socket.recv_multipart(zmq.DONTWAIT)
            except zmq.Again:
                return
            # A sum with a fraction stays as it was written.
            replies = json.loads(text, parse_float=str)
            now = records.now()
            for reply in replies if isinstance(replies, list) else (replies,):
                self._take(reply, attachments, now)

    def _take(self, reply, attachments, now):
        id = reply["id"]
        if id in self._reads:
            wish, start = self._reads.pop(id)
            self._record_read(wish, start, reply, attachments, now)
            return
        flying = self._flying.pop(id, None)
        if flying is None:
            # An answer that was given up, or came a second time: what it says must still be true.
            intent = self._ended.get(id)
            if intent is not None and "result" in reply:
                self._record(intent, "ok", reply, now)
            return
        intent, _ = flying
        intent.flying.discard(id)
        if "result" in reply:
            self._record(intent, "ok", reply, now)
            self.workload.saw(intent.wish, reply["result"])
            if self.workload.random.random() < 0.002 and not self.is_settling:
                other = self.workload.other(intent.wish)
                self._waiting.append(Intent(intent.key, other, now, is_reuse=True))
            return
        data = reply["error"]["data"]
        if data["outcome"] != "not_applied":
            intent.is_doubtful = True
        if data["retryable"]:
            self._pause(intent, data.get("retryafterms", 0), now)
        elif data["outcome"] != "not_applied" or (intent.is_doubtful and data["reason"] not in self.workload.final):
            # A sending that was not answered may be carried out yet.
            self._record(intent, "unknown", reply, now)
        else:
            self._record(intent, "refused", reply, now)

    def _pause(self, intent, wished, now):
        bound = min(FIRST_PAUSE << min(intent.failures, 6), LONGEST_PAUSE)
        intent.failures += 1
        intent.due = now + max(wished * 1_000_000, int(bound * self.workload.random.random()))
        if not intent.flying:
            self._waiting.append(intent)

    # Records --------------------------------------------------------------------------------------------------------

    def _record(self, intent, end, reply=None, now=None):
        record = intent.record(self.name) | {"end": end, "sends": intent.sends, "finish": now or records.now()}
        if reply is not None:
            record |= self._answer(reply)
        self.recorder.write(record)

    def _record_read(self, wish, start, reply, attachments, now):
        record = {"by": self.name, "method": wish.method, "params": wish.params, "start": start, "finish": now,
                  "end": "ok" if "result" in reply else "refused", **self._answer(reply)}
        if "result" in reply:
            record |= self.workload.looked_at(reply["result"], attachments)
            self.workload.saw(wish, reply["result"])
        self.recorder.write(record)

    def _answer(self, reply):
        meta = reply.get("meta", {})
        answer = {"sequence": meta.get("sequence"), "epoch": meta.get("epoch")}
        if meta.get("replayed"):
            answer["replayed"] = True
        if "result" in reply:
            answer["result"] = reply["result"]
        else:
            data = reply["error"]["data"]
            answer["error"] = data["reason"]
            answer |= {name: data[name] for name in self.workload.told if name in data}
        return answer

    def record_hung(self):
        """What has no end when there is no more time."""
        for intent in [*self._waiting, *self._doubts, *(intent for intent, _ in self._flying.values())]:
            self.recorder.write(intent.record(self.name) | {"hung": True, "finish": records.now()})


def request(id, wish, meta=None):
    """The JSON of a call."""
    value = {"jsonrpc": "2.0", "id": id, "method": wish.method, "params": wish.params}
    return value | {"meta": meta} if meta else value
