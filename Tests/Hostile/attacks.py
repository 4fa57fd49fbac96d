"""What a hostile peer can do to a service's sockets, one function for each attack.

Each takes a `Target` and attacks until `target.is_over()`; it returns a few words about what it got done. Whatever the
service answers or however it hangs up is none of its business: the kit looks at the service and its other peers.
"""

import itertools
import json
import os
import random
import socket
import time

import zmtp

ATTACKS = {}


def attack(target_socket="rpc", memory=96, ends_service=False):
    """Declares an attack.

    `memory` is the bound in MiB on what the service may grow by. With `ends_service` the service may end and be started
    again, by its memory limit, which is the bound then, or because libzmq aborts.
    """

    def declare(function):
        function.endpoint, function.memory, function.ends_service = target_socket, memory, ends_service
        ATTACKS[function.__name__] = function
        return function

    return declare


class Strangers:
    """The connections of one attack, all closed at its end."""

    def __init__(self):
        self._open = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        while self._open:
            self._open.pop().close()

    def __len__(self):
        return len(self._open)

    def add(self, stranger):
        self._open.append(stranger)
        return stranger

    def forget_oldest(self, above):
        while len(self._open) > above:
            self._open.pop(0).close()


def try_to(function, *arguments, **options):
    """The result, or None where the service or the system did not let us."""
    try:
        return function(*arguments, **options)
    except (OSError, TimeoutError):
        return None


# MARK: Before the handshake


@attack()
def half_open_connections(target):
    """200 peers connect and say nothing; those that are cut come again."""
    made = 0
    with Strangers() as strangers:
        while not target.is_over():
            while len(strangers) < 200:
                stranger = try_to(zmtp.connect, target.endpoint)
                if stranger is None:
                    break
                strangers.add(stranger)
                made += 1
            target.wait(0.5)
            strangers.forget_oldest(above=150)
    return f"{made} connections"


@attack()
def port_scan(target):
    """Peers connect and leave at once, one after another, as fast as they can."""
    made = 0
    while not target.is_over():
        stranger = try_to(zmtp.connect, target.endpoint)
        if stranger is not None:
            stranger.close()
            made += 1
    return f"{made} connections"


@attack()
def wrong_greetings(target):
    """Other protocols, other versions of ZMTP, mechanisms that are not spoken here, noise."""
    source = random.Random(1)
    good = zmtp.greeting()
    heads = [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x01\x00",  # ZMTP 1.0
        b"\xff" + bytes(8) + b"\x7f\x01\x05\x00",  # ZMTP 2.0
        zmtp.greeting(version=(9, 9)),
        zmtp.greeting(mechanism=b"PLAIN"),
        zmtp.greeting(mechanism=b"CURVE"),
        zmtp.greeting(mechanism=b"GSSAPI"),
        zmtp.greeting(as_server=True),
        good + b"\x04\xff" * 20,
        good + zmtp.frame(b"\x05READY\xff" + b"x" * 90, zmtp.COMMAND),
        good + zmtp.ready("SUB"),
        good + zmtp.ready("NOSUCH"),
        good + zmtp.ready("DEALER", Identity=b"i" * 255),
        good + zmtp.ready("DEALER", Identity=b"\0own"),
        good + zmtp.ready("DEALER", **{f"X{number}": b"v" * 200 for number in range(200)}),
        good + zmtp.ready("DEALER") + zmtp.frame(b"\x05ERROR\x02no", zmtp.COMMAND),
        good + zmtp.ready("DEALER") + zmtp.frame(b"\x04PING\xff\xff" + b"c" * 100, zmtp.COMMAND),
        good + zmtp.ready("DEALER") + b"\xf8\x01x",
    ]
    sent = 0
    for head in itertools.cycle(heads):
        if target.is_over():
            return f"{sent} greetings"
        stranger = try_to(zmtp.connect, target.endpoint)
        if stranger is None:
            continue
        with stranger:
            try_to(stranger.sendall, head + source.randbytes(source.randrange(300)))
            stranger.settimeout(0.01)
            try_to(stranger.recv, 256)
            sent += 1


