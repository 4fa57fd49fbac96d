"""Callers without a token: whose processes they are, whether they came through a proxy, and over a unix socket."""

import ctypes
import errno
import http.client
import os
import platform
import re
import select
import signal
import socket
import struct
import time
import unittest

import other_user
from juice_process import TIMEOUT
from test_web_access import Web, WebTest

ORDER = {"juice": "mango"}
# The number of socket(2).
SOCKET_CALL = {"x86_64": 41, "aarch64": 198}.get(platform.machine())


def without_netlink():
    """Has the kernel refuse netlink sockets to this process, as the RestrictAddressFamilies of a unit does: seccomp(2)."""
    load, equal, give = 0x20, 0x15, 0x06
    program = [
        (load, 0, 0, 0), (equal, 0, 3, SOCKET_CALL), (load, 0, 0, 16), (equal, 0, 1, socket.AF_NETLINK),
        (give, 0, 0, 0x0005_0000 | errno.EAFNOSUPPORT), (give, 0, 0, 0x7FFF_0000),
    ]  # fmt: skip
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *line) for line in program))
    filter = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(program), ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, filter, 0, 0) == 0, os.strerror(ctypes.get_errno())


@unittest.skipUnless(os.geteuid() == 0, "only root can be another user")
class LocalUsersTest(WebTest):
    def stranger(self, web, method, path, body=None, family=socket.AF_INET, host="127.0.0.1", **more):
        return other_user.ask(family, [host, web.port], method, path, body, **more)

    def assertReads(self, web, **more):
        """Another user's processes read, and are refused what changes something."""
        self.assertEqual(self.stranger(web, "GET", "/api/juice/stock", **more), "200")
        self.assertEqual(self.stranger(web, "POST", "/api/juice/orders", ORDER, **more), "403")
        self.assertEqual(self.stranger(web, "PATCH", "/api/juice/stock", {"levels": {"mango": 1}}, **more), "403")

    def test_the_users_own_processes_order_and_those_of_others_read(self):
        web = self.web()
        # One of many, and the one that stands for all whom a user namespace does not have.
        for user in (other_user.STRANGER, other_user.NOBODY):
            self.assertReads(web, user=user)
        self.assertEqual(self.order(web)[0], 201)
        self.assertProblem(web.ask("PATCH", "/api/juice/stock", {"levels": {"mango": 1}}), 403)
        self.assertStock(self.client(self.service), mango=7)

    def test_the_same_over_ipv6(self):
        if not os.path.exists("/proc/net/if_inet6"):
            self.skipTest("there is no IPv6 here")
        web = Web(self, listen="[::1]:0")
        line = web._process.stdout.readline().decode()
        web.port = int(line.rsplit(":", 1)[1])
        self.assertReads(web, family=socket.AF_INET6, host="::1")
        connection = http.client.HTTPConnection("::1", web.port, timeout=TIMEOUT)
        self.addCleanup(connection.close)
        connection.request("POST", "/api/juice/orders", '{"juice":"mango"}', {"Content-Type": "application/json"})
        self.assertEqual(connection.getresponse().status, 201)

    def test_a_role_that_is_named_is_that_of_all_of_them(self):
        web = self.web("--loopback-role", "order")
        self.assertEqual(self.stranger(web, "POST", "/api/juice/orders", ORDER), "201")

    def test_who_has_hung_up_is_nobodys_process_and_not_roots(self):
        # The kernel has user 0 beside a socket that no process has any more, and this web-gateway is root's.
        web = self.web()
        # It looks when they have gone.
        web._process.send_signal(signal.SIGSTOP)
        self.addCleanup(web._process.send_signal, signal.SIGCONT)
        for _ in range(3):
            self.stranger(web, "POST", "/api/juice/orders", ORDER, waits=False)
        web._process.send_signal(signal.SIGCONT)
        figure = re.compile(r'^jangteo_web_requests_total\{method="POST",[^}]*status="(\d+)"\} (\d+)$', re.M)
        answered = lambda: dict(figure.findall(web.ask("GET", "/metrics")[2].decode()))
        self.eventually(lambda: sum(map(int, answered().values())) == 3)
        self.assertEqual(answered(), {"403": "3"})
        self.assertStock(self.client(self.service))

    @unittest.skipUnless(SOCKET_CALL, "the number of socket(2) is not known here")
    def test_where_the_kernel_may_not_be_asked_directly_its_list_of_sockets_says_so(self):
        for listen, family, host in (("127.0.0.1:0", socket.AF_INET, "127.0.0.1"), ("[::1]:0", socket.AF_INET6, "::1")):
            with self.subTest(listen):
                web = Web(self, listen=listen, preexec=without_netlink)
                web.port = int(web._process.stdout.readline().decode().rsplit(":", 1)[1])
                self.assertReads(web, family=family, host=host)
                connection = http.client.HTTPConnection(host, web.port, timeout=TIMEOUT)
                self.addCleanup(connection.close)
                connection.request("POST", "/api/juice/orders", '{"juice":"kiwi"}', {"Content-Type": "application/json"})
                self.assertEqual(connection.getresponse().status, 201)


