"""What can go wrong on the way between two programs."""

import dataclasses

UP, DOWN, BOTH = "up", "down", "both"

# Kinds that last for a while.
DELAY, LIMIT, SWALLOW, PARTITION, DUPLICATE, LOSE = "delay", "limit", "swallow", "partition", "duplicate", "lose"
# Kinds that happen at once.
CUT, RESET = "cut", "reset"

LASTING = (DELAY, LIMIT, SWALLOW, PARTITION, DUPLICATE, LOSE)
SUDDEN = (CUT, RESET)


@dataclasses.dataclass
class Fault:
    """One fault, on some connections of one route or of all, in one direction or both.

    `up` is from the caller to the service.

    | kind | what happens |
    |---|---|
    | delay | everything arrives `amount` seconds later, and up to `jitter` more; the order within a connection stays |
    | limit | at most `amount` bytes a second pass: a slow reader, or a thin line |
    | swallow | half-open: what is sent disappears, and the connection seems to live; at the end it is cut |
    | partition | nothing passes, not even a new connection; at the end everything passes, or with `cut` is cut |
    | duplicate | each whole request is delivered twice with probability `amount`, at once or a little later |
    | lose | each whole published message is lost with probability `amount`, as when a queue is full; the rest comes |
    | cut | the connection ends, and what was under way is lost |
    | reset | the same, and the peers get a reset rather than an end where the transport has one |
    """

    kind: str
    route: str = "*"
    direction: str = BOTH
    share: float = 1.0  # of the connections, 0…1
    seconds: float = 0.0
    amount: float = 0.0
    jitter: float = 0.0
    cut: bool = False

    def __post_init__(self):
        if self.kind not in LASTING + SUDDEN:
            raise ValueError(f"no such fault: {self.kind}")

    def is_on(self, route):
        return self.route in ("*", route)

    def goes(self, direction):
        return self.direction in (BOTH, direction)
