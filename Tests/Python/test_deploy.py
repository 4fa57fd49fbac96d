"""Where the programs and the deploy scripts look for sockets and data: all of them in the same places."""

import functools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import zmq

from gateway_process import GATEWAY
from juice_process import PROGRAMS, TIMEOUT, JuiceProcess
from web_tls_process import Certificates

DEPLOY = pathlib.Path(__file__).parents[2] / "deploy"
PRODUCTS = {f"{name}-service" for name in (DEPLOY / "services").read_text().split()} | {"web-gateway", "gateway"}
# The variables that decide, with %s for a directory of the test.
ENVIRONMENTS = {
    "by default": {"HOME": "%s/home", "TMPDIR": "%s/tmp"},
    "by XDG": {"HOME": "%s/home", "XDG_RUNTIME_DIR": "%s/runtime", "XDG_STATE_HOME": "%s/states"},
    "by name": {"XDG_RUNTIME_DIR": "%s/runtime", "JANGTEO_RUN_DIR": "%s/run/", "JANGTEO_STATE_DIR": "%s/state"},
    "empty": {"HOME": "%s/home", "TMPDIR": "%s/tmp", "JANGTEO_RUN_DIR": "", "XDG_STATE_HOME": "", "XDG_RUNTIME_DIR": ""},
}


