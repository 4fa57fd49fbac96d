"""The table of docs/bindings.md: what each binding of ZeroMQ does with a real service, asked by the clients in Tests/Bindings."""

import contextlib
import dataclasses
import functools
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import tempfile
import unittest

from curve_keys import Keys
from gateway_process import GATEWAY, environment
from juice_process import ROOT, TIMEOUT, JuiceTest

CLIENTS = ROOT / "Tests" / "Bindings"
PAGE = (ROOT / "docs" / "bindings.md").read_text()
WHEELS = ROOT / ".build" / "bindings"
JARS = pathlib.Path("/usr/share/java")
JSON_JARS = [JARS / f"jackson-{name}.jar" for name in ("core", "databind", "annotations")]
ANY_PORT = "tcp://127.0.0.1:*"
SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="bindings-"))
unittest.addModuleCleanup(shutil.rmtree, SCRATCH)

# What other programs take for the end of a line, a sign of four bytes, and what JSON escapes.
NAME = "망고\u2028한\u2029잔\u0085\U0001f96d\"\\€"


def run(*words, **options):
    subprocess.run(words, check=True, timeout=10 * TIMEOUT, stdout=subprocess.DEVNULL, **options)


def python(path, module="zmq"):
    """The client in Python, which finds its binding there before that of the system."""
    program = SCRATCH / f"{module}-client.py"
    program.write_text((CLIENTS / "python/client.py").read_text().replace("import zmq\n", f"import {module} as zmq\n"))
    return ["env", f"PYTHONPATH={path}", "/usr/bin/python3", program]


def c():
    program = SCRATCH / "c"
    flags = subprocess.check_output(["pkg-config", "--cflags", "--libs", "libczmq", "json-c"], text=True).split()
    run("cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", CLIENTS / "c/client.c", "-o", program, *flags)
    return [program]


def cpp():
    program = SCRATCH / "cpp"
    run("c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", CLIENTS / "cpp/client.cpp", "-o", program, "-lzmq")
    return [program]


def rust():
    # A copy, because cargo writes beside the sources; and Debian's cargo, before any other that may be in the path.
    sources = shutil.copytree(CLIENTS / "rust", SCRATCH / "rust")
    inherited = {name: text for name, text in os.environ.items() if not name.startswith(("CARGO", "RUST"))}
    own = {"PATH": "/usr/bin:/bin", "CARGO_HOME": str(SCRATCH / "cargo")}
    run("/usr/bin/cargo", "build", "--quiet", "--offline", cwd=sources, env=inherited | own)
    return [sources / "target/debug/client"]


def go():
    program = SCRATCH / "go-client"
    caches = {"GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": str(SCRATCH / "go-cache"), "GOPATH": str(SCRATCH / "go-path")}
    run("/usr/bin/go", "build", "-o", program, CLIENTS / "go/client.go", env=os.environ | caches)
    return [program]


def java(jar, *options):
    classes = SCRATCH / jar
    path = ":".join(map(str, [JARS / jar, *JSON_JARS, classes]))
    run("javac", "-cp", path, "-d", classes, CLIENTS / "java/Client.java")
    return ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-Xmx64m", *options, "-cp", path, "Client"]


# The command of each binding, by its name in the table.
BINDINGS = {
    "pyzmq of Debian": lambda: python(""),
    "pyzmq of PyPI": lambda: python(WHEELS),
    "pyomq": lambda: python(WHEELS, "pyomq"),
    "CZMQ": c,
    "cppzmq": cpp,
    "Rust's zmq": rust,
    "Go with cgo": go,
    "jzmq": lambda: java("jzmq.jar", "-Djava.library.path=/usr/lib/x86_64-linux-gnu/jni"),
    "JeroMQ": lambda: java("jeromq.jar"),
    "php-zmq": lambda: ["php", CLIENTS / "php/client.php"],
    "ffi-rzmq": lambda: ["ruby", CLIENTS / "ruby/client.rb"],
    "ZMQ::FFI": lambda: ["perl", CLIENTS / "perl/client.pl"],
    "pbdZMQ": lambda: ["Rscript", "--vanilla", CLIENTS / "r/client.R"],
    "octave-zeromq": lambda: ["octave", "-qf", "--no-gui", CLIENTS / "octave/client.m"],
}


