"""A write that was done is never told as refused: its note stays until its result has been written out."""

import json
import os
import pathlib
import re
import stat
import subprocess
import unittest

from deaf_ear import DeafEar
from gateway_process import GATEWAY, environment, gateway, gateway_unread
from juice_process import TIMEOUT, JuiceTest
from market_process import MarketTest
from pictures import png

OUTPUTS = ("closed", "full", "gone")
UNWRITTEN = 6


class UnreadTest:
    """What both services' tests need."""

    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.notes = self.service.state / "gateway"

    def run_gateway(self, *words, code=0, **more):
        ended = gateway(self.service, *map(str, words), **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended

    def unread(self, output, *words, code=UNWRITTEN, **more):
        """Runs a command whose output takes nothing and returns what it said."""
        ended = gateway_unread(self.service, output, *words, **more)
        self.assertEqual(ended.returncode, code, ended.stderr)
        return ended.stderr

    def listed(self):
        """The keys of the writes that are noted."""
        return [write["idempotencykey"] for write in json.loads(self.run_gateway("outcome", "--json").stdout)["unfinished"]]

    def key_in(self, said):
        return re.search(r"Its key: (\S+)", said)[1]


class Orders(UnreadTest, JuiceTest):
    def orders(self):
        return len(json.loads(self.run_gateway("juice", "orders", "--json").stdout)["orders"])

    def test_an_order_whose_result_cannot_be_written_is_told_as_done_and_found_again_by_its_key(self):
        for number, output in enumerate(OUTPUTS, 1):
            for words in (["--json"], []):
                with self.subTest(output=output, words=words):
                    before = self.orders()
                    said = self.unread(output, "juice", "order", "mango", *words)
                    self.assertIn("juice.order was done", said)
                    key = self.key_in(said)
                    self.assertRegex(said, rf"\n  \S*gateway outcome {key}\n")
                    self.assertEqual(self.orders(), before + 1)
                    self.assertEqual(self.listed(), [key])
                    # Nor does the command that shows it take the note away before it has been read.
                    self.assertIn(key, self.unread(output, "outcome", key, *words))
                    self.assertEqual(self.listed(), [key])
                    again = self.run_gateway("juice", "order", "mango", "--key", key, "--json")
                    self.assertEqual(json.loads(again.stdout)["juice"], "mango")
                    self.assertEqual((self.orders(), self.listed()), (before + 1, []))
                    self.run_gateway("juice", "restock", "mango=+3")

    def test_the_outcome_shows_the_result_and_takes_the_note_away(self):
        key = self.key_in(self.unread("full", "juice", "order", "kiwi"))
        shown = self.run_gateway("outcome", key)
        self.assertIn("kiwi 7 left", shown.stdout)
        self.assertIn("It was done", shown.stderr)
        self.assertEqual((self.listed(), list(self.notes.iterdir())), ([], []))

    def test_the_reason_is_told_in_the_language_of_the_user(self):
        self.assertIn("No space left", self.unread("full", "juice", "order", "kiwi"))
        self.assertIn("Bad file descriptor", self.unread("closed", "juice", "order", "kiwi"))
        said = self.unread("gone", "juice", "order", "kiwi", "--lang", "ko")
        self.assertIn("결과를 읽는 쪽이 닫혀", said)
        self.assertRegex(said, r"처리되었습니다. 키: \S+")

    def test_every_command_that_writes_keeps_its_note(self):
        commands = [
            ["juice", "restock", "kiwi=+1"],
            ["juice", "set", "kiwi=50"],
            ["call", "juice.order", '{"juice":"kiwi"}'],
            ["fanout", "juice.order", '{"juice":"kiwi"}', "--to", "juice"],
            ["batch", "-"],
        ]
        line = json.dumps({"method": "juice.order", "params": {"juice": "kiwi"}}) + "\n"
        for output in OUTPUTS:
            for words in commands:
                if (output, words[0]) == ("closed", "batch"):
                    continue  # It sends nothing then, see below.
                with self.subTest(output=output, words=words):
                    before = self.listed()
                    key = self.key_in(self.unread(output, *words, stdin=line))
                    self.assertEqual(self.listed(), [*before, key])
                    self.run_gateway("juice", "restock", "kiwi=+9")

    def test_a_write_whose_result_was_not_read_is_listed_as_done_and_does_not_nag(self):
        key = self.key_in(self.unread("full", "juice", "order", "kiwi"))
        [write] = json.loads(self.run_gateway("outcome", "--json").stdout)["unfinished"]
        self.assertEqual((write["idempotencykey"], write["answered"], write["underway"]), (key, True, False))
        self.assertIn("done, result not read", self.run_gateway("outcome").stdout)
        self.assertEqual(self.run_gateway("juice", "stock").stderr, "")

    def test_without_any_place_to_say_it_the_note_still_stays(self):
        with open("/dev/full", "wb") as full:
            ended = subprocess.run(
                [GATEWAY, "juice", "order", "kiwi", "--key", "silent"],
                stdout=full, stderr=full, env=environment(self.service), timeout=TIMEOUT, check=False,
            )
        self.assertEqual((ended.returncode, self.listed()), (UNWRITTEN, ["silent"]))

    def test_a_fan_out_to_many_keeps_the_note_of_each_that_did_it(self):
        words = ["fanout", "juice.order", '{"juice":"kiwi"}', "--to", "juice,calc", "--timeout", "1s"]
        for output in OUTPUTS:
            with self.subTest(output):
                before = self.listed()
                key = self.key_in(self.unread(output, *words))
                self.assertEqual(self.listed(), [*before, key])

    def test_a_retry_keeps_its_note(self):
        with DeafEar(self.context, self.service, b'"used"') as ear:
            words = ["juice", "order", "mango", "--key", "doubt", "--timeout", "1s"]
            self.run_gateway(*words, code=5, JANGTEO_JUICE_RPC=ear.endpoint)
        here = ("--run-dir", self.service.run)
        self.unread("full", "outcome", "doubt", "--retry", *here)
        self.assertEqual(self.listed(), ["doubt"])
        self.run_gateway("outcome", "doubt", "--retry", *here)
        self.assertEqual((self.listed(), self.orders()), ([], 1))

    def test_a_write_without_a_key_is_told_as_done_too(self):
        said = self.unread("full", "call", "juice.order", '{"juice":"kiwi"}', "--no-key")
        self.assertIn("juice.order was done", said)
        self.assertNotIn("key:", said)
        self.assertIn("service.drain was done", self.unread("full", "call", "service.drain", "--to", "juice"))

    def test_a_refusal_stays_a_refusal_and_leaves_no_note(self):
        for output in OUTPUTS:
            with self.subTest(output):
                said = self.unread(output, "juice", "order", "nothing", "--json", code=1)
                self.assertNotIn("was done", said)
        self.assertEqual(self.listed(), [])

    def test_a_fan_out_with_a_write_in_doubt_says_so_first_of_all(self):
        with DeafEar(self.context, self.service, lost=b"METHOD_NOT_FOUND") as ear:
            words = ("fanout", "juice.pour", "--to", "juice", "--timeout", "1s")
            said = self.unread("full", *words, code=5, JANGTEO_JUICE_RPC=ear.endpoint)
        self.assertIn("gateway outcome", said)
        self.assertEqual(len(self.listed()), 1)

    def test_a_batch_ends_with_the_first_outcome_that_cannot_be_written(self):
        lines = json.dumps({"method": "juice.order", "params": {"juice": "kiwi"}}) + "\n"
        said = self.unread("full", "batch", "-", "--window", "1", stdin=lines * 3)
        self.assertEqual((self.orders(), self.listed()), (1, [self.key_in(said)]))

    def test_a_batch_without_any_output_sends_nothing(self):
        line = json.dumps({"method": "juice.order", "params": {"juice": "kiwi"}}) + "\n"
        self.unread("closed", "batch", "-", code=2, stdin=line)
        self.assertEqual((self.orders(), self.listed()), (0, []))

    def test_reads_end_quietly_when_their_reader_has_seen_enough_and_not_otherwise(self):
        for words in (["juice", "stock"], ["juice", "stock", "--json"], ["--help"], ["errors"]):
            with self.subTest(words):
                self.assertEqual(self.unread("gone", *words, code=0), "")
                self.unread("full", *words)
                self.unread("closed", *words)
        self.unread("closed", "watch")

    def test_no_other_file_takes_the_place_of_a_closed_descriptor(self):
        # The note, the sockets and their events are opened while 0, 1 and 2 are free; text in one of them would be seen.
        trace = self.directory / "trace"
        command = ["strace", "-f", "-qq", "-y", "-e", "trace=write,sendto,sendmsg", "-s", "200", "-o", str(trace)]
        words = ["juice", "order", "kiwi", "--key", "K"]
        try:
            ended = subprocess.run(
                ["/bin/sh", "-c", 'exec "$0" "$@" <&- >&- 2>&-', *command, GATEWAY, *words],
                timeout=TIMEOUT, env=environment(self.service), check=False,
            )
        except FileNotFoundError:
            self.skipTest("strace is not installed")
        if not trace.exists() or "write" not in trace.read_text("utf-8", "replace"):
            self.skipTest("strace may not trace here")
        self.assertEqual(ended.returncode, UNWRITTEN)
        lines = trace.read_text("utf-8", "replace").splitlines()
        standard = [line for line in lines if re.search(r"\b(write|sendto|sendmsg)\([012]<", line)]
        self.assertTrue(standard)
        for line in standard:
            self.assertRegex(line, r"\([012]</>.* = -1 EBADF")
        self.assertEqual(self.listed(), ["K"])


class Products(UnreadTest, MarketTest):
    def test_every_command_of_the_market_that_writes_keeps_its_note(self):
        account = json.loads(self.run_gateway("market", "vendors", "register", "가게", "--json").stdout)
        vendor = {"JANGTEO_VENDOR_IDENTIFIER": account["identifier"], "JANGTEO_VENDOR_SECRET": account["secret"]}
        picture = self.directory / "one.png"
        picture.write_bytes(png(8, 8))
        product = ["--name", "망고 한 상자", "--description", "잘 익은 망고 열 개입니다.", "--price", "1000"]
        product += ["--currency", "KRW", "--stock", "10", "--image", str(picture)]
        for number, output in enumerate(OUTPUTS, 1):
            for words, shown in (
                (["market", "register", *product], "망고 한 상자"),
                (["market", "update", str(number), "--name", "망고 두 상자"], "망고 두 상자"),
                (["market", "pictures", str(number), "--image", str(picture)], "망고 두 상자"),
                (["market", "purchase", str(number), "3"], "Bought 3 of product"),
                (["market", "delete", str(number), "--yes"], "Deleted product"),
            ):
                with self.subTest(output=output, words=words[1]):
                    key = self.key_in(self.unread(output, *words, **vendor))
                    self.assertEqual(self.listed(), [key])
                    self.assertIn(shown, self.run_gateway("outcome", key).stdout)
                    self.assertEqual(self.listed(), [])


class Secrets(UnreadTest, MarketTest):
    REGISTER = ("market", "vendors", "register", "동네 가게")

    def vendors(self):
        return json.loads(self.run_gateway("market", "vendors", "list", "--json").stdout)["vendors"]

    def assertIsSecretOf(self, path, vendor):
        """Holds a file to one that nobody else can read, with the secret that the market knows the vendor by."""
        status = os.stat(path)
        self.assertEqual((stat.S_IMODE(status.st_mode), status.st_uid), (0o600, os.geteuid()))
        self.assertRegex(pathlib.Path(path).read_text(), r"\A\S{32,}\n\Z")
        ended = gateway(
            self.service, "market", "delete", "1", "--yes", "--identifier", vendor["identifier"], "--secret-file", str(path)
        )
        # The right secret: what is missing is the product.
        self.assertNotIn("UNAUTHENTICATED", ended.stderr)
        self.assertIn("there is no product 1", ended.stderr)

    def test_a_secret_goes_to_its_file_and_nowhere_else(self):
        for number, words in enumerate(([], ["--json"])):
            with self.subTest(words):
                path = self.directory / f"secret{number}"
                ended = self.run_gateway(*self.REGISTER, "--secret-out", path, *words)
                secret = path.read_text().strip()
                self.assertNotIn(secret, ended.stdout + ended.stderr)
                self.assertIn(str(path), ended.stderr)
                self.assertIsSecretOf(path, self.vendors()[0])
        result = json.loads(ended.stdout)
        self.assertConforms("market.vendors.register.result", result)
        self.assertIsNone(result["secret"])
        self.assertEqual(self.listed(), [])

    def test_a_file_that_cannot_be_made_is_an_error_before_anything_is_sent(self):
        there = self.directory / "there"
        there.write_text("mine")
        link = self.directory / "link"
        link.symlink_to(self.directory / "elsewhere")
        for path in (there, link, self.directory / "no" / "directory", self.directory):
            with self.subTest(path):
                self.assertIn(str(path), self.run_gateway(*self.REGISTER, "--secret-out", path, code=2).stderr)
        self.assertEqual((there.read_text(), self.vendors(), self.listed()), ("mine", [], []))
        self.run_gateway(*self.REGISTER, "--secret-out", "", code=2)

    def test_a_file_without_a_secret_is_taken_away_again(self):
        path = self.directory / "secret"
        self.run_gateway("market", "vendors", "register", "", "--secret-out", path, code=2)
        self.assertFalse(path.exists())
        self.run_gateway(*self.REGISTER, "--key", "K")
        ended = self.run_gateway(*self.REGISTER, "--key", "K", "--secret-out", path)
        self.assertIn("shown only once", ended.stderr)
        self.assertFalse(path.exists())

    def test_the_rest_of_the_result_may_go_nowhere_when_the_secret_has_its_file(self):
        for output in OUTPUTS:
            with self.subTest(output):
                path = self.directory / output
                said = self.unread(output, *self.REGISTER, "--secret-out", path)
                self.assertIsSecretOf(path, self.vendors()[0])
                self.assertEqual(list(self.notes.glob("*.secret")), [])
                self.run_gateway("outcome", self.key_in(said))

    def test_nothing_is_sent_when_it_is_known_that_the_secret_would_be_lost(self):
        for output in ("closed", "gone"):
            for words in (self.REGISTER, ("call", "market.vendors.register", '{"name":"x"}')):
                with self.subTest(output=output, words=words):
                    self.assertIn("--secret-out", self.unread(output, *words, code=2))
        self.assertEqual((self.vendors(), self.listed()), ([], []))

    def test_a_secret_that_could_not_be_written_is_kept_beside_the_notes(self):
        line = json.dumps({"method": "market.vendors.register", "params": {"name": "x"}}) + "\n"
        for words in (
            self.REGISTER,
            (*self.REGISTER, "--json"),
            ("call", "market.vendors.register", '{"name":"x"}', "--no-key"),
            ("fanout", "market.vendors.register", '{"name":"x"}', "--to", "market"),
            ("batch", "-"),
        ):
            with self.subTest(words):
                before = set(self.notes.glob("*.secret")) if self.notes.exists() else set()
                said = self.unread("full", *words, stdin=line)
                [path] = set(self.notes.glob("*.secret")) - before
                self.assertIn(str(path), said)
                self.assertNotIn(path.read_text().strip(), said)
                self.assertIsSecretOf(path, self.vendors()[0])

    def test_a_secret_that_can_be_kept_nowhere_is_told_as_lost(self):
        occupied = self.directory / "a file"
        occupied.touch()
        said = self.unread("full", *self.REGISTER, JANGTEO_STATE_DIR=str(occupied))
        self.assertIn("is lost", said)
        self.assertIn("Register another vendor", said)


if __name__ == "__main__":
    unittest.main()
