"""Runs a soak and says what came of it; see `arguments.py`."""

import pathlib
import random
import shutil
import signal
import sys
import tempfile

from arguments import parse
from client import NoAnswer
from deployment import NAMES, PROGRAMS, ScriptFailed
from run import Run, RunFailed

# What nobody needs any more when nothing was found.
EVIDENCE = ("checkout", "state", "run", "home", "backups", "records.ndjson", "views", "exposition", "logs")


def main():
    arguments = parse()
    for name in NAMES:
        if not (PROGRAMS / name).exists():
            sys.exit(f"{PROGRAMS / name} is not built")
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1_000_000)
    if arguments.directory is None:
        directory = pathlib.Path(tempfile.mkdtemp(prefix="jangteo-soak-"))
    else:
        directory = arguments.directory.resolve()
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    print(f"seed {seed}", flush=True)
    print(f"directory {directory}", file=sys.stderr, flush=True)
    run = None

    def interrupt(_number, _frame):
        # Once for a verdict of what was so far, twice for an end without one.
        if run is None or run.is_interrupted:
            raise KeyboardInterrupt
        run.is_interrupted = True

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        run = Run(directory, seed, arguments.time)
        report = run.play()
    except (RunFailed, NoAnswer, ScriptFailed) as error:
        print(f"no verdict: {error}; evidence: {directory}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print(f"interrupted without a verdict; evidence: {directory}", file=sys.stderr)
        sys.exit(130)
    finally:
        if run is not None:
            run.close()
    if report.is_sound:
        for name in EVIDENCE:
            place = directory / name
            shutil.rmtree(place) if place.is_dir() else place.unlink(missing_ok=True)
    print(report.text, end="")
    print(f"directory: {directory}")
    print(report.last_line)
    sys.exit(1 if not report.is_sound else 130 if run.is_interrupted else 0)


if __name__ == "__main__":
    main()