@dataclasses.dataclass
class Row:
    """What the page says of a binding: of each thing `yes`, or `no` with what the client says in backticks."""

    language: str
    name: str
    version: str
    packages: list
    request: str
    events: str
    curve: str
    texts: str
    tested: str

    @property
    def is_left_out(self):
        """Whether it is not tested here, as its row says."""
        return self.tested != "CI" and not all(package_version(package) for package in self.packages)


def rows():
    """The rows of the table of bindings."""
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.split("## What works")[1].split("\n## ")[0].splitlines()
        if line.startswith("|")
    ][2:]
    return [Row(*row[:3], re.findall(r"`([^`]+)`", row[3]), *row[4:]) for row in cells]


@functools.cache
def package_version(package):
    """The upstream version of an installed package of Debian, or of a wheel that scripts/install-dependencies has fetched."""
    if "==" in package:
        name, version = package.split("==")
        return version if list(WHEELS.glob(f"{name}-{version}.dist-info")) else None
    shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=False)
    version = shown.stdout.split(":")[-1].rsplit("-", 1)[0]
    return re.match(r"[\d.]*\d", version)[0] if version else None


def is_documented_system():
    """Whether this is the system whose versions the page has."""
    return 'VERSION_ID="12"' in pathlib.Path("/etc/os-release").read_text()


