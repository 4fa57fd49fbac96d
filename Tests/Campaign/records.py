"""What callers write down, one JSON object per line.

| member | |
|---|---|
| `key`, `method`, `params` | the intent of a write; a read has no key |
| `end` | `ok`, `refused` (the service said no, and nothing happened), `unsent`, or `unknown` |
| `result`, `error` | what came, where something came |
| `shortages`, `actualversion`, `levels`, `detail` | what a refusal said beside its reason |
| `pictures` | what a product was registered with, as market/pictures.py draws it |
| `picture` | what came behind the answer: its sides and SHA-256, or why it is no picture |
| `sequence`, `epoch` | of the reply that ended it |
| `replayed` | the result is a stored one |
| `reuse` | the key is that of another intent, so this one must be refused |
| `sends` | how often it was sent |
| `timeout` | the nanoseconds that the client was given, where it repeats by itself |
| `start`, `finish` | monotonic nanoseconds of this machine, before the first sending and after the end |

One intent can have several lines: it is asked again after an unknown end, and every further result that comes, from a
message that was delivered twice, is a line too. A line with `hung` is a call that never ended.
"""

import json
import time


# Made once: it would cost more than the encoding.
encode = json.JSONEncoder(separators=(",", ":")).encode


class Recorder:
    """Appends lines to a file."""

    def __init__(self, path):
        self._file = open(path, "w", encoding="utf-8", buffering=1 << 16)

    def write(self, record):
        self._file.write(encode(record) + "\n")

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()


def read(path):
    """The records of a file."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def now():
    return time.monotonic_ns()


def texts_of_events(text):
    """The events of a replay's reply, each as it was sent.

    A service writes them without spaces, one after the other, and each begins in the same way; a text that does not is
    found by parsing.
    """
    decoder = json.JSONDecoder()
    text = text.decode()
    at = text.index('"events":[') + len('"events":[')
    while text[at] != "]":
        at += text[at] == ","
        _, end = decoder.raw_decode(text, at)
        yield text[at:end].encode()
        at = end
