"""`docs/settings.md` names every environment variable that there is, and every option of every service and of web-gateway."""

import pathlib
import re
import subprocess
import unittest

from juice_process import PROGRAMS, TIMEOUT

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVICES = ("juice", "calc", "expo", "market")
READERS = ("Sources", "Tools", "deploy", "scripts", ".ci", "Tests", "Benchmarks", "Fuzz")


class SettingsPageTest(unittest.TestCase):
    def setUp(self):
        page = (ROOT / "docs" / "settings.md").read_text()
        self.variables, options = page.split("## Options of services")
        self.options, self.options_of_web = options.split("## Options of web-gateway")

    def help(self, program):
        return subprocess.run(
            [PROGRAMS / program, "help", "serve"], capture_output=True, text=True, timeout=TIMEOUT, check=True
        ).stdout

    def names(self, help_text):
        return set(re.findall(r"^ +(?:-h, )?(--[a-z0-9-]+)", help_text, re.M)) - {"--help", "--version"}

    def assertDefaults(self, help_text, options):
        defaults = re.findall(r"^ +(--[a-z-]+)(?:(?!^ +--).)*?\(default:\s+(\d+)\)", help_text, re.M | re.S)
        self.assertGreater(len(defaults), 3)
        for name, default in defaults:
            with self.subTest(name):
                row = re.search(rf"^\| `{name} .*$", options, re.M)[0]
                self.assertIn(f"; {int(default):,}".replace(",", " ") if int(default) > 9_999 else f"; {default}", row)

    def test_every_variable_has_a_row(self):
        texts = [(ROOT / "Package.swift").read_text()]
        for folder in READERS:
            for path in (ROOT / folder).rglob("*"):
                if path.is_file() and path.suffix in (".swift", ".py", ".sh", ""):
                    texts.append(path.read_bytes().decode(errors="ignore"))
        names = set(re.findall(r"\bJANGTEO_[A-Z][A-Z_]*[A-Z]\b", "\n".join(texts)))
        names |= set(re.findall(r"\bOTEL_[A-Z_]*[A-Z]\b", "\n".join(texts)))
        of_service = {name for name in names if re.fullmatch("JANGTEO_[A-Z0-9_]+_(RPC|EVENTS|OPTIONS)", name)}
        told = set(re.findall(r"`((?:JANGTEO|OTEL)_[A-Z_]+)`", self.variables))
        self.assertEqual(names - of_service, told)
        for what in ("RPC", "EVENTS", "OPTIONS"):
            self.assertIn(f"`JANGTEO_<S>_{what}`", self.variables)

    def test_every_option_of_every_service_has_a_row(self):
        rows = re.findall(r"^\| (`--.+?) \| (.+?) \| .+ \|$", self.options, re.M)
        told = {service: set() for service in SERVICES}
        for options, services in rows:
            for service in SERVICES if services == "all" else services.split(", "):
                told[service].update(re.findall(r"`(--[a-z-]+)", options))
        for service in SERVICES:
            with self.subTest(service):
                self.assertEqual(self.names(self.help(f"{service}-service")), told[service])

    def test_every_option_of_web_gateway_has_a_row(self):
        rows = re.findall(r"^\| (`--.+?) \| .+ \|$", self.options_of_web, re.M)
        self.assertEqual(self.names(self.help("web-gateway")), set(re.findall(r"`(--[a-z0-9-]+)", " ".join(rows))))

    def test_defaults_are_those_of_the_programs(self):
        self.assertDefaults(self.help("market-service"), self.options)
        self.assertDefaults(self.help("web-gateway"), self.options_of_web)


if __name__ == "__main__":
    unittest.main()
