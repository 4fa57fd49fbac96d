"""A socket of pyzmq with the command line and the lines of InteropPeer: see Tests/InteropPeer/Job.swift."""

import select
import sys

import zmq
import zmq.auth

SIZES = [0, 1, 255, 256, 66_000]
ROLES = {"request": zmq.REQ, "reply": zmq.REP}


def sample(number, topic=b"a."):
    return [topic, str(number).encode(), bytes([number & 255]) * SIZES[number % len(SIZES)]]


def say(line):
    print(line, flush=True)


def report(number, is_right):
    say(f"{'right' if is_right else 'wrong'} {number}")


def send(socket, message):
    """Tries again while a ROUTER does not know the peer."""
    while True:
        try:
            return socket.send_multipart(message)
        except zmq.ZMQError as error:
            if error.errno != zmq.EHOSTUNREACH:
                raise
        select.select([], [], [], 0.002)


def converse(socket, role, action, count):
    envelope = {"dealer": [b""], "router": [b"server", b""]}.get(role, [])
    for number in range(count):
        if action == "echo":
            socket.send_multipart(socket.recv_multipart())
            report(number, True)
        else:
            question = envelope + sample(number)
            send(socket, question)
            report(number, socket.recv_multipart() == question)


def receive(socket, role, count):
    first = 0
    for number in range(count):
        message = socket.recv_multipart()
        if number == 0 and role != "pull":
            first = int(message[1])
        report(number, message == sample(first + number))


def publish(socket, role):
    if role == "xpub":
        say(f"wish {socket.recv()[1:].decode()}")
    number = 0
    while not select.select([sys.stdin], [], [], 0.002)[0]:
        socket.send_multipart(sample(number, b"b."))
        socket.send_multipart(sample(number))
        number += 1


def main():
    role, direction, endpoint, action, count = sys.argv[1:6]
    options = dict(zip(sys.argv[6::2], sys.argv[7::2]))
    socket = zmq.Context().socket(ROLES.get(role) or getattr(zmq, role.upper()))
    # Whoever has had enough of what is published is gone.
    socket.linger = 0 if action == "publish" else 20_000
    if "--keys" in options:
        socket.curve_publickey, socket.curve_secretkey = zmq.auth.load_certificate(options["--keys"])
        if "--server" in options:
            socket.curve_serverkey = options["--server"].encode()
        else:
            socket.curve_server = True
    if role == "router":
        socket.router_mandatory = True
    if action == "echo" and role in ("dealer", "router"):
        socket.identity = b"server"
    if role == "sub":
        socket.subscribe(b"a.")
    if direction == "bind":
        socket.bind(endpoint)
        say(f"bound {socket.last_endpoint.rstrip(bytes(1)).decode()}")
    else:
        socket.connect(endpoint)
    if role == "xsub":
        socket.send(b"\1a.")
    if action == "send":
        for number in range(int(count)):
            socket.send_multipart(sample(number))
    elif action == "receive":
        receive(socket, role, int(count))
    elif action == "publish":
        publish(socket, role)
    else:
        converse(socket, role, action, int(count))
    socket.close()
    socket.context.term()
    say("done")


main()
