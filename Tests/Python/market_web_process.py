"""The real web-gateway, and requests over plain sockets, byte for byte as a client writes them."""

import json
import os
import select
import signal
import socket
import subprocess
import time

from juice_process import PROGRAMS, TIMEOUT, NotReady


class WebProcess:
    """One process of web-gateway in front of the services of a run directory."""

    def __init__(self, run, *arguments, listen="127.0.0.1:0", **environment):
        self._process = subprocess.Popen(
            [PROGRAMS / "web-gateway", "serve", "--listen", listen, "--run-dir", run, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env=os.environ | environment,
        )
        end = time.monotonic() + TIMEOUT
        line = b""
        while not line.endswith(b"\n"):
            if not select.select([self._process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise NotReady("no ready line")
            piece = os.read(self._process.stdout.fileno(), 4096)
            if not piece:
                raise NotReady(f"it ended with {self._process.wait(TIMEOUT)}")
            line += piece
        words = line.decode().split()
        assert words[:2] == ["ready", "web-gateway"], line
        places = dict(word.split("=", 1) for word in words[2:])
        self.url, self.second = places["http"], places.get("http-v2")
        host, port = self.url.removeprefix("http://").rsplit(":", 1)
        self.address = host, int(port)

    def stop(self):
        """Ends it in an orderly way and returns the exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            self._process.stdout.close()


class Response:
    """Status, headers by their names in lower case, and body."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        # Sums stay the texts that they were written as.
        return json.loads(self.body, parse_float=str)

    def __repr__(self):
        return f"{self.status} {self.headers} {self.body[:2000]}"


class Connection:
    """One connection, kept alive over many requests."""

    def __init__(self, web, url=None):
        self._authority = (url or web.url).removeprefix("http://")
        host, port = self._authority.rsplit(":", 1)
        self._socket = socket.create_connection((host, int(port)), timeout=TIMEOUT)
        self._file = self._socket.makefile("rb")

    def send(self, method, path, headers=(), body=None, chunked=0, host=None):
        """Writes a request; `chunked` is how large the chunks are, 0 for a Content-Length."""
        fields = {"Host": host or self._authority, "Accept": "*/*", "User-Agent": "OpenMarket/1 CFNetwork/1331"}
        fields |= dict(headers)
        if body is not None and chunked:
            fields["Transfer-Encoding"] = "chunked"
        elif body is not None:
            fields["Content-Length"] = len(body)
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {text}\r\n" for name, text in fields.items())
        self._socket.sendall(head.encode() + b"\r\n")
        if body is None:
            return
        if not chunked:
            self._socket.sendall(body)
            return
        pieces = [body[start : start + chunked] for start in range(0, len(body), chunked)]
        framed = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        self._socket.sendall(framed + b"0\r\n\r\n")

    def receive(self):
        """Reads one response."""
        words = self._file.readline().decode().split(" ", 2)
        assert words[0] == "HTTP/1.1", words
        headers = {}
        while line := self._file.readline().decode().rstrip("\r\n"):
            name, text = line.split(":", 1)
            headers[name.lower()] = text.strip()
        if headers.get("transfer-encoding") == "chunked":
            body = b""
            while size := int(self._file.readline(), 16):
                body += self._file.read(size)
                self._file.readline()
            self._file.readline()
        else:
            body = self._file.read(int(headers.get("content-length", 0)))
        return Response(int(words[1]), headers, body)

    def request(self, method, path, headers=(), body=None, **options):
        """Sends a request and returns its response."""
        self.send(method, path, headers, body, **options)
        return self.receive()

    def is_ended(self):
        """Waits for the next byte or the end, which a reset is not."""
        return self._file.read(1) == b""

    def close(self):
        self._file.close()
        self._socket.close()
