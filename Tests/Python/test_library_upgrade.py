"""A service of the library of which a second version takes the place of the first, over one log."""

import json
import unittest

from juice_process import REFUSED_TO_START
from postgresql_server import IS_INSTALLED
from test_cluster import ClusterTest
from test_counter import CounterProcess


class EditionsProcess(CounterProcess):
    """Which version it is, EDITION says."""

    service = "editions"


def setUpModule():
    if not EditionsProcess.program().exists():
        raise unittest.SkipTest(f"{EditionsProcess.program()} is not built: swift build --package-path Examples")


@unittest.skipUnless(IS_INSTALLED, "PostgreSQL is not installed: scripts/install-dependencies --test")
class TwoVersions(ClusterTest):
    process = EditionsProcess

    def edition(self, number, of=None):
        """A worker of a version; on the data of one that has ended, where that is given."""
        places = {} if of is None else {"run": of.run.name, "state": of.state.name}
        return self.worker(EDITION=str(number), **places)

    def replaced(self, worker, number):
        self.assertEqual(worker.stop(), 0)
        return self.edition(number, of=worker)

    def set(self, worker, key, **params):
        return self.client(worker).ok("editions.set", params, key=key)

    def wait_for_tally(self, worker, **tally):
        self.wait_for(tally, lambda: self.client(worker).ok("editions.get") == tally)

    def numbers(self, worker):
        return [json.loads(text)["data"]["number"] for text in self.client(worker).replay()[0]]

    def test_the_replicas_first_and_then_the_active_is_an_update_without_a_loss(self):
        active, [replica] = self.active([self.edition(1), self.edition(1)])
        self.set(active, "a", number=5)
        replica = self.replaced(replica, 2)
        # What the first version has written lacks the new member, which is as the second begins.
        self.wait_for_tally(replica, number=5, unit="pieces")
        self.set(active, "b", number=6)
        self.wait_for_tally(replica, number=6, unit="pieces")
        active.stop()
        former, (active, _) = active, self.active([replica])
        # Its upgrade was its first write.
        self.wait_for_tally(active, number=72, unit="pieces")
        self.assertEqual(self.set(active, "b", number=6), {"number": 6})
        self.set(active, "c", number=7, unit="cups")
        replica = self.edition(2, of=former)
        self.wait_for_tally(replica, number=7, unit="cups")
        self.assertEqual([self.numbers(worker) for worker in (active, replica)], [[5, 6, 72, 7]] * 2)

    def test_a_worker_of_the_former_version_reads_what_the_second_wrote_and_takes_no_writes_until_it_is_updated(self):
        former, [replica] = self.active([self.edition(1), self.edition(1)])
        self.set(former, "a", number=5)
        replica = self.replaced(replica, 2)
        former.stop()
        active, _ = self.active([replica])
        forgotten = self.edition(1, of=former)
        self.set(active, "b", number=7, unit="cups")
        self.wait_for_tally(forgotten, number=7)
        # When its turn comes to take writes, it says why it does not, and lets go of the stream.
        active.kill()
        self.assertEqual(forgotten.wait(), REFUSED_TO_START)
        self.assertIn('the upgrade \\"2 dozens\\", which this version of the service does not know', forgotten.log)
        updated, _ = self.active([self.edition(2, of=forgotten)])
        self.assertEqual(self.set(updated, "b", number=7, unit="cups"), {"number": 7, "unit": "cups"})
        self.set(updated, "c", number=8, unit="cups")
        self.assertEqual(self.numbers(updated), [5, 60, 7, 8])


# The tests of juice-service over a log are those of their own file.
del ClusterTest


if __name__ == "__main__":
    unittest.main()
