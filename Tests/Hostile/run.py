"""`scripts/hostile`: every attack against a real juice-service, or over HTTP against a real web-gateway, as a table."""

import argparse
import pathlib
import shutil
import sys
import tempfile

import zmq

import kit
from fast_disk import fast_disk
from juice_process import PROGRAMS, JuiceProcess
from juice_sockets import JuiceClient
from transports import TRANSPORTS
from web import web_kit


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/hostile",
        description="Attacks a real service while three legitimate peers work: one that stays connected, one that connects "
        "afresh for each call, one that subscribes anew each time. With --web what is attacked is web-gateway, over HTTP/1.1. Exit "
        "code 1 when one attack was felt.",
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help="all of them when none is named")
    parser.add_argument("--for", dest="seconds", type=seconds, default=10, help="seconds for each attack (10)")
    parser.add_argument("--over", action="append", choices=TRANSPORTS, help="all three when none is named")
    parser.add_argument("--web", action="store_true", help="over HTTP, against web-gateway")
    parser.add_argument("--list", action="store_true", help="say which attacks there are")
    options = parser.parse_args()
    if options.web and options.over:
        parser.error("--over is about ZeroMQ, and --web about HTTP")
    attacks = (web_kit if options.web else kit).ATTACKS
    if options.list:
        for name, attack in attacks.items():
            print(f"{name}: {attack.__doc__.splitlines()[0]}")
        return 0
    names = options.attacks or list(attacks)
    unknown = [name for name in names if name not in attacks]
    if unknown:
        parser.error(f"there is no attack {unknown[0]}; see --list")
    broken = runs = 0
    for finding in over_http(names, options) if options.web else over_zeromq(names, options):
        broken += not finding.is_held
        runs += 1
        print_row(finding.row)
    print(f"{runs} attacks, {broken} felt")
    return 1 if broken else 0


def over_zeromq(names, options):
    for transport in options.over or TRANSPORTS:
        print(f"{PROGRAMS / 'juice-service'} over {transport}, {options.seconds:g} s for each attack")
        print_row(kit.Finding.HEAD)
        for name in names:
            if transport in kit.ATTACKS[name].transports:
                yield one(name, transport, options.seconds)


def over_http(names, options):
    print(f"{PROGRAMS / 'web-gateway'}, {options.seconds:g} s for each attack")
    print_row(web_kit.Finding.HEAD)
    for name in names:
        yield web_kit.run(name, options.seconds)


def print_row(row):
    print("  ".join(text.ljust(width) for text, width in zip(row, WIDTHS)).rstrip(), flush=True)


WIDTHS = (39, 36, 22, 22, 20, 22, 8, 20, 20)


def seconds(text):
    number = float(text.removesuffix("s"))
    if number <= 0:
        raise argparse.ArgumentTypeError("must be more than 0")
    return number


def one(name, transport, seconds):
    directory = pathlib.Path(tempfile.mkdtemp(prefix="hostile-", dir=fast_disk()))
    services = []
    try:
        listening = TRANSPORTS[transport](directory)

        def start(files):
            arguments = (*listening.arguments, *kit.MEMORY_ARGUMENTS)
            service = JuiceProcess(directory, *arguments, files=files)
            services.append(service)
            return service

        with zmq.Context() as context:
            clients = []

            def make_client(endpoint, keys):
                clients.append(JuiceClient(context, endpoint, curve=keys))
                return clients[-1]

            try:
                return kit.run(name, listening, start, make_client, seconds)
            finally:
                for client in clients:
                    client.close()
    finally:
        for service in services:
            service.close()
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
