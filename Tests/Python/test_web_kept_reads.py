"""What web-gateway answers from memory is what the service would say, as docs/web.md promises: by real processes, with kills and a restore.

A longer history than that of CI: HISTORY_SECONDS=600 /usr/bin/python3 -m unittest discover -s Tests/Python -p test_web_kept_reads.py -k history
"""

import gzip
import http.client
import json
import math
import os
import random
import re
import signal
import threading
import time
import unittest

import campaign_files  # noqa: F401
from juice_process import TIMEOUT
from linearizability import Call, linearize
from test_backup import Maintenance
from web_process import Answer, WebTest

STOCK = "/api/juice/stock"
HISTORY_SECONDS = float(os.environ.get("HISTORY_SECONDS", "4"))
# After docs/web.md: what others have written elsewhere is seen after this at the latest.
STALE_SECONDS = 4
FRUITS = "strawberry", "banana", "pineapple", "kiwi", "mango"


class Client:
    """A caller with a connection of its own, which asks as often as it is told to."""

    def __init__(self, web):
        self._port, self._connection = web.port, None

    def __call__(self, method, path, body=None, **headers):
        self._connection = self._connection or http.client.HTTPConnection("127.0.0.1", self._port, timeout=TIMEOUT)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            body, headers["Content-Type"] = json.dumps(body), "application/json"
        self._connection.request(method, path, body, headers)
        return Answer(self._connection.getresponse())

    def close(self):
        if self._connection:
            self._connection.close()


def sequence(answer):
    """How far the stream had come."""
    return int(answer.headers["Jangteo-Position"].rsplit("/", 1)[1])


class KeptReadsTest(WebTest):
    """A service, and what is to be seen of the memory of a gateway before it."""

    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")

    def client(self, web):
        client = Client(web)
        self.addCleanup(client.close)
        return client

    def figure(self, web, name):
        text = self.request(web, "GET", "/metrics").body.decode()
        return sum(float(value) for value in re.findall(rf'^jangteo_web_kept_reads_{name}{{service="juice"}} (\S+)', text, re.M))

    def hits(self, web):
        return self.figure(web, "hits_total")

    def read_until_kept(self, web, client, path=STOCK):
        """Reads until an answer comes from memory: the stream has to be heard first."""
        before, end = self.hits(web), time.monotonic() + TIMEOUT
        while True:
            answer = client("GET", path)
            self.assertEqual(answer.status, 200, answer)
            if self.hits(web) > before:
                return answer
            self.assertLess(time.monotonic(), end, "no answer came from memory")

    def read_until(self, client, holds):
        end = time.monotonic() + TIMEOUT
        while not holds(answer := client("GET", STOCK)):
            self.assertLess(time.monotonic(), end, answer)
        return answer


