"""What scripts/package is made of. The package itself is tried by `scripts/package --test`, which takes too long for here."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from juice_process import ROOT

VERSIONS = [line.split() for line in (ROOT / "deploy/package/versions").read_text().splitlines()]


class VersionsTest(unittest.TestCase):
    def test_the_manifest_names_the_same_versions_and_no_others(self):
        manifest = (ROOT / "Package.swift").read_text()
        wanted = dict(re.findall(r'url: "https://\S+/([\w-]+)", exact: "([\d.]+)"', manifest))
        self.assertEqual(len(wanted), manifest.count("url: "))
        pinned = {identity: version for identity, version, _, _ in VERSIONS}
        self.assertEqual(wanted, {identity: pinned[identity] for identity in wanted})

    def test_a_checkout_gets_the_versions_of_the_package_and_keeps_what_says_the_same(self):
        with tempfile.TemporaryDirectory() as directory:
            place = pathlib.Path(directory)
            (place / "deploy/package").mkdir(parents=True)
            shutil.copy(ROOT / "deploy/package/versions", place / "deploy/package")
            resolved = place / "Package.resolved"
            for before in (None, "{}", json.dumps({"pins": [], "version": 3})):
                if before is not None:
                    resolved.write_text(before)
                subprocess.run([ROOT / "scripts/pin-packages", place], check=True)
                found = json.loads(resolved.read_text())
                pins = [[pin["identity"], pin["state"]["version"], pin["state"]["revision"], pin["location"]] for pin in found["pins"]]
                self.assertEqual((pins, found["version"]), (VERSIONS, 3))
            # As the package manager adds to it.
            resolved.write_text(resolved.read_text().replace("{\n", '{\n  "originHash" : "0",\n', 1))
            subprocess.run([ROOT / "scripts/pin-packages", place], check=True)
            self.assertIn("originHash", resolved.read_text())

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
