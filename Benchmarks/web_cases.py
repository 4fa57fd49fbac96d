"""What is measured of web-gateway: its requests, its streams, and what it takes when somebody is hostile."""

import functools
import json
import pathlib
import subprocess
import time

import web_programs
from programs import Program
from table import Row

ORDER = pathlib.Path(__file__).resolve().parent / "Peers" / "order_http.lua"
CONNECTIONS = 1, 32, 64, 256
ORDERS_PER_SECOND = 100
PRODUCTS = 100
IDLE_STREAMS = 10_000
STREAMS, EVENTS_PER_SECOND = 1_000, 1_000
# A process that may open 20 000 files holds almost as many.
HALF_OPEN = 20_000
# What clients do who hold connections, how many there are, and what others may notice of it.
HOSTILE = (
    ("slow", 1_000, "connections whose heads never end, a byte a second", "2 ×"),
    ("half", HALF_OPEN, "connections that stop in the middle of a head", "2 ×"),
    ("slow", HALF_OPEN, "connections whose heads never end, a byte a second", ""),
    ("stop", 200, "streams whose readers stop, 1000 orders/s", "2 ×"),
)


def web_requests(stage):
    """Reading the stock beside Hummingbird and nginx that answer a constant; durable orders beside the same over ZeroMQ."""
    juice, web = stage.service("juice"), web_programs.gateway(stage)
    body = web.get("/api/juice/stock")
    bare, nginx = web_programs.constant_server(stage, body), web_programs.nginx(stage, body)
    read = {
        count: [
            Row(f"GET /api/juice/stock, connections: {count}; Hummingbird alone", "requests/s", "0.85 × Hummingbird"),
            Row("  p99", "µs"),
            Row("  processor time of web-gateway and juice-service; of Hummingbird", "µs/request"),
            Row("  compared with nginx", "requests/s"),
        ]
        for count in CONNECTIONS
    }
    for rate, _, _, beside in read.values():
        beside.ours = rate.ours
    order = {count: Row(f"POST /api/juice/orders, connections: {count}; over ZeroMQ", "orders/s", "0.4 × ZeroMQ") for count in CONNECTIONS}
    order99 = {count: Row("  p99", "µs") for count in order}

    def reads(count, servers, url, side):
        rate, p99, cost, _ = read[count]
        before = sum(server.processor_seconds() for server in servers)
        figures = web_programs.load(url, count, stage.seconds)
        used = sum(server.processor_seconds() for server in servers) - before
        getattr(rate, side).append(figures["rate"])
        getattr(p99, side).append(figures["p99"])
        getattr(cost, side).append(1e6 * used / figures["count"])

    def reads_of_nginx(count):
        read[count][3].baseline.append(web_programs.load(nginx.url + "/", count, stage.seconds)["rate"])

    def orders_over_http(count):
        before = juice.position()
        figures = web_programs.load(web.url + "/api/juice/orders", count, stage.seconds, ORDER)
        # What was under way when the load ended may be there, too.
        if not 0 <= juice.position() - before - figures["count"] <= 2 * count:
            raise RuntimeError(f"{figures['count']} orders were answered, {juice.position() - before} are in the journal")
        order[count].ours.append(figures["rate"])
        order99[count].ours.append(figures["p99"])

    def orders_over_zeromq(count):
        words = [stage.build / "gateway", "bench", "order", "--yes", "--json", "--clients", count, "--window", 1,
                 "--for", f"{max(1, round(stage.seconds))}s", "--warm-up", "200ms", "--run-dir", juice.run,
                 "--state-dir", stage.new_folder("outbox")]
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"gateway bench order: {done.stdout[-300:]}{done.stderr[-300:]}")
        document = json.loads(done.stdout)
        order[count].baseline.append(document["persecond"])
        order99[count].baseline.append(document["latencyus"]["p99"])
        juice.fill_up()

    # What is compared is measured one after the other: the machine is not the same a minute later.
    stage.alternate(*(
        functools.partial(measure, count)
        for count in CONNECTIONS
        for measure in (
            lambda count: reads(count, [web, juice], web.url + "/api/juice/stock", "ours"),
            lambda count: reads(count, [bare], bare.url + "/", "baseline"),
            reads_of_nginx, orders_over_http, orders_over_zeromq,
        )
    ))
    return [row for rows in read.values() for row in rows] + [row for count in order for row in (order[count], order99[count])]


