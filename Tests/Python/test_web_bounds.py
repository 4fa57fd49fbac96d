"""What callers of web-gateway may have in its memory at a time, and that others are served meanwhile."""

import http.client
import json
import re
import select
import signal
import socket
import time

from juice_process import TIMEOUT
from test_web_limits import LimitsTest, head

STOCK = "/api/juice/stock"
# The longest answer that is always there: more than a connection has waiting, and less than a budget of 1 MiB.
LARGE = "/openapi.json"


class BoundsTest(LimitsTest):
    def held(self, web, of):
        return self.metric(web, rf'jangteo_web_held_bytes\{{of="{of}"\}}')

    def eventually(self, condition):
        """Asks until it is so."""
        end = time.monotonic() + TIMEOUT
        while not condition():
            self.assertLess(time.monotonic(), end, "it never became so")

    def answers(self, connection, count):
        """So many answers, in their order."""
        found = []
        for _ in range(count):
            response = http.client.HTTPResponse(connection)
            # What is read ahead would be missing from the next answer.
            response.fp = connection.makefile("rb", 0)
            response.begin()
            response.read()
            found.append(response)
        return found

    def stopped_reader(self, web, *pieces):
        connection = socket.socket()
        self.addCleanup(connection.close)
        # Before it connects, so that the other end knows of it.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.settimeout(TIMEOUT)
        connection.connect(("127.0.0.1", web.port))
        for piece in pieces:
            connection.sendall(piece)
        return connection

    def flood(self, connection, piece):
        """Sends until the other end takes no more."""
        connection.setblocking(False)
        while select.select([], [connection], [], 0.2)[1]:
            connection.send(piece)
        connection.settimeout(TIMEOUT)

    def until_full(self, web):
        """Readers that have stopped, until there is no room for the answer to one more."""
        readers = []
        while len(readers) < 40:
            readers.append(self.stopped_reader(web, head("GET", LARGE) * 16))
            answer = self.request(web, "GET", LARGE)
            if answer.status != 200:
                return readers, answer
        self.fail("there is always room")


class Requests(BoundsTest):
    def test_of_the_requests_of_a_connection_16_are_read_and_the_others_wait(self):
        web = self.web()
        self.service.signal(signal.SIGSTOP)
        self.addCleanup(self.service.signal, signal.SIGCONT)
        connection = self.connect(web)
        # So small that all of them come with one look at the connection.
        field, count = "X-Filling: xxxxxxxxxx", 25
        self.flood(connection, head("GET", STOCK, field) * count)
        size = len(STOCK) + len(field) - 2
        self.eventually(lambda: self.held(web, "requests") >= 16 * size)
        # That of the request that asks counts too.
        self.assertLess(self.held(web, "requests"), 20 * size)
        self.service.signal(signal.SIGCONT)
        # The first may have waited for the service for too long.
        statuses = [answer.status for answer in self.answers(connection, count)]
        self.assertEqual(set(statuses[2:]), {200}, statuses)

    def test_requests_that_come_together_are_answered_in_their_order(self):
        web = self.web("--loopback-role", "operate")
        self.client(self.service).ok("juice.stock.set", {"levels": {"kiwi": 1_000}})
        body = b'{\n\n"juice":"kiwi"\r\n\r\n}'
        fields = ("Content-Type: application/json", "Idempotency-Key: {}")

        def order(number, *framing):
            return head("POST", "/api/juice/orders", *[field.format(number) for field in fields], *framing)

        pieces, expected = [], []
        for number in range(40):
            with_length = order(number, f"Content-Length: {len(body)}") + body
            chunks = order(number, "Transfer-Encoding: chunked") + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
            pieces += [head("GET", STOCK), chunks if number % 2 else with_length, head("GET", f"/nothing/{number}")]
            expected += [200, 201, 404]
        together = b"".join(pieces)
        for cut in (len(together), 1_000, 7):
            with self.subTest(cut=cut):
                connection = self.connect(web)
                for start in range(0, len(together), cut):
                    connection.sendall(together[start:start + cut])
                # Nothing follows, which must not be heard of before all that came earlier.
                connection.shutdown(socket.SHUT_WR)
                answers = self.answers(connection, len(expected))
                self.assertEqual([answer.status for answer in answers], expected)
                self.assertEqual(answers[4].getheader("Idempotency-Key"), "1")
                self.assertEqual(connection.recv(1), b"")

    def test_heads_count_as_bodies_do(self):
        web = self.web("--body-memory", "1")
        self.service.signal(signal.SIGSTOP)
        self.addCleanup(self.service.signal, signal.SIGCONT)
        large = head("GET", STOCK, *["X-Filling: " + "x" * 15_000] * 2)
        # As many of each as are read while nothing is answered.
        for _ in range(6):
            self.connect(web, large * 5)
        self.eventually(lambda: self.held(web, "requests") >= 900_000)
        refused = select.select([self.connect(web, large) for _ in range(10)], [], [], TIMEOUT)[0]
        self.assertTrue(refused)
        self.assertRegex(self.assertRefused(refused[0], 503).lower(), r"retry-after: \d+")

    def test_nothing_is_kept_of_a_connection_that_has_ended(self):
        web = self.web()
        self.service.signal(signal.SIGSTOP)
        self.addCleanup(self.service.signal, signal.SIGCONT)
        for _ in range(4):
            connection = self.connect(web)
            self.flood(connection, head("GET", STOCK, "X-Filling: " + "x" * 1_000) * 64)
            connection.close()
        self.service.signal(signal.SIGCONT)
        # The request that asks is one.
        self.eventually(lambda: self.held(web, "requests") <= 500 and self.held(web, "answers") == 0)


