"""What a watcher took of one service's stream: a line for each event, in its order.

A line is `[sequence, type, subject, trace, data, digest]`, where `trace` names the write that caused it and `digest` is of
the whole event as it came, so that two watchers can be held to each other. A line that is no event is an object: `from`,
where it began, and `resynced`, where it was told that the past is cut.
"""

import hashlib
import json


class View:
    """Takes events one after the other; `position` is where it stands."""

    def __init__(self, path, epoch=None, position=None):
        self.epoch, self.position = epoch, position
        self._file = open(path, "ab", buffering=1 << 16)

    def remark(self, word, epoch, position):
        self.epoch, self.position = epoch, position
        self._write({word: {"epoch": epoch, "sequence": position}})

    def take(self, text, event):
        """The event and the text that it came in."""
        self.position = int(event["sequence"])
        parent = event.get("traceparent")
        trace = parent.split("-")[1] if parent else None
        digest = hashlib.blake2b(text, digest_size=8).hexdigest()
        self._write([self.position, event["type"], event["subject"], trace, event["data"], digest])

    def _write(self, value):
        self._file.write(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()


def read(path):
    """The events and the remarks of a view, as they stand in it."""
    with open(path, "rb") as file:
        for line in file:
            yield json.loads(line)
