"""The units in deploy/systemd: what systemd's own checkers say of them, and that the programs work within them."""

import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from juice_process import PROGRAMS, ROOT, TIMEOUT, JuiceProcess, JuiceTest
from web_process import WebProcess

UNITS = ROOT / "deploy" / "systemd"
SERVICES = sorted([*UNITS.glob("*.service"), *UNITS.glob("user/*.service")])
SCRIPTS = ("backup-copies", "move-state", "pause-after-failure")
# The exposure that is accepted: 0 is none, 10 all.
MOST_EXPOSED = 2.0

# Installs the filter of a unit, whose rules are the first argument, and becomes the program that the others name.
FILTERED = """
import errno, json, os, seccomp, sys
rules = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))
for name in json.loads(sys.argv[1]):
    try:
        rules.add_rule(seccomp.ALLOW, name)
    except (RuntimeError, ValueError, OSError):
        pass  # A call that this processor or this libseccomp does not have.
rules.load()
os.execv(sys.argv[2], sys.argv[2:])
"""


def analyze(*arguments):
    # The checker of a user's units makes a directory where that user's sockets are.
    with tempfile.TemporaryDirectory() as directory:
        environment = os.environ | {"XDG_RUNTIME_DIR": directory}
        command = ["systemd-analyze", "--no-pager", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)


def directives(unit, name):
    return re.findall(rf"^{name}=(.*)$", unit.read_text(), re.M)


def members(group):
    """The system calls of one of systemd's groups."""
    calls = set()
    for line in analyze("syscall-filter", group).stdout.splitlines()[1:]:
        word = line.strip().split("#")[0].strip()
        if word.startswith("@"):
            calls |= members(word)
        elif word:
            calls.add(word)
    return calls


def allowed(unit):
    """The system calls that a unit's filters leave."""
    calls = set()
    for line in directives(unit, "SystemCallFilter"):
        named = set()
        for word in line.lstrip("~").split():
            named |= members(word) if word.startswith("@") else {word}
        calls = calls - named if line.startswith("~") else calls | named
    return calls


@unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is missing: scripts/install-dependencies --test")
class UnitsTest(JuiceTest):
    def test_systemd_finds_no_fault_in_them(self):
        # Their programs are those that were built, and other units of ours have to be found.
        folder = self.directory / "units"
        for source in [*UNITS.glob("*.*"), *UNITS.glob("user/*.*")]:
            target = folder / source.relative_to(UNITS)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text()
            for script in SCRIPTS:
                text = text.replace(f"/usr/libexec/jangteo/{script}", str(UNITS / script))
            target.write_text(text.replace("/usr/libexec/jangteo/", f"{PROGRAMS}/"))
        for options, units in ((), [*folder.glob("*.*")]), (("--user",), [*folder.glob("user/*.*")]):
            for unit in units:
                if unit.suffix in (".service", ".timer", ".target"):
                    name = unit.name.replace("@.", "@juice-service." if options else "@juice.")
                    if name != unit.name:
                        (unit.parent / name).symlink_to(unit.name)
                    with self.subTest(name):
                        result = analyze("verify", "--man=no", *options, str(unit.parent / name))
                        self.assertEqual((result.returncode, result.stdout + result.stderr), (0, ""))

    def test_none_is_more_exposed_than_it_has_to_be(self):
        self.assertEqual(len(SERVICES), 7)
        for unit in SERVICES:
            with self.subTest(unit.name):
                result = analyze("security", "--offline=true", str(unit))
                exposure = re.search(r"exposure level for \S+: ([0-9.]+)", result.stdout + result.stderr)
                self.assertIsNotNone(exposure, result)
                self.assertLessEqual(float(exposure[1]), MOST_EXPOSED)

    def test_they_say_how_to_tell_that_a_service_is_ready_and_alive(self):
        for unit in SERVICES:
            if "backup" not in unit.name:
                with self.subTest(unit.name):
                    self.assertEqual(directives(unit, "Type"), ["notify"])
                    self.assertEqual(directives(unit, "WatchdogSec"), ["60"])

    def test_no_unit_is_given_up_and_none_comes_back_at_once_for_ever(self):
        for unit in SERVICES:
            if "backup" not in unit.name:
                with self.subTest(unit.name):
                    self.assertEqual(directives(unit, "StartLimitIntervalSec"), ["0"])
                    self.assertEqual(directives(unit, "Restart"), ["on-failure"])
                    self.assertEqual(directives(unit, "RestartPreventExitStatus"), ["64"])
                    name = "%i" if "@" in unit.name else unit.stem
                    self.assertEqual(directives(unit, "ExecStopPost"), [f"/usr/libexec/jangteo/pause-after-failure {name}"])

    def test_each_sees_its_own_state_alone_and_the_web_face_none_and_no_key_of_the_services(self):
        for name in ("juice", "expo", "market"):
            unit = UNITS / f"{name}.service"
            self.assertEqual(directives(unit, "StateDirectory"), [f"jangteo/{name}"])
            self.assertEqual(directives(unit, "TemporaryFileSystem"), ["/var/lib/jangteo:ro,mode=0755"])
            self.assertEqual(directives(unit, "BindPaths"), [f"/var/lib/jangteo/{name}"])
            self.assertIn(f"JANGTEO_STATE_DIR=/var/lib/jangteo/{name}", " ".join(directives(unit, "Environment")))
        for name in ("calc", "jangteo-web"):
            self.assertEqual(directives(UNITS / f"{name}.service", "StateDirectory"), [])
            hidden = " ".join(directives(UNITS / f"{name}.service", "InaccessiblePaths")).split()
            self.assertLessEqual({"-/var/lib/jangteo", "-/var/backups/jangteo"}, set(hidden))
        self.assertLessEqual({"-/etc/jangteo/keys", "-/etc/jangteo/server.key_secret", "-/etc/jangteo/clients"}, set(hidden))

    def filtered(self, unit, kind, *arguments):
        """Starts a program within the filter of system calls that its unit has."""
        calls = json.dumps(sorted(allowed(UNITS / unit)))

        class Filtered(kind):
            @classmethod
            def program(cls):
                return "/usr/bin/python3"

            def places(self):
                return ["-c", FILTERED, calls, str(kind.program()), *[str(place) for place in super().places()]]

        process = Filtered(self.directory, *arguments)
        self.addCleanup(process.close)
        process.ready = process.wait_ready()
        self.assertRegex(pathlib.Path(f"/proc/{process.pid}/status").read_text(), r"(?m)^Seccomp:\s+2$")
        return process

    def test_the_programs_work_with_no_more_than_the_system_calls_of_their_units(self):
        self.assertNotIn("mount", allowed(UNITS / "juice.service"))
        service = self.filtered("juice.service", JuiceProcess)
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        web = self.filtered("jangteo-web.service", WebProcess, "--listen", "127.0.0.1:0")
        connection = http.client.HTTPConnection(web.ready["http"].removeprefix("http://"), timeout=TIMEOUT)
        self.addCleanup(connection.close)
        connection.request("GET", "/api/juice/stock")
        self.assertIn(b'"kiwi"', connection.getresponse().read())
        for process in (web, service):
            self.assertEqual(process.stop(), 0, process.log)


class StateOfBeforeTest(JuiceTest):
    """What packages kept in one directory for all services."""

    def move(self, code):
        moved = subprocess.run(
            [UNITS / "move-state", "juice", self.directory / "state"], capture_output=True, text=True, timeout=60
        )
        self.assertEqual(moved.returncode, code, moved.stderr)
        return moved.stdout + moved.stderr

    def test_a_store_is_moved_whole_and_nobody_elses_is(self):
        service = self.start()
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        service.kill()  # So that its log is still beside it.
        state = self.directory / "state"
        for name in ("juice-writes.log", "juice.replaced-20260101T000000Z", "market.sqlite"):
            (state / name).write_text(name)
        self.assertIn("moved", self.move(0))
        self.assertEqual(self.move(0), "")
        left = sorted(path.name for path in state.iterdir())
        self.assertEqual(left, ["juice", "market.sqlite"])
        self.assertEqual((state / "juice" / "juice-writes.log").read_text(), "juice-writes.log")
        again = self.start(state="state/juice")
        self.assertStock(self.client(again), kiwi=7)

    def test_a_store_that_a_process_has_stays_where_it_is(self):
        service = self.start()
        self.assertIn("a process has the store", self.move(78))
        self.assertTrue((self.directory / "state" / "juice.sqlite").exists())
        self.client(service).ok("juice.order", {"juice": "kiwi"})

    def test_of_two_stores_neither_takes_the_place_of_the_other(self):
        self.start().stop()
        self.start(state="state/juice").stop()
        before = {path: path.read_bytes() for path in (self.directory / "state").rglob("*.sqlite")}
        self.assertIn("there are both", self.move(78))
        self.assertEqual({path: path.read_bytes() for path in before}, before)


