"""How far a campaign is: a bar on a terminal, a line now and then elsewhere."""

import sys
import time

WIDTH = 30
# Seconds between lines where there is no terminal.
LINE_INTERVAL = 10


class Progress:
    """Writes to standard error only."""

    def __init__(self, arguments):
        self._before = 0.0  # of the rounds that are over
        self._goal = arguments.drains or arguments.time
        self._unit = "drains" if arguments.drains else "s"
        self._is_terminal = sys.stderr.isatty()
        self._last = 0.0
        self._is_open = False

    def show(self, done, text):
        now = time.monotonic()
        done += self._before
        share = min(1.0, done / self._goal)
        if self._is_terminal:
            if now - self._last < 0.1:
                return
            filled = int(share * WIDTH)
            bar = "█" * filled + "░" * (WIDTH - filled)
            line = f"\r\x1b[K{bar} {done:.0f}/{self._goal:.0f} {self._unit} · {text}"
            print(line, end="", file=sys.stderr, flush=True)
            self._is_open = True
        else:
            if now - self._last < LINE_INTERVAL:
                return
            print(f"{done:.0f}/{self._goal:.0f} {self._unit} · {text}", file=sys.stderr, flush=True)
        self._last = now

    def pass_round(self, length):
        """A round is over that was so much of the whole."""
        self._before += length

    def end(self):
        if self._is_open:
            print(file=sys.stderr)
            self._is_open = False
