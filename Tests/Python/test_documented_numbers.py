"""What documents say in numbers and names: every proof in SECURITY.md exists, and every number is the one in the code."""

import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Hostile"))

import kit  # noqa: E402


def defaults():
    """The limits by the names that they have on the command line, with what they are by default."""
    engine = (ROOT / "Sources/WorkerRuntime/PeerLimits/WorkerLimits.swift").read_text()
    values = {}
    for name, value in re.findall(r"package var (\w+) = ([\d_ *<]+)$", engine, re.M):
        values[name] = eval(value)  # A product or a shift of numbers: nothing else gets through the pattern.
    names = (ROOT / "Sources/WorkerRuntime/Launch/WorkerLimits+Names.swift").read_text()
    return {name: values.get(field) for name, field in re.findall(r'\("([a-z-]+)", \\\.(\w+),', names)}


def number(text):
    """The first number of a text, as people write it: `8 388 608 bytes (8 MiB)`."""
    found = re.search(r"\d{1,3}(?: \d{3})+|\d+", text)
    return found and int(found.group().replace(" ", ""))


class SecurityPageTest(unittest.TestCase):
    def setUp(self):
        self.page = (ROOT / "SECURITY.md").read_text()
        self.limits = defaults()

    def test_every_proof_exists(self):
        rows = re.findall(r"^\|[^|\n]+\|[^|\n]+\|([^|\n]+)\|$", self.page.partition("## What is defended")[2], re.M)[2:]
        self.assertGreater(len(rows), 25)
        files = {path.name for folder in ("Tests", "Sources") for path in (ROOT / folder).rglob("*")}
        for proof in re.findall(r"`([^`]+)`", " ".join(rows)):
            name = proof.split()[0]
            with self.subTest(proof):
                is_there = (ROOT / name).exists() or {name, f"{name}.swift"} & files or name in kit.ATTACKS
                self.assertTrue(is_there, "there is no such test, file or attack")

    def test_limits_in_the_page_are_those_of_the_code(self):
        told = re.findall(r"(\d[\d ]*)(?: connections)? \(`([a-z-]+)`\)", self.page)
        self.assertGreater(len(told), 5)
        for text, name in told:
            with self.subTest(name):
                self.assertEqual(number(text), self.limits[name])

    def test_limits_in_the_table_of_the_protocol_are_those_of_the_code(self):
        table = (ROOT / "Protocols/envelope.md").read_text().partition("## Limits")[2].partition("\n## ")[0]
        told = set()
        for row in re.findall(r"^\|(.+)\|$", table, re.M):
            _, value, names, _ = (cell.strip() for cell in row.split("|"))
            names = re.findall(r"`([a-z-]+)`", names)
            # A few are computed from others.
            if len(names) == 1 and self.limits.get(names[0]) and names[0] != "requests-per-peer":
                told.add(names[0])
                with self.subTest(names[0]):
                    value = value.removeprefix("1 to ")
                    self.assertEqual(number(value), self.limits[names[0]])
        self.assertGreater(len(told), 15)


if __name__ == "__main__":
    unittest.main()
