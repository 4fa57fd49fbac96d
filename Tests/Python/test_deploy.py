"""Where the programs and the deploy scripts look for sockets and data: all of them in the same places."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from gateway_process import GATEWAY
from juice_process import PROGRAMS, TIMEOUT, JuiceProcess

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
# The variables that decide, with %s for a directory of the test.
ENVIRONMENTS = {
    "by default": {"HOME": "%s/home", "TMPDIR": "%s/tmp"},
    "by XDG": {"HOME": "%s/home", "XDG_RUNTIME_DIR": "%s/runtime", "XDG_STATE_HOME": "%s/states"},
    "by name": {"XDG_RUNTIME_DIR": "%s/runtime", "JANGTEO_RUN_DIR": "%s/run/", "JANGTEO_STATE_DIR": "%s/state"},
    "empty": {"HOME": "%s/home", "TMPDIR": "%s/tmp", "JANGTEO_RUN_DIR": "", "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": ""},
}


class DeployTests(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="deploy-", ignore_cleanup_errors=True)
        self.addCleanup(place.cleanup)
        self.directory = pathlib.Path(place.name)
        # A checkout of which only the programs are built, by whoever runs the tests.
        self.deploy = self.directory / "checkout" / "deploy"
        shutil.copytree(DEPLOY, self.deploy)
        (self.directory / "checkout" / ".build").mkdir()
        for name in ("home", "tmp", "runtime"):
            (self.directory / name).mkdir(mode=0o700)

    def build(self):
        (self.directory / "checkout" / ".build" / "release").symlink_to(PROGRAMS.resolve())

    def environment(self, variables):
        return {"PATH": os.environ["PATH"]} | {
            name: text.replace("%s", str(self.directory)) for name, text in variables.items()
        }

    def run_command(self, variables, *words):
        return subprocess.run(
            words, capture_output=True, text=True, timeout=TIMEOUT, env=self.environment(variables), check=False
        )

    def paths(self, variables):
        ended = self.run_command(variables, GATEWAY, "paths", "run", "state")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return [pathlib.Path(line) for line in ended.stdout.splitlines()]

    def test_a_service_the_gateway_and_the_scripts_use_the_same_directories(self):
        self.build()
        for name, variables in ENVIRONMENTS.items():
            with self.subTest(name):
                run, state = self.paths(variables)
                service = subprocess.Popen(
                    [JuiceProcess.program()],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                    env=self.environment(variables),
                )
                try:
                    self.assertIn(f"rpc=ipc://{run}/juice.rpc", service.stdout.readline())
                    self.assertTrue((state / "juice.sqlite").exists())
                    status = self.run_command(variables, self.deploy / "status", "juice")
                    self.assertIn(f"SERVING      {service.pid}", status.stdout, status.stderr)
                    down = self.run_command(variables, self.deploy / "down", "juice")
                    self.assertIn("juice: stopped", down.stdout, down.stderr)
                finally:
                    service.kill()
                    service.wait(TIMEOUT)
                    service.stdout.close()
                shutil.rmtree(run, ignore_errors=True)
                shutil.rmtree(state)

    def test_reload_has_the_list_of_clients_read_again(self):
        self.build()
        variables = ENVIRONMENTS["by XDG"]
        none = self.run_command(variables, self.deploy / "reload", "juice")
        self.assertEqual((none.returncode, none.stdout), (1, ""))
        self.assertIn("juice: not running", none.stderr)
        service = subprocess.Popen(
            [JuiceProcess.program()],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment(variables),
        )
        try:
            service.stdout.readline()
            told = self.run_command(variables, self.deploy / "reload", "juice")
            self.assertEqual(told.returncode, 0, told.stderr)
            self.assertIn(f"juice: told to reload, pid {service.pid}", told.stdout)
            self.assertTrue(any("nothing to read again" in line for line in iter(service.stderr.readline, "")))
        finally:
            service.kill()
            service.wait(TIMEOUT)
            service.stdout.close()
            service.stderr.close()

    def test_paths_of_the_gateway(self):
        run, state = self.paths({"HOME": "/nowhere", "TMPDIR": "/t"})
        self.assertEqual((str(run), str(state)), (f"/t/jangteo-{os.getuid()}", "/nowhere/.local/state/jangteo"))
        everything = self.run_command({"HOME": "/nowhere", "TMPDIR": "/t"}, GATEWAY, "paths")
        self.assertEqual(everything.stdout.split()[0::2], ["run", "state", "config"])
        json = self.run_command({"TMPDIR": "/t", "JANGTEO_STATE_DIR": "/s"}, GATEWAY, "paths", "--json")
        self.assertEqual(json.stdout, f'{{"run":"/t/jangteo-{os.getuid()}","state":"/s"}}\n')
        unknown = self.run_command({}, GATEWAY, "paths", "state")
        self.assertEqual((unknown.returncode, unknown.stdout), (2, ""))

    def test_the_scripts_work_without_a_home(self):
        self.build()
        ended = self.run_command({"XDG_RUNTIME_DIR": "%s/runtime"}, self.deploy / "down", "juice")
        self.assertEqual((ended.returncode, ended.stdout), (0, "juice: not running\n"), ended.stderr)

    def test_before_the_first_build_the_scripts_say_what_builds(self):
        for command in ("status", "down", "logs", "gateway"):
            with self.subTest(command):
                ended = self.run_command({"HOME": "%s/home"}, self.deploy / command)
                self.assertIn("gateway is not built", ended.stderr)
                self.assertEqual(ended.returncode, 1)


if __name__ == "__main__":
    unittest.main()
