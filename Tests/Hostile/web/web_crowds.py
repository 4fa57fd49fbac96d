"""Attacks with connections: many at once, many one after another, such as are half closed; and by callers with and without tokens."""

import itertools
import os

from swarm import Swarm, again, once
from web_attacks import ATTACKS, FORM, JSON, STOCK, attack, bearer, head, post


@attack("connections", processes=3, tested=False)
def storms_of_connections(target, number):
    """Connections that are opened and closed, as fast as it goes."""
    return Swarm(target, number, 30, once(), then="leave").run().made


@attack("connections", processes=3)
def storms_of_resets(target, number):
    """Connections that are opened and reset in the middle of a head."""
    return Swarm(target, number, 30, once(STOCK[:20]), then="reset").run().made


@attack("connections", processes=3, tested=False)
def storms_of_requests(target, number):
    """A connection for each request, which leaves with the answer."""
    return Swarm(target, number, 20, once(STOCK), then="leave when answered").run().made


@attack("connections", options=("--connections", "500"))
def connections_that_wait_at_the_bound(target, number):
    """More connections than there may be that have had an answer and wait, and come again when they are closed."""
    return Swarm(target, number, 400, once(head("GET", "/health/live"))).run().made


@attack("connections", tested=False)
def many_connections_that_wait(target, number):
    """6 000 connections that have had an answer and wait."""
    return Swarm(target, number, 3_000, once(head("GET", "/health/live"))).run().made


@attack("connections")
def connections_closed_by_half(target, number):
    """Callers who say that nothing follows: behind nothing, half a head, a request and half a body."""
    body = head("POST", "/api/juice/orders", f"Content-Type: {JSON}", "Content-Length: 100") + b"{"
    pieces = itertools.cycle([b"\r\n", STOCK[:20], STOCK, body, head("GET", "/events?topics=juice.")])
    return Swarm(target, number, 200, lambda: [next(pieces)], then="end").run().made


@attack("connections", tested=False)
def connections_that_ask_slowly(target, number):
    """500 connections with a request each 100 ms, byte for byte on some of them."""
    pieces = itertools.cycle([again(STOCK), lambda: (STOCK[place : place + 1] for place in itertools.cycle(range(len(STOCK))))])
    return Swarm(target, number, 250, lambda: next(pieces)(), pause=0.1).run().made


@attack("requests")
def wrong_tokens(target, number):
    """Tokens that nobody has, in a field, a cookie and a form."""
    token = "jgt_" + "0" * 43
    pieces = [head("GET", "/api/juice/stock", bearer(token)), head("GET", "/juice", f"Cookie: jangteo_session={token}"),
              post("/session", f"token={token}".encode(), FORM), head("GET", "/api/juice/stock", bearer("x" * 10_000))]
    return Swarm(target, number, 20, again(*pieces)).run().sent


@attack("sessions")
def sessions_on_and_on(target, number):
    """The holder of a token begins one session after another, and ends none."""
    return Swarm(target, number, 20, again(post("/session", f"token={target.tokens['stranger']}".encode(), FORM))).run().sent


@attack("requests", tested=False)
def requests_of_foreign_pages(target, number):
    """What a browser sends for a page of another site."""
    fields = "Origin: http://elsewhere.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"
    pieces = [post("/api/juice/orders", b'{"juice":"kiwi"}', JSON, *fields), head("GET", "/events", *fields)]
    return Swarm(target, number, 20, again(*pieces)).run().sent


@attack("keys", tested=False)
def orders_under_odd_keys(target, number):
    """Orders that are repeated over and over under one key, and such whose keys are as long as they may be or are none."""
    token = bearer(target.tokens["stranger"])
    keys = ("repeated", "k" * 63, "k" * 5_000, '"', "")
    pieces = [post("/api/juice/orders", b'{"juice":"kiwi"}', JSON, token, f"Idempotency-Key: {key}") for key in keys]
    return Swarm(target, number, 20, again(*pieces)).run().sent


@attack("attackers", services=("juice", "market"), longest=10, tested=False)
def everything_at_once(target, number):
    """One process of each of the others, all at the same time.

    They have the processor time that nobody else wants: so many strangers do not work on the machine that they attack. All the same a
    new connection waits behind thousands that are accepted before it.
    """
    raise NotImplementedError(number)


def others():
    """What the attackers of `everything_at_once` run; each returns whether it got anything done."""

    def begin(attack):
        def run(target, number):
            os.nice(19)
            return attack(target, number) > 0

        return run

    return [begin(attack) for attack in ATTACKS.values() if attack is not everything_at_once]


everything_at_once.functions = others
