"""Stands between clients and the workers of a service, and hands each request to the next worker that takes one."""

import argparse
import os
import signal
import stat
import sys

import zmq

options = argparse.ArgumentParser(
    description=__doc__,
    epilog="Example: broker.py ipc:///run/user/1000/broker.rpc tcp://127.0.0.1:7201 tcp://127.0.0.1:7202",
)
options.add_argument("front", help="where clients connect")
options.add_argument("worker", nargs="+", help="the request endpoint of a worker")
places = options.parse_args()

path = places.front.removeprefix("ipc://")
# libzmq removes whatever has the name of a socket that it makes.
if path != places.front and os.path.lexists(path) and not stat.S_ISSOCK(os.lstat(path).st_mode):
    sys.exit(f"{path} is no socket. Give the broker a name that no file has.")
os.umask(0o077)
signal.signal(signal.SIGINT, signal.SIG_DFL)

context = zmq.Context()
clients, workers = context.socket(zmq.ROUTER), context.socket(zmq.DEALER)
# A larger frame ends the client's connection here, as it would end the broker's at a worker.
clients.maxmsgsize = 1 << 20
# Nothing waits for a worker that is gone. What it had taken, its clients send again.
workers.immediate = True
try:
    clients.bind(places.front)
    for worker in places.worker:
        workers.connect(worker)
except zmq.ZMQError as error:
    sys.exit(f"The broker cannot start: {error}")
print(f"ready {places.front}", flush=True)
zmq.proxy(clients, workers)
