"""What stands between a worker and its PostgreSQL, and can stop to forward: connections stay open, and nothing comes through."""

import contextlib
import pathlib
import selectors
import socket
import threading

NAME = ".s.PGSQL.5432"


class Forwarder:
    """Forwards from a socket in `directory` to that of a server, both named as PostgreSQL names its own; from its making to `close`."""

    def __init__(self, server_directory, directory):
        self.directory = pathlib.Path(directory)
        self.directory.mkdir()
        self._target = str(pathlib.Path(server_directory) / NAME)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.directory / NAME))
        self._listener.listen()
        self._flows = threading.Event()
        self._flows.set()
        self._ends = False
        self._peers = {}
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def stop(self):
        """Nothing comes through from now on, in either direction."""
        self._flows.clear()

    def go_on(self):
        """What was held back comes through, and everything after it."""
        self._flows.set()

    def close(self):
        self._ends = True
        self._flows.set()
        # Wakes it up, unless it was awake and has ended.
        with socket.socket(socket.AF_UNIX) as last, contextlib.suppress(ConnectionRefusedError):
            last.connect(str(self.directory / NAME))
        self._thread.join()

    def _run(self):
        with selectors.DefaultSelector() as selector, self._listener:
            selector.register(self._listener, selectors.EVENT_READ)
            while not self._ends:
                for key, _ in selector.select():
                    self._flows.wait()
                    self._forward(selector, key.fileobj)
            for one in self._peers:
                one.close()

    def _forward(self, selector, source):
        if source is self._listener:
            pair = [self._listener.accept()[0], socket.socket(socket.AF_UNIX)]
            try:
                pair[1].connect(self._target)
            except OSError:
                for one in pair:
                    one.close()
                return
            for one, other in (pair, pair[::-1]):
                self._peers[one] = other
                selector.register(one, selectors.EVENT_READ)
            return
        if source not in self._peers:
            return  # Closed since it was found readable.
        try:
            piece = source.recv(1 << 16)
            if piece:
                return self._peers[source].sendall(piece)
        except OSError:
            pass
        for one in (source, self._peers[source]):
            selector.unregister(one)
            del self._peers[one]
            one.close()
