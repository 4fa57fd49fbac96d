"""libzmq's own proxy between clients and a service, as anybody would start one."""

import threading
import uuid

import zmq


class Broker:
    """A proxy of a ROUTER and a DEALER, or with `events` of an XPUB and an XSUB, in a context and a thread of its own."""

    def __init__(self, directory, behind, events=False, front=None):
        self.endpoint = front or f"ipc://{directory}/{uuid.uuid4().hex}"
        self._context = zmq.Context()
        kinds = (zmq.XPUB, zmq.XSUB) if events else (zmq.ROUTER, zmq.DEALER)
        self._sockets = [self._context.socket(kind) for kind in kinds]
        for socket in self._sockets:
            # Subscriptions of an XSUB that are over the mark are dropped without a word.
            socket.linger = socket.sndhwm = 0
        self._sockets[0].bind(self.endpoint)
        self._sockets[1].connect(behind)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        try:
            zmq.proxy(*self._sockets)
        except zmq.ContextTerminated:
            pass
        for socket in self._sockets:
            socket.close()

    def close(self):
        """Ends it; nothing that was on its way arrives."""
        if self._thread is not None:
            self._context.term()
            self._thread.join()
            self._thread = None


def chain(directory, behind, length):
    """Brokers in a row before an endpoint, the nearest first."""
    brokers = []
    for _ in range(length):
        brokers.append(Broker(directory, behind))
        behind = brokers[-1].endpoint
    return brokers
