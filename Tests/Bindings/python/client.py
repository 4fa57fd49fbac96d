"""A client in Python: client.py call METHOD PARAMS, or client.py follow COUNT. docs/bindings.md says what is set where."""

import json
import os
import secrets
import sys

import zmq

context = zmq.Context()


def connect(kind, endpoint, topics=()):
    socket = context.socket(kind)
    socket.setsockopt(zmq.LINGER, 0)
    socket.setsockopt(zmq.RCVTIMEO, 10_000)
    socket.setsockopt(zmq.HEARTBEAT_IVL, 5_000)  # Without it, a connection that went silently is never missed.
    for topic in topics:
        socket.setsockopt(zmq.SUBSCRIBE, topic.encode())
    if "SERVER_KEY" in os.environ:
        socket.setsockopt(zmq.CURVE_SERVERKEY, os.environb[b"SERVER_KEY"])
        socket.setsockopt(zmq.CURVE_PUBLICKEY, os.environb[b"PUBLIC_KEY"])
        socket.setsockopt(zmq.CURVE_SECRETKEY, os.environb[b"SECRET_KEY"])
    socket.connect(endpoint)
    return socket


def call(method, params):
    rpc.send(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())
    reply = json.loads(rpc.recv())
    if "error" in reply:
        sys.exit(f"refused: {reply['error']['data']['reason']}")
    return reply["result"]


def follow(count):
    marker = f"~sync.{secrets.token_hex(16)}."
    events = connect(zmq.SUB, os.environ["EVENTS"], ["juice.", marker])
    position, joined = 0, False
    while True:
        topic, text = events.recv_multipart()
        message = json.loads(text)
        joined = joined or topic.decode() == marker
        newest, is_event = int(message["sequence"]), "specversion" in message
        while joined and position < newest - is_event:  # What went by before we were there.
            page = call("events.replay", {"after": position})
            for event in page["events"]:
                print("replayed", int(event["sequence"]), event["subject"], flush=True)
            position = page["next"]
        if joined and is_event and position < newest:
            print("received", newest, message["subject"], flush=True)
            position = newest
        if topic.decode() == marker:
            print("joined", position, flush=True)
        elif not is_event and position >= count:
            return print("heartbeat", position)


rpc = connect(zmq.DEALER, os.environ["RPC"])
if sys.argv[1] == "call":
    print(json.dumps(call(sys.argv[2], json.loads(sys.argv[3])), ensure_ascii=False))
else:
    follow(int(sys.argv[2]))
