"""Reads logs as docs/logs.md describes them."""

import json
import re

WORD = re.compile(r'([a-z]+)=("(?:[^"\\]|\\.)*"|[^" ]+)(?: |$)')


def fields(line):
    """The names and values of a line of logfmt."""
    found, place = {}, 0
    while place < len(line):
        word = WORD.match(line, place)
        assert word, f"{line!r} from {place} on"
        name, value = word.groups()
        assert name not in found, line
        found[name] = json.loads(value) if value.startswith('"') else value
        place = word.end()
    return found


def lines(path):
    return [fields(line) for line in path.read_text().splitlines()]