def web_reads_among_orders(stage):
    """Reading the stock while others order, beside Hummingbird that answers a constant while they do."""
    juice, web = stage.service("juice"), web_programs.gateway(stage)
    bare = web_programs.constant_server(stage, web.get("/api/juice/stock"))
    rows = {
        count: (Row(f"GET /api/juice/stock, {ORDERS_PER_SECOND} orders/s, connections: {count}; Hummingbird alone", "requests/s", "0.6 × Hummingbird"),
                Row("  p99", "µs"))
        for count in CONNECTIONS
    }

    def reads(count, url, side):
        seconds = max(1, round(stage.seconds))
        words = [stage.build / "gateway", "bench", "order", "--yes", "--json", "--rate", ORDERS_PER_SECOND, "--for", f"{seconds}s",
                 "--warm-up", "200ms", "--run-dir", juice.run, "--state-dir", stage.new_folder("outbox")]
        orders = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL)
        figures = web_programs.load(url, count, stage.seconds)
        if orders.wait() != 0:
            raise RuntimeError("gateway bench order has failed")
        juice.fill_up()
        for row, name in zip(rows[count], ("rate", "p99")):
            getattr(row, side).append(figures[name])

    stage.alternate(*(
        functools.partial(reads, count, url, side)
        for count in CONNECTIONS
        for url, side in ((web.url + "/api/juice/stock", "ours"), (bare.url + "/", "baseline"))
    ))
    return [row for pair in rows.values() for row in pair]


def web_market_page(stage):
    """A page of 20 products that a search has found, beside Hummingbird that answers the same bytes."""
    market, web = stage.service("market"), web_programs.gateway(stage, "market web", service="market")
    sell(stage, market)
    path = "/api/products?page_no=1&items_per_page=20&search_value=mango"
    bare = web_programs.constant_server(stage, web.get(path))
    rows = {
        count: (Row(f"GET /api/products, 20 that a search finds, connections: {count}; Hummingbird alone", "requests/s", "0.7 × Hummingbird"),
                Row("  p99", "µs"))
        for count in CONNECTIONS
    }

    def reads(count, url, side):
        figures = web_programs.load(url, count, stage.seconds)
        for row, name in zip(rows[count], ("rate", "p99")):
            getattr(row, side).append(figures[name])

    stage.alternate(*(
        functools.partial(reads, count, url, side)
        for count in CONNECTIONS
        for url, side in ((web.url + path, "ours"), (bare.url + "/", "baseline"))
    ))
    return [row for pair in rows.values() for row in pair]


def sell(stage, market):
    """Fills the market with what a vendor sells."""
    picture = pathlib.Path(__file__).resolve().parents[1] / "docs/pictures/mango.png"
    places = ["--run-dir", market.run, "--state-dir", stage.new_folder("outbox")]
    account = market.call("market.vendors.register", {"name": "Fruit stall"})["result"]
    secret = stage.new_folder("secret") / "secret"
    secret.touch(0o600)
    secret.write_text(account["secret"])
    for number in range(PRODUCTS):
        words = [stage.build / "gateway", "market", "register", *places, "--identifier", account["identifier"], "--secret-file", secret,
                 "--name", f"Box {number} of mangos", "--description", "Ten ripe mangos in a box.", "--price", 1000 + number,
                 "--currency", "KRW", "--stock", 10, "--image", picture]
        subprocess.run([str(word) for word in words], check=True, capture_output=True)


