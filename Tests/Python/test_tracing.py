"""Spans of the real programs at a collector of this test's: whole traces, and never in the way of a request."""

import http.client
import os
import signal
import socket
import subprocess
import unittest

from juice_process import REFUSED_TO_START, TIMEOUT, JuiceTest
from log_lines import fields
from market_process import MarketTest
from trace_collector import CLIENT, SERVER, Collector
from web_process import WebProcess, WebTest

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
SAMPLED, UNSAMPLED = f"00-{TRACE}-{PARENT}-01", f"00-{TRACE}-{PARENT}-00"


def settings(collector, **others):
    return {"OTEL_EXPORTER_OTLP_ENDPOINT": getattr(collector, "url", collector), "OTEL_BSP_SCHEDULE_DELAY": "20", **others}


class TracingTest(JuiceTest):
    def collector(self, *answer):
        collector = Collector(*answer)
        self.addCleanup(collector.close)
        return collector

    def losses(self, process):
        return [line for line in map(fields, process.log.splitlines()) if line["msg"] == "spans were lost"]


class OneTrace(WebTest, TracingTest):
    def traced(self, *arguments, **environment):
        """A service and a web-gateway that send their spans to one collector."""
        collector = self.collector()
        self.service = self.start(run="run", **settings(collector, **environment))
        web = WebProcess(
            self.directory, "--listen", "127.0.0.1:0", *arguments, run="run", **settings(collector, **environment)
        )
        self.addCleanup(web.close)
        web.port = int(web.wait_ready()["http"].rsplit(":", 1)[1])
        return collector, web

    def order(self, web, **headers):
        answer = self.request(web, "POST", "/api/juice/orders", {"juice": "kiwi"}, **headers)
        self.assertEqual(answer.status, 201, answer)

    def assertOneTrace(self, spans, trace=None, parent=None):
        by_program = {(span["resource"]["service.name"], span["kind"]): span for span in spans}
        order = [("web-gateway", SERVER), ("web-gateway", CLIENT), ("juice-service", SERVER)]
        self.assertEqual(set(by_program), set(order))
        for place in order:
            span = by_program[place]
            self.assertEqual(span["traceId"], trace or span["traceId"])
            self.assertEqual(span.get("parentSpanId"), parent)
            self.assertLessEqual(int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"]))
            trace, parent = span["traceId"], span["spanId"]
        return [by_program[place] for place in order]

    def test_an_order_over_http_is_one_trace_that_its_event_belongs_to(self):
        collector, web = self.traced()
        events = self.subscriber(self.service)
        events.join()
        self.order(web, traceparent=SAMPLED)
        request, call, done = self.assertOneTrace([collector.span() for _ in range(3)], TRACE, PARENT)
        self.assertEqual(request["name"], "POST /api/juice/orders")
        self.assertEqual(request["attributes"]["http.request.method"], "POST")
        self.assertEqual(request["attributes"]["http.response.status_code"], 201)
        self.assertEqual((call["name"], done["name"]), ("juice.order", "juice.order"))
        self.assertEqual(done["attributes"]["rpc.service"], "juice")
        for part in ("queue", "evaluation", "commit"):
            self.assertGreater(done["attributes"][f"jangteo.{part}.duration"], 0)
        for event in events.changes(1):
            self.assertEqual(event["traceparent"], f"00-{TRACE}-{done['spanId']}-01")

    def test_what_has_no_trace_begins_one_and_health_begins_none(self):
        collector, web = self.traced()
        self.request(web, "GET", "/health/ready")
        self.client(self.service).ok("service.health")
        self.order(web)
        self.assertOneTrace([collector.span() for _ in range(3)])
        self.assertEqual(collector.there(), [])

    def test_a_refusal_says_why_and_is_no_error(self):
        collector, web = self.traced()
        answer = self.request(web, "POST", "/api/juice/orders", {"juice": "strawberry"})
        self.assertEqual(answer.status, 409, answer)
        request, call, done = self.assertOneTrace([collector.span() for _ in range(3)])
        self.assertEqual(request["attributes"]["http.response.status_code"], 409)
        for span in (request, call, done):
            self.assertEqual((span.get("status"), span["attributes"].get("error.type")), (None, None))
        self.assertEqual([span["attributes"]["jangteo.reason"] for span in (call, done)], ["INSUFFICIENT_STOCK"] * 2)

    def test_a_call_that_nobody_answers_is_an_error(self):
        collector, web = self.traced()
        self.assertEqual(self.service.stop(), 0)
        self.assertEqual(self.request(web, "GET", "/api/juice/stock").status, 503)
        for span in (collector.span() for _ in range(2)):
            self.assertEqual(span["status"]["code"], 2, span)
            if span["kind"] == CLIENT:
                self.assertEqual(span["attributes"]["error.type"], span["attributes"]["jangteo.reason"])

    def test_a_caller_of_rpc_names_its_trace_in_the_request(self):
        collector, web = self.traced()
        call = {"jsonrpc": "2.0", "id": 1, "method": "juice.order", "params": {"juice": "kiwi"}, "meta": {"traceparent": SAMPLED}}
        self.assertIn("result", self.request(web, "POST", "/rpc/juice", call).json())
        spans = {span["kind"]: span for span in (collector.span() for _ in range(3)) if span["traceId"] == TRACE}
        self.assertEqual(spans[CLIENT]["parentSpanId"], PARENT)
        self.assertEqual(spans[SERVER]["parentSpanId"], spans[CLIENT]["spanId"])

    def stranger(self, web, method, path, body=None, **headers):
        """A caller who may only read, and has no token."""
        return self.request(web, method, path, body, **headers)

    def test_a_stranger_decides_nothing_of_traces(self):
        for environment, count in (
            ({"OTEL_TRACES_SAMPLER": "parentbased_traceidratio", "OTEL_TRACES_SAMPLER_ARG": "0"}, 0), ({}, 3)
        ):
            collector, web = self.traced("--loopback-role", "read", **environment)
            for header in (SAMPLED, UNSAMPLED):
                with self.subTest(environment, header=header):
                    self.assertEqual(self.stranger(web, "GET", "/api/juice/stock", traceparent=header).status, 200)
                    for span in (collector.span() for _ in range(count)):
                        self.assertNotEqual(span["traceId"], TRACE)
            call = {"jsonrpc": "2.0", "id": 1, "method": "juice.menu", "meta": {"traceparent": SAMPLED}}
            self.assertIn("result", self.stranger(web, "POST", "/rpc/juice", call).json())
            self.assertEqual((web.stop(), self.service.stop()), (0, 0))
            left = collector.there()
            self.assertEqual(len(left), count)
            self.assertNotIn(TRACE, [span["traceId"] for span in left])

    def test_a_stranger_has_no_service_record_what_this_program_does_not(self):
        collector = self.collector()
        self.service = self.start(run="run", **settings(collector))
        web = self.web("--loopback-role", "read")
        self.assertEqual(self.stranger(web, "GET", "/api/juice/stock", traceparent=SAMPLED).status, 200)
        self.assertNotEqual(collector.span()["traceId"], TRACE)

    def test_a_strangers_reads_stay_shared_though_they_are_recorded(self):
        for role, is_stranger in (("read", True), ("operate", False)):
            with self.subTest(role):
                collector, web = self.traced("--loopback-role", role)
                os.kill(self.service.pid, signal.SIGSTOP)
                asked = []
                for _ in range(20):
                    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=TIMEOUT)
                    self.addCleanup(connection.close)
                    connection.request("GET", "/api/juice/stock", headers={"traceparent": SAMPLED})
                    asked.append(connection)
                # By then some of them are there, whatever comes later.
                self.assertEqual(self.request(web, "GET", "/health/live").status, 200)
                os.kill(self.service.pid, signal.SIGCONT)
                self.assertEqual([connection.getresponse().status for connection in asked], [200] * 20)
                self.assertEqual((web.stop(), self.service.stop()), (0, 0))
                done = [span for span in collector.there() if span["resource"]["service.name"] == "juice-service"]
                if is_stranger:
                    self.assertLess(len(done), 20)
                else:
                    self.assertEqual(len(done), 20)

    def test_a_span_has_the_route_and_nothing_of_the_path(self):
        collector, web = self.traced()
        for method, path, route in (
            ("GET", "/api/outcomes/juice/secret", "/api/outcomes/{service}/{key}"), ("GET", "/nowhere/secret?a=secret", "NotFound"),
            ("DELETE", "/v2/api/products/1/736563726574", "/v2/api/products/{id}/{token}"),
        ):  # fmt: skip
            with self.subTest(path):
                self.request(web, method, path)
                while (span := collector.span())["kind"] != SERVER or "http.route" not in span["attributes"]:
                    self.assertNotIn("secret", str(span))
                self.assertEqual((span["name"], span["attributes"]["http.route"]), (f"{method} {route}", route))
                self.assertNotIn("secret", str(span))
                self.assertNotIn("736563726574", str(span))

    def test_the_sampler_decides_where_no_caller_has(self):
        for sampler, share, header, count in (
            ("always_off", None, SAMPLED, 0),
            ("parentbased_traceidratio", "0", None, 0),
            ("parentbased_traceidratio", "0", SAMPLED, 3),
            ("parentbased_traceidratio", "1", None, 3),
            ("parentbased_always_on", None, UNSAMPLED, 0),
            ("traceidratio", "1", UNSAMPLED, 3),
        ):
            with self.subTest(sampler=sampler, share=share, header=header):
                environment = {"OTEL_TRACES_SAMPLER": sampler} | ({"OTEL_TRACES_SAMPLER_ARG": share} if share else {})
                collector, web = self.traced(**environment)
                answer = self.request(web, "GET", "/api/juice/stock", **({"traceparent": header} if header else {}))
                self.assertEqual(answer.status, 200, answer)
                # What is left is sent before the end.
                self.assertEqual((web.stop(), self.service.stop()), (0, 0))
                self.assertEqual(len(collector.there()), count)


