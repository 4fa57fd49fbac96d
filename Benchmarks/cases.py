"""What is measured, in the order of the table."""

import cost_cases
import event_cases
import log_cases
import peers
import web_cases
from table import Row


class Case:
    """A few figures that are taken together."""

    def __init__(self, measure):
        self.name = measure.__name__.replace("_", "-")
        self.measure = measure


def rpc(stage):
    """calc.evaluate, evaluated for real, compared with an echo of the same bytes."""
    pairs = {
        "ipc": (stage.service("calc"), stage.echo(f"ipc://{stage.directory}/echo.rpc")),
        "tcp": (stage.calc_over_tcp(), stage.echo("tcp://127.0.0.1:*")),
    }
    rows = []
    for transport, (calc, echo) in pairs.items():
        rate = Row(f"calc.evaluate, {transport}, window 256", "calls/s", "0.5 × C echo")
        p99 = Row("  latency p99", "µs")
        server = Row("  processor time of the server", "µs/call")
        alone = Row(f"calc.evaluate, {transport}, one at a time, p50", "µs", "C echo + 15 µs")
        alone99 = Row("  p99", "µs")

        def take(endpoint, program, side):
            figures = stage.load("evaluate", endpoint, program)
            getattr(rate, side).append(figures["rate"])
            getattr(p99, side).append(figures["p99"])
            getattr(server, side).append(figures["server"])
            figures = stage.load("evaluate", endpoint, window=1)
            getattr(alone, side).append(figures["p50"])
            getattr(alone99, side).append(figures["p99"])

        stage.alternate(lambda: take(calc.rpc, calc, "ours"), lambda: take(echo.endpoints[0], echo, "baseline"))
        rows += [rate, p99, server, alone, alone99]
    return rows


def order(stage):
    """juice.order, durable, beside one thread of C that does the same."""
    juice, baseline = stage.service("juice"), stage.order_server()
    rows = {
        window: Row(f"juice.order, window {window}", "orders/s", "1.0 × C server") for window in (256, 1024)
    }
    sqlite = {window: Row(f"  compared with SQLite alone, batches of {window}", "orders/s") for window in (256, 1024)}
    p99 = Row("  window 256, latency p99", "µs")
    server = Row("  window 256, processor time of the server", "µs/order")
    alone = Row("juice.order, one at a time, p50", "µs", "C server + 50 µs")
    alone99 = Row("  p99", "µs")
    begin, acknowledged = juice.position(), 0

    def take(program, side):
        nonlocal acknowledged
        for window, row in rows.items():
            figures = stage.load("order", program.rpc, program, window=window)
            getattr(row, side).append(figures["rate"])
            if side == "ours":
                acknowledged += figures["acknowledged"]
                sqlite[window].ours.append(figures["rate"])
            if window == 256:
                getattr(p99, side).append(figures["p99"])
                getattr(server, side).append(figures["server"])
        figures = stage.load("order", program.rpc, window=1)
        if side == "ours":
            acknowledged += figures["acknowledged"]
        getattr(alone, side).append(figures["p50"])
        getattr(alone99, side).append(figures["p99"])

    def take_sqlite():
        for window, row in sqlite.items():
            words = [stage.baselines / "commit", stage.new_folder("commit"), "--batch", window, "--for", stage.seconds]
            row.baseline.append(stage.figures(words)["rate"])

    stage.alternate(lambda: take(juice, "ours"), lambda: take(baseline, "baseline"), take_sqlite)
    # An order changes one fruit and so makes one event.
    if juice.position() - begin != acknowledged:
        raise RuntimeError(f"{acknowledged} orders were acknowledged, {juice.position() - begin} are in the journal")
    return [rows[256], sqlite[256], p99, server, rows[1024], sqlite[1024], alone, alone99]


def order_at_a_rate(stage):
    """The latency of orders that come at their own times, at 70 % of what each side can do."""
    juice, baseline = stage.service("juice"), stage.order_server()
    p50 = Row("juice.order, open loop at 70 % of its peak, p50", "µs")
    p99 = Row("  p99", "µs", "10 000 µs")
    rate = Row("  that rate", "orders/s")
    # What no server can do without: its thread is woken, and what it writes is synced.
    woken = Row("  the machine alone, woken 1000 times a second, p99", "µs")
    # About what so many orders write, and as often.
    synced = Row("  the disk too, 100 KiB written and synced 1000 times a second, p99", "µs")

    def take(program, side):
        # The peak of the same moment: 70 % of a better one might be more than can be done now.
        orders = 0.7 * stage.load("order", program.rpc, window=1024)["rate"]
        figures = stage.load("order", program.rpc, window=1024, rate=orders)
        getattr(rate, side).append(orders)
        getattr(p50, side).append(figures["p50"])
        getattr(p99, side).append(figures["p99"])

    def take_floor(row, size, times):
        words = [stage.baselines / "sync", stage.new_folder("sync"), "--bytes", size, "--rate", times, "--for", stage.seconds]
        row.baseline.append(stage.figures(words)["p99"])

    stage.alternate(
        lambda: take(juice, "ours"), lambda: take(baseline, "baseline"),
        lambda: take_floor(woken, 0, 1000), lambda: take_floor(synced, 102_400, 1000),
    )
    return [p50, p99, rate, woken, synced]


CASES = [
    Case(measure)
    for measure in (
        rpc, order, order_at_a_rate, event_cases.events, event_cases.order_to_subscriber, event_cases.replay,
        log_cases.order_over_log, log_cases.replicas, cost_cases.large_journal, cost_cases.checkpoint_writes,
        cost_cases.processes, web_cases.web_requests, web_cases.web_reads_among_orders, web_cases.web_market_page,
        web_cases.web_streams, web_cases.web_hostile,
    )
]
PEERS = [Case(measure) for measure in (peers.rpc_peers, peers.order_peers)]
