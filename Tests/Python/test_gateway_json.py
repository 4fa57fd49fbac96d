"""What programs get with --json is of one style, and each member of it is documented."""

import json
import pathlib
import re
import unittest

from deaf_ear import DeafEar
from gateway_process import gateway, gateway_unread
from juice_process import JuiceTest

PAGE = (pathlib.Path(__file__).parents[2] / "docs" / "json.md").read_text()
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class Documents(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.config = {"XDG_CONFIG_HOME": str(self.directory / "config")}

    def document(self, *words, codes=(0,), **more):
        ended = gateway(self.service, *map(str, words), "--json", **self.config, **more)
        self.assertIn(ended.returncode, codes, ended.stdout + ended.stderr)
        return json.loads(ended.stdout)

    def assertIsDocumented(self, value, path=""):
        """Members of the gateway's own; what a service or a user said is theirs."""
        if isinstance(value, list):
            for one in value:
                self.assertIsDocumented(one, path)
        elif isinstance(value, dict):
            for name, member in value.items():
                if path.endswith((".services", ".refused")) and name in ("juice", "calc", "expo", "market"):
                    self.assertIsDocumented(member, path)
                    continue
                self.assertRegex(name, r"\A[a-z]+\Z", path)
                self.assertIn(f"`{name}`", PAGE, path)
                if name == "time":
                    self.assertRegex(member, TIME)
                if name not in ("result", "meta", "params", "checks", "stats", "refused", "latencyus", "error"):
                    self.assertIsDocumented(member, f"{path}.{name}")

    def test_each_document_has_documented_members_of_one_style(self):
        gateway(self.service, "context", "add", "shop", "--insecure", "juice=tcp://127.0.0.1:7101", **self.config)
        gateway_unread(self.service, "full", "juice", "order", "kiwi")
        with DeafEar(self.context, self.service) as ear:
            gateway(self.service, "juice", "order", "kiwi", "--timeout", "1s", JANGTEO_JUICE_RPC=ear.endpoint)
        line = '{"method":"juice.menu","id":1}\n'
        for words, codes, more in (
            (["call", "juice.menu"], (0,), {}),
            (["call", "juice.ordr"], (2,), {}),
            (["fanout", "service.ping", "--to", "juice,calc"], (3,), {}),
            (["batch", "-"], (0,), {"stdin": line}),
            (["batch", "-"], (1,), {"stdin": "{\n"}),
            (["outcome"], (0,), {}),
            (["outcome", "--all", "--run-dir", self.service.run], (0,), {}),
            (["outcome", "nobody", "--to", "juice"], (1,), {}),
            (["status"], (3,), {}),
            (["stats"], (3,), {}),
            (["doctor"], (0, 1), {}),
            (["bench", "order", "--yes", "--for", "500ms", "--warm-up", "100ms"], (0,), {}),
            (["bench", "events", "--yes", "--for", "500ms", "--warm-up", "100ms"], (0,), {}),
            (["paths"], (0,), {}),
            (["new", "tickets", "--path", self.directory / "tickets"], (0,), {}),
            (["context", "list"], (0,), {}),
            (["context", "show", "shop"], (0,), {}),
            (["keys", "generate", self.directory / "pair"], (0,), {}),
            (["keys", "show", self.directory / "pair.key"], (0,), {}),
            (["keys", "list"], (0,), {}),
            (["tokens", "create", "alice", "--role", "order"], (0,), {}),
            (["tokens", "create", "bob", "--role", "read", "--expires", "1h"], (0,), {}),
            (["tokens", "list"], (0,), {}),
            (["web", "link"], (0,), {}),
            (["errors"], (0,), {}),
        ):
            with self.subTest(words):
                self.assertIsDocumented(self.document(*words, codes=codes, **more))

    def test_an_error_has_the_shape_of_a_services_own(self):
        for words, codes in ((["juice", "order", "durian"], (1,)), (["juice", "order", "kiwi", "0"], (2,))):
            with self.subTest(words):
                error = self.document(*words, codes=codes)["error"]
                self.assertLessEqual({"reason", "retryable", "outcome", "detail"}, set(error["data"]))


if __name__ == "__main__":
    unittest.main()
