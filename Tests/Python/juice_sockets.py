"""A client and a subscriber of juice-service, written from Protocols/ alone."""

import itertools
import json
import re
import secrets
import time

import zmq
from zmq.utils.monitor import recv_monitor_message

from protocol_files import refuse_duplicates
from sanitizing import SANITIZER

# Seconds: see juice_process.TIMEOUT.
TIMEOUT = 300 if SANITIZER else 20

_decoder = json.JSONDecoder()
_space = re.compile(r"[ \t\r\n]*")


def parts(text):
    """The members of a JSON object, or the elements of an array, each as its own text exactly as it was sent."""
    after_space = lambda index: _space.match(text, index).end()
    index = after_space(0)
    is_object, index = text[index] == "{", after_space(index + 1)
    found = []
    while text[index] not in "}]":
        name = None
        if is_object:
            name, index = _decoder.raw_decode(text, index)
            index = after_space(after_space(index) + 1)
        start = index
        _, index = _decoder.raw_decode(text, start)
        found.append((name, text[start:index]))
        index = after_space(index)
        if text[index] == ",":
            index = after_space(index + 1)
    return dict(found) if is_object else [element for _, element in found]


class Silence(AssertionError):
    """Nothing came in time."""


class Reply(dict):
    """A reply, with the text that it came as."""

    def __init__(self, value, text):
        super().__init__(value)
        self.text = text

    @property
    def reason(self):
        """Why it was refused; None when it was not."""
        return self["error"]["data"]["reason"] if "error" in self else None

    @property
    def result_text(self):
        return parts(self.text)["result"]


class JuiceClient:
    """A DEALER. With `delimiter` it puts the empty frame of a REQ before each message, with `curve` (its keys and the
    server's public key) it speaks CURVE."""

    def __init__(self, context, endpoint, delimiter=False, curve=None):
        self._ids = itertools.count(1)
        self._head = [b""] if delimiter else []
        self.socket = context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.socket.sndhwm = self.socket.rcvhwm = 0
        self._monitor = self.socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
        if curve is not None:
            curve[0].apply(self.socket, curve[1])
        self.socket.connect(endpoint)

    def close(self):
        if not self.socket.closed:
            self.socket.disable_monitor()
            self._monitor.close()
            self.socket.close()

    def send_frames(self, *frames):
        """Sends frames after the delimiter, if there is to be one."""
        self.socket.send_multipart([*self._head, *frames])

    def send(self, method, params=None, key=None, id=None, **meta):
        """Sends a request and returns its id."""
        request = {"jsonrpc": "2.0", "id": next(self._ids) if id is None else id, "method": method}
        if params is not None:
            request["params"] = params
        if key is not None:
            meta["idempotencykey"] = key
        if meta:
            request["meta"] = meta
        self.send_frames(json.dumps(request, ensure_ascii=False).encode())
        return request["id"]

    def receive_frames(self):
        """The next message, delimiter and all."""
        if not self.socket.poll(TIMEOUT * 1000):
            raise Silence("no reply")
        return self.socket.recv_multipart()

    def receive(self, delimiter=None):
        """The next reply; a list of them if it is that of a batch.

        It must have the empty delimiter exactly if the request had; `delimiter` is for one that was sent differently.
        """
        frames = self.receive_frames()
        head = self._head if delimiter is None else [b""] * delimiter
        assert len(frames) == len(head) + 1 and frames[:-1] == head, frames
        text = frames[-1].decode()
        value = json.loads(text, object_pairs_hook=refuse_duplicates)
        if isinstance(value, list):
            return [Reply(*pair) for pair in zip(value, parts(text))]
        return Reply(value, text)

    def call(self, method, params=None, **options):
        """Sends a request and returns its reply, which must be the next that comes."""
        id = self.send(method, params, **options)
        reply = self.receive()
        assert reply["id"] == id, f"asked {id}, got {reply.text}"
        return reply

    def ok(self, method, params=None, **options):
        """Sends a request that must succeed and returns its result."""
        reply = self.call(method, params, **options)
        assert "result" in reply, reply.text
        return reply["result"]

    @property
    def was_disconnected(self):
        """Whether the connection was lost since the beginning."""
        return self._monitor.poll(0) != 0

    def wait_disconnected(self):
        """Waits until the service has closed the connection."""
        if not self._monitor.poll(TIMEOUT * 1000):
            raise Silence("the connection was not closed")
        recv_monitor_message(self._monitor)

    def replay(self, after=0, **params):
        """Every event after a position, as the texts that were sent, and the position reached."""
        texts = []
        while True:
            reply = self.call("events.replay", {"after": after, **params})
            texts += parts(parts(reply.result_text)["events"])
            result = reply["result"]
            assert result["complete"] or result["next"] > after, "no progress"
            after = result["next"]
            if result["complete"]:
                return texts, after


class Event(dict):
    """A published message, with its topic and the text that it came as."""

    def __init__(self, topic, text):
        super().__init__(json.loads(text, object_pairs_hook=refuse_duplicates))
        self.topic = topic
        self.text = text


class JuiceSubscriber:
    """A SUB that joins as events.md says: its `~sync.` topic is subscribed to last, before it connects."""

    def __init__(self, context, endpoint, prefixes, curve=None):
        self.sync_topic = f"~sync.{secrets.token_hex(8)}."
        self.socket = context.socket(zmq.SUB)
        # Of more subscriptions than that the last ones would be dropped without a word.
        self.socket.linger = self.socket.rcvhwm = self.socket.sndhwm = 0
        for prefix in (*prefixes, self.sync_topic):
            self.socket.subscribe(prefix)
        if curve is not None:
            curve[0].apply(self.socket, curve[1])
        self.socket.connect(endpoint)

    def close(self):
        self.socket.close()

    def receive(self, timeout=TIMEOUT):
        if not self.socket.poll(max(0, timeout) * 1000):
            raise Silence("no event")
        topic, text = self.socket.recv_multipart()
        return Event(topic.decode(), text.decode())

    def receive_until(self, is_last):
        """Everything up to the first message that `is_last` accepts, that one included."""
        events, end = [], time.monotonic() + TIMEOUT
        while not events or not is_last(events[-1]):
            events.append(self.receive(end - time.monotonic()))
        return events

    def join(self):
        """Waits for the marker and returns it; what came before it is not kept."""
        return self.receive_until(lambda event: event.topic == self.sync_topic)[-1]

    def heartbeat(self):
        """Waits for the next heartbeat and returns it."""
        return self.receive_until(lambda event: event.topic == "juice.heartbeat.")[-1]

    def changes(self, up_to):
        """The changes of stock up to a sequence, the heartbeats among them left out."""
        events = self.receive_until(lambda event: "specversion" in event and int(event["sequence"]) >= up_to)
        return [event for event in events if "specversion" in event]
