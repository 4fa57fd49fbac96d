"""Logs of the real programs: one line for each finding, in one format, and who wrote what."""

import json
import re
import stat
import subprocess
import time
import unittest

from juice_process import PROGRAMS, TIMEOUT, JuiceTest
from juice_sockets import JuiceClient
from log_lines import fields, lines
from test_curve import CurveTest
from web_process import WebTest


class Formats(JuiceTest):
    def told(self, *arguments):
        service = self.start("--log-level", "debug", *arguments)
        self.client(service).ok("juice.order", {"juice": "kiwi"}, key='K "1"\n\x1b[31m\u202e=\\')
        self.assertEqual(service.stop(), 0)
        return service.log.splitlines()

    def assertTells(self, found):
        for line in found:
            self.assertRegex(line["ts"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertEqual(line["program"], "juice-service")
        (write,) = (line for line in found if line["msg"] == "write")
        self.assertEqual((write["level"], write["peer"], write["outcome"]), ("debug", "local", "ok"))
        self.assertEqual(write["key"], 'K "1"\n\x1b[31m\ufffd=\\')
        self.assertEqual([line["msg"] for line in found][-2:], ["draining", "drained"])

    def test_a_line_of_logfmt_has_names_and_values_whatever_these_are(self):
        text = self.told()
        self.assertFalse([line for line in text if re.search(r"[\x00-\x1f\x7f\u202e]", line)])
        self.assertTells([fields(line) for line in text])

    def test_a_line_of_json_is_an_object_of_texts(self):
        found = [json.loads(line) for line in self.told("--log-format", "json")]
        for line in found:
            self.assertEqual({type(value) for value in line.values()}, {str})
        self.assertTells(found)

    def test_a_reason_to_refuse_the_start_is_one_line(self):
        log = self.assertRefusesToStart("--bind-rpc", "tcp://0.0.0.0:*")
        (line,) = [fields(line) for line in log.splitlines()]
        self.assertEqual(line["level"], "critical")
        self.assertIn("refuses to start: ", line["msg"])

    def test_every_program_has_the_same_options(self):
        for name in ("juice-service", "calc-service", "expo-service", "market-service", "web-gateway"):
            with self.subTest(name):
                if not (PROGRAMS / name).exists():
                    self.skipTest(f"{name} is not built")
                text = subprocess.run(
                    [PROGRAMS / name, "help", "serve"], capture_output=True, text=True, timeout=TIMEOUT, check=True
                ).stdout
                self.assertLessEqual({"--log-format", "--log-level", "--audit-log"}, set(re.findall(r"--[a-z-]+", text)))


class AuditOfService(CurveTest):
    def setUp(self):
        super().setUp()
        self.file = self.directory / "audit.log"

    def test_every_write_is_told_with_who_and_what_came_of_it_and_nothing_of_its_contents(self):
        keys = self.curve(self.ring.allow("bob"))
        service = self.start_guarded("--audit-log", self.file, "--bind-rpc", f"ipc://{self.directory}/own.rpc")
        addresses = self.client(service).ok("service.info")["endpoints"]["rpc"]
        bob = JuiceClient(self.context, addresses[1], curve=keys)
        self.addCleanup(bob.close)
        bob.ok("juice.order", {"juice": "mango"}, key="K-1", id="first")
        bob.ok("juice.order", {"juice": "mango"}, key="K-1", id=2)
        bob.call("juice.order", {"juice": "durian"}, key="K-2")
        bob.call("juice.stock.set", {"levels": {"kiwi": 1}})
        bob.ok("juice.menu")
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        self.assertEqual(service.stop(), 0)
        found = lines(self.file)
        self.assertEqual(
            [(line["peer"], line["via"], line["role"], line["outcome"], line.get("key")) for line in found],
            [("bob", "curve", "order", "ok", "K-1"), ("bob", "curve", "order", "repeated", "K-1"),
             ("bob", "curve", "order", "UNKNOWN_JUICE", "K-2"), ("bob", "curve", "order", "PERMISSION_DENIED", None),
             ("local", "local", "operate", "ok", None)],
        )  # fmt: skip
        self.assertEqual([line["request"] for line in found[:2]], ["first", "2"])
        self.assertEqual({line["method"] for line in found}, {"juice.order", "juice.stock.set"})
        self.assertNotIn("mango", self.file.read_text())
        self.assertNotIn("method=juice.order", service.log)
        self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)

    def test_a_file_that_was_renamed_is_followed_by_a_new_one(self):
        service = self.start("--audit-log", self.file)
        client = self.client(service)
        client.ok("juice.order", {"juice": "kiwi"}, key="before")
        old = self.file.with_suffix(".1")
        self.file.rename(old)
        end, sent = time.monotonic() + TIMEOUT, 1
        while not self.file.exists():
            self.assertLess(time.monotonic(), end)
            client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
            sent += 1
        self.assertEqual(service.stop(), 0)
        self.assertEqual(lines(old)[0]["key"], "before")
        self.assertEqual(len(lines(old)) + len(lines(self.file)), sent)

    def test_a_file_that_cannot_be_opened_is_a_reason_not_to_start(self):
        log = self.assertRefusesToStart("--audit-log", self.directory / "none" / "audit.log")
        self.assertIn("audit.log", log)

    def test_a_full_disk_costs_lines_and_no_order(self):
        service = self.start("--audit-log", "/dev/full")
        client = self.client(service)
        for _ in range(3):
            client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
        self.assertEqual(service.stop(), 0)
        self.assertEqual(service.log.count("the audit log cannot be written"), 1, service.log)


class AuditOfWeb(WebTest):
    def test_writes_are_told_with_the_name_of_the_token(self):
        self.start(run="run")
        tokens, file = self.directory / "tokens", self.directory / "audit.log"
        made = subprocess.run(
            [PROGRAMS / "gateway", "tokens", "create", "phone", "--role", "order", "--tokens", tokens, "--json"],
            capture_output=True, text=True, check=True, timeout=TIMEOUT, env={"HOME": str(self.directory)},
        )  # fmt: skip
        phone = {"Authorization": "Bearer " + json.loads(made.stdout)["token"]}
        web = self.web("--tokens", str(tokens), "--audit-log", str(file))
        order = lambda juice, key, **headers: self.request(
            web, "POST", "/api/juice/orders", {"juice": juice}, Idempotency_Key=key, **headers
        )
        self.assertEqual(order("kiwi", "K-1", **phone).status, 201)
        order("kiwi", "K-1", **phone)
        self.assertEqual(order("strawberry", "K-2").status, 409)
        call = {"jsonrpc": "2.0", "id": 1, "method": "juice.order", "params": {"juice": "mango"}}
        self.assertIn("result", self.request(web, "POST", "/rpc/juice", call, **phone).json())
        self.request(web, "GET", "/api/juice/stock", **phone)
        found = lines(file)
        self.assertEqual(
            [(line["peer"], line["via"], line["role"], line["outcome"], line.get("key")) for line in found],
            [("phone", "token", "order", "ok", "K-1"), ("phone", "token", "order", "repeated", "K-1"),
             ("loopback", "loopback", "order", "INSUFFICIENT_STOCK", "K-2"), ("phone", "token", "order", "ok", None)],
        )  # fmt: skip
        self.assertEqual({(line["service"], line["method"]) for line in found}, {("juice", "juice.order")})

    def test_a_caller_whose_writes_are_refused_fills_no_disk(self):
        self.start(run="run")
        file = self.directory / "audit.log"
        web = self.web("--audit-log", str(file), "--log-format", "json")
        for _ in range(60):
            self.request(web, "POST", "/api/juice/orders", {"juice": "durian"})
        self.assertLess(len(file.read_text().splitlines()), 60)
        self.assertEqual(json.loads(file.read_text().splitlines()[0])["outcome"], "UNKNOWN_JUICE")


if __name__ == "__main__":
    unittest.main()
