"""What callers of web-gateway cannot do: hold connections, memory or readers for longer than it allows."""

import re
import select
import shutil
import socket
import subprocess
import unittest

from juice_process import TIMEOUT
from web_process import WebTest

ORDER = b'{"juice":"kiwi"}'


def head(method, path, *fields):
    return "\r\n".join((f"{method} {path} HTTP/1.1", "Host: localhost", *fields, "", "")).encode()


class LimitsTest(WebTest):
    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")

    def connect(self, web, *pieces):
        """A plain connection on which some bytes were sent."""
        connection = socket.create_connection(("127.0.0.1", web.port), TIMEOUT)
        self.addCleanup(connection.close)
        for piece in pieces:
            connection.sendall(piece)
        return connection

    def rest(self, connection):
        """All that comes until the server closes the connection."""
        received = b""
        while piece := connection.recv(65_536):
            received += piece
        return received.decode()

    def assertRefused(self, connection, status):
        """A problem document is the last thing on a connection."""
        answer = self.rest(connection)
        self.assertRegex(answer, rf"^HTTP/1\.1 {status} ")
        self.assertIn("application/problem+json", answer)
        self.assertIn("connection: close", answer.lower())
        return answer

    def until(self, connection, wanted):
        received = b""
        while not re.search(wanted, received):
            piece = connection.recv(65_536)
            self.assertTrue(piece, received)
            received += piece
        return received.decode()

    def metric(self, web, name):
        # Its own connection is one, and ends with the answer.
        text = self.request(web, "GET", "/metrics", Connection="close").body.decode()
        return int(float(re.search(rf"^{name} (\S+)$", text, re.M)[1]))

    def assertServes(self, web):
        self.assertEqual(self.request(web, "GET", "/api/juice/stock").status, 200)


class Time(LimitsTest):
    def test_a_head_that_does_not_come_is_a_408(self):
        web = self.web("--head-timeout", "1")
        trickling = self.connect(web, b"GET /api/juice/stock HTTP/1.1\r\nHost: loc")
        silent = self.connect(web)
        self.assertServes(web)
        self.assertRefused(trickling, 408)
        self.assertRefused(silent, 408)
        self.assertServes(web)

    def test_a_body_that_does_not_come_is_a_408_and_nothing_is_done(self):
        web = self.web("--body-timeout", "1")
        fields = ("Content-Type: application/json", f"Content-Length: {len(ORDER)}")
        connection = self.connect(web, head("POST", "/api/juice/orders", *fields), ORDER[:5])
        self.assertRefused(connection, 408)
        self.assertStock(self.client(self.service))

    def test_a_body_that_nobody_reads_is_not_waited_for_longer(self):
        web = self.web("--body-timeout", "1")
        connection = self.connect(web, head("POST", "/nowhere", "Content-Length: 100"), b"x")
        self.until(connection, rb"^HTTP/1\.1 404 ")
        self.rest(connection)

    def test_a_body_whose_parts_come_in_time_is_taken(self):
        web = self.web("--body-timeout", "1")
        fields = ("Content-Type: application/json", "Transfer-Encoding: chunked")
        connection = self.connect(web, head("POST", "/api/juice/orders", *fields))
        for byte in ORDER:
            connection.sendall(b"1\r\n" + bytes([byte]) + b"\r\n")
        connection.sendall(b"0\r\n\r\n")
        self.until(connection, rb"^HTTP/1\.1 201 ")

    def test_a_connection_without_a_next_request_is_closed(self):
        web = self.web("--idle-timeout", "1")
        connection = self.connect(web, head("GET", "/health/live"))
        self.assertRegex(self.rest(connection), r"^HTTP/1\.1 200 ")

    def test_a_next_head_that_trickles_is_closed_too(self):
        web = self.web("--idle-timeout", "1")
        connection = self.connect(web, head("GET", "/health/live"), b"GET / HT")
        self.assertRegex(self.rest(connection), r"^HTTP/1\.1 200 ")


