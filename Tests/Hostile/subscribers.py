"""Attacks by subscribers as a crowd: those that keep others out, that read nothing, that come and go."""

import itertools
import json
import os
import socket

import zmtp
from attacks import LIST, Strangers, attack, try_to
from crowds import Attackers, Crowd

# MARK: Who keeps others out


@attack(target_socket="events", tested_over=("ipc",), served=30)
def half_open_subscribers(target):
    """200 peers begin no handshake with the publisher, or stop in the middle; those that are cut come again."""
    opening = target.transport.opening("SUB")
    turns = itertools.cycle((0, 10, 64, len(opening) - 1))

    with Crowd(200, target.connect, lambda stranger: stranger.sendall(opening[: next(turns)])) as crowd:
        crowd.hold(target)
        return str(crowd)


@attack(target_socket="events", longest={"tcp": 4}, tested_over=("curve",), served=30)
def idle_subscriptions_of_one_key(target):
    """One key, over ipc one process, holds 160 subscribers of one topic each, of which nothing is heard again.

    Without keys nobody can tell them from others, and those that are cut come again as fast as they can: the endpoint is closed
    to all for moments.
    """
    return hold_subscribers(target, [b"\x01nothing.ever."])


@attack(target_socket="events", tested_over=("ipc",), served=30)
def idle_subscribers_without_a_subscription(target):
    """The same, and none of them subscribes to anything."""
    return hold_subscribers(target, [])


def hold_subscribers(target, wishes):
    def say(stranger):
        stranger.sendall(stranger.frames(*wishes))

    with Crowd(160, lambda: target.introduce("SUB"), say) as crowd:
        crowd.hold(target)
        return f"{crowd}, {crowd.most} at a time"


# MARK: Who does not read

# As many subscribers as may be there at one time, but for the witness and what is left of the one before.
MOST_SUBSCRIBERS = 124
# A request for five events, and one that takes them back.
FRUITS = ("strawberry", "banana", "pineapple", "kiwi", "mango")


@attack(target_socket="events", total_memory=256, longest=dict.fromkeys(("ipc", "tcp", "curve"), 5), tested_over=())
def many_events_alone(target):
    """Events are made as fast as can be: no attack, but what the next one is compared with.

    Whoever joins asks for all of them, and is slower than they are made.
    """
    with Attackers(2, make_events, target) as writers:
        return f"{sum(writers.results(target))} events"


@attack(target_socket="events", total_memory=256, longest=dict.fromkeys(("ipc", "tcp", "curve"), 5), tested_over=("ipc",))
def silent_subscribers_and_many_events(target):
    """As many subscribers as are let in ask for everything and read nothing, while events are made as fast as can be.

    Whoever joins asks for all of them as well, and is slower than they are made: its marker may find its queue full, and then
    it has to ask again.
    """
    with Attackers(2, hold_silent, target) as silent, Attackers(2, make_events, target) as writers:
        events = sum(writers.results(target))
        return f"{events} events, {sum(silent.results(target))} subscribers made"


