"""web-gateway before a service that it does not know, with one that it does beside it."""

import json
import subprocess
import sys
import time
import unittest

from juice_process import ROOT
from stranger_service import DOCUMENT, StrangerService
from web_process import WebProcess, WebTest

CAMPAIGN = ROOT / "Tests" / "HTTPCampaign"
sys.path.append(str(CAMPAIGN))
import environment  # noqa: E402

# Seconds. Only a bound.
TIMEOUT = 600
# Seconds after which web-gateway has certainly asked again what a service says of itself.
BELIEVED = 60
PARAMS = [
    {"name": "step", "required": True, "schema": {"$ref": "#/components/schemas/step"}},
    {"name": "label", "schema": {"type": "string"}},
    {"name": "share", "schema": {"type": "number"}},
    {"name": "exact", "schema": {"type": "boolean"}},
    {"name": "list", "schema": {"type": "array"}},
]


class Reading(StrangerService):
    """Its read has params; what it was asked is in `requests`."""

    def _about(self, name):
        result = super()._about(name)
        if name == "rpc.discover":
            result["methods"][0]["params"] = PARAMS
            result["components"]["schemas"]["step"] = {"type": "integer", "minimum": 1}
        return result


class Lying(StrangerService):
    """Answers the methods in `results` with these bytes; `said`: those of them that it was asked for."""

    results, said = {}, set()

    def _answer(self, frames):
        asked = json.loads(frames[-1])
        if not isinstance(asked, dict) or asked.get("method") not in self.results:
            return super()._answer(frames)
        self.said.add(asked["method"])
        reply = b'{"jsonrpc":"2.0","id":%s,"result":%s,"meta":{"source":"/counter-service"}}'
        self._router.send_multipart([*frames[:-1], reply % (json.dumps(asked["id"]).encode(), self.results[asked["method"]])])


class StrangerWeb(WebTest):
    def before(self, kind=StrangerService, services="juice,counter", role="operate"):
        """A stranger and a juice-service, and a web-gateway that serves `services`."""
        self.start(run="run")
        self.stranger = kind(self.directory / "run")
        self.addCleanup(self.stranger.close)
        more = () if services is None else ("--services", services)
        self.gateway = self.web("--loopback-role", role, *more)

    def call(self, method, path, body=None, **headers):
        return self.request(self.gateway, method, path, body, **headers)

    def rpc(self, method, params=None, **meta):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}, "meta": meta}
        return self.call("POST", "/rpc/counter", request)

    def assertJuiceGoesOn(self):
        order = self.call("POST", "/api/juice/orders", {"juice": "kiwi"})
        self.assertEqual(order.status, 201, order)
        self.assertEqual(self.call("GET", "/api/juice/menu").status, 200)