class Answers(BoundsTest):
    def test_large_answers_together_take_no_more_memory_than_there_is_for_them(self):
        web = self.web("--answer-memory", "1")
        readers, refusal = self.until_full(web)
        self.assertProblem(refusal, 503)
        self.assertRegex(refusal.headers["Retry-After"], r"^\d+$")
        # What is not large is answered.
        self.assertServes(web)
        # What a connection has waiting to be sent counts, and is not refused any more.
        self.assertLess(self.held(web, "answers"), (1 << 20) + len(readers) * (96 << 10))
        for reader in readers:
            reader.close()
        self.eventually(lambda: self.request(web, "GET", LARGE).status == 200)
        self.eventually(lambda: self.held(web, "answers") == 0)

    def test_readers_that_have_stopped_do_not_keep_the_room_from_others(self):
        web = self.web("--answer-memory", "1")
        readers, _ = self.until_full(web)
        self.eventually(lambda: self.assertServes(web) or self.request(web, "GET", LARGE).status == 200)
        # One of them was closed, with part of its answers.
        ended = select.select(readers, [], [], TIMEOUT)[0]
        self.assertTrue(ended)

    def test_a_slow_reader_who_goes_on_reads_all(self):
        web = self.web("--idle-timeout", "1")
        length = len(self.request(web, "GET", LARGE).body)
        reader = self.stopped_reader(web, head("GET", LARGE))
        received, start = b"", time.monotonic()
        while len(received) < length:
            piece = reader.recv(1_024)
            self.assertTrue(piece, f"{len(received)} bytes of {length} came")
            received += piece
            # As slow as it takes to make it more than twice the idle time.
            time.sleep(max(0, start + 2.5 * len(received) / length - time.monotonic()))
        # Then it is idle.
        self.rest(reader)

    def test_a_connection_is_not_idle_while_a_request_behind_an_answer_is_in_progress(self):
        web = self.web("--idle-timeout", "1")
        self.service.signal(signal.SIGSTOP)
        self.addCleanup(self.service.signal, signal.SIGCONT)
        connection = self.connect(web, head("GET", "/health/live") + head("GET", STOCK))
        self.assertEqual(self.answers(connection, 1)[0].status, 200)
        # Longer than the idle time, and shorter than a call waits.
        self.assertEqual(select.select([connection], [], [], 1.5)[0], [])
        self.service.signal(signal.SIGCONT)
        self.assertEqual(self.answers(connection, 1)[0].status, 200)

    def test_a_batch_of_reads_is_answered_up_to_the_megabyte_of_the_wire_and_then_asks_nobody(self):
        web = self.web("--loopback-role", "operate")
        client = self.client(self.service)
        client.ok("juice.stock.set", {"levels": {"kiwi": 1_000}})
        for _ in range(100):
            client.ok("juice.order", {"juice": "kiwi"})
        reads = [{"jsonrpc": "2.0", "id": number, "method": "juice.order.list", "params": {"limit": 100}} for number in range(255)]
        write = {"jsonrpc": "2.0", "id": 255, "method": "juice.order", "params": {"juice": "kiwi"}, "meta": {"idempotencykey": "last"}}
        answer = self.request(web, "POST", "/rpc/juice", json.dumps([*reads, write]).encode())
        self.assertEqual(answer.status, 200, answer)
        self.assertLess(len(answer.body), 1 << 20)
        replies = answer.json()
        self.assertEqual([reply["id"] for reply in replies], list(range(256)))
        given = sum("result" in reply for reply in replies[:255])
        self.assertGreater(given, 10)
        for reply in replies[given:255]:
            self.assertEqual(reply["error"]["data"]["reason"], "PAYLOAD_TOO_LARGE", reply)
        # Writes are done, and their answers given.
        self.assertIn("result", replies[255])
        methods = client.ok("service.stats")["methods"]
        asked = methods["juice.order.list"]["count"]
        # The one whose result had no room was the last that was asked for.
        self.assertLessEqual(asked, given + 1)


