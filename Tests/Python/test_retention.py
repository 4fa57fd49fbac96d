"""What is forgotten, and that nothing else is."""

import json
import sqlite3
import unittest

from juice_process import JuiceTest

HOUR_MS = 3_600_000


class Retention(JuiceTest):
    def order_with_keys(self, client, names):
        for name in names:
            self.assertNotIn("replayed", client.call("juice.order", {"juice": "mango"}, key=name)["meta"])

    def test_old_events_are_forgotten_and_a_subscriber_is_told_so(self):
        service = self.start()
        client = self.client(service)
        client.ok("juice.stock.set", {"levels": {"mango": 1000}})
        self.order_with_keys(client, [f"old {number}" for number in range(20)])
        self.assertEqual(service.stop(), 0)
        # As if two hours had passed since it first looked how old these rows are. What they say of their time does not
        # matter, and a clock that was far ahead has left it in the future.
        with sqlite3.connect(service.database) as database:
            database.execute("UPDATE journal SET time = time + ?", [1000 * HOUR_MS])
            database.execute(
                "REPLACE INTO meta(name, value) SELECT 'row_ages', '0:' || max(number) FROM journal"
            )
            database.execute("REPLACE INTO meta(name, value) VALUES ('elapsed', ?)", [2 * HOUR_MS])
        database.close()
        service = self.start("--retain-events", "5", "--retain-hours", "1")
        client = self.client(service)
        subscriber = self.subscriber(service)
        subscriber.join()
        self.order_with_keys(client, ["new"])
        # It forgets from time to time: every ten seconds.
        for _ in range(20):
            reply = client.call("events.replay", {"after": 0})
            if "error" in reply:
                break
            subscriber.heartbeat()
        self.assertEqual(reply.reason, "REPLAY_TRUNCATED")
        self.assertConforms("reply", reply)
        first = reply["error"]["data"]["firstsequence"]
        self.assertTrue(2 <= first <= 22 - 5 + 1, first)
        for client in (client, self.restarted(service)):
            kept, last = client.replay(after=first - 1)
            self.assertEqual([int(json.loads(text)["sequence"]) for text in kept], list(range(first, 23)))
            self.assertEqual(client.call("events.replay", {"after": first - 2}).reason, "REPLAY_TRUNCATED")
            self.assertStock(client, mango=1000 - 3 * 21)
            orders = client.ok("juice.order.list", {"limit": 100})
            self.assertEqual(len(orders["orders"]), len(kept))
            self.assertNotIn("next", orders)
            # A young key is known, whatever was forgotten; an old one may be new again.
            self.assertIs(client.call("juice.order", {"juice": "mango"}, key="new")["meta"]["replayed"], True)

    def restarted(self, service):
        service.kill()
        return self.client(self.start("--retain-events", "5", "--retain-hours", "1"))


if __name__ == "__main__":
    unittest.main()
