"""What web-gateway makes of a connection: offers to upgrade, options in any form, HTTP/1.0, tunnels."""

import http.client
import json
import re
import shutil
import socket
import subprocess
import unittest

from juice_process import ROOT, TIMEOUT
from web_process import WebBeforeJuice

OFFER = ("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA")
STOCK = "/api/juice/stock"
ORDER = b'{"juice":"kiwi"}'
JAVA = ROOT / "Tests/Python/resources/JavaClient.java"


def head(method, path, *fields, version="1.1"):
    return "\r\n".join((f"{method} {path} HTTP/{version}", "Host: localhost", *fields, "", "")).encode()


def order(*fields):
    return head("POST", "/api/juice/orders", "Content-Type: application/json", f"Content-Length: {len(ORDER)}", *fields) + ORDER


class Connections(WebBeforeJuice):
    def connect(self, *pieces):
        connection = socket.create_connection(("127.0.0.1", self.gateway.port), TIMEOUT)
        self.addCleanup(connection.close)
        for piece in pieces:
            connection.sendall(piece)
        return connection

    def answer(self, connection, method="GET"):
        """The next answer, of which nothing more is read than belongs to it."""
        response = http.client.HTTPResponse(connection, method=method)
        # What is read ahead would be missing from the next answer.
        response.fp = connection.makefile("rb", 0)
        response.begin()
        while response.read(65_536):
            pass
        return response

    def assertOpen(self, connection):
        connection.sendall(head("GET", STOCK))
        self.assertEqual(self.answer(connection).status, 200)

    def assertClosed(self, connection):
        self.assertEqual(connection.recv(1), b"")


