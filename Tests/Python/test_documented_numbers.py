"""What documents say in numbers and names: every proof in SECURITY.md exists, and every number is the one in the code."""

import json
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Hostile"))

import campaign_files  # noqa: E402, F401
import kit  # noqa: E402
import services  # noqa: E402
from web import web_kit  # noqa: E402


def defaults():
    """The limits by the names that they have on the command line, with what they are by default."""
    engine = (ROOT / "Sources/WorkerEngine/WorkerLimits.swift").read_text()
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
        files = {path.name for folder in ("Tests", "Sources", "Packages") for path in (ROOT / folder).rglob("*")}
        for proof in re.findall(r"`([^`]+)`", " ".join(rows)):
            name = proof.split()[0]
            with self.subTest(proof):
                is_there = (ROOT / name).exists() or {name, f"{name}.swift"} & files or name in kit.ATTACKS | web_kit.ATTACKS
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


class ComparisonTest(unittest.TestCase):
    """What the README of the ZeroMQ package says of itself beside others: what is there is proved by a test that exists."""

    PACKAGE = ROOT / "Packages/swift-zeromq"
    ELSEWHERE = {"interoperability", "benchmarks"}

    def table(self, heading):
        """The cells of a table's rows, without its head."""
        section = (self.PACKAGE / "README.md").read_text().partition(heading)[2].partition("\n##")[0]
        return [[cell.strip() for cell in row.split(" | ")] for row in re.findall(r"^\| (.+) \|$", section, re.M)[1:]]

    def test_every_row_is_filled(self):
        rows = self.table("## Compared with other bindings")
        self.assertEqual(len(rows), 27)
        for row in rows:
            self.assertEqual(len([cell for cell in row if cell]), 8, row)
            if row[0] not in self.ELSEWHERE:
                self.assertRegex(row[1], "^(yes|partly|no)", row)

    def test_what_is_there_is_proved_by_tests_that_exist(self):
        titles = set()
        for path in self.PACKAGE.glob("Tests/*Tests/**/*.swift"):
            titles |= set(re.findall(r"func `([^`]+)`", path.read_text()))
        for path in (self.PACKAGE / "Tests/Outside/test_outside.py", self.PACKAGE / "Examples/test"):
            titles |= set(re.findall(r"def (test_\w+)", path.read_text()))
        proofs = dict(self.table("### What proves it"))
        rows = {row[0] for row in self.table("## Compared with other bindings") if not row[1].startswith("no")}
        self.assertEqual(set(proofs), rows - self.ELSEWHERE)
        for row, cell in proofs.items():
            self.assertNotEqual(re.findall(r"`([^`]+)`", cell), [], row)
            for title in re.findall(r"`([^`]+)`", cell):
                self.assertIn(title, titles, row)


