"""Where services listen: a file keeps its name, IPv6 addresses come with and without brackets, and names of hosts are told apart."""

import json
import unittest

from test_calc_service import CalcTest
from test_gateway_keys import KeysTest


class SocketFiles(CalcTest):
    def test_a_file_at_the_path_of_a_socket_is_refused_and_kept(self):
        notes = self.directory / "notes.txt"
        notes.write_text("my notes")
        link = self.directory / "link"
        link.symlink_to(notes)
        for path in (notes, link):
            log = self.assertRefusesToStart("--bind-rpc", f"ipc://{path}")
            self.assertIn(f"ipc://{path}: there is a file that is no socket", log)
        self.assertEqual((notes.read_text(), link.readlink()), ("my notes", notes))
        run = self.directory / "other"
        run.mkdir(0o700)
        (run / "calc.rpc").write_text("mine")
        self.assertIn("that is no socket", self.assertRefusesToStart(run="other"))
        self.assertEqual((run / "calc.rpc").read_text(), "mine")

    def test_a_socket_that_a_crash_has_left_gives_way(self):
        endpoint = f"ipc://{self.directory}/own.rpc"
        self.start("--bind-rpc", endpoint).kill()
        self.assertTrue((self.directory / "own.rpc").is_socket())
        service = self.start("--bind-rpc", endpoint)
        self.client(service).ok("service.ping")
        self.assertEqual(service.stop(), 0, service.log)
        self.assertFalse((self.directory / "own.rpc").exists())


class Addresses(CalcTest):
    def test_an_ipv6_address_needs_no_brackets(self):
        service = self.start("--bind-rpc", "tcp://::1:0", "--insecure-loopback", "read")
        self.assertRegex(service.rpc, r"^tcp://\[::1\]:[0-9]+$")

    def test_a_name_of_a_host_is_refused_with_what_to_write(self):
        log = self.assertRefusesToStart("--bind-rpc", "tcp://calc.example:7101", "--insecure-loopback", "read")
        self.assertIn("getent ahosts calc.example", log)


class Contexts(KeysTest):
    def test_addresses_as_kubernetes_writes_them_and_names_in_a_context(self):
        self.ok("context", "add", "cluster", "--insecure", "calc=tcp://::1:7101,tcp://[::1]:7102")
        place = json.loads(self.ok("context", "show", "cluster", "--json"))["services"]["calc"]
        self.assertEqual(place, {"rpc": "tcp://[::1]:7101", "events": "tcp://[::1]:7102"})
        for address, says in (
            ("tcp://::1", "in brackets"),
            ("tcp://calc.example:7101", "getent ahosts calc.example"),
        ):
            self.refused(2, "context", "add", "other", "--insecure", f"calc={address}", says=says)


if __name__ == "__main__":
    unittest.main()
