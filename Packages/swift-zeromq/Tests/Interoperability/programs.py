"""Programs that each have one socket, of this library or of another implementation of ZMTP, and what they print."""

import atexit
import functools
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parents[1]
JEROMQ = "/usr/share/java/jeromq.jar"
# For a machine that has no Java, and says so.
WITHOUT_JAVA = "SWIFT_ZEROMQ_WITHOUT_JAVA"
# Nothing takes a tenth of it; a peer that waits for ever is a failure, not a test that hangs.
LIMIT = 20


COMPILING = threading.Lock()


def once(make):
    """Makes it for the first who asks, while others wait."""
    made = functools.cache(make)

    @functools.wraps(make)
    def ask():
        with COMPILING:
            return made()

    return ask


@functools.cache
def scratch():
    """A directory for what is compiled; gone with this process."""
    directory = tempfile.mkdtemp(prefix="zmq-interop-")
    atexit.register(shutil.rmtree, directory)
    return pathlib.Path(directory)


@once
def ours():
    folder = os.environ.get("SWIFT_ZEROMQ_BIN") or PACKAGE / ".build/debug"
    program = pathlib.Path(folder) / "InteropPeer"
    if not program.exists():
        raise FileNotFoundError(f"{program}: first `swift build --build-tests` in {PACKAGE}")
    return [str(program)]


@once
def pyzmq():
    return ["/usr/bin/python3", str(HERE / "peers/peer.py")]


@once
def c():
    program = scratch() / "peer"
    source = HERE / "peers/peer.c"
    subprocess.run(["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", source, "-o", program, "-lzmq"], check=True)
    return [str(program)]


@once
def jeromq():
    subprocess.run(["javac", "-cp", JEROMQ, "-d", scratch(), HERE / "peers/Peer.java"], check=True)
    return ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-cp", f"{JEROMQ}:{scratch()}", "Peer"]


def java_is_left_out():
    """Why the tests with Java cannot run, when the machine has none and its owner knows; otherwise they have to."""
    if shutil.which("javac") and pathlib.Path(JEROMQ).exists():
        return None
    return f"no Java here, and {WITHOUT_JAVA} is set" if os.environ.get(WITHOUT_JAVA) else None


class Program:
    """One that runs, with the lines that it has printed."""

    def __init__(self, implementation, *arguments):
        self.process = subprocess.Popen(
            [*implementation(), *map(str, arguments)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.arguments = arguments
        self.lines = []
        self.news = threading.Condition()
        self.has_ended = False
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            with self.news:
                self.lines.append(line.rstrip("\n"))
                self.news.notify_all()
        with self.news:
            self.has_ended = True
            self.news.notify_all()

    def line(self, start):
        """The first line that begins so, waiting for it."""
        def found():
            return next((line for line in self.lines if line.startswith(start)), None)

        with self.news:
            self.news.wait_for(lambda: found() is not None or self.has_ended, LIMIT)
            if found() is None:
                raise AssertionError(f"{self.arguments} has not said {start!r}, but {self.lines[-5:]}")
            return found()

    def endpoint(self):
        """Where it is bound."""
        return self.line("bound ").removeprefix("bound ")

    def end_input(self):
        """Tells it that it has run long enough."""
        if not self.process.stdin.closed:
            self.process.stdin.close()

    def finish(self):
        """All that it has said, once it has ended as it should."""
        self.line("done")
        self.process.wait(LIMIT)
        self.reader.join()
        if self.process.returncode != 0:
            raise AssertionError(f"{self.arguments} ended with {self.process.returncode}: {self.lines[-5:]}")
        return self.lines

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end_input()
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
