"""`scripts/hostile`: every attack against a real juice-service, as a table."""

import argparse
import pathlib
import shutil
import sys
import tempfile

import zmq

import kit
from juice_process import PROGRAMS, JuiceProcess
from juice_sockets import JuiceClient
from surroundings import arguments_for


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/hostile",
        description="Attacks a real service while a legitimate client works. Exit code 1 when one attack was felt.",
    )
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help="all of them when none is named")
    parser.add_argument("--for", dest="seconds", type=seconds, default=10, help="seconds for each attack (10)")
    parser.add_argument("--transport", choices=("ipc", "tcp"), default="ipc")
    parser.add_argument("--list", action="store_true", help="say which attacks there are")
    options = parser.parse_args()
    if options.list:
        for name, attack in kit.ATTACKS.items():
            print(f"{name}: {attack.__doc__}")
        return 0
    names = options.attacks or list(kit.ATTACKS)
    unknown = [name for name in names if name not in kit.ATTACKS]
    if unknown:
        parser.error(f"there is no attack {unknown[0]}; see --list")
    print(f"{PROGRAMS / 'juice-service'} over {options.transport}, {options.seconds} s for each attack")
    broken = 0
    for name in names:
        finding = one(name, options)
        broken += not finding.is_held
        print("  ".join(text.ljust(width) for text, width in zip(finding.row, WIDTHS)), flush=True)
    print(f"{len(names)} attacks, {broken} felt")
    return 1 if broken else 0


WIDTHS = (32, 22, 18, 9, 18, 10, 20)


def seconds(text):
    number = float(text.removesuffix("s"))
    if number <= 0:
        raise argparse.ArgumentTypeError("must be more than 0")
    return number


def one(name, options):
    directory = pathlib.Path(tempfile.mkdtemp(prefix="hostile-"))
    services = []
    try:
        arguments = arguments_for(options.transport)

        def start():
            service = JuiceProcess(directory, *arguments, *kit.MEMORY_ARGUMENTS, **kit.ENVIRONMENT)
            services.append(service)
            return service

        with zmq.Context() as context:
            clients = []

            def make_client(endpoint):
                clients.append(JuiceClient(context, endpoint))
                return clients[-1]

            try:
                return kit.run(name, start, make_client, options.seconds)
            finally:
                for client in clients:
                    client.close()
    finally:
        for service in services:
            service.close()
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
