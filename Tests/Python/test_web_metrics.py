"""What web-gateway tells Prometheus, and that texts go out compressed to who takes that."""

import gzip
import subprocess
import unittest

from prometheus_client.openmetrics import parser as openmetrics_parser
from prometheus_client.parser import text_string_to_metric_families as prometheus

from web_process import WebBeforeJuice


class MetricsTest(WebBeforeJuice):
    role = "order"

    def figures(self, text, parse=prometheus):
        """Samples by name and labels."""
        return {
            (sample.name, *sorted(sample.labels.items())): sample.value
            for family in parse(text) for sample in family.samples
        }


class Metrics(MetricsTest):
    def test_requests_are_counted_by_route_method_and_status(self):
        first = self.call("POST", "/api/juice/orders", {"juice": "kiwi"})
        self.call("GET", f"/api/juice/orders/{first.json()['id']}")
        for _ in range(2):
            self.call("GET", "/api/juice/nothing")
        # A word of the caller's must not become a label.
        self.call("BREW", "/api/juice/menu")
        answer = self.call("GET", "/metrics")
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        found = self.figures(answer.body.decode())
        count = lambda method, route, status: found.get(
            ("jangteo_web_requests_total", ("method", method), ("route", route), ("status", str(status)))
        )
        self.assertEqual(count("POST", "/api/juice/orders", 201), 1)
        self.assertEqual(count("GET", "/api/juice/orders/{id}", 200), 1)
        self.assertEqual(count("GET", "NotFound", 404), 2)
        self.assertNotIn("BREW", answer.body.decode())
        name, route = "jangteo_web_request_duration_seconds", ("route", "/api/juice/orders")
        self.assertEqual((found[f"{name}_count", route], found[f"{name}_bucket", ("le", "+Inf"), route]), (1, 1))
        self.assertGreater(found[f"{name}_sum", route], 0)
        self.assertGreater(found["process_resident_memory_bytes",], 1 << 20)
        self.assertGreater(found["process_open_fds",], 3)

    def test_what_the_services_say_stands_beside_it(self):
        self.call("POST", "/api/juice/orders", {"juice": "kiwi"})
        self.call("POST", "/api/juice/orders", {"juice": "strawberry"})
        found = self.figures(self.call("GET", "/metrics").body.decode())
        juice = ("service", "juice")
        self.assertEqual(found["jangteo_service_up", juice], 1)
        self.assertEqual(found["jangteo_service_up", ("service", "calc")], 0)
        for outcome in ("ok", "INSUFFICIENT_STOCK"):
            order = (("method", "juice.order"), ("outcome", outcome), juice)
            self.assertEqual(found["jangteo_service_requests_total", *order], 1)
        took = [
            found["jangteo_service_request_duration_seconds_bucket", ("le", bound), ("method", "juice.order"), juice]
            for bound in ("0.0001", "10", "+Inf")
        ]
        self.assertEqual((took, took[1:]), (sorted(took), [2, 2]))
        self.assertEqual(found["jangteo_service_commits_total", juice], 1)

    def test_prometheus_has_nothing_to_say_against_names_and_labels(self):
        self.call("POST", "/api/juice/orders", {"juice": "kiwi"})
        checked = subprocess.run(
            ["promtool", "check", "metrics"], input=self.call("GET", "/metrics").body, capture_output=True, check=False
        )
        self.assertEqual((checked.returncode, checked.stderr), (0, b""))

    def test_open_streams_are_counted(self):
        events = self.events(self.gateway)
        events.until("live")
        self.assertEqual(self.figures(self.call("GET", "/metrics").body.decode())["jangteo_web_event_streams",], 1)

    def test_openmetrics_is_sent_to_who_asks_for_it(self):
        answer = self.call("GET", "/metrics", Accept="application/openmetrics-text; version=1.0.0, text/plain;q=0.5")
        self.assertEqual(answer.headers["Content-Type"], "application/openmetrics-text; version=1.0.0; charset=utf-8")
        # The parser refuses what the specification does.
        found = self.figures(answer.body.decode(), openmetrics_parser.text_string_to_metric_families)
        self.assertEqual(found["jangteo_service_up", ("service", "juice")], 1)
        # There, a bound has a fraction.
        self.assertIn(("jangteo_service_batch_requests_bucket", ("le", "1.0"), ("service", "juice")), found)


class Compression(MetricsTest):
    def test_a_page_comes_compressed_to_who_takes_that(self):
        plain = self.call("GET", "/juice")
        packed = self.call("GET", "/juice", Accept_Encoding="br, gzip;q=0.8")
        self.assertEqual((plain.headers["Content-Encoding"], packed.headers["Content-Encoding"]), (None, "gzip"))
        self.assertLess(2 * len(packed.body), len(plain.body))
        self.assertTrue(gzip.decompress(packed.body).startswith(b"<!"))
        for answer in (plain, packed):
            self.assertIn("Accept-Encoding", answer.headers["Vary"])
        refused = self.call("GET", "/juice", Accept_Encoding="gzip;q=0")
        self.assertIsNone(refused.headers["Content-Encoding"])

    def test_the_compressed_bytes_have_a_tag_of_their_own(self):
        plain = self.call("GET", "/assets/site.css")
        packed = self.call("GET", "/assets/site.css", Accept_Encoding="gzip")
        self.assertEqual(gzip.decompress(packed.body), plain.body)
        self.assertNotEqual(plain.headers["ETag"], packed.headers["ETag"])
        for tag, headers in ((plain.headers["ETag"], {}), (packed.headers["ETag"], {"Accept_Encoding": "gzip"})):
            same = self.call("GET", "/assets/site.css", If_None_Match=tag, **headers)
            self.assertEqual((same.status, same.body, same.headers["ETag"]), (304, b"", tag))

    def test_what_is_small_or_a_stream_is_sent_as_it_is(self):
        self.assertIsNone(self.call("GET", "/api/juice/stock", Accept_Encoding="gzip").headers["Content-Encoding"])
        head = self.call("HEAD", "/assets/site.css", Accept_Encoding="gzip")
        self.assertEqual((head.status, head.body), (200, b""))


if __name__ == "__main__":
    unittest.main()
