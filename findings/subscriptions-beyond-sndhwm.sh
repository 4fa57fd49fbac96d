#!/usr/bin/env bash
# A SUB drops its 1 001st subscription, even when the publisher has seen the thousand before it.
#
# One would guess: ZMQ_SNDHWM bounds what waits to be sent, so that a SUB which subscribes slowly can have any number of topics, and one
# that subscribes too fast is told, or waits.
# What happens: of the subscriptions that are made before the SUB is read or polled, 1 000 (its ZMQ_SNDHWM) arrive, also when each has arrived
# before the next is made. zmq_setsockopt succeeds for the others, and nothing ever comes of them. Polled in between, or with
# ZMQ_SNDHWM 0 set before connecting, all arrive. (Setting an option does not take in what the other thread of libzmq has done.)
# Versions: libzmq 4.3.4 (in pyzmq 24.0.1) and 4.3.5 (in pyzmq 27.3.0).
# Why it matters: who follows very many things one by one misses the last of them, and cannot notice. A SUB connects after it has
# subscribed, so there is no moment at which it could be polled.
set -euo pipefail

directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cat >"$directory/count.py" <<'END'
import sys
import zmq

context, wanted = zmq.Context(), 1500


def arriving(mark, is_polled):
    """How many subscriptions a publisher sees of one that waits until each is seen, or for a second."""
    publisher, subscriber = context.socket(zmq.XPUB), context.socket(zmq.SUB)
    publisher.linger = subscriber.linger = publisher.rcvhwm = 0
    subscriber.sndhwm = mark
    subscriber.connect(f"tcp://127.0.0.1:{publisher.bind_to_random_port('tcp://127.0.0.1')}")
    seen = 0
    for number in range(wanted):
        subscriber.subscribe(b"topic.%d." % number)
        if not publisher.poll(5000 if number == 0 else 1000):
            break
        publisher.recv()
        seen += 1
        if is_polled:
            subscriber.poll(0)
    publisher.close()
    subscriber.close()
    print(f"libzmq {zmq.zmq_version()}: ZMQ_SNDHWM {mark}, polled: {is_polled}: {seen} of {wanted} subscriptions arrive")
    return seen


sys.exit([arriving(1000, False), arriving(1000, True), arriving(0, False)] != [1000, wanted, wanted])
END
for version in 24.0.1 27.3.0; do
    python=$directory/$version/bin/python
    /usr/bin/python3 -m venv "$directory/$version"
    "$python" -m pip --quiet --disable-pip-version-check install --only-binary :all: "pyzmq==$version"
    timeout 60 "$python" "$directory/count.py" || { echo "It is no longer so in pyzmq $version." >&2; exit 1; }
done
