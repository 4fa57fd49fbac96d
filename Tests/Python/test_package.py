"""What scripts/package is made of. The package itself is tried by `scripts/package --test`, which takes too long for here."""

import re
import subprocess
import tempfile
import unittest

from juice_process import ROOT

VERSIONS = [line.split() for line in (ROOT / "deploy/package/versions").read_text().splitlines()]


def number(version):
    return tuple(int(part) for part in version.split("."))


class VersionsTest(unittest.TestCase):
    def test_what_a_package_is_built_with_is_what_the_manifest_allows(self):
        manifest = (ROOT / "Package.swift").read_text()
        wanted = re.findall(r'url: "https://\S+/([\w-]+)", from: "([\d.]+)"', manifest)
        self.assertGreater(len(wanted), 9)
        pinned = {identity: version for identity, version, _, _ in VERSIONS}
        for identity, least in wanted:
            with self.subTest(identity):
                self.assertGreaterEqual(number(pinned[identity]), number(least))
                self.assertEqual(number(pinned[identity])[0], number(least)[0])

    def test_each_is_pinned_to_a_commit(self):
        self.assertGreater(len(VERSIONS), 20)
        for identity, _, commit, _ in VERSIONS:
            self.assertRegex(commit, "^[0-9a-f]{40}$", identity)

    def test_the_patch_of_swift_mustache_applies_to_the_version_that_is_pinned(self):
        (version,) = {version for identity, version, _, _ in VERSIONS if identity == "swift-mustache"}
        checkout = ROOT / ".build/checkouts/swift-mustache"
        archive = subprocess.run(["git", "-C", checkout, "archive", version], capture_output=True, check=True).stdout
        with tempfile.TemporaryDirectory() as directory:
            subprocess.run(["tar", "-x", "-C", directory], input=archive, check=True)
            patch = ROOT / "docs/upstream/swift-mustache/essentials.patch"
            result = subprocess.run(["patch", "-p1", "-d", directory, "-i", patch], capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, result.stdout)
            self.assertNotRegex(result.stdout, "fuzz|offset")


class ScriptTest(unittest.TestCase):
    def package(self, *arguments):
        return subprocess.run([ROOT / "scripts/package", *arguments], capture_output=True, text=True, timeout=60)

    def test_it_says_what_it_does_and_refuses_what_it_does_not_know(self):
        self.assertIn("scripts/package --test", self.package("--help").stdout)
        self.assertEqual(self.package("--unknown").returncode, 2)


if __name__ == "__main__":
    unittest.main()
