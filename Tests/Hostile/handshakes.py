"""Attacks before the end of the handshake, and by peers without a key that is let in."""

import itertools
import json
import random

import zmtp
from attacks import LIST, PING, Strangers, attack, try_to
from curve_keys import Keys

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
    hello = target.transport.opening()
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
    hello = target.transport.opening()
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


@attack(transports=("curve",))
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


@attack(transports=("curve",))
def unknown_keys(target):
    """Peers that know the server's key and show one of their own that nobody allowed, a new one each."""
    shown = 0
    while not target.is_over():
        assert try_to(target.introduce, keys=Keys()) is None, "somebody was let in"
        shown += 1
    return f"{shown} keys"


@attack(transports=("curve",))
def revoked_keys(target):
    """A key that is taken from the list: those who are in go on asking, and others try to get in with it."""
    transport, refused, asked = target.transport, 0, 0
    keys = transport.allow("fired")
    target.read_clients_again()
    with Strangers() as strangers:
        peers = [strangers.add(target.introduce(keys=keys)) for _ in range(10)]
        transport.revoke("fired")
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
        elif reached := try_to(target.transport.welcomed, target.endpoint, Keys()):
            stranger, handshake, welcome = reached
        if stranger is None:
            target.wait(0.01)
            continue
        with stranger:
            if stage == "unknown key":
                try_to(target.transport.initiate, stranger, handshake, welcome)
            elif stage != "welcomed":
                try_to(stranger.sendall, zmtp.greeting(b"CURVE" if stage == "no key" else b"NULL"))
            yield stranger


def read_to_the_end(stranger):
    """What comes until the service hangs up, which it does at once or when the time for a handshake is over."""
    heard = b""
    while piece := try_to(stranger.recv, 65_536):
        heard += piece
    return heard


@attack(transports=("curve",))
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


@attack(transports=("curve",))
def pings_of_strangers(target):
    """Peers without a listed key ping, at each stage of the handshake: no ping is answered before its end."""
    made = 0
    for stranger in stages_of_strangers(target):
        stranger.settimeout(0.05)
        try_to(stranger.sendall, zmtp.frame(PING, zmtp.COMMAND) * 50)
        assert b"\x04PONG" not in (try_to(stranger.recv, 65_536) or b""), "a ping was answered"
        made += 1
    return f"{made} peers"
