"""What somebody wants of a service, until it is known what became of it."""

import dataclasses


@dataclasses.dataclass(slots=True)
class Wish:
    """A call as it is thought of; `noted` goes into its records, such as which pictures there are."""

    method: str
    params: dict
    attachments: list = ()
    noted: dict = dataclasses.field(default_factory=dict)


class Intent:
    """One write that somebody wants, until it is known what became of it."""

    __slots__ = (
        "key", "wish", "start", "sends", "failures", "due", "deadline", "flying", "is_doubtful", "trace", "is_reuse",
    )

    def __init__(self, key, wish, start, deadline=None, is_reuse=False):
        self.key, self.wish, self.start = key, wish, start
        # The key of a write that was done, with other content: it must be refused.
        self.is_reuse = is_reuse
        self.trace = trace(key, attempt=int(is_reuse))
        self.sends = self.failures = 0
        self.due = 0
        # When it is given up, for the time being; None when it goes on until it has an end.
        self.deadline = deadline
        # The sendings that may still be answered: their ids.
        self.flying = set()
        # A sending had no answer, or one that does not know.
        self.is_doubtful = False

    def record(self, name):
        """What every record of it has."""
        record = {"by": name, "key": self.key, "method": self.wish.method, "params": self.wish.params,
                  "start": self.start, **self.wish.noted}
        if self.is_reuse:
            record["reuse"] = True
        return record


def trace(key, attempt=0):
    """A traceparent that names the key, so that every event says which intent caused it."""
    return f"00-{key.replace('-', '')}-{attempt + 1:016x}-01"


def is_doubtful(told, final):
    """Whether an intent without a result may have been done all the same, by its records.

    `final` are the refusals that the same content always gets: nothing sent under the key can happen any more.
    """
    doubtful = False
    for record in sorted(told, key=lambda record: record["finish"]):
        if record.get("end") == "unknown" or record.get("hung"):
            doubtful = True
        elif record.get("end") == "refused" and record.get("error") in final:
            doubtful = False
    return doubtful
