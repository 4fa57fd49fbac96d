"""web-gateway as it is measured, what it stands beside, and clients that hold connections."""

import csv
import http.client
import json
import os
import re
import resource
import signal
import socket
import subprocess
import time

from programs import Program

NGINX = """
worker_processes auto;
worker_rlimit_nofile 20000;
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    keepalive_requests 1000000000;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        location / {{ default_type application/json; return 200 '{body}'; }}
    }}
}}
"""
# What a program has files for, beside those for other things.
MOST_CONNECTIONS = resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 512


class Web(Program):
    """A program that says the address at which it answers over HTTP."""

    def __init__(self, *words, log):
        super().__init__(*words, log=log)
        self.url = self.words["http"]
        self.port = int(self.url.rsplit(":", 1)[1])

    def settle(self):
        """Waits until the connections of those who have gone are closed."""
        while int(re.search(rb"^jangteo_web_connections (\d+)", self.get("/metrics"), re.M)[1]) > 100:
            time.sleep(0.1)

    def wait_for_connections(self, count):
        """Waits until it has accepted so many connections, or as many as it has files for: who makes them knows only of the system."""
        while len(os.listdir(f"/proc/{self.pid}/fd")) < min(count, MOST_CONNECTIONS):
            time.sleep(0.05)

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            body = response.read()
        finally:
            connection.close()
        if response.status != 200:
            raise RuntimeError(f"GET {path}: {response.status} {body[:300]}")
        return body


def load(url, connections, seconds, script=None):
    """Drives a server with wrk: requests a second, and latencies in µs. Fails where an answer was not one of success."""
    words = ["wrk", "--latency", "-t", 1, "-c", connections, "-d", f"{max(1, round(seconds))}s", "--timeout", "10s"]
    if script:
        words += ["-s", script]
    done = subprocess.run([str(word) for word in [*words, url]], capture_output=True, text=True)
    if done.returncode != 0 or "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise RuntimeError(f"wrk {url}: {done.stdout[-500:]}{done.stderr[-300:]}")
    found = {name: float(number) * {"us": 1, "ms": 1e3, "s": 1e6, "m": 6e7}[unit]
             for name, number, unit in re.findall(r"^ +(\d\d)% +([\d.]+)(us|ms|s|m) *$", done.stdout, re.M)}
    count = int(re.search(r"(\d+) requests in", done.stdout)[1])
    return {"rate": float(re.search(r"Requests/sec: +([\d.]+)", done.stdout)[1]), "count": count, "p50": found["50"], "p99": found["99"]}


def latencies(url, connections, seconds):
    """Drives a server with hey and says how long each request took, in µs, in their order of length.

    What wrk says of latencies is corrected for callers who do not wait for the answer before: one stall of the machine counts as
    hundreds of requests. This is what the requests that were sent have taken. Fails where an answer was not one of success.
    """
    words = ["hey", "-cpus", 1, "-c", connections, "-z", f"{seconds}s", "-t", 10, "-o", "csv", url]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=True)
    lines = list(csv.DictReader(done.stdout.splitlines()))
    if not lines or any(line["status-code"] != "200" for line in lines):
        raise RuntimeError(f"hey {url}: {done.stdout[-300:]}{done.stderr[-300:]}")
    return sorted(1e6 * float(line["response-time"]) for line in lines)


def gateway(stage, key="web", *options, service="juice"):
    """web-gateway before a service of the stage."""
    run = stage.service(service).run
    log = stage.new_folder("web") / "log"
    words = ["serve", "--listen", "127.0.0.1:0", "--run-dir", run, "--streams-per-caller", 12_000, *options]
    return stage.start(key, Web, stage.build / "web-gateway", *words, log=log)


def constant_server(stage, body):
    """Hummingbird that answers some bytes."""
    folder = stage.new_folder("constant")
    (folder / "body").write_bytes(body)
    return stage.start("constant", Web, stage.build / "ConstantServer", folder / "body", log=folder / "log")


def nginx(stage, body):
    """nginx that answers some bytes."""
    folder = stage.new_folder("nginx")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "conf").write_text(NGINX.format(folder=folder, port=port, body=body.decode()))
    words = ["sh", "-c", f'echo ready http=http://127.0.0.1:{port}; exec nginx -c "$0" -e "$1"', folder / "conf", folder / "errors"]
    program = stage.start("nginx", Web, *words, log=folder / "log")
    for _ in range(500):
        try:
            program.get("/")
            return program
        except ConnectionRefusedError:
            time.sleep(0.01)
    raise RuntimeError(f"nginx does not listen; {program.faults()}")


def streams(stage, what, web, count, *options, key="streams"):
    """Clients that hold connections, when all of them do."""
    log = stage.new_folder("streams") / "log"
    return stage.start(key, Program, stage.baselines / "streams", what, web.port, "--count", count, *options, log=log)


def figures(program, stage, is_ending=False):
    """What clients that hold connections have seen, at their end; fails where one has missed an event."""
    if not is_ending:
        program.process.send_signal(signal.SIGTERM)
    document = json.loads(program.wait().splitlines()[-1])
    if document["gaps"]:
        raise RuntimeError(f"{document['gaps']} gaps in streams of events")
    return document
