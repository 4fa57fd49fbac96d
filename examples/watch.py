"""Shows every event of juice-service once and in order, also across its restarts: python3 watch.py [POSITION]"""

import json
import os
import secrets
import sys

import zmq

run = os.environ.get("JANGTEO_RUN_DIR")
run or sys.exit("where is juice-service? export JANGTEO_RUN_DIR=$(deploy/gateway paths run)")
rpc = zmq.Context.instance().socket(zmq.DEALER)
rpc.connect(f"ipc://{run}/juice.rpc")
marker = f"~sync.{secrets.token_hex(16)}."  # On it the service tells from where on everything comes to us.
events = zmq.Context.instance().socket(zmq.SUB)
for prefix in ("juice.", marker):  # The marker's topic last: then the other one counts already when it is answered.
    events.subscribe(prefix)
events.connect(f"ipc://{run}/juice.events")
epoch, position, asked = None, int(sys.argv[1]) if sys.argv[1:] else None, 0


def ask(after):
    """A page of the past; asked for again until it comes."""
    global asked
    while True:
        asked += 1
        rpc.send_json({"jsonrpc": "2.0", "id": asked, "method": "events.replay", "params": {"after": after}})
        while rpc.poll(2000):
            reply = rpc.recv_json()
            if reply.get("id") == asked and ("result" in reply or not reply["error"]["data"]["retryable"]):
                return reply


def catch_up(to):
    """Shows what lies between the position and `to`."""
    global position
    while position < to:
        reply = ask(position)
        if "error" in reply:  # That part of the past is no longer kept.
            print(f"resynced after {to}", flush=True)
            position = to
            return
        if reply["meta"]["epoch"] != epoch:
            return  # By another history, whose marker is on the way.
        for event in reply["result"]["events"]:
            print(json.dumps(event, ensure_ascii=False), flush=True)
        position = reply["result"]["next"]


while True:
    topic, text = events.recv_multipart()
    message = json.loads(text)
    if epoch is None and topic.decode() != marker:
        continue  # Nothing is complete before the marker.
    if epoch != message["epoch"]:
        if epoch is not None:
            print(f"resynced: a new history, from {message['sequence']} on", flush=True)
        epoch, position = message["epoch"], position if epoch is None and position is not None else int(message["sequence"])
    catch_up(int(message["sequence"]))  # An event, a heartbeat or a marker: each tells how far the stream has come.
