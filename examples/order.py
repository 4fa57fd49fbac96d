"""Orders a juice, and does it once whatever happens on the way: python3 order.py mango"""

import json
import os
import sys
import time
import uuid

import zmq

juice = sys.argv[1] if sys.argv[1:] else "mango"
socket = zmq.Context.instance().socket(zmq.DEALER)
socket.linger = 0
run = os.environ.get("JANGTEO_RUN_DIR")
rpc = os.environ.get("JUICE_RPC") or (run and f"ipc://{run}/juice.rpc")
socket.connect(rpc or sys.exit("where is juice-service? export JANGTEO_RUN_DIR=$(deploy/gateway paths run)"))
# Names what is wanted: the same key twice is one order. Whoever may crash writes it down before the first sending.
key = os.environ.get("KEY") or str(uuid.uuid4())
unanswered = 0

for attempt in range(1, 11):
    request = {
        "jsonrpc": "2.0",
        "id": attempt,  # Fresh for each sending, and never the key: ids are published with the events of a write.
        "method": "juice.order",
        "params": {"juice": juice},
        "meta": {"idempotencykey": key, "timeoutms": 2000},
    }
    socket.send_json(request)
    reply = None
    while socket.poll(2000):
        reply = socket.recv_json()
        if reply.get("id") == attempt:
            break
        reply = None  # The late answer to an earlier sending: the one to come says the same.
    if reply is None:
        unanswered += 1
        print(f"no answer; sending again under the key {key}", file=sys.stderr)
    elif "result" in reply:
        print(json.dumps(reply["result"], ensure_ascii=False))
        sys.exit(0)
    elif reply["error"]["data"]["retryable"]:
        time.sleep(reply["error"]["data"].get("retryafterms", 100 * attempt) / 1000)
    elif unanswered:
        break  # It says nothing about the sendings before, which may arrive yet.
    else:
        sys.exit(f"refused: {reply['error']['data']['reason']}: {reply['error']['data']['detail']}")

print(f"nobody knows whether it was done: run this again with KEY={key}", file=sys.stderr)
sys.exit(5)
