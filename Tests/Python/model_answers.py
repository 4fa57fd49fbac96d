"""What the models of the services answer with, and how an answer of a service is held to it."""


class Refused(Exception):
    """An error: its reason, its violations (a pointer, or a pointer and a reason, of each), and more of its data."""

    def __init__(self, reason, *violations, **members):
        super().__init__(reason, violations, members)
        self.reason, self.violations, self.members = reason, list(violations), members


class Learned:
    """A value that only the service knows beforehand, unlike all of `others` if they are given."""

    def __init__(self, others=None):
        self._others = others
        self._is_known = False

    def agrees(self, value):
        if not self._is_known:
            if self._others is not None:
                if value in self._others:
                    return False
                self._others.add(value)
            self.value, self._is_known = value, True
        return self.value == value


class Some:
    """At least one and at most `most` of these, none of them twice; in which order is the service's to say."""

    def __init__(self, elements, least=1, most=None):
        self._elements, self._least, self._most = list(elements), least, most

    def agrees(self, value):
        most = len(self._elements) if self._most is None else self._most
        is_distinct = all(value.count(element) == 1 for element in value)
        return self._least <= len(value) <= most and is_distinct and all(one in self._elements for one in value)


class OneOf:
    """One of these values."""

    def __init__(self, values):
        self._values = values

    def agrees(self, value):
        return value in self._values


def difference(expected, actual, where=""):
    """Where an answer is not what was expected, and how; None where it is."""
    if hasattr(expected, "agrees"):
        return None if expected.agrees(actual) else f"{where}: {actual!r} is not what was said before, or not new"
    if isinstance(expected, dict) and isinstance(actual, dict):
        if expected.keys() != actual.keys():
            return f"{where}: members {sorted(expected.keys() ^ actual.keys())}"
        return next(filter(None, (difference(expected[name], actual[name], f"{where}/{name}") for name in expected)), None)
    if isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            return f"{where}: {len(actual)} elements, not {len(expected)}"
        pairs = enumerate(zip(expected, actual))
        return next(filter(None, (difference(*pair, f"{where}/{index}") for index, pair in pairs)), None)
    same = type(expected) is type(actual) and expected == actual
    return None if same else f"{where}: {actual!r}, not {expected!r}"


def whole_fault(value, lowest, highest):
    """Why a value is no integer of a range; None if it is one."""
    if type(value) is not int:
        return "WRONG_TYPE"
    return None if lowest <= value <= highest else "OUT_OF_RANGE"


def text_fault(value, shortest, longest):
    """Why a value is no text of so many bytes; None if it is one."""
    if type(value) is not str:
        return "WRONG_TYPE"
    return None if shortest <= len(value.encode()) <= longest else "MALFORMED"


def refuse(faults):
    """Refuses params with these faults, by their pointers, if there are any."""
    found = [(pointer, reason) for pointer, reason in faults.items() if reason]
    if found:
        raise Refused("INVALID_PARAMS", *found)
