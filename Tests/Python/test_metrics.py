"""Figures for Prometheus: what is written of them is what there is, and Debian's Prometheus shows what was done."""

import json
import re
import subprocess
import unittest

from prometheus_client.parser import text_string_to_metric_families

from gateway_process import gateway
from juice_process import ROOT, TIMEOUT
from prometheus_process import PROMETHEUS, PROMTOOL, Prometheus
from web_process import WebBeforeJuice
from web_tls_process import TLSTest

MONITORING = ROOT / "deploy" / "monitoring"
OURS = re.compile(r"\b(?:jangteo|process)_[a-z_]+\b")


def expressions():
    """Every expression of the dashboard and of the alerts, and what it belongs to."""
    found = []
    for panel in json.loads((MONITORING / "dashboard.json").read_text())["panels"]:
        for target in panel.get("targets", []):
            found.append((panel["title"], target["expr"].replace("$__rate_interval", "5s").replace("$service", ".*")))
    rules = (MONITORING / "alerts.yml").read_text()
    for name, rule in re.findall(r"alert: (\w+)\n\s+expr: (?:\|\n)?((?:.|\n)*?)\n\s+(?:for|labels):", rules):
        found.append((name, rule))
    return found


class MetricsTest(WebBeforeJuice):
    role = "order"

    def families(self):
        return list(text_string_to_metric_families(self.call("GET", "/metrics").body.decode()))


class Documents(TLSTest, MetricsTest):
    # Some figures are those of HTTPS.

    def test_the_page_lists_every_metric_with_its_type_and_labels_and_no_other(self):
        self.call("POST", "/api/juice/orders", {"juice": "kiwi"})
        there = {}
        for family in self.families():
            name = family.name + "_total" * (family.type == "counter")
            labels = {label for sample in family.samples for label in sample.labels} - {"le"}
            if name.startswith("jangteo_service_"):
                self.assertIn("service", labels, name)
                labels.remove("service")
            there[name] = (family.type, labels)
        page = (ROOT / "docs" / "metrics.md").read_text()
        told = {
            name: (kind, set(re.findall(r"`(\w+)`", labels)))
            for name, kind, labels in re.findall(r"^\| `(\w+)` \| (\w+) \| (.*?) ?\| ", page, re.M)
            # Those of a shared stream are held to a worker that has one, by the tests of the cluster.
            if not name.startswith("jangteo_service_stream_")
        }
        self.assertEqual(told, there)

    def test_dashboard_and_alerts_name_metrics_that_there_are(self):
        self.call("POST", "/api/juice/orders", {"juice": "kiwi"})
        there = {sample.name for family in self.families() for sample in family.samples}
        # Those of backups are in files.
        there |= set(re.findall(r"`(jangteo_backup_\w+)\{service\}`", (ROOT / "docs" / "operate.md").read_text()))
        # Those of a shared stream come from its workers.
        there |= set(re.findall(r"`(jangteo_service_stream_\w+)`", (ROOT / "docs" / "metrics.md").read_text()))
        named = [(where, name) for where, expression in expressions() for name in OURS.findall(expression)]
        self.assertGreater(len(named), 40)
        self.assertEqual([(where, name) for where, name in named if name not in there], [])

    def test_every_panel_of_the_dashboard_has_a_place_and_a_number_of_its_own(self):
        panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
        self.assertEqual(len({panel["id"] for panel in panels}), len(panels))
        taken = set()
        for panel in panels:
            place = panel["gridPos"]
            cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
            self.assertFalse(taken & cells, panel["title"])
            self.assertLessEqual(place["x"] + place["w"], 24)
            taken |= cells

    @unittest.skipUnless(PROMTOOL, "promtool is not installed: scripts/install-dependencies --test")
    def test_the_rules_are_rules_and_fire_when_they_should(self):
        for words in (("check", "rules", "alerts.yml"), ("test", "rules", "alerts-test.yml")):
            done = subprocess.run(
                [PROMTOOL, *words], cwd=MONITORING, capture_output=True, text=True, timeout=TIMEOUT, check=False
            )
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        alerts = re.findall(r"alert: (\w+)", (MONITORING / "alerts.yml").read_text())
        tested = set(re.findall(r"alertname: (\w+)", (MONITORING / "alerts-test.yml").read_text()))
        self.assertEqual(set(alerts), tested)
        rules = (MONITORING / "alerts.yml").read_text()
        self.assertEqual(len(re.findall(r"^ {10}runbook: ", rules, re.M)), len(alerts))


@unittest.skipUnless(PROMETHEUS, "prometheus is not installed: scripts/install-dependencies --test")
class Scraped(MetricsTest):
    def test_a_real_prometheus_shows_the_figures_of_a_bench_run(self):
        prometheus = Prometheus(self.directory, f"127.0.0.1:{self.gateway.port}", MONITORING / "alerts.yml")
        self.addCleanup(prometheus.close)
        prometheus.until('jangteo_service_up{service="juice"}', lambda found: [value for _, value in found] == [1])
        ended = gateway(self.service, "bench", "order", "--yes", "--for", "1s", "--warm-up", "100ms", "--json")
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        report = json.loads(ended.stdout)
        statistics = self.client(self.service).ok("service.stats")
        orders = statistics["methods"]["juice.order"]
        self.assertGreaterEqual(orders["count"], report["acknowledged"])
        # The last commit puts the stock back: what was scraped before it has all orders, and not that.
        commits = statistics["commits"]["count"]
        prometheus.until('jangteo_service_commits_total{service="juice"}', lambda found: found and found[0][1] == commits)
        labels = 'service="juice",method="juice.order"'
        done = orders["count"] - sum(orders["errors"].values())
        shown = prometheus.until(
            f'jangteo_service_requests_total{{{labels},outcome="ok"}}', lambda found: found and found[0][1] == done
        )
        self.assertEqual((shown[0][0]["job"], len(shown)), ("jangteo", 1))
        value = lambda expression: prometheus.query(expression)[0][1]
        self.assertEqual(value(f"jangteo_service_request_duration_seconds_count{{{labels}}}"), orders["count"])
        published = value('jangteo_service_events_published_total{service="juice"}')
        self.assertEqual(published, statistics["events"]["published"])
        # A quantile of the buckets lies in the bucket of the one that the service has itself.
        median = value(f"histogram_quantile(0.5, sum by (le) (jangteo_service_request_duration_seconds_bucket{{{labels}}}))")
        bounds = [0, *(bound / 1e6 for bound in orders["histogramus"]["bounds"])]
        lower, upper = next((a, b) for a, b in zip(bounds, bounds[1:]) if b >= orders["p50us"] / 1e6)
        self.assertTrue(lower <= median <= upper, (lower, median, upper))
        # Every panel and every rule is an expression that Prometheus takes.
        for where, expression in expressions():
            with self.subTest(where):
                prometheus.query(expression)


if __name__ == "__main__":
    unittest.main()
