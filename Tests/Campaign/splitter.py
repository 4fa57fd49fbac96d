"""As much of ZMTP 3 (RFC 23 and 37) as it takes to tell whole messages apart in a stream of bytes."""

GREETING_BYTES = 64

MORE, LONG, COMMAND = 1, 2, 4


class MessageSplitter:
    """Cuts one direction of a connection into the greeting, commands and whole messages.

    What is incomplete is kept until the rest has come; only the greeting passes as it comes, because each side waits
    for the beginning of the other's before it sends the rest of its own.
    """

    def __init__(self):
        self._rest = bytearray()
        self._greeting_left = GREETING_BYTES
        # How much of the rest is complete frames of a message whose last frame is still to come.
        self._begun = 0

    def feed(self, data):
        """Adds bytes and returns what they complete: pairs of bytes and whether they are a message."""
        pieces = []
        if self._greeting_left:
            greeting, data = data[: self._greeting_left], data[self._greeting_left :]
            self._greeting_left -= len(greeting)
            pieces.append((bytes(greeting), False))
        rest = self._rest
        rest += data
        start, end = 0, self._begun
        while (frame := self._frame(end)) is not None:
            flags, end = frame
            if not flags & MORE:
                pieces.append((bytes(rest[start:end]), not flags & COMMAND))
                start = end
        self._begun = end - start
        del rest[:start]
        return pieces

    def _frame(self, at):
        """The flags and the end of the frame that begins at an index; None while it is incomplete."""
        rest = self._rest
        if len(rest) < at + 2:
            return None
        flags = rest[at]
        if flags & LONG:
            if len(rest) < at + 9:
                return None
            end = at + 9 + int.from_bytes(rest[at + 1 : at + 9], "big")
        else:
            end = at + 2 + rest[at + 1]
        return (flags, end) if end <= len(rest) else None
