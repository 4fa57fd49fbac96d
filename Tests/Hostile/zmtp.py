"""ZMTP 3 by hand, over raw sockets: for peers that libzmq would not let misbehave (RFC 23)."""

import socket
import struct

SIGNATURE = b"\xff" + bytes(8) + b"\x7f"
MORE, LONG, COMMAND = 1, 2, 4

# Seconds. Only a bound for what comes at once.
PATIENCE = 10


def address(endpoint):
    """The family and the address of an endpoint such as `ipc:///run/juice.rpc` or `tcp://127.0.0.1:7101`."""
    transport, _, place = endpoint.partition("://")
    if transport == "ipc":
        return socket.AF_UNIX, place
    host, _, port = place.rpartition(":")
    return socket.AF_INET, (host, int(port))


def connect(endpoint):
    """A connection that has said nothing yet."""
    family, place = address(endpoint)
    stranger = socket.socket(family, socket.SOCK_STREAM)
    stranger.settimeout(PATIENCE)
    try:
        stranger.connect(place)
    except OSError:
        stranger.close()
        raise
    return stranger


def greeting(mechanism=b"NULL", version=(3, 1), as_server=False):
    """The 64 bytes with which each side begins."""
    return SIGNATURE + bytes(version) + mechanism.ljust(20, b"\0") + bytes([as_server]) + bytes(31)


def frame(body, flags=0):
    """One frame, with the length that it has."""
    if len(body) < 256:
        return bytes([flags, len(body)]) + body
    return bytes([flags | LONG]) + struct.pack(">Q", len(body)) + body


def ready(kind, **properties):
    """The READY command of the NULL mechanism; `kind` is the socket type, such as `DEALER`."""
    body = b"\x05READY"
    for name, value in (("Socket-Type", kind.encode()), *properties.items()):
        name = name.replace("_", "-").encode()
        body += bytes([len(name)]) + name + struct.pack(">I", len(value)) + value
    return frame(body, COMMAND)


def introduce(endpoint, kind="DEALER", **properties):
    """A connection that has been let in by the NULL mechanism."""
    stranger = connect(endpoint)
    try:
        stranger.sendall(greeting() + ready(kind, **properties))
        receive(stranger, 64)
        flags, size = receive(stranger, 2)
        receive(stranger, size)
    except OSError:
        stranger.close()
        raise
    return stranger


def receive(stranger, count):
    """Exactly that many bytes."""
    taken = b""
    while len(taken) < count:
        piece = stranger.recv(count - len(taken))
        if not piece:
            raise ConnectionResetError("the peer has hung up")
        taken += piece
    return taken


def receive_message(stranger):
    """The frames of the next message; commands are left out."""
    frames = []
    while True:
        (flags,) = receive(stranger, 1)
        size = struct.unpack(">Q", receive(stranger, 8))[0] if flags & LONG else receive(stranger, 1)[0]
        body = receive(stranger, size)
        if flags & COMMAND:
            continue
        frames.append(body)
        if not flags & MORE:
            return frames
