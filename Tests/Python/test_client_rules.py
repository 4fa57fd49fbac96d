"""What docs/bindings.md tells every client to do and not to do: what happens otherwise."""

import json
import unittest

import zmq

from juice_process import TIMEOUT, JuiceTest

PING = {"jsonrpc": "2.0", "id": 1, "method": "service.ping"}


class ClientRules(JuiceTest):
    def connected(self, service, kind=zmq.DEALER, **options):
        socket = self.context.socket(kind)
        self.addCleanup(socket.close)
        socket.linger = 0
        for name, value in options.items():
            setattr(socket, name, value)
        socket.connect(service.rpc)
        return socket

    def ask(self, socket, **members):
        socket.send_json(PING | members)
        self.assertTrue(socket.poll(TIMEOUT * 1000), "no reply")
        return socket.recv_json()

    def test_a_connection_of_a_name_that_is_taken_is_never_read_and_one_without_a_name_is(self):
        service = self.start()
        first = self.connected(service, routing_id=b"shop")
        self.ask(first)
        second = self.connected(service, routing_id=b"shop")
        second.send_json(PING)
        nameless = self.connected(service)
        self.ask(nameless)
        self.assertFalse(second.poll(0), "it was read")
        before = self.client(service).ok("service.stats")["connections"]["rpc"]["open"]
        first.close()
        while self.ask(nameless, method="service.stats")["result"]["connections"]["rpc"]["open"] >= before:
            pass
        second.send_json(PING)
        self.ask(nameless)
        self.assertFalse(second.poll(0), "it was read once the first had gone")
        self.assertIn("result", self.ask(self.connected(service, routing_id=b"shop")))

    def test_a_request_of_a_req_that_has_no_id_gets_no_reply(self):
        service = self.start()
        request = self.connected(service, zmq.REQ)
        request.send_json({"jsonrpc": "2.0", "method": "service.ping"})
        self.ask(self.connected(service))
        self.assertFalse(request.poll(0), "it got a reply")
        with self.assertRaises(zmq.ZMQError) as refused:
            request.send_json(PING)
        self.assertEqual(refused.exception.errno, zmq.EFSM)

    def test_an_id_comes_back_as_it_was_but_for_minus_zero(self):
        service = self.start()
        socket = self.connected(service)
        for id in ("-1", "9223372036854775807", "-9223372036854775808", '"-0"', '""'):
            socket.send(b'{"jsonrpc":"2.0","id":%s,"method":"service.ping"}' % id.encode())
            self.assertTrue(socket.poll(TIMEOUT * 1000))
            self.assertIn(f'"id":{id},', socket.recv().decode())
        socket.send(b'{"jsonrpc":"2.0","id":-0,"method":"service.ping"}')
        self.assertTrue(socket.poll(TIMEOUT * 1000))
        self.assertIn('"id":0,', socket.recv().decode())

    def test_a_second_subscription_to_a_sync_topic_gets_another_marker(self):
        subscriber = self.subscriber(self.start())
        first = subscriber.join()
        subscriber.socket.subscribe(subscriber.sync_topic)
        second = subscriber.join()
        self.assertEqual((json.loads(first.text)["epoch"], first["sequence"]), (second["epoch"], second["sequence"]))


if __name__ == "__main__":
    unittest.main()
