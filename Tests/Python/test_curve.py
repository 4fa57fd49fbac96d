"""Who gets in over TCP, as what, and what is said about whom."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import unittest

import zmq
from zmq.utils.monitor import recv_monitor_message

from curve_keys import KeyRing, Keys
from juice_process import JuiceTest, TIMEOUT
from juice_sockets import JuiceClient

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hostile"))

import zmtp  # noqa: E402

ANY_PORT = "tcp://127.0.0.1:*"

ENDED = zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
ENDED |= zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL


class CurveTest(JuiceTest):
    """Tests of a juice-service that asks for keys."""

    def setUp(self):
        super().setUp()
        self.ring = KeyRing(self.directory)

    def start_guarded(self, *arguments, rpc=ANY_PORT, events=ANY_PORT, **options):
        return self.start("--bind-rpc", rpc, "--bind-events", events, *self.ring.arguments, *arguments, **options)

    def curve(self, keys):
        return keys, self.ring.server.public

    def handshake(self, endpoint, keys=None, server=None, kind=zmq.DEALER):
        """How the first handshake of a new client ends: the event and its number."""
        client = self.context.socket(kind)
        client.linger = 0
        if keys is not None:
            keys.apply(client, server or self.ring.server.public)
        monitor = client.get_monitor_socket(ENDED)
        try:
            client.connect(endpoint)
            self.assertTrue(monitor.poll(TIMEOUT * 1000), "no handshake")
            event = recv_monitor_message(monitor)
            return event["event"], event["value"]
        finally:
            client.disable_monitor()
            monitor.close(0)
            client.close(0)

    def reload(self, service):
        """Has the list of clients read again and waits until that is done."""
        before = service.log.count("read the list of clients again")
        service.signal(signal.SIGHUP)
        self.assertLogs(service, r"(?s)(read the list of clients again.*){%d}" % (before + 1))


class AdmissionTest(CurveTest):
    def test_a_known_key_gets_in_orders_and_sees_what_changes(self):
        alice = self.ring.allow("alice")
        service = self.start_guarded()
        self.assertRegex(service.rpc, r"^tcp://127\.0\.0\.1:\d+$")
        client = self.client(service, curve=self.curve(alice))
        subscriber = self.subscriber(service, curve=self.curve(alice))
        subscriber.join()
        client.ok("juice.order", {"juice": "mango"}, key="K1")
        self.assertEqual(subscriber.changes(up_to=1)[0]["subject"], "mango")
        self.assertEqual(service.stop(), 0)

    def test_everybody_else_is_refused_with_few_words_in_the_log(self):
        self.ring.allow("alice")
        service = self.start_guarded()
        alice, stranger, other_server = self.ring.allow("alice"), Keys(), Keys().public
        for endpoint, kind in ((service.rpc, zmq.DEALER), (service.events, zmq.SUB)):
            for _ in range(10):
                event = self.handshake(endpoint, stranger, kind=kind)
                self.assertEqual(event, (zmq.EVENT_HANDSHAKE_FAILED_AUTH, 400))
                event, _ = self.handshake(endpoint, kind=kind)
                # Both see that they do not speak the same; whoever hangs up first keeps the other from saying so.
                self.assertIn(event, (zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL, zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL))
                event, _ = self.handshake(endpoint, alice, other_server, kind=kind)
                self.assertEqual(event, zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)
        self.client(service, curve=self.curve(alice)).ok("service.ping")
        self.assertEqual(service.stop(), 0)
        lines = [line for line in service.log.splitlines() if "refused peers" in line]
        # The first at once, the others together; ten seconds later at the earliest, or at the end.
        self.assertLessEqual(len(lines), 1 + 1 + TIMEOUT // 10, service.log)
        counts = {name: sum(int(count) for count in re.findall(rf"\b{name}=(\d+)", "\n".join(lines)))
                  for name in ("count", "unknownkey", "nokey", "broken", "wrongserverkey")}
        self.assertEqual(counts["unknownkey"], 20, lines)
        self.assertGreaterEqual(counts["nokey"] + counts["broken"], 20, lines)
        self.assertGreater(counts["nokey"], 0, lines)
        self.assertGreaterEqual(counts["wrongserverkey"], 20, lines)
        self.assertIn(stranger.public.decode(), service.log)
        self.assertNotIn(self.ring.server.secret.decode(), service.log)

    def test_plain_and_older_protocols_are_refused(self):
        service = self.start_guarded()
        client = self.context.socket(zmq.DEALER)
        client.linger = 0
        client.plain_username, client.plain_password = b"alice", b"secret"
        monitor = client.get_monitor_socket(ENDED)
        client.connect(service.rpc)
        self.assertTrue(monitor.poll(TIMEOUT * 1000))
        self.assertNotEqual(recv_monitor_message(monitor)["event"], zmq.EVENT_HANDSHAKE_SUCCEEDED)
        client.disable_monitor()
        monitor.close(0)
        client.close()
        for greeting in (OLD_GREETINGS):
            with self.subTest(greeting):
                self.assertEqual(talk(service.rpc, greeting, OLD_REQUEST), b"")

    def test_all_interfaces_can_be_bound_with_keys(self):
        alice = self.ring.allow("alice")
        service = self.start_guarded(rpc="tcp://*:*", events="tcp://0.0.0.0:*")
        service.rpc = service.rpc.replace("*", "127.0.0.1").replace("0.0.0.0", "127.0.0.1")
        self.client(service, curve=self.curve(alice)).ok("service.ping")
        self.assertEqual(self.handshake(service.rpc, Keys()), (zmq.EVENT_HANDSHAKE_FAILED_AUTH, 400))

    def test_the_environment_names_the_keys_too(self):
        alice = self.ring.allow("alice")
        environment = {"JANGTEO_CURVE_KEY": str(self.ring.file), "JANGTEO_CLIENTS": str(self.ring.directory)}
        environment["JANGTEO_JUICE_RPC"] = ANY_PORT
        service = self.start(**environment)
        self.client(service, curve=self.curve(alice)).ok("service.ping")

    def test_between_two_network_namespaces(self):
        with network_namespaces(self) as (server_space, client_space, address):
            alice = self.ring.allow("alice")
            program = self.process.program()
            wrapper = self.directory / "in-namespace"
            wrapper.write_text(f'#!/bin/sh\nexec ip netns exec {server_space} {program} "$@"\n')
            wrapper.chmod(0o755)
            with program_is(self.process, wrapper):
                service = self.start_guarded(rpc=f"tcp://{address}:7101", events=f"tcp://{address}:7102")
            script = self.directory / "client.py"
            script.write_text(REMOTE_CLIENT)
            for name, keys, server, expected in (
                ("known", alice, self.ring.server.public, "ok"),
                ("unknown", Keys(), self.ring.server.public, f"event {zmq.EVENT_HANDSHAKE_FAILED_AUTH}"),
                ("wrong server", alice, Keys().public, f"event {zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL}"),
            ):
                with self.subTest(name):
                    command = ["ip", "netns", "exec", client_space, "/usr/bin/python3", script, service.rpc]
                    keys = [key.decode() for key in (server, keys.public, keys.secret)]
                    done = subprocess.run([*command, *keys], capture_output=True, text=True, timeout=60)
                    self.assertEqual(done.stdout.strip(), expected, done.stderr)


class RoleTest(CurveTest):
    READS = (("juice.menu", None), ("juice.stock.list", None), ("events.replay", {"after": 0}), ("service.info", None))
    ORDERS = (("juice.order", {"juice": "mango"}),)
    OPERATIONS = (("juice.stock.set", {"levels": {"kiwi": 7}}), ("juice.stock.adjust", {"changes": {"kiwi": 1}}))

    def test_each_role_may_do_what_it_says_and_no_more(self):
        keys = {role: self.ring.allow(f"{role}er", role) for role in ("read", "order", "operate")}
        service = self.start_guarded()
        allowed = {"read": self.READS}
        allowed["order"] = allowed["read"] + self.ORDERS
        allowed["operate"] = allowed["order"] + self.OPERATIONS
        for role, methods in allowed.items():
            client = self.client(service, curve=self.curve(keys[role]))
            for method, params in allowed["operate"] + (("service.drain", None),):
                with self.subTest(role=role, method=method):
                    if (method, params) in methods:
                        client.ok(method, params)
                    elif method != "service.drain" or role != "operate":
                        reply = client.call(method, params)
                        self.assertEqual(reply.reason, "PERMISSION_DENIED")
                        self.assertConforms("reply", reply)
                        self.assertEqual(reply["error"]["data"]["outcome"], "not_applied")
                        self.assertIn(f"{role}er", reply["error"]["data"]["detail"])
        told = {method["name"]: method["role"] for method in client.ok("service.info")["methods"]}
        for role, methods in (("read", self.READS), ("order", self.ORDERS), ("operate", self.OPERATIONS)):
            self.assertEqual({told[method] for method, _ in methods}, {role})
        self.assertEqual(told["service.drain"], "operate")
        client.ok("service.drain")
        self.assertEqual(service.wait(), 0)

    def test_a_batch_is_judged_request_by_request(self):
        service = self.start_guarded()
        self.ring.allow("reader", "read")
        self.reload(service)
        client = self.client(service, curve=self.curve(self.ring.allow("reader", "read")))
        order = {"jsonrpc": "2.0", "id": 1, "method": "juice.order", "params": {"juice": "mango"}}
        ping = {"jsonrpc": "2.0", "id": 2, "method": "service.ping"}
        client.send_frames(json.dumps([order, ping]).encode())
        self.assertEqual([reply.reason for reply in client.receive()], ["PERMISSION_DENIED", None])

    def test_the_user_himself_may_do_everything_beside_those_who_show_a_key(self):
        reader = self.ring.allow("reader", "read")
        ipc = f"ipc://{self.directory}/own.rpc"
        service = self.start_guarded("--bind-rpc", ipc)
        self.assertEqual(service.rpc, ipc)
        own = self.client(service)
        own.ok("juice.stock.set", {"levels": {"kiwi": 3}})
        address = own.ok("service.info")["endpoints"]["rpc"][1]
        service.rpc = address
        remote = self.client(service, curve=self.curve(reader))
        self.assertEqual(remote.call("juice.stock.set", {"levels": {"kiwi": 1}}).reason, "PERMISSION_DENIED")
        self.assertStock(remote, kiwi=3)

    def test_without_keys_everybody_on_this_machine_has_the_role_that_was_said(self):
        for role, refused in (("read", "juice.order"), ("order", "service.drain"), ("operate", None)):
            with self.subTest(role):
                service = self.start("--bind-rpc", ANY_PORT, "--insecure-loopback", role)
                client = self.client(service)
                client.ok("juice.menu")
                if refused:
                    reply = client.call(refused, {"juice": "mango"})
                    self.assertEqual(reply.reason, "PERMISSION_DENIED")
                    self.assertIn("loopback", reply["error"]["data"]["detail"])
                else:
                    client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
                self.assertEqual(service.stop(), 0)

    def test_a_peer_cannot_say_who_it_is(self):
        """What ZMTP lets a peer say of itself has the names that the service would find its identity under."""
        claims = {
            b"User-Id": b"local", b"X-Voucher": b"local", b"X-Public-Key": b"0" * 40, b"Peer-Address": b"localhost:0:0:1"
        }
        own = f"ipc://{self.directory}/own.rpc"
        service = self.start("--bind-rpc", own, "--bind-rpc", ANY_PORT, "--insecure-loopback", "read")
        address = self.client(service).ok("service.info")["endpoints"]["rpc"][1]
        order = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "juice.order", "params": {"juice": "mango"}}).encode()
        reply = talk(address, null_handshake(claims), zmtp_frame(order), between=b"READY")
        self.assertIn(b"PERMISSION_DENIED", reply)
        self.assertStock(self.client(service))

    def test_a_process_of_the_user_cannot_pass_for_a_client_with_a_key(self):
        reader = self.ring.allow("reader", "read")
        ipc = f"ipc://{self.directory}/own.rpc"
        self.start_guarded("--bind-rpc", ipc)
        claims = {"User_Id": b"reader", "X_Voucher": b"mine", "X_Public_Key": reader.public}
        with zmtp.introduce(ipc, "DEALER", **claims) as peer:
            order = {"jsonrpc": "2.0", "id": 1, "method": "juice.order", "params": {"juice": "mango"}}
            peer.sendall(peer.frames(json.dumps(order).encode()))
            self.assertIn("result", json.loads(peer.receive_message()[-1]))

    def test_zmtp_2_is_refused_on_loopback(self):
        service = self.start("--bind-rpc", ANY_PORT, "--insecure-loopback", "operate")
        for greeting in OLD_GREETINGS:
            with self.subTest(greeting):
                self.assertEqual(talk(service.rpc, greeting, OLD_REQUEST), b"")
        self.client(service).ok("service.ping")


class RevocationTest(CurveTest):
    def test_a_removed_key_is_refused_at_the_next_request_and_nobody_else_notices(self):
        alice, bob = self.ring.allow("alice", "operate"), self.ring.allow("bob")
        service = self.start_guarded()
        clients = [self.client(service, curve=self.curve(keys)) for keys in (alice, bob)]
        for client in clients:
            client.ok("juice.order", {"juice": "mango"})
        self.ring.revoke("bob")
        clients[1].ok("service.ping")
        self.reload(service)
        for method in ("juice.order", "juice.menu", "service.ping", "no.such.method"):
            reply = clients[1].call(method, {"juice": "mango"})
            self.assertEqual(reply.reason, "UNAUTHENTICATED")
            self.assertConforms("reply", reply)
        self.assertEqual(self.handshake(service.rpc, bob), (zmq.EVENT_HANDSHAKE_FAILED_AUTH, 400))
        clients[0].ok("juice.stock.set", {"levels": {"kiwi": 5}})
        self.assertFalse(clients[0].was_disconnected)
        self.assertLogs(service, r"refused peers.* revokedkey=")
        self.assertEqual(service.stop(), 0)
        self.assertIn("removed=bob", service.log)
        refusals = [line for line in service.log.splitlines() if "refused peers" in line]
        self.assertLessEqual(len(refusals), 1 + 1 + TIMEOUT // 10)

    def test_a_removed_subscriber_is_cut_and_the_others_notice_nothing(self):
        alice, bob = self.ring.allow("alice"), self.ring.allow("bob")
        service = self.start_guarded()
        client = self.client(service, curve=self.curve(alice))
        subscribers = [self.subscriber(service, curve=self.curve(keys)) for keys in (alice, bob)]
        for subscriber in subscribers:
            subscriber.join()
        self.ring.revoke("bob")
        self.reload(service)
        client.ok("juice.order", {"juice": "mango"})
        self.assertEqual(subscribers[0].changes(up_to=1)[0]["subject"], "mango")
        # Two markers, those of the beginning: alice's connection is still the same.
        self.assertEqual(client.ok("service.stats")["events"]["markers"], 2)
        subscribers[0].heartbeat()
        while subscribers[1].socket.poll(0):
            topic, text = subscribers[1].socket.recv_multipart()
            self.assertNotIn(b"mango", text, "a removed subscriber still sees events")
        self.assertEqual(
            self.handshake(service.events, bob, kind=zmq.SUB), (zmq.EVENT_HANDSHAKE_FAILED_AUTH, 400)
        )

    def test_a_removed_key_that_is_connected_cannot_subscribe_any_more(self):
        alice, bob = self.ring.allow("alice"), self.ring.allow("bob")
        service = self.start_guarded()
        client = self.client(service, curve=self.curve(alice))
        idle = self.context.socket(zmq.SUB)
        self.addCleanup(idle.close, 0)
        bob.apply(idle, self.ring.server.public)
        monitor = idle.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED)
        self.addCleanup(monitor.close, 0)
        self.addCleanup(idle.disable_monitor)
        idle.connect(service.events)
        self.assertTrue(monitor.poll(TIMEOUT * 1000))
        self.assertEqual(recv_monitor_message(monitor)["event"], zmq.EVENT_HANDSHAKE_SUCCEEDED)
        self.ring.revoke("bob")
        self.reload(service)
        # It has asked for nothing, so nobody knows whose connection it is.
        self.assertTrue(monitor.poll(TIMEOUT * 1000), "the connection is still open")
        self.assertEqual(recv_monitor_message(monitor)["event"], zmq.EVENT_DISCONNECTED)
        client.ok("service.ping")

    def test_a_new_key_under_an_old_name_ends_the_old_one(self):
        old = self.ring.allow("bob")
        service = self.start_guarded()
        before = self.client(service, curve=self.curve(old))
        before.ok("service.ping")
        new = self.ring.replace("bob")
        self.reload(service)
        self.assertEqual(before.call("service.ping").reason, "UNAUTHENTICATED")
        self.client(service, curve=self.curve(new)).ok("service.ping")

    def test_a_new_client_and_a_new_role_count_without_a_new_connection(self):
        bob = self.ring.allow("bob", "read")
        service = self.start_guarded()
        client = self.client(service, curve=self.curve(bob))
        subscriber = self.subscriber(service, curve=self.curve(bob))
        subscriber.join()
        self.assertEqual(client.call("juice.order", {"juice": "mango"}).reason, "PERMISSION_DENIED")
        self.ring.allow("bob", "order")
        carol = self.ring.allow("carol")
        self.reload(service)
        client.ok("juice.order", {"juice": "mango"})
        self.assertEqual(subscriber.changes(up_to=1)[0]["subject"], "mango")
        self.client(service, curve=self.curve(carol)).ok("service.ping")
        self.assertFalse(client.was_disconnected)

    def test_a_wrong_file_costs_only_its_own_client(self):
        alice, bob, carol = (self.ring.allow(name) for name in ("alice", "bob", "carol"))
        service = self.start_guarded()
        clients = [self.client(service, curve=self.curve(keys)) for keys in (alice, bob, carol)]
        for client in clients:
            client.ok("service.ping")
        self.ring.path("bob").write_text("rubbish")
        self.ring.revoke("carol")
        self.reload(service)
        clients[0].ok("service.ping")
        for client in clients[1:]:
            self.assertEqual(client.call("service.ping").reason, "UNAUTHENTICATED")
        self.assertIn("bob.key", service.log)

    def test_while_the_list_cannot_be_read_nobody_new_is_let_in_and_who_is_in_stays(self):
        alice = self.ring.allow("alice")
        service = self.start_guarded()
        client = self.client(service, curve=self.curve(alice))
        client.ok("service.ping")
        elsewhere = self.directory / "elsewhere"
        self.ring.directory.rename(elsewhere)
        service.signal(signal.SIGHUP)
        self.assertLogs(service, "the list of clients cannot be read")
        client.ok("service.ping")
        late = self.client(service, curve=self.curve(alice))
        late.send("service.ping")
        self.assertLogs(service, "refused peers")
        client.ok("service.ping")
        elsewhere.rename(self.ring.directory)
        service.signal(signal.SIGHUP)
        # It has tried again all the time.
        self.assertEqual(late.receive().reason, None)


class StartTest(CurveTest):
    def assertRefused(self, *arguments, says):
        log = self.assertRefusesToStart("--bind-rpc", ANY_PORT, *arguments)
        for text in says if isinstance(says, tuple) else (says,):
            self.assertIn(str(text), log)
        self.assertNotIn(self.ring.server.secret.decode(), log)

    def test_a_key_file_that_others_can_read_is_refused(self):
        self.ring.file.chmod(0o640)
        self.assertRefused(*self.ring.arguments, says=f"chmod 600 {self.ring.file}")

    def test_a_missing_or_broken_key_file_is_refused(self):
        for text in (None, "", "rubbish", self.ring.file.read_text().replace("public-key", "publik-key")):
            with self.subTest(text):
                path = self.directory / "other.key_secret"
                path.unlink(missing_ok=True)
                if text is not None:
                    path.touch(0o600)
                    path.write_text(text)
                self.assertRefused("--curve-key", path, "--clients", self.ring.directory, says=path)

    def test_one_of_two_settings_is_refused_with_the_other_named(self):
        self.assertRefused("--curve-key", self.ring.file, says="--clients")
        self.assertRefused("--clients", self.ring.directory, says="--curve-key")
        self.assertRefused(*self.ring.arguments, "--insecure-loopback", "read", says="--insecure-loopback")

    def test_a_list_of_clients_that_is_wrong_is_refused_by_its_file(self):
        alice = self.ring.allow("alice")
        for name, says, make in (
            ("role", "role", lambda path: alice.write_certificate(path, "king")),
            ("secret", "secret key", lambda path: alice.write_secret(path)),
            ("double", "alice", lambda path: alice.write_certificate(path)),
            ("open", "chmod go-w", lambda path: (Keys().write_certificate(path), path.chmod(0o666))),
            ("two words", "names", lambda path: Keys().write_certificate(path)),
        ):
            with self.subTest(name):
                path = self.ring.path(name)
                make(path)
                self.assertRefused(*self.ring.arguments, says=(path, says))
                path.unlink()
        self.ring.directory.chmod(0o777)
        self.assertRefused(*self.ring.arguments, says=f"chmod go-w {self.ring.directory}")
        shutil.rmtree(self.ring.directory)
        self.assertRefused(*self.ring.arguments, says=self.ring.directory)

    def test_without_keys_nothing_beyond_loopback_is_bound(self):
        for address in ("tcp://0.0.0.0:*", "tcp://*:*", "tcp://[::]:*"):
            for arguments in ((), ("--insecure-loopback", "operate")):
                with self.subTest(address=address, arguments=arguments):
                    log = self.assertRefusesToStart("--bind-rpc", address, *arguments)
                    self.assertIn("--curve-key FILE", log)
                    self.assertEqual(len(log.strip().splitlines()), 1, log)


class AuditTest(CurveTest):
    def test_the_log_says_who_wrote_what_and_nothing_of_the_contents(self):
        bob = self.ring.allow("bob")
        service = self.start_guarded()
        client = self.client(service, curve=self.curve(bob))
        client.ok("juice.order", {"juice": "mango", "quantity": 2}, key="K-1")
        client.call("juice.order", {"juice": "durian"}, key="K-2\nWARNING refused peers")
        client.call("juice.stock.set", {"levels": {"kiwi": 1}})
        client.ok("juice.menu")
        self.assertEqual(service.stop(), 0)
        lines = [line for line in service.log.splitlines() if "method=" in line]
        self.assertEqual(len(lines), 3, service.log)
        for line, words in zip(lines, (
            ("juice.order", "ok", "key=K-1"), ("juice.order", "UNKNOWN_JUICE", r'key="K-2\nWARNING'),
            ("juice.stock.set", "PERMISSION_DENIED"),
        )):
            for word in ("peer=bob", "via=curve", *words):
                self.assertIn(word, line)
            self.assertNotIn("mango", line)

    def test_a_peer_that_only_asks_for_what_it_may_not_fills_no_disk(self):
        reader, bob = self.ring.allow("reader", "read"), self.ring.allow("bob")
        service = self.start_guarded()
        client = self.client(service, curve=self.curve(reader))
        other = self.client(service, curve=self.curve(bob))
        for number in range(300):
            reply = client.call("juice.stock.set", {"levels": {"kiwi": 1}}, key=f"K{number}")
            self.assertEqual(reply.reason, "PERMISSION_DENIED")
        for _ in range(30):
            other.ok("juice.order", {"juice": "mango"}, key="same")
        for _ in range(3):
            other.ok("juice.order", {"juice": "kiwi"})
        self.assertEqual(service.stop(), 0)
        lines = service.log.splitlines()
        told = lambda *words: [line for line in lines if all(word in line for word in words)]
        left = lambda peer: sum(int(re.search(r"count=(\d+)", line)[1]) for line in told("more writes", f"peer={peer}"))
        refused = len(told("method=", "peer=reader"))
        self.assertLess(refused, 60)
        self.assertEqual(refused + left("reader"), 300)
        # Everything that was done is told, whoever did it; what was asked again is not.
        self.assertEqual(len(told("method=", "peer=bob", "outcome=ok")), 4)
        self.assertEqual(len(told("method=", "peer=bob", "outcome=repeated")) + left("bob"), 29)
        self.assertGreater(left("bob"), 0)

    def test_the_users_own_writes_are_told_only_when_asked_for(self):
        for arguments, count in (((), 0), (("--log-level", "debug"), 1)):
            service = self.start(*arguments)
            self.client(service).ok("juice.order", {"juice": "mango"})
            self.assertEqual(service.stop(), 0)
            self.assertEqual(service.log.count("method=juice.order"), count, service.log)


class KeysOfCallersTest(CurveTest):
    """An idempotency key is known to the client alone that used it."""

    ORDER = {"juice": "mango"}

    def start_with_ipc(self):
        return self.start_guarded("--bind-rpc", f"ipc://{self.directory}/own.rpc")

    def clients(self, service, *names):
        """A client of the service for each name, by CURVE."""
        address = self.client(service).ok("service.info")["endpoints"]["rpc"][1]
        self.assertTrue(address.startswith("tcp://"))
        clients = [JuiceClient(self.context, address, curve=self.curve(self.ring.allow(*name))) for name in names]
        for client in clients:
            self.addCleanup(client.close)
        return clients

    def outcome(self, client, key):
        """The whole answer, as it was sent."""
        reply = client.call("service.outcome", {"idempotencykey": key}, id="asked")
        self.assertConforms("service.outcome.result", reply["result"])
        return reply.text

    def test_a_reader_learns_nothing_from_an_operators_key(self):
        operator, reader = ("operator", "operate"), ("reader", "read")
        for name in (operator, reader):
            self.ring.allow(*name)
        service = self.start_with_ipc()
        operator, reader = self.clients(service, operator, reader)
        operator.ok("juice.stock.set", {"levels": {"kiwi": 3}}, key="secret")
        own = self.client(service)
        own.ok("juice.order", self.ORDER, key="the user's")
        never = self.outcome(reader, "never")
        self.assertIn('"state":"unknown"', never)
        for key in ("secret", "the user's"):
            self.assertEqual(self.outcome(reader, key), never)
        self.assertIn('"state":"applied"', self.outcome(operator, "secret"))
        # Nor does the operator learn what the user did, or the user by a client's key what that did.
        self.assertEqual(self.outcome(operator, "the user's"), self.outcome(operator, "never"))
        self.assertEqual(self.outcome(own, "secret"), self.outcome(own, "never"))

    def test_a_guessed_key_does_not_keep_its_owner_from_writing(self):
        names = ("alice", "bob")
        for name in names:
            self.ring.allow(name)
        service = self.start_with_ipc()
        alice, bob = self.clients(service, *((name,) for name in names))
        bob.ok("juice.order", {"juice": "kiwi"}, key="guessed")
        first = alice.call("juice.order", self.ORDER, key="guessed")
        own = self.client(service).call("juice.order", self.ORDER, key="guessed")
        for reply in (first, own):
            self.assertIn("result", reply, reply.text)
            self.assertNotIn("replayed", reply["meta"], reply.text)
        self.assertEqual(service.stop(), 0)
        service = self.start_with_ipc()
        # The same name with new keys, and a new name.
        self.ring.replace("alice")
        self.ring.allow("robert")
        self.reload(service)
        alice, bob, robert = self.clients(service, ("alice",), ("bob",), ("robert",))
        again = alice.call("juice.order", self.ORDER, key="guessed")
        self.assertTrue(again["meta"].get("replayed"), again.text)
        self.assertEqual(again.result_text, first.result_text)
        self.assertEqual(bob.call("juice.order", self.ORDER, key="guessed").reason, "IDEMPOTENCY_KEY_REUSED")
        self.assertEqual(self.client(service).ok("juice.order", self.ORDER, key="guessed"), own["result"])
        new = robert.call("juice.order", self.ORDER, key="guessed")
        self.assertIn("result", new, new.text)
        self.assertNotIn("replayed", new["meta"], new.text)

    def test_a_write_from_before_keys_belonged_to_clients_is_not_done_twice(self):
        self.ring.allow("alice")
        self.ring.allow("bob")
        service = self.start_with_ipc()
        first = self.client(service).call("juice.order", self.ORDER, key="old")
        self.assertEqual(service.stop(), 0)
        # The same as an older version would have left it: whoever it was, the key was stored as it came.
        with contextlib.closing(sqlite3.connect(service.database)) as store, store:
            changed = [
                store.execute("DELETE FROM meta WHERE name = 'unscoped_number'").rowcount,
                store.execute("DELETE FROM grdb_migrations WHERE identifier = '3 keys of callers'").rowcount,
            ]
        self.assertEqual(changed, [1, 1])
        service = self.start_with_ipc()
        alice, bob = self.clients(service, ("alice",), ("bob",))
        self.client(service).ok("juice.order", {"juice": "kiwi"}, key="new")
        self.assertEqual(self.outcome(bob, "old"), self.outcome(bob, "never"))
        again = alice.call("juice.order", self.ORDER, key="old")
        self.assertTrue(again["meta"].get("replayed"), again.text)
        self.assertEqual(again.result_text, first.result_text)
        # Other content is another write, and what was stored since is nobody else's.
        for client, juice, key in ((bob, "banana", "old"), (alice, "kiwi", "new")):
            other = client.call("juice.order", {"juice": juice}, key=key)
            self.assertIn("result", other, other.text)
            self.assertNotIn("replayed", other["meta"], other.text)


# ZMTP 1 (a length and a flag before an empty identity) and ZMTP 2 (a signature, revision 1, DEALER, an empty identity).
OLD_GREETINGS = (b"\x01\x00", b"\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x01\x05\x00\x00")
OLD_REQUEST = b'\x00\x30{"jsonrpc":"2.0","id":1,"method":"service.ping"}'


def zmtp_frame(body, flags=0):
    return struct.pack("!BB", flags, len(body)) + body if len(body) < 256 else (
        struct.pack("!BQ", flags | 2, len(body)) + body
    )


def null_handshake(claims):
    """The greeting of ZMTP 3.0 with the mechanism NULL, and READY with properties of the peer's choice."""
    greeting = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
    ready = b"\x05READY"
    for name, value in {b"Socket-Type": b"DEALER", b"Identity": b"", **claims}.items():
        ready += bytes([len(name)]) + name + struct.pack("!I", len(value)) + value
    return greeting + zmtp_frame(ready, flags=4)


