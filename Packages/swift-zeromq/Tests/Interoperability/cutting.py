"""A TCP proxy that cuts each of its connections after some bytes, by a seed, until it is told to leave them alone."""

import random
import select
import socket
import struct
import threading


class CuttingProxy:
    def __init__(self, target, seed, longest):
        host, port = target.removeprefix("tcp://").rsplit(":", 1)
        self.target = (host, int(port))
        self.random = random.Random(seed)
        self.longest = longest
        self.cuts = 0
        self.is_cutting = True
        self.has_ended = False

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = "tcp://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.has_ended = True
        self.thread.join()
        self.listener.close()

    def run(self):
        """One connection after the other: each end has only one."""
        while not self.has_ended:
            if not select.select([self.listener], [], [], 0.1)[0]:
                continue
            client = self.listener.accept()[0]
            try:
                server = socket.create_connection(self.target)
            except OSError:
                client.close()
                continue
            with client, server:
                if self.copy(client, server, self.random.randrange(1, self.longest)):
                    self.cuts += 1
                    for end in (client, server):
                        if self.random.random() < 0.5:
                            # Closed at once: what is on its way is thrown away, and the other side is told so.
                            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def copy(self, client, server, limit):
        """Whether the limit was reached."""
        while not self.has_ended:
            for source in select.select([client, server], [], [], 0.1)[0]:
                try:
                    piece = source.recv(min(limit, 65_536) if self.is_cutting else 65_536)
                    if not piece:
                        return False
                    (server if source is client else client).sendall(piece)
                except OSError:
                    return False
                limit -= len(piece)
                if self.is_cutting and limit <= 0:
                    return True
        return False
