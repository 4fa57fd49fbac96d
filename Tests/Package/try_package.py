"""The Debian package in a Debian with nothing else: installed, used, upgraded, removed, purged.

    try_package.py BEFORE NOW --base FOLDER    the folders of two versions of it, as scripts/package --test makes them
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from bare_debian import BareDebian, make_base
from juice_process import free_port
from prometheus_process import PrometheusServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVICES = ("juice", "calc", "expo", "market")
# The five services with what they need of Swift.
MOST_BYTES = 60_000_000


def package_in(folder):
    (package,) = pathlib.Path(folder).resolve().glob("jangteo_*.deb")
    return package


def block(words):
    """The shell block of operate.md that has these words, without what needs systemd."""
    page = (ROOT / "docs/operate.md").read_text()
    (found,) = (text for text in re.findall(r"^```sh\n(.+?)^```$", page, re.M | re.S) if words in text)
    return re.sub(r"^systemctl .*\n", "", found, flags=re.M)


class PackageTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.debian = BareDebian(base, pathlib.Path(directory.name) / "debian")
        self.addCleanup(self.debian.close)
        # Others on this machine may have the usual port.
        (self.debian.root / "etc/default/jangteo").write_text("JANGTEO_WEB_OPTIONS=--listen 127.0.0.1:0\n")

    def gateway(self, *words, code=0):
        return self.debian.run("jangteo-gateway", *words, code=code)

    def start_all(self):
        self.debian.start(*SERVICES, "jangteo-web")

    def test_lintian_is_content(self):
        result = subprocess.run(
            ["lintian", "--allow-root", "--fail-on", "error,warning", now], capture_output=True, text=True, timeout=600
        )
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def test_three_commands_after_nothing_but_debian_a_juice_is_ordered_and_watched(self):
        self.debian.install(now)
        self.start_all()
        watch = self.debian.follow("jangteo-gateway", "--json", "watch", "juice")
        self.addCleanup(watch.stdout.close)
        self.addCleanup(watch.wait)
        self.addCleanup(watch.terminate)
        self.assertIn("mango juice", self.gateway("juice", "order", "mango"))
        line = next(line for line in watch.stdout if '"mango"' in line)
        self.assertIn("stock.changed", line)
        self.assertIn("10", self.gateway("calc", "eval", "4+6"))
        port = re.search(r"http=http://127.0.0.1:(\d+)", self.debian.units["jangteo-web"].output)[1]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/juice/stock", timeout=60) as answer:
            self.assertIn(b'"mango"', answer.read())
        self.assertEqual(set(self.debian.stop().values()), {0})

    def test_prometheus_of_debian_shows_the_figures_of_a_bench_run(self):
        self.debian.install(now)
        self.start_all()
        address = re.search(r"http=http://(127.0.0.1:\d+)", self.debian.units["jangteo-web"].output)[1]
        told = self.debian.run("bash", "-ec", block("promtool check config").replace("127.0.0.1:7100", address))
        self.assertRegex(told, r"SUCCESS: \d+ rules found")
        port, log = free_port(), open(self.debian.root.with_suffix(".prometheus.log"), "w+b")
        process = self.debian.follow(
            "prometheus", "--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/var/lib/prometheus/metrics2",
            f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn", stdout=log,
        )
        prometheus = PrometheusServer(process, log, port)
        self.addCleanup(prometheus.close)
        self.gateway("bench", "order", "--yes", "--for", "1s")
        shown = prometheus.until(
            'jangteo_service_requests_total{method="juice.order",outcome="ok"}', lambda found: found and found[0][1] > 100,
            timeout=60,  # It scrapes every 15 seconds.
        )
        self.assertEqual({name: shown[0][0][name] for name in ("job", "service")}, {"job": "jangteo", "service": "juice"})

    def test_everything_is_in_its_place(self):
        self.debian.install(now)
        size = sum(
            path.stat().st_size
            for folder in ("usr/lib/jangteo", "usr/libexec/jangteo") for path in (self.debian.root / folder).iterdir()
        )
        print(f"\nservices and Swift's libraries: {size:,} bytes")
        self.assertLess(size, MOST_BYTES)
        for path in (
            "usr/share/bash-completion/completions/gateway", "usr/share/zsh/vendor-completions/_gateway",
            "usr/share/fish/vendor_completions.d/gateway.fish", "usr/share/jangteo/Protocols/juice.openrpc.json",
            "usr/share/doc/jangteo/examples/dashboard.json", "usr/lib/jangteo/libzmq.so.5",
            "lib/systemd/system/jangteo.target", "usr/lib/systemd/user/jangteo@.service",
        ):
            with self.subTest(path):
                self.assertGreater((self.debian.root / path).stat().st_size, 0)
        for path in ("/var/lib/jangteo", "/var/backups/jangteo", "/etc/jangteo"):
            self.assertEqual(self.debian.owner_and_mode(path), "jangteo 700")

    def test_an_upgrade_keeps_data_and_keys_a_removal_too_and_a_purge_says_what_stays(self):
        self.debian.install(before)
        self.start_all()
        order = self.gateway("--json", "juice", "order", "mango", "--key", "breakfast")
        self.gateway("keys", "generate", "/etc/jangteo/keys/server")
        self.gateway("tokens", "create", "till", "--role", "order")
        self.assertEqual(set(self.debian.stop().values()), {0})
        kept = {path: path.read_bytes() for path in (self.debian.root / "etc/jangteo").rglob("*") if path.is_file()}
        self.assertGreater(len(kept), 2)

        self.debian.install(now)
        version = self.debian.run("dpkg-query", "-W", "-f", "${Version}", "jangteo")
        self.assertIn(version, now.name)
        self.start_all()
        self.assertIn(order, self.gateway("--json", "juice", "order", "mango", "--key", "breakfast"))
        self.assertIn("7", re.search("mango.*", self.gateway("juice", "stock"))[0])
        self.assertEqual({path: path.read_bytes() for path in kept}, kept)
        self.assertIn("restored aside", self.debian.run("bash", "-c", "cd /root && " + block("backup-copies juice")))
        self.debian.start("jangteo-backup@market")
        backup = self.debian.units.pop("jangteo-backup@market")
        self.assertEqual(backup.process.wait(60), 0, backup.output)
        metrics = self.debian.run("cat", "/var/cache/jangteo/jangteo_backup_market.prom")
        self.assertIn('jangteo_backup_verified_copies{service="market"} 1', metrics)
        self.debian.stop()
        restored = self.debian.run("bash", "-c", "cd /root && " + block("--restore-from"))
        self.assertIn("restored", restored)

        self.debian.run("apt-get", "remove", "-y", "jangteo")
        self.assertFalse((self.debian.root / "usr/bin/gateway").exists())
        self.assertTrue((self.debian.root / "var/lib/jangteo/juice/juice.sqlite").exists())
        told = self.debian.run("apt-get", "purge", "-y", "jangteo")
        self.assertIn("rm -r /var/lib/jangteo /var/backups/jangteo /etc/jangteo /etc/default/jangteo; deluser jangteo", told)
        self.assertEqual({path: path.read_bytes() for path in kept}, kept)

        self.debian.install(now)
        self.start_all()
        self.assertIn(order, self.gateway("--json", "juice", "order", "mango", "--key", "breakfast"))

    def test_a_purge_leaves_nothing_where_nothing_was_put(self):
        (self.debian.root / "etc/default/jangteo").unlink()
        self.debian.install(now)
        self.assertNotIn("jangteo: ", self.debian.run("apt-get", "purge", "-y", "jangteo"))
        for path in ("var/lib/jangteo", "var/backups/jangteo", "etc/jangteo"):
            self.assertFalse((self.debian.root / path).exists(), path)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=package_in)
    parser.add_argument("now", type=package_in)
    parser.add_argument("--base", type=pathlib.Path, required=True, help="where debootstrap puts Debian")
    arguments = parser.parse_args()
    before, now, base = arguments.before, arguments.now, arguments.base
    make_base(base)
    unittest.main(argv=sys.argv[:1], verbosity=2)
