"""Attacks of Tests/Hostile/web, one of each kind, for a short time: no other caller loses anything, web-gateway and the services are
the same processes afterwards, and the memory of web-gateway stays within its bound.

`scripts/hostile --web` runs all of them for longer, looks at times as well, and prints figures.
"""

import sys
import unittest

from hostile_sources import HOSTILE
from web_process import WebProcess

sys.path.insert(0, str(HOSTILE / "web"))

import web_kit  # noqa: E402

# For each attack; it goes on until each witness was served once more.
SECONDS = 0.3


class Strangers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not WebProcess.program().exists():
            raise unittest.SkipTest("web-gateway is not built: swift build")

    def attack(self, name):
        finding = web_kit.run(name, SECONDS, until="served")
        self.assertEqual(finding.losses, [], finding)
        self.assertLessEqual(finding.peak, finding.bound, finding)


def add_tests():
    for name, attack in web_kit.ATTACKS.items():
        if attack.tested:

            def test(self, name=name):
                self.attack(name)

            test.__doc__ = attack.__doc__
            setattr(Strangers, f"test_{name}", test)


add_tests()


if __name__ == "__main__":
    unittest.main()
