"""A write that got no answer is never forgotten: the next run lists it, finds out, and sends it again only once."""

import json
import os
import signal
import subprocess
import unittest

from deaf_ear import DeafEar
from disk_images import Ballast, mount_memory
from gateway_process import GATEWAY, completed, environment, gateway
from juice_process import TIMEOUT, JuiceTest
from sanitizing import SANITIZER

SECRET = "a-very-secret-word"


class Unfinished(JuiceTest):
    def setUp(self):
        super().setUp()
        self.service = self.start()
        self.peer = self.client(self.service)
        self.notes = self.service.state / "gateway"

    def run_gateway(self, *words, code=0, **more):
        ended = gateway(self.service, *words, **more)
        self.assertEqual(ended.returncode, code, ended.stdout + ended.stderr)
        return ended

    def listed(self, **more):
        return json.loads(self.run_gateway("outcome", "--json", **more).stdout)["unfinished"]

    def outcomes(self, *words, code=0, **more):
        said = json.loads(self.run_gateway("outcome", *words, "--json", code=code, **more).stdout)
        return [outcome["state"] for outcome in said["outcomes"]]

    def in_doubt(self, *words, key="doubt", code=5, lost=b'"used"', timeout="1s", **more):
        """Runs a command whose answer is lost on its way back."""
        with DeafEar(self.context, self.service, lost) as ear:
            return self.run_gateway(
                *words, "--key", key, "--timeout", timeout, code=code, JANGTEO_JUICE_RPC=ear.endpoint, **more
            )

    def killed(self, *words, lost=b'"used"'):
        """Runs a command and kills it when the service has answered, and before the answer has come."""
        with DeafEar(self.context, self.service, lost) as ear:
            running = subprocess.Popen(
                [GATEWAY, *words, "--timeout", "1m"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment(self.service, JANGTEO_JUICE_RPC=ear.endpoint),
            )
            self.addCleanup(running.wait)
            self.addCleanup(running.kill)
            self.assertTrue(ear.swallowed.wait(TIMEOUT))
            return running

    def test_a_shell_completes_the_keys_of_unknown_outcomes(self):
        self.in_doubt("juice", "order", "mango", key="doubt-7")
        found, said = completed(self.service, "gateway outcome dou")
        self.assertEqual(found & {"doubt-7"}, {"doubt-7"}, said)

    # What a crash leaves

    def test_a_gateway_that_is_killed_leaves_its_key_and_the_next_run_offers_and_resolves_it(self):
        running = self.killed("juice", "order", "mango", "2")
        [write] = self.listed()
        self.assertIs(write["underway"], True)
        running.kill()
        running.wait()
        said = self.run_gateway("juice", "stock").stderr
        self.assertIn("1 earlier write has an unknown outcome", said)
        self.assertIn("gateway outcome", said)
        [write] = self.listed()
        self.assertEqual((write["service"], write["method"], write["underway"]), ("juice", "juice.order", False))
        self.assertEqual(write["params"], {"juice": "mango", "quantity": 2})
        # Asked where it was sent, the ear is gone; the run directory that is named decides.
        key = write["idempotencykey"]
        ended = self.run_gateway("outcome", key, "--run-dir", self.service.run)
        self.assertIn("mango 4 left", ended.stdout)
        self.assertIn("It was done", ended.stderr)
        self.assertStock(self.peer, mango=4)
        self.assertEqual((self.listed(), list(self.notes.iterdir())), ([], []))
        self.assertNotIn("outcome", self.run_gateway("juice", "stock").stderr)

    def test_a_write_that_was_not_done_is_done_once_by_retry(self):
        with DeafEar(self.context, self.service) as ear:
            self.service.signal(signal.SIGSTOP)
            # The service does not answer even for the menu, so this goes by the plain method.
            self.run_gateway(
                "call", "juice.order", '{"juice":"mango"}', "--key", "k", "--timeout", "1s",
                code=5, JANGTEO_JUICE_RPC=ear.endpoint,
            )
        # What was sent dies with the service that never took it.
        self.service.kill()
        self.service = self.start()
        self.peer = self.client(self.service)
        here = ("--run-dir", self.service.run)
        ended = self.run_gateway("outcome", "k", *here, code=1)
        self.assertIn("has not been done yet", ended.stderr)
        self.assertIn("outcome k --retry", ended.stderr)
        self.assertStock(self.peer)
        self.assertEqual(self.outcomes("k", *here, code=1), ["unknown"])
        ended = self.run_gateway("outcome", "k", "--retry", *here)
        self.assertIn("is done now", ended.stderr)
        self.assertIn("mango 7 left", ended.stdout)
        self.assertStock(self.peer, mango=7)
        self.assertEqual(self.listed(), [])

    def test_a_retry_of_a_write_that_was_done_brings_its_result_and_does_nothing(self):
        self.in_doubt("juice", "order", "mango")
        ended = self.run_gateway("outcome", "doubt", "--retry", "--run-dir", self.service.run)
        self.assertIn("It was done", ended.stderr)
        self.assertIn("mango 7 left", ended.stdout)
        self.assertStock(self.peer, mango=7)
        self.assertEqual(self.listed(), [])

    # What people are told

    def test_exit_code_5_names_the_command_that_looks_and_the_command_that_repeats(self):
        said = self.in_doubt("juice", "order", "mango").stderr
        self.assertRegex(said, r"gateway juice order mango --key doubt")
        self.assertRegex(said, r"\n  \S*gateway outcome doubt\n")
        said = self.in_doubt("juice", "order", "mango", "--lang", "ko").stderr
        self.assertIn("이 명령은 알려 주기만 합니다", said)

    def test_levels_are_shown_like_the_command_would(self):
        self.in_doubt("juice", "set", "mango=50", lost=b'"previous"')
        rows = self.run_gateway("outcome", "doubt", "--run-dir", self.service.run).stdout
        self.assertRegex(rows, r"mango +10 +50 +2")

    def test_the_list_is_a_table_and_says_so_when_it_is_empty(self):
        self.assertIn("The outbox is empty", self.run_gateway("outcome").stderr)
        self.assertIn("결과를 모르는 요청이 없습니다", self.run_gateway("outcome", "--lang", "ko").stderr)
        self.in_doubt("juice", "order", "mango")
        rows = self.run_gateway("outcome").stdout
        self.assertRegex(rows, r'juice +juice\.order +doubt +outcome unknown +\{"juice":"mango","quantity":1\}')

    def test_programs_are_not_disturbed(self):
        self.in_doubt("juice", "order", "mango")
        ended = self.run_gateway("juice", "stock", "--json")
        self.assertEqual(ended.stderr, "")

    # Repeats

    def test_the_same_command_with_the_key_settles_it_too(self):
        self.in_doubt("juice", "order", "mango")
        self.run_gateway("juice", "order", "mango", "--key", "doubt")
        self.assertEqual(self.listed(), [])
        self.assertStock(self.peer, mango=7)

    def test_a_repeat_that_reaches_nobody_leaves_the_outcome_unknown(self):
        self.in_doubt("juice", "order", "mango")
        self.service.stop()
        order = ("call", "juice.order", '{"juice":"mango","quantity":1}')
        ended = self.run_gateway(*order, "--key", "doubt", code=5)
        self.assertIn("still unknown", ended.stderr)
        self.run_gateway(*order, "--key", "another", code=4)
        self.run_gateway("outcome", "doubt", "--run-dir", self.service.run, code=4)
        self.assertEqual([write["idempotencykey"] for write in self.listed()], ["doubt"])

    def test_other_content_under_the_key_is_refused_and_ends_nothing_it_must_not(self):
        self.in_doubt("juice", "order", "mango")
        self.run_gateway("juice", "order", "kiwi", "--key", "doubt", code=1)
        self.assertStock(self.peer, mango=7)

    def test_a_fan_out_notes_every_target(self):
        with DeafEar(self.context, self.service, lost=b"METHOD_NOT_FOUND") as ear:
            ended = self.run_gateway(
                "fanout", "juice.pour", "--to", "juice", "--timeout", "1s", code=5, JANGTEO_JUICE_RPC=ear.endpoint
            )
        [write] = self.listed()
        self.assertIn(f"outcome {write['idempotencykey']}", ended.stderr)
        self.assertEqual(self.outcomes(write["idempotencykey"], "--run-dir", self.service.run, code=1), ["unknown"])

    # What is noted, and what is not

    def test_a_secret_is_never_written_to_the_disk(self):
        running = self.killed(
            "call", "juice.pour", json.dumps({"identifier": "v", "secret": SECRET}), "--key", "s", lost=b"METHOD_NOT_FOUND"
        )
        kept = "".join(path.read_text() for path in self.notes.iterdir())
        self.assertIn('"identifier":"v"', kept)
        self.assertNotIn(SECRET, kept)
        running.kill()
        running.wait()
        here = ("--run-dir", self.service.run)
        self.assertIn("secret", self.run_gateway("outcome", "s", *here, code=1).stderr)
        self.assertIn("repeat its command", self.run_gateway("outcome", "s", "--retry", *here, code=2).stderr)
        self.run_gateway("outcome", "s", "--forget")
        self.assertEqual(self.listed(), [])

    def test_notes_are_for_the_user_alone_and_go_with_the_answer(self):
        self.run_gateway("juice", "order", "mango")
        self.assertEqual(list(self.notes.iterdir()), [])
        self.assertEqual(self.notes.stat().st_mode & 0o777, 0o700)
        self.in_doubt("juice", "order", "mango")
        [path] = self.notes.iterdir()
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)

    def test_the_note_is_on_the_disk_before_the_request_is_on_the_wire(self):
        trace = self.directory / "trace"
        command = ["strace", "-f", "-qq", "-e", "trace=fdatasync,fsync,sendto,sendmsg,write", "-s", "400", "-o", str(trace)]
        # A sanitizer looks for leaks by tracing the process as well, which only one can.
        alone = {"LSAN_OPTIONS": "detect_leaks=0"} if SANITIZER else {}
        try:
            ended = subprocess.run(
                [*command, GATEWAY, "call", "juice.order", '{"juice":"mango"}'],
                capture_output=True, text=True, timeout=TIMEOUT, env=environment(self.service, **alone), check=False,
            )
        except FileNotFoundError:
            self.skipTest("strace is not installed")
        if "ptrace" in ended.stderr:
            self.skipTest("strace may not trace here")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        lines = trace.read_text("utf-8", "replace").splitlines()
        synced = next(number for number, line in enumerate(lines) if "fdatasync(" in line)
        sent = [number for number, line in enumerate(lines) if "idempotencykey" in line]
        self.assertTrue(sent and synced < sent[0], (synced, sent))

    def test_a_drain_is_not_noted(self):
        self.run_gateway("call", "service.drain", "--to", "juice")
        self.assertFalse(self.notes.exists())

    # Where noting is not possible

    def test_without_a_place_for_notes_the_command_says_so_and_still_works(self):
        occupied = self.directory / "a file"
        occupied.touch()
        closed = self.directory / "open"
        (closed / "gateway").mkdir(parents=True)
        os.chmod(closed / "gateway", 0o755)
        for place, word in ((occupied, "Not a directory"), (closed, "chmod 700")):
            with self.subTest(place.name):
                ended = self.run_gateway("juice", "order", "kiwi", JANGTEO_STATE_DIR=str(place))
                self.assertIn("warning:", ended.stderr)
                self.assertIn(word, ended.stderr)
                self.assertRegex(ended.stderr, r"only its key can find it then: [0-9a-f-]{36}")
        self.assertStock(self.peer, kiwi=4)

    def test_a_full_disk_is_told_and_the_order_is_still_taken(self):
        disk = self.directory / "disk"
        mount_memory(self, disk, 64 << 10)
        (disk / "gateway").mkdir(mode=0o700)
        Ballast(disk)
        ended = self.run_gateway("juice", "order", "kiwi", "--json", JANGTEO_STATE_DIR=str(disk))
        self.assertIn("warning:", ended.stderr)
        self.assertEqual(json.loads(ended.stdout)["quantity"], 1)

    # Keys that are not noted here

    def test_any_key_can_be_asked_about(self):
        self.peer.ok("juice.order", {"juice": "mango"}, key="of a script")
        self.assertEqual(self.outcomes("of a script"), ["applied"])
        self.assertIn("mango 7 left", self.run_gateway("outcome", "of a script").stdout)
        self.assertEqual(self.outcomes("nobody's", "--to", "juice", code=1), ["unknown"])
        self.assertIn("No service knows", self.run_gateway("outcome", "nobody's", "--to", "juice", code=1).stderr)
        # Two services are not there to be asked.
        self.run_gateway("outcome", "nobody's", code=3)
        self.run_gateway("outcome", "nobody's", "--retry", code=2)
        self.run_gateway("outcome", "nobody's", "--forget", code=2)

    def many_in_doubt(self, count):
        """A batch of orders of mango that is killed with all of them answered, and none of the answers read."""
        with DeafEar(self.context, self.service) as ear:
            running = subprocess.Popen(
                [GATEWAY, "batch", "-", "--timeout", "1m"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, env=environment(self.service, JANGTEO_JUICE_RPC=ear.endpoint), text=True,
            )
            self.addCleanup(running.wait)
            line = json.dumps({"method": "juice.order", "params": {"juice": "mango"}}) + "\n"
            running.stdin.write(line * count)
            running.stdin.close()
            self.assertTrue(ear.swallowed.wait(TIMEOUT))
            running.kill()
            running.wait(TIMEOUT)
        return len(self.listed())

    def test_all_are_settled_at_once_and_summed_up(self):
        self.peer.ok("juice.stock.set", {"levels": {"mango": 1000}})
        count = self.many_in_doubt(30)
        here = ("--run-dir", self.service.run)
        if count > 20:
            listed = self.run_gateway("outcome")
            self.assertEqual(listed.stdout, f"{count} × juice.order of one batch: outcome unknown\n")
            self.assertIn("gateway outcome --all", listed.stderr)
            self.assertEqual(len(self.run_gateway("outcome", "--limit", "5").stdout.splitlines()), 6)
        self.assertEqual(len(json.loads(self.run_gateway("outcome", "--json", "--limit", "2").stdout)["unfinished"]), 2)
        ended = self.run_gateway("outcome", "--all", "--limit", "1", *here)
        self.assertIn("1 × juice.order", ended.stdout)
        self.assertEqual(len(self.listed()), min(count - 1, len(self.listed())))
        ended = self.run_gateway("outcome", "--all", "--retry", *here)
        self.assertIn("× juice.order of one batch: done", ended.stdout)
        self.assertEqual((self.listed(), list(self.notes.iterdir())), ([], []))
        self.assertEqual(len(self.peer.ok("juice.order.list", {"limit": 100})["orders"]), count)
        self.assertIn("empty", self.run_gateway("outcome", "--all").stderr)

    def test_all_say_which_were_not_done_and_wait_only_once_for_who_is_not_there(self):
        for number in range(3):
            self.in_doubt("juice", "order", "mango", key=f"done {number}")
            self.run_gateway("juice", "restock", "mango=+3")
        here = ("--run-dir", self.service.run)
        self.service.kill()
        ended = self.run_gateway("outcome", "--all", "--timeout", "1s", *here, code=4)
        self.assertIn("no answer", ended.stdout)
        self.assertEqual(len(self.listed()), 3)
        service = self.start()
        self.assertEqual(self.outcomes("--all", *here), ["applied"] * 3)
        self.assertEqual(self.listed(), [])
        self.service = service

    def test_all_can_be_forgotten(self):
        for key in ("one", "two"):
            self.in_doubt("juice", "order", "mango", key=key)
            self.run_gateway("juice", "restock", "mango=+3")
        self.assertIn("Removed 1 ", self.run_gateway("outcome", "--all", "--forget", "--limit", "1").stderr)
        self.assertEqual([write["idempotencykey"] for write in self.listed()], ["two"])
        self.assertIn("Removed 1 ", self.run_gateway("outcome", "--all", "--forget").stderr)
        self.assertEqual((self.listed(), list(self.notes.iterdir())), ([], []))

    def test_results_of_all_that_cannot_be_written_stay_in_the_outbox(self):
        self.in_doubt("juice", "order", "mango", key="unread")
        with open("/dev/full", "wb") as full:
            ended = subprocess.run(
                [GATEWAY, "outcome", "--all", "--run-dir", self.service.run], stdout=full, stderr=subprocess.DEVNULL,
                env=environment(self.service), timeout=TIMEOUT, check=False,
            )
        self.assertEqual((ended.returncode, len(self.listed())), (6, 1))

    def test_wrong_words_are_a_usage_error(self):
        for words in (["--retry"], ["k", "--all"], ["k", "--limit", "1"], ["--all", "--limit", "0"], ["k", "--retry", "--forget"], ["k" * 129], ["--to", "juice"]):
            with self.subTest(words):
                self.run_gateway("outcome", *words, code=2)


if __name__ == "__main__":
    unittest.main()
