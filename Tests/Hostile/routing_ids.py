"""Attacks with routing ids, by which a ROUTER knows its peers and which a peer may choose."""

import itertools
import json
import os

from attacks import Strangers, attack, try_to
from crowds import Crowd


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


# What the automatic routing ids of the first two ROUTERs of a process begin with, where nobody has seeded rand(): libzmq 4.3.4
# does not, and takes its first two numbers (with glibc) for the first ROUTER and the next two for the second. With CURVE the
# handler of ZAP is the first. Each peer without an id of its own gets the next number.
FIRST_IDS = (0x6B8B4567, 0xE43C9869)
# How many ids from each of them on are held at one time, and by how many they are moved on.
WINDOW, STEP = 300, 60


@attack(tested_over=("ipc", "curve"))
def guessed_routing_id(target):
    """A peer holds the ids that the service will give to its next clients: libzmq 4.3.4 aborts when it gives one of them."""
    claimed = 0
    while not target.is_over():
        with Strangers() as strangers:
            for offset in itertools.count():
                if target.is_over() or not all(claim_id(target, strangers, first + offset) for first in FIRST_IDS):
                    # It has ended, or does not let us: from the beginning.
                    target.wait(0.01)
                    break
                claimed += len(FIRST_IDS)
                if offset >= WINDOW and offset % STEP == 0:
                    strangers.forget_oldest(above=(WINDOW - STEP) * len(FIRST_IDS))
                    # Those that are held are those of the clients of the next second or so.
                    target.wait(1)
    return f"{claimed} claims"


def claim_id(target, strangers, number):
    """Whether the service let a peer of that id in."""
    stranger = try_to(target.introduce, Identity=b"\0" + (number & 0xFFFFFFFF).to_bytes(4, "big"))
    if stranger is not None:
        strangers.add(stranger)
    return stranger is not None


@attack(files=1024, tested_over=("ipc",), served=30)
def foreign_routing_ids_held(target):
    """One peer opens as many connections with routing ids of its own as it can; the service may open 1024 files."""
    with Crowd(700, lambda: target.introduce(Identity=os.urandom(8))) as crowd:
        crowd.hold(target)
        return f"{crowd}, {crowd.most} at a time"
