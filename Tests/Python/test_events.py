"""What a subscriber is promised: every event, once, in order, and the same ones again from events.replay."""

import json
import pathlib
import unittest

import jsonschema

from juice_process import JuiceTest
from juice_sockets import parts

CLOUDEVENTS = json.loads((pathlib.Path(__file__).parent / "resources" / "cloudevents.schema.json").read_text("utf-8"))
TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

# A shop where one fruit's key begins with the other's.
SIMILAR_FRUITS = {
    "fruits": [
        {"key": "mango", "name": {"ko": "망고", "en": "mango"}, "emoji": "", "initial": 10},
        {"key": "mango-kiwi", "name": {"ko": "망키", "en": "mango-kiwi"}, "emoji": "", "initial": 10},
    ],
    "juices": [
        {
            "key": "both",
            "tag": 1,
            "name": {"ko": "둘", "en": "both"},
            "recipe": [{"fruit": "mango", "quantity": 1}, {"fruit": "mango-kiwi", "quantity": 1}],
        }
    ],
}


def work(client):
    """Five writes that make nine events: one level is set to what it already is."""
    client.ok("juice.order", {"juice": "mango"}, id="first", key="k1")
    client.ok("juice.order", {"juice": "strawberry-banana"}, id=2)
    client.ok("juice.stock.adjust", {"changes": {"mango": 5, "kiwi": 1, "banana": -1}})
    client.ok("juice.stock.set", {"levels": {"mango": 12, "kiwi": 4}})
    client.ok("juice.order", {"juice": "mango-kiwi", "quantity": 2}, id="mk", traceparent=TRACE)
    return client.call("juice.stock.list")["meta"]["sequence"]