class KeptReads(KeptReadsTest):
    def test_a_read_sees_each_write_that_was_answered_through_the_same_gateway(self):
        web = self.web("--loopback-role", "operate")
        reader, writer = self.client(web), self.client(web)
        self.read_until_kept(web, reader)
        for _ in range(300):
            written = writer("PATCH", STOCK, {"changes": {"mango": 1}})
            self.assertEqual(written.status, 200, written)
            self.assertEqual(reader("GET", STOCK).json()["version"], written.json()["version"])

    def test_a_read_at_a_position_sees_it_through_another_gateway(self):
        web, other = self.web("--loopback-role", "operate"), self.web("--loopback-role", "operate")
        reader, writer = self.client(web), self.client(other)
        self.read_until_kept(web, reader)
        for _ in range(300):
            written = writer("PATCH", STOCK, {"changes": {"mango": 1}})
            position = written.headers["Jangteo-Position"]
            seen = reader("GET", STOCK, Jangteo_Position=position)
            self.assertEqual(seen.json()["version"], written.json()["version"])
            epoch, at = position.split("=")[1].split("/")
            body = {"jsonrpc": "2.0", "id": 1, "method": "juice.stock.list", "meta": {"atleast": int(at)}}
            self.assertGreaterEqual(reader("POST", "/rpc/juice", body).json()["meta"]["sequence"], int(at))
        # One that is not there yet is not made up.
        body["meta"] = {"atleast": int(at) + 1000, "timeoutms": 100}
        self.assertEqual(reader("POST", "/rpc/juice", body).json()["error"]["data"]["reason"], "BEHIND")
        self.assertEqual(reader("GET", STOCK, Jangteo_Position="juice").status, 400)
        # A position of another history cannot be compared.
        self.assertEqual(reader("GET", STOCK, Jangteo_Position=f"juice=x{epoch}/{int(at) + 1000}").status, 200)

    def test_an_event_has_what_it_touches_asked_for_again(self):
        web, other = self.web("--loopback-role", "operate"), self.web("--loopback-role", "operate")
        reader = self.client(web)
        before = self.read_until_kept(web, reader)
        drops = self.figure(web, "drops_total")
        written = self.client(other)("PATCH", STOCK, {"changes": {"mango": 1}})
        self.read_until(reader, lambda answer: answer.json()["version"] == written.json()["version"])
        self.assertGreater(self.figure(web, "drops_total"), drops)
        self.assertNotEqual(before.headers["ETag"], reader("GET", STOCK).headers["ETag"])

    def test_what_is_kept_has_the_same_bytes_tags_and_position(self):
        web, plain = self.web("--loopback-role", "operate"), self.web("--loopback-role", "operate", "--no-read-cache")
        for _ in range(40):
            self.client(plain)("POST", "/api/juice/orders", {"juice": "mango", "quantity": 1})
            self.client(plain)("PATCH", STOCK, {"changes": {"mango": 9}})
        for path in STOCK, "/api/juice/menu", "/api/juice/orders?limit=20":
            kept, asked = self.client(web), self.client(plain)
            self.read_until_kept(web, kept, path)
            tag = asked("GET", path).headers["ETag"]
            compressed = {"Accept_Encoding": "gzip"}
            for headers in {}, compressed, {"If_None_Match": tag}, compressed | {"If_None_Match": tag[:-1] + '-gzip"'}:
                for method in "GET", "HEAD":
                    for _ in range(3):
                        one, two = kept(method, path, **headers), asked(method, path, **headers)
                        self.assertEqual((one.status, one.body), (two.status, two.body), (path, headers))
                        same = [dict(answer.headers) for answer in (one, two)]
                        for fields in same:
                            del fields["Date"]
                        self.assertEqual(*same)
                        if one.headers["Content-Encoding"]:
                            self.assertEqual(gzip.decompress(one.body), asked("GET", path).body)
        self.assertEqual(self.hits(plain), 0)

    def test_errors_and_questions_of_strangers_leave_nothing(self):
        web = self.web("--loopback-role", "operate")
        client = self.client(web)
        self.read_until_kept(web, client)
        held = self.figure(web, "bytes")
        for number in range(200):
            self.assertEqual(client("GET", f"/api/juice/orders?limit={number % 50 + 1}&after={10**6 + number}").status, 200)
        for _ in range(3):
            self.assertEqual(client("GET", "/api/juice/orders/ord-none").status, 404)
            self.assertEqual(client("GET", "/api/juice/orders?limit=0").status, 422)
        self.assertEqual(self.figure(web, "bytes"), held)

    def test_a_service_that_stands_still_is_not_spoken_for(self):
        web = self.web("--loopback-role", "operate")
        client = self.client(web)
        self.read_until_kept(web, client)
        self.service.signal(signal.SIGSTOP)
        try:
            # Until its last sign of life is too old.
            self.read_until(client, lambda answer: answer.status != 200)
        finally:
            self.service.signal(signal.SIGCONT)

    def test_a_service_that_was_killed_is_not_spoken_for(self):
        web = self.web("--loopback-role", "operate")
        client = self.client(web)
        self.read_until_kept(web, client)
        self.service.kill()
        self.assertProblem(self.read_until(client, lambda answer: answer.status != 200), 503)


class KeptReadsAndRestore(Maintenance, KeptReadsTest):
    def test_what_was_read_before_a_restore_is_not_given_behind_it(self):
        web = self.web("--loopback-role", "operate")
        client = self.client(web)
        old = client("GET", STOCK)
        self.backup()
        client("PATCH", STOCK, {"changes": {"mango": 5}})
        new = self.read_until_kept(web, client)
        self.assertNotEqual(new.body, old.body)
        self.service.kill()
        self.restore("--accept-older")
        self.service = self.start(run="run")
        # A write is answered by the restored service alone; from then on nobody is shown what was before.
        end = time.monotonic() + TIMEOUT
        while (written := client("PATCH", STOCK, {"changes": {"banana": 1}})).status != 200:
            self.assertLess(time.monotonic(), end, written)
        for _ in range(100):
            seen = client("GET", STOCK)
            self.assertEqual(seen.json()["version"], written.json()["version"])
            self.assertNotEqual(seen.headers["Jangteo-Position"].split("/")[0], new.headers["Jangteo-Position"].split("/")[0])


