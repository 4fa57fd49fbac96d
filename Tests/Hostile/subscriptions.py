"""Attacks with subscriptions: too many, without an end, none at all."""

import os
import random

import zmtp
from attacks import Strangers, attack, send_again_and_again, try_to


@attack(target_socket="events", memory=128)
def flood_of_subscriptions(target):
    """One peer after another subscribes to random topics, as fast as they are taken."""
    _, times = send_again_and_again(
        target, "SUB", lambda peer: peer.frames(*[b"\x01" + os.urandom(63) for _ in range(500)])
    )
    return f"{500 * times} subscriptions"


@attack(target_socket="events")
def flood_of_cancellations(target):
    """Peers cancel topics that nobody ever subscribed to, as fast as they are taken."""
    _, times = send_again_and_again(
        target, "XSUB", lambda peer: peer.frames(*[b"\x00" + os.urandom(63) for _ in range(500)])
    )
    return f"{500 * times} cancellations"


@attack(target_socket="events")
def flood_of_rubbish(target):
    """Peers send the publisher messages that are neither a subscription nor its end."""
    _, times = send_again_and_again(target, "XSUB", lambda peer: peer.frames(*[b"\x02" + b"x" * 63] * 500))
    return f"{500 * times} messages"


@attack(target_socket="events", memory=320, ends_service=("ipc",))
def endless_subscription(target):
    """One subscription that never ends: frames of 64 bytes, each announcing another.

    Over ipc the system does not say how much came over a connection: where the service gets no processor in time to find who
    sends, it ends by its memory limit, and others wait for the next one.
    """
    taken, _ = send_again_and_again(
        target, "SUB", lambda peer: peer.frames(*[b"\x01" + b"x" * 63] * 1_000, flags=zmtp.MORE), timeout=1
    )
    return f"{taken >> 20} MiB"


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


@attack(target_socket="events", longest={"tcp": 8, "curve": 8}, mended=("tcp", "curve"))
def crowds_that_leave(target):
    """As many subscribers as are let in ask for all that they may at the same time, and leave at the same time.

    As libzmq is distributed, it visits the topics of all of them for each that leaves; over ipc they then ask for less, because
    there even more is felt, see SECURITY.md.
    """
    left, topics = 0, 4 if target.transport.name == "ipc" and not target.has_patched_library else 60
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
