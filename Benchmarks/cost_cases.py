"""What is measured of the services as processes: their stores as they grow, their starts, memory and rest."""

import shutil
import time

from programs import Service
from table import Row, number

SERVICES = ("juice", "calc", "expo", "market")
# Seconds of doing nothing, long enough for everything that comes by the second.
REST = 10
# More than an order takes on the disk, with its indexes and the log.
ROW_BYTES = 1000


def large_journal(stage):
    """Orders and starts with many rows in the journal, beside a new one."""
    label = f"{stage.rows:,}".replace(",", " ")
    rate = Row(f"juice.order, window 256, {label} rows compared with a new journal", "orders/s", "within 10 %")
    cost = Row("  processor time of the server", "µs/order", "within 10 %")
    start = Row(f"start to ready, {label} rows compared with a new journal", "ms", "200 ms")
    killed = Row("  after a kill", "ms", "200 ms")
    behind = Row("  the check of every page, behind that start", "ms")
    first = Row("  after a kill during that check, which then comes first", "ms")
    size = Row("  its files", "bytes/row")
    if shutil.disk_usage(stage.directory).free < stage.rows * ROW_BYTES:
        raise RuntimeError(f"{label} rows need {stage.rows * ROW_BYTES / 2**30:.1f} GiB in {stage.directory}")
    folder = stage.new_folder("large")
    large = stage.start("large", Service, stage.build, "juice", folder, *stage.limits)
    large.fill_up()
    while large.position() < stage.rows:
        stage.load("order", large.rpc, window=1024, seconds=5)

    def take(service, side):
        figures = stage.load("order", service.rpc, service)
        getattr(rate, side).append(figures["rate"])
        getattr(cost, side).append(figures["server"])

    def take_new():
        fresh = stage.start("fresh", Service, stage.build, "juice", stage.new_folder("fresh"), *stage.limits)
        start.baseline.append(1e3 * fresh.start_seconds)
        fresh.fill_up()
        take(fresh, "baseline")
        stage.stop("fresh")

    stage.alternate(lambda: take(large, "ours"), take_new)

    def restart(end):
        end(large)
        return stage.start("large", Service, stage.build, "juice", folder, *stage.limits)

    for row, end in ((start, Service.stop), (killed, Service.kill), (first, Service.kill)):
        for _ in range(stage.rounds):
            if row is first:
                large = restart(end)
            large = restart(end)
            row.ours.append(1e3 * large.start_seconds)
            checked = large.seconds_until_checked()
            if row is killed:
                behind.ours.append(1e3 * checked)
            # What a kill leaves behind is a log with something in it.
            stage.load("order", large.rpc, seconds=0.2)
    last = large.position()
    stage.stop("large")
    size.ours.append(sum(file.stat().st_size for file in large.state.rglob("*")) / last)
    return [rate, cost, start, killed, behind, first, size]


def checkpoint_writes(stage):
    """Orders while the log is copied in portions, beside a juice-service that copies it page by page as SQLite does."""
    services = {
        side: stage.start(side, Service, stage.build, "juice", stage.new_folder(writes), "--checkpoint-writes", writes)
        for side, writes in (("ours", "portioned"), ("baseline", "plain"))
    }
    for service in services.values():
        service.fill_up()
    # The same orders for both: of what the slower can do.
    peak = min(stage.load("order", service.rpc, window=1024)["rate"] for service in services.values())
    rate = Row("juice.order, window 1024, portioned compared with plain checkpoints", "orders/s")
    cost = Row("  processor time of the server", "µs/order")
    rates = [round(share * peak, -3) for share in (0.35, 0.7)]
    p99 = {orders: Row(f"  open loop at {number(orders)} orders/s, p99", "µs") for orders in rates}

    def take(side):
        service = services[side]
        figures = stage.load("order", service.rpc, service, window=1024)
        getattr(rate, side).append(figures["rate"])
        getattr(cost, side).append(figures["server"])
        for orders, row in p99.items():
            figures = stage.load("order", service.rpc, window=1024, rate=orders)
            getattr(row, side).append(figures["p99"])

    stage.alternate(lambda: take("ours"), lambda: take("baseline"))
    for side in services:
        stage.stop(side)
    return [rate, cost, *p99.values()]


def processes(stage):
    """Memory and rest of each service."""
    rows = []
    for name in SERVICES:
        if not (stage.build / f"{name}-service").exists():
            continue
        service = stage.start("idle", Service, stage.build, name, stage.new_folder(name))
        time.sleep(1)
        idle = Row(f"{name}-service, memory at rest", "MiB", "30")
        idle.ours.append(service.resident_mib())
        woken, used = service.wakeups(), service.processor_seconds()
        time.sleep(REST)
        wakeups = Row("  wake-ups at rest", "/s", "0" if name == "calc" else "the heartbeat's")
        # A thread of the start may have ended since: what it did before does not count.
        more = sum(count - woken.get(thread, 0) for thread, count in service.wakeups().items())
        wakeups.ours.append(more / REST)
        processor = Row("  processor time at rest", "ms/s")
        processor.ours.append(1e3 * (service.processor_seconds() - used) / REST)
        rows += [idle, wakeups, processor]
        method = {"juice": "order", "calc": "evaluate"}.get(name)
        if method:
            if name == "juice":
                service.fill_up()
            stage.load(method, service.rpc, window=1024)
            busy = Row("  memory under full load, the most", "MiB", "100")
            busy.ours.append(service.peak_resident_mib())
            rows.append(busy)
        stage.stop("idle")
    return rows
