"""Attacks with requests: too many, too large, and by peers that read no answers or are gone."""

import json

from attacks import DISCOVER, LIST, LONGEST, Strangers, attack, try_to


@attack(memory=160)
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


@attack(memory=128, ends_service=("ipc",), longest={"ipc": LONGEST})
def requests_of_peers_that_are_gone(target):
    """Peers that send 64 requests and leave, as fast as they can.

    Over ipc that is faster than they can be answered, so that the service may end by its memory limit.
    """
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