@attack()
def slow_loris(target):
    """100 handshakes of which a byte comes now and then."""
    hello = zmtp.greeting() + zmtp.ready("DEALER")
    cut = 0
    with Strangers() as strangers:
        places = []
        while not target.is_over():
            while len(places) < 100:
                stranger = try_to(zmtp.connect, target.endpoint)
                if stranger is None:
                    break
                places.append([strangers.add(stranger), 0])
            for place in places:
                stranger, at = place
                if try_to(stranger.send, hello[at : at + 1]) is None:
                    stranger.close()
                    cut += 1
                    place[1] = len(hello)
                else:
                    place[1] += 1
            places = [place for place in places if place[1] < len(hello)]
            target.wait(0.1)
    return f"{cut} were cut"


@attack()
def storm_of_connects(target):
    """Complete handshakes, each given up at once: thousands in a second."""
    hello = zmtp.greeting() + zmtp.ready("DEALER")
    made = 0
    with Strangers() as strangers:
        while not target.is_over():
            stranger = try_to(zmtp.connect, target.endpoint)
            if stranger is None:
                strangers.forget_oldest(above=0)
                continue
            strangers.add(stranger)
            try_to(stranger.sendall, hello)
            made += 1
            strangers.forget_oldest(above=50)
    return f"{made} connections"


# MARK: Frames


@attack()
def frames_of_2_to_the_63(target):
    """Frames that are announced with absurd lengths, and of which little comes."""
    lengths = [2**63 - 1, 2**63, 2**64 - 1, 2**40, 2**31, (1 << 20) + 1]
    sent = 0
    for length in itertools.cycle(lengths):
        if target.is_over():
            return f"{sent} frames"
        stranger = try_to(zmtp.introduce, target.endpoint)
        if stranger is None:
            continue
        with stranger:
            try_to(stranger.sendall, bytes([zmtp.LONG]) + length.to_bytes(8, "big") + b"x" * 4096)
            stranger.settimeout(0.05)
            try_to(stranger.recv, 256)
            sent += 1


@attack(ends_service=True)
def endless_more_frames(target):
    """One message that never ends: frames of 64 KiB, each announcing another."""
    more = zmtp.frame(b"x" * 65_536, zmtp.MORE)
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint)
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over() and try_to(lambda: [stranger.sendall(more * 8)]):
                sent += 8 * len(more)
    return f"{sent >> 20} MiB"


@attack(ends_service=True)
def last_words_of_pings(target):
    """Peers that send more than is taken, pings among it, and leave: libzmq 4.3.4 aborts when it answers such a ping."""
    ping = zmtp.frame(b"\x04PING\0\0", zmtp.COMMAND)
    words = (zmtp.frame(b"x") * 30 + ping) * 2_000
    made = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint)
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            stranger.settimeout(0.05)
            try_to(stranger.sendall, words)
            made += 1
    return f"{made} peers"


@attack()
def messages_of_many_frames(target):
    """Whole messages of 1 000 frames."""
    message = zmtp.frame(b"x" * 100, zmtp.MORE) * 999 + zmtp.frame(b"x")
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint)
        if stranger is None:
            continue
        with stranger:
            for _ in range(50):
                if try_to(lambda: [stranger.sendall(message)]) is None or target.is_over():
                    break
                sent += 1
                try_to(zmtp.receive_message, stranger)
    return f"{sent} messages"


# MARK: Requests


@attack(memory=128)
def replies_that_nobody_reads(target):
    """20 peers ask for the largest answer there is, over and over, and read none of them."""
    ask = zmtp.frame(b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}')
    asked = 0
    with Strangers() as strangers:
        peers = []
        while not target.is_over():
            while len(peers) < 20:
                stranger = try_to(zmtp.introduce, target.endpoint)
                if stranger is None:
                    break
                stranger.setblocking(False)
                peers.append(strangers.add(stranger))
            busy = False
            for peer in list(peers):
                try:
                    peer.send(ask)
                    asked += 1
                    busy = True
                except BlockingIOError:
                    pass
                except OSError:
                    peers.remove(peer)
            if not busy:
                target.wait(0.05)
    return f"{asked} requests"