def talk(endpoint, *pieces, between=b""):
    """Everything that is answered to some bytes, but for ZMTP's greeting, which tells nothing.

    A piece is sent when what belongs between two of them has been heard.
    """
    host, port = endpoint.removeprefix("tcp://").rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=TIMEOUT) as connection:
        heard = b""
        try:
            for piece, awaited in zip(pieces, [between] * (len(pieces) - 1) + [b"}"]):
                connection.sendall(piece)
                while awaited not in heard:
                    answer = connection.recv(65536)
                    if not answer:
                        return b""
                    heard += answer
        except ConnectionError:
            pass
    return heard if b"{" in heard else b""


@contextlib.contextmanager
def program_is(process, path):
    """For this time another program is started for a process."""
    original = process.__dict__.get("program")
    process.program = classmethod(lambda cls: path)
    try:
        yield
    finally:
        if original is None:
            del process.program
        else:
            process.program = original


@contextlib.contextmanager
def network_namespaces(test):
    """Two network namespaces with a cable between them: their names, and the address of the first."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        raise unittest.SkipTest("needs root and ip (Debian's iproute2)")
    server, client = f"jt{os.getpid()}s", f"jt{os.getpid()}c"

    def run(*command):
        done = subprocess.run(["ip", *command], capture_output=True, text=True)
        if done.returncode != 0:
            raise unittest.SkipTest(f"ip {' '.join(command)}: {done.stderr.strip()}")

    try:
        for name in (server, client):
            run("netns", "add", name)
            run("-n", name, "link", "set", "lo", "up")
        run("-n", server, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", client)
        for name, address in ((server, "10.71.0.1"), (client, "10.71.0.2")):
            run("-n", name, "address", "add", f"{address}/30", "dev", "cable")
            run("-n", name, "link", "set", "cable", "up")
        yield server, client, "10.71.0.1"
    finally:
        for name in (server, client):
            subprocess.run(["ip", "netns", "delete", name], capture_output=True)


REMOTE_CLIENT = '''
import sys, zmq
from zmq.utils.monitor import recv_monitor_message
endpoint, server, public, secret = sys.argv[1:]
client = zmq.Context().socket(zmq.DEALER)
client.linger = 0
client.curve_serverkey, client.curve_publickey, client.curve_secretkey = server.encode(), public.encode(), secret.encode()
monitor = client.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)
client.connect(endpoint)
assert monitor.poll(20000), "no handshake"
event = recv_monitor_message(monitor)["event"]
if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
    client.send_json({"jsonrpc": "2.0", "id": 1, "method": "juice.order", "params": {"juice": "mango"}})
    assert client.poll(20000) and "result" in client.recv_json()
    print("ok")
else:
    print("event", int(event))
client.disable_monitor()
'''


if __name__ == "__main__":
    unittest.main()
