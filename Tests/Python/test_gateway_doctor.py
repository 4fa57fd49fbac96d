"""`gateway doctor`: what it finds, what it advises, and its exit code."""

import json
import unittest

from gateway_process import gateway
from juice_process import JuiceTest


class Doctor(JuiceTest):
    def findings(self, service, *words, code=0):
        result = gateway(service, "doctor", "--to", "juice", "--json", *words)
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


if __name__ == "__main__":
    unittest.main()
