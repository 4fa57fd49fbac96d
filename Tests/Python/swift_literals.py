"""Reads string literals and calls out of Swift sources, as far as checks of texts need it."""

import re

ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "\n": ""}


def string(source, start):
    """The literal at a quote: where it ends, and its text with `{1}`, `{2}` … in place of interpolations."""
    quote = '"""' if source.startswith('"""', start) else '"'
    place, text, values = start + len(quote), "", 0
    while not source.startswith(quote, place):
        if source[place] != "\\":
            text += source[place]
            place += 1
        elif source[place + 1] == "(":
            values += 1
            text += "{%d}" % values
            place = closing(source, place + 1)
        else:
            text += ESCAPES[source[place + 1]] if source[place + 1] != "\n" else "\\\n"
            place += 2
    if quote != '"':
        indent = text[text.rfind("\n") + 1 :]
        lines = text.split("\n")[1:-1]
        text = "\n".join(line.removeprefix(indent) for line in lines).replace("\\\n", "")
    return place + len(quote), text


def closing(source, start):
    """The place behind the bracket that closes the one at `start`."""
    depth, place = 0, start
    while True:
        if source[place] == '"':
            place = string(source, place)[0]
            continue
        if source.startswith("//", place):
            place = source.index("\n", place)
            continue
        depth += (source[place] in "([{") - (source[place] in ")]}")
        place += 1
        if depth == 0:
            return place


def arguments(source, start):
    """The arguments of the call whose bracket is at `start`."""
    end, found, place, begin = closing(source, start) - 1, [], start + 1, start + 1
    while place < end:
        if source[place] == '"':
            place = string(source, place)[0]
        elif source[place] in "([{":
            place = closing(source, place)
        else:
            if source[place] == ",":
                found.append(source[begin:place].strip())
                begin = place + 1
            place += 1
    last = source[begin:end].strip()
    return found + ([last] if last else [])


def literal(text):
    """The text of an expression of literals with `+` between them; `None` for another."""
    whole, place = "", 0
    while place < len(text) and text[place] == '"':
        place, part = string(text, place)
        values = len(re.findall(r"\{\d\}", whole))
        whole += re.sub(r"\{(\d)\}", lambda match: "{%d}" % (int(match[1]) + values), part)
        place += len(text[place:]) - len(text[place:].lstrip(" \n+"))
    return whole if text and place == len(text) else None


def calls(source, pattern):
    """Each call of what matches `pattern`, which ends with the opening bracket: the match and its arguments."""
    for match in re.finditer(pattern, source):
        if not source[: match.start()].endswith("func "):
            yield match, arguments(source, match.end() - 1)
