#!/usr/bin/env bash
# A SUB with ZMQ_CONFLATE looks for its topic in the last frame of a message.
#
# One would guess: of messages of a topic and a body it keeps the last whole message, or, as the manual says that messages of several
# parts are not supported, it refuses them or gives out their first part.
# What happens: each part takes the place of the one before. What is left is the last frame alone, and the subscription is compared with
# *that*: a body that does not begin with the topic is dropped, and one that does is delivered as if it were the topic. Subscribed
# to two prefixes, a message of one also takes the place of the other's.
# Versions: libzmq 4.3.4 (in pyzmq 24.0.1) and 4.3.5 (in pyzmq 27.3.0).
# Why it matters: with the usual [topic][body] a subscriber stays silent for ever, without an error, unless bodies look like topics.
set -euo pipefail

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cat >"$directory/conflate.py" <<'END'
import sys
import zmq

context = zmq.Context()


def kept(topics, *messages):
    """What a conflating subscriber to some topics gives out when it looks after all messages were sent."""
    publisher, subscriber, plain = context.socket(zmq.XPUB), context.socket(zmq.SUB), context.socket(zmq.SUB)
    port = publisher.bind_to_random_port("tcp://127.0.0.1")
    subscriber.setsockopt(zmq.CONFLATE, 1)
    for socket, prefixes in ((subscriber, topics), (plain, [b""])):
        socket.linger = 0
        for prefix in prefixes:
            socket.subscribe(prefix)
        socket.connect(f"tcp://127.0.0.1:{port}")
    for _ in range(len(topics) + 1):
        assert publisher.poll(5000)
        publisher.recv()
    for message in messages:
        publisher.send_multipart(message)
        # It has left for both.
        assert plain.poll(5000)
        plain.recv_multipart()
    found = []
    while subscriber.poll(500):
        found.append(subscriber.recv_multipart())
    for socket in (publisher, subscriber, plain):
        socket.close(linger=0)
    return found


silent = kept([b"price."], [b"price.1", b"10"], [b"price.2", b"20"])
body = kept([b"price."], [b"price.1", b"10"], [b"price.2", b"price.of.nothing"])
print(f"libzmq {zmq.zmq_version()}: [topic][body] twice: {silent}; with a body that looks like the topic: {body}")
sys.exit((silent, body) != ([], [[b"price.of.nothing"]]))
END
for version in 24.0.1 27.3.0; do
    python=$directory/$version/bin/python
    /usr/bin/python3 -m venv "$directory/$version"
    "$python" -m pip --quiet --disable-pip-version-check install --only-binary :all: "pyzmq==$version"
    timeout 60 "$python" "$directory/conflate.py" || { echo "It is no longer so in pyzmq $version." >&2; exit 1; }
done
