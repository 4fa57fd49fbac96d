"""Attacks on a service that starts."""

import time

import zmtp
from attacks import LONGEST, Strangers, attack, try_to
from crowds import Attackers

# How many starts there are at least, however short the attack is to be, and at most.
FEWEST_STARTS, MOST_STARTS = 6, 20


@attack(
    transports=("tcp", "curve"),
    longest={"tcp": 2 * LONGEST, "curve": 2 * LONGEST},
    tested_over=("curve",),
)
def flood_during_the_start(target):
    """Peers flood both endpoints with handshakes that do not end while the service is ended and started, 6 to 20 times.

    It is ended on purpose, and only when everybody has been served since the last time. A call waits for as long as a service
    that ends asks it to; who connects while more do than the system lets wait tries again after a second.
    """
    starts, failures = 0, []
    with Attackers(4, flood, target):
        while starts < FEWEST_STARTS or (starts < MOST_STARTS and not target.is_over()):
            reasons = target.restart_service()
            starts += 1 + len(reasons)
            failures += reasons
    assert not failures, f"{len(failures)} of {starts} starts failed, such as: {failures[0][-200:]}"
    return f"{starts} starts"


def flood(number, target):
    """Until it is ended: a crowd that begins handshakes."""
    # The publisher takes fewer connections, so that most of them keep out whoever tries its endpoint.
    kind, name = ("SUB", "events") if number else ("DEALER", "rpc")
    opening, endpoint = target.transport.opening(kind), target.endpoints[name]
    with Strangers() as strangers:
        while True:
            stranger = try_to(zmtp.connect, endpoint)
            if stranger is None:
                # Nobody listens at the moment.
                time.sleep(0.001)
                continue
            strangers.add(stranger)
            try_to(stranger.sendall, opening[: len(opening) * (len(strangers) % 3) // 2])
            strangers.forget_oldest(above=200)