class Heads(LimitsTest):
    def test_what_is_no_request_is_a_400(self):
        web = self.web()
        tls = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(32)
        for wrong in (
            tls, b"HELLO\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
            head("POST", "/api/juice/orders", "Content-Length: x"),
            head("POST", "/api/juice/orders", "Content-Length: 4", "Transfer-Encoding: chunked"),
        ):
            with self.subTest(wrong=wrong):
                self.assertRefused(self.connect(web, wrong), 400)
                later = self.connect(web, head("GET", "/health/live"))
                self.until(later, rb'{"status":"ok"}')
                later.sendall(wrong)
                self.assertRefused(later, 400)
        self.assertServes(web)

    def test_a_head_that_ends_in_the_middle_is_a_400(self):
        web = self.web()
        connection = self.connect(web, b"GET / HTTP/1.1\r\nHos")
        connection.shutdown(socket.SHUT_WR)
        self.assertRefused(connection, 400)
        silent = self.connect(web)
        silent.shutdown(socket.SHUT_WR)
        self.assertEqual(self.rest(silent), "")

    def test_more_fields_than_a_head_may_have_are_a_431(self):
        web = self.web()
        field = "X-Field: " + "x" * 1_000
        for fields in (["X: " + "x" * 16_385], [field] * 33, ["X: x"] * 100):
            self.assertRefused(self.connect(web, head("GET", "/", *fields)), 431)
        # On a connection that has had a request too, and whose sender has not finished.
        later = self.connect(web, head("GET", "/health/live"))
        self.until(later, rb'{"status":"ok"}')
        later.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000)
        self.assertTrue(select.select([later], [], [], TIMEOUT)[0])
        for _ in range(50):
            later.sendall(b"x" * 10_000)
        self.assertRefused(later, 431)
        # Host is one of them.
        self.until(self.connect(web, head("GET", "/health/live", *["X: x"] * 99)), rb"^HTTP/1\.1 200 ")


class Readers(LimitsTest):
    def test_a_stream_whose_reader_stops_is_ended_and_others_go_on(self):
        web = self.web("--idle-timeout", "1", "--loopback-role", "operate")
        stopped = self.connect(web)
        # The system's buffers are what a reader that stops fills.
        stopped.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        stopped.sendall(head("GET", "/events?topics=juice."))
        self.until(stopped, rb"event: live")
        reader = self.events(web)
        reader.until("live")
        client = self.client(self.service)
        while self.metric(web, "jangteo_web_event_streams") > 1:
            for _ in range(500):
                client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
                client.ok("juice.stock.adjust", {"changes": {"kiwi": -1}})
        last = client.call("juice.stock.list")["meta"]["sequence"]
        seen = 0
        while seen < last:
            name, event, _ = reader.next()
            if name == "message":
                seen += 1
                self.assertEqual(int(event["sequence"]), seen)

    def test_an_answer_that_nobody_takes_is_ended(self):
        web = self.web("--idle-timeout", "1")
        stopped = self.connect(web)
        stopped.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        # So many at once that their answers fill what the system keeps.
        sender = head("GET", "/assets/site.css")
        stopped.setblocking(False)
        try:
            for _ in range(20_000):
                stopped.send(sender)
        except OSError:
            pass
        while self.metric(web, "jangteo_web_connections") > 1:
            pass
        self.assertServes(web)


class Connections(LimitsTest):
    def test_one_more_than_there_may_be_takes_the_place_of_the_longest_waiting(self):
        web = self.web("--connections", "3")
        waiting = []
        for _ in range(3):
            waiting.append(self.connect(web, head("GET", "/health/live")))
            self.until(waiting[-1], rb'{"status":"ok"}')
        self.assertServes(web)
        self.assertEqual(self.rest(waiting[0]), "")
        # Those that came later have kept their places.
        for connection in waiting[1:]:
            connection.sendall(head("GET", "/health/live"))
            self.until(connection, rb"^HTTP/1\.1 200 ")

    def test_where_all_have_requests_under_way_a_new_one_is_a_503(self):
        web = self.web("--connections", "2")
        streams = [self.events(web), self.events(web)]
        for stream in streams:
            stream.until("live")
        answer = self.assertRefused(self.connect(web), 503)
        self.assertRegex(answer.lower(), r"retry-after: \d+")
        streams.pop().close()
        # The place is free when an event could not be written.
        ask = head("GET", "/health/live", "Connection: close")
        while "200 OK" not in self.rest(self.connect(web, ask)):
            self.client(self.service).ok("juice.stock.adjust", {"changes": {"kiwi": 1}})

    def test_those_that_never_ask_do_not_keep_the_program_from_ending(self):
        web = self.web("--head-timeout", "3600", "--idle-timeout", "3600")
        asked = self.connect(web, head("GET", "/health/live"))
        self.until(asked, rb'{"status":"ok"}')
        others = [self.connect(web), self.connect(web, b"GET / HTTP/1.1\r\nHos")]
        self.assertTrue(any(self.metric(web, "jangteo_web_connections") >= 4 for _ in range(1_000)))
        self.assertEqual(web.stop(), 0)
        for connection in (asked, *others):
            self.assertEqual(self.rest(connection), "")