class Memory(BoundsTest):
    def test_at_the_memory_limit_new_requests_get_a_503_and_the_program_lives(self):
        web = self.web("--memory-limit", "1")
        self.eventually(lambda: self.request(web, "GET", STOCK).status != 200)
        answer = self.request(web, "GET", STOCK)
        self.assertProblem(answer, 503)
        self.assertRegex(answer.headers["Retry-After"], r"^\d+$")
        self.assertEqual(self.request(web, "GET", "/metrics").status, 503)
        self.assertEqual(self.request(web, "GET", "/health/live").json(), {"status": "ok"})
        self.assertTrue(web.is_running)
        self.assertLogs(web, r"memory limit")

    def test_where_memory_is_scarce_connections_that_only_wait_make_room_and_those_that_ask_stay(self):
        web = self.web("--memory-limit", "1")
        live = head("GET", "/health/live")
        waits, asks = self.connect(web, live), self.connect(web, live)
        self.answers(waits, 1)
        while not select.select([waits], [], [], 0)[0]:
            self.answers(asks, 1)
            asks.sendall(live)
        self.assertEqual(waits.recv(1), b"")
        self.answers(asks, 1)


class Probes(BoundsTest):
    def test_health_figures_and_board_do_not_wait_for_a_service_that_has_stopped(self):
        web = self.web("--loopback-role", "operate")
        self.service.signal(signal.SIGSTOP)
        self.addCleanup(self.service.signal, signal.SIGCONT)
        # A call waits five seconds.
        waiting = self.connect(web, head("GET", STOCK))
        ready = self.request(web, "GET", "/health/ready")
        self.assertEqual((ready.status, ready.json()["services"]["juice"]), (503, "NO_ANSWER"))
        figures = self.request(web, "GET", "/metrics").body.decode()
        self.assertIn('jangteo_service_up{service="juice"} 0', figures)
        board = self.request(web, "GET", "/api/board").json()
        self.assertIsNone(board["workers"][0]["health"], board)
        self.assertEqual(select.select([waiting], [], [], 0)[0], [])
        self.service.signal(signal.SIGCONT)
        self.eventually(lambda: self.request(web, "GET", "/health/ready").json()["services"]["juice"] == "SERVING")
