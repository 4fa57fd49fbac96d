"""What libzmq does with each combination of mechanism, domain and option 93: why our sockets allow only some of them.

The rows were measured with libzmq 4.3.4. A row that changes with another version is no fault of ours, but somebody should
look at Packages/swift-zeromq/Sources/ZeroMQ/Security/SocketHandle+Security.swift then.
"""

import unittest

import zmq

# By number, because the public header of libzmq has it in draft builds only.
ZAP_ENFORCE_DOMAIN = 93

# Milliseconds. The first is only a bound, the second is how long somebody stays outside who is not accepted.
TIMEOUT = 20_000
A_WHILE = 700


def is_accepted(mechanism, domain, enforced, handler, wait=TIMEOUT):
    """Whether a client with a key that nobody knows gets in."""
    context = zmq.Context()
    sockets = []

    def socket(kind):
        sockets.append(context.socket(kind))
        sockets[-1].linger = 0
        return sockets[-1]

    try:
        if handler:
            # It is bound, and never answers: whoever is accepted all the same was not asked about.
            socket(zmq.REP).bind("inproc://zeromq.zap.01")
        server, client = socket(zmq.ROUTER), socket(zmq.DEALER)
        if mechanism == "CURVE":
            public, server.curve_secretkey = zmq.curve_keypair()
            server.curve_server = 1
            client.curve_serverkey = public
            client.curve_publickey, client.curve_secretkey = zmq.curve_keypair()
        if domain:
            server.zap_domain = domain.encode()
        server.setsockopt(ZAP_ENFORCE_DOMAIN, enforced)
        server.bind("tcp://127.0.0.1:*")
        monitor = client.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED)
        sockets.append(monitor)
        client.connect(server.last_endpoint.decode())
        accepted = monitor.poll(wait) != 0
        client.disable_monitor()
        return accepted
    finally:
        for one in sockets:
            one.close(0)
        context.term()


class TruthTableTest(unittest.TestCase):
    ROWS = (
        ("CURVE", "", 0, False, True),
        ("CURVE", "set", 0, False, True),
        ("CURVE", "", 1, False, True),
        ("CURVE", "set", 1, False, False),
        ("CURVE", "", 0, True, False),
        ("CURVE", "", 1, True, True),
        ("CURVE", "set", 0, True, False),
        ("CURVE", "set", 1, True, False),
        ("NULL", "set", 0, False, True),
        ("NULL", "set", 1, False, False),
        ("NULL", "set", 1, True, False),
    )

    def test_each_row(self):
        """The rows that our API can express are those with a domain, with option 93 and with a handler."""
        for *row, expected in self.ROWS:
            with self.subTest(row=row):
                self.assertEqual(is_accepted(*row, wait=TIMEOUT if expected else A_WHILE), expected)


if __name__ == "__main__":
    unittest.main()
