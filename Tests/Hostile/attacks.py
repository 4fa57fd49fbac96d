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
from curve_keys import Keys

ATTACKS = {}

PING = b"\x04PING\xff\xff" + b"c" * 100
# The beginning of another mechanism than the one that is spoken, and a request behind it.
OTHER_MECHANISMS = [
    zmtp.greeting(b"PLAIN") + zmtp.frame(b"\x05HELLO\x05admin\x05admin", zmtp.COMMAND),
    zmtp.greeting(b"CURVE") + zmtp.frame(b"\x05HELLO\x01\x00" + bytes(192), zmtp.COMMAND),
    zmtp.greeting(b"GSSAPI") + zmtp.frame(b"\x08INITIATE" + bytes(64), zmtp.COMMAND),
]
# What no client of CURVE begins with.
STRANGE_COMMANDS = [
    b"\x05HELLO",
    b"\x05HELLO\x01\x00" + bytes(191),
    b"\x05HELLO\x09\x09" + bytes(192),
    b"\x08INITIATE" + bytes(400),
    b"\x07MESSAGE" + bytes(400),
    b"\x05READY" + bytes(30),
    PING,
]
# The largest answer there is, and a small one.
DISCOVER = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}'
LIST = b'{"jsonrpc":"2.0","id":1,"method":"juice.stock.list"}'


def attack(target_socket="rpc", memory=96, ends_service=(), surroundings=("ipc", "tcp", "curve")):
    """Declares an attack.

    `memory` is the bound in MiB on what the service may grow by. In the surroundings of `ends_service` the service may end
    and be started again, by its memory limit, which is the bound then, or because libzmq aborts. `surroundings` says where
    the attack is possible.
    """

    def declare(function):
        function.endpoint, function.memory, function.ends_service = target_socket, memory, ends_service
        function.surroundings = surroundings
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
                stranger = try_to(target.connect)
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
        stranger = try_to(target.connect)
        if stranger is not None:
            stranger.close()
            made += 1
    return f"{made} connections"


@attack()
def wrong_greetings(target):
    """Other protocols, other versions of ZMTP, mechanisms that are not spoken here, noise."""
    source = random.Random(1)
    good, curve = zmtp.greeting(), zmtp.greeting(b"CURVE")
    heads = [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\x01\x00",  # ZMTP 1.0
        b"\xff" + bytes(8) + b"\x7f\x01\x05\x00",  # ZMTP 2.0
        zmtp.greeting(version=(9, 9)),
        *OTHER_MECHANISMS,
        *(curve + zmtp.frame(command, zmtp.COMMAND) for command in STRANGE_COMMANDS),
        zmtp.greeting(as_server=True),
        good + b"\x04\xff" * 20,
        good + zmtp.frame(b"\x05READY\xff" + b"x" * 90, zmtp.COMMAND),
        good + zmtp.ready("SUB"),
        good + zmtp.ready("NOSUCH"),
        good + zmtp.ready("DEALER", Identity=b"i" * 255),
        good + zmtp.ready("DEALER", Identity=b"\0own"),
        good + zmtp.ready("DEALER", **{f"X{number}": b"v" * 200 for number in range(200)}),
        good + zmtp.ready("DEALER") + zmtp.frame(b"\x05ERROR\x02no", zmtp.COMMAND),
        good + zmtp.ready("DEALER") + zmtp.frame(PING, zmtp.COMMAND),
        good + zmtp.ready("DEALER") + b"\xf8\x01x",
    ]
    sent = 0
    for head in itertools.cycle(heads):
        if target.is_over():
            return f"{sent} greetings"
        stranger = try_to(target.connect)
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
    hello = target.surroundings.opening()
    cut = 0
    with Strangers() as strangers:
        places = []
        while not target.is_over():
            while len(places) < 100:
                stranger = try_to(target.connect)
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
    """Handshakes that are given up as soon as all is said, thousands in a second; every tenth waits until it is let in."""
    hello = target.surroundings.opening()
    made = 0
    with Strangers() as strangers:
        while not target.is_over():
            stranger = try_to(target.connect if made % 10 else target.introduce)
            if stranger is None:
                strangers.forget_oldest(above=0)
                continue
            strangers.add(stranger)
            if made % 10:
                try_to(stranger.sendall, hello)
            made += 1
            strangers.forget_oldest(above=50)
    return f"{made} connections"


# MARK: Without a key that is let in


