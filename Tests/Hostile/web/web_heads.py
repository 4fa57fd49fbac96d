"""Attacks with heads: slow ones, endless ones, many."""

import itertools

from swarm import Swarm, again, once
from web_attacks import LARGE, STOCK, attack, head

BEGIN = b"GET /api/juice/stock HTTP/1.1\r\nHost: localhost\r\n"
# Fields as long as they may be, in a head that is as large as it may be.
LONG_FIELDS = [f"X-{number}: " + "x" * 10_000 for number in range(3)]


def bytes_of(text):
    """Each byte by itself."""
    return (text[place : place + 1] for place in range(len(text)))


@attack("connections", tested=False)
def slow_heads(target, number):
    """Heads that never end, of which a byte comes each 50 ms."""
    speak = lambda: itertools.chain(bytes_of(BEGIN), itertools.cycle([b"x"]))  # noqa: E731
    return Swarm(target, number, 250, speak, pause=0.05).run().made


@attack("connections")
def heads_that_stop(target, number):
    """4 000 connections that say half a head and nothing more."""
    return Swarm(target, number, 2_000, once(BEGIN)).run().made


@attack("connections", tested=False)
def connections_that_say_nothing(target, number):
    """4 000 connections that say nothing."""
    return Swarm(target, number, 2_000, once()).run().made


@attack("MiB")
def endless_fields(target, number):
    """Heads whose fields never end, as fast as they are taken."""
    speak = lambda: itertools.chain([BEGIN], itertools.cycle([b"X-Field: " + b"x" * 1_000 + b"\r\n"]))  # noqa: E731
    return Swarm(target, number, 50, speak).run().taken >> 20


@attack("MiB", tested=False)
def one_endless_field(target, number):
    """A field that never ends."""
    speak = lambda: itertools.chain([BEGIN + b"X-Field: "], itertools.cycle([b"x" * 65_536]))  # noqa: E731
    return Swarm(target, number, 50, speak).run().taken >> 20


@attack("MiB", tested=False)
def endless_paths(target, number):
    """A first line that never ends."""
    speak = lambda: itertools.chain([b"GET /"], itertools.cycle([b"x" * 65_536]))  # noqa: E731
    return Swarm(target, number, 50, speak).run().taken >> 20


@attack("requests", tested=False)
def long_queries(target, number):
    """Queries of 15 KB, of one value and of thousands of names."""
    paths = ["/api/juice/orders?after=" + "9" * 15_000, "/events?" + "&".join(f"t{name}={name}" for name in range(1_500)),
             "/expo?search=" + "%EA%B0%80" * 1_600]
    return Swarm(target, number, 20, again(*(head("GET", path) for path in paths))).run().sent


@attack("requests")
def requests_behind_a_stream(target, number):
    """Requests with heads as large as they may be, behind one for a stream, which is never over."""
    pieces = [head("GET", "/events?topics=juice.")], itertools.repeat(head("GET", "/health/live", *LONG_FIELDS))
    return Swarm(target, number, 50, lambda: itertools.chain(pieces[0], pieces[1]), reads=0).run().sent


@attack("requests", tested=False)
def requests_with_large_heads(target, number):
    """Heads as large as they may be, one after another."""
    return Swarm(target, number, 20, again(head("GET", "/health/live", *LONG_FIELDS))).run().sent


@attack("requests", tested=False)
def unknown_methods_and_paths(target, number):
    """Methods and paths that there are not."""
    words = ("PROPFIND", "TRACE", "M-SEARCH", "DELETE", "SOURCE")
    pieces = [head(word, f"/nothing/{place}/../{'x' * place}") for place, word in enumerate(words)]
    return Swarm(target, number, 20, again(*pieces)).run().sent


@attack("requests", tested=False)
def floods_of_head(target, number):
    """HEAD of large answers, whose length is said without the bytes."""
    pieces = [head("HEAD", path) for path in ("/openapi.json", "/juice", "/api/juice/stock", "/metrics", "/assets/site.css")]
    return Swarm(target, number, 20, again(*pieces)).run().sent


@attack("requests")
def floods_over_http_1_0(target, number):
    """A connection of HTTP/1.0 for each request."""
    piece = head("GET", "/api/juice/stock", version="1.0")
    return Swarm(target, number, 20, once(piece), then="leave when answered").run().made


@attack("requests")
def requests_as_fast_as_they_are_answered(target, number):
    """20 connections on which requests follow each other without a pause, and all answers are read."""
    return Swarm(target, number, 10, again(STOCK * 16)).run().sent * 16


@attack("connections")
def offers_to_upgrade_and_bytes(target, number):
    """An offer to speak another protocol, and bytes of none."""
    fields = "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"
    speak = lambda: itertools.chain([head("GET", "/api/juice/stock", *fields)], itertools.repeat(b"\xff" * 65_536))  # noqa: E731
    return Swarm(target, number, 50, speak).run().made


@attack("requests", tested=False)
def offers_to_upgrade_on_and_on(target, number):
    """Requests that each offer to speak another protocol."""
    return Swarm(target, number, 20, again(head("GET", "/health/live", "Connection: Upgrade", "Upgrade: h2c") * 16)).run().sent * 16


@attack("connections")
def tunnels_and_bytes(target, number):
    """CONNECT, and bytes as if there were a tunnel."""
    connect = b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n"
    speak = lambda: itertools.chain([connect], itertools.repeat(b"\xff" * 65_536))  # noqa: E731
    return Swarm(target, number, 50, speak).run().made


@attack("connections")
def bytes_that_are_no_http(target, number):
    """Bytes of every value, and the first words of other protocols."""
    others = [bytes(range(256)) * 64, b"\0" * 4_096, b"SSH-2.0-client\r\n", b"EHLO localhost\r\n", b"\n" * 4_096,
              b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"*1\r\n$4\r\nPING\r\n"]
    pieces = itertools.cycle(others)
    return Swarm(target, number, 50, lambda: [next(pieces)], then="leave when answered").run().made


@attack("connections", tested=False)
def tls_on_the_plain_port(target, number):
    """The first message of TLS, from who takes the port for another."""
    hello = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(505)
    return Swarm(target, number, 50, once(hello), then="leave when answered").run().made


@attack("requests", tested=False)
def ranges_of_answers(target, number):
    """Requests for a piece of a large answer."""
    pieces = [head("GET", "/openapi.json", f"Range: bytes={place}-{place + 9}") for place in range(0, 200_000, 20_000)]
    return Swarm(target, number, 20, again(*pieces)).run().sent


@attack("requests", tested=False)
def compressed_pages(target, number):
    """The largest answers, compressed, on connections that ask on and on."""
    pieces = [head("GET", path, "Accept-Encoding: gzip") for path in ("/openapi.json", "/juice", "/calc")]
    return Swarm(target, number, 20, again(*pieces)).run().sent


@attack("requests")
def figures_on_and_on(target, number):
    """/metrics and /health/ready, each of which asks all services."""
    return Swarm(target, number, 20, again(head("GET", "/metrics"), head("GET", "/health/ready"))).run().sent


@attack("requests", tested=False)
def conditions_that_never_hold(target, number):
    """If-None-Match with hundreds of tags, none of which is that of the large answer."""
    tags = ", ".join(f'"{place}"' for place in range(1_000))
    piece = LARGE.replace(b"\r\n\r\n", f"\r\nIf-None-Match: {tags}\r\n\r\n".encode())
    return Swarm(target, number, 20, again(piece)).run().sent
