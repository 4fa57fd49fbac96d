"""web-gateway over real HTTP, before a real service: resources, the wire's requests, problems, tags and events."""

import itertools
import threading
import unittest

from juice_process import ROOT
from web_process import WebBeforeJuice, WebProcess, WebTest

ORDERS = "/api/juice/orders"
keys = itertools.count()


class Resources(WebBeforeJuice):
    def test_a_result_is_the_wires_byte_for_byte(self):
        answer = self.call("GET", "/api/juice/menu")
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "application/json"))
        self.assertEqual(answer.json(), self.client(self.service).ok("juice.menu"))
        self.assertConforms("juice.menu.result", answer.json())

    def test_an_order_is_made_once_under_its_key(self):
        first = self.call("POST", ORDERS, {"juice": "mango"}, Idempotency_Key="breakfast")
        again = self.call("POST", ORDERS, {"juice": "mango"}, Idempotency_Key="breakfast")
        self.assertEqual((first.status, again.status, first.body), (201, 201, again.body))
        self.assertStock(self.client(self.service), mango=7)
        other = self.call("POST", ORDERS, {"juice": "kiwi"}, Idempotency_Key="breakfast")
        self.assertProblem(other, 422, "IDEMPOTENCY_KEY_REUSED")
        found = self.call("GET", "/api/outcomes/juice/breakfast")
        self.assertEqual((found.json()["state"], found.json()["result"]), ("applied", first.json()))
        self.assertEqual(self.call("GET", f"{ORDERS}/{first.json()['id']}").json(), first.json())

    def test_a_write_without_a_key_is_told_the_one_it_got(self):
        answer = self.call("POST", ORDERS, {"juice": "kiwi"})
        key = answer.headers["Idempotency-Key"]
        self.assertEqual(self.call("POST", ORDERS, {"juice": "kiwi"}, Idempotency_Key=key).body, answer.body)
        self.assertStock(self.client(self.service), kiwi=7)

    def test_a_shortage_has_the_wires_members(self):
        problem = self.assertProblem(self.call("POST", ORDERS, {"juice": "strawberry"}), 409, "INSUFFICIENT_STOCK")
        self.assertEqual(problem["shortages"], [{"fruit": "strawberry", "required": 16, "available": 10}])
        self.assertEqual((problem["outcome"], problem["type"]), ("not_applied", "urn:jangteo:problem:insufficient-stock"))

    def test_all_faults_of_params_are_told_at_once(self):
        problem = self.assertProblem(self.call("POST", ORDERS, {"quantity": 0}), 422, "INVALID_PARAMS")
        self.assertEqual({one["pointer"] for one in problem["violations"]}, {"/juice", "/quantity"})

    def test_what_cannot_be_a_request_is_refused_and_nothing_is_done(self):
        for body, type, status in (
            (b"{", "application/json", 400), (b"[]", "application/json", 400), (b"", "application/json", 400),
            (b'{"juice":"kiwi"}', "text/plain", 415), (b" " * (1 << 20) + b"{}", "application/json", 413),
        ):
            with self.subTest(body[:20]):
                self.assertProblem(self.call("POST", ORDERS, body, Content_Type=type), status)
        self.assertProblem(self.call("GET", f"{ORDERS}?limit=x"), 422, "INVALID_PARAMS")
        self.assertProblem(self.call("GET", f"{ORDERS}?limt=1"), 422, "INVALID_PARAMS")
        self.assertProblem(self.call("GET", "/api/juice/nothing"), 404)
        self.assertStock(self.client(self.service))

    def test_a_list_that_did_not_change_is_a_304(self):
        first = self.call("GET", "/api/juice/menu")
        tag = first.headers["ETag"]
        same = self.call("GET", "/api/juice/menu", If_None_Match=f'"other", {tag}')
        self.assertEqual((same.status, same.body, same.headers["ETag"]), (304, b"", tag))
        self.call("POST", ORDERS, {"juice": "kiwi"})
        changed = self.call("GET", "/api/juice/menu", If_None_Match=tag)
        self.assertEqual(changed.status, 200)
        self.assertNotEqual(changed.headers["ETag"], tag)

    def test_the_stock_is_set_only_where_it_is_what_was_seen(self):
        tag = self.call("GET", "/api/juice/stock").headers["ETag"]
        self.call("POST", ORDERS, {"juice": "kiwi"})
        late = self.call("PATCH", "/api/juice/stock", {"levels": {"mango": 5}}, If_Match=tag)
        self.assertProblem(late, 409, "VERSION_MISMATCH")
        tag = self.call("GET", "/api/juice/stock").headers["ETag"]
        done = self.call("PATCH", "/api/juice/stock", {"levels": {"mango": 5}}, If_Match=tag)
        self.assertEqual(done.status, 200, done)
        added = self.call("PATCH", "/api/juice/stock", {"changes": {"mango": 2}})
        self.assertEqual(added.status, 200, added)
        self.assertStock(self.client(self.service), kiwi=7, mango=7)
        self.assertProblem(self.call("PATCH", "/api/juice/stock", {"levels": {"mango": 1}}, If_Match="x"), 412)

    def test_a_read_sees_what_was_answered_before_it_while_others_read_the_same(self):
        self.client(self.service).ok("juice.stock.set", {"levels": {"kiwi": 1_000}})
        is_over = threading.Event()

        def read():
            while not is_over.is_set():
                self.assertEqual(self.call("GET", "/api/juice/stock").status, 200)

        readers = [threading.Thread(target=read) for _ in range(4)]
        for reader in readers:
            reader.start()
        try:
            for count in range(1, 51):
                self.assertEqual(self.call("POST", ORDERS, {"juice": "kiwi"}).status, 201)
                levels = {fruit["fruit"]: fruit["quantity"] for fruit in self.call("GET", "/api/juice/stock").json()["fruits"]}
                self.assertEqual(levels["kiwi"], 1_000 - 3 * count)
        finally:
            is_over.set()
            for reader in readers:
                reader.join()

    def test_requests_of_the_wire_are_answered_as_there(self):
        batch = [
            {"jsonrpc": "2.0", "id": 1, "method": "juice.order", "params": {"juice": "kiwi"}, "meta": {"idempotencykey": "a"}},
            {"jsonrpc": "2.0", "method": "service.ping"},
            {"jsonrpc": "2.0", "id": "two", "method": "juice.order", "params": {"juice": "strawberry"}},
            {"jsonrpc": "1.0", "id": 3, "method": "service.ping"},
        ]
        answer = self.call("POST", "/rpc/juice", batch)
        replies = {reply["id"]: reply for reply in answer.json()}
        self.assertEqual(set(replies), {1, "two", 3})
        for reply in replies.values():
            self.assertConforms("reply", reply)
        self.assertEqual(replies[1]["result"]["juice"], "kiwi")
        self.assertEqual(replies["two"]["error"]["data"]["reason"], "INSUFFICIENT_STOCK")
        self.assertEqual(replies[3]["error"]["data"]["reason"], "INVALID_REQUEST")
        self.assertEqual(self.call("POST", "/rpc/juice", {"jsonrpc": "2.0", "method": "service.ping"}).status, 204)
        broken = self.call("POST", "/rpc/juice", b"{", Content_Type="application/json").json()
        self.assertEqual((broken["id"], broken["error"]["data"]["reason"]), (None, "PARSE_ERROR"))
        self.assertProblem(self.call("POST", "/rpc/nobody", {}), 404)

    def test_every_file_that_pages_load_is_served_and_kept_by_its_tag(self):
        files = list((ROOT / "Sources/WebGateway/Resources/assets").iterdir())
        self.assertGreater(len(files), 5)
        for file in files:
            with self.subTest(file.name):
                answer = self.call("GET", f"/assets/{file.name}")
                self.assertEqual((answer.status, answer.body), (200, file.read_bytes()))
                self.assertEqual(self.call("GET", f"/assets/{file.name}", If_None_Match=answer.headers["ETag"]).status, 304)
        self.assertEqual(self.call("GET", "/assets/..%2ftexts%2fko.json").status, 404)

    def test_a_page_of_another_site_cannot_have_a_browser_order(self):
        foreign = self.call("POST", ORDERS, {"juice": "kiwi"}, Origin="http://evil.example")
        self.assertProblem(foreign, 403)
        self.assertProblem(self.call("POST", ORDERS, {"juice": "kiwi"}, Sec_Fetch_Site="cross-site"), 403)
        own = self.call("POST", ORDERS, {"juice": "kiwi"}, Origin=self.gateway.url)
        self.assertEqual(own.status, 201, own)
        self.assertStock(self.client(self.service), kiwi=7)

    def test_a_service_that_is_away_is_a_503_and_ready_says_so(self):
        self.service.kill()
        self.assertProblem(self.call("GET", "/api/juice/stock"), 503, "UNAVAILABLE")
        ready = self.call("GET", "/health/ready")
        self.assertEqual((ready.status, ready.json()["services"]["juice"]), (503, "NO_ANSWER"))
        self.assertEqual(self.call("GET", "/health/live").status, 200)

    def test_it_ends_at_once_when_it_is_told_to_with_streams_open(self):
        stream = self.events(self.gateway)
        stream.until("live")
        self.assertEqual(self.gateway.stop(), 0)
        self.assertIsNone(stream.next())


