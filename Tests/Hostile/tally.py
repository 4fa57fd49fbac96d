"""What a witness counts, over whichever protocol."""

import json
import select
import sys
import time

# Seconds: how long an answer is waited for before the request is sent again, and until the call counts as failed.
AGAIN, TIMEOUT = 2, 30


class Tally:
    """What is counted of each. A call that is answered by an error counts, but not as answered."""

    # Seconds between two rounds. Not as fast as it can: the figure is whether it is served, not how much.
    pause = 0.002

    def __init__(self):
        # `cut`: connections that ended while an answer was waited for.
        self.calls = self.answered = self.repeated = self.cut = 0
        # Seconds that each call or join took.
        self.times = []
        # What the service has acknowledged, by key, for the kit to hold it to.
        self.acknowledged = []

    def note(self, is_answered):
        if is_answered:
            self.answered += 1
            print("answered", flush=True)

    def run(self):
        while not select.select([sys.stdin], [], [], 0)[0]:
            self.round()
            time.sleep(self.pause)

    def report(self):
        return {
            "calls": self.calls,
            "answered": self.answered,
            "repeated": self.repeated,
            "cut": self.cut,
            "p99": round(sorted(self.times)[len(self.times) * 99 // 100], 4) if self.times else 0,
            "slowest": round(max(self.times, default=0), 3),
            "acknowledged": self.acknowledged,
        }


def work(witness):
    """Has a witness work until standard input ends, and say what became of it."""
    print("ready", flush=True)
    witness.run()
    print(json.dumps(witness.report()), flush=True)
