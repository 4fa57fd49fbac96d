"""Message brokers that run beside ours, each with a client that speaks its protocol and does nothing else."""

import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import time

from programs import TIMEOUT

# As long as an order with its event.
BODY = b'{"juice":"mango","fruit":"mango","previous":1000000,"quantity":999997,"delta":-3,"version":7,"cause":"order"}'
# How many orders are under way at any time.
WINDOW = 256


class Broker:
    """A server that is there for one measurement, with the connection of its client."""

    def __init__(self, stage):
        self.processes, self.socket = [], None
        try:
            self.start(stage)
            self.connect()
        except BaseException:
            self.close()
            raise

    def run(self, *words, **options):
        # A group of its own, because a script may stand before the server.
        process = subprocess.Popen([str(word) for word in words], start_new_session=True, **options)
        self.processes.append(process)
        return process

    def wait_until(self, condition):
        """Waits until the condition gives something, which it returns."""
        end = time.monotonic() + TIMEOUT
        while not (found := condition()):
            if self.processes[-1].poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{self.title} did not start")
            time.sleep(0.01)
        return found

    def connect_to(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self):
        if self.socket:
            self.socket.close()
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


class NATS(Broker):
    """A NATS server of its own; without more it keeps nothing."""

    title = "NATS"
    package = "nats-server"
    is_durable = False

    @classmethod
    def tools(cls):
        return shutil.which("nats-server")

    def start(self, stage):
        folder = stage.new_folder("nats")
        storage = ["-js", "-sd", folder / "store"] if self.is_durable else []
        self.process = self.run("nats-server", "-a", "127.0.0.1", "-p", -1, *storage, "-l", folder / "log",
                                "--ports_file_dir", folder)
        self.ports = folder / f"nats-server_{self.process.pid}.ports"

    def connect(self):
        text = self.wait_until(lambda: self.ports.exists() and self.ports.read_text().strip())
        self.port = int(json.loads(text)["nats"][0].rsplit(":", 1)[1])


class JetStream(NATS):
    """With one stream on the disk, driven over its own protocol by a client that only counts.

    It acknowledges before it syncs, so this is less than all others promise, and it keeps no stock.
    """

    is_durable = True

    def connect(self):
        super().connect()
        self.connect_to(self.port)
        self.number = 0
        stream = json.dumps({"name": "ORDERS", "subjects": ["orders"], "storage": "file", "num_replicas": 1,
                             "retention": "limits", "discard": "old", "duplicate_window": 120 * 10**9}).encode()
        self.socket.sendall(b'CONNECT {"verbose":false,"headers":true}\r\nSUB answer 1\r\n'
                            b"PUB $JS.API.STREAM.CREATE.ORDERS answer %d\r\n%s\r\n" % (len(stream), stream))
        answer = b""
        while b'"did_create":true' not in answer:
            answer += self.receive()

    def receive(self):
        received = self.socket.recv(1 << 20)
        if not received or b'"error"' in received or b"-ERR" in received:
            raise RuntimeError(f"NATS: {received[-300:]}")
        # Whoever does not answer in time is disconnected.
        if b"PING\r\n" in received:
            self.socket.sendall(b"PONG\r\n")
        return received

    def order(self):
        """One order, whose key it remembers for two minutes."""
        self.number += 1
        head = b"NATS/1.0\r\nNats-Msg-Id: %036d\r\n\r\n" % self.number
        size = len(head) + len(BODY)
        return b"HPUB orders answer %d %d\r\n%s%s\r\n" % (len(head), size, head, BODY)

    def orders(self, seconds):
        self.socket.sendall(b"".join(self.order() for _ in range(WINDOW)))
        done, under_way, rest = 0, WINDOW, b""
        begin = time.perf_counter()
        end = begin + seconds
        while under_way:
            received = rest + self.receive()
            # A word at the end of what came may go on in what comes next.
            rest = received[-5:]
            acknowledged = received.count(b'"seq":')
            done, under_way = done + acknowledged, under_way - acknowledged
            if acknowledged and (now := time.perf_counter()) < end:
                self.socket.sendall(b"".join(self.order() for _ in range(acknowledged)))
                under_way += acknowledged
        return done / (time.perf_counter() - begin)