class Upgrades(Connections):
    def test_an_offer_is_declined_and_the_connection_goes_on(self):
        connection = self.connect(head("GET", STOCK, *OFFER))
        self.assertEqual(self.answer(connection).status, 200)
        for _ in range(3):
            connection.sendall(order(*OFFER))
            self.assertEqual(self.answer(connection).status, 201)
        self.assertOpen(connection)
        self.assertStock(self.client(self.service), kiwi=1)

    def test_requests_that_came_along_with_an_offer_are_answered_in_their_order(self):
        body = b"5\r\n" + ORDER[:5] + b"\r\nb\r\n" + ORDER[5:] + b"\r\n0\r\n\r\n"
        chunked = head("POST", "/api/juice/orders", "Content-Type: application/json", "Transfer-Encoding: chunked", *OFFER)
        last = order(*OFFER) + head("GET", "/nothing") + head("GET", STOCK)
        connection = self.connect(head("GET", STOCK, *OFFER) + chunked + body + last)
        self.assertEqual([self.answer(connection).status for _ in range(5)], [200, 201, 201, 404, 200])
        self.assertOpen(connection)
        # However the bytes are cut.
        connection = self.connect()
        for byte in head("GET", STOCK, *OFFER) + order(*OFFER) + head("GET", STOCK):
            connection.send(bytes([byte]))
        self.assertEqual([self.answer(connection).status for _ in range(3)], [200, 201, 200])

    def test_empty_lines_between_requests_are_passed_over_however_they_are_cut(self):
        chunked = head("POST", "/api/juice/orders", "Content-Type: application/json", "Transfer-Encoding: chunked")
        chunks = b"5\r\n" + ORDER[:5] + b"\r\nb\r\n" + ORDER[5:] + b"\r\n0\r\n\r\n"
        requests = b"\r\n\n\r\n".join((b"", head("GET", STOCK), chunked + chunks, head("GET", "/nothing"), head("GET", STOCK)))
        for size in (1, 7, len(requests)):
            with self.subTest(size):
                connection = self.connect(*(requests[place:place + size] for place in range(0, len(requests), size)))
                self.assertEqual([self.answer(connection).status for _ in range(4)], [200, 201, 404, 200])
                connection.sendall(b"\r\n" * 100_000)
                self.assertOpen(connection)

    def test_an_offer_in_any_form_loses_no_request(self):
        for fields in (
            ("Upgrade: websocket", "Connection: Upgrade"), ("UPGRADE: h2c", "CONNECTION: keep-alive,uPGRADE"),
            ("Connection: keep-alive", "Connection: Upgrade", "Upgrade: h2c"), ("Connection:upgrade  , x", "Upgrade: h2c"),
            ("Upgrade: h2c",), ("Upgrade: h2c", "Connection: TE"), ("Connection: up grade", "Upgrade: h2c"), ("Connection: Upgrade",),
            ("Connection: ,upgrade", "Upgrade: h2c"), ("Connection: x y,upgrade", "Upgrade: h2c"),
            ("Connection: TE, upgrade ", "Upgrade: h2c, websocket"), ("Upgrade: h2c", "Upgrade: websocket", "Connection: upgrade"),
        ):
            with self.subTest(fields):
                connection = self.connect(head("GET", STOCK, *fields) + head("GET", "/nothing") + head("GET", STOCK))
                self.assertEqual([self.answer(connection).status for _ in range(3)], [200, 404, 200])

    def test_an_offer_that_is_none_for_sure_is_answered_last(self):
        for fields in (
            ("Connection: upgrade", "Upgrade:"), ("Connection: upgrades", "Upgrade: h2c"), ("Connection: x upgrade", "Upgrade: h2c"),
            ("Proxy-Connection: Upgrade", "Upgrade: h2c"), ("Connection: upgrade x", "Upgrade: h2c"), ("Connection: upgrade\t", "Upgrade: h2c"),
        ):
            with self.subTest(fields):
                connection = self.connect(head("GET", STOCK, *fields) + head("GET", "/nothing"))
                answer = self.answer(connection)
                self.assertEqual((answer.status, answer.getheader("Connection")), (200, "close"))
                self.assertClosed(connection)
        self.assertOpen(self.connect())

    def test_the_answer_to_a_head_has_no_body_whatever_it_says(self):
        for path in ("/nope", "/session", "/api/products/5/archived", STOCK, "/api/nobody"):
            with self.subTest(path):
                connection = self.connect(head("HEAD", path) + head("GET", STOCK))
                self.assertGreaterEqual(self.answer(connection, "HEAD").status, 200)
                self.assertEqual(self.answer(connection).status, 200)

    def test_chunks_from_http_1_0_are_the_last_of_their_connection(self):
        fields = ("Content-Type: application/json", "Transfer-Encoding: chunked", "Connection: keep-alive")
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(ORDER), ORDER)
        connection = self.connect(head("POST", "/api/juice/orders", *fields, version="1.0") + body)
        self.assertIn(self.answer(connection).status, (201, 400))
        self.assertClosed(connection)

    def test_bytes_of_the_protocol_that_was_offered_are_a_400(self):
        connection = self.connect(head("GET", STOCK, *OFFER))
        self.assertEqual(self.answer(connection).status, 200)
        connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(1_000))
        self.assertEqual(self.answer(connection).status, 400)
        self.assertClosed(connection)

    def test_a_tunnel_is_refused_and_the_connection_ends(self):
        connection = self.connect(head("CONNECT", "example.org:443") + b"\x16\x03\x01" + bytes(1_000))
        answer = self.answer(connection)
        self.assertEqual((answer.status, answer.getheader("Connection")), (501, "close"))
        self.assertClosed(connection)
        # Both ways, also where the other end goes on.
        with self.assertRaises(OSError):
            while True:
                connection.sendall(bytes(1_000))

    def test_java_and_curl_order_over_one_connection(self):
        if shutil.which("java"):
            run = subprocess.run(
                ["java", "-XX:TieredStopAtLevel=1", JAVA, self.gateway.url, "orders"], capture_output=True, text=True, timeout=120, check=True
            )
            self.assertEqual(run.stdout.splitlines(), ["POST 201 HTTP_1_1", "GET 200 HTTP_1_1", "POST 201 HTTP_1_1"])
        self.client(self.service).ok("juice.stock.set", {"levels": {"kiwi": 100}})
        address = f"{self.gateway.url}/api/juice/orders"
        json_order = ["-s", "--http2", "-m", str(TIMEOUT), "-w", "%{http_code} %{num_connects}\n", "-o", "/dev/null", "--json", ORDER.decode()]
        run = subprocess.run(
            ["curl", *json_order, address, "--next", *json_order, address], capture_output=True, text=True, check=True
        )
        self.assertEqual(run.stdout.splitlines(), ["201 1", "201 0"])