class Served(StrangerWeb):
    def test_its_methods_have_paths_and_a_key_has_one_effect(self):
        self.before()
        added = [self.call("POST", "/api/counter/add", {"amount": 5}, Idempotency_Key='"k"') for _ in range(2)]
        for answer in added:
            self.assertEqual((answer.status, answer.json()), (200, {"number": 5}), answer)
            self.assertEqual(answer.headers["Idempotency-Key"], '"k"')
            self.assertRegex(answer.headers["Jangteo-Position"], "^counter=[^/]+/1$")
        for answer in (self.call("GET", "/api/counter/get"), self.call("POST", "/api/counter/get", {})):
            self.assertEqual((answer.status, answer.json()), (200, {"number": 5}), answer)
            self.assertNotIn("ETag", answer.headers)
        found = self.call("GET", "/api/outcomes/counter/k")
        self.assertEqual((found.json()["state"], found.json()["result"]), ("applied", {"number": 5}), found)
        self.assertEqual(self.call("GET", "/api/counter/service.ping").json()["name"], "counter-service")

    def test_its_error_keeps_its_status_over_http(self):
        self.before()
        problem = self.assertProblem(self.call("POST", "/api/counter/add", {"amount": -1}), 409, "NEGATIVE")
        self.assertEqual(problem["type"], "urn:jangteo:problem:negative")
        self.assertEqual((problem["title"], problem["detail"]), ("the number would be negative", "it is 0"))
        self.assertEqual((problem["outcome"], problem["retryable"]), ("not_applied", False))
        self.assertProblem(self.call("POST", "/api/counter/add", {"amount": "x"}), 422, "INVALID_PARAMS")

    def test_a_write_takes_post_and_there_is_nothing_under_other_names(self):
        self.before()
        refused = self.call("GET", "/api/counter/add?amount=1")
        self.assertProblem(refused, 405)
        self.assertEqual(refused.headers["Allow"], "POST")
        for path in ("/api/counter/nothing", "/api/counter/juice.menu", "/api/counter/get/more", "/api/nobody/get"):
            self.assertProblem(self.call("GET", path), 404)
        self.assertEqual(self.stranger.number, 0)

    def test_a_query_has_the_types_that_its_document_says(self):
        self.before(Reading)
        answer = self.call("GET", "/api/counter/get?step=5&label=5&share=0.50&exact=true")
        self.assertEqual(answer.status, 200, answer)
        [asked] = [one for one in self.stranger.requests if one["method"] == "counter.get"]
        self.assertEqual(asked["params"], {"step": 5, "label": "5", "share": 0.5, "exact": True})
        for query in ("step=x", "step=5&share=half", "exact=1", "step=5&list=1", "step=5&other=1", "step=1&step=2"):
            with self.subTest(query):
                self.assertProblem(self.call("GET", f"/api/counter/get?{query}"), 422, "INVALID_PARAMS")

    def test_rpc_takes_kinds_and_roles_from_its_own_table(self):
        self.before(role="order")
        self.assertEqual(self.rpc("counter.add", {"amount": 2}, idempotencykey="r").json()["result"], {"number": 2})
        self.assertEqual(self.rpc("counter.get").json()["result"], {"number": 2})
        for method in ("service.drain", "counter.unheard"):
            self.assertEqual(self.rpc(method).json()["error"]["data"]["reason"], "PERMISSION_DENIED")
        refused = self.rpc("counter.add", {"amount": -3}).json()["error"]
        self.assertEqual((refused["code"], refused["data"]["status"], refused["data"]["reason"]), (1, 409, "NEGATIVE"))

    def test_a_reader_only_reads(self):
        self.before(role="read")
        self.assertProblem(self.call("POST", "/api/counter/add", {"amount": 1}), 403, "PERMISSION_DENIED")
        self.assertEqual(self.call("GET", "/api/counter/get").status, 200)

    def test_its_events_are_in_the_stream(self):
        self.before()
        stream = self.events(self.gateway, "/events?topics=counter.")
        stream.until("live")
        self.call("POST", "/api/counter/add", {"amount": 3})
        _, event, position = stream.until("message")
        self.assertEqual((event["type"], event["data"]), ("counter.changed", {"number": 3}))
        stream.close()
        self.call("POST", "/api/counter/add", {"amount": 4})
        later = self.events(self.gateway, "/events?topics=counter.,juice.", last=position)
        self.assertEqual(later.until("message")[1]["data"], {"number": 7})

    def test_its_openapi_document_is_valid_and_says_what_there_is(self):
        self.before(Reading)
        answer = self.call("GET", "/openapi/counter.json")
        self.assertEqual(answer.status, 200, answer)
        check = "import json, sys, openapi_spec_validator as v; v.validate(json.load(sys.stdin))"
        run = subprocess.run([environment.python(), "-c", check], input=answer.body, capture_output=True, timeout=TIMEOUT)
        self.assertEqual(run.returncode, 0, run.stderr.decode())
        paths = answer.json()["paths"]
        self.assertEqual(set(paths["/api/counter/add"]), {"post"})
        self.assertEqual(set(paths["/api/counter/get"]), {"get", "post"})
        self.assertIn("409", paths["/api/counter/add"]["post"]["responses"])
        query = paths["/api/counter/get"]["get"]["parameters"]
        self.assertEqual([one["name"] for one in query], ["step", "label", "share", "exact"])
        self.assertEqual(self.call("GET", "/openapi.json").json()["info"]["title"], "web-gateway")

    def test_board_metrics_and_health_show_it(self):
        self.before()
        self.call("POST", "/api/counter/add", {"amount": 1})
        workers = {one["service"]: one for one in self.call("GET", "/api/board").json()["workers"]}
        self.assertEqual(list(workers), ["juice", "counter"])
        self.assertEqual(workers["counter"]["stats"]["methods"]["counter.add"]["count"], 1)
        self.assertIn(b"counter-service", self.call("GET", "/board").body)
        metrics = self.call("GET", "/metrics").body.decode()
        self.assertIn('jangteo_service_up{service="counter"} 1', metrics)
        self.assertIn('jangteo_service_requests_total{service="counter",method="counter.add",outcome="ok"} 1', metrics)
        ready = self.call("GET", "/health/ready")
        self.assertEqual((ready.status, ready.json()["services"]), (200, {"juice": "SERVING", "counter": "SERVING"}))