@attack(memory=128)
def replies_for_peers_that_are_gone(target):
    """Peers that ask for the largest answer there is 100 times and leave, as fast as they can."""
    ask = zmtp.frame(b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}') * 100
    asked = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint)
        if stranger is None:
            continue
        with stranger:
            if try_to(lambda: [stranger.sendall(ask)]):
                asked += 100
                # Until the answers begin to come: a peer that leaves earlier is not even read.
                try_to(stranger.recv, 256)
    return f"{asked} requests"


@attack()
def another_peers_identity(target):
    """Peers introduce themselves as somebody else: with a routing id of the service's own making, or all with one."""
    claimed = 0
    for number in itertools.count():
        if target.is_over():
            return f"{claimed} claims"
        # libzmq makes ids of a zero byte and a number; 3.x peers may name any other.
        for identity in (bytes([0]) + os.urandom(4), b"legit", b"\0\x80\0A\xa7"):
            stranger = try_to(zmtp.introduce, target.endpoint, Identity=identity)
            if stranger is None:
                continue
            with stranger:
                claimed += 1
                try_to(stranger.sendall, zmtp.frame(b'{"jsonrpc":"2.0","id":"stolen","method":"service.ping"}'))
                stranger.settimeout(0.05)
                reply = try_to(zmtp.receive_message, stranger)
                # What comes back is the answer to this question, or none at all: never somebody else's.
                assert reply is None or json.loads(reply[-1])["id"] == "stolen", reply


@attack()
def flood_of_requests(target):
    """One peer sends small requests as fast as they are taken, and reads the answers."""
    ask = zmtp.frame(b'{"jsonrpc":"2.0","id":1,"method":"juice.stock.list"}') * 64
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint)
        if stranger is None:
            continue
        with stranger:
            while not target.is_over():
                if try_to(lambda: [stranger.sendall(ask)]) is None:
                    break
                sent += 64
                for _ in range(64):
                    if try_to(zmtp.receive_message, stranger) is None:
                        break
    return f"{sent} requests"


@attack(memory=128)
def requests_of_peers_that_are_gone(target):
    """Peers that send 64 requests and leave, as fast as they can."""
    ask = zmtp.frame(b'{"jsonrpc":"2.0","id":1,"method":"juice.stock.list"}') * 64
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint)
        if stranger is None:
            continue
        with stranger:
            if try_to(lambda: [stranger.sendall(ask)]):
                sent += 64
    return f"{sent} requests"


@attack()
def large_batches(target):
    """Batches of 256 requests, each with an answer that would fill the reply alone."""
    batch = [{"jsonrpc": "2.0", "id": number, "method": "rpc.discover"} for number in range(256)]
    message = zmtp.frame(json.dumps(batch).encode())
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint)
        if stranger is None:
            continue
        with stranger:
            while not target.is_over() and try_to(lambda: [stranger.sendall(message)]):
                sent += 1
                if try_to(zmtp.receive_message, stranger) is None:
                    break
    return f"{sent} batches"


@attack(memory=256)
def flood_of_large_messages(target):
    """20 peers send messages of a MiB, which are none, as fast as they are taken."""
    message = memoryview(zmtp.frame(b"x" * (1 << 20)))
    sent = 0
    with Strangers() as strangers:
        peers = []
        while not target.is_over():
            while len(peers) < 20:
                stranger = try_to(zmtp.introduce, target.endpoint)
                if stranger is None:
                    break
                stranger.setblocking(False)
                peers.append((strangers.add(stranger), [message]))
            busy = False
            for peer, rest in list(peers):
                try:
                    rest[0] = rest[0][peer.send(rest[0]) :]
                    busy = True
                    if not rest[0]:
                        rest[0] = message
                        sent += 1
                    peer.recv(1 << 16)
                except BlockingIOError:
                    pass
                except OSError:
                    peers.remove((peer, rest))
            if not busy:
                target.wait(0.01)
    return f"{sent} messages"


