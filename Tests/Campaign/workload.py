"""What the callers of a campaign want, whichever service it is."""

import random
import uuid


class Workload:
    """An endless, seeded sequence of wishes. A subclass knows the service."""

    # Refusals that the same content always gets.
    final = frozenset()
    # What an error says beside its reason, as far as it is written down.
    told = ()
    # The share of reads among new wishes.
    reads = 0.002

    def __init__(self, seed):
        self.random = random.Random(seed)

    def key(self):
        return str(uuid.UUID(int=self.random.getrandbits(128), version=4))

    def next(self):
        """A write."""
        raise NotImplementedError

    def read(self):
        """A read, which is sent by itself."""
        raise NotImplementedError

    def other(self, wish):
        """Other content for the key of a write that was done."""
        raise NotImplementedError

    def is_alone(self, wish):
        """Whether a write cannot be part of a batch."""
        return False

    def saw(self, wish, result):
        """Takes note of the result of a write, or a read."""

    def looked_at(self, result, attachments):
        """What a record says of the attachments of an answer."""
        return {}
