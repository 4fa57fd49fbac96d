"""Attacks a real web-gateway and looks at what its legitimate callers notice of it."""

import dataclasses
import math
import pathlib
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1] / "Python")]

import kit  # noqa: E402
import web_bodies  # noqa: E402, F401
import web_crowds  # noqa: E402, F401
import web_heads  # noqa: E402, F401
import web_readers  # noqa: E402, F401
import witnesses  # noqa: E402
from crowds import Attackers  # noqa: E402
from deadline import Deadline  # noqa: E402
from fast_disk import fast_disk  # noqa: E402
from sanitizing import SANITIZER  # noqa: E402
from supervisor import memory  # noqa: E402
from web_attacks import ATTACKS, MEMORY  # noqa: E402
from web_stage import Stage  # noqa: E402


class Target(Deadline):
    """What an attack sees: where to, for how long, and what a caller with a token knows."""

    def __init__(self, stage, seconds):
        super().__init__(seconds)
        self.port, self.tokens = stage.port, stage.tokens
        self.vendor, self.picture_path = stage.fill()
        self.picture, self.epoch = stage.picture, stage.epoch

    @property
    def vendor_fields(self):
        return (f"identifier: {self.vendor['identifier']}",) if self.vendor else ()


@dataclasses.dataclass
class Finding(kit.Finding):
    """What one attack over HTTP came to; `restarts` counts the programs that have ended."""

    #: The most MiB that each service had.
    services: dict

    HEAD = ("attack", "did", "stays: p99, most", "fresh: p99, most", "joins: p99, most", "web-gateway", "services", "the same", "")

    @property
    def row(self):
        name, done, *reports, before_and_peak, _, verdict = super().row
        most = ", ".join(f"{name} {peak:.0f}" for name, peak in self.services.items()) + " MiB"
        return name, done, *reports, before_and_peak, most, "no" if self.restarts else "yes", verdict


def run(name, seconds, until=None):
    """Runs one attack against programs of its own.

    `until` "served" has it go on after its time until each witness was served once more, so that who keeps them out is seen to.
    """
    attack = ATTACKS[name]
    stage = Stage(pathlib.Path(tempfile.mkdtemp(prefix="hostile-web-", dir=fast_disk())), attack.services, attack.options)
    try:
        return _run(name, attack, stage, seconds, until)
    finally:
        stage.close()


def _run(name, attack, stage, seconds, until):
    target = Target(stage, seconds + kit.TIMEOUT * (until == "served"))
    program = HERE / "http_witness.py"
    others = witnesses.Witnesses(
        {kind: [program, kind, str(stage.port), stage.tokens[kind]] for kind in witnesses.KINDS}
    )
    faults, done = [], ""

    def end_in_time():
        target.wait(seconds)
        unserved = others.wait_until_served(1, kit.TIMEOUT)
        faults.extend(f"{kind} not served while it went on" for kind in unserved)
        target.end()

    if until == "served":
        threading.Thread(target=end_in_time, daemon=True).start()
    functions = attack.functions()
    try:
        with Attackers(len(functions), lambda number: functions[number](target, number)) as attackers:
            done = f"{sum(attackers.results(target))} {attack.counted}"
    except AssertionError as fault:
        faults.append(str(fault))
    finally:
        target.end()
        reports = others.reports()
    ended = stage.ended()
    peak = memory(stage.web.pid, "VmHWM") if "web-gateway" not in ended else math.inf
    services = stage.service_peaks
    return Finding(
        attack=name,
        done=done,
        reports=reports,
        longest=math.inf if SANITIZER else attack.longest,
        before=stage.before,
        peak=peak,
        bound=math.inf if SANITIZER else MEMORY,
        lost=stage.lost({kind: report.acknowledged for kind, report in reports.items()}),
        restarts=len(ended),
        restarts_on_purpose=0,
        faults=faults + list(ended.values()),
        services=services,
    )
