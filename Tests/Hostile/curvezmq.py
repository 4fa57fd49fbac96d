"""The client's side of CurveZMQ (RFC 26) by hand, each command by itself, so that a peer can stop anywhere."""

import os
import struct

import sodium
import zmtp


class Handshake:
    """A handshake with the server of one public key; the keys are raw bytes."""

    def __init__(self, server, keys):
        self._server = server
        self._public, self._secret = keys
        self._short_public, self._short_secret = sodium.keypair()
        self._count = 0
        self._session = None

    def nonce(self, prefix):
        """The next short nonce, as it is sent and as it is used."""
        self._count += 1
        short = struct.pack(">Q", self._count)
        return short, prefix + short

    def hello(self):
        short, nonce = self.nonce(b"CurveZMQHELLO---")
        box = sodium.Box(self._server, self._short_secret).seal(bytes(64), nonce)
        return b"\x05HELLO\x01\x00" + bytes(72) + self._short_public + short + box

    def initiate(self, welcome, properties):
        """The answer to WELCOME: who we are, sealed, and what we say of ourselves."""
        if len(welcome) != 168 or not welcome.startswith(b"\x07WELCOME"):
            raise ConnectionError("no WELCOME")
        text = sodium.Box(self._server, self._short_secret).open(welcome[24:], b"WELCOME-" + welcome[8:24])
        session_key, cookie = text[:32], text[32:]
        tail = os.urandom(16)
        vouch = sodium.Box(session_key, self._secret).seal(self._short_public + self._server, b"VOUCH---" + tail)
        self._session = sodium.Box(session_key, self._short_secret)
        short, nonce = self.nonce(b"CurveZMQINITIATE")
        return b"\x08INITIATE" + cookie + short + self._session.seal(self._public + tail + vouch + properties, nonce)

    def finish(self, ready):
        """Takes READY; raises ConnectionError for anything else, such as a refusal."""
        if not ready.startswith(b"\x05READY"):
            raise ConnectionRefusedError(ready[:40])
        self._session.open(ready[14:], b"CurveZMQREADY---" + ready[6:14])

    def seal(self, body, flags):
        """One frame of a message; of its flags the peer sees none before it has opened it."""
        short, nonce = self.nonce(b"CurveZMQMESSAGEC")
        kind = (flags & zmtp.MORE) | (2 if flags & zmtp.COMMAND else 0)
        return b"\x07MESSAGE" + short + self._session.seal(bytes([kind]) + body, nonce)

    def open(self, body):
        """The flags and the body of a frame that came."""
        text = self._session.open(body[16:], b"CurveZMQMESSAGES" + body[8:16])
        return (text[0] & 1) * zmtp.MORE | (zmtp.COMMAND if text[0] & 2 else 0), text[1:]
