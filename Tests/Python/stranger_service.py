"""A service of somebody else, written from Protocols/ alone: `counter`, which counts and never below zero.

It keeps everything in memory, and has what every service has: keys, numbered events, replay, the join marker and the lock. Of
`service.stats` it has only what a reader needs.
"""

import contextlib
import datetime
import fcntl
import hashlib
import json
import os
import threading
import time
import uuid

import zmq

STANDARD = ["service.ping", "service.info", "service.stats", "service.health", "service.drain", "rpc.discover"]
COUNT = {
    "type": "object",
    "required": ["number"],
    "properties": {"number": {"type": "integer", "minimum": 0, "maximum": 1_000_000, "description": "The number now."}},
}
AMOUNT = {"type": "integer", "minimum": -1_000, "maximum": 1_000}
NEGATIVE = {
    "code": 1,
    "message": "the number would be negative",
    "data": {"type": "urn:counter:problem:negative", "status": 409, "reason": "NEGATIVE", "outcome": "not_applied"},
}


def method(name, kind, role, summary, params=(), result=COUNT, errors=(), example=None):
    """A method as OpenRPC has it."""
    words = {"name": name, "summary": summary, "paramStructure": "by-name", "params": list(params)}
    words |= {"result": {"name": "result", "schema": result}, "errors": list(errors), "x-kind": kind, "x-role": role}
    return words | ({} if example is None else {"examples": [example]})


METHODS = [
    method("counter.get", "read", "read", "The number."),
    method(
        "counter.add",
        "write",
        "order",
        "Adds to the number.",
        params=[{"name": "amount", "summary": "What to add.", "required": True, "schema": AMOUNT}],
        errors=[{"$ref": "#/components/errors/NEGATIVE"}],
        example={
            "name": "example",
            "params": [{"name": "amount", "value": 5}],
            "result": {"name": "result", "value": {"number": 5}},
        },
    ),
    method("events.replay", "read", "read", "Past events, in order.", result={"type": "object"}),
    method(
        "service.outcome", "read", "read", "What became of a write.", result={"type": "object"},
        params=[{"name": "idempotencykey", "summary": "Its key.", "required": True, "schema": {"type": "string"}}],
    ),  # fmt: skip
    *[
        method(name, "write" if name == "service.drain" else "read", "operate" if name == "service.drain" else "read",
               "As every service.", result={"type": "object"})
        for name in STANDARD
    ],
]
DOCUMENT = json.dumps(
    {
        "openrpc": "1.3.2",
        "info": {"title": "counter-service", "version": "2.1.0", "description": "Counts, and never below zero."},
        "methods": METHODS,
        "components": {"schemas": {}, "errors": {"NEGATIVE": NEGATIVE}},
    }
)