@attack(surroundings=("curve",))
def other_mechanisms(target):
    """Peers without a key, which speak NULL or PLAIN, and ask for something all the same."""
    ready = zmtp.greeting() + zmtp.ready("DEALER")
    asked = 0
    for head in itertools.cycle([ready, *OTHER_MECHANISMS]):
        if target.is_over():
            return f"{asked} requests"
        stranger = try_to(target.connect)
        if stranger is None:
            continue
        with stranger:
            if try_to(lambda: [stranger.sendall(head + zmtp.frame(LIST) * 10)]) is None:
                continue
            asked += 10
            heard = read_to_the_end(stranger)
            assert b"jsonrpc" not in heard and b"READY" not in heard, heard


@attack(surroundings=("curve",))
def unknown_keys(target):
    """Peers that know the server's key and show one of their own that nobody allowed, a new one each."""
    shown = 0
    while not target.is_over():
        assert try_to(target.introduce, keys=Keys()) is None, "somebody was let in"
        shown += 1
    return f"{shown} keys"


@attack(surroundings=("curve",))
def revoked_keys(target):
    """A key that is taken from the list: those who are in go on asking, and others try to get in with it."""
    surroundings, refused, asked = target.surroundings, 0, 0
    keys = surroundings.allow("fired")
    target.read_clients_again()
    with Strangers() as strangers:
        peers = [strangers.add(target.introduce(keys=keys)) for _ in range(10)]
        surroundings.revoke("fired")
        target.read_clients_again()
        while not target.is_over():
            for peer in peers:
                peer.sendall(peer.frames(LIST))
                answer = json.loads(peer.receive_message()[-1])
                assert answer["error"]["data"]["reason"] == "UNAUTHENTICATED", answer
                asked += 1
            assert try_to(target.introduce, keys=keys) is None, "somebody was let in"
            refused += 1
    return f"{asked} requests, {refused} keys"


def stages_of_strangers(target):
    """Connections that have got as far as one can without a listed key, by stage, until the attack is over."""
    for stage in itertools.cycle(("another mechanism", "no key", "welcomed", "unknown key")):
        if target.is_over():
            return
        stranger, handshake, welcome = None, None, None
        if stage in ("another mechanism", "no key"):
            stranger = try_to(target.connect)
        elif reached := try_to(target.surroundings.welcomed, target.endpoint, Keys()):
            stranger, handshake, welcome = reached
        if stranger is None:
            target.wait(0.01)
            continue
        with stranger:
            if stage == "unknown key":
                try_to(target.surroundings.initiate, stranger, handshake, welcome)
            elif stage != "welcomed":
                try_to(stranger.sendall, zmtp.greeting(b"CURVE" if stage == "no key" else b"NULL"))
            yield stranger


def read_to_the_end(stranger):
    """What comes until the service hangs up, which it does at once or when the time for a handshake is over."""
    heard = b""
    while piece := try_to(stranger.recv, 65_536):
        heard += piece
    return heard


@attack(surroundings=("curve",))
def endless_frames_of_strangers(target):
    """Peers without a listed key send frames that announce another one, at each stage of the handshake."""
    more = zmtp.frame(b"x" * 65_536, zmtp.MORE)
    small = zmtp.frame(b"x" * 100, zmtp.MORE) * 500
    sent, made = 0, 0
    for stranger, frames in zip(stages_of_strangers(target), itertools.cycle([more] * 4 + [small] * 4)):
        while not target.is_over() and try_to(lambda: [stranger.sendall(frames)]):
            sent += len(frames)
        made += 1
    return f"{made} peers, {sent >> 20} MiB"


@attack(surroundings=("curve",))
def pings_of_strangers(target):
    """Peers without a listed key ping, at each stage of the handshake, and leave: no ping is answered before its end."""
    words = (zmtp.frame(b"x") * 30 + zmtp.frame(b"\x04PING\0\0", zmtp.COMMAND)) * 200
    made = 0
    for stranger, is_ping_first in zip(stages_of_strangers(target), itertools.cycle([True] * 4 + [False] * 4)):
        stranger.settimeout(0.05)
        try_to(stranger.sendall, zmtp.frame(PING, zmtp.COMMAND) * 50 if is_ping_first else words)
        assert b"\x04PONG" not in (try_to(stranger.recv, 65_536) or b""), "a ping was answered"
        made += 1
    return f"{made} peers"


# MARK: Frames


@attack()
def frames_of_2_to_the_63(target):
    """Frames that are announced with absurd lengths, and of which little comes."""
    lengths = [2**63 - 1, 2**63, 2**64 - 1, 2**40, 2**31, (1 << 20) + 1]
    sent = 0
    for length in itertools.cycle(lengths):
        if target.is_over():
            return f"{sent} frames"
        stranger = try_to(target.introduce)
        if stranger is None:
            continue
        with stranger:
            try_to(stranger.sendall, bytes([zmtp.LONG]) + length.to_bytes(8, "big") + b"x" * 4096)
            stranger.settimeout(0.05)
            try_to(stranger.recv, 256)
            sent += 1


