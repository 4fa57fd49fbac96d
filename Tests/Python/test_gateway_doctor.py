"""`gateway doctor`: what it finds, what it advises, and its exit code."""

import json
import signal
import unittest

import zmq

import test_gateway_keys
from curve_keys import KeyRing, Keys
from gateway_process import gateway
from juice_process import JuiceTest


class Doctor(JuiceTest):
    def findings(self, service, *words, code=0, **more):
        result = gateway(service, "doctor", "--to", "juice", "--json", *words, **more)
        self.assertEqual(result.returncode, code, result)
        document = json.loads(result.stdout)
        self.assertEqual(document["good"], code == 0)
        return {finding["check"]: finding for finding in document["findings"]}

    def test_a_service_that_serves_is_good(self):
        findings = self.findings(self.start())
        self.assertEqual(
            list(findings), ["libzmq", "curve", "run", "state", "files", "clock", "fsync", "juice"]
        )
        self.assertEqual({finding["verdict"] for finding in findings.values()}, {"good"}, findings)
        self.assertIn("ipc://", findings["juice"]["detail"])

    def test_a_service_that_is_not_there_is_told_with_what_to_do(self):
        service = self.start()
        self.assertEqual(service.stop(), 0)
        juice = self.findings(service, "--timeout", "500ms", code=1)["juice"]
        self.assertEqual((juice["verdict"], "deploy/up juice" in juice["advice"]), ("bad", True))
        self.assertEqual(juice["reason"], "UNREACHABLE")
        self.assertIn("nobody answers there", juice["detail"])

    def test_a_service_that_is_there_and_silent_is_told_apart_from_one_that_is_not(self):
        service = self.start()
        silent = self.context.socket(zmq.ROUTER)
        self.addCleanup(silent.close, 0)
        endpoint = f"ipc://{self.directory}/silent"
        silent.bind(endpoint)
        juice = self.findings(service, "--timeout", "500ms", code=1, JANGTEO_JUICE_RPC=endpoint)["juice"]
        self.assertEqual(juice["reason"], "NO_ANSWER")
        self.assertIn("deploy/restart juice", juice["advice"])

    def test_directories_that_others_can_enter_are_told_with_the_command_that_helps(self):
        service = self.start()
        service.run.chmod(0o755)
        self.addCleanup(service.run.chmod, 0o700)
        run = self.findings(service, code=1)["run"]
        self.assertEqual((run["verdict"], f"chmod 700 {service.run}" in run["advice"]), ("bad", True))
        service.run.chmod(0o700)
        service.state.chmod(0o755)
        state = self.findings(service, code=1)["state"]
        self.assertEqual((state["verdict"], f"chmod 700 {service.state}" in state["advice"]), ("bad", True))

    def test_it_leaves_nothing_behind(self):
        service = self.start()
        before = sorted(path.name for path in service.state.iterdir())
        self.findings(service)
        self.assertEqual(sorted(path.name for path in service.state.iterdir()), before)

    def test_people_get_a_table_and_advice_in_their_language(self):
        service = self.start()
        english = gateway(service, "doctor", "--to", "juice")
        korean = gateway(service, "doctor", "--to", "juice", "--lang", "ko")
        self.assertIn("run directory", english.stdout)
        self.assertIn("실행 디렉터리", korean.stdout)
        self.assertEqual((english.returncode, english.stderr), (0, ""))