class Refused(Exception):
    def __init__(self, code, reason, status, detail, final=False, **details):
        super().__init__(detail)
        data = {"type": f"urn:counter:problem:{reason.lower().replace('_', '-')}", "status": status, "reason": reason}
        data |= {"retryable": False, "outcome": "not_applied", "final": final, "detail": detail} | details
        message = NEGATIVE["message"] if reason == "NEGATIVE" else detail
        self.error = {"code": code, "message": message, "data": data}


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class StrangerService:
    """Serves in a thread of its own until it is closed. `run`: the run directory; `names`: whether it tells of its stream
    and its events in `service.info`, which services older than these members do not."""

    def __init__(self, run, names=True):
        run.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.rpc, self.events = f"ipc://{run}/counter.rpc", f"ipc://{run}/counter.events"
        self.number, self.requests, self.log, self.kept = 0, [], [], {}
        self._names = names
        self.type = "counter.changed"
        self._id, self._epoch, self._started = str(uuid.uuid4()), str(uuid.uuid4()), now()
        self._counts, self._begin = {}, time.monotonic()
        self._lock = os.open(run / "counter.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._path = run / "counter.lock"
        self._context = zmq.Context()
        self._router, self._publisher = self._context.socket(zmq.ROUTER), self._context.socket(zmq.XPUB)
        self._publisher.xpub_verbose = True
        for socket, place in ((self._router, self.rpc), (self._publisher, self.events)):
            socket.linger = 0
            socket.bind(place)
        self._wake, self._woken = os.pipe()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends it; the lock is given back, as at the end of a process."""
        if self._thread is None:
            return
        os.write(self._woken, b".")
        self._thread.join()
        self._thread = None
        self._context.destroy(linger=0)
        for descriptor in (self._wake, self._woken):
            os.close(descriptor)
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()
        os.close(self._lock)

    def _serve(self):
        poller = zmq.Poller()
        for source in (self._router, self._publisher, self._wake):
            poller.register(source, zmq.POLLIN)
        beat = time.monotonic()
        while True:
            ready = dict(poller.poll(max(0, (beat - time.monotonic()) * 1000)))
            if self._wake in ready:
                return
            if self._router in ready:
                self._answer(self._router.recv_multipart())
            if self._publisher in ready:
                topic = self._publisher.recv()
                if topic[:1] == b"\x01" and topic[1:].startswith(b"~sync."):
                    self._publisher.send_multipart([topic[1:], self._position()])
            if time.monotonic() >= beat:
                self._publisher.send_multipart([b"counter.heartbeat.", self._position()])
                beat = time.monotonic() + 1

    def _position(self):
        return json.dumps({"epoch": self._epoch, "sequence": len(self.log), "time": now()}).encode()

    def _answer(self, frames):
        head, text = frames[:-1], frames[-1]
        try:
            asked = json.loads(text)
        except ValueError:
            asked = None
        replies = [self._reply(one) for one in (asked if isinstance(asked, list) else [asked])]
        replies = [reply for reply in replies if reply is not None]
        if replies:
            reply = replies if isinstance(asked, list) else replies[0]
            self._router.send_multipart([*head, json.dumps(reply).encode()])

    def _reply(self, request):
        reply = {"jsonrpc": "2.0", "id": request.get("id") if isinstance(request, dict) else None}
        meta = {"source": "/counter-service", "epoch": self._epoch}
        try:
            if not isinstance(request, dict) or not isinstance(request.get("method"), str):
                raise Refused(-32600, "INVALID_REQUEST", 400, "the request is not an object with a method", final=True)
            if "id" not in request:
                return None
            self.requests.append(request)
            result, more = self._call(request["method"], request.get("params", {}), request.get("meta", {}))
            reply |= {"result": result, "meta": meta | {"sequence": len(self.log)} | more}
        except Refused as refusal:
            reply |= {"error": refusal.error, "meta": meta | {"sequence": len(self.log)}}
        return reply

    def _call(self, name, params, meta):
        if name not in [one["name"] for one in METHODS]:
            raise Refused(-32601, "METHOD_NOT_FOUND", 404, f'there is no method "{name}"', final=True, suggestions=[])
        self._counts[name] = self._counts.get(name, 0) + 1
        if name == "counter.add":
            return self._add(params, meta.get("idempotencykey"), str(self.requests[-1]["id"]))
        if name == "counter.get":
            return {"number": self.number}, {}
        if name == "events.replay":
            after = params.get("after", 0)
            wanted = [event for topic, event in self.log[after:] if self._is_wanted(topic, params)]
            return {"events": wanted, "next": len(self.log), "complete": True}, {}
        if name == "service.outcome":
            kept = self.kept.get(params.get("idempotencykey"))
            return (kept[1] if kept else {"state": "unknown"}), {}
        return self._about(name), {}

    @staticmethod
    def _is_wanted(topic, params):
        return any(topic.startswith(prefix) for prefix in params.get("topics", [""]))

    def _add(self, params, key, cause):
        amount = params.get("amount")
        if not isinstance(amount, int) or isinstance(amount, bool) or not -1_000 <= amount <= 1_000:
            fault = {"pointer": "/amount", "reason": "OUT_OF_RANGE", "detail": "amount must be -1000 to 1000"}
            raise Refused(-32602, "INVALID_PARAMS", 422, fault["detail"], final=True, violations=[fault])
        content = json.dumps(params, sort_keys=True)
        if key in self.kept:
            if self.kept[key][0] != content:
                raise Refused(-32008, "IDEMPOTENCY_KEY_REUSED", 422, "the key was used for something else", final=True)
            outcome = self.kept[key][1]
            return outcome["result"], {"replayed": True, "sequence": outcome["sequence"]}
        if self.number + amount < 0:
            raise Refused(1, "NEGATIVE", 409, f"it is {self.number}")
        self.number += amount
        sequence = len(self.log) + 1
        event = {"specversion": "1.0", "id": f"{self._epoch}/{sequence}", "source": "/counter-service"}
        event |= {"type": self.type, "subject": "all", "time": now(), "datacontenttype": "application/json"}
        event |= {"sequence": f"{sequence:020}", "epoch": self._epoch, "causationid": cause, "data": {"number": self.number}}
        if self.log:
            event["previoussequence"] = f"{sequence - 1:020}"
        self.log.append(("counter.changed.all.", event))
        if key is not None:
            result = {"number": self.number}
            outcome = {"state": "applied", "method": "counter.add", "sequence": sequence, "result": result}
            self.kept[key] = (content, outcome)
        self._publisher.send_multipart([b"counter.changed.all.", json.dumps(event).encode()])
        return {"number": self.number}, {}

    def _about(self, name):
        identity = {"name": "counter-service", "id": self._id, "version": "2.1.0"}
        if name == "service.info":
            kinds = [
                {"name": one["name"], "kind": one["x-kind"], "role": one["x-role"], "summary": one["summary"]}
                for one in METHODS
            ]
            info = {"description": "Counts, and never below zero.", "started": self._started, "methods": kinds}
            info["endpoints"] = {"rpc": [self.rpc], "events": [self.events]}
            named = {"stream": True, "events": ["counter.changed"], "runtime": "9.8.7"}
            named["contract"] = hashlib.sha256(DOCUMENT.encode()).hexdigest()
            return identity | info | (named if self._names else {})
        if name == "service.stats":
            methods = {method: {"count": count, "errors": {}} for method, count in self._counts.items()}
            uptime = int((time.monotonic() - self._begin) * 1000)
            return {
                "started": self._started,
                "uptimems": uptime,
                "methods": methods,
                "queue": {"depth": 0, "largest": 1},
                "commits": {"count": len(self.log)},
                "events": {"published": len(self.log)},
            }
        if name == "service.health":
            return {"status": "SERVING", "checks": [{"name": "drain", "status": "ok", "detail": "taking requests"}]}
        if name == "service.drain":
            return {"draining": True}
        return json.loads(DOCUMENT) if name == "rpc.discover" else identity
