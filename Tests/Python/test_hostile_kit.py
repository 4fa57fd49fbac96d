"""Every attack of Tests/Hostile, for a short time: nobody else notices, and the memory stays within its bound.

`scripts/hostile` runs the same for longer and prints figures.
"""

import pathlib
import sys
import unittest

from juice_process import JuiceProcess, JuiceTest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Hostile"))

import kit  # noqa: E402
from sanitizing import measures_memory  # noqa: E402
from surroundings import SURROUNDINGS  # noqa: E402

# For each attack. Over CURVE shorter: most of them were made over TCP already.
SECONDS = {"ipc": 1, "tcp": 1, "curve": 0.5}


# A call that takes so many seconds has waited for the disk, or has been attacked with success: most take less than 0.02. In
# this time a peer sends some 100 MiB, and that is what the bounds leave above the most that a service was seen to take.
STANDSTILL = 0.1


class HostilePeers(JuiceTest):
    def attack(self, name, transport):
        finding = self.attempt(name, transport, "first")
        if finding.peak > finding.bound and finding.slowest > STANDSTILL:
            # While the disk stands still nothing is taken from libzmq, which reads on: peers that send as fast as they can
            # then fill any memory, on a good service too. It does not do so twice; an attack that stops the service does.
            finding = self.attempt(name, transport, "second")
        self.assertLessEqual(finding.peak, finding.bound, finding)

    def attempt(self, name, transport, folder):
        directory = self.directory / folder
        directory.mkdir()
        surroundings = SURROUNDINGS[transport](directory)

        def start():
            service = JuiceProcess(directory, *surroundings.arguments, *kit.MEMORY_ARGUMENTS, **kit.ENVIRONMENT)
            self.addCleanup(service.close)
            return service

        def make_client(endpoint):
            service = type("Place", (), {"rpc": endpoint})
            return self.client(service, curve=surroundings.credentials)

        finding = kit.run(name, surroundings, start, make_client, SECONDS[transport])
        self.assertGreater(finding.calls, 0)
        self.assertEqual((finding.answered, finding.lost, finding.crashed), (finding.calls, 0, False), finding)
        return finding


def add_tests():
    for name, attack in kit.ATTACKS.items():
        for transport in attack.surroundings:

            def test(self, name=name, transport=transport):
                self.attack(name, transport)

            if transport in attack.ends_service:
                test = measures_memory(test)
            test.__doc__ = attack.__doc__
            setattr(HostilePeers, f"test_{name}_over_{transport}", test)


add_tests()


if __name__ == "__main__":
    unittest.main()
