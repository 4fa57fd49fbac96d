"""How the service starts, tells about itself, and ends."""

import json
import os
import signal
import time
import unittest

from juice_process import TIMEOUT, USAGE, JuiceTest
from protocol_files import PROTOCOLS, load, page_methods
from test_events import SIMILAR_FRUITS

FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")
# Seconds that an orderly end may take, also under load.
LONGEST_END = 5


class Lifecycle(JuiceTest):
    def assertEndsCleanly(self, service):
        """Exit code 0 in time, and nothing left but the store itself."""
        self.assertEqual(service.wait(LONGEST_END), 0, service.log)
        self.assertEqual(sorted(os.listdir(service.state)), ["juice.sqlite"])
        self.assertEqual(os.listdir(service.run), [])

    def test_sigterm_and_sigint_end_an_idle_service(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                service = self.start()
                client = self.client(service)
                self.subscriber(service).join()
                client.ok("juice.order", {"juice": "kiwi"})
                self.assertEqual(sorted(os.listdir(service.run)), ["juice.events", "juice.lock", "juice.rpc"])
                service.signal(number)
                self.assertEndsCleanly(service)

    def test_whatever_was_sent_before_sigterm_is_answered(self):
        service = self.start()
        clients = [self.client(service, delimiter=number == 1) for number in range(3)]
        clients[0].ok("juice.stock.set", {"levels": dict.fromkeys(FRUITS, 1_000_000)})
        sent = {client: [f"{number} {order}" for order in range(600)] for number, client in enumerate(clients)}
        for client, keys in sent.items():
            client.ok("service.ping")
            for key in keys:
                client.send("juice.order", {"juice": "mango"}, key=key, id=key)
        first = {client: client.receive() for client in clients}
        service.signal(signal.SIGTERM)
        done = {}
        for client, keys in sent.items():
            replies = [first[client]] + [client.receive() for _ in keys[1:]]
            self.assertEqual([reply["id"] for reply in replies], keys)
            for reply in replies:
                self.assertDoneOrUnavailable(reply)
                if "result" in reply:
                    done[reply["id"]] = reply.result_text
        self.assertEndsCleanly(service)
        client = self.client(self.start())
        self.assertEqual(len(client.replay()[0]), len(FRUITS) + len(done))
        for keys in sent.values():
            for key in keys:
                client.send("juice.order", {"juice": "mango"}, key=key, id=key)
            for key in keys:
                reply = client.receive()
                self.assertEqual(reply["meta"].get("replayed", False), key in done)
                self.assertIn(done.get(key), (None, reply.result_text))

    def assertDoneOrUnavailable(self, reply):
        if "error" in reply:
            data = reply["error"]["data"]
            told = (data["reason"], data["outcome"], data["retryable"])
            self.assertEqual(told, ("UNAVAILABLE", "not_applied", True), reply.text)

    def test_it_ends_under_a_load_that_does_not_end_and_answers_in_order_until_then(self):
        service = self.start()
        client = self.client(service)
        client.ok("juice.stock.set", {"levels": dict.fromkeys(FRUITS, 1_000_000)})
        answered, sent, window = [], 0, 32
        signalled = None
        while service.is_running:
            while sent - len(answered) < window and service.is_running:
                client.send("juice.order", {"juice": "mango"}, id=f"load {sent}")
                sent += 1
            if client.socket.poll(50):
                answered.append(client.receive())
            if signalled is None and len(answered) >= 300:
                signalled = time.monotonic()
                service.signal(signal.SIGTERM)
            self.assertLess(time.monotonic() - (signalled or time.monotonic()), LONGEST_END, "it does not end")
            self.assertLess(sent, 1_000_000)
        while client.socket.poll(0):
            answered.append(client.receive())
        self.assertEqual([reply["id"] for reply in answered], [f"load {number}" for number in range(len(answered))])
        for reply in answered:
            self.assertDoneOrUnavailable(reply)
        self.assertIn("UNAVAILABLE", {reply.reason for reply in answered})
        self.assertEndsCleanly(service)

    def test_service_drain_answers_and_ends_it(self):
        service = self.start()
        client = self.client(service)
        # A notification of a write is refused, and this is one.
        client.send_frames(b'{"jsonrpc":"2.0","method":"service.drain"}')
        client.ok("juice.order", {"juice": "mango"})
        result = client.ok("service.drain")
        self.assertConforms("service.drain.result", result)
        self.assertEqual(result, {"draining": True})
        self.assertEndsCleanly(service)

    def test_while_it_drains_it_tells_so_and_takes_no_work(self):
        service = self.start()
        client = self.client(service)
        client.ok("service.drain")
        end = time.monotonic() + LONGEST_END
        refused = None
        while refused is None:
            reply = client.call("juice.order", {"juice": "mango"})
            self.assertDoneOrUnavailable(reply)
            refused = reply.reason
            self.assertLess(time.monotonic(), end, "it takes orders while it drains")
        health = client.ok("service.health")
        self.assertConforms("service.health.result", health)
        failing = [check["name"] for check in health["checks"] if check["status"] == "failing"]
        self.assertEqual((health["status"], failing), ("NOT_SERVING", ["drain"]))
        client.ok("service.ping")
        self.assertEndsCleanly(service)

    def test_a_write_that_nobody_waits_for_is_refused_and_logged(self):
        service = self.start()
        client = self.client(service)
        client.send_frames(b'{"jsonrpc":"2.0","method":"juice.order","params":{"juice":"mango"}}')
        self.assertStock(client)
        self.assertEqual(client.ok("service.stats")["refusednotifications"], 1)
        self.assertIn("refused writes", service.log)

    def test_the_standard_methods_tell_the_truth(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service)
        subscriber.join()
        client.ok("juice.order", {"juice": "mango"}, key="k")
        client.ok("juice.order", {"juice": "mango"}, key="k")
        self.assertEqual(client.call("juice.order", {"juice": "strawberry"}).reason, "INSUFFICIENT_STOCK")
        client.send_frames(b'{"jsonrpc":"2.0","method":"juice.order","params":{"juice":"mango"}}')
        subscriber.changes(up_to=1)
        subscriber.heartbeat()
        self.assertEqual(len(client.replay()[0]), 1)
        results = {}
        for method in ("ping", "info", "stats", "health"):
            results[method] = client.ok(f"service.{method}")
            self.assertConforms(f"service.{method}.result", results[method])
        info, stats = results["info"], results["stats"]
        self.assertEqual({name: info[name] for name in results["ping"]}, results["ping"])
        self.assertEqual(info["endpoints"], {"rpc": [service.rpc], "events": [service.events]})
        kinds = {method["name"]: method["kind"] for method in info["methods"]}
        self.assertEqual(set(kinds), set(page_methods("juice")))
        writes = {"juice.order", "juice.stock.adjust", "juice.stock.set", "service.drain"}
        self.assertEqual({name for name, kind in kinds.items() if kind == "write"}, writes)
        self.assertEqual(results["health"]["status"], "SERVING")
        order = stats["methods"]["juice.order"]
        self.assertEqual((order["count"], order["errors"]), (3, {"INSUFFICIENT_STOCK": 1}))
        self.assertEqual((stats["replays"], stats["refusednotifications"], stats["undeliverable"]), (1, 1, 0))
        self.assertEqual((stats["commits"]["count"], stats["commits"]["failures"]), (1, 0))
        self.assertEqual(stats["events"], {"published": 1, "replayed": 1, "subscribers": 1, "markers": 1})

    def test_rpc_discover_returns_the_published_document(self):
        client = self.client(self.start())
        result = client.ok("rpc.discover")
        self.assertEqual(result, load(PROTOCOLS / "juice.openrpc.json"))
        self.assertConforms("rpc.discover.result", result)

    def test_each_process_has_an_id_of_its_own(self):
        service = self.start()
        first = self.client(service).ok("service.ping")
        self.assertEqual(service.stop(), 0)
        second = self.client(self.start()).ok("service.ping")
        self.assertNotEqual(first["id"], second["id"])

    def test_an_idle_service_rests(self):
        service = self.start()
        subscriber = self.subscriber(service)
        subscriber.join()
        subscriber.heartbeat()
        begin, used = time.monotonic(), processor_seconds(service.pid)
        for _ in range(3):
            subscriber.heartbeat()
        share = (processor_seconds(service.pid) - used) / (time.monotonic() - begin)
        self.assertLess(share, 0.03)


class Arguments(JuiceTest):
    def test_another_shop_brings_its_own_menu(self):
        menu = self.directory / "menu.json"
        menu.write_text(json.dumps(SIMILAR_FRUITS), "utf-8")
        client = self.client(self.start("--menu", menu))
        result = client.ok("juice.menu")
        self.assertConforms("juice.menu.result", result)
        self.assertEqual([juice["key"] for juice in result["juices"]], ["both"])
        self.assertEqual(result["juices"][0]["makeable"], 10)
        self.assertEqual([fruit["key"] for fruit in result["fruits"]], ["mango", "mango-kiwi"])
        self.assertEqual(client.ok("juice.order", {"juice": "both", "quantity": 10})["left"][1]["quantity"], 0)
        self.assertEqual(client.call("juice.order", {"juice": "mango"}).reason, "UNKNOWN_JUICE")

    def test_a_menu_that_is_wrong_is_refused_by_its_name(self):
        unknown_fruit = json.loads(json.dumps(SIMILAR_FRUITS))
        unknown_fruit["juices"][0]["recipe"][0]["fruit"] = "durian"
        for text in ("", "[]", "{}", '{"fruits": 1, "juices": []}', json.dumps(unknown_fruit)):
            menu = self.directory / "menu.json"
            menu.write_text(text, "utf-8")
            with self.subTest(text):
                self.assertIn(str(menu), self.assertRefusesToStart("--menu", menu))
        self.assertIn("nowhere.json", self.assertRefusesToStart("--menu", self.directory / "nowhere.json"))
        self.assertFalse((self.directory / "state").exists())

    def test_tcp_on_loopback_needs_a_flag(self):
        address = "tcp://127.0.0.1:*"
        for option in ("--bind-rpc", "--bind-events"):
            self.assertIn("--insecure-loopback", self.assertRefusesToStart(option, address))
        service = self.start("--bind-rpc", address, "--bind-events", address, "--insecure-loopback", "order")
        self.assertRegex(service.rpc, r"^tcp://127\.0\.0\.1:\d+$")
        client = self.client(service)
        subscriber = self.subscriber(service)
        subscriber.join()
        client.ok("juice.order", {"juice": "mango"})
        self.assertEqual(subscriber.changes(up_to=1)[0]["subject"], "mango")
        self.assertEqual(client.ok("service.info")["endpoints"], {"rpc": [service.rpc], "events": [service.events]})
        self.assertEqual(service.stop(), 0)

    def test_tcp_beyond_loopback_is_refused_even_with_the_flag(self):
        for address in ("tcp://0.0.0.0:*", "tcp://*:*", "tcp://[::]:*"):
            with self.subTest(address):
                log = self.assertRefusesToStart("--insecure-loopback", "operate", "--bind-rpc", address)
                self.assertIn("refuses to start", log)
                self.assertIn("--curve-key", log)

    def test_endpoints_that_make_no_sense_are_refused(self):
        nonsense = ("", "ipc://", "udp://127.0.0.1:1", "127.0.0.1:7101", "tcp://127.0.0.1:99999", "ipc:///no/such/x")
        for address in nonsense:
            with self.subTest(address):
                self.assertRefusesToStart("--insecure-loopback", "read", "--bind-rpc", address)

    def test_limits_are_obeyed_and_bad_ones_refused(self):
        for limit in ("", "frames", "frames=", "frames=0", "frames=x", "frames=9999", "no-such=1", "requests=-1"):
            with self.subTest(limit):
                self.assertIn("limit", self.assertRefusesToStart("--limit", limit))
        client = self.client(self.start("--limit", "requests-per-peer=2", "--limit", "frames=1"))
        ping = '{"jsonrpc":"2.0","id":1,"method":"service.ping"}'
        client.send_frames(f"[{ping},{ping}]".encode())
        self.assertEqual([reply.reason for reply in client.receive()], [None, None])
        client.send_frames(f"[{ping},{ping},{ping}]".encode())
        replies = client.receive()
        self.assertEqual([reply.reason for reply in replies], ["OVERLOADED"] * 3)
        self.assertConforms("reply", replies[0])
        client.send_frames(ping.encode(), b"attachment")
        self.assertEqual(client.receive().reason, "PAYLOAD_TOO_LARGE")

    def test_unknown_arguments_are_explained(self):
        for arguments in (["--no-such"], ["--log-level", "loud"], ["--insecure-loopback", "everything"], ["--retain-events", "0"], ["--retain-hours", "x"], ["--retain-hours", "0"]):
            with self.subTest(arguments):
                self.assertIn(arguments[0], self.assertRefusesToStart(*arguments, code=USAGE))


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    unittest.main()
