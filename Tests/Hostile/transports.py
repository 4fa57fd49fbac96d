"""Where the services under attack listen, and how a peer gets in there."""

import socket

from zmq.utils import z85

import curvezmq
import zmtp
from curve_keys import KeyRing, Keys

# How many keys there are that may only read, beside the attacker's.
READERS = 32


def free_port():
    """A TCP port of the loopback address that nobody uses at the moment, below the range of outgoing connections."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def tcp_arguments():
    return [
        *("--bind-rpc", f"tcp://127.0.0.1:{free_port()}"),
        *("--bind-events", f"tcp://127.0.0.1:{free_port()}"),
    ]


class Ipc:
    """Socket files, which every process of the user gets to."""

    name = "ipc"
    #: The keys of the legitimate client and the server's public key, where there are keys.
    credentials = None

    def __init__(self, directory):
        self.arguments = []

    def credentials_of(self, witness):
        """The same of one kind of witness, which has a key that is its own."""
        return None

    def reader(self, number):
        """What `introduce` needs so that the peer is one of `READERS` others who may only read."""
        return {}

    def writer(self):
        """What `introduce` needs so that the peer may write."""
        return {}

    def opening(self, kind="DEALER"):
        """What a peer can send before it has heard anything."""
        return zmtp.greeting() + zmtp.ready(kind)

    def introduce(self, endpoint, kind="DEALER", **others):
        """A peer that has been let in."""
        return zmtp.introduce(endpoint, kind, **others)


class Tcp(Ipc):
    """TCP on loopback without keys, which every user of the machine gets to."""

    name = "tcp"

    def __init__(self, directory):
        self.arguments = [*tcp_arguments(), "--insecure-loopback", "operate"]


class Curve:
    """TCP with keys. Attackers who have to be let in for their attack have a key that may only read."""

    name = "curve"

    def __init__(self, directory):
        self._ring = KeyRing(directory)
        self.credentials = self._ring.allow("legitimate", "operate"), self._ring.server.public
        self._server = z85.decode(self._ring.server.public)
        self._attacker = self._ring.allow("attacker", "read")
        roles = {"stays": "operate", "fresh": "operate", "joins": "read"}
        self._witnesses = {name: self._ring.allow(name, role) for name, role in roles.items()}
        self._writer = self._ring.allow("writer", "operate")
        self._readers = [self._ring.allow(f"reader-{number}", "read") for number in range(READERS)]
        self.arguments = [*tcp_arguments(), *map(str, self._ring.arguments)]

    def credentials_of(self, witness):
        return self._witnesses[witness], self._ring.server.public

    def reader(self, number):
        return {"keys": self._readers[number % READERS]}

    def writer(self):
        return {"keys": self._writer}

    def allow(self, name):
        """Lets a key in that may only read, from the next reading of the list on."""
        return self._ring.allow(name, "read")

    def revoke(self, name):
        self._ring.revoke(name)

    def opening(self, kind="DEALER"):
        return zmtp.greeting(b"CURVE") + zmtp.frame(self._handshake(Keys()).hello(), zmtp.COMMAND)

    def introduce(self, endpoint, kind="DEALER", keys=None, **others):
        stranger, handshake, welcome = self.welcomed(endpoint, keys or self._attacker)
        try:
            self.initiate(stranger, handshake, welcome, kind, **others)
            handshake.finish(zmtp.receive_frame(stranger)[1])
        except OSError:
            stranger.close()
            raise
        return zmtp.Peer(stranger, handshake)

    def welcomed(self, endpoint, keys):
        """A connection that has shown no key yet, its handshake, and what the service said."""
        stranger, handshake = zmtp.connect(endpoint), self._handshake(keys)
        try:
            stranger.sendall(zmtp.greeting(b"CURVE") + zmtp.frame(handshake.hello(), zmtp.COMMAND))
            zmtp.receive(stranger, 64)
            return stranger, handshake, zmtp.receive_frame(stranger)[1]
        except OSError:
            stranger.close()
            raise

    def initiate(self, stranger, handshake, welcome, kind="DEALER", **others):
        """Shows the key."""
        command = handshake.initiate(welcome, zmtp.properties(kind, **others))
        stranger.sendall(zmtp.frame(command, zmtp.COMMAND))

    def _handshake(self, keys):
        return curvezmq.Handshake(self._server, (z85.decode(keys.public), z85.decode(keys.secret)))


TRANSPORTS = {kind.name: kind for kind in (Ipc, Tcp, Curve)}