# MARK: Subscriptions


@attack(target_socket="events", memory=128)
def flood_of_subscriptions(target):
    """One peer after another subscribes to random topics, as fast as they are taken."""
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint, "SUB")
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over():
                wishes = b"".join(zmtp.frame(b"\x01" + os.urandom(63)) for _ in range(500))
                if try_to(lambda: [stranger.sendall(wishes)]) is None:
                    break
                sent += 500
    return f"{sent} subscriptions"


@attack(target_socket="events")
def flood_of_cancellations(target):
    """Peers cancel topics that nobody ever subscribed to, as fast as they are taken."""
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint, "XSUB")
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over():
                wishes = b"".join(zmtp.frame(b"\x00" + os.urandom(63)) for _ in range(500))
                if try_to(lambda: [stranger.sendall(wishes)]) is None:
                    break
                sent += 500
    return f"{sent} cancellations"


@attack(target_socket="events")
def flood_of_rubbish(target):
    """Peers send the publisher messages that are neither a subscription nor its end."""
    rubbish = zmtp.frame(b"\x02" + b"x" * 63) * 500
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint, "XSUB")
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over() and try_to(lambda: [stranger.sendall(rubbish)]):
                sent += 500
    return f"{sent} messages"


@attack(target_socket="events", ends_service=True)
def endless_subscription(target):
    """One subscription that never ends: frames of 100 bytes, each announcing another."""
    more = zmtp.frame(b"\x01" + b"x" * 99, zmtp.MORE) * 1_000
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint, "SUB")
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over() and try_to(lambda: [stranger.sendall(more)]):
                sent += len(more)
    return f"{sent >> 20} MiB"


@attack(target_socket="events")
def subscriptions_of_other_sizes(target):
    """Subscriptions of every length, cancelled ones that never were, and messages that are none."""
    source = random.Random(2)
    sent = 0
    while not target.is_over():
        stranger = try_to(zmtp.introduce, target.endpoint, "XSUB")
        if stranger is None:
            continue
        with stranger:
            for length in (0, 1, 63, 64, 65, 127, 128, 245, 246, 255, 256, 1000):
                kind = source.choice([b"\x01", b"\x00", b"\x02"])
                if try_to(lambda: [stranger.sendall(zmtp.frame(kind + source.randbytes(length)))]) is None:
                    break
                sent += 1
    return f"{sent} messages"


@attack(target_socket="events")
def crowds_that_leave(target):
    """100 subscribers with long topics that leave all at once, again and again; many more are felt, see SECURITY.md."""
    left = 0
    while not target.is_over():
        with Strangers() as strangers:
            for _ in range(100):
                stranger = try_to(zmtp.introduce, target.endpoint, "SUB")
                if stranger is None:
                    break
                strangers.add(stranger)
                wishes = b"".join(zmtp.frame(b"\x01" + os.urandom(120)) for _ in range(4))
                if try_to(lambda: [stranger.sendall(wishes)]) is None or target.is_over():
                    break
            left += len(strangers)
        target.wait(0.5)
    return f"{left} subscribers"


@attack(target_socket="events")
def subscribers_that_do_not_read(target):
    """50 subscribers to everything that never take an event, while events are made."""
    made = 0
    with Strangers() as strangers:
        while not target.is_over():
            while len(strangers) < 50:
                stranger = try_to(zmtp.introduce, target.endpoint, "SUB")
                if stranger is None:
                    break
                try_to(stranger.sendall, zmtp.frame(b"\x01"))
                strangers.add(stranger)
                made += 1
            target.wait(0.1)
    return f"{made} subscribers"
