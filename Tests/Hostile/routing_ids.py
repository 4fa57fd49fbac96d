"""Attacks with routing ids, by which a ROUTER knows its peers and which a peer may choose."""

import json
import os

from attacks import attack, try_to


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