class Options(Connections):
    def test_a_connection_ends_where_any_of_its_tokens_says_so(self):
        for fields in (
            ("Connection: close",), ("Connection: Close",), ("Connection: TE, close",), ("Connection: keep-alive", "Connection: CLOSE"),
            ("Connection: close,TE",), ("connection:x,close ",),
        ):
            with self.subTest(fields):
                connection = self.connect(head("GET", STOCK, *fields))
                answer = self.answer(connection)
                self.assertEqual((answer.status, answer.getheader("Connection")), (200, "close"))
                self.assertClosed(connection)
        for fields in ((), ("Connection: keep-alive",), ("Connection: closed",), ("Connection: TE",)):
            with self.subTest(fields):
                connection = self.connect(head("GET", STOCK, *fields))
                self.assertIsNone(self.answer(connection).getheader("Connection"))
                self.assertOpen(connection)


class Hosts(Connections):
    """Whom a request is for (RFC 9112, 3.2)."""

    def status(self, *lines):
        connection = self.connect("\r\n".join((*lines, "", "")).encode())
        answer = self.answer(connection)
        if answer.status == 400:
            self.assertClosed(connection)
        return answer.status

    def test_a_request_names_one_host(self):
        for lines in (
            ("GET /health/live HTTP/1.1",),
            ("GET /health/live HTTP/1.1", "Host: localhost", "Host: localhost"),
            ("GET /health/live HTTP/1.0", "Host: localhost", "host: other"),
            ("GET /health/live HTTP/1.1", "Host: local host"),
            ("GET /health/live HTTP/1.1", "Host: someone@localhost"),
            ("GET http://localhost/health/live HTTP/1.1",),
            ("GET http:///health/live HTTP/1.1", "Host: localhost"),
        ):
            with self.subTest(lines):
                self.assertEqual(self.status(*lines), 400)
        for lines in (
            ("GET /health/live HTTP/1.1", "Host: localhost"), ("GET /health/live HTTP/1.1", "Host: [::1]:80"),
            ("GET /health/live HTTP/1.1", "Host:"), ("GET /health/live HTTP/1.0",),
        ):
            with self.subTest(lines):
                self.assertEqual(self.status(*lines), 200)

    def test_a_request_without_a_host_behind_others_is_refused_after_their_answers(self):
        connection = self.connect(head("GET", STOCK) + b"GET /health/live HTTP/1.1\r\n\r\n" + order())
        self.assertEqual([self.answer(connection).status for _ in range(2)], [200, 400])
        self.assertClosed(connection)
        self.assertStock(self.client(self.service))

    def test_the_host_of_a_whole_address_counts_before_the_field(self):
        # A caller of this machine without a token may ask only for names that no other machine has.
        elsewhere = self.status(f"GET {STOCK} HTTP/1.1", "Host: shop.example")
        self.assertNotEqual(elsewhere, 200)
        self.assertEqual(self.status(f"GET http://shop.example{STOCK} HTTP/1.1", "Host: localhost"), elsewhere)
        self.assertEqual(self.status(f"GET http://localhost{STOCK} HTTP/1.1", "Host: shop.example"), 200)


