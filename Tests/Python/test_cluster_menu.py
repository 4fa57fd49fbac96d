"""Workers of a stream sell the same menu: one with another cannot join, and a change of it is a row of the log."""

import json
import unittest

from juice_process import REFUSED_TO_START
from test_cluster import ClusterTest

MANGO = {"key": "mango", "name": {"ko": "망고", "en": "Mango"}, "initial": 10}
LEMON = {"key": "lemon", "name": {"ko": "레몬", "en": "Lemon"}, "initial": 30}


def juice(key, tag, fruit):
    return {"key": key, "tag": tag, "name": {"ko": key, "en": key}, "recipe": [{"fruit": fruit, "quantity": 1}]}


class MenuTest(ClusterTest):
    def menu(self, name, *fruits):
        path = self.directory / name
        juices = [juice(fruit["key"], number, fruit["key"]) for number, fruit in enumerate(fruits, 1)]
        path.write_text(json.dumps({"fruits": fruits, "juices": juices}), "utf-8")
        return path

    def setUp(self):
        super().setUp()
        self.old = self.menu("old.json", MANGO)
        self.new = self.menu("new.json", MANGO, LEMON)

    def test_a_worker_with_another_menu_ends_and_the_others_go_on(self):
        workers = [self.worker("--menu", self.old) for _ in range(2)]
        active, replicas = self.active(workers)
        self.order(active, "K1", "mango")
        for _ in range(2):  # Also on the data that it has by now.
            other = self.process(
                self.directory, "--log", self.log, "--menu", self.new, run="run9", state="state9"
            )
            self.addCleanup(other.close)
            self.assertEqual(other.wait(), REFUSED_TO_START, other.log)
            self.assertIn("another menu: start this one with the same --menu", other.log)
        last = self.order(active, "K2", "mango")["meta"]["sequence"]
        self.assertEqual(self.stock(replicas[0], last), {"mango": 8})
        # With the same menu that worker joins, although it had begun with other levels.
        third = self.start("--log", self.log, "--menu", self.old, run="run9", state="state9")
        self.assertEqual(self.stock(third, last), {"mango": 8})
        active.kill()
        last = self.order([*replicas, third], "K3", "mango")["meta"]["sequence"]
        for worker in (*replicas, third):
            self.assertEqual(self.stock(worker, last), {"mango": 7})

    def test_a_new_menu_is_a_row_and_others_follow_once_they_have_it(self):
        first = self.worker("--menu", self.old)
        self.active([first])
        self.order(first, "K1", "mango")
        second = self.worker("--menu", self.new, "--new-menu")
        self.gateway("cluster", "handover", self.log, "--stream", "juice")
        self.order(second, "K2", "lemon")
        self.assertEqual(first.wait(), REFUSED_TO_START, first.log)
        again = self.start("--log", self.log, "--menu", self.new, run=first.run.name, state=first.state.name)
        last = self.order(second, "K3", "lemon")["meta"]["sequence"]
        late = self.worker("--menu", self.new)
        for worker in (second, again, late):
            self.assertEqual(self.stock(worker, last), {"mango": 9, "lemon": 28})


if __name__ == "__main__":
    unittest.main()