class Bodies(LimitsTest):
    def test_bodies_together_take_no_more_memory_than_there_is_for_them(self):
        web = self.web("--body-memory", "1")
        self.client(self.service).ok("juice.stock.set", {"levels": {"kiwi": 1_000}})
        # What one route takes of a text is 256 KiB, so it takes four callers.
        missing, size = 5_000, 225_000
        fields = ("Content-Type: application/json", f"Content-Length: {size}")
        beginning, ending = b" " * (size - missing), b" " * (missing - len(ORDER)) + ORDER
        callers = [self.connect(web, head("POST", "/api/juice/orders", *fields), beginning) for _ in range(4)]
        while self.metric(web, 'jangteo_web_held_bytes{of="requests"}') < 4 * len(beginning):
            pass
        # The memory is that of all, and an eighth of it is for small requests.
        refused = self.connect(web, head("POST", "/api/juice/orders", *fields), beginning[:60_000])
        self.assertRegex(self.assertRefused(refused, 503).lower(), r"retry-after: \d+")
        space = b" " * 14_000
        small = (fields[0], f"Content-Length: {len(space + ORDER)}")
        for caller in [self.connect(web, head("POST", "/api/juice/orders", *small), space) for _ in range(7)]:
            caller.sendall(ORDER)
            self.until(caller, rb"^HTTP/1\.1 201 ")
        for caller in callers:
            caller.sendall(ending)
            self.until(caller, rb"^HTTP/1\.1 201 ")
        # What they took is given back, when the system has their answers.
        status = "503"
        while status == "503":
            caller = self.connect(web, head("POST", "/api/juice/orders", *fields), beginning + ending)
            status = self.until(caller, rb"^HTTP/1\.1 \d+ ")[9:12]
        self.assertEqual(status, "201")

    def test_a_body_without_an_end_is_refused_and_the_connection_closed(self):
        web = self.web()
        connection = self.connect(web, head("POST", "/api/juice/orders", "Transfer-Encoding: chunked"))
        piece = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
        with self.assertRaises(OSError):
            while True:
                connection.sendall(piece)
        self.assertServes(web)

    def test_who_waits_for_a_100_is_told_to_go_on_and_who_may_not_call_is_refused_before_the_body(self):
        web = self.web()
        fields = ("Content-Type: application/json", f"Content-Length: {len(ORDER)}", "Expect: 100-continue")
        connection = self.connect(web, head("POST", "/api/juice/orders", *fields))
        self.assertEqual(self.until(connection, rb"\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n")
        connection.sendall(ORDER)
        self.until(connection, rb"^HTTP/1\.1 201 ")
        foreign = self.connect(web, head("POST", "/api/juice/orders", *fields, "Origin: http://evil.example"))
        self.until(foreign, rb"^HTTP/1\.1 403 ")
        large = (fields[0], "Content-Length: 900000000", fields[2])
        self.until(self.connect(web, head("POST", "/api/juice/orders", *large)), rb"^HTTP/1\.1 413 ")

    @unittest.skipUnless(shutil.which("curl"), "there is no curl")
    def test_curl_sends_a_large_body_after_it_was_told_to(self):
        web = self.web()
        done = subprocess.run(
            ["curl", "-sv", "--expect100-timeout", str(TIMEOUT), "-H", "Content-Type: application/json", "-H",
             "Expect: 100-continue", "--data-binary", "@-", f"{web.url}/api/juice/orders"],
            input=b" " * 200_000 + ORDER, capture_output=True, timeout=TIMEOUT,
        )
        self.assertIn(b"HTTP/1.1 100 Continue", done.stderr)
        self.assertIn(b'"juice":"kiwi"', done.stdout)


if __name__ == "__main__":
    unittest.main()
