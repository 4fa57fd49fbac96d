"""A legitimate caller of web-gateway, as a process of its own: `http_witness.py KIND PORT TOKEN`.

KIND is `stays` (reads and orders over one connection), `fresh` (a new connection for each read and order) or `joins` (a new stream
of events each time, from where the last one ended). It works until its standard input ends, prints a line for each call or join
that is answered, and at the end what became of them as one JSON object. An order has a key, and is sent again until an answer
comes: after the time that the answer names, at once when the connection has ended, and else when an answer is late.
"""

import http.client
import json
import pathlib
import sys
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from tally import TIMEOUT, Tally, work  # noqa: E402

# Seconds that an answer is waited for before the request is sent again, and before the next try of who was hung up on.
AGAIN, PAUSE = 10, 0.01


class Refused(Exception):
    """An answer that says to come again, and after how many seconds."""


class Caller(Tally):
    """Reads and orders one after another over one connection."""

    def __init__(self, port, token):
        super().__init__()
        self.port = port
        self.headers = {"Authorization": f"Bearer {token}"}
        self.connection = None

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def attempt(self, ask):
        """One call or join: what `ask(connection)` returns, which is tried until it succeeds, or None when all was in vain."""
        start = time.monotonic()
        self.calls += 1
        answer = None
        while answer is None and time.monotonic() - start < TIMEOUT:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=AGAIN)
            try:
                answer = ask(self.connection)
            except Refused as refusal:
                time.sleep(float(refusal.args[0]))
            except TimeoutError:
                self.close()
            except (OSError, http.client.HTTPException):
                self.cut += 1
                self.close()
                time.sleep(PAUSE)
            self.repeated += answer is None
        self.times.append(time.monotonic() - start)
        return answer

    def open(self, connection, method, path, body=None, **headers):
        """Sends a request and returns the answer's head."""
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method, path, body, self.headers | named)
        answer = connection.getresponse()
        if answer.status in (429, 503):
            answer.read()
            raise Refused(answer.getheader("Retry-After", PAUSE))
        return answer

    def call(self, method, path, body=None, **headers):
        def ask(connection):
            answer = self.open(connection, method, path, body, **headers)
            return answer.status, answer.read()

        status, body = self.attempt(ask) or (0, b"")
        is_done = status in (200, 201) and isinstance(json.loads(body), dict)
        self.note(is_done)
        return is_done

    def round(self):
        self.call("GET", "/api/juice/stock")
        key = str(uuid.uuid4())
        order = {"Content_Type": "application/json", "Idempotency_Key": key}
        if self.call("POST", "/api/juice/orders", b'{"juice":"kiwi"}', **order):
            self.acknowledged.append(key)


class Fresh(Caller):
    """Connects for each read and each order, and leaves."""

    pause = 0.01

    def call(self, *arguments, **options):
        try:
            return super().call(*arguments, **options)
        finally:
            self.close()


class Joining(Caller):
    """Opens a stream from where the one before ended, reads all that came meanwhile and leaves."""

    pause = 0.05

    def __init__(self, *arguments):
        super().__init__(*arguments)
        # What the `id` of the last event said.
        self.last = None

    def read(self, connection):
        """Whether a whole stream came up to now, and no event was missed."""
        place = {"Last_Event_ID": self.last} if self.last else {}
        stream = self.open(connection, "GET", "/events?topics=juice.", **place)
        name, at, is_whole = "message", None, stream.status == 200
        for line in stream:
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "id":
                at = value
            elif not field and not value and at is not None:
                is_whole = is_whole and name != "resynced" and self.follows(at, name)
                self.last = at
                if name == "live":
                    return is_whole
                name, at = "message", None
        raise http.client.IncompleteRead(b"")

    def follows(self, place, name):
        """Whether an event is the next one, or what is no event stands where the last one did."""
        if self.last is None:
            return True
        (epoch, now), (epoch_before, before) = (text.rsplit("/", 1) for text in (place, self.last))
        return epoch == epoch_before and int(now) == int(before) + (name == "message")

    def round(self):
        self.note(self.attempt(self.read) is True)
        self.close()


KINDS = {"stays": Caller, "fresh": Fresh, "joins": Joining}


if __name__ == "__main__":
    kind, port, token = sys.argv[1:]
    work(KINDS[kind](int(port), token))