class CheckoutTest(unittest.TestCase):
    """A checkout of the test's own, with the programs that are built."""

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
        # The usual port may be in use.
        return {"PATH": os.environ["PATH"], "JANGTEO_WEB_LISTEN": "127.0.0.1:0"} | {
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


@unittest.skipUnless(shutil.which("swift"), "Swift is not installed")
class BuildTests(unittest.TestCase):
    def described(self, **variables):
        inherited = {name: value for name, value in os.environ.items() if name != "JANGTEO_TOOLS"}
        with tempfile.TemporaryDirectory() as scratch:
            text = subprocess.run(
                ["swift", "package", "--package-path", DEPLOY.parent, "--scratch-path", scratch, "describe", "--type", "json"],
                capture_output=True, text=True, check=True, env=inherited | variables,
            ).stdout  # fmt: skip
        package = json.loads(text)
        programs = {one["name"] for one in package["products"] if "executable" in one["type"]}
        return {target["name"]: target for target in package["targets"]}, programs

    def test_one_build_has_the_wanted_programs_all_that_they_need_and_nothing_else(self):
        everything, _ = self.described()
        for wanted in (PRODUCTS, {"juice-service", "gateway"}):
            with self.subTest(wanted):
                targets, products = self.described(JANGTEO_PRODUCTS=",".join(wanted))
                self.assertEqual(products, wanted)
                self.assertLess(set(targets), set(everything))
                for name, target in targets.items():
                    self.assertEqual(target, everything[name] | {"product_memberships": target.get("product_memberships")})
                    self.assertLessEqual(set(target.get("target_dependencies", [])), set(targets))
                self.assertNotIn("TestKit", targets)

    def test_a_build_without_tests_has_no_program_for_developers_but_those_that_tests_start(self):
        everything, products = self.described()
        self.assertEqual(products, {*PRODUCTS, "PictureProbe"})
        needed, _ = self.described(JANGTEO_PRODUCTS=",".join(PRODUCTS))
        compiled = {name for name, target in everything.items() if target["type"] != "test"}
        library = {"Contract", "DurableWorker", "DurableWorkerClient", "SimulatedWorker", "CSimulatedDisk"}
        self.assertEqual(compiled - set(needed), {"PictureProbe", "CPictureSamples"} | library)
        tools = {path.name for path in (DEPLOY.parent / "Tools").iterdir()}
        self.assertEqual(set(self.described(JANGTEO_TOOLS="1")[0]) - set(everything), tools | {"InteropPeer"})


class DeployTests(CheckoutTest):
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

    def test_a_chosen_context_is_true_through_both_wrappers(self):
        self.build()
        system = self.directory / "system"  # Where the package would have its configuration; setpriv is not for everybody.
        programs = self.directory / "programs"
        programs.mkdir()
        (programs / "gateway").symlink_to(GATEWAY)
        (programs / "setpriv").write_text('#!/bin/sh\nshift 5\nexec "$@"\n')
        (programs / "setpriv").chmod(0o755)
        package = self.directory / "jangteo-gateway"
        text = (DEPLOY / "package" / "jangteo-gateway").read_text()
        self.assertIn("XDG_CONFIG_HOME=/etc", text)
        package.write_text(text.replace("=/etc", f"={system}"))
        package.chmod(0o755)
        variables = {"HOME": "%s/home", "TMPDIR": "%s/tmp", "PATH": f"{programs}:{os.environ['PATH']}"}
        for wrapper, inherited in ((self.deploy / "gateway", {}), (package, {"JANGTEO_RUN_DIR": "%s/run"})):
            with self.subTest(wrapper.name):

                def run(*words):
                    return self.run_command(variables | inherited, wrapper, *words)

                added = run("context", "add", "shop", "--insecure", "juice=tcp://127.0.0.1:9")
                self.assertEqual(added.returncode, 0, added.stderr)
                # As it was typed; the package's is in the path.
                self.assertIn(f"{wrapper if inherited == {} else wrapper.name} context use shop", added.stderr)
                chosen = run("context", "use", "shop")
                self.assertEqual(chosen.stderr, "From now on commands go to shop.\n")
                self.assertRegex(run("context", "list").stdout, r"(?m)^\* +shop")
                asked = run("status", "--json", "--timeout", "100ms")
                self.assertEqual([each["service"] for each in json.loads(asked.stdout)["services"]], ["juice"])
                self.assertIn("tcp://127.0.0.1:9", run("context", "show").stdout)
        page = self.run_command(variables, self.deploy / "gateway", "context", "add", "--help").stdout
        self.assertIn(f"  {self.deploy}/gateway context add shop", page)
        self.assertIsNone(re.search(r"(^|[ (])gateway context", page), page)
        named = self.run_command(variables | {"JANGTEO_RUN_DIR": "%s/run"}, self.deploy / "gateway", "context", "use", "shop")
        self.assertIn("JANGTEO_RUN_DIR is set", named.stderr)

    def test_the_scripts_work_without_a_home(self):
        self.build()
        ended = self.run_command({"XDG_RUNTIME_DIR": "%s/runtime"}, self.deploy / "down", "juice")
        self.assertEqual((ended.returncode, ended.stdout), (0, "juice: not running\n"), ended.stderr)

    def test_options_stand_anywhere_and_an_unknown_one_is_named(self):
        self.build()
        variables = ENVIRONMENTS["by XDG"]
        for command in ("up", "down", "restart", "status", "reload", "logs", "backup", "restore", "cluster"):
            with self.subTest(command):
                ended = self.run_command(variables, self.deploy / command, "juice", "--foo")
                self.assertEqual((ended.returncode, ended.stdout), (2, ""))
                self.assertIn("'juice'" if command == "cluster" else "there is no option '--foo'", ended.stderr)
                self.assertEqual(len(ended.stderr.splitlines()), 1, ended.stderr)
                usage = self.run_command(variables, self.deploy / command, "--help")
                self.assertEqual((usage.returncode, usage.stderr), (0, ""))
                self.assertTrue(usage.stdout.startswith(f"usage: deploy/{command}"))
        self.assertTrue(self.run_command(variables, self.deploy / "keep", "--help").stdout.startswith("usage: deploy/keep"))
        for words in (("juice", "--force"), ("--force", "--", "juice")):
            ended = self.run_command(variables, self.deploy / "down", *words)
            self.assertEqual((ended.returncode, ended.stdout), (0, "juice: not running\n"), ended.stderr)
        none = self.run_command(variables, self.deploy / "restore", "%s/nothing", "--accept-older", "juice")
        self.assertEqual(none.returncode, 1)
        # In the words of the service, and without the frame that its log has.
        self.assertIn("juice", none.stderr)
        self.assertNotIn("level=", none.stderr)

    def test_before_the_first_build_the_scripts_say_what_builds(self):
        for command in ("status", "down", "logs", "gateway"):
            with self.subTest(command):
                ended = self.run_command({"HOME": "%s/home"}, self.deploy / command)
                self.assertIn("gateway is not built", ended.stderr)
                self.assertEqual(ended.returncode, 1)


class DeployedTests(CheckoutTest):
    """Services that the scripts themselves have started, all of them or juice alone."""

    VARIABLES = ENVIRONMENTS["by name"]

    def setUp(self):
        super().setUp()
        self.build()
        self.addCleanup(self.script, "down", "--force")

    def script(self, name, *words, code=None, **more):
        done = self.run_command(self.VARIABLES | more, self.deploy / name, *map(str, words))
        if code is not None:
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def pid(self):
        """The process of juice-service, once there is one that serves."""
        end = time.monotonic() + TIMEOUT
        while True:
            found = re.search(r"SERVING +(\d+)", self.script("status", "juice").stdout)
            if found:
                return int(found[1])
            self.assertLess(time.monotonic(), end, "never served")

    def assertDown(self):
        down = self.script("down", "juice", code=0)
        self.assertEqual(self.script("status", "juice").returncode, 4, down.stdout)

    def test_a_service_behind_keys_is_found_to_serve(self):
        keys = self.directory / "keys"
        run = functools.partial(self.run_command, {"HOME": "%s/home", "XDG_CONFIG_HOME": "%s/config"}, GATEWAY)
        self.assertEqual(run("keys", "generate", keys / "server").returncode, 0)
        public = run("keys", "generate", keys / "alice").stdout.strip()
        allowed = run("keys", "allow", "--role", "order", "--clients", keys / "clients", "alice", "--", public)
        self.assertEqual(allowed.returncode, 0, allowed.stderr)
        guarded = {
            "JANGTEO_CURVE_KEY": f"{keys}/server.key_secret",
            "JANGTEO_CLIENTS": f"{keys}/clients",
            "JANGTEO_JUICE_RPC": "tcp://127.0.0.1:*,tcp://127.0.0.2:*",
            "JANGTEO_JUICE_EVENTS": "tcp://127.0.0.1:*",
        }
        up = self.script("up", "--no-build", "juice", code=0, **guarded)
        self.assertIn("juice: serving", up.stdout)
        log = (self.directory / "state" / "logs" / "juice.log").read_text()
        for endpoint in ("tcp://127.0.0.1:", "tcp://127.0.0.2:", f"ipc://{self.directory}/run/juice.rpc"):
            self.assertIn(endpoint, log)
        self.assertIn("SERVING", self.script("status", "juice", code=0, **guarded).stdout)
        self.assertEqual(self.script("gateway", "juice", "stock", **guarded).returncode, 0)
        self.assertDown()

    @unittest.skipUnless(os.getuid() == 0, "only root can become somebody else")
    def test_whoever_is_not_root_finds_and_stops_what_they_have_started(self):
        # To them the kernel does not show what a service has open, because of its keys.
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        if self.run_command({}, *nobody, "test", "-x", PROGRAMS / "juice-service").returncode != 0:
            self.skipTest(f"others may not run what is in {PROGRAMS}")
        for path in (self.directory, *self.directory.rglob("*")):
            os.chown(path, 65534, 65534, follow_symlinks=False)

        def script(*words, code=0, **more):
            done = self.run_command(self.VARIABLES | more, *nobody, *words)
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
            return done

        script(self.deploy / "up", "--no-build", "juice")
        shown = script(self.deploy / "status", "juice")
        self.assertRegex(shown.stdout, r"SERVING +\d+")
        self.assertEqual(shown.stderr, "")
        elsewhere = script(self.deploy / "status", "juice", code=4, JANGTEO_RUN_DIR="%s/other")
        self.assertIn(f"serves in the run directory {self.directory}/run", elsewhere.stderr)
        other = script(self.deploy / "status", "juice", JANGTEO_STATE_DIR="%s/other")
        self.assertIn(f"serves the state in {self.directory}/state, not the one in", other.stderr)
        self.assertIn("juice: stopped", script(self.deploy / "down", "juice").stdout)
        script(self.deploy / "status", "juice", code=4)

    def test_a_killed_service_comes_back_and_one_that_was_stopped_does_not(self):
        self.script("up", "--no-build", "juice", code=0)
        first = self.pid()
        os.kill(first, signal.SIGKILL)
        while (second := self.pid()) == first:
            pass
        # Soon after the other: now it waits before it starts again, and is stopped while it does.
        os.kill(second, signal.SIGKILL)
        self.assertDown()
        log = (self.directory / "state" / "logs" / "juice.log").read_text()
        self.assertEqual(re.findall(r"code 137; starting it again in (\d+) s", log), ["0", "1"])

    def test_a_service_that_refuses_to_start_again_comes_back_once_what_is_in_its_way_has_passed(self):
        self.script("up", "--no-build", "juice", code=0)
        first = self.pid()
        state, log = self.directory / "state", self.directory / "state" / "logs" / "juice.log"
        state.chmod(0o777)
        os.kill(first, signal.SIGKILL)
        while log.read_text().count("with code 78; starting it again") < 2:
            self.assertIn("deploy/keep", self.run_command({}, "pgrep", "-af", str(self.deploy)).stdout, log.read_text())
        state.chmod(0o700)
        self.assertNotEqual(self.pid(), first)
        self.assertDown()

    def test_a_service_that_has_never_served_and_refuses_to_start_is_reported_at_once(self):
        (self.directory / "state").mkdir(mode=0o777)
        (self.directory / "state").chmod(0o777)
        up = self.script("up", "--no-build", "juice", code=1)
        self.assertIn("refused to start", up.stderr)

    def test_a_service_that_is_killed_while_it_ends_stays_down(self):
        self.script("up", "--no-build", "juice", code=0)
        pid = self.pid()
        context = zmq.Context()
        self.addCleanup(context.destroy, linger=0)
        client = context.socket(zmq.REQ)
        client.connect(f"ipc://{self.directory}/run/juice.rpc")
        down = subprocess.Popen(
            [self.deploy / "down", "juice"], env=self.environment(self.VARIABLES), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        # While somebody asks it goes on telling that it ends; then memory runs out.
        reason = None
        while reason != "UNAVAILABLE":
            if down.poll() is not None:
                self.fail(f"it was not told that it ends: {down.communicate()[0]}")
            client.send_json({"jsonrpc": "2.0", "id": 1, "method": "juice.stock.list"})
            self.assertTrue(client.poll(1000 * TIMEOUT), "no answer")
            reason = client.recv_json().get("error", {}).get("data", {}).get("reason")
        os.kill(pid, signal.SIGKILL)
        said, _ = down.communicate(timeout=TIMEOUT)
        self.assertEqual(down.returncode, 0, said)
        self.assertEqual(self.script("status", "juice").returncode, 4)

    def test_a_service_that_has_just_locked_its_directories_is_ours(self):
        self.script("up", "--no-build", "juice", code=0)
        pid = self.pid()
        # As it is for a moment after a kill: the new process holds the file, which still names the one before.
        (self.directory / "run" / "juice.lock").write_text("pid 4194304 juice-service\n")
        self.assertEqual(self.pid(), pid)
        self.assertIn("juice: stopped", self.script("down", "juice", code=0).stdout)

    def test_a_service_is_started_with_the_options_that_are_named_for_it(self):
        options = {"JANGTEO_JUICE_OPTIONS": "--log-level debug --retain-events 7"}
        self.script("up", "--no-build", "juice", code=0, **options)
        self.script("restart", "juice", code=0, **options)
        self.assertEqual(self.script("gateway", "juice", "order", "mango").returncode, 0)
        log = self.directory / "state" / "logs" / "juice.log"
        # At this level it says who did what.
        self.assertRegex(log.read_text(), "debug.* method=juice.order")
        refused = self.script("restart", "juice", code=1, JANGTEO_JUICE_OPTIONS="--retain-events 0")
        self.assertIn("--retain-events must be at least 1", refused.stderr)

    def test_everything_that_is_started_has_a_web_face(self):
        up = self.script("up", "--no-build", code=0)
        address = re.search(r"in a browser +(http://127\.0\.0\.1:\d+)$", up.stdout, re.M)[1]
        with urllib.request.urlopen(f"{address}/api/juice/stock", timeout=TIMEOUT) as answer:
            self.assertEqual(len(json.load(answer)["fruits"]), 5)
        link = re.search(r"to run it all +(http://\S+)$", up.stdout, re.M)[1]
        self.assertTrue(link.startswith(f"{address}/session/link?code=jgl_"), link)
        form = urllib.parse.urlsplit(link).query.encode()
        with urllib.request.urlopen(f"{address}/session/link", form, timeout=TIMEOUT) as answer:
            self.assertEqual(answer.url, f"{address}/")
        with self.assertRaises(urllib.error.HTTPError) as used:
            urllib.request.urlopen(f"{address}/session/link", form, timeout=TIMEOUT)
        self.assertEqual(used.exception.code, 401)
        used.exception.close()
        status = self.script("status", code=0)
        pid = int(re.search(r"web +SERVING +(\d+)", status.stdout)[1])
        self.assertIn(f"web is at {address}", status.stdout)
        self.assertIn(f"web: serving already, pid {pid}", self.script("up", "--no-build", "web", code=0).stdout)
        # It is started again, and then it is another process.
        os.kill(pid, signal.SIGKILL)
        end = time.monotonic() + TIMEOUT
        while not (again := re.search(r"SERVING +(\d+)", self.script("status", "web").stdout)) or int(again[1]) == pid:
            self.assertLess(time.monotonic(), end, "never served again")
        self.assertIn("web: stopped", self.script("down", "web", code=0).stdout)
        self.assertIn("stopped", self.script("status", "web", code=4).stdout)
        # The services go on without it.
        self.script("status", "juice", code=0)

    def test_a_web_face_of_https_is_found_to_serve_and_named_so(self):
        chain, key = Certificates(self.directory).make("shop")
        up = self.script("up", "--no-build", "web", code=0, JANGTEO_WEB_TLS_CERTIFICATE=str(chain), JANGTEO_WEB_TLS_KEY=str(key))
        address = re.search(r"in a browser +(https://127\.0\.0\.1:\d+)$", up.stdout, re.M)[1]
        self.assertRegex(up.stdout, rf"to run it all +{address}/session/link\?code=")
        self.assertIn(f"web is at {address}", self.script("status", "web", code=0).stdout)

    def test_an_address_that_is_taken_is_told_with_what_to_do(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            up = self.script("up", "--no-build", "web", code=1, JANGTEO_WEB_LISTEN=address)
        self.assertIn("web: refused to start", up.stderr)
        self.assertIn(f"cannot listen on {address}: Address already in use: name another address", up.stderr)

    def test_a_log_does_not_grow_without_bound_while_its_service_lives(self):
        # Looking more often than in use, so that nobody has to wait for it.
        keep = self.deploy / "keep"
        keep.write_text(keep.read_text().replace("\nlog_interval=60 ", "\nlog_interval=0.1 "))
        self.script("up", "--no-build", "juice", code=0)
        pid, log = self.pid(), self.directory / "state" / "logs" / "juice.log"
        before = log.read_text()
        os.truncate(log, 11 << 20)
        end = time.monotonic() + TIMEOUT
        while log.stat().st_size > 1 << 20:
            self.assertLess(time.monotonic(), end, "the log is as large as before")
        old = log.with_name("juice.log.1")
        self.assertTrue(old.read_bytes().startswith(before.encode()))
        # It goes on in the same file.
        self.script("reload", "juice", code=0)
        while "nothing to read again" not in log.read_text():
            self.assertLess(time.monotonic(), end, "the service writes to another file")
        self.assertEqual(self.pid(), pid)
        self.assertLess(log.stat().st_size, 1 << 20)
        self.assertDown()

    def test_a_state_that_is_not_served_is_not_said_to_be(self):
        self.script("up", "--no-build", "juice", code=0)
        up = self.script("up", "--no-build", "juice", code=1, JANGTEO_STATE_DIR="%s/other")
        self.assertIn(f"serves the state in {self.directory}/state in this run directory", up.stderr)
        status = self.script("status", "juice", code=0, JANGTEO_STATE_DIR="%s/other")
        self.assertIn(f"serves the state in {self.directory}/state, not the one in {self.directory}/other", status.stderr)

    def test_a_restore_replaces_all_or_none(self):
        self.script("up", "--no-build", code=0)
        self.script("gateway", "juice", "order", "mango", code=0)
        backups = self.directory / "backups"
        self.script("backup", backups, code=0)
        self.script("down", code=0)
        # The last of them: the others would have been replaced by then.
        database = backups / "market" / "market.sqlite"
        database.write_bytes(database.read_bytes()[:-1] + b"x")
        refused = self.script("restore", backups, code=1)
        self.assertIn("nothing was restored, because of: market", refused.stderr)
        # What the service says of it is a sentence.
        self.assertNotIn("level=", refused.stderr)
        self.assertIn("market.sqlite", refused.stderr)
        state = self.directory / "state"
        self.assertEqual(list(state.glob("*.replaced-*")), [])
        self.assertEqual(list(state.glob("*.new*")), [])
        self.assertEqual(self.script("restore", backups, "juice", "expo", code=0).stderr, "")
        self.assertEqual(len(list(state.glob("*.replaced-*"))), 2)
        self.script("up", "--no-build", "juice", code=0)
        self.assertIn("mango", self.script("gateway", "juice", "orders", code=0).stdout)


if __name__ == "__main__":
    unittest.main()
