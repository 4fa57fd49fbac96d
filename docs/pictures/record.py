"""Records what README.md shows: run it as scripts/record."""

import contextlib
import os
import pathlib
import shlex
import sys
import tempfile
import threading

import zmq

from gateway_process import GATEWAY, environment
from juice_process import JuiceProcess
from juice_sockets import JuiceClient
from screen import svg
from terminal import Terminal

HERE = pathlib.Path(__file__).parent


class CalcProcess(JuiceProcess):
    """One process of calc-service."""

    service = "calc"


class Recording:
    """A terminal whose screens are kept, with `gateway` as a command in it."""

    def __init__(self, directory, service, columns, rows):
        (directory / "bin").mkdir(exist_ok=True)
        with contextlib.suppress(FileExistsError):
            (directory / "bin" / "gateway").symlink_to(GATEWAY.resolve())
        path = f"{directory}/bin:{os.environ['PATH']}"
        self.size = (columns, rows)
        self.terminal = Terminal(directory, environment(service, PATH=path), columns=columns, rows=rows)
        self.terminal._tmux("set", "-g", "status", "off")
        self.screens = []

    def keep(self, times=1):
        self.screens += [self.terminal._tmux("capture-pane", "-e", "-p").splitlines()] * times

    def save(self, name):
        (HERE / name).write_text(svg(self.screens, *self.size))
        self.terminal.close()


def record_watch(directory, service):
    """A watch above, and orders below, which are typed in their own half of the terminal."""
    columns, rows = 78, 22
    above = Recording(directory, service, columns, rows // 2)
    below_directory = directory / "below"
    below_directory.mkdir()
    below = Recording(below_directory, service, columns, rows // 2)
    screens = []

    def keep(times=1):
        halves = [half.terminal._tmux("capture-pane", "-e", "-p").splitlines() for half in (above, below)]
        top = (halves[0] + [""] * rows)[: rows // 2 - 1]
        screens.extend([top + ["\x1b[2m" + "─" * columns + "\x1b[0m"] + halves[1]] * times)

    keep()
    above.terminal.run("gateway", "watch", "juice")
    above.terminal.wait("watching")
    keep()
    for words, said in (("mango", "order 1"), ("딸바", "order 2"), ("strawberry", "To restock")):
        below.terminal.type(shlex.join(["gateway", "juice", "order", words]))
        below.terminal.wait(words)
        keep()
        below.terminal.press("Enter")
        below.terminal.wait(said)
        if words != "strawberry":
            above.terminal.wait(said)
        keep(2)
    below.terminal.type("gateway juice restock strawberry=+16")
    below.terminal.press("Enter")
    above.terminal.wait("adjust")
    keep(4)
    (HERE / "watch.svg").write_text(svg(screens, columns, rows))
    for half in (above, below):
        half.terminal.close()


def record_keypad(directory, service):
    recording = Recording(directory, service, 44, 24)
    recording.terminal.run("gateway", "calc", "keypad")
    recording.terminal.wait("q quit")
    recording.terminal.type("1234567.50*2+.1")
    recording.terminal.press("Enter")
    recording.terminal.wait("2,469,135.1")
    recording.keep()
    recording.save("keypad.svg")


def record_top(directory, service):
    recording = Recording(directory, service, 118, 7)
    recording.terminal.run("gateway", "top", "--to", "juice,calc", "--interval", "200ms")
    stop = threading.Event()

    def load():
        client = JuiceClient(zmq.Context.instance(), service.rpc)
        client.ok("juice.stock.set", {"levels": {"mango": 1_000_000}})
        while not stop.is_set():
            client.ok("juice.order", {"juice": "mango"})
        client.close()

    worker = threading.Thread(target=load)
    worker.start()
    try:
        recording.terminal._wait(lambda lines: any(sum("▁" <= bar <= "█" for bar in line) > 17 for line in lines), "load")
        recording.keep()
    finally:
        stop.set()
        worker.join()
    recording.save("top.svg")


def main():
    with tempfile.TemporaryDirectory(prefix="record-") as place:
        directory = pathlib.Path(place)
        with contextlib.ExitStack() as ends:
            services = [process(directory) for process in (JuiceProcess, CalcProcess)]
            for service in services:
                ends.callback(service.close)
                service.wait_ready()
            for number, record in enumerate((record_watch, record_keypad, record_top)):
                if not sys.argv[1:] or record.__name__.removeprefix("record_") in sys.argv[1:]:
                    (directory / str(number)).mkdir()
                    record(directory / str(number), services[0])


main()
