"""Services behind brokers: libzmq's proxies in a row, sockets that put numbers before their requests, and what is no request."""

import itertools
import json
import pathlib
import random
import select
import subprocess
import sys
import unittest

import zmq

from brokers import Broker, chain
from expo_process import ExpoProcess
from gateway_process import Following, gateway
from juice_process import ROOT, TIMEOUT, JuiceProcess, JuiceTest
from market_process import MarketClient, MarketProcess, MarketTest
from test_calc_service import CalcProcess
from web_process import WebProcess, WebTest

PING = {"jsonrpc": "2.0", "id": "1", "method": "service.ping"}


class BrokerTest(JuiceTest):
    def broker(self, behind, **options):
        broker = Broker(self.directory, behind, **options)
        self.addCleanup(broker.close)
        return broker

    def chain(self, behind, length):
        brokers = chain(self.directory, behind, length)
        for broker in brokers:
            self.addCleanup(broker.close)
        return brokers[-1].endpoint if brokers else behind

    def socket(self, kind, endpoint, **options):
        socket = self.context.socket(kind)
        socket.linger = 0
        socket.rcvtimeo = TIMEOUT * 1000
        for name, value in options.items():
            socket.setsockopt(getattr(zmq, name), value)
        socket.connect(endpoint)
        self.addCleanup(socket.close)
        return socket


class Requests(BrokerTest):
    def test_every_service_answers_req_sockets_of_all_kinds_directly_and_behind_brokers_in_a_row(self):
        for process in (JuiceProcess, CalcProcess, ExpoProcess, MarketProcess):
            self.process = process
            name = process.service
            service = self.start(run=f"{name}.run", state=f"{name}.state")
            for length, options in itertools.product((0, 1, 3), ({}, {"REQ_RELAXED": 1, "REQ_CORRELATE": 1})):
                with self.subTest(name, brokers=length, **options):
                    requester = self.socket(zmq.REQ, self.chain(service.rpc, length), **options)
                    for _ in range(3):
                        requester.send_json(PING)
                        self.assertEqual(requester.recv_json()["result"]["name"], f"{name}-service")

    def test_eight_frames_of_address_are_sent_back_and_nine_are_refused_to_whoever_sent_them(self):
        client = self.client(self.start())
        for count in range(10):
            address = [b"%d" % number for number in range(count)] + [b""]
            client.send_frames(*address, json.dumps(PING).encode(), b"attachment", b"")
            *head, text = client.receive_frames()
            self.assertEqual(head, address)
            reply = json.loads(text)
            self.assertConforms("reply", reply)
            if count <= 8:
                self.assertEqual(reply["id"], "1")
            else:
                self.assertEqual(reply["error"]["data"]["reason"], "PAYLOAD_TOO_LARGE")

    def test_a_probe_is_passed_over_in_silence(self):
        service = self.start()
        for length in (0, 2):
            prober = self.socket(zmq.DEALER, self.chain(service.rpc, length), PROBE_ROUTER=1)
            prober.send_multipart([b"", json.dumps(PING).encode()])
            self.assertEqual(json.loads(prober.recv_multipart()[1])["id"], "1")
            self.assertFalse(prober.poll(0))
        self.assertEqual(service.stop(), 0, service.log)

    def test_json_before_an_empty_attachment_is_refused_and_not_passed_over(self):
        client = self.client(self.start())
        client.send_frames(json.dumps(PING).encode(), b"")
        self.assertEqual(json.loads(client.receive_frames()[-1])["error"]["data"]["reason"], "PARSE_ERROR")
        client.send_frames(json.dumps(PING | {"x": "x" * 300}).encode(), b"1", b"", b"2")
        (text,) = client.receive_frames()
        self.assertEqual(json.loads(text)["error"]["data"]["reason"], "INVALID_REQUEST")
        client.ok("service.ping")

    def test_hostile_envelopes_are_refused_or_passed_over_one_by_one(self):
        service = self.start()
        peer, witness = self.client(service), self.client(service)
        source = random.Random(47)
        pieces = [b"", b"", b"{", b"\0" * 5, b"x" * 255, b"x" * 256, json.dumps(PING).encode(), b"[]", b"\xff" * 4]
        for number in range(500):
            peer.send_frames(*[source.choice(pieces) for _ in range(source.randrange(1, 40))])
            if number % 50 == 0:
                witness.ok("service.ping")
        peer.send_frames(b"", json.dumps(PING | {"id": "last"}).encode())
        replies = 0
        while True:
            reply = json.loads(peer.receive_frames()[-1])
            self.assertConforms("reply", reply)
            if reply["id"] == "last":
                break
            replies += 1
        self.assertLessEqual(replies, 500)
        self.assertGreater(replies, 250)
        self.assertEqual(service.stop(), 0, service.log)

    def test_who_comes_through_a_broker_shares_its_part_of_the_work(self):
        service = self.start("--limit", "requests-per-peer=4")
        endpoint = self.chain(service.rpc, 1)
        batch = json.dumps([PING] * 3).encode()
        clients = [self.socket(zmq.DEALER, endpoint) for _ in range(8)]
        for client in clients:
            client.send_multipart([b"", batch])
        for client in clients:
            replies = json.loads(client.recv_multipart()[1])
            reasons = {reply["error"]["data"]["reason"] for reply in replies if "error" in reply}
            self.assertLessEqual(reasons, {"OVERLOADED"})
        alone = self.client(service)
        alone.ok("service.ping")


