"""Measures the services beside baselines in C that do the same work with the same libraries, in turns."""

import argparse
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile

import machine
import table
from cases import CASES, PEERS
from stage import Stage

ROOT = pathlib.Path(__file__).resolve().parents[1]


def arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description=__doc__,
        epilog="Writes a table: medians of the rounds with the least and the most. Its programs run on directories of "
        "their own; what serves on this machine is not touched, but would disturb. Needs a machine with nothing else to "
        "do: a rate that was measured during a build is worthless.",
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each figure is taken (5)")
    parser.add_argument("--for", type=float, default=2, dest="seconds", help="seconds of each measurement (2)")
    names = [case.name for case in CASES + PEERS]
    parser.add_argument("--only", action="append", choices=names, help="only this; may be repeated")
    parser.add_argument("--pieces", action="store_true", help="time the pieces of a request instead, and nothing else")
    parser.add_argument("--peers", action="store_true", help="measure what people would otherwise use, too")
    parser.add_argument("--directory", type=pathlib.Path, help="where to work: a directory on the disk to measure ($TMPDIR)")
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=VALUE", help="a limit of juice-service; it is told with the facts"
    )
    parser.add_argument("--rows", type=int, default=1_000_000, help="rows of the large journal (1000000)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write every figure there, too")
    given = parser.parse_args()
    if given.rounds < 1 or given.seconds <= 0 or given.rows < 1000:
        parser.error("--rounds must be 1 or more, --for more than 0, --rows 1000 or more")
    return given


def main():
    # An end by SIGTERM leaves no process behind, either.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    given = arguments()
    build, baselines = (pathlib.Path(os.environ[name]) for name in ("JANGTEO_BIN", "JANGTEO_BASELINES"))
    directory = pathlib.Path(tempfile.mkdtemp(prefix="jangteo-bench-", dir=given.directory))
    stage = Stage(build, baselines, directory, given)
    facts = machine.facts(ROOT, directory)
    if facts["file system"] in ("tmpfs", "ramfs"):
        print(f"bench: {directory} is in memory: what is durable there costs nothing. Use --directory", file=sys.stderr)
    before = machine.times()
    rows, failed = [], []
    try:
        for case in CASES + PEERS:
            is_wanted = case in CASES and not given.only or case in PEERS and given.peers
            if not is_wanted and case.name not in (given.only or ()):
                continue
            print(f"bench: {case.name}", file=sys.stderr)
            try:
                rows += case.measure(stage)
            except (RuntimeError, OSError) as error:
                # What was measured before is still true, and so is what comes after.
                print(f"bench: {case.name}: {error}", *stage.ended(), sep="\nbench: ", file=sys.stderr)
                failed.append(case.name)
    finally:
        stage.close()
        shutil.rmtree(directory, ignore_errors=True)
    facts["taken by other machines of the host"] = f"{100 * machine.stolen(before, machine.times()):.1f} %"
    if given.limit:
        facts["limits of juice-service that are not the usual ones"] = ", ".join(given.limit)
    facts["rounds"] = f"{given.rounds} of {given.seconds:g} s"
    print("\n".join(table.lines(rows)))
    print()
    print("\n".join(f"- {name}: {text}" for name, text in facts.items()))
    if given.json:
        document = {"machine": facts, "rows": [row.document() for row in rows]}
        given.json.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")
    if failed:
        sys.exit(f"bench: not measured: {', '.join(failed)}")


if __name__ == "__main__":
    main()