class Events(JuiceTest):
    def test_every_event_is_a_cloudevent_and_conforms_to_our_schemas(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service)
        subscriber.join()
        events = subscriber.changes(up_to=work(client))
        standard = jsonschema.Draft7Validator(CLOUDEVENTS, format_checker=jsonschema.draft7_format_checker)
        for event in events:
            with self.subTest(event.text):
                self.assertEqual([error.message for error in standard.iter_errors(event)], [])
                self.assertConforms("cloudevent", event)
                self.assertConforms("juice.stock.changed", event["data"])
                self.assertEqual(event.topic, f"{event['type']}.{event['subject']}.")
                self.assertEqual(event["subject"], event["data"]["fruit"])
                self.assertEqual(event["id"], f"{event['epoch']}/{int(event['sequence'])}")
        self.assertEqual(len(events), 9)

    def test_events_tell_what_happened_and_why(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service)
        subscriber.join()
        order = client.ok("juice.order", {"juice": "mango"}, id="why", key="k")
        client.ok("juice.stock.adjust", {"changes": {"kiwi": 2, "banana": -1}}, id=77, traceparent=TRACE)
        client.ok("juice.stock.set", {"levels": {"kiwi": 12, "mango": 8}}, id="x" * 129, traceparent="nonsense")
        ordered, banana, kiwi, mango = subscriber.changes(up_to=4)
        self.assertEqual(
            ordered["data"],
            {"fruit": "mango", "previous": 10, "quantity": 7, "delta": -3, "version": 2, "cause": "order",
             "ref": order["id"]},
        )
        self.assertEqual((ordered["causationid"], ordered["time"]), ("why", order["time"]))
        self.assertEqual([banana["data"]["cause"], kiwi["data"]["cause"], mango["data"]["cause"]],
                         ["adjust", "adjust", "set"])
        self.assertEqual([banana["subject"], kiwi["subject"], mango["subject"]], ["banana", "kiwi", "mango"])
        self.assertEqual(banana["data"]["ref"], kiwi["data"]["ref"])
        self.assertNotEqual(kiwi["data"]["ref"], mango["data"]["ref"])
        self.assertEqual((kiwi["causationid"], kiwi["traceparent"]), ("77", TRACE))
        # An id that is too long is left out, and so is a trace context that is none.
        self.assertNotIn("causationid", mango)
        self.assertNotIn("traceparent", mango)

    def test_sequences_are_contiguous_and_point_to_the_last_of_their_subject(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service)
        self.assertEqual(subscriber.join()["sequence"], 0)
        last = work(client)
        events = subscriber.changes(up_to=last)
        self.assertEqual([event["sequence"] for event in events], [f"{number:020}" for number in range(1, last + 1)])
        newest, versions = {}, {}
        for event in events:
            subject = event["subject"]
            self.assertEqual(event.get("previoussequence"), newest.get(subject))
            self.assertEqual(event["data"]["version"], versions.get(subject, 1) + 1)
            newest[subject], versions[subject] = event["sequence"], event["data"]["version"]

    def test_the_marker_tells_from_where_on_nothing_is_missed(self):
        service = self.start()
        client = self.client(service)
        position = work(client)
        for _ in range(20):
            subscriber = self.subscriber(service)
            # While it joins, the stock moves on: whatever is above the marker must reach it.
            ids = [client.send("juice.stock.adjust", {"changes": {"kiwi": 1}}) for _ in range(20)]
            marker = subscriber.join()
            self.assertConforms("marker", marker)
            self.assertEqual([client.receive()["id"] for _ in ids], ids)
            position += len(ids)
            client.ok("juice.stock.adjust", {"changes": {"kiwi": 1}})
            position += 1
            events = subscriber.changes(up_to=position)
            above = [int(event["sequence"]) for event in events if int(event["sequence"]) > marker["sequence"]]
            self.assertEqual(above, list(range(marker["sequence"] + 1, position + 1)))
            texts, _ = client.replay(after=marker["sequence"])
            self.assertEqual(texts, [event.text for event in events if int(event["sequence"]) > marker["sequence"]])
            subscriber.close()

    def test_each_subscriber_gets_its_own_marker_only(self):
        service = self.start()
        first = self.subscriber(service)
        first.join()
        second = self.subscriber(service)
        second.join()
        between = first.receive_until(lambda event: event.topic == "juice.heartbeat.")
        self.assertEqual([event.topic for event in between], ["juice.heartbeat."])

    def test_heartbeats_tell_the_newest_position(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service, "juice.heartbeat.")
        marker = subscriber.join()
        idle = subscriber.heartbeat()
        self.assertConforms("marker", idle)
        self.assertEqual((idle["epoch"], idle["sequence"]), (marker["epoch"], 0))
        last = work(client)
        self.assertEqual(subscriber.receive_until(lambda beat: beat["sequence"] == last)[-1].topic, "juice.heartbeat.")

    def test_replays_that_come_in_one_burst_are_all_answered_in_their_order(self):
        service = self.start()
        client = self.client(service)
        adjust = {"method": "juice.stock.adjust", "params": {"changes": {"mango": 1, "kiwi": 1}}, "jsonrpc": "2.0"}
        for _ in range(2):
            client.ok("juice.stock.adjust", {"changes": {"strawberry": 1}})
            client.send_frames(json.dumps([adjust | {"id": number} for number in range(250)]).encode())
            self.assertTrue(all("result" in reply for reply in client.receive()))
        topics = ["juice.stock.changed.strawberry."]
        few, last = client.replay(topics=topics)
        self.assertEqual((len(few), last), (2, 1_002))
        # Each looks at some thousand events, together at several times what one iteration does. Their answers are small: what
        # waits for a client that has not read yet is bounded too, and this one may be slow.
        wanted = {0: few, 1: few[1:], 501: few[1:], 502: []}
        asked = list(wanted) * 10
        ids = [client.send("events.replay", {"after": after, "topics": topics}) for after in asked]
        for id, after in zip(ids, asked):
            reply = client.receive()
            self.assertEqual((reply["id"], reply.reason), (id, None))
            self.assertEqual(parts(parts(reply.result_text)["events"]), wanted[after])

    def test_replay_gives_what_was_published_byte_for_byte_in_pages_of_any_size(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service)
        subscriber.join()
        last = work(client)
        published = [event.text for event in subscriber.changes(up_to=last)]
        for limit in (1, 3, 1000):
            self.assertEqual(client.replay(limit=limit), (published, last))
        self.assertEqual(client.replay(after=4), (published[4:], last))
        # It is past the end, which is no error.
        beyond = client.ok("events.replay", {"after": last + 9})
        self.assertEqual(beyond, {"events": [], "next": last, "complete": True})
        self.assertConforms("events.replay.result", client.ok("events.replay", {"after": 0}))

    def test_a_topic_filter_does_not_match_a_longer_name(self):
        menu = self.directory / "menu.json"
        menu.write_text(json.dumps(SIMILAR_FRUITS), "utf-8")
        service = self.start("--menu", menu)
        client = self.client(service)
        mango = self.subscriber(service, "juice.stock.changed.mango.")
        prefix = self.subscriber(service, "juice.stock.changed.mango")
        for subscriber in (mango, prefix):
            subscriber.join()
        client.ok("juice.order", {"juice": "both", "quantity": 2})
        client.ok("juice.stock.adjust", {"changes": {"mango-kiwi": 1}})
        client.ok("juice.stock.adjust", {"changes": {"mango": 1}})
        everything = [event.text for event in prefix.changes(up_to=4)]
        wanted = [event.text for event in mango.changes(up_to=4)]
        self.assertEqual(wanted, [everything[0], everything[3]])
        replay = lambda *topics: client.replay(topics=list(topics))
        self.assertEqual(replay("juice.stock.changed.mango."), (wanted, 4))
        self.assertEqual(replay("juice.stock.changed.mango"), (everything, 4))
        self.assertEqual(replay("juice.stock.changed.mango-kiwi.", "no.such."), (everything[1:3], 4))
        self.assertEqual(replay("no.such."), ([], 4))

    def test_the_stream_goes_on_after_a_crash_and_subscribers_join_again_by_themselves(self):
        service = self.start()
        client = self.client(service)
        subscriber = self.subscriber(service)
        epoch = subscriber.join()["epoch"]
        last = work(client)
        before = [event.text for event in subscriber.changes(up_to=last)]
        service.kill()
        service = self.start()
        marker = subscriber.join()
        self.assertEqual((marker["epoch"], marker["sequence"]), (epoch, last))
        client = self.client(service)
        self.assertEqual(client.call("service.ping")["meta"]["epoch"], epoch)
        client.ok("juice.stock.adjust", {"changes": {"mango": -1}})
        (event,) = subscriber.changes(up_to=last + 1)
        self.assertEqual((event["epoch"], int(event["sequence"])), (epoch, last + 1))
        mangos = [json.loads(text) for text in before if json.loads(text)["subject"] == "mango"]
        self.assertEqual(event["previoussequence"], mangos[-1]["sequence"])
        self.assertEqual(client.replay()[0], [*before, event.text])

    def test_a_new_store_is_a_new_epoch(self):
        first = self.client(self.start()).call("service.ping")["meta"]["epoch"]
        other = self.start(run="other.run", state="other.state")
        self.assertNotEqual(self.client(other).call("service.ping")["meta"]["epoch"], first)


if __name__ == "__main__":
    unittest.main()
