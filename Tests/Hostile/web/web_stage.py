"""The programs that an attack over HTTP is about, and what it needs of them."""

import contextlib
import functools
import http.client
import json
import pathlib
import shutil
import subprocess
import tempfile

import zmq

from juice_process import PROGRAMS, TIMEOUT, JuiceProcess
from juice_sockets import JuiceClient
from pictures import png
from supervisor import memory
from web_process import WebProcess

# Who has a token, and what for. The joins of one caller do not count among the streams of another.
ROLES = {"stays": "order", "fresh": "order", "joins": "read", "stranger": "order"}
# Enough for every order of an attack.
STOCK = 1_000_000_000


@functools.cache
def tokens():
    """The text of a file of tokens, and the tokens by name."""
    with tempfile.TemporaryDirectory(prefix="hostile-tokens-") as directory:
        file = pathlib.Path(directory) / "tokens"
        words = [PROGRAMS / "gateway", "tokens", "create", "--tokens", file]
        made = {
            name: subprocess.run([*words, name, "--role", role], check=True, capture_output=True, text=True).stdout.strip()
            for name, role in ROLES.items()
        }
        return file.read_bytes(), made


def process_of(service):
    return type(f"{service}Process", (JuiceProcess,), {"service": service})


class Stage:
    """web-gateway before the services that an attack needs, in a directory of their own."""

    def __init__(self, directory, services, options):
        self._directory, self._options = directory, options
        self._closing = contextlib.ExitStack()
        self._services, self._names = {}, services
        file, self.tokens = tokens()
        self._tokens = directory / "tokens"
        self._tokens.write_bytes(file)
        self._tokens.chmod(0o600)
        self.start()
        #: MiB: what web-gateway has before anybody has asked.
        self.before = memory(self.web.pid, "VmRSS")

    def start(self):
        """Starts all, again when they were ended."""
        for name in self._names:
            self._services[name] = self._start(process_of(name)(self._directory))
        self.words = {name: process.wait_ready() for name, process in self._services.items()}
        arguments = ("--listen", "127.0.0.1:0", "--tokens", self._tokens, *self._options)
        self.web = self._start(WebProcess(self._directory, *arguments, SWIFT_BACKTRACE="enable=no"))
        self.port = int(self.web.wait_ready()["http"].rsplit(":", 1)[1])

    def _start(self, process):
        self._closing.callback(process.close)
        return process

    def fill(self):
        """Has something to sell, and somebody who sells it; the vendor, and the path of the picture."""
        with zmq.Context() as context:
            with contextlib.closing(JuiceClient(context, self.rpc("juice"))) as client:
                client.ok("juice.stock.set", {"levels": {"kiwi": STOCK}})
                self.epoch = client.call("juice.stock.list")["meta"]["epoch"]
            if "market" not in self._names:
                return None, None
            with contextlib.closing(JuiceClient(context, self.rpc("market"))) as client:
                vendor = client.ok("market.vendors.register", {"name": "가게"})
        return vendor, self._offer(vendor)

    # A small picture in a large file: what costs is its bytes.
    picture = png(8, 8, noise=b"x" * 200_000)

    def _offer(self, vendor):
        """Registers a product as a client of the open market does; the path of its picture."""
        form = {"name": "상품", "description": "아주 좋은 상품입니다.", "price": 1, "currency": "KRW", "stock": 1}
        body = b'--edge\r\nContent-Disposition: form-data; name="params"\r\n\r\n'
        body += json.dumps(form | {"secret": vendor["secret"]}).encode()
        body += b'\r\n--edge\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n'
        body += self.picture + b"\r\n--edge--\r\n"
        headers = {"identifier": vendor["identifier"], "Content-Type": "multipart/form-data; boundary=edge"}
        status, answer = self.ask("stranger", "POST", "/api/products", body, headers)
        assert status == 201, answer
        return "/" + json.loads(answer)["images"][0]["url"].split("/", 3)[3]

    def ask(self, name, method, path, body=None, headers=(), connection=None):
        """What the holder of a token is answered: the status, and the body."""
        if connection is None:
            with contextlib.closing(self._connect()) as connection:
                return self.ask(name, method, path, body, headers, connection)
        connection.request(method, path, body, dict(headers) | {"Authorization": f"Bearer {self.tokens[name]}"})
        answer = connection.getresponse()
        return answer.status, answer.read()

    def _connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)

    def lost(self, keys):
        """How many of the keys of each caller are not known to a juice-service and a web-gateway that were not attacked."""
        for process in (self.web, *self._services.values()):
            process.kill()
        self.start()
        count = 0
        for name, acknowledged in keys.items():
            with contextlib.closing(self._connect()) as connection:
                for key in acknowledged:
                    status, answer = self.ask(name, "GET", f"/api/outcomes/juice/{key}", connection=connection)
                    count += status != 200 or json.loads(answer)["state"] != "applied"
        return count

    def rpc(self, service):
        return self.words[service]["rpc"].split(",")[0]

    @property
    def service_peaks(self):
        """MiB: the most that each service has had, of those that live."""
        return {name: memory(process.pid, "VmHWM") for name, process in self._services.items() if process.is_running}

    def ended(self):
        """What has ended by itself, in words, with the last lines of its log."""
        return {
            process.called(): f"{process.called()} ended with {process.wait()}"
            for process in (self.web, *self._services.values())
            if not process.is_running
        }

    def close(self):
        self._closing.close()
        shutil.rmtree(self._directory, ignore_errors=True)
