"""Every attack of Tests/Hostile, for a short time: nobody else loses anything, and the memory stays within its bound.

`scripts/hostile` runs the same for longer, looks at times as well, and prints figures.
"""

import subprocess
import sys
import unittest

from hostile_sources import HOSTILE, compile_source
from juice_process import ROOT, JuiceProcess, JuiceTest

sys.path.insert(0, str(HOSTILE))

import attacks  # noqa: E402
import kit  # noqa: E402
from fast_disk import fast_disk  # noqa: E402
from sanitizing import SANITIZER, measures_memory  # noqa: E402
from transports import TRANSPORTS  # noqa: E402

# For each attack. Over CURVE shorter: most of them were made over TCP already.
SECONDS = {"ipc": 1, "tcp": 1, "curve": 0.5}

# A call that takes so many seconds has waited for the machine, or has been attacked with success: most take less than 0.02. In
# this time a peer sends some 100 MiB, and that is what the bounds leave above the most that a service was seen to take.
STANDSTILL = 0.1


class HostilePeers(JuiceTest):
    place = fast_disk()

    def attack(self, name, transport):
        finding = self.find(name, transport, "first", goes_on=True)
        if finding.peak > finding.bound and finding.slowest > STANDSTILL:
            # While the service gets no processor, libzmq's thread may. An attack that stops the service does so twice.
            finding = self.find(name, transport, "second", goes_on=True)
        self.assertEqual(finding.losses, [], finding)
        self.assertLessEqual(finding.peak, finding.bound, finding)

    def find(self, name, transport, folder, goes_on=False, **environment):
        """What an attack comes to, against a service in a folder of its own."""
        directory = self.directory / folder
        directory.mkdir()
        listening = TRANSPORTS[transport](directory)

        def start(files):
            arguments = (*listening.arguments, *kit.MEMORY_ARGUMENTS)
            service = JuiceProcess(directory, *arguments, files=files, **environment)
            self.addCleanup(service.close)
            return service

        def make_client(endpoint, keys):
            service = type("Place", (), {"rpc": endpoint})
            return self.client(service, curve=keys)

        return kit.run(name, listening, start, make_client, SECONDS[transport], goes_on)

    def patched_library(self):
        """The folder of a libzmq with the patches of docs/upstream."""
        build = subprocess.run([ROOT / "scripts" / "patched-libzmq"], capture_output=True, text=True)
        self.assertEqual(build.returncode, 0, build.stderr)
        return build.stdout.strip().rpartition("LD_LIBRARY_PATH=")[2]

    @unittest.skipIf(SANITIZER, "a sanitizer has to be the first library that is loaded")
    def test_with_the_patched_libzmq_pings_are_answered_and_crowds_that_leave_end_nothing(self):
        folder = self.patched_library()
        for transport in TRANSPORTS:
            for attack in ("flood_of_pings", "crowds_that_leave"):
                with self.subTest(transport, attack=attack):
                    finding = self.find(attack, transport, f"{transport}-{attack}", LD_LIBRARY_PATH=folder, goes_on=True)
                    self.assertEqual((finding.restarts, finding.losses), (0, []), finding)

    def test_with_the_patched_libzmq_a_subscriber_that_leaves_costs_no_more_among_many_than_among_few(self):
        program = compile_source(self, "leaving.c", "-rdynamic", "-lzmq")

        def work(subscribers, **environment):
            """For each of 30 topics of each subscriber."""
            words = [program, str(subscribers), "30"]
            return int(subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout)

        folder = self.patched_library()
        self.assertEqual(work(80, LD_LIBRARY_PATH=folder), work(10, LD_LIBRARY_PATH=folder))
        # Where this fails the patch has become superfluous.
        self.assertGreater(work(80), 2 * work(10))


class Declarations(unittest.TestCase):
    def test_who_may_keep_others_waiting_says_why_and_is_named_in_the_security_document(self):
        document = (ROOT / "SECURITY.md").read_text()
        for name, attack in kit.ATTACKS.items():
            if any(longest > attacks.LONGEST for longest in attack.longest.values()):
                with self.subTest(name):
                    self.assertGreater(len(attack.__doc__.strip().splitlines()), 1, "it gives no reason")
                    self.assertIn(f"`{name}`", document)


def add_tests():
    for name, attack in kit.ATTACKS.items():
        for transport in attack.tested_over:

            def test(self, name=name, transport=transport):
                self.attack(name, transport)

            if transport in attack.ends_service:
                test = measures_memory(test)
            test.__doc__ = attack.__doc__
            setattr(HostilePeers, f"test_{name}_over_{transport}", test)


add_tests()


if __name__ == "__main__":
    unittest.main()
