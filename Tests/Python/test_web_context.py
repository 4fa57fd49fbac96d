"""web-gateway before services elsewhere, which the user's contexts name."""

import unittest

from curve_keys import KeyRing
from gateway_process import gateway
from web_process import WebProcess, WebTest

ANY_PORT = "tcp://127.0.0.1:*"


class Contexts(WebTest):
    def setUp(self):
        super().setUp()
        ring = KeyRing(self.directory)
        keys = ring.allow("alice", "order")
        self.service = self.start("--bind-rpc", ANY_PORT, "--bind-events", ANY_PORT, *ring.arguments)
        secret = keys.write_secret(self.directory / "alice.key_secret")
        self.home = {"XDG_CONFIG_HOME": str(self.directory / "config")}
        added = gateway(
            self.service, "context", "add", "shop", f"--server-key={ring.server.public.decode()}", "--key", str(secret),
            f"juice={self.service.rpc},{self.service.events}", **self.home,
        )
        self.assertEqual(added.returncode, 0, added.stderr)

    def launch_web(self, *arguments, **variables):
        """A web-gateway that is told no run directory."""

        class Elsewhere(WebProcess):
            def places(self):
                return ["serve", "--listen", "127.0.0.1:0"]

        process = Elsewhere(self.directory, *arguments, **self.home, **variables)
        self.addCleanup(process.close)
        return process

    def test_orders_and_events_go_to_the_services_of_the_context(self):
        for arguments, variables in ((["--context", "shop"], {}), ([], {"JANGTEO_CONTEXT": "shop"})):
            with self.subTest(arguments):
                web = self.launch_web(*arguments, **variables)
                web.port = int(web.wait_ready()["http"].rsplit(":", 1)[1])
                events = self.events(web)
                events.until("live")
                self.assertEqual(self.request(web, "POST", "/api/juice/orders", {"juice": "kiwi"}).status, 201)
                self.assertIn("juice.stock.changed", events.until("message")[1]["type"])
                # It names no other service.
                self.assertProblem(self.request(web, "GET", "/api/calc/keys"), 503)

    def test_a_context_that_there_is_not_is_told(self):
        web = self.launch_web("--context", "stall")
        self.assertNotEqual(web.wait(), 0)
        self.assertIn("Error: no context is called 'stall': there are: shop", web.log)

    def test_a_context_and_a_run_directory_exclude_each_other(self):
        web = self.launch_web("--context", "shop", "--run-dir", str(self.directory))
        self.assertNotEqual(web.wait(), 0)
        self.assertIn("give only one of them", web.log)


if __name__ == "__main__":
    unittest.main()
