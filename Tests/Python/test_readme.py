"""README.md and the tour can be followed to their last lines, and what comes out is what they say."""

import os
import pathlib
import re
import subprocess
import unittest

from juice_process import TIMEOUT
from test_deploy import CheckoutTest


ROOT = pathlib.Path(__file__).resolve().parents[2]
# What differs from run to run.
CHANGING = (
    (r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "DATE"),
    (r"\d\d:\d\d:\d\d\.\d{3}", "TIME"),
    (r"vendor-[0-9a-f]{16}", "VENDOR"),
    (r'"time": "[^"]+"', '"time": TIME'),
)


def blocks(page):
    """The commands of each console block with what the page says that comes out."""
    text = (ROOT / page).read_text()
    for block in re.findall(r"^```console\n(.+?)^```$", text, re.M | re.S):
        commands = []
        for line in block.splitlines():
            if line.startswith("$ "):
                commands.append([line[2:], []])
            elif commands[-1][0].endswith("\\") and not commands[-1][1]:
                commands[-1][0] += "\n" + line
            else:
                commands[-1][1].append(line)
        yield commands


def steady(lines):
    text = "\n".join(line.rstrip() for line in lines)
    for pattern, word in CHANGING:
        text = re.sub(pattern, word, text)
    return text.splitlines()


class ReadmeTest(CheckoutTest):
    maxDiff = None

    def setUp(self):
        super().setUp()
        self.build()
        self.checkout = self.directory / "checkout"
        for name in ("docs", "examples"):
            (self.checkout / name).symlink_to(ROOT / name)
        self.variables = {"XDG_RUNTIME_DIR": "%s/runtime", "HOME": "%s/home", "LANG": "en_US.UTF-8"}
        # For a python3 that has python3-zmq.
        self.variables["PATH"] = "/usr/bin:" + os.environ["PATH"]
        up = self.shell("deploy/up --no-build")
        self.addCleanup(self.shell, "deploy/down --force")
        self.assertEqual(up.returncode, 0, up.stdout)

    def shell(self, line):
        return subprocess.run(
            ["bash", "-c", line],
            cwd=self.checkout,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=TIMEOUT,
            env=self.environment(self.variables),
            check=False,
        )

    def watch(self, command, count):
        """What the other terminal shows: it was there from the beginning on."""
        shown = self.shell(f"{command} --since 0 --count {count} 2>/dev/null").stdout.splitlines()
        return ["juice: watching, up to date at 0", *shown]

    def test_every_command_of_the_readme_shows_what_the_page_says(self):
        self.assertGreater(self.follow("README.md"), 5)

    def test_every_command_of_the_tour_shows_what_the_page_says(self):
        self.assertGreater(self.follow("docs/tour.md"), 20)

    def follow(self, page):
        vendor, count = None, 0
        for commands in blocks(page):
            for command, expected in commands:
                with self.subTest(command):
                    count += 1
                    if command.startswith("export "):
                        name, _, _ = command.removeprefix("export ").partition("=")
                        self.variables[name] = vendor
                        continue
                    if command.startswith("deploy/gateway watch") and "--since" not in command:
                        shown = self.watch(command, len(expected) - 1)
                    else:
                        shown = self.shell(command).stdout.splitlines()
                    vendor = (re.findall(r"vendor-[0-9a-f]{16}", "\n".join(shown)) or [vendor])[0]
                    self.assertEqual(steady(shown), steady(expected))
        return count

    def test_a_killed_service_is_started_again(self):
        status = self.shell("deploy/status juice").stdout
        os.kill(int(re.search(r"SERVING +(\d+)", status)[1]), 9)
        again = self.shell("until deploy/status juice >/dev/null; do :; done; deploy/gateway juice stock")
        self.assertEqual(again.returncode, 0, again.stdout)


class LinksTest(unittest.TestCase):
    def test_every_link_between_documents_leads_somewhere(self):
        # Builds hold copies of packages, in folders that begin with a point.
        pages = [path for path in ROOT.rglob("*.md") if not any(part[0] == "." for part in path.relative_to(ROOT).parts)]
        self.assertGreater(len(pages), 20)
        for page in pages:
            for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text()):
                with self.subTest(page=page.name, target=target):
                    self.assertTrue((page.parent / target).exists())

    def test_every_link_to_a_heading_finds_it(self):
        def anchors(page):
            text = re.sub(r"^ *```.*?^ *```", "", page.read_text(), flags=re.M | re.S)
            titles = re.findall(r"^#+ +(.+?) *$", text, re.M)
            slugs = [re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", title)).lower().replace(" ", "-") for title in titles]
            return {slug if not slugs[:place].count(slug) else f"{slug}-{slugs[:place].count(slug)}" for place, slug in enumerate(slugs)}

        count = 0
        for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("Protocols/*.md"), *ROOT.glob("*/README.md")]:
            for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)", page.read_text()):
                with self.subTest(page=page.name, target=target, anchor=anchor):
                    count += 1
                    self.assertIn(anchor, anchors(page.parent / target if target else page))
        self.assertGreater(count, 100)

    def test_the_index_names_every_page(self):
        index = (ROOT / "docs" / "README.md").read_text()
        for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("Protocols/*.md"), *ROOT.glob("*/README.md")]:
            name = os.path.relpath(page, ROOT / "docs")
            if name == "README.md" or page.parent.name == "Fuzz":
                continue
            with self.subTest(name):
                self.assertTrue(f"({name})" in index or f"({name.removesuffix('README.md')})" in index)


if __name__ == "__main__":
    unittest.main()