class OldVersion(Connections):
    """HTTP/1.0 (RFC 9112, C.2)."""

    def test_the_connection_ends_with_the_answer_unless_it_is_to_be_kept(self):
        connection = self.connect(head("GET", STOCK, version="1.0"))
        answer = self.answer(connection)
        self.assertEqual((answer.status, answer.version, answer.getheader("Connection")), (200, 10, "close"))
        self.assertClosed(connection)
        connection = self.connect()
        for _ in range(2):
            connection.sendall(head("GET", STOCK, "Connection: Keep-Alive", version="1.0"))
            answer = self.answer(connection)
            self.assertEqual((answer.status, answer.getheader("Connection")), (200, "keep-alive"))
        # Without Host too, which HTTP/1.0 does not have: then it is nobody's address.
        self.assertEqual(self.answer(self.connect(b"GET /health/live HTTP/1.0\r\n\r\n")).status, 200)

    def test_no_answer_comes_in_chunks_and_events_end_with_the_connection(self):
        connection = self.connect(head("GET", "/events?topics=juice.", "Connection: keep-alive", version="1.0"))
        received = b""
        while b"event: live" not in received:
            received += connection.recv(65_536)
        fields, _, body = received.partition(b"\r\n\r\n")
        self.assertNotIn(b"chunked", fields.lower())
        self.assertIn(b"connection: close", fields.lower())
        self.assertTrue(body.startswith(b": \n\nretry: 2000\nid: "), body)
        self.assertEqual(self.gateway.stop(), 0)
        while connection.recv(65_536):
            pass

    def test_who_asks_whether_to_send_the_body_is_not_told(self):
        fields = ("Content-Type: application/json", f"Content-Length: {len(ORDER)}", "Expect: 100-continue")
        connection = self.connect(head("POST", "/api/juice/orders", *fields, version="1.0"), ORDER)
        self.assertTrue(connection.recv(65_536).startswith(b"HTTP/1.0 201 "))


@unittest.skipUnless(shutil.which("ab"), "there is no ApacheBench")
class ApacheBench(Connections):
    def test_it_finishes_with_and_without_connections_that_stay(self):
        for options in ((), ("-k",), ("-k", "-c", "8"), ("-i", "-k")):
            with self.subTest(options):
                run = subprocess.run(
                    ["ab", "-q", "-n", "40", *options, self.gateway.url + STOCK],
                    capture_output=True, text=True, timeout=TIMEOUT, check=True,
                )
                for line in (r"Complete requests:\s+40$", r"Failed requests:\s+0$"):
                    self.assertRegex(run.stdout, re.compile(line, re.M))
                kept = re.search(r"Keep-Alive requests:\s+40$", run.stdout, re.M)
                self.assertEqual(bool(kept), "-k" in options, run.stdout)


class Heads(Connections):
    def test_the_head_of_everything_is_as_that_of_get_and_nothing_follows(self):
        paths = ("/", "/juice", "/login", "/calc", STOCK, "/api/juice/menu", "/assets/site.css", "/openapi.json",
                 "/health/live", "/health/ready", "/healthChecker", "/session", "/nope")
        for path in paths:
            with self.subTest(path):
                fields = {}
                for method in ("GET", "HEAD"):
                    connection = self.connect(head(method, path))
                    answer = self.answer(connection, method)
                    fields[method] = (answer.status, [field for field in answer.getheaders() if field[0] != "Date"])
                    self.assertOpen(connection)
                self.assertEqual(fields["GET"], fields["HEAD"])

    def test_the_head_of_a_stream_has_no_length_and_the_connection_goes_on(self):
        connection = self.connect(head("HEAD", "/events?topics=juice."))
        answer = self.answer(connection, "HEAD")
        self.assertEqual(answer.getheader("Content-Type"), "text/event-stream; charset=utf-8")
        self.assertEqual([answer.getheader(name) for name in ("Content-Length", "Transfer-Encoding")], [None, None])
        self.assertOpen(connection)
        connection.sendall(head("HEAD", STOCK))
        length = self.answer(connection, "HEAD").getheader("Content-Length")
        self.assertEqual(length, str(len(json.dumps(self.call("GET", STOCK).json(), separators=(",", ":")))))
        self.assertOpen(connection)


if __name__ == "__main__":
    unittest.main()
