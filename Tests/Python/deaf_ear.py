"""A way to a service on which some of its answers are lost."""

import threading
import uuid

import zmq


class DeafEar:
    """Passes requests on, and loses every answer whose JSON holds `lost` and not `kept`; `swallowed` is set with the first."""

    def __init__(self, context, service, lost=b'"used"', name="deaf", kept=None):
        self.kept = kept
        self.context, self.service, self.lost, self.name = context, service, lost, name
        self.endpoint = f"ipc://{service.run}/{name}"
        self.swallowed = threading.Event()

    def __enter__(self):
        self.stop, self.end = self.context.socket(zmq.PAIR), self.context.socket(zmq.PAIR)
        # The name of one before is given back some time after its socket was closed.
        inside = f"inproc://{uuid.uuid4()}"
        self.stop.bind(inside)
        self.end.connect(inside)
        self.thread = threading.Thread(target=self.forward)
        self.thread.start()
        return self

    def forward(self):
        front, back = self.context.socket(zmq.ROUTER), self.context.socket(zmq.DEALER)
        front.linger = back.linger = 0
        front.bind(self.endpoint)
        back.connect(self.service.rpc)
        poller = zmq.Poller()
        for socket in (front, back, self.end):
            poller.register(socket, zmq.POLLIN)
        peer = None
        while True:
            ready = dict(poller.poll())
            if self.end in ready:
                break
            if front in ready:
                peer, *frames = front.recv_multipart()
                back.send_multipart(frames)
            if back in ready:
                frames = back.recv_multipart()
                if self.lost in frames[-1] and not (self.kept and self.kept in frames[-1]):
                    self.swallowed.set()
                else:
                    front.send_multipart([peer, *frames])
        front.close()
        back.close()

    def __exit__(self, *_):
        self.stop.send(b"")
        self.thread.join()
        self.stop.close(linger=0)
        self.end.close(linger=0)
