"""Attacks of Tests/Hostile/web, one of each kind, for a short time: no other caller loses anything, web-gateway and the services are
the same processes afterwards, and the memory of web-gateway stays within its bound.

`scripts/hostile --web` runs all of them for longer, looks at times as well, and prints figures.
"""

import sys
import unittest

from hostile_sources import HOSTILE
from juice_process import ROOT
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

    def test_with_every_attack_at_once_the_program_lives_forgets_no_order_and_has_its_memory(self):
        finding = web_kit.run("everything_at_once", seconds=1)
        # So many processes leave two processors little for anybody else: who waits how long is not for a debug build to show.
        self.assertEqual((finding.restarts, finding.lost, finding.faults), (0, 0, []), finding)
        self.assertLessEqual(finding.peak, finding.bound, finding)

    def attack(self, name):
        finding = web_kit.run(name, SECONDS, until="served")
        self.assertEqual(finding.losses, [], finding)
        self.assertLessEqual(finding.peak, finding.bound, finding)


class Declarations(unittest.TestCase):
    def test_the_security_document_says_what_holds_against_each_attack(self):
        document = (ROOT / "SECURITY.md").read_text()
        self.assertGreaterEqual(len(web_kit.ATTACKS), 30)
        for name in web_kit.ATTACKS:
            self.assertIn(f"`{name}`", document)


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
