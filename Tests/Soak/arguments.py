"""What scripts/soak can be told. Run by itself it only checks that."""

import argparse
import pathlib

UNITS = {"s": 1, "m": 60, "h": 3_600}
SHORTEST, LONGEST = 10, 30 * 24 * 3_600
DESCRIPTION = """\
Runs all services for hours as deploy/up starts them, under a steady load, and judges what was kept and what grew. Services are
killed at random moments, restarted, backed up every ten minutes, and forget what is old. The last line is the verdict; the
report, the samples and the plot are in the directory that is named above it. Ctrl-C ends it with a verdict of what was so far.
Exit code 0: nothing found; 1: something was; 130: interrupted, and nothing found until then.
"""


def seconds(text):
    """`90`, `90s`, `10m` or `8h`."""
    factor = UNITS.get(text[-1:])
    try:
        value = float(text[:-1] if factor else text) * (factor or 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time such as 90s, 10m or 8h") from None
    if not SHORTEST <= value <= LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is not between {SHORTEST} seconds and 30 days")
    return value


def parse(words=None):
    parser = argparse.ArgumentParser(prog="scripts/soak", description=DESCRIPTION)
    parser.add_argument("--for", dest="time", type=seconds, default=seconds("8h"), metavar="TIME",
                        help="how long there is load: 60s, 10m, 8h (default 8h); judging comes on top")
    parser.add_argument("--seed", type=int, help="repeats a plan, though not the moments it meets (default: drawn)")
    parser.add_argument("--directory", type=pathlib.Path, metavar="DIR",
                        help="where everything goes: a new or empty one (default: a new one in $TMPDIR)")
    arguments = parser.parse_args(words)
    if arguments.directory is not None:
        try:
            if any(arguments.directory.iterdir()):
                parser.error(f"--directory {arguments.directory} is not empty")
        except FileNotFoundError:
            pass
        except OSError as error:
            parser.error(f"--directory {arguments.directory}: {error.strerror}")
    return arguments


if __name__ == "__main__":
    parse()
