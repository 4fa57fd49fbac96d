"""A crash at every step of a write loses nothing and does nothing twice; a released program has no such steps."""

import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest
import uuid

from juice_process import ROOT, JuiceTest

# Enough for the log to be copied: small batches, and keys that are spread over the index, write many pages.
ORDERS, BATCH = 20_000, 32
FIRST_LEVEL = 1_000_000

# The steps after which the caller's write is durable, though nobody was told.
DURABLE = {"after-commit", "after-reply", "mid-publish"}
STEPS = ("received", "before-transaction", "after-apply", "before-commit", *sorted(DURABLE))


class FailPoints(JuiceTest):
    def arm(self, text):
        service = self.launch(JANGTEO_FAILPOINT=text)
        service.wait_ready()
        return service

    def order(self, service, key):
        """Orders once, and returns the connection over which the answer comes, if any does."""
        peer = self.client(service)
        peer.send("juice.order", {"juice": "mango"}, key=key)
        return peer

    def assertDone(self, times):
        """The same key has the order done now, if it was not done before, and never again."""
        service = self.start()
        peer = self.client(service)
        replies = [peer.call("juice.order", {"juice": "mango"}, key="the key") for _ in range(2)]
        self.assertEqual(replies[0]["meta"].get("replayed", False), times == 1, replies[0].text)
        self.assertTrue(replies[1]["meta"]["replayed"])
        self.assertEqual(replies[0].result_text, replies[1].result_text)
        self.assertStock(peer, mango=7)
        texts, last = peer.replay()
        self.assertEqual((len(texts), last), (1, 1))
        self.assertEqual(service.stop(), 0)

    def test_a_crash_at_any_step_of_a_write_leaves_all_of_it_or_nothing(self):
        for step in STEPS:
            with self.subTest(step=step):
                shutil.rmtree(self.directory / "state", ignore_errors=True)
                service = self.arm(f"{step}:1")
                # Somebody listens, so that there is something to publish.
                self.subscriber(service).join()
                self.order(service, "the key")
                self.assertEqual(service.wait(), -signal.SIGKILL)
                self.assertDone(1 if step in DURABLE else 0)

    def test_a_stopped_service_goes_on_where_it_stopped(self):
        service = self.arm("before-commit:1:stop")
        peer = self.order(service, "the key")
        while "T" not in pathlib.Path(f"/proc/{service.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]:
            self.assertTrue(service.is_running)
        service.signal(signal.SIGCONT)
        self.assertEqual(peer.receive()["result"]["juice"], "mango")
        self.assertEqual(service.stop(), 0)
        self.assertDone(1)

    def test_a_crash_in_a_replay_or_a_checkpoint_loses_nothing(self):
        service = self.arm("checkpoint:1")
        peer = self.client(service)
        peer.ok("juice.stock.set", {"levels": {"mango": FIRST_LEVEL}})
        answered = sent = 0
        while sent < ORDERS and service.is_running:
            requests = [
                {"jsonrpc": "2.0", "id": number, "method": "juice.order", "params": {"juice": "mango"},
                 "meta": {"idempotencykey": str(uuid.uuid4())}}
                for number in range(sent, sent + BATCH)
            ]
            peer.send_frames(json.dumps(requests).encode())
            sent += BATCH
            # An answer or the end of the process.
            while service.is_running and not peer.socket.poll(20):
                pass
            if peer.socket.poll(0):
                answered += len(peer.receive())
        self.assertEqual(service.wait(), -signal.SIGKILL)
        # What it still has to send would be ordered of the next service, at any time.
        peer.socket.linger = 0
        peer.close()
        service = self.arm("replay:2")
        peer = self.client(service)
        level = {each["fruit"]: each["quantity"] for each in peer.ok("juice.stock.list")["fruits"]}["mango"]
        self.assertGreaterEqual((FIRST_LEVEL - level) // 3, answered)
        peer.ok("events.replay", {"after": 0, "limit": 1})
        peer.send("events.replay", {"after": 0})
        self.assertEqual(service.wait(), -signal.SIGKILL)
        peer = self.client(self.start())
        _, last = peer.replay()
        self.assertEqual(FIRST_LEVEL - 3 * (last - 1), level)

    def test_a_point_that_does_not_exist_is_refused(self):
        for text in ("nowhere:1", "received", "received:0", "received:1:explode", "received:x"):
            said = self.assertRefusesToStart(JANGTEO_FAILPOINT=text)
            self.assertIn("no fail-point", said)


class Release(unittest.TestCase):
    def test_a_released_program_has_no_fail_points(self):
        source = ROOT / "Sources" / "Platform" / "FailPoint.swift"
        swiftc = shutil.which("swiftc") or "/opt/swift/usr/bin/swiftc"
        with tempfile.TemporaryDirectory() as directory:
            # Every use is in `#if DEBUG` if this type is not there without it: nothing else would compile.
            for flags, is_there in ((["-D", "DEBUG"], True), ([], False)):
                program = pathlib.Path(directory) / "part.o"
                options = ["-O", "-wmo", "-parse-as-library", "-emit-object", "-module-name", "Part", "-package-name", "part"]
                command = [swiftc, *options, *flags, "-o", program, source]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(b"FailPoint" in program.read_bytes(), is_there)
                self.assertEqual(b"before-transaction" in program.read_bytes(), is_there)


if __name__ == "__main__":
    unittest.main()
