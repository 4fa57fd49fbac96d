"""Callers that order without end. A line on standard input has them stop asking for new things and settle the rest."""

import argparse
import sys

import zmq

import records
from caller import SECOND, Caller

# Nanoseconds to settle everything in, once all faults are over.
SETTLING = 60 * SECOND


def main():
    parser = argparse.ArgumentParser(description="Orders from juice-service over several connections.")
    parser.add_argument("--endpoint", required=True)
    parser.add_argument("--record", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--callers", type=int, default=4)
    parser.add_argument("--window", type=int, default=64)
    arguments = parser.parse_args()
    context = zmq.Context()
    recorder = records.Recorder(arguments.record)
    callers = [
        Caller(context, arguments.endpoint, recorder, arguments.seed * 1_000 + number, f"python-{number}",
               arguments.window)
        for number in range(arguments.callers)
    ]
    poller = zmq.Poller()
    for caller in callers:
        poller.register(caller.socket, zmq.POLLIN)
        poller.register(caller.monitor, zmq.POLLIN)
    poller.register(sys.stdin.fileno(), zmq.POLLIN)
    end = None
    while end is None or (any(caller.unsettled for caller in callers) and records.now() < end):
        ready = dict(poller.poll(20))
        if end is None and sys.stdin.fileno() in ready:
            poller.unregister(sys.stdin.fileno())
            end = records.now() + SETTLING
            for caller in callers:
                caller.is_settling = True
        for caller in callers:
            if caller.socket in ready:
                caller.receive()
            caller.work(records.now())
    for caller in callers:
        caller.record_hung()
        caller.close()
    recorder.close()
    context.destroy(linger=0)


if __name__ == "__main__":
    main()
