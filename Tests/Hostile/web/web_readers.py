"""Attacks by reading slowly, or not at all."""

import itertools

from swarm import Swarm, again, once
from web_attacks import JSON, LARGE, STOCK, attack, bearer, head, post

# Bytes that the system keeps for who does not read.
LITTLE = 4_096


@attack("requests", tested=False)
def answers_that_nobody_reads(target, number):
    """Small requests without an end on 100 connections, whose answers nobody reads."""
    return Swarm(target, number, 50, again(STOCK * 16), reads=0, receive_buffer=LITTLE).run().sent * 16


@attack("requests")
def large_answers_that_nobody_reads(target, number):
    """The same with the largest answer."""
    return Swarm(target, number, 50, again(LARGE * 16), reads=0, receive_buffer=LITTLE).run().sent * 16


@attack("connections")
def slow_readers_of_answers(target, number):
    """400 readers who take 64 bytes of a large answer each 50 ms."""
    return Swarm(target, number, 200, once(LARGE), pause=0.05, reads=64, receive_buffer=LITTLE).run().made


@attack("connections", services=("juice", "market"), tested=False)
def slow_readers_of_pictures(target, number):
    """400 readers who take 64 bytes of a picture each 50 ms."""
    piece = head("GET", target.picture_path, bearer(target.tokens["stranger"]))
    return Swarm(target, number, 200, once(piece), pause=0.05, reads=64, receive_buffer=LITTLE).run().made


@attack("pictures", services=("juice", "market"), tested=False)
def pictures_on_and_on(target, number):
    """A picture over and over, on connections that read all of it."""
    return Swarm(target, number, 20, again(head("GET", target.picture_path, bearer(target.tokens["stranger"])))).run().sent


@attack("connections")
def requests_of_callers_who_are_gone(target, number):
    """64 requests and a reset, as fast as it goes."""
    return Swarm(target, number, 20, once(STOCK * 64), then="reset").run().made


@attack("connections", tested=False)
def large_requests_of_callers_who_are_gone(target, number):
    """Requests for the largest answer from callers who leave with the first byte of it."""
    return Swarm(target, number, 20, once(LARGE * 4), then="leave when answered").run().made


@attack("orders")
def orders_of_callers_who_are_gone(target, number):
    """Orders whose answers nobody waits for."""
    piece = post("/api/juice/orders", b'{"juice":"kiwi"}', JSON, bearer(target.tokens["stranger"]))
    return Swarm(target, number, 20, once(piece), then="reset").run().made


@attack("streams")
def streams_that_nobody_reads(target, number):
    """As many streams of events as one caller may have, whose readers stop, while orders make events."""
    fields = (bearer(target.tokens["stranger"]),)
    if number == 0:
        order = post("/api/juice/orders", b'{"juice":"kiwi"}', JSON, *fields)
        Swarm(target, number, 8, again(order)).run()
        return 0
    piece = head("GET", "/events?topics=juice.", *fields)
    return Swarm(target, number, 64, once(piece), reads=0, receive_buffer=LITTLE).run().made


@attack("streams", tested=False)
def slow_readers_of_streams(target, number):
    """Streams from the beginning, of which 16 bytes are read each 50 ms."""
    piece = head("GET", "/events?topics=juice.", f"Last-Event-ID: juice={target.epoch}/0", bearer(target.tokens["stranger"]))
    return Swarm(target, number, 64, once(piece), pause=0.05, reads=16, receive_buffer=LITTLE).run().made


@attack("streams")
def streams_that_are_opened_and_left(target, number):
    """Streams that are left with their first byte."""
    piece = head("GET", "/events", bearer(target.tokens["stranger"]))
    return Swarm(target, number, 30, once(piece), then="leave when answered").run().made


@attack("streams", tested=False)
def more_streams_than_one_caller_may_have(target, number):
    """2 000 streams of one caller, each of which is asked for again when it is refused."""
    piece = head("GET", "/events", bearer(target.tokens["stranger"]))
    return Swarm(target, number, 1_000, once(piece)).run().made


@attack("streams", tested=False)
def streams_of_many_topics(target, number):
    """Streams of 16 topics as long as they may be, of 4 000, and of such as there are not."""
    topics = [",".join(f"juice.{'x' * 200}{place}" for place in range(16)), ",".join(["juice."] * 2_000), ",".join(["~"] * 4_000)]
    pieces = itertools.cycle([head("GET", "/events?topics=" + text, bearer(target.tokens["stranger"])) for text in topics])
    return Swarm(target, number, 30, lambda: [next(pieces)], then="leave when answered").run().made


@attack("streams")
def streams_from_odd_positions(target, number):
    """Streams from before the beginning, behind the end, of other epochs, and from what is no position."""
    places = [f"juice={target.epoch}/{place}" for place in ("0", "-1", "9007199254740991", "9" * 30, "x")]
    places += ["juice=nobody/5", "juice=/", "=" * 4_000, ",".join([f"juice={target.epoch}/1"] * 200)]
    fields = (bearer(target.tokens["stranger"]),)
    pieces = itertools.cycle([head("GET", "/events?topics=juice.", f"Last-Event-ID: {place}", *fields) for place in places])
    return Swarm(target, number, 30, lambda: [next(pieces)], then="leave when answered").run().made