class CountedTest(unittest.TestCase):
    """What pages count in words or digits, counted again."""

    WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11}

    def told(self, page, pattern):
        """The number that a page says where the pattern is, in digits or in a word."""
        found = re.search(pattern, " ".join((ROOT / page).read_text().split()))
        self.assertIsNotNone(found, f"{page} does not say {pattern} any more")
        return self.WORDS.get(found[1]) or int(found[1])

    def test_the_readme_counts_right(self):
        menu = (ROOT / "Sources/JuiceDomain/Menu+BuiltIn.swift").read_text()
        fruits, juices = (len(re.findall(rf"^ +{word}\(", menu, re.M)) for word in ("Fruit", "juice"))
        packages = json.loads((ROOT / "Package.resolved").read_text())["pins"]
        services = (ROOT / "deploy/services").read_text().split()
        entries = json.loads(next((ROOT / "Sources/ExpoService/Resources").rglob("items.json")).read_text())
        self.assertEqual(self.told("README.md", r"keeps (\w+) fruits"), fruits)
        self.assertEqual(self.told("README.md", r"makes (\w+) juices"), juices)
        self.assertEqual(self.told("README.md", r"(\d+) Korean exhibits"), len(entries))
        self.assertEqual(self.told("README.md", r"fetches (\w+) Swift packages"), len(packages))
        for service in services:
            self.assertIn(f"| `{service}-service` |", (ROOT / "README.md").read_text())

    def test_rates_in_the_readme_are_measured_ones(self):
        measured = (ROOT / "docs/PERFORMANCE.md").read_text()
        section = (ROOT / "README.md").read_text().partition("### How fast it is")[2].partition("\n## ")[0]
        rates = re.findall(r"\| (\d[\d ]+\d)(?: \| (\d[\d ]+\d))? \|$", section, re.M)
        self.assertGreater(len(rates), 7)
        for theirs, ours in rates:
            self.assertIn(f"| {theirs} (", measured)
            if ours:
                self.assertRegex(measured, rf"\| {ours} \([^|]+\) \| {theirs} \(")

    def test_rates_in_summaries_are_those_of_the_tables(self):
        measured = (ROOT / "docs/PERFORMANCE.md").read_text()
        summary, _, tables = measured.partition("## Services")
        rates = re.findall(r"\d{1,3}(?: \d{3})+|\d+\.\d(?= ms| to)|\d+\.\d\d|\d+(?= µs \(median)", summary)
        self.assertGreater(len(rates), 15)
        for rate in rates:
            self.assertRegex(tables, rf"\| {rate}[ (]", rate)
        summary, _, tables_of_capacity = (ROOT / "docs/capacity.md").read_text().partition("Measured by")
        for figure in re.findall(r"\d+(?:\.\d)? (?:B|µs|KiB)\b", summary):
            self.assertIn(f"| {figure} |", tables_of_capacity)
        for page in ("docs/capacity.md", "docs/faq.md"):
            for rate in re.findall(r"\d{3} 000(?= orders/s| durable orders)", (ROOT / page).read_text().replace("\n", " ")):
                orders = [int(text.replace(" ", "")) for text in re.findall(r"orders/s \| (\d+ \d+) ", tables)]
                near = min(abs(order - int(rate.replace(" ", ""))) for order in orders)
                self.assertLess(near, 1_000, f"{page}: {rate}")

    def test_the_service_in_the_readme_is_the_one_in_the_examples(self):
        shown = re.search(r"^```swift\n(.+?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)[1]
        service = (ROOT / "Examples/Counter/Service/Counter.swift").read_text()
        self.assertIn(shown, service)
        told = self.told("README.md", r"in (\d+) more lines")
        self.assertLess(abs(len(service.splitlines()) - len(shown.splitlines()) - told), 3)
        self.assertEqual(self.told("docs/build-a-service.md", r"a whole service in (\d+) lines"), len(service.splitlines()))

    def test_every_target_is_in_the_table_of_targets(self):
        page = (ROOT / "docs/architecture.md").read_text()
        for path in (*ROOT.glob("Sources/*"), *ROOT.glob("Packages/*/Sources/*"), *ROOT.glob("Tools/*")):
            self.assertRegex(page, rf"(?m)^\|[^|]*`{path.name}`", path.name)

    def test_the_table_of_targets_names_the_imports_that_are_checked(self):
        page = (ROOT / "docs/architecture.md").read_text()
        checked = dict(re.findall(r"(?m)^([A-Z]\w+) +([A-Z]\w+(?: \w+)*)$", (ROOT / "scripts/check").read_text()))
        self.assertIn("WorkerRuntime", checked)
        # A row of several targets says in words what differs.
        for target, imports in re.findall(r"(?m)^\| `(\w+)` \| ([^|]+) \|", page):
            if target in checked:
                self.assertEqual(sorted(imports.split(", ")), sorted(checked[target].split()), target)

    def test_every_decision_is_listed_and_says_whether_it_holds(self):
        page = (ROOT / "docs/architecture.md").read_text()
        for path in (ROOT / "docs/decisions").iterdir():
            self.assertIn(f"(decisions/{path.name})", page)
            status = path.read_text().split("\n")[2]
            self.assertRegex(status, r"^Status: (accepted\b|superseded by \[\d{4}\]\(.+\)).*\.$", path.name)
            for other in re.findall(r"\]\((.+?)\)", status):
                self.assertTrue((path.parent / other).exists(), path.name)

    def test_targets_in_c_are_all_there_are(self):
        targets = {
            path.parent for folder in (ROOT, *ROOT.glob("Packages/*")) for path in folder.glob("Sources/*/*")
            if path.suffix in (".c", ".cpp")
        }  # fmt: skip
        self.assertEqual(self.told("SECURITY.md", r"C and C\+\+ in (\w+) small targets only"), len(targets))

    def test_pages_of_targets_are_short(self):
        pages = [*ROOT.glob("Sources/*/DESIGN.md"), *ROOT.glob("Packages/*/DESIGN.md")]
        self.assertGreaterEqual(len(pages), 5)
        for page in pages:
            self.assertLessEqual(len(page.read_text().splitlines()), 80, page)

    def test_the_fail_points_of_the_campaign_are_all_there_are(self):
        source = next((ROOT / "Sources").rglob("FailPoint.swift")).read_text()
        points = {value or name for name, value in re.findall(r'^ +case (\w+)(?: = "([a-z-]+)")?$', source, re.M)}
        known = {name: set(services.named(name).fail_points) for name in services.NAMES}
        self.assertEqual(points, set.union(*known.values()))
        for name in services.NAMES:
            told = self.told("docs/RELIABILITY.md", rf"--service {name} .*?at each of its (\d+) at least")
            self.assertEqual(told, len(known[name]), name)

    def test_the_mutants_that_are_counted_are_all_there_are(self):
        kinds = [re.search(r"^caught by: (\w+)", path.read_text(), re.M)[1] for path in ROOT.glob("Tests/Mutants/*.mutant")]
        page = "docs/RELIABILITY.md"
        self.assertEqual(self.told(page, r"(\d+) of \1 bugs caught"), len(kinds))
        self.assertEqual(self.told(page, r"bugs caught\b.*?: (\d+) by simulated histories"), kinds.count("simulation"))

    def test_the_attacks_are_all_there_are(self):
        self.assertEqual(self.told("docs/RELIABILITY.md", r"attacks a service in (\d+) ways"), len(kit.ATTACKS))
        for page in ("docs/RELIABILITY.md", "CHANGELOG.md"):
            self.assertEqual(self.told(page, r"attacks `web-gateway` over HTTP in (\d+) ways"), len(web_kit.ATTACKS))
        self.assertEqual(self.told("SECURITY.md", r"in the (\d+) ways of `Tests/Hostile/web`"), len(web_kit.ATTACKS))

    def test_what_pages_count_in_passing_is_counted_right(self):
        built_in = next((ROOT / "Sources/ExpoService/Resources").rglob("items.json"))
        menu = (ROOT / "Sources/JuiceDomain/Menu+BuiltIn.swift").read_text()
        generators = [path for path in (ROOT / "Tests/Clients").iterdir() if path.is_dir() and path.name != "__pycache__"]
        services = (ROOT / "deploy/services").read_text().split()
        glossary = (ROOT / "docs/glossary.md").read_text()
        max_source = int(re.search(r"^max_source=(\d+)$", (ROOT / "scripts/check").read_text(), re.M)[1])
        for page, pattern, count in (
            ("Protocols/expo.md", r"the (\d+) exhibits of the Korean Empire", len(json.loads(built_in.read_text()))),
            ("Protocols/juice.md", r"each of the (\w+) fruits of the built-in menu", len(re.findall(r"^ +Fruit\(", menu, re.M))),
            ("docs/web.md", r"generates (\w+) clients", len(generators)),
            ("CONTRIBUTING.md", r"with (\w+) generators", len(generators)),
            ("CONTRIBUTING.md", r"No source has more than (\d+) lines", max_source),
            ("docs/RELIABILITY.md", r"runs all (\w+) services as `deploy/up` starts them", len(services)),
            ("docs/web.md", r"stock that moves by itself, (\w+) juices", len(re.findall(r"^ +juice\(", menu, re.M))),
        ):  # fmt: skip
            with self.subTest(page=page, pattern=pattern):
                self.assertEqual(self.told(page, pattern), count)
        self.assertEqual(len(re.findall(r"^\| \*\*", glossary, re.M)), 20)
        for path in (ROOT / "examples").glob("*.*"):
            if path.suffix != ".md":
                self.assertLess(len(path.read_text().splitlines()), self.told("examples/README.md", r"each under (\d+) lines"))

    def test_the_limits_of_web_gateway_are_those_of_its_options(self):
        limits = (ROOT / "docs/web.md").read_text().partition("### Limits")[2].partition("\n### ")[0]
        settings = (ROOT / "docs/settings.md").read_text().partition("## Options of web-gateway")[2]
        told = re.findall(r"`(--[a-z-]+)`, (\d[\d ]*\d|\d)", limits)
        self.assertGreater(len(told), 7)
        for option, text in told:
            row = re.search(rf"^\| `{option} .*$", settings, re.M)[0]
            # The default is behind the last semicolon.
            self.assertEqual(number(text), number(row.rpartition("; ")[2]), option)

    def test_every_example_is_in_its_table(self):
        page = (ROOT / "examples/README.md").read_text()
        for path in (ROOT / "examples").iterdir():
            if path.suffix != ".md":
                self.assertIn(f"[{path.name}]({path.name})", page)


class CommandsTest(unittest.TestCase):
    """What pages tell a reader to run."""

    # A decision is history, and what lies with a patch belongs to another project.
    PAGES = [
        path for path in ROOT.rglob("*.md")
        if not any(part[0] == "." or part in ("decisions", "upstream") for part in path.relative_to(ROOT).parts)
    ]  # fmt: skip

    def test_every_script_is_there(self):
        count = 0
        for page in self.PAGES:
            # The library has scripts of its own.
            folders = [ROOT, *(folder for folder in page.parents if folder.parent.name == "Packages")]
            for name in re.findall(r"(?<![\w/.-])((?:deploy|scripts)/[a-z][a-z-]*)(?![\w/.*-])", page.read_text()):
                count += 1
                self.assertTrue(any((folder / name).exists() for folder in folders), f"{page.name}: {name}")
        self.assertGreater(count, 200)

    def test_every_command_of_the_gateway_is_there(self):
        known = json.loads((ROOT / "Sources/Gateway/Resources/examples.json").read_text())
        groups = {name.split()[0] for name in known if " " in name}
        count = 0
        for page in self.PAGES:
            for block in re.findall(r"^ *```(?:sh|console)\n(.*?)^ *```", page.read_text(), re.M | re.S):
                for first, second in re.findall(r"(?<![\w-])(?:jangteo-)?gateway\"? ([a-z]+)(?: ([a-z-]+))?", block):
                    count += 1
                    name = f"{first} {second}" if first in groups else first
                    self.assertIn(name, known, page.name)
        self.assertGreater(count, 50)


if __name__ == "__main__":
    unittest.main()
