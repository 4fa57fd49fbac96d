"""ZMTP 3.0 and 3.1 (RFC 23 and 37 of ZeroMQ) by hand, over a socket that blocks."""

import socket
import struct

MORE, LONG, COMMAND = 1, 2, 4


def greeting(minor, mechanism=b"NULL"):
    return b"\xff" + bytes(8) + b"\x7f" + bytes([3, minor]) + mechanism.ljust(20, b"\0") + b"\0" + bytes(31)


def frame(body, flags=0):
    if len(body) < 256:
        return bytes([flags, len(body)]) + body
    return bytes([flags | LONG]) + struct.pack(">Q", len(body)) + body


def command(name, body=b""):
    return frame(bytes([len(name)]) + name + body, COMMAND)


def properties(**values):
    return b"".join(
        bytes([len(name)]) + name.encode() + struct.pack(">I", len(value)) + value
        for name, value in ((name.replace("_", "-"), value) for name, value in values.items())
    )


def parse_properties(body):
    found = {}
    while body:
        name, body = body[1:1 + body[0]], body[1 + body[0]:]
        (size,) = struct.unpack(">I", body[:4])
        found[name.decode()], body = body[4:4 + size], body[4 + size:]
    return found


class Wire:
    """A connection of which each byte is seen."""

    def __init__(self, connection):
        self.socket = connection
        self.socket.settimeout(20)

    @classmethod
    def connect(cls, endpoint):
        host, port = endpoint.removeprefix("tcp://").rsplit(":", 1)
        return cls(socket.create_connection((host, int(port))))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def read(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise EOFError(data)
            data += piece
        return data

    def is_hung_up_on(self):
        """Whether the other side ends the connection, whatever it still says."""
        try:
            while self.socket.recv(4096):
                pass
        except ConnectionResetError:
            pass
        return True

    def frame(self):
        """The flags of the next frame and its body."""
        flags = self.read(1)[0]
        size = struct.unpack(">Q", self.read(8))[0] if flags & LONG else self.read(1)[0]
        return flags, self.read(size)

    def command(self):
        """The name of the next frame, which has to be a command, and what follows it."""
        flags, body = self.frame()
        if not flags & COMMAND:
            raise ValueError(f"{body} is no command")
        return body[1:1 + body[0]], body[1 + body[0]:]

    def message(self):
        """The frames of the next message; commands before it are passed over."""
        frames = []
        while True:
            flags, body = self.frame()
            if flags & COMMAND:
                continue
            frames.append(body)
            if not flags & MORE:
                return frames

    def send_message(self, *frames):
        for number, body in enumerate(frames):
            self.send(frame(body, MORE if number + 1 < len(frames) else 0))

    def shake_hands(self, minor, role, **more):
        """Greets, and returns what the other says of itself."""
        self.send(greeting(minor))
        self.read(64)
        self.send(command(b"READY", properties(Socket_Type=role, **more)))
        name, body = self.command()
        if name != b"READY":
            raise ValueError(f"{name} {body}")
        return parse_properties(body)