@attack(memory=320, ends_service=("ipc",))
def endless_more_frames(target):
    """One message that never ends: frames of 64 KiB, each announcing another."""
    piece = b"x" * 65_536
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            # After it was hung up on, the system may keep what is on its way for a while, and then nothing moves.
            stranger.settimeout(1)
            while not target.is_over():
                more = stranger.frames(*[piece] * 8, flags=zmtp.MORE)
                if try_to(lambda: [stranger.sendall(more)]) is None:
                    break
                sent += len(more)
    return f"{sent >> 20} MiB"


@attack(ends_service=("ipc", "tcp", "curve"))
def last_words_of_pings(target):
    """Peers that send more than is taken, pings among it, and leave: libzmq 4.3.4 aborts when it answers such a ping."""
    made = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            words = b""
            for _ in range(200):
                words += stranger.frames(*[b"x"] * 30) + stranger.frames(b"\x04PING\0\0", flags=zmtp.COMMAND)
            stranger.settimeout(0.05)
            try_to(stranger.sendall, words)
            made += 1
    return f"{made} peers"


@attack()
def messages_of_many_frames(target):
    """Whole messages of 1 000 frames."""
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            continue
        with stranger:
            for _ in range(50):
                message = stranger.frames(*[b"x" * 100] * 999, flags=zmtp.MORE) + stranger.frames(b"x")
                if try_to(lambda: [stranger.sendall(message)]) is None or target.is_over():
                    break
                sent += 1
                try_to(stranger.receive_message)
    return f"{sent} messages"


# MARK: Requests


@attack(memory=128)
def replies_that_nobody_reads(target):
    """20 peers ask for the largest answer there is, over and over, and read none of them."""
    asked = 0
    with Strangers() as strangers:
        peers = []
        while not target.is_over():
            while len(peers) < 20:
                stranger = try_to(target.introduce)
                if stranger is None:
                    break
                stranger.setblocking(False)
                peers.append(strangers.add(stranger))
            busy = False
            for peer in list(peers):
                try:
                    peer.send(peer.frames(DISCOVER))
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
    asked = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            continue
        with stranger:
            if try_to(lambda: [stranger.sendall(stranger.frames(*[DISCOVER] * 100))]):
                asked += 100
                # Until the answers begin to come: a peer that leaves earlier is not even read.
                try_to(stranger.recv, 256)
    return f"{asked} requests"


@attack()
def another_peers_identity(target):
    """Peers introduce themselves as somebody else: with a routing id of the service's own making, or that of a peer."""
    with target.introduce(Identity=b"legit") as victim:
        return f"{claim_identities(target, victim)} claims"


def claim_identities(target, victim):
    claimed = 0
    while not target.is_over():
        # Whatever others claim, its answers come to the one who was there first.
        victim.sendall(victim.frames(b'{"jsonrpc":"2.0","id":"own","method":"service.ping"}'))
        assert json.loads(victim.receive_message()[-1])["id"] == "own"
        # libzmq makes ids of a zero byte and a number; 3.x peers may name any other.
        for identity in (bytes([0]) + os.urandom(4), b"legit", b"\0\x80\0A\xa7"):
            stranger = try_to(target.introduce, Identity=identity)
            if stranger is None:
                continue
            with stranger:
                claimed += 1
                ask = stranger.frames(b'{"jsonrpc":"2.0","id":"stolen","method":"service.ping"}')
                try_to(stranger.sendall, ask)
                stranger.settimeout(0.05)
                reply = try_to(stranger.receive_message)
                # What comes back is the answer to this question, or none at all: never somebody else's.
                assert reply is None or json.loads(reply[-1])["id"] == "stolen", reply
    return claimed


@attack()
def flood_of_requests(target):
    """One peer sends small requests as fast as they are taken, and reads the answers."""
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            continue
        with stranger:
            while not target.is_over():
                if try_to(lambda: [stranger.sendall(stranger.frames(*[LIST] * 64))]) is None:
                    break
                sent += 64
                for _ in range(64):
                    if try_to(stranger.receive_message) is None:
                        break
    return f"{sent} requests"


@attack(memory=128, ends_service=("ipc",))
def requests_of_peers_that_are_gone(target):
    """Peers that send 64 requests and leave, as fast as they can. Over ipc that is faster than they can be answered."""
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            continue
        with stranger:
            if try_to(lambda: [stranger.sendall(stranger.frames(*[LIST] * 64))]):
                sent += 64
    return f"{sent} requests"


