"""Sends web-gateway what its OpenAPI document allows and what it does not, and holds every answer to the document."""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

import environment
from stage import stage

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent / "Python"


def seconds(text):
    match = re.fullmatch(r"([1-9][0-9]{0,5})(s|m|h)", text)
    if not match:
        raise argparse.ArgumentTypeError("a time looks like 90s, 10m or 1h")
    return int(match[1]) * {"s": 1, "m": 60, "h": 3600}[match[2]]


def parse():
    parser = argparse.ArgumentParser(prog="scripts/http-campaign", description=__doc__)
    parser.add_argument("--for", dest="time", type=seconds, default=60, metavar="TIME",
                        help="how long requests are sent: 90s, 10m (default 60s)")
    parser.add_argument("--seed", type=int, help="repeats what is drawn (default: drawn)")
    return parser.parse_args()


def requests(report):
    """How many requests were sent, by the status of their answers; under None those without one."""
    counts = collections.Counter()
    with open(report) as lines:
        for line in lines:
            recorder = json.loads(line).get("ScenarioFinished", {}).get("recorder", {})
            for interaction in recorder.get("interactions", {}).values():
                counts[(interaction.get("response") or {}).get("status_code")] += 1
    return counts


def run(time, seed, directory):
    """Runs it all; returns whether nothing was found."""
    python = environment.python()
    report = directory / "report.ndjson"
    with stage() as scene:
        variables = {
            "PYTHONPATH": f"{HERE}:{TESTS}",
            "SCHEMATHESIS_HOOKS": "hooks",
            "HTTP_CAMPAIGN_KNOWN": json.dumps(scene.known),
        }
        status = subprocess.run(
            [
                python, "-m", "schemathesis.cli", "--config-file", HERE / "schemathesis.toml",
                "run", f"{scene.url}/openapi.json", "--max-time", str(time), "--seed", str(seed),
                "--continue-on-failure", "--generation-database", "none", "--request-timeout", "20", "--no-color",
                "--report-ndjson-path", report, "--warnings", "off",
            ],
            env=os.environ | variables, cwd=directory,
        ).returncode
        faults = scene.ended()
    print("\n".join(faults), end="\n" if faults else "")
    counts = requests(report)
    told = ", ".join(f"{count} × {status}" for status, count in sorted(counts.items(), key=str))
    print(f"requests: {sum(counts.values())} ({told})")
    return status == 0 and not faults


def main():
    arguments = parse()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(130))
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="http-campaign-report-") as name:
        is_clean = run(arguments.time, seed, pathlib.Path(name))
    print(f"http-campaign: {'nothing found' if is_clean else 'FOUND SOMETHING'} (seed {seed}, {arguments.time} s)")
    sys.exit(0 if is_clean else 1)


if __name__ == "__main__":
    main()
