"""The package that `gateway new` writes: the counter of Examples, which is built and tested there, under another name."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from gateway_process import GATEWAY
from juice_process import ROOT, TIMEOUT

COUNTER = ROOT / "Examples" / "Counter"
FILES = ("Package.swift", "README.md", "Service/Counter.swift", "Tests/CounterTests.swift")


class NewService(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def run_gateway(self, *words, code=0):
        ended = subprocess.run(
            [GATEWAY, "new", *words], cwd=self.directory, capture_output=True, text=True, timeout=TIMEOUT,
            env=os.environ | {"LANG": "en_US.UTF-8"},
        )
        self.assertEqual(ended.returncode, code, ended)
        return ended

    def read(self, package):
        return {str(path.relative_to(package)): path.read_text() for path in package.rglob("*") if path.is_file()}

    def test_a_counter_is_the_one_of_the_examples(self):
        ended = self.run_gateway("counter", "--package", str(ROOT))
        self.assertEqual(ended.stdout.splitlines(), [f"{self.directory}/counter/{name}" for name in sorted(FILES, key=self.order)])
        self.assertEqual(ended.stderr, "Next: cd counter && swift test\n")
        expected = {name: (COUNTER / name).read_text() for name in FILES}
        expected["Package.swift"] = expected["Package.swift"].replace('"../.."', f'"{ROOT}"')
        self.assertEqual(self.read(self.directory / "counter"), expected)

    @staticmethod
    def order(name):
        return ("Package.swift", "Service", "Tests", "README.md").index(name.split("/")[0])

    def test_a_name_with_hyphens_is_a_module_and_types_that_swift_takes(self):
        self.run_gateway("my-shop-2", "--path", "shop")
        files = self.read(self.directory / "shop")
        self.assertEqual(set(files), {"Package.swift", "README.md", "Service/MyShop2.swift", "Tests/MyShop2Tests.swift"})
        self.assertNotRegex("".join(files.values()), "(?i)counter")
        self.assertIn('static let name: ServiceName = "my-shop-2"', files["Service/MyShop2.swift"])
        self.assertIn("@main struct MyShop2Service: DurableService {", files["Service/MyShop2.swift"])
        self.assertIn("@testable import my_shop_2_service", files["Tests/MyShop2Tests.swift"])

    def test_a_name_may_have_the_word_in_it_that_the_template_has(self):
        self.run_gateway("my-counter")
        files = self.read(self.directory / "my-counter")
        self.assertEqual(set(files), {"Package.swift", "README.md", "Service/MyCounter.swift", "Tests/MyCounterTests.swift"})
        self.assertIn("@testable import my_counter_service", files["Tests/MyCounterTests.swift"])
        self.assertIn("@main struct MyCounterService: DurableService {", files["Service/MyCounter.swift"])

    def test_the_manifest_names_the_package_by_path_or_by_version(self):
        # The program stands in a checkout, which is the default.
        self.run_gateway("a")
        manifest = (self.directory / "a" / "Package.swift").read_text()
        self.assertIn(f'.package(name: "jangteo", path: "{ROOT}", traits: ["PostgreSQL"])', manifest)
        self.run_gateway("b", "--package", "https://example.com/stalls/Market.git")
        manifest = (self.directory / "b" / "Package.swift").read_text()
        self.assertRegex(manifest, r'\.package\(url: "https://example\.com/stalls/Market\.git", from: "\d+\.\d+\.\d+", traits: \["PostgreSQL"\]\)')
        self.assertEqual(len(re.findall('package: "Market"', manifest)), 2)
        for name in ("a", "b"):
            dumped = subprocess.run(
                ["swift", "package", "--package-path", self.directory / name, "dump-package"], capture_output=True, text=True, timeout=TIMEOUT
            )
            self.assertEqual(dumped.returncode, 0, dumped)
            self.assertEqual([target["name"] for target in json.loads(dumped.stdout)["targets"]], [f"{name}-service", f"{name.upper()}Tests"])

    def test_nothing_is_replaced_and_each_fault_is_named(self):
        self.run_gateway("tea")
        before = self.read(self.directory / "tea")
        self.assertIn("tea is not empty: name another directory with --path", self.run_gateway("tea", code=2).stderr)
        self.assertEqual(self.read(self.directory / "tea"), before)
        for name in ("Tea", "web", "durable", "1st", "", "juice", "service", "t" * 33, "../tea"):
            with self.subTest(name):
                self.assertIn("cannot name a service", self.run_gateway(name, code=2).stderr)
        (self.directory / "file").touch()
        self.assertIn("Not a directory", self.run_gateway("kiosk", "--path", "file", code=2).stderr)
        self.assertIn("cannot make the directory", self.run_gateway("kiosk", "--path", "/proc/kiosk", code=2).stderr)
        self.assertIn("is not the package of Jangteo", self.run_gateway("kiosk", "--package", "/usr", code=2).stderr)
        # An empty directory is as good as none.
        (self.directory / "kiosk").mkdir()
        document = json.loads(self.run_gateway("kiosk", "--json").stdout)
        self.assertEqual(document["directory"], f"{self.directory}/kiosk")


if __name__ == "__main__":
    unittest.main()