class ForwardedTest(WebTest):
    FIELDS = (
        ("Forwarded", "for=192.0.2.1"), ("Via", "1.1 proxy"), ("X_Real_IP", "192.0.2.1"), ("X_Forwarded_For", "127.0.0.1"),
        ("x_forwarded_proto", "http"), ("X_Forwarded_Host", "127.0.0.1"), ("X_Forwarded_Anything", ""),
    )

    def test_what_came_through_a_proxy_needs_a_token_whatever_the_proxy_says(self):
        token = self.create("alice", "order")
        for web in (self.web(), self.web("--loopback-role", "operate")):
            for name, text in self.FIELDS:
                with self.subTest(name):
                    refused = self.order(web, **{name: text})
                    self.assertProblem(refused, 401, "through a proxy")
                    self.assertIn("--behind-proxy", refused[2]["detail"])
                    self.assertProblem(web.ask("GET", "/api/juice/stock", **{name: text}), 401)
                    self.assertEqual(self.order(web, Authorization=f"Bearer {token}", **{name: text})[0], 201)
                    self.assertEqual(web.ask("GET", "/health/live", **{name: text})[0], 200)
                    self.client(self.service).ok("juice.stock.set", {"levels": {"mango": 10}})
            self.assertEqual(self.order(web)[0], 201)

    def test_the_open_market_stays_open_to_it(self):
        web = self.web("--open-market", "public")
        # Nobody serves the market here, which is not a refusal.
        self.assertEqual(web.ask("GET", "/api/products", X_Forwarded_For="192.0.2.1")[0], 503)
        self.assertProblem(web.ask("GET", "/api/juice/stock", X_Forwarded_For="192.0.2.1"), 401)


