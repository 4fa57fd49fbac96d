"""How the gateway is called: options anywhere, help in both languages, completion, a manual, and errors in one line."""

import re
import shutil
import subprocess
import unittest

from gateway_process import GATEWAY, completed, gateway
from juice_process import TIMEOUT, JuiceTest

HANGUL = re.compile("[가-힣]")


class Nobody:
    """Where no service is."""

    def __init__(self, directory):
        self.run, self.state = directory / "run", directory / "state"


class CommandLine(JuiceTest):
    def setUp(self):
        super().setUp()
        self.nowhere = Nobody(self.directory / "nowhere")

    def ended(self, *words, code=0, service=None, **more):
        ended = gateway(service or self.nowhere, *map(str, words), **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended

    def commands(self):
        """Every command, by the help of its group."""
        found, groups = [()], [()]
        while groups:
            group = groups.pop()
            page = self.ended(*group, "--help").stdout
            if "\nCommands:\n" not in page:
                continue
            listed = page.split("\nCommands:\n")[1].split("\n\n")[0]
            for name in re.findall(r"(?m)^  (\S+)", listed):
                found.append((*group, name))
                groups.append((*group, name))
        return found

    # Options

    def test_options_of_all_commands_stand_anywhere(self):
        service = self.start()
        menu = self.ended("juice", "menu", "--json", service=service).stdout
        for words in (
            ["--json", "juice", "menu"], ["juice", "--json", "menu"], ["--timeout", "2s", "juice", "--json", "menu"],
            ["--timeout=2s", "--lang", "ko", "--json", "juice", "menu"], ["--run-dir", service.run, "--json", "juice", "menu"],
        ):
            with self.subTest(words):
                self.assertEqual(self.ended(*words, service=service).stdout, menu)
        korean = self.ended("--lang", "ko", "juice", "stock", service=service).stdout
        self.assertRegex(korean, HANGUL)

    def test_what_is_behind_two_hyphens_is_no_option(self):
        ended = self.ended("--json", "juice", "order", "--", "--help", code=4, JANGTEO_RUN_DIR=str(self.directory))
        self.assertIn("UNREACHABLE", ended.stdout)

    # What is mistyped

    def test_a_mistyped_command_option_or_value_is_told_in_one_line_with_what_was_meant(self):
        for words, meant in (
            (["juce", "menu"], "did you mean juice?"),
            (["juice", "oder", "mango"], "did you mean order or orders?"),
            (["juice", "order", "mango", "--jsn"], "did you mean --json?"),
            (["juice", "menu", "--color", "alway"], "did you mean always?"),
            (["juice", "order"], "<juice> is missing"),
            (["juice", "menu", "--timeout"], "--timeout <time> lacks its value"),
            (["juice", "menu", "--timeout", "5"], "'5' cannot be used for --timeout: How long to wait"),
            (["juice", "menu", "more"], "too many arguments: 'more'"),
            (["juice", "order", "mango", "many"], "'many' cannot be used for <quantity>: The number of glasses"),
            (["juice", "menu", "--json=1"], "--json takes no value"),
            (["juice", "order", "mango", "-1"], "-1 is negative"),
            (["context", "rm", "shop"], "did you mean remove?"),
            (["tokens", "delete", "till"], "did you mean revoke?"),
            (["keys", "ls"], "did you mean list?"),
        ):
            with self.subTest(words):
                said = self.ended(*words, code=2).stderr
                self.assertIn(meant, said)
                self.assertEqual(len(said.splitlines()), 1, said)
                self.assertTrue(said.startswith("error: ") and said.rstrip().endswith("--help"), said)
                self.assertRegex(self.ended("--lang", "ko", *words, code=2).stderr, HANGUL)

    def test_a_mistyped_service_is_told_with_what_was_meant_or_what_there_is(self):
        for words, meant in (
            (["status", "--to", "juicy"], "did you mean juice?"),
            (["call", "tea.pour", "--to", "marke"], "did you mean market?"),
            (["call", "tea.pour"], "there are: juice, calc, expo, market"),
        ):
            with self.subTest(words):
                self.assertIn(meant, self.ended(*words, code=2).stderr)
                self.assertRegex(self.ended("--lang", "ko", *words, code=2).stderr, HANGUL)

    # Help

    def test_each_page_has_its_usage_and_three_examples_in_both_languages(self):
        commands = self.commands()
        self.assertGreater(len(commands), 40)
        for command in commands:
            with self.subTest(command):
                english = self.ended(*command, "--help").stdout
                usage = re.search(r"(?m)^Usage: (.*)$", english)[1]
                self.assertNotIn("--lang", usage)
                self.assertTrue(usage.startswith(" ".join([str(GATEWAY), *command])), usage)
                self.assertEqual(len(re.split(r"(?m)^Examples:\n", english)[1].splitlines()), 3)
                korean = self.ended("--lang", "ko", *command, "-h").stdout
                self.assertEqual(korean.split("\n예:\n")[1], re.split(r"(?m)^Examples:\n", english)[1])
                # Every paragraph that is no name, usage or example is Korean.
                self.assertRegex(korean.splitlines()[0], HANGUL)
                entries = re.findall(r"(?m)^  (?:-|<)\S.*(?:\n {26}.*)*", korean.split("\n예:\n")[0])
                for entry in entries:
                    self.assertRegex(entry, HANGUL)
        self.assertEqual(self.ended("help", "juice", "order").stdout, self.ended("juice", "order", "-h").stdout)
        self.assertEqual(self.ended("juice").stdout, self.ended("juice", "--help").stdout)

    def test_the_version_names_the_commit_and_the_library(self):
        for words in (["--version"], ["juice", "--version"], ["juice", "menu", "--version"]):
            said = self.ended(*words).stdout
            self.assertRegex(said, r"\Agateway \d+\.\d+\.\d+ \((unknown|[0-9a-f]{7,}(-dirty)?)\), libzmq 4\.\d+\.\d+\n\Z")

    def test_the_manual_is_a_page_that_man_can_show_with_every_command(self):
        page = self.ended("manual").stdout
        for command in self.commands()[1:]:
            self.assertIn(f'.SH "{" ".join(["gateway", *command])}"', page)
        self.assertRegex(self.ended("manual", "--lang", "ko").stdout, HANGUL)
        if shutil.which("groff"):
            ended = subprocess.run(
                ["groff", "-man", "-Tutf8", "-ww", "-K", "utf8"], input=page, capture_output=True, text=True,
                timeout=TIMEOUT, check=True,
            )
            self.assertIn("juice order", ended.stdout)
            self.assertNotIn("error", ended.stderr)

    # Completion

    def assertCompletes(self, line, *wanted, service=None, **more):
        found, said = completed(service or self.nowhere, line, **more)
        self.assertLessEqual(set(wanted), found, said)

    def test_a_shell_completes_what_only_the_gateway_knows(self):
        service = self.start()
        config = {"XDG_CONFIG_HOME": str(self.directory / "config")}
        self.ended("context", "add", "shop", "--insecure", "juice=tcp://127.0.0.1:7101", **config)
        self.assertCompletes("gateway juice or", "order", "orders")
        self.assertCompletes("gateway call juice.st", "juice.stock.set", "juice.stock.list")
        self.assertCompletes("gateway status --to ", "juice", "calc", "expo", "market")
        self.assertCompletes("gateway watch ", "juice.stock.changed", "market.product.registered")
        self.assertCompletes("gateway context use ", "shop", "local", **config)
        self.assertCompletes("gateway juice order ", "mango", "kiwi", service=service)
        self.assertCompletes("gateway juice restock ma", "mango=", service=service)
        self.assertCompletes("gateway watch juice.stock.changed.", "juice.stock.changed.mango", service=service)
        # Where nobody answers there is nothing to offer, and nothing to say.
        self.assertEqual(completed(self.nowhere, "gateway juice order ")[0] - {""}, set())

    def test_a_shell_completes_options_before_a_command_and_what_is_kept_in_files(self):
        config = {"XDG_CONFIG_HOME": str(self.directory / "config")}
        self.ended("context", "add", "shop", "--insecure", "juice=tcp://127.0.0.1:7101", **config)
        self.ended("tokens", "create", "till", "--role", "read", **config)
        self.ended("keys", "generate", **config)
        key = self.directory / "config" / "jangteo" / "gateway.key"
        self.ended("keys", "allow", "alice", str(key), "--role", "read", **config)
        for line, wanted in (
            ("gateway --context ", ("shop", "local")),
            ("gateway --context shop --lang ", ("ko", "en")),
            ("gateway --color ", ("auto", "never")),
            ("gateway --lang ko juice or", ("order", "orders")),
            ("gateway --json --timeout 2s con", ("context",)),
            ("gateway tokens revoke ", ("till",)),
            ("gateway keys revoke ", ("alice",)),
            ("gateway errors INSUFF", ("INSUFFICIENT_STOCK",)),
            ("gateway fanout service.ping --to juice,", ("juice,calc", "juice,market")),
            ("gateway status --to ca", ("calc",)),
        ):
            with self.subTest(line):
                self.assertCompletes(line, *wanted, **config)

    def test_there_is_a_script_for_each_shell(self):
        for shell, mark in (("bash", "complete"), ("zsh", "#compdef gateway"), ("fish", "complete -c 'gateway'")):
            with self.subTest(shell):
                self.assertIn(mark, self.ended("completion", shell).stdout)
        self.assertIn("did you mean fish or", self.ended("completion", "fsh", code=2).stderr)


if __name__ == "__main__":
    unittest.main()
