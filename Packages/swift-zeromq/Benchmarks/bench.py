#!/usr/bin/env python3
"""Measures the library beside libzmq used by hand from C, in turns, and prints a table.

Latency is a round trip of a PAIR, throughput one way from a PUSH to a PULL; inproc has both ends on one thread, the others a
process each. Both programs take what they are told on the command line: what to be (latency-server, latency-client,
throughput-server, throughput-client, latency-inproc, throughput-inproc), an endpoint, the bytes of a message, how many, and the
server's public key, one's own and its secret key, empty without CURVE. Who measures prints seconds; who sends one way stays until
its standard input ends.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import zmq

HERE = pathlib.Path(__file__).resolve().parent
SIZES = (1, 64, 1_024, 65_536, 1_048_576)
TRANSPORTS = ("inproc", "ipc", "tcp", "curve")
FACES = ("C", "callback", "async")


def build():
    subprocess.run(["swift", "build", "-c", "release", "--package-path", HERE], check=True, stdout=sys.stderr)
    folder = subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", HERE, "--show-bin-path"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()
    peer = HERE / ".build" / "peer"
    subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-o", peer, HERE / "peer.c", "-lzmq"], check=True)
    return {"C": [peer], "callback": [f"{folder}/Peer", "callback"], "async": [f"{folder}/Peer", "async"]}


def count(kind, transport, size, seconds):
    """How many messages take about so long."""
    slowest = {"inproc": 1.5e6, "ipc": 25e3, "tcp": 20e3, "curve": 15e3} if kind == "latency" else {
        "inproc": 2e6, "ipc": 1.2e6, "tcp": 1.2e6, "curve": 3e5}
    bytes_per_second = 4e8 if transport == "curve" else 1.5e9
    number = int(seconds / (1 / slowest[transport] + size / bytes_per_second))
    return max(number // 1_000 * 1_000, 1_000) if kind == "throughput" else max(number, 100)


def measure(program, kind, transport, size, number, directory, keys):
    def arguments(end, endpoint, own):
        server_key = keys["server"][0] if transport == "curve" else ""
        pair = keys[own] if transport == "curve" else ("", "")
        return [*program, f"{kind}-{end}", endpoint, str(size), str(number), server_key, *pair]

    if transport == "inproc":
        out = subprocess.run(arguments("inproc", "inproc://bench", "server"), check=True, capture_output=True, text=True)
        return float(out.stdout)
    endpoint = f"ipc://{directory}/bench" if transport == "ipc" else "tcp://127.0.0.1:0"
    with subprocess.Popen(arguments("server", endpoint, "server"), stdout=subprocess.PIPE, text=True) as server:
        bound = server.stdout.readline().strip()
        with subprocess.Popen(
            arguments("client", bound, "client"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as client:
            seconds = (client if kind == "latency" else server).stdout.readline()
            client.stdin.close()
            if client.wait() or server.wait():
                sys.exit(f"{kind} over {transport} failed")
            return float(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, help="how often each figure is taken (5)")
    parser.add_argument("--seconds", type=float, default=0.5, help="about how long each takes (0.5)")
    parser.add_argument("--transport", action="append", choices=TRANSPORTS, help="only this; may be repeated")
    parser.add_argument("--kind", action="append", choices=("latency", "throughput"), help="only this")
    parser.add_argument("--size", action="append", type=int, choices=SIZES, help="only this; may be repeated")
    parser.add_argument("--json", metavar="FILE", help="write every figure there, too")
    options = parser.parse_args()
    programs = build()
    text = [key.decode() for pair in (zmq.curve_keypair(), zmq.curve_keypair()) for key in pair]
    keys = {"server": text[:2], "client": text[2:]}
    figures = []
    print("| what | bytes | unit | C | callback | ratio | async | ratio |\n|---|---|---|---|---|---|---|---|", flush=True)
    for kind in options.kind or ("latency", "throughput"):
        for transport in options.transport or TRANSPORTS:
            for size in options.size or SIZES:
                number = count(kind, transport, size, options.seconds)
                taken = {face: [] for face in FACES}
                for _ in range(options.rounds):
                    for face in FACES:
                        with tempfile.TemporaryDirectory() as directory:
                            seconds = measure(programs[face], kind, transport, size, number, directory, keys)
                        taken[face].append(seconds / number * 1e6)
                figures.append({"kind": kind, "transport": transport, "bytes": size, "messages": number, "µs": taken})
                # The least disturbed of each: a shared machine only ever adds.
                best = {face: min(values) for face, values in taken.items()}
                # Each round's own ratio, so that a slow minute is in both.
                ratio = {
                    face: statistics.median(ours / c for ours, c in zip(taken[face], taken["C"])) for face in FACES
                }
                print(
                    f"| {kind}, {transport} | {size} | µs | {best['C']:.2f} | {best['callback']:.2f} | {ratio['callback']:.2f} | "
                    f"{best['async']:.2f} | {ratio['async']:.2f} |", flush=True,
                )
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