class Roles(WebTest):
    def test_a_caller_may_do_what_its_role_says(self):
        service = self.start(run="run")
        reader = self.web("--loopback-role", "read")
        self.assertEqual(self.request(reader, "GET", "/api/juice/stock").status, 200)
        self.assertProblem(self.request(reader, "POST", ORDERS, {"juice": "kiwi"}), 403, "PERMISSION_DENIED")
        orderer = self.web()
        self.assertEqual(self.request(orderer, "POST", ORDERS, {"juice": "kiwi"}).status, 201)
        change = self.request(orderer, "PATCH", "/api/juice/stock", {"levels": {"kiwi": 1}})
        self.assertProblem(change, 403, "PERMISSION_DENIED")
        drain = {"jsonrpc": "2.0", "id": 1, "method": "service.drain"}
        refused = self.request(orderer, "POST", "/rpc/juice", drain).json()
        self.assertEqual(refused["error"]["data"]["reason"], "PERMISSION_DENIED")
        self.assertStock(self.client(service), kiwi=7)

    def test_it_listens_nowhere_else_than_on_this_machine(self):
        self.start(run="run")
        process = WebProcess(self.directory, "--listen", "0.0.0.0:0", run="run")
        self.addCleanup(process.close)
        self.assertEqual(process.wait(), 64)
        self.assertIn("127.0.0.1", process.log)


