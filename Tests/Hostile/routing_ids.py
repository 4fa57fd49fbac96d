"""Attacks with routing ids, by which a ROUTER knows its peers and which a peer may choose."""

import json
import os

from attacks import attack, try_to
from crowds import Crowd


@attack()
def another_peers_identity(target):
    """Peers introduce themselves with the routing id of a peer that is there."""
    with target.introduce(Identity=b"legit") as victim:
        return f"{claim_identity(target, victim)} claims"


def claim_identity(target, victim):
    claimed = 0
    while not target.is_over():
        # Whatever others claim, its answers come to the one who was there first.
        victim.sendall(victim.frames(b'{"jsonrpc":"2.0","id":"own","method":"service.ping"}'))
        assert json.loads(victim.receive_message()[-1])["id"] == "own"
        stranger = try_to(target.introduce, Identity=b"legit")
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


@attack(files=1024, tested_over=("ipc",), served=30)
def foreign_routing_ids_held(target):
    """One peer opens as many connections with routing ids of its own as it can; the service may open 1024 files."""
    with Crowd(700, lambda: target.introduce(Identity=os.urandom(8))) as crowd:
        crowd.hold(target)
        return f"{crowd}, {crowd.most} at a time"
