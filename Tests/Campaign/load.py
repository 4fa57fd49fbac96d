"""Callers that want something without end. A line on standard input has them stop asking for new things and settle the rest."""

import argparse
import sys

import zmq

import records
import services
from caller import SECOND, Caller
from intent import Wish

# Nanoseconds to settle everything in, once all faults are over.
SETTLING = 60 * SECOND


def main():
    parser = argparse.ArgumentParser(description="Calls a service over several connections.")
    parser.add_argument("--service", choices=services.NAMES, required=True)
    parser.add_argument("--endpoint", required=True)
    parser.add_argument("--known", help="records of what was done before, and may be of use")
    parser.add_argument("--record", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--callers", type=int, default=4)
    parser.add_argument("--window", type=int, required=True)
    arguments = parser.parse_args()
    context = zmq.Context()
    recorder = records.Recorder(arguments.record)
    workloads = services.named(arguments.service).workloads(arguments.seed * 1_000, arguments.callers)
    for record in records.read(arguments.known) if arguments.known else ():
        workloads[0].saw(Wish(record["method"], record["params"]), record["result"])
    callers = [
        Caller(context, arguments.endpoint, recorder, workload, f"python-{number}", arguments.window)
        for number, workload in enumerate(workloads)
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