class History(KeptReadsTest):
    """Readers and writers through two gateways, while the service is killed."""

    def setUp(self):
        super().setUp()
        self.webs = [self.web("--loopback-role", "operate") for _ in range(2)]
        self.calls, self.newest, self.newest_sequence = [], None, -1
        self.lock, self.ends = threading.Lock(), threading.Event()

    @staticmethod
    def model(state, action):
        """The quantity of each fruit; a write tells those that it has changed."""
        kind, *told = action
        if kind == "read":
            return state if told[0] == state else None
        fruit, after = told
        index = FRUITS.index(fruit)
        if after not in (None, state[index] + 1):
            return None
        return (*state[:index], state[index] + 1, *state[index + 1:])

    def work(self, place, seed, names_position):
        draw, client = random.Random(seed), Client(self.webs[place])
        while not self.ends.is_set():
            writes = draw.random() < 0.1
            fruit, key = draw.choice(FRUITS), f"history-{seed}-{draw.getrandbits(60):x}"
            start, answer = time.monotonic_ns(), None
            headers = {"Jangteo_Position": self.newest} if names_position and self.newest else {}
            try:
                answer = client("PATCH", STOCK, {"changes": {fruit: 1}}, Idempotency_Key=key) if writes else client("GET", STOCK, **headers)
            except (OSError, http.client.HTTPException):
                client.close()
                client = Client(self.webs[place])
            answered = answer is not None and answer.status == 200
            with self.lock:
                if answered and sequence(answer) > self.newest_sequence:
                    self.newest, self.newest_sequence = answer.headers["Jangteo-Position"], sequence(answer)
            # Only now: who begins behind this names what was seen.
            finish = time.monotonic_ns()
            if writes:
                after = answer.json()["fruits"][0]["quantity"] if answered else None
                call = Call(start, finish if answered else math.inf, ("write", fruit, after), True, sequence(answer) if answered else None)
            elif answered:
                call = Call(start, finish, ("read", tuple(one["quantity"] for one in answer.json()["fruits"])), False)
            else:
                continue
            with self.lock:
                self.calls.append((place, names_position, call))
        client.close()

    def run_history(self):
        first = self.client(self.webs[0])("GET", STOCK).json()["fruits"]
        self.assertEqual(tuple(one["fruit"] for one in first), FRUITS)
        for web in self.webs:
            self.read_until_kept(web, self.client(web))
        threads = [threading.Thread(target=self.work, args=(place, seed, seed % 2 == 0)) for place in (0, 1) for seed in (2 * place, 2 * place + 1)]
        for thread in threads:
            thread.start()
        end = time.monotonic() + HISTORY_SECONDS
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(left, 1.3))
            self.service.kill()
            self.service = self.start(run="run")
        self.ends.set()
        for thread in threads:
            thread.join()
        return tuple(one["quantity"] for one in first)

    def assertLinearizable(self, calls, first):
        outcome = linearize(calls, self.model, first)
        self.assertIs(outcome.is_linearizable, True, outcome)

    def test_a_history_through_two_gateways_is_one_of_a_single_stock(self):
        first = self.run_history()
        hits = [self.hits(web) for web in self.webs]
        self.assertGreater(min(hits), 0)
        writes = [call for _, _, call in self.calls if call.changes]
        self.assertGreater(len(writes), 20)
        # Who names the newest position that anybody has seen reads as from the service itself.
        self.assertLinearizable(writes + [call for _, named, call in self.calls if named and not call.changes], first)
        # Each gateway by itself: what others wrote through the other one comes late, but not later than is promised.
        for here in (0, 1):
            calls = [
                call if place == here else Call(call.start, call.end + STALE_SECONDS * 10**9, call.action, True, call.hint)
                for place, _, call in self.calls if place == here or call.changes
            ]
            self.assertLinearizable(calls, first)
