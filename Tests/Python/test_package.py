"""What scripts/package is made of. The package itself is tried by `scripts/package --test`, which takes too long for here."""

import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
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


class ReleaseTest(unittest.TestCase):
    """What can be a version, by a clone of this repository."""

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.directory)
        self.clone = self.directory / "clone"
        subprocess.run(["git", "clone", "-q", "--shared", ROOT, self.clone], check=True, capture_output=True)
        (self.version,) = re.findall(
            'suiteVersion = "(.*)"', (self.clone / "Sources/Messages/Service/ServiceIdentity.swift").read_text()
        )
        self.changes = self.clone / "CHANGELOG.md"
        self.write(f"# Changes\n\n## {self.version} (2026-11-28)\n\n### New\n\n- A stall.\n\n## 0.0.1 (2026-01-01)\n\n- Old.\n")

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", self.clone, *words], check=True, capture_output=True)

    def write(self, changes):
        self.changes.write_text(changes)
        self.git("commit", "-q", "--allow-empty", "-am", "Changes")

    def release(self, *words):
        return subprocess.run([self.clone / "scripts/release", *words], capture_output=True, text=True, timeout=60)

    def assertRefused(self, reason, version=None):
        ended = self.release("--check", version or self.version)
        self.assertEqual((ended.returncode, ended.stdout), (1, ""))
        self.assertIn(reason, ended.stderr)

    def test_head_can_be_the_version_that_the_suite_and_the_changes_say(self):
        self.assertEqual(self.release("--check", self.version).returncode, 0)
        self.git("tag", f"v{self.version}")
        self.assertEqual(self.release("--check", self.version).returncode, 0)
        self.assertEqual(self.release("--notes", self.version).stdout, "### New\n\n- A stall.\n\n")
        self.assertRefused("is not a version", "v1")
        self.assertRefused(f"says {self.version}, not 99.0.0", "99.0.0")
        self.write(self.changes.read_text() + "\n")
        self.assertRefused("is of another commit")
        self.git("tag", "-d", f"v{self.version}")
        self.changes.write_text(self.changes.read_text() + "\n")
        self.assertRefused("not committed")
        for heading in (f"{self.version} (unreleased)", "99.0.0 (2026-11-28)"):
            self.write(f"# Changes\n\n## {heading}\n\n- A stall.\n")
            self.assertRefused(f"begins with '## {heading}'")
        self.write(f"# Changes\n\n## {self.version} (2026-11-28)\n")
        self.assertRefused("says nothing of")


class ArchiveTest(unittest.TestCase):
    def test_an_image_has_its_files_and_what_the_containerfile_says_and_the_same_bytes_each_time(self):
        with tempfile.TemporaryDirectory() as directory:
            place = pathlib.Path(directory)
            archives = []
            for name in ("first", "second"):
                image = place / name
                (image / "usr/bin").mkdir(parents=True)
                (image / "usr/bin/gateway").write_text("program")
                (image / "usr/bin/gateway").chmod(0o755)
                (image / "lib").symlink_to("usr/lib")
                os.utime(image / "usr/bin/gateway", (1 + len(archives), 1))
                archives.append(place / f"{name}.tar")
                subprocess.run([ROOT / "deploy/container/archive", image, "1.2.3", "1700000000", archives[-1]], check=True)
            self.assertEqual(*(archive.read_bytes() for archive in archives))
            with tarfile.open(archives[0]) as archive:
                files = {entry.name: archive.extractfile(entry).read() for entry in archive}
        for name, content in files.items():
            if name.startswith("blobs/"):
                self.assertEqual(name.rsplit("/", 1)[1], hashlib.sha256(content).hexdigest())
        blob = lambda of: files[of["digest"].replace("sha256:", "blobs/sha256/")]  # noqa: E731
        (told,) = json.loads(files["index.json"])["manifests"]
        manifest = json.loads(blob(told))
        config = json.loads(blob(manifest["config"]))
        self.assertEqual(config["config"]["User"], "65532:65532")
        self.assertIn("JANGTEO_RUN_DIR=/run/jangteo", config["config"]["Env"])
        self.assertEqual(config["config"]["Labels"]["org.opencontainers.image.version"], "1.2.3")
        (layer,) = manifest["layers"]
        content = gzip.decompress(blob(layer))
        self.assertEqual(config["rootfs"]["diff_ids"], [f"sha256:{hashlib.sha256(content).hexdigest()}"])
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            entries = {entry.name: entry for entry in archive}
        self.assertEqual(sorted(entries), ["lib", "usr", "usr/bin", "usr/bin/gateway"])
        self.assertEqual((entries["usr/bin/gateway"].mode, entries["usr/bin/gateway"].mtime), (0o755, 1_700_000_000))
        self.assertEqual(entries["lib"].linkname, "usr/lib")


if __name__ == "__main__":
    unittest.main()
