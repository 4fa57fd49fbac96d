"""ZMTP 3 by hand, over raw sockets: for peers that libzmq would not let misbehave (RFC 23)."""

import socket
import struct

SIGNATURE = b"\xff" + bytes(8) + b"\x7f"
MORE, LONG, COMMAND = 1, 2, 4

# Seconds. Only a bound for what comes at once.
TIMEOUT = 10


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
    stranger.settimeout(TIMEOUT)
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


def properties(kind, **others):
    """What a peer says of itself; `kind` is the socket type, such as `DEALER`."""
    body = b""
    for name, value in (("Socket-Type", kind.encode()), *others.items()):
        name = name.replace("_", "-").encode()
        body += bytes([len(name)]) + name + struct.pack(">I", len(value)) + value
    return body


def ready(kind, **others):
    """The READY command of the NULL mechanism."""
    return frame(b"\x05READY" + properties(kind, **others), COMMAND)


class Peer:
    """A connection that was let in, by the NULL mechanism or by CURVE."""

    def __init__(self, stranger, handshake=None):
        self.socket = stranger
        self._handshake = handshake
        for name in ("close", "fileno", "recv", "send", "sendall", "setblocking", "settimeout"):
            setattr(self, name, getattr(stranger, name))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def frames(self, *bodies, flags=0):
        """Frames as they are to be sent next, and once: over CURVE each is sealed with a number of its own."""
        if self._handshake is None:
            return b"".join(frame(body, flags) for body in bodies)
        return b"".join(frame(self._handshake.seal(body, flags)) for body in bodies)

    def receive_message(self):
        """The frames of the next message; commands are left out."""
        message = []
        while True:
            flags, body = self._receive_frame()
            if flags & COMMAND:
                continue
            message.append(body)
            if not flags & MORE:
                return message

    def receive_command(self):
        """The next command; messages are left out."""
        while True:
            flags, body = self._receive_frame()
            if flags & COMMAND:
                return body

    def _receive_frame(self):
        flags, body = receive_frame(self.socket)
        return (flags, body) if self._handshake is None else self._handshake.open(body)


def introduce(endpoint, kind="DEALER", **others):
    """A peer that has been let in by the NULL mechanism."""
    stranger = connect(endpoint)
    try:
        stranger.sendall(greeting() + ready(kind, **others))
        receive(stranger, 64)
        receive_frame(stranger)
    except OSError:
        stranger.close()
        raise
    return Peer(stranger)


def receive(stranger, count):
    """Exactly that many bytes."""
    taken = b""
    while len(taken) < count:
        piece = stranger.recv(count - len(taken))
        if not piece:
            raise ConnectionResetError("the peer has hung up")
        taken += piece
    return taken


def receive_frame(stranger):
    """The flags and the body of the next frame."""
    (flags,) = receive(stranger, 1)
    size = struct.unpack(">Q", receive(stranger, 8))[0] if flags & LONG else receive(stranger, 1)[0]
    return flags, receive(stranger, size)
