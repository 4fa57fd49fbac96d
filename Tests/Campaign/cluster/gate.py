"""What stands between a worker and its databases: sockets that pass on all that comes, or nothing in one direction or both."""

import socket
import threading

TO_DATABASE, TO_WORKER = "to the database", "to the worker"
BOTH = (TO_DATABASE, TO_WORKER)


class Gate:
    """Unix sockets like those of the databases, in a directory of its own. Whoever connects there gets through while it is open."""

    def __init__(self, directory, sockets):
        self.directory = directory
        directory.mkdir(parents=True)
        self._open = {direction: threading.Event() for direction in BOTH}
        self._lock = threading.Lock()
        self._pairs = set()
        self._listeners = []
        self.open()
        for path in sockets:
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            listener.bind(str(directory / path.name))
            listener.listen(16)
            self._listeners.append(listener)
            threading.Thread(target=self._accept, args=(listener, str(path)), daemon=True).start()

    def shut(self, directions):
        """Nothing more gets through in these directions. Nobody is told: what was sent waits, as on a network that is cut."""
        for direction in directions:
            self._open[direction].clear()

    def open(self):
        for event in self._open.values():
            event.set()

    def cut(self):
        """Ends every connection there is."""
        with self._lock:
            pairs, self._pairs = self._pairs, set()
        for pair in pairs:
            for end in pair:
                shut(end)

    def close(self):
        for listener in self._listeners:
            shut(listener)
            listener.close()
        self.open()
        self.cut()

    def _accept(self, listener, path):
        while True:
            try:
                worker, _ = listener.accept()
            except OSError:
                return
            database = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                database.connect(path)
            except OSError:
                # No database listens there now.
                worker.close()
                database.close()
                continue
            with self._lock:
                self._pairs.add((worker, database))
            for source, target, direction in ((worker, database, TO_DATABASE), (database, worker, TO_WORKER)):
                threading.Thread(target=self._pass, args=(source, target, direction), daemon=True).start()

    def _pass(self, source, target, direction):
        try:
            while data := source.recv(1 << 16):
                self._open[direction].wait()
                target.sendall(data)
        except OSError:
            pass
        # The end of one is the other's, too, as soon as it can hear of it.
        self._open[direction].wait()
        shut(source)
        shut(target)


def shut(end):
    try:
        end.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
