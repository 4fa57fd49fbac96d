"""A collector of OTLP over HTTP in JSON: keeps the spans it is sent, or answers as a test wants."""

import http.server
import json
import queue
import ssl
import threading

from juice_process import TIMEOUT

SERVER, CLIENT = 2, 3


def plain(attributes):
    """The attributes of OTLP as a dictionary: numbers of 64 bits are texts there."""
    found = {}
    for attribute in attributes:
        ((kind, value),) = attribute["value"].items()
        found[attribute["key"]] = int(value) if kind == "intValue" else value
    return found


class Collector:
    """Listens on a port that is free, by TLS with a certificate and its key.

    `answer`: the status of each answer; `None` for none at all.
    """

    def __init__(self, answer=lambda: 200, certificate=None, key=None):
        self.answer, self._spans, self.requests = answer, queue.Queue(), queue.Queue()
        self._end = threading.Event()
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                status = collector.answer()
                collector.requests.put((self.path, dict(self.headers), status))
                if status is None:
                    collector._end.wait()
                    return
                if status == 200:
                    for resource in body["resourceSpans"]:
                        for scope in resource["scopeSpans"]:
                            for span in scope["spans"]:
                                span["resource"] = plain(resource["resource"]["attributes"])
                                span["attributes"] = plain(span.get("attributes", []))
                                collector._spans.put(span)
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._scheme = "https" if certificate else "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self):
        return f"{self._scheme}://127.0.0.1:{self._server.server_port}"

    def span(self):
        """The next span that comes."""
        return self._spans.get(timeout=TIMEOUT)

    def there(self):
        """The spans that have come and were not taken."""
        spans = []
        while not self._spans.empty():
            spans.append(self._spans.get())
        return spans

    def close(self):
        self._end.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