class PauseTest(unittest.TestCase):
    def test_pauses_grow_with_failures_and_an_orderly_end_begins_anew(self):
        with tempfile.TemporaryDirectory() as directory:
            count = pathlib.Path(directory) / "juice.failures"

            def end(result):
                told = subprocess.run(
                    [UNITS / "pause-after-failure", "juice"], capture_output=True, text=True, timeout=60,
                    env={"PATH": os.environ["PATH"], "RUNTIME_DIRECTORY": directory, "SERVICE_RESULT": result},
                )
                self.assertEqual((told.returncode, told.stderr), (0, ""))
                return [int(seconds) for seconds in re.findall(r"in (\d+) s", told.stdout)]

            self.assertEqual([end("exit-code"), end("signal"), end("watchdog")], [[], [1], [2]])
            end("success")
            self.assertEqual(end("exit-code"), [])
            # Another program of the same user may have written there, and a failure of long ago does not count.
            for text in ("", "x y\n", "5 99999999999999999999\n", "3 -1\n", "5 1\n" if uptime() > 120 else ""):
                count.write_text(text)
                self.assertEqual(end("exit-code"), [], text)


def uptime():
    return float(pathlib.Path("/proc/uptime").read_text().split()[0])


class BackupCopiesTest(JuiceTest):
    def copy(self, **environment):
        """Runs the script as the unit does, beside the programs."""
        programs = self.directory / "programs"
        programs.mkdir(exist_ok=True)
        for name, source in (("juice-service", PROGRAMS / "juice-service"), ("backup-copies", UNITS / "backup-copies")):
            if not (programs / name).exists():
                shutil.copy(source, programs / name)
        return subprocess.run(
            [programs / "backup-copies", "juice"],
            env={"PATH": os.environ["PATH"], "JANGTEO_BACKUP_DIR": str(self.directory / "backups"),
                 "JANGTEO_RUN_DIR": str(self.directory / "run"), "JANGTEO_STATE_DIR": str(self.directory / "state")} | environment,
            capture_output=True, text=True, timeout=60,
        )

    def metrics(self):
        """What is written for Prometheus, once its own checker has nothing to say."""
        text = (self.directory / "metrics" / "jangteo_backup_juice.prom").read_text()
        checked = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=60)
        self.assertEqual((checked.returncode, checked.stdout + checked.stderr), (0, ""), text)
        samples = re.findall(r'^jangteo_backup_(\w+)\{service="juice"\} (\d+)$', text, re.M)
        return {name: int(value) for name, value in samples}

    def copies(self):
        return sorted(path.name for path in (self.directory / "backups" / "juice").iterdir())

    def test_a_copy_of_a_service_that_runs_can_be_restored_and_the_oldest_ones_go(self):
        service = self.start()
        self.client(service).ok("juice.order", {"juice": "kiwi"})
        old = self.directory / "backups" / "juice"
        for number in range(3):
            (old / f"2020010{number + 1}T000000Z").mkdir(parents=True)
        # Made under a clock that was wrong.
        (old / "29990101T000000Z").mkdir()
        (old / "20200104T000000Z.part").mkdir()
        result = self.copy(JANGTEO_BACKUPS_KEPT="2")
        self.assertEqual(result.returncode, 0, result.stderr)
        kept = self.copies()
        self.assertEqual(kept[0], "20200103T000000Z")
        self.assertEqual(len(kept), 2)
        service.stop()
        restored = self.launch("--restore-from", old / kept[1], state="other")
        self.assertEqual(restored.wait(), 0, restored.log)
        again = self.start(state="other")
        self.assertStock(self.client(again), kiwi=7)

    def test_prometheus_is_told_of_the_newest_copy_and_of_the_newest_that_was_restored(self):
        self.start().stop()
        old = self.directory / "backups" / "juice" / "20200101T000000Z"
        old.mkdir(parents=True)
        old.with_name("29990101T000000Z").mkdir()
        (self.directory / "metrics").mkdir()
        told = {"JANGTEO_BACKUP_METRICS": str(self.directory / "metrics")}
        self.make_copies_unusable()
        begun = int(time.time())
        self.assertEqual(self.copy(**told).returncode, 1)
        metrics = self.metrics()
        self.assertGreaterEqual(metrics.pop("newest_copy_timestamp_seconds"), begun)
        self.assertEqual(metrics, {"newest_verified_copy_timestamp_seconds": 1577836800, "verified_copies": 2, "unusable_copies": 1})
        shutil.copy(PROGRAMS / "juice-service", self.directory / "programs" / "juice-service")
        self.assertEqual(self.copy(**told).returncode, 0)
        self.assertGreaterEqual(self.metrics()["newest_verified_copy_timestamp_seconds"], begun)
        self.assertEqual([path.name for path in (self.directory / "metrics").iterdir()], ["jangteo_backup_juice.prom"])

    def test_copies_that_a_wrong_clock_dated_ahead_do_not_hide_that_none_is_made(self):
        (self.directory / "backups" / "juice" / "29990101T000000Z").mkdir(parents=True)
        (self.directory / "metrics").mkdir()
        (self.directory / "state").mkdir(mode=0o700)
        (self.directory / "state" / "juice.sqlite").write_bytes(b"no database" * 1000)
        self.assertEqual(self.copy(JANGTEO_BACKUP_METRICS=str(self.directory / "metrics")).returncode, 78)
        self.assertEqual(self.metrics()["newest_verified_copy_timestamp_seconds"], 0)

    def test_prometheus_is_told_when_no_copy_could_be_made(self):
        (self.directory / "metrics").mkdir()
        (self.directory / "state").mkdir(mode=0o700)
        (self.directory / "state" / "juice.sqlite").write_bytes(b"no database" * 1000)
        self.assertEqual(self.copy(JANGTEO_BACKUP_METRICS=str(self.directory / "metrics")).returncode, 78)
        self.assertEqual(self.metrics(), {"verified_copies": 0, "unusable_copies": 0})

    def make_copies_unusable(self):
        """A disk that does not keep what was written to it."""
        program = self.directory / "programs" / "juice-service"
        program.parent.mkdir(exist_ok=True)
        program.unlink(missing_ok=True)
        program.write_text(
            f'#!/bin/bash\n"{PROGRAMS}/juice-service" "$@" || exit\n'
            'if [[ $* == *--backup-to* ]]; then echo torn >> "${!#}/juice/juice.sqlite"; fi\n'
        )
        program.chmod(0o755)

    def test_a_copy_that_cannot_be_restored_is_told_and_takes_no_older_one_with_it(self):
        self.start().stop()
        self.assertEqual(self.copy().returncode, 0)
        good = self.copies()
        self.make_copies_unusable()
        result = self.copy(JANGTEO_BACKUPS_KEPT="1")
        self.assertEqual(result.returncode, 1, result.stderr)
        (bad,) = set(self.copies()) - set(good)
        self.assertTrue(bad.endswith(".unusable"), bad)
        self.assertIn(bad, result.stderr)
        self.assertEqual(self.copies(), sorted([*good, bad]))

    def test_a_copy_that_cannot_be_made_takes_no_older_one_with_it(self):
        old = self.directory / "backups" / "juice" / "20200101T000000Z"
        old.mkdir(parents=True)
        (self.directory / "state").mkdir(mode=0o700)
        (self.directory / "state" / "juice.sqlite").write_bytes(b"no database" * 1000)
        result = self.copy(JANGTEO_BACKUPS_KEPT="1")
        self.assertEqual(result.returncode, 78, result.stderr)
        self.assertEqual(self.copies(), [old.name])


if __name__ == "__main__":
    unittest.main()