class Attachments(MarketTest, BrokerTest):
    def test_pictures_go_through_brokers_in_both_directions(self):
        service = self.start()
        service.rpc = self.chain(service.rpc, 2)
        client = MarketClient(self.context, service.rpc, delimiter=True)
        self.addCleanup(client.close)
        vendor = self.vendor(client)
        product = self.register(client, vendor)
        client.picture(url=product["images"][0]["url"])


class Programs(WebTest, BrokerTest):
    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")
        self.requests = self.broker(self.service.rpc)
        self.publisher = self.broker(self.service.events, events=True)
        self.places = {
            "JANGTEO_JUICE_RPC": self.requests.endpoint,
            "JANGTEO_JUICE_EVENTS": self.publisher.endpoint,
        }

    def order(self):
        done = gateway(self.service, "juice", "order", "mango", "--json", **self.places)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_gateway_orders_through_a_broker_and_misses_no_event_when_service_or_broker_come_back(self):
        watches = [Following(self.service, "watch", "juice", "--json", "--count", "3", **self.places) for _ in range(2)]
        for watch in watches:
            self.addCleanup(watch.close)
            while "watching" not in watch.remark():
                pass
        self.order()
        self.assertEqual(self.service.stop(), 0, self.service.log)
        self.service = self.start(run="run")
        self.order()
        self.publisher.close()
        self.order()
        self.broker(self.service.events, events=True, front=self.publisher.endpoint)
        for watch in watches:
            events = [json.loads(watch.line()) for _ in range(3)]
            self.assertEqual([int(event["sequence"]) for event in events], [1, 2, 3])
            self.assertEqual(watch.wait(), 0)

    def test_without_a_broker_nobody_is_there_and_without_a_worker_nobody_answers_in_time(self):
        self.assertEqual(self.service.stop(), 0, self.service.log)
        words = ("juice", "menu", "--timeout", "500ms", "--json")
        silent = gateway(self.service, *words, **self.places)
        self.assertEqual((silent.returncode, json.loads(silent.stdout)["error"]["data"]["reason"]), (4, "NO_ANSWER"))
        self.requests.close()
        pathlib.Path(self.requests.endpoint.removeprefix("ipc://")).unlink(missing_ok=True)
        absent = gateway(self.service, *words, **self.places)
        self.assertEqual((absent.returncode, json.loads(absent.stdout)["error"]["data"]["reason"]), (4, "UNREACHABLE"))

    def test_the_web_face_serves_through_brokers(self):
        web = WebProcess(self.directory, "--listen", "127.0.0.1:0", run="run", **self.places)
        self.addCleanup(web.close)
        web.port = int(web.wait_ready()["http"].rsplit(":", 1)[1])
        events = self.events(web)
        self.assertEqual(self.request(web, "GET", "/juice").status, 200)
        self.order()
        self.assertEqual(events.until("message")[1]["subject"], "mango")


class Workers(BrokerTest):
    process = CalcProcess

    def test_three_calc_services_behind_the_example_share_the_work_and_one_may_go(self):
        workers = [self.start(run=f"run{number}", state=f"state{number}") for number in range(3)]
        front = f"ipc://{self.directory}/broker.rpc"
        broker = subprocess.Popen(
            [sys.executable, ROOT / "examples" / "broker.py", front, *[worker.rpc for worker in workers]],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(broker.stdout.close)
        self.addCleanup(broker.wait, TIMEOUT)
        self.addCleanup(broker.kill)
        self.assertTrue(select.select([broker.stdout], [], [], TIMEOUT)[0], "the broker is not ready")
        self.assertEqual(broker.stdout.readline(), f"ready {front}\n")
        requester = self.socket(zmq.REQ, front)
        places = {"JANGTEO_CALC_RPC": front}

        def served():
            requester.send_json(PING)
            return requester.recv_json()["result"]["id"]

        found = set()
        while len(found) < 3:
            found.add(served())
        # An idle worker says nothing of itself, so it is asked.
        gone = self.client(workers[0]).ok("service.ping")["id"]
        self.assertEqual(workers[0].stop(), 0)
        for _ in range(3):
            done = gateway(workers[1], "calc", "eval", "1+2", **places)
            self.assertEqual((done.returncode, "3" in done.stdout), (0, True), done.stderr)
        # Done by those who are there.
        self.assertLessEqual({served() for _ in range(6)}, found - {gone})

    def test_the_example_deletes_no_file(self):
        notes = self.directory / "notes.txt"
        notes.write_text("my notes")
        done = subprocess.run(
            [sys.executable, ROOT / "examples" / "broker.py", f"ipc://{notes}", "ipc:///nowhere"],
            capture_output=True, text=True, check=False, timeout=TIMEOUT,
        )  # fmt: skip
        self.assertEqual((done.returncode, notes.read_text()), (1, "my notes"))
        self.assertIn("is no socket", done.stderr)


if __name__ == "__main__":
    unittest.main()
