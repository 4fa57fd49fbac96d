"""Processes of another user of the machine, who speak HTTP to what listens here."""

import json
import subprocess
import sys

# A user whom nothing belongs to.
STRANGER = 61_000
# The user that the kernel names for those of other user namespaces, too.
NOBODY = 65_534

# Sends one request and prints the status of the answer, or hangs up without waiting for it.
CALLER = """
import http.client, json, socket, sys
family, place, method, path, body, waits = json.loads(sys.argv[1])
connection = http.client.HTTPConnection("localhost", timeout=30)
connection.sock = socket.socket(family)
try:
    connection.sock.connect(tuple(place) if isinstance(place, list) else place)
except PermissionError:
    print("EACCES")
    sys.exit()
connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"} if body else {})
print(connection.getresponse().status if waits else connection.sock.close())
"""


def ask(family, place, method, path, body=None, waits=True, user=STRANGER):
    """The status of the answer to a process of that user; `EACCES` where it may not connect."""
    words = json.dumps([family, place, method, path, body, waits])
    done = subprocess.run(
        [sys.executable, "-c", CALLER, words], capture_output=True, text=True, timeout=60, check=True, cwd="/",
        user=user, group=user, extra_groups=[],
    )  # fmt: skip
    return done.stdout.strip()
