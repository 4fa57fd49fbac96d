"""What a person is promised who got an `ok`: it survives any crash, and its key does it once."""

import json
import random
import unittest

from juice_process import JuiceTest
from juice_sockets import parts

FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")
JUICES = ("strawberry-banana", "mango-kiwi", "strawberry", "banana", "pineapple", "kiwi", "mango")
PLENTY = 1_000_000
# Requests sent before any reply is read, and so those whose outcome a crash may leave open.
WINDOW = 64


class Keyed:
    """One write under a key, and what was answered to it."""

    def __init__(self, source, key):
        self.key = key
        if source.random() < 0.7:
            self.method, self.params = "juice.order", {"juice": source.choice(JUICES), "quantity": source.randint(1, 3)}
        else:
            changes = {fruit: source.choice([-3, -1, 1, 4]) for fruit in source.sample(FRUITS, source.randint(1, 3))}
            self.method, self.params = "juice.stock.adjust", {"changes": changes}
        self.result_text = None

    def send(self, client):
        return client.send(self.method, self.params, key=self.key, id=self.key)

    @property
    def result(self):
        return json.loads(self.result_text)


class Durability(JuiceTest):
    def test_a_crash_in_the_middle_of_a_stream_of_writes_loses_and_repeats_nothing(self):
        for seed, options in ((11, ()), (12, ("--checkpoint-writes", "plain"))):
            with self.subTest(seed=seed):
                self.crash_again_and_again(random.Random(seed), f"seed-{seed}", options)

    def crash_again_and_again(self, source, name, options):
        place = {"run": f"{name}.run", "state": f"{name}.state"}
        service = self.start(*options, **place)
        client = self.client(service)
        client.ok("juice.stock.set", {"levels": dict.fromkeys(FRUITS, PLENTY)})
        writes = []
        for round in range(4):
            fresh = [Keyed(source, f"{name} {round} {number}") for number in range(600)]
            self.write_until_crash(service, fresh, answers=source.randrange(1, 400))
            writes += fresh
            service = self.start(*options, **place)
            client = self.client(service)
            self.check_answered(client, writes)
            self.send_again(client, writes)
            self.check_sums(client, writes)
        self.check_orders(client, writes)
        self.assertEqual(service.stop(), 0)

    def write_until_crash(self, service, writes, answers):
        """Sends with a window, and kills the service when it has answered so many."""
        client = self.client(service)
        by_key = {write.key: write for write in writes}
        waiting = iter(writes)
        for _ in range(WINDOW):
            next(waiting).send(client)
        for _ in range(answers):
            reply = client.receive()
            by_key[reply["id"]].result_text = reply.result_text
            next(waiting).send(client)
        service.kill()
        # What was on its way counts too: an ok is an ok, even if it is read after the crash.
        while client.socket.poll(0):
            reply = client.receive()
            by_key[reply["id"]].result_text = reply.result_text
        client.close()

    def check_answered(self, client, writes):
        """Every acknowledged write is there under its key, with the result of the first time."""
        answered = [write for write in writes if write.result_text]
        self.assertGreater(len(answered), 0)
        for write in answered:
            write.send(client)
        for write in answered:
            reply = client.receive()
            self.assertEqual(reply["id"], write.key)
            self.assertIs(reply["meta"].get("replayed"), True, reply.text)
            self.assertEqual(reply.result_text, write.result_text)

    def send_again(self, client, writes):
        """Repeats every write, whether its outcome is known or not: now each is done, and done once."""
        for write in writes:
            write.send(client)
        for write in writes:
            reply = client.receive()
            self.assertEqual(reply["id"], write.key)
            if write.result_text:
                self.assertEqual(reply.result_text, write.result_text)
            write.result_text = reply.result_text

    def check_sums(self, client, writes):
        """Each write counts exactly once, in the events as in the stock."""
        expected = dict.fromkeys(FRUITS, PLENTY)
        for write in writes:
            if write.method == "juice.order":
                changes = {line["fruit"]: -line["quantity"] for line in write.result["used"]}
            else:
                changes = write.params["changes"]
            for fruit, difference in changes.items():
                expected[fruit] += difference
        texts, last = client.replay()
        events = [json.loads(text) for text in texts]
        self.assertEqual([int(event["sequence"]) for event in events], list(range(1, last + 1)))
        sums, versions = dict.fromkeys(FRUITS, 10), dict.fromkeys(FRUITS, 1)
        for event in events:
            data, fruit = event["data"], event["subject"]
            self.assertEqual((data["previous"], data["quantity"]), (sums[fruit], sums[fruit] + data["delta"]))
            sums[fruit] += data["delta"]
            versions[fruit] += 1
        stock = client.call("juice.stock.list")
        levels = stock["result"]["fruits"]
        self.assertEqual({level["fruit"]: level["quantity"] for level in levels}, expected)
        self.assertEqual(sums, expected)
        self.assertEqual({level["fruit"]: level["version"] for level in levels}, versions)
        self.assertEqual(stock["meta"]["sequence"], last)

    def check_orders(self, client, writes):
        """The pages hold every order once, newest first, as it was answered."""
        orders = [write for write in writes if write.method == "juice.order"]
        for limit in (7, 100):
            listed, cursor = [], {}
            for _ in range(len(orders) // limit + 1):
                reply = client.call("juice.order.list", {"limit": limit, **cursor})
                self.assertConforms("juice.order.list.result", reply["result"])
                listed += parts(parts(reply.result_text)["orders"])
                if "next" not in reply["result"]:
                    break
                self.assertEqual(len(reply["result"]["orders"]), limit)
                cursor = {"after": reply["result"]["next"]}
            self.assertNotIn("next", reply["result"])
            self.assertEqual(sorted(listed), sorted(order.result_text for order in orders))
            times = [json.loads(text)["time"] for text in listed]
            self.assertEqual(times, sorted(times, reverse=True))
        newest = json.loads(listed[0])
        self.assertEqual(client.call("juice.order.get", {"id": newest["id"]}).result_text, listed[0])

    def test_a_key_that_is_sent_from_several_connections_and_across_a_crash_is_done_once(self):
        service = self.start()
        ids = set()
        for crash in (False, True, False):
            if crash:
                service.kill()
                service = self.start()
            clients = [self.client(service, delimiter=number % 2 == 1) for number in range(4)]
            for client in clients:
                for _ in range(25):
                    client.send("juice.order", {"juice": "mango"}, key="one intent")
            for client in clients:
                ids |= {client.receive()["result"]["id"] for _ in range(25)}
        self.assertEqual(len(ids), 1)
        self.assertStock(clients[0], mango=7)

    def test_orders_of_one_connection_are_listed_in_the_order_they_were_sent(self):
        service = self.start()
        client = self.client(service)
        client.ok("juice.stock.set", {"levels": dict.fromkeys(FRUITS, PLENTY)})
        for number in range(250):
            client.send("juice.order", {"juice": JUICES[number % 7]})
        sent = [client.receive()["result"]["id"] for _ in range(250)]
        service.kill()
        client = self.client(self.start())
        first = client.ok("juice.order.list", {"limit": 100})
        # Orders that come while somebody turns pages neither repeat nor hide any.
        client.ok("juice.order", {"juice": "kiwi"})
        second = client.ok("juice.order.list", {"limit": 100, "after": first["next"]})
        client.ok("juice.order", {"juice": "kiwi"})
        third = client.ok("juice.order.list", {"limit": 100, "after": second["next"]})
        listed = [order["id"] for page in (first, second, third) for order in page["orders"]]
        self.assertEqual(listed, sent[::-1])
        self.assertNotIn("next", third)


if __name__ == "__main__":
    unittest.main()
