"""What is measured of events."""

import json
import os
import re
import statistics
import subprocess
import time

import zmq

from programs import Program
from table import Row


def events(stage):
    """One publisher to many subscribers: ours beside raw SUB sockets that only count."""
    rows = []
    for subscribers in (1, 10, 100):
        row = Row(f"events to {subscribers} of our subscribers, together", "events/s", "0.8 × raw SUB")
        each = int(400_000 * stage.seconds / subscribers)

        def publish():
            folder = stage.new_folder("publish")
            words = [stage.baselines / "publish", f"ipc://{folder}/events", "--subscribers", subscribers, "--events", each]
            return stage.start("publish", Program, *words, log=folder / "log"), folder

        def ours():
            publisher, folder = publish()
            words = [stage.build / "gateway", "bench", "events", "--listen", each, "--subscribers", subscribers,
                     "--for", "10m", "--json"]
            places = {"JANGTEO_RUN_DIR": folder, "JANGTEO_JUICE_EVENTS": f"ipc://{folder}/events"}
            done = subprocess.run(
                [str(word) for word in words], env=os.environ | {name: str(place) for name, place in places.items()},
                capture_output=True, text=True,
            )
            if done.returncode != 0:
                raise RuntimeError(f"gateway bench events: {done.stdout}{done.stderr}")
            row.ours.append(json.loads(done.stdout)["events"]["persecond"])
            publisher.wait()
            stage.stop("publish")

        def baseline():
            publisher, folder = publish()
            words = [stage.baselines / "listen", f"ipc://{folder}/events", "--subscribers", subscribers, "--events", each]
            row.baseline.append(stage.figures(words)["rate"])
            publisher.wait()
            stage.stop("publish")

        stage.alternate(ours, baseline)
        rows.append(row)
    return rows


def order_to_subscriber(stage):
    """How old an order is when a raw SUB has its event, at half of what each side can do: the commit is in it."""
    p50 = Row("order to subscriber at half load, p50", "µs", "commit to subscriber: 1 000 µs")
    p99 = Row("  p99", "µs", "commit to subscriber: 10 000 µs")
    answer = Row("  of these orders, the answer's p50", "µs")
    rate = Row("  that rate", "orders/s")
    sides = {"ours": stage.service("juice"), "baseline": stage.order_server()}
    for side, program in sides.items():
        peak = statistics.median(stage.load("order", program.rpc)["rate"] for _ in range(3))
        getattr(rate, side).append(0.5 * peak)

    def take(side):
        program, orders = sides[side], getattr(rate, side)[0]
        words = [stage.baselines / "listen", program.events, "--subscribers", 1, "--events", int(orders * stage.seconds)]
        listener = stage.start("listen", Program, *words, log=stage.directory / "listen.log")
        # Longer than it listens, so that it never waits for an event that does not come.
        figures = stage.load("order", program.rpc, window=1024, rate=orders, seconds=stage.seconds + 0.5)
        heard = json.loads(listener.wait().splitlines()[-1])
        stage.stop("listen")
        getattr(p50, side).append(heard["p50"])
        getattr(p99, side).append(heard["p99"])
        getattr(answer, side).append(figures["p50"])

    stage.alternate(lambda: take("ours"), lambda: take("baseline"))
    return [p50, p99, answer, rate]


def replay(stage):
    """The past of the stream, page by page."""
    juice = stage.service("juice")
    while (last := juice.position()) < 100_000:
        stage.load("order", juice.rpc, window=1024)
    row = Row("events.replay, pages of 1000", "events/s", "200 000")
    stage.alternate(lambda: row.ours.append(replayed_per_second(juice.rpc, min(last, 500_000))))
    return [row]


def replayed_per_second(endpoint, last):
    """Reads the first events up to a position, and asks for the next page before it looks at one."""
    context = zmq.Context()
    try:
        socket = context.socket(zmq.DEALER)
        socket.connect(endpoint)
        count = after = 0
        begin = time.perf_counter()
        ask_for_page(socket, after)
        while after < last:
            if not socket.poll(30_000):
                raise RuntimeError("no answer to events.replay")
            page = socket.recv()
            # Looked at, not read: Python's JSON would be the slowest part of it.
            found = re.search(rb'"next":(\d+),"complete":', page[-200:])
            if not found:
                raise RuntimeError(f"no page of events: {page[:300]}")
            before, after = after, int(found[1])
            if after < last:
                ask_for_page(socket, after)
            events = page.count(b'"specversion"')
            if events != after - before:
                raise RuntimeError(f"{events} events from {before} to {after}")
            count += events
        return count / (time.perf_counter() - begin)
    finally:
        context.destroy(linger=0)


def ask_for_page(socket, after):
    socket.send_json({"jsonrpc": "2.0", "id": 1, "method": "events.replay", "params": {"after": after, "limit": 1000}})