@attack()
def large_batches(target):
    """Batches of 256 requests, each with an answer that would fill the reply alone."""
    batch = [{"jsonrpc": "2.0", "id": number, "method": "rpc.discover"} for number in range(256)]
    message = json.dumps(batch).encode()
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce)
        if stranger is None:
            continue
        with stranger:
            while not target.is_over() and try_to(lambda: [stranger.sendall(stranger.frames(message))]):
                sent += 1
                if try_to(stranger.receive_message) is None:
                    break
    return f"{sent} batches"


@attack(memory=256)
def flood_of_large_messages(target):
    """20 peers send messages of a MiB, which are none, as fast as they are taken."""
    message = b"x" * (1 << 20)
    sent = 0
    with Strangers() as strangers:
        peers = []
        while not target.is_over():
            while len(peers) < 20:
                stranger = try_to(target.introduce)
                if stranger is None:
                    break
                stranger.setblocking(False)
                peers.append((strangers.add(stranger), [memoryview(b"")]))
            busy = False
            for peer, rest in list(peers):
                try:
                    if not rest[0]:
                        rest[0] = memoryview(peer.frames(message))
                    rest[0] = rest[0][peer.send(rest[0]) :]
                    busy = True
                    sent += not rest[0]
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
        stranger = try_to(target.introduce, "SUB")
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over():
                wishes = stranger.frames(*[b"\x01" + os.urandom(63) for _ in range(500)])
                if try_to(lambda: [stranger.sendall(wishes)]) is None:
                    break
                sent += 500
    return f"{sent} subscriptions"


@attack(target_socket="events")
def flood_of_cancellations(target):
    """Peers cancel topics that nobody ever subscribed to, as fast as they are taken."""
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce, "XSUB")
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over():
                wishes = stranger.frames(*[b"\x00" + os.urandom(63) for _ in range(500)])
                if try_to(lambda: [stranger.sendall(wishes)]) is None:
                    break
                sent += 500
    return f"{sent} cancellations"


@attack(target_socket="events")
def flood_of_rubbish(target):
    """Peers send the publisher messages that are neither a subscription nor its end."""
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce, "XSUB")
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            while not target.is_over():
                rubbish = stranger.frames(*[b"\x02" + b"x" * 63] * 500)
                if try_to(lambda: [stranger.sendall(rubbish)]) is None:
                    break
                sent += 500
    return f"{sent} messages"


@attack(target_socket="events", memory=320, ends_service=("ipc",))
def endless_subscription(target):
    """One subscription that never ends: frames of 64 bytes, each announcing another."""
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce, "SUB")
        if stranger is None:
            target.wait(0.05)
            continue
        with stranger:
            stranger.settimeout(1)
            while not target.is_over():
                more = stranger.frames(*[b"\x01" + b"x" * 63] * 1_000, flags=zmtp.MORE)
                if try_to(lambda: [stranger.sendall(more)]) is None:
                    break
                sent += len(more)
    return f"{sent >> 20} MiB"


@attack(target_socket="events")
def subscriptions_of_other_sizes(target):
    """Subscriptions of every length, cancelled ones that never were, and messages that are none."""
    source = random.Random(2)
    sent = 0
    while not target.is_over():
        stranger = try_to(target.introduce, "XSUB")
        if stranger is None:
            continue
        with stranger:
            for length in (0, 1, 63, 64, 65, 127, 128, 245, 246, 255, 256, 1000):
                kind = source.choice([b"\x01", b"\x00", b"\x02"])
                wish = stranger.frames(kind + source.randbytes(length))
                if try_to(lambda: [stranger.sendall(wish)]) is None:
                    break
                sent += 1
    return f"{sent} messages"


@attack(target_socket="events")
def crowds_that_leave(target):
    """As many subscribers as are let in ask for all that they may at the same time, and leave at the same time.

    Over ipc for less: there a crowd that asks for more is felt, see SECURITY.md.
    """
    left, topics = 0, 4 if target.surroundings.name == "ipc" else 60
    while not target.is_over():
        with Strangers() as strangers:
            crowd = []
            while len(crowd) < 160 and not target.is_over():
                stranger = try_to(target.introduce, "SUB")
                if stranger is None:
                    break
                crowd.append(strangers.add(stranger))
            wishes = [peer.frames(*[b"\x01" + os.urandom(60) for _ in range(topics)]) for peer in crowd]
            for peer, wish in zip(crowd, wishes):
                try_to(peer.sendall, wish)
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
                stranger = try_to(target.introduce, "SUB")
                if stranger is None:
                    break
                try_to(stranger.sendall, stranger.frames(b"\x01"))
                strangers.add(stranger)
                made += 1
            target.wait(0.1)
    return f"{made} subscribers"
