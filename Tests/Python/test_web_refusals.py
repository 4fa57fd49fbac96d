"""What the audit of web-gateway tells of refusals and log-ins, and what the access log tells of requests."""

import json
import time
import unittest

from juice_process import TIMEOUT
from log_lines import lines
from test_web_access import FORM, Web, WebTest

WRONG = "jgt_" + "a" * 43


class LogTest(WebTest):
    def setUp(self):
        super().setUp()
        self.log = self.directory / "web.log"

    def told(self, count, **wanted):
        """The lines that say that, when there are so many: an access log is written behind the answer."""
        end = time.monotonic() + TIMEOUT
        while True:
            found = [line for line in (lines(self.log) if self.log.exists() else []) if wanted.items() <= line.items()]
            if len(found) >= count:
                self.assertEqual(len(found), count, found)
                return found
            self.assertLess(time.monotonic(), end, found)
            time.sleep(0.01)


class Audit(LogTest):
    def audited(self, *arguments, **more):
        return self.web("--audit-log", self.log, *arguments, **more)

    def test_each_refused_call_is_told_with_where_it_came_from_and_why(self):
        token = self.create("alice", "read")
        alice = {"Authorization": f"Bearer {token}"}
        web = self.audited()
        self.order(web, **alice)
        web.ask("GET", "/board", **alice)
        web.ask("GET", "/api/juice/stock", Host="evil.example")
        web.ask("GET", "/events", Sec_Fetch_Site="cross-site")
        refused = {"jsonrpc": "2.0", "id": 1, "method": "juice.order", "params": {"juice": "kiwi"}}
        web.ask("POST", "/rpc/juice", json.dumps([refused, refused]), Content_Type="application/json", **alice)
        found = self.told(6, msg="refused", address="127.0.0.1")
        self.assertEqual(
            [(line["method"], line["route"], line["outcome"], line.get("peer")) for line in found],
            [
                ("POST", "/api/juice/orders", "PERMISSION_DENIED", "alice"), ("GET", "/board", "PERMISSION_DENIED", "alice"),
                ("GET", "/api/juice/stock", "MISDIRECTED", None), ("GET", "/events", "PERMISSION_DENIED", None),
                ("POST", "/rpc/{service}", "PERMISSION_DENIED", "alice"), ("POST", "/rpc/{service}", "PERMISSION_DENIED", "alice"),
            ],
        )  # fmt: skip
        self.assertIn("juice.order needs the role order", found[0]["detail"])
        self.assertIn("cross-site", found[3]["detail"])
        self.assertEqual({line.get("role") for line in found}, {"read", None})

    def test_log_ins_and_wrong_tokens_are_told_without_them(self):
        token = self.create("alice", "order")
        web = self.audited()
        web.ask("GET", "/api/juice/stock", Authorization=f"Bearer {WRONG}")
        web.ask("GET", "/api/juice/stock", Cookie=f"jangteo_session={WRONG}")
        web.ask("POST", "/session", {"token": WRONG})
        self.assertEqual(web.ask("POST", "/session", {"token": token})[0], 200)
        self.assertEqual(web.ask("POST", "/session", f"token={token}", Content_Type=FORM)[0], 303)
        self.assertEqual([line["via"] for line in self.told(2, msg="refused", outcome="UNAUTHENTICATED")], ["token", "session"])
        self.told(1, msg="log-in", outcome="UNAUTHENTICATED")
        for line in self.told(2, msg="log-in", outcome="ok"):
            self.assertEqual((line["peer"], line["role"], line["address"]), ("alice", "order", "127.0.0.1"))
        for secret in (token, WRONG):
            self.assertNotIn(secret[4:], self.log.read_text())

    def test_behind_a_proxy_the_address_that_it_has_served_is_told_too(self):
        self.create("alice", "order")
        web = self.beyond("--audit-log", self.log)
        web.ask("GET", "/api/juice/stock", X_Forwarded_For="10.0.0.1, 192.0.2.7")
        (line,) = self.told(1, msg="refused", via="none")
        self.assertEqual((line["address"], line["forwarded"]), ("127.0.0.1", "192.0.2.7"))

    def test_refusals_fill_no_disk_and_hide_no_write(self):
        web = self.audited()
        for number in range(40):
            self.assertEqual(web.ask("GET", f"/nowhere/{number}", Authorization=f"Bearer {WRONG}")[0], 401)
        self.assertEqual(self.order(web)[0], 201)
        self.told(1, msg="write", outcome="ok")
        # Five in ten seconds, and a machine that is slow has some of those.
        self.assertLess(len([line for line in lines(self.log) if line["msg"] == "refused"]), 30)