class BackgroundWork(MarketTest):
    def test_a_write_that_is_prepared_on_another_thread_has_one_span(self):
        collector = Collector()
        self.addCleanup(collector.close)
        service = self.start(**settings(collector))
        client = self.client(service)
        vendor = self.vendor(client)
        self.assertEqual(collector.span()["name"], "market.vendors.register")
        self.register(client, vendor)
        span = collector.span()
        self.assertEqual(span["name"], "market.products.register")
        for part in ("queue", "evaluation", "commit"):
            self.assertGreater(span["attributes"][f"jangteo.{part}.duration"], 0)
        self.assertEqual(service.stop(), 0)
        self.assertEqual(collector.there(), [])
        self.assertNotIn(vendor["secret"], str(span))


class Services(TracingTest):
    def test_what_is_left_is_sent_at_the_end(self):
        collector = self.collector()
        service = self.start(**settings(collector, OTEL_BSP_SCHEDULE_DELAY="600000"))
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        self.client(service).ok("juice.stock.list")
        self.assertEqual(collector.there(), [])
        self.assertEqual(service.stop(), 0)
        self.assertEqual([span["name"] for span in collector.there()], ["juice.order", "juice.stock.list"])
        self.assertEqual(self.losses(service), [])

    def test_names_headers_and_attributes_are_those_of_the_environment(self):
        collector = self.collector()
        service = self.start(
            **settings(
                collector.url.replace("127.0.0.1", "localhost"),
                OTEL_SERVICE_NAME="bar",
                OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20secret, x-shop = 1",
                OTEL_RESOURCE_ATTRIBUTES="deployment.environment.name=test,service.name=other",
            )
        )
        self.client(service).ok("juice.order", {"juice": "kiwi"}, key="K-1")
        self.assertEqual(collector.span()["resource"]["service.name"], "bar")
        self.client(service).ok("juice.order", {"juice": "kiwi"}, key="K-1")
        span = collector.span()
        self.assertIs(span["attributes"]["jangteo.replayed"], True)
        self.assertEqual(span["resource"]["deployment.environment.name"], "test")
        path, headers, _ = collector.requests.get()
        self.assertEqual(path, "/v1/traces")
        self.assertEqual((headers["authorization"], headers["x-shop"]), ("Bearer secret", "1"))
        self.assertNotIn("secret", service.log)

    def test_a_collector_that_was_busy_gets_the_spans_later(self):
        statuses = iter([503, 429])
        collector = self.collector(lambda: next(statuses, 200))
        service = self.start(**settings(collector))
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        self.assertEqual(collector.span()["name"], "juice.order")
        self.assertEqual([collector.requests.get()[2] for _ in range(3)], [503, 429, 200])

    def certificate(self, name):
        """A certificate for 127.0.0.1 that nobody has signed but itself, and its key."""
        certificate, key = (str(self.directory / f"{name}.{end}") for end in ("pem", "key"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
             "-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-out", certificate, "-keyout", key],
            check=True, capture_output=True,
        )  # fmt: skip
        return certificate, key

    def test_spans_are_sent_by_https_to_a_collector_whose_certificate_is_trusted(self):
        certificate, key = self.certificate("collector")
        collector = self.collector(lambda: 200, certificate, key)
        service = self.start(**settings(collector, OTEL_EXPORTER_OTLP_CERTIFICATE=certificate))
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        self.assertEqual(collector.span()["name"], "juice.order")
        self.assertEqual(service.stop(), 0)
        self.assertEqual(self.losses(service), [])

    def test_a_collector_whose_certificate_is_not_trusted_gets_nothing(self):
        certificate, key = self.certificate("collector")
        collector = self.collector(lambda: 200, certificate, key)
        for trusted in ({}, {"OTEL_EXPORTER_OTLP_CERTIFICATE": self.certificate("another")[0]}):
            with self.subTest(trusted):
                service = self.start(**settings(collector, OTEL_BSP_SCHEDULE_DELAY="600000", **trusted))
                self.client(service).ok("juice.order", {"juice": "kiwi"})
                self.assertEqual(service.stop(), 0)
                (loss,) = self.losses(service)
                self.assertIn("certificate", loss["last"])
                self.assertTrue(collector.requests.empty())

    def assertHoldsUpNothing(self, collector):
        """With one place in the queue, orders are done, and all their spans are lost and counted."""
        service = self.start(**settings(collector, OTEL_BSP_MAX_QUEUE_SIZE="1"))
        client = self.client(service)
        client.ok("juice.stock.set", {"levels": {"kiwi": 1000}}, key="stock")
        for number in range(49):
            client.ok("juice.order", {"juice": "kiwi"}, key=f"K-{number}")
        self.assertEqual(service.stop(), 0)
        losses = self.losses(service)
        self.assertEqual((sum(int(line["count"]) for line in losses), losses[-1]["all"]), (50, "50"))
        self.assertLess(len(losses), 4, losses)
        self.assertIn("too many spans waited", [line["last"] for line in losses])

    def test_a_collector_that_is_away_holds_up_no_order(self):
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self.assertHoldsUpNothing(f"http://127.0.0.1:{place.getsockname()[1]}")

    def test_a_collector_that_never_answers_holds_up_no_order(self):
        self.assertHoldsUpNothing(self.collector(lambda: None))

    def test_a_collector_that_is_busy_for_ever_holds_up_no_order(self):
        self.assertHoldsUpNothing(self.collector(lambda: 503))

    def test_what_a_collector_refuses_is_lost_and_told_with_the_reason(self):
        service = self.start(**settings(self.collector(lambda: 400)))
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        self.assertEqual(service.stop(), 0)
        (loss,) = self.losses(service)
        self.assertEqual((loss["count"], loss["last"]), ("1", "the collector: it answers 400"))

    def test_without_the_variable_there_is_no_thread(self):
        def threads(service):
            return subprocess.run(["ps", "-L", "-o", "comm=", "-p", str(service.pid)], capture_output=True, text=True).stdout

        self.assertNotIn("tracing", threads(self.start()))
        collector = self.collector()
        self.assertIn("tracing", threads(self.start(run="r2", state="s2", **settings(collector))))
        off = self.start(run="r3", state="s3", **settings(collector, OTEL_SDK_DISABLED="true"))
        self.assertNotIn("tracing", threads(off))

    def test_what_cannot_be_read_refuses_the_start(self):
        for variable, text, reason in (
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318", "is no address such as http://127.0.0.1:4318"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://:4318", "is no address"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:99999", "is no address"),
            ("OTEL_EXPORTER_OTLP_ENDPOINT", "ftp://collector:4318", "is no address"),
            ("OTEL_EXPORTER_OTLP_CERTIFICATE", "/nowhere", "cannot be read"),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "only http/json is supported"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "secret", "has to be name=value"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=secret%0d%0ab: c", "has to be name=value"),
            ("OTEL_TRACES_SAMPLER", "sometimes", "OTEL_TRACES_SAMPLER is 'sometimes'"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "0", "has to be a number from 1"),
        ):
            with self.subTest(variable=variable, text=text):
                environment = settings("http://127.0.0.1:4318", **{variable: text})
                log = self.assertRefusesToStart(**environment)
                self.assertIn(reason, log)
                self.assertIn(variable, log)
                self.assertNotIn("secret", log)
        environment = settings("http://127.0.0.1:4318", OTEL_TRACES_SAMPLER="traceidratio", OTEL_TRACES_SAMPLER_ARG="2")
        self.assertIn("OTEL_TRACES_SAMPLER_ARG is '2'", self.assertRefusesToStart(**environment))

    def test_web_gateway_refuses_it_too(self):
        if not WebProcess.program().exists():
            self.skipTest("web-gateway is not built")
        process = WebProcess(self.directory, "--listen", "127.0.0.1:0", **settings("ftp://collector:4318"))
        self.addCleanup(process.close)
        self.assertEqual(process.wait(), REFUSED_TO_START)
        self.assertIn("is no address", process.log)


if __name__ == "__main__":
    unittest.main()
