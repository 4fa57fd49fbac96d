"""What people typed wrong is told in their words, in one line and with exit code 2, and hints can be copied as they are."""

import json
import pathlib
import re
import shlex
import unittest

from gateway_process import gateway
from juice_process import JuiceTest
from market_process import MarketTest
from pictures import png

HANGUL = re.compile("[가-힣]")
WIRE = re.compile("[A-Z]+_[A-Z]+|page_no|items_per_page")


class Words(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()

    def ended(self, *words, code=0, **more):
        ended = gateway(self.service, *map(str, words), **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended

    def test_wrong_input_is_one_line_of_exit_code_2_wherever_it_was_found(self):
        for words, named in (
            (["juice", "order", "mango", "0"], "<quantity> must be 1 to 1000"),
            (["juice", "orders", "--limit", "0"], "--limit must be 1 to 100"),
            (["juice", "orders", "--after", "x"], "--after must be"),
            (["juice", "set", "mango=-1"], "mango must be 0 to"),
            (["juice", "restock", "mango=5"], "mango=+5 adds, mango=-5 takes"),
            (["call", "juice.order", '{"juice":7}'], "juice must be a string"),
            (["call", "juice.ordr"], "did you mean juice.order"),
            (["call", "juice.order", "{"], "not valid JSON"),
            (["call", "service.ping"], "--to"),
        ):
            with self.subTest(words):
                said = self.ended(*words, code=2).stderr
                self.assertIn(named, said)
                self.assertEqual(len(said.splitlines()), 1, said)
                self.assertNotRegex(said, WIRE)
                self.assertNotRegex(said.split("; see:")[0], "/[a-z]+")

    def test_what_is_refused_is_one_line_in_korean_too(self):
        for words in (
            ["juice", "order", "mango", "0"], ["juice", "order", "durian"], ["juice", "orders", "99"],
            ["juice", "orders", "--limit", "0"], ["juice", "set", "durian=1"], ["call", "juice.ordr"],
        ):
            with self.subTest(words):
                said = gateway(self.service, *words, "--lang", "ko").stderr
                self.assertRegex(said, HANGUL)
                self.assertNotIn("알 수 없는 오류", said)
                self.assertNotIn("must", said)
                self.assertNotRegex(said, WIRE)
                self.assertEqual(len(said.splitlines()), 1, said)

    def test_what_is_wrong_with_arguments_is_told_in_korean_too(self):
        self.ended("context", "add", "here", "--insecure", "juice=tcp://127.0.0.1:7", XDG_CONFIG_HOME=str(self.directory))
        for words in (
            ["call", "service.ping"], ["status", "--to", "tea"], ["call", "juice.order", "{"], ["outcome", "--retry"],
            ["call", "x", "--key", "k", "--no-key"], ["juice", "restock", "mango=5"], ["errors", "qqqq"],
            ["watch", "--since", "3"], ["batch", "/none"], ["context", "use", "none"], ["keys", "revoke", "none"],
            ["context", "add", "here", "--insecure", "juice=tcp://127.0.0.1:7"], ["bench", "rpc", "juice.order"],
            ["calc", "keypad"], ["expo", "image", "x", "--output", ""], ["juice", "set", "mango=1", "mango=2"],
        ):
            with self.subTest(words):
                said = self.ended(*words, "--lang", "ko", code=2, XDG_CONFIG_HOME=str(self.directory)).stderr
                self.assertRegex(said.split("; 도움말:")[0], HANGUL.pattern + ".*" + HANGUL.pattern)
                self.assertNotRegex(said.split("; 도움말:")[0].removeprefix("오류:"), r"\b(the|is|has|must|with|cannot)\b")

    def test_set_advises_the_version_of_what_was_expected(self):
        self.ended("juice", "restock", "mango=+1")
        said = self.ended("juice", "set", "mango=3", "--expect", "mango=1", code=1).stderr
        option = re.search(r"(--expect mango=\d+)", said)[1]
        self.assertNotIn("--expect 2", said.replace(option, ""))
        self.ended("juice", "set", "mango=3", *option.split())
        self.assertIn("--expect 3", self.ended("juice", "set", "mango=4", "--expect", "1", code=1).stderr)

    def test_members_that_a_method_does_not_have_are_warned_about(self):
        for command in (["call", "juice.order"], ["fanout", "juice.order", "--to", "juice"]):
            with self.subTest(command):
                said = self.ended(*command[:2], '{"juice":"kiwi","quantty":2}', *command[2:]).stderr
                self.assertIn("warning: juice.order has no quantty, which is ignored: did you mean quantity?", said)
        self.assertEqual(self.ended("call", "juice.order", '{"juice":"kiwi","quantity":1}').stderr, "")

    def test_a_request_that_is_too_large_is_no_missing_answer(self):
        large = json.dumps({"juice": "m" * (1 << 20)})
        line = json.dumps({"method": "juice.order", "params": {"juice": "m" * 1_000_000, "x": "y" * 48_000}})
        document = json.loads(self.ended("call", "juice.order", "-", "--json", code=2, stdin=large[:-30] + '"}').stdout)
        self.assertEqual(document["error"]["data"]["reason"], "TOO_LARGE")
        rows = json.loads(self.ended("fanout", "juice.order", "-", "--to", "juice", "--json", code=3, stdin=large[:-30] + '"}').stdout)
        self.assertEqual(rows["targets"][0]["status"], "error")
        outcome = json.loads(self.ended("batch", "-", code=1, stdin=line + "\n").stdout)
        self.assertNotEqual(outcome["status"], "no_answer")

    def test_the_hint_to_the_next_page_keeps_what_was_given(self):
        for _ in range(3):
            self.ended("juice", "order", "kiwi")
        ended = self.ended("--lang", "ko", "juice", "orders", "--limit", "1", "--timeout", "7s")
        seen = [ended.stdout]
        while "더 보기: " in ended.stderr:
            command = shlex.split(ended.stderr.split("더 보기: ")[1])
            for word in ("--limit", "--lang", "--timeout"):
                self.assertEqual(command.count(word), 1)
            self.assertEqual(command.count("--after"), 1)
            ended = self.ended(*command[1:])
            seen.append(ended.stdout)
        self.assertEqual((len(seen), len(set(seen))), (3, 3))

    def test_a_list_of_clients_that_nobody_made_is_nobody_yet(self):
        clients = self.directory / "no clients"
        self.assertIn("Nobody yet", self.ended("keys", "list", "--clients", clients).stderr)
        self.assertEqual(json.loads(self.ended("keys", "list", "--clients", clients, "--json").stdout), [])


class Market(MarketTest):
    def test_no_meaning_is_in_colours_alone(self):
        service = self.start()
        account = json.loads(gateway(service, "market", "vendors", "register", "s", "--json").stdout)
        vendor = {"JANGTEO_VENDOR_IDENTIFIER": account["identifier"], "JANGTEO_VENDOR_SECRET": account["secret"]}
        picture = self.directory / "one.png"
        picture.write_bytes(png(8, 8))
        words = ["--name", "Mangoes", "--description", "A box of ten ripe mangoes.", "--price", "12000", "--discount", "2000"]
        shown = gateway(
            service, "market", "register", *words, "--currency", "KRW", "--stock", "5", "--image", str(picture), **vendor
        )
        self.assertIn("was KRW 12,000, now KRW 10,000", shown.stdout, shown.stderr)
        [row] = [line for line in shown.stdout.splitlines() if "/thumbnail" in line]
        self.assertTrue(row.endswith("*"), row)
        number = row.split()[0]
        for name, warns in (("t.png", True), ("t.jpg", False), ("t.jpeg", False), ("t", False)):
            with self.subTest(name):
                path = self.directory / name
                ended = gateway(service, "market", "image", number, "--thumbnail", "-o", str(path))
                self.assertEqual("is JPEG, whatever its name says" in ended.stderr, warns, ended.stderr)
                self.assertTrue(pathlib.Path(path).read_bytes().startswith(b"\xff\xd8"))
        self.assertEqual(gateway(service, "market", "show", "0").returncode, 2)
        self.assertIn("--page must be", gateway(service, "market", "list", "--page", "0").stderr)


if __name__ == "__main__":
    unittest.main()