class RemoteDoctor(test_gateway_keys.KeysTest):
    """A suite over TCP that asks for keys, and somebody who looks why it cannot be reached."""

    def setUp(self):
        super().setUp()
        self.ring = KeyRing(self.directory)
        self.alice = self.ring.allow("alice", "read")
        any_port = test_gateway_keys.ANY_PORT
        self.service = self.start("--bind-rpc", any_port, "--bind-events", any_port, *self.ring.arguments)
        self.add("alice", self.alice)

    def add(self, name, keys, server=None, rpc=None):
        """A context called `name` with somebody's keys, whose file it returns."""
        path = keys.write_secret(self.directory / f"{name}.key_secret")
        key = (server or self.ring.server).public.decode()
        place = f"juice={rpc or self.service.rpc}"
        self.ok("context", "add", name, f"--server-key={key}", "--key", path, place)
        return path

    def findings(self, name, *words, code=1):
        done = self.gateway("doctor", "--json", "--context", name, *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return {finding["check"]: finding for finding in json.loads(done.stdout)["findings"]}

    def test_a_suite_with_keys_is_encrypted_and_only_its_own_services_are_looked_at(self):
        findings = self.findings("alice", code=0)
        self.assertEqual(
            list(findings), ["libzmq", "curve", "state", "files", "clock", "context", "key", "juice"]
        )
        juice = findings["juice"]
        self.assertEqual(juice["verdict"], "good")
        self.assertIn(f"{self.service.rpc} (encrypted)", juice["detail"])
        self.assertIn("암호화", self.ok("doctor", "--context", "alice", "--lang", "ko"))
        self.refused(2, "doctor", "--context", "alice", "--to", "calc", says="calc")

    def test_a_suite_without_keys_is_not_encrypted(self):
        any_port = test_gateway_keys.ANY_PORT
        plain = self.start("--bind-rpc", any_port, "--insecure-loopback", "read", run=self.directory / "other",
                           state=self.directory / "other-state")
        self.ok("context", "add", "plain", "--insecure", f"juice={plain.rpc}")
        self.assertIn("(not encrypted)", self.findings("plain", code=0)["juice"]["detail"])
        self.add("strict", self.alice, rpc=plain.rpc)
        self.assertEqual(self.findings("strict")["juice"]["reason"], "CURVE_MISSING")

    def test_the_real_reason_is_told_with_what_to_do(self):
        stranger = Keys()
        self.add("stranger", stranger)
        self.add("misled", self.alice, server=Keys())
        self.ok("context", "add", "bare", "--insecure", f"juice={self.service.rpc}")
        for name, reason, detail, advice in (
            ("stranger", "KEY_REFUSED", "does not accept this key", stranger.public.decode()),
            ("misled", "WRONG_SERVER_KEY", "does not have the public key", "context add"),
            ("bare", "KEY_NEEDED", "requires a key", "--server-key"),
        ):
            with self.subTest(name):
                juice = self.findings(name)["juice"]
                self.assertEqual((juice["verdict"], juice["reason"]), ("bad", reason))
                self.assertIn(detail, juice["detail"])
                self.assertIn(advice, juice["advice"])

    def test_a_revoked_key_and_a_suite_that_is_gone_are_told(self):
        self.ring.revoke("alice")
        self.service.signal(signal.SIGHUP)
        self.assertLogs(self.service, "read the list of clients again")
        self.assertIn("does not accept this key", self.findings("alice")["juice"]["detail"])
        self.assertEqual(self.service.stop(), 0)
        juice = self.findings("alice", "--timeout", "500ms")["juice"]
        self.assertEqual(juice["reason"], "UNREACHABLE")
        # The scripts here start nothing elsewhere.
        self.assertNotIn("deploy/", juice["advice"])

    def test_a_key_file_that_cannot_be_used_or_that_others_can_read_is_told(self):
        path = self.directory / "alice.key_secret"
        path.chmod(0o644)
        findings = self.findings("alice")
        self.assertEqual((findings["key"]["verdict"], f"chmod 600 {path}" in findings["key"]["advice"]), ("bad", True))
        # Nobody is asked with a key that is no secret.
        self.assertNotIn("juice", findings)
        path.chmod(0o600)
        secret = path.read_text()
        path.write_text("no key")
        self.assertIn(str(path), self.findings("alice")["key"]["detail"])
        path.unlink()
        key = self.findings("alice")["key"]
        self.assertEqual((key["verdict"], "keys generate" in key["advice"]), ("bad", True))
        path.touch(0o600)
        path.write_text(secret)
        self.findings("alice", code=0)

    def test_the_keys_of_this_machine_are_looked_at_without_a_context_too(self):
        self.ok("keys", "generate")
        self.ok("keys", "generate", self.configuration / "server")
        for check, name in (("key", "gateway"), ("serverkey", "server")):
            with self.subTest(name):
                path = self.configuration / f"{name}.key_secret"
                self.assertEqual(self.findings("local", "--timeout", "200ms")[check]["verdict"], "good")
                path.chmod(0o640)
                key = self.findings("local", "--timeout", "200ms")[check]
                self.assertEqual((key["verdict"], f"chmod 600 {path}" in key["advice"]), ("bad", True))
                path.chmod(0o600)

    def test_a_context_that_others_can_change_is_told_and_one_that_is_not_there_is_a_usage_error(self):
        path = self.configuration / "contexts" / "alice.json"
        path.chmod(0o666)
        findings = self.findings("alice")
        self.assertEqual(findings["context"]["verdict"], "bad")
        self.assertIn(f"chmod go-w {path}", findings["context"]["detail"])
        self.assertNotIn("juice", findings)
        self.refused(2, "doctor", "--context", "nowhere", says="nowhere")


if __name__ == "__main__":
    unittest.main()
