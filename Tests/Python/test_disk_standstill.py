"""A service whose disk stands still while peers send as fast as they can: it reads on afterwards, and gives the memory back.

A write waits for the disk on the thread that takes messages from libzmq, and libzmq reads on.
"""

import contextlib
import json
import pathlib
import shutil
import subprocess
import sys
import unittest

from juice_process import JuiceTest
from sanitizing import SANITIZER

HOSTILE = pathlib.Path(__file__).resolve().parents[1] / "Hostile"
sys.path.insert(0, str(HOSTILE))

import transports  # noqa: E402
import zmtp  # noqa: E402
from supervisor import memory  # noqa: E402

# MiB.
MEMORY_LIMIT = 256
# A message as large as one may be.
MESSAGE = b"x" * (1 << 20)


@unittest.skipIf(SANITIZER, "a sanitizer has to be the first library that is loaded")
class DiskThatStandsStill(JuiceTest):
    def setUp(self):
        super().setUp()
        compiler = next(filter(None, map(shutil.which, ("cc", "clang", "gcc"))), None)
        if compiler is None:
            self.skipTest("there is no C compiler")
        library = self.directory / "standstill.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, HOSTILE / "standstill.c"], check=True)
        self.standstill = self.directory / "standstill"
        self.service = self.start(
            *transports.tcp_arguments(),
            *("--insecure-loopback", "operate", "--memory-limit", str(MEMORY_LIMIT)),
            LD_PRELOAD=str(library),
            STANDSTILL=str(self.standstill),
        )

    def introduce(self):
        """A peer that is let in."""
        peer = zmtp.introduce(self.service.rpc)
        self.addCleanup(peer.close)
        return peer

    @staticmethod
    def ask(peer, method, **params):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        peer.sendall(peer.frames(b"", flags=zmtp.MORE) + peer.frames(body))

    @staticmethod
    def answer(peer):
        return json.loads(peer.receive_message()[-1])

    def flood(self, peers, until):
        """Each of the peers sends as fast as it is read: while the disk stands still until there is too much, and then until
        `until` has been answered."""
        rests = {peer: memoryview(b"") for peer in peers}
        for peer in (*peers, until):
            peer.setblocking(False)
        while True:
            for peer, rest in rests.items():
                rest = rest or memoryview(peer.frames(MESSAGE))
                with contextlib.suppress(BlockingIOError):
                    rest = rest[peer.send(rest) :]
                    peer.recv(1 << 16)
                rests[peer] = rest
            if self.standstill.exists() and memory(self.service.pid, "VmRSS") > 1.5 * MEMORY_LIMIT:
                self.standstill.unlink()
            with contextlib.suppress(BlockingIOError):
                if until.socket.recv(1, zmtp.socket.MSG_PEEK):
                    break
        until.settimeout(zmtp.TIMEOUT)

    def test_a_flood_meanwhile_does_not_end_the_service_and_its_memory_comes_back(self):
        pid = self.service.pid
        before = memory(pid, "VmRSS")
        peers = [self.introduce() for _ in range(20)]
        caller = self.introduce()
        self.standstill.touch()
        self.ask(caller, "juice.stock.set", levels={"strawberry": 7})
        self.flood(peers, until=caller)
        self.assertFalse(self.standstill.exists(), "it was no flood")
        self.assertEqual(self.answer(caller)["result"]["fruits"][0]["quantity"], 7)
        for peer in peers:
            peer.close()
        # Each answer is an event to wait for; a service that has ended gives none.
        while memory(pid, "VmRSS") > before + 64:
            self.ask(caller, "juice.stock.list")
            self.assertIn("result", self.answer(caller))
        self.assertTrue(self.service.is_running)


if __name__ == "__main__":
    unittest.main()
