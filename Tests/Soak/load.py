"""The callers of all services, under a steady load. When standard input ends they ask for nothing new and settle the rest."""

import argparse
import collections
import hashlib
import pathlib
import random
import sys
import time

import zmq

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Campaign"))

import records  # noqa: E402, because where it is had to be said first
from asks import Caller
from calc_load import CalcLoad
from expo_load import ExpoLoad
from juice_load import JuiceLoad
from known import Known
from market_load import Market, MarketLoad

# Seconds to settle everything in, once all faults are over.
SETTLING = 60
# Messages in a second, and connections that send them, of each service.
RATES = {"juice": 15, "calc": 15, "expo": 15, "market": 25}
CONNECTIONS = 3
# Calls under way on one connection: over it nothing new is asked, as while nobody answers.
WINDOW = 32


class Latencies:
    """How long callers waited since the last report: for one answer, and for the end of a call, over kills."""

    def __init__(self):
        self._answers, self._ends = [], []

    def answered(self, seconds):
        self._answers.append(seconds)

    def ended(self, seconds):
        self._ends.append(seconds)

    def take(self):
        answers, ends = sorted(self._answers), self._ends
        self._answers, self._ends = [], []
        if not answers:
            return {"count": 0}
        at = lambda share: round(1_000 * answers[min(len(answers) - 1, int(share * len(answers)))], 3)
        return {"count": len(answers), "p50ms": at(0.5), "p99ms": at(0.99), "maxms": at(1),
                "longestms": round(1_000 * max(ends, default=answers[-1]), 3)}


class PacedCaller:
    """One load on one connection, at its rate."""

    def __init__(self, context, endpoint, load, seed, rate, outcomes):
        self.load, self._rate, self._outcomes = load, rate, outcomes
        self._chance = random.Random(seed)
        self._due = 0.0
        self.caller = Caller(context, endpoint, seed, self._heard, outcomes.latencies[load.service].answered)

    def work(self, now, is_settling):
        self.caller.work(now)
        if is_settling or now < self._due or self.caller.unsettled >= WINDOW:
            return
        self._due = max(self._due, now - 1) + self._chance.expovariate(self._rate)
        self.caller.add(self.load.next(), now)

    def _heard(self, ask, reply, attachments, now):
        self._outcomes.heard(self.load.service, ask, reply, attachments, now)


class Outcomes:
    """Writes down what became of every call."""

    def __init__(self, recorder, known):
        self._recorder, self._known = recorder, known
        self.latencies = {service: Latencies() for service in RATES}
        self.counts = collections.Counter()

    def heard(self, service, ask, reply, attachments, now):
        self.latencies[service].ended(now - ask.start)
        self.counts["calls"] += 1
        reason = reply["error"]["data"]["reason"] if "error" in reply else None
        if reason is not None and reason not in ask.allowed:
            return self._fault(service, ask, f"refused: {reply['error']}")
        is_write = ask.key is not None and not ask.is_repeat
        if is_write:
            self._write(service, ask, reply, reason, now)
        if ask.done is not None and (reason is None or not is_write):
            fault = ask.done(reply, attachments)
            if fault:
                self._fault(service, ask, fault)

    def _write(self, service, ask, reply, reason, now):
        self.counts["writes"] += 1
        record = {"service": service, "key": ask.key, "method": ask.method, "params": without_secret(ask.params),
                  "start": ask.start, "finish": now, "sends": ask.sends, "end": "refused" if reason else "ok"}
        if reason:
            record["error"] = reason
        else:
            record |= {"result": without_secret(reply["result"]), "sequence": reply["meta"]["sequence"],
                       "epoch": reply["meta"]["epoch"]}
            self._known[service].add(ask, reply)
        if ask.attachments:
            record["pictures"] = [hashlib.sha256(data).hexdigest() for data in ask.attachments]
        self._recorder.write(record)

    def _fault(self, service, ask, text):
        self.counts["faults"] += 1
        self._recorder.write({"service": service, "method": ask.method, "key": ask.key, "fault": text[:2_000]})


def without_secret(value):
    """Nothing needs it afterwards, and results are stored without it."""
    return value | {"secret": None} if value.get("secret") else value


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", required=True)
    parser.add_argument("--record", required=True)
    parser.add_argument("--latency", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--interval", type=float, required=True)
    parser.add_argument("--begin", type=float, required=True, help="monotonic seconds, from which times are counted")
    parser.add_argument("--remembered", type=float, required=True, help="seconds that keys are remembered at least")
    return parser.parse_args()


def make_callers(context, arguments, known, outcomes):
    chance, market = random.Random(arguments.seed), Market()
    make = {
        "juice": lambda own: JuiceLoad(own, known["juice"]), "calc": CalcLoad, "expo": ExpoLoad,
        "market": lambda own: MarketLoad(own, known["market"], market),
    }
    for service, rate in RATES.items():
        for _ in range(CONNECTIONS):
            load = make[service](random.Random(chance.getrandbits(64)))
            endpoint = f"ipc://{arguments.run}/{service}.rpc"
            yield PacedCaller(context, endpoint, load, chance.getrandbits(64), rate / CONNECTIONS, outcomes)


def main():
    arguments, context = parse(), zmq.Context()
    recorder, latency = records.Recorder(arguments.record), records.Recorder(arguments.latency)
    known = {service: Known(arguments.remembered, time.monotonic) for service in ("juice", "market")}
    outcomes = Outcomes(recorder, known)
    callers = list(make_callers(context, arguments, known, outcomes))
    poller = zmq.Poller()
    for own in callers:
        poller.register(own.caller.socket, zmq.POLLIN)
        poller.register(own.caller.monitor, zmq.POLLIN)
    poller.register(sys.stdin.fileno(), zmq.POLLIN)
    end, next_report = None, arguments.begin
    while end is None or (any(own.caller.unsettled for own in callers) and time.monotonic() < end):
        ready = dict(poller.poll(10))
        now = time.monotonic()
        if end is None and sys.stdin.fileno() in ready:
            poller.unregister(sys.stdin.fileno())
            end = now + SETTLING
        for own in callers:
            own.work(now, is_settling=end is not None)
        if now >= next_report:
            next_report = now + arguments.interval
            report = {service: latencies.take() for service, latencies in outcomes.latencies.items()}
            latency.write({"at": round(now - arguments.begin, 2)} | report)
    unsettled = sum(own.caller.unsettled for own in callers)
    recorder.write({"unsettled": unsettled} | outcomes.counts)
    for own in callers:
        own.caller.close()
    recorder.close()
    latency.close()
    context.destroy(linger=0)


if __name__ == "__main__":
    main()