def hold_silent(number, target):
    """Holds half of the subscribers: one process, which is one client over ipc, may have no more. How many were made."""
    numbers = itertools.count(number, 2)

    def make():
        return target.introduce("SUB", **target.transport.reader(next(numbers)))

    def say(stranger):
        stranger.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stranger.sendall(stranger.frames(b"\x01"))

    with Crowd(MOST_SUBSCRIBERS // 2, make, say) as crowd:
        crowd.hold(target)
        return crowd.made


def make_events(_, target):
    """A writer that sends batches, the next ones before the answer has come; how many events were made."""
    changes = [dict.fromkeys(FRUITS, 1), dict.fromkeys(FRUITS, -1)]
    batch = json.dumps(
        [
            {"jsonrpc": "2.0", "id": number, "method": "juice.stock.adjust", "params": {"changes": changes[number % 2]}}
            for number in range(256)
        ]
    ).encode()
    made = 0
    while not target.is_over():
        writer = try_to(target.introduce, endpoint=target.endpoints["rpc"], **target.transport.writer())
        if writer is None:
            target.wait(0.05)
            continue
        with writer:
            try_to(writer.sendall, writer.frames(batch))
            while not target.is_over():
                try_to(writer.sendall, writer.frames(batch))
                answer = try_to(writer.receive_message)
                if answer is None:
                    break
                made += answer[-1].count(b'"result"') * len(FRUITS)
    return made


# MARK: Who comes and goes


@attack(target_socket="events", longest={"ipc": 8, "tcp": 4}, mended=("ipc", "tcp"), tested_over=("ipc",), files=4096)
def subscribers_that_come_and_go(target):
    """Subscribers connect, ask for a few topics and leave, as fast as they can; the service may open 4096 files.

    Without keys nobody can tell them from others, or they are as many processes as they like. As libzmq is distributed, it
    visits the topics of all of them for each that leaves; so the endpoint is closed to all for moments, and who joins has to
    meet one in which it is not.
    """
    with Attackers(4, come_and_go, target) as attackers:
        return f"{sum(attackers.results(target))} subscribers"


def come_and_go(_, target):
    """Most leave before they have said anything: those that ask keep the service busy, and the others take its files."""
    made = 0
    for asks in itertools.cycle((True, False, False, False)):
        if target.is_over():
            return made
        stranger = try_to(target.introduce, "SUB") if asks else try_to(target.connect)
        if stranger is None:
            continue
        with stranger:
            if asks:
                try_to(stranger.sendall, stranger.frames(*[b"\x01" + os.urandom(60) for _ in range(4)]))
            made += 1


# Processes of clients, each with a key of its own, and how many connections each has at the same time.
CALLERS, SHORT_CALLS = 2, 16
# Seconds between two subscribers of one process.
PACE = 0.002


@attack(target_socket="events", tested_over=("ipc",))
def descriptors_that_change_hands(target):
    """Subscribers over the limits leave before they are hung up on, while clients connect, call and leave.

    A client's socket then has the descriptor that one of those subscribers had.
    """
    numbers = itertools.count(CALLERS)
    with Crowd(MOST_SUBSCRIBERS, lambda: target.introduce("SUB", **target.transport.reader(next(numbers)))) as crowd:
        crowd.refill(target)
        with Attackers(2, ask_and_leave, target) as floods, Attackers(CALLERS, call_and_leave, target) as clients:
            counts = clients.results(target)
            flooded = sum(floods.results(target))
    answered, lost = (sum(column) for column in zip(*counts))
    assert lost == 0, f"{lost} of {answered + lost} short calls lost"
    return f"{flooded} came and went, {answered} calls"


def ask_and_leave(_, target):
    """Subscribers of too many topics, and by turns those that are too many; how many there were."""
    wishes = [b"\x01" + os.urandom(63) for _ in range(80)]
    made = 0
    while not target.is_over():
        asks = made % 4 == 0
        stranger = try_to(target.introduce, "SUB") if asks else try_to(target.connect)
        if stranger is None:
            continue
        with stranger:
            if asks:
                try_to(stranger.sendall, stranger.frames(*wishes))
            made += 1
        # Not faster than the service can keep up with: that is another attack.
        target.wait(PACE)
    return made


def call_and_leave(number, target):
    """How many calls of connections that were let in were answered, and how many were not."""
    answered = lost = 0
    key = target.transport.reader(number)
    while not target.is_over():
        with Strangers() as strangers:
            clients = []
            for _ in range(SHORT_CALLS):
                if client := try_to(target.introduce, endpoint=target.endpoints["rpc"], **key):
                    clients.append(strangers.add(client))
            for client in clients:
                try_to(client.sendall, client.frames(LIST))
            for client in clients:
                if try_to(client.receive_message):
                    answered += 1
                else:
                    lost += 1
    return answered, lost
