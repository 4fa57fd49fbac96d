"""Real services and a web-gateway before them, in a directory of their own, with a vendor who sells something."""

import contextlib
import http.client
import json
import pathlib
import tempfile

import zmq

from juice_process import PROGRAMS, TIMEOUT, JuiceProcess
from juice_sockets import JuiceClient
from pictures import png

SERVICES = ("juice", "calc", "expo", "market")


class Service(JuiceProcess):
    """One process of any service."""

    def __init__(self, service, directory):
        self.service = service
        super().__init__(directory)

    def program(self):
        return PROGRAMS / f"{self.service}-service"

    def called(self):
        return f"{self.service}-service"

    def places(self):
        return ["--run-dir", self.run] + ([] if self.service == "calc" else ["--state-dir", self.state])


class Web(JuiceProcess):
    """web-gateway, whose callers may do everything."""

    service = "web"

    def program(self):
        return PROGRAMS / "web-gateway"

    def called(self):
        return "web-gateway"

    def places(self):
        return ["serve", "--run-dir", self.run, "--listen", "127.0.0.1:0", "--loopback-role", "operate"]


class Stage:
    """What is under test: `url`, what is `known` there, and every process by its name."""

    def __init__(self, url, known, processes):
        self.url, self.known, self.processes = url, known, processes

    def ended(self):
        """The names of the processes that are no longer there, with what they wrote last."""
        return [f"{name} has ended: {one.log[-2000:]}" for name, one in self.processes.items() if not one.is_running]


@contextlib.contextmanager
def stage():
    with tempfile.TemporaryDirectory(prefix="http-campaign-") as name, contextlib.ExitStack() as stack:
        directory = pathlib.Path(name)
        processes = {}
        for service in SERVICES:
            processes[service] = stack.enter_context(contextlib.closing(Service(service, directory)))
            processes[service].wait_ready()
        processes["web"] = stack.enter_context(contextlib.closing(Web(directory)))
        url = processes["web"].wait_ready()["http"]
        vendor = admit(processes["market"])
        for number in range(1, 4):
            offer(url, vendor, number)
        yield Stage(url, vendor | names(url), processes)


def admit(market):
    with zmq.Context() as context:
        client = JuiceClient(context, market.rpc)
        account = client.ok("market.vendors.register", {"name": "동네 가게"})
        client.close()
    return {"identifier": account["identifier"], "secret": account["secret"]}


def names(url):
    """Names that something goes by."""
    menu, entries = read(url, "/api/juice/menu"), read(url, "/api/expo/entries?limit=100")
    return {
        "juices": [one["key"] for one in menu["juices"]],
        "fruits": [one["key"] for one in menu["fruits"]],
        "images": [one["image_name"] for one in entries["entries"]],
    }


def read(url, path):
    with contextlib.closing(http.client.HTTPConnection(url.removeprefix("http://"), timeout=TIMEOUT)) as connection:
        connection.request("GET", path)
        return json.load(connection.getresponse())


def offer(url, vendor, number):
    """Registers a product as an open-market client does."""
    form = {"name": f"상품 {number}", "description": "아주 좋은 상품입니다.", "price": 1000, "currency": "KRW", "stock": 1000}
    params = json.dumps(form | {"secret": vendor["secret"]}).encode()
    body = b'--edge\r\nContent-Disposition: form-data; name="params"\r\n\r\n' + params
    body += b'\r\n--edge\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n'
    body += png(8, 8, noise=str(number).encode()) + b"\r\n--edge--\r\n"
    headers = {"identifier": vendor["identifier"], "Content-Type": "multipart/form-data; boundary=edge"}
    with contextlib.closing(http.client.HTTPConnection(url.removeprefix("http://"), timeout=TIMEOUT)) as connection:
        connection.request("POST", "/api/products", body, headers)
        answer = connection.getresponse()
        assert answer.status == 201, answer.read()