class UnixSocketTest(WebTest):
    def setUp(self):
        super().setUp()
        self.place = self.directory / "sockets"
        self.place.mkdir(mode=0o755)
        self.path = self.place / "web.sock"

    def unix(self, *arguments):
        web = Web(self, *arguments, listen=f"unix:{self.path}")
        self.assertTrue(select.select([web._process.stdout], [], [], TIMEOUT)[0], web.log)
        self.assertRegex(web._process.stdout.readline().decode(), rf"\Aready web-gateway pid=\d+ http=unix:{self.path}\n\Z")
        return web

    def refused(self, says):
        web = Web(self, listen=f"unix:{self.path}")
        self.assertEqual(web.wait(), 78, web.log)
        self.assertIn(says, web.log)

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("localhost", timeout=TIMEOUT)
        self.addCleanup(connection.close)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(self.path))
        fields = {name.replace("_", "-"): text for name, text in headers.items()}
        connection.request(method, path, body, fields | ({"Content-Type": "application/json"} if body else {}))
        answer = connection.getresponse()
        answer.read()
        return answer.status

    def test_its_user_orders_and_nobody_else_connects(self):
        self.unix()
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o600)
        self.assertEqual(self.ask("GET", "/api/juice/stock"), 200)
        self.assertEqual(self.ask("POST", "/api/juice/orders", '{"juice":"mango"}'), 201)
        self.assertEqual(self.ask("PATCH", "/api/juice/stock", '{"levels":{"mango":1}}'), 403)
        self.assertEqual(self.ask("POST", "/api/juice/orders", '{"juice":"mango"}', X_Forwarded_For="192.0.2.1"), 401)
        if os.geteuid() == 0:
            self.directory.chmod(0o755)
            self.assertEqual(other_user.ask(socket.AF_UNIX, str(self.path), "GET", "/health/live"), "EACCES")
            # And where it may, it reads.
            self.path.chmod(0o666)
            for method, body, status in (("GET", None, "200"), ("POST", ORDER, "403")):
                path = "/api/juice/orders" if body else "/api/juice/stock"
                self.assertEqual(other_user.ask(socket.AF_UNIX, str(self.path), method, path, body), status)

    def reader(self, count):
        """A connection on which so many large answers are asked for."""
        reader = socket.socket(socket.AF_UNIX)
        self.addCleanup(reader.close)
        reader.settimeout(TIMEOUT)
        reader.connect(str(self.path))
        reader.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * (count - 1))
        reader.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return reader

    def test_a_reader_who_stops_is_ended_after_the_idle_time_and_one_who_goes_on_reads_all(self):
        self.unix("--idle-timeout", "1")
        # More than the system keeps for a reader.
        count = 16
        stopped = select.poll()
        stopped.register(self.reader(count), 0)
        going, received, start = self.reader(count), [], time.monotonic()
        while piece := going.recv(32_768):
            received.append(piece)
            # Longer than the idle time altogether.
            time.sleep(max(0, start + 0.015 * len(received) - time.monotonic()))
        self.assertGreater(time.monotonic() - start, 1)
        answers = b"".join(received)
        length = int(re.search(rb"content-length: (\d+)", answers, re.I)[1])
        bodies = re.split(rb"HTTP/1\.1 200 OK\r\n.+?\r\n\r\n", answers, flags=re.S)[1:]
        self.assertEqual([len(body) for body in bodies], [length] * count)
        self.assertTrue(stopped.poll(TIMEOUT * 1_000), "it is still there")
        self.assertEqual(self.ask("GET", "/health/live"), 200)

    def test_behind_a_proxy_its_group_connects_and_needs_a_token(self):
        token = self.create("alice", "order")
        self.unix("--behind-proxy")
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o660)
        self.assertEqual(self.ask("GET", "/api/juice/stock"), 401)
        self.assertEqual(self.ask("POST", "/api/juice/orders", '{"juice":"mango"}', Authorization=f"Bearer {token}"), 201)

    def test_one_that_was_left_behind_is_replaced_and_its_own_is_removed(self):
        web = self.unix()
        web._process.send_signal(signal.SIGKILL)
        web.wait()
        self.assertTrue(self.path.is_socket())
        web = self.unix()
        self.assertEqual(self.ask("GET", "/health/live"), 200)
        # Nor is that of a process that runs.
        self.refused(f"is held by pid {web._process.pid} web-gateway")
        self.assertEqual(self.ask("GET", "/health/live"), 200)
        web.close()
        self.assertEqual(list(self.place.iterdir()), [])

    def test_a_file_that_is_no_socket_stays_and_a_directory_that_others_write_is_refused(self):
        self.path.write_text("mine")
        self.refused("a file that is no socket")
        self.assertEqual(self.path.read_text(), "mine")
        self.path.unlink()
        for mode in (0o777, 0o1777, 0o775):
            self.place.chmod(mode)
            self.refused(f"chmod go-w {self.place}")
        self.assertEqual([file for file in self.place.iterdir() if file.is_socket()], [])

    def test_an_address_that_cannot_be_is_refused(self):
        for listen in ("unix:", "unix:/tmp/", "unix:/" + "a" * 107):
            self.assertEqual(Web(self, listen=listen).wait(), 64)


if __name__ == "__main__":
    unittest.main()