class Events(WebTest):
    def setUp(self):
        super().setUp()
        self.service = self.start(run="run")
        self.gateway = self.web()

    def order(self, count=1):
        client = self.client(self.service)
        client.ok("juice.stock.adjust", {"changes": {"kiwi": 3 * count}}, key=f"more-{next(keys)}")
        for _ in range(count):
            client.ok("juice.order", {"juice": "kiwi"})

    def take(self, stream, up_to):
        """Events up to a sequence; each follows the one before."""
        found = []
        while not found or found[-1] < up_to:
            name, data, last = stream.next()
            if name != "message":
                self.assertNotEqual(name, "resynced", data)
                continue
            found.append(int(data["sequence"]))
            self.assertTrue(last.endswith(f"/{found[-1]}"), last)
        self.assertEqual(found, list(range(found[0], up_to + 1)))
        return found

    def test_a_stream_begins_now_and_has_what_comes(self):
        self.order()
        stream = self.events(self.gateway)
        _, live, last = stream.until("live")
        self.assertEqual(live["position"], last)
        # An order is answered before its events are told, so they may come yet.
        begin = int(last.split("/")[1])
        self.assertLessEqual(begin, 2)
        self.order()
        self.assertEqual(self.take(stream, 4), list(range(begin + 1, 5)))

    def test_a_stream_goes_on_where_it_was(self):
        stream = self.events(self.gateway)
        stream.until("live")
        self.order()
        self.take(stream, 2)
        stream.close()
        self.order(3)
        again = self.events(self.gateway, last=stream.last)
        self.assertEqual(self.take(again, 6), [3, 4, 5, 6])
        since = self.events(self.gateway, f"/events?topics=juice.&since={stream.last}")
        self.assertEqual(self.take(since, 6), [3, 4, 5, 6])

    def test_topics_choose_and_nothing_else_comes(self):
        stream = self.events(self.gateway, "/events?topics=juice.stock.changed.mango.")
        stream.until("live")
        client = self.client(self.service)
        client.ok("juice.order", {"juice": "kiwi"})
        client.ok("juice.order", {"juice": "mango"})
        name, event, last = stream.next()
        self.assertEqual((name, event["subject"], last.split("/")[1]), ("message", "mango", "2"))

    def test_nothing_is_missed_through_the_death_of_service_and_gateway(self):
        stream = self.events(self.gateway)
        stream.until("live")
        self.order()
        self.take(stream, 2)
        self.service.kill()
        self.service = self.start(run="run")
        self.order(2)
        self.take(stream, 5)
        self.gateway.kill()
        self.assertIsNone(stream.next())
        self.order(2)
        gateway = self.web()
        again = self.events(gateway, last=stream.last)
        self.assertEqual(self.take(again, 8), [6, 7, 8])

    def test_a_gateway_that_comes_late_fetches_the_past_from_the_service(self):
        self.order(4)
        epoch = self.client(self.service).call("juice.stock.list")["meta"]["epoch"]
        gateway = self.web()
        stream = self.events(gateway, f"/events?topics=juice.&since=juice={epoch}/0")
        self.assertEqual(self.take(stream, 5), [1, 2, 3, 4, 5])

    def test_a_stream_of_another_life_is_told_to_read_the_state_again(self):
        stream = self.events(self.gateway, "/events?topics=juice.&since=juice=0190b5a8-7f00-7000-8000-00000000000a/7")
        name, data, last = stream.until("resynced")
        self.assertEqual((data["service"], data["to"]), ("juice", last))

    def test_what_is_no_stream_is_refused(self):
        for path in ("/events?topics=nobody.", "/events?since=x", "/events?topics=" + ",".join(["juice."] * 17)):
            self.assertProblem(self.request(self.gateway, "GET", path), 400)


if __name__ == "__main__":
    unittest.main()
