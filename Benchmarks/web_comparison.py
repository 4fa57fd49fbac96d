"""Compares two builds of web-gateway, each before a juice-service of its own build, in turns: reads and orders over HTTP.

`scripts/bench --web OLD NEW`: each is a folder with programs. In a round every figure is taken of both, one right after the other and
first of the other one than in the round before, so a ratio is that of two neighbours in time.
"""

import argparse
import pathlib
import shutil
import signal
import statistics
import sys
import tempfile
import types

import machine
import table
import web_programs
from stage import Stage
from web_cases import ORDER

ROOT = pathlib.Path(__file__).resolve().parents[1]
CONNECTIONS = 1, 32, 256
# What is asked for, and what wrk sends.
REQUESTS = {
    "GET /api/juice/stock": ("/api/juice/stock", None, "requests/s"),
    "POST /api/juice/orders": ("/api/juice/orders", ORDER, "orders/s"),
}


class Comparison(table.Row):
    """A figure of both builds; the ratio is of the two that were taken one after the other."""

    @property
    def ratios(self):
        return [ours / baseline for ours, baseline in zip(self.ours, self.baseline)]

    def cells(self):
        return self.what, self.unit, table.figure(self.baseline), table.figure(self.ours), table.figure(self.ratios)


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench --web", description=__doc__)
    parser.add_argument("old", type=pathlib.Path, metavar="OLD", help="the folder of the programs that are compared with")
    parser.add_argument("new", type=pathlib.Path, metavar="NEW")
    parser.add_argument("--rounds", type=int, default=9, help="how often each figure is taken of each (9)")
    parser.add_argument("--for", type=float, default=2, dest="seconds", help="seconds of each measurement (2)")
    given = parser.parse_args()
    if given.rounds < 1 or given.seconds < 1:
        parser.error("--rounds and --for must be 1 or more")
    return given


def measure(gateways, rows, count, name, seconds, is_swapped):
    path, script, _ = REQUESTS[name]
    sides = list(gateways.items())
    for side, web in reversed(sides) if is_swapped else sides:
        figures = web_programs.load(web.url + path, count, seconds, script)
        for figure in ("rate", "p99"):
            getattr(rows[name, count, figure], side).append(figures[figure])


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    given = arguments()
    directory = pathlib.Path(tempfile.mkdtemp(prefix="jangteo-bench-"))
    rows = {}
    for name, (_, _, unit) in REQUESTS.items():
        for count in CONNECTIONS:
            rows[name, count, "rate"] = Comparison(f"{name}, connections: {count}", unit)
            rows[name, count, "p99"] = Comparison("  p99", "µs")
    stages, facts = {}, machine.facts(ROOT, directory)
    try:
        for side, build in (("baseline", given.old), ("ours", given.new)):
            folder = directory / side
            folder.mkdir()
            words = types.SimpleNamespace(rounds=given.rounds, seconds=given.seconds, rows=0, limit=[])
            stages[side] = Stage(build.resolve(), None, folder, words)
        gateways = {side: web_programs.gateway(stage) for side, stage in stages.items()}
        for web in gateways.values():
            web.get("/api/juice/stock")
        for turn in range(given.rounds):
            print(f"bench: round {turn + 1} of {given.rounds}", file=sys.stderr)
            for count in CONNECTIONS:
                for name in REQUESTS:
                    measure(gateways, rows, count, name, given.seconds, is_swapped=turn % 2 == 1)
    finally:
        for stage in stages.values():
            stage.close()
        shutil.rmtree(directory, ignore_errors=True)
    print("| what | unit | old | new | new / old |\n|---|---|---|---|---|")
    for row in rows.values():
        print("| " + " | ".join(row.cells()) + " |")
    print()
    for _, _, unit in REQUESTS.values():
        ratio = statistics.median(ratio for row in rows.values() if row.unit == unit for ratio in row.ratios)
        print(f"- {unit}, new / old, median of all: {ratio:.3f}")
    print(f"- rounds: {given.rounds} of {given.seconds:g} s")
    print("\n".join(f"- {name}: {text}" for name, text in facts.items() if name != "commit"))


if __name__ == "__main__":
    main()
