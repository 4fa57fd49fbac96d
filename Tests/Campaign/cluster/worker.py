"""One of the workers that share a stream: killed, paused and cut off, and started again on the same data."""

import json
import signal

import zmq

from cluster.gate import Gate
from processes import PROGRAMS, Child, Watch, last_sequence

# Rows between snapshots: few, so that there are some in each round.
SNAPSHOT_ROWS = 2_000
# Milliseconds for an answer of a worker that works.
ANSWER = 1_000


class Worker:
    def __init__(self, number, directory, databases, stream, context, clock=None, pools=None):
        """`clock` is its own, where it is to jump; `pools` are what it connects to in place of the databases."""
        self.number, self.name = number, f"worker-{number}"
        self._logs, self._stream, self._context = directory / "logs", stream, context
        self.run, self.state = directory / f"run{number}", directory / f"state{number}"
        self.gate = Gate(directory / f"db{number}", (pools or databases).sockets)
        self._connection = databases.through(self.gate.directory)
        self.process, self.clock = None, clock
        self.rpc, self.events = (f"ipc://{self.run}/juice.{what}" for what in ("rpc", "events"))

    def start(self):
        if self.clock is not None:
            # Without arguments, which a program under libfaketime does not see; `juice` is the stream that needs none.
            places = {"JANGTEO_RUN_DIR": self.run, "JANGTEO_STATE_DIR": self.state, "JANGTEO_LOG": self._connection}
            more = {name: str(place) for name, place in places.items()} | self.clock.environment
            self.process = Child(self.name, [PROGRAMS / "juice-service"], self._logs, **more)
            return
        self.process = Child(
            self.name,
            [PROGRAMS / "juice-service", "--run-dir", self.run, "--state-dir", self.state, "--log", self._connection,
             "--stream", self._stream, "--snapshot-rows", SNAPSHOT_ROWS],
            self._logs,
        )

    @property
    def is_running(self):
        return self.process is not None and self.process.is_running

    def kill(self):
        self.process.kill()
        self.process.close()
        self.process = None

    def end(self):
        """Ends it as an upgrade does; returns its exit code."""
        self.process.signal(signal.SIGTERM)
        code = self.process.wait(60)
        self.process.close()
        self.process = None
        return code

    def pause(self):
        self.process.signal(signal.SIGSTOP)

    def go_on(self):
        if self.is_running:
            self.process.signal(signal.SIGCONT)

    def ask(self, method, params=None, **meta):
        """The reply, or None where none comes in time."""
        if not self.is_running:
            return None
        socket = self._context.socket(zmq.DEALER)
        socket.linger = 0
        try:
            socket.connect(self.rpc)
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}, "meta": meta}
            socket.send(json.dumps(request).encode())
            return json.loads(socket.recv()) if socket.poll(ANSWER) else None
        finally:
            socket.close()

    @property
    def part(self):
        """What the worker says it is in its stream; None when it says nothing."""
        reply = self.ask("service.stats") or {}
        return reply.get("result", {}).get("stream", {}).get("part")

    @property
    def is_active(self):
        return self.part == "active"

    def close(self):
        if self.process is not None:
            self.process.close()
        self.gate.close()


class ClusterWatch(Watch):
    """`gateway watch --json`, which moves to another worker when its own is gone, and goes on where its output ends."""

    def __init__(self, name, workers, path, logs, state):
        with open(path, "ab") as output:
            Child.__init__(
                self, name, [PROGRAMS / "gateway", "watch", "juice", "--json", "--since", last_sequence(path)], logs,
                stdout=output,
                JANGTEO_STATE_DIR=str(state),
                JANGTEO_JUICE_RPC=",".join(worker.rpc for worker in workers),
                JANGTEO_JUICE_EVENTS=",".join(worker.events for worker in workers),
            )