def web_streams(stage):
    """What a stream that hears nothing costs, and many streams that hear much: each of them hears everything."""
    juice = stage.service("juice")
    memory = Row(f"{IDLE_STREAMS} idle streams of events, memory of web-gateway", "KiB/stream", "30")
    for number in range(stage.rounds):
        web = web_programs.gateway(stage, "idle")
        web.get("/api/juice/stock")
        before = web.resident_mib()
        streams = web_programs.streams(stage, "read", web, IDLE_STREAMS)
        # Until each has had its comment.
        time.sleep(11)
        memory.ours.append(1024 * (web.resident_mib() - before) / IDLE_STREAMS)
        web_programs.figures(streams, stage)
        stage.stop("idle")
    web = web_programs.gateway(stage, "busy")
    sent = Row(f"{STREAMS} streams of events, {EVENTS_PER_SECOND} orders/s, for each stream", "events/s", str(EVENTS_PER_SECOND))
    cost = Row("  processor time of web-gateway", "ms/s")
    late = Row("  until the slowest has them all, after the last order", "ms")
    count = int(EVENTS_PER_SECOND * max(5, stage.seconds))
    for number in range(stage.rounds):
        streams = web_programs.streams(stage, "read", web, STREAMS, "--events", count)
        before, begin = web.processor_seconds(), time.monotonic()
        # For a little longer than they listen.
        stage.load("order", juice.rpc, window=1024, rate=EVENTS_PER_SECOND, seconds=count / EVENTS_PER_SECOND + 0.2)
        ended = time.monotonic()
        heard = web_programs.figures(streams, stage, is_ending=True)
        late.ours.append(1e3 * (time.monotonic() - ended))
        sent.ours.append(heard["messages"] / STREAMS / heard["seconds"])
        cost.ours.append(1e3 * (web.processor_seconds() - before) / (time.monotonic() - begin))
    stage.stop("busy")
    return [memory, sent, cost, late]


def web_hostile(stage):
    """Requests of others while somebody holds connections: heads that never end, readers that stop."""
    juice, rows = stage.service("juice"), []
    for what, count, label, target in HOSTILE:
        key, options = f"{what}-{count}", ("--idle-timeout", 10) if what == "stop" else ()
        web = web_programs.gateway(stage, key, *options)
        p99 = Row(f"GET /api/juice/stock, 8 connections, {count} {label}; without them, p99", "µs", target)
        corrected = Row("  p99 as wrk corrects it for callers who do not wait", "µs")
        rate = Row("  requests", "requests/s")
        memory = Row("  memory of web-gateway, the most; before", "MiB")
        anew = Row("  connections that were closed and reopened", "/s")
        # Clients who are hostile take processor time themselves, wherever they go.
        elsewhere = Row("  p99; while they, as many as fit, are at Hummingbird alone", "µs")
        elsewhere.ours = p99.ours

        def tail():
            times = web_programs.latencies(web.url + "/api/juice/stock", 8, stage.seconds)
            return times[len(times) * 99 // 100]

        def take(side):
            getattr(p99, side).append(tail())
            figures = web_programs.load(web.url + "/api/juice/stock", 8, stage.seconds)
            getattr(corrected, side).append(figures["p99"])
            getattr(rate, side).append(figures["rate"])

        def hold(server, count):
            # Each holds as many as one process may.
            parts = -(-count // 10_000)
            clients = [web_programs.streams(stage, what, server, count // parts, key=f"{what}-{part}") for part in range(parts)]
            server.wait_for_connections(count)
            return clients

        web.get("/api/juice/stock")
        memory.baseline.append(web.resident_mib())
        for turn in range(stage.rounds):
            orders = None
            if what == "stop":
                words = [stage.baselines / "load", "order", juice.rpc, "--window", 1024, "--rate", 1000, "--for", 3600]
                orders = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL)
            try:
                web.settle()
                take("baseline")
                attackers = hold(web, count)
                begin = time.monotonic()
                take("ours")
                memory.ours.append(web.peak_resident_mib())
                seconds = time.monotonic() - begin
                anew.ours.append(sum(web_programs.figures(attacker, stage)["reopened"] for attacker in attackers) / seconds)
                if what != "stop":
                    # Not more than fit: libdispatch ends a program that has no file left to look at its threads.
                    fitting = min(count, web_programs.MOST_CONNECTIONS)
                    attackers = hold(web_programs.constant_server(stage, b"{}"), fitting)
                    elsewhere.baseline.append(tail())
                    for attacker in attackers:
                        web_programs.figures(attacker, stage)
                    stage.stop("constant")
            finally:
                if orders:
                    orders.kill()
                    orders.wait()
        stage.stop(key)
        rows += [p99, *([] if what == "stop" else [elsewhere, anew]), corrected, rate, memory]
    return rows
