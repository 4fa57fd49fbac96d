"""Where the services under attack listen."""

import socket


def free_port():
    """A TCP port of the loopback address that nobody uses at the moment, below the range of outgoing connections."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def arguments_for(transport):
    """The arguments that make juice-service listen on a transport."""
    if transport == "ipc":
        return []
    return [
        *("--bind-rpc", f"tcp://127.0.0.1:{free_port()}"),
        *("--bind-events", f"tcp://127.0.0.1:{free_port()}"),
        *insecure_loopback(),
    ]


def insecure_loopback():
    return ["--insecure-loopback", "operate"]
