"""Debian's Prometheus with a store of the test's own: scrapes what it is told, and answers queries."""

import json
import pathlib
import shutil
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

from juice_process import TIMEOUT, free_port

PROMETHEUS, PROMTOOL = shutil.which("prometheus"), shutil.which("promtool")


class PrometheusServer:
    """A server that runs, and answers queries; `process` writes what it says to `log`."""

    def __init__(self, process, log, port):
        self._process, self._log, self.port = process, log, port

    def close(self):
        self._process.terminate()
        self._process.wait(TIMEOUT)
        self._log.close()

    def query(self, expression):
        """The samples of an instant query as `(labels, value)`."""
        text = urllib.parse.urlencode({"query": expression})
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/query?{text}", timeout=TIMEOUT) as answer:
                found = json.load(answer)["data"]["result"]
        except urllib.error.HTTPError as error:
            if error.code == 503:  # It reads its store first.
                raise
            raise AssertionError(f"{expression}: {error.read().decode()}") from error
        return [(sample["metric"], float(sample["value"][1])) for sample in found]

    def until(self, expression, holds, timeout=TIMEOUT):
        """Asks until an answer fulfils `holds`, which the next scrapes have to bring."""
        end, found = time.monotonic() + timeout, None
        while time.monotonic() < end:
            try:
                if holds(found := self.query(expression)):
                    return found
            except OSError:  # It does not listen yet.
                assert self._process.poll() is None, self._said()
            time.sleep(0.1)
        raise AssertionError(f"{expression} is {found} after {timeout} s; {self._said()}")

    def _said(self):
        self._log.seek(0)
        return self._log.read().decode()


class Prometheus(PrometheusServer):
    """One server, which scrapes a target every two seconds (a service that is away takes one) and evaluates rules."""

    def __init__(self, directory, target, rules):
        configuration = pathlib.Path(directory) / "prometheus.json"
        configuration.write_text(json.dumps({
            "global": {"scrape_interval": "2s", "scrape_timeout": "2s", "evaluation_interval": "1s"},
            "scrape_configs": [{"job_name": "jangteo", "static_configs": [{"targets": [target]}]}],
            "rule_files": [str(rules)],
        }))  # fmt: skip
        port = free_port()
        log = open(pathlib.Path(directory) / "prometheus.log", "w+b")
        process = subprocess.Popen(
            [PROMETHEUS, f"--config.file={configuration}", f"--storage.tsdb.path={directory}/prometheus",
             f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
        super().__init__(process, log, port)
