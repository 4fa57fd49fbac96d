"""Subscribers to very many topics: as many as a shop has products, and more than a service keeps for anybody."""

import unittest

from brokers import Broker
from gateway_process import Following
from juice_process import JuiceTest
from juice_sockets import JuiceSubscriber
from market_process import MarketTest


def products(count):
    return [f"market.stock.changed.{number}." for number in range(1, count + 1)]


class ManyTopics(MarketTest):
    def subscriber(self, service, *prefixes):
        subscriber = JuiceSubscriber(self.context, service.events, prefixes)
        self.addCleanup(subscriber.close)
        return subscriber

    def test_one_subscriber_follows_a_thousand_products(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service, "market.heartbeat.", *products(1_000))
        self.assertEqual(subscriber.join()["sequence"], 0)
        product = self.register(client, self.vendor(client), stock=3)
        event = subscriber.receive_until(lambda event: event.topic.startswith("market.stock."))[-1]
        self.assertEqual((event.topic, event["subject"]), (f"market.stock.changed.{product['id']}.", str(product["id"])))
        self.assertEqual(client.ok("service.stats")["connections"]["events"]["hungup"], 0)

    def test_who_asks_for_too_many_topics_is_told_on_the_topic_where_it_joins_and_in_the_log(self):
        service = self.start()
        subscriber = self.subscriber(service, *products(3_000))
        marker = subscriber.receive_until(lambda event: "refused" in event)[-1]
        self.assertEqual((marker.topic, marker["refused"]), (subscriber.sync_topic, "TOO_MANY_TOPICS"))
        self.assertConforms("marker", marker)
        subscriber.close()
        self.assertLogs(service, "too many subscriptions.*subscription-bytes-per-peer")
        witness = self.subscriber(service, "market.")
        self.assertNotIn("refused", witness.join())


class Watch(JuiceTest):
    def test_gateway_watch_says_that_too_much_is_asked_for(self):
        service = self.start("--limit", "subscription-bytes-per-peer=256")
        # To the service all that come through a broker are one subscriber.
        broker = Broker(self.directory, service.events, events=True)
        self.addCleanup(broker.close)
        service.events = broker.endpoint
        # Each counts 19, and the command 35: 277 together.
        for _ in range(12):
            self.subscriber(service, "juice.").join()
        watch = Following(service, "watch", "juice", JANGTEO_JUICE_EVENTS=broker.endpoint)
        self.addCleanup(watch.close)
        while "too many topics" not in watch.remark():
            pass


if __name__ == "__main__":
    unittest.main()
