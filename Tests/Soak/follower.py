"""Runs `gateway watch` on the streams of several services, kills it now and then, and has it go on where it was.

A line on standard input says where each stream ends; it goes on up to there.
"""

import argparse
import json
import os
import pathlib
import random
import selectors
import signal
import subprocess
import sys
import time

from views import View

# Seconds that one life of a watch takes.
SHORTEST, LONGEST = 5, 90


class Follower:
    """The watches of one stream, one after the other. Lines that follow no line before are kept as they are."""

    def __init__(self, gateway, run, service, views, chance, selector):
        self._command = [gateway, "watch", service, "--json", "--run-dir", run]
        self._log = open(views / f"gateway-{service}.log", "ab")
        self._view = View(views / f"gateway-{service}.ndjson", position=0)
        self._chance, self._selector = chance, selector
        self._start()

    @property
    def position(self):
        return self._view.position

    def _start(self):
        command = [*self._command, "--since", str(self._view.position)]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._log)
        self._rest = b""
        self._end = time.monotonic() + self._chance.uniform(SHORTEST, LONGEST)
        self._selector.register(self._process.stdout, selectors.EVENT_READ, self)

    def read(self):
        """Takes what has come; what a kill has cut is left for the next life."""
        data = os.read(self._process.stdout.fileno(), 1 << 16)
        if not data:
            self.close()
            return self._start()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._view.take(line, json.loads(line))
        self._view.flush()

    def kill_when_due(self, now):
        if now >= self._end:
            self._process.kill()
            self._end = float("inf")

    def close(self):
        self._selector.unregister(self._process.stdout)
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gateway", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--views", required=True, type=pathlib.Path)
    parser.add_argument("--seed", required=True, type=int)
    parser.add_argument("services", nargs="+")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    chance, selector = random.Random(arguments.seed), selectors.DefaultSelector()
    followers = {}
    try:
        for service in arguments.services:
            followers[service] = Follower(arguments.gateway, arguments.run, service, arguments.views, chance, selector)
        selector.register(sys.stdin, selectors.EVENT_READ, None)
        goal = None
        while goal is None or any(follower.position < goal[service] for service, follower in followers.items()):
            for key, _ in selector.select(0.1):
                if key.data is not None:
                    key.data.read()
                    continue
                line = sys.stdin.readline()
                if not line:
                    return
                goal = json.loads(line)
                selector.unregister(sys.stdin)
            for follower in followers.values():
                if goal is None:
                    follower.kill_when_due(time.monotonic())
    finally:
        for follower in followers.values():
            follower.close()


if __name__ == "__main__":
    main()