class NotNamed(StrangerWeb):
    def test_a_service_that_is_not_named_is_nowhere(self):
        self.before(services=None)
        for method, path in (
            ("GET", "/api/counter/get"), ("POST", "/api/counter/add"), ("POST", "/rpc/counter"), ("GET", "/openapi/counter.json"),
            ("GET", "/api/outcomes/counter/k"),
        ):
            with self.subTest(path):
                self.assertProblem(self.call(method, path, {} if method == "POST" else None), 404)
        self.assertProblem(self.call("GET", "/events?topics=counter."), 400)
        self.assertNotIn("counter", self.call("GET", "/api/board").body.decode())
        self.assertNotIn('service="counter"', self.call("GET", "/metrics").body.decode())
        self.assertNotIn("counter", self.call("GET", "/health/ready").json()["services"])
        self.assertEqual(self.stranger.requests, [])
        self.assertJuiceGoesOn()

    def test_one_of_the_suite_that_is_not_named_is_nowhere(self):
        self.before(services="counter")
        for method, path in (
            ("GET", "/juice"), ("GET", "/market"), ("GET", "/api/juice/menu"), ("POST", "/api/juice/orders"),
            ("PATCH", "/api/juice/stock"), ("GET", "/api/products"), ("GET", "/healthChecker"), ("POST", "/api/calc/evaluate"),
        ):
            with self.subTest(path, method=method):
                problem = self.assertProblem(self.call(method, path, None if method == "GET" else {}), 404)
                self.assertEqual(problem["detail"], f"there is nothing at {path}")
        self.assertProblem(self.call("POST", "/rpc/juice", {}), 404)
        self.assertProblem(self.call("GET", "/events?topics=juice."), 400)
        self.assertEqual(self.call("GET", "/").headers["Location"], "/board")
        self.assertNotIn(b'href="/juice"', self.call("GET", "/board").body)
        self.assertEqual(self.call("GET", "/health/ready").json()["services"], {"counter": "SERVING"})

    def test_what_cannot_be_served_is_refused_at_the_start(self):
        for services in ("", "Counter", "juice,", "juice,juice", "gateway", "products", ",".join(f"s{n}" for n in range(65))):
            with self.subTest(services):
                program = self.web_program("--services", services)
                self.assertEqual(program.returncode, 64, program)
                self.assertIn("--services", program.stderr)

    def web_program(self, *arguments):
        return subprocess.run(
            [WebProcess.program(), "serve", "--listen", "127.0.0.1:0", *arguments], capture_output=True, text=True, timeout=TIMEOUT
        )


class Hostile(StrangerWeb):
    """A service whose word about itself is broken, huge or deep harms only itself."""

    def lies(self):
        deep = b"[" * 10_000 + b"]" * 10_000
        huge = b'"' + b"x" * (900 << 10) + b'"'
        info = json.dumps({"name": "counter-service", "id": "x", "version": "1", "methods": []}).encode()
        yield "no table", {"service.info": b"17"}
        yield "deep", {"service.info": deep}
        yield "huge", {"service.info": huge}
        yield "nothing in it", {"service.info": info}
        for name, document in (("no document", b"[]"), ("huge document", huge)):
            yield name, {"rpc.discover": document}
        yield "a document that grows", {"rpc.discover": self.growing()}
        most = str(2**63 - 1).encode()
        stats = b'{"started":"x","uptimems":%s,"methods":{"a":{"count":-%s,"errors":{"A":%s,"B":%s}},"b":{"count":%s}},'
        stats += b'"queue":{"depth":%s},"commits":{"count":%s},"memorybytes":%s,"events":{"published":%s}}'
        yield "numbers", {"service.stats": stats % ((most,) * 9)}

    @staticmethod
    def growing():
        """One large parameter, to which very many refer."""
        document = json.loads(DOCUMENT)
        large = {"schema": {"type": "object", "description": "x" * 100_000}}
        document["components"]["contentDescriptors"] = {f"d{n}": large | {"name": f"n{n}"} for n in range(3)}
        references = [{"$ref": f"#/components/contentDescriptors/d{n}"} for n in range(3)]
        document["methods"] = [one | {"params": references} for one in document["methods"]] * 50
        return json.dumps(document).encode()

    def test_nobody_else_is_harmed_by_what_it_says_of_itself(self):
        self.before(Lying)
        self.call("PATCH", "/api/juice/stock", {"changes": {"kiwi": 100}})
        witness = self.events(self.gateway, "/events?topics=juice.")
        witness.until("live")
        for name, results in self.lies():
            with self.subTest(name):
                self.stranger.results, self.stranger.said = results, set()
                # What it said last is believed for a moment.
                end = time.monotonic() + BELIEVED
                while self.stranger.said != set(results):
                    self.assertLess(time.monotonic(), end, self.stranger.said)
                    self.call("GET", "/openapi/counter.json")
                    self.call("GET", "/api/board")
                answer = self.call("GET", "/api/counter/get?step=1")
                self.assertIn(answer.status, (404, 422, 500, 502, 504), answer)
                for path in ("/board", "/metrics"):
                    self.assertEqual(self.call("GET", path).status, 200)
                self.assertJuiceGoesOn()
                self.assertEqual(witness.until("message")[1]["type"], "juice.stock.changed")
        self.stranger.results = {}
        # What it said last is believed for a moment.
        end = time.monotonic() + BELIEVED
        while (answer := self.call("GET", "/api/counter/get")).status != 200:
            self.assertLess(time.monotonic(), end, answer)
            self.assertIn(answer.status, (404, 502), answer)

    def test_it_speaks_for_nobody_else(self):
        self.before()
        stream = self.events(self.gateway, "/events?topics=counter.,juice.")
        for _ in range(2):
            stream.until("live")
        self.stranger.type = "juice.stock.changed"
        self.call("POST", "/api/counter/add", {"amount": 1})
        self.stranger.type = "counter.changed"
        self.call("POST", "/api/counter/add", {"amount": 1})
        self.assertEqual(stream.until("message")[1]["type"], "counter.changed")


if __name__ == "__main__":
    unittest.main()