class AccessLog(LogTest):
    def logged(self, *arguments):
        return self.web("--access-log", self.log, *arguments)

    def test_each_request_has_a_line_and_no_secret_of_its_path(self):
        token = self.create("alice", "order")
        alice = {"Authorization": f"Bearer {token}"}
        web = self.logged()
        asked = [
            ("GET", "/api/juice/stock?lang=hidden", {}, "/api/juice/stock"), ("GET", "/api/outcomes/juice/hidden", alice, "/api/outcomes/{service}/{key}"),
            ("DELETE", "/api/products/hidden", {}, "/api/products/{id}"), ("DELETE", "/v2/api/products/1/hidden", {}, "/v2/api/products/{id}/{token}"),
            ("GET", "/nowhere/hidden", {}, "NotFound"), ("HEAD", "/api/juice/menu", {}, "/api/juice/menu"),
            ("GET", "/session?next=hidden", {}, "/session"), ("GET", "/juice", {"Authorization": f"Bearer {WRONG}"}, "/juice"),
        ]  # fmt: skip
        for method, path, headers, route in asked:
            with self.subTest(path):
                status, fields, _ = web.ask(method, path, **headers)
                (line,) = self.told(1, msg="request", method=method, route=route)
                size = 0 if method == "HEAD" else int(fields["Content-Length"])
                self.assertEqual((line["status"], line["bytes"]), (str(status), str(size)))
                self.assertEqual(line["address"], "127.0.0.1")
                self.assertRegex(line["duration"], r"^\d+\.\d{6}$")
        self.assertEqual(self.told(1, route="/api/outcomes/{service}/{key}")[0]["peer"], "alice")
        self.assertEqual(self.told(1, route="/juice")[0]["via"], "token")
        for secret in ("hidden", token[4:], WRONG[4:]):
            self.assertNotIn(secret, self.log.read_text())

    def test_a_stream_has_its_line_when_it_ends_with_what_was_sent(self):
        web = self.logged("--log-format", "logfmt")
        connection, response = web.stream()
        head = response.readline()
        self.assertEqual(head, b": \n")
        self.assertEqual(self.order(web)[0], 201)
        while b"juice.stock.changed" not in response.readline():
            pass
        self.told(0, route="/events")
        response.close()
        connection.close()
        (line,) = self.told(1, route="/events")
        self.assertEqual(line["status"], "200")
        self.assertGreater(int(line["bytes"]), 100)

    def test_a_file_that_was_renamed_is_followed_and_a_dash_is_standard_output(self):
        web = self.logged("--log-format", "json")
        web.ask("GET", "/health/live")
        old = self.log.with_suffix(".1")
        self.eventually(self.log.exists)
        self.log.rename(old)

        def is_followed():
            web.ask("GET", "/health/live")
            return self.log.exists()

        self.eventually(is_followed)
        for file in (old, self.log):
            self.assertEqual(json.loads(file.read_text().splitlines()[0])["route"], "/health/live")
        other = self.web("--access-log", "-")
        other.ask("GET", "/health/live")
        self.assertIn("msg=request", other._process.stdout.readline().decode())

    def test_a_file_that_cannot_be_opened_is_a_reason_not_to_start(self):
        web = Web(self, "--access-log", self.directory / "none" / "web.log")
        self.assertEqual(web.wait(), 78)
        self.assertIn("web.log", web.log)


if __name__ == "__main__":
    unittest.main()