class BindingsTest(JuiceTest):
    def keys(self):
        """A service over TCP and the environment of a client that it knows, all keys made by `gateway keys`."""
        home = {"XDG_CONFIG_HOME": str(self.directory / "config")}
        here = type("Here", (), {"run": self.directory / "run", "state": self.directory / "state"})
        folder = self.directory / "clients"
        folder.mkdir(mode=0o700)

        def gateway(*words):
            words = [GATEWAY, "keys", *map(str, words)]
            return subprocess.run(words, env=environment(here, **home), capture_output=True, text=True, check=True).stdout.strip()

        server, public = gateway("generate", self.directory / "server"), gateway("generate", self.directory / "client")
        gateway("allow", "shop", public, "--role", "operate", "--clients", folder)
        secret = re.search(r'secret-key = "(.{40})"', (self.directory / "client.key_secret").read_text())[1]
        service = self.start(
            "--bind-rpc", ANY_PORT, "--bind-events", ANY_PORT,
            "--curve-key", self.directory / "server.key_secret", "--clients", folder,
            run="guarded", state="guarded-state",
        )
        pair = Keys()
        pair.public, pair.secret = public.encode(), secret.encode()
        near = self.client(service, curve=(pair, server.encode()))
        return service, near, {"SERVER_KEY": server, "PUBLIC_KEY": public, "SECRET_KEY": secret}

    def ask(self, command, service, keys, *words):
        """One call by a client: what it printed if that went well, else what it said."""
        # Bytes: a line of output ends at a line feed and nowhere else.
        done = subprocess.run(
            [*command, "call", *words], env=self.environment(service, keys), capture_output=True, timeout=TIMEOUT, check=False
        )
        return done.returncode == 0, (done.stdout if done.returncode == 0 else done.stderr).decode()

    def environment(self, service, keys):
        return os.environ | {"RPC": service.rpc, "EVENTS": service.events, "LC_ALL": "C.UTF-8"} | keys

    def request(self, command, service, keys):
        """What a result and a refusal say to it."""
        is_done, said = self.ask(command, service, keys, "juice.order", '{"juice":"kiwi"}')
        if not is_done:
            return said
        self.assertEqual(json.loads(said)["juice"], "kiwi")
        is_done, said = self.ask(command, service, keys, "juice.order", '{"juice":"durian"}')
        self.assertFalse(is_done, said)
        return "yes" if "refused: UNKNOWN_JUICE" in said else said

    def texts(self, command, service):
        """Whether a text with rare characters comes through it as it is, both ways."""
        params = json.dumps({"idempotencykey": NAME}, ensure_ascii=False)
        is_done, said = self.ask(command, service, {}, "service.outcome", params)
        if not is_done:
            return said
        # That key is known only if it is the same to the byte.
        if json.loads(said)["state"] != "applied":
            return f"{said} of another text"
        is_done, said = self.ask(command, service, {}, "events.replay", json.dumps({"after": 0, "limit": 1}))
        if not is_done:
            return said
        (cause,) = re.findall(r'"causationid": *("(?:[^"\\]|\\.)*")', said)
        return "yes" if json.loads(cause) == NAME else f"{cause} instead"

    def events(self, command, service, keys, client):
        """Whether it sees each event once and in order: what was before it, what comes, and the heartbeat behind."""
        _, position = client.replay()
        with contextlib.ExitStack() as stack:
            log = stack.enter_context(tempfile.TemporaryFile())
            process = subprocess.Popen(
                [*command, "follow", str(position + 1)],
                env=self.environment(service, keys), stdout=subprocess.PIPE, stderr=log, bufsize=0,
            )
            stack.callback(process.stdout.close)
            stack.callback(process.wait)
            stack.callback(process.kill)
            lines = []
            while not lines or lines[-1].startswith("replayed"):
                self.assertTrue(select.select([process.stdout], [], [], TIMEOUT)[0], f"no line came after {lines}")
                line = process.stdout.readline().decode().strip()
                if not line:
                    process.wait(TIMEOUT)
                    log.seek(0)
                    return log.read().decode()
                lines.append(line)
            # The marker was there: what comes now comes by itself.
            client.ok("juice.order", {"juice": "kiwi"})
            lines += process.communicate(timeout=TIMEOUT)[0].decode().splitlines()
        expected = [f"replayed {sequence} kiwi" for sequence in range(1, position + 1)]
        expected += [f"joined {position}", f"received {position + 1} kiwi", f"heartbeat {position + 1}"]
        self.assertEqual(lines, expected)
        return "yes"

    def assertIsInPage(self, cell, seen):
        """Holds a cell of the table to what was seen."""
        if cell == "yes" or seen == "yes":
            self.assertEqual(cell, seen)
        else:
            self.assertRegex(cell, r"\Ano: `[^`]+`", seen)
            self.assertIn(re.search(r"`([^`]+)`", cell)[1], seen)

    def test_the_table_of_bindings_is_what_they_do(self):
        self.assertEqual([row.name for row in rows()], list(BINDINGS))
        plain = self.start()
        near = self.client(plain)
        # The id of a request comes back as the cause of its event.
        near.ok("juice.order", {"juice": "kiwi"}, id=NAME, key=NAME)
        guarded, near_guarded, keys = self.keys()
        for client in (near, near_guarded):
            client.ok("juice.stock.set", {"levels": {"kiwi": 1000}})
        for row in rows():
            with self.subTest(row.name):
                if row.is_left_out:
                    self.skipTest(f"not installed: {' '.join(row.packages)}")
                for package in row.packages:
                    self.assertIsNotNone(package_version(package), f"not installed: {package}")
                if is_documented_system():
                    self.assertEqual(row.version, package_version(row.packages[0]))
                command = [str(word) for word in BINDINGS[row.name]()]
                self.assertIsInPage(row.request, self.request(command, plain, {}))
                if row.request != "yes":
                    self.assertEqual((row.texts, row.events, row.curve), ("", "", ""))
                    continue
                self.assertIsInPage(row.texts, self.texts(command, plain))
                self.assertIsInPage(row.events, self.events(command, plain, {}, near))
                seen = self.request(command, guarded, keys)
                if seen == "yes":
                    seen = self.events(command, guarded, keys, near_guarded)
                self.assertIsInPage(row.curve, seen)

    def test_the_page_says_which_libzmq_is_in_the_wheel_of_pyzmq(self):
        versions = {}
        for path in ("", WHEELS):
            words = [*python(path)[:3], "-c", "import zmq; print(zmq.zmq_version())"]
            versions[path] = subprocess.check_output(words, text=True).strip()
        self.assertIn(f"its wheel brings libzmq {versions[WHEELS]}", PAGE)
        if is_documented_system():
            self.assertIn(f"Debian's bindings use libzmq {versions['']}", PAGE)


if __name__ == "__main__":
    unittest.main()
