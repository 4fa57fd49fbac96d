"""A service whose disk stands still while peers send as fast as they can: it reads on afterwards, and gives the memory back.

A write waits for the disk on the thread that takes messages from libzmq, and libzmq reads on.
"""

import contextlib
import sys
import unittest

from hostile_sources import HOSTILE, compile_source
from juice_process import JuiceTest
from sanitizing import SANITIZER

sys.path.insert(0, str(HOSTILE))

from supervisor import memory  # noqa: E402
from transports import Tcp  # noqa: E402

# MiB.
MEMORY_LIMIT = 256
# A message as large as one may be.
MESSAGE = b"x" * (1 << 20)


@unittest.skipIf(SANITIZER, "a sanitizer has to be the first library that is loaded")
class DiskThatStandsStill(JuiceTest):
    def setUp(self):
        super().setUp()
        library = compile_source(self, "standstill.c", "-shared", "-fPIC")
        self.standstill = self.directory / "standstill"
        self.transport = Tcp(self.directory)
        self.service = self.start(
            *self.transport.arguments,
            *("--memory-limit", str(MEMORY_LIMIT)),
            LD_PRELOAD=str(library),
            STANDSTILL=str(self.standstill),
        )

    def introduce(self):
        """A peer that is let in, and does not wait."""
        peer = self.transport.introduce(self.service.rpc)
        self.addCleanup(peer.close)
        peer.setblocking(False)
        return peer

    def flood(self, peers, until):
        """Each of the peers sends as fast as it is read: while the disk stands still until there is too much, and then until
        the client `until` has an answer."""
        rests = {peer: memoryview(b"") for peer in peers}
        while not until.socket.poll(0):
            for peer, rest in rests.items():
                rest = rest or memoryview(peer.frames(MESSAGE))
                with contextlib.suppress(BlockingIOError):
                    rest = rest[peer.send(rest) :]
                    peer.recv(1 << 16)
                rests[peer] = rest
            if self.standstill.exists() and memory(self.service.pid, "VmRSS") > 1.5 * MEMORY_LIMIT:
                self.standstill.unlink()

    def test_a_flood_meanwhile_does_not_end_the_service_and_its_memory_comes_back(self):
        pid = self.service.pid
        before = memory(pid, "VmRSS")
        peers = [self.introduce() for _ in range(20)]
        client = self.client(self.service)
        client.ok("juice.stock.list")
        self.standstill.touch()
        client.send("juice.stock.set", {"levels": {"strawberry": 7}})
        self.flood(peers, until=client)
        self.assertFalse(self.standstill.exists(), "it was no flood")
        self.assertEqual(client.receive()["result"]["fruits"][0]["quantity"], 7)
        for peer in peers:
            peer.close()
        # Each answer is an event to wait for; a service that has ended gives none.
        while memory(pid, "VmRSS") > before + 64:
            client.ok("juice.stock.list")
        self.assertTrue(self.service.is_running)


if __name__ == "__main__":
    unittest.main()
