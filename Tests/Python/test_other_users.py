"""Another user of the machine: neither a service nor a client has anything to do with their processes."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import types
import unittest

from gateway_process import Following, gateway
from juice_process import TIMEOUT, JuiceTest

# The user of nothing in particular.
NOBODY = 65_534

# Connects, says hello and waits until it is hung up on.
STRANGER = """
import socket, sys
stranger = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
stranger.connect(sys.argv[1])
try:
    stranger.sendall(b"\\xff" + bytes(8) + b"\\x7f\\x03\\x01NULL" + bytes(48))
    while stranger.recv(4096):
        pass
except ConnectionError:
    pass
print("hung up")
"""

# Listens as another user at a path that root has bound, as a socket of some type, and says when it hears a word and when it
# is hung up on.
IMPOSTOR = """
import os, socket, sys
path, kind, word = sys.argv[1], *map(str.encode, sys.argv[2:])
listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
listening.bind(path)
os.setgroups([])
os.setresuid(65534, 65534, 65534)
listening.listen()
print("listens", flush=True)
ready = b"\\x05READY\\x0bSocket-Type" + len(kind).to_bytes(4, "big") + kind
while True:
    peer, _ = listening.accept()
    heard = b""
    try:
        peer.sendall(b"\\xff" + bytes(8) + b"\\x7f\\x03\\x01NULL" + bytes(48))
        peer.sendall(bytes([4, len(ready)]) + ready)
        while piece := peer.recv(4096):
            heard += piece
            if word in heard:
                print("heard it", flush=True)
    except OSError:
        pass
    print("hung up", flush=True)
"""


@contextlib.contextmanager
def running(script, *arguments, **options):
    """A process of that script, which is ended afterwards."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, *arguments], stdout=subprocess.PIPE, text=True, **options
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@unittest.skipUnless(os.geteuid() == 0, "only root can be another user")
class OtherUsersTest(JuiceTest):
    def test_a_service_hangs_up_on_another_users_process(self):
        service = self.start()
        # As if somebody had opened the directory while it runs.
        path = pathlib.Path(service.rpc.removeprefix("ipc://"))
        path.chmod(0o777)
        for place in path.parents:
            if place == pathlib.Path(tempfile.gettempdir()):
                break
            place.chmod(0o755)
        with running(STRANGER, str(path), user=NOBODY, group=NOBODY, extra_groups=[]) as stranger:
            self.assertEqual(stranger.stdout.readline(), "hung up\n")
        self.assertLogs(service, "another user's process")
        self.client(service).ok("service.ping")

    def test_the_gateway_sends_nothing_to_another_users_process(self):
        place = types.SimpleNamespace(run=self.directory / "run", state=self.directory / "state")
        place.run.mkdir(mode=0o700)
        with running(IMPOSTOR, str(place.run / "juice.rpc"), "ROUTER", "juice.order") as impostor:
            self.assertEqual(impostor.stdout.readline(), "listens\n")
            result = gateway(place, "juice", "order", "mango", "--json")
            self.assertEqual(json.loads(result.stdout)["error"]["data"]["reason"], "FOREIGN_USER")
            self.assertEqual(result.returncode, 1, result.stderr)
            impostor.kill()
            self.assertEqual(set(impostor.stdout), {"hung up\n"})

    def test_a_subscriber_hangs_up_on_another_users_process(self):
        place = types.SimpleNamespace(run=self.directory / "run", state=self.directory / "state")
        place.run.mkdir(mode=0o700)
        with running(IMPOSTOR, str(place.run / "juice.events"), "XPUB", "nothing") as impostor:
            self.assertEqual(impostor.stdout.readline(), "listens\n")
            watch = Following(place, "watch", "juice")
            self.addCleanup(watch.close)
            # Without an end to it the wait would be as long as the connection.
            end = threading.Timer(TIMEOUT, impostor.kill)
            end.start()
            self.addCleanup(end.cancel)
            self.assertEqual(impostor.stdout.readline(), "hung up\n")
            while "a process of another user" not in watch.remark():
                pass

    def test_neither_uses_a_socket_in_a_directory_that_others_may_write(self):
        open_to_all = self.directory / "open"
        open_to_all.mkdir()
        open_to_all.chmod(0o1777)
        endpoint = f"ipc://{open_to_all}/juice.rpc"
        log = self.assertRefusesToStart("--bind-rpc", endpoint)
        self.assertIn("chmod go-w", log)
        place = types.SimpleNamespace(run=self.directory / "run", state=self.directory / "state")
        result = gateway(place, "juice", "menu", JANGTEO_JUICE_RPC=endpoint)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("chmod go-w", result.stderr)


if __name__ == "__main__":
    unittest.main()