class RabbitMQ(Broker):
    """A node of its own with one quorum queue, driven over AMQP 0-9-1 by a client that only counts.

    It confirms a message when a majority of the queue's members, of which there is one, has it in its synced log. It
    remembers no key, decides nothing and keeps no stock, so this is less work than an order is.
    """

    title = "RabbitMQ"
    package = "rabbitmq-server"
    # The wrapper in the path insists on the system's own directories.
    PROGRAM = pathlib.Path("/usr/lib/rabbitmq/bin/rabbitmq-server")
    METHOD, HEADER, BYTES, END = 1, 2, 3, b"\xce"
    CONFIRM = struct.Struct(">BHIHHQBB")

    @classmethod
    def tools(cls):
        return cls.PROGRAM.exists() and shutil.which("epmd")

    def start(self, stage):
        folder = stage.new_folder("rabbitmq")
        self.port, names, nodes = free_ports(3)
        settings = {
            # Erlang writes its cookie there.
            "HOME": folder,
            "ERL_EPMD_PORT": names, "ERL_EPMD_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODENAME": f"bench-{os.getpid()}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1", "RABBITMQ_NODE_PORT": self.port, "RABBITMQ_DIST_PORT": nodes,
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
            "RABBITMQ_MNESIA_BASE": folder / "data", "RABBITMQ_LOG_BASE": folder / "log",
            "RABBITMQ_CONF_ENV_FILE": "/dev/null", "RABBITMQ_CONFIG_FILE": folder / "none",
            "RABBITMQ_ADVANCED_CONFIG_FILE": folder / "none", "RABBITMQ_ENABLED_PLUGINS_FILE": folder / "plugins",
            "RABBITMQ_PID_FILE": folder / "pid",
        }
        environment = {name: value for name, value in os.environ.items() if not name.startswith("RABBITMQ_")}
        environment |= {name: str(value) for name, value in settings.items()}
        (folder / "plugins").write_text("[].\n")
        # Erlang would start this one by itself, and leave it there.
        self.run("epmd", "-port", names, "-address", "127.0.0.1")
        with open(folder / "output", "wb") as output:
            self.run(self.PROGRAM, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def connect(self):
        self.wait_until(self.is_listening)
        self.rest = b""
        self.number = 0
        # Each is sent when the one before was answered with the method named.
        self.socket.sendall(b"AMQP\0\0\x09\x01")
        self.expect(10, 10)
        self.call(0, 10, 11, bytes(4) + short("PLAIN") + long("\0guest\0guest") + short("en_US"))
        tuning = self.expect(10, 30)
        # Its own limits, and no heartbeats.
        self.call(0, 10, 31, tuning[:6] + bytes(2))
        self.call(0, 10, 40, short("/") + bytes(2), answer=41)
        self.call(1, 20, 10, bytes(1), answer=11)
        self.call(1, 85, 10, bytes(1), answer=11)
        kind = short("x-queue-type") + b"S" + long("quorum")
        durable = b"\x02"
        self.call(1, 50, 10, bytes(2) + short("orders") + durable + struct.pack(">I", len(kind)) + kind, answer=11)

    def is_listening(self):
        try:
            self.connect_to(self.port)
        except ConnectionRefusedError:
            return False
        return True

    def frame(self, kind, channel, payload):
        return struct.pack(">BHI", kind, channel, len(payload)) + payload + self.END

    def call(self, channel, family, method, arguments, answer=None):
        self.socket.sendall(self.frame(self.METHOD, channel, struct.pack(">HH", family, method) + arguments))
        if answer:
            self.expect(family, answer)

    def receive(self):
        received = self.socket.recv(1 << 20)
        if not received:
            raise RuntimeError("RabbitMQ has hung up")
        self.rest += received

    def expect(self, family, method):
        """The arguments of the method that comes next, which has to be this one."""
        while len(self.rest) < 7 or len(self.rest) < (size := struct.unpack_from(">I", self.rest, 3)[0] + 8):
            self.receive()
        payload, self.rest = self.rest[7:size - 1], self.rest[size:]
        if struct.unpack_from(">HH", payload) != (family, method):
            raise RuntimeError(f"RabbitMQ: {payload[:300]}")
        return payload[4:]

    def order(self):
        """One order: persistent, with its key."""
        self.number += 1
        publish = struct.pack(">HHH", 60, 40, 0) + short("") + short("orders") + bytes(1)
        # Of its properties the mode of delivery and the message's id.
        properties = struct.pack(">HHQHB", 60, 0, len(BODY), 0x1080, 2) + short(f"{self.number:036}")
        return (self.frame(self.METHOD, 1, publish) + self.frame(self.HEADER, 1, properties)
                + self.frame(self.BYTES, 1, BODY))

    def confirmed(self):
        """The tags that were confirmed, each with whether it stands for all before it."""
        self.receive()
        whole = len(self.rest) - len(self.rest) % self.CONFIRM.size
        frames, self.rest = self.rest[:whole], self.rest[whole:]
        for kind, channel, size, family, method, tag, is_all, end in self.CONFIRM.iter_unpack(frames):
            if (kind, channel, size, family, method, end) != (self.METHOD, 1, 13, 60, 80, self.END[0]):
                raise RuntimeError(f"RabbitMQ did not confirm: {frames[:300]}")
            yield tag, is_all

    def orders(self, seconds):
        first = self.number + 1
        self.socket.sendall(b"".join(self.order() for _ in range(WINDOW)))
        under_way = set(range(first, self.number + 1))
        begin = time.perf_counter()
        end = begin + seconds
        while under_way:
            before = len(under_way)
            for tag, is_all in self.confirmed():
                if is_all:
                    under_way = {one for one in under_way if one > tag}
                else:
                    under_way.remove(tag)
            if time.perf_counter() < end and (gone := before - len(under_way)):
                self.socket.sendall(b"".join(self.order() for _ in range(gone)))
                under_way.update(range(self.number - gone + 1, self.number + 1))
        return (self.number - first + 1) / (time.perf_counter() - begin)


def short(text):
    return bytes([len(text)]) + text.encode()


def long(text):
    return struct.pack(">I", len(text)) + text.encode()


def free_ports(count):
    """Ports that nobody listens on, all different."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
