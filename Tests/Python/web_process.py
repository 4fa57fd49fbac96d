"""The real web-gateway before real services, and what a program needs to talk HTTP to it."""

import contextlib
import http.client
import json
import queue
import socket
import threading
import unittest

from juice_process import PROGRAMS, TIMEOUT, JuiceProcess, JuiceTest


class WebProcess(JuiceProcess):
    """One process of web-gateway, on a port that is free."""

    service = "web"

    @classmethod
    def program(cls):
        return PROGRAMS / "web-gateway"

    @classmethod
    def called(cls):
        return "web-gateway"

    def places(self):
        return ["serve", "--run-dir", self.run]


class Answer:
    """One response, whole."""

    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {dict(self.headers)} {self.body[:400]!r}"


class EventReader:
    """Reads server-sent events on a thread of its own, as a browser does: the lines of the format, and nothing else."""

    def __init__(self, port, path, last=None, connection=None, headers=None):
        self._connection = connection or http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        self._connection.request("GET", path, headers=(headers or {}) | ({"Last-Event-ID": last} if last else {}))
        self._socket = self._connection.sock
        self._response = self._connection.getresponse()
        assert self._response.status == 200, Answer(self._response)
        self.last, self.retry = last, None
        self._events = queue.Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        name, data = "message", None
        try:
            for line in self._response:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "id":
                    self.last = value
                elif field == "event":
                    name = value
                elif field == "data":
                    data = value
                elif field == "retry":
                    self.retry = int(value)
                elif not field and not value and data is not None:
                    self._events.put((name, json.loads(data), self.last))
                    name, data = "message", None
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass
        self._events.put(None)

    def next(self):
        """The next event: its name, its data, and the id; `None` at the end."""
        return self._events.get(timeout=TIMEOUT)

    def until(self, wanted):
        """Skips what comes before an event of a name."""
        while (event := self.next()) is not None:
            if event[0] == wanted:
                return event
        raise AssertionError(f"the stream has ended before {wanted}")

    def close(self):
        # The thread waits for a line, and holds what closing the connection would wait for.
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(TIMEOUT)
        self._connection.close()


class WebTest(JuiceTest):
    """A juice-service and a web-gateway before it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if not WebProcess.program().exists():
            raise unittest.SkipTest("web-gateway is not built: swift build")

    def web(self, *arguments, listen="127.0.0.1:0"):
        """Starts a web-gateway before the services of this test's run directory; ends it with the test."""
        run = self.directory / "run"
        process = WebProcess(self.directory, "--listen", listen, *arguments, run=run.name)
        self.addCleanup(process.close)
        ready = process.wait_ready()
        process.url, process.port = ready["http"], int(ready["http"].rsplit(":", 1)[1])
        return process

    def http(self, web):
        """A connection that is not open yet."""
        return http.client.HTTPConnection("127.0.0.1", web.port, timeout=TIMEOUT)

    def request(self, web, method, path, body=None, **headers):
        connection = self.http(web)
        self.addCleanup(connection.close)
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
            headers.setdefault("Content_Type", "application/json")
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        return Answer(connection.getresponse())

    def events(self, web, path="/events?topics=juice.", last=None):
        reader = EventReader(web.port, path, last, connection=self.http(web))
        self.addCleanup(reader.close)
        return reader

    def assertProblem(self, answer, status, reason=None):
        self.assertEqual(answer.status, status, answer)
        self.assertEqual(answer.headers["Content-Type"], "application/problem+json", answer)
        problem = answer.json()
        self.assertEqual(problem["status"], status, answer)
        if reason:
            self.assertEqual(problem["reason"], reason, answer)
        return problem


class WebBeforeJuice(WebTest):
    """A juice-service that runs, and a web-gateway whose callers have the role `role`."""

    role = "operate"

    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")
        self.gateway = self.web("--loopback-role", self.role)

    def call(self, method, path, body=None, **headers):
        return self.request(self.gateway, method, path, body, **headers)
